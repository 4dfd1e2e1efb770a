//! Storing: meet exact duplicates, embed, meet near ones, tie, commit.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use super::Record;
use super::change::{Change, Provenance};
use super::duplicates::{Met, meet};
use super::embedding::{Vectors, embed, store_vectors};
use super::filter::Visible;
use super::goal::{Closed, Closings, close};
use super::kinds::Relation;
use super::link::{Link, LinkDraft};
use super::linking::{LinkOutcome, Linker, Target, resolve};
use super::record::Memory;
use super::sight::Sights;
use super::similar::{MAX_SIMILAR, Similar, closest, near, speaks};
use super::update::Changes;
use crate::clock::Clock;
use crate::embed::Model;
use crate::error::{Error, Result};
use crate::store::Store;
use crate::store::vectors::dot;
use crate::text::overlap::{agrees, shingles};

/// What to do about a memory that is nearly there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnSimilar {
    /// Store it and tie the two.
    Link,
    /// Leave it.
    Skip,
    /// Refuse it.
    Fail,
}

/// How a session stores.
#[derive(Debug, Clone)]
pub struct Policy {
    /// What to do about near-duplicates.
    pub on_similar: OnSimilar,
    /// Cosine from which on two memories are similar.
    pub threshold: f32,
    /// Whether similar ones are tied.
    pub auto_link: bool,
    /// Most automatic links at either end.
    pub max_auto_links: usize,
    /// Whether there is a model to ask for: embedding is done before the write lock is taken.
    pub embeds: bool,
    /// Only say what would be done.
    pub dry_run: bool,
    /// What stores, for the history.
    pub by: Provenance,
}

/// A checked memory and what it shall be tied to.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The memory, as it is stored when it is new.
    pub memory: Memory,
    /// What it changes in the record with its key, when that is there.
    pub changes: Changes,
    /// Its links.
    pub links: Vec<LinkDraft>,
}

/// What became of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Stored under a new id.
    Created,
    /// The record with this key was changed in place.
    Updated,
    /// It was there already.
    Unchanged,
    /// Not stored, because one that is nearly the same is there.
    Skipped,
}

impl Outcome {
    /// The `status` in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
            Self::Skipped => "skipped",
        }
    }
}

/// The answer for one memory.
#[derive(Debug, Clone)]
pub struct Stored {
    /// As it is stored, or would be.
    pub memory: Memory,
    /// What was done.
    pub outcome: Outcome,
    /// Existing ones that say nearly the same, closest first.
    pub similar: Vec<Similar>,
    /// The links that were asked for.
    pub links: Vec<(Link, LinkOutcome)>,
    /// Whether its vector was made now.
    pub embedded: bool,
    /// The goals that it closed.
    pub closed: Vec<Closed>,
}

/// The answers for a batch, in order, and why there are no vectors, if the model failed.
pub struct Batch {
    /// One a memory: what became of it, or why it was refused.
    pub answers: Vec<Result<Stored>>,
    /// The model's failure: the memories were stored without vectors.
    pub model_failed: Option<Error>,
}

/// Stores batches in one store, keeping what it has read of the vectors for the next one.
pub struct Memorizer {
    clock: Arc<Clock>,
    policy: Policy,
    sights: Sights,
}

/// One memory on its way.
struct Item {
    wanted: Wanted,
    met: Met,
    targets: Vec<Target>,
    near: Vec<Similar>,
    /// Not to be stored.
    skipped: bool,
}

impl Item {
    fn is_new(&self) -> bool {
        matches!(self.met, Met::New(_))
    }
}

impl Memorizer {
    /// A session that has read nothing yet.
    pub fn new(clock: Arc<Clock>, policy: Policy) -> Self {
        Self { clock, policy, sights: Sights::default() }
    }

