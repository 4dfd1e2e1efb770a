//! The models that fastembed knows, with what it does not know about them: the prefixes they
//! were trained with, and the window they read well.

use std::sync::OnceLock;

use fastembed::{EmbeddingModel, RerankerModel, TextEmbedding, TextRerank};

use super::{Identity, spec};
use crate::error::{Error, Result};
use crate::text::nearest::nearest;

/// Files beside the model file that every model of the list has.
const TOKENIZER_FILES: [&str; 4] =
    ["tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"];

/// One model of the list.
pub(super) struct Entry {
    /// The hub's name; quantised forms that share a repository have a suffix, `…-v1.5-Q`.
    pub(super) name: String,
    /// fastembed's name for it.
    pub(super) network: Network,
    /// The hub repository.
    pub(super) code: String,
    /// What is needed from it, the model file first.
    pub(super) files: Vec<String>,
    pub(super) dimension: usize,
    pub(super) description: String,
    pub(super) traits: Traits,
}

/// A model as fastembed names it.
#[derive(Clone)]
pub(super) enum Network {
    /// Text to vector.
    Embedder(EmbeddingModel),
    /// Query and text to score.
    Reranker(RerankerModel),
}

/// What a model family expects of a text.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    pub(super) query_prefix: &'static str,
    pub(super) document_prefix: &'static str,
    /// Tokens, special ones and prefix included.
    pub(super) window: usize,
}

const BGE_QUERY: &str = "Represent this sentence for searching relevant passages: ";

/// Families by a part of the repository's name in lower case, the first that fits; windows are
/// those of training. Models made for 8,192 tokens are held to 2,048, because attention costs
/// memory and time by the square of the length.
const FAMILIES: &[(&str, Traits)] = &[
    ("nomic-embed-text", family("search_query: ", "search_document: ", 2048)),
    ("modernbert-embed", family("search_query: ", "search_document: ", 2048)),
    ("multilingual-e5", family("query: ", "passage: ", 512)),
    ("bge-small-zh", family("为这个句子生成表示以用于检索相关文章：", "", 512)),
    ("bge-large-zh", family("为这个句子生成表示以用于检索相关文章：", "", 512)),
    ("bge-m3", family("", "", 2048)),
    ("bge-", family(BGE_QUERY, "", 512)),
    ("mxbai-embed", family(BGE_QUERY, "", 512)),
    ("arctic-embed-m-long", family(BGE_QUERY, "", 2048)),
    ("arctic-embed", family(BGE_QUERY, "", 512)),
    ("embeddinggemma", family("task: search result | query: ", "title: none | text: ", 2048)),
    ("gte-", family("", "", 2048)),
    ("jina-embeddings-v2", family("", "", 2048)),
    ("all-minilm-l6", family("", "", 256)),
    ("all-minilm-l12", family("", "", 128)),
    ("paraphrase-multilingual", family("", "", 128)),
    ("all-mpnet-base", family("", "", 384)),
    ("clip-vit", family("", "", 77)),
];

/// For a model that a later fastembed brings: no prefix, and a window every encoder has.
const UNKNOWN_FAMILY: Traits = family("", "", 256);

/// Tokens of query and text together that every cross-encoder of the list reads.
const RERANKER_WINDOW: usize = 512;

const fn family(query_prefix: &'static str, document_prefix: &'static str, window: usize) -> Traits {
    Traits { query_prefix, document_prefix, window }
}

impl Entry {
    /// What its vectors depend on.
    pub(super) fn identity(&self) -> Identity {
        Identity {
            id: format!("fastembed:{}", self.name),
            query_prefix: self.traits.query_prefix.to_owned(),
            document_prefix: self.traits.document_prefix.to_owned(),
        }
    }

    /// Whether this is the model of a fresh installation.
    pub(super) fn is_default(&self) -> bool {
        spec::DEFAULT_MODEL.strip_prefix("fastembed:") == Some(&self.name)
    }

    /// fastembed's own spelling, `NomicEmbedTextV15`.
    fn variant(&self) -> String {
        match &self.network {
            Network::Embedder(model) => format!("{model:?}"),
            Network::Reranker(model) => format!("{model:?}"),
        }
    }
}

