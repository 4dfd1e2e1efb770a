//! Values that a name gives away: `password = ...`, `"api_key": "..."`, `пароль: ...`.

use super::names::{Key, Test, is_in, key_of, name_around, packed};
use super::shape::run;
use super::value::{
    Shape, contains, decode_base64, is_bare_key, is_common, is_hex, is_password, is_stand_in, is_token, is_uuid,
    reads_like_word,
};
use super::{Context, Secret};
use std::ops::Range;

/// Longest part of a value that is looked at; a secret is followed further.
const MAX_VALUE: usize = 160;

/// Longest rest of a secret.
const MAX_REST: usize = 4096;

/// Words that may stand between a name and its value: "password for the database: ...".
#[rustfmt::skip]
const LINKS: &[u128] = &packed([
    "at", "de", "del", "der", "des", "do", "du", "for", "from", "fuer", "für", "i", "im", "in", "of", "on", "para",
    "per", "pour", "the", "to", "vom", "von", "voor", "we", "you", "zu", "zum", "zur",
]);

/// What separates a name from its value, beside `=` and `:`.
const SEPARATORS: &[&str] = &["：", "＝", "→", "—", "–", "是", "为", "為", "は", "が"];

/// Verbs that do the same between spaces.
const VERBS: &[&str] = &["is", "are", "was", "ist", "lautet", "est", "es", "jest", "это", "-", "->"];

/// Quotes that hold a value.
#[rustfmt::skip]
const QUOTES: &[(&str, &str)] = &[
    ("\\\"", "\\\""), ("\"", "\""), ("'", "'"), ("`", "`"), ("&quot;", "&quot;"), ("“", "”"), ("„", "“"), ("«", "»"),
    ("‘", "’"), ("「", "」"), ("『", "』"), ("《", "》"),
];

/// Starts of values that point to a secret, publish a key or say what was hashed.
#[rustfmt::skip]
const REFERENCES: &[&str] = &[
    "$(", "-----", "./", "../", "0x4aaaaaa", "aaaab3nzac1", "aaaac3nzac1", "aaaae2vjzhnh", "age1", "aqicah", "arn:",
    "aes256:", "amzn1.account", "aws4-", "bearer", "bcrypt", "config.", "client-", "ctx.", "data:", "did:", "enc(",
    "enc:", "enc[", "encrypted:", "env.", "env:", "env[", "evt_", "file:", "flwpubk", "gaaaaab", "keyring:",
    "key_live_", "local.", "md5:", "mib", "miic", "miid", "mob-", "module.", "npub1", "op:", "os.", "params.", "phc_",
    "pk.", "pk_live_", "pk_test_", "process.", "projects/", "pub-", "pubkey-", "public-", "rzp_", "s3:",
    "sb_publishable_", "secret:", "secrets.", "self.", "settings.", "sha1", "sha224", "sha256", "sha384", "sha512",
    "sq0idp-", "ssh-", "ssm:", "std::", "sub-c-", "this.", "urn:", "var.", "vault:", "xnd_public", "xpub", "~/",
];

/// The secret in the value of the name around `word`, and where that name ends.
pub(super) fn assigned(text: &[u8], word: Range<usize>, context: &Context) -> (usize, Option<Secret>) {
    let name = name_around(text, word);
    let end = name.end;
    (end, key_of(text, &name).and_then(|key| value_of(text, &name, key, context)))
}

