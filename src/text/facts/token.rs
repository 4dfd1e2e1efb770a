//! Cutting a text into what it says: words, names as they are written, numbers.

use super::number;
use super::words::{Role, role};
use crate::text::fold::normalise;
use crate::text::script::Script;
use crate::text::stem::stem;

/// One thing that is said.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A word in lower case.
    Word(String),
    /// A name that counts as it is written: an identifier, a version, a path, an address, a time.
    Name(String),
    /// Words with hyphens, which follow one by one: maybe a name.
    Compound(String),
    /// A stop: what stands on its two sides does not belong together.
    Break,
    /// A number, in digits or words; one with a point is kept as it is written: `1.20` may be a version.
    Number(String),
}

/// Punctuation around a word that is not a part of it.
fn is_edge(c: char) -> bool {
    !(c.is_alphanumeric() || matches!(c, '/' | '\\' | '~' | '#' | '+' | '%' | '°' | '$' | '€' | '£' | '_' | '*' | '@'))
}

/// The tokens of a text, in its order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let normal = normalise(text);
    let mut found = Vec::new();
    for spaced in normal.split(|c: char| c.is_whitespace() || matches!(c, '—' | '–' | '…')) {
        for run in unspaced_apart(spaced) {
            match run.chars().next().and_then(Script::of) {
                Some(Script::Han) => chinese(run, &mut found),
                // Particles and endings; what they say is mostly said by the words between them.
                Some(Script::Kana) if run.chars().all(is_hiragana) => japanese_ending(run, &mut found),
                _ => {
                    piece(run, &mut found);
                    if run.ends_with([',', ';', ':', '.', '!', '?']) {
                        found.push(Token::Break);
                    }
                }
            }
        }
    }
    ordinals(join_numbers(found))
}

/// Cuts where a script without spaces meets another one.
fn unspaced_apart(text: &str) -> Vec<&str> {
    let class = |c: char| match Script::of(c) {
        Some(Script::Han) => 1,
        Some(Script::Kana) if is_hiragana(c) => 2,
        Some(Script::Kana) => 3,
        _ => 0,
    };
    let (mut runs, mut start, mut last) = (Vec::new(), 0, None);
    for (at, c) in text.char_indices() {
        if last.is_some_and(|last| last != class(c)) {
            runs.push(&text[start..at]);
            start = at;
        }
        last = Some(class(c));
    }
    runs.push(&text[start..]);
    runs
}

fn is_hiragana(c: char) -> bool {
    ('\u{3041}'..='\u{309F}').contains(&c)
}

fn chinese(run: &str, found: &mut Vec<Token>) {
    let mut numerals = String::new();
    let mut chars = run.chars().peekable();
    while let Some(c) = chars.next() {
        if number::is_chinese(c) {
            numerals.push(c);
            continue;
        }
        flush(&mut numerals, found);
        // A millisecond is no second with a detail.
        let part = if matches!(c, '毫' | '微' | '纳' | '厘') { chars.next() } else { None };
        found.push(Token::Word([Some(c), part].into_iter().flatten().collect()));
    }
    flush(&mut numerals, found);
}

fn flush(numerals: &mut String, found: &mut Vec<Token>) {
    if let Some(value) = number::chinese(numerals).filter(|_| !numerals.is_empty()) {
        found.push(Token::Number(value.to_string()));
    }
    numerals.clear();
}

fn japanese_ending(run: &str, found: &mut Vec<Token>) {
    if ["ない", "ません", "ずに", "なかっ"].iter().any(|ending| run.contains(ending)) {
        found.push(Token::Word("not".to_owned()));
    }
}

/// A run between spaces.
fn piece(run: &str, found: &mut Vec<Token>) {
    let inner = run.trim_end_matches(is_edge).trim_start_matches(|c| is_edge(c) && !matches!(c, '.' | '-'));
    let inner = match inner.strip_prefix('-') {
        Some(rest) if !rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') && !is_flag(rest) => rest,
        _ => inner,
    };
    if inner.is_empty() || !inner.contains(|c: char| c.is_alphanumeric() || matches!(c, '%' | '$' | '€' | '£')) {
        return;
    }
    // Three o'clock, however it is written.
    let inner = match inner.strip_suffix(":00") {
        Some(hour) if hour.len() <= 2 && number::digits(hour).is_some() => hour,
        _ => inner,
    };
    if let Some((value, unit)) = measured(inner) {
        found.push(Token::Number(value));
        if !unit.is_empty() {
            found.push(Token::Word(unit.to_lowercase()));
        }
        return;
    }
    let letter = inner.len() == 1 && inner != "I" && inner.starts_with(|c: char| c.is_ascii_uppercase());
    // `US` is no `us`.
    let short =
        inner.len() > 1 && inner.chars().all(|c| c.is_ascii_uppercase()) && role(&inner.to_lowercase()) == Role::Light;
    // "Plan B", "on 1 May", "in Go"; at the beginning the case says nothing.
    let first = matches!(found.last(), None | Some(Token::Break));
    let named = inner.len() > 1
        && inner.starts_with(|c: char| c.is_ascii_uppercase())
        && role(&inner.to_lowercase()) == Role::Light;
    if short || !first && (letter || named || inner == "May") {
        found.push(Token::Name(inner.to_owned()));
        return;
    }
    if let Some((word, end)) = inner
        .rsplit_once('-')
        .filter(|(_, end)| ["up", "out", "off", "in", "down"].contains(end) || matches!(*end, "ups" | "outs" | "ins"))
    {
        found.push(Token::Word(format!("{word}{end}").to_lowercase()));
        return;
    }
    if let Some(joined) = with_prefix(inner) {
        found.push(Token::Word(joined));
        return;
    }
    if is_plain(inner) {
        if inner.contains('-') && inner.split('-').all(|part| part.len() > 1) {
            found.push(Token::Compound(inner.to_lowercase()));
        }
        // A hyphen joins words, an apostrophe what belongs to one.
        for word in inner.split('-').filter(|word| !word.is_empty()) {
            let lower = word.to_lowercase();
            match (number::word(&lower), lower.as_str()) {
                (Some(value), _) => found.push(Token::Number(value.to_string())),
                (None, "pr" | "prs") => found.extend(["pull", "request"].map(|word| Token::Word(word.to_owned()))),
                (None, _) => found.push(Token::Word(lower)),
            }
        }
        return;
    }
    found.push(Token::Name(inner.to_owned()));
}

