//! Normalisation of whole texts, and folding of single words.
//!
//! Two steps, because case still matters between them: `getUserName` is cut where the case changes.

use super::script::Script;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// Compatibility forms, widths, digits, quotes and hyphens made alike; invisible characters removed and
/// control characters turned into spaces. Case and accents stay.
pub(super) fn normalise(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        // Control characters are no word characters, so ASCII needs nothing.
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut previous = ' ';
    let prepared = text.chars().flat_map(move |c| {
        let kept = prepare(c, previous);
        previous = c;
        kept.into_iter().flatten()
    });
    out.extend(prepared.nfkc().map(ascii_digit));
    Cow::Owned(out)
}

/// What normalisation proper would get wrong: at most two characters for one.
fn prepare(c: char, previous: char) -> [Option<char>; 2] {
    match c {
        '\u{0}'..='\u{7E}' => [Some(c), None],
        // Persian writes affixes behind a non-joiner; elsewhere it only shapes letters.
        '\u{200C}' if Script::of(previous) == Some(Script::Arabic) => [Some(' '), None],
        '\u{200B}' | '\u{2028}' | '\u{2029}' | '™' | '℠' => [Some(' '), None],
        _ if is_invisible(c) => [None, None],
        '\u{B4}' | '\u{2BC}' | '\u{2BB}' | '\u{2B9}' | '‘' | '’' | '‛' | '\u{2032}' | '׳' => [Some('\''), None],
        '״' => [Some('"'), None],
        '\u{2010}' | '\u{2011}' | '\u{5BE}' => [Some('-'), None],
        // "6½" would become "61⁄2".
        '¼' | '½' | '¾' | '\u{2150}'..='\u{215F}' => [Some(' '), Some(c)],
        _ => [Some(c), None],
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180E}' | '\u{200C}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Decimal digits of the living scripts that have their own; each row of ten starts here.
const ZEROS: &[u32] = &[
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0, 0xF20,
    0x1040, 0x17E0, 0x1810,
];

fn ascii_digit(c: char) -> char {
    if c < '\u{660}' || !c.is_numeric() {
        return c;
    }
    let code = u32::from(c);
    let row = ZEROS.partition_point(|zero| *zero <= code);
    match ZEROS[..row].last() {
        Some(zero) if code - zero < 10 => char::from_digit(code - zero, 10).unwrap_or(c),
        _ => c,
    }
}

/// A word in lower case, without the accents that writers leave out, and with the spelling variants of
/// its script made alike. Marks that are letters' parts (Thai, Indic vowels) stay.
pub(super) fn fold_word(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    if word.is_ascii() {
        out.push_str(word);
        out.make_ascii_lowercase();
        return out;
    }
    for c in word.chars() {
        if c == '"' {
            // Inside a word it marks a Hebrew abbreviation.
        } else if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else {
            for lower in c.to_lowercase() {
                fold_char(lower, &mut out);
            }
        }
    }
    if out.contains('\u{94D}') {
        return nasals(&out);
    }
    out
}

fn fold_char(c: char, out: &mut String) {
    match c {
        '\u{300}'..='\u{36F}' => {}
        'ß' => out.push_str("ss"),
        'æ' => out.push_str("ae"),
        'œ' => out.push_str("oe"),
        'þ' => out.push_str("th"),
        'ø' => out.push('o'),
        'đ' | 'ð' => out.push('d'),
        'ł' => out.push('l'),
        'ħ' => out.push('h'),
        'ŧ' => out.push('t'),
        'ŋ' => out.push('n'),
        'ı' => out.push('i'),
        'ς' => out.push('σ'),
        'ё' | 'ѐ' => out.push('е'),
        'ѝ' => out.push('и'),
        '\u{5D0}'..='\u{6FF}' | '\u{591}'..='\u{5C7}' => fold_semitic(c, out),
        '\u{900}'..='\u{DFF}' => fold_indic(c, out),
        '\u{80}'..='\u{24F}' | '\u{370}'..='\u{3FF}' | '\u{1E00}'..='\u{1FFF}' => {
            decompose_canonical(c, |part| {
                if !is_combining_mark(part) {
                    out.push(part);
                }
            });
        }
        _ => out.push(c),
    }
}

/// Vowel points go, as nobody types them; letters that writers and keyboards exchange become one.
fn fold_semitic(c: char, out: &mut String) {
    match c {
        '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{640}' | '\u{64B}'..='\u{65F}' => {}
        '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E8}' | '\u{6EA}'..='\u{6ED}' => {}
        '\u{622}' | '\u{623}' | '\u{625}' | '\u{671}' => out.push('\u{627}'),
        '\u{649}' | '\u{6CC}' => out.push('\u{64A}'),
        '\u{6A9}' => out.push('\u{643}'),
        '\u{6C0}' | '\u{6C1}' | '\u{6C2}' | '\u{6D5}' => out.push('\u{647}'),
        _ => out.push(c),
    }
}

/// The nukta is optional in writing, and so is which nasal sign is used.
fn fold_indic(c: char, out: &mut String) {
    match c {
        '\u{93C}' | '\u{9BC}' | '\u{A3C}' | '\u{ABC}' | '\u{B3C}' => {}
        '\u{901}' => out.push('\u{902}'),
        '\u{929}' => out.push('\u{928}'),
        '\u{931}' => out.push('\u{930}'),
        '\u{934}' => out.push('\u{933}'),
        _ => out.push(c),
    }
}

/// हिन्दी and हिंदी are one word: a nasal consonant joined to one of its own row is the nasal sign.
fn nasals(word: &str) -> String {
    let chars: Vec<char> = word.chars().collect();
    let mut out = String::with_capacity(word.len());
    let mut at = 0;
    while at < chars.len() {
        let joined = chars.get(at + 1) == Some(&'\u{94D}');
        let next = chars.get(at + 2).copied().unwrap_or(' ');
        let same_row = match chars[at] {
            'ङ' => ('क'..='घ').contains(&next),
            'ञ' => ('च'..='झ').contains(&next),
            'ण' => ('ट'..='ढ').contains(&next),
            'न' => ('त'..='ध').contains(&next),
            'म' => ('प'..='भ').contains(&next),
            _ => false,
        };
        if joined && same_row {
            out.push('\u{902}');
            at += 2;
        } else {
            out.push(chars[at]);
            at += 1;
        }
    }
    out
}
