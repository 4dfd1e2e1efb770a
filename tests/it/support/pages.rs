//! A web server on loopback whose pages a test may change, take away or slow down.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// What the server answers for one path.
#[derive(Debug, Clone)]
pub struct Page {
    pub status: u16,
    pub content_type: String,
    pub body: Vec<u8>,
    pub etag: Option<String>,
    pub location: Option<String>,
}

impl Page {
    pub fn html(body: &str) -> Self {
        let etag = Some(format!("\"{}\"", body.len()));
        Self { status: 200, content_type: "text/html; charset=utf-8".into(), body: body.into(), etag, location: None }
    }

    pub fn of(content_type: &str, body: Vec<u8>) -> Self {
        Self { status: 200, content_type: content_type.into(), body, etag: None, location: None }
    }

    pub fn error(status: u16) -> Self {
        Self { status, ..Self::html("an error") }
    }

    pub fn redirect(to: &str) -> Self {
        Self { status: 302, location: Some(to.into()), ..Self::html("") }
    }
}

/// A running server; it ends with the test.
pub struct Pages {
    address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    pages: HashMap<String, Page>,
    /// Paths asked for, with the status answered.
    asked: Vec<(String, u16)>,
}

impl Pages {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Mutex::new(Shared::default()));
        let serving = shared.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = serving.clone();
                thread::spawn(move || answer(stream, &shared));
            }
        });
        Self { address, shared }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn put(&self, path: &str, page: Page) {
        self.lock().pages.insert(path.into(), page);
    }

    /// The statuses answered for one path so far.
    pub fn asked(&self, path: &str) -> Vec<u16> {
        self.lock().asked.iter().filter(|(asked, _)| asked == path).map(|(_, status)| *status).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn answer(mut stream: TcpStream, shared: &Mutex<Shared>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let request = lines.next().unwrap_or_default();
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let headers: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let known = headers.iter().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("if-none-match").then(|| value.trim().to_owned())
    });
    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
    let mut page = shared.pages.get(&path).cloned().unwrap_or_else(|| Page::error(404));
    if page.status == 200 && page.etag.is_some() && page.etag == known {
        page = Page { status: 304, body: Vec::new(), ..page };
    }
    shared.asked.push((path, page.status));
    drop(shared);
    let mut head = format!("HTTP/1.1 {} X\r\nContent-Type: {}\r\n", page.status, page.content_type);
    for (name, value) in [("ETag", &page.etag), ("Location", &page.location)] {
        if let Some(value) = value {
            head += &format!("{name}: {value}\r\n");
        }
    }
    head += &format!("Content-Length: {}\r\nConnection: close\r\n\r\n", page.body.len());
    // A client that has gone wants nothing.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&page.body));
}
