//! A model in a folder: `model.onnx` with its tokenizer files, as the sentence-transformers
//! project lays them out.
//!
//! Needed: `model.onnx` or `onnx/model.onnx`, and `tokenizer.json`. The other files say how the
//! model wants to be used and have defaults: pooling (`1_Pooling/config.json`, else the mean),
//! prefixes (`prompts` of `config_sentence_transformers.json`, else those of the family that
//! `config.json` names), and the window (the smallest sane number of three files, else 256).

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use fastembed::{Pooling, TokenizerFiles};
use serde_json::{Value, json};

use super::{Identity, ModelPaths, catalog};
use crate::error::{Error, Result};

/// The window of a model that names none; every encoder of the last years has it.
const DEFAULT_WINDOW: u64 = 256;
/// Longer windows cost memory and time by the square of their length.
const LONGEST_WINDOW: u64 = 2048;

/// Names that models use in their `prompts` for the two sides of a search.
const QUERY_PROMPTS: [&str; 4] = ["query", "search_query", "retrieval.query", "web_search_query"];
const DOCUMENT_PROMPTS: [&str; 5] = ["document", "passage", "search_document", "retrieval.passage", "corpus"];

/// The files of a local model, except its weights.
pub(super) struct LocalModel {
    /// The folder as the user named it, for messages.
    pub(super) dir: PathBuf,
    /// The graph with its weights.
    pub(super) onnx: PathBuf,
    /// Weights that the graph keeps beside itself, usually none.
    pub(super) external: Vec<PathBuf>,
    pub(super) tokenizer: TokenizerFiles,
    pub(super) pooling: Pooling,
    /// Tokens, special ones and prefix included.
    pub(super) window: usize,
    pub(super) query_prefix: String,
    pub(super) document_prefix: String,
    base_name: String,
}

impl LocalModel {
    /// Reads everything but the weights.
    ///
    /// Fails with `bad_model_dir`, naming every missing file at once.
    pub(super) fn read(dir: &Path) -> Result<Self> {
        let onnx = ["model.onnx", "onnx/model.onnx"].map(|name| dir.join(name));
        let onnx = onnx.into_iter().find(|file| file.is_file());
        let tokenizer = read_optional(&dir.join("tokenizer.json"))?;
        let (Some(onnx), Some(tokenizer)) = (&onnx, tokenizer.as_ref()) else {
            return Err(missing(dir, onnx.is_none(), tokenizer.is_none()));
        };
        let config = read_json(dir, "config.json")?;
        let tokenizer_config = read_json(dir, "tokenizer_config.json")?;
        let sentences = read_json(dir, "sentence_bert_config.json")?;
        let (query_prefix, document_prefix) = prefixes(&read_json(dir, "config_sentence_transformers.json")?, &config);
        Ok(Self {
            pooling: pooling(dir, &read_json(dir, "1_Pooling/config.json")?)?,
            window: window(&sentences, &tokenizer_config, &config),
            query_prefix,
            document_prefix,
            base_name: base_name(&config),
            external: external_data(onnx)?,
            tokenizer: TokenizerFiles {
                tokenizer_config_file: completed(tokenizer_config, tokenizer).to_string().into(),
                special_tokens_map_file: read_optional(&dir.join("special_tokens_map.json"))?
                    .unwrap_or_else(|| b"{}".to_vec()),
                config_file: config.to_string().into_bytes(),
                tokenizer_file: tokenizer.clone(),
            },
            dir: dir.to_path_buf(),
            onnx: onnx.clone(),
        })
    }

