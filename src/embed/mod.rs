//! Embedders: text in, unit vectors out.
//!
//! A model is named in the configuration by one string ([`ModelSpec::parse`]), is opened by
//! [`open`], and then answers through the [`Embedder`] trait. What a vector depends on
//! (weights, tokenizer, pooling, prefixes) is summed up in its [`Identity`], which is known
//! without loading anything, so a cache of query vectors needs no model.
//!
//! This module reads no environment variable: the caller passes what it found in
//! [`ModelPaths`]. Two libraries below do read some: the hub client `HF_HOME`, `HF_ENDPOINT`
//! and `HF_TOKEN`, ONNX Runtime `ORT_DISABLE_TELEMETRY` (see `runtime`).

mod catalog;
mod fastembed;
mod hub;
mod local;
mod model;
mod onnx;
mod probe;
mod probe_texts;
mod remote;
mod rerank;
mod runtime;
mod spec;
mod window;

use std::path::PathBuf;

use crate::error::{Error, Result};

pub use hub::{ModelInfo, Pulled, list, model_path, pull};
pub use model::Model;
pub use probe::{Probe, ScriptFit, Writing};
pub use remote::{RemoteSettings, RemoteSpec, Service};
pub use rerank::Reranker;
pub use runtime::{RUNTIME_HINT, TELEMETRY_VARIABLE, find_runtime};
pub use spec::{DEFAULT_MODEL, ModelSpec};

/// Something that turns texts into vectors.
///
/// Every vector has [`Embedder::dimension`] finite numbers and length 1.
pub trait Embedder: Send {
    /// Stable name of everything the vectors depend on, `local:minilm-l6-h384-uncased@8199be6f`
    /// or `fastembed:nomic-ai/nomic-embed-text-v1.5`: equal ids give comparable vectors.
    fn id(&self) -> &str;

    /// Numbers in a vector.
    fn dimension(&self) -> usize;

    /// One vector a text, in order; the model's document prefix is put before each text, and a
    /// text longer than the model's window is embedded in windows and pooled. Fails as a whole.
    fn embed_documents(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>>;

    /// The vector of a query, behind the model's query prefix.
    fn embed_query(&mut self, text: &str) -> Result<Vec<f32>>;

    /// The vectors of several, in order; a service gets them in one request.
    fn embed_queries(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        texts.iter().map(|text| self.embed_query(text)).collect()
    }
}

/// Where models and ONNX Runtime are looked for, as the caller resolved it.
#[derive(Debug, Clone, Default)]
pub struct ModelPaths {
    /// The program's cache folder; models are kept in `models` below it.
    pub cache_dir: PathBuf,
    /// The program's data folder; ONNX Runtime is looked for in `onnxruntime` below it.
    pub data_dir: PathBuf,
    /// `ORT_DYLIB_PATH`: the library file, and then the only candidate.
    pub ort_dylib: Option<PathBuf>,
    /// `HF_ENDPOINT`: for messages only, because the hub client reads the variable itself.
    pub hf_endpoint: Option<String>,
    /// `HF_HOME`: the hub client prefers it to `cache_dir`, so it is needed to find its files.
    pub hf_home: Option<PathBuf>,
    /// `HF_HUB_OFFLINE` or the program's own setting: nothing is ever downloaded.
    pub offline: bool,
    /// The user's home folder, for `~` in `local:~/models/x`.
    pub home: PathBuf,
    /// What services over HTTP are used with.
    pub remote: RemoteSettings,
}

impl ModelPaths {
    /// The folder that holds downloaded models, in the hub's own cache layout.
    #[must_use]
    pub fn models_dir(&self) -> PathBuf {
        self.hf_home.clone().unwrap_or_else(|| self.cache_dir.join("models"))
    }
}

/// How a model may be opened.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenOptions {
    /// A model that is not in the cache may be downloaded; otherwise that is an error.
    pub download: bool,
    /// The hub client draws a bar a file on stderr while it downloads.
    pub progress: bool,
    /// Threads for one inference; all cores when absent.
    pub threads: Option<usize>,
}

/// What vectors depend on, known without loading the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The same string as [`Embedder::id`].
    pub id: String,
    /// Put before a query.
    pub query_prefix: String,
    /// Put before a document.
    pub document_prefix: String,
}

/// Names the model without loading it: milliseconds, or once a read of the file for `local:`.
///
/// Fails when no model is configured or a file of a `local:` model is missing.
pub fn identify(spec: &ModelSpec, paths: &ModelPaths) -> Result<Identity> {
    match spec {
        ModelSpec::None => Err(no_model()),
        ModelSpec::Fastembed { name } => catalog::find(name).map(catalog::Entry::identity),
        ModelSpec::Local { dir } => local::LocalModel::read(dir)?.identity(paths),
        ModelSpec::Remote(spec) => {
            let (query, document) = spec.prefixes();
            Ok(Identity { id: spec.to_string(), query_prefix: query.to_owned(), document_prefix: document.to_owned() })
        }
    }
}

/// Loads a model: 0.2 s for a small one, seconds for a large one, longer when it downloads.
///
/// Errors, never another model instead: `no_model`, `no_onnxruntime`, `bad_onnxruntime`,
/// `model_not_cached`, `download_failed`, `model_failed`, `bad_model_dir`, `bad_model_cache` and `no_key`
/// are of kind `Unavailable`; `unknown_model` is of kind `Usage`.
pub fn open(spec: &ModelSpec, paths: &ModelPaths, options: &OpenOptions) -> Result<Box<dyn Embedder>> {
    match spec {
        ModelSpec::None => Err(no_model()),
        ModelSpec::Fastembed { name } => Ok(Box::new(fastembed::open_hub(catalog::find(name)?, paths, options)?)),
        ModelSpec::Local { dir } => Ok(Box::new(fastembed::open_local(dir, paths, options)?)),
        ModelSpec::Remote(spec) => Ok(Box::new(remote::RemoteModel::open(spec, &paths.remote)?)),
    }
}

/// Loads a cross-encoder; errors as [`open`].
pub fn open_reranker(spec: &ModelSpec, paths: &ModelPaths) -> Result<Reranker> {
    match spec {
        ModelSpec::None => Err(Error::unavailable("no_model", "no reranking model is configured")
            .hint("set search.reranker.model, or search.reranker.enabled = false")),
        ModelSpec::Fastembed { name } => Reranker::open_hub(catalog::find_reranker(name)?, paths),
        ModelSpec::Local { dir } => Reranker::open_local(dir, paths),
        ModelSpec::Remote(_) => {
            Err(Error::usage("unsupported_model", "search.reranker.model: rerankers run here only")
                .hint("fastembed:NAME or local:DIR"))
        }
    }
}

fn no_model() -> Error {
    Error::unavailable("no_model", "no embedding model is configured (embedding.model = \"none\")")
        .hint("set a model, for instance `fastembed:nomic-ai/nomic-embed-text-v1.5`")
}
