//! Cutting a group of sections that is too long for one chunk.

use super::grouping::Group;
use super::line::{Level, Line};
use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{
    GraphemeClusterSegmenter, GraphemeClusterSegmenterBorrowed, SentenceSegmenter, SentenceSegmenterBorrowed,
    WordSegmenter, WordSegmenterBorrowed,
};
use std::ops::Range;
use std::sync::LazyLock;

static SENTENCES: LazyLock<SentenceSegmenterBorrowed<'static>> =
    LazyLock::new(|| SentenceSegmenter::new(SentenceBreakInvariantOptions::default()));
/// The dictionary, for scripts without spaces.
static WORDS: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));
const GRAPHEMES: GraphemeClusterSegmenterBorrowed<'static> = GraphemeClusterSegmenter::new();

/// How full a chunk must be to end at a sentence, in percent.
const SENTENCE_FILL: usize = 33;
/// How full a chunk must be to end at a word.
const WORD_FILL: usize = 50;

/// What a segmenter is shown behind the last place of interest, in bytes: whether a sentence ends depends on what
/// follows.
const LOOKAHEAD: usize = 64;
/// The stretch searched for a word to end at, in bytes; a dictionary is slow on long ones.
const WORD_STRETCH: usize = 1_000;
/// Longer indentations are left out, in bytes.
const MAX_INDENT: usize = 64;

/// Finds the places to cut at.
pub(super) struct Cutter<'a> {
    pub(super) text: &'a str,
    pub(super) lines: &'a [Line],
    /// Most characters in a chunk, at least 1.
    pub(super) size: usize,
    /// Most characters that a chunk repeats, at most half of `size`.
    pub(super) overlap: usize,
}

/// Where the next chunk may end: behind `fresh`, at or before `limit`.
#[derive(Debug, Clone, Copy)]
struct Window {
    start: usize,
    /// What is before this is in the chunk before, or is a heading.
    fresh: usize,
    limit: usize,
}

impl Window {
    /// How much of the chunk's new text is before `at`, in percent.
    fn fill(&self, at: usize) -> usize {
        at.saturating_sub(self.fresh) * 100 / (self.limit - self.fresh).max(1)
    }
}

