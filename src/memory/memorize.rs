//! Storing: validate, meet exact duplicates, embed, commit, index.

use std::collections::{BTreeMap, HashMap};

use super::kinds::{MemoryType, Source, State};
use super::record::{
    Memory, check_content, check_importance, checked_files, checked_label, checked_tags, checked_title, derived_title,
};
use crate::clock::Clock;
use crate::embed::Embedder;
use crate::error::Result;
use crate::store::vectors::Embedded;
use crate::store::{RowRef, Store, Writer};

/// A memory as the caller describes it, before it has an identity.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// Where it shall be true; already checked.
    pub scope: String,
    /// The caller's key.
    pub key: Option<String>,
    /// A title; made from the content when absent.
    pub title: Option<String>,
    /// The fact.
    pub content: String,
    /// What it is about; `insight` when absent.
    pub memory_type: Option<MemoryType>,
    /// 0.0 to 1.0; the configured default when absent.
    pub importance: Option<f64>,
    /// Who vouches for it; inferred when absent.
    pub source: Option<Source>,
    /// Tags.
    pub tags: Vec<String>,
    /// Related files.
    pub related_files: Vec<String>,
    /// Who it is for.
    pub role: Option<String>,
    /// Free strings.
    pub metadata: BTreeMap<String, String>,
}

/// What became of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Stored under a new id.
    Created,
    /// The record with this key was changed in place.
    Updated,
    /// It was there already.
    Unchanged,
}

impl Outcome {
    /// The `status` in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
        }
    }
}

/// Checks a draft and gives it the identity of a new memory.
pub fn validate(draft: Draft, default_importance: f64, clock: &Clock) -> Result<Memory> {
    check_content(&draft.content)?;
    let made = derived_title(&draft.content);
    // A title that we would make ourselves is no title given: a record read from one command and
    // handed to the next stays the same record.
    let given = match draft.title.as_deref().map(str::trim).filter(|title| !title.is_empty() && *title != made) {
        Some(title) => Some(checked_title(title)?),
        None => None,
    };
    let now = clock.now();
    Ok(Memory {
        id: clock.new_id(&draft.content),
        scope: draft.scope,
        key: checked_label("key", draft.key.as_deref())?,
        title_given: given.is_some(),
        title: given.unwrap_or(made),
        memory_type: draft.memory_type.unwrap_or(MemoryType::Insight),
        importance: check_importance(draft.importance.unwrap_or(default_importance))?,
        source: draft.source.unwrap_or(Source::AgentInferred),
        tags: checked_tags(&draft.tags)?,
        related_files: checked_files(&draft.related_files)?,
        role: checked_label("role", draft.role.as_deref())?,
        state: State::Working,
        metadata: draft.metadata,
        created_at: now,
        updated_at: now,
        content: draft.content,
    })
}

/// A batch that has met what the store holds: what is to be embedded is known, nothing is written yet.
pub struct Prepared {
    wanted: Vec<Memory>,
    /// Texts without a vector, by revision.
    texts: HashMap<u64, String>,
}

/// Vectors of one model, by revision of the text.
pub struct Vectors {
    model: String,
    by_revision: HashMap<u64, Vec<f32>>,
}

impl Prepared {
    /// Whether all of it is there already, so that no model is needed.
    pub fn changes_nothing(&self) -> bool {
        self.texts.is_empty()
    }

    /// Embeds what is new; the store is not locked meanwhile.
    pub fn embed(&self, embedder: &mut dyn Embedder) -> Result<Vectors> {
        embed_texts(embedder, self.texts.clone())
    }
}

/// Meets a batch with what the store holds.
pub async fn prepare(store: &Store, wanted: Vec<Memory>) -> Result<Prepared> {
    let settled = settle(store, wanted.clone()).await?;
    let changed = settled.iter().filter(|(_, outcome)| *outcome != Outcome::Unchanged);
    let texts = changed.map(|(memory, _)| (memory.revision(), memory.embedded_text())).collect();
    Ok(Prepared { wanted, texts })
}

