//! Tables of data, as against those that lay out a page.

use crate::html::flat::Flat;
use crate::html::markdown;

/// Wider tables are not filled up for cells that span columns.
const MAX_COLUMNS: usize = 100;
/// A cell with more text than this is a part of the page and not a datum.
const MAX_CELL: usize = 2000;
/// Text said again for the rows that a cell spans, in bytes per table.
const MAX_REPEATED: usize = 50_000;

/// A table's rows, filled up where cells span several.
pub(crate) struct Table {
    pub(crate) caption: Option<String>,
    rows: Vec<Vec<String>>,
}

/// Rows of the table at `at`: their cells, by index.
fn rows(flat: &Flat, at: usize, skip: &[bool]) -> Vec<Vec<usize>> {
    let mut rows = Vec::new();
    let mut next = at + 1;
    while next < flat.pieces[at].end {
        let end = flat.pieces[next].end;
        if skip[next] {
            next = end;
        } else if flat.name(next) == "tr" {
            rows.push(flat.children(next).filter(|cell| !skip[*cell] && is_cell(flat.name(*cell))).collect());
            next = end;
        } else {
            next += 1;
        }
    }
    rows
}

fn is_cell(name: &str) -> bool {
    matches!(name, "td" | "th")
}

/// Whether the table at `at` holds data: several rows and columns, and in no cell a piece of page.
pub(crate) fn is_data(flat: &Flat, at: usize, skip: &[bool]) -> bool {
    let element = flat.element(at);
    if element.and_then(|element| element.attr("role")).is_some_and(|role| matches!(role, "presentation" | "none")) {
        return false;
    }
    let inside = at + 1..flat.pieces[at].end;
    if inside.clone().any(|inner| !skip[inner] && matches!(flat.name(inner), "table" | "h1" | "h2" | "pre")) {
        return false;
    }
    let rows = rows(flat, at, skip);
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    if rows.len() < 2 || columns < 2 {
        return false;
    }
    let marked = inside.clone().any(|inner| matches!(flat.name(inner), "th" | "caption" | "thead"));
    marked || rows.iter().flatten().all(|cell| flat.text(*cell).len() <= MAX_CELL)
}

/// Reads the table at `at`.
pub(crate) fn read(flat: &Flat, at: usize, skip: &[bool]) -> Table {
    let caption = flat.children(at).find(|child| flat.name(*child) == "caption" && !skip[*child]);
    let caption = caption.map(|child| markdown::line(flat, child, skip)).filter(|text| !text.is_empty());
    // By column: how many more rows a cell goes on for, and its text.
    let mut hanging: Vec<(usize, String)> = Vec::new();
    let mut budget = MAX_REPEATED;
    let mut filled = Vec::new();
    for cells in rows(flat, at, skip) {
        let mut row: Vec<String> = Vec::new();
        for cell in cells {
            hang(&mut hanging, &mut row, &mut budget);
            let text = markdown::line(flat, cell, skip).replace('|', "\\|");
            let span = |name: &str| flat.element(cell).and_then(|e| e.attr(name)?.trim().parse::<usize>().ok());
            let width = span("colspan").unwrap_or(1).clamp(1, MAX_COLUMNS.saturating_sub(row.len()).max(1));
            let height = span("rowspan").unwrap_or(1).max(1) - 1;
            for column in 0..width {
                hanging.resize_with(hanging.len().max(row.len() + 1), Default::default);
                // A datum is said again for each of its rows; a heading over several columns once.
                let said = if column == 0 { text.clone() } else { String::new() };
                hanging[row.len()] = (height, if height > 0 { said.clone() } else { String::new() });
                row.push(said);
            }
        }
        hang(&mut hanging, &mut row, &mut budget);
        if row.iter().any(|cell| !cell.is_empty()) {
            filled.push(row);
        }
    }
    Table { caption, rows: filled }
}

/// Adds the cells that hang down from rows above at the next columns.
fn hang(hanging: &mut [(usize, String)], row: &mut Vec<String>, budget: &mut usize) {
    while let Some((left, text)) = hanging.get_mut(row.len()).filter(|(left, _)| *left > 0) {
        *left -= 1;
        let affordable = text.len() <= *budget;
        *budget -= if affordable { text.len() } else { 0 };
        row.push(if affordable { text.clone() } else { String::new() });
    }
}

impl Table {
    /// The lines of the Markdown table; its first row is the heading, since Markdown knows none without.
    pub(crate) fn lines(&self) -> Vec<String> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let mut lines = Vec::with_capacity(self.rows.len() + 1);
        for (nth, row) in self.rows.iter().enumerate() {
            let blank = columns.min(MAX_COLUMNS).saturating_sub(row.len());
            let mut line = format!("| {} |", row.join(" | "));
            line.push_str(&"  |".repeat(blank));
            lines.push(line);
            if nth == 0 {
                lines.push(format!("|{}", " --- |".repeat(row.len() + blank)));
            }
        }
        lines
    }
}
