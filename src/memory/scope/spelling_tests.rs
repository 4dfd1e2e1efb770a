//! Spellings of remotes and scopes, without any repository.

use super::{MAX_CHARS, normalise_remote, validate};

const TOKEN: &str = "gHp-s3cr3t";
const ONE: &str = "github.com/muvon/octobrain";

/// Spellings of one remote; `<T>` stands for a token.
const SPELLINGS: [&str; 50] = [
    "git@github.com:Muvon/Octobrain.git",
    "git@github.com:muvon/octobrain",
    "git@github.com:/muvon/octobrain.git",
    "git@github.com:muvon/octobrain.git/",
    "git@github.com:muvon//octobrain.git",
    "git@GitHub.com:muvon/octobrain",
    "github.com:muvon/octobrain.git",
    "[git@github.com]:muvon/octobrain.git",
    "[git@github.com:22]:muvon/octobrain.git",
    "user:<T>@github.com:muvon/octobrain.git",
    "git@github.com/muvon/octobrain.git",
    "github.com/muvon/octobrain",
    "github.com/muvon/octobrain.git/",
    "ssh://git@github.com/muvon/octobrain.git",
    "ssh://git@github.com:22/muvon/octobrain",
    "ssh://git@github.com:/muvon/octobrain",
    "ssh://git@github.com:muvon/octobrain.git",
    "SSH://github.com/muvon/octobrain",
    "ssh://git@ssh.github.com:443/muvon/octobrain.git",
    "git+ssh://git@github.com/muvon/octobrain.git",
    "ssh+git://git@github.com/muvon/octobrain.git",
    "git://github.com/muvon/octobrain.git",
    "git://github.com:9418/muvon/octobrain.git",
    "http://github.com/muvon/octobrain",
    "https://github.com/muvon/octobrain",
    "https://github.com/muvon/octobrain.git",
    "https://github.com/muvon/octobrain.git/",
    "https://github.com/muvon/octobrain.git//",
    "https://github.com//muvon//octobrain///",
    "https://github.com:443/muvon/octobrain.git",
    "https://GITHUB.COM/MUVON/OCTOBRAIN.GIT",
    "https://github.com./muvon/octobrain",
    "https://www.github.com/muvon/octobrain",
    "https://<T>@github.com/muvon/octobrain",
    "https://user:<T>@github.com/muvon/octobrain.git/",
    "https://user:<T>@github.com:8443/muvon/octobrain.git",
    "https://x-access-token:<T>@github.com/muvon/octobrain",
    "https://:<T>@github.com/muvon/octobrain",
    "https://me%40corp.com:<T>@github.com/muvon/octobrain",
    "https://me@corp.com:<T>@github.com/muvon/octobrain",
    "https://github.com/muvon/octobrain?access_token=<T>",
    "https://github.com/muvon/octobrain.git?token=<T>&ref=a@b",
    "https://github.com/muvon/octobrain.git#<T>",
    "https://github.com/muvon/%6fctobrain%2egit",
    "https://github.com/muvon/./x/../octobrain",
    "https:\\\\github.com\\muvon\\octobrain",
    "https:/user:<T>@github.com/muvon/octobrain",
    "https:///user:<T>@github.com/muvon/octobrain",
    "persistent-https::https://user:<T>@github.com/muvon/octobrain",
    "  https://github.com/muvon/octobrain\n",
];

#[test]
fn all_spellings_of_one_remote_are_one_scope() {
    for spelling in SPELLINGS {
        let url = spelling.replace("<T>", TOKEN);
        assert_eq!(normalise_remote(&url).as_deref(), Some(ONE), "{url}");
        assert_eq!(validate(&url).as_deref(), Ok(ONE), "{url}");
    }
}

