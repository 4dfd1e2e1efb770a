//! The lines of an export, and records from them.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::knowledge::record::{Facts, Origin, Passage, Place, Source as Document};
use crate::memory::Record;
use crate::memory::change::{Change, Ended, Provenance, Run, Tombstone};
use crate::memory::kinds::{MemoryType, Relation, Source, State};
use crate::memory::link::Link;
use crate::memory::record::{Memory, check_content, check_importance, checked_title};
use crate::memory::scope;

/// Vectors as text, by the model that made them.
pub type TextVectors = BTreeMap<String, String>;

/// The layout of exports that this program writes.
pub const LAYOUT: u32 = 1;

/// One line of an export.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Line {
    /// The first line: what follows.
    Export(Head),
    /// A memory.
    Memory(Box<MemoryLine>),
    /// A link, live or removed.
    Link(Box<LinkLine>),
    /// A change of a memory in place, for its history.
    Change(Box<ChangeLine>),
    /// A run of sleep or consolidate, for undo.
    Run(Box<RunLine>),
    /// That a memory was forgotten.
    Tombstone(Box<TombstoneLine>),
    /// A document that was taken in, with its passages.
    Source(Box<SourceLine>),
}

/// What an export is.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Head {
    /// Layout of the lines.
    pub format: u32,
    /// Version of the program.
    pub version: String,
    /// When it was made.
    #[schemars(with = "String")]
    pub created_at: Timestamp,
}

/// A memory, with everything that is kept of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MemoryLine {
    /// UUIDv7.
    #[schemars(with = "String")]
    id: Uuid,
    /// The caller's own name for it, unique in its scope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The project where it is true; empty for everywhere.
    scope: String,
    /// Given, or the first sentence of the content.
    title: String,
    /// The fact, byte for byte as it came.
    content: String,
    /// What it is about: decision, bug_fix, architecture …
    memory_type: String,
    /// As given, 0 to 1.
    importance: f64,
    /// Who vouches for it: user_confirmed, agent_inferred or imported.
    source: String,
    /// In lower case.
    #[serde(default)]
    tags: Vec<String>,
    /// Relative to the root of the repository where they lie inside it.
    #[serde(default)]
    related_files: Vec<String>,
    /// Whom it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    /// working, consolidated (folded into another) or archived.
    state: String,
    /// The caller's own strings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<String, String>,
    /// When it was first stored.
    #[schemars(with = "String")]
    created_at: Timestamp,
    /// When it last changed.
    #[schemars(with = "String")]
    updated_at: Timestamp,
    /// Whether the title was given, and not made from the content.
    title_given: bool,
    #[serde(flatten)]
    made: Made,
    /// How often it was recalled.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub access_count: u64,
    /// When it was recalled last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub last_accessed_at: Option<Timestamp>,
    /// Its vectors by the model that made them: little-endian 32-bit numbers in base64.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub vectors: BTreeMap<String, String>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The command behind a record, and its run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Made {
    made_by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    made_run: Option<Uuid>,
}

/// The end of a record.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct End {
    #[schemars(with = "String")]
    at: Timestamp,
    by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    run: Option<Uuid>,
}

/// A link.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LinkLine {
    #[schemars(with = "String")]
    id: Uuid,
    scope: String,
    #[schemars(with = "String")]
    from: Uuid,
    #[schemars(with = "String")]
    to: Uuid,
    relation: String,
    strength: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[schemars(with = "String")]
    created_at: Timestamp,
    #[serde(flatten)]
    made: Made,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<End>,
}

/// A change in place.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ChangeLine {
    #[schemars(with = "String")]
    id: Uuid,
    scope: String,
    #[schemars(with = "String")]
    subject: Uuid,
    #[schemars(with = "String")]
    at: Timestamp,
    before: Map<String, Value>,
    #[serde(flatten)]
    made: Made,
}

/// A run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RunLine {
    #[schemars(with = "String")]
    id: Uuid,
    scope: String,
    command: String,
    #[schemars(with = "String")]
    at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undone: Option<End>,
}

