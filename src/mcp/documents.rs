//! `knowledge`: search, read, match, store and delete.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::answer::{Answer, BUDGET_TOKENS, fenced};
use super::lock::Place;
use super::memories::finish;
use super::worker::{Call, State};
use crate::app::App;
use crate::error::{Error, Result};
use crate::knowledge::ingest::{self, Known, Outcome, Wanted};
use crate::knowledge::keep::{self, Text};
use crate::knowledge::locate::{self, Located};
use crate::knowledge::lookup::{self, Finder, Question};
use crate::knowledge::record::{Origin, Source};
use crate::search::{Fusing, Mode};
use crate::store::Store;
use crate::store::library::Library;
use crate::store::shelf::Shelf;
use crate::text::query::Syntax;
use crate::text::tokens::tokens;
use crate::wire::fields::Fields;

/// Matching lines that one answer holds.
const MAX_LINES: usize = 100;

/// Names that `knowledge` knows.
const KNOWN: &[&str] = &["command", "query", "source", "pattern", "key", "content", "replace", "lines", "session"];

/// What a call asks for.
struct Asked {
    command: String,
    query: Option<String>,
    source: Option<String>,
    pattern: Option<String>,
    key: Option<String>,
    content: Option<String>,
    replace: bool,
    lines: Option<(usize, usize)>,
    session: Option<String>,
}

impl Asked {
    fn read(fields: &mut Fields) -> Result<Self> {
        let asked = Self {
            command: fields.text(&["command"])?.unwrap_or_default(),
            query: fields.text(&["query"])?,
            source: fields.text(&["source"])?,
            pattern: fields.text(&["pattern"])?,
            key: fields.text(&["key"])?,
            content: fields.text(&["content"])?,
            replace: fields.flag(&["replace"])?.unwrap_or(false),
            lines: fields.text(&["lines"])?.map(|text| range(&text)).transpose()?,
            session: fields.text(&["session"])?,
        };
        finish(fields, "knowledge", KNOWN)?;
        Ok(asked)
    }

    fn need<'a>(&self, name: &str, value: Option<&'a String>) -> Result<&'a str> {
        value.map(String::as_str).filter(|text| !text.trim().is_empty()).ok_or_else(|| {
            Error::usage("missing", format!("{name}: {} needs it", self.command))
                .hint("search: query; read: source; match: pattern; store: key and content; delete: key or source")
        })
    }
}

fn range(text: &str) -> Result<(usize, usize)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first >= 1 && first <= last => Ok((first, last)),
        _ => Err(Error::usage("bad_lines", format!("lines: {text:?} is no range")).hint("for example 10-40")),
    }
}

/// Runs one command.
pub(super) async fn call(
    state: &mut State,
    store: &Store,
    fields: &mut Fields,
    place: &Place,
    (call, known): (&Call, &[String]),
) -> Result<Answer> {
    let asked = Asked::read(fields)?;
    match asked.command.as_str() {
        "search" | "read" | "match" => {
            if let Some(source) = &asked.source {
                take_in(state, store, place, source, call).await?;
            }
            let Some(library) = store.library().await? else { return Ok(nothing()) };
            match asked.command.as_str() {
                "search" => search(state, &library, place, &asked).await,
                "read" => read(state.app()?, &library, place, &asked).await,
                _ => matches(state.app()?, &library, place, &asked).await,
            }
        }
        "store" => keep_text(state, store, &place.target(known)?, &asked).await,
        "delete" => {
            let scope = place.target(known)?;
            delete(state.app()?, store, (place, &scope), &asked).await
        }
        other => Err(Error::usage("unknown_command", format!("command: unknown value {other:?}"))
            .hint("one of: search read match store delete")),
    }
}

fn nothing() -> Answer {
    Answer { text: "Nothing found.".to_owned(), structured: json!({ "status": "nothing_found", "passages": [] }) }
}

/// Takes a source in, or refreshes it where it is outdated; a failure leaves the old text to serve.
async fn take_in(state: &mut State, store: &Store, place: &Place, source: &str, call: &Call) -> Result<()> {
    let app = state.app()?;
    let policy = app.ingest_policy(false)?;
    let library = store.library().await?;
    let shelf = Shelf { visible: place.visible.clone(), session: None, sources: locate::names(source, &policy.here)? };
    let kept = match &library {
        Some(library) => library.sources(&shelf).await?.into_iter().next(),
        None => None,
    };
    // A text under a key is what it is.
    if kept.as_ref().is_some_and(|kept| kept.origin == Origin::Key) {
        return Ok(());
    }
    let allowed = match locate::locate(source, &policy.here) {
        Ok(Located::File(path)) => may_read(&path, state, call),
        Ok(Located::Url(_)) => Ok(()),
        Err(error) => Err(error),
    };
    // What was taken in before may be read, wherever it came from; without a store to write to, nothing is refreshed.
    if let Err(error) = allowed {
        return if kept.is_some() { Ok(()) } else { Err(error) };
    }
    let Some(scope) = place.scope.clone() else {
        return Err(Error::usage("no_scope", "scope: say whose source this is").hint("\"\" is everywhere"));
    };
    if call.read_only {
        return if kept.is_some() { Ok(()) } else { Err(read_only()) };
    }
    let wanted = Wanted { source: source.to_owned(), scope, anew: false, only_outdated: true };
    let known = Known::read(library.as_ref(), std::iter::once(&wanted), &policy.here).await?;
    match ingest::prepare(&policy, &known, &wanted).await {
        Ok(prepared) => {
            let model = state.model.get().await;
            let failed = ingest::keep(store, &[prepared], model).await?;
            state.model.failed(failed);
            Ok(())
        }
        Err(failed) => match failed.kept {
            Some(kept) => ingest::mark_stale(store, &kept).await,
            None => Err(failed.error),
        },
    }
}

