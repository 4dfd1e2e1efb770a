//! No token is spelled out here: scanners of repositories would take it for a real one, so each is put together
//! when the tests run.

use super::shape::{Row, TIGHT, run};
use super::vendors::ROWS;
use super::{Redacted, find, redact};
use std::collections::HashSet;

/// Numbers that look thrown, the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// A text that a spec of a token shape matches.
    fn body(&mut self, spec: &str) -> String {
        let mut out = String::new();
        let mut rest = spec;
        while let Some(open) = rest.find('[') {
            out.push_str(&rest[..open]);
            let close = open + rest[open..].find(']').unwrap();
            let (class, counts) = (rest.as_bytes()[open + 1], &rest[open + 2..close]);
            let (least, most) = counts.split_once('-').unwrap_or((counts, counts));
            let (least, most) = (least.parse::<usize>().unwrap(), most.parse::<usize>().unwrap());
            let length = least + self.roll((most - least).min(40) + 1);
            out.extend((0..length).map(|at| self.letter(class, at == 0 || at + 1 == length)));
            rest = &rest[close + 1..];
        }
        out + rest
    }

    /// A member of a class; letters and digits at the ends of runs, as in most tokens.
    fn letter(&mut self, class: u8, end: bool) -> char {
        loop {
            let c = char::from(33 + self.roll(94) as u8);
            let joint = !c.is_ascii_alphanumeric() && !matches!(class, b'=' | b'J');
            if run(class, c.to_string().as_bytes(), 1) == 1 && !(joint && end) {
                return c;
            }
        }
    }

    fn of(&mut self, class: u8, length: usize) -> String {
        (0..length).map(|_| self.letter(class, true)).collect()
    }

    /// A token of a row, with the given head.
    fn token(&mut self, row: &Row, head: &str) -> String {
        let (before, body) = row.specs();
        let before = if before == "[w23-28]" { "MT".to_owned() + &self.of(b'a', 24) } else { self.body(before) };
        before + head + &self.body(body)
    }

    /// A password that no person would choose.
    fn password(&mut self) -> String {
        self.of(b'a', 4) + "7" + &self.of(b'u', 3) + "x" + &self.of(b'l', 4) + "Q9"
    }
}

/// Texts that a token may stand in.
const PLACES: &[(&str, &str)] = &[
    ("", ""),
    ("It is ", "."),
    ("the value ", ", as said"),
    ("\"", "\""),
    ("`", "`"),
    ("(", ")"),
    ("请看", "这一条"),
    ("вот", "вот"),
    ("см.«", "»"),
    ("a,", ",b"),
    ("ref\t", "\r\n"),
    ("{\\\"a\\\":\\\"x\\n", "\\n\\\"}"),
    ("<li>", "</li>"),
    ("X=", ";"),
];

fn is_clean(text: &str) {
    assert_eq!(find(text).map(|secret| (secret.kind, &text[secret.span])), None, "in {text}");
    assert_eq!(redact(text), Redacted { text: text.to_owned(), kinds: Vec::new() });
}

/// The value is found as `kind`, and nothing of the text around it is lost.
fn hides(start: &str, value: &str, end: &str, kind: &str) {
    let text = format!("{start}{value}{end}");
    let found = find(&text).unwrap_or_else(|| panic!("nothing in {text}"));
    assert_eq!((found.kind, &text[found.span]), (kind, value), "in {text}");
    let redacted = redact(&text);
    assert_eq!(redacted.text, format!("{start}[REDACTED {kind}]{end}"));
    assert_eq!(redacted.kinds, [kind]);
    is_clean(&redacted.text);
}

#[test]
fn finds_every_shape_everywhere() {
    let mut dice = Dice(7);
    let (mut tried, mut missed) = (0, Vec::new());
    for row in ROWS {
        for (index, head) in row.heads.iter().enumerate() {
            for (start, end) in PLACES.iter().cycle().skip(index).take(PLACES.len()) {
                let token = dice.token(row, head);
                let text = format!("{start}{token}{end}");
                let inside = start.len()..start.len() + token.len();
                let found =
                    find(&text).is_some_and(|found| found.span.end > inside.start && found.span.start < inside.end);
                tried += 1;
                if !found {
                    missed.push(format!("{} in {text}", row.kind));
                }
            }
        }
    }
    // Dice throw a word, or six of a kind, now and then.
    assert!(missed.len() * 200 < tried, "{} of {tried}: {missed:#?}", missed.len());
}

#[test]
fn knows_the_vendors() {
    let kinds: HashSet<_> = ROWS.iter().map(|row| row.kind).collect();
    assert!(kinds.len() > 150, "{}", kinds.len());
    // A short head needs the character before it.
    let loose = |row: &&Row| row.heads[0].len() < 4 && row.specs().0.is_empty() && !row.has(TIGHT) && !row.is_joined();
    let loose: Vec<_> = ROWS.iter().filter(loose).filter(|row| row.heads[0].len() < 3).map(|row| row.kind).collect();
    assert!(loose.is_empty(), "{loose:?}");
}

