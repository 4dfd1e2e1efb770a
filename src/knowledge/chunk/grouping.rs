//! Which sections make a chunk together.

use super::outline::Outline;
use std::ops::Range;

/// Sections below this are too little to be found by, in characters, with the default chunk size.
const SMALL: usize = 200;

/// Neighbouring sections to be cut together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// All of their text, in bytes.
    pub(super) bytes: Range<usize>,
    /// Where the text below the leading headings begins.
    pub(super) body: usize,
}

/// Every section alone, but small ones with the sibling or child after them, and headings without text with
/// what they head.
pub(super) fn groups(outline: &Outline, text: &str, size: usize) -> Vec<Group> {
    let sections = &outline.sections;
    let small = SMALL.min(size / 6);
    let mut groups: Vec<Group> = Vec::new();
    let mut first = 0;
    while first < sections.len() {
        let mut next = first + 1;
        let mut bare = sections[first].bare;
        let mut body = sections[first].body;
        let mut length = length_of(outline, first, text);
        while let Some(section) = sections.get(next) {
            let below = section.level >= sections[first].level;
            let added = length_of(outline, next, text);
            // Only a heading pulls what it heads along, however long that is.
            let joins = if bare {
                below || groups.is_empty()
            } else {
                below && !section.bare && length < small && length + added <= size / 2
            };
            if !joins {
                break;
            }
            if bare {
                (bare, body) = (section.bare, section.body);
            }
            length += added;
            next += 1;
        }
        let bytes = sections[first].start..outline.end(next - 1, text);
        match groups.last_mut() {
            // Headings that nothing follows.
            Some(last) if bare => last.bytes.end = bytes.end,
            _ => groups.push(Group { bytes, body }),
        }
        first = next;
    }
    groups
}

fn length_of(outline: &Outline, index: usize, text: &str) -> usize {
    text[outline.sections[index].start..outline.end(index, text)].trim().chars().count()
}
