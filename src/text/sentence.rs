//! Sentences, by the rules of Unicode.

use std::sync::LazyLock;

use icu_segmenter::SentenceSegmenter;
use icu_segmenter::options::SentenceBreakInvariantOptions;

static SEGMENTER: LazyLock<icu_segmenter::SentenceSegmenterBorrowed<'static>> =
    LazyLock::new(|| SentenceSegmenter::new(SentenceBreakInvariantOptions::default()));

/// The sentences of a text, trimmed, empty ones left out; a line end ends a sentence too.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let ends: Vec<usize> = SEGMENTER.segment_str(line).collect();
        let pieces: Vec<&str> = ends.windows(2).map(|pair| line[pair[0]..pair[1]].trim()).collect();
        pieces.into_iter().filter(|piece| !piece.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_several_languages() {
        let of = |text: &'static str| sentences(text).collect::<Vec<_>>();
        assert_eq!(of("Use v1.2.3. Never 2.0! Why?"), ["Use v1.2.3.", "Never 2.0!", "Why?"]);
        assert_eq!(of("断点续传下载模型。其余不变。"), ["断点续传下载模型。", "其余不变。"]);
        assert_eq!(of("- one\n\n- two"), ["- one", "- two"]);
        assert!(of("  \n ").is_empty());
    }
}
