//! The part of a text that a query is about.

use std::collections::HashSet;

use super::analyse::{QueryTerm, terms};
use super::sentence::sentences;

/// Weight of a word that tells something.
const TELLING: f32 = 0.5;

/// The run of sentences, within so many characters, that holds the most of a query's weight; where it begins, in
/// bytes. A text without any of the query's words gives its beginning.
pub fn excerpt<'t>(text: &'t str, query: &[QueryTerm], max_chars: usize) -> (usize, &'t str) {
    let begins = |sentence: &str| sentence.as_ptr() as usize - text.as_ptr() as usize;
    let pieces: Vec<(usize, &str, HashSet<String>)> =
        sentences(text).map(|it| (begins(it), it, terms(it).into_iter().collect())).collect();
    let Some((first, ..)) = pieces.first() else { return (0, text) };
    let mut best = (*first, cut(&text[*first..], max_chars), 0.0);
    for at in 0..pieces.len() {
        let start = pieces[at].0;
        let mut held: HashSet<&str> = HashSet::new();
        let mut end = start;
        for (begin, sentence, words) in &pieces[at..] {
            let reach = begin + sentence.len();
            if end > start && text[start..reach].chars().count() > max_chars {
                break;
            }
            end = reach;
            held.extend(words.iter().map(String::as_str));
            // The glue of a question stands everywhere.
            let telling = query.iter().filter(|it| it.weight >= TELLING && held.contains(it.term.as_str()));
            let weight: f32 = telling.map(|it| it.weight).sum();
            let shorter = weight > 0.0 && (weight - best.2).abs() < 1e-6 && end - start < best.1.len();
            if weight > best.2 + 1e-6 || shorter {
                best = (start, cut(&text[start..end], max_chars), weight);
            }
        }
    }
    (best.0, best.1)
}

/// At most so many characters, cut at a word where there is one.
fn cut(text: &str, max_chars: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(max_chars) else { return text.trim_end() };
    let head = &text[..end];
    let at = head.rfind(char::is_whitespace).filter(|at| *at > end / 2).unwrap_or(end);
    head[..at].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::analyse::query_terms;

    fn of<'t>(text: &'t str, query: &str, max: usize) -> (usize, &'t str) {
        excerpt(text, &query_terms(query), max)
    }

    #[test]
    fn the_sentences_that_answer_are_shown() {
        let text = "Install the package first. Then set the retry budget to three attempts. Restart at the end.";
        assert_eq!(of(text, "retry budget attempts", 60).1, "Then set the retry budget to three attempts.");
        assert_eq!(of(text, "nothing of this", 30).1, "Install the package first.");
        let (at, piece) = of(text, "restart", 200);
        assert_eq!(&text[at..at + piece.len()], piece);
    }

    #[test]
    fn long_and_odd_texts_are_cut() {
        let text = "слово ".repeat(200);
        assert!(of(&text, "слово", 50).1.chars().count() <= 50);
        assert_eq!(of("", "x", 10), (0, ""));
        assert_eq!(of("界".repeat(100).as_str(), "界", 10).1.chars().count(), 10);
    }
}
