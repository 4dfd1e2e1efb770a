//! Finds credentials in a text, so that none is stored.
//!
//! One pass looks for all anchors at once: the heads of documented token shapes, words that name a secret, and
//! signs of places where one stands. Each anchor starts a check of the few bytes around it, so the time is
//! linear in the text. Nothing is compiled beforehand but the anchors.

mod generic;
mod index;
mod names;
mod places;
mod shape;
#[cfg(test)]
mod tests;
mod value;
mod vendors;

use index::Index;
use names::{Key, Test};
use shape::Runs;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;
use vendors::ROWS;

/// What replaces a secret starts with this.
const MARK: &str = "[REDACTED ";

/// After so many passes whole words are replaced, because somebody built secrets that hide each other.
const EXACT_PASSES: usize = 3;

/// A secret found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// What it is, for people: "GitHub token".
    pub kind: &'static str,
    /// Where it is, in bytes.
    pub span: Range<usize>,
}

/// A text without its secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted {
    /// The text, with `[REDACTED kind]` for each secret.
    pub text: String,
    /// What was replaced, in the order of the text, each kind once; empty if nothing was.
    pub kinds: Vec<&'static str>,
}

/// The first secret of a text, if there is one.
pub fn find(text: &str) -> Option<Secret> {
    let mut first = None;
    scan(text, |secret| {
        first = Some(secret);
        false
    });
    first
}

/// The text with every secret replaced by `[REDACTED kind]`.
pub fn redact(text: &str) -> Redacted {
    let mut redacted = Redacted { text: text.to_owned(), kinds: Vec::new() };
    for pass in 0.. {
        let mut secrets = Vec::new();
        scan(&redacted.text, |secret| {
            secrets.push(secret);
            true
        });
        if secrets.is_empty() {
            break;
        }
        if pass >= EXACT_PASSES {
            widen(&redacted.text, &mut secrets);
        }
        redacted.text = without(&redacted.text, &secrets);
        for secret in secrets {
            if !redacted.kinds.contains(&secret.kind) {
                redacted.kinds.push(secret.kind);
            }
        }
    }
    redacted
}

/// Makes secrets as long as the words they are in.
fn widen(text: &str, secrets: &mut Vec<Secret>) {
    let ends = |c: char| c.is_whitespace() || matches!(c, '[' | ']');
    for secret in secrets.iter_mut() {
        let Range { start, end } = secret.span;
        secret.span.start = text[..start].rfind(ends).map_or(0, |at| text.ceil_char_boundary(at + 1));
        secret.span.end = text[end..].find(ends).map_or(text.len(), |at| end + at);
    }
    let mut last = 0;
    secrets.retain(|secret| {
        let apart = secret.span.start >= last;
        last = last.max(secret.span.end);
        apart
    });
}

fn without(text: &str, secrets: &[Secret]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for secret in secrets {
        out.push_str(&text[copied..secret.span.start]);
        out.extend([MARK, secret.kind, "]"]);
        copied = secret.span.end;
    }
    out.push_str(&text[copied..]);
    out
}

/// The last places of words that give options a meaning.
#[derive(Default)]
struct Context {
    /// A line of a login file or of a router.
    login: Option<usize>,
    /// A program that takes `-u user:password`.
    http: Option<usize>,
    /// A program that takes `-p password`.
    client: Option<usize>,
}

/// What an anchor means.
#[derive(Clone, Copy)]
enum Anchor {
    /// The head of token shapes, with its place in the list of heads.
    Head(usize),
    /// Part of a name in ASCII.
    Name,
    /// A word of another script.
    Word(Key),
    /// A check of a place.
    Place(fn(&[u8], Range<usize>) -> Option<Secret>),
    /// A check of a block, which needs no more exact one.
    Block(fn(&[u8], Range<usize>) -> Option<Secret>),
    /// An option with a password.
    Option,
    /// Words that are remembered.
    Login,
    Http,
    Client,
    /// A secret that was replaced.
    Mark,
    /// The start of data in base64.
    Data,
}

