//! `doctor`: opens every part, says how it is, and mends what can be made anew from what is there.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::cron;
use super::knowledge::{embed_missing, lexical};
use crate::app::App;
use crate::cli::DoctorArgs;
use crate::embed::{Model, ModelSpec};
use crate::error::{Error, Result};
use crate::exit::Status;
use crate::knowledge::extract::program;
use crate::memory::Record;
use crate::memory::change::{Ended, Provenance};
use crate::memory::filter::{Filter, Visible};
use crate::memory::link::Link;
use crate::memory::record::Memory;
use crate::store::Store;

/// How a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Health {
    Ok,
    /// Works, but is not as it should be.
    Warning,
    Failed,
    /// Was not well, and is now.
    Repaired,
}

/// `check`: one part.
#[derive(Serialize, JsonSchema)]
pub(super) struct CheckRecord {
    #[schemars(extend("const" = "check"))]
    r#type: &'static str,
    /// The part: configuration, store, records, links, vectors, words, knowledge, model, extractor, clock, lock, cron.
    check: &'static str,
    status: Health,
    /// How it is, in words.
    message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// Runs `doctor`.
pub(super) async fn run(app: &mut App, args: DoctorArgs) -> Result<Status> {
    let mut doctor = Doctor { app, repair: args.repair, failed: false };
    doctor.configuration()?;
    let model = doctor.model()?;
    doctor.extractor()?;
    doctor.cron()?;
    if let Some(store) = doctor.store().await? {
        doctor.lock(&store)?;
        let memories = doctor.records(&store).await?;
        if let Some(memories) = &memories {
            doctor.clock(memories)?;
            doctor.links(&store, memories).await?;
            // What is derived from records that cannot be read says nothing.
            doctor.vectors(&store, model).await?;
            doctor.words(&store).await?;
        }
        doctor.knowledge(&store).await?;
    }
    Ok(if doctor.failed { Status::Negative } else { Status::Done })
}

struct Doctor<'a> {
    app: &'a mut App,
    repair: bool,
    failed: bool,
}

