//! A configured model: known by its identity, loaded when a text really needs it.

use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use super::{Embedder, ModelPaths, ModelSpec, OpenOptions, Probe, ScriptFit, Writing, identify, open};
use crate::atomic::replace_file;
use crate::error::{Error, Result};
use crate::text::slug::slug;

/// What is not here is not fetched on the side.
const OPENING: OpenOptions = OpenOptions { download: false, progress: false, threads: None };

/// Query vectors kept on disk for one model.
const KEPT_QUERIES: usize = 4096;

/// An embedder that is opened on first need, and remembers query vectors and how well it speaks each script.
///
/// Vectors of queries and the measured fit are kept as files in the cache folder, so a question that was asked
/// before needs no loaded model.
pub struct Model {
    spec: ModelSpec,
    paths: ModelPaths,
    id: String,
    embedder: Option<Box<dyn Embedder>>,
    loading: Option<JoinHandle<Result<Box<dyn Embedder>>>>,
    probe: Option<Probe>,
    keeps_queries: bool,
    /// What the vectors that are kept have.
    dimension: Option<usize>,
}

impl Model {
    /// Names the model without loading it; fails when its files cannot be told apart.
    pub fn new(spec: ModelSpec, paths: ModelPaths) -> Result<Self> {
        let id = identify(&spec, &paths)?.id;
        Ok(Self { spec, paths, id, embedder: None, loading: None, probe: None, keeps_queries: true, dimension: None })
    }

    /// [`Embedder::id`].
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The same, which neither uses nor keeps vectors of queries: for measuring.
    #[must_use]
    pub fn without_kept_queries(self) -> Self {
        Self { keeps_queries: false, ..self }
    }

    /// The same, which refuses vectors of another dimension: they could not be compared with those that are kept.
    #[must_use]
    pub fn with_dimension(self, dimension: Option<usize>) -> Self {
        Self { dimension, ..self }
    }

    fn checked(&self, vector: &[f32]) -> Result<()> {
        match self.dimension {
            Some(dimension) if vector.len() != dimension => {
                let fault =
                    format!("{}: a vector of {} numbers came, the store has {dimension}", self.id, vector.len());
                Err(Error::unavailable("wrong_dimension", fault).hint(
                    "the model behind this name has changed; octobrain reindex --model NAME@DIMENSION begins anew",
                ))
            }
            _ => Ok(()),
        }
    }

    /// Whether it was loaded: then using it costs nothing more.
    pub fn is_loaded(&self) -> bool {
        self.embedder.is_some()
    }

    /// [`Embedder::embed_documents`]; loads the model.
    pub fn embed_documents(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let vectors = self.load()?.embed_documents(texts)?;
        vectors.iter().try_for_each(|vector| self.checked(vector))?;
        Ok(vectors)
    }

    /// [`Embedder::embed_query`]; loads the model unless the query was asked before.
    pub fn embed_query(&mut self, text: &str) -> Result<Vec<f32>> {
        if !self.keeps_queries {
            return self.load()?.embed_query(text);
        }
        let kept = self.query_file(text);
        if let Some(vector) = read_vector(&kept).filter(|vector| self.checked(vector).is_ok()) {
            return Ok(vector);
        }
        let vector = self.load()?.embed_query(text)?;
        self.checked(&vector)?;
        keep_vector(&kept, &vector);
        Ok(vector)
    }

    /// How well the model speaks the script of a text; none for scripts that are not measured.
    ///
    /// The first call of a script reads the kept measurement, or loads the model and makes it.
    pub fn fit(&mut self, text: &str) -> Result<Option<ScriptFit>> {
        let Some(writing) = Writing::of(text) else { return Ok(None) };
        let mut probe = self.probe.take().unwrap_or_else(|| self.kept_probe());
        if probe.fit(writing).is_none() {
            probe.measure(writing, self.load()?)?;
            self.keep_probe(&probe);
        }
        let fit = probe.fit(writing).copied();
        self.probe = Some(probe);
        Ok(fit)
    }

    /// Begins to load it in the background, if this query will need it.
    pub fn prepare(&mut self, text: &str) {
        if !self.knows_query(text) && self.embedder.is_none() && self.loading.is_none() {
            let (spec, paths) = (self.spec.clone(), self.paths.clone());
            self.loading = Some(std::thread::spawn(move || open(&spec, &paths, &OPENING)));
        }
    }

    /// Whether it is being loaded in the background and is not there yet.
    pub fn is_loading(&self) -> bool {
        self.loading.as_ref().is_some_and(|loading| !loading.is_finished())
    }

    /// Whether a query was asked before: then it needs no loaded model.
    pub fn knows_query(&self, text: &str) -> bool {
        self.keeps_queries && self.query_file(text).exists()
    }

    /// Loads it now, or waits until it is: everything that needs it later finds it open.
    pub fn load(&mut self) -> Result<&mut dyn Embedder> {
        let embedder = match (self.embedder.take(), self.loading.take()) {
            (Some(embedder), _) => embedder,
            (None, Some(loading)) => {
                loading.join().unwrap_or_else(|_| Err(Error::internal("loading the model ended in a panic")))?
            }
            (None, None) => open(&self.spec, &self.paths, &OPENING)?,
        };
        Ok(self.embedder.insert(embedder).as_mut())
    }

    fn query_file(&self, text: &str) -> PathBuf {
        let name = blake3::hash(text.as_bytes()).to_hex();
        self.paths.cache_dir.join("queries").join(slug(&self.id)).join(format!("{name}.f32"))
    }

    fn probe_file(&self) -> PathBuf {
        self.paths.cache_dir.join("probes").join(format!("{}.json", slug(&self.id)))
    }

    fn kept_probe(&self) -> Probe {
        let read = std::fs::read(self.probe_file()).ok();
        let read = read.and_then(|bytes| serde_json::from_slice::<Probe>(&bytes).ok());
        read.filter(|probe| probe.is_current(&self.id)).unwrap_or_else(|| Probe::of(&self.id))
    }

    fn keep_probe(&self, probe: &Probe) {
        let text = serde_json::to_vec_pretty(probe).unwrap_or_default();
        // A cache that cannot be written to costs the next run the measurement, nothing else.
        if let Err(error) = replace_file(&self.probe_file(), &text) {
            tracing::debug!("the model's probe was not kept: {error}");
        }
    }
}

/// Little-endian numbers; whatever is not that counts as not kept.
fn read_vector(file: &Path) -> Option<Vec<f32>> {
    let bytes = std::fs::read(file).ok()?;
    let numbers = bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let vector: Vec<f32> = numbers.collect();
    let length: f32 = vector.iter().map(|number| number * number).sum();
    // A unit vector; a file that was cut is none.
    (bytes.len().is_multiple_of(4) && (length - 1.0).abs() < 1e-3).then_some(vector)
}

fn keep_vector(file: &Path, vector: &[f32]) {
    let bytes: Vec<u8> = vector.iter().flat_map(|number| number.to_le_bytes()).collect();
    if let Err(error) = replace_file(file, &bytes) {
        tracing::debug!("a query vector was not kept: {error}");
    }
    // Names are hashes: one in 256 queries looks after the folder.
    let looks_after = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("00"));
    if let (true, Some(folder)) = (looks_after, file.parent()) {
        drop_oldest(folder);
    }
}

fn drop_oldest(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut files: Vec<_> =
        entries.flatten().filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()))).collect();
    files.sort();
    for (_, path) in files.iter().take(files.len().saturating_sub(KEPT_QUERIES)) {
        // Somebody else may have dropped it.
        let _ = std::fs::remove_file(path);
    }
}
