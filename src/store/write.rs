//! Writing: one commit to the records, then the derived parts.

use lancedb::Table;
use lancedb::table::{CompactionOptions, OptimizeAction};
use uuid::Uuid;

use super::lexical::Lexical;
use super::lock::WriteLock;
use super::{RowRef, Store, predicate, rows};
use crate::error::Result;
use crate::memory::Record;
use crate::memory::filter::{Filter, Visible};
use crate::memory::record::Memory;

/// Fragments of one table beyond which a write also compacts it: each costs every reader about a millisecond.
const MAX_FRAGMENTS: usize = 8;
/// Rows from which on a fragment is left as it is, or a quarter of the table where that is more: so the
/// bulk of a large table is not written again and again for a few new rows.
const SETTLED_ROWS: usize = 4096;
/// Versions of a table that are no burden.
const MANY_VERSIONS: usize = 32;
/// Versions younger than this stay for readers that have them open.
const KEPT_VERSIONS: lancedb::table::Duration = lancedb::table::Duration::seconds(120);

/// A store with its write lock held: the only thing that can change it.
pub struct Writer<'a> {
    store: &'a Store,
    _lock: WriteLock,
}

impl<'a> Writer<'a> {
    pub(super) fn new(store: &'a Store, lock: WriteLock) -> Self {
        Self { store, _lock: lock }
    }

    /// Commits records in one step, new ones and rewritten ones, then brings the derived parts up.
    pub async fn put(&self, new: &[Record], rewritten: &[Record]) -> Result<()> {
        if new.is_empty() && rewritten.is_empty() {
            return Ok(());
        }
        let before = self.store.version().await?;
        let records = &self.store.records;
        if rewritten.is_empty() {
            records.add(rows::encode(new)?).execute().await.map_err(|error| self.store.failed(error))?;
        } else {
            let all: Vec<Record> = new.iter().chain(rewritten).cloned().collect();
            let reader = arrow_array::RecordBatchIterator::new([Ok(rows::encode(&all)?)], rows::schema());
            let mut merge = records.merge_insert(&["id"]);
            merge.when_matched_update_all(None).when_not_matched_insert_all();
            merge.execute(Box::new(reader)).await.map_err(|error| self.store.failed(error))?;
        }
        // Before indexing, because tidying is a commit of its own and the index names the last one.
        compact(records).await;
        let memories = || new.iter().chain(rewritten).filter_map(memory);
        let indexed: Vec<(RowRef, String)> = memories().map(indexed).collect();
        let forgotten: Vec<Uuid> = rewritten.iter().filter_map(forgotten).collect();
        self.index(before, &indexed, &forgotten).await;
        let changed: Vec<RowRef> = rewritten.iter().filter_map(memory).map(indexed_ref).collect();
        self.store.vectors().remove(&forgotten, &changed).await;
        Ok(())
    }

    /// Moves every record of one scope to another; answers how many memories that were.
    pub async fn rename_scope(&self, old: &str, new: &str) -> Result<usize> {
        let before = self.store.version().await?;
        let moved = self.store.scopes().await?.iter().filter(|scope| *scope == old).count();
        let update = self.store.records.update().only_if(predicate::scope(old));
        let update = update.column("scope", predicate::literal(new));
        update.execute().await.map_err(|error| self.store.failed(error))?;
        self.store.vectors().rename_scope(old, new).await?;
        if let Some(library) = self.store.library().await? {
            self.rename_shelf(&library, old, new).await?;
        }
        self.index(before, &[], &[]).await;
        Ok(moved)
    }

    /// Rewrites every file that may still hold text of removed records, and drops all older versions.
    ///
    /// A reader that has an older version open fails and has to begin anew.
    pub async fn purge(&self) -> Result<()> {
        let tables = self.store.vectors().all().await?;
        for table in tables.iter().chain([&self.store.records]) {
            rewrite(table).await.map_err(|error| self.store.failed(error))?;
        }
        // Term dictionaries keep the words of deleted documents: begin anew.
        let lexical = self.store.lexical().emptied();
        self.complete_index(&lexical, self.store.version().await?).await
    }

    /// Brings the lexical index up to the rows, or makes it anew from them.
    pub async fn reindex(&self, anew: bool) -> Result<()> {
        let lexical = if anew { self.store.lexical().emptied() } else { self.store.lexical() };
        self.complete_index(&lexical, self.store.version().await?).await
    }