fn read_only() -> Error {
    Error::usage("read_only", "source: this server only reads, and the source was not taken in yet")
        .hint("octobrain ingest takes it in")
}

/// Only files below the client's roots, the server's folder or those it was given; links are resolved already.
fn may_read(path: &std::path::Path, state: &State, call: &Call) -> Result<()> {
    let here = if call.folders.is_empty() && state.reads_here { state.app()?.here().ok() } else { None };
    let inside = |folder: &PathBuf| folder.canonicalize().is_ok_and(|folder| path.starts_with(folder));
    if state.folders.iter().chain(&call.folders).chain(&here).any(inside) {
        return Ok(());
    }
    let hint = if state.reads_here {
        "only files below the client's roots or the server's folder; octobrain mcp --allow-dir adds one"
    } else {
        "over HTTP no file is read; octobrain mcp --allow-dir names folders, octobrain ingest takes files in"
    };
    Err(Error::usage("outside", "source: this file lies outside the folders that may be read").hint(hint))
}

fn shelf(app: &App, place: &Place, asked: &Asked) -> Result<Shelf> {
    let sources = match &asked.source {
        Some(source) => locate::names(source, &app.here()?)?,
        None => Vec::new(),
    };
    Ok(Shelf { visible: place.visible.clone(), session: asked.session.clone(), sources })
}

async fn search(state: &mut State, library: &Library, place: &Place, asked: &Asked) -> Result<Answer> {
    let app = state.app()?;
    let policy = app.recall_policy();
    let mut question = Question {
        query: asked.need("query", asked.query.as_ref())?.to_owned(),
        syntax: Syntax::Plain,
        mode: app.usual_mode()?,
        limit: app.settings().knowledge.max_results,
        min_relevance: app.settings().search.similarity_threshold as f32,
        shelf: shelf(app, place, asked)?,
        fusing: Fusing { method: policy.method, expand: policy.expand },
        sessions_since: app.sessions_since(),
    };
    let wanted = question.mode != Mode::Lexical && app.wants_model()?;
    let model = if wanted { state.model.get().await } else { None };
    let by_words = wanted && model.is_none();
    if by_words {
        question.mode = Mode::Lexical;
    }
    let answer = Finder::new(library).search(&question, model).await?;
    state.model.failed(answer.model_failed);
    let mut passages = Vec::new();
    let mut room = BUDGET_TOKENS;
    for hit in &answer.hits {
        let cost = tokens(&hit.passage.text);
        if cost > room && !passages.is_empty() {
            break;
        }
        room = room.saturating_sub(cost);
        let heading = hit.heading.join(" > ");
        let pages = hit.passage.place.pages.map(|(first, _)| format!(", page {first}")).unwrap_or_default();
        let at = format!("line {}{pages}{}{heading}", hit.line, if heading.is_empty() { "" } else { ", " });
        let note = hit.stale.as_ref().map(|why| format!(" (an old text: {why})")).unwrap_or_default();
        passages.push((hit.passage.source.clone(), format!("{at}{note}"), hit.passage.text.clone()));
    }
    let note = (by_words || answer.degraded && wanted).then_some("found by words alone: the model is not there (yet)");
    Ok(passages_answer(&passages, note))
}

