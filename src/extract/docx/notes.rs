//! Footnotes and endnotes: one count over both, in the order in which the text refers to them.

use std::collections::HashMap;
use std::fmt::Write;

/// Foot of the page, or end of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum NoteKind {
    /// In `footnotes.xml`.
    Foot,
    /// In `endnotes.xml`.
    End,
}

/// The notes that the text refers to.
#[derive(Debug, Default)]
pub(super) struct References {
    order: Vec<(NoteKind, String)>,
    numbers: HashMap<(NoteKind, String), usize>,
}

impl References {
    /// The number (from 1) of a note, which its first reference gives it.
    pub(super) fn number(&mut self, kind: NoteKind, id: &str) -> usize {
        let key = (kind, id.to_string());
        *self.numbers.entry(key.clone()).or_insert_with(|| {
            self.order.push(key);
            self.order.len()
        })
    }

    /// Whether any note of the kind is referred to.
    pub(super) fn has(&self, kind: NoteKind) -> bool {
        self.order.iter().any(|(k, _)| *k == kind)
    }

    /// The notes as Markdown, given their texts by kind and id.
    pub(super) fn list(&self, texts: &HashMap<NoteKind, HashMap<String, String>>) -> String {
        let mut list = String::new();
        for (index, (kind, id)) in self.order.iter().enumerate() {
            let Some(text) = texts.get(kind).and_then(|t| t.get(id)).filter(|t| !t.is_empty()) else { continue };
            if !list.is_empty() {
                list.push('\n');
            }
            let _ = write!(list, "[^{}]: ", index + 1);
            // Paragraphs after the first are indented, or they would not be of the note.
            for (number, line) in text.split('\n').filter(|line| !line.is_empty()).enumerate() {
                if number > 0 {
                    list += "\n    ";
                }
                list += line;
            }
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_numbered_as_they_come() {
        let mut references = References::default();
        assert_eq!(references.number(NoteKind::End, "2"), 1);
        assert_eq!(references.number(NoteKind::Foot, "2"), 2);
        assert_eq!(references.number(NoteKind::End, "2"), 1);
        let texts = HashMap::from([
            (NoteKind::End, HashMap::from([("2".to_string(), "a\n\nb".to_string())])),
            (NoteKind::Foot, HashMap::from([("2".to_string(), "c".to_string())])),
        ]);
        assert_eq!(references.list(&texts), "[^1]: a\n    b\n[^2]: c");
    }
}
