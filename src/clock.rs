//! Time and identity: the wall clock, or the fixed one of `--now`, and the ids made from it.

use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use uuid::Uuid;

use crate::error::{Error, Result};

/// Tells the time and makes ids.
///
/// Fixed (`--now`), ids derive from time, order and content, so the same input gives the same bytes.
#[derive(Debug)]
pub struct Clock {
    fixed: Option<Timestamp>,
    made: AtomicU64,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self { fixed: None, made: AtomicU64::new(0) }
    }

    /// A clock that stands still.
    pub fn fixed(at: Timestamp) -> Self {
        Self { fixed: Some(at), made: AtomicU64::new(0) }
    }

    /// Reads the value of `--now` or `OCTOBRAIN_NOW`: an RFC 3339 time with an offset.
    pub fn parse(value: &str) -> Result<Self> {
        value.parse::<Timestamp>().map(Self::fixed).map_err(|error| {
            Error::usage("bad_now", format!("--now: {value:?} is not a time: {error}"))
                .hint("give an RFC 3339 time, for example 2026-01-31T12:00:00Z")
        })
    }

    /// Whether it stands still.
    pub fn is_fixed(&self) -> bool {
        self.fixed.is_some()
    }

    /// The present moment, to the microsecond, which is what a store keeps.
    pub fn now(&self) -> Timestamp {
        let now = self.fixed.unwrap_or_else(Timestamp::now);
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// A new UUIDv7, unique and in order of making.
    pub fn new_id(&self, content: &str) -> Uuid {
        let Some(at) = self.fixed else { return Uuid::now_v7() };
        let order = self.made.fetch_add(1, Ordering::Relaxed);
        let mut hash = blake3::Hasher::new();
        hash.update(&order.to_be_bytes()).update(content.as_bytes());
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&hash.finalize().as_bytes()[..10]);
        // Two bytes of order first, so that ids made at one instant sort by input order.
        bytes[..2].copy_from_slice(&(order as u16).to_be_bytes());
        let millis = u64::try_from(at.as_millisecond()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_makes_the_same_ordered_ids() {
        let ids = || {
            let clock = Clock::parse("2026-01-31T12:00:00Z").unwrap();
            (0..300).map(|_| clock.new_id("same text")).collect::<Vec<_>>()
        };
        let (first, second) = (ids(), ids());
        assert_eq!(first, second);
        assert!(first.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(first.iter().all(|id| id.get_version_num() == 7));
    }

    #[test]
    fn a_time_without_offset_is_refused() {
        assert!(Clock::parse("2026-01-31T12:00:00").is_err());
        assert!(Clock::parse("yesterday").is_err());
    }
}
