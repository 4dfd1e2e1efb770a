//! The store: rows are the truth, vectors and the lexical index are derived from them.
//!
//! | part | where | made from |
//! | --- | --- | --- |
//! | records | LanceDB table `records` | what callers said |
//! | vectors | one LanceDB table per embedding model | the records' text |
//! | lexical | tantivy folder `lexical/` | the records' text |
//!
//! A derived part names the revision of the text it was made from. A reader takes no lock: what a
//! derived part lacks or has stale it leaves out or reads from the rows. A writer holds the lock for
//! one write and brings the derived parts up.

mod format;
pub mod lexical;
mod lock;
mod predicate;
mod rows;
mod slug;
pub mod vectors;

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures::TryStreamExt;
use lancedb::query::{ExecutableQuery, QueryBase, Select};
use lancedb::table::{CompactionOptions, OptimizeAction};
use lancedb::{Connection, Table};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::memory::filter::{Filter, Visible};
use crate::memory::record::Memory;
pub use format::{FORMAT, replace_file};
use lexical::Lexical;
use lock::WriteLock;
use rows::{Columns, parse_id};
pub use slug::slug;

const RECORDS: &str = "records";
/// Fragments of one table beyond which a write also compacts it: each costs every reader about a millisecond.
const MAX_FRAGMENTS: usize = 8;
/// Rows from which on a fragment is left as it is, or a quarter of the table where that is more: so the
/// bulk of a large table is not written again and again for a few new rows.
const SETTLED_ROWS: usize = 4096;
/// Versions younger than this stay for readers that have them open.
const KEPT_VERSIONS: lancedb::table::Duration = lancedb::table::Duration::seconds(120);

/// One live row as the search legs know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowRef {
    /// Id of the record.
    pub id: Uuid,
    /// Fingerprint of its searchable text.
    pub revision: u64,
}

/// An open store.
pub struct Store {
    dir: PathBuf,
    lock_timeout: Duration,
    connection: Connection,
    records: Table,
}

impl Store {
    /// Whether anything was ever stored in this folder.
    pub fn exists(dir: &Path) -> bool {
        dir.join(format!("{RECORDS}.lance")).is_dir()
    }

    /// Opens an existing store.
    pub async fn open(dir: &Path, lock_timeout: Duration) -> Result<Self> {
        if !Self::exists(dir) {
            return Err(missing(dir));
        }
        format::check(dir)?;
        let connection = connect(dir).await?;
        let records = connection.open_table(RECORDS).execute().await.map_err(|error| failed(dir, error))?;
        Ok(Self { dir: dir.to_owned(), lock_timeout, connection, records })
    }

