//! Where chunks are, in the ways that people and tools count.

use super::Chunk;
use super::outline::Outline;
use crate::knowledge::extract::Extracted;
use memchr::memchr_iter;
use std::ops::Range;

/// Counts through a document once, for chunks in its order.
pub(super) struct Places<'a> {
    document: &'a Extracted,
    /// Where lines begin, after `\n`.
    line_starts: Vec<usize>,
    start: Counter<'a>,
    end: Counter<'a>,
}

impl<'a> Places<'a> {
    pub(super) fn new(document: &'a Extracted) -> Self {
        let text = document.text.as_str();
        let line_starts = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1).collect();
        let counter = Counter { text, bytes: 0, chars: 0 };
        Self { document, line_starts, start: counter.clone(), end: counter }
    }

    /// The chunk at these bytes, which begin and end at or after those of the chunk before.
    pub(super) fn chunk(&mut self, bytes: Range<usize>, outline: &Outline) -> Chunk {
        let last = bytes.end.saturating_sub(1);
        let line = |at: usize| self.line_starts.partition_point(|start| *start <= at) + 1;
        let page = |at: usize| self.document.pages.partition_point(|start| *start <= at).max(1);
        let first_section = outline.sections.partition_point(|section| section.start <= bytes.start).saturating_sub(1);
        let after_sections = outline.sections.partition_point(|section| section.start <= last);
        Chunk {
            heading_path: outline.path(first_section..after_sections),
            text: self.document.text[bytes.clone()].to_owned(),
            chars: self.start.to(bytes.start)..self.end.to(bytes.end),
            lines: line(bytes.start)..=line(last),
            pages: (!self.document.pages.is_empty()).then(|| page(bytes.start)..=page(last)),
            bytes,
        }
    }
}

/// Characters before a byte that only moves forward.
#[derive(Clone)]
struct Counter<'a> {
    text: &'a str,
    bytes: usize,
    chars: usize,
}

impl Counter<'_> {
    fn to(&mut self, bytes: usize) -> usize {
        self.chars += self.text[self.bytes..bytes].chars().count();
        self.bytes = bytes;
        self.chars
    }
}
