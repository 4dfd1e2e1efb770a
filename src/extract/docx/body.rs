//! The walk over a document part: paragraphs, runs, tables, fields, notes. One pass, no recursion: what is open stands
//! on a stack of its own.

use super::link;
use super::notes::{NoteKind, References};
use super::numbering::{Marker, Numbering};
use super::output::Output;
use super::package::Relation;
use super::style::{ListRef, Styles};
use super::symbol;
use super::table::Tables;
use super::xml::{Handler, Space, Tag};
use std::collections::HashMap;

/// Most fields open at once that are followed.
const MAX_FIELDS: usize = 64;
/// Longest field instruction kept, in bytes.
const MAX_INSTRUCTION: usize = 4096;

/// What an open element means for its end.
enum Frame {
    Paragraph,
    Table,
    Row,
    Cell,
    /// Paragraph, run, row and other properties.
    Properties {
        of_row: bool,
    },
    /// Holds text to be read.
    Text,
    Instruction,
    Link {
        address: Option<String>,
        from: Mark,
    },
    /// First reading of alternate content, with the bytes of text seen before it.
    Choice {
        before: usize,
    },
    Note,
    Other,
}

/// A place in the text of an open paragraph.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    paragraph: u64,
    at: usize,
}

struct Field {
    instruction: String,
    /// Before its result begins.
    in_code: bool,
    from: Option<Mark>,
}

#[derive(Default)]
struct Paragraph {
    number: u64,
    text: String,
    style: Option<String>,
    list: ListRef,
    outline: Option<u8>,
    /// Its end was deleted, so that it runs on into the next.
    runs_on: bool,
}

/// What the walk needs to know of the rest of the document.
pub(super) struct Surroundings<'a> {
    pub(super) styles: &'a Styles,
    pub(super) relations: &'a HashMap<String, Relation>,
    pub(super) numbering: &'a mut Numbering,
    pub(super) references: &'a mut References,
}

/// Reads a document part, or a part of notes.
pub(super) struct Body<'a> {
    around: Surroundings<'a>,
    out: Output,
    frames: Vec<Frame>,
    /// Elements open inside an element that is skipped, that one included.
    skipped: usize,
    /// Open property elements.
    properties: usize,
    paragraphs: Vec<Paragraph>,
    paragraph_count: u64,
    carried: String,
    tables: Tables,
    fields: Vec<Field>,
    /// Fields whose code is open; text in it is not shown.
    hiding: usize,
    seen: usize,
    /// The first reading of the alternate content just closed had text.
    chosen: bool,
    note: Option<String>,
    /// Text of the notes read, by id.
    pub(super) notes: HashMap<String, String>,
    /// The first paragraph in the style of a title.
    pub(super) title: Option<String>,
}

impl<'a> Body<'a> {
    pub(super) fn new(around: Surroundings<'a>) -> Self {
        Self {
            around,
            out: Output::default(),
            frames: Vec::new(),
            skipped: 0,
            properties: 0,
            paragraphs: Vec::new(),
            paragraph_count: 0,
            carried: String::new(),
            tables: Tables::default(),
            fields: Vec::new(),
            hiding: 0,
            seen: 0,
            chosen: false,
            note: None,
            notes: HashMap::new(),
            title: None,
        }
    }

    /// Ends what a break in the file has left open, and gives the text.
    pub(super) fn finish(&mut self) -> String {
        while !self.frames.is_empty() {
            self.skipped = 0;
            self.close();
        }
        let rest = std::mem::take(&mut self.carried);
        self.emit(&Paragraph { text: rest, ..Paragraph::default() });
        std::mem::take(&mut self.out).finish()
    }

