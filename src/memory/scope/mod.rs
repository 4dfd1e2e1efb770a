//! Scopes: the string that says where a fact is true.
//!
//! A project's scope is `host/org/repo`, made from its git remote, or `local/<parent>/<dir>` when
//! there is none; the empty string is the global scope. [`derive()`] finds the scope of a folder,
//! [`validate`] checks one that a caller gave, [`normalise_remote`] is the spelling rule of both.
//!
//! One repository has one scope, from wherever it is looked at, so everything here hangs on the
//! repository's *common* directory (shared by all worktrees) and never on the folder's own name.
//! What a remote's URL holds besides host and path never leaves `remote`.

mod config;
mod remote;
mod repository;
#[cfg(test)]
mod spelling_tests;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

use config::Config;
pub use remote::normalise_remote;
use repository::Repository;

/// The global scope: facts that are true everywhere.
pub const GLOBAL: &str = "";

/// Longest scope, in characters.
pub const MAX_CHARS: usize = 512;

/// Looks up one variable of the environment.
pub type Env<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The scope of a folder and how it came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// The scope, always accepted unchanged by [`validate`].
    pub scope: String,
    /// One sentence per decision, in order, free of credentials.
    pub steps: Vec<String>,
    /// Top of the working tree that holds the folder (a bare repository: its own folder); none
    /// outside git.
    pub git_root: Option<PathBuf>,
}

/// Derives the scope of the folder `dir`, starting at most one `git` process and none outside git.
///
/// `env` answers for the process environment. A repository that git refuses or cannot read is
/// read directly, so the only error is a folder that is not there.
pub fn derive(dir: &Path, env: Env) -> Result<Derived> {
    let dir = resolve(dir)?;
    let mut steps = vec![format!("folder {}", remote::shown_path(&dir))];
    let Some(repository) = repository::find(&dir, env, &mut steps) else {
        let scope = remote::scope_of_folder(&dir);
        steps.push(format!("no git repository: named after the folder, {scope}"));
        return Ok(Derived { scope, steps, git_root: None });
    };
    let config = config::load(&repository, env);
    steps.push(config.origin().to_string());
    let root = repository.main_root(&config);
    let scope = scope_of_remotes(&repository, &config, &root, &mut steps).unwrap_or_else(|| {
        let scope = remote::scope_of_folder(&root);
        steps.push(format!("no usable remote: named after {}, {scope}", remote::shown_path(&root)));
        scope
    });
    Ok(Derived { scope, steps, git_root: Some(repository.top(&config)) })
}

/// Checks a scope given by a caller and brings it into the form that [`derive()`] gives.
///
/// A remote's URL becomes its scope. The error never repeats the input: it may hold a credential.
pub fn validate(scope: &str) -> Result<String> {
    let scope = scope.trim();
    if scope.is_empty() {
        return Ok(GLOBAL.to_string());
    }
    if scope.chars().any(remote::is_unprintable) {
        return Err(bad("the scope holds white space or a control character"));
    }
    if remote::is_file_path(scope) {
        return Err(bad("the scope is a path of the file system")
            .hint("leave --scope out to use the repository of the current folder, or write host/org/repo"));
    }
    if remote::is_url_like(scope) {
        return validate_url(scope);
    }
    validate_plain(scope)
}

fn validate_url(scope: &str) -> Result<String> {
    // A word with an odd character is no remote, though the rule for remotes would file it as a
    // relative path: only what says `local/` or names its scheme may become a local scope.
    let may_be_local = scope.contains("://") || scope.starts_with("local/");
    normalise_remote(scope)
        .filter(|found| may_be_local || !found.starts_with("local/"))
        .ok_or_else(|| bad("the scope looks like a URL but names no host with a repository"))
}

fn validate_plain(scope: &str) -> Result<String> {
    let lower = scope.to_lowercase();
    let mut rest = lower.strip_suffix('/').unwrap_or(&lower);
    while let Some(shorter) = rest.strip_suffix(".git") {
        rest = shorter;
    }
    if rest.split('/').any(str::is_empty) {
        return Err(bad("the scope has an empty part"));
    }
    if rest == "~" || rest.split('/').any(|part| part == "." || part == "..") {
        return Err(bad("the scope has a part `.`, `..` or `~`"));
    }
    let length = rest.chars().count();
    if length > MAX_CHARS {
        return Err(bad(format!("the scope has {length} characters, at most {MAX_CHARS} are allowed")));
    }
    Ok(rest.to_string())
}

fn bad(message: impl Into<String>) -> Error {
    Error::usage("bad_scope", message).hint(
        "write a scope like github.com/org/repo or local/team/project, \
         or \"\" for the global scope",
    )
}

/// The folder with its links resolved; a file stands for the folder that holds it.
fn resolve(dir: &Path) -> Result<PathBuf> {
    let found = match dir.canonicalize() {
        Ok(found) => found,
        // Reading a parent may be forbidden, which does not make the name wrong.
        Err(e) if e.kind() == std::io::ErrorKind::PermissionDenied => {
            std::path::absolute(dir).unwrap_or_else(|_| dir.to_path_buf())
        }
        Err(e) => {
            let message = format!("the folder {} cannot be read: {e}", remote::shown_path(dir));
            let hint = "change to a folder that exists, or name the scope with --scope";
            return Err(Error::usage("bad_folder", message).hint(hint));
        }
    };
    match found.parent() {
        Some(parent) if found.is_file() => Ok(parent.to_path_buf()),
        _ => Ok(found),
    }
}

/// Tries the remotes in the order of the rule: `origin`, the branch's upstream, the only one.
fn scope_of_remotes(repository: &Repository, config: &Config, root: &Path, steps: &mut Vec<String>) -> Option<String> {
    let base = remote::path_text(root);
    for (why, url) in candidates(repository, config) {
        let (url, rewritten) = config.rewrite(&url);
        let how = if rewritten { ", insteadOf applied" } else { "" };
        match remote::scope_of(&url, Some(&base)) {
            Some(scope) => {
                steps.push(format!("{why}{how}: {scope}"));
                return Some(scope);
            }
            None => steps.push(format!("{why}{how}: its URL names no repository, skipped")),
        }
    }
    None
}

/// Reasons and URLs of the remotes that may give the scope, best first.
fn candidates(repository: &Repository, config: &Config) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if let Some(url) = config.remote_url("origin") {
        found.push(("remote origin".to_string(), url));
    }
    if let Some(branch) = repository.branch()
        && let Some(name) = config.last(&format!("branch.{branch}.remote"))
        && name != "."
    {
        let why = format!("upstream remote {} of the branch", shown(&name));
        // Git allows a URL in the place of a remote's name.
        let url = config.remote_url(&name).unwrap_or(name);
        found.push((why, url));
    }
    if let [(name, url)] = config.remotes().as_slice()
        && name != "origin"
    {
        found.push((format!("only remote {}", shown(name)), url.clone()));
    }
    found
}

/// A remote's name for people, unless it may be a URL with a password.
fn shown(name: &str) -> &str {
    let plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    if name.chars().all(plain) { name } else { "(a URL)" }
}