/// Stores a batch in one commit; answers in order.
///
/// Without vectors the memories are stored all the same and wait for them.
pub async fn commit(store: &Store, prepared: Prepared, vectors: Option<Vectors>) -> Result<Vec<(Memory, Outcome)>> {
    if prepared.changes_nothing() {
        return settle(store, prepared.wanted).await;
    }
    let writer = store.writer()?;
    // Others may have written since the batch was prepared.
    let settled = settle(store, prepared.wanted).await?;
    let (new, changed) = rows_to_write(&settled);
    writer.put(&new, &changed).await?;
    if let Some(vectors) = vectors {
        store_vectors(&writer, &vectors, new.iter().chain(&changed)).await;
    }
    Ok(settled)
}

/// New and changed rows of a batch, each record once: where a key came twice, its later text.
fn rows_to_write(settled: &[(Memory, Outcome)]) -> (Vec<Memory>, Vec<Memory>) {
    let (mut new, mut changed): (Vec<Memory>, Vec<Memory>) = (Vec::new(), Vec::new());
    for (memory, outcome) in settled {
        let made_here = new.iter_mut().chain(&mut changed).find(|seen| seen.id == memory.id);
        match (outcome, made_here) {
            (Outcome::Unchanged, _) => {}
            (_, Some(seen)) => *seen = memory.clone(),
            (Outcome::Created, None) => new.push(memory.clone()),
            (Outcome::Updated, None) => changed.push(memory.clone()),
        }
    }
    (new, changed)
}

/// Meets each memory with what the store and the batch before it hold.
async fn settle(store: &Store, wanted: Vec<Memory>) -> Result<Vec<(Memory, Outcome)>> {
    let mut known: HashMap<String, Known> = HashMap::new();
    for scope in distinct_scopes(&wanted) {
        let here = || wanted.iter().filter(|memory| memory.scope == scope);
        let keys: Vec<&str> = here().filter_map(|memory| memory.key.as_deref()).collect();
        let hashes: Vec<u64> = here().filter(|memory| memory.key.is_none()).map(Memory::content_hash).collect();
        let found = store.memories_like(&scope, &keys, &hashes).await?;
        known.insert(scope, Known::new(found));
    }
    let mut settled = Vec::with_capacity(wanted.len());
    for memory in wanted {
        let known = known.entry(memory.scope.clone()).or_default();
        let (memory, outcome) = known.meet(memory);
        if outcome != Outcome::Unchanged {
            known.add(memory.clone());
        }
        settled.push((memory, outcome));
    }
    Ok(settled)
}

fn distinct_scopes(memories: &[Memory]) -> Vec<String> {
    let mut scopes: Vec<String> = memories.iter().map(|memory| memory.scope.clone()).collect();
    scopes.sort_unstable();
    scopes.dedup();
    scopes
}

/// The memories of one scope that a batch may meet.
#[derive(Default)]
struct Known {
    by_key: HashMap<String, Memory>,
    by_content: HashMap<u64, Memory>,
}

impl Known {
    fn new(mut memories: Vec<Memory>) -> Self {
        // The oldest of several equal ones is the one that comes back, whatever order they are read in.
        memories.sort_by_key(|memory| std::cmp::Reverse(memory.id));
        let mut known = Self::default();
        for memory in memories {
            known.add(memory);
        }
        known
    }

    fn add(&mut self, memory: Memory) {
        if let Some(key) = &memory.key {
            self.by_key.insert(key.clone(), memory.clone());
        }
        self.by_content.insert(memory.content_hash(), memory);
    }

    fn meet(&self, memory: Memory) -> (Memory, Outcome) {
        let met = match &memory.key {
            Some(key) => self.by_key.get(key),
            None => self.by_content.get(&memory.content_hash()).filter(|met| met.content == memory.content),
        };
        match met {
            None => (memory, Outcome::Created),
            Some(met) if memory.key.is_none() => (met.clone(), Outcome::Unchanged),
            Some(met) => {
                let new = replaced(met, memory.clone());
                let same = Memory { updated_at: met.updated_at, ..new.clone() } == *met;
                if same { (met.clone(), Outcome::Unchanged) } else { (new, Outcome::Updated) }
            }
        }
    }
}

