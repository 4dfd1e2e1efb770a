//! A loaded model together with its measured fit.

use std::path::PathBuf;

use super::{Embedder, Probe, ScriptFit, Writing};
use crate::atomic::replace_file;
use crate::error::Result;
use crate::text::slug::slug;

/// An embedder that also knows how well it speaks a script: measured once and kept in a folder.
pub struct Model {
    embedder: Box<dyn Embedder>,
    probes: PathBuf,
    probe: Option<Probe>,
}

impl Model {
    /// A loaded embedder; `probes` is the folder of kept measurements.
    pub fn new(embedder: Box<dyn Embedder>, probes: PathBuf) -> Self {
        Self { embedder, probes, probe: None }
    }

    /// [`Embedder::id`].
    pub fn id(&self) -> &str {
        self.embedder.id()
    }

    /// [`Embedder::embed_documents`].
    pub fn embed_documents(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        self.embedder.embed_documents(texts)
    }

    /// [`Embedder::embed_query`].
    pub fn embed_query(&mut self, text: &str) -> Result<Vec<f32>> {
        self.embedder.embed_query(text)
    }

    /// How well the model speaks the script of a text; none for scripts that are not measured.
    ///
    /// The first call reads the kept measurement, or takes seconds to make it.
    pub fn fit(&mut self, text: &str) -> Result<Option<ScriptFit>> {
        let Some(writing) = Writing::of(text) else { return Ok(None) };
        if self.probe.is_none() {
            self.probe = Some(self.read_or_measure()?);
        }
        Ok(self.probe.as_ref().and_then(|probe| probe.fit(writing)).copied())
    }

    fn read_or_measure(&mut self) -> Result<Probe> {
        let kept = self.probes.join(format!("{}.json", slug(self.id())));
        let read = std::fs::read(&kept).ok().and_then(|bytes| serde_json::from_slice::<Probe>(&bytes).ok());
        if let Some(probe) = read.filter(|probe| probe.is_current(self.id())) {
            return Ok(probe);
        }
        let probe = Probe::measure(self.embedder.as_mut())?;
        let text = serde_json::to_vec_pretty(&probe).unwrap_or_default();
        // A cache that cannot be written to costs the next run the measurement, nothing else.
        if let Err(error) = replace_file(&kept, &text) {
            tracing::debug!("the model's probe was not kept: {error}");
        }
        Ok(probe)
    }
}