impl Cutter<'_> {
    /// Appends the pieces of a group, which begin and end with something other than white space.
    pub(super) fn pieces(&self, group: Group, pieces: &mut Vec<Range<usize>>) {
        let end = group.bytes.start + self.text[group.bytes.clone()].trim_end().len();
        let Some(mut start) = self.begin(group.bytes.start, end) else { return };
        let mut fresh = self.word_at(group.body, end).max(start);
        // Headings that fill a chunk themselves are cut like text.
        if self.text[start..fresh].chars().nth(self.size / 2).is_some() {
            fresh = start;
        }
        while let Some(limit) = self.limit(start, end) {
            let window = Window { start, fresh, limit };
            let cut = self.cut(window);
            let length = self.text[start..cut].trim_end().len();
            if length > 0 {
                pieces.push(start..start + length);
            }
            let Some(next) = self.begin(cut, end) else { return };
            fresh = self.word_at(next, end);
            start = self.reach_back(window.start, cut, fresh).unwrap_or(next);
        }
        if start < end {
            pieces.push(start..end);
        }
    }

    /// The first byte at or after `at` that is not white space, but for the indentation before it.
    fn begin(&self, at: usize, end: usize) -> Option<usize> {
        let rest = self.text.get(at..end)?;
        let blank = rest.len() - rest.trim_start().len();
        if blank == rest.len() {
            return None;
        }
        let space = &rest[..blank];
        let indent = space.len() - space.trim_end_matches([' ', '\t']).len();
        let from_line_start = indent < blank || self.text[..at].ends_with(['\n', '\r']);
        if (1..=MAX_INDENT.min(self.size / 4)).contains(&indent) && from_line_start {
            return Some(at + blank - indent);
        }
        // A mark may stand on the last space.
        let last = space.char_indices().next_back().map_or(blank, |(last, _)| last);
        let joined = GRAPHEMES.segment_str(ahead(&rest[last..], blank - last)).nth(1) != Some(blank - last);
        Some(at + if joined { last } else { blank })
    }

    /// The first byte at or after `at` that is not white space.
    fn word_at(&self, at: usize, end: usize) -> usize {
        self.text.get(at..end).map_or(end, |rest| end - rest.trim_start().len())
    }

    /// The end of the longest piece from `start`; none where all the rest fits.
    fn limit(&self, start: usize, end: usize) -> Option<usize> {
        let (at, _) = self.text[start..end].char_indices().nth(self.size)?;
        let limit = start + at;
        // What is left should not be a scrap.
        let scrap = self.size / 4;
        let left = self.text[limit..end].chars().take(scrap).count();
        let back = self.text[start..limit].char_indices().rev().take(scrap - left).last();
        Some(back.map_or(limit, |(at, _)| start + at))
    }

    /// The best place to end a chunk at.
    fn cut(&self, window: Window) -> usize {
        let first = self.lines.partition_point(|line| line.start <= window.fresh);
        let after = self.lines.partition_point(|line| line.start <= window.limit);
        let lines = &self.lines[first..after];
        let best = lines
            .iter()
            .filter(|line| window.fill(line.start) >= usize::from(line.fill))
            .max_by_key(|line| (line.level, line.start));
        match best {
            Some(line) if line.level != Level::Wrap => line.start,
            _ => {
                let code = lines.iter().find(|line| line.level == Level::Kept).map(|line| line.start);
                self.sentence(window, code.unwrap_or(window.limit))
                    .or(best.map(|line| line.start))
                    .or_else(|| self.word(window))
                    .unwrap_or_else(|| self.grapheme(window))
            }
        }
    }

    /// The end of the last sentence that leaves the chunk filled.
    fn sentence(&self, window: Window, last: usize) -> Option<usize> {
        let stretch = ahead(&self.text[window.fresh..], last - window.fresh);
        let ends: Vec<usize> = SENTENCES.segment_str(stretch).map(|at| window.fresh + at).collect();
        ends.into_iter().rev().find(|end| {
            *end <= last
                && window.fill(*end) >= SENTENCE_FILL
                && !self.text[..*end].ends_with(['\n', '\r'])
                && self.is_between_graphemes(window.start, *end)
        })
    }

    /// The end of the last word that leaves the chunk filled, if there is one before white space.
    fn word(&self, window: Window) -> Option<usize> {
        let from = self.text.ceil_char_boundary(window.fresh.max(window.limit.saturating_sub(WORD_STRETCH)));
        let stretch = ahead(&self.text[from..], window.limit.saturating_sub(from));
        let ends: Vec<usize> = WORDS.segment_str(stretch).skip(1).map(|at| from + at).collect();
        let fits = |end: &usize| {
            *end <= window.limit && window.fill(*end) >= WORD_FILL && self.is_between_graphemes(window.start, *end)
        };
        let spaced = |end: &usize| self.text[..*end].ends_with(char::is_whitespace);
        ends.iter().rev().copied().find(|end| spaced(end) && fits(end)).or_else(|| ends.into_iter().rev().find(fits))
    }

    /// The last place that parts no grapheme, or else the limit.
    fn grapheme(&self, window: Window) -> usize {
        let stretch = ahead(&self.text[window.start..], window.limit - window.start);
        GRAPHEMES
            .segment_str(stretch)
            .map(|at| window.start + at)
            .take_while(|at| *at <= window.limit)
            .last()
            .filter(|at| *at > window.fresh)
            .unwrap_or(window.limit)
    }

    /// Where the chunk after a cut begins: with the first whole line or sentence near enough to its new text.
    fn reach_back(&self, start: usize, cut: usize, fresh: usize) -> Option<usize> {
        let back = self.text[start..fresh].char_indices().rev().take(self.overlap).last();
        let from = back.map(|(at, _)| start + at).filter(|from| *from < cut)?;
        let first = self.lines.partition_point(|line| line.start < from.max(start + 1));
        let after = self.lines.partition_point(|line| line.start < cut);
        let lines = &self.lines[first..after.max(first)];
        let line = lines.iter().find(|line| line.level != Level::Wrap).map(|line| line.start);
        // Rows and items are not to be torn for the sentences in them.
        if let Some(line) = line.filter(|_| self.lines.get(after).is_some_and(|line| line.start == cut)) {
            return Some(line);
        }
        let stretch = &self.text[from..cut];
        let fits = |end: &usize| *end > from && *end < cut && self.is_between_graphemes(start, *end);
        let sentence = SENTENCES
            .segment_str(stretch)
            .map(|at| from + at)
            .find(|end| fits(end) && !self.text[..*end].ends_with(['\n', '\r']));
        let found = line.into_iter().chain(sentence).min().or_else(|| lines.first().map(|line| line.start));
        found.or_else(|| self.word_after(from, cut).filter(fits))
    }

    /// The first word that begins behind `from`, better after white space.
    fn word_after(&self, from: usize, cut: usize) -> Option<usize> {
        let stretch = &self.text[from..self.text.floor_char_boundary(cut.min(from + WORD_STRETCH))];
        let begins: Vec<usize> =
            WORDS.segment_str(stretch).skip(1).map(|at| from + at).filter(|at| *at < cut).collect();
        let spaced = begins.iter().copied().find(|at| {
            self.text[..*at].ends_with(char::is_whitespace) && !self.text[*at..].starts_with(char::is_whitespace)
        });
        spaced.or(begins.get(1).copied())
    }

    /// Whether no grapheme is cut at `at`, which must be near behind `start`, where one begins.
    fn is_between_graphemes(&self, start: usize, at: usize) -> bool {
        let around = self.text.as_bytes().get(at.saturating_sub(1)..=at).unwrap_or_default();
        // Most text is decided without a look at the rest.
        if around.is_ascii() {
            return around != b"\r\n";
        }
        GRAPHEMES.segment_str(ahead(&self.text[start..], at - start)).any(|end| start + end == at)
    }
}

/// The first `length` bytes of a text and a little more.
fn ahead(text: &str, length: usize) -> &str {
    &text[..text.ceil_char_boundary(length.saturating_add(LOOKAHEAD).min(text.len()))]
}
