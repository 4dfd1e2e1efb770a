//! Lines of a text, and how good a place each is to begin a chunk.

use memchr::memchr2_iter;
use std::cmp::Reverse;

/// A line shorter than this, in bytes, was not wrapped by an editor.
const WRAPPED: usize = 50;

/// What begins with a line, from what should stay with the line before to what stands for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// A line of a code block that fits in a chunk.
    Kept,
    /// A sentence goes on here.
    Wrap,
    /// A line.
    Line,
    /// A block in other blocks: a list item, a table row; the number counts those around it.
    Nested(Reverse<u8>),
    /// A paragraph, a list, a table, a code block.
    Block,
}

impl Level {
    /// A block with so many others around it.
    pub(super) fn at_depth(depth: usize) -> Self {
        if depth == 0 { Self::Block } else { Self::Nested(Reverse(u8::try_from(depth).unwrap_or(u8::MAX))) }
    }
}

/// A line that is not blank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// Its first byte.
    pub(super) start: usize,
    /// What begins here.
    pub(super) level: Level,
    /// How full the chunk before must be for the next to begin here, in percent.
    pub(super) fill: u8,
    /// The line before it is blank, or there is none.
    pub(super) after_blank: bool,
}

/// The lines that are not blank, as levels [`Level::Line`] and [`Level::Wrap`].
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut paragraph = Paragraph::default();
    let mut start = 0;
    let mut before = "";
    let mut after_blank = true;
    for end in memchr2_iter(b'\n', b'\r', text.as_bytes()).map(|at| at + 1).chain([text.len()]) {
        let line = &text[start..end];
        if line == "\n" && text[..start].ends_with('\r') {
            start = end;
            continue;
        }
        if line.trim().is_empty() {
            after_blank = true;
        } else {
            if after_blank {
                std::mem::take(&mut paragraph).close(&mut lines);
            }
            paragraph.add(before, line, after_blank, lines.len());
            lines.push(Line { start, level: Level::Line, fill: 50, after_blank });
            after_blank = false;
        }
        (before, start) = (line, end);
    }
    paragraph.close(&mut lines);
    lines
}

/// Lines without a blank one between them.
#[derive(Default)]
struct Paragraph {
    lines: usize,
    /// Lines that surely go on with the sentence before.
    certain: usize,
    /// Indices of lines that may do so.
    likely: Vec<usize>,
}

impl Paragraph {
    fn add(&mut self, before: &str, line: &str, first: bool, index: usize) {
        self.lines += 1;
        let open = before.trim_end().ends_with(|c: char| c.is_alphanumeric() || ",;、，)\"".contains(c));
        if !first && before.len() >= WRAPPED && open && line.starts_with(|c: char| c.is_alphanumeric() || c == '(') {
            self.likely.push(index);
            self.certain += usize::from(line.starts_with(char::is_lowercase));
        }
    }

    /// Marks the lines that an editor wrapped. In code, tables and logs few lines look so.
    fn close(self, lines: &mut [Line]) {
        if self.certain * 3 >= self.lines.saturating_sub(1) {
            for index in self.likely {
                lines[index].level = Level::Wrap;
            }
        }
    }
}

/// The line that holds the byte `at`, blank lines counting to the one before them.
pub(super) fn index_at(lines: &[Line], at: usize) -> Option<usize> {
    lines.partition_point(|line| line.start <= at).checked_sub(1)
}

/// What begins after a colon belongs to what is before it.
pub(super) fn is_announced(text: &str, at: usize) -> bool {
    text[..at].trim_end().ends_with([':', '：'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_all_systems() {
        let starts = |text: &str| lines(text).iter().map(|line| (line.start, line.after_blank)).collect::<Vec<_>>();
        assert_eq!(starts("a\nb\n\nc"), [(0, true), (2, false), (5, true)]);
        assert_eq!(starts("a\r\nb\r\n\r\nc"), [(0, true), (3, false), (8, true)]);
        assert_eq!(starts("a\rb\r\rc\r"), [(0, true), (2, false), (5, true)]);
        assert_eq!(starts(" \n"), []);
    }

    #[test]
    fn wrapped_prose_is_told_from_lines() {
        let level = |text: &str| lines(text)[1].level;
        assert_eq!(level("A sentence that an editor has wrapped after some fifty\ncharacters."), Level::Wrap);
        assert_eq!(level("A sentence that an editor has not wrapped but closed with its dot.\nnext"), Level::Line);
        assert_eq!(level("short line\nnext"), Level::Line);
        let wrapped = "A sentence of some fifty characters, wrapped before\nnext and then again, with fifty characters before\nEuler.";
        assert_eq!(lines(wrapped)[2].level, Level::Wrap);
        assert_eq!(level("2026-11-30 12:00:00 INFO a line of a log that is rather long\n2026-11-30"), Level::Line);
    }

    #[test]
    fn outer_blocks_come_first() {
        let mut levels = [Level::Block, Level::at_depth(2), Level::at_depth(1), Level::Line, Level::Wrap];
        levels.sort();
        assert_eq!(levels, [Level::Wrap, Level::Line, Level::at_depth(2), Level::at_depth(1), Level::at_depth(0)]);
        assert_eq!(Level::at_depth(100_000), Level::at_depth(255));
    }
}
