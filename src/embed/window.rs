//! Cutting a text that is longer than a model's window, and putting its vectors together.
//!
//! Pure arithmetic over token offsets, so that nothing is cut off silently: the windows cover
//! every byte of the text, and each ends where whitespace separates two tokens if one such
//! place lies in its last quarter.

use std::ops::Range;

use crate::error::{Error, Result};

/// Byte ranges of `text` that hold at most `limit` of its tokens each, `overlap` of them shared
/// with the range before.
///
/// `tokens` are the byte offsets of the tokens of `text` in order; offsets of no length and
/// those inside a character (byte-level tokenizers have both) are allowed. The ranges start at
/// 0, end at `text.len()`, and leave no gap.
pub(super) fn windows(text: &str, tokens: &[Range<usize>], limit: usize, overlap: usize) -> Vec<Range<usize>> {
    let limit = limit.max(1);
    let overlap = overlap.min(limit / 4);
    let mut ranges = Vec::new();
    let mut first = 0;
    let mut begin = 0;
    while tokens.len() - first > limit {
        let last = cut(text, tokens, first, limit);
        let end = floor(text, tokens[last].start).max(begin);
        if end > begin {
            ranges.push(begin..end);
        }
        // Going back must leave a way forward, or a window of one token would repeat for ever.
        first = last - overlap.min(last - first - 1);
        begin = floor(text, tokens[first].start).clamp(begin, end);
    }
    ranges.push(begin..text.len());
    ranges
}

/// Index of the token that the next window starts with: at most `limit` after `first`.
fn cut(text: &str, tokens: &[Range<usize>], first: usize, limit: usize) -> usize {
    let furthest = first + limit;
    let nearest = furthest - limit / 4;
    (nearest..=furthest).rev().find(|&index| index > first && separated(text, tokens, index)).unwrap_or(furthest)
}

/// Whether whitespace stands between a token and the one before it.
fn separated(text: &str, tokens: &[Range<usize>], index: usize) -> bool {
    let left = floor(text, tokens[index - 1].end);
    let right = floor(text, tokens[index].start);
    text[left.min(right)..right].chars().any(char::is_whitespace)
        || text[..left].ends_with(char::is_whitespace)
        || text[right..].starts_with(char::is_whitespace)
}

/// The last character boundary at or before a byte offset.
pub(super) fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The two halves of a piece that is still too long, cut at a character, near the middle and at
/// whitespace if there is some; nothing when it has fewer than two characters.
pub(super) fn halves(text: &str) -> Option<(&str, &str)> {
    let middle = floor(text, text.len() / 2);
    let at = text[..middle]
        .rfind(char::is_whitespace)
        .filter(|&at| at > text.len() / 4)
        .or(Some(middle).filter(|&at| at > 0))
        .or_else(|| text.char_indices().nth(1).map(|(at, _)| at))?;
    Some(text.split_at(at))
}

/// The mean of the vectors of a text's windows, weighted by their tokens, as a unit vector.
pub(super) fn pool(windows: &[(usize, Vec<f32>)]) -> Result<Vec<f32>> {
    let dimension = windows.first().map_or(0, |(_, vector)| vector.len());
    let mut sum = vec![0f32; dimension];
    for (tokens, vector) in windows {
        let weight = *tokens as f32;
        sum.iter_mut().zip(vector).for_each(|(sum, value)| *sum += weight * value);
    }
    unit(sum)
}

