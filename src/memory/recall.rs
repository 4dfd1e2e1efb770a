//! Recall: both legs over the rows in sight, fused, judged, cut, ordered.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;

use super::filter::{Filter, Visible};
use super::record::Memory;
use crate::embed::{Model, ScriptFit};
use crate::error::{Error, Result};
use crate::rank::bm25::Bm25;
use crate::rank::fusion::{Candidate, Method, descending, fuse};
use crate::rank::relevance::{Fit, relevance};
use crate::store::lexical::{Lexical, View};
use crate::store::vectors::Matrix;
use crate::store::{RowRef, Store};
use crate::text::analyse::terms;

/// Most terms in one query.
pub const MAX_TERMS: usize = 5;
/// Most hits that one query may ask for.
pub const MAX_LIMIT: usize = 1000;
/// Least number of candidates that each leg offers.
const MIN_DEPTH: usize = 200;
/// Views of the store kept between the queries of one batch.
const KEPT_SCENES: usize = 8;
/// Memories kept between the queries of one batch.
const KEPT_MEMORIES: usize = 20_000;

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

/// One question to the memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// One query, or several related ones whose answers are fused.
    pub terms: Vec<String>,
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
}

/// One answer.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The record.
    pub memory: Arc<Memory>,
    /// How well its text fits, 0 to 1.
    pub relevance: f32,
    /// What it was ordered by.
    pub score: f32,
    /// What the legs said, for the best of the question's terms.
    pub why: Why,
}

/// What each leg said of a hit.
#[derive(Debug, Clone, Copy)]
pub struct Why {
    /// The legs' scores and ranks.
    pub candidate: Candidate,
    /// Share of the query's weight in words that the record holds.
    pub coverage: f32,
    /// Weight of the vector leg.
    pub vector_weight: f32,
}

/// The answers to one question, and whether a leg was missing.
pub struct Answer {
    /// Best first.
    pub hits: Vec<Hit>,
    /// The vector leg was wanted and could not be had.
    pub degraded: bool,
}

/// A query with its vector, where there is one, and how well the model speaks its script.
#[derive(Clone)]
pub struct Term {
    words: Vec<String>,
    vector: Option<Vec<f32>>,
    fit: Option<Fit>,
}

/// Answers questions over one store, keeping what it has read for the next one.
pub struct Recaller<'a> {
    store: &'a Store,
    method: Method,
    scenes: Vec<(SceneKey, Arc<Scene>)>,
    memories: HashMap<Uuid, Arc<Memory>>,
}

#[derive(Clone, PartialEq)]
struct SceneKey {
    version: u64,
    visible: Visible,
    filter: Filter,
    model: Option<String>,
}

/// The rows in sight with both legs over them.
struct Scene {
    rows: Vec<RowRef>,
    view: View,
    matrix: Matrix,
}

impl<'a> Recaller<'a> {
    /// A recaller that has read nothing yet.
    pub fn new(store: &'a Store, method: Method) -> Self {
        Self { store, method, scenes: Vec::new(), memories: HashMap::new() }
    }

    /// Answers one question, without a model by words alone.
    pub async fn recall(&mut self, question: &Question, model: Option<&mut Model>) -> Result<Answer> {
        let wants_vector = question.mode != Mode::Lexical;
        let degraded = wants_vector && model.is_none();
        if degraded && question.mode == Mode::Vector {
            return Err(Error::unavailable("no_model", "--mode vector needs the embedding model, and it is not there")
                .hint("run `octobrain model check`, or ask by words with --mode lexical"));
        }
        let model = model.filter(|_| wants_vector);
        let model_id = model.as_ref().map(|it| it.id().to_owned());
        let terms = read_terms(question, model)?;
        let key = SceneKey {
            version: self.store.version().await?,
            visible: question.visible.clone(),
            filter: question.filter.clone(),
            model: model_id,
        };
        let mut scene = self.scene(key.clone()).await?;
        let found = match self.rank(question, &terms, &scene) {
            Ok(found) => found,
            // Damage in the index that opening did not show: the rows hold all that it was made from.
            Err(error) => {
                tracing::warn!("the lexical index is left out: {error}");
                scene = Arc::new(self.read_scene(&key, self.store.lexical().emptied()).await?);
                self.scenes.clear();
                self.scenes.push((key, scene.clone()));
                self.rank(question, &terms, &scene)?
            }
        };
        let hits = self.fetch(question, &scene, found).await?;
        Ok(Answer { hits, degraded })
    }

    async fn scene(&mut self, key: SceneKey) -> Result<Arc<Scene>> {
        if let Some((_, scene)) = self.scenes.iter().find(|(kept, _)| *kept == key) {
            return Ok(scene.clone());
        }
        let scene = Arc::new(self.read_scene(&key, self.store.lexical()).await?);
        self.scenes.retain(|(kept, _)| kept.version == key.version);
        if self.scenes.len() >= KEPT_SCENES {
            self.scenes.remove(0);
        }
        self.scenes.push((key, scene.clone()));
        Ok(scene)
    }

