//! `import`: our own export, and what other programs keep; importing twice doubles nothing.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::knowledge::{embed_missing, missing};
use super::lazy::LazyModel;
use crate::app::App;
use crate::cli::{ImportArgs, ImportFormat};
use crate::error::{Error, Result};
use crate::exit::{Status, Tally};
use crate::port::foreign::{self, Foreign};
use crate::port::lines::Line;
use crate::port::merge::{Counts, Merger};
use crate::port::{basic_memory, mcp_memory, mem0, published};
use crate::store::{Store, published as tables};
use crate::ui::report::Place;

/// Bytes of a foreign input, which is read whole.
const FOREIGN_LIMIT: u64 = 1 << 30;

/// `import`: what became of one input.
#[derive(Serialize, JsonSchema)]
pub(super) struct ImportRecord {
    #[schemars(extend("const" = "import"))]
    r#type: &'static str,
    /// The file or folder, or `<stdin>`.
    source: String,
    /// What it was: octobrain, mcp-memory, mem0, basic-memory or published.
    format: &'static str,
    /// Memories that were not there.
    created: usize,
    /// Memories that were there in an older version.
    updated: usize,
    /// Memories that were there, or said the same as one that was.
    unchanged: usize,
    /// Memories that were forgotten here, or are newer here.
    skipped: usize,
    /// Records that could not be taken, each told of on stderr.
    refused: usize,
    /// Links that were not there.
    links: usize,
    /// Links that were there, or whose ends are not.
    links_skipped: usize,
    /// Documents that were not there.
    sources: usize,
    /// Vectors that came along.
    vectors: usize,
    /// Nothing of this was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
}

/// Runs `import`.
pub(super) async fn run(app: &mut App, args: ImportArgs) -> Result<Status> {
    let sources = if args.sources.is_empty() { vec![PathBuf::from("-")] } else { args.sources.clone() };
    let store = match (args.dry_run, Store::exists(&app.store_dir()?)) {
        (true, false) => Store::empty().await?,
        _ => app.write_store().await?,
    };
    let mut tally = Tally::default();
    for source in &sources {
        one(app, &store, source, &args, &mut tally).await?;
    }
    if !args.dry_run {
        embed(app, &store).await?;
    }
    Ok(tally.status())
}

/// What came without vectors gets them now, where there is a model.
async fn embed(app: &App, store: &Store) -> Result<()> {
    let Some(id) = app.model_id()? else { return Ok(()) };
    if missing(store, &id).await? == 0 {
        return Ok(());
    }
    let mut lazy = LazyModel::default();
    let Some(model) = lazy.get(app)? else { return Ok(()) };
    if let Err(error) = embed_missing(app, store, model).await {
        app.report.warning(&error);
    }
    Ok(())
}

async fn one(app: &mut App, store: &Store, source: &Path, args: &ImportArgs, tally: &mut Tally) -> Result<()> {
    let name = if source == Path::new("-") { "<stdin>".to_owned() } else { source.display().to_string() };
    let mut merger = Merger::begin(store, args.dry_run).await?;
    let mut refused = 0;
    let format = if source.is_dir() {
        let (format, foreign) = folder(source, args.from).await?;
        refused += foreign_in(app, store, &mut merger, foreign, &name).await?;
        format
    } else {
        let mut input = opened(source)?;
        let first = first_line(&mut input, &name)?;
        match told(&first, args.from, &name)? {
            ImportFormat::Octobrain => {
                refused += own(app, &mut merger, (first, input), &name).await?;
                "octobrain"
            }
            format => {
                let mut text = String::new();
                let rest = input.take(FOREIGN_LIMIT).read_to_string(&mut text);
                rest.map_err(|error| unreadable(&name, &error))?;
                let text = format!("{}{text}", String::from_utf8_lossy(&first));
                let (name_of, foreign) = match format {
                    ImportFormat::Mem0 => ("mem0", mem0::read(&text)),
                    _ => ("mcp-memory", mcp_memory::read(&text)),
                };
                refused += foreign_in(app, store, &mut merger, foreign, &name).await?;
                name_of
            }
        }
    };
    let counts = merger.finish().await?;
    tally.refused += refused;
    tally.done += counts.created + counts.updated + counts.unchanged + counts.skipped + counts.links + counts.sources;
    app.sink.record(&record(name, format, counts, refused, args.dry_run))
}

fn record(source: String, format: &'static str, counts: Counts, refused: usize, dry_run: bool) -> ImportRecord {
    ImportRecord {
        r#type: "import",
        source,
        format,
        created: counts.created,
        updated: counts.updated,
        unchanged: counts.unchanged,
        skipped: counts.skipped,
        refused,
        links: counts.links,
        links_skipped: counts.links_skipped,
        sources: counts.sources,
        vectors: counts.vectors,
        dry_run,
    }
}

