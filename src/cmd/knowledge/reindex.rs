//! `reindex`: sources that changed, pages that are outdated, vectors that are missing; for cron, silent when there is
//! nothing to do.

use serde::Serialize;
use serde_json::Map;

use super::ingest::{Asked, Session};
use crate::app::App;
use crate::cli::ReindexArgs;
use crate::cmd::lazy::LazyModel;
use crate::error::Result;
use crate::exit::{Status, Tally};
use crate::knowledge::ingest::{Wanted, embed_pending};
use crate::knowledge::keep;
use crate::knowledge::record::{Origin, Source};
use crate::memory::embedding;
use crate::memory::filter::{Filter, Visible};
use crate::store::Store;
use crate::store::library::{Library, Shelf};

/// `reindex`: what was done beside the sources; only when there was something.
#[derive(Serialize)]
struct ReindexRecord {
    r#type: &'static str,
    /// Vectors made of memories and passages that had none.
    embedded: usize,
    /// Texts removed whose session had ended.
    sessions_ended: usize,
    /// The words' indexes were made anew.
    lexical: bool,
}

/// Runs `reindex`.
pub(in crate::cmd) async fn run(app: &mut App, args: ReindexArgs) -> Result<Status> {
    let Some(store) = app.read_store().await? else { return Ok(Status::Done) };
    let mut record = ReindexRecord { r#type: "reindex", embedded: 0, sessions_ended: 0, lexical: false };
    let mut tally = Tally::default();
    if let Some(library) = store.library().await? {
        let ended = keep::ended(&library, app.sessions_since()).await?;
        if !ended.is_empty() {
            store.writer()?.discard(&library, &ended).await?;
            record.sessions_ended = ended.len();
        }
        sources(app, &args, &library, &mut tally).await?;
    }
    record.lexical = lexical(&store, args.lexical).await?;
    record.embedded = pending(app, &store).await?;
    if record.embedded + record.sessions_ended > 0 || record.lexical {
        app.sink.record(&record)?;
    }
    Ok(match tally.status() {
        // A source that fails is reported; whether others were there to be unchanged makes no difference.
        Status::Usage => Status::Partial,
        other => other,
    })
}

/// Every scope, each by itself, unless one was named.
async fn sources(app: &mut App, args: &ReindexArgs, library: &Library, tally: &mut Tally) -> Result<()> {
    let all = match app.explicit_scope()? {
        Some(scope) => library.sources(&Shelf::all(Visible::Scope(scope))).await?,
        None => library.all_sources().await?,
    };
    let asked: Vec<Asked> =
        all.into_iter().filter(|source| source.origin != Origin::Key).map(|it| asked(it, args)).collect();
    if asked.is_empty() {
        return Ok(());
    }
    let policy = app.ingest_policy(args.allow_private)?;
    let mut session = Session::over(app.write_store().await?).await?;
    session.ingest(app, &policy, asked, tally).await
}

fn asked(source: Source, args: &ReindexArgs) -> Asked {
    let wanted = Wanted { source: source.source, scope: source.scope, anew: args.all, only_outdated: !args.all };
    Asked { wanted, pass: Map::new() }
}

/// Makes the words' indexes anew, or brings them up where they are behind.
async fn lexical(store: &Store, anew: bool) -> Result<bool> {
    let stands_at = store.lexical().generation();
    // A store without memories has no index, and needs none.
    let behind = stands_at.is_some() || !store.rows(&Visible::All, &Filter::default()).await?.is_empty();
    let memories = anew || (behind && stands_at != Some(store.version().await?));
    if memories {
        store.writer()?.reindex(anew).await?;
    }
    let Some(library) = store.library().await? else { return Ok(memories) };
    let passages = anew || !library.lexical_current().await?;
    if passages {
        store.writer()?.index_passages(&library, anew).await?;
    }
    Ok(memories || passages)
}

/// Embeds what has no vector; a model is loaded only when there is something.
async fn pending(app: &mut App, store: &Store) -> Result<usize> {
    let Some(id) = app.model_id()? else { return Ok(0) };
    let memories = if store.all_embedded(&id).await? { 0 } else { store.pending(&id).await?.len() };
    let passages = match store.library().await? {
        Some(library) => library.pending(&id).await?.len(),
        None => 0,
    };
    if memories + passages == 0 {
        return Ok(0);
    }
    let mut lazy = LazyModel::default();
    let Some(model) = lazy.get(app)? else { return Ok(0) };
    let mut done = 0;
    let mut left = memories;
    while left > 0 {
        let still = embedding::embed_pending(store, model).await?;
        done += left - still.min(left);
        if still >= left {
            break;
        }
        left = still;
    }
    Ok(done + embed_pending(store, model, |_| ()).await?)
}
