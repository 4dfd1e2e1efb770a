//! Folding: several memories step back behind one that says what they say.
//!
//! Nothing is removed. The sources stay as they are but for their state and importance, and `consolidates` links
//! lead to them from their parent.

use serde_json::{Map, Value};
use uuid::Uuid;

use super::change::{Change, Provenance};
use super::kinds::{MemoryType, Relation, Source, State};
use super::link::{DEFAULT_STRENGTH, Link};
use super::memorize::change;
use super::record::Memory;
use super::scope::GLOBAL;
use crate::clock::Clock;
use crate::error::{Error, Result};

/// What a source keeps of its importance.
pub const SOURCE_SHARE: f64 = 0.2;
/// What the parent of the most important source gains.
const PARENT_GAIN: f64 = 1.1;

/// Importance of the parent of these memories; none without any.
pub fn parent_importance<'a>(sources: impl Iterator<Item = &'a Memory>) -> Option<f64> {
    let most = sources.map(|source| source.importance).reduce(f64::max)?;
    // Three digits are more than anybody means, and leave no 0.6600000000000001.
    Some(((most * PARENT_GAIN * 1e6).round() / 1e6).min(1.0))
}

/// A memory as a source of a parent.
pub fn sunk(source: &Memory, clock: &Clock) -> Memory {
    let importance = (source.importance * SOURCE_SHARE * 1e6).round() / 1e6;
    Memory { state: State::Consolidated, importance, updated_at: clock.now(), ..source.clone() }
}

/// A memory in another state.
pub fn in_state(memory: &Memory, state: State, clock: &Clock) -> Memory {
    Memory { state, updated_at: clock.now(), ..memory.clone() }
}

/// The link from a parent to its source.
pub fn consolidates(parent: &Memory, source: &Memory, clock: &Clock, by: &Provenance) -> Link {
    let scope = if parent.scope == GLOBAL { &source.scope } else { &parent.scope };
    Link {
        id: clock.new_id(&format!("{}{}{}", parent.id, source.id, Relation::Consolidates)),
        scope: scope.clone(),
        from: parent.id,
        to: source.id,
        relation: Relation::Consolidates,
        strength: DEFAULT_STRENGTH,
        description: None,
        created_at: clock.now(),
        made: by.clone(),
        ended: None,
    }
}

/// A rewritten memory with the trace of what it was.
pub fn traced(old: &Memory, new: Memory, clock: &Clock, by: &Provenance) -> (Memory, Change) {
    let trace = change(old, &new, clock, by);
    (new, trace)
}

/// The memory as it was before a change.
pub fn restored(memory: &Memory, before: &Map<String, Value>) -> Result<Memory> {
    let mut old = memory.clone();
    for (field, value) in before {
        let text = || value.as_str().unwrap_or_default().to_owned();
        let optional = || value.as_str().map(str::to_owned);
        let damaged = |_| Error::store("store_damaged", format!("the store is damaged: a change of {field}"));
        match field.as_str() {
            "key" => old.key = optional(),
            "title" => old.title = text(),
            "title_given" => old.title_given = value.as_bool().unwrap_or(old.title_given),
            "content" => old.content = text(),
            "memory_type" => old.memory_type = MemoryType::parse(&text())?,
            "importance" => old.importance = value.as_f64().unwrap_or(old.importance),
            "source" => old.source = Source::parse(&text())?,
            "tags" => old.tags = serde_json::from_value(value.clone()).map_err(damaged)?,
            "related_files" => old.related_files = serde_json::from_value(value.clone()).map_err(damaged)?,
            "role" => old.role = optional(),
            "state" => old.state = State::parse(&text())?,
            "metadata" => old.metadata = serde_json::from_value(value.clone()).map_err(damaged)?,
            "updated_at" => old.updated_at = text().parse().unwrap_or(old.updated_at),
            _ => {}
        }
    }
    Ok(old)
}

/// What folding one parent over its sources writes, beside the parent.
pub struct Folding {
    /// The sources as they shall be.
    pub sources: Vec<Memory>,
    /// Traces of what they were.
    pub changes: Vec<Change>,
    /// Links from the parent.
    pub links: Vec<Link>,
}

/// Folds sources behind their parent.
pub fn fold(parent: &Memory, sources: &[Memory], clock: &Clock, by: &Provenance) -> Folding {
    let (rewritten, changes) = sources.iter().map(|source| traced(source, sunk(source, clock), clock, by)).unzip();
    let links = sources.iter().map(|source| consolidates(parent, source, clock, by)).collect();
    Folding { sources: rewritten, changes, links }
}

/// Whether somebody wants this memory left as it is: tagged `pinned`, or `"pinned": "true"` in its metadata.
pub fn is_pinned(memory: &Memory) -> bool {
    memory.tags.iter().any(|tag| tag == "pinned") || memory.metadata.get("pinned").is_some_and(|value| value == "true")
}

/// Ids of these memories.
pub fn ids(memories: &[Memory]) -> Vec<Uuid> {
    memories.iter().map(|memory| memory.id).collect()
}

#[cfg(test)]
mod tests {
    use super::super::draft::{Draft, validate};
    use super::*;

    #[test]
    fn what_a_change_took_comes_back() {
        let clock = Clock::parse("2026-01-01T00:00:00Z").unwrap();
        let draft = Draft { content: "a fact of some weight".to_owned(), key: Some("k".into()), ..Draft::default() };
        let old = validate(draft, 0.66, &clock, "memorize").unwrap();
        let later = Clock::parse("2026-02-01T00:00:00Z").unwrap();
        let mut new = sunk(&old, &later);
        assert_eq!((new.state, new.importance), (State::Consolidated, 0.132));
        new.content = "another fact".into();
        new.title = "another title".into();
        new.key = None;
        new.tags = vec!["t".into()];
        let (new, trace) = traced(&old, new, &later, &Provenance::command("sleep"));
        assert_eq!(restored(&new, &trace.before).unwrap(), old);
        assert_eq!(parent_importance([&old].into_iter()), Some(0.726));
        assert_eq!(parent_importance([].into_iter()), None);
    }
}