#[test]
fn other_remotes_keep_what_tells_them_apart() {
    let cases = [
        ("https://gitlab.com/a/b/c.git", "gitlab.com/a/b/c"),
        ("git@gitlab.com:A/B/C/d.git", "gitlab.com/a/b/c/d"),
        ("git@gitlab.com:42/b/c", "gitlab.com/42/b/c"),
        ("https://org@dev.azure.com/Org/My%20Project/_git/Repo", "dev.azure.com/org/my-project/_git/repo"),
        ("git@ssh.dev.azure.com:v3/org/My%20Project/repo", "dev.azure.com/org/my-project/_git/repo"),
        ("ssh://git@host.org/srv/git/x.git", "host.org/srv/git/x"),
        ("host.org:~/repo", "host.org/repo"),
        ("https://git.sr.ht/~me/repo", "git.sr.ht/~me/repo"),
        ("ssh://git@[2001:DB8::1]:2222/o/r.git", "[2001:db8::1]/o/r"),
        ("git@[2001:db8::1]:o/r.git", "[2001:db8::1]/o/r"),
        ("[::1]:o/r", "[::1]/o/r"),
        ("https://[fe80::1%25eth0]/o/r", "[fe80::1]/o/r"),
        ("gitserver:o/r", "gitserver/o/r"),
        ("ssh://gitserver:7999/o/r.git", "gitserver/o/r"),
        ("https://git.host/@team/repo", "git.host/team/repo"),
        ("https://git.host/team/repo@v1", "git.host/team/repo-v1"),
        ("https://git.host/a%3Fb/c%23d", "git.host/a-b/c-d"),
        ("https://git.host/a/b%zz%4", "git.host/a/b%zz%4"),
        ("https://git.host/ÄÖ/%C3%9C", "git.host/äö/ü"),
    ];
    for (url, scope) in cases {
        assert_eq!(normalise_remote(url).as_deref(), Some(scope), "{url}");
        assert_eq!(validate(scope).as_deref(), Ok(scope), "{url}");
    }
}

#[test]
fn paths_are_local() {
    let cases = [
        ("/srv/git/x.git", "local/git/x"),
        ("/srv/git/x/", "local/git/x"),
        ("/srv/git/x/.git", "local/git/x"),
        ("/srv/git/y/../x.git", "local/git/x"),
        ("file:///srv/git/x.git", "local/git/x"),
        ("file://localhost/srv/git/x.git", "local/git/x"),
        ("file://user:gHp-s3cr3t@host/git/x.git", "local/git/x"),
        ("file:///srv/My%20Git/x.git", "local/my-git/x"),
        ("/srv/My Git/x.git", "local/my-git/x"),
        ("../x", "local/x"),
        ("./git/x", "local/git/x"),
        ("C:\\x", "local/c/x"),
        ("C:\\git\\X.git", "local/git/x"),
        ("file:///C:/git/x", "local/git/x"),
        ("\\\\server\\git\\x", "local/git/x"),
        ("/x", "local/x"),
        ("git/x", "local/git/x"),
        ("/srv/..git", "local/srv"),
    ];
    for (url, scope) in cases {
        assert_eq!(normalise_remote(url).as_deref(), Some(scope), "{url}");
        assert_eq!(validate(scope).as_deref(), Ok(scope), "{url}");
    }
}

#[test]
fn nothing_sensible_is_nothing() {
    let cases = [
        "",
        " ",
        "/",
        "..",
        ".git",
        "https://",
        "https://github.com",
        "https://github.com/",
        "https://user:gHp-s3cr3t@",
        "https://user:gHp-s3cr3t@/o/r",
        "https://@",
        "git@github.com:",
        "@",
        ":",
        "https://[::1/o/r",
        "https://[zz]/o/r",
        "https://ho st/o/r",
        "https://github.com/..",
        "https://github.com/.git",
        "codecommit::eu-west-1://profile@repo",
    ];
    for url in cases {
        assert_eq!(normalise_remote(url), None, "{url}");
    }
}

/// A small generator, so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides
    }

    fn text(&mut self, pieces: &[&str], most: usize) -> String {
        (0..self.roll(most + 1)).map(|_| pieces[self.roll(pieces.len())]).collect()
    }
}

const ODD: [&str; 40] = [
    "@", ":", "/", "//", "://", "?", "#", "[", "]", "%", "%40", "%2F", "%3a", "\\", " ", "\n", "\0", ".", "..", ".git",
    "~", "a", "git", "ssh", "https", "file", "C:", "x.y", "é", "İ", "Σ", "\u{200b}", "\u{fffd}", "😀", "::", "-", "_",
    "=", "&", "local",
];

#[test]
fn odd_strings_give_valid_scopes_or_none() {
    let mut dice = Dice(0x5eed);
    for _ in 0..20_000 {
        let url = dice.text(&ODD, 9);
        let Some(scope) = normalise_remote(&url) else {
            let _ = validate(&url);
            continue;
        };
        assert_eq!(validate(&scope).as_deref(), Ok(&*scope), "{url:?}");
        if let Ok(valid) = validate(&url) {
            assert_eq!(validate(&valid).as_deref(), Ok(&*valid), "{url:?} {valid:?}");
        }
    }
}