/// The secret that is the value of a name.
fn value_of(text: &[u8], name: &Range<usize>, key: Key, context: &Context) -> Option<Secret> {
    let before = |count: usize| name.start.checked_sub(count).map_or(&b""[..], |start| &text[start..name.start]);
    let option = before(1) == b"-" && (name.start == 1 || !text[name.start - 2].is_ascii_alphanumeric());
    let spaced = option
        || before(1) == b" "
            && [&b"ENV "[..], b"ARG ", b"setx ", b"#define "].iter().any(|word| before(word.len()) == *word)
        || key.test == Test::Password && context.login.is_some_and(|login| name.start.saturating_sub(login) < 200);
    let tagged = before(1) == b"<";
    // "Pass the class": a verb has no value but behind a sign.
    let verb = text[name.clone()].eq_ignore_ascii_case(b"pass");
    let secret = match find_value(text, name.end, spaced, tagged) {
        Some((at, linked)) => checked(text, at, key, linked).filter(|_| !(linked && verb)),
        None if verb || text.get(name.end) != Some(&b' ') => None,
        None => checked(text, skip_blanks(text, name.end), key, true).filter(|secret| stands_alone(text, secret)),
    };
    secret.map(|secret| whole(text, secret))
}

/// A secret that was looked at in part, to its end.
pub(super) fn whole(text: &[u8], secret: Secret) -> Secret {
    let Range { start, end } = secret.span;
    let rest = if end - start + 8 < MAX_VALUE { 0 } else { bare_length(text, end, MAX_REST) };
    let rest = text[end..end + rest].iter().position(|byte| *byte == b'[').unwrap_or(rest);
    Secret { span: start..end + rest, ..secret }
}

/// Whether a value right behind its name, without a sign between, can only be a secret: `password 'x'`, `token x`.
fn stands_alone(text: &[u8], secret: &Secret) -> bool {
    let value = &text[secret.span.clone()];
    let shape = Shape::of(value);
    let quoted = matches!(text[secret.span.start - 1], b'"' | b'\'');
    let mixed = shape.lower * shape.upper * shape.digit > 0 && shape.worded * 2 <= shape.alnum() && shape.is_mixed(26);
    quoted || mixed && value.len() >= 10
}

/// The same after a word of a language that does not write names in ASCII.
pub(super) fn spoken(text: &[u8], word: Range<usize>, key: Key) -> Option<Secret> {
    let han = text[word.start] >= 0xE3;
    let mut end = word.end;
    while !han && text.get(end).is_some_and(|byte| *byte >= 0x80) && end - word.end < 40 {
        end += 1;
    }
    let around = &text[word.start.saturating_sub(24)..text.len().min(end + 24)];
    let named = ["API", "api", "секретн", "доступ", "приватн", "закрыт", "лиценз", "шифр", "访问", "私"];
    let test = match key.test {
        Test::Bare if named.iter().any(|name| contains(around, name.as_bytes())) => Test::Token,
        other => other,
    };
    let check = |(at, linked)| checked(text, at, Key { test, ..key }, linked);
    find_value(text, end, han, false)
        .and_then(check)
        .or_else(|| if han { han_gap(text, end) } else { gap(text, end, true) }.and_then(check))
        .or_else(|| {
            let words = text[end..].iter().take(40).take_while(|byte| **byte >= 0x80 || **byte == b' ').count();
            check((end + words, true)).filter(|secret| stands_alone(text, secret))
        })
        .map(|secret| whole(text, secret))
}

