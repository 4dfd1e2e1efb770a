//! `memorize`: one memory from flags, or many from JSON lines.

use serde_json::{Map, Value};

use super::embeddings::Embeddings;
use super::input;
use crate::app::App;
use crate::cli::MemorizeArgs;
use crate::embed::Embedder;
use crate::error::{Error, Result};
use crate::exit::{Status, Tally};
use crate::memory::kinds::{MemoryType, Source};
use crate::memory::memorize::{Draft, Prepared, Vectors, commit, embed_pending, prepare, validate};
use crate::memory::record::Memory;
use crate::store::Store;
use crate::wire::fields::Fields;
use crate::wire::input::{Batches, Line};
use crate::wire::record::MemoryRecord;

/// A validated memory with the caller's own fields.
type Wanted = (Memory, Map<String, Value>);

/// Runs `memorize`.
pub(super) async fn run(app: &mut App, args: MemorizeArgs) -> Result<Status> {
    if args.content.is_some() {
        let wanted = one(app, &args)?;
        let mut session = Session::open(app).await?;
        session.store(app, vec![wanted]).await?;
        session.catch_up(app).await;
        return Ok(Status::Done);
    }
    if args.title.is_some() || args.key.is_some() {
        return Err(Error::usage("no_content", "content is missing")
            .hint("--title and --key belong to one memory: give its text with --content"));
    }
    input::from_stdin(args.stdin.as_slice(), "the content")?;
    many(app, &args, input::stdin()).await
}

fn one(app: &App, args: &MemorizeArgs) -> Result<Wanted> {
    let draft = Draft {
        scope: app.scope()?,
        key: args.key.clone(),
        title: args.title.clone(),
        content: args.content.clone().unwrap_or_default(),
        ..defaults(app, args)
    };
    Ok((validate(draft, app.settings().memory.default_importance, &app.clock)?, Map::new()))
}

/// What the flags say for every line that does not say it itself.
fn defaults(app: &App, args: &MemorizeArgs) -> Draft {
    Draft {
        memory_type: args.memory_type,
        importance: args.importance,
        source: args.source,
        tags: args.tags.clone(),
        related_files: args.files.iter().map(|file| app.related_file(file)).collect(),
        role: args.role.clone(),
        ..Draft::default()
    }
}

async fn many(app: &mut App, args: &MemorizeArgs, mut lines: Batches) -> Result<Status> {
    let defaults = defaults(app, args);
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
            None => session.insert(Session::open(app).await?),
        };
        tally.done += wanted.len();
        session.store(app, wanted).await?;
        app.sink.flush()?;
        if app.sink.closed() {
            break;
        }
    }
    if let Some(mut session) = session {
        session.catch_up(app).await;
    }
    Ok(tally.status())
}

fn decode(app: &App, line: Line, defaults: &Draft) -> Result<Wanted> {
    let mut fields = input::fields(line, "content")?;
    let draft = draft(app, &mut fields, defaults)?;
    let memory = validate(draft, app.settings().memory.default_importance, &app.clock)?;
    Ok((memory, fields.rest()))
}

fn draft(app: &App, fields: &mut Fields, defaults: &Draft) -> Result<Draft> {
    let content = fields.text(&["content"])?.ok_or_else(|| {
        Error::usage("no_content", "content is missing").hint("a memory is {\"content\": \"…\"} or a plain line")
    })?;
    let or = |list: Vec<String>, default: &Vec<String>| if list.is_empty() { default.clone() } else { list };
    let files = fields.list(&["related_files", "files", "file"])?;
    let global = fields.flag(&["global"])?.unwrap_or(false);
    let scope = fields.text(&["scope"])?.or(global.then(String::new));
    Ok(Draft {
        scope: app.line_scope(scope)?,
        key: fields.text(&["key"])?,
        title: fields.text(&["title"])?,
        content,
        memory_type: memory_type(fields)?.or(defaults.memory_type),
        importance: fields.number(&["importance"])?.or(defaults.importance),
        source: fields.text(&["source"])?.map(|word| Source::parse(&word)).transpose()?.or(defaults.source),
        tags: or(fields.list(&["tags", "tag"])?, &defaults.tags),
        related_files: or(files.iter().map(|file| app.related_file(file)).collect(), &defaults.related_files),
        role: fields.text(&["role"])?.or_else(|| defaults.role.clone()),
        metadata: fields.strings(&["metadata"])?,
    })
}

/// `memory_type`, or a `type` that is one: `type` also names the kind of record that a command emits.
fn memory_type(fields: &mut Fields) -> Result<Option<MemoryType>> {
    if let Some(word) = fields.text(&["memory_type"])? {
        return MemoryType::parse(&word).map(Some);
    }
    let word = fields.text(&["type"])?;
    Ok(word.and_then(|word| MemoryType::parse(&word).ok()))
}

/// The store and the model, opened once for all batches; the model only when there is something to embed.
struct Session {
    store: Store,
    model: Model,
}

enum Model {
    NotNeededYet,
    Open(Box<dyn Embedder>),
    Missing,
}

impl Session {
    async fn open(app: &mut App) -> Result<Self> {
        // A model that cannot be named is a fault of the configuration, to be told before anything is stored.
        app.model_spec()?;
        Ok(Self { store: app.write_store().await?, model: Model::NotNeededYet })
    }

    /// Stores one batch and answers in its order.
    async fn store(&mut self, app: &mut App, wanted: Vec<Wanted>) -> Result<()> {
        let (memories, passes): (Vec<Memory>, Vec<Map<String, Value>>) = wanted.into_iter().unzip();
        let prepared = prepare(&self.store, memories).await?;
        let vectors = if prepared.changes_nothing() { None } else { self.embed(app, &prepared)? };
        let stored = commit(&self.store, prepared, vectors).await?;
        let embeddings = Embeddings::read(app, &self.store).await?;
        for ((memory, outcome), pass) in stored.iter().zip(&passes) {
            let record = MemoryRecord::new(memory, Some(outcome.as_str()), embeddings.of(memory.id), pass);
            app.sink.record(&record)?;
        }
        Ok(())
    }

    /// A model that is away or fails costs the vectors, never the memories.
    fn embed(&mut self, app: &mut App, prepared: &Prepared) -> Result<Option<Vectors>> {
        if matches!(self.model, Model::NotNeededYet) {
            self.model = app.embedder()?.map_or(Model::Missing, Model::Open);
        }
        let Model::Open(embedder) = &mut self.model else { return Ok(None) };
        match prepared.embed(embedder.as_mut()) {
            Ok(vectors) => Ok(Some(vectors)),
            Err(error) => {
                app.report.warning(&error);
                self.model = Model::Missing;
                Ok(None)
            }
        }
    }

    /// Embeds what was stored earlier while no model was there.
    async fn catch_up(&mut self, app: &mut App) {
        if let Model::Open(embedder) = &mut self.model
            && let Err(error) = embed_pending(&self.store, embedder.as_mut()).await
        {
            app.report.warning(&error);
        }
    }
}
