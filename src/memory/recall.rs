//! Recall: both legs over the rows in sight, fused, judged, put in order.
//!
//! Fusion says how well a text fits; relatives of good candidates are raised ([`kinship`]); what is known beside
//! the text settles ties ([`signals`](crate::rank::signals)); relevance cuts; what replaced a memory stands above it ([`succession`]).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use uuid::Uuid;

use super::decay::Usage;
use super::link::Link;
pub use super::question::{MAX_LIMIT, MAX_TERMS, Mode, Models, Policy, Question, Reranking};
use super::record::Memory;
use super::scene::{Marks, Scene, SceneKey};
use crate::embed::{Model, ScriptFit};
use crate::error::{Error, ErrorKind, Result};
use crate::rank::bm25::Bm25;
use crate::rank::fusion::{Candidate, Method, descending, fuse};
use crate::rank::relevance::{Fit, Words, relevances};
use crate::rank::signals::{Factors, Signals};
use crate::rank::{kinship, rerank, succession};
use crate::store::vectors::dot;
use crate::store::{Ranked, Store};
use crate::text::analyse::{QueryTerm, query_terms};
use crate::text::query::Query;

/// Least number of candidates that each leg offers.
const MIN_DEPTH: usize = 200;
/// Views of the store kept between the queries of one batch.
const KEPT_SCENES: usize = 8;
/// Memories kept between the queries of one batch.
const KEPT_MEMORIES: usize = 20_000;
/// Rows of a scene that is read whole when it is asked again.
const WHOLE_SCENE: usize = 10_000;
/// Ids above which reading everything that passes is cheaper than naming them.
const MANY_IDS: usize = 500;
const SECONDS_PER_DAY: f64 = 86_400.0;

/// One answer.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The record.
    pub memory: Arc<Memory>,
    /// How well its text fits, 0 to 1.
    pub relevance: f32,
    /// What it was ordered by.
    pub score: f32,
    /// The memory that replaced it.
    pub superseded_by: Option<Uuid>,
    /// The memory that it was folded into.
    pub consolidated_into: Option<Uuid>,
    /// Its strongest direct neighbours, where they were asked for: none that is a hit, none out of sight.
    pub neighbours: Vec<Neighbour>,
    /// What the legs said, for the best of the question's terms.
    pub why: Why,
}

/// A memory that a hit is tied to, and how.
#[derive(Debug, Clone)]
pub struct Neighbour {
    /// The other memory.
    pub memory: Arc<Memory>,
    /// What ties the two.
    pub link: Link,
}

/// What each part said of a hit.
#[derive(Debug, Clone, Copy)]
pub struct Why {
    /// The legs' scores and ranks; empty for one that only came in above what it replaced.
    pub candidate: Candidate,
    /// Share of the query's weight in words that the record holds.
    pub coverage: f32,
    /// Weight of the vector leg.
    pub vector_weight: f32,
    /// What its relatives raised it by.
    pub raised: f32,
    /// The cross-encoder's score, where it read this one.
    pub reranked: Option<f32>,
    /// What is known beside the text.
    pub factors: Factors,
}

/// The answers to one question, and what was missing.
pub struct Answer {
    /// Best first.
    pub hits: Vec<Hit>,
    /// The vector leg was wanted and could not be had.
    pub degraded: bool,
    /// Why, where the model failed just now.
    pub model_failed: Option<Error>,
    /// Why the cross-encoder did not set the order, where it should have.
    pub reranker_failed: Option<Error>,
}

/// A query with its vector, where there is one, and how well the model speaks its script.
struct Term {
    query: Query,
    marks: Marks,
    words: Vec<QueryTerm>,
    vector: Option<Vec<f32>>,
    fit: Option<Fit>,
}

/// Answers questions over one store, keeping what it has read for the next one.
pub struct Recaller<'a> {
    store: &'a Store,
    policy: Policy,
    usage: HashMap<Uuid, Usage>,
    scenes: Vec<(SceneKey, Arc<Scene>)>,
    memories: HashMap<Uuid, Arc<Memory>>,
}