    /// Stores a batch in one commit: memories, their links, and the trace of what was changed.
    ///
    /// `model` is asked for only when there is text without a vector; without one the memories are stored
    /// all the same and wait for their vectors.
    pub async fn store<'m>(
        &mut self,
        store: &Store,
        wanted: Vec<Wanted>,
        model: impl FnOnce() -> Result<Option<&'m mut Model>>,
    ) -> Result<Batch> {
        // Without a model nothing takes long, and what is examined under the lock need not be examined again.
        let writer = if self.policy.embeds || self.policy.dry_run { None } else { Some(store.writer()?) };
        let mut version = store.version().await?;
        let mut items = self.examine(store, wanted).await?;
        let has_new_text = items.iter().flatten().any(|item| item.met.has_new_text());
        let model = if has_new_text { model()? } else { None };
        let (vectors, model_failed) = self.approach(store, &mut items, model).await?;
        let nothing_to_do = |item: &Item| item.skipped || matches!(item.met, Met::Same(_)) && item.targets.is_empty();
        if self.policy.dry_run || items.iter().flatten().all(nothing_to_do) {
            let answers =
                items.into_iter().map(|item| item.map(|item| answer(item, &mut HashMap::new(), &vectors, Vec::new())));
            return Ok(Batch { answers: answers.collect(), model_failed });
        }
        let writer = match writer {
            Some(writer) => writer,
            None => {
                let writer = store.writer()?;
                let locked = store.version().await?;
                if locked != version {
                    // Others have written since the batch was examined.
                    items = self.examine_again(store, items).await?;
                    version = locked;
                }
                writer
            }
        };
        let clock = self.clock.clone();
        let mut linker = Linker::new(store, &clock, self.policy.by.clone());
        self.tie(store, &mut items, &mut linker).await?;
        let mut links = linker.finish();
        let mut closings = close(store, &clock, &links.new, written(&items)).await?;
        let (mut new, mut rewritten) = links.records();
        take_in(&mut closings, &mut items, &mut rewritten);
        new.extend(closings.new_records());
        for item in items.iter().flatten().filter(|item| !item.skipped) {
            match &item.met {
                Met::New(memory) => new.push(Record::Memory(memory.clone())),
                Met::Changed(both) => {
                    rewritten.push(Record::Memory(both.1.clone()));
                    new.push(Record::Change(change(&both.0, &both.1, &self.clock, &self.policy.by)));
                }
                Met::Same(_) => {}
            }
        }
        writer.put(&new, &rewritten).await?;
        let written: Vec<&Memory> = items
            .iter()
            .flatten()
            .filter(|it| !it.skipped && it.met.has_new_text())
            .map(|it| it.met.memory())
            .collect();
        store_vectors(&writer, &vectors, written.iter().copied()).await;
        self.sights.follow((version, store.version().await?), &written, &links.new, &vectors);
        let answers = items.into_iter().map(|item| {
            item.map(|item| {
                let closed = closings.closed.remove(&item.met.memory().id).unwrap_or_default();
                answer(item, &mut links.answers, &vectors, closed)
            })
        });
        let answers = answers.collect();
        Ok(Batch { answers, model_failed })
    }

    /// Meets a batch with the store: what each memory is, and what it shall be tied to.
    async fn examine(&mut self, store: &Store, wanted: Vec<Wanted>) -> Result<Vec<Result<Item>>> {
        let mut keys: HashSet<(String, String)> = HashSet::new();
        let mut items: Vec<Result<Item>> = Vec::with_capacity(wanted.len());
        for wanted in wanted {
            if let Some(key) = &wanted.memory.key
                && !keys.insert((wanted.memory.scope.clone(), key.clone()))
            {
                items.push(Err(Error::usage("repeated_key", format!("key: {key:?} is on an earlier line already"))
                    .hint("a key names one memory: leave one of the two lines out")));
                continue;
            }
            let visible = Visible::Scope(wanted.memory.scope.clone());
            match resolve(store, &visible, &wanted.links).await {
                Ok(targets) => {
                    let met = Met::New(wanted.memory.clone());
                    items.push(Ok(Item { wanted, met, targets, near: Vec::new(), skipped: false }));
                }
                Err(error) if error.kind == crate::error::ErrorKind::Usage => items.push(Err(error)),
                Err(error) => return Err(error),
            }
        }
        let met = {
            let wanted: Vec<&Wanted> = items.iter().flatten().map(|item| &item.wanted).collect();
            meet(store, &mut self.sights, &self.clock, &wanted).await?
        };
        for (item, (met, twin)) in items.iter_mut().flatten().zip(met) {
            item.met = met;
            item.near.extend(twin.map(|twin| Similar::new(&twin, 1.0)));
        }
        Ok(items)
    }

    /// The same again under the lock, keeping what was found out about neighbours that are still there.
    async fn examine_again(&mut self, store: &Store, items: Vec<Result<Item>>) -> Result<Vec<Result<Item>>> {
        let mut again = Vec::with_capacity(items.len());
        let (mut kept, mut near) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Ok(item) => {
                    again.push(None);
                    near.push((item.near, item.skipped));
                    kept.push(item.wanted);
                }
                Err(error) => again.push(Some(Err(error))),
            }
        }
        let ids: Vec<Uuid> = near.iter().flat_map(|(near, _)| near.iter().map(|it| it.id)).collect();
        let stored = store.memories_by_id(&Visible::All, &ids).await?;
        let there: HashSet<Uuid> =
            stored.iter().map(|memory| memory.id).chain(kept.iter().map(|it| it.memory.id)).collect();
        let mut examined = self.examine(store, kept).await?.into_iter().zip(near);
        let merged = again.into_iter().map(|slot| {
            slot.unwrap_or_else(|| match examined.next() {
                Some((item, (near, skipped))) => item.map(|mut item| {
                    item.near = near.into_iter().filter(|it| there.contains(&it.id)).collect();
                    item.skipped = skipped && item.is_new();
                    item
                }),
                None => Err(Error::internal("a memory of the batch was lost")),
            })
        });
        Ok(merged.collect())
    }

    /// Embeds what is new and finds what is like it; decides what is not stored for it.
    async fn approach(
        &mut self,
        store: &Store,
        items: &mut [Result<Item>],
        model: Option<&mut Model>,
    ) -> Result<(Vectors, Option<Error>)> {
        let Some(model) = model else { return Ok((Vectors::default(), None)) };
        let new = items.iter().flatten().filter(|item| item.met.has_new_text()).map(|item| item.met.memory());
        let vectors = match embed(model, new) {
            Ok(vectors) => vectors,
            Err(error) => return Ok((Vectors::default(), Some(error))),
        };
        let mut fresh: Vec<Memory> = Vec::new();
        let mut dropped: HashSet<Uuid> = HashSet::new();
        for slot in items.iter_mut() {
            let Ok(item) = slot else { continue };
            let memory = item.met.memory().clone();
            let Some(vector) = vectors.of(&memory).filter(|_| item.met.has_new_text()) else {
                // Maybe the same words as a line before that was not stored.
                item.skipped = dropped.contains(&memory.id);
                continue;
            };
            let least = self.policy.threshold;
            let mut found = near(&mut self.sights, store, &memory, (model, vector), least).await?;
            found.extend(among(&fresh, &memory, (model, vector), &vectors, least)?);
            // The very same words under another key are named already.
            found.retain(|it| item.near.iter().all(|twin| twin.id != it.id));
            item.near.append(&mut found);
            closest(&mut item.near);
            let explicit = |it: &&Similar| item.targets.iter().all(|target| target.memory.id != it.id);
            let twin = item.near.iter().find(explicit);
            match (self.policy.on_similar, twin) {
                (OnSimilar::Skip, Some(_)) if item.is_new() => {
                    item.skipped = true;
                    dropped.insert(memory.id);
                }
                (OnSimilar::Fail, Some(twin)) if item.is_new() => {
                    let error = similar_exists(twin);
                    dropped.insert(memory.id);
                    *slot = Err(error);
                }
                _ => fresh.push(memory),
            }
        }
        Ok((vectors, None))
    }

    /// Plans the links that were asked for, refusing a memory whose links cannot be made, then the automatic ones.
    async fn tie(&mut self, store: &Store, items: &mut [Result<Item>], linker: &mut Linker<'_>) -> Result<()> {
        let stored: Vec<Uuid> = items
            .iter()
            .flatten()
            .filter(|item| !item.is_new() && !item.targets.is_empty())
            .map(|item| item.met.memory().id)
            .collect();
        let existing = store.links_of(&Visible::All, &stored).await?;
        for slot in items.iter_mut() {
            let Ok(item) = slot else { continue };
            if item.skipped || item.targets.is_empty() {
                continue;
            }
            let memory = item.met.memory();
            let visible = Visible::Scope(memory.scope.clone());
            let own: Vec<Link> = existing.iter().filter(|link| link.from == memory.id).cloned().collect();
            let mark = linker.mark();
            if let Err(error) = linker.ask(&visible, memory, &item.targets, &own).await {
                if error.kind != crate::error::ErrorKind::Usage {
                    return Err(error);
                }
                linker.rewind(mark);
                *slot = Err(error);
            }
        }
        if self.policy.auto_link && self.policy.max_auto_links > 0 {
            self.tie_similar(store, items, linker).await?;
        }
        Ok(())
    }

    /// Ties each new text to the closest ones, as long as neither end has its fill.
    async fn tie_similar(&mut self, store: &Store, items: &[Result<Item>], linker: &mut Linker<'_>) -> Result<()> {
        let most = self.policy.max_auto_links;
        let tied = |item: &&Item| !item.skipped && !item.near.is_empty() && item.met.has_new_text();
        for item in items.iter().flatten().filter(tied) {
            let memory = item.met.memory();
            let visible = Visible::Scope(memory.scope.clone());
            // What this very commit adds counts too.
            let mut planned: HashMap<Uuid, usize> = HashMap::new();
            for link in linker.automatic() {
                *planned.entry(link.from).or_default() += 1;
                *planned.entry(link.to).or_default() += 1;
            }
            let ties = self.sights.of(store, &visible).await?.ties(store).await?;
            let mut own = ties.automatic(memory.id) + planned.get(&memory.id).copied().unwrap_or(0);
            for similar in &item.near {
                let theirs = ties.automatic(similar.id) + planned.get(&similar.id).copied().unwrap_or(0);
                let asked = item.targets.iter().any(|target| target.memory.id == similar.id);
                if own >= most || theirs >= most || asked || ties.tied(memory.id, similar.id) {
                    continue;
                }
                let other = (similar.id, similar.scope.as_str());
                linker.add(memory, other, Relation::AutoLinked, f64::from(similar.similarity));
                own += 1;
            }
        }
        Ok(())
    }
}

