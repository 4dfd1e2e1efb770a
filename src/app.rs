//! The one place that wires the parts together: settings, clock, streams, store and model.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::ColorChoice;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::cli::{FormatArg, GlobalArgs};
use crate::clock::Clock;
use crate::config::settings::Fusion;
use crate::config::{Config, Env, PROJECT_FILE, Paths, Settings, Sources, env};
use crate::embed::{self, Model, ModelPaths, ModelSpec, RemoteSettings, Service};
use crate::error::{Error, Result};
use crate::knowledge::chunk::Sizes;
use crate::knowledge::extract::Extractor;
use crate::knowledge::fetch::FetchLimits;
use crate::knowledge::ingest::{self, Fetching};
use crate::memory::change::Provenance;
use crate::memory::decay::Decay;
use crate::memory::filter::Visible;
use crate::memory::memorize::{self, OnSimilar};
use crate::memory::recall;
use crate::memory::scope::{self, Derived, GLOBAL};
use crate::rank::fusion::Method;
use crate::search::Mode;
use crate::store::{HeldModel, Store, held_model};
use crate::ui::graph::Drawing;
use crate::ui::report::{ErrorFormat, Report};
use crate::ui::sink::{Format, Sink};

/// One run of the program.
pub struct App {
    /// Records to stdout.
    pub sink: Sink,
    /// What a graph shall be drawn as, where a drawing was asked for.
    pub drawing: Option<Drawing>,
    /// Problems to stderr.
    pub report: Report,
    /// Time and ids.
    pub clock: Arc<Clock>,
    /// The resolved configuration.
    pub config: Config,
    /// Where things are.
    pub paths: Paths,
    global: GlobalArgs,
    env: Env,
    derived: OnceCell<Derived>,
    /// Reading what it is made from takes milliseconds, too much for every batch.
    model_id: OnceCell<Option<String>>,
    model_spec: OnceCell<ModelSpec>,
}

impl App {
    /// Reads environment and configuration; opens nothing.
    pub fn new(global: GlobalArgs, env: Env) -> Result<Self> {
        let mut sources = Sources::find(&env, global.config.as_deref())?;
        sources.project = project_file();
        let config = crate::config::load(&sources)?;
        let clock = match global.now.as_deref().map_or_else(|| env.text(env::NOW), |now| Ok(Some(now)))? {
            Some(now) if !now.is_empty() => Clock::parse(now)?,
            _ => Clock::system(),
        };
        let (colour, format) = (colour(&global, &env), format_arg(&global, &env)?);
        let report = report(&global, &env);
        for warning in &config.warnings {
            report.warning(&Error::usage("config_warning", warning.clone()));
        }
        Ok(Self {
            sink: Sink::stdout(record_format(format), colour),
            drawing: drawing_of(format),
            report,
            clock: Arc::new(clock),
            config,
            paths: Paths::new(&env),
            global,
            env,
            derived: OnceCell::new(),
            model_id: OnceCell::new(),
            model_spec: OnceCell::new(),
        })
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.config.settings
    }

    /// The caller's time zone.
    pub fn zone(&self) -> TimeZone {
        TimeZone::system()
    }

    /// The current folder.
    pub fn here(&self) -> Result<PathBuf> {
        current_dir()
    }

    /// The scope of the current folder and how it came about.
    pub fn derived(&self) -> Result<&Derived> {
        if let Some(derived) = self.derived.get() {
            return Ok(derived);
        }
        let mut derived = scope::derive(&current_dir()?, &|name| self.env.raw(name).map(Into::into))?;
        if let Some(project) = &self.config.project
            && let Some(sub_path) = &project.sub_path
        {
            derived.scope = scope::validate(&format!("{}/{sub_path}", derived.scope))?;
            derived.steps.push(format!("sub-path of {}: {}", project.file.display(), derived.scope));
        }
        Ok(self.derived.get_or_init(|| derived))
    }

    /// Whether the current folder belongs to a project: it lies in a repository, or says so itself.
    pub fn is_project(&self) -> Result<bool> {
        Ok(self.derived()?.git_root.is_some() || self.here()?.join(PROJECT_FILE).is_file())
    }

    /// The scope that the caller named on the command line, if any.
    pub fn explicit_scope(&self) -> Result<Option<String>> {
        match (&self.global.scope, self.global.global) {
            (Some(scope), _) => scope::validate(scope).map(Some),
            (None, true) => Ok(Some(GLOBAL.to_owned())),
            (None, false) => Ok(None),
        }
    }

