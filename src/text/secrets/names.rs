//! What a name says about its value: whether it is the name of a password, a token, a key.

use std::ops::Range;

/// Longest part of a name that is looked at on either side of the word found in it.
const MAX_NAME: usize = 48;

/// What a name says about its value.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Test {
    /// A password: short, with signs, chosen by people.
    Password,
    /// A token, key or secret: long and thrown.
    Token,
    /// A key of some sort, `acme_key`: no numbers of objects.
    Named,
    /// A key of any sort: only the most random values count.
    Bare,
    /// A user and a password in base64.
    Basic,
}

/// A name that a secret may follow.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) kind: &'static str,
    pub(super) test: Test,
}

/// Words that make a name the name of a password.
#[rustfmt::skip]
const PASSWORDS: &[&str] = &[
    "password", "passwd", "passwort", "kennwort", "passphrase", "passcode", "passord", "wachtwoord", "contrasena",
    "senha", "haslo", "heslo", "sifre", "parola", "jelszo", "salasana", "adgangskode", "losenord", "pwd", "bindpw", "rootpw",
];

/// Short words for a password, which must stand alone.
const SHORT_PASSWORDS: &[u128] = &packed(["clave", "pass", "passe", "psk", "pw"]);

/// What makes a "key" a secret one.
#[rustfmt::skip]
const KEY_KINDS: &[u128] = &packed([
    "access", "account", "admin", "aes", "api", "app", "application", "auth", "authentication", "authorization",
    "bot", "cipher", "consumer", "cookie", "crypto", "data", "deploy", "dev", "developer", "encrypt", "encryption",
    "function", "functions", "hmac", "host", "ingest", "integration", "jwt", "licence", "license", "live",
    "management", "master", "org", "organization", "personal", "preshared", "private", "prod", "registration", "rest",
    "root", "sdk", "secret", "security", "server", "service", "session", "shared", "sign", "signing", "storage",
    "subscription", "symmetric", "team", "test", "unseal", "user", "wallet", "webhook", "write",
]);

/// Words at the end of a name that leave its meaning.
#[rustfmt::skip]
const TAILS: &[u128] = &packed([
    "a", "admin", "again", "b", "b64", "backup", "base", "base64", "cleartext", "confirm", "confirmation", "current",
    "database", "db", "default", "dev", "development", "env", "eu", "external", "global", "hex", "internal", "legacy",
    "live", "local", "main", "master", "new", "old", "plain", "plaintext", "prev", "previous", "primary", "prod",
    "production", "raw", "read", "readonly", "remote", "repeat", "ro", "root", "rw", "sandbox", "secondary", "stage",
    "staging", "str", "string", "test", "testing", "text", "us", "user", "v1", "v2", "v3", "val", "value", "write",
]);

/// Words in a name that make its value public, or no secret at all.
#[rustfmt::skip]
const PUBLIC: &[u128] = &packed([
    "anon", "anonymous", "batch", "bucket", "build", "cache", "caching", "cancellation", "child", "column", "commit",
    "continuation", "contract", "csrf", "cursor", "dedupe", "device", "digest", "document", "edge", "entry", "event", "field",
    "file", "fingerprint", "foreign", "group", "hash", "idempotency", "idempotent", "image", "instrumentation",
    "item", "job", "known", "lang", "list", "locale", "lookup", "map", "merge", "message", "metric", "mint", "next", "node",
    "object", "page", "pagination", "parent", "partition", "prev", "pub", "public", "publishable", "push", "query",
    "request", "resource", "resume", "routing", "row", "search", "shard", "site", "sort", "span", "tag", "task",
    "thumbprint", "topic", "trace", "translation", "xsrf",
]);

/// The name around a word found in it, without joints at its ends.
pub(super) fn name_around(text: &[u8], word: Range<usize>) -> Range<usize> {
    let of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let joint = |byte: &&u8| matches!(byte, b'-' | b'.');
    let before = text[..word.start].iter().rev().take(MAX_NAME).take_while(of_name).count();
    let after = text[word.end..].iter().take(MAX_NAME).take_while(of_name).count();
    let (mut start, mut end) = (word.start - before, word.end + after);
    start += text[start..word.start].iter().take_while(joint).count();
    end -= text[word.end..end].iter().rev().take_while(joint).count();
    start..end
}

/// Splits a name at joints and where its case changes, last word first.
fn words(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = name;
    std::iter::from_fn(move || {
        while let [head @ .., b'_' | b'-' | b'.'] = rest {
            rest = head;
        }
        let mut start = rest.len().checked_sub(1)?;
        while start > 0 {
            let (last, this) = (rest[start - 1], rest[start]);
            let camel = this.is_ascii_uppercase() && !last.is_ascii_uppercase();
            let acronym = last.is_ascii_uppercase()
                && this.is_ascii_uppercase()
                && rest.get(start + 1).is_some_and(u8::is_ascii_lowercase);
            if camel || acronym || matches!(last, b'_' | b'-' | b'.') {
                break;
            }
            start -= 1;
        }
        let (head, word) = rest.split_at(start);
        rest = head;
        Some(word)
    })
}