    /// Names the model by the content of its files, wherever they lie. Reads the weights once
    /// and remembers their hash by path, size and time of change.
    pub(super) fn identity(&self, paths: &ModelPaths) -> Result<Identity> {
        let memo = paths.cache_dir.join("fingerprints");
        let mut hasher = blake3::Hasher::new();
        for file in std::iter::once(&self.onnx).chain(&self.external) {
            hasher.update(remembered_hash(file, &memo)?.as_bytes());
        }
        hasher.update(blake3::hash(&self.tokenizer.tokenizer_file).as_bytes());
        let usage = json!([format!("{:?}", self.pooling), self.window, self.query_prefix, self.document_prefix]);
        hasher.update(usage.to_string().as_bytes());
        let hash = hasher.finalize().to_hex();
        Ok(Identity {
            id: format!("local:{}@{}", self.base_name, &hash[..8]),
            query_prefix: self.query_prefix.clone(),
            document_prefix: self.document_prefix.clone(),
        })
    }
}

fn missing(dir: &Path, onnx: bool, tokenizer: bool) -> Error {
    let place = dir.display();
    if !dir.is_dir() {
        return Error::unavailable("bad_model_dir", format!("there is no model folder {place}"))
            .hint("correct `local:DIR` in the configuration");
    }
    let mut names = Vec::new();
    if onnx {
        names.push("model.onnx (or onnx/model.onnx)");
    }
    if tokenizer {
        names.push("tokenizer.json");
    }
    Error::unavailable("bad_model_dir", format!("{place} has no {}", names.join(" and no ")))
        .hint("copy the files of the model's ONNX export there")
}

fn read_optional(file: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(fault) if fault.kind() == ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(unreadable(file, &fault)),
    }
}

/// A JSON object, empty when there is no such file.
fn read_json(dir: &Path, name: &str) -> Result<Value> {
    let file = dir.join(name);
    match read_optional(&file)? {
        None => Ok(json!({})),
        Some(bytes) => serde_json::from_slice(&bytes).map_err(|fault| unreadable(&file, &fault)),
    }
}

fn unreadable(file: &Path, fault: &dyn std::fmt::Display) -> Error {
    Error::unavailable("bad_model_dir", format!("cannot read {}: {fault}", file.display()))
}

fn pooling(dir: &Path, config: &Value) -> Result<Pooling> {
    let on = |mode: &str| config[format!("pooling_mode_{mode}")] == json!(true);
    if on("cls_token") {
        return Ok(Pooling::Cls);
    }
    for mode in ["max_tokens", "mean_sqrt_len_tokens", "weightedmean_tokens", "lasttoken"] {
        if on(mode) && !on("mean_tokens") {
            return Err(Error::unavailable(
                "bad_model_dir",
                format!("the model in {} pools by `{mode}`, which is not supported", dir.display()),
            )
            .hint("use a model that pools by its mean or its first token"));
        }
    }
    Ok(Pooling::Mean)
}

/// The smallest number of tokens that any of the model's files names and that makes sense:
/// tokenizers write 10^30 for "no limit".
fn window(sentences: &Value, tokenizer: &Value, config: &Value) -> usize {
    // These count positions from after the padding token's, so two are lost.
    let offset = match config["model_type"].as_str() {
        Some("roberta" | "xlm-roberta" | "camembert" | "mpnet") => 2,
        _ => 0,
    };
    let tokens = [
        sentences["max_seq_length"].as_u64(),
        tokenizer["model_max_length"].as_u64(),
        config["max_position_embeddings"].as_u64().map(|positions| positions.saturating_sub(offset)),
    ]
    .into_iter()
    .flatten()
    .filter(|tokens| (16..=1_000_000).contains(tokens))
    .min();
    usize::try_from(tokens.unwrap_or(DEFAULT_WINDOW).min(LONGEST_WINDOW)).unwrap_or(usize::MAX)
}

fn prefixes(sentences: &Value, config: &Value) -> (String, String) {
    let prompts = &sentences["prompts"];
    let named = |names: &[&str]| names.iter().find_map(|name| prompts[*name].as_str()).map(str::to_owned);
    let usual = sentences["default_prompt_name"].as_str().and_then(|name| prompts[name].as_str());
    let query = named(&QUERY_PROMPTS);
    let document = named(&DOCUMENT_PROMPTS);
    if query.is_none() && document.is_none() && usual.is_none() {
        return catalog::prefixes_of(&base_name(config).replace("nomic_bert", "nomic-embed-text"));
    }
    let usual = usual.unwrap_or_default();
    (query.unwrap_or_else(|| usual.to_owned()), document.unwrap_or_else(|| usual.to_owned()))
}