    /// The scope to write to: `--scope`, `--global`, `OCTOBRAIN_SCOPE`, or the folder's own.
    pub fn scope(&self) -> Result<String> {
        if self.global.all_scopes {
            return Err(Error::usage("all_scopes_writes", "--all-scopes only reads")
                .hint("name the scope to write to with --scope, or --global"));
        }
        if let Some(scope) = self.explicit_scope()? {
            return Ok(scope);
        }
        match self.env.text(env::SCOPE)? {
            Some(scope) => scope::validate(scope),
            None => Ok(self.derived()?.scope.clone()),
        }
    }

    /// The scope of one input line: its own where it names one, which must not differ from an explicit one.
    pub fn line_scope(&self, line: Option<String>) -> Result<String> {
        let Some(line) = line else { return self.scope() };
        let line = scope::validate(&line)?;
        match self.explicit_scope()? {
            Some(explicit) if explicit != line => {
                Err(Error::usage("scope_differs", format!("scope: the line says {line:?}, --scope says {explicit:?}"))
                    .hint("leave one of them out"))
            }
            _ => Ok(line),
        }
    }

    /// What a reading command sees.
    pub fn visible(&self) -> Result<Visible> {
        if self.global.all_scopes { Ok(Visible::All) } else { self.scope().map(Visible::Scope) }
    }

    /// What one input line of a reading command sees.
    pub fn line_visible(&self, line: Option<String>) -> Result<Visible> {
        match line {
            None => self.visible(),
            Some(_) => self.line_scope(line).map(Visible::Scope),
        }
    }

    /// A related file as stored: relative to the repository root where it lies inside.
    pub fn related_file(&self, file: &str) -> String {
        let Some(root) = self.derived().ok().and_then(|derived| derived.git_root.clone()) else {
            return file.to_owned();
        };
        let path = Path::new(file);
        let here = current_dir().unwrap_or_default();
        // A relative path that is no file below this folder is taken to be relative to the root already.
        if path.is_relative() && !here.join(path).exists() {
            return file.strip_prefix("./").unwrap_or(file).to_owned();
        }
        let full = std::path::absolute(here.join(path)).unwrap_or_else(|_| path.to_owned());
        let full = full.canonicalize().unwrap_or(full);
        match full.strip_prefix(&root) {
            Ok(inside) => inside.to_string_lossy().into_owned(),
            Err(_) => file.to_owned(),
        }
    }

    /// The store's folder.
    pub fn store_dir(&self) -> Result<PathBuf> {
        self.paths.store_dir(self.global.store.as_deref())
    }

    /// The store for reading; none where the default folder has never been written to.
    pub async fn read_store(&self) -> Result<Option<Store>> {
        let dir = self.store_dir()?;
        let named = self.global.store.is_some() || self.env.get(env::STORE).is_some();
        if !Store::exists(&dir) && !named {
            return Ok(None);
        }
        Store::open(&dir, self.global.lock_timeout).await.map(Some)
    }

    /// How long to wait for another writer.
    pub fn lock_timeout(&self) -> std::time::Duration {
        self.global.lock_timeout
    }

    /// The options of every command.
    pub fn global(&self) -> &GlobalArgs {
        &self.global
    }

    /// The configuration file that was named on the command line.
    pub fn config_file(&self) -> Option<&Path> {
        self.global.config.as_deref()
    }

    /// The store for writing, made where there is none.
    pub async fn write_store(&self) -> Result<Store> {
        let store = Store::open_or_create(&self.store_dir()?, self.global.lock_timeout).await?;
        self.note_model(&store)?;
        Ok(store)
    }

    /// Notes in a store without vectors which model they will be of. A command that needs no model goes on
    /// whatever its name is worth.
    pub fn note_model(&self, store: &Store) -> Result<()> {
        if store.held_model().is_some() {
            return Ok(());
        }
        match (self.model_spec(), self.model_id()) {
            (Ok(spec), Ok(Some(id))) => store.note_model(&HeldModel { spec: named(&spec), id, dimension: None }),
            _ => Ok(()),
        }
    }

    /// How memories fade.
    pub fn decay(&self) -> Decay {
        let memory = &self.settings().memory;
        Decay {
            enabled: memory.decay_enabled,
            half_life_days: f64::from(memory.decay_half_life_days),
            access_boost: memory.access_boost_factor,
            floor: memory.min_importance_threshold,
        }
    }

    /// How memories are stored.
    pub fn memorize_policy(&self, on_similar: OnSimilar, dry_run: bool) -> Result<memorize::Policy> {
        let memory = &self.settings().memory;
        Ok(memorize::Policy {
            on_similar,
            threshold: memory.auto_link_threshold as f32,
            auto_link: memory.auto_linking_enabled,
            max_auto_links: memory.max_auto_links_per_memory,
            embeds: self.wants_model()?,
            dry_run,
            by: Provenance::command("memorize"),
        })
    }

