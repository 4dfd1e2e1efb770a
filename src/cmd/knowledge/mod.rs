//! The knowledge commands.

mod ingest;
mod keep;
mod read;
mod reindex;
mod search;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::app::App;
use crate::cli::KnowledgeCommand;
use crate::error::{Error, Result};
use crate::exit::Status;
use crate::knowledge::record::{Origin, Source};

pub(super) use ingest::ChunkRecord;
pub(super) use ingest::run as ingest;
pub(super) use read::{MatchRecord, TextRecord};
pub(super) use reindex::{ReindexRecord, embed_missing, lexical, missing, run as reindex};
pub(super) use search::{PassageRecord, run as search};

/// Runs `knowledge VERB`.
pub(super) async fn run(app: &mut App, command: KnowledgeCommand) -> Result<Status> {
    match command {
        KnowledgeCommand::Index(args) => ingest::run(app, args).await,
        KnowledgeCommand::Search(args) => search::run(app, args).await,
        KnowledgeCommand::Read(args) => read::read(app, args).await,
        KnowledgeCommand::Match(args) => read::matches(app, args).await,
        KnowledgeCommand::Store(args) => keep::store(app, args).await,
        KnowledgeCommand::Delete(args) => keep::delete(app, args).await,
        KnowledgeCommand::DeleteStored { key, session } => keep::delete_key(app, &key, session.as_deref()).await,
        KnowledgeCommand::List(args) => read::list(app, args).await,
        KnowledgeCommand::Stats => read::stats(app).await,
    }
}

/// `source`: a source and what became of it.
#[derive(Serialize, JsonSchema)]
pub(in crate::cmd) struct SourceRecord<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    source: &'a str,
    #[serde(flatten)]
    about: Option<About<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    embedding: Option<&'static str>,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

/// What is kept of a source.
#[derive(Serialize, JsonSchema)]
struct About<'a> {
    id: String,
    scope: &'a str,
    origin: Origin,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
    title: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    chunks: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<usize>,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<&'a str>,
    created_at: String,
    fetched_at: String,
    /// Why it could not be refreshed: the text is an old one.
    #[serde(skip_serializing_if = "Option::is_none")]
    stale: Option<&'a str>,
}

/// Why a source failed.
#[derive(Serialize, JsonSchema)]
struct Fault<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl<'a> About<'a> {
    fn new(source: &'a Source, chunks: Option<usize>) -> Self {
        let facts = &source.facts;
        Self {
            id: source.id.to_string(),
            scope: &source.scope,
            origin: source.origin,
            session: source.session.as_deref(),
            title: &source.title,
            kind: &facts.kind,
            chunks,
            pages: (!facts.pages.is_empty()).then_some(facts.pages.len()),
            bytes: facts.bytes,
            language: facts.language.as_deref(),
            published: facts.published.as_deref(),
            created_at: source.created_at.to_string(),
            fetched_at: source.fetched_at.to_string(),
            stale: facts.stale.as_deref(),
        }
    }
}

impl<'a> From<&'a Error> for Fault<'a> {
    fn from(error: &'a Error) -> Self {
        Self { code: error.code, message: &error.message, hint: error.hint.as_deref() }
    }
}

/// No fields of the caller's own.
fn no_fields() -> &'static Map<String, Value> {
    static NOTHING: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    &NOTHING
}
