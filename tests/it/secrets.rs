//! Secrets: refused, named, on no disk; what only looks like one is kept byte for byte.

use serde_json::json;

use crate::support::{Place, bytes_below};

const ALNUM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const HEX: &str = "0123456789abcdef";
const DIGITS: &str = "0123456789";

/// Characters that look random; assembled here, so that no scanner of repositories finds a token in this file.
fn body(alphabet: &str, length: usize, seed: u64) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        letters[(state >> 20) as usize % letters.len()]
    };
    (0..length).map(|_| next()).collect()
}

/// Forty shapes in public use: (text around it, the secret itself).
fn secrets() -> Vec<(String, String)> {
    let heads: &[(&str, &str, usize)] = &[
        ("AKIA", UPPER, 16),
        ("ASIA", UPPER, 16),
        ("AIza", ALNUM, 35),
        ("ghp_", ALNUM, 36),
        ("gho_", ALNUM, 36),
        ("ghs_", ALNUM, 36),
        ("glpat-", ALNUM, 20),
        ("sk_live_", ALNUM, 24),
        ("rk_live_", ALNUM, 24),
        ("hf_", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 34),
        ("npm_", ALNUM, 36),
        ("dckr_pat_", ALNUM, 27),
        ("dop_v1_", HEX, 64),
        ("shpat_", HEX, 32),
        ("lin_api_", ALNUM, 40),
        ("gsk_", ALNUM, 52),
        ("r8_", ALNUM, 37),
        ("glsa_", ALNUM, 32),
        ("PMAK-", HEX, 24),
        ("pul-", HEX, 40),
        ("xkeysib-", HEX, 64),
        ("rubygems_", HEX, 48),
        ("hvs.", ALNUM, 90),
        ("NRAK-", UPPER, 27),
        ("sk-ant-api03-", ALNUM, 93),
        ("dapi", HEX, 32),
    ];
    let mut all: Vec<(String, String)> = Vec::new();
    for (at, (head, alphabet, length)) in heads.iter().enumerate() {
        let mut secret = format!("{head}{}", body(alphabet, *length, at as u64 + 1));
        match *head {
            "glsa_" => secret.push_str(&format!("_{}", body(HEX, 8, 77))),
            "PMAK-" => secret.push_str(&format!("-{}", body(HEX, 34, 78))),
            "xkeysib-" => secret.push_str(&format!("-{}", body(ALNUM, 16, 79))),
            "sk-ant-api03-" => secret.push_str("AA"),
            _ => {}
        }
        all.push((format!("The deploy job reads {secret} from its settings."), secret));
    }
    let password = body(ALNUM, 20, 101);
    for scheme in ["postgres", "mysql", "mongodb+srv", "redis", "amqp"] {
        let secret = body(ALNUM, 18, scheme.len() as u64 + 200);
        all.push((format!("Reports connect to {scheme}://reports:{secret}@db.internal/main"), secret));
    }
    let parts = [body(ALNUM, 36, 301), body(ALNUM, 120, 302), body(ALNUM, 43, 303)];
    let token = format!("eyJ{}.eyJ{}.{}", parts[0], parts[1], parts[2]);
    all.push((format!("curl -H 'Authorization: Bearer {token}' https://api.internal"), token));
    let slack = format!("xoxb-{}-{}-{}", body(DIGITS, 12, 401), body(DIGITS, 12, 402), body(ALNUM, 24, 403));
    all.push((format!("Slack bot: {slack}"), slack));
    let hook = format!("T{}/B{}/{}", body(UPPER, 8, 404), body(UPPER, 8, 405), body(ALNUM, 24, 406));
    all.push((format!("Alerts go to https://hooks.slack.com/services/{hook}"), hook));
    let telegram = format!("{}:AA{}", body("123456789", 10, 501), body(ALNUM, 33, 502));
    all.push((format!("The bot token is {telegram} for now"), telegram));
    let sendgrid = format!("SG.{}.{}", body(ALNUM, 22, 503), body(ALNUM, 43, 504));
    all.push((format!("Mail is sent with {sendgrid}"), sendgrid));
    let key = body(ALNUM, 64, 601);
    let block = format!("-----BEGIN RSA PRIVATE KEY-----\n{key}\n{key}\n-----END RSA PRIVATE KEY-----");
    all.push((format!("The key of the signer:\n{block}\n"), key));
    all.push((format!("DB_PASSWORD={password}"), password));
    let client = body(ALNUM, 32, 701);
    all.push((format!("{{\"client_secret\": \"{client}\"}}"), client));
    let cjk = format!("ghp_{}", body(ALNUM, 36, 801));
    all.push((format!("令牌是{cjk}请勿外传"), cjk));
    all
}