    /// Opens a store, making it first where there is none.
    pub async fn open_or_create(dir: &Path, lock_timeout: Duration) -> Result<Self> {
        if !Self::exists(dir) {
            std::fs::create_dir_all(dir).map_err(|error| lock::not_writable(dir, &error))?;
            let _lock = WriteLock::acquire(dir, lock_timeout)?;
            // Somebody else may have made it while we waited.
            if !Self::exists(dir) {
                format::check(dir)?;
                format::write(dir)?;
                let connection = connect(dir).await?;
                connection
                    .create_empty_table(RECORDS, rows::schema())
                    .execute()
                    .await
                    .map_err(|error| failed(dir, error))?;
            }
        }
        Self::open(dir, lock_timeout).await
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Number of the latest commit to the records.
    pub async fn version(&self) -> Result<u64> {
        self.records.version().await.map_err(|error| self.failed(error))
    }

    /// Memories that pass, whole, in no particular order.
    pub async fn memories(&self, visible: &Visible, filter: &Filter) -> Result<Vec<Memory>> {
        self.select(predicate::memories(visible, filter)).await
    }

    /// Memories with these ids, whole, in no particular order; unknown ids are left out.
    pub async fn memories_by_id(&self, visible: &Visible, ids: &[Uuid]) -> Result<Vec<Memory>> {
        let mut found = Vec::with_capacity(ids.len());
        for some in ids.chunks(predicate::MAX_LITERALS) {
            found.extend(self.select(predicate::ids(visible, some)).await?);
        }
        Ok(found)
    }

    /// Memories whose id begins with `prefix` (lower-case hexadecimal with dashes).
    pub async fn memories_by_prefix(&self, visible: &Visible, prefix: &str) -> Result<Vec<Memory>> {
        self.select(predicate::id_prefix(visible, prefix)).await
    }

    /// Memories of one scope with any of these keys or content fingerprints.
    pub async fn memories_like(&self, scope: &str, keys: &[&str], hashes: &[u64]) -> Result<Vec<Memory>> {
        self.select(predicate::keys_or_hashes(scope, keys, hashes)).await
    }

    async fn select(&self, predicate: String) -> Result<Vec<Memory>> {
        let batches = self.scan(predicate, Select::columns(rows::MEMORY_COLUMNS)).await?;
        let mut memories = Vec::new();
        for batch in &batches {
            memories.extend(rows::decode(batch)?);
        }
        Ok(memories)
    }

    /// The live rows that pass, without their text.
    pub async fn rows(&self, visible: &Visible, filter: &Filter) -> Result<Vec<RowRef>> {
        let predicate = predicate::memories(visible, filter);
        let batches = self.scan(predicate, Select::columns(&["id", "revision"])).await?;
        let mut found = Vec::new();
        for batch in &batches {
            let columns = Columns(batch);
            let (ids, revisions) = (columns.text("id")?, columns.number("revision")?);
            for row in 0..batch.num_rows() {
                let revision = revisions.value(row).cast_unsigned();
                found.push(RowRef { id: parse_id(ids.value(row))?, revision });
            }
        }
        Ok(found)
    }

    /// Scope of every memory, one entry each.
    pub async fn scopes(&self) -> Result<Vec<String>> {
        let predicate = predicate::memories(&Visible::All, &Filter::default());
        let batches = self.scan(predicate, Select::columns(&["scope"])).await?;
        let mut scopes = Vec::new();
        for batch in &batches {
            scopes.extend(Columns(batch).text("scope")?.iter().flatten().map(str::to_owned));
        }
        Ok(scopes)
    }

    async fn scan(&self, predicate: String, columns: Select) -> Result<Vec<arrow_array::RecordBatch>> {
        let query = self.records.query().only_if(predicate).select(columns);
        let stream = query.execute().await.map_err(|error| self.failed(error))?;
        stream.try_collect().await.map_err(|error| self.failed(error))
    }

    /// Takes the write lock.
    pub fn writer(&self) -> Result<Writer<'_>> {
        let lock = WriteLock::acquire(&self.dir, self.lock_timeout)?;
        Ok(Writer { store: self, _lock: lock })
    }

    /// Opens the lexical index, or an empty one where it is missing or damaged.
    pub fn lexical(&self) -> Lexical {
        Lexical::open(&self.dir.join("lexical"))
    }

    fn failed(&self, error: lancedb::Error) -> Error {
        failed(&self.dir, error)
    }
}

/// A store with its write lock held: the only thing that can change it.
pub struct Writer<'a> {
    store: &'a Store,
    _lock: WriteLock,
}