/// The vector scaled to length 1; an error when it has no direction or is not finite.
pub(super) fn unit(mut vector: Vec<f32>) -> Result<Vec<f32>> {
    let square: f64 = vector.iter().map(|&value| f64::from(value) * f64::from(value)).sum();
    let length = square.sqrt();
    if !length.is_finite() || length == 0.0 {
        return Err(Error::unavailable("bad_vector", "the model gave a vector that is zero or not finite")
            .hint("run `octobrain model check`"));
    }
    vector.iter_mut().for_each(|value| *value = (f64::from(*value) / length) as f32);
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words as tokens.
    fn words(text: &str) -> Vec<Range<usize>> {
        let mut tokens = Vec::new();
        let mut begin = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            match (c.is_whitespace(), begin) {
                (false, None) => begin = Some(at),
                (true, Some(start)) => {
                    tokens.push(start..at);
                    begin = None;
                }
                _ => {}
            }
        }
        tokens
    }

    fn covers(text: &str, ranges: &[Range<usize>]) {
        assert_eq!(ranges[0].start, 0);
        assert_eq!(ranges[ranges.len() - 1].end, text.len());
        for pair in ranges.windows(2) {
            assert!(pair[1].start <= pair[0].end, "gap in {ranges:?}");
            assert!(pair[1].end > pair[0].end, "no progress in {ranges:?}");
        }
        for range in ranges {
            assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end));
        }
    }

    #[test]
    fn a_short_text_is_one_window() {
        let text = "one two three";
        assert_eq!(windows(text, &words(text), 3, 1), vec![Range { start: 0, end: text.len() }]);
        assert_eq!(windows("", &[], 8, 2), vec![Range::default()]);
    }

    #[test]
    fn windows_cover_the_text_overlap_and_respect_the_limit() {
        let text = (0..1000).map(|n| format!("w{n} ")).collect::<String>();
        for (limit, overlap) in [(1, 0), (2, 1), (7, 3), (64, 8), (999, 50)] {
            let ranges = windows(&text, &words(&text), limit, overlap);
            covers(&text, &ranges);
            for range in &ranges {
                assert!(words(&text[range.clone()]).len() <= limit);
            }
        }
        let ranges = windows(&text, &words(&text), 64, 8);
        assert!(ranges[1].start < ranges[0].end);
    }

    #[test]
    fn cuts_fall_at_whitespace_when_they_can() {
        // Each character a token, as for a language without word pieces in the vocabulary.
        let text = "abcdef ghijkl mnopqr stuvwx";
        let tokens: Vec<_> = (0..text.len()).filter(|&at| !text[at..].starts_with(' ')).map(|at| at..at + 1).collect();
        let ranges = windows(text, &tokens, 16, 0);
        covers(text, &ranges);
        assert!(text[..ranges[0].end].ends_with(' '), "{:?}", &text[ranges[0].clone()]);
    }

    #[test]
    fn a_text_without_whitespace_and_with_odd_offsets_is_still_covered() {
        let text = "日本語のとても長い文章です".repeat(10);
        // Byte-level pieces: offsets inside characters, and some empty.
        let tokens: Vec<_> = (0..text.len()).step_by(2).map(|at| at..at + 1 + at % 3 / 2).collect();
        for limit in [1, 2, 5, 40] {
            let ranges = windows(&text, &tokens, limit, 2);
            covers(&text, &ranges);
        }
    }

    #[test]
    fn halves_are_never_empty() {
        assert_eq!(halves("a"), None);
        assert_eq!(halves("日本"), Some(("日", "本")));
        assert_eq!(halves("aaa bbb"), Some(("aaa", " bbb")));
        assert_eq!(halves("日b"), Some(("日", "b")));
    }

    #[test]
    fn pooling_weighs_by_length_and_gives_a_unit_vector() {
        let pooled = pool(&[(3, vec![1.0, 0.0]), (4, vec![0.0, 1.0])]).expect("finite");
        assert!((pooled[0] - 0.6).abs() < 1e-6 && (pooled[1] - 0.8).abs() < 1e-6);
        assert!(pool(&[(1, vec![1.0, 0.0]), (1, vec![-1.0, 0.0])]).is_err());
        assert!(unit(vec![f32::NAN, 1.0]).is_err());
        assert!(unit(vec![f32::INFINITY]).is_err());
        assert!(unit(Vec::new()).is_err());
    }
}
