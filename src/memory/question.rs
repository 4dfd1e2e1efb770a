//! A question to the memory, and what may be used to answer it.

use jiff::Timestamp;

use super::decay::Decay;
use super::filter::{Filter, Visible};
use crate::embed::{Model, Reranker};
use crate::error::{Error, Result};
use crate::rank::fusion::Method;
pub use crate::search::Mode;
use crate::text::query::{Query, Syntax};

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

/// One to [`MAX_TERMS`] terms that say what to look for.
pub fn checked_terms(terms: Vec<String>, syntax: Syntax) -> Result<Vec<String>> {
    let only_excludes = |term: &String| Query::parse(term, syntax).text.trim().is_empty();
    if syntax == Syntax::Operators && terms.iter().any(|term| !term.trim().is_empty() && only_excludes(term)) {
        return Err(Error::usage("only_excludes", "query: it says only what is not wanted")
            .hint("add what to look for, such as deploy -rollback"));
    }
    if terms.is_empty() || terms.iter().any(|term| term.trim().is_empty()) {
        return Err(Error::usage("empty_query", "query: there is nothing to search for")
            .hint("say in a few words what you want to know"));
    }
    if terms.len() > MAX_TERMS {
        return Err(Error::usage("too_many_terms", format!("query: at most {MAX_TERMS} terms, got {}", terms.len()))
            .hint("ask several queries, one a line"));
    }
    Ok(terms)
}

/// Refuses a limit that is nothing or too much.
pub fn checked_limit(limit: usize) -> Result<usize> {
    if (1..=MAX_LIMIT).contains(&limit) {
        return Ok(limit);
    }
    Err(Error::usage("bad_limit", format!("limit: 1..{MAX_LIMIT}, got {limit}")).hint("leave it out for the default"))
}

/// Refuses a relevance outside 0–1.
pub fn checked_relevance(value: f64) -> Result<f32> {
    if (0.0..=1.0).contains(&value) {
        return Ok(value as f32);
    }
    Err(Error::usage("bad_relevance", format!("min_relevance: 0.0..1.0, got {value}"))
        .hint("0 shows everything that matches at all, 1 only what could not fit better"))
}

/// A moment and a period that cannot both hold are a slip, not a question.
pub fn checked_moments(question: Question) -> Result<Question> {
    match (question.filter.created_after, question.as_of) {
        (Some(after), Some(as_of)) if after >= as_of => {
            Err(Error::usage("empty_period", format!("created_after {after} is not before as_of {as_of}"))
                .hint("leave one of them out"))
        }
        _ => Ok(question),
    }
}