    /// Text of the document that is shown.
    fn push(&mut self, text: &str) {
        if self.hiding > 0 || self.properties > 0 {
            return;
        }
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.text += text;
            self.seen += text.len();
        }
    }

    fn mark(&self) -> Option<Mark> {
        self.paragraphs.last().map(|p| Mark { paragraph: p.number, at: p.text.len() })
    }

    fn link(&mut self, from: Option<Mark>, address: Option<String>) {
        if let (Some(from), Some(address), Some(paragraph)) = (from, address, self.paragraphs.last_mut())
            && paragraph.number == from.paragraph
        {
            link::wrap(&mut paragraph.text, from.at, &address);
        }
    }

    fn open_word(&mut self, tag: &Tag) -> Option<Frame> {
        Some(match tag.name {
            "p" => self.open_paragraph(),
            "tbl" => self.open_table(),
            "tr" => {
                self.tables.open_row();
                Frame::Row
            }
            "tc" => {
                self.tables.open_cell();
                Frame::Cell
            }
            "t" if self.properties == 0 => Frame::Text,
            "instrText" => Frame::Instruction,
            "hyperlink" => self.open_link(tag),
            "fldSimple" => {
                let address = tag.attr("instr").and_then(|i| link::address_of_field(&i));
                self.mark().map_or(Frame::Other, |from| Frame::Link { address, from })
            }
            "footnote" | "endnote" => self.open_note(tag)?,
            // Old properties, deleted text and moved text at its old place; comments and section layout hold none.
            "rPrChange" | "pPrChange" | "tblPrChange" | "trPrChange" | "tcPrChange" | "sectPrChange" | "sectPr"
            | "tblPrExChange" | "numberingChange" | "rt" | "fldData" | "delInstrText" => return None,
            "del" | "moveFrom" => return self.deleted(),
            name if name.ends_with("Pr") && name != "sdtPr" => self.open_properties(name == "trPr"),
            "sdtPr" | "sdtEndPr" => return None,
            _ => {
                self.detail(tag);
                Frame::Other
            }
        })
    }

    fn open_properties(&mut self, of_row: bool) -> Frame {
        self.properties += 1;
        Frame::Properties { of_row }
    }

    /// A mark of deletion inside properties speaks of the paragraph's end or of the row; elsewhere it holds what was
    /// deleted, which is skipped.
    fn deleted(&mut self) -> Option<Frame> {
        match self.frames.last() {
            Some(Frame::Properties { of_row: true }) => self.tables.delete_row(),
            Some(Frame::Properties { of_row: false }) => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    // Only the properties of the paragraph's mark stand inside those of the paragraph.
                    paragraph.runs_on |= self.properties >= 2;
                }
            }
            _ => return None,
        }
        Some(Frame::Other)
    }

    fn open_paragraph(&mut self) -> Frame {
        self.paragraph_count += 1;
        let text = match self.paragraphs.is_empty() {
            true => std::mem::take(&mut self.carried),
            false => String::new(),
        };
        self.paragraphs.push(Paragraph { number: self.paragraph_count, text, ..Paragraph::default() });
        Frame::Paragraph
    }

    /// A table inside a paragraph comes after the text before it.
    fn open_table(&mut self) -> Frame {
        if let Some(paragraph) = self.paragraphs.last_mut()
            && !paragraph.text.is_empty()
        {
            let before = Paragraph { text: std::mem::take(&mut paragraph.text), ..Paragraph::default() };
            self.emit(&before);
        }
        self.tables.open();
        Frame::Table
    }

    fn open_link(&mut self, tag: &Tag) -> Frame {
        let related = tag.attr("id").and_then(|id| self.around.relations.get(&id));
        let address = related.filter(|r| r.kind == "hyperlink").map(|r| r.target.clone());
        self.mark().map_or(Frame::Other, |from| Frame::Link { address, from })
    }

    fn open_note(&mut self, tag: &Tag) -> Option<Frame> {
        // The properties of the document also name the separators.
        if self.properties > 0 || tag.attr("type").is_some_and(|t| t != "normal") {
            return None;
        }
        self.note = Some(tag.attr("id")?);
        Some(Frame::Note)
    }

    /// Elements without contents of their own.
    fn detail(&mut self, tag: &Tag) {
        if self.properties > 0 {
            return self.property(tag);
        }
        match tag.name {
            "tab" | "ptab" => self.push("\t"),
            "br" | "cr" => self.push("\n"),
            "noBreakHyphen" => self.push("-"),
            "sym" => {
                let char = tag.attr("char").and_then(|code| symbol::read(&tag.attr("font").unwrap_or_default(), &code));
                if let Some(char) = char {
                    self.push(char.encode_utf8(&mut [0; 4]));
                }
            }
            "footnoteReference" => self.reference(NoteKind::Foot, tag),
            "endnoteReference" => self.reference(NoteKind::End, tag),
            "fldChar" => match tag.attr("fldCharType").as_deref() {
                Some("begin") => self.begin_field(),
                Some("separate") => self.separate_field(),
                Some("end") => self.end_field(),
                _ => {}
            },
            _ => {}
        }
    }

    fn property(&mut self, tag: &Tag) {
        match tag.name {
            "gridSpan" => self.tables.span(tag.attr("val").and_then(|v| v.parse().ok()).unwrap_or(1)),
            "gridBefore" => self.tables.skip_columns(tag.attr("val").and_then(|v| v.parse().ok()).unwrap_or(0)),
            _ => {
                let Some(paragraph) = self.paragraphs.last_mut() else { return };
                match tag.name {
                    "pStyle" => paragraph.style = tag.attr("val"),
                    "numId" => paragraph.list.id = tag.attr("val"),
                    "ilvl" => paragraph.list.level = tag.attr("val").and_then(|v| v.parse().ok()),
                    "outlineLvl" => paragraph.outline = tag.attr("val").and_then(|v| v.parse().ok()),
                    _ => {}
                }
            }
        }
    }

    fn reference(&mut self, kind: NoteKind, tag: &Tag) {
        if let (Some(id), 0) = (tag.attr("id"), self.hiding) {
            let number = self.around.references.number(kind, &id);
            self.push(&format!("[^{number}]"));
        }
    }

    fn begin_field(&mut self) {
        if self.fields.len() < MAX_FIELDS {
            self.fields.push(Field { instruction: String::new(), in_code: true, from: None });
            self.hiding += 1;
        }
    }

    fn separate_field(&mut self) {
        let mark = self.mark();
        if let Some(field) = self.fields.last_mut() {
            self.hiding -= usize::from(std::mem::replace(&mut field.in_code, false));
            field.from = mark;
        }
    }

    fn end_field(&mut self) {
        if let Some(field) = self.fields.pop() {
            self.hiding -= usize::from(field.in_code);
            self.link(field.from, link::address_of_field(&field.instruction));
        }
    }

    fn close_paragraph(&mut self) {
        let Some(mut paragraph) = self.paragraphs.pop() else { return };
        // A field that never ends must not hide the rest of the document.
        if self.hiding > 0 {
            self.fields.iter_mut().for_each(|field| field.in_code = false);
            self.hiding = 0;
        }
        if paragraph.runs_on && self.paragraphs.is_empty() {
            // Who deletes the end between two words means a space there.
            let glued = paragraph.text.ends_with(char::is_alphanumeric);
            self.carried = if glued { paragraph.text + " " } else { paragraph.text };
            return;
        }
        if self.title.is_none() && self.around.styles.is_title(paragraph.style.as_deref()) {
            let words: Vec<&str> = paragraph.text.split_whitespace().collect();
            self.title = Some(words.join(" ")).filter(|t| !t.is_empty());
        }
        if paragraph.text.contains(symbol::is_odd) {
            paragraph.text = symbol::plain(&paragraph.text);
        }
        self.emit(&paragraph);
    }

    fn emit(&mut self, paragraph: &Paragraph) {
        let styles = self.around.styles;
        let style = paragraph.style.as_deref();
        let text = &paragraph.text;
        let of_style = styles.list(style);
        let list = paragraph.list.id.as_ref().or(of_style.id.as_ref());
        let level = paragraph.list.level.or(of_style.level).unwrap_or(0);
        let heading = match paragraph.outline {
            Some(level) => (level < 9).then_some(level + 1),
            None => styles.heading(style),
        };
        let in_table = self.tables.is_open();
        if !in_table && styles.is_code(style) {
            return self.out.code(text);
        }
        if let (Some(heading), false) = (heading, in_table) {
            return self.out.heading(heading, text);
        }
        // Word numbers an empty paragraph too, but nobody sees an item there.
        let marker = list.filter(|_| !text.trim().is_empty()).and_then(|id| self.around.numbering.next(id, level));
        if in_table {
            return match marker {
                Some(Marker::Ordered(label)) => self.tables.text(&format!("{label}. {}", text.trim())),
                _ => self.tables.text(text),
            };
        }
        match marker {
            Some(marker) => self.out.item(level, &marker, text),
            None => self.out.plain(text),
        }
    }
}