#[test]
fn no_password_survives_whatever_it_is_made_of() {
    let odd =
        ["@", ":", "/", "//", "?", "#", "[", "]", "%", "%40", "%2F", "\\", "&", "=", "1", "a", ".", "x.y", "://", " "];
    let mut dice = Dice(0xc0de);
    for round in 0..20_000 {
        let scheme = ["https://", "ssh://", "git+ssh://", "HTTP:", ""][dice.roll(5)];
        let user = ["", "user", "me@corp.com", "jane.doe", "a%40b"][dice.roll(5)];
        let (before, after) = (dice.text(&odd, 4), dice.text(&odd, 4));
        let host = ["github.com", "gitserver", "[::1]"][dice.roll(3)];
        let url = format!("{scheme}{user}:{before}s3cr3t{after}@{host}/org/repo.git");
        let found = normalise_remote(&url).unwrap_or_default();
        assert!(!found.contains("s3cr3t"), "{round}: {url:?} {found:?}");
        match validate(&url) {
            Ok(scope) => assert!(!scope.contains("s3cr3t"), "{url:?} {scope:?}"),
            Err(e) => assert!(!format!("{e:?}").contains("s3cr3t"), "{url:?} {e:?}"),
        }
    }
}

#[test]
fn usual_passwords_leave_the_repository() {
    for password in ["a@b", "a:b", "a/b", "a?b", "a#b", "a@b:c/d", "%40", "a[b]", "1/2", "@", ":", "//"] {
        let url = format!("https://user:{password}@github.com/muvon/octobrain.git");
        assert_eq!(normalise_remote(&url).as_deref(), Some(ONE), "{url}");
    }
    let encoded = "https://gHp-s3cr3t%40github.com/muvon/octobrain";
    assert_eq!(normalise_remote(encoded).as_deref(), Some(ONE));
}

#[test]
fn a_given_scope_is_trimmed_and_folded() {
    let cases = [
        ("", ""),
        ("  ", ""),
        (" GitHub.com/Muvon/Octobrain ", ONE),
        ("github.com/muvon/octobrain/", ONE),
        ("github.com/muvon/octobrain.git", ONE),
        ("team", "team"),
        ("team/alpha", "team/alpha"),
        ("@team/alpha", "team/alpha"),
        ("team:alpha", "team/alpha"),
        ("local/me/proj", "local/me/proj"),
        ("[::1]/o/r", "[::1]/o/r"),
        ("https://gitlab.com/a/b/c", "gitlab.com/a/b/c"),
        ("file:///srv/git/x.git", "local/git/x"),
        ("github.com/muvon/octobrain?access_token=gHp-s3cr3t", "github.com/muvon/octobrain"),
    ];
    for (given, scope) in cases {
        assert_eq!(validate(given).as_deref(), Ok(scope), "{given}");
    }
}

#[test]
fn a_bad_scope_is_refused_without_being_repeated() {
    let cases = [
        "a//b",
        "a//",
        "a/../b",
        "../b",
        "./b",
        "a/./b",
        "a b",
        "a\tb",
        "a\u{0}b",
        "a\u{200b}b",
        "/srv/x",
        "~/x",
        "C:\\x",
        "a\\b",
        ".git",
        "https://user:gHp-s3cr3t@",
        "user:gHp-s3cr3t@github.com",
        "https://user:gHp-s3cr3t @github.com/o/r",
        "c#",
    ];
    for given in cases {
        let error = validate(given).expect_err(given);
        assert_eq!(error.code, "bad_scope");
        assert!(error.hint.is_some());
        assert!(!format!("{error:?}").contains("s3cr3t"), "{error:?}");
    }
}

#[test]
fn the_longest_scope_has_512_characters() {
    let longest = "é".repeat(MAX_CHARS);
    assert_eq!(validate(&longest).as_deref(), Ok(&*longest));
    assert!(validate(&format!("{longest}a")).is_err());

    let path = "a/".repeat(400);
    let one = normalise_remote(&format!("https://h.org/{path}one")).expect("a scope");
    let two = normalise_remote(&format!("https://h.org/{path}two")).expect("a scope");
    assert_eq!(one.chars().count(), MAX_CHARS);
    assert_ne!(one, two);
    assert_eq!(validate(&one).as_deref(), Ok(&*one));
}
