//! Not too many requests at once for one host.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Requests at once for one host.
const AT_ONCE: usize = 2;

/// The hosts that were asked so far.
#[derive(Debug, Default)]
pub(super) struct Hosts(Mutex<HashMap<String, Arc<Semaphore>>>);

impl Hosts {
    /// Waits for the host's turn, which lasts as long as what is returned; none for a host without a limit.
    pub(super) async fn turn(&self, host: &str) -> Option<OwnedSemaphorePermit> {
        let turns = {
            let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            hosts.entry(host.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE))).clone()
        };
        // It fails only when closed, and nothing closes it.
        turns.acquire_owned().await.ok()
    }
}
