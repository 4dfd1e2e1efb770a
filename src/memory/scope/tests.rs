//! Scopes of folders: real repositories where `git` is on the path.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Derived, derive, validate};

const ONE: &str = "github.com/muvon/octobrain";
const URL: &str = "https://user:gHp-s3cr3t@github.com/Muvon/Octobrain.git";

/// A folder of its own with a `git` that heeds no configuration but what the test writes.
struct Lab {
    root: PathBuf,
    env: HashMap<String, OsString>,
}

impl Lab {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("octobrain-scope-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(&root).expect("a temporary folder");
        let root = root.canonicalize().expect("its real name");
        let mut env: HashMap<String, OsString> = HashMap::new();
        let nothing = root.join("none");
        fs::write(&nothing, "").expect("an empty file");
        env.insert("GIT_CONFIG_GLOBAL".into(), nothing.clone().into());
        env.insert("GIT_CONFIG_SYSTEM".into(), nothing.into());
        env.insert("HOME".into(), root.join("home").into());
        // The temporary folder may itself lie inside a repository.
        env.insert("GIT_CEILING_DIRECTORIES".into(), root.clone().into());
        if let Some(path) = std::env::var_os("PATH") {
            env.insert("PATH".into(), path);
        }
        Self { root, env }
    }

    /// A lab, or nothing where there is no git.
    fn with_git() -> Option<Self> {
        let found = Command::new("git").arg("--version").output().is_ok();
        found.then(Self::new)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.env.insert(name.into(), value.into());
    }

