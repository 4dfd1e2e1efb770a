//! A question to the memory, and what may be used to answer it.

use jiff::Timestamp;

use super::decay::Decay;
use super::filter::{Filter, Visible};
use crate::embed::{Model, Reranker};
use crate::rank::fusion::Method;
pub use crate::search::Mode;
use crate::text::query::Syntax;

/// Most terms in one query.
pub const MAX_TERMS: usize = 5;
/// Most hits that one query may ask for.
pub const MAX_LIMIT: usize = 1000;

/// One question to the memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// One query, or several related ones whose answers are fused.
    pub terms: Vec<String>,
    /// How they are read.
    pub syntax: Syntax,
    /// Which legs take part.
    pub mode: Mode,
    /// Most hits.
    pub limit: usize,
    /// Relevance, 0 to 1, below which a record is no answer.
    pub min_relevance: f32,
    /// Whose records.
    pub visible: Visible,
    /// Which of them.
    pub filter: Filter,
    /// What was known then: later memories and later supersessions do not count.
    pub as_of: Option<Timestamp>,
    /// Whether each hit comes with what it is tied to.
    pub neighbours: bool,
}

/// How recall works, whatever is asked.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// How the legs become one.
    pub method: Method,
    /// Whether relatives of good candidates are raised.
    pub expand: bool,
    /// How memories fade.
    pub decay: Decay,
    /// The present.
    pub now: Timestamp,
}

/// The models that a question may use.
#[derive(Default)]
pub struct Models<'a> {
    /// Text to vectors.
    pub embedder: Option<&'a mut Model>,
    /// The cross-encoder and what it may do.
    pub reranking: Option<Reranking<'a>>,
}

/// A cross-encoder and what it may do.
pub struct Reranking<'a> {
    /// The model.
    pub model: &'a mut Reranker,
    /// Candidates that it reads, the best by the fused value.
    pub candidates: usize,
    /// How many of them it puts first.
    pub keep: usize,
}
