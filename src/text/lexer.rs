//! Cutting normalised text into compounds of words and runs of unspaced scripts.

use super::script::Script;
use unicode_normalization::char::is_combining_mark;

/// Longest run that is looked at as one compound. Longer ones are blobs, and are cut.
const MAX_ATOMS: usize = 64;

/// A piece of text that one part of the analysis takes as a whole.
pub(super) enum Piece<'t> {
    /// Words of spaced scripts, with what joins them.
    Compound(Vec<Atom<'t>>),
    /// A run of Chinese characters and kana.
    Cjk(&'t str),
    /// A run of Korean syllables.
    Hangul(&'t str),
    /// A run of a script that writes no spaces between words: Thai, Lao, Khmer, Burmese.
    Unspaced(&'t str),
}

/// A word of a compound.
#[derive(Clone, Copy)]
pub(super) struct Atom<'t> {
    /// The word, case kept: `Name`, `v1.2.3`, `C++`.
    pub(super) text: &'t str,
    /// What stands between this word and the one before; empty where only the script changes.
    pub(super) joint: &'t str,
    /// Where the word begins in the whole text.
    pub(super) start: usize,
    /// A leading `.` (`.NET`) or `#` (`#1234`) that makes a name of the word.
    pub(super) sign: Option<char>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Cjk,
    Hangul,
    Unspaced,
    Break,
}

fn class(c: char) -> Class {
    if c.is_ascii() {
        return if c.is_ascii_alphanumeric() { Class::Word } else { Class::Break };
    }
    match u32::from(c) {
        // Repetition and abbreviation signs stand between words, not in them.
        0x0E2F | 0x0E46 | 0x0E4F | 0x0EAF | 0x0EC6 => return Class::Break,
        0x0E01..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x19E0..=0x19FF | 0xAA60..=0xAA7F
            if !c.is_numeric() && (c.is_alphabetic() || is_combining_mark(c)) =>
        {
            return Class::Unspaced;
        }
        0x3100..=0x312F | 0x31A0..=0x31BF => return Class::Cjk,
        _ => {}
    }
    match Script::of(c) {
        Some(Script::Han | Script::Kana) => Class::Cjk,
        Some(Script::Hangul) => Class::Hangul,
        Some(_) => Class::Word,
        None if c.is_alphanumeric() || is_combining_mark(c) => Class::Word,
        None => Class::Break,
    }
}

/// Walks over a normalised text.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn run(&mut self, wanted: Class) -> &'t str {
        let rest = self.rest();
        let end = rest
            .char_indices()
            .find(|(_, c)| class(*c) != wanted && !is_combining_mark(*c))
            .map_or(rest.len(), |(at, _)| at);
        self.at += end;
        &rest[..end]
    }

    /// The sign in front of the word at the current place, if it makes a name of the word.
    fn sign(&self) -> Option<char> {
        let mut before = self.text[..self.at].chars().rev();
        let sign = before.next().filter(|c| matches!(c, '.' | '#'))?;
        let free = before
            .next()
            .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '\'' | '`' | '/' | ',' | '='));
        let first = self.rest().chars().next()?;
        let fits = if sign == '.' { first.is_alphabetic() } else { first.is_ascii_digit() };
        (free && fits).then_some(sign)
    }

    fn compound(&mut self) -> Vec<Atom<'t>> {
        let mut atoms = Vec::new();
        let mut joint = "";
        let mut sign = self.sign();
        while atoms.len() < MAX_ATOMS {
            let start = self.at;
            let text = self.atom();
            atoms.push(Atom { text, joint, start, sign: sign.take() });
            let Some(width) = joint_width(text, self.rest()) else {
                break;
            };
            joint = &self.rest()[..width];
            self.at += width;
        }
        atoms
    }

    fn atom(&mut self) -> &'t str {
        let rest = self.rest();
        let end = number_end(rest).unwrap_or_else(|| word_end(rest));
        self.at += end;
        &rest[..end]
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let rest = self.rest();
        let (skip, found) =
            rest.char_indices().map(|(at, c)| (at, class(c))).find(|(_, class)| *class != Class::Break)?;
        self.at += skip;
        Some(match found {
            Class::Cjk => Piece::Cjk(self.run(Class::Cjk)),
            Class::Hangul => Piece::Hangul(self.run(Class::Hangul)),
            Class::Unspaced => Piece::Unspaced(self.run(Class::Unspaced)),
            Class::Word | Class::Break => Piece::Compound(self.compound()),
        })
    }
}

/// How many bytes at the start of `rest` join `word`, which stands before them, to a word after them.
fn joint_width(word: &str, rest: &str) -> Option<usize> {
    let mut width = 0;
    let mut others = 0;
    for c in rest.chars() {
        match c {
            '_' => {}
            '-' | '.' | '/' | '\\' | '@' | '\'' | '&' if others == 0 => others += 1,
            ':' if rest.starts_with("::") && width < 2 => {}
            // A time of day; behind a file's name, a number is a line's.
            ':' if width == 0
                && word.ends_with(|c: char| c.is_ascii_digit())
                && rest[1..].starts_with(|next: char| next.is_ascii_digit()) =>
            {
                others += 1;
            }
            _ if class(c) == Class::Word => return Some(width),
            _ => return None,
        }
        width += 1;
        if width > 4 {
            return None;
        }
    }
    None
}

/// Where a word ends: at a character that is not of its class, or at the border of two scripts.
fn word_end(rest: &str) -> usize {
    let mut script = None;
    let mut end = rest.len();
    let mut previous = ' ';
    for (at, c) in rest.char_indices() {
        let here = Script::of(c);
        let quoted = c == '"' && is_hebrew(previous) && rest[at + 1..].starts_with(is_hebrew);
        let border = script.is_some() && here.is_some() && here != script;
        if border || (class(c) != Class::Word && !quoted) {
            end = at;
            break;
        }
        script = here.or(script);
        previous = c;
    }
    end + suffix_width(&rest[..end], &rest[end..])
}

fn is_hebrew(c: char) -> bool {
    Script::of(c) == Some(Script::Hebrew)
}

/// `C++`, `g++`, `C#`: signs behind a short word that are part of a name.
fn suffix_width(word: &str, after: &str) -> usize {
    let name = word.len() <= 10 && word.bytes().all(|b| b.is_ascii_alphabetic()) && !word.is_empty();
    let width = if after.starts_with("++") {
        2
    } else if after.starts_with('#') {
        1
    } else {
        return 0;
    };
    let next = after[width..].chars().next();
    let free =
        next.is_none_or(|c| (width == 2 && c.is_ascii_digit()) || class(c) == Class::Break && c != '+' && c != '#');
    if name && free { width } else { 0 }
}

/// `1,000`, `3.14`, `v1.2.3`, `10.0.0.1`: a number with at least one separator in it.
fn number_end(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let digits = |from: usize| bytes.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = usize::from(matches!(bytes.first(), Some(b'v' | b'V')));
    let mut width = digits(at);
    if width == 0 {
        return None;
    }
    at += width;
    let mut separated = false;
    loop {
        let next = digits(at + 1);
        let joined = match bytes.get(at) {
            Some(b'.') => next > 0,
            Some(b',') => next == 3 && width <= 3,
            _ => false,
        };
        if !joined {
            break;
        }
        separated = true;
        width = next;
        at += 1 + next;
    }
    separated.then_some(at)
}