/// What `config.json` calls the model, in lower case: part of its id, for people.
fn base_name(config: &Value) -> String {
    let name = [&config["_name_or_path"], &config["model_type"]]
        .into_iter()
        .filter_map(Value::as_str)
        .filter_map(|name| name.rsplit(['/', '\\']).find(|part| !part.is_empty()))
        .next()
        .unwrap_or("onnx");
    name.to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' })
        .take(60)
        .collect()
}

/// The tokenizer's configuration with the two entries that fastembed insists on.
fn completed(mut config: Value, tokenizer: &[u8]) -> Value {
    if !config.is_object() {
        config = json!({});
    }
    if !config["model_max_length"].is_number() {
        config["model_max_length"] = json!(u32::MAX);
    }
    let named = config["pad_token"].is_string() || config["pad_token"]["content"].is_string();
    if !named {
        config["pad_token"] = json!(pad_token(tokenizer));
    }
    config
}

/// The padding token as `tokenizer.json` has it; it hardly matters, for padding is masked.
fn pad_token(tokenizer: &[u8]) -> String {
    let tokenizer: Value = serde_json::from_slice(tokenizer).unwrap_or_default();
    let special = tokenizer["added_tokens"].as_array().into_iter().flatten();
    tokenizer["padding"]["pad_token"]
        .as_str()
        .or_else(|| {
            special.filter_map(|token| token["content"].as_str()).find(|token| token.to_lowercase().contains("pad"))
        })
        .unwrap_or("[PAD]")
        .to_owned()
}

/// Files beside the graph that hold weights of it (a graph cannot exceed 2 GB).
fn external_data(onnx: &Path) -> Result<Vec<PathBuf>> {
    let folder = onnx.parent().unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).map_err(|fault| unreadable(folder, &fault))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|file| {
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let data = name.starts_with("model.onnx") || name.starts_with("Constant_");
            data && name != "model.onnx" && file.is_file()
        })
        .collect();
    files.sort();
    Ok(files)
}