async fn folder(folder: &Path, from: ImportFormat) -> Result<(&'static str, Foreign)> {
    let is_published =
        from == ImportFormat::Published || from == ImportFormat::Auto && tables::tables_of(folder).is_some();
    if is_published {
        return Ok(("published", published::read(tables::read(folder).await?)));
    }
    match from {
        ImportFormat::Auto | ImportFormat::BasicMemory => Ok(("basic-memory", basic_memory::read(folder)?)),
        _ => Err(Error::usage("is_a_folder", format!("{} is a folder", folder.display()))
            .hint("--from basic-memory or --from published read folders; the others read files")),
    }
}

fn opened(source: &Path) -> Result<Box<dyn BufRead>> {
    if source == Path::new("-") {
        return Ok(Box::new(BufReader::with_capacity(1 << 16, std::io::stdin())));
    }
    match File::open(source) {
        Ok(file) => Ok(Box::new(BufReader::with_capacity(1 << 16, file))),
        Err(error) => Err(unreadable(&source.display().to_string(), &error)),
    }
}

fn unreadable(name: &str, error: &std::io::Error) -> Error {
    Error::usage("unreadable", format!("cannot read {name}: {error}")).hint("check the name and its permissions")
}

/// The first line that is not blank, as bytes.
fn first_line(input: &mut impl BufRead, name: &str) -> Result<Vec<u8>> {
    let mut line = Vec::new();
    while line.trim_ascii().is_empty() {
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(|error| unreadable(name, &error))? == 0 {
            break;
        }
    }
    Ok(line)
}

/// What an input is, by its first line unless the caller says so.
fn told(first: &[u8], from: ImportFormat, name: &str) -> Result<ImportFormat> {
    if from != ImportFormat::Auto {
        return match from {
            ImportFormat::BasicMemory | ImportFormat::Published => {
                Err(Error::usage("no_folder", format!("{name} is no folder")).hint("name the folder that holds it"))
            }
            from => Ok(from),
        };
    }
    let text = String::from_utf8_lossy(first);
    let text = text.trim_start_matches('\u{feff}').trim();
    let value: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let kind = value["type"].as_str().unwrap_or_default();
    let has = |names: &[&str]| names.iter().any(|name| value.get(*name).is_some());
    if kind == "export" || value.get("title_given").is_some() {
        return Ok(ImportFormat::Octobrain);
    }
    if matches!(kind, "entity" | "relation") || has(&["entities"]) || text.contains("\"entities\"") {
        return Ok(ImportFormat::McpMemory);
    }
    // The beginning of an object or a list over several lines.
    if has(&["results", "memory", "memories", "data"]) || text.starts_with('[') || text == "{" {
        return Ok(ImportFormat::Mem0);
    }
    if text.is_empty() {
        return Ok(ImportFormat::Octobrain);
    }
    Err(Error::usage("unknown_format", format!("{name}: it is not clear what this is"))
        .hint("say it with --from octobrain, mcp-memory, mem0, basic-memory or published"))
}

/// Lines of our own export; answers how many were refused.
async fn own(
    app: &App,
    merger: &mut Merger<'_>,
    (first, mut input): (Vec<u8>, Box<dyn BufRead>),
    name: &str,
) -> Result<usize> {
    let (mut line, mut number, mut refused) = (first, 1, 0);
    let explicit = app.explicit_scope()?;
    while !line.is_empty() {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.is_empty() {
            let taken = match serde_json::from_str::<Line>(text) {
                Ok(parsed) => match agrees(text, explicit.as_deref()) {
                    Ok(()) => merger.line(parsed).await,
                    Err(error) => Err(error),
                },
                Err(error) => Err(Error::usage("bad_line", format!("line: no record of an export: {error}"))
                    .hint("the lines before it are imported; import it again once it is whole")),
            };
            match taken {
                Ok(()) => {}
                Err(error) if error.code == "export_newer" => return Err(error),
                Err(error) if error.kind == crate::error::ErrorKind::Usage => {
                    app.report.refused(&error, Place { file: name, line: number });
                    refused += 1;
                }
                Err(error) => return Err(error),
            }
        }
        line.clear();
        number += 1;
        input.read_until(b'\n', &mut line).map_err(|error| unreadable(name, &error))?;
    }
    Ok(refused)
}

/// An explicit `--scope` must be that of the line.
fn agrees(text: &str, explicit: Option<&str>) -> Result<()> {
    let Some(explicit) = explicit else { return Ok(()) };
    let value: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    match value["scope"].as_str() {
        Some(scope) if scope != explicit => {
            Err(Error::usage("scope_differs", format!("scope: the line says {scope:?}, --scope says {explicit:?}"))
                .hint("import without --scope, then octobrain scope rename OLD NEW"))
        }
        _ => Ok(()),
    }
}

async fn foreign_in(app: &App, store: &Store, merger: &mut Merger<'_>, foreign: Foreign, name: &str) -> Result<usize> {
    let importance = app.settings().memory.default_importance;
    let faults = foreign::take(merger, store, foreign, (&app.scope()?, importance), &app.clock).await?;
    for (place, error) in &faults {
        // Lines have numbers; other places have names.
        match place.parse() {
            Ok(line) => app.report.refused(error, Place { file: name, line }),
            Err(_) => {
                let named = Error { message: format!("{name}: {place}: {}", error.message), ..error.clone() };
                app.report.error(&named);
            }
        }
    }
    Ok(faults.len())
}
