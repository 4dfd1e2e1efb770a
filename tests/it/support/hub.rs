//! A model hub on loopback, as far as the hub client asks: files by range, with their ETag and
//! commit. Connections can be made to break in the middle of a body, and ranges to be ignored.
//!
//! ```ignore
//! let hub = Hub::start([("nomic-ai/nomic-embed-text-v1.5", model_dir)]);
//! hub.break_after("model.onnx", 1_000_000, 1); // the first answer of this file stops there
//! run("octobrain", ["model", "pull"], [("HF_ENDPOINT", hub.url())]);
//! assert_eq!(hub.bodies("model.onnx"), ["bytes=0-", "bytes=1000000-"]);
//! ```
//!
//! A repository is a folder; a file asked for as `onnx/model.onnx` is `onnx/model.onnx` there,
//! or else `model.onnx`, so that one small model serves under the names of any.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use sha2::{Digest, Sha256};

/// The commit that every repository is at.
const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// Files from this size on are "large": their ETag is the SHA-256 of their content, as on the
/// real hub; that of smaller ones is forty other hexadecimal digits.
const LARGE: usize = 1 << 20;

/// One request as it came, and what went back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// `GET` or `HEAD`.
    pub method: String,
    /// `/ORG/NAME/resolve/main/FILE`.
    pub path: String,
    /// The `Range` header.
    pub range: Option<String>,
    /// The status of the answer.
    pub status: u16,
    /// Bytes of the body that were sent.
    pub sent: usize,
}

/// A running hub; it stops when dropped.
pub struct Hub {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    repositories: BTreeMap<String, PathBuf>,
    requests: Mutex<Vec<Request>>,
    /// Ends of paths with the bytes after which an answer breaks, and how many answers do.
    breaks: Mutex<Vec<(String, usize, usize)>>,
    ignore_ranges: AtomicBool,
    stopping: AtomicBool,
}

impl Hub {
    /// Serves each repository, `ORG/NAME`, from its folder on a free port.
    pub fn start<N: Into<String>, P: Into<PathBuf>>(repositories: impl IntoIterator<Item = (N, P)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let shared = Arc::new(Shared {
            repositories: repositories.into_iter().map(|(n, p)| (n.into(), p.into())).collect(),
            requests: Mutex::default(),
            breaks: Mutex::default(),
            ignore_ranges: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if accepting.stopping.load(Ordering::SeqCst) {
                    break;
                }
                let shared = Arc::clone(&accepting);
                if let Ok(stream) = stream {
                    thread::spawn(move || shared.serve(&stream));
                }
            }
        });
        Self { address, shared }
    }

    /// The value for `HF_ENDPOINT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Breaks the next `times` answers for paths that end with `file` after `bytes` of the
    /// body. The one-byte answers by which the client asks for sizes do not count.
    pub fn break_after(&self, file: &str, bytes: usize, times: usize) {
        lock(&self.shared.breaks).push((file.to_owned(), bytes, times));
    }

    /// Answers with the whole file whatever part is asked for, as careless mirrors do; the
    /// client's question for a file's size is still answered rightly.
    pub fn ignore_ranges(&self, ignore: bool) {
        self.shared.ignore_ranges.store(ignore, Ordering::SeqCst);
    }

    /// All requests so far.
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.shared.requests).clone()
    }

    /// The ranges in which a file's body was asked for, in order, questions for its size left
    /// out.
    pub fn bodies(&self, file: &str) -> Vec<String> {
        self.requests()
            .into_iter()
            .filter(|request| request.method == "GET" && request.path.ends_with(file))
            .filter_map(|request| request.range)
            .filter(|range| range != "bytes=0-0")
            .collect()
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
        // Wakes the accepting thread, so that it sees the flag.
        drop(TcpStream::connect(self.address));
    }
}

