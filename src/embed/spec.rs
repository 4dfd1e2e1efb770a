//! Reading the configuration's name of a model.

use std::path::{Path, PathBuf};

use super::catalog;
use super::remote::RemoteSpec;
use crate::error::{Error, Result};

/// The model of a fresh installation: 768 dimensions, English, windows of 2,048 tokens.
pub const DEFAULT_MODEL: &str = "fastembed:nomic-ai/nomic-embed-text-v1.5";

/// What the names may begin with today.
const SUPPORTED: &str = "`fastembed:MODEL`, `local:DIR`, `openai:` `voyage:` `google:` `jina:` `ollama:` with a model, \
                         `http(s)://…#MODEL` or `none`";

/// Which embedder to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelSpec {
    /// No vectors: words only.
    None,
    /// A model of fastembed's list, downloaded from a hub once.
    Fastembed {
        /// Its name in the list, `nomic-ai/nomic-embed-text-v1.5`.
        name: String,
    },
    /// A folder with an ONNX model and its tokenizer.
    Local {
        /// The folder, `~` expanded.
        dir: PathBuf,
    },
    /// A service over HTTP.
    Remote(RemoteSpec),
}

impl ModelSpec {
    /// Reads `none`, `fastembed:NAME`, `local:DIR`, `openai:NAME` and other services; `home` stands for a leading `~`.
    ///
    /// NAME is the hub's name or fastembed's, in any case, with or without the organisation.
    /// Errors: `unsupported_model` for anything else, `unknown_model` with the nearest name.
    pub fn parse(text: &str, home: &Path) -> Result<Self> {
        Self::parse_with(text, home, catalog::find)
    }

    /// The same for a cross-encoder's name.
    pub fn parse_reranker(text: &str, home: &Path) -> Result<Self> {
        Self::parse_with(text, home, catalog::find_reranker)
    }

    /// The same for either.
    pub fn parse_any(text: &str, home: &Path) -> Result<Self> {
        Self::parse(text, home).or_else(|fault| Self::parse_reranker(text, home).map_err(|_| fault))
    }

    fn parse_with(text: &str, home: &Path, find: impl Fn(&str) -> Result<&'static catalog::Entry>) -> Result<Self> {
        let text = text.trim();
        if text.is_empty() || text.eq_ignore_ascii_case("none") {
            return Ok(Self::None);
        }
        let (scheme, rest) = text.split_once(':').unwrap_or(("", text));
        let rest = rest.trim();
        match scheme.to_ascii_lowercase().as_str() {
            "fastembed" => {
                let name = find(rest)?.name.clone();
                Ok(Self::Fastembed { name })
            }
            "local" if rest.is_empty() => Err(Error::usage(
                "unsupported_model",
                "`local:` needs the folder that holds model.onnx and tokenizer.json",
            )
            .hint("for instance `local:~/models/all-minilm-l6-v2`")),
            "local" => Ok(Self::Local { dir: expand(rest, home) }),
            scheme => match RemoteSpec::parse(scheme, rest) {
                Some(spec) => spec.map(Self::Remote),
                None => Err(unsupported(text, scheme)),
            },
        }
    }
}

impl std::fmt::Display for ModelSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Fastembed { name } => write!(f, "fastembed:{name}"),
            Self::Local { dir } => write!(f, "local:{}", dir.display()),
            Self::Remote(spec) => spec.fmt(f),
        }
    }
}

fn expand(dir: &str, home: &Path) -> PathBuf {
    match dir.strip_prefix('~') {
        Some("") => home.to_path_buf(),
        Some(rest) if rest.starts_with(['/', std::path::MAIN_SEPARATOR]) => home.join(&rest[1..]),
        _ => PathBuf::from(dir),
    }
}

fn unsupported(text: &str, scheme: &str) -> Error {
    let fault = format!("embedding model `{text}` has no known kind in front");
    let fault = Error::usage("unsupported_model", format!("{fault}; supported are {SUPPORTED}"));
    match catalog::find(text) {
        Ok(entry) if scheme.is_empty() => fault.hint(format!("did you mean `fastembed:{}`?", entry.name)),
        _ => fault.hint(format!("for instance `{DEFAULT_MODEL}`; `octobrain model list` names all")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ModelSpec> {
        ModelSpec::parse(text, Path::new("/home/ada"))
    }

    #[test]
    fn kinds_are_recognised() {
        assert_eq!(parse(" None "), Ok(ModelSpec::None));
        let nomic = ModelSpec::Fastembed { name: "nomic-ai/nomic-embed-text-v1.5".into() };
        assert_eq!(parse(DEFAULT_MODEL), Ok(nomic.clone()));
        assert_eq!(parse("fastembed:NomicEmbedTextV15"), Ok(nomic.clone()));
        assert_eq!(parse("FastEmbed: NOMIC-embed-text-v1.5"), Ok(nomic.clone()));
        assert_eq!(parse(&nomic.to_string()), Ok(nomic));
        let local = |dir: &str| Ok(ModelSpec::Local { dir: PathBuf::from(dir) });
        assert_eq!(parse("local:~/m/x"), local("/home/ada/m/x"));
        assert_eq!(parse("local:~"), local("/home/ada"));
        assert_eq!(parse("local:~bob/x"), local("~bob/x"));
        assert_eq!(parse("local:/opt/m:1"), local("/opt/m:1"));
    }

    #[test]
    fn other_names_say_what_is_supported() {
        for text in ["what:x", "local:"] {
            let fault = parse(text).expect_err(text);
            assert_eq!(fault.code, "unsupported_model", "{text}");
            assert!(fault.message.contains("local:"), "{}", fault.message);
        }
        let fault = parse("nomic-embed-text-v1.5").expect_err("no kind");
        let hint = fault.hint.unwrap_or_default();
        assert!(hint.contains("fastembed:nomic-ai/nomic-embed-text-v1.5"), "{hint}");
    }

    #[test]
    fn an_unknown_model_names_the_nearest() {
        for (wrong, right) in [
            ("fastembed:nomic-embed-txt-v1.5", "nomic-ai/nomic-embed-text-v1.5"),
            ("fastembed:nomic-embed-text", "nomic-ai/nomic-embed-text-v1"),
            ("fastembed:multilingual-e5", "intfloat/multilingual-e5-"),
        ] {
            let fault = parse(wrong).expect_err(wrong);
            assert_eq!(fault.code, "unknown_model");
            let hint = fault.hint.unwrap_or_default();
            assert!(hint.contains(right), "{wrong}: {hint}");
        }
    }
}
