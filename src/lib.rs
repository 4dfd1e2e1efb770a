//! Long-term memory for AI agents that stays sharp.
//!
//! The way a record takes, and where each thing is:
//!
//! | room | what it does |
//! | --- | --- |
//! | [`cli`] | the command line as types |
//! | [`cmd`] | one file per subcommand: arguments → operation → records |
//! | [`memory`] | the operations: memorize, recall, and the record they work on |
//! | [`eval`] | how well recall answers, measured |
//! | [`background`] | the sleep that starts by itself |
//! | [`lifecycle`] | sleep, goals, decay, undo: forgetting well |
//! | [`knowledge`] | documents: fetch, extract, cut, keep, search |
//! | [`port`] | export and import, our own and other programs' |
//! | [`rank`] | fusion and relevance: pure arithmetic |
//! | [`text`] | text analysis: pure |
//! | [`search`] | the engine under memories and passages |
//! | [`store`] | rows (LanceDB), vectors (LanceDB), words (tantivy), lock, format |
//! | [`embed`] | text to vectors |
//! | [`mcp`] | the other front end: the MCP server with its four tools |
//! | [`wire`] | records in and out as JSON lines |
//! | [`config`] | settings, environment, folders |
//! | [`ui`] | stdout and stderr |
//!
//! `octobrain memorize` passes through `cmd/memorize.rs` (decode), [`memory::memorize`] (validate,
//! meet duplicates, embed) and [`store`] (commit, index), and comes back through [`ui::sink`].
//! `octobrain remember` passes through `cmd/remember.rs` and [`memory::recall`], which asks [`store`]
//! for both legs and [`rank`] for the order.

pub mod app;
pub mod atomic;
pub mod background;
pub mod cli;
pub mod clock;
pub mod cmd;
pub mod config;
pub mod embed;
pub mod error;
pub mod eval;
pub mod exit;
pub mod knowledge;
pub mod lifecycle;
pub mod mcp;
pub mod memory;
pub mod port;
pub mod rank;
pub mod search;
pub mod store;
pub mod text;
pub mod ui;
pub mod wire;

use std::ffi::OsString;

pub use embed::TELEMETRY_VARIABLE;

/// Runs one command line and returns its exit status.
pub fn run(argv: Vec<OsString>) -> u8 {
    let status = cmd::run(argv);
    ui::sink::flush_stdout();
    status.code()
}
