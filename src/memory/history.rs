//! What happened to a memory, from its beginning to its end.

use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::change::{Change, Provenance, Tombstone};
use super::filter::Visible;
use super::kinds::Relation;
use super::link::Link;
use super::lookup;
use super::record::Memory;
use crate::error::{Error, Result};
use crate::store::Store;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// When.
    pub at: Timestamp,
    /// By what.
    pub by: Provenance,
    /// What.
    pub what: What,
}

/// The things that happen.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// It was stored.
    Created,
    /// Fields changed: per field what it held before and after.
    Updated(Vec<FieldChange>),
    /// It was tied to another one; a supersession or consolidation reads from its own side.
    Linked(Link),
    /// A link of it was removed.
    Unlinked(Link),
    /// It was forgotten.
    Forgotten,
}

/// A field that changed; the text of a forgotten memory is gone from here too.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldChange {
    /// Name of the field.
    pub field: String,
    /// What it held.
    pub before: Value,
    /// What it held then.
    pub after: Value,
}

/// The history of one memory.
pub struct History {
    /// Its whole id.
    pub id: Uuid,
    /// Its scope.
    pub scope: String,
    /// Oldest first.
    pub events: Vec<Event>,
}

/// Reads the history of a memory in sight, forgotten ones included.
pub async fn history(store: &Store, visible: &Visible, id: &str) -> Result<Option<History>> {
    if let Some(memory) = lookup::find(store, visible, id).await? {
        let mut events = vec![Event { at: memory.created_at, by: memory.made.clone(), what: What::Created }];
        events.extend(updates(store.changes_of(&[memory.id]).await?, memory.changeable()));
        events.extend(links(store, visible, memory.id).await?);
        return Ok(Some(finish(&memory, events)));
    }
    let mut found = store.tombstones(visible, &lookup::checked_id(id)?).await?;
    if found.len() > 1 {
        return Err(Error::usage("ambiguous_id", format!("id: {id:?} is the beginning of {} ids", found.len()))
            .hint("give more characters"));
    }
    let Some(tombstone) = found.pop() else { return Ok(None) };
    let Tombstone { id, scope, created_at, made, ended } = tombstone;
    let mut events = vec![Event { at: created_at, by: made, what: What::Created }];
    events.extend(updates(store.changes_of(&[id]).await?, Map::new()));
    events.extend(links(store, visible, id).await?);
    events.push(Event { at: ended.at, by: ended.by, what: What::Forgotten });
    events.sort_by_key(|event| event.at);
    Ok(Some(History { id, scope, events }))
}

fn finish(memory: &Memory, mut events: Vec<Event>) -> History {
    // Stable, so that what happened at one instant stays in the order of making.
    events.sort_by_key(|event| event.at);
    History { id: memory.id, scope: memory.scope.clone(), events }
}

/// What each change left behind is what the next one found, and at last the present record.
fn updates(changes: Vec<Change>, mut present: Map<String, Value>) -> Vec<Event> {
    let mut events = Vec::with_capacity(changes.len());
    for change in changes.into_iter().rev() {
        let mut fields = Vec::new();
        for (field, before) in change.before {
            let after = present.insert(field.clone(), before.clone()).unwrap_or(Value::Null);
            // Bookkeeping: the time stands on the event, a made title follows the content.
            if field != "updated_at" && field != "title_given" {
                fields.push(FieldChange { field, before, after });
            }
        }
        events.push(Event { at: change.at, by: change.by, what: What::Updated(fields) });
    }
    events.reverse();
    events
}

async fn links(store: &Store, visible: &Visible, id: Uuid) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    for link in store.links_ever_of(visible, id).await? {
        events.push(Event { at: link.created_at, by: link.made.clone(), what: What::Linked(link.clone()) });
        if let Some(ended) = link.ended.clone() {
            events.push(Event { at: ended.at, by: ended.by, what: What::Unlinked(link) });
        }
    }
    Ok(events)
}

impl What {
    /// One word for it, seen from the memory `id`.
    pub fn as_str(&self, id: Uuid) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated(_) => "updated",
            Self::Linked(link) if link.to == id && link.relation == Relation::Supersedes => "superseded",
            Self::Linked(link) if link.to == id && link.relation == Relation::Consolidates => "consolidated",
            Self::Linked(_) => "linked",
            Self::Unlinked(_) => "unlinked",
            Self::Forgotten => "forgotten",
        }
    }
}
