//! Every environment variable the program reads, and a snapshot of the environment.
//!
//! The environment is read once, at the start. Everything below works on that snapshot, so a run
//! sees one environment, and tests make their own without touching the process.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;

use crate::error::{Error, Result};

/// Declares the variables once: as documented constants and as a table for the manual.
macro_rules! variables {
    ($($(#[doc = $doc:literal])+ $constant:ident = $name:literal;)+) => {
        $($(#[doc = $doc])+ pub const $constant: &str = $name;)+

        const TABLE: &[(&str, &str)] = &[$(($name, concat!($($doc),+))),+];
    };
}

variables! {
    /// The store: a folder or an object-storage URL (`--store`).
    STORE = "OCTOBRAIN_STORE";
    /// The user's configuration file, which must then exist (`--config`).
    CONFIG = "OCTOBRAIN_CONFIG";
    /// The scope to work in; set and empty means the global scope (`--scope`).
    SCOPE = "OCTOBRAIN_SCOPE";
    /// The output format: auto, jsonl, json, text or md (`--format`).
    FORMAT = "OCTOBRAIN_FORMAT";
    /// A fixed clock, RFC 3339, for scripts and tests (`--now`).
    NOW = "OCTOBRAIN_NOW";
    /// The log filter; logs go to stderr.
    LOG = "OCTOBRAIN_LOG";
    /// The token that clients of `mcp --bind` must send.
    HTTP_TOKEN = "OCTOBRAIN_HTTP_TOKEN";
    /// The key of a server that speaks like OpenAI.
    EMBEDDING_KEY = "OCTOBRAIN_EMBEDDING_KEY";
    /// The base folder of data (Linux, macOS); a relative path is ignored.
    XDG_DATA_HOME = "XDG_DATA_HOME";
    /// The base folder of configuration (Linux, macOS); a relative path is ignored.
    XDG_CONFIG_HOME = "XDG_CONFIG_HOME";
    /// The base folder of caches (Linux, macOS); a relative path is ignored.
    XDG_CACHE_HOME = "XDG_CACHE_HOME";
    /// The home folder, below which the other folders lie unless they are set.
    HOME = "HOME";
    /// The base folder of data and configuration on Windows.
    APPDATA = "APPDATA";
    /// The base folder of caches on Windows.
    LOCALAPPDATA = "LOCALAPPDATA";
    /// The home folder on Windows, used where the two above are not set.
    USERPROFILE = "USERPROFILE";
    /// No colour when set to anything but the empty string.
    NO_COLOR = "NO_COLOR";
    /// The server that models are fetched from.
    HF_ENDPOINT = "HF_ENDPOINT";
    /// A Hugging Face cache folder, where models may already lie.
    HF_HOME = "HF_HOME";
    /// Never fetch a model; use what is there.
    HF_HUB_OFFLINE = "HF_HUB_OFFLINE";
    /// Where Ollama is: an address.
    OLLAMA_URL = "OLLAMA_URL";
    /// Where Ollama is, as its own programs read it: a host, with or without a port.
    OLLAMA_HOST = "OLLAMA_HOST";
    /// The ONNX Runtime library file to load.
    ORT_DYLIB_PATH = "ORT_DYLIB_PATH";
}

/// What the variables of this program start with.
pub const PREFIX: &str = "OCTOBRAIN_";

/// What separates the parts of a key in a variable's name: `OCTOBRAIN_SEARCH__MAX_RESULTS`.
///
/// Two underscores, because one may be part of a key.
pub const SEPARATOR: &str = "__";

/// The variables in the order of the manual, each with its sentence.
pub fn variables() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().map(|(name, doc)| (*name, doc.trim()))
}

/// The variable that sets a configuration key: `search.max_results` gives
/// `OCTOBRAIN_SEARCH__MAX_RESULTS`.
pub fn variable_of(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', SEPARATOR).to_uppercase())
}

/// An unchanging copy of the environment.
#[derive(Clone, Default)]
pub struct Env {
    vars: BTreeMap<String, OsString>,
}

/// Shows names only: the values may hold keys and passwords.
impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.vars.keys()).finish()
    }
}

impl Env {
    /// The environment of this process.
    ///
    /// Names that are not UTF-8 are left out: none of ours can be among them.
    pub fn from_process() -> Self {
        let vars = std::env::vars_os().filter_map(|(name, value)| {
            let name = name.into_string().ok()?;
            // Windows does not tell `Path` from `PATH`.
            Some((if cfg!(windows) { name.to_uppercase() } else { name }, value))
        });
        Self { vars: vars.collect() }
    }

    /// An environment of exactly these variables.
    pub fn from_pairs<N, V>(pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<OsString>,
    {
        let pairs = pairs.into_iter();
        Self { vars: pairs.map(|(n, v)| (n.into(), v.into())).collect() }
    }

    /// Names of all variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.vars.keys().map(String::as_str)
    }

