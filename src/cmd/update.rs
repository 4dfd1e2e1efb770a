//! `update`: changes memories in place.

use serde_json::{Map, Value};

use super::embeddings::Embeddings;
use super::input;
use super::lazy::LazyModel;
use crate::app::App;
use crate::cli::UpdateArgs;
use crate::error::{Error, ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::memory::change::Provenance;
use crate::memory::draft::Secrets;
use crate::memory::filter::Visible;
use crate::memory::kinds::{MemoryType, Source, State};
use crate::memory::lookup;
use crate::memory::record::Memory;
use crate::memory::update::{Changes, update};
use crate::store::Store;
use crate::wire::fields::Fields;
use crate::wire::input::Line;
use crate::wire::record::{MemoryRecord, NotFound};

/// A memory to change, or an id that is not there, with the number of its line and the caller's own fields.
struct Target {
    found: Result<(Memory, Changes), String>,
    number: Option<usize>,
    pass: Map<String, Value>,
}

/// Runs `update`.
pub(super) async fn run(app: &mut App, args: UpdateArgs) -> Result<Status> {
    let stdin = input::from_stdin(&args.ids, "the id")?;
    let changes = screened(changes_of(app, &args), secrets(&args))?;
    if !stdin && changes.is_empty() {
        return Err(Error::usage("no_changes", "nothing to change is given")
            .hint("for example --importance 0.9, --title TEXT or --add-tags LIST; see --help"));
    }
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let mut session = Session { store, model: LazyModel::default(), tally: Tally::default() };
    if !stdin {
        let visible = app.visible()?;
        let mut targets = Vec::new();
        for id in &args.ids {
            targets.push(session.target(&visible, id.clone(), changes.clone(), None, Map::new()).await?);
        }
        session.settle(app, targets).await?;
        return Ok(session.tally.status());
    }
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        let mut targets = Vec::new();
        for line in batch {
            let number = line.number;
            match session.line(app, line, &changes, secrets(&args)).await {
                Ok(target) => targets.push(target),
                Err(error) if error.kind != ErrorKind::Usage => return Err(error),
                Err(error) => {
                    session.tally.refused += 1;
                    input::refuse(app, number, &error);
                }
            }
        }
        session.settle(app, targets).await?;
        app.sink.flush()?;
        if app.sink.closed() {
            break;
        }
    }
    Ok(session.tally.status())
}

fn secrets(args: &UpdateArgs) -> Secrets {
    Secrets::of(args.redact, args.allow_secrets)
}

struct Session {
    store: Store,
    model: LazyModel,
    tally: Tally,
}

impl Session {
    async fn target(
        &self,
        visible: &Visible,
        id: String,
        changes: Changes,
        number: Option<usize>,
        pass: Map<String, Value>,
    ) -> Result<Target> {
        let found = lookup::find(&self.store, visible, &id).await?;
        Ok(Target { found: found.map(|memory| (memory, changes)).ok_or(id), number, pass })
    }

    async fn line(&self, app: &App, line: Line, base: &Changes, secrets: Secrets) -> Result<Target> {
        let number = line.number;
        let mut fields = input::fields(line, "id")?;
        let id = fields.text(&["id"])?.ok_or_else(|| {
            Error::usage("no_id", "id is missing").hint("a line is {\"id\": \"…\", \"importance\": 0.9}")
        })?;
        let visible = app.line_visible(fields.text(&["scope"])?)?;
        let changes = screened(line_changes(app, &mut fields, base)?, secrets)?;
        if changes.is_empty() {
            return Err(Error::usage("no_changes", "nothing to change is given")
                .hint("a line names what shall be another: {\"id\": \"…\", \"importance\": 0.9}"));
        }
        self.target(&visible, id, changes, Some(number), fields.beside_memory()).await
    }

