//! From a part of the page to Markdown.

use crate::html::code;
use crate::html::flat::{Flat, Kind};
use crate::html::table;
use scraper::node::Element;

/// Deeper lists and quotes are not indented any further: each level would lengthen every line in it.
const MAX_INDENTS: usize = 8;

/// The Markdown of everything inside `root`, except where `skip` says no. Links and emphasis keep their text only.
pub(crate) fn write(flat: &Flat, root: usize, skip: &[bool]) -> String {
    let mut writer = Writer::new(flat, skip, false);
    writer.walk(root);
    let length = writer.out.trim_end().len();
    writer.out.truncate(length);
    writer.out
}

/// The text inside `root` on one line, code in backticks.
pub(crate) fn line(flat: &Flat, root: usize, skip: &[bool]) -> String {
    let mut writer = Writer::new(flat, skip, true);
    writer.walk(root);
    writer.out
}

/// What parts the next word from the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
    Paragraph,
}

/// What has to be undone at the end of an element.
struct Open {
    end: usize,
    gap: Gap,
    indented: bool,
    heading: bool,
    list: bool,
}

struct List {
    /// The number of the next item; none for bullets.
    next: Option<i64>,
    /// Whether there was an item.
    begun: bool,
}

struct Writer<'a> {
    flat: &'a Flat<'a>,
    skip: &'a [bool],
    out: String,
    gap: Gap,
    /// Everything goes on one line.
    single: bool,
    open: Vec<Open>,
    /// What each line begins with, one per list item or quote.
    indents: Vec<String>,
    /// Stands in place of the last indent on the next line.
    marker: Option<String>,
    /// Stands before the next word: a heading's number signs.
    lead: String,
    headings: usize,
    /// The lists around.
    lists: Vec<List>,
}

impl<'a> Writer<'a> {
    fn new(flat: &'a Flat<'a>, skip: &'a [bool], single: bool) -> Self {
        Self {
            flat,
            skip,
            out: String::new(),
            gap: Gap::None,
            single,
            open: Vec::new(),
            indents: Vec::new(),
            marker: None,
            lead: String::new(),
            headings: 0,
            lists: Vec::new(),
        }
    }

    fn walk(&mut self, root: usize) {
        let end = self.flat.pieces[root].end;
        let mut at = root;
        while at < end {
            self.close_until(at);
            let piece = &self.flat.pieces[at];
            if self.skip[at] {
                at = piece.end;
                continue;
            }
            at = match piece.kind {
                Kind::Text(text) => {
                    self.text(text);
                    at + 1
                }
                Kind::Element(element) => {
                    if self.element(at, element) {
                        at + 1
                    } else {
                        piece.end
                    }
                }
            };
        }
        self.close_until(usize::MAX);
    }

    fn close_until(&mut self, at: usize) {
        while self.open.last().is_some_and(|open| open.end <= at) {
            let Some(open) = self.open.pop() else { return };
            if open.indented {
                self.indents.pop();
                self.marker = None;
            }
            if open.heading {
                self.headings -= 1;
                self.lead.clear();
            }
            if open.list {
                self.lists.pop();
            }
            self.part(open.gap);
        }
    }

    /// Asks for at least this gap before the next word.
    fn part(&mut self, gap: Gap) {
        // An item's marker and its first words stay together.
        if self.marker.is_some() {
            return;
        }
        let most = if self.single || self.headings > 0 { Gap::Space } else { Gap::Paragraph };
        self.gap = self.gap.max(gap.min(most));
    }

    /// Begins an element; false where its contents are dealt with.
    fn element(&mut self, at: usize, element: &Element) -> bool {
        let name = element.name();
        let mut open =
            Open { end: self.flat.pieces[at].end, gap: Gap::None, indented: false, heading: false, list: false };
        match name {
            "br" => self.part(if self.gap >= Gap::Line { Gap::Paragraph } else { Gap::Line }),
            "pre" if !self.single => return self.fenced(at),
            "kbd" | "samp" => return self.code(at),
            "table" if !self.single && table::is_data(self.flat, at, self.skip) => return self.table(at),
            // The sign beside a heading that links to it.
            "a" if self.headings > 0 && !self.flat.text(at).contains(char::is_alphanumeric) => return false,
            "img" => self.formula(element.attr("alt"), element.attr("class")),
            "math" if element.attr("alttext").is_some() => {
                self.formula(element.attr("alttext"), Some("math"));
                return false;
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading(name, &mut open),
            "ul" | "ol" | "menu" => self.list(element, &mut open),
            "li" => self.item(&mut open),
            "dd" => self.indent(": ", "  ", true, &mut open),
            "blockquote" => self.indent("> ", "> ", false, &mut open),
            "td" | "th" => open.gap = Gap::Space,
            "tr" | "option" => open.gap = Gap::Line,
            _ if is_block(name) => open.gap = Gap::Paragraph,
            _ => {}
        }
        self.part(open.gap);
        self.open.push(open);
        true
    }

    fn heading(&mut self, name: &str, open: &mut Open) {
        self.part(Gap::Paragraph);
        open.gap = Gap::Paragraph;
        open.heading = true;
        if !self.single && self.headings == 0 {
            let level = name.as_bytes().last().map_or(1, |digit| usize::from(digit.saturating_sub(b'0')));
            self.lead = format!("{} ", "#".repeat(level));
        }
        self.headings += 1;
    }

    fn list(&mut self, element: &Element, open: &mut Open) {
        let first = (element.name() == "ol")
            .then(|| element.attr("start").and_then(|start| start.trim().parse().ok()).unwrap_or(1));
        open.gap = if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line };
        open.list = true;
        self.lists.push(List { next: first, begun: false });
    }

