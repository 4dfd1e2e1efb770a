//! Arguments of the commands around the memory.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clap_complete::Shell;

use super::ModeArg;

/// `scope`.
#[derive(Debug, Clone, Args)]
pub struct ScopeArgs {
    /// Show how the scope came about
    #[arg(long)]
    pub explain: bool,
    #[command(subcommand)]
    #[allow(missing_docs)]
    pub command: Option<ScopeCommand>,
}

/// `scope VERB`.
#[derive(Debug, Clone, Subcommand)]
pub enum ScopeCommand {
    /// All known scopes with their number of memories
    List,
    /// Move every record of one scope to another
    Rename {
        /// The present scope
        old: String,
        /// Its new name
        new: String,
    },
}

/// `config`.
#[derive(Debug, Clone, Subcommand)]
pub enum ConfigCommand {
    /// Write the commented configuration with every default
    Init {
        /// Replace an existing file
        #[arg(long)]
        force: bool,
    },
    /// Print every value in force
    Show {
        /// With the layer that set each
        #[arg(long)]
        origin: bool,
    },
    /// Print the JSON Schema of every record that commands write
    Schema,
    /// Validate a configuration file
    Check {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// `model`.
#[derive(Debug, Clone, Subcommand)]
pub enum ModelCommand {
    /// Models that can be used, and which of them are here
    List,
    /// Download a model once
    Pull {
        /// The model [default: the configured one]
        #[arg(value_name = "MODEL")]
        model: Option<String>,
    },
    /// Print the folder that holds the configured model
    Path,
    /// Load the configured model, embed a text, show dimension and speed
    Check,
}

/// `eval`.
#[derive(Debug, Clone, Args)]
pub struct EvalArgs {
    /// Folders with corpus.jsonl, queries.jsonl and qrels/test.tsv
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Only this leg, or both together [default: each of them]
    #[arg(long, value_enum, value_name = "MODE")]
    pub mode: Option<ModeArg>,
    /// Only the first so many questions
    #[arg(long, value_name = "N")]
    pub queries: Option<usize>,
    /// The field of `metadata` that parts documents and questions into scopes
    #[arg(long, value_name = "FIELD")]
    pub scope_field: Option<String>,
}

/// `completions`.
#[derive(Debug, Clone, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(required_unless_present = "dir")]
    pub shell: Option<Shell>,
    /// Write the scripts of every shell into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "shell")]
    pub dir: Option<PathBuf>,
}
