//! Documents in pieces small enough to embed, each with its place.
//!
//! Chunks follow the headings; a section that is too long is cut at the best boundary that leaves a chunk
//! well filled: blocks, then list items and table rows, lines, sentences, words, and at last graphemes.
//! A splitting crate was tried (`text-splitter`), but its time grows with the square of the text.

mod cut;
mod front;
mod grouping;
mod line;
mod outline;
mod place;

use crate::knowledge::extract::Extracted;
use cut::Cutter;
use outline::Outline;
use place::Places;
use std::ops::{Range, RangeInclusive};

/// How long chunks are, in characters (Unicode scalar values).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// No chunk is longer; zero counts as one.
    pub chunk_size: usize,
    /// How far a chunk may reach back into the one before it where a section had to be cut; at most half of
    /// `chunk_size` is used.
    pub overlap: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { chunk_size: 1200, overlap: 300 }
    }
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Headings above the text, outermost first. Where small sections are joined, what they have in common; a
    /// heading without text of its own does not keep the section below it from giving its path.
    pub heading_path: Vec<String>,
    /// The bytes of the document at `bytes`; never only white space.
    pub text: String,
    /// Where it is in the document's text, in bytes.
    pub bytes: Range<usize>,
    /// Where it is, in characters.
    pub chars: Range<usize>,
    /// The lines that it touches, counted from 1; a line ends with `\n`.
    pub lines: RangeInclusive<usize>,
    /// The pages that it touches, counted from 1, where the document has pages.
    pub pages: Option<RangeInclusive<usize>>,
}

/// Cuts a document into chunks, in its order; all of its text but white space is in one of them.
///
/// `markdown` says that the text has headings and blocks; without it only blank lines and lines count.
/// Time and memory grow with the length of the text.
pub fn chunks(document: &Extracted, markdown: bool, sizes: Sizes) -> Vec<Chunk> {
    let text = document.text.as_str();
    let size = sizes.chunk_size.max(1);
    let overlap = sizes.overlap.min(size / 2);
    let outline = if markdown { Outline::of_markdown(text, size) } else { Outline::of_plain(text, size) };
    let cutter = Cutter { text, lines: &outline.lines, size, overlap };
    let mut ranges = Vec::new();
    for group in grouping::groups(&outline, text, size) {
        cutter.pieces(group, &mut ranges);
    }
    let mut places = Places::new(document);
    ranges.into_iter().map(|bytes| places.chunk(bytes, &outline)).collect()
}

/// The headings, outermost first, that the end of a piece of Markdown stands under.
pub fn headings_at_end(text: &str) -> Vec<String> {
    let outline = Outline::of_markdown(text, text.len().max(1));
    let last = outline.sections.len();
    outline.path(last.saturating_sub(1)..last)
}

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;
