//! Secrets that their place gives away: in a URL, a header, a command line, a block of a key.

use super::generic::{basic_password, is_login_password, is_reference, value_at, whole};
use super::shape::run;
use super::value::{contains, decode_base64, is_password, is_random, is_stand_in, is_token};
use super::{Context, Secret};
use std::ops::Range;

/// Longest user and password in a URL.
const MAX_LOGIN: usize = 256;

/// A private key has more base64 than this in a row, wherever its lines end.
const MIN_KEY: usize = 40;

fn secret(kind: &'static str, span: Range<usize>) -> Option<Secret> {
    Some(Secret { kind, span })
}

/// The password between `://` and the host.
pub(super) fn in_url(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let before = text[..mark.start].last()?;
    if !before.is_ascii_alphanumeric() && *before != b'}' {
        return None;
    }
    let start = mark.end;
    let rest = &text[start..text.len().min(start + MAX_LOGIN)];
    // The quickest look first: a text may be made of beginnings of URLs.
    if !rest.contains(&b'@') {
        return None;
    }
    let ends = |byte: &u8| !byte.is_ascii_graphic() || b"\"'`<>\\".contains(byte);
    let length = |ends: &dyn Fn(&u8) -> bool| rest.iter().position(ends).unwrap_or(rest.len());
    let authority = &rest[..length(&|byte| ends(byte) || b"/?#".contains(byte))];
    let at = match authority.iter().rposition(|byte| *byte == b'@') {
        Some(at) => at,
        None if !names_user(authority) => return None,
        None => unescaped(&rest[..length(&ends)], authority)?,
    };
    let login = &rest[..at];
    let colon = login.iter().position(|byte| *byte == b':')?;
    let (user, password) = (&login[..colon], &login[colon + 1..]);
    if matches!(password, b"x-oauth-basic" | b"x" | b"") && is_token(user) && !is_reference(user) {
        return secret("token in a URL", start..start + colon);
    }
    is_login_password(user, password).then_some(())?;
    secret("password in a connection string", start + colon + 1..start + at)
}

/// Whether a colon follows a user, not a host before its port.
fn names_user(authority: &[u8]) -> bool {
    let colon = authority.iter().position(|byte| *byte == b':');
    colon.is_some_and(|colon| !authority[colon + 1..].iter().all(u8::is_ascii_digit))
}

/// The `@` behind a password with a slash in it.
fn unescaped(word: &[u8], authority: &[u8]) -> Option<usize> {
    let colon = authority.iter().position(|byte| *byte == b':')?;
    let at = word.iter().rposition(|byte| *byte == b'@')?;
    let inner = &word[colon + 1..at];
    (inner.iter().filter(|byte| **byte == b'/').count() <= 2 && !contains(inner, b"//")).then_some(at)
}

/// The block of a private key whose first line starts at `mark`.
pub(super) fn private_key(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let label_end = mark.end + run(b'K', &text[mark.end..], 60);
    let label = &text[mark.end..label_end];
    let dashes = text[label_end..].iter().take(6).take_while(|byte| **byte == b'-').count();
    let private = contains(label, b"PRIVATE KEY") || contains(label, b"OpenVPN Static key");
    if !private || dashes < 4 {
        return None;
    }
    let body = label_end + dashes;
    let (mut at, mut end, mut letters) = (body, body, 0);
    while let Some(line) = key_line(text, at) {
        letters += line.letters;
        at = line.end;
        end = if line.letters > 0 { line.end } else { end };
    }
    if letters < MIN_KEY || is_filler(&text[body..end]) {
        return None;
    }
    secret("private key", mark.start..closing_line(text, at).unwrap_or(end))
}

/// A line of a key block: where it ends, and how much base64 it holds.
struct KeyLine {
    end: usize,
    letters: usize,
}

/// The line at `at`, if it can belong to a key: base64, a header, or nothing, behind marks of quotes and code.
fn key_line(text: &[u8], at: usize) -> Option<KeyLine> {
    let marks = |byte: &&u8| b" \t\r\n>|#*+\"',;/".contains(byte);
    let mut start = at;
    while let Some(rest) = text.get(start..) {
        let skipped = rest.iter().take(64).take_while(marks).count();
        let escaped = rest[skipped..].starts_with(b"\\n") || rest[skipped..].starts_with(b"\\r");
        start += skipped + if escaped { 2 } else { 0 };
        if !escaped && skipped < 64 || start - at > 4096 {
            break;
        }
    }
    let letters = run(b'b', &text[start..], usize::MAX);
    let mut end = start + letters;
    end += run(b'=', &text[end..], 3);
    if let Some(header) = header_end(text, start) {
        return Some(KeyLine { end: header, letters: 0 });
    }
    if text.get(start) == Some(&b'=') && run(b'b', &text[start + 1..], 5) == 4 {
        return Some(KeyLine { end: start + 5, letters: 5 });
    }
    // A word of the sentence around the header is no line of a key.
    let whole = letters >= 16
        || letters > 0 && (text[end - 1] == b'=' || text[end..].starts_with(b"-----") || ends_block(text, end));
    whole.then_some(KeyLine { end, letters })
}