/// The hash of a file's content, kept in `memo` under its path, size and time of change.
fn remembered_hash(file: &Path, memo: &Path) -> Result<blake3::Hash> {
    let fault = |fault| unreadable(file, &fault);
    let metadata = fs::metadata(file).map_err(fault)?;
    let changed = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |since| since.as_nanos());
    let place = std::path::absolute(file).map_err(fault)?;
    let key = format!("{}\n{}\n{changed}", place.display(), metadata.len());
    let note = memo.join(blake3::hash(key.as_bytes()).to_hex().as_str());
    if let Some(hash) = fs::read_to_string(&note).ok().and_then(|hex| hex.parse().ok()) {
        return Ok(hash);
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(fs::File::open(file).map_err(fault)?).map_err(fault)?;
    let hash = hasher.finalize();
    // Only speed depends on the note, so a cache that cannot be written is no error. A note
    // that another process finds half written does not parse, and is made again.
    let written = fs::create_dir_all(memo).and_then(|()| fs::write(&note, hash.to_hex().as_str()));
    if let Err(fault) = written {
        tracing::debug!(%fault, note = %note.display(), "fingerprint not kept");
    }
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_sane_window_counts() {
        let none = json!({});
        let minilm = json!({"max_seq_length": 256});
        let tokenizer = json!({"model_max_length": 512});
        let config = json!({"max_position_embeddings": 512});
        assert_eq!(window(&minilm, &tokenizer, &config), 256);
        assert_eq!(window(&none, &none, &none), 256);
        assert_eq!(window(&none, &json!({"model_max_length": 1e30}), &config), 512);
        assert_eq!(window(&none, &json!({"model_max_length": 8192}), &none), 2048);
        let roberta = json!({"model_type": "xlm-roberta", "max_position_embeddings": 514});
        assert_eq!(window(&none, &none, &roberta), 512);
    }

    #[test]
    fn prefixes_come_from_prompts_or_the_family() {
        let e5 = json!({"prompts": {"query": "query: ", "passage": "passage: "}});
        assert_eq!(prefixes(&e5, &json!({})), ("query: ".into(), "passage: ".into()));
        let one = json!({"prompts": {"x": "find: "}, "default_prompt_name": "x"});
        assert_eq!(prefixes(&one, &json!({})), ("find: ".into(), "find: ".into()));
        let only = json!({"prompts": {"query": "Instruct: "}, "default_prompt_name": null});
        assert_eq!(prefixes(&only, &json!({})), ("Instruct: ".into(), String::new()));
        let nomic = json!({"model_type": "nomic_bert"});
        assert_eq!(prefixes(&json!({}), &nomic).1, "search_document: ");
        let bert = json!({"_name_or_path": "nreimers/MiniLM-L6-H384-uncased"});
        assert_eq!(prefixes(&json!({}), &bert), (String::new(), String::new()));
    }

    #[test]
    fn an_incomplete_tokenizer_configuration_is_completed() {
        let done = completed(json!({"pad_token": null}), br#"{"padding": {"pad_token": "<pad>"}}"#);
        assert_eq!(done["pad_token"], "<pad>");
        assert!(done["model_max_length"].is_number());
        let tokens = br#"{"added_tokens": [{"content": "<s>"}, {"content": "<|PAD|>"}]}"#;
        assert_eq!(completed(json!({}), tokens)["pad_token"], "<|PAD|>");
        let whole = json!({"model_max_length": 512, "pad_token": {"content": "[PAD]"}});
        assert_eq!(completed(whole.clone(), b"{}"), whole);
    }

    #[test]
    fn missing_files_are_all_named() {
        let dir = std::env::temp_dir().join(format!("octobrain-local-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("temp folder");
        let fault = LocalModel::read(&dir).err().expect("empty folder");
        assert!(fault.message.contains("model.onnx"), "{}", fault.message);
        assert!(fault.message.contains("tokenizer.json"), "{}", fault.message);
        fs::write(dir.join("model.onnx"), b"x").expect("temp file");
        let fault = LocalModel::read(&dir).err().expect("no tokenizer");
        assert!(!fault.message.contains("model.onnx"), "{}", fault.message);
        fs::write(dir.join("tokenizer.json"), b"{}").expect("temp file");
        let model = LocalModel::read(&dir).expect("complete");
        assert_eq!((model.window, model.base_name.as_str()), (256, "onnx"));
        fs::write(dir.join("1_Pooling"), b"").expect("temp file");
        fs::remove_dir_all(&dir).expect("temp folder");
        let fault = LocalModel::read(&dir).err().expect("no folder");
        assert!(fault.message.contains("no model folder"), "{}", fault.message);
    }

    #[test]
    fn an_identity_follows_the_content_not_the_place() {
        let root = std::env::temp_dir().join(format!("octobrain-id-{}", std::process::id()));
        let paths = ModelPaths { cache_dir: root.join("cache"), ..ModelPaths::default() };
        let id = |name: &str, onnx: &[u8]| {
            let dir = root.join(name);
            fs::create_dir_all(&dir).expect("temp folder");
            fs::write(dir.join("model.onnx"), onnx).expect("temp file");
            fs::write(dir.join("tokenizer.json"), b"{}").expect("temp file");
            LocalModel::read(&dir).and_then(|model| model.identity(&paths)).expect("readable").id
        };
        let first = id("a", b"weights");
        assert_eq!(first, id("b", b"weights"));
        assert_ne!(first, id("b", b"other weights"));
        assert_eq!(first, id("a", b"weights"));
        fs::remove_dir_all(&root).expect("temp folder");
    }
}
