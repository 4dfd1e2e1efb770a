//! `reindex`: sources that changed, pages that are outdated, vectors that are missing; for cron, silent when there is
//! nothing to do.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Map;

use super::ingest::{Asked, Session};
use crate::app::App;
use crate::cli::ReindexArgs;
use crate::cmd::lazy::LazyModel;
use crate::embed::{Model, ModelSpec};
use crate::error::{Error, Result};
use crate::exit::{Status, Tally};
use crate::knowledge::ingest::{Wanted, embed_pending};
use crate::knowledge::keep;
use crate::knowledge::record::{Origin, Source};
use crate::memory::embedding;
use crate::memory::filter::{Filter, Visible};
use crate::store::library::Library;
use crate::store::shelf::Shelf;
use crate::store::{Lease, Store};
use crate::ui::progress::Progress;

/// `reindex`: what was done beside the sources; only when there was something.
#[derive(Serialize, JsonSchema)]
pub(in crate::cmd) struct ReindexRecord {
    r#type: &'static str,
    /// Vectors made of memories and passages that had none.
    embedded: usize,
    /// Texts removed whose session had ended.
    sessions_ended: usize,
    /// The words' indexes were made anew.
    lexical: bool,
    /// Vectors tables of models that the store has left, which went.
    #[serde(skip_serializing_if = "is_none")]
    dropped: usize,
    /// The model that the store has changed to.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
}

fn is_none(number: &usize) -> bool {
    *number == 0
}

/// Runs `reindex`.
pub(in crate::cmd) async fn run(app: &mut App, args: ReindexArgs) -> Result<Status> {
    let Some(store) = app.read_store().await? else { return Ok(Status::Done) };
    let Some(_lease) = lease(&store, &args)? else { return Ok(Status::Done) };
    let mut record =
        ReindexRecord { r#type: "reindex", embedded: 0, sessions_ended: 0, lexical: false, dropped: 0, model: None };
    if let Some(name) = &args.model {
        return change_model(app, &store, name, record).await;
    }
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
    if store.has_old_versions() {
        store.writer()?.drop_old_versions().await?;
    }
    if let Some(id) = app.model_id()?
        && store.has_old_vectors(&id).await?
    {
        record.dropped = store.writer()?.drop_old_vectors(&id).await?;
    }
    if record.embedded + record.sessions_ended + record.dropped > 0 || record.lexical {
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
pub(in crate::cmd) async fn lexical(store: &Store, anew: bool) -> Result<bool> {
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
    if missing(store, &id).await? == 0 {
        return Ok(0);
    }
    app.note_model(store)?;
    let mut lazy = LazyModel::default();
    let Some(model) = lazy.get(app)? else { return Ok(0) };
    embed_missing(app, store, model).await
}

/// How many memories and passages have no vector of this model.
pub(in crate::cmd) async fn missing(store: &Store, id: &str) -> Result<usize> {
    let memories = if store.all_embedded(id).await? { 0 } else { store.pending(id).await?.len() };
    let passages = match store.library().await? {
        Some(library) => library.pending(id).await?.len(),
        None => 0,
    };
    Ok(memories + passages)
}

pub(in crate::cmd) async fn embed_missing(app: &App, store: &Store, model: &mut Model) -> Result<usize> {
    let total = missing(store, model.id()).await?;
    let progress = Progress::new("embedding", total, app.report.is_quiet());
    let (mut done, mut left) = (0, store.pending(model.id()).await?.len());
    while left > 0 {
        let still = embedding::embed_pending(store, model).await?;
        progress.step(left - still.min(left));
        done += left - still.min(left);
        if still >= left {
            break;
        }
        left = still;
    }
    Ok(done + embed_pending(store, model, |some| progress.step(some)).await?)
}

/// Passes over what others wrote meanwhile, before they must wait.
const CATCHING_UP: usize = 8;

/// Makes the vectors of another model while the old ones go on answering, and then changes to it.
async fn change_model(app: &mut App, store: &Store, name: &str, mut record: ReindexRecord) -> Result<Status> {
    let spec = app.parse_model(name)?;
    if spec == ModelSpec::None {
        return Err(Error::usage("no_model", "--model: none has no vectors to make")
            .hint("embedding.model = \"none\" in the configuration leaves them unused"));
    }
    let mut model = Model::new(spec.clone(), app.model_paths()?)?;
    let held = app.held_as(&spec).ok_or_else(|| Error::internal("a model without an identity"))?;
    for _ in 0..CATCHING_UP {
        let made = embed_missing(app, store, &mut model).await?;
        record.embedded += made;
        if made == 0 {
            break;
        }
    }
    let lost = missing(store, model.id()).await?;
    if lost > 0 {
        return Err(Error::store("not_embedded", format!("{lost} texts have no vector of {name} yet"))
            .hint("run it again; the present model goes on answering until all are there"));
    }
    store.writer()?.change_model(&held)?;
    record.model = Some(held.spec);
    app.sink.record(&record)?;
    if app.configured_model()? != spec {
        app.report.warning(
            &Error::usage(
                "other_model",
                format!("the store's vectors are of {name} now, embedding.model says another"),
            )
            .hint(format!("set embedding.model = \"{name}\" in the configuration")),
        );
    }
    Ok(Status::Done)
}

/// The right to be the only one who embeds everything; none where another one is at it and that is well.
fn lease(store: &Store, args: &ReindexArgs) -> Result<Option<Lease>> {
    match store.lease("reindex")? {
        Some(lease) => Ok(Some(lease)),
        None if args.if_free => Ok(None),
        None => Err(Error::store("reindex_busy", "another reindex is at work in this store")
            .hint("try again when it has ended; --if-free leaves it to the other one")),
    }
}
