//! How a value looks: thrown like dice, made of words, or a stand-in for a secret.

/// The letters that often follow each letter in words, one bit a letter: random letters keep to this rarely.
const FOLLOW: [u32; 26] = [
    0x13EBD4E, 0x0164911, 0x01E4D95, 0x0164919, 0x1EFF97F, 0x01E4931, 0x0166991, 0x00A4111, 0x2AEF87F, 0x0000000,
    0x0040110, 0x11C4919, 0x014D113, 0x03C6D7D, 0x07EFD6F, 0x11EC991, 0x0100000, 0x11EFD7D, 0x11CC995, 0x11EC9BD,
    0x00EB937, 0x0000111, 0x0004111, 0x0088010, 0x00C8000, 0x0000010,
];

/// Longer values are long enough to hold any short word by chance.
const MAX_WORDED: usize = 80;

/// A value with one of these is a stand-in.
#[rustfmt::skip]
const STAND_INS: &[&str] = &[
    "example", "placeholder", "redacted", "changeme", "change_me", "change-me", "changeit", "replace", "dummy",
    "sample", "insert", "your", "xxxx", "****", "....", "notreal", "notasecret", "123456", "abcdef", "foobar",
];

/// Starts of secrets that manuals and emulators publish: everybody's, so nobody's.
#[rustfmt::skip]
const PUBLISHED: &[&str] = &[
    "JBSWY3DPEHPK3PXP", "4eC39HqLyjWDarjt", "BQokikJOvBiI2HlW", "SflKxwRJSMeKKF2Q", "TJVA95OrM7E2cBab",
    "Eby8vdM02xNOcqFl", "C2y6yDjf5/R+ob0N",
];

/// Passwords that only show where a password goes; digits at the ends and letters written as digits are undone.
#[rustfmt::skip]
const COMMON: &[&str] = &[
    "abc", "admin", "administrator", "adminpass", "adminpassword", "airflow", "apikey", "app", "bar", "baz",
    "correcthorse", "db", "dbpass", "dbpassword", "dbuser", "default", "demo", "dev", "docker", "dragon", "elastic",
    "foo", "geheim", "grafana", "guest", "hello", "helloworld", "hunter", "iloveyou", "key", "keycloak", "letmein",
    "local", "login", "mariadb", "minio", "minioadmin", "mongo", "mongodb", "monkey", "mypass", "mypassword",
    "mysecret", "mysecretpassword", "mysql", "mytoken", "none", "null", "opensesame", "oracle", "p", "pass",
    "passphrase", "passwd", "password", "passwort", "pg", "postgres", "postgresql", "pw", "pwd", "qwerty", "qwertz",
    "rabbit", "rabbitmq", "raspberry", "redis", "root", "rootpass", "rootpassword", "sa", "secret", "secretkey",
    "secretpassword", "securepassword", "sesame", "sonar", "string", "strongpassword", "supersecret", "superuser",
    "swordfish", "test", "testing", "testpass", "testpassword", "tiger", "token", "topsecret", "undefined", "user",
    "username", "userpass", "vagrant", "welcome", "wpa2psk", "wpa3psk", "wpapsk", "yourstrongpassword",
];

/// What a value is made of.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) lower: usize,
    pub(super) upper: usize,
    pub(super) digit: usize,
    /// Neither letter nor digit nor a joint of names.
    pub(super) special: usize,
    /// Runs of one class; a capital belongs to the small letters after it, as in names.
    pub(super) runs: usize,
    /// Letters in runs that read like words.
    pub(super) worded: usize,
    pub(super) distinct: u32,
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Lower,
    Upper,
    Digit,
    Other,
}

impl Shape {
    /// One pass over the bytes.
    pub(super) fn of(value: &[u8]) -> Self {
        let mut shape = Self::default();
        let mut seen = 0_u128;
        let (mut class, mut start) = (Class::Other, 0);
        for (at, byte) in value.iter().copied().enumerate() {
            seen |= 1 << (byte & 127);
            let next = shape.count(byte);
            let capital = class == Class::Upper && next == Class::Lower;
            if next != class && !(capital && at - start == 1) {
                let cut = if capital { at - 1 } else { at };
                shape.close(&value[start..cut], class);
                shape.runs += usize::from(next != Class::Other);
                start = cut;
            }
            class = next;
        }
        shape.close(&value[start..], class);
        shape.distinct = seen.count_ones();
        shape
    }

    fn count(&mut self, byte: u8) -> Class {
        match byte {
            b'a'..=b'z' => self.lower += 1,
            b'A'..=b'Z' => self.upper += 1,
            b'0'..=b'9' => self.digit += 1,
            b'-' | b'_' | b'.' | b'/' | b':' | b' ' => return Class::Other,
            _ => {
                self.special += 1;
                return Class::Other;
            }
        }
        match byte {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            _ => Class::Digit,
        }
    }