    async fn read_scene(&self, key: &SceneKey, lexical: Lexical) -> Result<Scene> {
        let rows = self.store.rows(&key.visible, &key.filter).await?;
        let mut view = lexical.view(&rows).or_else(|_| lexical.emptied().view(&rows))?;
        let missing = view.missing();
        let ids: Vec<Uuid> = missing.iter().map(|position| rows[*position].id).collect();
        let positions: HashMap<Uuid, usize> = ids.iter().copied().zip(missing).collect();
        for memory in self.store.memories_by_id(&key.visible, &ids).await? {
            view.add(positions[&memory.id], &memory.indexed_text());
        }
        let matrix = match &key.model {
            Some(model) => self.store.matrix(model, &key.visible, &rows).await,
            None => Matrix::empty(rows.len()),
        };
        Ok(Scene { rows, view, matrix })
    }

    /// Ranks the rows for all terms of a question: (row, score, relevance, why), best first.
    fn rank(&self, question: &Question, terms: &[Term], scene: &Scene) -> Result<Vec<Found>> {
        let mut found: HashMap<usize, Found> = HashMap::new();
        for term in terms {
            for one in self.rank_term(question, term, scene)? {
                found
                    .entry(one.row)
                    .and_modify(|seen| {
                        let (score, relevance) = (seen.score + one.score, seen.relevance.max(one.relevance));
                        let better = if one.score > seen.why.candidate.fused { one } else { *seen };
                        *seen = Found { score, relevance, ..better };
                    })
                    .or_insert(one);
            }
        }
        let mut found: Vec<Found> = found.into_values().filter(|it| it.relevance >= question.min_relevance).collect();
        let id = |it: &Found| scene.rows[it.row].id;
        found.sort_by(|a, b| descending(a.score, b.score).then_with(|| id(a).cmp(&id(b))));
        found.truncate(question.limit);
        Ok(found)
    }

    fn rank_term(&self, question: &Question, term: &Term, scene: &Scene) -> Result<Vec<Found>> {
        let bm25: Option<Bm25> = match question.mode {
            Mode::Vector => None,
            _ => Some(scene.view.score(&term.words)?),
        };
        let cosines = term.vector.as_ref().map(|vector| scene.matrix.cosines(vector));
        let vector_weight = match question.mode {
            Mode::Vector => 1.0,
            _ => term.fit.map_or(0.0, |fit| fit.vector_weight()),
        };
        let depth = MIN_DEPTH.max(2 * question.limit);
        let lexical = bm25.as_ref().map(|bm25| bm25.scores.as_slice());
        let candidates = fuse(lexical, cosines.as_deref(), depth, vector_weight, self.method);
        let found = candidates.into_iter().map(|candidate| {
            let coverage = bm25.as_ref().map_or(0.0, |bm25| bm25.coverage(candidate.row));
            Found {
                row: candidate.row,
                score: candidate.fused,
                relevance: relevance(coverage, candidate.cosine, term.fit),
                why: Why { candidate, coverage, vector_weight },
            }
        });
        Ok(found.collect())
    }

    async fn fetch(&mut self, question: &Question, scene: &Scene, found: Vec<Found>) -> Result<Vec<Hit>> {
        if self.memories.len() > KEPT_MEMORIES {
            self.memories.clear();
        }
        let id = |it: &Found| scene.rows[it.row].id;
        let wanted: Vec<Uuid> = found.iter().map(id).filter(|id| !self.memories.contains_key(id)).collect();
        for memory in self.store.memories_by_id(&question.visible, &wanted).await? {
            self.memories.insert(memory.id, Arc::new(memory));
        }
        let hits = found.iter().filter_map(|it| {
            let memory = self.memories.get(&id(it))?;
            // Forgotten or rewritten since the rows were read: the next question sees it as it is now.
            let same = memory.revision() == scene.rows[it.row].revision;
            same.then(|| Hit { memory: memory.clone(), relevance: it.relevance, score: it.score, why: it.why })
        });
        Ok(hits.collect())
    }
}

#[derive(Clone, Copy)]
struct Found {
    row: usize,
    score: f32,
    relevance: f32,
    why: Why,
}

fn read_terms(question: &Question, mut model: Option<&mut Model>) -> Result<Vec<Term>> {
    question
        .terms
        .iter()
        .map(|text| {
            let (vector, fit) = match &mut model {
                Some(model) => (Some(model.embed_query(text)?), model.fit(text)?.as_ref().map(fit_of)),
                None => (None, None),
            };
            Ok(Term { words: terms(text), vector, fit })
        })
        .collect()
}

/// A measured fit as the ranking needs it.
pub fn fit_of(fit: &ScriptFit) -> Fit {
    Fit { separation: fit.separation, related: fit.related, unrelated: fit.unrelated, unrelated_sd: fit.unrelated_sd }
}
