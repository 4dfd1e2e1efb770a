//! `ingest`: documents in, one record each.

use std::collections::HashMap;

use futures::StreamExt;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{About, Fault, SourceRecord};
use crate::app::App;
use crate::cli::IngestArgs;
use crate::cmd::input;
use crate::cmd::lazy::LazyModel;
use crate::error::{Error, Result};
use crate::exit::{Status, Tally};
use crate::knowledge::ingest::{self, Failed, Known, Outcome, Policy, Prepared, Wanted};
use crate::knowledge::record::{Passage, Place};
use crate::store::Store;
use crate::ui::progress::Progress;
use crate::wire::input::Line;

/// Passages gathered before they are embedded and kept together: one commit costs as much as a short document.
const PASSAGES_AT_ONCE: usize = 128;

/// `chunk`: a piece of a document, under --dry-run.
#[derive(Serialize, JsonSchema)]
pub(in crate::cmd) struct ChunkRecord<'a> {
    r#type: &'static str,
    source: &'a str,
    title: &'a str,
    #[serde(flatten)]
    place: &'a Place,
    content: &'a str,
}

/// One source with the caller's own fields.
pub(super) struct Asked {
    pub(super) wanted: Wanted,
    pub(super) pass: Map<String, Value>,
}

/// Runs `ingest`.
pub(in crate::cmd) async fn run(app: &mut App, args: IngestArgs) -> Result<Status> {
    let policy = app.ingest_policy(args.allow_private)?;
    let mut session = Session::open(app, &args).await?;
    let mut tally = Tally::default();
    if !input::from_stdin(&args.sources, "the source")? {
        let scope = app.scope()?;
        let asked = args.sources.iter().map(|source| asked(&args, source, scope.clone(), Map::new())).collect();
        session.ingest(app, &policy, asked, &mut tally).await?;
        return Ok(tally.status());
    }
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        let mut some = Vec::with_capacity(batch.len());
        for line in batch {
            let number = line.number;
            match decode(app, &args, line) {
                Ok(asked) => some.push(asked),
                Err(error) => {
                    tally.refused += 1;
                    input::refuse(app, number, &error);
                }
            }
        }
        session.ingest(app, &policy, some, &mut tally).await?;
        app.sink.flush()?;
        if app.sink.closed() {
            break;
        }
    }
    Ok(tally.status())
}

fn asked(args: &IngestArgs, source: &str, scope: String, pass: Map<String, Value>) -> Asked {
    Asked { wanted: Wanted { source: source.to_owned(), scope, anew: args.anew, only_outdated: false }, pass }
}

fn decode(app: &App, args: &IngestArgs, line: Line) -> Result<Asked> {
    let mut fields = input::fields(line, "source")?;
    let source = fields.text(&["source", "url", "path"])?.ok_or_else(|| {
        Error::usage("no_source", "source is missing").hint("a line is a path, an address or {\"source\": \"…\"}")
    })?;
    let scope = app.line_scope(fields.text(&["scope"])?)?;
    Ok(asked(args, &source, scope, fields.rest()))
}

/// Store and model, opened once for all sources.
pub(super) struct Session {
    store: Option<Store>,
    model: LazyModel,
    dry_run: bool,
    emits_chunks: bool,
    jobs: usize,
    /// Unchanged sources are not worth a record.
    silent: bool,
}

impl Session {
    async fn open(app: &App, args: &IngestArgs) -> Result<Self> {
        app.model_spec()?;
        let store = match args.dry_run {
            false => Some(app.write_store().await?),
            // What would be done can be said without a store.
            true if !Store::exists(&app.store_dir()?) => None,
            true => app.read_store().await?,
        };
        let emits_chunks = args.emit.is_some();
        Ok(Self {
            store,
            model: LazyModel::default(),
            dry_run: args.dry_run,
            emits_chunks,
            jobs: args.jobs.into(),
            silent: false,
        })
    }

    /// For `reindex` and `search --source`, where unchanged sources go without a record.
    pub(super) async fn over(store: Store) -> Result<Self> {
        Ok(Self {
            store: Some(store),
            model: LazyModel::default(),
            dry_run: false,
            emits_chunks: false,
            jobs: 4,
            silent: true,
        })
    }

    /// Takes sources in without a record of any; what fails is warned of, and its old text serves.
    pub(super) async fn quietly(&mut self, app: &mut App, policy: &Policy, some: Vec<Asked>) -> Result<()> {
        let known = self.known(policy, &some).await?;
        for asked in &some {
            match ingest::prepare(policy, &known, &asked.wanted).await {
                Ok(prepared) => {
                    self.keep(app, std::slice::from_ref(&prepared)).await?;
                }
                Err(failed) => {
                    if let (Some(kept), Some(store)) = (&failed.kept, &self.store) {
                        ingest::mark_stale(store, kept).await?;
                    }
                    app.report.warning(&failed.error);
                }
            }
        }
        Ok(())
    }

    pub(super) fn into_store(self) -> Option<Store> {
        self.store
    }

