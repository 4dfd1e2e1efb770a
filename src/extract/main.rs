//! `octobrain-extract`: one document on stdin, its text on stdout, nothing else.
//!
//! The first line of stdin is a request as JSON, the rest are the document's bytes; the answer is one JSON object.
//! A program of its own, because what reads documents of strangers must not share memory, files or network with what
//! keeps memories.

mod limits;

use std::io::{Read, Write};
use std::process::ExitCode;

use octobrain_extract::{Request, answer};

fn main() -> ExitCode {
    let mut input = Vec::new();
    if std::io::stdin().lock().read_to_end(&mut input).is_err() {
        return ExitCode::FAILURE;
    }
    limits::set();
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let request: Request = serde_json::from_slice(&input[..end]).unwrap_or_default();
    let document = input.get(end + 1..).unwrap_or_default();
    let answer = serde_json::to_vec(&answer(&request, document)).unwrap_or_default();
    match std::io::stdout().lock().write_all(&answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