/// All embedding models, by name.
pub(super) fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let infos = TextEmbedding::list_supported_models();
        let variant = |model: &EmbeddingModel| format!("{model:?}");
        let mut entries: Vec<Entry> = infos
            .iter()
            .map(|info| {
                // The shortest spelling is the repository's plain model, `…V15` before `…V15Q`.
                let plain = infos
                    .iter()
                    .filter(|other| other.model_code == info.model_code)
                    .map(|other| variant(&other.model))
                    .min_by_key(String::len)
                    .unwrap_or_default();
                let own = variant(&info.model);
                let suffix = own.strip_prefix(&plain).filter(|suffix| !suffix.is_empty());
                let mut files = vec![info.model_file.clone()];
                files.extend(info.additional_files.iter().cloned());
                files.extend(TOKENIZER_FILES.map(str::to_owned));
                Entry {
                    name: match suffix {
                        Some(suffix) => format!("{}-{suffix}", info.model_code),
                        None => info.model_code.clone(),
                    },
                    network: Network::Embedder(info.model.clone()),
                    code: info.model_code.clone(),
                    files,
                    dimension: info.dim,
                    description: info.description.clone(),
                    traits: traits(&info.model_code),
                }
            })
            .collect();
        entries.sort_by_key(|entry| entry.name.to_lowercase());
        entries
    })
}

/// All cross-encoders.
pub(super) fn rerankers() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let entry = |info: fastembed::RerankerModelInfo| {
            let mut files = vec![info.model_file];
            files.extend(info.additional_files);
            files.extend(TOKENIZER_FILES.map(str::to_owned));
            Entry {
                name: info.model_code.clone(),
                network: Network::Reranker(info.model),
                code: info.model_code,
                files,
                dimension: 1,
                description: info.description,
                traits: family("", "", RERANKER_WINDOW),
            }
        };
        TextRerank::list_supported_models().into_iter().map(entry).collect()
    })
}

fn traits(code: &str) -> Traits {
    let code = code.to_lowercase();
    FAMILIES.iter().find(|(part, _)| code.contains(part)).map_or(UNKNOWN_FAMILY, |(_, traits)| *traits)
}

/// The query and the document prefix of the family that a model's own name belongs to.
pub(super) fn prefixes_of(name: &str) -> (String, String) {
    let traits = traits(name);
    (traits.query_prefix.to_owned(), traits.document_prefix.to_owned())
}

/// The embedding model of a name: the hub's, with or without its organisation, or fastembed's, in any
/// case and whatever stands between its words.
///
/// Fails with `unknown_model` and the nearest name.
pub(super) fn find(name: &str) -> Result<&'static Entry> {
    named(entries(), name).ok_or_else(|| unknown(name.trim(), &squash(base(name.trim()))))
}

/// The cross-encoder of a name, spelled as freely; fails with `unknown_model` and all names.
pub(super) fn find_reranker(name: &str) -> Result<&'static Entry> {
    named(rerankers(), name).ok_or_else(|| {
        let names: Vec<String> = rerankers().iter().map(|entry| format!("fastembed:{}", entry.name)).collect();
        Error::usage("unknown_model", format!("reranking model `{}` is not known", name.trim()))
            .hint(format!("one of: {}, or local:FOLDER", names.join(" ")))
    })
}

fn named(all: &'static [Entry], name: &str) -> Option<&'static Entry> {
    let name = name.trim();
    let wanted = squash(base(name));
    let by = |fits: &dyn Fn(&Entry) -> bool| all.iter().find(|entry| fits(entry));
    by(&|entry| entry.name.eq_ignore_ascii_case(name))
        .or_else(|| by(&|entry| squash(&entry.variant()) == wanted))
        .or_else(|| by(&|entry| squash(base(&entry.name)) == wanted))
}

/// The name without its organisation and without the mark of a mere conversion.
fn base(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name);
    let plain = name.len().checked_sub("-onnx".len()).and_then(|at| name.split_at_checked(at));
    match plain {
        Some((plain, tail)) if tail.eq_ignore_ascii_case("-onnx") => plain,
        _ => name,
    }
}

