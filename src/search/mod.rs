//! The search engine under memories and passages: one query over rows that have words and vectors.
//!
//! [`Terms::read`] turns a query into words and a vector, [`marks`] find what its phrases and
//! operators name, and [`rank`] puts both legs together.

pub mod marks;

use crate::embed::{Model, ScriptFit};
use crate::error::{Error, ErrorKind, Result};
use crate::rank::bm25::Bm25;
use crate::rank::fusion::{Candidate, Method, descending, fuse};
use crate::rank::kinship;
use crate::rank::relevance::{Fit, Words, relevances};
use crate::store::lexical::View;
use crate::store::vectors::{Matrix, dot};
use crate::text::analyse::{QueryTerm, query_terms};
use crate::text::query::{Query, Syntax};
use marks::Marks;

/// Least number of candidates that each leg offers.
const MIN_DEPTH: usize = 200;

/// Which legs take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Words and meaning.
    Hybrid,
    /// Words alone.
    Lexical,
    /// Meaning alone.
    Vector,
}

/// How the legs become one order.
#[derive(Debug, Clone, Copy)]
pub struct Fusing {
    /// The formula.
    pub method: Method,
    /// Whether relatives of good candidates are raised.
    pub expand: bool,
}

/// A query as both legs need it.
pub struct Term {
    /// As it was read.
    pub query: Query,
    words: Vec<QueryTerm>,
    vector: Option<Vec<f32>>,
    fit: Option<Fit>,
}

/// The terms of a question, and why they have no vectors, where the model failed just now.
pub struct Terms {
    /// One a query.
    pub terms: Vec<Term>,
    /// The model's failure.
    pub model_failed: Option<Error>,
    /// Vectors were wanted and could not be had.
    pub degraded: bool,
}

/// A row that a query found.
#[derive(Debug, Clone, Copy)]
pub struct Scored {
    /// The legs' scores and ranks.
    pub candidate: Candidate,
    /// What it is ordered by, as far as its text goes.
    pub score: f32,
    /// How well its text fits, 0 to 1.
    pub relevance: f32,
    /// Share of the query's weight in words that the row holds.
    pub coverage: f32,
    /// Weight of the vector leg.
    pub vector_weight: f32,
}

/// Begins to load the model in the background, if any of these queries will need it.
pub fn prepare(texts: &[String], syntax: Syntax, model: &mut Model) {
    texts.iter().for_each(|text| model.prepare(&Query::parse(text, syntax).text));
}

impl Terms {
    /// Reads queries; a model that is away or fails leaves the words, except where meaning alone was asked for.
    pub fn read(texts: &[String], syntax: Syntax, mode: Mode, model: Option<&mut Model>) -> Result<Self> {
        let wanted = mode != Mode::Lexical;
        let model = model.filter(|_| wanted);
        let has_model = model.is_some();
        let (terms, model_failed) = match read(texts, syntax, model) {
            Ok(terms) => (terms, None),
            Err(error) if error.kind == ErrorKind::Unavailable => (read(texts, syntax, None)?, Some(error)),
            Err(error) => return Err(error),
        };
        let degraded = wanted && (!has_model || model_failed.is_some());
        if degraded && mode == Mode::Vector {
            return Err(model_failed.unwrap_or_else(no_model));
        }
        Ok(Self { terms, model_failed, degraded })
    }
}

fn read(texts: &[String], syntax: Syntax, mut model: Option<&mut Model>) -> Result<Vec<Term>> {
    texts
        .iter()
        .map(|text| {
            let query = Query::parse(text, syntax);
            let (vector, fit) = match &mut model {
                Some(model) => (Some(model.embed_query(&query.text)?), model.fit(&query.text)?.as_ref().map(fit_of)),
                None => (None, None),
            };
            Ok(Term { words: query_terms(&query.text), query, vector, fit })
        })
        .collect()
}

/// Scores the rows of a view and its matrix for one query; the best `limit` are among the answers, in no order.
pub fn rank(
    term: &Term,
    marks: &Marks,
    (view, matrix): (&View, &Matrix),
    mode: Mode,
    limit: usize,
    fusing: Fusing,
) -> Result<Vec<Scored>> {
    let mut bm25: Option<Bm25> = match mode {
        Mode::Vector => None,
        _ => Some(view.score(&term.words, &marks.phrases)?),
    };
    let mut cosines = term.vector.as_ref().map(|vector| matrix.cosines(vector));
    for row in marks.barred() {
        bm25.iter_mut().for_each(|bm25| bm25.scores[row] = 0.0);
        cosines.iter_mut().for_each(|cosines| cosines[row] = None);
    }
    let names = term.names();
    let vector_weight = match mode {
        Mode::Vector => 1.0,
        _ => term.fit.map_or(0.0, |fit| fit.vector_weight()) * (1.0 - names),
    };
    let depth = MIN_DEPTH.max(2 * limit);
    let lexical = bm25.as_ref().map(|bm25| bm25.scores.as_slice());
    let floor = term.fit.map_or(0.0, |fit| fit.unrelated);
    let mut candidates = fuse(lexical, cosines.as_deref(), depth, (vector_weight, floor), fusing.method);
    candidates.sort_by(|a, b| descending(a.fused, b.fused).then(a.row.cmp(&b.row)));
    let mut scores: Vec<f32> = candidates.iter().map(|it| it.fused).collect();
    if fusing.expand && vector_weight > 0.0 && fusing.method == Method::Weighted {
        let top = scores.len().min(kinship::DEPTH);
        kinship::raise(&mut scores[..top], |a, b| {
            let of = |at: usize| matrix.get(candidates[at].row);
            Some(dot(of(a)?, of(b)?))
        });
    }
    let words = |row| bm25.as_ref().map(|it| Words { coverage: it.coverage(row), strength: it.strength(row) });
    let judged: Vec<_> = candidates.iter().map(|it| (words(it.row), it.cosine)).collect();
    let relevances = relevances(&judged, term.fit, names, view.rows());
    let found = candidates.into_iter().zip(scores).zip(relevances).zip(judged);
    let found = found.map(|(((candidate, score), relevance), (words, _))| {
        let coverage = words.map_or(0.0, |words| words.coverage);
        Scored { candidate, score, relevance, coverage, vector_weight }
    });
    Ok(found.collect())
}

impl Term {
    /// Share, 0 to 1, of the weight in names that are meant as they are written: a vector knows little of them.
    fn names(&self) -> f32 {
        let all: f32 = self.words.iter().map(|term| term.weight).sum();
        let names: f32 = self.words.iter().filter(|term| term.identifier).map(|term| term.weight).sum();
        if all > 0.0 { names / all } else { 0.0 }
    }
}

fn no_model() -> Error {
    Error::unavailable("no_model", "--mode vector needs the embedding model, and it is not there")
        .hint("run `octobrain model check`, or ask by words with --mode lexical")
}

/// A measured fit as the ranking needs it.
pub fn fit_of(fit: &ScriptFit) -> Fit {
    Fit { separation: fit.separation, related: fit.related, unrelated: fit.unrelated, unrelated_sd: fit.unrelated_sd }
}