fn skip_blanks(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take(32).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Where the value of a name that ends at `end` starts, and whether other words lie between.
fn find_value(text: &[u8], end: usize, spaced: bool, tagged: bool) -> Option<(usize, bool)> {
    let closers = text[end..].iter().take(5).take_while(|byte| br#""'`*])?!\"#.contains(byte)).count();
    let mut at = end + closers;
    if text.get(at).is_some_and(|byte| *byte == b'&' || *byte >= 0x80) {
        let close =
            ["&quot;", "”", "»", "」", "』", "】"].iter().find(|close| text[at..].starts_with(close.as_bytes()));
        at += close.map_or(0, |close| close.len());
    }
    at = skip_blanks(text, at);
    if text.get(at) == Some(&b'(') && !matches!(text.get(at + 1), Some(b'"' | b'\'')) {
        let close = text[at..].iter().take(32).position(|byte| *byte == b')')?;
        at = skip_blanks(text, at + close + 1);
    }
    // "Unseal Key 1: ...", `<password type="plain">...`
    let digits = text[at..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let numbered = at > end
        && matches!(text[..end], [.., b'k' | b'K', b'e' | b'E', b'y' | b'Y'])
        && text.get(at + digits) == Some(&b':');
    at += if numbered { digits } else { 0 };
    if tagged && text.get(at).is_some_and(u8::is_ascii_alphabetic) {
        at += text[at..].iter().take(80).position(|byte| *byte == b'>')?;
    }
    let mut last = None;
    for _ in 0..3 {
        let Some(length) = separator(text, at, closers > 0, tagged) else {
            break;
        };
        last = Some(text[at]);
        at = skip_stars(text, at + length);
    }
    if let Some(last) = last {
        let at = at + if text[at..].starts_with(b"<![CDATA[") { 9 } else { 0 };
        return next_line(text, at, last).map(|at| (at, false));
    }
    if spaced && (at > end || text[end - 1] >= 0x80) && !matches!(text.get(at), None | Some(b'\n' | b'\r')) {
        return Some((at, false));
    }
    attribute(text, end + closers).map(|at| (at, false)).or_else(|| gap(text, at, false))
}

/// Blanks, and the signs of bold type.
fn skip_stars(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take(32).take_while(|byte| matches!(byte, b' ' | b'\t' | b'*')).count()
}

/// The length of a separator at `at`.
fn separator(text: &[u8], at: usize, closed: bool, tagged: bool) -> Option<usize> {
    let rest = &text[at..];
    match rest {
        [b':', b':', ..] => None,
        [b'=', b'=', b'=', ..] => Some(3),
        [b'=', b'=' | b'>', ..] | [b':', b'=', ..] => Some(2),
        [b'=' | b':' | b'|', ..] => Some(1),
        [b'>', ..] if tagged || closed => Some(1),
        [b',', ..] if closed => Some(1),
        [b'(', b'"' | b'\'', ..] => Some(1),
        [byte, ..] if *byte >= 0x80 => {
            SEPARATORS.iter().find(|known| rest.starts_with(known.as_bytes())).map(|known| known.len())
        }
        _ => None,
    }
    .or_else(|| verb(rest).filter(|_| text[at - 1] == b' '))
}

/// The length of a verb that separates.
fn verb(rest: &[u8]) -> Option<usize> {
    let first = rest.first().filter(|first| b"iawlej-".contains(first) || **first >= 0x80)?;
    let verbs = VERBS.iter().map(|verb| verb.as_bytes()).filter(|verb| verb[0] == *first);
    let ends = |verb: &&[u8]| rest.starts_with(verb) && matches!(rest.get(verb.len()), Some(b' ' | b':'));
    verbs.filter(ends).map(<[u8]>::len).next()
}

/// Past the end of a line, where a colon allows that.
fn next_line(text: &[u8], at: usize, separator: u8) -> Option<usize> {
    let block = text[at..].iter().take(3).take_while(|byte| b"|>-+".contains(byte)).count();
    let line = if block > 0 && matches!(text.get(at + block), Some(b'\n' | b'\r')) { at + block } else { at };
    if !matches!(text.get(line), Some(b'\n' | b'\r')) {
        return Some(at);
    }
    if !matches!(separator, b':' | b'>' | b'|' | 0x80..) {
        return None;
    }
    let blank = |at: usize| at + text[at..].iter().take(24).take_while(|byte| byte.is_ascii_whitespace()).count();
    let mut start = blank(line);
    if text[start..].starts_with(b"```") {
        start = blank(start + text[start..].iter().take(20).position(|byte| *byte == b'\n')?);
    }
    let end = start + text[start..].iter().take(MAX_VALUE).take_while(|byte| !byte.is_ascii_whitespace()).count();
    // Another name is no value.
    let alone = matches!(text.get(end), None | Some(b'\n' | b'\r')) && end > start && text[end - 1] != b':';
    alone.then_some(start)
}

/// `key="Password" value="..."`, `name: PASSWORD` and on the next line `value: ...`.
fn attribute(text: &[u8], end: usize) -> Option<usize> {
    let skip = |at: usize, set: &[u8]| at + text[at..].iter().take(24).take_while(|byte| set.contains(byte)).count();
    if text[end..].starts_with(b"</key>") {
        let tag = skip(end + 6, b" \t\r\n");
        return text[tag..].starts_with(b"<string>").then_some(tag + 8);
    }
    let word = skip(end, b" \t\r\n,\"'");
    let rest = text.get(word..word + 5).filter(|word| word.eq_ignore_ascii_case(b"value"))?;
    let sign = skip(word + rest.len(), b" \"'");
    (word > end && matches!(text.get(sign), Some(b':' | b'='))).then(|| skip(sign + 1, b" "))
}

/// "password for the database: ...": the value after a few words, the first of them a link.
fn gap(text: &[u8], at: usize, any: bool) -> Option<(usize, bool)> {
    let at = skip_blanks(text, at);
    let window = &text[at..text.len().min(at + 60)];
    let length = window.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte >= 0x80).count();
    if !any && !is_in(LINKS, &window[..length]) {
        return None;
    }
    let stop = window.iter().position(|byte| b"\r\n.,;\"'`()=:<>".contains(byte)).unwrap_or(window.len());
    let words = &window[..stop];
    let verbs = [" is ", " es ", " ist ", " est ", " è ", " é ", " — ", " – ", " - "];
    let found =
        |verb: &&str| words.windows(verb.len()).position(|part| part == verb.as_bytes()).map(|at| at + verb.len());
    let sign = matches!(window.get(stop), Some(b':' | b'=')).then_some(stop + 1);
    let end = verbs.iter().find_map(found).or(sign)?;
    Some((skip_stars(text, at + end), true))
}

/// The same where words are not spaced: behind the next sign, if no sentence ends before it.
fn han_gap(text: &[u8], end: usize) -> Option<(usize, bool)> {
    let window = &text[end..text.len().min(end + 40)];
    let signs = ["：", ":", "=", "は", "是", "为"];
    let at = (0..window.len()).find(|at| signs.iter().any(|sign| window[*at..].starts_with(sign.as_bytes())))?;
    let sign = signs.iter().find(|sign| window[at..].starts_with(sign.as_bytes()))?;
    let stops = ["。", "，", "、", "；", "\n"];
    let whole = !stops.iter().any(|stop| contains(&window[..at], stop.as_bytes()));
    whole.then(|| (skip_stars(text, end + at + sign.len()), true))
}

/// The secret that starts at `at`, if it is one to the name before it.
fn checked(text: &[u8], at: usize, key: Key, linked: bool) -> Option<Secret> {
    if !may_be_value(text, at, key) {
        return None;
    }
    let mut value = value_at(text, at)?;
    let first = value.start;
    let signs: &[&[u8]] = match key.test {
        Test::Password => &[b" / "],
        Test::Token if key.kind == "credentials" => &[b" / ", b":", b" : "],
        _ => &[],
    };
    value = second_of_pair(text, value, signs);
    let pair = value.start > first;
    // `password: str = "..."`
    if text[value.clone()].iter().all(|byte| byte.is_ascii_alphabetic() || b"&<>[]|?_.".contains(byte)) {
        let sign = skip_blanks(text, value.end);
        if text[sign..].starts_with(b"= ") || text[sign..].starts_with(b"=\"") {
            value = value_at(text, skip_blanks(text, sign + 1))?;
        }
    }
    if let Some(second) = second_argument(text, at, &value).filter(|_| key.test == Test::Basic) {
        return Some(Secret { kind: "password", span: second });
    }
    let bytes = &text[value.clone()];
    let secret = match key.test {
        Test::Password => bytes[0] != b'/' && is_password(bytes, 8) && !hides_common(bytes),
        Test::Token => is_token(bytes) && !hides_common(bytes) || has_signs(bytes) || pair && is_password(bytes, 8),
        Test::Named => {
            bytes.len() >= 24 && is_token(bytes) && !is_hex(bytes) && !is_uuid(bytes) && !bytes.contains(&b'/')
        }
        Test::Bare => is_bare_key(bytes),
        Test::Basic => basic_password(bytes).is_some() || is_bare_key(bytes) && !is_printed(bytes),
    };
    if !secret || is_reference(bytes) || linked && (is_hex(bytes) || is_uuid(bytes)) {
        return None;
    }
    Some(Secret { kind: key.kind, span: value })
}

/// A first look at a value, before it is measured: no other name with a value, and long enough.
fn may_be_value(text: &[u8], at: usize, key: Key) -> bool {
    let start = at + text[at..].iter().take(2).take_while(|byte| b"\"'`\\(".contains(byte)).count();
    let rest = &text[start..];
    if key.test == Test::Bare && rest.first().is_some_and(u8::is_ascii) {
        return run(b'w', rest, 24) == 24;
    }
    // `connection: Server=...`
    let name = rest.iter().take(24).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let pair =
        matches!(rest.get(name), Some(b'=')) || matches!(rest.get(name), Some(b':')) && key.kind != "credentials";
    !(name >= 4 && pair && reads_like_word(&rest[..name]))
}

/// The password of `user:password` or `user / password`, if a value is such a pair.
fn second_of_pair(text: &[u8], value: Range<usize>, signs: &[&[u8]]) -> Range<usize> {
    let bytes = &text[value.clone()];
    let user = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic() || b"_.-@".contains(byte)).count();
    let rest = &text[value.start + user..];
    let sign = signs.iter().find(|sign| rest.starts_with(sign)).filter(|_| user > 0);
    let second = sign.and_then(|sign| value_at(text, value.start + user + sign.len()));
    second.filter(|second| is_password(&text[second.clone()], 8)).unwrap_or(value)
}

/// The password in `auth=("user", "password")`, where the value of the name is the user.
fn second_argument(text: &[u8], at: usize, value: &Range<usize>) -> Option<Range<usize>> {
    let user = if text[at] == b'(' { value_at(text, skip_blanks(text, at + 1))? } else { value.clone() };
    let comma = (text.get(user.end).is_some_and(|byte| matches!(byte, b'"' | b'\''))).then_some(user.end + 1)?;
    let start = (text.get(comma) == Some(&b',')).then(|| skip_blanks(text, comma + 1))?;
    let password = value_at(text, start)?;
    is_login_password(&text[user], &text[password.clone()]).then_some(password)
}

/// A token with signs in it is chosen like a password.
fn has_signs(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    let long = value.len() >= 32 && shape.special >= 5 && shape.digit >= 2;
    let mixed = shape.special >= 2 && (long || shape.lower * shape.upper * shape.digit > 0);
    mixed && !value.contains(&b'\\') && is_password(value, 10)
}

/// The value that starts at `at`: quoted, or up to what cannot belong to it.
pub(super) fn value_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let mut at = at;
    if matches!(text.get(at..at + 2), Some([b'b' | b'r' | b'f' | b'u' | b'@' | b'L', b'"' | b'\''])) {
        at += 1;
    }
    let rest = text.get(at..text.len().min(at + MAX_VALUE))?;
    let quote = rest.first().is_some_and(|byte| b"\\\"'`&".contains(byte) || *byte >= 0x80);
    if let Some((open, close)) = QUOTES.iter().find(|(open, _)| quote && rest.starts_with(open.as_bytes())) {
        let triple = if rest.starts_with(open.repeat(3).as_bytes()) { 3 } else { 1 };
        let (start, line) = (open.len() * triple, rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()));
        let body = rest.get(start..line)?;
        if let Some(end) = body.windows(close.len()).position(|part| part == close.as_bytes()) {
            let spaces = body[..end].iter().filter(|byte| **byte == b' ').count();
            let sentence = spaces * 16 > end || spaces > 0 && Shape::of(&body[..end]).special * 6 < end;
            return (end > 0 && !sentence).then_some(at + start..at + start + end);
        }
        at += start;
    }
    let length = bare_length(text, at, MAX_VALUE);
    (length > 0).then_some(at..at + length)
}