impl Doctor<'_> {
    fn say(&mut self, check: &'static str, status: Health, message: String, hint: Option<String>) -> Result<()> {
        self.failed |= status == Health::Failed;
        self.app.sink.record(&CheckRecord { r#type: "check", check, status, message, hint })?;
        self.app.sink.flush()
    }

    fn ok(&mut self, check: &'static str, message: impl Into<String>) -> Result<()> {
        self.say(check, Health::Ok, message.into(), None)
    }

    fn fails(&mut self, check: &'static str, error: &Error) -> Result<()> {
        self.say(check, Health::Failed, error.message.clone(), error.hint.clone())
    }

    /// Something that `--repair` mends.
    fn mendable(&mut self, check: &'static str, message: String) -> Result<()> {
        self.say(check, Health::Failed, message, Some("octobrain doctor --repair".to_owned()))
    }

    fn configuration(&mut self) -> Result<()> {
        match self.app.config.warnings.first() {
            None => self.ok("configuration", "valid"),
            Some(first) => self.say("configuration", Health::Warning, first.clone(), None),
        }
    }

    /// Loads the model and embeds a text; none where there is none.
    fn model(&mut self) -> Result<Option<Model>> {
        let spec = self.app.model_spec()?;
        if spec == ModelSpec::None {
            self.ok("model", "none: memory works by words alone")?;
            return Ok(None);
        }
        let begun = Instant::now();
        let tried = self.app.model_paths().and_then(|paths| Model::new(spec.clone(), paths)).and_then(|mut model| {
            let vectors = model.embed_documents(&["A text to try the model with.".to_owned()])?;
            Ok((model, vectors[0].len()))
        });
        match tried {
            Ok((model, dimension)) => {
                let took = begun.elapsed().as_millis();
                self.ok("model", format!("{}: {dimension} dimensions, loaded in {took} ms", model.id()))?;
                Ok(Some(model))
            }
            Err(error) => {
                self.fails("model", &error)?;
                Ok(None)
            }
        }
    }

    fn extractor(&mut self) -> Result<()> {
        match program() {
            Ok(path) => self.ok("extractor", format!("documents are read by {}", path.display())),
            Err(error) => self.fails("extractor", &error),
        }
    }

    fn cron(&mut self) -> Result<()> {
        let Some(lines) = cron::installed() else { return self.ok("cron", "no crontab command here") };
        if lines.is_empty() {
            return self.ok("cron", "nothing installed; sleep starts by itself after a day");
        }
        let lost = lines.iter().flat_map(|line| line.split_whitespace()).find(|word| {
            let path = word.trim_matches('\'');
            path.ends_with("/octobrain") && !Path::new(path).exists()
        });
        match lost.map(str::to_owned) {
            None => self.ok("cron", format!("{} jobs installed", lines.len())),
            Some(path) => {
                let hint = Some("octobrain cron install".to_owned());
                self.say("cron", Health::Failed, format!("its jobs run {path}, which is not there"), hint)
            }
        }
    }

    async fn store(&mut self) -> Result<Option<Store>> {
        let dir = self.app.store_dir()?;
        match self.app.read_store().await {
            Ok(Some(store)) => {
                self.ok("store", format!("{}", dir.display()))?;
                Ok(Some(store))
            }
            Ok(None) => {
                self.ok("store", format!("nothing stored yet in {}", dir.display()))?;
                Ok(None)
            }
            Err(error) => {
                self.fails("store", &error)?;
                Ok(None)
            }
        }
    }

    fn lock(&mut self, store: &Store) -> Result<()> {
        match store.writer() {
            Ok(_) => self.ok("lock", "free, and the store can be written to"),
            Err(error) if error.code == "store_busy" => {
                self.say("lock", Health::Warning, error.message.clone(), error.hint.clone())
            }
            Err(error) => self.fails("lock", &error),
        }
    }

    /// Reads every record whole.
    async fn records(&mut self, store: &Store) -> Result<Option<Vec<Memory>>> {
        let read = async {
            let memories = store.memories(&Visible::All, &Filter::default()).await?;
            store.changes(&Visible::All).await?;
            store.tombstones(&Visible::All, "").await?;
            let runs = store.runs(&Visible::All, "").await?;
            Ok::<_, Error>((memories, runs.len()))
        };
        match read.await {
            Err(error) => {
                let hint = "restore a backup: octobrain backup --restore FILE".to_owned();
                self.fails("records", &error.hint(hint))?;
                Ok(None)
            }
            Ok((memories, runs)) => {
                let ids: HashSet<Uuid> = memories.iter().map(|memory| memory.id).collect();
                let scopes: HashSet<&str> = memories.iter().map(|memory| memory.scope.as_str()).collect();
                let said = format!("{} memories in {} scopes, {runs} runs", memories.len(), scopes.len());
                if ids.len() == memories.len() {
                    self.ok("records", said)?;
                } else {
                    let message = format!("{said}; {} ids stand twice", memories.len() - ids.len());
                    self.say("records", Health::Failed, message, Some("octobrain export, and import it anew".into()))?;
                }
                Ok(Some(memories))
            }
        }
    }

    fn clock(&mut self, memories: &[Memory]) -> Result<()> {
        let now = self.app.clock.now();
        let latest = memories.iter().map(|memory| memory.updated_at).max().unwrap_or(Timestamp::MIN);
        if latest > now.saturating_add(SignedDuration::from_hours(24)).unwrap_or(Timestamp::MAX) {
            let message = format!("the latest memory is of {latest}, and it is {now} here");
            return self.say("clock", Health::Warning, message, Some("check the clock of this machine".to_owned()));
        }
        self.ok("clock", format!("{now}, nothing is of the future"))
    }

    /// Links whose ends are memories.
    async fn links(&mut self, store: &Store, memories: &[Memory]) -> Result<()> {
        let links = match store.links(&Visible::All).await {
            Ok(links) => links,
            Err(error) => return self.fails("links", &error),
        };
        let ids: HashSet<Uuid> = memories.iter().map(|memory| memory.id).collect();
        let orphans: Vec<Link> =
            links.iter().filter(|link| !ids.contains(&link.from) || !ids.contains(&link.to)).cloned().collect();
        if orphans.is_empty() {
            return self.ok("links", format!("{} links, both ends of each are there", links.len()));
        }
        let message = format!("{} of {} links lead to a memory that is not there", orphans.len(), links.len());
        if !self.repair {
            return self.mendable("links", message);
        }
        let ended = Ended { at: self.app.clock.now(), by: Provenance::command("doctor") };
        let removed: Vec<Record> =
            orphans.into_iter().map(|link| Record::Link(Link { ended: Some(ended.clone()), ..link })).collect();
        store.writer()?.put(&[], &removed).await?;
        self.say("links", Health::Repaired, format!("{message}; they were removed"), None)
    }

    async fn vectors(&mut self, store: &Store, model: Option<Model>) -> Result<()> {
        let Some(id) = self.app.model_id()? else { return Ok(()) };
        let held = match store.embedded_rows(&id, &Visible::All).await {
            Ok(rows) => rows.len(),
            Err(error) => {
                return self.mend_vectors(store, model, format!("they cannot be read: {}", error.message)).await;
            }
        };
        let passages = match store.library().await? {
            Some(library) => library.pending(&id).await,
            None => Ok(Vec::new()),
        };
        match (store.pending(&id).await?.len(), passages) {
            (0, Ok(passages)) if passages.is_empty() => self.ok("vectors", format!("{held} of {id}, none is missing")),
            (memories, Ok(passages)) => {
                let message = format!("{memories} memories and {} passages have no vector", passages.len());
                self.embed(store, model, message).await
            }
            (_, Err(error)) => {
                self.mend_vectors(store, model, format!("passages' cannot be read: {}", error.message)).await
            }
        }
    }

    /// Nothing of a damaged table is used; all of it is made anew.
    async fn mend_vectors(&mut self, store: &Store, model: Option<Model>, message: String) -> Result<()> {
        if self.repair
            && let Some(model) = &model
        {
            store.writer()?.discard_vectors(model.id()).await?;
        }
        self.embed(store, model, message).await
    }

    async fn embed(&mut self, store: &Store, model: Option<Model>, message: String) -> Result<()> {
        let Some(mut model) = model.filter(|_| self.repair) else { return self.mendable("vectors", message) };
        let made = embed_missing(self.app, store, &mut model).await?;
        self.say("vectors", Health::Repaired, format!("{message}; {made} were made"), None)
    }

    async fn words(&mut self, store: &Store) -> Result<()> {
        let live = store.rows(&Visible::All, &Filter::default()).await?;
        let index = store.lexical();
        let current = index.generation() == Some(store.version().await?);
        let difference = index.difference(&live);
        let message = match &difference {
            Ok((missing, stale)) if missing.is_empty() && stale.is_empty() && (current || live.is_empty()) => {
                return self.ok("words", format!("{} memories are indexed", live.len()));
            }
            Ok((missing, stale)) => {
                format!("the index lacks {} memories and has {} too many", missing.len(), stale.len())
            }
            Err(error) => format!("the index cannot be read: {}", error.message),
        };
        if !self.repair {
            return self.mendable("words", message);
        }
        lexical(store, true).await?;
        self.say("words", Health::Repaired, format!("{message}; it was made anew"), None)
    }

    async fn knowledge(&mut self, store: &Store) -> Result<()> {
        let library = match store.library().await {
            Ok(Some(library)) => library,
            Ok(None) => return self.ok("knowledge", "nothing was taken in yet"),
            Err(error) => return self.fails("knowledge", &error),
        };
        let read =
            async { Ok::<_, Error>((library.all_sources().await?, library.passage_counts(&Visible::All).await?)) };
        let (sources, counts) = match read.await {
            Ok(read) => read,
            Err(error) => return self.fails("knowledge", &error),
        };
        let passages: usize = counts.values().sum();
        let message = format!("{} sources in {passages} passages", sources.len());
        if library.lexical_current().await? {
            return self.ok("knowledge", message);
        }
        let message = format!("{message}; their index is behind");
        if !self.repair {
            return self.mendable("knowledge", message);
        }
        store.writer()?.index_passages(&library, true).await?;
        self.say("knowledge", Health::Repaired, format!("{message}; it was made anew"), None)
    }
}
