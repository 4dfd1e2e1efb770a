//! stderr: errors and warnings for people, or for programs with `--error-format json`.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{IsTerminal, Write};

use serde_json::json;

use crate::error::Error;

/// How problems are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ErrorFormat {
    /// A line, and an indented one with the remedy.
    #[default]
    Text,
    /// One JSON object a problem.
    Json,
}

/// Where a problem lies in the input.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The stream or file, `<stdin>`.
    pub file: &'a str,
    /// Number of the line, from 1.
    pub line: usize,
}

/// Writes to stderr.
#[derive(Debug)]
pub struct Report {
    format: ErrorFormat,
    quiet: bool,
    colour: bool,
    warned: RefCell<HashSet<String>>,
}

impl Report {
    /// stderr in this format; quiet leaves out warnings, never errors.
    pub fn stderr(format: ErrorFormat, quiet: bool, colour: Option<bool>) -> Self {
        let colour = colour.unwrap_or_else(|| std::io::stderr().is_terminal());
        Self { format, quiet, colour, warned: RefCell::default() }
    }

    /// Whether only errors are written.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// A problem that ends the command.
    pub fn error(&self, error: &Error) {
        self.write("error", error, None);
    }

    /// A problem with one input record.
    pub fn refused(&self, error: &Error, place: Place<'_>) {
        self.write("error", error, Some(place));
    }

    /// Something the user should know; each text once.
    pub fn warning(&self, error: &Error) {
        if !self.quiet && self.warned.borrow_mut().insert(error.message.clone()) {
            self.write("warning", error, None);
        }
    }

    /// Something that is no problem, but that the user has to see.
    pub fn notice(&self, message: &str) {
        self.write("notice", &Error::usage("notice", message), None);
    }

    fn write(&self, level: &str, error: &Error, place: Option<Place<'_>>) {
        let text = match self.format {
            ErrorFormat::Json => {
                let mut object = json!({ "level": level, "code": error.code, "message": error.message });
                if let Some(hint) = &error.hint {
                    object["hint"] = json!(hint);
                }
                if let Some(place) = place {
                    object["file"] = json!(place.file);
                    object["line"] = json!(place.line);
                }
                object.to_string()
            }
            ErrorFormat::Text => self.text(level, error, place),
        };
        // A stderr that cannot be written to leaves nothing better to do.
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }

    fn text(&self, level: &str, error: &Error, place: Option<Place<'_>>) -> String {
        let (bold, dim, reset) = if self.colour { ("\x1b[1m", "\x1b[2m", "\x1b[0m") } else { ("", "", "") };
        let place = place.map_or(String::new(), |place| format!("{}:{}: ", place.file, place.line));
        let level = if level == "warning" { "warning: " } else { "" };
        let mut text = format!("octobrain: {level}{bold}{place}{}{reset}", error.message);
        if let Some(hint) = error.hint.as_ref().filter(|_| self.quiet) {
            // What cron mails, or a log takes, is one line a problem.
            text.push_str(&format!(" ({})", hint.replace('\n', " ")));
        } else if let Some(hint) = &error.hint {
            text.push_str(&format!("\n  {dim}hint:{reset} {hint}"));
        }
        text
    }
}