impl Writer<'_> {
    /// Commits memories in one step, new ones and changed ones, then indexes their words.
    pub async fn put(&self, new: &[Memory], changed: &[Memory]) -> Result<()> {
        let before = self.store.version().await?;
        let records = &self.store.records;
        if changed.is_empty() {
            if new.is_empty() {
                return Ok(());
            }
            records.add(rows::encode(new)?).execute().await.map_err(|error| self.store.failed(error))?;
        } else {
            let all: Vec<Memory> = new.iter().chain(changed).cloned().collect();
            let batch = rows::encode(&all)?;
            let reader = arrow_array::RecordBatchIterator::new([Ok(batch)], rows::schema());
            let mut merge = records.merge_insert(&["id"]);
            merge.when_matched_update_all(None).when_not_matched_insert_all();
            merge.execute(Box::new(reader)).await.map_err(|error| self.store.failed(error))?;
        }
        // Before indexing, because tidying is a commit of its own and the index names the last one.
        compact(records).await;
        let indexed: Vec<(RowRef, String)> = new.iter().chain(changed).map(indexed).collect();
        self.index(before, &indexed, &[]).await;
        if !changed.is_empty() {
            let ids: Vec<Uuid> = changed.iter().map(|memory| memory.id).collect();
            vectors::remove(self, &ids).await;
        }
        Ok(())
    }

    /// Removes memories with everything derived from them.
    pub async fn remove(&self, ids: &[Uuid]) -> Result<()> {
        let before = self.store.version().await?;
        for some in ids.chunks(predicate::MAX_LITERALS) {
            let which = predicate::any_of_ids(some);
            self.store.records.delete(which.as_str()).await.map_err(|error| self.store.failed(error))?;
        }
        self.index(before, &[], ids).await;
        vectors::remove(self, ids).await;
        Ok(())
    }

    /// Moves every record of one scope to another.
    pub async fn rename_scope(&self, old: &str, new: &str) -> Result<u64> {
        let before = self.store.version().await?;
        let result = self
            .store
            .records
            .update()
            .only_if(predicate::scope(old))
            .column("scope", predicate::literal(new))
            .execute()
            .await
            .map_err(|error| self.store.failed(error))?;
        vectors::rename_scope(self, old, new).await?;
        self.index(before, &[], &[]).await;
        Ok(result.rows_updated)
    }

    /// The store being written to.
    pub fn store(&self) -> &Store {
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

/// A row with the text that its words come from.
pub fn indexed(memory: &Memory) -> (RowRef, String) {
    (RowRef { id: memory.id, revision: memory.revision() }, memory.indexed_text())
}

/// Folds many small fragments into few and drops old versions.
///
/// Only tidying: a failure is logged and changes nothing that a caller can see.
async fn compact(table: &Table) {
    let Some(native) = table.as_native() else { return };
    let fragments = native.count_fragments().await.unwrap_or(0);
    if fragments <= MAX_FRAGMENTS {
        return;
    }
    let rows = table.count_rows(None).await.unwrap_or(0);
    let options =
        CompactionOptions { target_rows_per_fragment: SETTLED_ROWS.max(rows / 4), ..CompactionOptions::default() };
    let compact = OptimizeAction::Compact { options, remap_options: None };
    // The write lock is held, so no other writer has files in flight: unverified ones are left-overs.
    let prune = OptimizeAction::Prune {
        older_than: Some(KEPT_VERSIONS),
        delete_unverified: Some(true),
        error_if_tagged_old_versions: Some(false),
    };
    for action in [compact, prune] {
        if let Err(error) = table.optimize(action).await {
            tracing::warn!("table {} was not tidied: {error}", table.name());
        }
    }
}

async fn connect(dir: &Path) -> Result<Connection> {
    let path = dir.to_str().ok_or_else(|| {
        Error::usage("bad_store_path", format!("--store: {} is not valid UTF-8", dir.display()))
            .hint("choose a folder whose name is valid UTF-8")
    })?;
    lancedb::connect(path).read_consistency_interval(Duration::ZERO).execute().await.map_err(|error| failed(dir, error))
}

fn missing(dir: &Path) -> Error {
    Error::store("store_missing", format!("there is no store at {}", dir.display()))
        .hint("memorize something first, or name the right folder with --store")
}

pub(crate) fn unreadable(dir: &Path, error: &std::io::Error) -> Error {
    Error::store("store_unreadable", format!("cannot read the store {}: {error}", dir.display()))
        .hint("check the permissions of the folder, or choose another one with --store")
}

fn failed(dir: &Path, error: lancedb::Error) -> Error {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    let lower = text.to_lowercase();
    let (code, hint) = if lower.contains("no space left") {
        ("disk_full", "free some space and try again; nothing acknowledged was lost")
    } else if lower.contains("permission denied") || lower.contains("read-only file system") {
        ("not_writable", "check the permissions of the folder, or choose another one with --store")
    } else {
        ("store_failed", "try again; if it stays, restore the folder from a backup or choose another with --store")
    };
    Error::store(code, format!("the store {} cannot be used: {first}", dir.display())).hint(hint)
}
