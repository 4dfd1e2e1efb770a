//! Embedding with ONNX models over fastembed: loading, windows, batches.
//!
//! fastembed cuts every text at its `max_length` without a word; here its tokenizer's
//! truncation is switched off and texts are cut into windows before they reach it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use fastembed::{
    AutoDevicePolicy, EmbeddingModel, InitOptionsUserDefined, QuantizationMode, TextEmbedding, TextInitOptions,
    UserDefinedEmbeddingModel,
};

use tokenizers::Tokenizer;

use super::catalog::{Entry, Network};
use super::local::LocalModel;
use super::window::{halves, pool, unit, windows};
use super::{Embedder, Identity, ModelPaths, OpenOptions, hub, onnx, runtime};
use crate::error::{Error, Result};

/// Threads that wait by spinning take the cores from everything else on a small machine, and
/// made a passage take twice as long beside a compiler (120 ms instead of 65).
pub(super) const NO_SPINNING: (&str, &str) = ("session.intra_op.allow_spinning", "0");

/// Tokens in one batch: larger ones are no faster and their buffers stay allocated.
const BATCH_TOKENS: usize = 512;

/// A batch's longest text may exceed its shortest by a tenth and some, as padding is computed
/// like text.
const PADDING_SLACK: usize = 4;

/// A model in memory.
struct OnnxEmbedder {
    identity: Identity,
    model: TextEmbedding,
    dimension: usize,
    /// Tokens, special ones and prefix included.
    window: usize,
    /// The graph scales activations by the range of a whole batch, so that texts must be
    /// embedded one by one to give the same vector in any company.
    alone: bool,
}

/// What cuts texts to the model's window; apart from the model, so that several threads may use it.
#[derive(Clone, Copy)]
struct Tokenizing<'a> {
    tokenizer: &'a Tokenizer,
    /// Tokens, special ones and prefix included.
    window: usize,
}

/// A text, or one window of it, with its prefix.
struct Piece {
    /// Index of the text that it belongs to.
    owner: usize,
    text: String,
    tokens: usize,
}

/// Opens a model of fastembed's list, from the cache or by download.
pub(super) fn open_hub(
    entry: &'static Entry,
    paths: &ModelPaths,
    options: &OpenOptions,
) -> Result<impl Embedder + use<>> {
    if !hub::is_cached(entry, paths)? {
        if !options.download {
            return Err(hub::not_cached(entry, paths));
        }
        hub::download(entry, paths, options.progress)?;
    }
    let Network::Embedder(network) = &entry.network else {
        return Err(Error::internal(format!("{} is no embedding model", entry.name)));
    };
    let model = load_hub(entry, network, paths, false, options.threads)?;
    let weights = hub::file(entry, paths, &entry.files[0]);
    let alone = match weights.as_deref().map(onnx::quantises_dynamically) {
        Some(Ok(dynamic)) => dynamic,
        _ => TextEmbedding::get_quantization_mode(network) == QuantizationMode::Dynamic,
    };
    OnnxEmbedder::new(model, entry.identity(), entry.traits.window, alone)
}

/// Has fastembed load a model of its list, which fetches what is not in the cache; it is not kept.
pub(super) fn fetch(entry: &Entry, paths: &ModelPaths, progress: bool) -> Result<()> {
    match &entry.network {
        Network::Embedder(network) => load_hub(entry, network, paths, progress, None).map(drop),
        Network::Reranker(network) => super::rerank::load_hub(entry, network, paths, progress).map(drop),
    }
}

fn load_hub(
    entry: &Entry,
    network: &EmbeddingModel,
    paths: &ModelPaths,
    progress: bool,
    threads: Option<usize>,
) -> Result<TextEmbedding> {
    let mut options = TextInitOptions::new(network.clone())
        .with_environment(runtime::environment(paths)?)
        .with_cache_dir(paths.models_dir())
        .with_show_download_progress(progress)
        .with_max_length(entry.traits.window)
        .with_auto_device(AutoDevicePolicy::PreferCPU)
        .with_session_config(NO_SPINNING.0, NO_SPINNING.1);
    if let Some(threads) = threads {
        options = options.with_intra_threads(threads);
    }
    // The hub client asserts what its server and its folder promise; a broken mirror must not
    // take the program down.
    catch_unwind(AssertUnwindSafe(|| TextEmbedding::try_new(options)))
        .map_err(|_| hub::failed(entry, paths, "the hub client gave up"))?
        .map_err(|fault| hub::failed(entry, paths, &chain(&fault)))
}

