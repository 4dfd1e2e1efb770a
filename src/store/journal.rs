//! What happened, from rows: changes, what was forgotten, runs.

use arrow_array::RecordBatch;

use super::rows::{Columns, Made, damaged, kind, parse_id, time};
use crate::error::Result;
use crate::memory::change::{Change, Ended, Run, Tombstone};

/// Changes from one batch of whole rows.
pub(super) fn decode_changes(batch: &RecordBatch) -> Result<Vec<Change>> {
    let columns = Columns(batch);
    let (ids, scopes, subjects) = (columns.text("id")?, columns.text("scope")?, columns.text("subject")?);
    let (before, created) = (columns.text("metadata")?, columns.number("created_at")?);
    let made = Made::read(&columns, "made")?;
    (0..batch.num_rows())
        .map(|row| {
            Ok(Change {
                id: parse_id(ids.value(row))?,
                scope: scopes.value(row).to_owned(),
                subject: parse_id(subjects.value(row))?,
                at: time(created.value(row))?,
                before: serde_json::from_str(before.value(row)).map_err(|_| damaged("metadata"))?,
                by: made.of(row)?,
            })
        })
        .collect()
}

/// Tombstones from one batch of whole rows.
pub(super) fn decode_tombstones(batch: &RecordBatch) -> Result<Vec<Tombstone>> {
    let columns = Columns(batch);
    let (ids, scopes) = (columns.text("id")?, columns.text("scope")?);
    let (created, updated) = (columns.number("created_at")?, columns.number("updated_at")?);
    let (made, ended) = (Made::read(&columns, "made")?, Made::read(&columns, "ended")?);
    (0..batch.num_rows())
        .map(|row| {
            Ok(Tombstone {
                id: parse_id(ids.value(row))?,
                scope: scopes.value(row).to_owned(),
                created_at: time(created.value(row))?,
                made: made.of(row)?,
                ended: Ended { at: time(updated.value(row))?, by: ended.of(row)? },
            })
        })
        .collect()
}

/// Runs from one batch of whole rows.
pub(super) fn decode_runs(batch: &RecordBatch) -> Result<Vec<Run>> {
    let columns = Columns(batch);
    let (kinds, ids, scopes) = (columns.text("kind")?, columns.text("id")?, columns.text("scope")?);
    let (commands, ended) = (columns.text("content")?, Made::read(&columns, "ended")?);
    let (created, updated) = (columns.number("created_at")?, columns.number("updated_at")?);
    (0..batch.num_rows())
        .map(|row| {
            let undone = match kinds.value(row) {
                kind::UNDONE => Some(Ended { at: time(updated.value(row))?, by: ended.of(row)? }),
                _ => None,
            };
            Ok(Run {
                id: parse_id(ids.value(row))?,
                scope: scopes.value(row).to_owned(),
                command: commands.value(row).to_owned(),
                at: time(created.value(row))?,
                undone,
            })
        })
        .collect()
}