/// The end of a header line of a block.
fn header_end(text: &[u8], start: usize) -> Option<usize> {
    let known = |names: &[&str]| names.iter().any(|name| text[start..].starts_with(name.as_bytes()));
    let line =
        |at: usize, ends: &[u8]| at + text[at..].iter().take(200).take_while(|byte| !ends.contains(byte)).count();
    if known(&["Proc-Type: ", "DEK-Info: "]) {
        return Some(line(start + 11, b" \r\n\\\""));
    }
    known(&["Comment:", "Version:", "Charset:", "Hash:", "Subject:"]).then(|| line(start, b"\r\n\\\""))
}

/// Whether the last line of a block follows.
fn ends_block(text: &[u8], at: usize) -> bool {
    closing_line(text, at).is_some()
}

/// The end of the line `-----END ...-----` that follows at `at`.
fn closing_line(text: &[u8], at: usize) -> Option<usize> {
    let window = &text[at..text.len().min(at + 80)];
    let marks = |byte: &&u8| b" \t\r\n>|#*+\"',;/\\=nr".contains(byte);
    let skipped = window.iter().take_while(marks).count();
    let rest = &window[skipped..];
    let dashes = rest.iter().take_while(|byte| **byte == b'-').count();
    if dashes < 4 || !rest[dashes..].trim_ascii_start().starts_with(b"END") {
        return None;
    }
    let label = rest[dashes..].iter().take_while(|byte| **byte != b'-' && **byte != b'\n').count();
    let last = rest[dashes + label..].iter().take(5).take_while(|byte| **byte == b'-').count();
    (last > 0).then_some(at + skipped + dashes + label + last)
}

/// Whether the body of a key is filler such as `AAAA...`.
fn is_filler(body: &[u8]) -> bool {
    let first = body.get(..body.len().min(4096)).unwrap_or(body);
    let mut seen = [false; 256];
    first.iter().for_each(|byte| seen[usize::from(*byte)] = true);
    seen.iter().filter(|seen| **seen).count() < 16
}

/// The private lines of a PuTTY key.
pub(super) fn putty_key(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let digits = run(b'd', text[mark.end..].strip_prefix(b" ")?, 3);
    let count: usize = std::str::from_utf8(&text[mark.end + 1..mark.end + 1 + digits]).ok()?.parse().ok()?;
    let mut at = mark.end + 1 + digits;
    let (mut start, mut end) = (0, at);
    for _ in 0..count.min(200) {
        at += text[at..].iter().take(16).take_while(|byte| b" \t\r\n>|\\n".contains(byte)).count();
        let letters = run(b'b', &text[at..], 80) + run(b'=', &text[at + run(b'b', &text[at..], 80)..], 2);
        start = if start == 0 { at } else { start };
        if letters == 0 {
            break;
        }
        at += letters;
        end = at;
    }
    (start > 0 && end > start + MIN_KEY).then_some(())?;
    secret("private key", start..end)
}

/// The private number of a key in JSON.
pub(super) fn json_key(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let gap = |at: usize| at + run(b'_', &text[at..], 4);
    let colon = gap(mark.end);
    let open = gap((text.get(colon) == Some(&b':')).then_some(colon + 1)?);
    let start = (text.get(open) == Some(&b'"')).then_some(open + 1)?;
    let end = start + run(b'w', &text[start..], 700);
    let around = &text[start.saturating_sub(900)..text.len().min(end + 900)];
    let found = end - start >= 42 && text.get(end) == Some(&b'"') && contains(around, b"\"kty\"");
    (found && is_random(&text[start..end])).then_some(())?;
    secret("private key", start..end)
}

/// The key in `{"username":"ann","key":"..."}`.
pub(super) fn kaggle(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let window = &text[mark.end..text.len().min(mark.end + 100)];
    let name = window.windows(5).position(|part| part == b"\"key\"")? + 5;
    let gap = window[name..].iter().take_while(|byte| b" :\"".contains(byte)).count();
    let start = mark.end + name + gap;
    let length = run(b'x', &text[start..], 33);
    (length == 32 && !is_stand_in(&text[start..start + length], true)).then_some(())?;
    secret("Kaggle key", start..start + length)
}