    fn close(&mut self, run: &[u8], class: Class) {
        if matches!(class, Class::Lower | Class::Upper) && run.len() >= 4 && reads_like_word(run) {
            self.worded += run.len();
        }
    }

    pub(super) fn letters(&self) -> usize {
        self.lower + self.upper
    }

    pub(super) fn alnum(&self) -> usize {
        self.letters() + self.digit
    }

    fn classes(&self) -> usize {
        [self.lower, self.upper, self.digit, self.special].iter().filter(|count| **count > 0).count()
    }

    /// Whether runs are shorter on average than `tenths` of a character; words and numbers make long ones.
    pub(super) fn is_mixed(&self, tenths: usize) -> bool {
        self.alnum() * 10 < (self.runs + self.special) * tenths
    }
}

/// Whether most letter pairs of a run are pairs of words.
pub(super) fn reads_like_word(run: &[u8]) -> bool {
    let letter = |byte: u8| usize::from(byte.to_ascii_lowercase().wrapping_sub(b'a'));
    let usual = |pair: &&[u8]| {
        let follow = FOLLOW.get(letter(pair[0])).copied().unwrap_or(0);
        letter(pair[1]) < 26 && follow >> letter(pair[1]) & 1 == 1
    };
    run.windows(2).filter(usual).count() * 4 >= (run.len() - 1) * 3
}

/// Whether the body of a vendor's token looks thrown, not spelled.
pub(super) fn is_random(body: &[u8]) -> bool {
    let shape = Shape::of(body);
    // In both cases letters change often; in one case only digits come between, and few of them.
    let cased = shape.lower * shape.upper > 0;
    let mixed = shape.alnum() < 16 || !cased || shape.is_mixed(50);
    let spelled = shape.worded * 10 > shape.alnum() * if cased { 5 } else { 7 };
    !spelled && mixed && shape.distinct as usize >= (body.len() / 3).clamp(3, 8)
}

/// The same, for prefixes that other names have too.
pub(super) fn is_very_random(body: &[u8]) -> bool {
    let shape = Shape::of(body);
    let mixed = if shape.lower * shape.upper > 0 { shape.is_mixed(28) } else { shape.digit >= 2 && shape.is_mixed(50) };
    mixed && shape.letters() >= 2 && shape.worded * 5 <= shape.alnum() * 2
}

/// Whether a value stands where a secret will be; `runs`: whether one character six times over says so too.
pub(super) fn is_stand_in(value: &[u8], runs: bool) -> bool {
    runs && has_run(value, 6, |a, b| a == b)
        || has_run(value, 8, |a, b| a.wrapping_add(1) == b || a == b'9' && b == b'0')
        || value.len() <= MAX_WORDED && holds_any(value, STAND_INS)
        || value.len() >= 16 && holds_any(value, PUBLISHED)
}

/// Whether one of `words` is in `value`, as listed, in capitals, or with one capital.
fn holds_any(value: &[u8], words: &[&str]) -> bool {
    (0..value.len()).any(|at| {
        let first = value[at].to_ascii_lowercase();
        words.iter().map(|word| word.as_bytes()).filter(|word| word[0].to_ascii_lowercase() == first).any(|word| {
            value.get(at..at + word.len()).is_some_and(|part| {
                let capitals = part.iter().all(|byte| !byte.is_ascii_lowercase());
                part[1..] == word[1..] || capitals && part.eq_ignore_ascii_case(word)
            })
        })
    })
}

/// Whether `length` neighbours in a row are linked.
fn has_run(value: &[u8], length: usize, linked: impl Fn(u8, u8) -> bool) -> bool {
    let mut run = 1;
    value.windows(2).any(|pair| {
        run = if linked(pair[0], pair[1]) { run + 1 } else { 1 };
        run >= length
    })
}

/// Whether `value` holds `part`.
pub(super) fn contains(value: &[u8], part: &[u8]) -> bool {
    value.windows(part.len()).any(|window| window == part)
}

/// Whether a password only shows where a password goes.
pub(super) fn is_common(value: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(value) else {
        return false;
    };
    let core = text.trim_matches(|c: char| !c.is_ascii_alphabetic() && !matches!(c, '@' | '$'));
    let plain: String = core.chars().filter_map(unleet).collect();
    plain.is_empty() && text.len() < 8 || COMMON.contains(&plain.as_str())
}

fn unleet(c: char) -> Option<char> {
    Some(match c.to_ascii_lowercase() {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '-' | '_' | '.' | ' ' => return None,
        other => other,
    })
}

