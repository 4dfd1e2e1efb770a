//! `backup`: the whole store as one file, and back in place.

use std::fs::File;
use std::io::{BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;

use super::knowledge::lexical;
use crate::app::App;
use crate::cli::BackupArgs;
use crate::error::{Error, Result};
use crate::exit::Status;
use crate::store::archive::{Archived, not_archived, unpack};
use crate::store::{Store, missing};

/// `backup`: what was written or put in place.
#[derive(Serialize, JsonSchema)]
pub(super) struct BackupRecord {
    #[schemars(extend("const" = "backup"))]
    r#type: &'static str,
    /// `written` or `restored`.
    status: &'static str,
    file: String,
    /// Files of the store in it.
    files: usize,
    /// Their bytes, before they were compressed.
    bytes: u64,
    /// Memories in every scope.
    memories: usize,
    /// When the backup was made.
    created_at: String,
    /// Where the store went that was there before.
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
}

/// Runs `backup`.
pub(super) async fn run(app: &mut App, args: BackupArgs) -> Result<Status> {
    let record = if args.restore { Some(restore(app, &args.file).await?) } else { write(app, &args).await? };
    if let Some(record) = record {
        app.sink.record(&record)?;
    }
    Ok(Status::Done)
}

fn is_stream(file: &Path) -> bool {
    file == Path::new("-")
}

/// None where stdout is taken by the archive itself.
async fn write(app: &App, args: &BackupArgs) -> Result<Option<BackupRecord>> {
    let dir = app.store_dir()?;
    let Some(store) = app.read_store().await? else {
        return Err(missing(&dir));
    };
    if is_stream(&args.file) {
        if std::io::stdout().is_terminal() {
            return Err(Error::usage("terminal", "an archive on a terminal is of no use")
                .hint("octobrain backup - | ssh host 'cat > memory.tar.zst'"));
        }
        store.archive(crate::ui::sink::stdout_bytes(), app.clock.now())?;
        return Ok(None);
    }
    if args.file.exists() && !args.force {
        return Err(Error::usage("backup_exists", format!("{} exists", args.file.display()))
            .hint("--force replaces it; a name with the date in it never meets an older one"));
    }
    let memories = store.scopes().await?.len();
    let archived = written(&store, app, &args.file)?;
    Ok(Some(record("written", &args.file, &archived, memories)))
}

/// Beside the file first, so that a name never stands for half an archive.
fn written(store: &Store, app: &App, file: &Path) -> Result<Archived> {
    let name = file.file_name().ok_or_else(|| Error::usage("bad_file", format!("{} is no file", file.display())))?;
    let beside = file.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let outcome = (|| {
        let mut out = File::create(&beside).map_err(not_archived)?;
        let archived = store.archive(&mut out, app.clock.now())?;
        out.flush().and_then(|()| out.sync_all()).map_err(not_archived)?;
        std::fs::rename(&beside, file).map_err(not_archived)?;
        Ok(archived)
    })();
    if outcome.is_err() {
        // What is left of it is of no use to anybody.
        let _ = std::fs::remove_file(&beside);
    }
    outcome
}

async fn restore(app: &App, file: &Path) -> Result<BackupRecord> {
    let dir = app.store_dir()?;
    let stamp = app.clock.now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let fresh = beside(&dir, &format!("restoring-{}", std::process::id()));
    let outcome = in_place(app, file, &dir, &fresh, &stamp).await;
    if outcome.is_err() {
        // Nothing but what was just unpacked.
        let _ = std::fs::remove_dir_all(&fresh);
    }
    outcome
}

async fn in_place(app: &App, file: &Path, dir: &Path, fresh: &Path, stamp: &str) -> Result<BackupRecord> {
    let archived = if is_stream(file) {
        unpack(std::io::stdin().lock(), fresh)?
    } else {
        let opened = File::open(file).map_err(|error| {
            Error::usage("no_backup", format!("cannot read {}: {error}", file.display()))
                .hint("octobrain backup FILE writes one")
        })?;
        unpack(BufReader::new(opened), fresh)?
    };
    // It must be a store that can be read, and not only files that came whole.
    let unpacked = Store::open(fresh, app.lock_timeout()).await?;
    let memories = unpacked.scopes().await?.len();
    lexical(&unpacked, true).await?;
    drop(unpacked);
    let previous = beside(dir, &format!("before-restore-{stamp}"));
    let there = dir.exists();
    if there {
        // Whoever writes now finishes first.
        let store = if Store::exists(dir) { Some(Store::open(dir, app.lock_timeout()).await?) } else { None };
        let _writer = store.as_ref().map(Store::writer).transpose()?;
        std::fs::rename(dir, &previous).map_err(|error| not_moved(dir, &error))?;
    }
    if let Err(error) = std::fs::rename(fresh, dir) {
        if there {
            // Back to where it was; the fault is told either way.
            let _ = std::fs::rename(&previous, dir);
        }
        return Err(not_moved(fresh, &error));
    }
    let mut record = record("restored", file, &archived, memories);
    record.previous = there.then(|| previous.display().to_string());
    Ok(record)
}

fn record(status: &'static str, file: &Path, archived: &Archived, memories: usize) -> BackupRecord {
    BackupRecord {
        r#type: "backup",
        status,
        file: file.display().to_string(),
        files: archived.files,
        bytes: archived.bytes,
        memories,
        created_at: archived.created_at.clone(),
        previous: None,
    }
}

fn beside(dir: &Path, ending: &str) -> PathBuf {
    let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    dir.with_file_name(format!("{name}.{ending}"))
}

fn not_moved(dir: &Path, error: &std::io::Error) -> Error {
    Error::store("not_moved", format!("cannot move {}: {error}", dir.display()))
        .hint("check the permissions of the folder above; the store is as it was")
}