#[test]
fn takes_the_token_and_nothing_else() {
    let mut dice = Dice(3);
    hides("Use ", &format!("gh{}_{}", "p", dice.of(b'a', 36)), ", please.", "GitHub token");
    hides("令牌", &format!("glp{}-{}", "at", dice.of(b'a', 20)), "已过期", "GitLab token");
    hides("key=", &format!("AK{}{}", "IA", dice.of(b'u', 15) + "7"), "\n", "AWS access key id");
    hides("", &format!("sk-a{}-api03-{}AA", "nt", dice.of(b'a', 93)), "", "Anthropic key");
    hides("\"token\": \"", &format!("sk_l{}_{}", "ive", dice.of(b'a', 24)), "\"", "Stripe secret key");
    let hook = "https://hooks.slack.com/services/";
    hides(hook, &format!("T{}/B{}/{}", dice.of(b'u', 9), dice.of(b'u', 9), dice.of(b'a', 24)), " ok", "Slack webhook");
    let [head, body] = ["{\"alg\":\"HS256\"}", "{\"sub\":\"77\",\"a\":1}"].map(base64);
    hides("Cookie is ", &format!("{head}.{body}.{}", dice.of(b'a', 43)), ".", "JSON web token");
}

/// Base64 without padding.
fn base64(text: &str) -> String {
    let letters: Vec<u8> = (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').chain([b'+', b'/']).collect();
    let bits: Vec<u8> = text.bytes().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1)).collect();
    let letter = |six: &[u8]| {
        let value = (0..6).fold(0, |sum, bit| sum << 1 | usize::from(six.get(bit).copied().unwrap_or(0)));
        char::from(letters[value])
    };
    bits.chunks(6).map(letter).collect()
}

#[test]
fn finds_what_a_name_gives_away() {
    let mut dice = Dice(5);
    let names = [
        ("password: ", "", "password"),
        ("DB_PASSWORD=", "\nPORT=1", "password"),
        ("{\"password\": \"", "\", \"a\": 1}", "password"),
        ("<password>", "</password>", "password"),
        ("<add key=\"Password\" value=\"", "\"/>", "password"),
        ("- name: DB_PASSWORD\n  value: ", "\n", "password"),
        ("'password' => '", "',", "password"),
        ("password: &str = \"", "\";", "password"),
        ("psql --password ", " -h x", "password"),
        ("the password for the staging host is ", "", "password"),
        ("my wifi password: ", " (new)", "password"),
        ("log in with password ", " today", "password"),
        ("**Password:** `", "`", "password"),
        ("| password | ", " |", "password"),
        ("Das Passwort lautet ", ".", "password"),
        ("Пароль администратора: ", " (сменить)", "password"),
        ("пароль от базы — ", "", "password"),
        ("数据库密码是", "，不要外传", "password"),
        ("密码（测试）：", "", "password"),
        ("パスワードは", "です", "password"),
        ("contraseña del router: ", "", "password"),
        ("machine h login bob password ", "\n", "password"),
        ("ALTER USER bob WITH PASSWORD '", "';", "password"),
        ("WIFI:T:WPA;S:net;P:", ";;", "password"),
        ("db:5432:app:bob:", "\n", "password"),
        ("postgres://bob:", "@db.acme.io/app", "password in a connection string"),
        ("redis://:", "@cache:6379", "password in a connection string"),
        ("bob:", "@tcp(db:3306)/app", "password in a connection string"),
        ("Server=h;Uid=bob;Pwd=", ";Encrypt=true", "password"),
        ("jdbc:mysql://h/d?user=bob&password=", "&ssl=true", "password"),
        ("curl -u bob:", " https://h/", "password in a command"),
        ("docker login -u bob -p ", " r.acme.io", "password in a command"),
        ("sshpass -p ", " ssh bob@h", "password in a command"),
    ];
    for (start, end, kind) in names {
        hides(start, &dice.password(), end, kind);
    }
    let tokens = [
        ("ACME_TOKEN=", "\n", "token"),
        ("api_key: '", "'", "API key"),
        ("my api key is ", "", "API key"),
        ("X-Api-Key: ", "\r\n", "API key"),
        ("client_secret = \"", "\"", "secret"),
        ("aws_secret_access_key = ", "", "API key"),
        ("https://h/?access_token=", "&a=1", "token"),
        ("Authorization: Bearer ", "", "bearer token"),
        ("Authorization: Token ", "", "authorization header"),
        ("Cookie: theme=dark; sessionid=", "; a=1", "session cookie"),
        ("Токен: ", "", "token"),
        ("令牌：", "。", "token"),
    ];
    for (start, end, kind) in tokens {
        hides(start, &dice.of(b'a', 40), end, kind);
    }
    hides("DD_API_KEY=", &dice.of(b'x', 32), "", "API key");
    hides("snyk_token: ", &dice.body("[x8]-[x4]-[x4]-[x4]-[x12]"), "", "token");
    let login = base64(&format!("bob:{}ab", dice.password()));
    hides("Authorization: Basic ", &login, "", "user and password in base64");
    hides("{\"auths\":{\"r\":{\"auth\":\"", &login, "\"}}}", "credentials");
    let words = "abandon ability able about above absent absorb abstract absurd abuse access accident";
    hides("seed phrase: ", words, "\n", "wallet recovery phrase");
}

