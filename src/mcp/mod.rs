//! The MCP server: four tools over the same operations as the command line.
//!
//! | part | what it does |
//! | --- | --- |
//! | `stdio` | one connection over stdin and stdout, from its first line to its end |
//! | `handler` | the protocol: versions, tools, calls, the client's roots |
//! | `lock` | which scope a connection may touch |
//! | `tools` | names, schemas and descriptions of the tools, and the instructions |
//! | `worker` | a thread that owns the store and the model, and answers one call after another |
//! | `memories`, `documents` | calls → operations → structured answers |
//! | `answer` | structured content with a short text beside it |
//!
//! A call comes in at `handler`, is bound to a scope by `lock`, runs in `worker` and goes out as an `answer`.

mod answer;
mod documents;
mod handler;
mod lock;
mod memories;
mod stdio;
mod tools;
mod worker;

use std::path::PathBuf;

pub use stdio::serve as serve_stdio;

use crate::cli::GlobalArgs;
use crate::config::Env;

/// What a server is started with.
#[derive(Clone)]
pub struct Setup {
    /// Options of the command line.
    pub global: GlobalArgs,
    /// The environment.
    pub env: Env,
    /// Offer only what reads.
    pub read_only: bool,
    /// Folders whose files may be read, beside the client's roots and the current folder.
    pub folders: Vec<PathBuf>,
}