    fn git(&self, dir: &str, args: &[&str]) {
        let mut command = Command::new("git");
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GIT_") {
                command.env_remove(name);
            }
        }
        let output = command
            .current_dir(self.path(dir))
            .args(["-c", "init.defaultBranch=main"])
            .args(["-c", "protocol.file.allow=always"])
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
            .args(["-c", "commit.gpgSign=false", "-c", "core.hooksPath=none"])
            .args(args)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", self.path("none"))
            .env("HOME", self.path("home"))
            .output()
            .expect("git runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {args:?}: {stderr}");
    }

    /// A repository with one commit.
    fn repository(&self, dir: &str) {
        fs::create_dir_all(self.path(dir)).expect("a folder");
        self.git(dir, &["init", "-q"]);
        self.git(dir, &["commit", "-q", "--allow-empty", "-m", "first"]);
    }

    fn with_remote(&self, dir: &str) {
        self.repository(dir);
        self.git(dir, &["remote", "add", "origin", URL]);
    }

    /// Derives with git and without: both must say the same, and neither may tell the token.
    fn derive(&self, dir: impl AsRef<Path>) -> Derived {
        let dir = self.root.join(dir);
        let with = derive(&dir, &|name| self.env.get(name).cloned()).expect("a scope");
        let without =
            derive(&dir, &|name| self.env.get(name).filter(|_| name != "PATH").cloned()).expect("a scope without git");
        assert_eq!(with.scope, without.scope, "{with:?} {without:?}");
        assert_eq!(with.git_root, without.git_root);
        for derived in [&with, &without] {
            assert!(!format!("{derived:?}").contains("s3cr3t"), "{derived:?}");
        }
        assert_eq!(validate(&with.scope).as_deref(), Ok(&*with.scope));
        with
    }

    fn scope(&self, dir: impl AsRef<Path>) -> String {
        self.derive(dir).scope
    }

    /// The scope that `local/<parent>/<dir>` gives for a folder right below the lab's root.
    fn local(&self, name: &str) -> String {
        let parent = self.root.file_name().expect("a name").to_string_lossy();
        format!("local/{parent}/{name}").to_lowercase()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

#[test]
fn every_place_of_a_repository_has_its_scope() {
    let Some(lab) = Lab::with_git() else { return };
    lab.with_remote("main");
    fs::create_dir_all(lab.path("main/a/b")).expect("folders");
    fs::write(lab.path("main/a/file"), "").expect("a file");
    lab.git("main", &["worktree", "add", "-q", "../tree"]);
    fs::create_dir_all(lab.path("tree/c")).expect("folders");
    lab.git(".", &["clone", "-q", "--bare", "main", "bare.git"]);
    lab.git("bare.git", &["remote", "set-url", "origin", URL]);
    lab.git("main", &["checkout", "-q", "--detach"]);
    for dir in [
        "main",
        "main/a/b",
        "main/a/file",
        "main/.git",
        "main/.git/refs",
        "tree",
        "tree/c",
        "bare.git",
        "bare.git/objects",
    ] {
        assert_eq!(lab.scope(dir), ONE, "{dir}");
    }
    assert_eq!(lab.derive("main/a/b").git_root, Some(lab.path("main")));
    assert_eq!(lab.derive("tree/c").git_root, Some(lab.path("tree")));
    assert_eq!(lab.derive("bare.git").git_root, Some(lab.path("bare.git")));
}

#[test]
fn all_spellings_in_a_configuration_are_one_scope() {
    let Some(lab) = Lab::with_git() else { return };
    lab.with_remote("main");
    for url in [
        "git@github.com:Muvon/Octobrain.git",
        "ssh://git@github.com:22/muvon/octobrain",
        "https://user:gHp-s3cr3t@github.com/muvon/octobrain.git/",
        "https://us@er:a#gHp-s3cr3t;\"\\@github.com/muvon/octobrain",
    ] {
        lab.git("main", &["config", "remote.origin.url", url]);
        assert_eq!(lab.scope("main"), ONE, "{url}");
    }
}

#[test]
fn a_submodule_has_its_own_scope() {
    let Some(lab) = Lab::with_git() else { return };
    lab.repository("library");
    lab.with_remote("main");
    let library = lab.path("library").display().to_string();
    lab.git("main", &["submodule", "add", "-q", &library, "sub"]);
    lab.git("main/sub", &["remote", "set-url", "origin", "git@h.org:o/lib"]);
    assert_eq!(lab.scope("main"), ONE);
    assert_eq!(lab.scope("main/sub"), "h.org/o/lib");
    assert_eq!(lab.derive("main/sub").git_root, Some(lab.path("main/sub")));
    lab.git("main/sub", &["worktree", "add", "-q", "../../subtree"]);
    assert_eq!(lab.scope("subtree"), "h.org/o/lib");
    lab.git("main/sub", &["remote", "remove", "origin"]);
    assert_eq!(lab.scope("main/sub"), "local/main/sub");
    assert_eq!(lab.scope("subtree"), "local/main/sub");
}

#[test]
fn without_remote_the_main_checkout_names_all() {
    let Some(mut lab) = Lab::with_git() else {
        return;
    };
    lab.repository("My Proj");
    fs::create_dir_all(lab.path("My Proj/a")).expect("a folder");
    lab.git("My Proj", &["worktree", "add", "-q", "../tree"]);
    let expected = lab.local("my-proj");
    for dir in ["My Proj", "My Proj/a", "My Proj/.git", "tree"] {
        assert_eq!(lab.scope(dir), expected, "{dir}");
    }
    fs::create_dir_all(lab.path("bare")).expect("a folder");
    lab.git("bare", &["init", "-q", "--bare", "x.git"]);
    assert_eq!(lab.scope("bare/x.git"), "local/bare/x");
    lab.git("bare", &["clone", "-q", "--bare", "../My Proj", ".bare"]);
    lab.git("bare/.bare", &["remote", "remove", "origin"]);
    lab.git("bare/.bare", &["worktree", "add", "-q", "../wt"]);
    assert_eq!(lab.scope("bare/wt"), lab.local("bare"));
    lab.git(".", &["init", "-q", "--separate-git-dir", "sep.git", "work"]);
    lab.git("work", &["commit", "-q", "--allow-empty", "-m", "x"]);
    lab.git("work", &["worktree", "add", "-q", "../sep-tree"]);
    assert_eq!(lab.scope("work"), lab.scope("sep-tree"));
    lab.set("GIT_DIR", lab.path("sep.git"));
    assert_eq!(lab.scope("work"), lab.local("sep"));
}

#[test]
fn git_dir_is_heeded() {
    let Some(mut lab) = Lab::with_git() else {
        return;
    };
    lab.with_remote("main");
    lab.git("main", &["worktree", "add", "-q", "../tree"]);
    lab.repository("other");
    fs::create_dir_all(lab.path("out")).expect("a folder");
    lab.set("GIT_DIR", lab.path("main/.git"));
    assert_eq!(lab.scope("out"), ONE);
    assert_eq!(lab.scope("other"), ONE);
    lab.set("GIT_DIR", "../main/.git");
    assert_eq!(lab.scope("out"), ONE);
    lab.set("GIT_WORK_TREE", lab.path("out"));
    assert_eq!(lab.derive("out").git_root, Some(lab.path("out")));
    lab.env.remove("GIT_WORK_TREE");
    for git_dir in ["main/.git/worktrees/tree", "tree/.git"] {
        lab.set("GIT_DIR", lab.path(git_dir));
        let derived = lab.derive("out");
        assert_eq!(derived.scope, ONE);
        assert_eq!(derived.git_root, Some(lab.path("tree")));
    }
    lab.set("GIT_DIR", lab.path("nowhere"));
    assert_eq!(lab.scope("other"), lab.local("other"));
    lab.set("GIT_DIR", "");
    assert_eq!(lab.scope("main"), ONE);
}

#[test]
fn instead_of_is_applied() {
    let Some(mut lab) = Lab::with_git() else {
        return;
    };
    lab.with_remote("main");
    lab.git("main", &["config", "remote.origin.url", "gh:octobrain"]);
    let short = "[url \"https://u:gHp-s3cr3t@wrong.org/\"]\n insteadOf = gh\n\
                 [URL \"https://u:gHp-s3cr3t@GitHub.com/Muvon/\"]\n\tinsteadof = \"gh:\" # mine\n";
    fs::write(lab.path("user"), short).expect("a file");
    lab.set("GIT_CONFIG_GLOBAL", lab.path("user"));
    let derived = lab.derive("main");
    assert_eq!(derived.scope, ONE);
    assert!(derived.steps.iter().any(|s| s.contains("insteadOf")));

    // The same from a system file, from the home folder, by inclusion, and from the environment.
    lab.set("GIT_CONFIG_GLOBAL", lab.path("none"));
    lab.set("GIT_CONFIG_SYSTEM", lab.path("user"));
    assert_eq!(lab.scope("main"), ONE);
    lab.set("GIT_CONFIG_SYSTEM", lab.path("none"));
    lab.env.remove("GIT_CONFIG_GLOBAL");
    fs::create_dir_all(lab.path("home/.config/git")).expect("a folder");
    let below = format!("[includeIf \"gitdir:{}/\"]\npath = ../../../user\n", lab.root.display());
    fs::write(lab.path("home/.config/git/config"), below).expect("a file");
    assert_eq!(lab.scope("main"), ONE);
    fs::remove_file(lab.path("home/.config/git/config")).expect("removed");
    fs::write(lab.path("home/.gitconfig"), "[include]\npath=~/../user").expect("a file");
    assert_eq!(lab.scope("main"), ONE);
    lab.set("GIT_CONFIG_GLOBAL", lab.path("none"));
    lab.set("GIT_CONFIG_COUNT", "1");
    lab.set("GIT_CONFIG_KEY_0", "url.https://github.com/muvon/.insteadOf");
    lab.set("GIT_CONFIG_VALUE_0", "gh:");
    assert_eq!(lab.scope("main"), ONE);
}

#[test]
fn remotes_are_tried_in_the_order_of_the_rule() {
    let Some(lab) = Lab::with_git() else { return };
    lab.repository("main");
    lab.git("main", &["remote", "add", "fork", "git@h.org:me/fork.git"]);
    assert_eq!(lab.scope("main"), "h.org/me/fork");
    lab.git("main", &["remote", "add", "up", "git@h.org:o/up.git"]);
    assert_eq!(lab.scope("main"), lab.local("main"));
    lab.git("main", &["config", "branch.main.remote", "up"]);
    assert_eq!(lab.scope("main"), "h.org/o/up");
    lab.git("main", &["config", "branch.main.remote", "."]);
    assert_eq!(lab.scope("main"), lab.local("main"));
    lab.git("main", &["config", "branch.main.remote", URL]);
    assert_eq!(lab.scope("main"), ONE);
    lab.git("main", &["checkout", "-q", "-b", "Feature/X.y"]);
    assert_eq!(lab.scope("main"), lab.local("main"));
    lab.git("main", &["config", "branch.Feature/X.y.remote", "fork"]);
    assert_eq!(lab.scope("main"), "h.org/me/fork");
    lab.git("main", &["remote", "add", "origin", "https://u:gHp-s3cr3t@"]);
    assert_eq!(lab.scope("main"), "h.org/me/fork");
    lab.git("main", &["remote", "set-url", "origin", "../other.git"]);
    assert_eq!(lab.scope("main"), lab.local("other"));
    lab.git("main", &["remote", "set-url", "origin", URL]);
    assert_eq!(lab.scope("main"), ONE);
}

#[test]
fn a_damaged_repository_keeps_its_scope() {
    let Some(lab) = Lab::with_git() else { return };
    lab.with_remote("main");
    lab.git("main", &["worktree", "add", "-q", "../tree"]);
    fs::write(lab.path("main/.git/HEAD"), b"\xff\x00 nonsense").expect("a file");
    assert_eq!(lab.scope("main"), ONE);
    fs::remove_file(lab.path("main/.git/HEAD")).expect("removed");
    assert_eq!(lab.scope("main"), ONE);
    fs::remove_dir_all(lab.path("main/.git/worktrees")).expect("removed");
    assert_eq!(lab.scope("tree"), ONE);
    let broken = format!("[remote \"origin\"]\n\turl = {URL}\n[broken \"\n=\n[x]y\\\n\u{0}");
    fs::write(lab.path("main/.git/config"), broken).expect("a file");
    assert_eq!(lab.scope("main"), ONE);
    fs::remove_dir_all(lab.path("main/.git")).expect("removed");
    assert_eq!(lab.scope("tree"), lab.local("main"));
    fs::write(lab.path("tree/.git"), "nonsense").expect("a file");
    assert_eq!(lab.scope("tree"), lab.local("tree"));
    fs::write(lab.path("tree/.git"), "gitdir: ../gone/x").expect("a file");
    assert_eq!(lab.scope("tree"), lab.local("tree"));
}

#[cfg(unix)]
#[test]
fn a_repository_of_another_user_keeps_its_scope() {
    let Some(lab) = Lab::with_git() else { return };
    lab.with_remote("main");
    // Only root may give files away; everyone else has nothing to check here.
    if std::os::unix::fs::chown(lab.path("main"), Some(12_345), None).is_ok()
        && std::os::unix::fs::chown(lab.path("main/.git"), Some(12_345), None).is_ok()
    {
        assert_eq!(lab.scope("main"), ONE);
    }
}

#[test]
fn configuration_files_are_read_without_git() {
    let lab = Lab::new();
    fs::create_dir_all(lab.path("main/.git/objects")).expect("folders");
    fs::create_dir_all(lab.path("main/.git/refs")).expect("folders");
    fs::write(lab.path("main/.git/HEAD"), "ref: refs/heads/main\n").expect("a file");
    for lines in [
        "[remote \"origin\"]\nurl = git@github.com:muvon/octobrain.git",
        "\u{feff}[Remote \"origin\"] URL=git@github.com:muvon/octobrain.git ; mine",
        "[remote \"origin\"]\r\n\turl = \"git@github.com\":muvon/\\\r\noctobrain  \r\n",
        "[remote.origin]\nurl = git@github.com:muvon/\\\noctobrain\n[x]\n",
        "[remote \"origin\"]\nurl = git@h.org:o/r\nurl =\nurl = github.com:muvon/octobrain",
        "[remote \"a\\\"b\"]\nskip\nurl = git@github.com:muvon/octobrain",
    ] {
        fs::write(lab.path("main/.git/config"), lines).expect("a file");
        let derived =
            derive(&lab.path("main"), &|name| lab.env.get(name).filter(|_| name != "PATH").cloned()).expect("a scope");
        assert_eq!(derived.scope, ONE, "{lines}");
    }
}

#[test]
fn outside_git_the_folder_names_itself() {
    let lab = Lab::new();
    fs::create_dir_all(lab.path("Some Dir/.git")).expect("folders");
    let derived = lab.derive("Some Dir");
    assert_eq!(derived.scope, lab.local("some-dir"));
    assert_eq!(derived.git_root, None);
    let root = derive(Path::new("/"), &|_| None).expect("a scope");
    if root.git_root.is_none() {
        assert!(root.scope.starts_with("local/"), "{root:?}");
        assert_eq!(validate(&root.scope).as_deref(), Ok(&*root.scope));
    }
    let gone = derive(&lab.path("gone"), &|_| None).expect_err("no folder");
    assert_eq!(gone.code, "bad_folder");
}

#[cfg(unix)]
#[test]
fn links_resolve_and_odd_names_work() {
    use std::os::unix::ffi::OsStringExt;

    let lab = Lab::new();
    fs::create_dir_all(lab.path("real/deep")).expect("folders");
    std::os::unix::fs::symlink(lab.path("real/deep"), lab.path("link")).expect("a link");
    assert_eq!(lab.scope("link"), "local/real/deep");

    let mut scopes = Vec::new();
    let long = "ü".repeat(127);
    let names: [&[u8]; 7] = [b"caf\xe9", b"caf\xe8", b"a\nb\\c", b"u:pass@host", b"x.git", b"..git", long.as_bytes()];
    for name in names {
        let dir = lab.root.join(OsString::from_vec(name.to_vec()));
        // Some file systems refuse names that are not UTF-8.
        if fs::create_dir(&dir).is_ok() {
            scopes.push(lab.scope(&dir).replace(&lab.local(""), ""));
        }
    }
    scopes.sort();
    let count = scopes.len();
    scopes.dedup();
    assert_eq!(scopes.len(), count);
    assert!(!scopes.concat().contains("pass"));
}