/// The length of a value without quotes.
fn bare_length(text: &[u8], at: usize, most: usize) -> usize {
    let rest = &text[at..text.len().min(at.saturating_add(most))];
    let mut end = 0;
    while let Some(byte) = rest.get(end).copied().filter(u8::is_ascii_graphic) {
        let next = &rest[end + 1..];
        let stops = match byte {
            b'"' | b'\'' | b'`' | b'<' | b'>' | b'|' => true,
            b'\\' => matches!(next.first(), Some(b'n' | b'r' | b't' | b'"' | b'\'')),
            b',' | b';' | b'&' => next.first().is_none_or(|next| !next.is_ascii_graphic()) || starts_name(next),
            _ => false,
        };
        if stops {
            break;
        }
        end += 1;
    }
    while end > 0 && matches!(rest[end - 1], b'.' | b',' | b';' | b':') {
        end -= 1;
    }
    let unopened = |open: u8, close: u8| rest[..end].ends_with(&[close]) && !rest[..end].contains(&open);
    if unopened(b'(', b')') || unopened(b'[', b']') || unopened(b'{', b'}') { end - 1 } else { end }
}

/// Whether a name and its separator follow.
fn starts_name(rest: &[u8]) -> bool {
    let name = rest.iter().take(40).take_while(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-'));
    matches!(rest.get(name.count()), Some(b'=' | b':' | b'"'))
}

/// Parts of values that are filled in later, left out, or patterns.
#[rustfmt::skip]
const HOLES: &[&str] = &[
    "${", "{{", "}}", "$(", "://", "<%", "%(", "%s/", "...", "…", "***", "•", "[REDACTED", "&#x3", "&lt;", "(?", "[^",
    "[a-", "[A-", "[0-", "\\d", "\\w", "\\s", "\\x", "\\b",
];

/// Whether a value only says where a secret is kept, or what it will be.
pub(super) fn is_reference(value: &[u8]) -> bool {
    let starts =
        |known: &&str| value.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known.as_bytes()));
    let plain = |part: &[u8]| part.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.:-{}[]".contains(byte));
    let framed = match value {
        [b'{' | b'<' | b'[' | b'(', ..] => true,
        [b'&', next, ..] if next.is_ascii_alphabetic() => true,
        [b'%', b's' | b'd' | b'v', ..] => true,
        [b'$', rest @ ..] => plain(rest) || rest.iter().take(14).any(|byte| *byte == b'$'),
        [b'%', inner @ .., b'%'] | [b'@', inner @ .., b'@'] => plain(inner),
        _ => false,
    };
    framed
        || REFERENCES.iter().any(starts)
        || has_hole(value)
        || is_constant(value)
        || is_call(value)
        || is_address(value)
        || is_version(value)
}

