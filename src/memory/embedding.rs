//! From the text of memories to stored vectors, now or later.

use std::collections::HashMap;

use super::filter::Visible;
use super::record::Memory;
use crate::embed::Model;
use crate::error::Result;
use crate::store::vectors::Embedded;
use crate::store::{RowRef, Store, Writer};

/// Vectors of one model, by revision of the text.
#[derive(Debug, Default)]
pub struct Vectors {
    /// Identity of the model.
    pub model: String,
    /// Unit vectors.
    pub by_revision: HashMap<u64, Vec<f32>>,
}

impl Vectors {
    /// The vector of a memory's present text.
    pub fn of(&self, memory: &Memory) -> Option<&[f32]> {
        self.by_revision.get(&memory.revision()).map(Vec::as_slice)
    }
}

/// Embeds memories; equal texts once.
pub fn embed<'a>(model: &mut Model, memories: impl Iterator<Item = &'a Memory>) -> Result<Vectors> {
    let texts: HashMap<u64, String> = memories.map(|memory| (memory.revision(), memory.embedded_text())).collect();
    let (revisions, texts): (Vec<u64>, Vec<String>) = texts.into_iter().unzip();
    let vectors = model.embed_documents(&texts)?;
    Ok(Vectors { model: model.id().to_owned(), by_revision: revisions.into_iter().zip(vectors).collect() })
}

/// Vectors are derived: what cannot be stored now is made again later, and no memory is lost over it.
pub async fn store_vectors<'a>(writer: &Writer<'_>, vectors: &Vectors, memories: impl Iterator<Item = &'a Memory>) {
    let embedded: Vec<Embedded> = memories
        .filter_map(|memory| {
            let row = RowRef { id: memory.id, revision: memory.revision() };
            Some(Embedded { row, scope: memory.scope.clone(), vector: vectors.of(memory)?.to_vec() })
        })
        .collect();
    if let Err(error) = writer.embed(&vectors.model, &embedded).await {
        tracing::warn!("vectors were not stored and stay pending: {error}");
    }
}

/// Most pending memories embedded on the side of another command.
const PENDING_AT_ONCE: usize = 256;

/// Embeds memories that were stored while no model was there; answers how many are still pending.
pub async fn embed_pending(store: &Store, model: &mut Model) -> Result<usize> {
    let id = model.id().to_owned();
    if store.all_embedded(&id).await? {
        return Ok(0);
    }
    let mut missing = store.pending(&id).await?;
    if missing.is_empty() {
        store.writer()?.sweep_vectors(&id).await?;
        return Ok(0);
    }
    let left = missing.len().saturating_sub(PENDING_AT_ONCE);
    missing.truncate(PENDING_AT_ONCE);
    let ids: Vec<_> = missing.iter().map(|row| row.id).collect();
    let memories = store.memories_by_id(&Visible::All, &ids).await?;
    let vectors = embed(model, memories.iter())?;
    let writer = store.writer()?;
    // Somebody else may have embedded the same ones meanwhile.
    let still = store.pending(&id).await?;
    let wanted = memories.iter().filter(|memory| still.iter().any(|row| row.id == memory.id));
    store_vectors(&writer, &vectors, wanted).await;
    Ok(left)
}
