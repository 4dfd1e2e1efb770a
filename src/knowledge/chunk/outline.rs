//! The sections of a text, and the boundaries inside them.

use super::front;
use super::line::{self, Level, Line};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Longer headings are no headings, in characters: a paragraph over a rule reads as one.
const MAX_HEADING: usize = 300;

/// How full a chunk must be, in percent, before a block that fits whole in the next one.
const BEFORE_WHOLE: u8 = 25;
/// The same before a code block, which is worth more in one piece.
const BEFORE_CODE: u8 = 8;

/// A heading and what follows it, up to the next heading.
#[derive(Debug, Clone)]
pub(super) struct Section {
    /// Where the heading begins, in bytes.
    pub(super) start: usize,
    /// Where the text below the heading begins.
    pub(super) body: usize,
    /// The heading; empty for what is before the first one.
    pub(super) title: String,
    /// 1 to 6; 0 for what is before the first heading.
    pub(super) level: u8,
    /// The section that this one is a part of.
    pub(super) parent: Option<usize>,
    /// There is no text below the heading.
    pub(super) bare: bool,
}

/// Sections and lines of a text.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// In the order of the text.
    pub(super) sections: Vec<Section>,
    /// All lines that are not blank.
    pub(super) lines: Vec<Line>,
}

impl Outline {
    /// One section; blank lines part its blocks, and an indented block belongs to those before it.
    pub(super) fn of_plain(text: &str, size: usize) -> Self {
        let mut lines = line::lines(text);
        let ends: Vec<usize> = lines.iter().skip(1).map(|line| line.start).chain([text.len()]).collect();
        let mut block_end = text.len();
        for (line, end) in lines.iter_mut().zip(ends).rev() {
            if !line.after_blank {
                continue;
            }
            let indented = text[line.start..end].starts_with([' ', '\t']);
            line.level = Level::at_depth(usize::from(indented || line::is_announced(text, line.start)));
            if !indented && fits(&text[line.start..block_end], size) {
                line.fill = BEFORE_WHOLE;
            }
            block_end = line.start;
        }
        Self { sections: sections(text, Vec::new()), lines }
    }

    /// Sections by headings; blocks as the parser finds them.
    pub(super) fn of_markdown(text: &str, size: usize) -> Self {
        let mut reader = Reader { text, size, lines: line::lines(text), headings: Vec::new(), open: None, depth: 0 };
        let head = front::length(text);
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS;
        for (event, range) in Parser::new_ext(&text[head..], options).into_offset_iter() {
            reader.read(event, range.start + head..range.end + head);
        }
        Self { sections: sections(text, reader.headings), lines: reader.lines }
    }

    /// Where section `index` ends.
    pub(super) fn end(&self, index: usize, text: &str) -> usize {
        self.sections.get(index + 1).map_or(text.len(), |next| next.start)
    }

    /// What two sections, or ancestors of sections, are both part of.
    fn common(&self, mut a: Option<usize>, mut b: Option<usize>) -> Option<usize> {
        // A parent stands before its children, so the later one is the one to climb from.
        while a != b {
            let later = if a > b { &mut a } else { &mut b };
            *later = later.and_then(|index| self.sections[index].parent);
        }
        a
    }

    /// The headings that are above all of these sections' text.
    pub(super) fn path(&self, touched: Range<usize>) -> Vec<String> {
        let mut common = touched.end.checked_sub(1);
        for index in touched.clone().rev() {
            // A heading above the next section, without text of its own, is in the path already.
            let only_above = self.sections[index].bare
                && touched.contains(&(index + 1))
                && self.sections[index + 1].parent == Some(index);
            if !only_above {
                common = self.common(common, Some(index));
            }
        }
        let mut path = Vec::new();
        while let Some(index) = common {
            let section = &self.sections[index];
            if section.level > 0 {
                path.push(section.title.clone());
            }
            common = section.parent;
        }
        path.reverse();
        path
    }
}

/// Puts headings into their tree, with a section for the text before them.
fn sections(text: &str, headings: Vec<Section>) -> Vec<Section> {
    let first = headings.first().map_or(text.len(), |heading| heading.start);
    let mut sections = Vec::with_capacity(headings.len() + 1);
    if !text[..first].trim().is_empty() {
        sections.push(Section { start: 0, body: 0, title: String::new(), level: 0, parent: None, bare: false });
    }
    let mut above: Vec<usize> = Vec::new();
    let mut headings = headings.into_iter().peekable();
    while let Some(mut heading) = headings.next() {
        while above.last().is_some_and(|index| sections[*index].level >= heading.level) {
            above.pop();
        }
        heading.parent = above.last().copied();
        let end = headings.peek().map_or(text.len(), |next| next.start);
        heading.bare = text[heading.body..end].trim().is_empty();
        above.push(sections.len());
        sections.push(heading);
    }
    sections
}