/// Opens the model in a folder.
pub(super) fn open_local(dir: &Path, paths: &ModelPaths, options: &OpenOptions) -> Result<impl Embedder + use<>> {
    let local = LocalModel::read(dir)?;
    let identity = local.identity(paths)?;
    let unreadable = |fault: std::io::Error| {
        Error::unavailable("bad_model_dir", format!("cannot read {}: {fault}", local.dir.display()))
    };
    let alone = onnx::quantises_dynamically(&local.onnx).map_err(unreadable)?;
    let mut files = UserDefinedEmbeddingModel::new(std::fs::read(&local.onnx).map_err(unreadable)?, local.tokenizer)
        .with_pooling(local.pooling);
    for file in &local.external {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let buffer = std::fs::read(file).map_err(unreadable)?;
        files = files.with_external_initializer(name, buffer);
    }
    let mut init = InitOptionsUserDefined::new()
        .with_environment(runtime::environment(paths)?)
        .with_max_length(local.window)
        .with_auto_device(AutoDevicePolicy::PreferCPU)
        .with_session_config(NO_SPINNING.0, NO_SPINNING.1);
    if let Some(threads) = options.threads {
        init = init.with_intra_threads(threads);
    }
    let model = TextEmbedding::try_new_from_user_defined(files, init).map_err(|fault| {
        Error::unavailable(
            "bad_model_dir",
            format!("the model in {} does not load: {}", local.dir.display(), chain(&fault)),
        )
    })?;
    OnnxEmbedder::new(model, identity, local.window, alone)
}

impl Embedder for OnnxEmbedder {
    fn id(&self) -> &str {
        &self.identity.id
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn embed_documents(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let prefix = self.identity.document_prefix.clone();
        self.embed(&prefix, texts)
    }

    fn embed_query(&mut self, text: &str) -> Result<Vec<f32>> {
        let prefix = self.identity.query_prefix.clone();
        let mut vectors = self.embed(&prefix, &[text])?;
        vectors.pop().ok_or_else(|| Error::internal("no vector for a query"))
    }
}

impl OnnxEmbedder {
    fn new(mut model: TextEmbedding, identity: Identity, window: usize, alone: bool) -> Result<Self> {
        if let Err(fault) = model.tokenizer.with_truncation(None) {
            return Err(untokenized(&*fault));
        }
        let mut embedder = Self { identity, model, dimension: 0, window, alone };
        // What the files say about the dimension is hearsay; one word shows it.
        embedder.dimension = embedder.run(&["dimension"])?.first().map_or(0, Vec::len);
        Ok(embedder)
    }

    fn embed<S: AsRef<str>>(&mut self, prefix: &str, texts: &[S]) -> Result<Vec<Vec<f32>>> {
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        let mut pieces = self.cut_all(prefix, &texts)?;
        if !self.alone {
            pieces.sort_by_key(|piece| piece.tokens);
        }
        let mut parts: Vec<Vec<(usize, Vec<f32>)>> = Vec::new();
        parts.resize_with(texts.len(), Vec::new);
        let mut rest = pieces.as_slice();
        while !rest.is_empty() {
            let (batch, tail) = rest.split_at(self.batch(rest));
            let inputs: Vec<&str> = batch.iter().map(|piece| piece.text.as_str()).collect();
            for (piece, vector) in batch.iter().zip(self.run(&inputs)?) {
                parts[piece.owner].push((piece.tokens, vector));
            }
            rest = tail;
        }
        parts.iter().map(|windows| pool(windows)).collect()
    }