/// Letters and digits in lower case; "multilingual" as fastembed shortens it.
fn squash(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .replace("paraphrasemultilingual", "paraphraseml")
}

fn unknown(name: &str, wanted: &str) -> Error {
    let fault = Error::usage("unknown_model", format!("embedding model `{name}` is not known"));
    let containing = entries()
        .iter()
        .filter(|entry| wanted.len() >= 3 && squash(&entry.name).contains(wanted))
        .min_by_key(|entry| entry.name.len());
    let near = containing.or_else(|| {
        let words: Vec<(String, &Entry)> = entries()
            .iter()
            .flat_map(|entry| [(squash(base(&entry.name)), entry), (squash(&entry.variant()), entry)])
            .collect();
        let word = nearest(wanted, words.iter().map(|(word, _)| word.as_str()))?;
        words.iter().find(|(other, _)| other == word).map(|(_, entry)| *entry)
    });
    match near {
        Some(entry) => fault.hint(format!("did you mean `fastembed:{}`? `octobrain model list` names all", entry.name)),
        None => fault.hint("`octobrain model list` names all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(name: &str) -> String {
        find(name).map(Entry::variant).unwrap_or_else(|fault| fault.message)
    }

    #[test]
    fn names_are_unique_and_find_themselves() {
        for entry in entries() {
            assert_eq!(variant(&entry.name), entry.variant());
            assert_eq!(variant(&entry.variant()), entry.variant());
            assert_eq!(variant(&entry.variant().to_lowercase()), entry.variant());
        }
    }

    #[test]
    fn the_usual_spellings_are_understood() {
        for (name, expected) in [
            ("nomic-ai/nomic-embed-text-v1.5", "NomicEmbedTextV15"),
            ("nomic-embed-text-v1.5", "NomicEmbedTextV15"),
            ("nomic-ai/nomic-embed-text-v1.5-Q", "NomicEmbedTextV15Q"),
            ("all-MiniLM-L6-v2", "AllMiniLML6V2"),
            ("sentence-transformers/all-MiniLM-L6-v2", "AllMiniLML6V2"),
            ("Xenova/all-MiniLM-L6-v2", "AllMiniLML6V2Q"),
            ("baai/BGE-small-en-v1.5", "BGESmallENV15"),
            ("paraphrase-multilingual-MiniLM-L12-v2", "ParaphraseMLMiniLML12V2"),
            ("intfloat/multilingual-e5-large", "MultilingualE5Large"),
            ("embeddinggemma-300m", "EmbeddingGemma300M"),
        ] {
            assert_eq!(variant(name), expected, "{name}");
        }
    }

    #[test]
    fn cross_encoders_are_found_as_freely() {
        for name in ["jina-reranker-v2-base-multilingual", "JINARerankerV2BaseMultilingual", "BAAI/bge-reranker-base"] {
            assert!(find_reranker(name).is_ok(), "{name}");
        }
        assert!(find_reranker("all-MiniLM-L6-v2").is_err_and(|fault| fault.code == "unknown_model"));
    }

    #[test]
    fn every_model_belongs_to_a_family() {
        for entry in entries() {
            let code = entry.code.to_lowercase();
            assert!(FAMILIES.iter().any(|(part, _)| code.contains(part)), "{code}");
        }
        let nomic = find("nomic-embed-text-v1.5").expect("the default");
        assert!(nomic.is_default());
        assert_eq!(nomic.dimension, 768);
        assert_eq!(nomic.traits.document_prefix, "search_document: ");
        assert_eq!(find("MultilingualE5Small").expect("e5").traits.query_prefix, "query: ");
        assert_eq!(find("BGEM3").expect("m3").traits.query_prefix, "");
        assert_eq!(find("BGESmallENV15").expect("bge").traits.query_prefix, BGE_QUERY);
        assert_eq!(entries().iter().filter(|entry| entry.is_default()).count(), 1);
    }
}