    /// Removes the files of versions that no reader can have open any more: a store that was written to often keeps
    /// many until somebody writes again. No commit, so the indexes stay current.
    pub async fn drop_old_versions(&self) -> Result<()> {
        let mut tables = self.store.vectors().all().await?;
        tables.push(self.store.records.clone());
        if let Some(library) = self.store.library().await? {
            tables.extend(library.vectors().all().await?);
            tables.push(library.table().clone());
        }
        for table in tables {
            table.optimize(prune(KEPT_VERSIONS)).await.map_err(|error| self.store.failed(error))?;
        }
        Ok(())
    }

    /// The store being written to.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// Brings the lexical index from the commit `before` to the present one.
    ///
    /// The index is derived: a failure here loses nothing, the next writer tries again.
    async fn index(&self, before: u64, changed: &[(RowRef, String)], removed: &[Uuid]) {
        if let Err(error) = self.try_index(before, changed, removed).await {
            tracing::warn!("the lexical index was not brought up: {error}");
        }
    }

    async fn try_index(&self, before: u64, changed: &[(RowRef, String)], removed: &[Uuid]) -> Result<()> {
        let lexical = self.store.lexical();
        let now = self.store.version().await?;
        if lexical.generation() == Some(before) && lexical.update(now, changed, removed).is_ok() {
            return Ok(());
        }
        match self.complete_index(&lexical, now).await {
            // Damage that opening did not show: begin anew.
            Err(_) => self.complete_index(&lexical.emptied(), now).await,
            done => done,
        }
    }

    async fn complete_index(&self, lexical: &Lexical, now: u64) -> Result<()> {
        let live = self.store.rows(&Visible::All, &Filter::default()).await?;
        let (missing, stale) = lexical.difference(&live)?;
        let memories = self.store.memories_by_id(&Visible::All, &missing).await?;
        let texts: Vec<(RowRef, String)> = memories.iter().map(indexed).collect();
        lexical.update(now, &texts, &stale)
    }
}

impl Store {
    /// Whether old versions have piled up, by one look at each table's folder.
    pub fn has_old_versions(&self) -> bool {
        let piled_up = |dir: &std::path::Path| {
            let tables = std::fs::read_dir(dir).into_iter().flatten().flatten();
            tables
                .map(|table| table.path().join("_versions"))
                .any(|versions| std::fs::read_dir(versions).is_ok_and(|versions| versions.count() > MANY_VERSIONS))
        };
        piled_up(self.dir()) || piled_up(&self.dir().join("knowledge"))
    }
}

fn memory(record: &Record) -> Option<&Memory> {
    match record {
        Record::Memory(memory) => Some(memory),
        _ => None,
    }
}

fn forgotten(record: &Record) -> Option<Uuid> {
    match record {
        Record::Tombstone(tombstone) => Some(tombstone.id),
        _ => None,
    }
}

fn indexed_ref(memory: &Memory) -> RowRef {
    RowRef { id: memory.id, revision: memory.revision() }
}

/// A row with the text that its words come from.
fn indexed(memory: &Memory) -> (RowRef, String) {
    (indexed_ref(memory), memory.indexed_text())
}

/// Folds many small fragments into few and drops old versions.
///
/// Only tidying: a failure is logged and changes nothing that a caller can see.
pub(super) async fn compact(table: &Table) {
    let Some(native) = table.as_native() else { return };
    let fragments = native.count_fragments().await.unwrap_or(0);
    if fragments <= MAX_FRAGMENTS {
        return;
    }
    let rows = table.count_rows(None).await.unwrap_or(0);
    let options =
        CompactionOptions { target_rows_per_fragment: SETTLED_ROWS.max(rows / 4), ..CompactionOptions::default() };
    for action in [OptimizeAction::Compact { options, remap_options: None }, prune(KEPT_VERSIONS)] {
        if let Err(error) = table.optimize(action).await {
            tracing::warn!("table {} was not tidied: {error}", table.name());
        }
    }
}

/// Rewrites every fragment with removed rows, and keeps the present version alone.
async fn rewrite(table: &Table) -> lancedb::Result<()> {
    let options = CompactionOptions { materialize_deletions_threshold: 0.0, ..CompactionOptions::default() };
    table.optimize(OptimizeAction::Compact { options, remap_options: None }).await?;
    table.optimize(prune(lancedb::table::Duration::zero())).await?;
    Ok(())
}

/// The write lock is held, so no other writer has files in flight: unverified ones are left-overs.
fn prune(older_than: lancedb::table::Duration) -> OptimizeAction {
    OptimizeAction::Prune {
        older_than: Some(older_than),
        delete_unverified: Some(true),
        error_if_tagged_old_versions: Some(false),
    }
}
