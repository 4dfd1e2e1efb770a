//! Which model the store's vectors are of, kept in `model.json` beside the tables.
//!
//! The configuration says which model a new store gets; after that the store's own note counts, until
//! `reindex --model` has made the vectors of another one. So vectors of two models are never compared, and no
//! change of a setting leaves a memory without vectors.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::lock::not_writable;
use super::vectors::table_name;
use super::{Store, Writer};
use crate::atomic::replace_file;
use crate::error::{Error, Result};

const FILE: &str = "model.json";

/// A model as a store names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldModel {
    /// As the configuration would name it.
    pub spec: String,
    /// Its identity.
    pub id: String,
    /// Numbers in its vectors, once there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
}

/// The model whose vectors the store in `dir` has; none where it has no vectors of it.
pub fn held_model(dir: &Path) -> Option<HeldModel> {
    let held = read(dir)?;
    let table = format!("{}.lance", table_name(&held.id));
    [dir.to_owned(), dir.join("knowledge")].iter().any(|dir| dir.join(&table).is_dir()).then_some(held)
}

fn read(dir: &Path) -> Option<HeldModel> {
    serde_json::from_slice(&std::fs::read(dir.join(FILE)).ok()?).ok()
}

/// How long ago the store changed its model.
fn held_for(dir: &Path) -> Option<std::time::Duration> {
    std::fs::metadata(dir.join(FILE)).ok()?.modified().ok()?.elapsed().ok()
}

/// A reader that began before the change may need the old vectors for so long.
const OLD_VECTORS_STAY: std::time::Duration = std::time::Duration::from_secs(24 * 3600);

impl Store {
    /// The model whose vectors this store has.
    pub fn held_model(&self) -> Option<HeldModel> {
        held_model(&self.dir)
    }

    /// Whether there are vectors of other models that nobody needs any more: the store changed to this one a day ago.
    pub async fn has_old_vectors(&self, model: &str) -> Result<bool> {
        if held_for(&self.dir).is_none_or(|time| time < OLD_VECTORS_STAY)
            || self.held_model().is_none_or(|held| held.id != model)
        {
            return Ok(false);
        }
        let in_library = match self.library().await? {
            Some(library) => library.vectors().has_others(model).await?,
            None => false,
        };
        Ok(in_library || self.vectors().has_others(model).await?)
    }

    /// Notes the model that a store without vectors will get them from.
    pub fn note_model(&self, model: &HeldModel) -> Result<()> {
        let known = read(&self.dir).is_some_and(|known| (&known.spec, &known.id) == (&model.spec, &model.id));
        if known || self.held_model().is_some() { Ok(()) } else { write(&self.dir, model) }
    }
}

impl Writer<'_> {
    /// From now on the store's vectors are those of this model.
    pub fn change_model(&self, model: &HeldModel) -> Result<()> {
        write(&self.store().dir, model)
    }

    /// Notes the dimension of the first vectors, which all later ones must have.
    pub(super) fn note_dimension(&self, model: &str, dimension: usize) -> Result<()> {
        match read(&self.store().dir) {
            Some(held) if held.id == model && held.dimension.is_none() => {
                write(&self.store().dir, &HeldModel { dimension: Some(dimension), ..held })
            }
            _ => Ok(()),
        }
    }

    /// Drops the vectors of every other model; answers how many tables.
    pub async fn drop_old_vectors(&self, model: &str) -> Result<usize> {
        let store = self.store();
        let mut dropped = store.vectors().drop_others(model).await?;
        if let Some(library) = store.library().await? {
            dropped += library.vectors().drop_others(model).await?;
        }
        Ok(dropped)
    }
}

fn write(dir: &Path, model: &HeldModel) -> Result<()> {
    let text = serde_json::to_string(model).map_err(|error| Error::internal(error.to_string()))?;
    replace_file(&dir.join(FILE), text.as_bytes()).map_err(|error| not_writable(dir, &error))
}
