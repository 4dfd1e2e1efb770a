//! The model of a session: asked for when a text needs it, given up when it fails.

use crate::app::App;
use crate::embed::Model;
use crate::error::{Error, Result};

/// A model that may not be needed, or not be there.
#[derive(Default)]
pub(super) enum LazyModel {
    /// No text needed it so far.
    #[default]
    NotNeededYet,
    /// There; loaded or not.
    Known(Box<Model>),
    /// It cannot be had; the user was told.
    Missing,
}

impl LazyModel {
    /// The model; none where it cannot be had.
    pub(super) fn get(&mut self, app: &App) -> Result<Option<&mut Model>> {
        if matches!(self, Self::NotNeededYet) {
            *self = app.model()?.map_or(Self::Missing, |model| Self::Known(Box::new(model)));
        }
        Ok(match self {
            Self::Known(model) => Some(model),
            _ => None,
        })
    }

    /// The model, if it is loaded.
    pub(super) fn loaded(&mut self) -> Option<&mut Model> {
        match self {
            Self::Known(model) if model.is_loaded() => Some(model),
            _ => None,
        }
    }

    /// Goes on without the model after it failed; the user is told once.
    pub(super) fn failed(&mut self, app: &App, error: Option<Error>) {
        if let Some(error) = error {
            app.report.warning(&error);
            *self = Self::Missing;
        }
    }
}
