//! stdout: records, in the format that was asked for.

use std::io::{self, BufWriter, IsTerminal, Write};

use serde::Serialize;

use super::text;
use crate::error::{Error, Result};

/// How records are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    Jsonl,
    /// One JSON array.
    Json,
    /// For reading on a terminal.
    Text,
    /// Markdown.
    Md,
}

/// Writes out what the process still holds for stdout; to be called at its end.
pub fn flush_stdout() {
    // A reader that has gone misses nothing.
    let _ = io::stdout().flush();
}

/// stdout for an archive, which is no record.
pub fn stdout_bytes() -> impl Write {
    io::stdout()
}

/// Writes records to stdout; after the reader has gone it quietly swallows the rest.
pub struct Sink {
    out: Box<dyn Write>,
    format: Format,
    colour: bool,
    records: usize,
    closed: bool,
    /// The line being written; kept, because thousands of them follow each other.
    line: Vec<u8>,
}

impl Sink {
    /// stdout; without a format, text on a terminal and JSON lines anywhere else.
    pub fn stdout(format: Option<Format>, colour: Option<bool>) -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let format = format.unwrap_or(if terminal { Format::Text } else { Format::Jsonl });
        let out = Box::new(BufWriter::with_capacity(1 << 16, stdout));
        Self { out, format, colour: colour.unwrap_or(terminal), records: 0, closed: false, line: Vec::new() }
    }

    /// The format in force.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Writes text that is no record: a drawing.
    pub fn text(&mut self, text: &str) -> Result<()> {
        self.records += 1;
        self.write(text.as_bytes())
    }

    /// Whether the reader has gone.
    pub fn closed(&self) -> bool {
        self.closed
    }

    /// Writes one record.
    pub fn record(&mut self, record: &impl Serialize) -> Result<()> {
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        match self.format {
            Format::Jsonl => serde_json::to_writer(&mut line, record).map_err(unwritable)?,
            Format::Json => {
                line.extend_from_slice(if self.records == 0 { b"[\n" } else { b",\n" });
                serde_json::to_writer(&mut line, record).map_err(unwritable)?;
            }
            Format::Text | Format::Md => {
                let value = serde_json::to_value(record).map_err(unwritable)?;
                let view = text::View {
                    markdown: self.format == Format::Md,
                    colour: self.colour && self.format == Format::Text,
                };
                line.extend_from_slice(view.render(&value).as_bytes());
            }
        }
        if self.format != Format::Json {
            line.push(b'\n');
        }
        self.records += 1;
        let written = self.write(&line);
        self.line = line;
        written
    }

    /// Hands over what was written so far, so that a slow pipe sees it now.
    pub fn flush(&mut self) -> Result<()> {
        if self.closed {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.settle(flushed)
    }

    /// Ends the output; a JSON array is closed.
    pub fn finish(&mut self) -> Result<()> {
        if self.format == Format::Json {
            let end: &[u8] = if self.records == 0 { b"[]\n" } else { b"\n]\n" };
            self.write(end)?;
        }
        self.flush()
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if self.closed {
            return Ok(());
        }
        let written = self.out.write_all(bytes);
        self.settle(written)
    }

    fn settle(&mut self, outcome: io::Result<()>) -> Result<()> {
        match outcome {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                // What the buffer still holds must not be tried again on drop.
                self.out = Box::new(io::sink());
                Ok(())
            }
            Err(error) => Err(Error::usage("stdout_failed", format!("<stdout>: cannot write: {error}"))
                .hint("check where the output goes: is its disk full?")),
        }
    }
}

fn unwritable(error: serde_json::Error) -> Error {
    Error::internal(format!("a record cannot be written: {error}"))
}
