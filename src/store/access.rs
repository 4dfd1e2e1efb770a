//! The access log: which memories were recalled, and when. A side file, so that reading costs no table version.
//!
//! `access.log` takes a line a recall: microseconds since 1970 and the ids that were answered. When it has grown,
//! it is folded into `access.folded`, a line a memory: id, uses, last use. Losing either loses no memory.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;

use jiff::Timestamp;
use uuid::Uuid;

use super::Store;
use super::lock::not_writable;
use crate::atomic::replace_file;
use crate::error::Result;
use crate::memory::decay::Usage;

const LOG: &str = "access.log";
const FOLDED: &str = "access.folded";
/// Bytes of the log from which on it is folded.
const FOLD_BYTES: u64 = 128 << 10;

impl Store {
    /// Notes that these memories answered a recall. A store that cannot be written to notes nothing.
    pub fn record_access(&self, at: Timestamp, ids: &[Uuid]) {
        if let Err(error) = append(self.dir(), at, ids) {
            tracing::debug!("a recall was not noted: {error}");
        }
    }

    /// Moves what the log holds into the folded file, so that reading it costs no more than it must.
    pub fn fold_access(&self) -> Result<()> {
        let folded = || {
            let mut log = match OpenOptions::new().read(true).append(true).open(self.dir().join(LOG)) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
                opened => opened?,
            };
            log.lock()?;
            if log.metadata()?.len() == 0 { Ok(()) } else { fold(self.dir(), &mut log) }
        };
        folded().map_err(|error| not_writable(self.dir(), &error))
    }

    /// Adds what another store knows of the use of memories; where both know, the larger count stands.
    pub fn merge_usage(&self, others: &HashMap<Uuid, Usage>) -> Result<()> {
        let merged = || {
            let mut log = OpenOptions::new().read(true).append(true).create(true).open(self.dir().join(LOG))?;
            log.lock()?;
            let mut usage = gathered(self.dir(), &mut log)?;
            for (id, other) in others {
                let it = usage.entry(*id).or_default();
                *it = Usage { uses: it.uses.max(other.uses), last: it.last.max(other.last) };
            }
            replace(self.dir(), &usage, &mut log)
        };
        if others.is_empty() { Ok(()) } else { merged().map_err(|error| not_writable(self.dir(), &error)) }
    }

    /// How the memories were used so far.
    pub fn usage(&self) -> HashMap<Uuid, Usage> {
        read(self.dir()).unwrap_or_else(|error| {
            tracing::debug!("the access log cannot be read: {error}");
            HashMap::new()
        })
    }
}

fn append(dir: &Path, at: Timestamp, ids: &[Uuid]) -> std::io::Result<()> {
    let mut line = at.as_microsecond().to_string();
    for id in ids {
        line.push_str(&format!(" {id}"));
    }
    line.push('\n');
    let mut log = OpenOptions::new().read(true).append(true).create(true).open(dir.join(LOG))?;
    // Given back when the file is closed, also by a kill.
    log.lock()?;
    log.write_all(line.as_bytes())?;
    if log.metadata()?.len() > FOLD_BYTES {
        fold(dir, &mut log)?;
    }
    Ok(())
}

/// The log is locked: what it holds moves into the folded file, which is replaced whole before the log is emptied.
fn fold(dir: &Path, log: &mut File) -> std::io::Result<()> {
    let usage = gathered(dir, log)?;
    replace(dir, &usage, log)
}

fn replace(dir: &Path, usage: &HashMap<Uuid, Usage>, log: &mut File) -> std::io::Result<()> {
    let mut lines: Vec<String> = usage
        .iter()
        .map(|(id, it)| format!("{id} {} {}\n", it.uses, it.last.map_or(0, |last| last.as_microsecond())))
        .collect();
    lines.sort_unstable();
    replace_file(&dir.join(FOLDED), lines.concat().as_bytes())?;
    log.set_len(0)
}

fn read(dir: &Path) -> std::io::Result<HashMap<Uuid, Usage>> {
    match File::open(dir.join(LOG)) {
        Ok(mut log) => {
            log.lock_shared()?;
            gathered(dir, &mut log)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(HashMap::new()),
        Err(error) => Err(error),
    }
}

/// Both files together; a line that is not whole counts as not there.
fn gathered(dir: &Path, log: &mut File) -> std::io::Result<HashMap<Uuid, Usage>> {
    let mut usage: HashMap<Uuid, Usage> = HashMap::new();
    let folded = std::fs::read_to_string(dir.join(FOLDED)).unwrap_or_default();
    for line in folded.lines() {
        let mut words = line.split(' ');
        let id = words.next().and_then(|word| Uuid::parse_str(word).ok());
        let uses = words.next().and_then(|word| word.parse().ok());
        if let (Some(id), Some(uses), Some(last)) = (id, uses, words.next().and_then(moment)) {
            usage.insert(id, Usage { uses, last: Some(last) });
        }
    }
    let mut text = String::new();
    log.rewind()?;
    log.read_to_string(&mut text)?;
    for line in text.lines() {
        let mut words = line.split(' ');
        let Some(at) = words.next().and_then(moment) else { continue };
        for id in words.filter_map(|word| Uuid::parse_str(word).ok()) {
            let it = usage.entry(id).or_default();
            it.uses += 1;
            it.last = it.last.max(Some(at));
        }
    }
    Ok(usage)
}

fn moment(word: &str) -> Option<Timestamp> {
    Timestamp::from_microsecond(word.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_changes_no_count() {
        let dir = tempfile::tempdir().unwrap();
        let (a, b) = (Uuid::now_v7(), Uuid::now_v7());
        let at = |second| Timestamp::from_second(second).unwrap();
        let recalls = 4000;
        for n in 0..recalls {
            append(dir.path(), at(n), &[a, b][..if n % 4 == 0 { 2 } else { 1 }]).unwrap();
        }
        assert!(std::fs::metadata(dir.path().join(LOG)).unwrap().len() < FOLD_BYTES);
        assert!(dir.path().join(FOLDED).exists());
        let usage = read(dir.path()).unwrap();
        assert_eq!(usage[&a], Usage { uses: recalls as u64, last: Some(at(recalls - 1)) });
        assert_eq!(usage[&b], Usage { uses: recalls as u64 / 4, last: Some(at(recalls - 4)) });
        std::fs::write(dir.path().join(LOG), "garbage\n17 not-an-id\n").unwrap();
        assert!(read(dir.path()).is_ok());
    }
}