const PASSWORD: Key = Key { kind: "password", test: Test::Password };
const TOKEN: Key = Key { kind: "token", test: Test::Token };
const SECRET: Key = Key { kind: "secret", test: Test::Token };
const KEY: Key = Key { kind: "API key", test: Test::Bare };

/// Everything that is searched for beside the heads of token shapes. ASCII letters match in either case.
#[rustfmt::skip]
const ANCHORS: &[(Anchor, &[&str])] = &[
    (
        Anchor::Name,
        &[
            "pass", "pwd", "pw", "psk", "secret", "token", "key", "kennwort", "passord", "cred", "auth", "pat", "jwt",
            "salt", "api_hash", "contrasena", "senha", "wachtwoord", "haslo", "heslo", "sifre", "parola", "losenord",
            "adgangskode", "salasana", "jelszo", "clave",
        ],
    ),
    (
        Anchor::Word(PASSWORD),
        &[
            "парол", "Парол", "ПАРОЛ", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "รหัสผ่าน", "contraseñ", "Contraseñ",
            "hasło", "Hasło", "şifre", "Şifre", "lösenord", "Lösenord", "jelszó", "Jelszó", "mật khẩu", "Mật khẩu",
            "κωδικός", "Κωδικός", "סיסמה", "كلمة المرور", "كلمة السر", "पासवर्ड", "暗証番号", "キーワード",
        ],
    ),
    (Anchor::Word(TOKEN), &["токен", "Токен", "ТОКЕН", "令牌", "トークン", "토큰"]),
    (
        Anchor::Word(SECRET),
        &[
            "секрет", "Секрет", "СЕКРЕТ", "密钥", "密鑰", "秘钥", "私钥", "シークレット", "秘密鍵", "시크릿", "schlüssel", "Schlüssel",
        ],
    ),
    (Anchor::Word(KEY), &["ключ", "Ключ", "КЛЮЧ", "キー", "키"]),
    (Anchor::Place(places::in_url), &["://"]),
    (Anchor::Block(places::private_key), &["-----BEGIN ", "---- BEGIN "]),
    (Anchor::Block(places::putty_key), &["Private-Lines:"]),
    (Anchor::Place(places::json_key), &["\"d\""]),
    (Anchor::Place(places::kaggle), &["\"username\""]),
    (Anchor::Place(places::web_token), &["eyJ"]),
    (Anchor::Place(places::basic), &["basic "]),
    (Anchor::Place(places::bearer), &["bearer "]),
    (Anchor::Place(places::authorization), &["authorization"]),
    (Anchor::Place(places::cookie), &["cookie"]),
    (Anchor::Place(places::before_host), &["@tcp(", "@unix("]),
    (Anchor::Place(places::oracle), &["jdbc:oracle:thin:"]),
    (Anchor::Place(places::pgpass), &[":5432:", ":*:*:"]),
    (Anchor::Place(places::wifi), &["WIFI:"]),
    (Anchor::Place(places::identified), &["identified by "]),
    (
        Anchor::Place(places::phrase),
        &["seed phrase", "recovery phrase", "secret phrase", "backup phrase", "seed words", "mnemonic", "助记词"],
    ),
    (Anchor::Option, &[" -p", " -u ", " --user ", " --user=", " -a ", " -w "]),
    (Anchor::Login, &["login ", "machine ", "username "]),
    (Anchor::Http, &["curl ", "wget ", "http "]),
    (
        Anchor::Client,
        &[
            "login ", "mysql", "mariadb", "sshpass", "redis-cli", "ldap", "mongo", "psql", "sqlcmd", "cqlsh", "7z ",
            "zip ", "ipmitool", "smbclient",
        ],
    ),
    (Anchor::Mark, &[MARK]),
    (Anchor::Data, &[";base64,"]),
];

/// The kinds that are found without a shape.
#[rustfmt::skip]
const KINDS: &[&str] = &[
    "password", "token", "secret", "API key", "secret key", "credentials", "user and password in base64",
    "token in a URL", "password in a connection string", "private key", "JSON web token", "bearer token",
    "authorization header", "password in a command", "token in a command", "wallet recovery phrase",
    "AWS secret access key", "session cookie", "Kaggle key",
];