/// A row on its way to becoming a hit.
#[derive(Clone, Copy)]
struct Found {
    row: usize,
    score: f32,
    relevance: f32,
    why: Why,
}

impl<'a> Recaller<'a> {
    /// A recaller that has read nothing but how the memories were used.
    pub fn new(store: &'a Store, policy: Policy) -> Self {
        Self { store, policy, usage: store.usage(), scenes: Vec::new(), memories: HashMap::new() }
    }

    /// Answers one question, without a model by words alone.
    pub async fn recall(&mut self, question: &Question, models: Models<'_>) -> Result<Answer> {
        let wants_vector = question.mode != Mode::Lexical;
        let mut model = models.embedder.filter(|_| wants_vector);
        let has_model = model.is_some();
        if let Some(model) = &mut model {
            // Loading takes longer than reading the store: the two go on side by side.
            question.terms.iter().for_each(|text| model.prepare(&Query::parse(text, question.syntax).text));
        }
        let key = SceneKey {
            version: self.store.version().await?,
            visible: question.visible.clone(),
            filter: question.filter.clone(),
            as_of: question.as_of,
            model: model.as_ref().map(|it| it.id().to_owned()),
        };
        let mut scene = self.scene(key.clone()).await?;
        let (mut terms, model_failed) = match read_terms(question, model) {
            Ok(terms) => (terms, None),
            // The words are there all the same.
            Err(error) if error.kind == ErrorKind::Unavailable => (read_terms(question, None)?, Some(error)),
            Err(error) => return Err(error),
        };
        let degraded = wants_vector && (!has_model || model_failed.is_some());
        if degraded && question.mode == Mode::Vector {
            return Err(model_failed.unwrap_or_else(no_model));
        }
        let found = match self.candidates(question, &mut terms, &scene).await {
            Ok(found) => found,
            // Damage in the index that opening did not show: the rows hold all that it was made from.
            Err(error) => {
                tracing::warn!("the lexical index is left out: {error}");
                scene = Arc::new(Scene::read(self.store, &key, self.store.lexical().emptied()).await?);
                self.scenes.clear();
                self.scenes.push((key, scene.clone()));
                self.candidates(question, &mut terms, &scene).await?
            }
        };
        let mut ranked: Vec<Found> =
            found.values().copied().filter(|it| it.relevance >= question.min_relevance).collect();
        sort(&mut ranked, &scene);
        let reranker_failed = match models.reranking {
            Some(reranking) => self.rerank(question, &terms, &mut ranked, &scene, reranking).await?,
            None => None,
        };
        ranked.truncate(question.limit);
        let settled = self.settle(&ranked, &found, &terms, &scene, question.limit);
        let hits = self.fetch(question, &scene, &settled).await?;
        Ok(Answer { hits, degraded, model_failed, reranker_failed })
    }

    async fn scene(&mut self, key: SceneKey) -> Result<Arc<Scene>> {
        if let Some((_, scene)) = self.scenes.iter().find(|(kept, _)| *kept == key) {
            return Ok(scene.clone());
        }
        let scene = Arc::new(Scene::read(self.store, &key, self.store.lexical()).await?);
        self.scenes.retain(|(kept, _)| kept.version == key.version);
        if self.scenes.len() >= KEPT_SCENES {
            self.scenes.remove(0);
        }
        self.scenes.push((key, scene.clone()));
        Ok(scene)
    }

    /// The rows that any term of a question finds, with their scores.
    async fn candidates(
        &self,
        question: &Question,
        terms: &mut [Term],
        scene: &Scene,
    ) -> Result<HashMap<usize, Found>> {
        let mut found: HashMap<usize, Found> = HashMap::new();
        for term in terms {
            term.marks = scene.marks(self.store, &question.visible, &term.query).await?;
            for one in self.rank_term(question, term, scene)? {
                found
                    .entry(one.row)
                    .and_modify(|seen| {
                        let (score, relevance) = (seen.score + one.score, seen.relevance.max(one.relevance));
                        let better = if one.why.candidate.fused > seen.why.candidate.fused { one } else { *seen };
                        *seen = Found { score, relevance, ..better };
                    })
                    .or_insert(one);
            }
        }
        for it in found.values_mut() {
            it.why.factors = self.factors(&scene.rows[it.row]);
            it.score *= it.why.factors.all;
        }
        Ok(found)
    }

