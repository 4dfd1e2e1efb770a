//! Near-duplicates: stored memories whose vector is close to a new one's.

use std::collections::HashMap;

use uuid::Uuid;

use super::embedding::Vectors;
use super::filter::{Filter, Visible};
use super::record::Memory;
use crate::embed::Model;
use crate::error::Result;
use crate::store::Store;
use crate::store::vectors::dot;
use crate::text::analyse::terms;

/// Most near-duplicates named in an answer.
pub const MAX_SIMILAR: usize = 5;
/// Most looked at: those that have links enough leave their place to the next.
const MAX_LOOKED_AT: usize = 32;
/// Scopes whose vectors are kept between batches.
const KEPT_SIGHTS: usize = 8;
/// Where the model does not speak the script, its cosine counts only together with this share of words in common.
const SHARED_WORDS: f32 = 0.5;

/// An existing memory that says nearly the same.
#[derive(Debug, Clone)]
pub struct Similar {
    /// The memory.
    pub memory: Memory,
    /// Cosine of the two vectors.
    pub similarity: f32,
}

/// The vectors of the scopes that a session writes to, kept between its batches.
#[derive(Default)]
pub struct Neighbourhood {
    sights: Vec<Sight>,
}

/// The vectors that one scope sees, as they stood at one commit.
struct Sight {
    visible: Visible,
    model: String,
    version: u64,
    dimension: usize,
    ids: Vec<Uuid>,
    values: Vec<f32>,
}

impl Neighbourhood {
    /// Stored memories whose cosine with a vector is at least `least`, closest first.
    pub async fn near(
        &mut self,
        store: &Store,
        visible: &Visible,
        (model, vector): (&str, &[f32]),
        least: f32,
    ) -> Result<Vec<(Uuid, f32)>> {
        let sight = self.sight(store, visible, model).await?;
        let mut found: Vec<(Uuid, f32)> = sight.near(vector, least);
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.truncate(MAX_LOOKED_AT);
        Ok(found)
    }

    async fn sight(&mut self, store: &Store, visible: &Visible, model: &str) -> Result<&Sight> {
        let version = store.version().await?;
        let known = |it: &Sight| it.visible == *visible && it.model == model;
        if let Some(at) = self.sights.iter().position(known) {
            if self.sights[at].version == version {
                return Ok(&self.sights[at]);
            }
            self.sights.remove(at);
        }
        if self.sights.len() >= KEPT_SIGHTS {
            self.sights.remove(0);
        }
        let sight = Sight::read(store, visible, model, version).await?;
        self.sights.push(sight);
        Ok(&self.sights[self.sights.len() - 1])
    }

    /// Follows a commit of this session's own from one version to the next, so that nothing need be read again.
    pub fn follow(&mut self, before: u64, after: u64, written: &[&Memory], vectors: &Vectors) {
        for sight in self.sights.iter_mut().filter(|sight| sight.version == before) {
            sight.version = after;
            for memory in written {
                let theirs = sight.visible.sees(&memory.scope) && sight.model == vectors.model;
                if let Some(vector) = vectors.of(memory).filter(|_| theirs) {
                    sight.put(memory.id, vector);
                }
            }
        }
    }
}

impl Sight {
    async fn read(store: &Store, visible: &Visible, model: &str, version: u64) -> Result<Self> {
        let rows = store.rows(visible, &Filter::default()).await?;
        let matrix = store.matrix(model, visible, &rows).await;
        let mut sight = Self {
            visible: visible.clone(),
            model: model.to_owned(),
            version,
            dimension: 0,
            ids: Vec::with_capacity(rows.len()),
            values: Vec::new(),
        };
        for (at, row) in rows.iter().enumerate() {
            if let Some(vector) = matrix.get(at) {
                sight.push(row.id, vector);
            }
        }
        Ok(sight)
    }

    fn push(&mut self, id: Uuid, vector: &[f32]) {
        self.dimension = vector.len();
        self.ids.push(id);
        self.values.extend_from_slice(vector);
    }

    /// Takes in a record that is new or has another text now.
    fn put(&mut self, id: Uuid, vector: &[f32]) {
        match self.ids.iter().rposition(|seen| *seen == id) {
            Some(at) => self.values[at * self.dimension..][..self.dimension].copy_from_slice(vector),
            None => self.push(id, vector),
        }
    }

    fn near(&self, vector: &[f32], least: f32) -> Vec<(Uuid, f32)> {
        if vector.len() != self.dimension {
            return Vec::new();
        }
        let cosines = self.values.chunks_exact(self.dimension).map(|other| dot(other, vector));
        self.ids.iter().copied().zip(cosines).filter(|(_, cosine)| *cosine >= least).collect()
    }
}

/// Keeps the neighbours that do say nearly the same: to a model that does not speak a script all its texts
/// look alike, so there the words must agree as well.
pub fn confirmed(
    memory: &Memory,
    near: &[(Uuid, f32)],
    found: &HashMap<Uuid, Memory>,
    model: &mut Model,
) -> Result<Vec<Similar>> {
    let candidates = near.iter().filter_map(|(id, similarity)| {
        found.get(id).map(|other| Similar { memory: other.clone(), similarity: similarity.min(1.0) })
    });
    let candidates: Vec<Similar> = candidates.collect();
    if candidates.is_empty() || speaks(model, &memory.content)? {
        return Ok(candidates);
    }
    let own = terms(&memory.indexed_text());
    let agrees = |other: &Similar| jaccard(&own, &terms(&other.memory.indexed_text())) >= SHARED_WORDS;
    Ok(candidates.into_iter().filter(agrees).collect())
}

fn speaks(model: &mut Model, text: &str) -> Result<bool> {
    Ok(model.fit(text)?.is_some_and(|fit| super::recall::fit_of(&fit).vector_weight() > 0.0))
}

/// Share of the words of both that are in both.
fn jaccard(a: &[String], b: &[String]) -> f32 {
    let (a, b): (std::collections::HashSet<_>, std::collections::HashSet<_>) = (a.iter().collect(), b.iter().collect());
    let both = a.intersection(&b).count();
    both as f32 / (a.len() + b.len() - both).max(1) as f32
}