/// The record under a key becomes what the caller now says, and keeps its identity, age and state.
fn replaced(old: &Memory, new: Memory) -> Memory {
    Memory { id: old.id, created_at: old.created_at, state: old.state, ..new }
}

fn embed_texts(embedder: &mut dyn Embedder, texts: HashMap<u64, String>) -> Result<Vectors> {
    let (revisions, texts): (Vec<u64>, Vec<String>) = texts.into_iter().unzip();
    let vectors = embedder.embed_documents(&texts)?;
    Ok(Vectors { model: embedder.id().to_owned(), by_revision: revisions.into_iter().zip(vectors).collect() })
}

/// Vectors are derived: what cannot be stored now is made again later, and no memory is lost over it.
async fn store_vectors<'a>(writer: &Writer<'_>, vectors: &Vectors, memories: impl Iterator<Item = &'a Memory>) {
    let embedded: Vec<Embedded> = memories
        .filter_map(|memory| {
            let revision = memory.revision();
            let vector = vectors.by_revision.get(&revision)?.clone();
            Some(Embedded { row: RowRef { id: memory.id, revision }, scope: memory.scope.clone(), vector })
        })
        .collect();
    if let Err(error) = writer.embed(&vectors.model, &embedded).await {
        tracing::warn!("vectors were not stored and stay pending: {error}");
    }
}

/// Most pending memories embedded on the side of another command.
const PENDING_AT_ONCE: usize = 256;

/// Embeds memories that were stored while no model was there; answers how many are still pending.
pub async fn embed_pending(store: &Store, embedder: &mut dyn Embedder) -> Result<usize> {
    let model = embedder.id().to_owned();
    if store.all_embedded(&model).await? {
        return Ok(0);
    }
    let mut missing = store.pending(&model).await?;
    if missing.is_empty() {
        store.writer()?.sweep_vectors(&model).await?;
        return Ok(0);
    }
    let left = missing.len().saturating_sub(PENDING_AT_ONCE);
    missing.truncate(PENDING_AT_ONCE);
    let ids: Vec<_> = missing.iter().map(|row| row.id).collect();
    let memories = store.memories_by_id(&super::filter::Visible::All, &ids).await?;
    let texts = memories.iter().map(|memory| (memory.revision(), memory.embedded_text())).collect();
    let vectors = embed_texts(embedder, texts)?;
    let writer = store.writer()?;
    // Somebody else may have embedded the same ones meanwhile.
    let still = store.pending(&model).await?;
    let wanted = memories.iter().filter(|memory| still.iter().any(|row| row.id == memory.id));
    store_vectors(&writer, &vectors, wanted).await;
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(content: &str, key: Option<&str>) -> Memory {
        let clock = Clock::system();
        let draft = Draft { content: content.into(), key: key.map(Into::into), ..Draft::default() };
        validate(draft, 0.5, &clock).unwrap()
    }

    #[test]
    fn a_record_read_back_is_the_same_record() {
        let clock = Clock::system();
        let first = memory("Tokens live in the keychain. Never in files.", None);
        let again = Draft { content: first.content.clone(), title: Some(first.title.clone()), ..Draft::default() };
        let again = validate(again, 0.5, &clock).unwrap();
        assert_eq!((again.content_hash(), again.revision()), (first.content_hash(), first.revision()));
        assert!(!again.title_given);
    }

    #[test]
    fn keys_are_identities_and_equal_text_is_met() {
        let stored = [memory("The build needs protoc.", None), memory("Deploys happen on Tuesdays.", Some("deploy"))];
        let known = Known::new(stored.to_vec());
        let (met, outcome) = known.meet(memory("The build needs protoc.", None));
        assert_eq!((met.id, outcome), (stored[0].id, Outcome::Unchanged));
        let (met, outcome) = known.meet(memory("Deploys happen on Mondays.", Some("deploy")));
        assert_eq!((met.id, outcome), (stored[1].id, Outcome::Updated));
        assert_eq!(known.meet(memory("Deploys happen on Tuesdays.", Some("deploy"))).1, Outcome::Unchanged);
        assert_eq!(known.meet(memory("The build needs protoc.", Some("build"))).1, Outcome::Created);
    }
}
