//! Options of every command.

use std::path::PathBuf;

use clap::{ArgAction, Args, ColorChoice, ValueEnum};

/// Options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Use the store in this folder
    #[arg(long, global = true, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Read this configuration file instead of the user's
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Work in this scope instead of the folder's own
    #[arg(long, global = true, value_name = "SCOPE", conflicts_with_all = ["global", "all_scopes"])]
    pub scope: Option<String>,
    /// Work in the global scope: what is true everywhere
    #[arg(long, global = true, conflicts_with = "all_scopes")]
    pub global: bool,
    /// Read every scope
    #[arg(long, global = true)]
    pub all_scopes: bool,
    /// Format of stdout [default: text on a terminal, jsonl elsewhere]
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    pub format: Option<FormatArg>,
    /// Short for --format jsonl
    #[arg(long, global = true, conflicts_with = "format")]
    pub json: bool,
    /// Format of problems on stderr
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value = "text")]
    pub error_format: ErrorFormatArg,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// No warnings and no progress
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Fix the clock, for scripts and tests
    #[arg(long, global = true, value_name = "RFC3339")]
    pub now: Option<String>,
    /// Print help
    #[arg(long, short, global = true, action = ArgAction::HelpShort)]
    pub help: Option<bool>,
    /// How long to wait for a busy store
    #[arg(long, global = true, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub lock_timeout: std::time::Duration,
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// Text on a terminal, jsonl elsewhere
    Auto,
    /// One JSON object a line
    Jsonl,
    /// One JSON array
    Json,
    /// For reading
    Text,
    /// Markdown
    Md,
    /// Graphviz, of a graph
    #[value(hide = true)]
    Dot,
    /// Mermaid, of a graph
    #[value(hide = true)]
    Mermaid,
}

/// `--error-format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ErrorFormatArg {
    /// For reading
    Text,
    /// One JSON object a problem
    Json,
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    std::time::Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