    /// Lets the cross-encoder set the order of the best; its failure leaves the order as it is and is returned.
    async fn rerank(
        &mut self,
        question: &Question,
        terms: &[Term],
        ranked: &mut [Found],
        scene: &Scene,
        reranking: Reranking<'_>,
    ) -> Result<Option<Error>> {
        let read = ranked.len().min(reranking.candidates);
        self.load(question, scene, ranked[..read].iter().map(|it| it.row).collect::<Vec<_>>().into_iter()).await?;
        let text = |it: &Found| {
            let memory = self.current(scene, it.row);
            memory.map_or_else(String::new, |memory| format!("{}\n{}", memory.title, memory.content))
        };
        let texts: Vec<String> = ranked[..read].iter().map(text).collect();
        let query = terms.iter().map(|term| term.query.text.as_str()).collect::<Vec<_>>().join(" ");
        let scores = match reranking.model.score(&query, &texts) {
            Ok(scores) => scores,
            Err(error) => return Ok(Some(error)),
        };
        let fused: Vec<f32> = ranked.iter().map(|it| it.score).collect();
        let signals: Vec<f32> = ranked[..read].iter().map(|it| it.why.factors.all).collect();
        for (it, value) in ranked.iter_mut().zip(rerank::reranked(&fused, &scores, &signals, reranking.keep)) {
            it.score = value;
        }
        for (it, score) in ranked.iter_mut().zip(scores) {
            it.why.reranked = Some(score);
        }
        // Stable: equal scores keep the order that the texts gave.
        ranked.sort_by(|a, b| descending(a.score, b.score));
        Ok(None)
    }

    /// Brings every successor in above what it replaced.
    fn settle(
        &self,
        ranked: &[Found],
        found: &HashMap<usize, Found>,
        terms: &[Term],
        scene: &Scene,
        limit: usize,
    ) -> Vec<Found> {
        let order: Vec<usize> = ranked.iter().map(|it| it.row).collect();
        let allowed = |row: &usize| terms.iter().any(|term| term.marks.allowed.as_ref().is_none_or(|it| it[*row]));
        let settled = succession::settle(&order, |row| {
            let mut successors = scene.successors(row);
            successors.retain(allowed);
            successors
        });
        let mut hits: Vec<Found> = Vec::with_capacity(settled.len());
        // From below: one that was brought in stands right above what it replaced, with the same score.
        for row in settled.into_iter().rev() {
            let score = hits.last().map_or(0.0, |below| below.score);
            hits.push(match ranked.iter().find(|it| it.row == row) {
                Some(it) => Found { score: it.score.max(score), ..*it },
                None => self.brought_in(row, score, found.get(&row), scene),
            });
        }
        hits.reverse();
        hits.truncate(limit);
        hits
    }

    /// A successor that the question itself did not find, or not well enough.
    fn brought_in(&self, row: usize, score: f32, found: Option<&Found>, scene: &Scene) -> Found {
        let factors = self.factors(&scene.rows[row]);
        match found {
            Some(it) => Found { score, why: Why { factors, ..it.why }, ..*it },
            None => {
                let candidate =
                    Candidate { row, lexical: None, cosine: None, lexical_rank: None, vector_rank: None, fused: 0.0 };
                let why = Why { candidate, coverage: 0.0, vector_weight: 0.0, raised: 0.0, reranked: None, factors };
                Found { row, score, relevance: 0.0, why }
            }
        }
    }

