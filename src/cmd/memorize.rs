//! `memorize`: one memory from flags, or many from JSON lines.

use serde_json::{Map, Value};

use super::embeddings::Embeddings;
use super::input;
use super::lazy::LazyModel;
use crate::app::App;
use crate::background::{Until, sleep_if_due};
use crate::cli::{MemorizeArgs, OnSimilarArg};
use crate::error::{Error, Result};
use crate::exit::{Status, Tally};
use crate::memory::draft::{Draft, Secrets, validate};
use crate::memory::embedding::embed_pending;
use crate::memory::link::LinkDraft;
use crate::memory::memorize::{Memorizer, OnSimilar, Outcome, Stored, Wanted};
use crate::store::Store;
use crate::wire::input::{Batches, Line};
use crate::wire::memory::read_memory;
use crate::wire::record::{MemoryRecord, More};

/// A checked memory with the number of its line, if it came on one, and the caller's own fields.
struct Checked {
    wanted: Wanted,
    number: Option<usize>,
    redacted: Vec<&'static str>,
    pass: Map<String, Value>,
}

/// Runs `memorize`.
pub(super) async fn run(app: &mut App, args: MemorizeArgs) -> Result<Status> {
    if args.content.is_some() {
        let wanted = one(app, &args)?;
        let mut session = Session::open(app, &args).await?;
        session.store(app, vec![wanted], &mut Tally::default()).await?;
        app.sink.flush()?;
        session.close(app).await;
        return Ok(Status::Done);
    }
    if args.title.is_some() || args.key.is_some() {
        return Err(Error::usage("no_content", "content is missing")
            .hint("--title and --key belong to one memory: give its text with --content"));
    }
    input::from_stdin(args.stdin.as_slice(), "the content")?;
    many(app, &args, input::stdin()).await
}

fn one(app: &App, args: &MemorizeArgs) -> Result<Checked> {
    let draft = Draft {
        scope: app.scope()?,
        key: args.key.clone(),
        title: args.title.clone(),
        content: args.content.clone().unwrap_or_default(),
        ..defaults(app, args)?
    };
    checked(app, draft, None, Map::new())
}

fn checked(app: &App, mut draft: Draft, number: Option<usize>, pass: Map<String, Value>) -> Result<Checked> {
    let redacted = draft.screen()?;
    let (links, changes) = (std::mem::take(&mut draft.links), draft.changes());
    let memory = validate(draft, app.settings().memory.default_importance, &app.clock, "memorize")?;
    Ok(Checked { wanted: Wanted { memory, changes, links }, number, redacted, pass })
}

/// What the flags say for every line that does not say it itself.
fn defaults(app: &App, args: &MemorizeArgs) -> Result<Draft> {
    Ok(Draft {
        memory_type: args.memory_type,
        importance: args.importance,
        source: args.source,
        tags: (!args.tags.is_empty()).then(|| args.tags.clone()),
        related_files: (!args.files.is_empty()).then(|| args.files.iter().map(|file| app.related_file(file)).collect()),
        role: args.role.clone(),
        links: args.related_to.iter().map(|text| LinkDraft::parse(text)).collect::<Result<_>>()?,
        secrets: Secrets::of(args.redact, args.allow_secrets),
        ..Draft::default()
    })
}

async fn many(app: &mut App, args: &MemorizeArgs, mut lines: Batches) -> Result<Status> {
    let defaults = defaults(app, args)?;
    let mut tally = Tally::default();
    let mut session: Option<Session> = None;
    while let Some(batch) = lines.next_batch() {
        let mut wanted = Vec::with_capacity(batch.len());
        for line in batch {
            let number = line.number;
            match decode(app, line, &defaults) {
                Ok(memory) => wanted.push(memory),
                Err(error) => {
                    tally.refused += 1;
                    input::refuse(app, number, &error);
                }
            }
        }
        if wanted.is_empty() {
            continue;
        }
        let session = match &mut session {
            Some(session) => session,
            None => session.insert(Session::open(app, args).await?),
        };
        session.store(app, wanted, &mut tally).await?;
        app.sink.flush()?;
        if app.sink.closed() {
            break;
        }
    }
    if let Some(session) = session {
        session.close(app).await;
    }
    Ok(tally.status())
}