#[test]
fn finds_private_keys_in_any_frame() {
    let mut dice = Dice(9);
    for label in
        ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]
    {
        let [begin, end] = ["BEGIN", "END"].map(|word| format!("-----{word} {label}-----"));
        let mut lines: Vec<String> = (0..6).map(|_| dice.of(b'b', 64)).collect();
        lines.push(dice.of(b'b', 23) + "=");
        for (open, line, close) in
            [("", "\n", ""), ("k: \"", "\\n", "\""), ("> ", "\n> ", ""), ("\"", "\\n\" +\n\"", "\"")]
        {
            let key = [&begin].into_iter().chain(&lines).chain([&end]).cloned().collect::<Vec<_>>().join(line);
            hides(open, &key, close, "private key");
        }
        // A key that was cut is a key.
        hides("", &format!("{begin}\n{}", lines.join("\n")), "\nend", "private key");
    }
    is_clean(&format!("-----BEGIN {}-----\n...\n-----END {0}-----", "RSA PRIVATE KEY"));
    is_clean(&format!("A file with -----BEGIN {}----- in it is a key.", "PRIVATE KEY"));
    let public = (0..5).map(|_| dice.of(b'b', 64)).collect::<Vec<_>>().join("\n");
    is_clean(&format!("-----BEGIN CERTIFICATE-----\n{public}\n-----END CERTIFICATE-----"));
}

#[test]
fn leaves_what_only_looks_like_a_secret() {
    let mut dice = Dice(11);
    let (hex32, hex40, hex64) = (dice.of(b'x', 32), dice.of(b'x', 40), dice.of(b'x', 64));
    let uuid = dice.body("[x8]-[x4]-[x4]-[x4]-[x12]");
    let (b43, b64) = (dice.of(b'b', 43), dice.of(b'b', 86));
    let texts = [
        format!("fixed in {hex40}, image x@sha256:{hex64}, etag \"{hex32}\", id {uuid}"),
        format!("integrity sha512-{b64}== and 'sha256-{b43}='"),
        format!("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} ann@x, SHA256:{b43}"),
        format!("PublicKey = {b43}=\npublic_key: {b43}"),
        format!("data:image/png;base64,{b64}{b64}{b64}="),
        format!("pk_l{}_{} and phc_{b43}", "ive", dice.of(b'a', 24)),
        format!("client_id: {uuid}\nkms_key_id: {uuid}\nidempotency_key: {uuid}\nrequest_id={hex32}"),
        format!("cache_key: {hex64}\nnext_page_token: {b43}\ncsrf_token: {hex32}\nkey: v1-{hex40}"),
        format!("https://docs.google.com/document/d/{}/edit", dice.of(b'w', 44)),
        format!("https://github.com/acme/app/blob/{hex40}/src/a.rs and git@github.com:acme/app.git"),
        format!(
            "AK{}IOSFODNN7EXAMPLE, gh{}_{}, glp{}-your-token-here, xo{}-your-bot-token",
            "IA",
            "p",
            "x".repeat(36),
            "at",
            "xb"
        ),
        format!("gh{}_1234567890abcdefghijklmnopqrstuvwxyz, sk-...", "p"),
        "gh[pousr]_[0-9a-zA-Z]{36}|AKIA[0-9A-Z]{16}|xox[baprs]-[0-9]{10,13}".to_owned(),
        "password: ${DB_PASSWORD}, token: $TOKEN, secret: {{ vault.secret }}, api_key: <your-key>, pw: %PW%".to_owned(),
        "password = os.environ['X']; token = get_token(2); secret = config.get('a.b2')".to_owned(),
        "password: ********, token: xxxx, api_key=YOUR_API_KEY_HERE, secret: changeme, DB_PASSWORD=postgres".to_owned(),
        "password: P@ssw0rd!, secret: s3cr3t, token: abc123, password=hunter2".to_owned(),
        "postgres://user:password@localhost/db, mysql://root:root@127.0.0.1, https://user:pass@example.com".to_owned(),
        "postgresql://${U}:${P}@db/x, redis://:$PW@redis:6379/0, http://h:8080/users/@me?at=12:30".to_owned(),
        "Authorization: Bearer <token>, Authorization: Basic dXNlcjpwYXNzd29yZA==, Bearer realm".to_owned(),
        "The password must have twelve characters; the token is kept in the vault, the key is a UUID.".to_owned(),
        "Пароль должен содержать 12 символов. Ключ: значение. 密码：至少十二位。パスワードは十二文字以上。".to_owned(),
        "max_tokens: 4096, password_min_length=12, public_key_path = ~/.ssh/id_ed25519.pub, key: ArrowDown".to_owned(),
        "sk-learn, hf_hub_download, npm_config_registry, pk_field, glob_star, pat-match, token-bucket, re_match"
            .to_owned(),
        "password rotation: 90d, token type: RS256, key size: 4096, secret: projects/7/secrets/db/versions/2"
            .to_owned(),
        "v1.2.3-rc.1+build.5 at 2024-05-06T07:08:09Z, 10.0.0.1, 2001:db8::1, 0x7fff5fbff8c0, rgba(1,2,3,0.5)"
            .to_owned(),
    ];
    texts.iter().for_each(|text| is_clean(text));
}

