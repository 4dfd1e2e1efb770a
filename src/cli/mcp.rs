//! Arguments of the server.

use std::path::PathBuf;

use clap::Args;

/// `mcp`.
#[derive(Debug, Clone, Args)]
pub struct McpArgs {
    /// Offer only what reads
    #[arg(long)]
    pub read_only: bool,
    /// Also read files below this folder; the client's roots, or else the current folder, are allowed anyway
    #[arg(long, value_name = "DIR")]
    pub allow_dir: Vec<PathBuf>,
}
