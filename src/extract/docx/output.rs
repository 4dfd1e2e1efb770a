//! Markdown out of paragraphs and tables, written as they come.

use super::numbering::Marker;

/// Deepest nesting of list items that is shown by indentation.
const MAX_DEPTH: usize = 8;

/// What the last block was, which decides how the next is parted from it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Other,
    Item {
        depth: usize,
    },
    Code,
}

/// The text of a document, a note or whatever else holds blocks.
#[derive(Debug, Default)]
pub(super) struct Output {
    text: String,
    last: Last,
    /// Lines of program text not yet fenced, because the next paragraph may go on with it.
    code: String,
}

impl Output {
    /// A paragraph.
    pub(super) fn plain(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.part(Last::Other);
            self.lines(text, "");
        }
    }

    /// A heading of level 1 to 9; Markdown has six.
    pub(super) fn heading(&mut self, level: u8, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        if !words.is_empty() {
            self.part(Last::Other);
            self.text.extend(std::iter::repeat_n('#', usize::from(level.clamp(1, 6))));
            self.text.push(' ');
            self.text += &words.join(" ");
        }
    }

    /// A list item at a level from 0.
    pub(super) fn item(&mut self, level: u8, marker: &Marker, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        // A level that skips one above would be read as program text.
        let deepest = match self.last {
            Last::Item { depth } => depth + 1,
            _ => 0,
        };
        let depth = usize::from(level).min(deepest).min(MAX_DEPTH);
        self.part(Last::Item { depth });
        let indent = "    ".repeat(depth);
        self.text += &indent;
        match marker {
            Marker::Bullet => self.text += "- ",
            Marker::Ordered(label) => self.text += &format!("{label}. "),
        }
        self.lines(text, &format!("{indent}    "));
    }

    /// A paragraph of program text.
    pub(super) fn code(&mut self, text: &str) {
        if self.last != Last::Code {
            if text.trim().is_empty() {
                return;
            }
            self.part(Last::Code);
        }
        self.code += text;
        self.code.push('\n');
    }

    /// A table of rows of cells. One cell alone is a box around text and not a table.
    pub(super) fn table(&mut self, rows: &[Vec<String>]) {
        let filled = |row: &&Vec<String>| row.iter().any(|cell| !cell.is_empty());
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if columns == 1 && rows.len() == 1 {
            for paragraph in rows[0][0].split('\n') {
                self.plain(paragraph);
            }
            return;
        }
        let mut filled_rows = rows.iter().filter(filled);
        let Some(head) = filled_rows.next() else { return };
        self.part(Last::Other);
        self.row(head, columns);
        self.text.push_str("\n|");
        self.text += &" --- |".repeat(columns);
        for row in filled_rows {
            self.text.push('\n');
            self.row(row, 0);
        }
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> String {
        self.fence();
        self.text
    }

    fn row(&mut self, cells: &[String], at_least: usize) {
        self.text.push('|');
        for cell in cells {
            let one_line: Vec<&str> = cell.split_whitespace().collect();
            self.text.push(' ');
            self.text += &one_line.join(" ").replace('|', "\\|");
            self.text += " |";
        }
        self.text += &"  |".repeat(at_least.saturating_sub(cells.len()));
    }

    /// The lines of a block, where none may look like a heading or a fence that it is not.
    fn lines(&mut self, text: &str, indent: &str) {
        for (number, line) in text.split('\n').enumerate() {
            let line = line.trim();
            if number > 0 && !line.is_empty() {
                self.text.push('\n');
                self.text += indent;
            }
            let after = line.trim_start_matches('#');
            let heading = after.len() < line.len() && after.chars().next().is_none_or(char::is_whitespace);
            if heading || line.starts_with("```") || line.starts_with("~~~") {
                self.text.push('\\');
            }
            self.text += line;
        }
    }

    /// Parts the next block from what stands before.
    fn part(&mut self, next: Last) {
        self.fence();
        let in_list = matches!((self.last, next), (Last::Item { .. }, Last::Item { .. }));
        if !self.text.is_empty() {
            self.text += if in_list { "\n" } else { "\n\n" };
        }
        self.last = next;
    }

    /// Writes the program text gathered, in a fence longer than any inside.
    fn fence(&mut self) {
        if self.code.is_empty() {
            return;
        }
        let longest = self.code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        let code = std::mem::take(&mut self.code);
        self.text += &format!("{fence}\n{}\n{fence}", code.trim_end());
        self.last = Last::Other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_parted_and_lists_are_not() {
        let mut out = Output::default();
        out.heading(2, "A\nhead");
        out.item(3, &Marker::Bullet, "one");
        out.item(1, &Marker::Ordered("4".into()), "two\nlines");
        out.plain("# not a head");
        assert_eq!(out.finish(), "## A head\n\n- one\n    4. two\n        lines\n\n\\# not a head");
    }

    #[test]
    fn program_text_is_one_fence() {
        let mut out = Output::default();
        out.code("if x:");
        out.code("");
        out.code("    ```y");
        out.plain("after");
        assert_eq!(out.finish(), "````\nif x:\n\n    ```y\n````\n\nafter");
    }

    #[test]
    fn tables_pad_the_head_and_a_single_cell_is_text() {
        let mut out = Output::default();
        out.table(&[vec![], vec!["a|b".into()], vec!["c\nd".into(), "e".into()]]);
        out.table(&[vec!["x\ny".into()]]);
        assert_eq!(out.finish(), "| a\\|b |  |\n| --- | --- |\n| c d | e |\n\nx\n\ny");
    }
}
