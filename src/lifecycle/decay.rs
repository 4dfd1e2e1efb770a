//! `decay`: what has faded since the last run, and the access log folded.
//!
//! Ranking uses the same function whether this ever runs or not; what runs here is bookkeeping and a report.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;

use jiff::Timestamp;
use uuid::Uuid;

use crate::atomic::replace_file;
use crate::error::{Error, Result};
use crate::memory::decay::{Decay, Usage};
use crate::memory::filter::Visible;
use crate::store::{Ageing, Store};

/// The effective importance of every memory at the last run: a line each, id and value.
const FILE: &str = "decay.last";

/// One memory whose importance has moved.
#[derive(Debug, Clone, PartialEq)]
pub struct Faded {
    /// The memory.
    pub id: Uuid,
    /// Its scope.
    pub scope: String,
    /// As it was given.
    pub importance: f64,
    /// What is left of it.
    pub effective: f64,
    /// What was left at the last run; its importance where there was none.
    pub before: f64,
    /// Times that it was recalled.
    pub uses: u64,
    /// Days since its last use, or since it was stored.
    pub idle_days: f64,
    /// Whether it can fall no further.
    pub at_floor: bool,
}

/// What of a decay run is asked for.
#[derive(Debug, Clone)]
pub struct Request {
    /// Which memories.
    pub visible: Visible,
    /// Smaller moves are not told.
    pub min_change: f64,
    /// Change nothing.
    pub dry_run: bool,
}

/// Folds the access log, and answers what has moved since the last run, most moved first.
pub async fn decay(store: &Store, decay: &Decay, now: Timestamp, request: &Request) -> Result<Vec<Faded>> {
    let rows = store.ageing(&request.visible).await?;
    if !request.dry_run {
        store.fold_access()?;
    }
    let usage = store.usage();
    let mut last = read(store);
    let mut faded = Vec::new();
    for row in &rows {
        let used = usage.get(&row.id).copied().unwrap_or_default();
        let effective = decay.effective(&row.standing, used, now);
        let before = last.insert(row.id, effective).unwrap_or(row.standing.importance);
        if (effective - before).abs() > request.min_change {
            faded.push(one(row, used, (before, effective), decay, now));
        }
    }
    if !request.dry_run {
        if request.visible == Visible::All {
            let live: std::collections::HashSet<Uuid> = rows.iter().map(|row| row.id).collect();
            last.retain(|id, _| live.contains(id));
        }
        write(store, &last)?;
    }
    let moved = |it: &Faded| (it.effective - it.before).abs();
    faded.sort_by(|a, b| moved(b).total_cmp(&moved(a)).then(a.id.cmp(&b.id)));
    Ok(faded)
}

fn one(row: &Ageing, usage: Usage, (before, effective): (f64, f64), decay: &Decay, now: Timestamp) -> Faded {
    Faded {
        id: row.id,
        scope: row.scope.clone(),
        importance: row.standing.importance,
        effective,
        before,
        uses: usage.uses,
        idle_days: Decay::idle_days(&row.standing, usage, now),
        at_floor: effective <= decay.least(&row.standing),
    }
}

fn path(store: &Store) -> PathBuf {
    store.dir().join(FILE)
}

fn read(store: &Store) -> HashMap<Uuid, f64> {
    let text = std::fs::read_to_string(path(store)).unwrap_or_default();
    let entry = |line: &str| {
        let (id, value) = line.split_once(' ')?;
        Some((Uuid::parse_str(id).ok()?, value.parse().ok()?))
    };
    text.lines().filter_map(entry).collect()
}

fn write(store: &Store, last: &HashMap<Uuid, f64>) -> Result<()> {
    let mut lines: Vec<(&Uuid, &f64)> = last.iter().collect();
    lines.sort_unstable_by_key(|(id, _)| **id);
    let mut text = String::with_capacity(lines.len() * 50);
    for (id, value) in lines {
        let _ = writeln!(text, "{id} {value:.6}");
    }
    replace_file(&path(store), text.as_bytes()).map_err(|error| {
        Error::store("not_writable", format!("cannot write to the store {}: {error}", store.dir().display()))
            .hint("check its permissions and free space; --dry-run writes nothing")
    })
}
