//! `knowledge read`, `match`, `list` and `stats`: what was taken in, as it is.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::search::{refreshed, shelf};
use super::{About, SourceRecord, no_fields};
use crate::app::App;
use crate::cli::{ListSourcesArgs, MatchArgs, ReadArgs};
use crate::error::Result;
use crate::exit::Status;
use crate::knowledge::lookup::{self, Line};
use crate::knowledge::record::Source;
use crate::store::library::Library;
use crate::store::shelf::Shelf;
use crate::ui::sink::Format;

/// `text`: the text of a source, or a part of it.
#[derive(Serialize, JsonSchema)]
pub(in crate::cmd) struct TextRecord<'a> {
    r#type: &'static str,
    source: &'a str,
    title: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stale: Option<&'a str>,
    content: &'a str,
}

/// `match`: a line that a pattern matches, or one near it.
#[derive(Serialize, JsonSchema)]
pub(in crate::cmd) struct MatchRecord<'a> {
    r#type: &'static str,
    source: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
    /// False for a line of context.
    matches: bool,
    content: &'a str,
}

/// `stats`: how much there is.
#[derive(Serialize, JsonSchema)]
struct StatsRecord {
    r#type: &'static str,
    sources: usize,
    passages: usize,
    bytes: u64,
    stale: usize,
    kinds: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pending: Option<usize>,
    lexical_current: bool,
}

/// Runs `knowledge read`.
pub(super) async fn read(app: &mut App, args: ReadArgs) -> Result<Status> {
    let sources = vec![args.source.clone()];
    let Some(store) = refreshed(app, &sources, args.allow_private).await? else { return Ok(Status::Negative) };
    let Some(library) = store.library().await? else { return Ok(Status::Negative) };
    let texts = library.texts(&shelf(app, &sources, args.session.as_deref())?).await?;
    let scope = app.scope()?;
    // The scope's own before the one that everybody sees.
    let own = lookup::live(texts, app.sessions_since()).max_by_key(|source| source.scope == scope);
    let Some(source) = own else { return Ok(Status::Negative) };
    let content = match (args.lines, args.pages) {
        (Some(range), _) => lookup::lines(&source.text, range)?,
        (None, Some(range)) => lookup::pages(&source, range)?,
        (None, None) => &source.text,
    };
    if matches!(app.sink.format(), Format::Text | Format::Md) {
        app.sink.text(content)?;
        if !content.ends_with('\n') {
            app.sink.text("\n")?;
        }
        return Ok(Status::Done);
    }
    app.sink.record(&TextRecord {
        r#type: "text",
        source: &source.source,
        title: &source.title,
        kind: &source.facts.kind,
        stale: source.facts.stale.as_deref(),
        content,
    })?;
    Ok(Status::Done)
}

/// Runs `knowledge match`.
pub(super) async fn matches(app: &mut App, args: MatchArgs) -> Result<Status> {
    let pattern = lookup::pattern(&args.pattern, args.ignore_case)?;
    let Some(library) = library(app).await? else { return Ok(Status::Negative) };
    let texts = library.texts(&shelf(app, &args.source, args.session.as_deref())?).await?;
    let mut left = args.limit.unwrap_or(usize::MAX);
    let mut found = false;
    for source in lookup::live(texts, app.sessions_since()) {
        for line in lookup::matching(&source.text, &pattern, args.context) {
            // The lines after the last match still belong to it.
            if left == 0 && (line.matches || line.gap) {
                return Ok(Status::Done);
            }
            left -= usize::from(line.matches);
            found = true;
            show(app, &source, &line)?;
        }
        if app.sink.closed() {
            break;
        }
    }
    Ok(if found { Status::Done } else { Status::Negative })
}

fn show(app: &mut App, source: &Source, line: &Line<'_>) -> Result<()> {
    if matches!(app.sink.format(), Format::Text | Format::Md) {
        // As grep writes it: a colon behind what matches, a hyphen behind what is only near.
        let mark = if line.matches { ':' } else { '-' };
        if line.gap {
            app.sink.text("--\n")?;
        }
        return app.sink.text(&format!("{}{mark}{}{mark}{}\n", source.source, line.number, line.text));
    }
    let starts = &source.facts.pages;
    let page = (!starts.is_empty()).then(|| {
        let at = line.text.as_ptr() as usize - source.text.as_ptr() as usize;
        starts.partition_point(|start| *start <= at)
    });
    app.sink.record(&MatchRecord {
        r#type: "match",
        source: &source.source,
        line: line.number,
        page,
        matches: line.matches,
        content: line.text,
    })
}

/// Runs `knowledge list`.
pub(super) async fn list(app: &mut App, args: ListSourcesArgs) -> Result<Status> {
    let Some(library) = library(app).await? else { return Ok(Status::Done) };
    let shelf = Shelf { visible: app.visible()?, session: args.session, sources: Vec::new() };
    let counts = library.passage_counts(&shelf.visible).await?;
    for source in lookup::live(library.sources(&shelf).await?, app.sessions_since()) {
        app.sink.record(&SourceRecord {
            r#type: "source",
            status: None,
            source: &source.source,
            about: Some(About::new(&source, Some(count(&counts, source.id)))),
            error: None,
            embedding: None,
            pass: no_fields(),
        })?;
    }
    Ok(Status::Done)
}

/// Runs `knowledge stats`.
pub(super) async fn stats(app: &mut App) -> Result<Status> {
    let mut record = StatsRecord {
        r#type: "stats",
        sources: 0,
        passages: 0,
        bytes: 0,
        stale: 0,
        kinds: BTreeMap::new(),
        pending: None,
        lexical_current: true,
    };
    if let Some(library) = library(app).await? {
        let visible = app.visible()?;
        let counts = library.passage_counts(&visible).await?;
        for source in lookup::live(library.sources(&Shelf::all(visible)).await?, app.sessions_since()) {
            record.sources += 1;
            record.passages += count(&counts, source.id);
            record.bytes += source.facts.bytes;
            record.stale += usize::from(source.facts.stale.is_some());
            *record.kinds.entry(source.facts.kind.clone()).or_default() += 1;
        }
        record.lexical_current = library.lexical_current().await?;
        if let Some(model) = app.model_id()? {
            record.pending = Some(library.pending(&model).await?.len());
        }
    }
    app.sink.record(&record)?;
    Ok(Status::Done)
}

fn count(counts: &HashMap<Uuid, usize>, id: Uuid) -> usize {
    counts.get(&id).copied().unwrap_or(0)
}

async fn library(app: &App) -> Result<Option<Library>> {
    match app.read_store().await? {
        Some(store) => store.library().await,
        None => Ok(None),
    }
}
