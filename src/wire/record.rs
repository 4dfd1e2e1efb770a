//! The records that commands emit: one JSON object a line, `type` first, fields in a fixed order.

use std::collections::BTreeMap;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::memory::goal::Closed;
use crate::memory::link::Link;
use crate::memory::linking::LinkOutcome;
use crate::memory::recall::{Hit, Neighbour};
use crate::memory::record::Memory;
use crate::memory::similar::Similar;
use crate::rank::fusion::Candidate;

/// The fields of a memory, shared by every record that shows one.
///
/// Times are RFC 3339 in UTC. Absent optional fields are left out.
#[derive(Serialize, JsonSchema)]
struct MemoryFields<'a> {
    /// UUIDv7.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    id: Option<Uuid>,
    /// The caller's own name for it, unique in its scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    /// The project where it is true; empty for everywhere.
    scope: &'a str,
    /// Given, or the first sentence of the content.
    title: &'a str,
    /// The fact, byte for byte as it came.
    content: &'a str,
    /// What it is about: decision, bug_fix, architecture …
    memory_type: &'static str,
    /// As given, 0 to 1.
    importance: f64,
    /// Who vouches for it: user_confirmed, agent_inferred or imported.
    source: &'static str,
    /// In lower case.
    tags: &'a [String],
    /// Relative to the root of the repository where they lie inside it.
    related_files: &'a [String],
    /// Whom it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'a str>,
    /// working, consolidated (folded into another) or archived.
    state: &'static str,
    /// The caller's own strings.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metadata: &'a BTreeMap<String, String>,
    /// When it was first stored.
    #[serde(serialize_with = "rfc3339")]
    #[schemars(with = "String")]
    created_at: Timestamp,
    /// When it last changed.
    #[serde(serialize_with = "rfc3339")]
    #[schemars(with = "String")]
    updated_at: Timestamp,
}

impl<'a> From<&'a Memory> for MemoryFields<'a> {
    fn from(memory: &'a Memory) -> Self {
        Self {
            id: Some(memory.id),
            key: memory.key.as_deref(),
            scope: &memory.scope,
            title: &memory.title,
            content: &memory.content,
            memory_type: memory.memory_type.as_str(),
            importance: memory.importance,
            source: memory.source.as_str(),
            tags: &memory.tags,
            related_files: &memory.related_files,
            role: memory.role.as_deref(),
            state: memory.state.as_str(),
            metadata: &memory.metadata,
            created_at: memory.created_at,
            updated_at: memory.updated_at,
        }
    }
}

pub(super) fn rfc3339<S: Serializer>(time: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(time)
}

/// `memory`: a record with what a command did to it.
#[derive(Serialize, JsonSchema)]
pub struct MemoryRecord<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    #[serde(flatten)]
    memory: MemoryFields<'a>,
    /// The model that its vector is from, or `pending`; absent where no model is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    embedding: Option<&'a str>,
    #[serde(flatten)]
    more: More<'a>,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

/// What only some commands say of a memory.
#[derive(Default, Serialize, JsonSchema)]
pub struct More<'a> {
    /// Times that it was recalled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access_count: Option<u64>,
    /// When it was recalled last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_accessed_at: Option<String>,
    /// What is left of its importance now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effective_importance: Option<f64>,
    /// The memory that replaced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub superseded_by: Option<Uuid>,
    /// The memory that it was folded into.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub consolidated_into: Option<Uuid>,
    /// The memories that were folded into it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub consolidates: Vec<Uuid>,
    /// Steps from the memory that a graph is around.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<usize>,
    /// Existing memories that say nearly the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similar: Option<Vec<SimilarRecord<'a>>>,
    /// The links that were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<AskedLink>,
    /// The goals that it closed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<ClosedRecord>,
    /// Kinds of secrets that were replaced in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redacted: Vec<&'static str>,
    /// Nothing of this was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}

