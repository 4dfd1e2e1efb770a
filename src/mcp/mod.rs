//! The MCP server: four tools over the same operations as the command line.
//!
//! | part | what it does |
//! | --- | --- |
//! | `stdio` | one connection over stdin and stdout, from its first line to its end |
//! | `http` | many connections over HTTP, and who may come in |
//! | `signal` | the end, when the process is asked for it |
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
mod http;
mod lock;
mod memories;
mod signal;
mod stdio;
mod tools;
mod worker;

use std::path::{Path, PathBuf};

pub use self::http::{Guests, Listening, Token, listen, serve as serve_http, token};
pub use self::stdio::serve as serve_stdio;

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
    /// Folders whose files may be read, whoever asks.
    pub folders: Vec<PathBuf>,
    /// Whether files below the current folder may be read too, where a client has no roots.
    pub reads_here: bool,
}

/// What a client that runs beside the server, on the same files, brings along.
pub struct Nearby {
    /// The scope of the current folder, where it lies in a repository.
    pub here: Option<String>,
    /// The scope of a folder, for the client's roots.
    pub scope_of: fn(&Path) -> Option<String>,
}
