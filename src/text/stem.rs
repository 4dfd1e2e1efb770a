//! Stemming by script: what can be taken off a word of which only its letters are known.

use super::script::Script;
use frostem::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Longer runs of letters are not words, and stemmers are written for words.
const MAX_CHARS: usize = 40;

static ENGLISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::new(Algorithm::English));
static RUSSIAN: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::new(Algorithm::Russian));
static GREEK: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::new(Algorithm::Greek));
static ARABIC: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::new(Algorithm::Arabic));

/// The stem of a folded word; words with digits or of two scripts stay as they are.
pub(super) fn stem(word: &str) -> Cow<'_, str> {
    let Some(script) = single_script(word) else {
        return Cow::Borrowed(word);
    };
    let stem = match script {
        Script::Latin => latin(word),
        Script::Cyrillic => cyrillic(word),
        Script::Greek => greek(word),
        Script::Arabic => arabic(word),
        Script::Hebrew => hebrew(word),
        Script::Devanagari => devanagari(word),
        _ => Cow::Borrowed(word),
    };
    if stem.is_empty() {
        return Cow::Borrowed(word);
    }
    stem
}

fn single_script(word: &str) -> Option<Script> {
    let mut chars = word.chars();
    let script = Script::of(chars.next()?)?;
    let mut count = 1;
    for c in chars {
        count += 1;
        if count > MAX_CHARS || Script::of(c) != Some(script) {
            return None;
        }
    }
    Some(script)
}

/// Endings common in European languages, longest first, taken off after the English stemmer.
///
/// Snowball's other Latin stemmers would each need the language. These endings of German, Nordic,
/// Romance, Turkish and Finnish words leave English rankings as they are (measured), because they are
/// the same for documents and queries and long stems stay distinct.
const ENDINGS: &[&str] = &[
    "and", "end", "ern", "lar", "ler", "ad", "ar", "at", "em", "en", "er", "es", "et", "id", "ir", "it", "ks", "ll",
    "lt", "ss", "st",
];

/// Shorter rests are no longer the same word.
const MIN_LATIN: usize = 5;

/// Endings so common in German, Nordic and Italian that shorter rests are worth it.
const FREQUENT: &[&str] = &["en", "er", "ern", "es", "i", "o"];

fn latin(word: &str) -> Cow<'_, str> {
    let mut stem = ENGLISH.stem(word);
    for _ in 0..2 {
        let length = shorter(&stem, ENDINGS);
        let length = shorter(&stem[..length], &["a", "e", "i", "o", "u"]);
        if length < stem.len() {
            shorten(&mut stem, length);
        }
    }
    stem
}

/// The length of a word without the first of `endings` that leaves enough of it.
fn shorter(word: &str, endings: &[&str]) -> usize {
    let rest = |ending: &&str| {
        let rest = word.strip_suffix(*ending)?.len();
        let least = MIN_LATIN - usize::from(FREQUENT.contains(ending));
        (rest >= least).then_some(rest)
    };
    endings.iter().find_map(rest).unwrap_or(word.len())
}

/// Ukrainian and Belarusian inflect as Russian does; spelt with Russian's letters, the same stemmer
/// finds their vowels and endings.
fn cyrillic(word: &str) -> Cow<'_, str> {
    const LETTERS: [(char, char); 5] = [('і', 'и'), ('ї', 'и'), ('є', 'е'), ('ґ', 'г'), ('ў', 'у')];
    let russian = |c: char| LETTERS.iter().find(|pair| pair.0 == c).map_or(c, |pair| pair.1);
    if word.chars().all(|c| russian(c) == c) {
        return RUSSIAN.stem(word);
    }
    let respelt: String = word.chars().map(russian).collect();
    Cow::Owned(RUSSIAN.stem(&respelt).into_owned())
}

/// The stemmer leaves the vowel of some plurals (βιβλία, βιβλίο).
fn greek(word: &str) -> Cow<'_, str> {
    without(GREEK.stem(word), &["α", "ε", "η", "ι", "ο", "υ", "ω"])
}

/// A stem without the first of `endings` it has, if three letters are left.
fn without<'w>(mut stem: Cow<'w, str>, endings: &[&str]) -> Cow<'w, str> {
    let rest = endings.iter().find_map(|ending| stem.strip_suffix(ending));
    let length = rest.filter(|rest| rest.chars().count() >= 3).map(str::len);
    if let Some(length) = length {
        shorten(&mut stem, length);
    }
    stem
}

fn shorten(stem: &mut Cow<'_, str>, length: usize) {
    match stem {
        Cow::Borrowed(text) => *text = &text[..length],
        Cow::Owned(text) => text.truncate(length),
    }
}

/// The final feminine letter is written with or without its points, so it is made alike; only after
/// stemming, which has to know it.
fn arabic(word: &str) -> Cow<'_, str> {
    let stem = ARABIC.stem(word);
    if stem.contains('\u{629}') {
        return Cow::Owned(stem.replace('\u{629}', "\u{647}"));
    }
    stem
}

/// Hebrew writes "and", "the", "in", "to", "from", "that" as letters in front of the word. All of them go
/// while three letters are left, so that a word gives the same stem with any of them; words that begin
/// with such a letter of their own lose it everywhere alike.
fn hebrew(word: &str) -> Cow<'_, str> {
    let mut letters: Vec<char> = word.chars().map(plain_letter).collect();
    if letters.len() >= 5 && letters.ends_with(&['י', 'מ']) {
        letters.truncate(letters.len() - 2);
    } else if letters.len() >= 5 && letters.ends_with(&['ו', 'ת']) {
        letters.truncate(letters.len() - 2);
        letters.push('ה');
    }
    let most = letters.len().saturating_sub(3);
    let prefix = letters.iter().take(most).take_while(|c| matches!(c, 'ו' | 'ה' | 'ב' | 'ל' | 'מ' | 'ש' | 'כ')).count();
    Cow::Owned(letters[prefix..].iter().collect())
}

/// Hebrew's five final letter forms are the same letters.
fn plain_letter(c: char) -> char {
    match c {
        'ך' => 'כ',
        'ם' => 'מ',
        'ן' => 'נ',
        'ף' => 'פ',
        'ץ' => 'צ',
        _ => c,
    }
}

/// Hindi inflects by vowel signs at the end, with a glide in plurals, and by syllables on verbs.
fn devanagari(word: &str) -> Cow<'_, str> {
    let mut rest = without_signs(word);
    for glide in ['य', 'व'] {
        if let Some(shorter) = rest.strip_suffix(glide)
            && shorter.ends_with(['\u{93F}', '\u{941}'])
        {
            rest = without_signs(shorter);
        }
    }
    if rest.len() < word.len()
        && let Some(verb) = rest.strip_suffix(['त', 'न'])
        && consonants(verb) >= 2
        && !verb.ends_with('\u{94D}')
    {
        rest = without_signs(verb);
    }
    Cow::Borrowed(rest)
}

/// The word without final vowel signs and vowels, as long as two consonants are left.
fn without_signs(word: &str) -> &str {
    let rest = word.trim_end_matches(|c: char| {
        matches!(c, '\u{900}'..='\u{903}' | '\u{93E}'..='\u{94C}' | '\u{90F}' | '\u{913}' | '\u{906}' | '\u{908}')
    });
    if consonants(rest) >= 2 { rest } else { word }
}

fn consonants(word: &str) -> usize {
    word.chars().filter(|c| ('\u{915}'..='\u{939}').contains(c)).count()
}