/// The anchors, ready to be searched for.
struct Matcher {
    index: Index<u16>,
    anchors: Vec<Anchor>,
    /// For each head the rows of the table that have it.
    rows: Vec<(&'static str, Vec<usize>)>,
    kinds: HashSet<&'static str>,
}

static MATCHER: LazyLock<Matcher> = LazyLock::new(Matcher::new);

impl Matcher {
    fn new() -> Self {
        let mut places = HashMap::new();
        let mut rows: Vec<(&'static str, Vec<usize>)> = Vec::new();
        for (index, row) in ROWS.iter().enumerate() {
            for head in row.heads {
                let place = *places.entry(*head).or_insert_with(|| {
                    rows.push((head, Vec::new()));
                    rows.len() - 1
                });
                rows[place].1.push(index);
            }
        }
        let words = ANCHORS.iter().flat_map(|(anchor, words)| words.iter().map(|word| (*word, *anchor)));
        let heads = rows.iter().enumerate().map(|(place, (head, _))| (*head, Anchor::Head(place)));
        let (patterns, anchors): (Vec<_>, Vec<_>) = words.chain(heads).unzip();
        let index = Index::new(patterns.into_iter().zip(0..).collect());
        let kinds = ROWS.iter().map(|row| row.kind).chain(KINDS.iter().copied()).collect();
        Self { index, anchors, rows, kinds }
    }

    /// Whether a token may start at `at` right behind another.
    fn starts_token(&self, text: &[u8], at: usize) -> bool {
        self.index.at(text, at).any(|(length, anchor)| {
            matches!(self.anchors[usize::from(anchor)], Anchor::Head(place) if {
                let (head, rows) = &self.rows[place];
                text[at..at + length] == *head.as_bytes() && rows.iter().any(|row| ROWS[*row].is_joined())
            })
        })
    }
}

/// Gives the secrets of a text in its order to `take`, until that is not to be given more.
fn scan(text: &str, mut take: impl FnMut(Secret) -> bool) {
    let matcher = &*MATCHER;
    let take = |secret: Secret| {
        let Range { start, end } = secret.span;
        take(Secret { span: text.floor_char_boundary(start)..text.ceil_char_boundary(end), ..secret })
    };
    let (context, runs) = (Context::default(), Runs::default());
    Scan { text: text.as_bytes(), matcher, context, runs, done: 0, name: 0, pending: None, take }.run();
}

/// The state of a pass.
struct Scan<'a, F> {
    text: &'a [u8],
    matcher: &'a Matcher,
    context: Context,
    runs: Runs,
    /// Anchors before this are in what was found.
    done: usize,
    /// The end of the last name, which is looked at once.
    name: usize,
    /// A secret that a more exact one may replace.
    pending: Option<Secret>,
    take: F,
}

impl<F: FnMut(Secret) -> bool> Scan<'_, F> {
    fn run(mut self) {
        let (matcher, text) = (self.matcher, self.text);
        let mut at = 0;
        while let Some(place) = matcher.index.next(text, at) {
            at = place;
            // No anchor starts inside a run of one letter.
            if at > 0
                && text[at].is_ascii_alphanumeric()
                && text[at - 1..text.len().min(at + 4)].iter().all(|b| *b == text[at])
            {
                at += 1;
                continue;
            }
            if self.pending.as_ref().is_some_and(|pending| pending.span.end <= at) && !self.flush() {
                return;
            }
            for (length, anchor) in matcher.index.at(text, at) {
                if at >= self.done && !self.anchor(matcher.anchors[usize::from(anchor)], at..at + length) {
                    return;
                }
            }
            at = self.done.max(at + 1);
        }
        self.flush();
    }

    /// Gives the waiting secret away.
    fn flush(&mut self) -> bool {
        match self.pending.take() {
            Some(secret) => self.give(secret),
            None => true,
        }
    }

