//! `completions`: a script that completes commands, flags and values.

use std::io::Write;

use crate::cli::{self, CompletionsArgs};
use crate::error::Result;
use crate::exit::Status;

/// Runs `completions`.
pub(super) fn run(args: &CompletionsArgs) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "octobrain", &mut script);
    // A reader that has gone has what it wanted.
    let _ = std::io::stdout().lock().write_all(&script);
    Ok(Status::Done)
}
