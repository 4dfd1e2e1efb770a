//! `model`: embedding models that can be used, fetched, located, tried.

use std::io::IsTerminal;
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::cli::ModelCommand;
use crate::embed::{self, ModelSpec, OpenOptions};
use crate::error::Result;
use crate::exit::Status;

/// Texts embedded to measure speed.
const TRIES: usize = 10;
const SENTENCE: &str = "The retry budget of the upload worker is three attempts with exponential backoff.";

/// `model`: one model of the list.
#[derive(Serialize, JsonSchema)]
pub(super) struct ModelRecord {
    r#type: &'static str,
    name: String,
    dimension: usize,
    description: String,
    default: bool,
    cached: bool,
    configured: bool,
}

/// `model`: a model's files.
#[derive(Serialize, JsonSchema)]
struct FilesRecord {
    r#type: &'static str,
    status: &'static str,
    model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<String>,
}

/// `model`: a model that was tried.
#[derive(Serialize, JsonSchema)]
struct CheckRecord {
    r#type: &'static str,
    status: &'static str,
    model: String,
    id: String,
    dimension: usize,
    load_ms: f64,
    embed_ms: f64,
    runtime: String,
}

/// Runs `model`.
pub(super) fn run(app: &mut App, command: ModelCommand) -> Result<Status> {
    match command {
        ModelCommand::List => list(app),
        ModelCommand::Pull { model } => pull(app, model),
        ModelCommand::Path => path(app),
        ModelCommand::Check => check(app),
    }
}

fn list(app: &mut App) -> Result<Status> {
    let configured = app.configured_model()?;
    for model in embed::list(&app.model_paths()?) {
        let configured = matches!(&configured, ModelSpec::Fastembed { name } if *name == model.name);
        app.sink.record(&ModelRecord {
            r#type: "model",
            name: format!("fastembed:{}", model.name),
            dimension: model.dimension,
            description: model.description,
            default: model.default,
            cached: model.cached,
            configured,
        })?;
    }
    if let ModelSpec::Local { dir } = &configured {
        app.sink.record(&FilesRecord {
            r#type: "model",
            status: if dir.is_dir() { "configured" } else { "missing" },
            model: configured.to_string(),
            path: Some(dir.display().to_string()),
            files: Vec::new(),
        })?;
    }
    Ok(Status::Done)
}

fn pull(app: &mut App, model: Option<String>) -> Result<Status> {
    let paths = app.model_paths()?;
    let spec = match model {
        Some(model) if model.contains(':') => ModelSpec::parse_any(&model, &paths.home)?,
        Some(model) => ModelSpec::parse_any(&format!("fastembed:{model}"), &paths.home)?,
        None => app.configured_model()?,
    };
    let progress = std::io::stderr().is_terminal();
    let pulled = embed::pull(&spec, &paths, progress)?;
    app.sink.record(&FilesRecord {
        r#type: "model",
        status: if pulled.downloaded { "downloaded" } else { "unchanged" },
        model: spec.to_string(),
        path: None,
        files: pulled.files.iter().map(|file| file.display().to_string()).collect(),
    })?;
    Ok(Status::Done)
}

fn path(app: &mut App) -> Result<Status> {
    let spec = app.configured_model()?;
    let path = embed::model_path(&spec, &app.model_paths()?)?;
    let status = if path.is_dir() { "present" } else { "missing" };
    app.sink.record(&FilesRecord {
        r#type: "model",
        status,
        model: spec.to_string(),
        path: Some(path.display().to_string()),
        files: Vec::new(),
    })?;
    Ok(if path.is_dir() { Status::Done } else { Status::Negative })
}

fn check(app: &mut App) -> Result<Status> {
    let (spec, paths) = (app.configured_model()?, app.model_paths()?);
    let begun = Instant::now();
    let mut embedder = embed::open(&spec, &paths, &OpenOptions::default())?;
    let load_ms = begun.elapsed().as_secs_f64() * 1e3;
    let begun = Instant::now();
    for _ in 0..TRIES {
        embedder.embed_query(SENTENCE)?;
    }
    let embed_ms = begun.elapsed().as_secs_f64() * 1e3 / TRIES as f64;
    app.sink.record(&CheckRecord {
        r#type: "model",
        status: "ready",
        model: spec.to_string(),
        id: embedder.id().to_owned(),
        dimension: embedder.dimension(),
        load_ms: (load_ms * 10.0).round() / 10.0,
        embed_ms: (embed_ms * 10.0).round() / 10.0,
        runtime: embed::find_runtime(&paths)
            .map_or_else(|_| "found by the system".to_owned(), |file| file.display().to_string()),
    })?;
    Ok(Status::Done)
}
