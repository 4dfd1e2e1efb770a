//! The table that is open. Tables inside of its cells are flattened into them: what is nested is only counted, so
//! that no depth costs more than its text.

/// Most columns that one cell may span.
const MAX_SPAN: usize = 64;

/// The outermost open table and the depth of those inside.
#[derive(Debug, Default)]
pub(super) struct Tables {
    depth: usize,
    rows: Vec<Vec<String>>,
    row: Vec<String>,
    cell: String,
    span: usize,
    deleted: bool,
}

impl Tables {
    /// Whether text belongs to a cell.
    pub(super) fn is_open(&self) -> bool {
        self.depth > 0
    }

    pub(super) fn open(&mut self) {
        self.depth += 1;
    }

    /// Ends a table; gives the rows of cells of the outermost.
    pub(super) fn close(&mut self) -> Option<Vec<Vec<String>>> {
        self.depth = self.depth.saturating_sub(1);
        if self.depth > 0 {
            return None;
        }
        // Text outside of any cell is not allowed, but not lost either.
        self.close_cell_of(0);
        if !self.row.is_empty() {
            self.rows.push(std::mem::take(&mut self.row));
        }
        Some(std::mem::take(&mut self.rows))
    }

    pub(super) fn open_row(&mut self) {
        if self.depth == 1 {
            self.deleted = false;
        }
    }

    pub(super) fn close_row(&mut self) {
        if self.depth == 1 {
            let row = std::mem::take(&mut self.row);
            if !std::mem::take(&mut self.deleted) {
                self.rows.push(row);
            }
        }
    }

    pub(super) fn open_cell(&mut self) {
        if self.depth == 1 {
            self.span = 1;
        }
    }

    pub(super) fn close_cell(&mut self) {
        if self.depth == 1 {
            self.close_cell_of(self.span.max(1));
        }
    }

    /// The open row was deleted.
    pub(super) fn delete_row(&mut self) {
        self.deleted |= self.depth == 1;
    }

    /// The open cell is as wide as that many columns.
    pub(super) fn span(&mut self, columns: usize) {
        if self.depth == 1 {
            self.span = columns.clamp(1, MAX_SPAN);
        }
    }

    /// The open row begins that many columns later.
    pub(super) fn skip_columns(&mut self, columns: usize) {
        if self.depth == 1 {
            self.row.extend(std::iter::repeat_n(String::new(), columns.min(MAX_SPAN)));
        }
    }

    /// A paragraph in the open cell.
    pub(super) fn text(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            if !self.cell.is_empty() {
                self.cell.push('\n');
            }
            self.cell += text;
        }
    }

    fn close_cell_of(&mut self, columns: usize) {
        if columns > 0 || !self.cell.is_empty() {
            self.row.push(std::mem::take(&mut self.cell));
        }
        self.row.extend(std::iter::repeat_n(String::new(), columns.saturating_sub(1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_tables_flatten_into_the_cell() {
        let mut tables = Tables::default();
        tables.open();
        tables.open_row();
        tables.open_cell();
        tables.text("a");
        tables.open();
        tables.open_row();
        tables.open_cell();
        tables.text("b");
        tables.close_cell();
        tables.close_row();
        assert_eq!(tables.close(), None);
        tables.span(2);
        tables.close_cell();
        tables.close_row();
        assert_eq!(tables.close(), Some(vec![vec!["a\nb".to_string(), String::new()]]));
        assert!(!tables.is_open());
    }

    #[test]
    fn a_deleted_row_is_gone_and_the_next_is_not() {
        let mut tables = Tables::default();
        tables.open();
        for (text, deleted) in [("old", true), ("new", false)] {
            tables.open_row();
            if deleted {
                tables.delete_row();
            }
            tables.open_cell();
            tables.text(text);
            tables.close_cell();
            tables.close_row();
        }
        assert_eq!(tables.close(), Some(vec![vec!["new".to_string()]]));
    }
}
