//! One connection over stdin and stdout, from its first line to its end.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, GetMeta, JsonRpcMessage, ProtocolVersion};
use rmcp::service::{RxJsonRpcMessage, ServerInitializeError, TxJsonRpcMessage, serve_server_with_ct};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::{Transport, stdio_pipes};
use tokio_util::sync::CancellationToken;

use super::handler::{Connection, Shared};
use super::signal::asked_to_end;
use super::{Nearby, Setup};
use crate::error::{Error, Result};

/// What calls in flight get at the end of input.
const PATIENCE_AT_END: Duration = Duration::from_millis(100);
/// What they get when the process is asked to end.
const PATIENCE_AT_TERM: Duration = Duration::from_millis(1_500);
/// What an orderly end gets after that.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// Serves the client on stdin and stdout until its input ends or the process is asked to end.
///
/// `fixed` is the scope that was named for the server.
pub async fn serve(setup: Setup, fixed: Option<String>, nearby: Nearby) -> Result<()> {
    let shared = Arc::new(Shared::start(setup, fixed, Some(nearby))?);
    let (read, write) = stdio_pipes();
    let (ended, term) = (CancellationToken::new(), asked_to_end());
    let inner = AsyncRwTransport::new_server(read, write);
    let transport = Guard { inner, begun: false, ended: ended.clone(), term: term.clone() };
    let (stop, over) = (shared.stop.clone(), shared.stop.clone());
    tokio::spawn(async move {
        ended.cancelled().await;
        tokio::time::sleep(if term.is_cancelled() { PATIENCE_AT_TERM } else { PATIENCE_AT_END }).await;
        stop.cancel();
    });
    match serve_server_with_ct(Connection::new(shared), transport, CancellationToken::new()).await {
        Ok(running) => {
            tokio::select! {
                // However it ended, there is nobody left to tell.
                _ = running.waiting() => {}
                () = async { over.cancelled().await; tokio::time::sleep(LAST_WORDS).await } => {}
            }
            Ok(())
        }
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(Error::internal(format!("the connection failed: {error}"))),
    }
}

/// Keeps a connection alive until it has begun: notifications and answers that come before are passed over, where
/// the protocol's library would end. Tells of the end of input at once, and makes one of a signal.
struct Guard<T> {
    inner: T,
    /// `initialize` has come, or a request that names its version itself.
    begun: bool,
    ended: CancellationToken,
    term: CancellationToken,
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Guard<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let next = tokio::select! {
                next = self.inner.receive() => next,
                () = self.term.cancelled() => None,
            };
            let Some(message) = next else {
                self.ended.cancel();
                return None;
            };
            if !self.begun {
                let JsonRpcMessage::Request(request) = &message else { continue };
                self.begun = begins(&request.request);
            }
            return Some(message);
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        other => {
            let meta = other.get_meta();
            meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                && meta.protocol_version().is_some_and(|it| ProtocolVersion::KNOWN_VERSIONS.contains(&it))
        }
    }
}
