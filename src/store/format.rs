//! The store's format number, kept in `format.json` beside the tables.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::lock::not_writable;
use super::rows::damaged;
use crate::atomic::replace_file;
use crate::error::{Error, Result};

/// The format that this program writes.
pub const FORMAT: u32 = 1;
const FILE: &str = "format.json";

#[derive(Serialize, Deserialize)]
struct FormatFile {
    format: u32,
    written_by: String,
}

/// Refuses a store of a newer format; a store whose note was lost counts as this one.
pub(super) fn check(dir: &Path) -> Result<()> {
    let path = dir.join(FILE);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(super::unreadable(dir, &error)),
    };
    let note: FormatFile = serde_json::from_slice(&bytes).map_err(|_| damaged(FILE))?;
    if note.format <= FORMAT {
        return Ok(());
    }
    Err(Error::store(
        "store_newer",
        format!(
            "the store has format {}, written by octobrain {}; this one reads up to {FORMAT}",
            note.format, note.written_by
        ),
    )
    .hint("upgrade octobrain, or point --store to another folder"))
}

/// When the note was written, which is when the store was made.
pub(super) fn written_at(dir: &Path) -> Option<jiff::Timestamp> {
    std::fs::metadata(dir.join(FILE)).ok()?.modified().ok()?.try_into().ok()
}

/// Writes the note, whole or not at all.
pub(super) fn write(dir: &Path) -> Result<()> {
    let note = FormatFile { format: FORMAT, written_by: env!("CARGO_PKG_VERSION").to_owned() };
    let text = serde_json::to_string(&note).map_err(|error| Error::internal(error.to_string()))?;
    replace_file(&dir.join(FILE), text.as_bytes()).map_err(|error| not_writable(dir, &error))
}