fn fits(text: &str, size: usize) -> bool {
    let text = text.trim();
    text.len() <= size || (text.len() <= size.saturating_mul(4) && text.chars().count() <= size)
}

/// Takes headings and blocks from the parser's events.
struct Reader<'a> {
    text: &'a str,
    size: usize,
    lines: Vec<Line>,
    headings: Vec<Section>,
    /// The heading that is being read.
    open: Option<Section>,
    /// Blocks around the present place.
    depth: usize,
}

impl Reader<'_> {
    fn read(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            // Headings in quotations and lists are not the document's own.
            Event::Start(Tag::Heading { level, .. }) => {
                if self.depth == 0 {
                    self.open_heading(level as u8, &range);
                }
                self.depth += 1;
            }
            Event::End(TagEnd::Heading(_)) => {
                self.depth = self.depth.saturating_sub(1);
                self.close_heading();
            }
            Event::Start(tag) if is_block(&tag.to_end()) => {
                self.block(&tag, &range);
                self.depth += 1;
            }
            Event::End(tag) if is_block(&tag) => self.depth = self.depth.saturating_sub(1),
            Event::Rule => self.begin(&range),
            Event::Text(words) | Event::Code(words) => self.name(&words),
            Event::SoftBreak | Event::HardBreak => self.name(" "),
            _ => {}
        }
    }

    fn open_heading(&mut self, level: u8, range: &Range<usize>) {
        let Some(index) = line::index_at(&self.lines, range.start) else { return };
        let start = self.lines[index].start;
        self.begin(range);
        self.open = Some(Section { start, body: range.end, title: String::new(), level, parent: None, bare: false });
    }

    fn close_heading(&mut self) {
        let Some(mut heading) = self.open.take() else { return };
        heading.title = title(&heading.title);
        if !heading.title.is_empty() && self.headings.last().is_none_or(|last| last.body <= heading.start) {
            self.headings.push(heading);
        }
    }

    fn name(&mut self, words: &str) {
        if let Some(heading) = &mut self.open {
            heading.title.push_str(words);
        }
    }

    fn block(&mut self, tag: &Tag<'_>, range: &Range<usize>) {
        self.begin(range);
        let code = matches!(tag, Tag::CodeBlock(_));
        if !code && self.depth > 0 {
            return;
        }
        let whole = fits(&self.text[range.clone()], self.size);
        if whole && let Some(index) = line::index_at(&self.lines, range.start) {
            self.lines[index].fill = if code { BEFORE_CODE } else { BEFORE_WHOLE };
        }
        if code {
            self.code_lines(range, whole);
        }
    }

    /// Raises the line to what begins on it; blocks never begin in the middle of a line.
    fn begin(&mut self, range: &Range<usize>) {
        let Some(index) = line::index_at(&self.lines, range.start) else { return };
        let start = self.lines[index].start;
        let announced = self.depth == 0 && line::is_announced(self.text, start);
        let level = if announced { Level::at_depth(1) } else { Level::at_depth(self.depth) };
        self.lines[index].level = self.lines[index].level.max(level);
    }

    fn code_lines(&mut self, range: &Range<usize>, whole: bool) {
        let first = self.lines.partition_point(|line| line.start <= range.start);
        for line in self.lines[first..].iter_mut().take_while(|line| line.start < range.end) {
            line.level = match (whole, line.after_blank) {
                (true, _) => Level::Kept,
                (false, true) => Level::at_depth(usize::MAX),
                (false, false) => Level::Line,
            };
        }
    }
}

/// The heading's words on one line, without a trailing `{#anchor}`; empty when it is too long for a heading.
fn title(words: &str) -> String {
    if words.chars().nth(MAX_HEADING).is_some() {
        return String::new();
    }
    let title = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match title.rsplit_once(" {#") {
        Some((name, anchor)) if anchor.ends_with('}') => name.to_owned(),
        _ => title,
    }
}

fn is_block(tag: &TagEnd) -> bool {
    !matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::TableCell
    )
}