async fn read(app: &App, library: &Library, place: &Place, asked: &Asked) -> Result<Answer> {
    asked.need("source", asked.source.as_ref().or(asked.key.as_ref()))?;
    let mut shelf = shelf(app, place, asked)?;
    if let (None, Some(key)) = (&asked.source, &asked.key) {
        shelf.sources = vec![key.clone()];
    }
    let texts = library.texts(&shelf).await?;
    let own = |source: &Source| Some(&source.scope) == place.scope.as_ref();
    let Some(source) = lookup::live(texts, app.sessions_since()).max_by_key(own) else { return Ok(nothing()) };
    let whole = match asked.lines {
        Some(range) => lookup::lines(&source.text, range)?,
        None => &source.text,
    };
    let first = asked.lines.map_or(1, |(first, _)| first);
    let (mut room, mut end) = (BUDGET_TOKENS, 0);
    for line in whole.split_inclusive('\n') {
        let cost = tokens(line);
        if cost > room {
            break;
        }
        room -= cost;
        end += line.len();
    }
    // One line may be longer than all there is room for.
    let shown = if end == 0 { &whole[..whole.floor_char_boundary(BUDGET_TOKENS * 3)] } else { &whole[..end] };
    let last = first + shown.lines().count().saturating_sub(1);
    let more = (shown.len() < whole.len()).then(|| format!("it goes on: lines {}-", last + 1));
    let place = format!("lines {first}-{last}");
    Ok(passages_answer(&[(source.source.clone(), place, shown.to_owned())], more.as_deref()))
}

async fn matches(app: &App, library: &Library, place: &Place, asked: &Asked) -> Result<Answer> {
    let pattern = lookup::pattern(asked.need("pattern", asked.pattern.as_ref())?, false)?;
    let texts = library.texts(&shelf(app, place, asked)?).await?;
    let mut passages = Vec::new();
    let mut room = BUDGET_TOKENS;
    let mut more = false;
    'sources: for source in lookup::live(texts, app.sessions_since()) {
        for line in lookup::matching(&source.text, &pattern, 0) {
            let cost = tokens(line.text) + 8;
            more = cost > room || passages.len() >= MAX_LINES;
            if more {
                break 'sources;
            }
            room -= cost;
            passages.push((source.source.clone(), format!("line {}", line.number), line.text.to_owned()));
        }
    }
    Ok(passages_answer(&passages, more.then_some("there is more; name a source or a narrower pattern")))
}

async fn keep_text(state: &mut State, store: &Store, scope: &str, asked: &Asked) -> Result<Answer> {
    let app = state.app()?;
    let text = Text {
        scope: scope.to_owned(),
        key: asked.need("key", asked.key.as_ref())?.to_owned(),
        session: asked.session.clone(),
        content: asked.need("content", asked.content.as_ref())?.to_owned(),
        replace: asked.replace,
    };
    let library = store.library().await?;
    let prepared = keep::prepare(library.as_ref(), text, app.chunk_sizes(), &app.clock).await?;
    let status = if prepared.outcome == Outcome::Indexed { "stored" } else { prepared.outcome.as_str() };
    let key = prepared.source.source.clone();
    let model = state.model.get().await;
    let failed = ingest::keep(store, &[prepared], model).await?;
    state.model.failed(failed);
    let since = state.app()?.sessions_since();
    if let Some(library) = store.library().await? {
        let ended = keep::ended(&library, since).await?;
        if !ended.is_empty() {
            store.writer()?.discard(&library, &ended).await?;
        }
    }
    Ok(done(status, &format!("{status}: {key}")))
}

async fn delete(app: &App, store: &Store, (place, scope): (&Place, &str), asked: &Asked) -> Result<Answer> {
    let Some(library) = store.library().await? else { return Ok(done("not_found", "Nothing of that name is kept.")) };
    let found: Vec<Source> = match (&asked.key, &asked.source) {
        (Some(key), None) => {
            keep::find(Some(&library), scope, key, asked.session.as_deref()).await?.into_iter().collect()
        }
        (None, Some(_)) => {
            let all = library.sources(&shelf(app, place, asked)?).await?;
            all.into_iter().filter(|source| source.scope == *scope && source.origin != Origin::Key).collect()
        }
        _ => return Err(Error::usage("nothing_named", "delete: name a key or a source, not both").hint("one a call")),
    };
    if found.is_empty() {
        return Ok(done("not_found", "Nothing of that name is kept."));
    }
    let ids: Vec<_> = found.iter().map(|source| source.id).collect();
    store.writer()?.discard(&library, &ids).await?;
    Ok(done("deleted", &format!("deleted: {}", found[0].source)))
}

fn done(status: &str, text: &str) -> Answer {
    Answer { text: text.to_owned(), structured: json!({ "status": status, "passages": [] }) }
}

/// Source, place and text of each passage.
fn passages_answer(passages: &[(String, String, String)], note: Option<&str>) -> Answer {
    if passages.is_empty() {
        return nothing();
    }
    let mut text = String::new();
    for (source, place, content) in passages {
        text.push_str(&format!("{source}: {place} [UNTRUSTED]\n"));
        text.push_str(&fenced("passage", &format!("source=\"{}\"", source.replace('"', "'")), content));
        text.push('\n');
    }
    if let Some(note) = note {
        text.push_str(&format!("Note: {note}."));
    }
    let list: Vec<Value> = passages
        .iter()
        .map(|(source, place, text)| json!({ "source": source, "place": place, "text": text }))
        .collect();
    let mut structured = json!({ "status": "found", "passages": list });
    if let Some(note) = note {
        structured["note"] = json!(note);
    }
    Answer { text, structured }
}