    /// How recall works.
    pub fn recall_policy(&self) -> recall::Policy {
        let search = &self.settings().search;
        recall::Policy {
            method: match search.fusion {
                Fusion::Weighted => Method::Weighted,
                Fusion::Rrf => Method::Rrf,
            },
            expand: search.hyde.enabled,
            decay: self.decay(),
            now: self.clock.now(),
        }
    }

    /// Which legs a question that does not say so uses.
    pub fn usual_mode(&self) -> Result<Mode> {
        let hybrid = self.settings().search.hybrid.enabled || !self.wants_model()?;
        Ok(if hybrid { Mode::Hybrid } else { Mode::Vector })
    }

    /// How documents are taken in.
    pub fn ingest_policy(&self, allow_private: bool) -> Result<ingest::Policy> {
        let knowledge = &self.settings().knowledge;
        let limits = FetchLimits { allow_private, ..FetchLimits::default() };
        Ok(ingest::Policy {
            clock: self.clock.clone(),
            sizes: self.chunk_sizes(),
            extractor: Extractor { own: knowledge.extractors.clone().into_iter().collect() },
            fetching: Fetching::new(limits),
            here: self.here()?,
            outdating_days: knowledge.outdating_days,
        })
    }

    /// How documents are cut.
    pub fn chunk_sizes(&self) -> Sizes {
        let knowledge = &self.settings().knowledge;
        Sizes { chunk_size: knowledge.chunk_size, overlap: knowledge.chunk_overlap }
    }

    /// Sessions whose last text is older than this have ended.
    pub fn sessions_since(&self) -> Timestamp {
        let hours = i64::from(self.settings().knowledge.session_ttl_hours);
        self.clock.now().checked_sub(SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN)
    }

    /// Where models are looked for.
    pub fn model_paths(&self) -> Result<ModelPaths> {
        Ok(ModelPaths {
            cache_dir: self.paths.cache_dir()?,
            data_dir: self.paths.data_dir()?,
            ort_dylib: self.env.get(env::ORT_DYLIB_PATH).map(PathBuf::from),
            hf_endpoint: self.env.text(env::HF_ENDPOINT)?.map(str::to_owned),
            hf_home: self.env.folder(env::HF_HOME),
            offline: self.env.is_on(env::HF_HUB_OFFLINE),
            home: self.env.folder(env::HOME).unwrap_or_default(),
            remote: self.remote_settings()?,
        })
    }

    fn remote_settings(&self) -> Result<RemoteSettings> {
        let settings = &self.settings().embedding;
        let mut keys = BTreeMap::new();
        for name in Service::ALL.iter().flat_map(|service| service.key_variables()) {
            if let Some(key) = self.env.text(name)?.map(str::trim).filter(|key| !key.is_empty()) {
                keys.insert(*name, key.to_owned());
            }
        }
        let ollama = match self.env.text(env::OLLAMA_URL)? {
            Some(url) => Some(url),
            None => self.env.text(env::OLLAMA_HOST)?,
        };
        Ok(RemoteSettings {
            url: Some(settings.url.clone()).filter(|url| !url.is_empty()),
            ollama: ollama.filter(|it| !it.is_empty()).map(str::to_owned),
            batch_size: settings.batch_size,
            timeout: Duration::from_secs(settings.timeout_secs),
            keys,
        })
    }

    /// The model that the configuration names.
    pub fn configured_model(&self) -> Result<ModelSpec> {
        self.parse_model(&self.settings().embedding.model)
    }

    /// Reads the name of a model as the configuration has it.
    pub fn parse_model(&self, name: &str) -> Result<ModelSpec> {
        ModelSpec::parse(name, &self.env.folder(env::HOME).unwrap_or_default())
    }

    /// The model in use: that of the store's vectors, else the configured one.
    pub fn model_spec(&self) -> Result<ModelSpec> {
        if let Some(spec) = self.model_spec.get() {
            return Ok(spec.clone());
        }
        let configured = self.configured_model()?;
        let held = if configured == ModelSpec::None { None } else { held_model(&self.store_dir()?) };
        let spec = match held {
            Some(held) if !self.is_same(&configured, &held) => {
                self.report.warning(&other_model(&configured, &held));
                self.parse_model(&held.spec)?
            }
            _ => configured,
        };
        Ok(self.model_spec.get_or_init(|| spec).clone())
    }

    /// By name, for one whose files are away; else by what vectors depend on.
    fn is_same(&self, configured: &ModelSpec, held: &HeldModel) -> bool {
        named(configured) == held.spec || self.identity_of(configured).as_ref() == Some(&held.id)
    }

    fn identity_of(&self, spec: &ModelSpec) -> Option<String> {
        let paths = self.model_paths().ok()?;
        embed::identify(spec, &paths).ok().map(|identity| identity.id)
    }

