//! A stored memory with all that can be told of it: its vector, what is left of it, what replaced it.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::embeddings::Embeddings;
use crate::app::App;
use crate::error::Result;
use crate::memory::decay::{Decay, Usage};
use crate::memory::filter::Visible;
use crate::memory::lineage::Lineage;
use crate::memory::record::Memory;
use crate::store::Store;
use crate::wire::record::{MemoryRecord, More};

/// What is known beside the records themselves.
pub(super) struct View<'a> {
    embeddings: &'a Embeddings,
    lineage: Lineage,
    decay: Decay,
    usage: HashMap<Uuid, Usage>,
    now: Timestamp,
}

impl<'a> View<'a> {
    /// Reads the lineage of the memories in sight.
    pub(super) async fn read(app: &App, store: &Store, visible: &Visible, embeddings: &'a Embeddings) -> Result<Self> {
        Ok(Self::new(app, store, Lineage::read(store, visible, None).await?, embeddings))
    }

    /// With a lineage that was read already.
    pub(super) fn new(app: &App, store: &Store, lineage: Lineage, embeddings: &'a Embeddings) -> Self {
        Self { embeddings, lineage, decay: app.decay(), usage: store.usage(), now: app.clock.now() }
    }

    /// What is left of a memory's importance.
    pub(super) fn effective(&self, memory: &Memory) -> f64 {
        self.decay.effective(&memory.into(), self.usage_of(memory.id), self.now)
    }

    fn usage_of(&self, id: Uuid) -> Usage {
        self.usage.get(&id).copied().unwrap_or_default()
    }

    /// The record of a memory.
    pub(super) fn record<'m>(
        &'m self,
        memory: &'m Memory,
        status: Option<&'m str>,
        pass: &'m Map<String, Value>,
    ) -> MemoryRecord<'m> {
        let usage = self.usage_of(memory.id);
        let more = More {
            access_count: Some(usage.uses),
            last_accessed_at: usage.last.map(|last| last.to_string()),
            effective_importance: Some((self.effective(memory) * 1e4).round() / 1e4),
            superseded_by: self.lineage.superseded_by(memory.id),
            consolidated_into: self.lineage.consolidated_into(memory.id),
            consolidates: self.lineage.sources(memory.id).to_vec(),
            ..More::default()
        };
        MemoryRecord::new(memory, status, self.embeddings.of(memory.id), pass).more(more)
    }
}
