//! Paragraph styles: which are headings, which are code, which carry a list.

use super::xml::{self, Handler, Space, Tag};
use std::collections::HashMap;

/// Longest chain of styles followed; a chain in a loop ends here too.
const MAX_CHAIN: usize = 32;
/// Style names of program text, as Word, LibreOffice, pandoc and Google name them, in lower case.
const CODE_NAMES: [&str; 10] = [
    "source code",
    "sourcecode",
    "code",
    "code block",
    "html preformatted",
    "preformatted text",
    "preformatted",
    "verbatim",
    "listing",
    "macro",
];

#[derive(Debug, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    list: ListRef,
}

/// Where a paragraph says it stands in a list; either half may be inherited.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct ListRef {
    /// Numbering instance; `"0"` takes the paragraph out of its style's list.
    pub(super) id: Option<String>,
    /// Level, from 0.
    pub(super) level: Option<u8>,
}

/// The style sheet of the document, by style id.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    default: Option<String>,
}

impl Styles {
    /// Reads `styles.xml`; what stands before a break is kept.
    pub(super) fn read(xml: &[u8]) -> Self {
        let mut reader = StyleReader::default();
        let _ = xml::walk(xml, &mut reader);
        reader.styles
    }

    /// Heading level (1 to 9) of a paragraph of that style; the title of the document counts as 1.
    pub(super) fn heading(&self, id: Option<&str>) -> Option<u8> {
        self.chain(id).find_map(|style| match style.outline {
            // 9 is "body text" and hides the outline level of a style below.
            Some(level) => Some((level < 9).then_some(level + 1)),
            None => heading_of_name(&style.name).map(Some),
        })?
    }

    /// Whether the style is the title of the document.
    pub(super) fn is_title(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| style.name == "title")
    }

    /// Whether the style, or one that it is based on, is for program text.
    pub(super) fn is_code(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| CODE_NAMES.contains(&style.name.as_str()))
    }

    /// The list that the style puts its paragraphs in.
    pub(super) fn list(&self, id: Option<&str>) -> ListRef {
        let mut found = ListRef::default();
        for style in self.chain(id) {
            found.id = found.id.or_else(|| style.list.id.clone());
            found.level = found.level.or(style.list.level);
        }
        found
    }

    /// The style (or the default one) and those that it is based on, nearest first.
    fn chain<'a>(&'a self, id: Option<&'a str>) -> impl Iterator<Item = &'a Style> {
        let first = id.or(self.default.as_deref()).and_then(|id| self.by_id.get(id));
        std::iter::successors(first, |style| self.by_id.get(style.based_on.as_deref()?)).take(MAX_CHAIN)
    }
}

/// Built-in styles have English names in the file whatever the language of Word, but not in files of every program.
fn heading_of_name(name: &str) -> Option<u8> {
    if name == "title" {
        return Some(1);
    }
    let level = name.strip_prefix("heading ")?;
    level.parse().ok().filter(|level| (1..=9).contains(level))
}

#[derive(Default)]
struct StyleReader {
    styles: Styles,
    id: String,
    current: Style,
    is_default: bool,
    /// Open elements since `style`; 0 outside of one.
    depth: usize,
}

impl Handler for StyleReader {
    fn open(&mut self, tag: &Tag) {
        if self.depth > 0 {
            self.depth += 1;
        }
        if tag.space != Space::Word {
            return;
        }
        let value = || tag.attr("val");
        match tag.name {
            "style" if self.depth == 0 => {
                self.depth = 1;
                self.id = tag.attr("styleId").unwrap_or_default();
                self.current = Style::default();
                let paragraph = tag.attr("type").is_none_or(|t| t == "paragraph");
                self.is_default = paragraph && matches!(tag.attr("default").as_deref(), Some("1" | "true" | "on"));
            }
            "name" if self.depth == 2 => self.current.name = value().unwrap_or_default().to_lowercase(),
            "basedOn" if self.depth == 2 => self.current.based_on = value(),
            "outlineLvl" if self.depth > 0 => self.current.outline = value().and_then(|v| v.parse().ok()),
            "numId" if self.depth > 0 => self.current.list.id = value(),
            "ilvl" if self.depth > 0 => self.current.list.level = value().and_then(|v| v.parse().ok()),
            _ => {}
        }
    }

    fn close(&mut self) {
        if self.depth == 1 {
            if self.is_default {
                self.styles.default = Some(self.id.clone());
            }
            self.styles.by_id.insert(std::mem::take(&mut self.id), std::mem::take(&mut self.current));
        }
        self.depth = self.depth.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = r#"<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
        <w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>
        <w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
        <w:style w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
        <w:style w:styleId="Mein"><w:name w:val="Mein"/><w:basedOn w:val="berschrift2"/></w:style>
        <w:style w:styleId="Flach"><w:name w:val="Flach"/><w:basedOn w:val="Mein"/>
            <w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
        <w:style w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/></w:style>
        <w:style w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="A"/></w:style>
        <w:style w:styleId="Liste"><w:name w:val="l"/><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style>
        <w:style w:styleId="Quelle"><w:name w:val="Source Code"/></w:style></w:styles>"#;

    #[test]
    fn headings_come_by_name_by_outline_and_by_inheritance() {
        let styles = Styles::read(SHEET.as_bytes());
        assert_eq!(styles.heading(Some("berschrift2")), Some(2));
        assert_eq!(styles.heading(Some("Kapitel")), Some(1));
        assert_eq!(styles.heading(Some("Mein")), Some(2));
        assert_eq!(styles.heading(Some("Flach")), None);
        assert_eq!(styles.heading(None), None);
        assert_eq!(styles.heading(Some("unknown")), None);
    }

    #[test]
    fn a_loop_of_styles_ends() {
        assert_eq!(Styles::read(SHEET.as_bytes()).heading(Some("A")), None);
    }

    #[test]
    fn lists_and_code_are_found() {
        let styles = Styles::read(SHEET.as_bytes());
        assert_eq!(styles.list(Some("Liste")).id.as_deref(), Some("7"));
        assert!(styles.is_code(Some("Quelle")));
        assert!(!styles.is_code(Some("Liste")));
    }
}
