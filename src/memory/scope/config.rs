//! What git's configuration says about remotes, from git itself or from its files.
//!
//! `git config --list` is asked first: it alone knows where its system file lies and what every
//! include means, and costs a few milliseconds. The files are read directly when there is no git
//! or it refuses. The git directory is named to it, so both look at the same repository.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Env;
use super::repository::{Repository, read_text};

/// Variables that decide what git reads. The child gets the values that `env` has for them.
const VARIABLES: [&str; 10] = [
    "HOME",
    "USERPROFILE",
    "XDG_CONFIG_HOME",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE",
];

/// More pairs than this in `GIT_CONFIG_COUNT` are a mistake.
const MAX_PAIRS: usize = 256;

/// Includes may include each other; git stops at this depth too.
const MAX_DEPTH: usize = 10;

/// Keys (section and variable in lower case) and values, later ones override.
pub(super) struct Config {
    entries: Vec<(String, String)>,
    origin: &'static str,
}

impl Config {
    /// A sentence about who read the configuration.
    pub(super) fn origin(&self) -> &'static str {
        self.origin
    }

    /// The value that counts where a key may be given once.
    pub(super) fn last(&self, key: &str) -> Option<String> {
        let mut found = self.entries.iter().rev();
        let (_, value) = found.find(|(k, _)| k == key)?;
        (!value.is_empty()).then(|| value.clone())
    }

    /// The URL a remote is fetched from: its first, an empty one voids those before it.
    pub(super) fn remote_url(&self, name: &str) -> Option<String> {
        let key = format!("remote.{name}.url");
        let mut first = None;
        for (_, value) in self.entries.iter().filter(|(k, _)| *k == key) {
            if value.is_empty() {
                first = None;
            } else if first.is_none() {
                first = Some(value.clone());
            }
        }
        first
    }

    /// Names and URLs of all remotes that have one.
    pub(super) fn remotes(&self) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        for (key, _) in &self.entries {
            let Some(name) = key.strip_prefix("remote.").and_then(|rest| rest.strip_suffix(".url")) else {
                continue;
            };
            if found.iter().all(|(known, _)| known != name)
                && let Some(url) = self.remote_url(name)
            {
                found.push((name.to_string(), url));
            }
        }
        found
    }

    /// Applies the longest matching `url.<base>.insteadOf`; says whether one matched.
    pub(super) fn rewrite(&self, url: &str) -> (String, bool) {
        let mut best: Option<(&str, &str)> = None;
        for (key, prefix) in &self.entries {
            let Some(base) = key.strip_prefix("url.").and_then(|rest| rest.strip_suffix(".insteadof")) else {
                continue;
            };
            let longer = best.is_none_or(|(_, known)| prefix.len() > known.len());
            if longer && url.starts_with(prefix.as_str()) {
                best = Some((base, prefix));
            }
        }
        match best {
            Some((base, prefix)) => (format!("{base}{}", &url[prefix.len()..]), true),
            None => (url.to_string(), false),
        }
    }
}

/// Reads the configuration that holds in a repository.
pub(super) fn load(repository: &Repository, env: Env) -> Config {
    if let Some(entries) = ask_git(repository, env)
        && is_complete(&entries, repository)
    {
        return Config { entries, origin: "configuration read by git" };
    }
    Config {
        entries: Files::read(repository, env),
        origin: "git is not there or refuses: its configuration files read directly",
    }
}

