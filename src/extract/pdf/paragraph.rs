//! Paragraphs out of lines: where a blank line goes, where a line merely wraps, and words parted at line ends.

use super::line::Line;
use std::collections::HashSet;

/// Line distances, in font sizes, between which the usual one of a page is looked for.
const LEADING: (f64, f64) = (0.9, 2.6);
/// How much more than the usual distance parts paragraphs.
const LOOSER: f64 = 1.25;
/// Change of font size that parts paragraphs.
const RESIZED: f64 = 1.18;
/// First-line indents, in font sizes.
const INDENT: (f64, f64) = (0.8, 5.0);

/// How a line follows the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    /// On a line of its own: list items, verses, rows.
    Line,
    /// As running text.
    Wrap,
}

/// The text of a page from its lines. `words` are those of the document seen so far in the middle of lines, by which
/// a hyphen at a line's end is judged.
pub(super) fn text(lines: &[Line], words: &HashSet<String>) -> String {
    let usual = usual_leading(lines);
    let groups = group(lines, usual);
    let mut text = String::new();
    for group in groups {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        let right = group.iter().map(|line| line.end).fold(f64::NEG_INFINITY, f64::max);
        for (number, line) in group.iter().enumerate() {
            if number > 0 {
                let before = &group[number - 1];
                match join(before, line, right) {
                    Join::Wrap => wrap(&mut text, &line.text, words),
                    Join::Line => text.push('\n'),
                }
            }
            text.push_str(&line.text);
        }
    }
    text
}

/// Words of lines as they stand, last and first of each line left out since they may be halves.
pub(super) fn collect_words(lines: &[Line], words: &mut HashSet<String>) {
    for line in lines {
        let inner: Vec<&str> = line.text.split_whitespace().collect();
        for word in inner.iter().skip(1).rev().skip(1) {
            let word = trim_word(word);
            if word.chars().count() > 3 {
                words.insert(word.to_lowercase());
            }
        }
    }
}

fn trim_word(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The distance of lines that is most common on the page, in font sizes.
fn usual_leading(lines: &[Line]) -> f64 {
    let mut ratios: Vec<f64> = lines
        .windows(2)
        .filter(|pair| pair[0].same_direction(&pair[1]))
        .map(|pair| (pair[1].v - pair[0].v) / pair[1].size.max(f64::EPSILON))
        .filter(|ratio| (LEADING.0..LEADING.1).contains(ratio))
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().filter(|_| ratios.len() > 2).unwrap_or(1.3)
}

fn group(lines: &[Line], usual: f64) -> Vec<Vec<&Line>> {
    let mut groups: Vec<Vec<&Line>> = Vec::new();
    let mut right = f64::NEG_INFINITY;
    for line in lines {
        match groups.last_mut() {
            Some(group) if !parts(group, line, right, usual) => {
                right = right.max(line.end);
                group.push(line);
            }
            _ => {
                right = line.end;
                groups.push(vec![line]);
            }
        }
    }
    groups
}

/// Whether the line begins a paragraph after the group, whose right edge is given.
fn parts(group: &[&Line], line: &Line, right: f64, usual: f64) -> bool {
    let Some(last) = group.last() else { return true };
    if !last.same_direction(line) {
        return true;
    }
    let size = last.size.max(line.size);
    let down = line.v - last.v;
    // Cells of one row, drawn one by one.
    if down.abs() < 0.5 * size {
        return false;
    }
    let resized = size / last.size.min(line.size).max(f64::EPSILON) > RESIZED;
    let cut = ends_sentence(&last.text) || !begins_lower(&line.text);
    // Upwards is the next column or another part of the page; a sentence in its middle goes on there.
    if down < 0.0 {
        return resized || cut;
    }
    if down > LOOSER * usual * size || (resized && cut) {
        return true;
    }
    let indent = (line.start - last.start) / size;
    let short = right - last.end > 2.0 * size;
    let indented = group.len() > 1 && (INDENT.0..INDENT.1).contains(&indent) && cut;
    indented && (short || ends_sentence(&last.text))
}

fn join(before: &Line, line: &Line, right: f64) -> Join {
    if (line.v - before.v).abs() < 0.5 * before.size {
        return Join::Line;
    }
    // A line is full when the next word would not have fitted.
    let full = before.end + line.first_word + 0.25 * before.size >= right - 0.5 * before.size;
    if full || ends_hyphenated(&before.text).is_some() && begins_lower(&line.text) { Join::Wrap } else { Join::Line }
}

/// Goes on with running text: hyphens at the end of the line are taken out where they part a word.
fn wrap(text: &mut String, next: &str, words: &HashSet<String>) {
    if let Some((hyphen, sure)) = ends_hyphenated(text) {
        let stem_end = text.len() - hyphen.len_utf8();
        if sure {
            text.truncate(stem_end);
            return;
        }
        if begins_lower(next) {
            let first = text[..stem_end].rsplit(char::is_whitespace).next().unwrap_or_default();
            let second = next.split(char::is_whitespace).next().unwrap_or_default();
            if is_one_word(trim_start(first), trim_word(second), words) {
                text.truncate(stem_end);
            }
        }
        return;
    }
    let ideographs =
        text.chars().next_back().is_some_and(is_ideograph) && next.chars().next().is_some_and(is_ideograph);
    if !ideographs {
        text.push(' ');
    }
}

fn trim_start(word: &str) -> &str {
    word.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// Whether two halves are one word: the document's own spelling decides, else that both look like halves.
fn is_one_word(first: &str, second: &str, words: &HashSet<String>) -> bool {
    let (first, second) = (first.to_lowercase(), second.to_lowercase());
    if words.contains(&format!("{first}-{second}")) {
        return false;
    }
    let halves = first.chars().count() > 1 && second.chars().count() > 1;
    let letters = first.chars().chain(second.chars()).all(char::is_alphabetic);
    words.contains(&format!("{first}{second}")) || (halves && letters)
}

/// The hyphen that the text ends with after a letter, and whether it can only be one that parts a word.
fn ends_hyphenated(text: &str) -> Option<(char, bool)> {
    let mut back = text.chars().rev();
    let hyphen = back.next().filter(|c| matches!(c, '-' | '\u{ad}' | '\u{2010}'))?;
    back.next().filter(|c| c.is_alphabetic()).map(|_| (hyphen, hyphen == '\u{ad}'))
}

fn begins_lower(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_lowercase)
}

fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '\'', '”', '’', ')', ']', '»']);
    text.ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '؟', '…'])
}