    fn item(&mut self, open: &mut Open) {
        let nested = self.lists.len() > 1;
        let mut marker = String::from("- ");
        let mut close = true;
        if let Some(list) = self.lists.last_mut() {
            close = list.begun || nested;
            list.begun = true;
            if let Some(number) = list.next {
                marker = format!("{number}. ");
                list.next = Some(number.saturating_add(1));
            }
        }
        self.indent(&marker, &" ".repeat(marker.len()), close, open);
    }

    /// Begins a part whose first line starts with `first` and all others with `next`; `close` leaves no blank line
    /// before it, whatever the paragraph above asked for.
    fn indent(&mut self, first: &str, next: &str, close: bool, open: &mut Open) {
        if self.single {
            open.gap = Gap::Space;
            return;
        }
        open.gap = if close { Gap::Line } else { Gap::Paragraph };
        if close {
            self.gap = self.gap.min(Gap::Line);
        }
        self.part(open.gap);
        open.indented = true;
        let deep = self.indents.len() >= MAX_INDENTS;
        self.indents.push(if deep { String::new() } else { next.to_owned() });
        self.marker = Some(first.to_owned());
    }

    fn text(&mut self, text: &str) {
        if text.starts_with(char::is_whitespace) {
            self.part(Gap::Space);
        }
        for (nth, word) in text.split_whitespace().enumerate() {
            if nth > 0 {
                self.part(Gap::Space);
            }
            self.word(word);
        }
        if text.ends_with(char::is_whitespace) {
            self.part(Gap::Space);
        }
    }

    /// Writes a word as it stands, after the gap that is due.
    fn word(&mut self, word: &str) {
        // A soft hyphen would keep the word from being found.
        let hidden = |c: char| c == '\u{ad}';
        if word.chars().all(hidden) {
            return;
        }
        let fresh = self.begin();
        if fresh && (word.trim_start_matches('#').is_empty() || word.starts_with("```") || word.starts_with("~~~")) {
            self.out.push('\\');
        }
        self.out.extend(word.chars().filter(|c| !hidden(*c)));
    }

    /// Writes the gap that is due; true where a line begins.
    fn begin(&mut self) -> bool {
        let gap = std::mem::replace(&mut self.gap, Gap::None);
        let first = self.out.is_empty();
        match gap {
            _ if first => {}
            Gap::None => {}
            Gap::Space => self.out.push(' '),
            Gap::Line => self.out.push('\n'),
            Gap::Paragraph => self.blank_line(),
        }
        let fresh = first || gap >= Gap::Line;
        if fresh {
            self.begin_line();
        }
        let lead = std::mem::take(&mut self.lead);
        self.out.push_str(&lead);
        fresh && lead.is_empty()
    }

    fn blank_line(&mut self) {
        self.out.push('\n');
        // A quote goes on over blank lines; an item's own first line is no part of it yet.
        let around = self.indents.len() - usize::from(self.marker.is_some());
        let quoted = self.indents[..around].iter().rposition(|indent| indent.starts_with('>'));
        for indent in &self.indents[..quoted.map_or(0, |last| last + 1)] {
            self.out.push_str(indent);
        }
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push('\n');
    }

    fn begin_line(&mut self) {
        let marker = self.marker.take();
        let kept = self.indents.len() - usize::from(marker.is_some());
        for indent in &self.indents[..kept] {
            self.out.push_str(indent);
        }
        self.out.push_str(marker.as_deref().unwrap_or_default());
    }

    /// Writes a line of a code block or table.
    fn whole_line(&mut self, line: &str) {
        self.gap = self.gap.max(Gap::Line);
        self.begin();
        self.out.push_str(line);
        self.gap = Gap::Line;
    }