impl Handler for Body<'_> {
    fn open(&mut self, tag: &Tag) {
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        let frame = match (tag.space, tag.name) {
            (Space::Word, _) => self.open_word(tag),
            (Space::Draw, "p") => Some(self.open_paragraph()),
            (Space::Draw | Space::Math, "t") => Some(Frame::Text),
            (Space::Draw, "br") => {
                self.push("\n");
                Some(Frame::Other)
            }
            (Space::Math, "den" | "sup" | "sub") => {
                self.push(if tag.name == "den" { "/" } else { symbol::script(tag.name) });
                Some(Frame::Other)
            }
            (Space::Math, name) if name.ends_with("Pr") => Some(self.open_properties(false)),
            (Space::Compat, "Choice") => Some(Frame::Choice { before: self.seen }),
            // The same once more for older programs.
            (Space::Compat, "Fallback") if std::mem::take(&mut self.chosen) => None,
            (Space::Other, "textpath") => {
                self.push(&tag.attr("string").unwrap_or_default());
                Some(Frame::Other)
            }
            _ => Some(Frame::Other),
        };
        match frame {
            Some(frame) => self.frames.push(frame),
            None => self.skipped = 1,
        }
    }

    fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match self.frames.pop() {
            Some(Frame::Paragraph) => self.close_paragraph(),
            Some(Frame::Table) => {
                if let Some(rows) = self.tables.close() {
                    self.out.table(&rows);
                }
            }
            Some(Frame::Row) => self.tables.close_row(),
            Some(Frame::Cell) => self.tables.close_cell(),
            Some(Frame::Properties { .. }) => self.properties = self.properties.saturating_sub(1),
            Some(Frame::Link { address, from }) => self.link(Some(from), address),
            Some(Frame::Choice { before }) => self.chosen = self.seen > before,
            Some(Frame::Note) => {
                if let Some(id) = self.note.take() {
                    self.notes.insert(id, std::mem::take(&mut self.out).finish());
                }
            }
            Some(Frame::Text | Frame::Instruction | Frame::Other) | None => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipped > 0 {
            return;
        }
        match self.frames.last() {
            // Line ends inside of a text element are how the file is laid out; Word shows a space.
            Some(Frame::Text) if text.contains(['\n', '\r', '\t']) => self.push(&text.replace(['\n', '\r', '\t'], " ")),
            Some(Frame::Text) => self.push(text),
            Some(Frame::Instruction) => {
                if let Some(field) = self.fields.last_mut().filter(|f| f.instruction.len() < MAX_INSTRUCTION) {
                    field.instruction += text;
                }
            }
            _ => {}
        }
    }
}