/// Scripts that are written without spaces.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::super::line::{lines, tests::glyphs};
    use super::*;

    fn page(rows: &[(&str, f64, f64)]) -> String {
        let drawn = rows.iter().flat_map(|(text, start, v)| glyphs(text, *start, *v, 3.0)).collect();
        let lines = lines(drawn);
        let mut words = HashSet::new();
        collect_words(&lines, &mut words);
        text(&lines, &words)
    }

    #[test]
    fn a_wider_gap_parts_paragraphs() {
        let rows = [("one two three", 0.0, 0.0), ("four five six", 0.0, 12.0), ("seven eight,", 0.0, 24.0)];
        assert_eq!(page(&rows), "one two three four five six seven eight,");
        let rows = [("one two three", 0.0, 0.0), ("four five six", 0.0, 12.0), ("Seven.", 0.0, 36.0)];
        assert_eq!(page(&rows), "one two three four five six\n\nSeven.");
    }

    #[test]
    fn short_lines_stay_lines() {
        let rows = [("alpha beta gamma delta", 0.0, 0.0), ("one", 0.0, 12.0), ("two", 0.0, 24.0)];
        assert_eq!(page(&rows), "alpha beta gamma delta one\ntwo");
    }

    #[test]
    fn hyphens_at_line_ends() {
        assert_eq!(page(&[("this is an exam-", 0.0, 0.0), ("ple of it", 0.0, 12.0)]), "this is an example of it");
        assert_eq!(page(&[("pages one to T-", 0.0, 0.0), ("cells and so", 0.0, 12.0)]), "pages one to T-cells and so");
        let rows = [("the well-known fact", 0.0, 0.0), ("and the well-", 0.0, 12.0), ("known rest of", 0.0, 24.0)];
        assert!(page(&rows).ends_with("the well-known rest of"));
        assert_eq!(page(&[("sure enough to\u{ad}", 0.0, 0.0), ("Gether now", 0.0, 12.0)]), "sure enough toGether now");
    }

    #[test]
    fn the_next_column_goes_on() {
        let rows = [("end of column", 0.0, 500.0), ("goes on here and", 300.0, 20.0), ("Heading", 0.0, 0.0)];
        let text = page(&rows);
        assert!(text.starts_with("end of column\ngoes on") || text.starts_with("end of column goes on"), "{text}");
        assert!(text.contains("\n\nHeading"));
    }
}
