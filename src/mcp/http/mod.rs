//! Streamable HTTP at `/mcp`, and `GET /health`.
//!
//! | part | what it does |
//! | --- | --- |
//! | `door` | who may come in: Host, Origin, token, scope |
//! | `token` | where the token comes from, and wrong ones |
//! | `kept` | what a session said at its start, so that one which was dropped for idleness goes on |
//!
//! TLS is left to a proxy in front.

mod door;
mod kept;
mod token;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use self::door::Door;
use self::kept::Kept;
pub use self::token::{Token, token};
use super::Setup;
use super::handler::{Connection, Shared};
use super::signal::asked_to_end;
use crate::error::{Error, Result};

pub(super) use self::door::AskedScope;

/// Bytes of one request.
const BODY_LIMIT: usize = 4 << 20;
/// Bytes of a request that is too large which are still read, so that its sender hears why.
const BODY_PATIENCE: usize = 4 * BODY_LIMIT;
/// What the head of a request may take; an idle connection is closed after it too.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// What its body may take.
const BODY_TIME: Duration = Duration::from_secs(30);
/// What an answer may take.
const ANSWER_TIME: Duration = Duration::from_secs(120);
/// Connections at once; each has one request at a time.
const CONNECTIONS: usize = 512;
/// What calls in flight get when the process is asked to end.
const PATIENCE_AT_TERM: Duration = Duration::from_millis(1_500);
/// What an orderly end gets after that.
const LAST_WORDS: Duration = Duration::from_millis(300);

type Answer = http::Response<BoxBody<Bytes, Infallible>>;
type Mcp = StreamableHttpService<Connection, LocalSessionManager>;

/// Where a server listens, and whom it lets in.
pub struct Listening {
    listener: TcpListener,
    /// The address, with the port that was taken where 0 was asked for.
    pub address: SocketAddr,
}

/// What else the door lets in.
#[derive(Debug, Clone, Default)]
pub struct Guests {
    /// Names that a request may call this server by.
    pub hosts: Vec<String>,
    /// Origins of web pages that may call: `https://app.example.org`.
    pub origins: Vec<String>,
}

/// Takes the address.
pub async fn listen(address: &str) -> Result<Listening> {
    let failed = |error: std::io::Error| {
        Error::usage("cannot_listen", format!("--bind: cannot listen on {address}: {error}"))
            .hint("HOST:PORT, for example 127.0.0.1:12345; port 0 takes a free one")
    };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok(Listening { listener, address })
}

/// Serves until the process is asked to end. `fixed` is the scope that was named for the server.
pub async fn serve(
    setup: Setup,
    fixed: Option<String>,
    listening: Listening,
    token: Option<Token>,
    guests: Guests,
) -> Result<()> {
    let term = asked_to_end();
    let door = Door::new(&listening.address, token, guests, fixed.clone())?;
    let shared = Arc::new(Shared::start(setup, fixed, None)?);
    let all = CancellationToken::new();
    let mcp = service(&shared, all.clone());
    let room = Arc::new(Room { mcp, door });
    let graceful = GracefulShutdown::new();
    accept(&listening.listener, &room, &graceful, &term).await;
    drop(listening);
    let drained = graceful.shutdown();
    tokio::pin!(drained);
    if tokio::time::timeout(PATIENCE_AT_TERM, &mut drained).await.is_err() {
        // Streams of sessions do not end by themselves.
        shared.stop.cancel();
        all.cancel();
        let _ = tokio::time::timeout(LAST_WORDS, drained).await;
    }
    Ok(())
}

fn service(shared: &Arc<Shared>, all: CancellationToken) -> Mcp {
    let mut config = StreamableHttpServerConfig::default()
        .with_json_response(true)
        .with_max_request_body_bytes(BODY_LIMIT)
        .with_cancellation_token(all)
        // The door has looked at both, by rules that know of tokens.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    config.session_store = Some(Arc::new(Kept::default()));
    let shared = shared.clone();
    StreamableHttpService::new(
        move || Ok(Connection::new(shared.clone())),
        Arc::new(LocalSessionManager::default()),
        config,
    )
}