/// A word with a prefix that makes another word of it: `pre-production` is no production.
fn with_prefix(text: &str) -> Option<String> {
    const PREFIXES: &[&str] =
        &["pre", "post", "sub", "semi", "multi", "anti", "inter", "intra", "half", "bi", "tri", "un", "mid", "quasi"];
    let lower = text.to_lowercase();
    let (prefix, rest) = lower.split_once('-')?;
    (PREFIXES.contains(&prefix) && is_plain(rest)).then(|| format!("{prefix}{rest}"))
}

fn is_flag(rest: &str) -> bool {
    rest.len() <= 2 && rest.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// A word, or words with hyphens, without a mark of being a made-up name.
fn is_plain(text: &str) -> bool {
    let letters =
        text.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '°' | '%' | '$' | '€' | '£') || is_mark(c));
    let mut case = text.chars().filter(|c| c.is_alphabetic());
    let first = case.next();
    // `getName` is a name; `API`, `APIs` and `Kubernetes` are words.
    let humped = first.is_some_and(char::is_lowercase) && text.chars().any(char::is_uppercase)
        || text.as_bytes().windows(3).any(|three| {
            three[0].is_ascii_uppercase() && three[1].is_ascii_lowercase() && three[2].is_ascii_uppercase()
        })
        || text.as_bytes().windows(2).filter(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase()).count()
            > 0;
    letters && !humped
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// A number with what is counted behind it: `24h`, `10MB`, `85°C`, `20th`, `3-го`, `$5`, `50%`.
fn measured(text: &str) -> Option<(String, &str)> {
    if let Some(rest) = text.strip_prefix(['$', '€', '£']) {
        return number::digits(rest).map(|value| (value, &text[..text.len() - rest.len()]));
    }
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(text.len());
    let end = text[..end].trim_end_matches(['.', ',']).len();
    let value = number::digits(&text[..end])?;
    let unit = &text[end..];
    let ordinal = ["st", "nd", "rd", "th", "-го", "-й", "-я", "-ю", "-е", "-м", "-ти", "-х", "號", "号"];
    if ordinal.contains(&unit) {
        return Some((value, ""));
    }
    let unit = unit.strip_prefix('-').unwrap_or(unit);
    let letters = unit.chars().all(|c| c.is_alphabetic() || matches!(c, '°' | '%' | '/'));
    (letters && unit.chars().count() <= 7 && !unit.starts_with('/')).then_some((value, unit))
}

/// Numbers written in several words.
fn join_numbers(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        if let (Some(Token::Number(before)), Token::Number(next)) = (joined.last_mut(), &token)
            && let (Ok(first), Ok(second)) = (before.parse(), next.parse())
            && let Some(value) = number::joined(first, second)
        {
            *before = value.to_string();
            continue;
        }
        joined.push(token);
    }
    joined
}

/// Ordinals become numbers: `every other`, `the second floor`, but not `per second` or `3 seconds`.
fn ordinals(tokens: Vec<Token>) -> Vec<Token> {
    let mut seen: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let Token::Word(word) = &token else {
            seen.push(token);
            continue;
        };
        let before = seen.last();
        let after = |words: &[&str]| matches!(before, Some(Token::Word(it)) if words.contains(&it.as_str()));
        let unit = word == "second" && (after(&["per", "a", "each"]) || matches!(before, Some(Token::Number(_))));
        let value = match word.as_str() {
            "other" if after(&["every", "each"]) => Some(2.0),
            _ if unit => None,
            _ => number::ordinal(word, &stem(word)),
        };
        seen.push(value.map_or(token, |value| Token::Number(value.to_string())));
    }
    seen
}