    /// Follows an anchor; whether to go on.
    fn anchor(&mut self, anchor: Anchor, span: Range<usize>) -> bool {
        match anchor {
            Anchor::Head(place) => return self.head(place, span),
            Anchor::Name if span.start < self.name => {}
            Anchor::Name => {
                let (end, secret) = generic::assigned(self.text, span, &self.context);
                self.name = end;
                return self.wait(secret);
            }
            Anchor::Word(key) => return self.wait(generic::spoken(self.text, span, key)),
            Anchor::Place(check) => return self.wait(check(self.text, span)),
            Anchor::Block(check) => {
                if let Some(secret) = check(self.text, span) {
                    return self.wait(Some(secret)) && self.flush();
                }
            }
            Anchor::Option => return self.wait(places::option(self.text, span, &self.context)),
            Anchor::Login => self.context.login = Some(span.start),
            Anchor::Http => self.context.http = Some(span.start),
            Anchor::Client => self.context.client = Some(span.start),
            Anchor::Mark => self.done = self.mark_end(span.end).unwrap_or(self.done),
            Anchor::Data => self.done = places::data_end(self.text, span.end).unwrap_or(self.done),
        }
        true
    }

    /// Keeps a secret until it is sure that no more exact one is in its place; whether to go on.
    fn wait(&mut self, secret: Option<Secret>) -> bool {
        let Some(secret) = secret.filter(|secret| secret.span.start >= self.done) else {
            return true;
        };
        match &mut self.pending {
            Some(pending) if secret.span.end <= pending.span.start => self.give(secret),
            Some(pending) if secret.span.start < pending.span.end => {
                pending.span = pending.span.start.min(secret.span.start)..pending.span.end.max(secret.span.end);
                true
            }
            _ => {
                let go_on = self.flush();
                self.pending = Some(secret);
                go_on
            }
        }
    }

    fn give(&mut self, secret: Secret) -> bool {
        self.done = self.done.max(secret.span.end);
        (self.take)(secret)
    }

    /// The longest secret with a head.
    fn head(&mut self, place: usize, span: Range<usize>) -> bool {
        let (matcher, text) = (self.matcher, self.text);
        let (head, rows) = &matcher.rows[place];
        if text[span.clone()] != *head.as_bytes() {
            return true;
        }
        let next = |at: usize| matcher.starts_token(text, at);
        let runs = &mut self.runs;
        let found = rows.iter().filter_map(|row| {
            let row = &ROWS[*row];
            Some((row, row.find(text, span.clone(), runs, &next)?))
        });
        let longest = found.max_by_key(|(_, span)| span.end);
        let Some((row, span)) = longest.filter(|(_, span)| span.start >= self.done) else {
            return true;
        };
        let secret = Secret { kind: row.kind, span };
        if row.is_generic() {
            return self.wait(Some(secret));
        }
        if self.pending.as_ref().is_some_and(|pending| pending.span.end <= secret.span.start) && !self.flush() {
            return false;
        }
        // The same secret, seen less exactly; but a token in something longer is part of that.
        if self.pending.as_ref().is_some_and(|pending| pending.span.len() > 2 * secret.span.len() + 16) {
            return self.wait(Some(secret));
        }
        self.pending.take_if(|pending| pending.span.start < secret.span.end);
        let pair = aws_pair(text, &secret);
        self.give(secret) && pair.is_none_or(|pair| self.give(pair))
    }

    /// The end of a replaced secret whose mark starts before `at`.
    fn mark_end(&self, at: usize) -> Option<usize> {
        let length = self.text[at..].iter().take(60).position(|byte| *byte == b']')?;
        let kind = std::str::from_utf8(&self.text[at..at + length]).ok()?;
        self.matcher.kinds.contains(kind).then_some(at + length + 1)
    }
}

/// The secret that people write right behind the id of an AWS key; it has no head of its own.
fn aws_pair(text: &[u8], id: &Secret) -> Option<Secret> {
    let end = (id.kind == "AWS access key id").then_some(id.span.end)?;
    let gap = text[end..].iter().take(24).take_while(|byte| !byte.is_ascii_alphanumeric()).count();
    let start = end + gap;
    let secret = Secret { kind: "AWS secret access key", span: start..start + shape::run(b'b', &text[start..], 41) };
    let body = &text[secret.span.clone()];
    (gap > 0 && body.len() == 40 && value::is_very_random(body) && !value::is_stand_in(body, true)).then_some(secret)
}
