//! Changing memories in place.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::Record;
use super::change::Provenance;
use super::draft::titled;
use super::embedding::{Vectors, embed, store_vectors};
use super::filter::Visible;
use super::fold::SOURCE_SHARE;
use super::kinds::{MemoryType, Source, State};
use super::memorize::{Outcome, change};
use super::record::{Memory, check_content, check_importance, checked_files, checked_label, checked_tags};
use crate::clock::Clock;
use crate::embed::Model;
use crate::error::{Error, Result};
use crate::store::Store;

/// What shall be another; what is absent stays.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Changes {
    /// A new title; blank for the content's first sentence.
    pub title: Option<String>,
    /// A new text.
    pub content: Option<String>,
    /// What it is about.
    pub memory_type: Option<MemoryType>,
    /// 0.0 to 1.0.
    pub importance: Option<f64>,
    /// Who vouches for it.
    pub source: Option<Source>,
    /// Where it stands.
    pub state: Option<State>,
    /// A new key; blank for none.
    pub key: Option<String>,
    /// For whom; blank for everybody.
    pub role: Option<String>,
    /// Free strings in place of the present ones.
    pub metadata: Option<BTreeMap<String, String>>,
    /// Tags in place of the present ones.
    pub tags: Option<Vec<String>>,
    /// Tags beside the present ones.
    pub add_tags: Vec<String>,
    /// Tags to take away.
    pub remove_tags: Vec<String>,
    /// Files in place of the present ones.
    pub files: Option<Vec<String>>,
    /// Files beside the present ones.
    pub add_files: Vec<String>,
    /// Files to take away.
    pub remove_files: Vec<String>,
}

impl Changes {
    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The record as it shall be; its `updated_at` moves only when something differs.
    pub fn apply(&self, old: &Memory, clock: &Clock) -> Result<Memory> {
        let mut new = old.clone();
        if let Some(content) = &self.content {
            check_content(content)?;
            new.content.clone_from(content);
        }
        if self.title.is_some() || (self.content.is_some() && !old.title_given) {
            (new.title, new.title_given) = titled(self.title.as_deref(), &new.content)?;
        }
        if let Some(importance) = self.importance {
            new.importance = check_importance(importance)?;
        }
        new.memory_type = self.memory_type.unwrap_or(old.memory_type);
        new.source = self.source.unwrap_or(old.source);
        new.state = self.state.unwrap_or(old.state);
        if old.state == State::Consolidated && new.content != old.content && self.state.is_none() {
            // It says something that its parent does not.
            new.state = State::Working;
            if self.importance.is_none() {
                new.importance = (old.importance / SOURCE_SHARE).min(1.0);
            }
        }
        if self.key.is_some() {
            new.key = checked_label("key", self.key.as_deref())?;
        }
        if self.role.is_some() {
            new.role = checked_label("role", self.role.as_deref())?;
        }
        if let Some(metadata) = &self.metadata {
            new.metadata.clone_from(metadata);
        }
        let tags = edited(self.tags.as_ref().unwrap_or(&old.tags), &self.add_tags);
        let gone = checked_tags(&self.remove_tags)?;
        new.tags = checked_tags(&tags)?.into_iter().filter(|tag| !gone.contains(tag)).collect();
        let files = edited(self.files.as_ref().unwrap_or(&old.related_files), &self.add_files);
        new.related_files = checked_files(&files)?.into_iter().filter(|it| !self.remove_files.contains(it)).collect();
        if new != *old {
            new.updated_at = clock.now();
        }
        Ok(new)
    }
}

fn edited(present: &[String], added: &[String]) -> Vec<String> {
    present.iter().chain(added).cloned().collect()
}

/// A changed memory, what was done, and whether its vector was made now.
pub type Updated = (Memory, Outcome, bool);

/// Changes memories in one commit, with the trace of what they were; answers in order.
///
/// `model` is asked for only when a text changes. Refused ones do not keep the others from being changed.
pub async fn update<'m>(
    store: &Store,
    clock: &Clock,
    by: &Provenance,
    wanted: Vec<(Uuid, Changes)>,
    model: impl FnOnce() -> Result<Option<&'m mut Model>>,
) -> Result<(Vec<Result<Updated>>, Option<Error>)> {
    let before = read(store, &wanted).await?;
    let drafts = wanted.iter().filter_map(|(id, changes)| {
        let old = before.iter().find(|memory| memory.id == *id)?;
        changes.apply(old, clock).ok().filter(|new| new.revision() != old.revision())
    });
    let drafts: Vec<Memory> = drafts.collect();
    let (vectors, model_failed) = match if drafts.is_empty() { None } else { model()? } {
        Some(model) => match embed(model, drafts.iter()) {
            Ok(vectors) => (vectors, None),
            Err(error) => (Vectors::default(), Some(error)),
        },
        None => (Vectors::default(), None),
    };
    let writer = store.writer()?;
    let mut present = read(store, &wanted).await?;
    let mut plan = Plan::default();
    for (id, changes) in &wanted {
        let outcome = plan.one(store, clock, by, &mut present, *id, changes).await?;
        plan.answers.push(outcome);
    }
    writer.put(&plan.traces, &plan.rows()).await?;
    let embedded = plan.rewritten.iter().filter(|memory| vectors.of(memory).is_some());
    store_vectors(&writer, &vectors, embedded).await;
    let answers = plan.answers.into_iter().map(|answer| {
        answer.map(|(memory, outcome)| {
            let embedded = vectors.of(&memory).is_some();
            (memory, outcome, embedded)
        })
    });
    Ok((answers.collect(), model_failed))
}

async fn read(store: &Store, wanted: &[(Uuid, Changes)]) -> Result<Vec<Memory>> {
    let ids: Vec<Uuid> = wanted.iter().map(|(id, _)| *id).collect();
    store.memories_by_id(&Visible::All, &ids).await
}

#[derive(Default)]
struct Plan {
    rewritten: Vec<Memory>,
    traces: Vec<Record>,
    answers: Vec<Result<(Memory, Outcome)>>,
}

impl Plan {
    /// Applies one change to the record as it stands, which may be one that was changed a line before.
    async fn one(
        &mut self,
        store: &Store,
        clock: &Clock,
        by: &Provenance,
        present: &mut [Memory],
        id: Uuid,
        changes: &Changes,
    ) -> Result<Result<(Memory, Outcome)>> {
        let Some(old) = present.iter_mut().find(|memory| memory.id == id) else {
            return Ok(Err(Error::usage("forgotten_meanwhile", format!("id: {id} was forgotten a moment ago"))
                .hint("nothing is left to change")));
        };
        let new = match changes.apply(old, clock) {
            Ok(new) => new,
            Err(error) => return Ok(Err(error)),
        };
        if new == *old {
            return Ok(Ok((new, Outcome::Unchanged)));
        }
        if new.key != old.key
            && let Some(key) = &new.key
        {
            let taken = store.memories_like(&new.scope, &[key], &[]).await?;
            if taken.iter().chain(&self.rewritten).any(|it| it.id != id && it.key.as_ref() == Some(key)) {
                return Ok(Err(Error::usage("key_taken", format!("key: {key:?} names another memory already"))
                    .hint("a key names one memory of a scope: choose another, or change that one")));
            }
        }
        self.traces.push(Record::Change(change(old, &new, clock, by)));
        self.rewritten.retain(|memory| memory.id != id);
        self.rewritten.push(new.clone());
        *old = new.clone();
        Ok(Ok((new, Outcome::Updated)))
    }

    fn rows(&self) -> Vec<Record> {
        self.rewritten.iter().cloned().map(Record::Memory).collect()
    }
}
