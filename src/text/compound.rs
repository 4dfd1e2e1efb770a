//! What is indexed of a word or a compound of words: its whole form, its joined form, its parts.
//!
//! Writers spell one name in many ways (`getUserName`, `get_user_name`, `get-user-name`, `e-mail`,
//! `email`), so a compound yields the joined spelling and the parts; forms that carry punctuation
//! (`src/main.rs`, `get_user_name`) are kept whole as well, so that the exact spelling ranks first.

use super::analyse::Sink;
use super::fold::fold_word;
use super::lexer::Atom;
use super::script::Script;

/// A compound of more words is text without spaces, not a name.
const MAX_JOINED: usize = 8;

/// Joints by how loosely they bind, loosest first.
const LEVELS: [&[char]; 3] = [&['/', '\\', '@'], &['-'], &['.', '_', '&', ':']];

/// Emits all terms of a compound.
pub(super) fn emit(text: &str, atoms: &[Atom<'_>], sink: &mut Sink) {
    split(text, atoms, 0, sink);
}

/// Whether a compound is a name that somebody made up, to be found as it is written: `get_user_name`, `PROJ-12`,
/// `.NET`, `v1.2.3`, `p53`; not `well-known`, `don't`, `U.S.` or `3.14`.
pub(super) fn is_identifier(atoms: &[Atom<'_>]) -> bool {
    if is_acronym(atoms) {
        return false;
    }
    let mixed =
        |text: &str| text.contains(char::is_alphabetic) && text.contains(|c: char| c.is_numeric() || "+#".contains(c));
    let camel = |text: &str| {
        text.chars().zip(text.chars().skip(1)).any(|(before, after)| before.is_lowercase() && after.is_uppercase())
    };
    if atoms.iter().any(|atom| atom.sign.is_some() || mixed(atom.text) || camel(atom.text)) {
        return true;
    }
    if atoms.iter().all(|atom| is_number(atom.text)) {
        // Versions and addresses have two dots or more.
        let dots: usize =
            atoms.iter().map(|atom| atom.text.matches('.').count() + usize::from(atom.joint == ".")).sum();
        return dots > 1;
    }
    // `PROJ-12` is a name, `24-hour` a quantity.
    atoms.windows(2).any(|pair| {
        let numbered = is_number(pair[1].text) && !is_number(pair[0].text);
        let joined = !is_number(pair[0].text) && !matches!(pair[1].joint, "-" | "'" | "&");
        numbered || joined
    })
}

fn level(joint: &str) -> usize {
    if joint == "'" {
        return LEVELS.len();
    }
    if joint.is_empty() {
        return 1;
    }
    if joint == "::" {
        return 0;
    }
    (0..LEVELS.len()).find(|level| joint.contains(LEVELS[*level])).unwrap_or(LEVELS.len() - 1)
}

fn split(text: &str, atoms: &[Atom<'_>], depth: usize, sink: &mut Sink) {
    if let [atom] = atoms {
        return word(atom, sink);
    }
    if depth == LEVELS.len() {
        return apostrophe(atoms, sink);
    }
    let cuts: Vec<usize> = (1..atoms.len()).filter(|at| level(atoms[*at].joint) <= depth).collect();
    if cuts.is_empty() {
        return split(text, atoms, depth + 1, sink);
    }
    if is_acronym(atoms) {
        return sink.push(&joined(atoms));
    }
    forms(text, atoms, depth, sink);
    let mut start = 0;
    for cut in cuts.into_iter().chain([atoms.len()]) {
        split(text, &atoms[start..cut], depth + 1, sink);
        start = cut;
    }
}

/// The compound as one term: as written if its punctuation makes a name of it, and without punctuation.
fn forms(text: &str, atoms: &[Atom<'_>], depth: usize, sink: &mut Sink) {
    let (Some(first), Some(last)) = (atoms.first(), atoms.last()) else {
        return;
    };
    if atoms.len() > MAX_JOINED {
        return;
    }
    let numeric = atoms.iter().all(|atom| is_number(atom.text));
    let plain = |atom: &Atom<'_>| atom.joint.is_empty() || atom.joint == "-";
    if numeric || !atoms[1..].iter().all(plain) {
        let start = first.start - first.sign.map_or(0, char::len_utf8);
        sink.push_whole(&fold_word(&text[start..last.start + last.text.len()]));
    }
    if depth > 0 && !numeric {
        sink.push_stem(&joined(atoms));
    }
}

fn joined(atoms: &[Atom<'_>]) -> String {
    let mut word: String = atoms.iter().map(|atom| fold_word(atom.text)).collect();
    word.retain(|c| c != ',');
    word
}

/// `U.S.`, `e.g.`: single letters between points.
fn is_acronym(atoms: &[Atom<'_>]) -> bool {
    let letter = |atom: &Atom<'_>| {
        let mut chars = atom.text.chars();
        chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
    };
    atoms.iter().all(letter) && atoms[1..].iter().all(|atom| atom.joint == ".")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',')
}

/// Words joined by apostrophes: possessives and contractions lose their tail, elided articles go.
fn apostrophe(atoms: &[Atom<'_>], sink: &mut Sink) {
    let [left, right] = atoms else {
        return atoms.iter().for_each(|atom| word(atom, sink));
    };
    let tail = fold_word(right.text);
    let head = fold_word(left.text);
    if Script::of(tail.chars().next().unwrap_or(' ')) != Some(Script::Latin) {
        // Ukrainian and Hebrew write it inside words.
        return sink.push_stem(&joined(atoms));
    }
    match tail.as_str() {
        "s" | "ll" | "re" | "ve" | "d" | "m" => word(left, sink),
        "t" => sink.push(&joined(atoms)),
        _ if ELIDED.contains(&head.as_str()) => word(right, sink),
        _ => {
            sink.push_stem(&joined(atoms));
            if head.chars().count() > 2 {
                word(left, sink);
            }
            if tail.chars().count() > 3 {
                word(right, sink);
            }
        }
    }
}

/// Articles, pronouns and prepositions of French, Italian and Catalan that lose their vowel.
const ELIDED: &[&str] = &[
    "l", "d", "j", "m", "n", "s", "t", "c", "qu", "un", "dell", "nell", "all", "sull", "dall", "jusqu", "lorsqu",
    "puisqu", "quest", "quell",
];

fn word(atom: &Atom<'_>, sink: &mut Sink) {
    if let Some(sign) = atom.sign {
        let mut name = String::from(sign);
        name.push_str(&fold_word(atom.text));
        sink.push_whole(&name);
    }
    let bare = atom.text.trim_end_matches(['+', '#']);
    if bare.len() < atom.text.len() {
        sink.push_whole(&fold_word(atom.text));
    }
    if bare.bytes().any(|b| b == b'.' || b == b',') {
        return number(bare, sink);
    }
    plain(bare, sink);
}

/// Numbers without their thousands separators; versions with and without `v`, and their first two places.
fn number(text: &str, sink: &mut Sink) {
    let text = fold_word(text).replace(',', "");
    sink.push(&text);
    let bare = text.strip_prefix('v').unwrap_or(&text);
    if bare.len() < text.len() {
        sink.push(bare);
    }
    let places: Vec<&str> = bare.split('.').collect();
    let [head, groups @ ..] = places.as_slice() else {
        return;
    };
    if groups.len() > 1 {
        sink.push(&format!("{head}.{}", groups[0]));
    }
    let grouped = head.len() <= 3 && *head != "0" && groups.iter().all(|group| group.len() == 3);
    if grouped && !groups.is_empty() {
        sink.push(&places.concat());
    }
}

/// A single word: its stem, and if it is written as several words in one, these.
fn plain(text: &str, sink: &mut Sink) {
    let text = singular_acronym(text);
    let folded = fold_word(text);
    if text.chars().any(is_vietnamese) {
        // Tones tell Vietnamese words apart; without them many syllables are one.
        sink.push(&text.to_lowercase());
    }
    sink.push_stem(&folded);
    if text.len() > MAX_NAME {
        return;
    }
    if let Some((head, tail)) = letters_and_digits(text) {
        plain(head, sink);
        plain(tail, sink);
        return;
    }
    if let Some(year) = text.strip_suffix('s').filter(|rest| is_number(rest)) {
        return sink.push(year);
    }
    let parts = humps(text);
    if parts.len() > 1 {
        sink.push_exact(&folded);
        for part in parts.into_iter().filter(|part| part.chars().count() > 1) {
            sink.push_stem(&fold_word(singular_acronym(part)));
        }
    }
}

/// Longer words are not names that somebody wrote as several words in one.
const MAX_NAME: usize = 64;

/// `URLs` and `mRNAs` without their `s`, which stemmers do not know as a plural.
fn singular_acronym(text: &str) -> &str {
    match text.strip_suffix('s') {
        Some(rest) if rest.len() >= 2 && ends_upper(rest) => rest,
        _ => text,
    }
}

fn ends_upper(text: &str) -> bool {
    let mut last = text.chars().rev();
    last.next().is_some_and(char::is_uppercase) && last.next().is_some_and(char::is_uppercase)
}

/// Letters that only Vietnamese uses.
fn is_vietnamese(c: char) -> bool {
    matches!(c, '\u{1A0}' | '\u{1A1}' | '\u{1AF}' | '\u{1B0}' | '\u{1EA0}'..='\u{1EF9}')
}

/// `iPhone15`, `utf8`, `100mg` cut between letters and digits, if there is one such border and both
/// sides say something; ordinals do not.
fn letters_and_digits(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let digit_first = bytes.first()?.is_ascii_digit();
    let border = bytes.iter().position(|b| b.is_ascii_digit() != digit_first)?;
    let (head, tail) = text.split_at_checked(border)?;
    let (letters, digits) = if digit_first { (tail, head) } else { (head, tail) };
    if !digits.bytes().all(|b| b.is_ascii_digit()) || letters.contains(|c: char| !c.is_alphabetic()) {
        return None;
    }
    if digit_first {
        let unit = letters.len() >= 2 && !matches!(letters, "st" | "nd" | "rd" | "th");
        return unit.then_some((head, tail));
    }
    let name = letters.chars().count() >= 3 && digits.len() >= 2;
    name.then_some((head, tail))
}

/// `getUserName` and `XMLHttpRequest` cut where the case begins a new word. Random case, as in encoded
/// data, is not cut.
fn humps(text: &str) -> Vec<&str> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut cuts = vec![0];
    let mut lower = false;
    for (at, (place, c)) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map_or(' ', |at| chars[at].1);
        let after = chars.get(at + 1).map_or(' ', |next| next.1);
        let rises = lower && !before.is_uppercase();
        let acronym_ends = before.is_uppercase() && after.is_lowercase();
        if at > 0 && c.is_uppercase() && (rises || acronym_ends) {
            cuts.push(*place);
        }
        lower |= c.is_lowercase();
    }
    let shortest = if cuts.len() > 4 { 8 } else { 5 };
    if cuts.len() > MAX_JOINED || chars.len() * 2 < cuts.len() * shortest {
        return vec![text];
    }
    cuts.push(text.len());
    cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
}