fn has_hole(value: &[u8]) -> bool {
    let sign = |byte: u8| !byte.is_ascii_alphanumeric() && HOLES.iter().any(|hole| hole.as_bytes()[0] == byte);
    (0..value.len())
        .filter(|at| sign(value[*at]))
        .any(|at| HOLES.iter().any(|hole| value[at..].starts_with(hole.as_bytes())))
}

/// The name of a constant.
fn is_constant(value: &[u8]) -> bool {
    value.contains(&b'_')
        && value.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
}

/// Code: a name with an argument, or a path.
fn is_call(value: &[u8]) -> bool {
    let Some(open) = value.iter().position(|byte| matches!(byte, b'(' | b'[')) else {
        return contains(value, b"::");
    };
    let named = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.:&!*)".contains(byte);
    let shape = Shape::of(&value[..open]);
    let spelled = shape.worded * 3 >= shape.alnum()
        || shape.digit == 0 && value.iter().any(|byte| matches!(byte, b')' | b']'))
        || value[..open].iter().any(|byte| b"_.:".contains(byte));
    contains(value, b"::") || open > 0 && value[..open].iter().all(named) && spelled
}

/// An e-mail address, an address of a contract, a number, or the token of a browser.
fn is_address(value: &[u8]) -> bool {
    if value.len() == 35 && value.starts_with(b"pub") && is_hex(&value[3..]) {
        return true;
    }
    if let Some(hex) = value.strip_prefix(b"0x") {
        return (hex.len() == 40 || hex.len() < 32) && is_hex(hex);
    }
    let Some(at) = value.iter().position(|byte| *byte == b'@') else {
        return false;
    };
    let host = &value[at + 1..];
    let of_host = |byte: &u8| byte.is_ascii_lowercase() || matches!(byte, b'.' | b'-');
    at > 0 && host.iter().all(of_host) && host.contains(&b'.') && !host.ends_with(b".")
}

