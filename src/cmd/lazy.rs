//! The model, loaded for the first text that needs it.

use crate::app::App;
use crate::embed::Model;
use crate::error::{Error, Result};

/// A model that may not be needed, or not be there.
#[derive(Default)]
pub(super) enum LazyModel {
    /// No text needed it so far.
    #[default]
    NotNeededYet,
    /// Loaded.
    Open(Box<Model>),
    /// It cannot be had; the user was told.
    Missing,
}

impl LazyModel {
    /// The model, loaded now if it was not; none where it cannot be had.
    pub(super) fn get(&mut self, app: &App) -> Result<Option<&mut Model>> {
        if matches!(self, Self::NotNeededYet) {
            *self = app.model()?.map_or(Self::Missing, |model| Self::Open(Box::new(model)));
        }
        Ok(self.opened())
    }

    /// The model, if it is loaded.
    pub(super) fn opened(&mut self) -> Option<&mut Model> {
        match self {
            Self::Open(model) => Some(model),
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
