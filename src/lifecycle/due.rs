//! When a scope slept last: marks in a file beside the store's tables, so that asking costs no table.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::atomic::replace_file;
use crate::store::Store;

const FILE: &str = "sleep.json";
/// After an attempt that did not come to its end the next one waits so long.
const RETRY: SignedDuration = SignedDuration::from_mins(30);

/// The marks of a store.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    /// When each scope's last pass ended, in RFC 3339.
    #[serde(default)]
    passes: BTreeMap<String, String>,
    /// When one was started in the background last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attempted: Option<String>,
    /// Why the last one failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

impl Marks {
    /// Reads the marks; a file that cannot be read counts as none.
    pub fn read(store: &Store) -> Self {
        std::fs::read(store.dir().join(FILE))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }

    /// Writes them, whole or not at all; where the store cannot be written to, the next pass comes early.
    pub fn write(&self, store: &Store) {
        let text = serde_json::to_vec(self).unwrap_or_default();
        if let Err(error) = replace_file(&store.dir().join(FILE), &text) {
            tracing::debug!("the marks of sleep were not written: {error}");
        }
    }

    /// Whether a scope's pass is due: so many hours after the last one, or after the store was made.
    ///
    /// A mark of the future, left by a clock that was wrong, counts as due.
    pub fn is_due(&self, store: &Store, scope: &str, now: Timestamp, hours: u32) -> bool {
        let since = self.last_pass(scope).or_else(|| store.made_at());
        let Some(since) = since else { return true };
        let passed = now.duration_since(since);
        passed >= SignedDuration::from_hours(i64::from(hours)) || passed < -SignedDuration::from_hours(1)
    }

    /// Whether one may be started in the background: none was a moment ago.
    pub fn may_attempt(&self, now: Timestamp) -> bool {
        let attempted = self.attempted.as_ref().and_then(|at| at.parse::<Timestamp>().ok());
        attempted.is_none_or(|at| now.duration_since(at).abs() >= RETRY)
    }

    /// When a scope's last pass ended.
    pub fn last_pass(&self, scope: &str) -> Option<Timestamp> {
        self.passes.get(scope)?.parse().ok()
    }

    /// Notes that a scope's pass has ended.
    pub fn passed(&mut self, scope: &str, now: Timestamp) {
        self.passes.insert(scope.to_owned(), now.to_string());
    }

    /// Notes that one is started in the background.
    pub fn attempt(&mut self, now: Timestamp) {
        self.attempted = Some(now.to_string());
    }
}