/// What stays of a forgotten memory.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TombstoneLine {
    #[schemars(with = "String")]
    id: Uuid,
    scope: String,
    #[schemars(with = "String")]
    created_at: Timestamp,
    #[serde(flatten)]
    made: Made,
    ended: End,
}

/// A document with its passages.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SourceLine {
    #[schemars(with = "String")]
    id: Uuid,
    scope: String,
    source: String,
    origin: Origin,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    title: String,
    text: String,
    facts: Facts,
    #[schemars(with = "String")]
    created_at: Timestamp,
    #[schemars(with = "String")]
    fetched_at: Timestamp,
    passages: Vec<PassageLine>,
}

/// A piece of a document.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PassageLine {
    #[schemars(with = "String")]
    id: Uuid,
    text: String,
    #[serde(flatten)]
    place: Place,
    /// Its vectors by the model that made them, as of a memory.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    vectors: BTreeMap<String, String>,
}

/// To as many digits as a reader of JSON gives back exactly.
fn exact(number: f64) -> f64 {
    (number * 1e12).round() / 1e12
}

/// A vector as text.
pub fn encode_vector(vector: &[f32]) -> String {
    STANDARD.encode(vector.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
}

/// A vector from text; none where it is no vector of length 1.
pub fn decode_vector(text: &str) -> Option<Vec<f32>> {
    let bytes = STANDARD.decode(text).ok()?;
    let (chunks, rest) = bytes.as_chunks::<4>();
    let vector: Vec<f32> = chunks.iter().map(|four| f32::from_le_bytes(*four)).collect();
    let length: f32 = vector.iter().map(|number| number * number).sum();
    (rest.is_empty() && (length - 1.0).abs() < 1e-2).then_some(vector)
}

impl From<&Provenance> for Made {
    fn from(made: &Provenance) -> Self {
        Self { made_by: made.command.clone(), made_run: made.run }
    }
}

impl From<Made> for Provenance {
    fn from(made: Made) -> Self {
        Self { command: made.made_by, run: made.made_run }
    }
}

impl From<&Ended> for End {
    fn from(ended: &Ended) -> Self {
        Self { at: ended.at, by: ended.by.command.clone(), run: ended.by.run }
    }
}

impl From<End> for Ended {
    fn from(end: End) -> Self {
        Self { at: end.at, by: Provenance { command: end.by, run: end.run } }
    }
}

impl From<&Record> for Line {
    fn from(record: &Record) -> Self {
        match record {
            Record::Memory(it) => Self::Memory(Box::new(MemoryLine {
                id: it.id,
                key: it.key.clone(),
                scope: it.scope.clone(),
                title: it.title.clone(),
                content: it.content.clone(),
                memory_type: it.memory_type.as_str().to_owned(),
                importance: exact(it.importance),
                source: it.source.as_str().to_owned(),
                tags: it.tags.clone(),
                related_files: it.related_files.clone(),
                role: it.role.clone(),
                state: it.state.as_str().to_owned(),
                metadata: it.metadata.clone(),
                created_at: it.created_at,
                updated_at: it.updated_at,
                title_given: it.title_given,
                made: (&it.made).into(),
                access_count: 0,
                last_accessed_at: None,
                vectors: BTreeMap::new(),
            })),
            Record::Link(it) => Self::Link(Box::new(LinkLine {
                id: it.id,
                scope: it.scope.clone(),
                from: it.from,
                to: it.to,
                relation: it.relation.as_str().to_owned(),
                strength: exact(it.strength),
                description: it.description.clone(),
                created_at: it.created_at,
                made: (&it.made).into(),
                ended: it.ended.as_ref().map(Into::into),
            })),
            Record::Change(it) => Self::Change(Box::new(ChangeLine {
                id: it.id,
                scope: it.scope.clone(),
                subject: it.subject,
                at: it.at,
                before: it.before.clone(),
                made: (&it.by).into(),
            })),
            Record::Run(it) => Self::Run(Box::new(RunLine {
                id: it.id,
                scope: it.scope.clone(),
                command: it.command.clone(),
                at: it.at,
                undone: it.undone.as_ref().map(Into::into),
            })),
            Record::Tombstone(it) => Self::Tombstone(Box::new(TombstoneLine {
                id: it.id,
                scope: it.scope.clone(),
                created_at: it.created_at,
                made: (&it.made).into(),
                ended: (&it.ended).into(),
            })),
        }
    }
}

impl MemoryLine {
    /// The memory, every field checked as a caller's would be.
    pub fn memory(self) -> Result<Memory> {
        check_content(&self.content)?;
        Ok(Memory {
            id: self.id,
            scope: scope::validate(&self.scope)?,
            key: self.key,
            title: if self.title_given { checked_title(&self.title)? } else { self.title },
            title_given: self.title_given,
            content: self.content,
            memory_type: MemoryType::parse(&self.memory_type)?,
            importance: check_importance(self.importance)?,
            source: Source::parse(&self.source)?,
            tags: self.tags,
            related_files: self.related_files,
            role: self.role,
            state: State::parse(&self.state)?,
            metadata: self.metadata,
            created_at: self.created_at,
            updated_at: self.updated_at,
            made: self.made.into(),
        })
    }
}

impl LinkLine {
    /// The link.
    pub fn link(self) -> Result<Link> {
        if !(0.0..=1.0).contains(&self.strength) {
            return Err(Error::usage("bad_strength", format!("strength: 0.0..1.0, got {}", self.strength)));
        }
        Ok(Link {
            id: self.id,
            scope: scope::validate(&self.scope)?,
            from: self.from,
            to: self.to,
            relation: Relation::parse(&self.relation)?,
            strength: self.strength,
            description: self.description,
            created_at: self.created_at,
            made: self.made.into(),
            ended: self.ended.map(Into::into),
        })
    }
}

impl ChangeLine {
    /// The change.
    pub fn change(self) -> Result<Change> {
        let scope = scope::validate(&self.scope)?;
        Ok(Change { id: self.id, scope, subject: self.subject, at: self.at, before: self.before, by: self.made.into() })
    }
}

impl RunLine {
    /// The run.
    pub fn run(self) -> Result<Run> {
        let scope = scope::validate(&self.scope)?;
        Ok(Run { id: self.id, scope, command: self.command, at: self.at, undone: self.undone.map(Into::into) })
    }
}

impl TombstoneLine {
    /// The tombstone.
    pub fn tombstone(self) -> Result<Tombstone> {
        let scope = scope::validate(&self.scope)?;
        Ok(Tombstone {
            id: self.id,
            scope,
            created_at: self.created_at,
            made: self.made.into(),
            ended: self.ended.into(),
        })
    }
}

impl SourceLine {
    /// A document as a line.
    pub fn new(document: &Document, passages: Vec<PassageLine>) -> Self {
        Self {
            id: document.id,
            scope: document.scope.clone(),
            source: document.source.clone(),
            origin: document.origin,
            session: document.session.clone(),
            title: document.title.clone(),
            text: document.text.clone(),
            facts: document.facts.clone(),
            created_at: document.created_at,
            fetched_at: document.fetched_at,
            passages,
        }
    }

    /// The document, and its passages with their vectors.
    pub fn document(self) -> Result<(Document, Vec<(Passage, TextVectors)>)> {
        let document = Document {
            id: self.id,
            scope: scope::validate(&self.scope)?,
            source: self.source,
            origin: self.origin,
            session: self.session,
            title: self.title,
            text: self.text,
            facts: self.facts,
            created_at: self.created_at,
            fetched_at: self.fetched_at,
        };
        let passage = |line: PassageLine| {
            let passage = Passage {
                id: line.id,
                scope: document.scope.clone(),
                owner: document.id,
                source: document.source.clone(),
                session: document.session.clone(),
                title: document.title.clone(),
                text: line.text,
                place: line.place,
            };
            (passage, line.vectors)
        };
        let passages = self.passages.into_iter().map(passage).collect();
        Ok((document, passages))
    }
}

impl PassageLine {
    /// A passage as part of a line.
    pub fn new(passage: &Passage, vectors: BTreeMap<String, String>) -> Self {
        Self { id: passage.id, text: passage.text.clone(), place: passage.place.clone(), vectors }
    }
}
