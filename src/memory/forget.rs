//! Forgetting: the only thing that removes what a caller stored.

use std::collections::{HashMap, HashSet};

use serde_json::Map;
use uuid::Uuid;

use super::Record;
use super::change::{Ended, Provenance, Tombstone};
use super::filter::{Filter, Visible};
use super::kinds::Relation;
use super::linking::ended;
use super::record::Memory;
use crate::clock::Clock;
use crate::error::Result;
use crate::store::{Store, Writer};
use crate::text::sentence::sentences;

/// A sentence shorter than this, in characters, proves no descent: it may stand anywhere.
const TELLING_CHARS: usize = 20;

/// Removes memories with their links in one commit; a tombstone without text stays of each.
///
/// Answers those that were there; the others somebody else had forgotten meanwhile.
pub async fn forget(writer: &Writer<'_>, ids: &[Uuid], clock: &Clock, by: &Provenance) -> Result<Vec<Memory>> {
    let store = writer.store();
    let memories = store.memories_by_id(&Visible::All, ids).await?;
    let gone: Vec<Uuid> = memories.iter().map(|memory| memory.id).collect();
    let at = clock.now();
    let mut rewritten: Vec<Record> = memories.iter().map(|memory| tombstone(memory, clock, by)).collect();
    for link in store.links_of(&Visible::All, &gone).await? {
        // What a caller wrote about the link may quote the memory.
        let link = super::link::Link { description: None, ..link };
        rewritten.push(Record::Link(ended(link, at, by)));
    }
    for change in store.changes_of(&gone).await? {
        rewritten.push(Record::Change(super::change::Change { before: Map::new(), ..change }));
    }
    writer.put(&[], &rewritten).await?;
    Ok(memories)
}

fn tombstone(memory: &Memory, clock: &Clock, by: &Provenance) -> Record {
    Record::Tombstone(Tombstone {
        id: memory.id,
        scope: memory.scope.clone(),
        created_at: memory.created_at,
        made: memory.made.clone(),
        ended: Ended { at: clock.now(), by: by.clone() },
    })
}

/// Memories in sight that hold sentences of these, or were made from them: their text outlives a purge.
pub async fn derived(store: &Store, visible: &Visible, memories: &[Memory]) -> Result<Vec<Memory>> {
    let own: HashSet<Uuid> = memories.iter().map(|memory| memory.id).collect();
    let ids: Vec<Uuid> = own.iter().copied().collect();
    let links = store.links_of(visible, &ids).await?;
    let parents: HashSet<Uuid> = links
        .iter()
        .filter(|link| link.relation == Relation::Consolidates && own.contains(&link.to))
        .map(|link| link.from)
        .collect();
    let telling: Vec<String> = memories
        .iter()
        .flat_map(|memory| sentences(&memory.content).map(flat))
        .filter(|sentence| sentence.chars().count() >= TELLING_CHARS)
        .collect();
    let mut found: HashMap<Uuid, Memory> = HashMap::new();
    for memory in store.memories(visible, &Filter::default()).await? {
        if own.contains(&memory.id) {
            continue;
        }
        let text = flat(&memory.content);
        if parents.contains(&memory.id) || telling.iter().any(|sentence| text.contains(sentence.as_str())) {
            found.insert(memory.id, memory);
        }
    }
    let mut found: Vec<Memory> = found.into_values().collect();
    found.sort_by_key(|memory| memory.id);
    Ok(found)
}

/// One blank between words, so that a sentence is found across a line break.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
