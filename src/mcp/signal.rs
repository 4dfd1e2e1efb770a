//! SIGTERM and SIGINT: a server that is asked to end.

use tokio_util::sync::CancellationToken;

/// A token that is cancelled when the process is asked to end.
pub(super) fn asked_to_end() -> CancellationToken {
    let term = CancellationToken::new();
    tokio::spawn(cancel(term.clone()));
    term
}

async fn cancel(term: CancellationToken) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
        else {
            return;
        };
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        return;
    }
    term.cancel();
}
