//! `status`: the store, its model and what is pending, without loading anything.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::embeddings::Embeddings;
use super::scope::counts;
use crate::app::App;
use crate::error::Result;
use crate::exit::Status;
use crate::lifecycle::due::Marks;
use crate::memory::filter::Visible;
use crate::store::{FORMAT, Store};

/// `status`: what there is.
#[derive(Serialize, JsonSchema)]
pub(super) struct StatusRecord {
    r#type: &'static str,
    version: &'static str,
    store: String,
    exists: bool,
    format: u32,
    scope: String,
    /// Memories in every scope.
    memories: u64,
    /// Memories that this scope sees: its own and the global ones.
    visible: u64,
    scopes: usize,
    model: String,
    /// Identity of the model; absent when its files are not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    model_id: Option<String>,
    /// Memories without a vector of the configured model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending: Option<u64>,
    /// When the last pass of sleep over this scope ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_sleep: Option<String>,
    /// Why the last pass in the background failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    sleep_failure: Option<String>,
    /// Whether the lexical index holds the last commit; readers search what it lacks themselves.
    lexical_current: bool,
    bytes: u64,
    /// A published program's data beside this store, which is left untouched.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_store: Option<String>,
    /// The command that takes over what it remembers.
    #[serde(skip_serializing_if = "Option::is_none")]
    import: Option<String>,
}

/// Runs `status`.
pub(super) async fn run(app: &mut App) -> Result<Status> {
    let dir = app.store_dir()?;
    let scope = app.scope()?;
    let other_store = other_store(app);
    let mut record = StatusRecord {
        r#type: "status",
        version: env!("CARGO_PKG_VERSION"),
        store: dir.display().to_string(),
        exists: Store::exists(&dir),
        format: FORMAT,
        model: app.settings().embedding.model.clone(),
        model_id: None,
        pending: None,
        memories: 0,
        visible: 0,
        scopes: 0,
        last_sleep: None,
        sleep_failure: None,
        lexical_current: true,
        bytes: folder_bytes(&dir),
        import: other_store.as_ref().map(|folder| format!("octobrain import '{folder}'")),
        other_store,
        scope,
    };
    if let Some(store) = app.read_store().await? {
        fill(app, &store, &mut record).await?;
    }
    app.sink.record(&record)?;
    Ok(Status::Done)
}

async fn fill(app: &App, store: &Store, record: &mut StatusRecord) -> Result<()> {
    let counts = counts(store.scopes().await?);
    let visible = Visible::Scope(record.scope.clone());
    record.memories = counts.values().sum();
    record.scopes = counts.len();
    record.visible = counts.iter().filter(|(scope, _)| visible.sees(scope)).map(|(_, count)| count).sum();
    let marks = Marks::read(store);
    record.last_sleep = marks.last_pass(&record.scope).map(|at| at.to_string());
    record.sleep_failure = marks.failure;
    record.lexical_current = store.lexical().generation() == Some(store.version().await?);
    if app.wants_model()? {
        let embeddings = Embeddings::read(app, store).await?;
        record.model_id = embeddings.model().map(str::to_owned);
        record.pending = Some(embeddings.pending(record.memories));
    }
    Ok(())
}

/// The published program keeps its tables beside our `store/`.
fn other_store(app: &App) -> Option<String> {
    let data = app.paths.data_dir().ok()?;
    let entries = std::fs::read_dir(&data).ok()?;
    entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "lance") || path.join("memories.lance").is_dir())
        .map(|path| path.display().to_string())
}

fn folder_bytes(dir: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(dir) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => folder_bytes(&entry.path()),
            Ok(_) => entry.metadata().map_or(0, |data| data.len()),
            Err(_) => 0,
        })
        .sum()
}
