//! Records → a store: what is there already stays, nothing is doubled, and what was forgotten stays forgotten.

use std::collections::{BTreeMap, HashMap, HashSet};

use uuid::Uuid;

use super::lines::{Line, decode_vector};
use crate::error::{Error, Result};
use crate::knowledge::record::{Passage, Source as Document};
use crate::memory::Record;
use crate::memory::decay::Usage;
use crate::memory::filter::Visible;
use crate::memory::kinds::Relation;
use crate::memory::link::Link;
use crate::memory::record::Memory;
use crate::store::library::row_of;
use crate::store::vectors::Embedded;
use crate::store::{RowRef, Store};

/// Records of one commit.
const BATCH: usize = 1_000;

/// What became of the records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Memories that were not there.
    pub created: usize,
    /// Memories that were there in an older version.
    pub updated: usize,
    /// Memories that were there, or said the same as one that was.
    pub unchanged: usize,
    /// Memories that were forgotten here, or are newer here.
    pub skipped: usize,
    /// Links that were not there.
    pub links: usize,
    /// Links without both ends, or that were there.
    pub links_skipped: usize,
    /// Documents that were not there.
    pub sources: usize,
    /// Vectors that came along.
    pub vectors: usize,
}

/// A memory with its vectors by model.
type Again = (Memory, BTreeMap<String, String>);

/// Takes records in, in batches; what is read of the store at the beginning is kept up by hand.
pub struct Merger<'a> {
    store: &'a Store,
    dry_run: bool,
    known: HashMap<Uuid, u64>,
    by_key: HashMap<(String, String), Uuid>,
    /// Of what was here before: within one input, two of the same words are two.
    by_content: HashMap<(String, u64), Uuid>,
    /// Ids of the input that stand for a memory with another id here.
    same_as: HashMap<Uuid, Uuid>,
    forgotten: HashSet<Uuid>,
    links: HashSet<(Uuid, Uuid, Relation)>,
    /// Links, changes and runs by id.
    others: HashSet<Uuid>,
    new: Vec<Record>,
    /// Memories whose id is there, to be compared with what is.
    again: Vec<Again>,
    vectors: HashMap<String, Vec<Embedded>>,
    usage: HashMap<Uuid, Usage>,
    /// What became of what was taken in so far.
    pub counts: Counts,
}

impl<'a> Merger<'a> {
    /// Reads what the store knows.
    pub async fn begin(store: &'a Store, dry_run: bool) -> Result<Self> {
        let sketches = store.sketches(&Visible::All).await?;
        let links = store.links_ever(&Visible::All).await?;
        let mut others: HashSet<Uuid> = links.iter().map(|link| link.id).collect();
        others.extend(store.changes(&Visible::All).await?.into_iter().map(|change| change.id));
        others.extend(store.runs(&Visible::All, "").await?.into_iter().map(|run| run.id));
        let keyed = sketches.iter().filter_map(|it| Some(((it.scope.clone(), it.key.clone()?), it.row.id)));
        Ok(Self {
            store,
            dry_run,
            by_key: keyed.collect(),
            by_content: sketches.iter().map(|it| ((it.scope.clone(), it.content_hash), it.row.id)).collect(),
            known: sketches.iter().map(|it| (it.row.id, it.row.revision)).collect(),
            same_as: HashMap::new(),
            forgotten: store.tombstones(&Visible::All, "").await?.into_iter().map(|it| it.id).collect(),
            links: links.iter().filter(|link| link.ended.is_none()).map(Link::identity).collect(),
            others,
            new: Vec::new(),
            again: Vec::new(),
            vectors: HashMap::new(),
            usage: HashMap::new(),
            counts: Counts::default(),
        })
    }