/// A version or a date.
fn is_version(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    let digits = value.strip_prefix(b"v").unwrap_or(value);
    let signs = value.iter().filter(|byte| matches!(byte, b'+' | b'~')).count();
    let short = value.len() <= 26 && shape.upper <= 2 && shape.letters() <= 5;
    let dotted = digits.iter().position(|byte| !byte.is_ascii_digit()).is_some_and(|dot| digits[dot] == b'.');
    digits.first().is_some_and(u8::is_ascii_digit)
        && shape.special == signs
        && (short || dotted && shape.upper == 0 && value.len() <= 40)
        && value.iter().any(|byte| b".-:".contains(byte))
}

/// Whether a value is base64 of words, or of a password that only shows where one goes.
fn hides_common(value: &[u8]) -> bool {
    value.len().is_multiple_of(4)
        && decode_base64(value).is_some_and(|plain| {
            let plain = plain.trim_ascii();
            let printed = plain.iter().all(|byte| byte.is_ascii_graphic() && !b"{:\"".contains(byte) || *byte == b' ');
            let shape = Shape::of(plain);
            printed && (shape.worded * 2 > shape.alnum() || is_common(plain) || is_stand_in(plain, true))
        })
}

/// Whether a value is base64 of plain text.
fn is_printed(value: &[u8]) -> bool {
    decode_base64(value).is_some_and(|plain| plain.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' '))
}

/// The password of `user:password` in base64, if it is no example.
pub(super) fn basic_password(value: &[u8]) -> Option<Vec<u8>> {
    let plain = (value.len() >= 8).then(|| decode_base64(value)).flatten()?;
    let colon = plain.iter().position(|byte| *byte == b':')?;
    let printable = std::str::from_utf8(&plain).is_ok_and(|text| !text.chars().any(char::is_control));
    let (user, password) = (&plain[..colon], &plain[colon + 1..]);
    let token = password.is_empty() && is_token(user);
    (printable && (token || is_login_password(user, password))).then(|| password.to_vec())
}

/// Whether the password beside a user is a real one: people who write both mean them, unless it is an example.
pub(super) fn is_login_password(user: &[u8], password: &[u8]) -> bool {
    let plain = unescaped(password);
    (is_password(&plain, 6) || is_token(&plain)) && !user.eq_ignore_ascii_case(password) && !is_reference(password)
}

/// A part of a URL with its escapes undone.
fn unescaped(part: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(part.len());
    let mut rest = part;
    while let [byte, tail @ ..] = rest {
        let code = tail.get(..2).filter(|_| *byte == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        let escaped = code.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(escaped.unwrap_or(*byte));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    out
}