/// Those before it in its batch that say nearly the same.
fn among(
    fresh: &[Memory],
    memory: &Memory,
    (model, vector): (&mut Model, &[f32]),
    vectors: &Vectors,
    least: f32,
) -> Result<Vec<Similar>> {
    let visible = Visible::Scope(memory.scope.clone());
    let others = fresh.iter().filter(|other| visible.sees(&other.scope) && other.id != memory.id);
    let close: Vec<(&Memory, f32)> = others
        .map(|other| (other, vectors.of(other).map_or(0.0, |other| dot(other, vector))))
        .filter(|(_, cosine)| *cosine >= least)
        .collect();
    if close.is_empty() {
        return Ok(Vec::new());
    }
    let (speaks, own) = (speaks(model, &memory.content)?, shingles(&memory.content));
    let same = close.into_iter().filter(|(other, _)| speaks || agrees(&own, &shingles(&other.content)));
    Ok(same.map(|(other, cosine)| Similar::new(other, cosine.min(1.0))).collect())
}

/// The memories that a commit writes.
fn written(items: &[Result<Item>]) -> HashMap<Uuid, Memory> {
    let stored = items.iter().flatten().filter(|item| !item.skipped && !matches!(item.met, Met::Same(_)));
    stored.map(|item| (item.met.memory().id, item.met.memory().clone())).collect()
}