    /// Takes some sources in; records come in their order.
    pub(super) async fn ingest(
        &mut self,
        app: &mut App,
        policy: &Policy,
        some: Vec<Asked>,
        tally: &mut Tally,
    ) -> Result<()> {
        let progress = Progress::new("ingest", some.len(), app.report.is_quiet());
        let known = self.known(policy, &some).await?;
        let mut reading = futures::stream::iter(&some)
            .map(|asked| ingest::prepare(policy, &known, &asked.wanted))
            .buffered(self.jobs);
        let (mut gathered, mut passages) = (Vec::new(), 0);
        let mut outcome = Ok(());
        for asked in &some {
            let Some(read) = reading.next().await else { break };
            passages += read.as_ref().map_or(0, |prepared| prepared.passages.len());
            gathered.push((asked, read));
            if passages >= PASSAGES_AT_ONCE {
                outcome = self.finish(app, std::mem::take(&mut gathered), &known, &progress, tally).await;
                passages = 0;
                if outcome.is_err() || app.sink.closed() {
                    break;
                }
            }
        }
        outcome?;
        self.finish(app, gathered, &known, &progress, tally).await?;
        Ok(())
    }

    async fn finish(
        &mut self,
        app: &mut App,
        read: Vec<(&Asked, std::result::Result<Prepared, Failed>)>,
        known: &Known,
        progress: &Progress,
        tally: &mut Tally,
    ) -> Result<()> {
        let mut failures: HashMap<usize, Failed> = HashMap::new();
        let mut order = Vec::with_capacity(read.len());
        let mut prepared = Vec::new();
        for (at, (asked, read)) in read.into_iter().enumerate() {
            match read {
                Ok(it) => {
                    order.push((asked, Some(prepared.len())));
                    prepared.push(it);
                }
                Err(failed) => {
                    order.push((asked, None));
                    failures.insert(at, failed);
                }
            }
        }
        let embedding = self.keep(app, &prepared).await?;
        known.learn(&prepared);
        progress.step(order.len());
        for (at, (asked, place)) in order.into_iter().enumerate() {
            match place {
                Some(place) => {
                    tally.done += 1;
                    self.print(app, &prepared[place], asked, embedding)?;
                }
                None => {
                    tally.refused += 1;
                    let Some(failed) = failures.remove(&at) else { continue };
                    self.fail(app, failed, asked).await?;
                }
            }
        }
        app.sink.flush()
    }

    /// What is kept of these sources already.
    async fn known(&self, policy: &Policy, some: &[Asked]) -> Result<Known> {
        let library = match &self.store {
            Some(store) => store.library().await?,
            None => None,
        };
        Known::read(library.as_ref(), some.iter().map(|asked| &asked.wanted), &policy.here).await
    }

    /// Keeps what was read; answers whether vectors are to follow later.
    async fn keep(&mut self, app: &mut App, prepared: &[Prepared]) -> Result<Option<&'static str>> {
        let Some(store) = self.store.as_ref().filter(|_| !self.dry_run) else { return Ok(None) };
        let changed = prepared.iter().any(|it| it.outcome != Outcome::Unchanged);
        let wants_model = changed && app.wants_model()?;
        let model = if wants_model { self.model.get(app)? } else { None };
        let without = wants_model && model.is_none();
        let failed = ingest::keep(store, prepared, model).await?;
        let pending = without || failed.is_some();
        self.model.failed(app, failed);
        Ok(pending.then_some("pending"))
    }

    fn print(&self, app: &mut App, prepared: &Prepared, asked: &Asked, embedding: Option<&'static str>) -> Result<()> {
        if self.silent && prepared.outcome == Outcome::Unchanged {
            return Ok(());
        }
        let changed = prepared.outcome != Outcome::Unchanged;
        app.sink.record(&SourceRecord {
            r#type: "source",
            status: Some(prepared.outcome.as_str()),
            source: &prepared.source.source,
            about: Some(About::new(&prepared.source, changed.then_some(prepared.passages.len()))),
            error: None,
            embedding: embedding.filter(|_| changed),
            pass: &asked.pass,
        })?;
        if self.emits_chunks {
            for passage in &prepared.passages {
                app.sink.record(&chunk(passage))?;
            }
        }
        Ok(())
    }

    async fn fail(&self, app: &mut App, failed: Failed, asked: &Asked) -> Result<()> {
        if let (Some(kept), Some(store), false) = (&failed.kept, &self.store, self.dry_run) {
            ingest::mark_stale(store, kept).await?;
        }
        app.sink.record(&SourceRecord {
            r#type: "source",
            status: Some("failed"),
            source: failed.kept.as_ref().map_or(asked.wanted.source.as_str(), |kept| kept.source.as_str()),
            about: failed.kept.as_ref().map(|kept| About::new(kept, None)),
            error: Some(Fault::from(&failed.error)),
            embedding: None,
            pass: &asked.pass,
        })
    }
}

fn chunk(passage: &Passage) -> ChunkRecord<'_> {
    ChunkRecord {
        r#type: "chunk",
        source: &passage.source,
        title: &passage.title,
        place: &passage.place,
        content: &passage.text,
    }
}