async fn accept(listener: &TcpListener, room: &Arc<Room>, graceful: &GracefulShutdown, term: &CancellationToken) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = term.cancelled() => return,
        };
        let Ok((stream, from)) = taken else {
            // No files left, mostly: others have to close some first.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Dropped, which closes it: the caller may come again.
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let served = graceful.watch(connection(room.clone(), stream, from));
        tokio::spawn(async move {
            if let Err(error) = served.await {
                tracing::debug!("a connection from {from} broke: {error}");
            }
            drop(place);
        });
    }
}

fn connection(
    room: Arc<Room>,
    stream: TcpStream,
    from: SocketAddr,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    // Small answers, one at a time.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let room = room.clone();
        async move { Ok::<_, Infallible>(room.answer(request, from).await) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), service)
}

/// What every connection leads to.
struct Room {
    mcp: Mcp,
    door: Door,
}

impl Room {
    async fn answer(&self, request: http::Request<Incoming>, from: SocketAddr) -> Answer {
        let (mut head, body) = request.into_parts();
        let mut answer = match self.door.admit(&mut head, from.ip()) {
            Err(refusal) => *refusal,
            Ok(()) => match (head.method.as_str(), head.uri.path()) {
                ("GET", "/health") => health(),
                ("OPTIONS", "/mcp") => text(204, ""),
                (_, "/mcp") => match read(body).await {
                    Ok(body) => self.call(http::Request::from_parts(head.clone(), Full::new(body))).await,
                    Err(refusal) => *refusal,
                },
                _ => text(404, "only /mcp and /health are here\n"),
            },
        };
        self.door.allow_origin(&head, &mut answer);
        answer
    }

    async fn call(&self, request: http::Request<Full<Bytes>>) -> Answer {
        let answered = tokio::time::timeout(ANSWER_TIME, self.mcp.handle(request)).await;
        answered.unwrap_or_else(|_| text(504, "this took too long; ask for less\n"))
    }
}

async fn read(mut body: Incoming) -> Result<Bytes, Box<Answer>> {
    let mut kept = BytesMut::new();
    let mut length = 0;
    let reading = async {
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(drop)?.into_data() else { continue };
            length += data.len();
            if length <= BODY_LIMIT {
                kept.extend_from_slice(&data);
            } else if length > BODY_PATIENCE {
                break;
            }
        }
        Ok::<(), ()>(())
    };
    match tokio::time::timeout(BODY_TIME, reading).await {
        Err(_) => Err(Box::new(text(408, "the body took too long\n"))),
        Ok(Err(())) => Err(Box::new(text(400, "the body broke off\n"))),
        Ok(Ok(())) if length > BODY_LIMIT => {
            Err(Box::new(text(413, "a request has 4 MiB at most; knowledge with a source takes a large document in\n")))
        }
        Ok(Ok(())) => Ok(kept.freeze()),
    }
}

fn health() -> Answer {
    let body = serde_json::json!({ "status": "ok", "name": "octobrain", "version": env!("CARGO_PKG_VERSION") });
    let mut answer = text(200, &body.to_string());
    answer.headers_mut().insert(http::header::CONTENT_TYPE, http::HeaderValue::from_static("application/json"));
    answer
}

/// A short answer in words.
fn text(status: u16, text: &str) -> Answer {
    let mut answer = http::Response::new(Full::new(Bytes::from(text.to_owned())).boxed());
    *answer.status_mut() = http::StatusCode::from_u16(status).unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
    let kind = http::HeaderValue::from_static("text/plain; charset=utf-8");
    answer.headers_mut().insert(http::header::CONTENT_TYPE, kind);
    answer
}