fn decode(app: &App, line: Line, defaults: &Draft) -> Result<Checked> {
    let number = line.number;
    let mut fields = input::fields(line, "content")?;
    let global = fields.flag(&["global"])?.unwrap_or(false);
    let scope = app.line_scope(fields.text(&["scope"])?.or(global.then(String::new)))?;
    let draft = read_memory(&mut fields, defaults, scope, &|file| app.related_file(file))?;
    checked(app, draft, Some(number), fields.rest())
}

/// The store and the model, opened once for all batches.
struct Session {
    store: Store,
    model: LazyModel,
    memorizer: Memorizer,
    dry_run: bool,
}

impl Session {
    async fn open(app: &App, args: &MemorizeArgs) -> Result<Self> {
        // A model that cannot be named is a fault of the configuration, to be told before anything is stored.
        app.model_spec()?;
        let store = match args.dry_run {
            false => app.write_store().await?,
            true if Store::exists(&app.store_dir()?) => app.write_store().await?,
            true => Store::empty().await?,
        };
        let memorizer = Memorizer::new(app.clock.clone(), app.memorize_policy(on_similar(args), args.dry_run)?);
        Ok(Self { store, model: LazyModel::default(), memorizer, dry_run: args.dry_run })
    }

    /// Stores one batch and answers in its order.
    async fn store(&mut self, app: &mut App, lines: Vec<Checked>, tally: &mut Tally) -> Result<()> {
        let (wanted, rest): (Vec<Wanted>, Vec<_>) =
            lines.into_iter().map(|line| (line.wanted, (line.number, line.redacted, line.pass))).unzip();
        let (model, view) = (&mut self.model, &*app);
        let batch = self.memorizer.store(&self.store, wanted, || model.get(view)).await?;
        self.model.failed(app, batch.model_failed);
        let unmade = |stored: &Stored| !stored.embedded && stored.outcome != Outcome::Created;
        let embeddings = if batch.answers.iter().flatten().any(unmade) {
            Embeddings::read(app, &self.store).await?
        } else {
            Embeddings::configured(app)?
        };
        for (answer, (number, redacted, pass)) in batch.answers.into_iter().zip(rest) {
            match answer {
                Ok(stored) => {
                    tally.done += 1;
                    self.print(app, &stored, &embeddings, redacted, &pass)?;
                }
                Err(error) => {
                    tally.refused += 1;
                    match number {
                        Some(number) => input::refuse(app, number, &error),
                        None => return Err(error),
                    }
                }
            }
        }
        Ok(())
    }

    fn print(
        &self,
        app: &mut App,
        stored: &Stored,
        embeddings: &Embeddings,
        redacted: Vec<&'static str>,
        pass: &Map<String, Value>,
    ) -> Result<()> {
        let embedding = match stored.outcome {
            Outcome::Skipped => None,
            _ if self.dry_run => None,
            Outcome::Created => embeddings.made(stored.embedded),
            _ if stored.embedded => embeddings.made(true),
            _ => embeddings.of(stored.memory.id),
        };
        let more = More {
            similar: (stored.outcome != Outcome::Unchanged).then(|| stored.similar.iter().map(Into::into).collect()),
            links: stored.links.iter().map(Into::into).collect(),
            closed: stored.closed.iter().map(Into::into).collect(),
            redacted,
            dry_run: self.dry_run,
            ..More::default()
        };
        let record = MemoryRecord::new(&stored.memory, Some(stored.outcome.as_str()), embedding, pass).more(more);
        let unstored = stored.outcome == Outcome::Skipped || (self.dry_run && stored.outcome == Outcome::Created);
        app.sink.record(&if unstored { record.without_id() } else { record })
    }

    /// Looks after what can wait until the answers are out.
    async fn close(mut self, app: &App) {
        self.catch_up(app).await;
        if !self.dry_run
            && let Ok(scope) = app.scope()
        {
            sleep_if_due(app, &self.store, &scope, Until::Done);
        }
    }

    /// Embeds what was stored earlier while no model was there.
    async fn catch_up(&mut self, app: &App) {
        if self.dry_run {
            return;
        }
        if let Some(model) = self.model.loaded()
            && let Err(error) = embed_pending(&self.store, model).await
        {
            app.report.warning(&error);
        }
    }
}

fn on_similar(args: &MemorizeArgs) -> OnSimilar {
    match args.on_similar {
        None | Some(OnSimilarArg::Link) => OnSimilar::Link,
        Some(OnSimilarArg::Skip) => OnSimilar::Skip,
        Some(OnSimilarArg::Fail) => OnSimilar::Fail,
    }
}
