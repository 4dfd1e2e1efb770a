//! Near-duplicates: memories whose vector is close to another one's.

use uuid::Uuid;

use super::filter::Visible;
use super::record::Memory;
use super::sight::Sights;
use crate::embed::Model;
use crate::error::Result;
use crate::search::fit_of;
use crate::store::Store;
use crate::text::overlap::{agrees, shingles};

/// Most near-duplicates named in an answer.
pub const MAX_SIMILAR: usize = 5;
/// Most looked at: those that have links enough leave their place to the next.
const MAX_LOOKED_AT: usize = 32;

/// An existing memory that says nearly the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Similar {
    /// The memory.
    pub id: Uuid,
    /// Its scope.
    pub scope: String,
    /// Its title.
    pub title: String,
    /// Cosine of the two vectors.
    pub similarity: f32,
}

impl Similar {
    /// A memory with its cosine.
    pub fn new(memory: &Memory, similarity: f32) -> Self {
        Self { id: memory.id, scope: memory.scope.clone(), title: memory.title.clone(), similarity }
    }
}

/// Stored memories, other than itself, that say nearly the same as this one, closest first.
pub(super) async fn near(
    sights: &mut Sights,
    store: &Store,
    memory: &Memory,
    (model, vector): (&mut Model, &[f32]),
    least: f32,
) -> Result<Vec<Similar>> {
    let visible = Visible::Scope(memory.scope.clone());
    let sight = sights.of(store, &visible).await?;
    let found = sight.near(store, (model.id(), vector), least).await?;
    let others = found.into_iter().filter(|(seen, _)| seen.id != memory.id);
    let mut near: Vec<Similar> = others
        .map(|(seen, cosine)| Similar {
            id: seen.id,
            scope: seen.scope,
            title: seen.title,
            similarity: cosine.min(1.0),
        })
        .collect();
    closest(&mut near);
    if !near.is_empty() && !speaks(model, &memory.content)? {
        let ids: Vec<Uuid> = near.iter().map(|it| it.id).collect();
        let others = store.memories_by_id(&visible, &ids).await?;
        let own = shingles(&memory.content);
        near.retain(|it| others.iter().any(|other| other.id == it.id && agrees(&own, &shingles(&other.content))));
    }
    Ok(near)
}

/// Closest first, and no more than are looked at.
pub(super) fn closest(near: &mut Vec<Similar>) {
    near.sort_by(|a, b| b.similarity.total_cmp(&a.similarity).then(a.id.cmp(&b.id)));
    near.truncate(MAX_LOOKED_AT);
}

/// Whether a model can tell texts of this script apart: to one that cannot, they all look alike, and there the
/// wording must agree as well.
pub fn speaks(model: &mut Model, text: &str) -> Result<bool> {
    Ok(model.fit(text)?.is_some_and(|fit| fit_of(&fit).vector_weight() > 0.0))
}