/// Puts what closings changed into the items, and what is not theirs among the rewritten.
fn take_in(closings: &mut Closings, items: &mut [Result<Item>], rewritten: &mut Vec<Record>) {
    for item in items.iter_mut().flatten() {
        let id = item.met.memory().id;
        match &mut item.met {
            Met::New(memory) => closings.memories.remove(&id).into_iter().for_each(|it| *memory = it),
            Met::Changed(both) => closings.memories.remove(&id).into_iter().for_each(|it| both.1 = it),
            Met::Same(memory) => {
                if let Some(it) = closings.memories.get(&id) {
                    *memory = it.clone();
                }
            }
        }
    }
    rewritten.extend(closings.memories.drain().map(|(_, memory)| Record::Memory(memory)));
}

fn similar_exists(twin: &Similar) -> Error {
    let (id, title) = (twin.id, &twin.title);
    Error::usage("similar_exists", format!("it is like {id} ({:.2}): {title}", twin.similarity))
        .hint(format!("update that one, replace it with related_to {id}:supersedes, or store both: --on-similar link"))
}

fn answer(
    mut item: Item,
    links: &mut HashMap<Uuid, Vec<(Link, LinkOutcome)>>,
    vectors: &Vectors,
    closed: Vec<Closed>,
) -> Stored {
    let memory = item.met.memory().clone();
    let outcome = match &item.met {
        _ if item.skipped => Outcome::Skipped,
        Met::New(_) => Outcome::Created,
        Met::Changed(_) => Outcome::Updated,
        Met::Same(_) => Outcome::Unchanged,
    };
    item.near.truncate(MAX_SIMILAR);
    let embedded = item.met.has_new_text() && vectors.of(&memory).is_some();
    let links = links.remove(&memory.id).unwrap_or_default();
    Stored { memory, outcome, similar: item.near, links, embedded, closed }
}

/// The trace of a change in place.
pub fn change(old: &Memory, new: &Memory, clock: &Clock, by: &Provenance) -> Change {
    Change {
        id: clock.new_id(&new.content),
        scope: old.scope.clone(),
        subject: old.id,
        at: new.updated_at,
        before: old.differing(new),
        by: by.clone(),
    }
}
