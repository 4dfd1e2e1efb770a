use super::*;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A server that answers each request's head with bytes, and keeps the heads.
struct Server {
    address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn at(ip: &str, answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((ip, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let heads = Arc::new(Mutex::new(Vec::new()));
        let (kept, answer) = (heads.clone(), Arc::new(answer));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (kept, answer) = (kept.clone(), answer.clone());
                tokio::spawn(async move {
                    let mut head = Vec::new();
                    while !head.ends_with(b"\r\n\r\n") {
                        let Ok(byte) = stream.read_u8().await else { return };
                        head.push(byte);
                    }
                    let head = String::from_utf8_lossy(&head).into_owned();
                    let bytes = answer(&head);
                    kept.lock().unwrap().push(head);
                    // The client may hang up in the middle.
                    let _ = stream.write_all(&bytes).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { address, heads }
    }

    async fn new(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::at("127.0.0.1", answer).await
    }

    fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).unwrap()
    }

    fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn redirect_to(target: &str) -> Vec<u8> {
    answer("302 Found", &format!("Location: {target}\r\n"), b"")
}

fn limits() -> FetchLimits {
    FetchLimits { allow_private: true, timeout: Duration::from_secs(5), ..FetchLimits::default() }
}

fn fetcher() -> Fetcher {
    Fetcher::new(limits()).unwrap()
}

async fn get(url: &Url) -> Result<Fetched, FetchError> {
    fetch(&fetcher(), url, None).await
}

async fn message(url: &Url) -> String {
    get(url).await.unwrap_err().to_string()
}

fn body(fetched: Fetched) -> String {
    match fetched {
        Fetched::Page { bytes, .. } => String::from_utf8(bytes).unwrap(),
        Fetched::Unchanged => panic!("unchanged"),
    }
}

#[tokio::test]
async fn a_page_with_all_that_is_known_of_it() {
    let server = Server::new(|_| {
        let headers = "Content-Type: text/html; Charset=\"Windows-1251\"\r\nETag: W/\"a\"\r\nLast-Modified: Mon, 01 Jan 2024 00:00:00 GMT\r\n";
        answer("200 OK", headers, b"hello")
    })
    .await;
    let validators =
        Validators { etag: Some("W/\"a\"".into()), last_modified: Some("Mon, 01 Jan 2024 00:00:00 GMT".into()) };
    let expected = Fetched::Page {
        bytes: b"hello".to_vec(),
        content_type: Some("text/html; Charset=\"Windows-1251\"".into()),
        charset: Some("windows-1251".into()),
        final_url: server.url("/a"),
        validators,
    };
    assert_eq!(get(&server.url("/a")).await, Ok(expected));
    let head = server.heads().concat().to_lowercase();
    assert!(head.contains("user-agent: octobrain/0."), "{head}");
    assert!(head.contains("accept-encoding: gzip,br"), "{head}");
    assert!(!head.contains("if-none-match") && !head.contains("if-modified-since"), "{head}");
}

#[tokio::test]
async fn unchanged_when_the_server_says_so() {
    let server = Server::new(|head| {
        let known = head.to_lowercase().contains("if-none-match: \"a\"\r\nif-modified-since: yesterday\r\n");
        if known { answer("304 Not Modified", "", b"") } else { answer("200 OK", "", b"new") }
    })
    .await;
    let known = Validators { etag: Some("\"a\"".into()), last_modified: Some("yesterday".into()) };
    let fetcher = fetcher();
    assert_eq!(fetch(&fetcher, &server.url("/"), Some(&known)).await, Ok(Fetched::Unchanged));
    let other = Validators { etag: Some("\"b\"\n".into()), last_modified: None };
    assert_eq!(body(fetch(&fetcher, &server.url("/"), Some(&other)).await.unwrap()), "new");
}

#[tokio::test]
async fn compressed_pages() {
    let server = Server::new(|head| {
        let mut packed = Vec::new();
        let coding = if head.starts_with("GET /gzip") {
            let mut writer = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::default());
            writer.write_all(b"packed").unwrap();
            writer.finish().unwrap();
            "gzip"
        } else {
            brotli::CompressorWriter::new(&mut packed, 4096, 5, 20).write_all(b"packed").unwrap();
            "br"
        };
        if head.starts_with("GET /gzip/damaged") {
            packed[12..].fill(0xff);
        }
        answer("200 OK", &format!("Content-Encoding: {coding}\r\n"), &packed)
    })
    .await;
    assert_eq!(body(get(&server.url("/gzip")).await.unwrap()), "packed");
    assert_eq!(body(get(&server.url("/brotli")).await.unwrap()), "packed");
    let damaged = get(&server.url("/gzip/damaged")).await;
    assert!(matches!(damaged, Err(FetchError::Damaged { .. })), "{damaged:?}");
}

#[tokio::test]
async fn too_large_stops_early() {
    let megabyte = vec![b'a'; 1024 * 1024];
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..100 {
        bomb.write_all(&megabyte).unwrap();
    }
    let bomb = bomb.finish().unwrap();
    assert!(bomb.len() < megabyte.len());
    let server = Server::new(move |head| match head {
        _ if head.starts_with("GET /bomb") => answer("200 OK", "Content-Encoding: gzip\r\n", &bomb),
        _ if head.starts_with("GET /announced") => b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".to_vec(),
        _ => [&b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"[..], &[b'a'; 3_000_000]].concat(),
    })
    .await;
    let small = Fetcher::new(FetchLimits { max_bytes: 2 * 1024 * 1024, ..limits() }).unwrap();
    for path in ["/bomb", "/announced", "/endless"] {
        let error = fetch(&small, &server.url(path), None).await.unwrap_err();
        assert!(matches!(error, FetchError::TooLarge { megabytes: 2, .. }), "{error:?}");
    }
    assert_eq!(body(get(&server.url("/endless")).await.unwrap()).len(), 3_000_000);
}

#[tokio::test]
async fn redirects_are_followed_ten_times() {
    let server = Server::new(|head| {
        let number: usize = head.split(['/', ' ']).nth(2).and_then(|number| number.parse().ok()).unwrap_or(0);
        if number == 0 { answer("200 OK", "", b"there") } else { redirect_to(&(number - 1).to_string()) }
    })
    .await;
    let Fetched::Page { final_url, .. } = get(&server.url("/10")).await.unwrap() else { panic!() };
    assert_eq!(final_url, server.url("/0"));
    let error = get(&server.url("/11")).await.unwrap_err();
    assert_eq!(error, FetchError::TooManyRedirects { url: server.url("/11").to_string(), limit: 10 });
}

#[tokio::test]
async fn redirects_that_lead_nowhere() {
    let server = Server::new(|head| match head.split(' ').nth(1).unwrap_or_default() {
        "/a" => redirect_to("/b#part"),
        "/b" => redirect_to("/a"),
        "/none" => answer("301 Moved Permanently", "", b""),
        "/bad" => redirect_to("http://user:secret@[/"),
        _ => redirect_to("file:///etc/passwd"),
    })
    .await;
    let circle = message(&server.url("/a")).await;
    assert!(circle.contains("circle"), "{circle}");
    for path in ["/none", "/bad"] {
        let error = message(&server.url(path)).await;
        assert!(error.contains("nowhere") && !error.contains("secret"), "{error}");
    }
    let file = message(&server.url("/file")).await;
    assert!(file.contains("cannot fetch file:///etc/passwd: only http and https"), "{file}");
}

#[tokio::test]
async fn private_addresses_are_refused_before_and_after_redirects() {
    let other = Server::at("127.0.0.2", |_| answer("200 OK", "", b"secret")).await;
    let target = other.url("/").to_string();
    let server = Server::new(move |head| match head.split(' ').nth(1).unwrap_or_default() {
        "/other" => redirect_to(&target),
        "/metadata" => redirect_to("http://169.254.169.254/latest"),
        "/odd" => redirect_to("http://0x7f.2:1/"),
        "/google" => redirect_to("http://metadata.google.internal/"),
        _ => answer("200 OK", "", b"allowed"),
    })
    .await;
    let allow = |ip: IpAddr| ip.to_string() == "127.0.0.1";
    let guarded = Fetcher::new(FetchLimits { allow_private: false, allow, ..limits() }).unwrap();
    assert_eq!(body(fetch(&guarded, &server.url("/"), None).await.unwrap()), "allowed");
    for path in ["/other", "/metadata", "/odd", "/google"] {
        let error = fetch(&guarded, &server.url(path), None).await.unwrap_err();
        assert!(matches!(error, FetchError::Private { .. }), "{path}: {error:?}");
    }
    assert!(other.heads().is_empty());
    let closed = Fetcher::new(FetchLimits { allow_private: false, ..limits() }).unwrap();
    for url in [server.url("/"), Url::parse(&format!("http://localhost:{}/", server.address.port())).unwrap()] {
        let error = fetch(&closed, &url, None).await.unwrap_err();
        assert!(matches!(error, FetchError::Private { .. }), "{error:?}");
        assert!(error.to_string().contains("--allow-private"), "{error}");
    }
    assert_eq!(server.heads().len(), 5);
}

#[tokio::test]
async fn credentials_are_used_and_never_shown() {
    let server = Server::new(|head| {
        let signed = head.to_lowercase().contains("authorization: basic dxnlcjpzzwnyzxq=");
        match signed {
            true if head.starts_with("GET /moved") => redirect_to("/page"),
            true if head.starts_with("GET /page") => answer("200 OK", "", b"inside"),
            _ => answer("401 Unauthorized", "", b""),
        }
    })
    .await;
    let with = |path: &str| Url::parse(&server.url(path).as_str().replace("http://", "http://user:secret@")).unwrap();
    let Fetched::Page { final_url, .. } = get(&with("/moved")).await.unwrap() else { panic!() };
    assert_eq!(final_url, server.url("/page"));
    let closed = Url::parse("http://user:secret@127.0.0.1:1/").unwrap();
    let ftp = Url::parse("ftp://user:secret@127.0.0.1/").unwrap();
    for error in [message(&with("/else")).await, message(&closed).await, message(&ftp).await] {
        assert!(!error.contains("secret") && !error.contains("user"), "{error}");
    }
    assert!(!format!("{:?}", get(&closed).await).contains("secret"));
}

#[tokio::test]
async fn errors_say_what_to_do() {
    let server = Server::new(|head| answer(head.split(['/', ' ']).nth(2).unwrap_or_default(), "", b"")).await;
    for (status, remedy) in
        [("404", "check the address"), ("401", "sign-in"), ("500", "try again later"), ("429", "too often")]
    {
        let error = message(&server.url(&format!("/{status}"))).await;
        assert!(error.contains(status) && error.contains(remedy), "{error}");
    }
    assert!(message(&server.url("/304")).await.contains("304"));
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let refused = get(&Url::parse(&format!("http://{free}/")).unwrap()).await;
    assert_eq!(refused, Err(FetchError::Refused { host: free.to_string() }));
    let unknown = get(&Url::parse("http://no-such-host.invalid/").unwrap()).await;
    assert!(matches!(unknown, Err(FetchError::Dns { .. })), "{unknown:?}");
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let secure = Url::parse(&format!("https://{}/", plain.local_addr().unwrap())).unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = plain.accept().await.unwrap();
        let _ = stream.read(&mut [0; 4096]).await;
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
    });
    let tls = get(&secure).await;
    assert!(matches!(tls, Err(FetchError::Tls { .. })), "{tls:?}");
    let broken = Server::new(|_| b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".to_vec()).await;
    assert!(
        matches!(get(&broken.url("/")).await, Err(FetchError::Connection { .. })),
        "{:?}",
        get(&broken.url("/")).await
    );
    let silent = Server::new(|_| Vec::new()).await;
    assert!(matches!(get(&silent.url("/")).await, Err(FetchError::Connection { .. })));
}

#[tokio::test]
async fn time_is_limited_over_all() {
    let slow = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/", slow.local_addr().unwrap())).unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = slow.accept().await {
            tokio::spawn(async move {
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n").await;
                // Never silent for long, and never done.
                while stream.write_all(b"a").await.is_ok() {
                    sleep(Duration::from_millis(50)).await;
                }
            });
        }
    });
    let hasty = Fetcher::new(FetchLimits { timeout: Duration::from_secs(1), ..limits() }).unwrap();
    let started = Instant::now();
    let error = fetch(&hasty, &url, None).await.unwrap_err();
    assert_eq!(error, FetchError::Timeout { url: url.to_string(), seconds: 1 });
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[tokio::test]
async fn a_busy_server_is_waited_for_once() {
    let asked = AtomicUsize::new(0);
    let server = Server::new(move |head| match head {
        _ if head.starts_with("GET /long") => answer("503 Service Unavailable", "Retry-After: 31\r\n", b""),
        _ if head.starts_with("GET /always") => answer("429 Too Many Requests", "Retry-After: 0\r\n", b""),
        _ if head.starts_with("GET /date") && asked.fetch_add(1, Ordering::SeqCst).is_multiple_of(2) => {
            answer("503 Service Unavailable", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n", b"")
        }
        _ if asked.fetch_add(1, Ordering::SeqCst) == 0 => answer("429 Too Many Requests", "Retry-After: 1\r\n", b""),
        _ => answer("200 OK", "", b"now"),
    })
    .await;
    let started = Instant::now();
    assert_eq!(body(get(&server.url("/")).await.unwrap()), "now");
    assert!(started.elapsed() >= Duration::from_secs(1));
    assert_eq!(body(get(&server.url("/date")).await.unwrap()), "now");
    assert!(message(&server.url("/long")).await.contains("asks to wait 31 s"));
    let before = server.heads().len();
    assert!(message(&server.url("/always")).await.contains("429"));
    assert_eq!(server.heads().len(), before + 2);
}

#[tokio::test]
async fn two_at_once_for_a_host() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
    let counted = (now, most.clone());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let (now, most) = counted.clone();
            tokio::spawn(async move {
                let _ = stream.read(&mut [0; 4096]).await;
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                sleep(Duration::from_millis(100)).await;
                now.fetch_sub(1, Ordering::SeqCst);
                let _ = stream.write_all(&answer("200 OK", "", b"")).await;
            });
        }
    });
    let fetcher = Arc::new(Fetcher::new(FetchLimits { timeout: Duration::from_millis(300), ..limits() }).unwrap());
    let started = Instant::now();
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (fetcher, url) = (fetcher.clone(), url.clone());
            tokio::spawn(async move { fetch(&fetcher, &url, None).await })
        })
        .collect();
    for task in tasks {
        // Waiting for a turn takes longer than the limit, and is not counted.
        assert!(task.await.unwrap().is_ok());
    }
    assert_eq!(most.load(Ordering::SeqCst), 2);
    assert!(started.elapsed() >= Duration::from_millis(400));
}