/// Whether a value after a word for password is one: mixed beyond what names and sentences are.
pub(super) fn is_password(value: &[u8], shortest: usize) -> bool {
    value.len() >= shortest && looks_chosen(value) && !is_stand_in(value, true) && !is_common(value)
}

fn looks_chosen(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    if shape.distinct < 5 {
        return false;
    }
    if shape.letters() == 0 && shape.special == 0 {
        return is_number_password(value);
    }
    if shape.worded * 2 > shape.alnum() {
        return shape.classes() == 4 && value.len() <= 24;
    }
    let tenths = [30, 34, 38][usize::from(value.len() >= 12) + usize::from(value.len() >= 16)];
    let mixed_digits = shape.digit > 0 && shape.letters() >= 2 && shape.is_mixed(tenths);
    let mixed_signs = shape.special > 0 && shape.classes() >= 3 && shape.is_mixed(35);
    let letters_only = value.len() >= 10 && shape.digit == 0 && shape.special == 0 && is_letter_salad(&shape, value);
    mixed_digits || mixed_signs || letters_only
}

/// Digits only: no year, no round number.
fn is_number_password(value: &[u8]) -> bool {
    let dated = value.len() == 8 && (value.starts_with(b"19") || value.starts_with(b"20"));
    value.iter().all(u8::is_ascii_digit) && value.len() >= 8 && !dated && !value.ends_with(b"000")
}

fn is_letter_salad(shape: &Shape, value: &[u8]) -> bool {
    if shape.upper > 0 && shape.lower > 0 {
        shape.worded * 3 <= shape.alnum() && shape.is_mixed(if value.len() < 16 { 25 } else { 31 })
    } else {
        value.len() >= 16 && value.iter().all(u8::is_ascii_alphabetic) && !reads_like_word(value)
    }
}

/// Whether a value after a word for token, key or secret is one.
pub(super) fn is_token(value: &[u8]) -> bool {
    let padding = value.iter().rev().take_while(|byte| **byte == b'=').count();
    let of_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.+/~:%|@!".contains(byte);
    value.len() >= 12
        && value[..value.len() - padding].iter().all(of_token)
        && (is_uuid(value) || looks_thrown(value))
        && !is_stand_in(value, true)
        && !is_common(value)
}

fn looks_thrown(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    if shape.worded * 2 > shape.alnum() || shape.letters() == 0 || (shape.distinct as usize) < 6 {
        return false;
    }
    if value.len() < 16 {
        let cased = shape.lower * shape.upper * shape.digit > 0 && shape.is_mixed(23);
        let digits = shape.digit >= 2 && shape.letters() >= 4;
        return shape.worded == 0 && (cased || digits) && value.iter().all(u8::is_ascii_alphanumeric);
    }
    if shape.digit == 0 {
        return is_letter_salad(&shape, value);
    }
    if value.len() >= 28 && is_hex(value) {
        return shape.digit >= 4 && shape.letters() >= 4;
    }
    let cased = shape.lower * shape.upper > 0;
    // `app-secrets-7c8f9h2k4t` is a name with a suffix.
    let longest = value.split(|byte| b"-_./".contains(byte)).map(<[u8]>::len).max();
    if !cased && longest.is_some_and(|longest| longest < 16) {
        return false;
    }
    shape.letters() >= 3 && (cased || shape.digit >= 2) && shape.is_mixed(if cased { 38 } else { 46 })
}

/// Whether a value after a word that names many other things ("key") can only be a secret.
pub(super) fn is_bare_key(value: &[u8]) -> bool {
    let of_key = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (24..=128).contains(&value.len()) && value.iter().all(of_key) && is_unspelled(value) && !is_stand_in(value, true)
}

/// Whether a value has all classes and no word.
fn is_unspelled(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    shape.lower >= 3 && shape.upper >= 3 && shape.digit >= 2 && shape.worded == 0 && shape.is_mixed(26)
}

/// Whether a value has the form 8-4-4-4-12 of hexadecimal digits.
pub(super) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
        && Shape::of(value).distinct > 6
}

/// Whether a value is hexadecimal digits only.
pub(super) fn is_hex(value: &[u8]) -> bool {
    value.iter().all(u8::is_ascii_hexdigit)
}

/// The bytes that base64 writes, of either alphabet.
pub(super) fn decode_base64(value: &[u8]) -> Option<Vec<u8>> {
    let body = value.trim_ascii_end();
    let end = body.iter().rposition(|byte| *byte != b'=').map_or(0, |last| last + 1);
    let mut out = Vec::with_capacity(end * 3 / 4);
    let (mut bits, mut held) = (0_u32, 0);
    for byte in &body[..end] {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(six);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held & 255) as u8);
        }
    }
    Some(out)
}