fn ask_git(repository: &Repository, env: Env) -> Option<Vec<(String, String)>> {
    let mut git_dir = OsString::from("--git-dir=");
    git_dir.push(&repository.git_dir);
    let mut command = Command::new(find_git(env)?);
    command.arg(git_dir).args(["config", "--list", "-z"]);
    for name in VARIABLES {
        match env(name) {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    for (key, value, pair) in pairs(env) {
        command.env(key, pair.0).env(value, pair.1);
    }
    // Only `git config` heeds the first, no command that uses a remote; the second may be wrong.
    command.env_remove("GIT_CONFIG").env_remove("GIT_WORK_TREE");
    match env("GIT_COMMON_DIR") {
        Some(_) => command.env("GIT_COMMON_DIR", &repository.common_dir),
        None => command.env_remove("GIT_COMMON_DIR"),
    };
    let output =
        command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let entries = text.split('\0').filter(|entry| !entry.is_empty());
    Some(
        entries
            .map(|entry| entry.split_once('\n').unwrap_or((entry, "")))
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .collect(),
    )
}

/// Whether git's answer covers the repository: of a damaged one it lists nothing, with success.
fn is_complete(entries: &[(String, String)], repository: &Repository) -> bool {
    let file = read_text(&repository.common_dir.join("config")).unwrap_or_default();
    parse(&file)
        .iter()
        .filter(|(key, _)| key.starts_with("remote.") || key.starts_with("core."))
        .all(|(key, _)| entries.iter().any(|(known, _)| known == key))
}

/// The program, from absolute folders of `PATH` only: a folder at hand may hold anything.
fn find_git(env: Env) -> Option<PathBuf> {
    let path = env("PATH")?;
    let name = format!("git{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        .find(|program| program.is_file())
}

/// The pairs of `GIT_CONFIG_COUNT`: names of the two variables, and their values.
fn pairs(env: Env) -> Vec<(String, String, (OsString, OsString))> {
    let count = env("GIT_CONFIG_COUNT").and_then(|n| n.to_str()?.trim().parse::<usize>().ok());
    (0..count.unwrap_or(0).min(MAX_PAIRS))
        .map_while(|i| {
            let (key, value) = (format!("GIT_CONFIG_KEY_{i}"), format!("GIT_CONFIG_VALUE_{i}"));
            let pair = (env(&key)?, env(&value)?);
            Some((key, value, pair))
        })
        .collect()
}

/// Reads git's files without git.
struct Files<'a> {
    entries: Vec<(String, String)>,
    home: Option<PathBuf>,
    repository: &'a Repository,
}

impl<'a> Files<'a> {
    fn read(repository: &'a Repository, env: Env) -> Vec<(String, String)> {
        let set = |name: &str| env(name).filter(|v| !v.is_empty());
        let home = set("HOME").or_else(|| set("USERPROFILE")).map(PathBuf::from);
        let mut files = Files { entries: Vec::new(), home, repository };
        let no = |v: &OsString| ["0", "false", "no", "off"].iter().any(|n| v == n);
        if set("GIT_CONFIG_NOSYSTEM").is_none_or(|v| no(&v)) {
            let system = set("GIT_CONFIG_SYSTEM").unwrap_or_else(|| "/etc/gitconfig".into());
            files.add(Path::new(&system), 0);
        }
        // Set but empty, this variable switches the user's files off.
        if let Some(global) = env("GIT_CONFIG_GLOBAL") {
            files.add(Path::new(&global), 0);
        } else {
            let xdg = set("XDG_CONFIG_HOME").map(PathBuf::from);
            let xdg = xdg.or_else(|| Some(files.home.as_ref()?.join(".config")));
            let user = files.home.as_ref().map(|home| home.join(".gitconfig"));
            for file in [xdg.map(|x| x.join("git/config")), user].into_iter().flatten() {
                files.add(&file, 0);
            }
        }
        files.add(&repository.common_dir.join("config"), 0);
        let own = |(k, v): &(String, String)| k == "extensions.worktreeconfig" && v != "false";
        if files.entries.iter().any(own) {
            files.add(&repository.git_dir.join("config.worktree"), 0);
        }
        for (_, _, (key, value)) in pairs(env) {
            let value = value.to_string_lossy().into_owned();
            files.entries.push((folded(&key.to_string_lossy()), value));
        }
        files.entries
    }

    fn add(&mut self, file: &Path, depth: usize) {
        let Some(text) = read_text(file) else { return };
        for (key, value) in parse(&text) {
            let included = key == "include.path"
                || key
                    .strip_prefix("includeif.")
                    .and_then(|rest| rest.strip_suffix(".path"))
                    .is_some_and(|condition| self.holds(condition));
            if included && depth < MAX_DEPTH {
                let named = self.expanded(&value);
                let folder = file.parent().unwrap_or(file);
                self.add(&folder.join(named), depth + 1);
            }
            self.entries.push((key, value));
        }
    }

    /// The one condition in wide use, `gitdir:~/src/`: the repository lies below a folder.
    fn holds(&self, condition: &str) -> bool {
        let (text, folder) = match condition.split_once(':') {
            Some(("gitdir", folder)) => (self.git_dir_text(), folder.to_string()),
            Some(("gitdir/i", folder)) => (self.git_dir_text().to_lowercase(), folder.to_lowercase()),
            _ => return false,
        };
        let folder = folder.strip_suffix("**").unwrap_or(&folder);
        let below = self.expanded(folder);
        folder.ends_with('/') && !folder.contains('*') && Path::new(&text).starts_with(below)
    }

    fn git_dir_text(&self) -> String {
        self.repository.git_dir.to_string_lossy().into_owned()
    }

    /// A path with `~/` replaced by the home folder.
    fn expanded(&self, path: &str) -> PathBuf {
        match (path.strip_prefix("~/"), &self.home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(path),
        }
    }
}

/// A key with section and variable in lower case; what is between them keeps its case.
fn folded(key: &str) -> String {
    match (key.find('.'), key.rfind('.')) {
        (Some(first), Some(last)) if first < last => {
            format!("{}{}{}", key[..first].to_lowercase(), &key[first..last], key[last..].to_lowercase())
        }
        _ => key.to_lowercase(),
    }
}

/// Keys and values of one file, in order. A line that makes no sense is passed over.
fn parse(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut section = String::new();
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    while let Some(line) = lines.next() {
        let mut rest = line.trim_start();
        if let Some(header) = rest.strip_prefix('[') {
            let Some((name, after)) = header_of(header) else {
                continue;
            };
            section = name;
            rest = after.trim_start();
        }
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let (key, value) = match rest.split_once('=') {
            Some((key, value)) => (key.trim(), value_of(value, &mut lines)),
            None => (rest.split(['#', ';']).next().unwrap_or(rest).trim(), String::new()),
        };
        found.push((format!("{section}.{}", key.to_lowercase()), value));
    }
    found
}

/// Reads `name "sub"]` and what follows it.
fn header_of(text: &str) -> Option<(String, &str)> {
    let end = text.find([']', '"'])?;
    let name = text[..end].trim().to_lowercase();
    if text[end..].starts_with(']') {
        return Some((name, &text[end + 1..]));
    }
    let mut sub = String::new();
    let mut chars = text[end + 1..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                let after = text[end + 1 + at + 1..].trim_start().strip_prefix(']')?;
                return Some((format!("{name}.{sub}"), after));
            }
            '\\' => sub.push(chars.next()?.1),
            other => sub.push(other),
        }
    }
    None
}

/// A value with quotes, escapes, comments and continued lines resolved.
fn value_of(first: &str, lines: &mut std::str::Lines) -> String {
    let mut value = String::new();
    // Blanks count only if something follows them.
    let mut kept = 0;
    let mut quoted = false;
    let mut line = first.trim_start();
    loop {
        let mut chars = line.chars();
        let mut continued = false;
        while let Some(c) = chars.next() {
            match c {
                '"' => quoted = !quoted,
                '#' | ';' if !quoted => break,
                '\\' => match chars.next() {
                    None => continued = true,
                    Some('n') => value.push('\n'),
                    Some('t') => value.push('\t'),
                    Some('b') => drop(value.pop()),
                    Some(other) => value.push(other),
                },
                other => value.push(other),
            }
            if quoted || !c.is_whitespace() {
                kept = value.len();
            }
        }
        if !continued {
            break;
        }
        let Some(next) = lines.next() else { break };
        line = next;
    }
    value.truncate(kept);
    value
}
