//! The models of a session: asked for when a text needs them, given up when they fail.

use crate::app::App;
use crate::embed::{self, Model, Reranker};
use crate::error::{Error, Result};
use crate::memory::recall::Reranking;

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

/// The cross-encoder of a session, where the configuration asks for one.
#[derive(Default)]
pub(super) enum LazyReranker {
    /// No question needed it so far.
    #[default]
    NotNeededYet,
    /// Loaded.
    Loaded(Box<Reranker>),
    /// Not asked for, or it cannot be had, of which the user was told.
    Missing,
}

impl LazyReranker {
    /// The cross-encoder and what it may do; none where it is not wanted or cannot be had.
    pub(super) fn get(&mut self, app: &App) -> Result<Option<Reranking<'_>>> {
        let settings = &app.settings().search.reranker;
        if !settings.enabled {
            return Ok(None);
        }
        if matches!(self, Self::NotNeededYet) {
            let spec = app.reranker_spec()?;
            match app.model_paths().and_then(|paths| embed::open_reranker(&spec, &paths)) {
                Ok(model) => *self = Self::Loaded(Box::new(model)),
                Err(error) => self.failed(app, Some(error)),
            }
        }
        Ok(match self {
            Self::Loaded(model) => {
                Some(Reranking { model, candidates: settings.top_k_candidates, keep: settings.final_top_k })
            }
            _ => None,
        })
    }

    /// Goes on without it after it failed; the user is told once.
    pub(super) fn failed(&mut self, app: &App, error: Option<Error>) {
        if let Some(error) = error {
            app.report.warning(&error);
            *self = Self::Missing;
        }
    }
}
