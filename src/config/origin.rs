//! Where a value came from.

use std::fmt;
use std::path::{Path, PathBuf};

/// Which configuration file a value stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The machine's file.
    System,
    /// The user's file.
    User,
    /// The project's `.octobrain.toml`.
    Project,
}

/// The layer that set a value, and the place in it.
///
/// Shown as `default`, `user /home/me/.config/octobrain/config.toml:3`,
/// `environment OCTOBRAIN_SEARCH__FUSION` or `flag`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Built in.
    Default,
    /// A file, with the line counted from 1.
    File {
        /// Which of the files.
        layer: Layer,
        /// Its path.
        path: PathBuf,
        /// The line of the key.
        line: usize,
    },
    /// An environment variable, by name.
    Environment(String),
    /// The command line.
    Flag,
}

impl Origin {
    /// The place alone, as error messages begin with it.
    pub(super) fn place(&self) -> String {
        match self {
            Self::Default => "built-in default".to_owned(),
            Self::File { path, line, .. } => place(path, *line),
            Self::Environment(name) => name.clone(),
            Self::Flag => "command line".to_owned(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { layer, path, line } => {
                let layer = match layer {
                    Layer::System => "system",
                    Layer::User => "user",
                    Layer::Project => "project",
                };
                write!(f, "{layer} {}", place(path, *line))
            }
            Self::Environment(name) => write!(f, "environment {name}"),
            Self::Flag => f.write_str("flag"),
        }
    }
}

/// `PATH:LINE`.
pub(super) fn place(path: &Path, line: usize) -> String {
    format!("{}:{line}", path.display())
}