    fn factors(&self, ranked: &Ranked) -> Factors {
        let usage = self.usage.get(&ranked.row.id).copied().unwrap_or_default();
        let age = self.policy.now.duration_since(ranked.updated_at).as_secs_f64() / SECONDS_PER_DAY;
        let importance = self.policy.decay.effective(&ranked.standing, usage, self.policy.now);
        Signals { confirmed: ranked.confirmed, importance: importance as f32, age_days: age as f32 }.factors()
    }

    fn rank_term(&self, question: &Question, term: &Term, scene: &Scene) -> Result<Vec<Found>> {
        let mut bm25: Option<Bm25> = match question.mode {
            Mode::Vector => None,
            _ => Some(scene.view.score(&term.words, &term.marks.phrases)?),
        };
        let mut cosines = term.vector.as_ref().map(|vector| scene.matrix.cosines(vector));
        if let Some(allowed) = &term.marks.allowed {
            let barred = allowed.iter().zip(0..).filter(|(allowed, _)| !**allowed).map(|(_, row)| row);
            for row in barred.collect::<Vec<usize>>() {
                bm25.iter_mut().for_each(|bm25| bm25.scores[row] = 0.0);
                cosines.iter_mut().for_each(|cosines| cosines[row] = None);
            }
        }
        let vector_weight = match question.mode {
            Mode::Vector => 1.0,
            _ => term.fit.map_or(0.0, |fit| fit.vector_weight()) * (1.0 - names(&term.words)),
        };
        let depth = MIN_DEPTH.max(2 * question.limit);
        let lexical = bm25.as_ref().map(|bm25| bm25.scores.as_slice());
        let floor = term.fit.map_or(0.0, |fit| fit.unrelated);
        let mut candidates = fuse(lexical, cosines.as_deref(), depth, (vector_weight, floor), self.policy.method);
        candidates.sort_by(|a, b| descending(a.fused, b.fused).then(a.row.cmp(&b.row)));
        let mut scores: Vec<f32> = candidates.iter().map(|it| it.fused).collect();
        if self.policy.expand && vector_weight > 0.0 && self.policy.method == Method::Weighted {
            let top = scores.len().min(kinship::DEPTH);
            kinship::raise(&mut scores[..top], |a, b| {
                let of = |at: usize| scene.matrix.get(candidates[at].row);
                Some(dot(of(a)?, of(b)?))
            });
        }
        let words = |row| bm25.as_ref().map(|it| Words { coverage: it.coverage(row), strength: it.strength(row) });
        let judged: Vec<_> = candidates.iter().map(|it| (words(it.row), it.cosine)).collect();
        let relevances = relevances(&judged, term.fit, names(&term.words), scene.rows.len());
        let factors = Signals { confirmed: false, importance: 0.5, age_days: 0.0 }.factors();
        let found = candidates.into_iter().zip(scores).zip(relevances).zip(judged);
        let found = found.map(|(((candidate, score), relevance), (words, _))| {
            let coverage = words.map_or(0.0, |words| words.coverage);
            let raised = score - candidate.fused;
            let why = Why { candidate, coverage, vector_weight, raised, reranked: None, factors };
            Found { row: candidate.row, score, relevance, why }
        });
        Ok(found.collect())
    }

    /// Reads the memories of some rows, unless an earlier question did and they are still the same.
    ///
    /// The second question that looks at a scene reads all of it: one scan instead of one a question.
    async fn load(&mut self, question: &Question, scene: &Scene, rows: impl Iterator<Item = usize>) -> Result<()> {
        if self.memories.len() > KEPT_MEMORIES {
            self.memories.clear();
        }
        let mut wanted: Vec<usize> = rows.filter(|row| self.current(scene, *row).is_none()).collect();
        let asked_before = scene.loads.fetch_add(1, Ordering::Relaxed) > 0;
        if !wanted.is_empty() && asked_before && scene.rows.len() <= WHOLE_SCENE {
            wanted = (0..scene.rows.len()).filter(|row| self.current(scene, *row).is_none()).collect();
        }
        let ids: Vec<Uuid> = wanted.iter().map(|row| scene.rows[*row].row.id).collect();
        let memories = match ids.len() > MANY_IDS {
            true => self.store.memories(&question.visible, &question.filter).await?,
            false => self.store.memories_by_id(&question.visible, &ids).await?,
        };
        for memory in memories {
            self.memories.insert(memory.id, Arc::new(memory));
        }
        Ok(())
    }

