//! Which memories have their vector, for the `embedding` field of records.

use std::collections::HashSet;

use uuid::Uuid;

use crate::app::App;
use crate::error::Result;
use crate::store::Store;

/// Which memories still wait for their vector, read without loading a model.
pub(super) struct Embeddings {
    configured: bool,
    /// Identity of the model; none when its files are not there.
    model: Option<String>,
    pending: HashSet<Uuid>,
}

impl Embeddings {
    /// Knows the model and nothing of the store: enough for memories that were embedded just now.
    pub(super) fn configured(app: &App) -> Result<Self> {
        let mut embeddings = Self { configured: app.wants_model()?, model: None, pending: HashSet::new() };
        if embeddings.configured {
            embeddings.model = app.model_id()?;
        }
        Ok(embeddings)
    }

    /// Reads what the vectors table of the configured model lacks; mostly that is a comparison of two counts.
    pub(super) async fn read(app: &App, store: &Store) -> Result<Self> {
        let mut embeddings = Self::configured(app)?;
        if let Some(model) = &embeddings.model
            && !store.all_embedded(model).await?
        {
            embeddings.pending = store.pending(model).await?.into_iter().map(|row| row.id).collect();
        }
        Ok(embeddings)
    }

    /// The `embedding` field of a record: none where no model is configured.
    pub(super) fn of(&self, id: Uuid) -> Option<&str> {
        match &self.model {
            Some(model) if !self.pending.contains(&id) => Some(model),
            // A model whose files are gone has no vectors that could be used.
            _ => self.configured.then_some("pending"),
        }
    }

    /// The `embedding` field of a memory that was stored just now, with or without its vector.
    pub(super) fn made(&self, embedded: bool) -> Option<&str> {
        match &self.model {
            Some(model) if embedded => Some(model),
            _ => self.configured.then_some("pending"),
        }
    }

    /// How many memories of `all` wait for their vector.
    pub(super) fn pending(&self, all: u64) -> u64 {
        if self.model.is_some() { self.pending.len() as u64 } else { all }
    }

    /// Identity of the configured model, if it can be told without loading it.
    pub(super) fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }
}
