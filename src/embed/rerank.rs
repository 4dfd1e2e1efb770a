//! The cross-encoder: a model that reads query and text together and says how well they fit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use fastembed::{
    AutoDevicePolicy, RerankInitOptions, RerankInitOptionsUserDefined, RerankerModel, TextRerank,
    UserDefinedRerankingModel,
};

use super::catalog::{Entry, Network};
use super::fastembed::{NO_SPINNING, chain};
use super::local::LocalModel;
use super::{ModelPaths, hub, runtime};
use crate::error::{Error, Result};

/// Pairs in one batch; they are padded to the longest of them.
const BATCH: usize = 8;

/// A cross-encoder in memory.
pub struct Reranker {
    name: String,
    model: TextRerank,
}

impl Reranker {
    /// Opens a model of fastembed's list from the cache.
    pub(super) fn open_hub(entry: &'static Entry, paths: &ModelPaths) -> Result<Self> {
        if !hub::is_cached(entry, paths)? {
            return Err(hub::not_cached(entry, paths));
        }
        let Network::Reranker(network) = &entry.network else {
            return Err(Error::internal(format!("{} is no reranking model", entry.name)));
        };
        Ok(Self { name: format!("fastembed:{}", entry.name), model: load_hub(entry, network, paths, false)? })
    }

    /// Opens the model in a folder, laid out as for embedding; its graph names its scores `logits`.
    pub(super) fn open_local(dir: &Path, paths: &ModelPaths) -> Result<Self> {
        let local = LocalModel::read(dir)?;
        let name = format!("local:{}", dir.display());
        let options = RerankInitOptionsUserDefined::new()
            .with_environment(runtime::environment(paths)?)
            .with_max_length(local.window)
            .with_auto_device(AutoDevicePolicy::PreferCPU)
            .with_session_config(NO_SPINNING.0, NO_SPINNING.1);
        let files = UserDefinedRerankingModel::new(local.onnx, local.tokenizer);
        let model = TextRerank::try_new_from_user_defined(files, options).map_err(|fault| {
            Error::unavailable("bad_model_dir", format!("the reranking model {name} does not load: {}", chain(&fault)))
        })?;
        Ok(Self { name, model })
    }

    /// One score a text, in order; higher fits better, and there is no bound. Fails as a whole.
    pub fn score(&mut self, query: &str, texts: &[String]) -> Result<Vec<f32>> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let ranked =
            self.model.rerank(query, &texts, false, Some(BATCH)).map_err(|fault| self.failed(&chain(&fault)))?;
        let mut scores = vec![f32::NAN; texts.len()];
        for it in ranked {
            if let Some(score) = scores.get_mut(it.index) {
                *score = it.score;
            }
        }
        if scores.iter().all(|score| score.is_finite()) { Ok(scores) } else { Err(self.failed("a score is missing")) }
    }

    fn failed(&self, why: &str) -> Error {
        Error::unavailable("model_failed", format!("reranking model {} failed: {why}", self.name))
            .hint("set search.reranker.enabled = false to do without")
    }
}

/// Has fastembed load a cross-encoder of its list; what is not in the cache it downloads first.
pub(super) fn load_hub(
    entry: &Entry,
    network: &RerankerModel,
    paths: &ModelPaths,
    progress: bool,
) -> Result<TextRerank> {
    let options = RerankInitOptions::new(network.clone())
        .with_environment(runtime::environment(paths)?)
        .with_cache_dir(paths.models_dir())
        .with_show_download_progress(progress)
        .with_max_length(entry.traits.window)
        .with_auto_device(AutoDevicePolicy::PreferCPU)
        .with_session_config(NO_SPINNING.0, NO_SPINNING.1);
    // As for embedders: the hub client asserts what its server promises.
    catch_unwind(AssertUnwindSafe(|| TextRerank::try_new(options)))
        .map_err(|_| hub::failed(entry, paths, "the hub client gave up"))?
        .map_err(|fault| hub::failed(entry, paths, &chain(&fault)))
}
