//! Text out of documents, by a program of its own that can hurt nobody.
//!
//! What reads a stranger's PDF may loop, crash or want all memory. `octobrain-extract` does it in a process with
//! limits on memory and time and without a network, and answers with one JSON object.

#[path = "../extract/extracted.rs"]
mod extracted;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

pub use extracted::{Extracted, Kind, Request, Response};

use crate::error::{Error, Result};

const PROGRAM: &str = "octobrain-extract";
/// Longest that a document may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Most bytes of an answer.
const MAX_ANSWER: u64 = 256 << 20;

/// Turns documents into text.
#[derive(Debug, Clone, Default)]
pub struct Extractor {
    /// Commands of the user's own, by extension: the document on stdin, its text on stdout.
    pub own: Vec<(String, Vec<String>)>,
}

impl Extractor {
    /// Reads one document. Errors of kind `Usage`: what is wrong with it and what to do.
    pub async fn extract(&self, request: &Request, bytes: &[u8]) -> Result<(Kind, Extracted)> {
        if let Some((kind, command)) = self.own_command(request) {
            let text = run_own(command, bytes).await?;
            return Ok((kind, Extracted { text, ..Extracted::default() }));
        }
        let mut input = serde_json::to_vec(request).unwrap_or_default();
        input.push(b'\n');
        input.extend_from_slice(bytes);
        let mut command = Command::new(program()?);
        // A reader of documents needs nothing of the caller's environment, least of all keys.
        command.env_clear();
        let answer = run(command, &input).await?;
        match serde_json::from_slice(&answer) {
            Ok(Response::Document(kind, document)) => Ok((kind, document)),
            Ok(Response::Refused { code, message }) => Err(Error::usage(known(&code), message)),
            Err(_) => Err(too_much()),
        }
    }

    fn own_command(&self, request: &Request) -> Option<(Kind, &[String])> {
        let name = request.name.as_deref()?.split(['?', '#']).next()?;
        let extension = Path::new(name).extension()?.to_string_lossy().to_lowercase();
        let (_, command) = self.own.iter().find(|(own, _)| *own == extension)?;
        let kind = match extension.as_str() {
            "pdf" => Kind::Pdf,
            "docx" => Kind::Docx,
            _ => Kind::Text,
        };
        Some((kind, command))
    }
}

/// The program that reads documents: beside this one, or where installers put what people do not call themselves.
pub fn program() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|error| Error::internal(format!("where this program is: {error}")))?;
    let folder = own.parent().unwrap_or(Path::new("."));
    let places =
        [folder.join(PROGRAM), folder.join("../libexec/octobrain").join(PROGRAM), folder.join("..").join(PROGRAM)];
    places.into_iter().find(|place| place.is_file()).ok_or_else(|| {
        Error::unavailable("no_extractor", format!("{PROGRAM} is not beside {}", own.display()))
            .hint("run ./scripts/setup again, or copy it there from target/release")
    })
}

async fn run_own(command: &[String], bytes: &[u8]) -> Result<String> {
    let Some((program, args)) = command.split_first() else {
        return Err(Error::usage("no_extractor", "knowledge.extractors: a command is empty")
            .hint("pdf = [\"pdftotext\", \"-layout\", \"-\", \"-\"]"));
    };
    let mut own = Command::new(program);
    own.args(args);
    let text = run(own, bytes).await?;
    let text = String::from_utf8_lossy(&text).into_owned();
    if text.trim().is_empty() {
        return Err(Error::usage("no_text", format!("{program} found no text in the document"))
            .hint("take it out of knowledge.extractors to use the built-in one"));
    }
    Ok(text)
}

async fn run(mut command: Command, input: &[u8]) -> Result<Vec<u8>> {
    let name = command.as_std().get_program().to_string_lossy().into_owned();
    let cannot = |error: &dyn std::fmt::Display| {
        Error::unavailable("no_extractor", format!("{name} cannot be run: {error}"))
            .hint("check knowledge.extractors, or run ./scripts/setup again")
    };
    command.kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().map_err(|error| cannot(&error))?;
    match tokio::time::timeout(PATIENCE, converse(child, input)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(cannot(&error)),
        Err(_) => Err(Error::usage("too_slow", format!("reading it took longer than {} seconds", PATIENCE.as_secs()))
            .hint("split the document, or name an extractor of your own in knowledge.extractors")),
    }
}

async fn converse(mut child: Child, input: &[u8]) -> std::io::Result<Vec<u8>> {
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let write = async {
        if let Some(mut stdin) = stdin {
            // It may end before it has read everything, and says why in its answer.
            let _ = stdin.write_all(input).await;
        }
    };
    let read = async {
        let mut answer = Vec::new();
        match stdout {
            Some(stdout) => stdout.take(MAX_ANSWER).read_to_end(&mut answer).await.map(|_| answer),
            None => Ok(answer),
        }
    };
    let ((), answer) = tokio::join!(write, read);
    child.wait().await?;
    answer
}

/// It was ended by a limit, or fell over a document.
fn too_much() -> Error {
    Error::usage("too_much", "reading it took more memory or time than a document may")
        .hint("split the document, or name an extractor of your own in knowledge.extractors")
}

fn known(code: &str) -> &'static str {
    match code {
        "unknown_kind" => "unknown_kind",
        "encrypted" => "encrypted",
        "no_text" => "no_text",
        _ => "broken",
    }
}
