//! `completions`: scripts that complete commands, flags and values.

use std::io::Write;

use clap::ValueEnum;
use clap_complete::{Generator, Shell};

use crate::cli::{self, CompletionsArgs};
use crate::error::{Error, Result};
use crate::exit::Status;

/// Runs `completions`.
pub(super) fn run(args: &CompletionsArgs) -> Result<Status> {
    if let Some(shell) = args.shell {
        // A reader that has gone has what it wanted.
        let _ = std::io::stdout().lock().write_all(&script(shell));
    }
    if let Some(dir) = &args.dir {
        let failed = |error: std::io::Error| {
            Error::usage("not_written", format!("cannot write to {}: {error}", dir.display()))
                .hint("name another folder")
        };
        std::fs::create_dir_all(dir).map_err(failed)?;
        for shell in Shell::value_variants() {
            std::fs::write(dir.join(shell.file_name("octobrain")), script(*shell)).map_err(failed)?;
        }
    }
    Ok(Status::Done)
}

fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "octobrain", &mut script);
    script
}
