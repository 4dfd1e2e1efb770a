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

mod access;
pub mod archive;
mod format;
mod held;
mod journal;
pub mod lexical;
pub mod library;
mod lock;
mod predicate;
pub mod published;
mod read;
mod rows;
pub mod shelf;
pub mod vectors;
mod write;

use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use lancedb::{Connection, Table};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::memory::decay::Standing;
pub use format::FORMAT;
pub use held::{HeldModel, held_model};
use lexical::Lexical;
pub use lock::Lease;
use lock::WriteLock;
pub use write::Writer;

const RECORDS: &str = "records";
/// One live row as the search legs know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowRef {
    /// Id of the record.
    pub id: Uuid,
    /// Fingerprint of its searchable text.
    pub revision: u64,
}

/// A row with what its rank depends on beside its text.
#[derive(Debug, Clone, Copy)]
pub struct Ranked {
    /// The row.
    pub row: RowRef,
    /// What its fading depends on.
    pub standing: Standing,
    /// Whether the user vouches for it.
    pub confirmed: bool,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// A memory as its fading needs it.
#[derive(Debug, Clone)]
pub struct Ageing {
    /// The memory.
    pub id: Uuid,
    /// Its scope.
    pub scope: String,
    /// What its fading depends on.
    pub standing: Standing,
}

/// What a writer needs to know of a memory that it may meet again.
#[derive(Debug, Clone)]
pub struct Sketch {
    /// The row.
    pub row: RowRef,
    /// Its scope.
    pub scope: String,
    /// The caller's key.
    pub key: Option<String>,
    /// Its title.
    pub title: String,
    /// Fingerprint of title and content.
    pub content_hash: u64,
}

/// An open store.
pub struct Store {
    dir: PathBuf,
    lock_timeout: Duration,
    connection: Connection,
    records: Table,
}

impl Store {
    /// Whether anything was ever stored in this folder: its table has a version, and is not only being made.
    pub fn exists(dir: &Path) -> bool {
        let versions = std::fs::read_dir(dir.join(format!("{RECORDS}.lance/_versions")));
        let is_one = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().ends_with(".manifest");
        versions.is_ok_and(|versions| versions.flatten().any(is_one))
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

    /// A store with nothing in it and nothing on disk, for saying what a write would do.
    pub async fn empty() -> Result<Self> {
        let dir = PathBuf::from("memory://");
        let connection = connect(&dir).await?;
        let records = connection.create_empty_table(RECORDS, rows::schema()).execute().await;
        let records = records.map_err(|error| failed(&dir, error))?;
        Ok(Self { dir, lock_timeout: Duration::ZERO, connection, records })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Number of the latest commit to the records.
    pub async fn version(&self) -> Result<u64> {
        self.records.version().await.map_err(|error| self.failed(error))
    }

    /// Takes the write lock.
    pub fn writer(&self) -> Result<Writer<'_>> {
        let lock = WriteLock::acquire(&self.dir, self.lock_timeout)?;
        Ok(Writer::new(self, lock))
    }

    /// Takes the lease of this name; none where somebody else is at that work.
    pub fn lease(&self, name: &str) -> Result<Option<Lease>> {
        Lease::take(&self.dir, name)
    }

    /// When the store was made, as far as its files tell.
    pub fn made_at(&self) -> Option<Timestamp> {
        format::written_at(&self.dir)
    }

    /// Opens the lexical index, or an empty one where it is missing or damaged.
    pub fn lexical(&self) -> Lexical {
        Lexical::open(&self.dir.join("lexical"))
    }

    fn failed(&self, error: lancedb::Error) -> Error {
        failed(&self.dir, error)
    }
}

async fn connect(dir: &Path) -> Result<Connection> {
    let path = dir.to_str().ok_or_else(|| {
        Error::usage("bad_store_path", format!("--store: {} is not valid UTF-8", dir.display()))
            .hint("choose a folder whose name is valid UTF-8")
    })?;
    lancedb::connect(path).read_consistency_interval(Duration::ZERO).execute().await.map_err(|error| failed(dir, error))
}

/// Nothing was ever stored in this folder.
pub fn missing(dir: &Path) -> Error {
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