    /// All texts as pieces. Counting tokens takes a tenth of the time that the model takes, so all cores count.
    fn cut_all(&self, prefix: &str, texts: &[&str]) -> Result<Vec<Piece>> {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let tokenizing = Tokenizing { tokenizer: &self.model.tokenizer, window: self.window };
        let share = texts.len().div_ceil(threads).max(1);
        let cut = |(part, texts): (usize, &[&str])| {
            let mut pieces = Vec::with_capacity(texts.len());
            for (at, text) in texts.iter().enumerate() {
                tokenizing.cut(part * share + at, prefix, text, &mut pieces)?;
            }
            Ok::<_, Error>(pieces)
        };
        if texts.len() < 2 * threads {
            return cut((0, texts));
        }
        std::thread::scope(|scope| {
            let parts: Vec<_> = texts.chunks(share).enumerate().map(|part| scope.spawn(move || cut(part))).collect();
            let mut pieces = Vec::with_capacity(texts.len());
            for part in parts {
                let part = part.join().map_err(|_| Error::internal("cutting texts ended in a panic"))?;
                pieces.extend(part?);
            }
            Ok(pieces)
        })
    }

    /// How many of the pieces, sorted by length, go through the model together.
    fn batch(&self, pieces: &[Piece]) -> usize {
        if self.alone {
            return 1;
        }
        let shortest = pieces[0].tokens;
        let longest = shortest + shortest / 10 + PADDING_SLACK;
        let fitting = pieces.iter().take_while(|piece| piece.tokens <= longest).count();
        fitting.min(BATCH_TOKENS / shortest.max(1)).max(1)
    }

    /// One unit vector an input; the inputs must fit the window.
    fn run(&mut self, inputs: &[&str]) -> Result<Vec<Vec<f32>>> {
        let vectors = self.model.embed(inputs, Some(inputs.len())).map_err(|fault| {
            Error::unavailable("model_failed", format!("model {} failed: {}", self.identity.id, chain(&fault)))
                .hint("run `octobrain model check`")
        })?;
        let expected = self.dimension;
        let wrong = |vector: &Vec<f32>| expected != 0 && vector.len() != expected;
        if vectors.len() != inputs.len() || vectors.iter().any(wrong) {
            return Err(Error::unavailable(
                "model_failed",
                format!("model {} gave vectors of another shape than {expected}", self.identity.id),
            ));
        }
        vectors.into_iter().map(unit).collect()
    }
}

impl Tokenizing<'_> {
    /// Adds a text to `pieces`, in windows when it is longer than one.
    fn cut(&self, owner: usize, prefix: &str, text: &str, pieces: &mut Vec<Piece>) -> Result<()> {
        let whole = format!("{prefix}{text}");
        let tokens = self.tokens(&whole)?;
        if tokens <= self.window {
            pieces.push(Piece { owner, text: whole, tokens });
            return Ok(());
        }
        let encoding = self.tokenizer.encode(text, false).map_err(|f| untokenized(&*f))?;
        let offsets: Vec<_> = encoding.get_offsets().iter().map(|&(begin, end)| begin..end.max(begin)).collect();
        // Two tokens of slack: a cut inside a word can make one more of it on each side.
        let limit = self.window.saturating_sub(self.tokens(prefix)? + 2).max(1);
        for range in windows(text, &offsets, limit, limit / 16) {
            self.fit(owner, prefix, &text[range], pieces)?;
        }
        Ok(())
    }

    /// Adds one window, halved as long as it turns out too long by itself.
    fn fit(&self, owner: usize, prefix: &str, part: &str, pieces: &mut Vec<Piece>) -> Result<()> {
        let whole = format!("{prefix}{part}");
        let tokens = self.tokens(&whole)?;
        match halves(part) {
            Some((left, right)) if tokens > self.window => {
                self.fit(owner, prefix, left, pieces)?;
                self.fit(owner, prefix, right, pieces)
            }
            _ => {
                pieces.push(Piece { owner, text: whole, tokens });
                Ok(())
            }
        }
    }

