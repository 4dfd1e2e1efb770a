//! How many tokens a text will cost a language model, by estimate.

use super::script::Script;

/// Characters of a word in letters that one token holds, about, with today's tokenizers.
const CHARS_PER_TOKEN: f32 = 4.0;
/// Characters that one token holds in scripts of many letters a vocabulary has fewer words of.
const FOREIGN_CHARS_PER_TOKEN: f32 = 2.0;

/// An estimate that is rather too high than too low: a budget must hold.
pub fn tokens(text: &str) -> usize {
    let cost: f32 = text
        .chars()
        .map(|char| match Script::of(char) {
            _ if char.is_ascii() => 1.0 / CHARS_PER_TOKEN,
            Some(Script::Han | Script::Kana | Script::Hangul | Script::Thai) => 1.0,
            _ => 1.0 / FOREIGN_CHARS_PER_TOKEN,
        })
        .sum();
    cost.ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_cost_what_they_cost() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("abcdefgh"), 2);
        assert_eq!(tokens("断点续传"), 4);
        assert_eq!(tokens("сбой сети"), 5);
    }
}
