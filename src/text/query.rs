//! What a query says beside its words: quoted phrases, and with operators what must and must not be there.
//!
//! In plain text only a pair of quotation marks means something, and that only raises; `+` and `-` are what they
//! look like. With operators `+word` and `"a phrase"` are required and `-word` or `-"a phrase"` excludes.

use super::fold::{fold_word, normalise};
use super::script::Script;

/// How a query is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Syntax {
    /// Whatever is in it is text.
    #[default]
    Plain,
    /// `"phrase"`, `+must` and `-not` are orders.
    Operators,
}

/// A query, read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Query {
    /// What is looked for, by words and by meaning.
    pub text: String,
    /// Phrases that raise the texts that hold them word for word.
    pub phrases: Vec<String>,
    /// What every answer holds.
    pub required: Vec<String>,
    /// What no answer holds.
    pub excluded: Vec<String>,
}

impl Query {
    /// Reads a query; every text is one.
    pub fn parse(text: &str, syntax: Syntax) -> Self {
        match syntax {
            Syntax::Plain => Self { text: text.to_owned(), phrases: quoted(text), ..Self::default() },
            Syntax::Operators => operators(text),
        }
    }
}

/// The texts of two or more words between quotation marks.
fn quoted(text: &str) -> Vec<String> {
    let text = straight_quotes(text);
    let mut parts = text.split('"').skip(1);
    let mut phrases = Vec::new();
    // A mark that is not closed is a character like any other.
    while let (Some(inside), Some(_)) = (parts.next(), parts.next()) {
        let inside = inside.trim();
        if inside.contains(char::is_whitespace) || inside.chars().any(unspaced) {
            phrases.push(inside.to_owned());
        }
    }
    phrases
}

fn straight_quotes(text: &str) -> String {
    text.chars().map(|c| if matches!(c, '“' | '”' | '„' | '«' | '»') { '"' } else { c }).collect()
}

fn operators(text: &str) -> Query {
    let text = straight_quotes(text);
    let mut query = Query::default();
    let mut kept: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let signed = rest.strip_prefix(['+', '-']).map(|after| (&rest[..1], after, first(after).1));
        // A sign with neither a word nor a closed phrase behind it is text.
        let (sign, after) = match signed {
            Some((sign, after, is_phrase)) if is_phrase || after.starts_with(char::is_alphanumeric) => (sign, after),
            _ => ("", rest),
        };
        let (word, is_phrase, tail) = first(after);
        match sign {
            "-" => query.excluded.push(word.to_owned()),
            "+" => query.required.push(word.to_owned()),
            _ if is_phrase => query.required.push(word.to_owned()),
            _ => {}
        }
        if sign != "-" {
            kept.push(word.to_owned());
            if is_phrase {
                query.phrases.push(word.to_owned());
            }
        }
        rest = tail.trim_start();
    }
    query.text = kept.join(" ");
    query
}

/// The first word or closed phrase, whether it is a phrase, and what follows.
fn first(text: &str) -> (&str, bool, &str) {
    if let Some(inside) = text.strip_prefix('"')
        && let Some((phrase, tail)) = inside.split_once('"')
        && !phrase.trim().is_empty()
    {
        return (phrase.trim(), true, tail);
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], false, &text[end..])
}

/// A text made ready for [`holds`]: case, accents and widths folded, one space between words.
pub fn folded(text: &str) -> String {
    normalise(text).split_whitespace().map(fold_word).collect::<Vec<_>>().join(" ")
}

/// Whether a folded text holds a folded phrase, not as a part of longer words.
pub fn holds(text: &str, phrase: &str) -> bool {
    let inside_a_word = |before: Option<char>, after: Option<char>| match (before, after) {
        (Some(a), Some(b)) => a.is_alphanumeric() && b.is_alphanumeric() && !unspaced(a) && !unspaced(b),
        _ => false,
    };
    !phrase.is_empty()
        && text.match_indices(phrase).any(|(at, _)| {
            let end = at + phrase.len();
            !inside_a_word(text[..at].chars().next_back(), phrase.chars().next())
                && !inside_a_word(phrase.chars().next_back(), text[end..].chars().next())
        })
}

/// Whether a character's script is written without spaces between words, or with particles tied to them.
fn unspaced(c: char) -> bool {
    matches!(Script::of(c), Some(Script::Han | Script::Kana | Script::Hangul | Script::Thai))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(items: &[&str]) -> Vec<String> {
        items.iter().map(|item| (*item).to_owned()).collect()
    }

    #[test]
    fn in_plain_text_only_closed_quotes_mean_something() {
        let query = Query::parse("why does rm -rf \"no such file\" +1 fail with \"quota\" and \"half", Syntax::Plain);
        assert_eq!(query.phrases, texts(&["no such file"]));
        assert!(query.required.is_empty() && query.excluded.is_empty() && query.text.contains("-rf"));
        assert_eq!(Query::parse("“Ошибка сети” «таймаут чтения»", Syntax::Plain).phrases.len(), 2);
        assert_eq!(Query::parse("\"令牌桶\"", Syntax::Plain).phrases, texts(&["令牌桶"]));
    }

    #[test]
    fn operators_are_orders() {
        let query = Query::parse("deploy +staging -rollback \"blue green\" -\"by hand\" - -- +", Syntax::Operators);
        assert_eq!(query.text, "deploy staging blue green - -- +");
        assert_eq!(query.required, texts(&["staging", "blue green"]));
        assert_eq!(query.excluded, texts(&["rollback", "by hand"]));
        assert_eq!(query.phrases, texts(&["blue green"]));
        for odd in ["\"", "+\"", "-\"\"", "\"\" a", "+é -世", "a\"b\"c", "\u{0}\"\u{0}"] {
            Query::parse(odd, Syntax::Operators);
            Query::parse(odd, Syntax::Plain);
        }
    }

    #[test]
    fn phrases_are_found_as_whole_words() {
        let of = |text: &str, phrase: &str| holds(&folded(text), &folded(phrase));
        assert!(of("The Rate\n  Limit, of the API", "rate limit") && of("CAFÉ au lait", "cafe au"));
        assert!(!of("The rate limits", "rate limit") && !of("The rate, limit", "rate limit"));
        assert!(of("公開APIは令牌桶で制限する", "令牌桶") && of("x rate limit", "rate limit"));
        assert!(!of("anything", ""));
    }
}
