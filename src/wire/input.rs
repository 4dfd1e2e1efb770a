//! Records from stdin: streamed, numbered, in batches that do not keep a slow pipe waiting.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// Longest line taken, in bytes.
pub const MAX_LINE_BYTES: usize = 16 << 20;
/// Most records in one batch.
const BATCH_RECORDS: usize = 256;
/// Most bytes in one batch, so that long lines do not pile up.
const BATCH_BYTES: usize = 8 << 20;
/// How long a batch waits for more input before it goes: while one is committed the next one gathers anyway.
const BATCH_WAIT: Duration = Duration::from_millis(5);

/// One input record.
#[derive(Debug)]
pub struct Line {
    /// Number of the line, from 1.
    pub number: usize,
    /// What stands on it, or why it cannot be taken.
    pub entry: Result<Entry>,
}

/// What one line holds.
#[derive(Debug)]
pub enum Entry {
    /// A JSON object.
    Object(Map<String, Value>),
    /// Plain text.
    Text(String),
}

/// Batches of lines from stdin.
pub struct Batches {
    lines: Receiver<(Line, usize)>,
    /// A line that did not fit into the batch before.
    held: Option<(Line, usize)>,
    ended: bool,
}

impl Batches {
    /// Reads the process's stdin on a thread of its own.
    pub fn stdin() -> Self {
        Self::from_reader(std::io::stdin())
    }

    fn from_reader(reader: impl Read + Send + 'static) -> Self {
        let (sender, lines) = sync_channel(BATCH_RECORDS);
        std::thread::spawn(move || read_lines(BufReader::with_capacity(1 << 16, reader), &sender));
        Self { lines, held: None, ended: false }
    }

    /// The next batch: full, or what came before a pause, or what was left at the end.
    pub fn next_batch(&mut self) -> Option<Vec<Line>> {
        let mut batch = Vec::new();
        let mut bytes = 0;
        while batch.len() < BATCH_RECORDS && !self.ended {
            let next = match self.held.take() {
                Some(held) => Ok(held),
                None if batch.is_empty() => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
                None => self.lines.recv_timeout(BATCH_WAIT),
            };
            match next {
                Ok((line, size)) if batch.is_empty() || bytes + size <= BATCH_BYTES => {
                    bytes += size;
                    batch.push(line);
                }
                Ok(held) => {
                    self.held = Some(held);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
            }
        }
        (!batch.is_empty()).then_some(batch)
    }
}

fn read_lines(mut reader: impl BufRead, lines: &SyncSender<(Line, usize)>) {
    let mut number = 0;
    loop {
        let mut bytes = Vec::new();
        let taken = (&mut reader).take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes);
        number += 1;
        let entry = match taken {
            Ok(0) => return,
            Ok(_) if bytes.len() > MAX_LINE_BYTES && bytes.last() != Some(&b'\n') => {
                if skip_line(&mut reader).is_err() {
                    return;
                }
                Some(Err(too_long()))
            }
            Ok(_) => entry(bytes, number),
            Err(error) => Some(Err(Error::usage("unreadable_input", format!("cannot read: {error}"))
                .hint("check what stdin is connected to"))),
        };
        let failed = matches!(&entry, Some(Err(error)) if error.code == "unreadable_input");
        if let Some(entry) = entry {
            let size = match &entry {
                Ok(Entry::Text(text)) => text.len(),
                // A parsed object takes about as much again as its text.
                Ok(Entry::Object(map)) => map.values().filter_map(Value::as_str).map(str::len).sum::<usize>() + 64,
                Err(_) => 64,
            };
            // A receiver that is gone has all it wanted.
            if lines.send((Line { number, entry }, size)).is_err() || failed {
                return;
            }
        }
    }
}

fn skip_line(reader: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        let (used, done) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        reader.consume(used);
        if done {
            return Ok(());
        }
    }
}

fn too_long() -> Error {
    Error::usage("line_too_long", format!("the line is longer than {} MiB", MAX_LINE_BYTES >> 20))
        .hint("a record is one line of JSON; is this a JSON lines file?")
}

/// Reads one line; a blank one is no record.
fn entry(bytes: Vec<u8>, number: usize) -> Option<Result<Entry>> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to() + 1;
            return Some(Err(Error::usage("not_utf8", format!("byte {at} is not valid UTF-8"))
                .hint("convert the input first, for example with iconv -t UTF-8")));
        }
    };
    let text = if number == 1 { text.strip_prefix('\u{feff}').unwrap_or(&text) } else { &text };
    let text = text.trim_matches(['\r', '\n', ' ', '\t']);
    match text.chars().next() {
        None => None,
        Some('{') => Some(object(text)),
        Some('[') if serde_json::from_str::<Vec<Value>>(text).is_ok() => {
            Some(Err(Error::usage("not_an_object", "a JSON array where one object a line was expected")
                .hint("split it: jq -c '.[]'")))
        }
        Some(_) => Some(Ok(Entry::Text(text.to_owned()))),
    }
}

fn object(text: &str) -> Result<Entry> {
    serde_json::from_str::<Map<String, Value>>(text).map(Entry::Object).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line").next().unwrap_or_default();
        Error::usage("not_json", format!("column {}: not JSON: {reason}", error.column()))
            .hint("one object a line; compact pretty-printed JSON with jq -c .")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Line> {
        let mut batches = Batches::from_reader(std::io::Cursor::new(input.to_vec()));
        std::iter::from_fn(|| batches.next_batch()).flatten().collect()
    }

    #[test]
    fn blanks_marks_and_line_ends_are_tolerated() {
        let lines = all("\u{feff}{\"a\":1}\r\n\n  \nplain text\n{\"b\":2}".as_bytes());
        let numbers: Vec<usize> = lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 4, 5]);
        assert!(matches!(&lines[1].entry, Ok(Entry::Text(text)) if text == "plain text"));
    }

    #[test]
    fn bad_lines_name_their_fault_and_the_next_one_is_read() {
        let mut input = vec![b'x'; MAX_LINE_BYTES + 9];
        input.extend(b"\n{\"a\":\n[1]\n\xff\xfe\ngood\n");
        let codes: Vec<_> = all(&input).into_iter().map(|line| line.entry.err().map(|error| error.code)).collect();
        let expected = [Some("line_too_long"), Some("not_json"), Some("not_an_object"), Some("not_utf8"), None];
        assert_eq!(codes, expected);
    }

    #[test]
    fn a_batch_is_bounded() {
        let input = "some text\n".repeat(600);
        let mut batches = Batches::from_reader(std::io::Cursor::new(input.into_bytes()));
        let sizes: Vec<usize> = std::iter::from_fn(|| batches.next_batch()).map(|batch| batch.len()).collect();
        assert_eq!(sizes, [256, 256, 88]);
    }
}
