//! Arguments of the server.

use std::path::PathBuf;

use clap::Args;

/// `mcp`.
#[derive(Debug, Clone, Args)]
pub struct McpArgs {
    /// Offer only what reads
    #[arg(long)]
    pub read_only: bool,
    /// Also read files below this folder; over stdio the client's roots, or else the current folder, are allowed anyway
    #[arg(long, value_name = "DIR")]
    pub allow_dir: Vec<PathBuf>,
    /// Serve HTTP at http://HOST:PORT/mcp instead of stdin and stdout
    #[arg(long, value_name = "HOST:PORT")]
    pub bind: Option<String>,
    /// A file with the token that clients must send [without it: OCTOBRAIN_HTTP_TOKEN; where strangers can reach the
    /// address, one is made and shown]
    #[arg(long, value_name = "FILE", requires = "bind")]
    pub token_file: Option<PathBuf>,
    /// Let everybody in who can reach the address
    #[arg(long, requires = "bind", conflicts_with = "token_file")]
    pub no_auth: bool,
    /// Another name that clients may call this server by
    #[arg(long, value_name = "NAME", requires = "bind")]
    pub allow_host: Vec<String>,
    /// Web pages of this origin may call
    #[arg(long, value_name = "ORIGIN", requires = "bind")]
    pub allow_origin: Vec<String>,
}