#[test]
fn redacts_again_without_change() {
    let mut dice = Dice(13);
    let mut texts: Vec<String> = ROWS.iter().map(|row| format!("token: {}", dice.token(row, row.heads[0]))).collect();
    let joined: Vec<String> = ROWS.iter().map(|row| dice.token(row, row.heads[0])).collect();
    texts.extend(["", " ", "/", "password=", ": ", "密", "\n", "//"].map(|joint| joined.join(joint)));
    // Secrets that hide each other: only the last of these ends like one.
    texts.push((0..300).map(|_| format!("shp{}_{}", "at", dice.of(b'x', 32))).collect());
    texts.push((0..300).map(|_| format!("glp{}-{}", "at", dice.of(b'a', 20))).collect());
    for text in texts {
        let once = redact(&text);
        is_clean(&once.text);
        assert!(once.text == text || !once.kinds.is_empty());
    }
}

#[test]
fn survives_any_text() {
    let mut dice = Dice(17);
    let heads = ROWS.iter().flat_map(|row| row.heads.iter().copied());
    let mut parts: Vec<&str> = heads.collect();
    parts.extend([
        "password",
        ": ",
        "=",
        "\"",
        "'",
        "`",
        "“",
        "«",
        "„",
        "密码",
        "пароль",
        "ключ",
        "是",
        "：",
        " — ",
        "\n",
        "\\n",
    ]);
    parts.extend([
        "-----BEGIN PRIVATE KEY-----",
        "-----END",
        "Comment: ж",
        "://",
        "@",
        "login ",
        "curl ",
        " -p",
        " -u ",
        ":5432:",
    ]);
    parts.extend([
        "[REDACTED ",
        "token]",
        "WIFI:",
        "P:",
        "eyJ",
        "a",
        "7Kq",
        "Z9x4",
        "ж",
        "🔑",
        "basic ",
        "bearer ",
        "cookie: ",
        "sid=",
    ]);
    for round in 0..3000 {
        let text: String = (0..3 + round % 60).map(|_| parts[dice.roll(parts.len())]).collect();
        let once = redact(&text);
        assert_eq!(find(&once.text), None, "{text:?} gives {:?}", once.text);
        assert_eq!(find(&text).is_some(), !once.kinds.is_empty());
    }
}

#[test]
fn ends_on_big_texts() {
    let key = format!("-----BEGIN {}-----\n", "RSA PRIVATE KEY");
    let (ghp, xoxb) = (format!("gh{}_", "p"), format!("xo{}-", "xb"));
    let units = [
        "password=",
        "password: ",
        "api_key: api_key= ",
        "密码：",
        "пароль ",
        "eyJ",
        "eyJhbGciOiJIUzI1NiJ9.",
        "://",
        "a:b@",
        "https://u:",
        &key,
        "-----",
        &ghp,
        &xoxb,
        "sk-",
        "AAAA",
        "a",
        "\n",
        " ",
        "=",
        "\"",
        "\\",
        "ж",
        "[REDACTED ",
        "Bearer ",
        "Authorization: ",
        "curl -u ",
        ";base64,",
        "\"d\":\"",
        "Private-Lines: 9\n",
        "11",
        "0/",
        ".",
        "-",
        "|",
    ];
    for unit in units {
        let text = unit.repeat((1 << 19) / unit.len());
        assert_eq!(find(&redact(&text).text), None, "{unit:?}");
    }
}