impl Shared {
    fn serve(&self, stream: &TcpStream) {
        let mut reader = BufReader::new(stream);
        while let Some((method, path, range)) = read_request(&mut reader) {
            let index = {
                let mut requests = lock(&self.requests);
                let (method, path, range) = (method.clone(), path.clone(), range.clone());
                requests.push(Request { method, path, range, status: 0, sent: 0 });
                requests.len() - 1
            };
            let (status, sent, goes_on) = self.answer(stream, &method, &path, range.as_deref());
            let mut requests = lock(&self.requests);
            requests[index].status = status;
            requests[index].sent = sent;
            if !goes_on {
                break;
            }
        }
        let _ = stream.shutdown(Shutdown::Both);
    }

    /// Sends one answer: its status, the bytes of body sent, whether the connection goes on.
    fn answer(&self, mut stream: &TcpStream, method: &str, path: &str, range: Option<&str>) -> (u16, usize, bool) {
        let Some(bytes) = self.find(path).and_then(|file| fs::read(file).ok()) else {
            let head = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
            return (404, 0, stream.write_all(head.as_bytes()).is_ok());
        };
        let probe = range == Some("bytes=0-0");
        let range = range.filter(|_| probe || !self.ignore_ranges.load(Ordering::SeqCst));
        let size = bytes.len();
        let (status, begin, end) = match range.map(parse_range) {
            None => (200, 0, size),
            Some(Some((begin, _))) if begin >= size => (416, 0, 0),
            Some(Some((begin, end))) => (206, begin, end.unwrap_or(size).min(size)),
            Some(None) => (416, 0, 0),
        };
        let etag = etag(&bytes);
        let place = match status {
            206 => format!("Content-Range: bytes {begin}-{}/{size}\r\n", end - 1),
            416 => format!("Content-Range: bytes */{size}\r\n"),
            _ => String::new(),
        };
        let head = format!(
            "HTTP/1.1 {status} -\r\nContent-Length: {}\r\nAccept-Ranges: bytes\r\n{place}\
             ETag: \"{etag}\"\r\nX-Linked-Etag: \"{etag}\"\r\nX-Repo-Commit: {COMMIT}\r\n\r\n",
            end - begin
        );
        if stream.write_all(head.as_bytes()).is_err() {
            return (status, 0, false);
        }
        if method == "HEAD" {
            return (status, 0, true);
        }
        let body = &bytes[begin..end];
        let cut = if probe { None } else { self.take_break(path) };
        let sent = &body[..cut.unwrap_or(body.len()).min(body.len())];
        let written = stream.write_all(sent).is_ok();
        (status, sent.len(), written && cut.is_none())
    }

    /// The file that a path names: as given in the repository, or by its last part.
    fn find(&self, path: &str) -> Option<PathBuf> {
        let (repository, rest) = path.trim_start_matches('/').split_once("/resolve/")?;
        let (_revision, file) = rest.split_once('/')?;
        let folder = self.repositories.get(repository)?;
        let name = Path::new(file).file_name()?;
        [folder.join(file), folder.join(name)].into_iter().find(|file| file.is_file())
    }

    fn take_break(&self, path: &str) -> Option<usize> {
        let mut breaks = lock(&self.breaks);
        let (_, bytes, times) =
            breaks.iter_mut().find(|(file, _, times)| *times > 0 && path.ends_with(file.as_str()))?;
        *times -= 1;
        Some(*bytes)
    }
}

/// Method, path and `Range` of the next request; none at the end of the connection.
fn read_request(reader: &mut impl BufRead) -> Option<(String, String, Option<String>)> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|&read| read > 0)?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut range = None;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok().filter(|&read| read > 0)?;
        match header.trim().split_once(':') {
            None => return Some((method, path, range)),
            Some((name, value)) if name.eq_ignore_ascii_case("range") => {
                range = Some(value.trim().to_owned());
            }
            Some(_) => {}
        }
    }
}

/// First byte, and the byte after the last if one is named.
fn parse_range(range: &str) -> Option<(usize, Option<usize>)> {
    let (begin, end) = range.strip_prefix("bytes=")?.split_once('-')?;
    let end = if end.is_empty() { None } else { Some(end.parse::<usize>().ok()? + 1) };
    Some((begin.parse().ok()?, end))
}

fn etag(bytes: &[u8]) -> String {
    let digits: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if bytes.len() >= LARGE { digits } else { digits[..40].to_owned() }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