    fn fenced(&mut self, at: usize) -> bool {
        if self.headings > 0 {
            return true;
        }
        let text = code::text(self.flat, at, self.skip);
        let body = text.trim_matches(['\n', '\r']).trim_end();
        if body.trim().is_empty() {
            return false;
        }
        self.part(Gap::Paragraph);
        let fence = "`".repeat(code::longest_ticks(body).max(2) + 1);
        self.whole_line(&format!("{fence}{}", code::language(self.flat, at).unwrap_or_default()));
        for line in body.lines() {
            self.whole_line(line);
        }
        self.whole_line(&fence);
        self.part(Gap::Paragraph);
        false
    }

    fn code(&mut self, at: usize) -> bool {
        let text = code::text(self.flat, at, self.skip);
        if !self.single && text.trim().contains('\n') && code::has_breaks(self.flat, at) {
            return self.fenced(at);
        }
        if text.starts_with(char::is_whitespace) {
            self.part(Gap::Space);
        }
        let body = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !body.is_empty() {
            let fence = "`".repeat(code::longest_ticks(&body) + 1);
            let pad = if body.starts_with('`') || body.ends_with('`') { " " } else { "" };
            self.begin();
            self.out.push_str(&[&fence, pad, &body, pad, &fence].concat());
        }
        if text.ends_with(char::is_whitespace) {
            self.part(Gap::Space);
        }
        false
    }

    /// A formula shown as a picture has its source as the alternative text.
    fn formula(&mut self, alt: Option<&str>, class: Option<&str>) {
        let is_formula = class.is_some_and(|class| class.contains("math") || class.contains("latex"));
        if let Some(alt) = alt.filter(|_| is_formula) {
            let alt = alt.trim();
            let bare = alt.strip_prefix("{\\displaystyle").and_then(|rest| rest.strip_suffix('}')).unwrap_or(alt);
            self.part(Gap::Space);
            self.text(bare.trim());
            self.part(Gap::Space);
        }
    }

    fn table(&mut self, at: usize) -> bool {
        if self.headings > 0 {
            return true;
        }
        let table = table::read(self.flat, at, self.skip);
        if let Some(caption) = &table.caption {
            self.part(Gap::Paragraph);
            self.text(caption);
        }
        self.part(Gap::Paragraph);
        for line in table.lines() {
            self.whole_line(&line);
        }
        self.part(Gap::Paragraph);
        false
    }
}

/// Elements that stand on lines of their own.
pub(crate) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "noframes"
            | "noscript"
            | "ol"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse::parse;

    fn markdown(page: &str) -> String {
        let html = parse(page);
        let flat = Flat::new(&html);
        write(&flat, flat.find("body").unwrap_or_default(), &vec![false; flat.pieces.len()])
    }

    #[test]
    fn blocks_are_parted_and_white_space_collapsed() {
        assert_eq!(
            markdown("<h2> A\n b<a href=#b>¶</a></h2><p>one  <b>t</b>wo<br>three<br><br>four</p>x"),
            "## A b\n\none two\nthree\n\nfour\n\nx"
        );
        assert_eq!(markdown("<h2></h2><p>a&shy;b&nbsp;c"), "ab c");
    }

    #[test]
    fn lists_nest_and_count() {
        let page = "<p>x<ol start=3><li>three<ul><li>in<p>more</ul><li><p>four</p></ol>y";
        assert_eq!(markdown(page), "x\n\n3. three\n   - in\n\n     more\n4. four\n\ny");
        assert_eq!(markdown("<dl><dt>word<dd>its meaning</dl>"), "word\n: its meaning");
    }

    #[test]
    fn quotes_go_on_over_blank_lines() {
        assert_eq!(markdown("<blockquote><p>a<p>b</blockquote><p>c"), "> a\n>\n> b\n\nc");
    }

    #[test]
    fn code_keeps_its_lines_and_language() {
        let page = "<pre><code class='hljs language-rust'>fn a() {\n\tb(\"```\");\n}\n</code></pre><p>and <code>c &lt; `d`</code>.";
        assert_eq!(markdown(page), "````rust\nfn a() {\n\tb(\"```\");\n}\n````\n\nand `` c < `d` ``.");
        assert_eq!(markdown("<ul><li>do<pre>x\ny</pre></ul>"), "- do\n\n  ```\n  x\n  y\n  ```");
    }

    #[test]
    fn tables_become_tables() {
        let page = "<table><caption>Sizes</caption><tr><th>Name<th>Bytes<tr><td rowspan=2>a|b<td><code>1</code><tr><td>2</table>z";
        assert_eq!(markdown(page), "Sizes\n\n| Name | Bytes |\n| --- | --- |\n| a\\|b | `1` |\n| a\\|b | 2 |\n\nz");
    }

    #[test]
    fn text_that_looks_like_markdown_stays_text() {
        assert_eq!(markdown("<p># no heading<p>#tag"), "\\# no heading\n\n#tag");
    }
}