    /// The memory of a row; none if it was not read, or was forgotten or rewritten before it could be.
    fn current(&self, scene: &Scene, row: usize) -> Option<&Arc<Memory>> {
        let row = &scene.rows[row];
        let memory = self.memories.get(&row.row.id)?;
        // The revision tells of the text, the time of everything else.
        (memory.updated_at == row.updated_at && memory.revision() == row.row.revision).then_some(memory)
    }

    /// The memories behind the rows, with their neighbours, in one read.
    async fn fetch(&mut self, question: &Question, scene: &Scene, found: &[Found]) -> Result<Vec<Hit>> {
        let id = |it: &Found| scene.rows[it.row].row.id;
        let ids: HashSet<Uuid> = found.iter().map(id).collect();
        let strongest = |it: &Found| scene.ties.strongest(id(it), &ids, |other| scene.position(other).is_some());
        let ties: Vec<Vec<&Link>> = match question.neighbours {
            true => found.iter().map(strongest).collect(),
            false => vec![Vec::new(); found.len()],
        };
        let others = found.iter().zip(&ties).flat_map(|(it, ties)| ties.iter().map(move |link| link.other(id(it))));
        let rows = found.iter().map(|it| it.row).chain(others.filter_map(|id| scene.position(id)));
        self.load(question, scene, rows.collect::<Vec<_>>().into_iter()).await?;
        let hits = found.iter().zip(&ties).filter_map(|(it, ties)| {
            let memory = self.current(scene, it.row)?.clone();
            let neighbours = ties.iter().filter_map(|link| {
                let memory = self.current(scene, scene.position(link.other(memory.id))?)?.clone();
                Some(Neighbour { memory, link: (*link).clone() })
            });
            Some(Hit {
                relevance: it.relevance,
                score: it.score,
                superseded_by: scene.lineage.superseded_by(memory.id),
                consolidated_into: scene.lineage.consolidated_into(memory.id),
                neighbours: neighbours.collect(),
                why: it.why,
                memory,
            })
        });
        Ok(hits.collect())
    }
}

/// Share, 0 to 1, of a query's weight in names that are meant as they are written: a vector knows little of them.
fn names(words: &[QueryTerm]) -> f32 {
    let all: f32 = words.iter().map(|term| term.weight).sum();
    let names: f32 = words.iter().filter(|term| term.identifier).map(|term| term.weight).sum();
    if all > 0.0 { names / all } else { 0.0 }
}

fn sort(found: &mut [Found], scene: &Scene) {
    let id = |it: &Found| scene.rows[it.row].row.id;
    found.sort_by(|a, b| descending(a.score, b.score).then_with(|| id(a).cmp(&id(b))));
}

fn no_model() -> Error {
    Error::unavailable("no_model", "--mode vector needs the embedding model, and it is not there")
        .hint("run `octobrain model check`, or ask by words with --mode lexical")
}

fn read_terms(question: &Question, mut model: Option<&mut Model>) -> Result<Vec<Term>> {
    question
        .terms
        .iter()
        .map(|text| {
            let query = Query::parse(text, question.syntax);
            let text = &query.text;
            let (vector, fit) = match &mut model {
                Some(model) => (Some(model.embed_query(text)?), model.fit(text)?.as_ref().map(fit_of)),
                None => (None, None),
            };
            Ok(Term { words: query_terms(text), query, marks: Marks::default(), vector, fit })
        })
        .collect()
}

/// A measured fit as the ranking needs it.
pub fn fit_of(fit: &ScriptFit) -> Fit {
    Fit { separation: fit.separation, related: fit.related, unrelated: fit.unrelated, unrelated_sd: fit.unrelated_sd }
}