    /// Takes one line of an export in.
    pub async fn line(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Export(head) if head.format > super::lines::LAYOUT => {
                return Err(Error::store(
                    "export_newer",
                    format!("the export was written by octobrain {}, in a newer format", head.version),
                )
                .hint("upgrade octobrain first; nothing was imported"));
            }
            Line::Export(_) => {}
            Line::Memory(line) => {
                let usage = Usage { uses: line.access_count, last: line.last_accessed_at };
                let vectors = line.vectors.clone();
                self.memory(line.memory()?, usage, vectors).await?;
            }
            Line::Link(line) => self.link(line.link()?),
            Line::Change(line) => {
                let change = line.change()?;
                self.other(change.id, Record::Change(change));
            }
            Line::Run(line) => {
                let run = line.run()?;
                self.other(run.id, Record::Run(run));
            }
            Line::Tombstone(line) => {
                let tombstone = line.tombstone()?;
                // Forgetting is said by `forget` alone: what lives here lives on.
                if !self.known.contains_key(&tombstone.id) && self.forgotten.insert(tombstone.id) {
                    self.new.push(Record::Tombstone(tombstone));
                }
            }
            Line::Source(line) => {
                let (document, passages) = line.document()?;
                self.document(document, passages).await?;
            }
        }
        self.flush_if_full().await
    }

    /// The id under which a memory with this key lives in this scope.
    pub fn keyed(&self, scope: &str, key: &str) -> Option<Uuid> {
        self.by_key.get(&(scope.to_owned(), key.to_owned())).copied()
    }

    /// Takes one memory in.
    pub async fn memory(&mut self, memory: Memory, usage: Usage, vectors: BTreeMap<String, String>) -> Result<()> {
        let id = memory.id;
        if self.forgotten.contains(&id) {
            self.counts.skipped += 1;
            return Ok(());
        }
        if usage.uses > 0 {
            self.usage.insert(id, usage);
        }
        if self.known.contains_key(&id) {
            self.again.push((memory, vectors));
            return self.flush_if_full().await;
        }
        let content = (memory.scope.clone(), memory.content_hash());
        if let Some(key) = &memory.key
            && let Some(holder) = self.keyed(&memory.scope, key)
        {
            return Err(Error::usage("key_taken", format!("key: {key:?} belongs to {holder} here"))
                .hint("update that memory, or give one of them another key"));
        }
        // What sleep made says what one of its sources says, and is not the same for that.
        if let Some(same) = self.by_content.get(&content).copied()
            && memory.key.is_none()
            && memory.made.run.is_none()
        {
            self.same_as.insert(id, same);
            self.counts.unchanged += 1;
            return Ok(());
        }
        self.note(&memory, vectors);
        self.counts.created += 1;
        self.new.push(Record::Memory(memory));
        self.flush_if_full().await
    }

    async fn flush_if_full(&mut self) -> Result<()> {
        if self.new.len() + self.again.len() >= BATCH { self.flush().await } else { Ok(()) }
    }

    /// Memories whose id is there: the later version stands.
    async fn settle_again(&mut self, again: Vec<Again>) -> Result<Vec<Record>> {
        let ids: Vec<Uuid> = again.iter().map(|(memory, _)| memory.id).collect();
        let present = self.store.memories_by_id(&Visible::All, &ids).await?;
        let mut present: HashMap<Uuid, Memory> = present.into_iter().map(|it| (it.id, it)).collect();
        let mut rewritten: HashMap<Uuid, Memory> = HashMap::new();
        for (memory, vectors) in again {
            match present.get(&memory.id) {
                Some(known) if *known == memory => self.counts.unchanged += 1,
                Some(known) if known.updated_at >= memory.updated_at => self.counts.skipped += 1,
                // It came twice in an input that is only looked at.
                None => self.counts.unchanged += 1,
                Some(_) => {
                    self.note(&memory, vectors);
                    self.counts.updated += 1;
                    present.insert(memory.id, memory.clone());
                    rewritten.insert(memory.id, memory);
                }
            }
        }
        Ok(rewritten.into_values().map(Record::Memory).collect())
    }

    fn note(&mut self, memory: &Memory, vectors: BTreeMap<String, String>) {
        let row = RowRef { id: memory.id, revision: memory.revision() };
        let embedded = self.known.insert(row.id, row.revision) == Some(row.revision);
        if let Some(key) = &memory.key {
            self.by_key.insert((memory.scope.clone(), key.clone()), row.id);
        }
        // The same text has its vector already, or gets it with the pending ones.
        if !embedded {
            self.embedded(row, &memory.scope, vectors);
        }
    }

    fn embedded(&mut self, row: RowRef, scope: &str, vectors: BTreeMap<String, String>) {
        for (model, text) in vectors {
            if let Some(vector) = decode_vector(&text) {
                self.counts.vectors += 1;
                self.vectors.entry(model).or_default().push(Embedded { row, scope: scope.to_owned(), vector });
            }
        }
    }

    /// Takes a link in, where both its ends are there.
    pub fn link(&mut self, mut link: Link) {
        for end in [&mut link.from, &mut link.to] {
            if let Some(same) = self.same_as.get(end) {
                *end = *same;
            }
        }
        let live = link.ended.is_none();
        let ends = self.known.contains_key(&link.from) && self.known.contains_key(&link.to) && link.from != link.to;
        let there = self.others.contains(&link.id) || live && self.links.contains(&link.identity());
        if there || live && !ends {
            self.counts.links_skipped += usize::from(live);
            return;
        }
        if live {
            self.links.insert(link.identity());
            self.counts.links += 1;
        }
        self.others.insert(link.id);
        self.new.push(Record::Link(link));
    }

    fn other(&mut self, id: Uuid, record: Record) {
        if self.others.insert(id) {
            self.new.push(record);
        }
    }

    async fn document(&mut self, document: Document, passages: Vec<(Passage, BTreeMap<String, String>)>) -> Result<()> {
        let there = match self.store.library().await? {
            Some(library) => library.sources_named(std::slice::from_ref(&document.source)).await?,
            None => Vec::new(),
        };
        let same = |it: &Document| (&it.scope, &it.session) == (&document.scope, &document.session);
        if there.iter().any(|it| it.id == document.id || same(it)) {
            return Ok(());
        }
        self.counts.sources += 1;
        let mut own = Vec::with_capacity(passages.len());
        let mut embedded: HashMap<String, Vec<Embedded>> = HashMap::new();
        for (passage, vectors) in passages {
            for (model, text) in vectors {
                if let Some(vector) = decode_vector(&text) {
                    let (row, scope) = (row_of(&passage), passage.scope.clone());
                    embedded.entry(model).or_default().push(Embedded { row, scope, vector });
                }
            }
            own.push(passage);
        }
        if self.dry_run {
            return Ok(());
        }
        let writer = self.store.writer()?;
        let library = writer.library().await?;
        writer.replace(&library, &[(document, own)]).await?;
        for (model, embedded) in embedded {
            self.counts.vectors += embedded.len();
            writer.embed_passages(&library, &model, &embedded).await?;
        }
        Ok(())
    }

    /// Writes what was taken in so far.
    pub async fn flush(&mut self) -> Result<()> {
        let (new, again) = (std::mem::take(&mut self.new), std::mem::take(&mut self.again));
        if !self.dry_run && !new.is_empty() {
            self.store.writer()?.put(&new, &[]).await?;
        }
        let rewritten = if again.is_empty() { Vec::new() } else { self.settle_again(again).await? };
        let vectors = std::mem::take(&mut self.vectors);
        if self.dry_run || rewritten.is_empty() && vectors.is_empty() {
            return Ok(());
        }
        let writer = self.store.writer()?;
        writer.put(&[], &rewritten).await?;
        for (model, embedded) in vectors {
            writer.embed(&model, &embedded).await?;
        }
        Ok(())
    }

    /// Writes the rest; answers what became of everything.
    pub async fn finish(mut self) -> Result<Counts> {
        self.flush().await?;
        if !self.dry_run {
            self.store.merge_usage(&self.usage)?;
        }
        Ok(self.counts)
    }
}
