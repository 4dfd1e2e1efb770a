//! `knowledge store` and `delete`: text under a key, and taking sources out again.

use std::io::{IsTerminal, Read};

use super::search::shelf;
use super::{About, SourceRecord, no_fields};
use crate::app::App;
use crate::cli::{DeleteArgs, StoreArgs};
use crate::cmd::lazy::LazyModel;
use crate::error::{Error, Result};
use crate::exit::Status;
use crate::knowledge::ingest::{self, MAX_BYTES, Outcome};
use crate::knowledge::keep::{self, Text};
use crate::knowledge::record::{Origin, Source};

/// Runs `knowledge store`.
pub(super) async fn store(app: &mut App, args: StoreArgs) -> Result<Status> {
    let key = args.key.or(args.key_flag).ok_or_else(|| {
        Error::usage("no_key", "a key is missing").hint("octobrain knowledge store KEY --content TEXT")
    })?;
    let content = match args.content {
        Some(content) => content,
        None => from_stdin()?,
    };
    let store = app.write_store().await?;
    let library = store.library().await?;
    let text = Text { scope: app.scope()?, key, session: args.session, content, replace: args.replace };
    let prepared = keep::prepare(library.as_ref(), text, app.chunk_sizes(), &app.clock).await?;
    let changed = prepared.outcome != Outcome::Unchanged;
    let mut model = LazyModel::default();
    let wants_model = changed && app.wants_model()?;
    let embedder = if wants_model { model.get(app)? } else { None };
    let without = wants_model && embedder.is_none();
    let prepared = [prepared];
    let failed = ingest::keep(&store, &prepared, embedder).await?;
    let pending = without || failed.is_some();
    model.failed(app, failed);
    let [prepared] = prepared;
    app.sink.record(&SourceRecord {
        r#type: "source",
        status: Some(if prepared.outcome == Outcome::Indexed { "stored" } else { prepared.outcome.as_str() }),
        source: &prepared.source.source,
        about: Some(About::new(&prepared.source, changed.then_some(prepared.passages.len()))),
        error: None,
        embedding: pending.then_some("pending"),
        pass: no_fields(),
    })?;
    app.sink.flush()?;
    drop_ended(app, &store).await?;
    Ok(Status::Done)
}

/// Texts of sessions that have ended are removed by the next one that stores.
async fn drop_ended(app: &App, store: &crate::store::Store) -> Result<()> {
    let Some(library) = store.library().await? else { return Ok(()) };
    let ended = keep::ended(&library, app.sessions_since()).await?;
    if ended.is_empty() { Ok(()) } else { store.writer()?.discard(&library, &ended).await }
}

fn from_stdin() -> Result<String> {
    if std::io::stdin().is_terminal() {
        return Err(Error::usage("no_content", "the text is missing").hint("give it with --content or on stdin"));
    }
    let mut content = String::new();
    let read = std::io::stdin().lock().take(MAX_BYTES + 1).read_to_string(&mut content);
    read.map_err(|error| Error::usage("unreadable_input", format!("stdin: {error}")).hint("the text must be UTF-8"))?;
    if content.len() as u64 > MAX_BYTES {
        return Err(Error::usage("too_large", format!("the text has more than {} MB", MAX_BYTES >> 20))
            .hint("store the parts that matter, each under a key of its own"));
    }
    Ok(content)
}

/// Runs `knowledge delete`.
pub(super) async fn delete(app: &mut App, args: DeleteArgs) -> Result<Status> {
    if let Some(key) = args.key {
        return delete_key(app, &key, args.session.as_deref()).await;
    }
    let scope = app.scope()?;
    let Some(store) = app.read_store().await? else { return missing(app, &args.sources) };
    let Some(library) = store.library().await? else { return missing(app, &args.sources) };
    let mut status = Status::Done;
    for name in &args.sources {
        let found = library.sources(&shelf(app, std::slice::from_ref(name), None)?).await?;
        let own: Vec<Source> =
            found.into_iter().filter(|source| source.scope == scope && source.origin != Origin::Key).collect();
        if own.is_empty() {
            status = missing(app, std::slice::from_ref(name))?;
            continue;
        }
        remove(app, &store, &library, &own).await?;
    }
    Ok(status)
}

/// Removes a text stored under a key.
pub(super) async fn delete_key(app: &mut App, key: &str, session: Option<&str>) -> Result<Status> {
    let names = [key.to_owned()];
    let Some(store) = app.read_store().await? else { return missing(app, &names) };
    let Some(library) = store.library().await? else { return missing(app, &names) };
    match keep::find(Some(&library), &app.scope()?, key, session).await? {
        Some(source) => {
            remove(app, &store, &library, &[source]).await?;
            Ok(Status::Done)
        }
        None => missing(app, &names),
    }
}

async fn remove(
    app: &mut App,
    store: &crate::store::Store,
    library: &crate::store::library::Library,
    sources: &[Source],
) -> Result<()> {
    let ids: Vec<_> = sources.iter().map(|source| source.id).collect();
    store.writer()?.discard(library, &ids).await?;
    for source in sources {
        app.sink.record(&SourceRecord {
            r#type: "source",
            status: Some("deleted"),
            source: &source.source,
            about: Some(About::new(source, None)),
            error: None,
            embedding: None,
            pass: no_fields(),
        })?;
    }
    Ok(())
}

fn missing(app: &mut App, names: &[String]) -> Result<Status> {
    for name in names {
        app.sink.record(&SourceRecord {
            r#type: "source",
            status: Some("not_found"),
            source: name,
            about: None,
            error: None,
            embedding: None,
            pass: no_fields(),
        })?;
    }
    Ok(Status::Negative)
}