/// The environment of a process cannot be changed safely, so this runs itself once more with a proxy set.
#[tokio::test]
async fn a_proxy_is_used_and_the_guard_still_looks() {
    const RUN: &str = "FETCH_TEST_BEHIND_PROXY";
    if std::env::var_os(RUN).is_none() {
        let proxy =
            Server::new(|head| answer("200 OK", "", head.split(' ').nth(1).unwrap_or_default().as_bytes())).await;
        let status = tokio::task::spawn_blocking(move || {
            let name = "fetch::tests::a_proxy_is_used_and_the_guard_still_looks";
            std::process::Command::new(std::env::current_exe().unwrap())
                .args([name, "--exact"])
                .env_clear()
                .env("http_proxy", format!("http://{}", proxy.address))
                .env("no_proxy", "direct.invalid")
                .env(RUN, "1")
                .status()
        });
        assert!(status.await.unwrap().unwrap().success());
        return;
    }
    let guarded = Fetcher::new(FetchLimits { allow_private: false, ..limits() }).unwrap();
    let fetched = |url: &'static str| fetch_with(&guarded, url);
    // The proxy itself is on this machine; names unknown here are its to resolve.
    assert_eq!(body(fetched("http://name.invalid/a").await.unwrap()), "http://name.invalid/a");
    for url in ["http://127.0.0.1/", "http://2130706433/", "http://localhost/", "http://metadata.google.internal/"] {
        let error = fetched(url).await.unwrap_err();
        assert!(matches!(error, FetchError::Private { .. }), "{error:?}");
    }
    assert!(matches!(fetched("http://direct.invalid/").await, Err(FetchError::Dns { .. })));
}

async fn fetch_with(fetcher: &Fetcher, url: &str) -> Result<Fetched, FetchError> {
    fetch(fetcher, &Url::parse(url).unwrap(), None).await
}

#[test]
fn character_sets_in_headers() {
    for (header, expected) in [
        ("text/html", None),
        ("text/html; charset=UTF-8", Some("utf-8")),
        ("text/html;charset='koi8-r';a=b", Some("koi8-r")),
        ("text/html; a=b; CHARSET = gbk ", Some("gbk")),
        ("text/html; charset=", None),
    ] {
        assert_eq!(charset(header).as_deref(), expected, "{header}");
    }
}