/// Forty texts that a careless scanner would refuse.
const HARMLESS: &[&str] = &[
    "The fix is in commit 3f2a9c1d4b5e6f708192a3b4c5d6e7f8091a2b3c",
    "Request id 550e8400-e29b-41d4-a716-446655440000 failed twice",
    "sha256 of the archive: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "Image pinned to nginx@sha256:4c0fdaa8b6341bfdeca5f18f7837462c80cff90527ee35ef185571e1c327beac",
    "The password is kept in the vault, never in the repository",
    "password = os.environ[\"DB_PASSWORD\"]",
    "export GITHUB_TOKEN=${GITHUB_TOKEN}",
    "Authorization: Bearer <YOUR_TOKEN>",
    "A personal token begins with ghp_ and has 36 more characters",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx is how the docs write it",
    "AKIAIOSFODNN7EXAMPLE is the key id of the documentation",
    "sk-learn is not the name of the package, scikit-learn is",
    "Models are fetched with hf_hub_download from the hub",
    "npm_config_registry points at the mirror",
    "postgres://user:password@localhost/db is the example of the README",
    "postgres://localhost:5432/app needs no password in tests",
    "mysql://app:$MYSQL_PASSWORD@db/app is expanded by the shell",
    "token: ***",
    "api_key: changeme",
    "The regex AKIA[0-9A-Z]{16} finds key ids",
    "A JWT has three parts: header.payload.signature",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJqxkVdm6mUHBvFk1Vd7b0m9nB5Y1Qm3Xz0qQ0m7kC9d deploy@ci",
    "Stripe customer cus_NffrFeUfNV2Hib paid with pi_3MtwBwLkdIwHu7ix28a3tqPa",
    "The publishable key pk_live_51H8zK2eZvKYlo2C may be in the page",
    "arn:aws:iam::123456789012:role/deploy is assumed by the runner",
    "The address 2001:0db8:85a3:0000:0000:8a2e:0370:7334 is the gateway",
    "MAC 00:1A:2B:3C:4D:5E belongs to the printer",
    "ULID 01ARZ3NDEKTSV4RRFFQ69G5FAV sorts by time",
    "The etag was \"33a64df551425fcc55e4d42a148795d9f25f89d4\"",
    "Passwort: siehe Tresor, Abteilung Betrieb",
    "Пароль хранится в сейфе у дежурного",
    "密码保存在密钥管理系统里",
    "src/components/AuthenticationTokenRefreshInterceptorFactory.ts was renamed",
    "dQw4w9WgXcQ is the id of the video in the talk",
    "Version 1.2.3-beta.4+build.20260131 is the candidate",
    "Colours are #1a2b3c and #ff00ff in the theme",
    "Chess position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "The primer is ACGTTGCAACGTTGCATTGACCGTAACGTTGCA",
    "secret_manager.get(\"db\") is called once at start",
    "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
];

#[test]
fn forty_shapes_are_refused_and_on_no_disk() {
    let place = Place::new();
    let secrets = secrets();
    assert!(secrets.len() >= 40, "{}", secrets.len());
    let lines: String = secrets.iter().map(|(text, _)| json!({ "content": text }).to_string() + "\n").collect();
    let outcome = place.pipe(["memorize", "-"], format!("{lines}\"plain\": a line that is fine\n")).expect(3);
    assert_eq!(outcome.records().len(), 1, "{}", outcome.stdout);
    for (number, (text, secret)) in secrets.iter().enumerate() {
        assert!(outcome.stderr.contains(&format!("<stdin>:{}: content: holds a secret", number + 1)), "{text}");
        assert!(!outcome.stderr.contains(secret.as_str()), "the message repeats the secret of: {text}");
    }
    let redacted = place.pipe(["memorize", "-", "--redact"], &lines).clean();
    assert!(redacted.records().iter().all(|record| record["redacted"][0].is_string()));
    for (path, bytes) in bytes_below(&place.path("home")) {
        for (text, secret) in &secrets {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{}: {text}", path.display());
        }
    }
}

#[test]
fn forty_look_alikes_are_kept_byte_for_byte() {
    let place = Place::new();
    assert_eq!(HARMLESS.len(), 40);
    let lines: String = HARMLESS.iter().map(|text| json!({ "content": text }).to_string() + "\n").collect();
    let stored = place.pipe(["memorize", "-"], &lines).clean();
    assert_eq!(stored.field("content"), HARMLESS);
}

#[test]
fn every_way_in_is_watched() {
    let place = Place::new();
    let (text, secret) = secrets().remove(3);
    let id = place.run(["memorize", "--content", "The deploy job is in order"]).clean().field("id").remove(0);
    let other = place.run(["memorize", "--content", "The queue is kept in Redis"]).clean().field("id").remove(0);
    let fine = ["memorize", "--content", "A fact that is fine as it is"];
    for args in [
        [&fine[..], &["--title", &text]].concat(),
        [&fine[..], &["--tags", &secret]].concat(),
        [&fine[..], &["--key", &secret]].concat(),
        [&fine[..], &["--files", &secret]].concat(),
        vec!["update", &id, "--content", &text],
        vec!["update", &id, "--add-tags", &secret],
        vec!["relate", &id, &other, "--description", &text],
    ] {
        let outcome = place.run(&args).expect(2);
        assert!(outcome.stderr.contains("holds a secret: GitHub"), "{args:?}: {}", outcome.stderr);
    }
    let metadata = json!({ "content": "A fact that is fine as it is", "metadata": { "note": text } });
    place.pipe(["memorize", "-"], metadata.to_string()).expect(2);
    assert_eq!(place.run(["list"]).clean().records().len(), 2);
    let allowed = place.run(["memorize", "--content", &text, "--allow-secrets"]).clean();
    assert_eq!(allowed.field("content"), [text.as_str()]);
    let updated = place.run(["update", &id, "--content", &text, "--redact"]).clean();
    assert!(updated.field("content")[0].contains("[REDACTED GitHub"), "{}", updated.stdout);
}