    /// A model as a store notes it; none where there is none, or its files are not here.
    pub fn held_as(&self, spec: &ModelSpec) -> Option<HeldModel> {
        if *spec == ModelSpec::None {
            return None;
        }
        Some(HeldModel { spec: named(spec), id: self.identity_of(spec)?, dimension: None })
    }

    /// The configured cross-encoder.
    pub fn reranker_spec(&self) -> Result<ModelSpec> {
        let home = self.env.folder(env::HOME).unwrap_or_default();
        ModelSpec::parse_reranker(&self.settings().search.reranker.model, &home)
    }

    /// The model in use, not loaded yet. One whose files are not there is warned of once: everything but
    /// the vector leg goes on without it. Nothing is ever downloaded on the side.
    pub fn model(&self) -> Result<Option<Model>> {
        let spec = self.model_spec()?;
        if spec == ModelSpec::None {
            return Ok(None);
        }
        match self.model_paths().and_then(|paths| Model::new(spec, paths)) {
            Ok(model) => {
                let held = held_model(&self.store_dir()?).filter(|held| held.id == model.id());
                Ok(Some(model.with_dimension(held.and_then(|held| held.dimension))))
            }
            Err(error) => {
                self.report.warning(&error);
                Ok(None)
            }
        }
    }

    /// Identity of the model in use without loading it; none when its files are not there.
    pub fn model_id(&self) -> Result<Option<String>> {
        if let Some(known) = self.model_id.get() {
            return Ok(known.clone());
        }
        let id = self.identity_of(&self.model_spec()?);
        Ok(self.model_id.get_or_init(|| id).clone())
    }

    /// Whether a model is configured at all.
    pub fn wants_model(&self) -> Result<bool> {
        Ok(self.model_spec()? != ModelSpec::None)
    }
}

/// A model's name as it means the same from every folder.
fn named(spec: &ModelSpec) -> String {
    match spec {
        ModelSpec::Local { dir } => {
            ModelSpec::Local { dir: std::path::absolute(dir).unwrap_or_else(|_| dir.clone()) }.to_string()
        }
        other => other.to_string(),
    }
}

fn other_model(configured: &ModelSpec, held: &HeldModel) -> Error {
    let message =
        format!("embedding.model is {configured}, but this store has vectors of {}, which goes on", held.spec);
    Error::usage("other_model", message).hint(format!("octobrain reindex --model {configured}"))
}

/// stderr as the options ask for it.
pub fn report(global: &GlobalArgs, env: &Env) -> Report {
    let format = match global.error_format {
        crate::cli::ErrorFormatArg::Text => ErrorFormat::Text,
        crate::cli::ErrorFormatArg::Json => ErrorFormat::Json,
    };
    Report::stderr(format, global.quiet, colour(global, env))
}

fn colour(global: &GlobalArgs, env: &Env) -> Option<bool> {
    match global.color {
        ColorChoice::Always => Some(true),
        ColorChoice::Never => Some(false),
        ColorChoice::Auto => env.get(env::NO_COLOR).map(|_| false),
    }
}

/// The format that was asked for by name.
fn format_arg(global: &GlobalArgs, env: &Env) -> Result<FormatArg> {
    if global.json {
        return Ok(FormatArg::Jsonl);
    }
    match (global.format, env.text(env::FORMAT)?) {
        (Some(format), _) => Ok(format),
        (None, Some(word)) if !word.is_empty() => clap::ValueEnum::from_str(word, true).map_err(|_| {
            Error::usage("bad_format", format!("{}: unknown format {word:?}", env::FORMAT))
                .hint("one of: auto jsonl json text md")
        }),
        _ => Ok(FormatArg::Auto),
    }
}

fn drawing_of(chosen: FormatArg) -> Option<Drawing> {
    match chosen {
        FormatArg::Dot => Some(Drawing::Dot),
        FormatArg::Mermaid => Some(Drawing::Mermaid),
        _ => None,
    }
}

/// The format of records; none for the one that suits the stream.
fn record_format(chosen: FormatArg) -> Option<Format> {
    match chosen {
        FormatArg::Auto => None,
        FormatArg::Jsonl => Some(Format::Jsonl),
        FormatArg::Json => Some(Format::Json),
        FormatArg::Text => Some(Format::Text),
        FormatArg::Md => Some(Format::Md),
        FormatArg::Dot | FormatArg::Mermaid => None,
    }
}

fn current_dir() -> Result<PathBuf> {
    std::env::current_dir().map_err(|error| {
        Error::usage("no_folder", format!("the current folder cannot be used: {error}"))
            .hint("change to a folder that exists, or name a scope with --scope")
    })
}

/// The project's file at the root of the git checkout that holds the current folder.
fn project_file() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let root = here.ancestors().find(|folder| folder.join(".git").exists())?;
    Some(root.join(PROJECT_FILE))
}