/// A signed token in three parts.
pub(super) fn web_token(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let start = mark.start;
    let escaped = start >= 2 && text[start - 2] == b'\\' || start >= 3 && text[start - 3] == b'%';
    if start > 0 && run(b'w', &text[start - 1..], 1) == 1 && !escaped {
        return None;
    }
    let part = |at: usize| at + run(b'w', &text[at..], 16_000);
    let head = part(start);
    let next = text.get(head + 1..)?;
    if head - start < 14 || text[head] != b'.' || !next.starts_with(b"eyJ") {
        return None;
    }
    let body = part(head + 1);
    if body - head < 12 || text.get(body) != Some(&b'.') {
        return None;
    }
    let end = part(body + 1);
    let plain = decode_base64(&text[start..head])?;
    let signed = end - body > 20 && is_random(&text[body + 1..end]) && !is_stand_in(&text[body + 1..end], true);
    (signed && (contains(&plain, b"\"alg\"") || contains(&plain, b"\"typ\"") || plain.starts_with(b"{")))
        .then_some(())?;
    secret("JSON web token", start..end)
}

/// The user and password in `Basic dXNlcjpwYXNz`.
pub(super) fn basic(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let start = mark.end + run(b'_', &text[mark.end..], 4);
    let letters = run(b'B', &text[start..], 600);
    let end = start + letters + run(b'=', &text[start + letters..], 2);
    basic_password(&text[start..end])?;
    secret("user and password in base64", start..end)
}

/// The token in `Bearer ...`.
pub(super) fn bearer(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let span = value_at(text, mark.end + run(b'_', &text[mark.end..], 4))?;
    let value = &text[span.clone()];
    (is_token(value) && !is_reference(value)).then_some(())?;
    secret("bearer token", span).map(|secret| whole(text, secret))
}

/// The value of an `Authorization` header, behind the name of its scheme if there is one.
pub(super) fn authorization(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let skip = |at: usize, set: &[u8]| at + text[at..].iter().take(8).take_while(|byte| set.contains(byte)).count();
    let sign = skip(mark.end, b" \"'`])");
    (matches!(text.get(sign), Some(b':' | b'=' | b','))).then_some(())?;
    let start = skip(sign + 1, b" \"'`>");
    let scheme = text[start..].iter().take(24).take_while(|b| b.is_ascii_alphabetic() || **b == b'-').count();
    let named = scheme > 0 && text.get(start + scheme) == Some(&b' ');
    // What follows these is looked at elsewhere, or is no secret.
    let other = [&b"basic"[..], b"bearer", b"digest", b"negotiate", b"hmac", b"signature"];
    if named && other.iter().any(|other| text[start..start + scheme].eq_ignore_ascii_case(other)) {
        return None;
    }
    let start = if named { start + scheme + 1 } else { start };
    let start = if text[start..].starts_with(b"token=") { skip(start + 6, b"\"") } else { start };
    let span = value_at(text, start)?;
    let value = &text[span.clone()];
    let length = value.iter().take_while(|byte| !b"\"'".contains(byte)).count();
    let value = &value[..length];
    (is_token(value) && !is_reference(value) && !contains(value, b"Credential=")).then_some(())?;
    let found = secret("authorization header", span.start..span.start + length);
    if length == span.len() { found.map(|secret| whole(text, secret)) } else { found }
}

/// The cookie of a session in a header.
pub(super) fn cookie(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let sign = mark.end + text[mark.end..].iter().take(4).take_while(|byte| b"\"' ".contains(byte)).count();
    (text.get(sign) == Some(&b':')).then_some(())?;
    let mut at = sign + 1;
    for _ in 0..12 {
        at += text[at..].iter().take(4).take_while(|byte| b"\"' ;".contains(byte)).count();
        let name = run(b'p', &text[at..], 60);
        let pair = &text[at..at + name];
        let sign = pair.iter().position(|byte| *byte == b'=')?;
        let lower = pair[..sign].to_ascii_lowercase();
        let start = at + sign + 1;
        let length = text[start..]
            .iter()
            .take(4096)
            .take_while(|byte| byte.is_ascii_graphic() && !b";\"'`,".contains(byte))
            .count();
        let session = contains(&lower, b"sess")
            || lower == b"sid"
            || [&b".sid"[..], b"auth", b"token"].iter().any(|end| lower.ends_with(end));
        let value = &text[start..start + length.min(128)];
        if session && !contains(&lower, b"csrf") && is_token(value) && !is_reference(value) {
            return secret("session cookie", start..start + length);
        }
        at = start + length;
    }
    None
}