/// Words as numbers, which are compared faster; the longest has 16 letters.
pub(super) const fn packed<const N: usize>(words: [&str; N]) -> [u128; N] {
    let mut numbers = [0; N];
    let mut at = 0;
    while at < N {
        numbers[at] = pack(words[at].as_bytes());
        at += 1;
    }
    numbers
}

/// A word in lower case as a number; 0 if it is too long for one.
pub(super) const fn pack(word: &[u8]) -> u128 {
    let mut number = 0;
    let mut at = 0;
    while at < word.len() && word.len() <= 16 {
        number = number << 8 | word[at].to_ascii_lowercase() as u128;
        at += 1;
    }
    number
}

/// Whether a word is in a list, in either case.
pub(super) fn is_in(list: &[u128], word: &[u8]) -> bool {
    let number = pack(word);
    number != 0 && list.contains(&number)
}

fn ends_with(word: &[u8], end: &str) -> bool {
    word.len() >= end.len() && word[word.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes())
}

/// What a name says about its value.
pub(super) fn key_of(text: &[u8], name: &Range<usize>) -> Option<Key> {
    let spoken = word_before(text, name.start);
    // `arn:aws:secretsmanager:eu-west-1:1234:secret:name`
    if name.start >= 2 && text[name.start - 1] == b':' && text[name.start - 2].is_ascii_digit() {
        return None;
    }
    let all = &text[name.clone()];
    let mut words = words(all).map(|word| word.trim_ascii_end().strip_suffix(b"=").unwrap_or(word));
    let mut last = words.next()?;
    for _ in 0..2 {
        if !is_in(TAILS, last) && !last.iter().all(u8::is_ascii_digit) {
            break;
        }
        last = words.next()?;
    }
    let digits = last.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let last = &last[..last.len() - digits];
    let before = words.next().unwrap_or(if last.len() + digits == all.len() { spoken } else { b"" });
    let key = classify(last, before, all)?;
    let forged = |word: &[u8]| word.len() > 4 && word[1..4].eq_ignore_ascii_case(b"srf");
    let public = |word: &[u8]| (is_in(PUBLIC, word) || forged(word)) && !(word == before && is_in(KEY_KINDS, word));
    let named = key.test == Test::Password
        || !(public(before) || forged(last) || words.by_ref().take(5).any(public) || is_in(PUBLIC, spoken));
    named.then_some(key)
}

/// The word before a name, if only a space lies between.
fn word_before(text: &[u8], start: usize) -> &[u8] {
    let Some(end) = start.checked_sub(1).filter(|end| text[*end] == b' ') else {
        return b"";
    };
    let length = text[..end].iter().rev().take(20).take_while(|byte| byte.is_ascii_alphabetic()).count();
    &text[end - length..end]
}

/// What the last word of a name says, with the word before it.
fn classify(last: &[u8], before: &[u8], name: &[u8]) -> Option<Key> {
    let key = |kind, test| Some(Key { kind, test });
    let other = const { &packed(["bypass", "compass", "encompass", "overpass", "surpass", "trespass", "underpass"]) };
    let short = is_in(SHORT_PASSWORDS, last) || ends_with(last, "pass") && last.len() >= 6 && !is_in(other, last);
    if short || PASSWORDS.iter().any(|word| ends_with(last, word)) {
        return key("password", Test::Password);
    }
    let access = is_in(
        const { &packed(["access", "azdo", "azure", "ci", "devops", "ext", "gh", "git", "github", "gitlab", "gl"]) },
        before,
    );
    let named = is_in(const { &packed(["pat"]) }, last) && access
        || is_in(const { &packed(["jwt"]) }, last) && !before.is_empty();
    if ends_with(last, "token") && !is_in(const { &packed(["client"]) }, before) || named {
        return key("token", Test::Token);
    }
    if ends_with(last, "secret") {
        return key("secret", Test::Token);
    }
    if is_in(const { &packed(["cred", "credential", "credentials", "creds"]) }, last) {
        return key("credentials", Test::Token);
    }
    if is_in(const { &packed(["hash"]) }, last) && is_in(const { &packed(["api"]) }, before)
        || is_in(const { &packed(["auth"]) }, last) && is_in(const { &packed(["token"]) }, before)
    {
        return key("secret", Test::Token);
    }
    if is_in(const { &packed(["auth"]) }, last) {
        return key("credentials", Test::Basic);
    }
    if is_in(const { &packed(["salt"]) }, last) && is_in(const { &packed(["auth", "in", "nonce"]) }, before) {
        return key("secret", Test::Token);
    }
    let stem = last.len().checked_sub(3).filter(|_| ends_with(last, "key")).map(|stem| &last[..stem])?;
    let stem = if stem.is_empty() { before } else { stem };
    // `apikey`, `setEncryptionKey`
    let joined = (3..stem.len()).any(|cut| is_in(KEY_KINDS, &stem[stem.len() - cut..]));
    if is_in(const { &packed(["private", "secret", "encryption", "signing", "master"]) }, stem) {
        return key("secret key", Test::Token);
    }
    let variable = name.contains(&b'_') && !name.iter().any(u8::is_ascii_lowercase);
    if is_in(KEY_KINDS, stem) || joined || variable {
        return key("API key", Test::Token);
    }
    let test = if stem.is_empty() { Test::Bare } else { Test::Named };
    (stem.is_empty() || stem == before).then_some(Key { kind: "API key", test })
}
