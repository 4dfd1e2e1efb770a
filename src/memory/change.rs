//! What history is made of: who made a record, what was changed, and what was forgotten.

use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;

/// The command behind a record or a change, and its run where it was part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// `memorize`, `update`, `relate` …
    pub command: String,
    /// The run that `undo` takes back.
    pub run: Option<Uuid>,
}

impl Provenance {
    /// A command that is no part of a run.
    pub fn command(command: &str) -> Self {
        Self { command: command.to_owned(), run: None }
    }

    /// A part of a run.
    pub fn run(command: &str, run: Uuid) -> Self {
        Self { command: command.to_owned(), run: Some(run) }
    }
}

/// The end of a record, and who ended it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// When.
    pub at: Timestamp,
    /// By what.
    pub by: Provenance,
}

/// One change of a memory in place.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// UUIDv7.
    pub id: Uuid,
    /// Scope of the memory.
    pub scope: String,
    /// The memory.
    pub subject: Uuid,
    /// When.
    pub at: Timestamp,
    /// What the changed fields held before, by the names of the record; absent ones are `null`.
    pub before: Map<String, Value>,
    /// By what.
    pub by: Provenance,
}

/// One pass of a command that changes memories by itself, or folds them: what `undo` takes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// UUIDv7; what the run made or changed names it.
    pub id: Uuid,
    /// Where it worked.
    pub scope: String,
    /// `sleep` or `consolidate`.
    pub command: String,
    /// When.
    pub at: Timestamp,
    /// Set once it was taken back.
    pub undone: Option<Ended>,
}

/// What stays of a forgotten memory: that it was there, and nothing of what it said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tombstone {
    /// Id of the memory.
    pub id: Uuid,
    /// Its scope.
    pub scope: String,
    /// When it had been stored.
    pub created_at: Timestamp,
    /// By what it had been stored.
    pub made: Provenance,
    /// When and by what it was forgotten.
    pub ended: Ended,
}