/// An existing memory that says nearly the same.
#[derive(Serialize, JsonSchema)]
pub struct SimilarRecord<'a> {
    #[schemars(with = "String")]
    id: Uuid,
    /// Cosine of the two vectors.
    similarity: f64,
    title: &'a str,
}

impl<'a> From<&'a Similar> for SimilarRecord<'a> {
    fn from(similar: &'a Similar) -> Self {
        Self { id: similar.id, similarity: rounded(similar.similarity), title: &similar.title }
    }
}

/// A goal that was closed, with the run that `undo` takes back.
#[derive(Serialize, JsonSchema)]
pub struct ClosedRecord {
    #[schemars(with = "String")]
    goal: Uuid,
    #[schemars(with = "String")]
    run: Uuid,
    /// What achieved it and stands behind its note now.
    #[schemars(with = "Vec<String>")]
    sources: Vec<Uuid>,
}

impl From<&Closed> for ClosedRecord {
    fn from(closed: &Closed) -> Self {
        Self { goal: closed.goal, run: closed.run, sources: closed.sources.clone() }
    }
}

/// A link that was asked for together with a memory.
#[derive(Serialize, JsonSchema)]
pub struct AskedLink {
    #[schemars(with = "String")]
    to: Uuid,
    relation: &'static str,
    status: &'static str,
}

impl From<&(Link, LinkOutcome)> for AskedLink {
    fn from((link, outcome): &(Link, LinkOutcome)) -> Self {
        Self { to: link.to, relation: link.relation.as_str(), status: outcome.as_str() }
    }
}

impl<'a> MemoryRecord<'a> {
    /// A memory, its status, the model of its vector, and the caller's own fields.
    pub fn new(
        memory: &'a Memory,
        status: Option<&'a str>,
        embedding: Option<&'a str>,
        pass: &'a Map<String, Value>,
    ) -> Self {
        Self { r#type: "memory", status, memory: memory.into(), embedding, more: More::default(), pass }
    }

    /// Says more of it.
    #[must_use]
    pub fn more(self, more: More<'a>) -> Self {
        Self { more, ..self }
    }

    /// Leaves out the id: nothing is stored under it.
    #[must_use]
    pub fn without_id(mut self) -> Self {
        self.memory.id = None;
        self
    }
}

/// `memory` with `status: not_found`: an id that is not there.
#[derive(Serialize, JsonSchema)]
pub struct NotFound<'a> {
    r#type: &'static str,
    status: &'static str,
    id: &'a str,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

impl<'a> NotFound<'a> {
    /// The id as the caller gave it.
    pub fn new(id: &'a str, pass: &'a Map<String, Value>) -> Self {
        Self { r#type: "memory", status: "not_found", id, pass }
    }
}

/// `hit`: one answer to a query.
#[derive(Serialize, JsonSchema)]
pub struct HitRecord<'a> {
    r#type: &'static str,
    rank: usize,
    #[serde(flatten)]
    memory: MemoryFields<'a>,
    relevance: f64,
    score: f64,
    trust: &'static str,
    matched: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    neighbors: Option<Vec<NeighbourRecord<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    superseded_by: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    consolidated_into: Option<Uuid>,
    /// The memories that were folded into it.
    #[serde(skip_serializing_if = "<[Uuid]>::is_empty")]
    #[schemars(with = "Vec<String>")]
    consolidates: &'a [Uuid],
    #[serde(skip_serializing_if = "Option::is_none")]
    degraded: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<Explain>,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

/// What each leg said of a text: ranks count from 1, scores are raw (BM25, cosine).
#[derive(Serialize, JsonSchema)]
pub struct Legs {
    lexical_rank: Option<usize>,
    lexical_score: Option<f64>,
    coverage: f64,
    vector_rank: Option<usize>,
    cosine: Option<f64>,
    vector_weight: f64,
    fused: f64,
    /// What near relatives among the best added.
    raised: f64,
}

impl Legs {
    /// Of a candidate, with the share of the query's words that it holds, the vector leg's weight, and the raise.
    pub fn new(candidate: &Candidate, coverage: f32, vector_weight: f32, raised: f32) -> Self {
        Self {
            lexical_rank: candidate.lexical_rank,
            lexical_score: candidate.lexical.map(rounded),
            coverage: rounded(coverage),
            vector_rank: candidate.vector_rank,
            cosine: candidate.cosine.map(rounded),
            vector_weight: rounded(vector_weight),
            fused: rounded(candidate.fused),
            raised: rounded(raised),
        }
    }