    /// The value as it stands, which may be empty.
    pub fn raw(&self, name: &str) -> Option<&OsStr> {
        self.vars.get(name).map(OsString::as_os_str)
    }

    /// The value, where an empty one counts as not set.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.raw(name).filter(|value| !value.is_empty())
    }

    /// The value as text, which may be empty; not UTF-8 is an error that names the variable.
    pub fn text(&self, name: &str) -> Result<Option<&str>> {
        self.raw(name).map(|v| utf8(name, v)).transpose()
    }

    /// Whether a switch is on: set, and none of empty, `0`, `false`, `no`, `off`.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| {
            let off = ["0", "false", "no", "off"];
            !off.iter().any(|word| value.eq_ignore_ascii_case(word))
        })
    }

    /// A folder: set and absolute.
    ///
    /// The XDG rule: a relative path there is not valid and is to be ignored. It would mean another
    /// memory in every working directory.
    pub fn folder(&self, name: &str) -> Option<PathBuf> {
        self.get(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// The variables that set configuration keys, as (variable, dotted key, value), in order of
    /// their names.
    ///
    /// An empty value counts as not set.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, String, &OsStr)> {
        self.vars.iter().filter_map(|(name, value)| {
            let rest = name.strip_prefix(PREFIX)?;
            if !rest.contains(SEPARATOR) || value.is_empty() {
                return None;
            }
            let key = rest.replace(SEPARATOR, ".").to_lowercase();
            Some((name.as_str(), key, value.as_os_str()))
        })
    }

    /// The set variables with our prefix that are neither ours nor a key's.
    pub(super) fn strangers(&self) -> impl Iterator<Item = &str> {
        self.vars.keys().map(String::as_str).filter(|name| {
            name.strip_prefix(PREFIX).is_some_and(|rest| !rest.contains(SEPARATOR))
                && !TABLE.iter().any(|(known, _)| known == name)
        })
    }
}

/// The value as text, or an error that names the variable.
pub(super) fn utf8<'v>(name: &str, value: &'v OsStr) -> Result<&'v str> {
    value.to_str().ok_or_else(|| {
        Error::usage("bad_env", format!("{name}: not valid UTF-8"))
            .hint(format!("set {name} to UTF-8 text, or unset it"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_variables_map_to_dotted_keys() {
        let env = Env::from_pairs([
            ("OCTOBRAIN_SEARCH__HYBRID__ENABLED", "false"),
            ("OCTOBRAIN_MEMORY__DECAY_HALF_LIFE_DAYS", "7"),
            ("OCTOBRAIN_SEARCH__FUSION", ""),
            ("OCTOBRAIN_STORE", "/s"),
            ("SEARCH__MAX_RESULTS", "1"),
        ]);
        let keys: Vec<String> = env.keys().map(|(_, key, _)| key).collect();
        assert_eq!(keys, ["memory.decay_half_life_days", "search.hybrid.enabled"]);
        assert_eq!(variable_of("search.hybrid.enabled"), "OCTOBRAIN_SEARCH__HYBRID__ENABLED");
    }

    #[test]
    fn empty_is_unset_except_where_it_means_something() -> Result<()> {
        let env = Env::from_pairs([(STORE, ""), (SCOPE, "")]);
        assert_eq!(env.get(STORE), None);
        assert_eq!(env.text(SCOPE)?, Some(""));
        assert_eq!(env.text(FORMAT)?, None);
        Ok(())
    }

    #[test]
    fn switches() {
        let env = Env::from_pairs([("A", "1"), ("B", "False"), ("C", ""), ("D", "yes")]);
        let on: Vec<bool> = ["A", "B", "C", "D", "E"].map(|n| env.is_on(n)).to_vec();
        assert_eq!(on, [true, false, false, true, false]);
    }

    #[test]
    fn debug_hides_values() {
        let env = Env::from_pairs([("OPENAI_API_KEY", "sk-secret")]);
        assert!(!format!("{env:?}").contains("secret"));
    }

    #[test]
    fn the_table_has_a_sentence_for_every_variable() {
        for (name, doc) in variables() {
            assert!(doc.ends_with('.') && !doc.contains("  "), "{name}: {doc}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_value_that_is_not_utf8_is_named() {
        use std::os::unix::ffi::OsStringExt as _;
        let env = Env::from_pairs([(FORMAT, OsString::from_vec(vec![0xff]))]);
        let error = env.text(FORMAT).expect_err("must not pass");
        assert_eq!(error.code, "bad_env");
        assert!(error.message.starts_with("OCTOBRAIN_FORMAT: "));
    }
}