    async fn settle(&mut self, app: &mut App, targets: Vec<Target>) -> Result<()> {
        let wanted = targets.iter().filter_map(|it| it.found.as_ref().ok().map(|(memory, it)| (memory.id, it.clone())));
        let (model, view) = (&mut self.model, &*app);
        let by = Provenance::command("update");
        let (answers, failed) = update(&self.store, &app.clock, &by, wanted.collect(), || model.get(view)).await?;
        self.model.failed(app, failed);
        let embeddings = Embeddings::read(app, &self.store).await?;
        let mut answers = answers.into_iter();
        for target in targets {
            let answer = match target.found {
                Err(id) => {
                    self.tally.negative += 1;
                    app.sink.record(&NotFound::new(&id, &target.pass))?;
                    continue;
                }
                Ok(_) => answers.next(),
            };
            match answer {
                Some(Ok((memory, outcome, _))) => {
                    self.tally.done += 1;
                    let embedding = embeddings.of(memory.id);
                    app.sink.record(&MemoryRecord::new(&memory, Some(outcome.as_str()), embedding, &target.pass))?;
                }
                Some(Err(error)) => {
                    self.tally.refused += 1;
                    match target.number {
                        Some(number) => input::refuse(app, number, &error),
                        None => return Err(error),
                    }
                }
                None => return Err(Error::internal("a change got no answer")),
            }
        }
        Ok(())
    }
}

fn changes_of(app: &App, args: &UpdateArgs) -> Changes {
    let files = |files: &[String]| files.iter().map(|file| app.related_file(file)).collect::<Vec<_>>();
    Changes {
        title: args.title.clone(),
        content: args.content.clone(),
        memory_type: args.memory_type,
        importance: args.importance,
        source: args.source,
        state: args.state,
        key: args.key.clone(),
        role: args.role.clone(),
        metadata: None,
        tags: args.tags.clone(),
        add_tags: args.add_tags.clone(),
        remove_tags: args.remove_tags.clone(),
        files: args.files.as_deref().map(files),
        add_files: files(&args.add_files),
        remove_files: files(&args.remove_files),
    }
}

/// What a line says, and where it says nothing, the flags.
fn line_changes(app: &App, fields: &mut Fields, base: &Changes) -> Result<Changes> {
    let file = |file: &String| app.related_file(file);
    let or = |list: Vec<String>, base: &[String]| if list.is_empty() { base.to_vec() } else { list };
    let tags = fields.given_list(&["tags", "tag"])?;
    let files = fields.given_list(&["related_files", "files", "file"])?;
    let (add_tags, remove_tags) = (fields.list(&["add_tags"])?, fields.list(&["remove_tags"])?);
    let (add_files, remove_files) = (fields.list(&["add_files"])?, fields.list(&["remove_files"])?);
    Ok(Changes {
        title: fields.text(&["title"])?.or_else(|| base.title.clone()),
        content: fields.text(&["content"])?.or_else(|| base.content.clone()),
        memory_type: word(fields, "memory_type", MemoryType::parse)?.or(base.memory_type),
        importance: fields.number(&["importance"])?.or(base.importance),
        source: word(fields, "source", Source::parse)?.or(base.source),
        state: word(fields, "state", State::parse)?.or(base.state),
        key: fields.text(&["key"])?.or_else(|| base.key.clone()),
        role: fields.text(&["role"])?.or_else(|| base.role.clone()),
        metadata: fields.strings(&["metadata"])?,
        tags: tags.or_else(|| base.tags.clone()),
        add_tags: or(add_tags, &base.add_tags),
        remove_tags: or(remove_tags, &base.remove_tags),
        files: files.map(|files| files.iter().map(file).collect()).or_else(|| base.files.clone()),
        add_files: or(add_files.iter().map(file).collect(), &base.add_files),
        remove_files: or(remove_files.iter().map(file).collect(), &base.remove_files),
    })
}

fn word<T>(fields: &mut Fields, name: &str, parse: impl Fn(&str) -> Result<T>) -> Result<Option<T>> {
    fields.text(&[name])?.map(|word| parse(&word)).transpose()
}

/// Refuses changes that would bring a secret into the store, or replaces it.
fn screened(mut changes: Changes, secrets: Secrets) -> Result<Changes> {
    let mut replaced = Vec::new();
    let texts = [
        ("title", &mut changes.title),
        ("content", &mut changes.content),
        ("key", &mut changes.key),
        ("role", &mut changes.role),
    ];
    for (field, text) in texts.into_iter().filter_map(|(field, text)| Some((field, text.as_mut()?))) {
        secrets.screen(field, text, &mut replaced)?;
    }
    for tag in changes.tags.iter_mut().flatten().chain(&mut changes.add_tags) {
        secrets.screen("tags", tag, &mut replaced)?;
    }
    for value in changes.metadata.iter_mut().flat_map(|map| map.values_mut()) {
        secrets.screen("metadata", value, &mut replaced)?;
    }
    for file in changes.files.iter_mut().flatten().chain(&mut changes.add_files) {
        secrets.screen("related_files", file, &mut replaced)?;
    }
    Ok(changes)
}
