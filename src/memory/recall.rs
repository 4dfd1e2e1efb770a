//! Recall: both legs over the rows in sight, fused, judged, put in order.
//!
//! Fusion says how well a text fits; relatives of good candidates are raised ([`kinship`](crate::rank::kinship)); what is known beside
//! the text settles ties ([`signals`](crate::rank::signals)); relevance cuts; what replaced a memory stands above it ([`succession`]).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use uuid::Uuid;

use super::decay::Usage;
use super::link::Link;
pub use super::question::{MAX_LIMIT, MAX_TERMS, Mode, Models, Policy, Question, Reranking};
use super::record::Memory;
use super::scene::{Scene, SceneKey};
use crate::error::{Error, Result};
use crate::rank::fusion::{Candidate, descending};
use crate::rank::signals::{Factors, Signals};
use crate::rank::{rerank, succession};
use crate::search::marks::Marks;
use crate::search::{self, Fusing, Scored, Term, Terms};
use crate::store::{Ranked, Store};

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
    /// The memories that were folded into it.
    pub consolidates: Vec<Uuid>,
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

impl Found {
    /// A row that the text found, with what is known beside the text.
    fn new(it: Scored, factors: Factors) -> Self {
        let raised = it.score - it.candidate.fused;
        let (coverage, vector_weight) = (it.coverage, it.vector_weight);
        let why = Why { candidate: it.candidate, coverage, vector_weight, raised, reranked: None, factors };
        Self { row: it.candidate.row, score: it.score * factors.all, relevance: it.relevance, why }
    }
}

impl<'a> Recaller<'a> {
    /// A recaller that has read nothing but how the memories were used.
    pub fn new(store: &'a Store, policy: Policy) -> Self {
        Self { store, policy, usage: store.usage(), scenes: Vec::new(), memories: HashMap::new() }
    }

    /// Goes on at another moment: what was used meanwhile is read again.
    pub fn go_on(&mut self, policy: Policy) {
        self.policy = policy;
        self.usage = self.store.usage();
    }

    /// Answers one question, without a model by words alone.
    pub async fn recall(&mut self, question: &Question, models: Models<'_>) -> Result<Answer> {
        let wants_vector = question.mode != Mode::Lexical;
        let mut model = models.embedder.filter(|_| wants_vector);
        if let Some(model) = &mut model {
            // Loading takes longer than reading the store: the two go on side by side.
            search::prepare(&question.terms, question.syntax, model);
        }
        let key = SceneKey {
            version: self.store.version().await?,
            visible: question.visible.clone(),
            filter: question.filter.clone(),
            as_of: question.as_of,
            model: model.as_ref().map(|it| it.id().to_owned()),
        };
        let mut scene = self.scene(key.clone()).await?;
        let terms = Terms::read(&question.terms, question.syntax, question.mode, model)?;
        let (found, marks) = match self.candidates(question, &terms.terms, &scene).await {
            Ok(found) => found,
            // Damage in the index that opening did not show: the rows hold all that it was made from.
            Err(error) => {
                tracing::warn!("the lexical index is left out: {error}");
                scene = Arc::new(Scene::read(self.store, &key, self.store.lexical().emptied()).await?);
                self.scenes.clear();
                self.scenes.push((key, scene.clone()));
                self.candidates(question, &terms.terms, &scene).await?
            }
        };
        let mut ranked: Vec<Found> =
            found.values().copied().filter(|it| it.relevance >= question.min_relevance).collect();
        sort(&mut ranked, &scene);
        let reranker_failed = match models.reranking {
            Some(reranking) => self.rerank(question, &terms.terms, &mut ranked, &scene, reranking).await?,
            None => None,
        };
        step_back(&mut ranked, &scene);
        ranked.truncate(question.limit);
        let settled = self.settle(&ranked, &found, &marks, &scene, question.limit);
        let hits = self.fetch(question, &scene, &settled).await?;
        Ok(Answer { hits, degraded: terms.degraded, model_failed: terms.model_failed, reranker_failed })
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

    /// The rows that any term of a question finds, with their scores, and what the terms bar.
    async fn candidates(
        &self,
        question: &Question,
        terms: &[Term],
        scene: &Scene,
    ) -> Result<(HashMap<usize, Found>, Vec<Marks>)> {
        let mut found: HashMap<usize, Found> = HashMap::new();
        let mut all_marks = Vec::with_capacity(terms.len());
        let fusing = Fusing { method: self.policy.method, expand: self.policy.expand };
        for term in terms {
            let marks = scene.marks(self.store, &question.visible, &term.query).await?;
            let legs = (&scene.view, &scene.matrix);
            for it in search::rank(term, &marks, legs, question.mode, question.limit, fusing)? {
                let one = Found::new(it, self.factors(&scene.rows[it.candidate.row]));
                found
                    .entry(one.row)
                    .and_modify(|seen| {
                        let (score, relevance) = (seen.score + one.score, seen.relevance.max(one.relevance));
                        let better = if one.why.candidate.fused > seen.why.candidate.fused { one } else { *seen };
                        *seen = Found { score, relevance, ..better };
                    })
                    .or_insert(one);
            }
            all_marks.push(marks);
        }
        Ok((found, all_marks))
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
        marks: &[Marks],
        scene: &Scene,
        limit: usize,
    ) -> Vec<Found> {
        let order: Vec<usize> = ranked.iter().map(|it| it.row).collect();
        let allowed = |row: &usize| marks.iter().any(|marks| marks.allows(*row));
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
                consolidates: scene.lineage.sources(memory.id).to_vec(),
                neighbours: neighbours.collect(),
                why: it.why,
                memory,
            })
        });
        Ok(hits.collect())
    }
}

/// Moves the sources of one parent behind the other hits, all but the best of them: their parent speaks for them.
fn step_back(ranked: &mut Vec<Found>, scene: &Scene) {
    let mut spoken_for: HashSet<Uuid> = HashSet::new();
    let (mut kept, mut behind) = (Vec::with_capacity(ranked.len()), Vec::new());
    for it in ranked.drain(..) {
        let parents = scene.lineage.all_consolidating(scene.rows[it.row].row.id);
        let mut in_sight = parents.iter().filter(|parent| scene.position(**parent).is_some());
        match in_sight.next_back() {
            Some(parent) if !spoken_for.insert(*parent) => behind.push(it),
            _ => kept.push(it),
        }
    }
    let least = kept.last().map_or(f32::INFINITY, |it| it.score);
    kept.extend(behind.into_iter().map(|it| Found { score: it.score.min(least), ..it }));
    *ranked = kept;
}

fn sort(found: &mut [Found], scene: &Scene) {
    let id = |it: &Found| scene.rows[it.row].row.id;
    found.sort_by(|a, b| descending(a.score, b.score).then_with(|| id(a).cmp(&id(b))));
}