    /// The names of the legs that found a candidate.
    pub fn matched(candidate: &Candidate) -> Vec<&'static str> {
        let legs = [("lexical", candidate.lexical.is_some()), ("vector", candidate.vector_rank.is_some())];
        legs.into_iter().filter(|(_, found)| *found).map(|(leg, _)| leg).collect()
    }
}

/// What each leg said, and what is known beside the text.
#[derive(Serialize, JsonSchema)]
struct Explain {
    #[serde(flatten)]
    legs: Legs,
    trust: f64,
    importance: f64,
    recency: f64,
    /// All three together; the score is (fused + raised) × signals.
    signals: f64,
    /// The cross-encoder's score, which then takes the place of fused + raised.
    #[serde(skip_serializing_if = "Option::is_none")]
    rerank: Option<f64>,
}

/// A memory that a hit is tied to.
#[derive(Serialize, JsonSchema)]
struct NeighbourRecord<'a> {
    #[schemars(with = "String")]
    id: Uuid,
    title: &'a str,
    relation: &'static str,
    /// `out`: the hit says it of the neighbour; `in`: the neighbour of the hit.
    direction: &'static str,
    strength: f64,
}

impl<'a> NeighbourRecord<'a> {
    fn new(hit: Uuid, neighbour: &'a Neighbour) -> Self {
        Self {
            id: neighbour.memory.id,
            title: &neighbour.memory.title,
            relation: neighbour.link.relation.as_str(),
            direction: if neighbour.link.from == hit { "out" } else { "in" },
            strength: (neighbour.link.strength * 1e6).round() / 1e6,
        }
    }
}

/// How hits are shown.
#[derive(Debug, Clone, Copy)]
pub struct HitView {
    /// With what each leg said.
    pub explain: bool,
    /// With the records linked to each hit.
    pub neighbors: bool,
    /// The vector leg was missing.
    pub without_vectors: bool,
    /// The cross-encoder was missing.
    pub without_reranker: bool,
}

impl<'a> HitRecord<'a> {
    /// The hit of this rank, with the caller's own fields.
    pub fn new(rank: usize, hit: &'a Hit, view: HitView, pass: &'a Map<String, Value>) -> Self {
        let candidate = &hit.why.candidate;
        let missing = [("vector", view.without_vectors), ("rerank", view.without_reranker)];
        let missing: Vec<_> = missing.into_iter().filter(|(_, missing)| *missing).map(|(what, _)| what).collect();
        Self {
            r#type: "hit",
            rank,
            memory: (&*hit.memory).into(),
            relevance: rounded(hit.relevance),
            score: rounded(hit.score),
            trust: hit.memory.source.trust(),
            matched: Legs::matched(candidate),
            neighbors: view
                .neighbors
                .then(|| hit.neighbours.iter().map(|it| NeighbourRecord::new(hit.memory.id, it)).collect()),
            superseded_by: hit.superseded_by,
            consolidated_into: hit.consolidated_into,
            consolidates: &hit.consolidates,
            degraded: (!missing.is_empty()).then_some(missing),
            explain: view.explain.then(|| Explain {
                legs: Legs::new(candidate, hit.why.coverage, hit.why.vector_weight, hit.why.raised),
                trust: rounded(hit.why.factors.trust),
                importance: rounded(hit.why.factors.importance),
                recency: rounded(hit.why.factors.recency),
                signals: rounded(hit.why.factors.all),
                rerank: hit.why.reranked.map(rounded),
            }),
            pass,
        }
    }
}

/// Six decimals say all that a float does, without its noise.
pub fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}