/// The password in `-u user:password`, `-p password` behind the name of a program that takes it so.
pub(super) fn option(text: &[u8], mark: Range<usize>, context: &Context) -> Option<Secret> {
    let near = |command: Option<usize>| command.is_some_and(|command| mark.start.saturating_sub(command) < 300);
    let start = mark.end + text[mark.end..].iter().take(4).take_while(|byte| matches!(byte, b' ' | b'=')).count();
    let span = value_at(text, start)?;
    let value = &text[span.clone()];
    let login = contains(&text[mark.clone()], b"-u") || near(context.http) && text[mark.clone()] == *b" -a ";
    if !login {
        (near(context.client) && is_password(value, 8) && !is_reference(value)).then_some(())?;
        return secret("password in a command", span);
    }
    let colon = value.iter().position(|byte| *byte == b':').filter(|_| near(context.http))?;
    let (user, password) = (&value[..colon], &value[colon + 1..]);
    if password.is_empty() && is_token(user) && !is_reference(user) {
        return secret("token in a command", span.start..span.start + colon);
    }
    is_login_password(user, password).then_some(())?;
    secret("password in a command", span.start + colon + 1..span.end)
}

/// The password in `user:password@tcp(host)`.
pub(super) fn before_host(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let of_login = |byte: &&u8| byte.is_ascii_graphic() && !b"\"'`<>=(".contains(byte);
    let length = text[..mark.start].iter().rev().take(128).take_while(of_login).count();
    let login = &text[mark.start - length..mark.start];
    let colon = login.iter().position(|byte| *byte == b':')?;
    is_login_password(&login[..colon], &login[colon + 1..]).then_some(())?;
    secret("password in a connection string", mark.start - length + colon + 1..mark.start)
}

/// The password in `jdbc:oracle:thin:user/password@host`.
pub(super) fn oracle(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let rest = &text[mark.end..text.len().min(mark.end + 128)];
    let at = rest.iter().position(|byte| *byte == b'@' || !byte.is_ascii_graphic())?;
    let slash = rest[..at].iter().position(|byte| *byte == b'/').filter(|_| rest[at] == b'@')?;
    is_login_password(&rest[..slash], &rest[slash + 1..at]).then_some(())?;
    secret("password in a connection string", mark.end + slash + 1..mark.end + at)
}

/// The password in a line of a PostgreSQL password file, `host:5432:base:user:password`.
pub(super) fn pgpass(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let rest = &text[mark.end..text.len().min(mark.end + 200)];
    let line = &rest[..rest.iter().position(|byte| !byte.is_ascii_graphic()).unwrap_or(rest.len())];
    let mut fields = line.splitn(3, |byte| *byte == b':');
    let (base, user, password) = (fields.next()?, fields.next()?, fields.next()?);
    is_login_password(user, password).then_some(())?;
    let start = mark.end + base.len() + user.len() + 2;
    secret("password", start..start + password.len())
}

/// The password in the text of a QR code for a wireless network, `WIFI:S:name;P:password;;`.
pub(super) fn wifi(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let rest = &text[mark.end..text.len().min(mark.end + 160)];
    let field = rest.windows(2).position(|part| part == b"P:").filter(|at| *at == 0 || rest[at - 1] == b';')? + 2;
    let length = rest[field..].iter().position(|byte| matches!(byte, b';' | b'\n'))?;
    let password = &rest[field..field + length];
    (is_password(password, 8) && !is_reference(password)).then_some(())?;
    secret("password", mark.end + field..mark.end + field + length)
}

/// The password in `CREATE USER u IDENTIFIED BY 'password'`.
pub(super) fn identified(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let span = value_at(text, mark.end)?;
    let value = &text[span.clone()];
    (is_password(value, 8) && !is_reference(value)).then_some(())?;
    secret("password", span)
}

/// The words that open a wallet: exactly 12, 15, 18, 21 or 24 of them after their name.
pub(super) fn phrase(text: &[u8], mark: Range<usize>) -> Option<Secret> {
    let skip = |at: usize, set: &[u8]| at + text[at..].iter().take(12).take_while(|byte| set.contains(byte)).count();
    let sign = skip(mark.end, b" \"'`*");
    let start = skip(sign, b":= \"'`*\n");
    (start > sign && text[sign..start].iter().any(|byte| b":=".contains(byte))).then_some(())?;
    let length = text[start..].iter().take(240).take_while(|b| b.is_ascii_lowercase() || **b == b' ').count();
    let body = text[start..start + length].trim_ascii_end();
    let mut words = body.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let count = words.clone().count();
    let ends = text.get(start + length).is_none_or(|byte| b"\"'`\r\n,.;)<".contains(byte));
    let wallet = matches!(count, 12 | 15 | 18 | 21 | 24) && words.all(|word| (3..=8).contains(&word.len()));
    (wallet && ends).then_some(())?;
    secret("wallet recovery phrase", start..start + body.len())
}

/// The end of data written in base64 at `at`, if there is enough of it to hide look-alikes.
pub(super) fn data_end(text: &[u8], at: usize) -> Option<usize> {
    let end = at + run(b's', &text[at..], usize::MAX);
    (end - at >= 100).then_some(end)
}