    /// Tokens of a text as the model gets it, special ones included.
    fn tokens(&self, text: &str) -> Result<usize> {
        let encoding = self.tokenizer.encode(text, true).map_err(|f| untokenized(&*f))?;
        Ok(encoding.len())
    }
}

fn untokenized(fault: &dyn std::fmt::Display) -> Error {
    Error::unavailable("model_failed", format!("the model's tokenizer failed: {fault}"))
}

/// An error with all its causes, which fastembed leaves out of its messages.
pub(super) fn chain(fault: &dyn std::error::Error) -> String {
    let mut text = fault.to_string();
    let mut cause = fault.source();
    while let Some(fault) = cause {
        let more = fault.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = fault.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::Probe;
    use crate::embed::probe::Writing;

    /// The model in `OCTOBRAIN_TEST_MODEL`, or nothing and a line that says why.
    #[allow(clippy::print_stderr, reason = "a skipped test must be seen to be skipped")]
    fn model() -> Option<Box<dyn Embedder>> {
        let variable = |name: &str| {
            let value = std::env::var_os(name);
            if value.is_none() {
                eprintln!("skipped: {name} is not set");
            }
            value
        };
        let dir = variable("OCTOBRAIN_TEST_MODEL")?;
        let paths = ModelPaths {
            cache_dir: std::env::temp_dir().join(format!("octobrain-fp-{}", std::process::id())),
            ort_dylib: Some(variable("ORT_DYLIB_PATH")?.into()),
            ..ModelPaths::default()
        };
        variable(runtime::TELEMETRY_VARIABLE)?;
        let opened = open_local(Path::new(&dir), &paths, &OpenOptions::default());
        Some(Box::new(opened.expect("the test model opens")))
    }

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    const SENTENCE: &str = "The deploy key of the staging cluster is rotated every quarter. ";

    #[test]
    fn a_text_has_the_same_vector_alone_and_in_company() {
        let Some(mut model) = model() else { return };
        let texts: Vec<String> = (0..32).map(|n| format!("{n} {}", &SENTENCE.repeat(8)[..10 + n * 15])).collect();
        let together = model.embed_documents(&texts).expect("embeds");
        for (text, company) in texts.iter().zip(&together) {
            let alone = model.embed_documents(std::slice::from_ref(text)).expect("embeds");
            assert!(cosine(&alone[0], company) >= 0.9999, "{text}");
            assert_eq!(company.len(), model.dimension());
            assert!((cosine(company, company) - 1.0).abs() < 1e-5);
        }
        assert!(model.embed_documents(&[]).expect("nothing to do").is_empty());
        assert_eq!(model.embed_query("").expect("embeds").len(), model.dimension());
    }

    #[test]
    fn the_end_of_a_long_text_counts() {
        let Some(mut model) = model() else { return };
        let body = SENTENCE.repeat(150);
        let tail = "Penguins breed on the sea ice in the dark of the Antarctic winter. ".repeat(40);
        let texts = [body.clone(), format!("{body}{tail}"), "界".repeat(3000), "x".repeat(5000)];
        let vectors = model.embed_documents(&texts).expect("embeds");
        let query = model.embed_query("where do penguins breed").expect("embeds");
        let gain = cosine(&query, &vectors[1]) - cosine(&query, &vectors[0]);
        assert!(gain > 0.1, "the tail adds {gain}");
    }

    #[test]
    fn an_english_model_separates_english_and_no_thai() {
        let Some(mut model) = model() else { return };
        let mut probe = Probe::of(model.id());
        for script in [Writing::English, Writing::Thai] {
            probe.measure(script, &mut *model).expect("measures");
        }
        let separation = |script| probe.fit(script).map_or(-1.0, |fit| fit.separation);
        assert!(separation(Writing::English) > 0.9);
        // Only of the usual test model, which is English, is this known.
        if probe.model_id.contains("minilm-l6-h384-uncased") {
            assert!(separation(Writing::Thai) < 0.2);
        }
    }
}
