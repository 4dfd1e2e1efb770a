//! Finds the repository that encloses a folder, from files alone.
//!
//! This is git's own search (`GIT_DIR`, `.git` folders and files, bare repositories, ceilings),
//! but kinder: a damaged repository still counts, because a project must not change its scope
//! when its `HEAD` is broken, and neither ownership nor the file system's borders stop it.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::Env;
use super::config::Config;
use super::remote::shown_path;

/// No file of git that is read here is anywhere near this long, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// A repository as seen from one folder.
pub(super) struct Repository {
    /// Holds `HEAD`; a worktree has its own.
    pub(super) git_dir: PathBuf,
    /// Holds `config` and the objects; shared by all worktrees.
    pub(super) common_dir: PathBuf,
    /// Top of the working tree, where known without the configuration.
    tree: Option<PathBuf>,
}

impl Repository {
    /// The folder that names the repository: of the main checkout, whichever worktree is asked.
    pub(super) fn main_root(&self, config: &Config) -> PathBuf {
        if let Some(tree) = config.last("core.worktree") {
            // Submodules: their git directory lies inside that of the outer repository.
            return real(self.common_dir.join(tree));
        }
        let name = self.common_dir.file_name().unwrap_or_default();
        match self.common_dir.parent() {
            // `.bare` with worktrees beside it is a common layout.
            Some(parent) if name == ".git" || name == ".bare" => parent.to_path_buf(),
            _ => match &self.tree {
                // The `.git` file points at nothing, so nothing but the folder is known.
                Some(tree) if !self.common_dir.exists() => tree.clone(),
                _ => self.common_dir.clone(),
            },
        }
    }

    /// Top of the working tree at hand, or the folder of a bare repository.
    pub(super) fn top(&self, config: &Config) -> PathBuf {
        match &self.tree {
            Some(tree) => tree.clone(),
            None => self.main_root(config),
        }
    }

    /// Name of the current branch; none for a detached `HEAD`.
    pub(super) fn branch(&self) -> Option<String> {
        let head = read_text(&self.git_dir.join("HEAD"))?;
        let name = head.trim().strip_prefix("ref:")?.trim();
        Some(name.strip_prefix("refs/heads/")?.to_string())
    }
}

/// The repository that git would use in `dir`; every decision is told to `steps`.
pub(super) fn find(dir: &Path, env: Env, steps: &mut Vec<String>) -> Option<Repository> {
    if let Some(named) = env("GIT_DIR").filter(|v| !v.is_empty()) {
        let named = dir.join(named);
        let git_dir = if named.is_file() { git_file(&named) } else { Some(named) };
        if let Some(git_dir) = git_dir.filter(|d| is_repository(d, true)) {
            let tree = env("GIT_WORK_TREE").filter(|v| !v.is_empty());
            let tree = tree.map(|t| real(dir.join(t)));
            steps.push(format!("git directory {} from GIT_DIR", shown_path(&git_dir)));
            return Some(open(git_dir, tree, dir, env, steps));
        }
        steps.push("GIT_DIR names no repository, ignored".to_string());
    }
    let (git_dir, tree) = search(dir, env)?;
    steps.push(format!("git directory {}", shown_path(&git_dir)));
    Some(open(git_dir, tree, dir, env, steps))
}

/// Walks up from `dir`: the git directory and, unless it is the folder itself, the working tree.
fn search(dir: &Path, env: Env) -> Option<(PathBuf, Option<PathBuf>)> {
    let ceilings = env("GIT_CEILING_DIRECTORIES").unwrap_or_default();
    let ceilings: Vec<PathBuf> = std::env::split_paths(&ceilings).filter(|c| c.is_absolute()).map(real).collect();
    for folder in dir.ancestors() {
        if folder != dir && ceilings.iter().any(|c| c == folder) {
            return None;
        }
        let dot_git = folder.join(".git");
        if dot_git.is_file() {
            if let Some(git_dir) = git_file(&dot_git) {
                return Some((git_dir, Some(folder.to_path_buf())));
            }
        } else if is_repository(&dot_git, true) {
            return Some((dot_git, Some(folder.to_path_buf())));
        }
        if is_repository(folder, false) {
            return Some((folder.to_path_buf(), None));
        }
    }
    None
}

/// The folder that a `.git` file names.
fn git_file(file: &Path) -> Option<PathBuf> {
    let text = read_text(file)?;
    let named = text.strip_prefix("gitdir:")?.trim();
    (!named.is_empty()).then(|| real(file.parent().unwrap_or(file).join(named)))
}

/// Whether a folder holds a repository; where the name says so, any one piece of it is enough.
fn is_repository(dir: &Path, by_name: bool) -> bool {
    let has_head = fs::symlink_metadata(dir.join("HEAD")).is_ok();
    let objects = dir.join("objects").is_dir();
    if by_name {
        return has_head || objects || dir.join("config").is_file();
    }
    has_head && objects && dir.join("refs").is_dir()
}

fn open(git_dir: PathBuf, tree: Option<PathBuf>, dir: &Path, env: Env, steps: &mut Vec<String>) -> Repository {
    let git_dir = real(git_dir);
    let common_dir = match env("GIT_COMMON_DIR").filter(|v| !v.is_empty()) {
        Some(named) => real(dir.join(named)),
        None => common_dir(&git_dir),
    };
    if common_dir != git_dir {
        steps.push(format!("worktree of {}", shown_path(&common_dir)));
    }
    let tree = tree.or_else(|| tree_of_worktree(&git_dir));
    Repository { git_dir, common_dir, tree }
}

/// Where a linked worktree lies, which its git directory knows: hooks get only `GIT_DIR`.
fn tree_of_worktree(git_dir: &Path) -> Option<PathBuf> {
    let text = read_text(&git_dir.join("gitdir"))?;
    let dot_git = real(git_dir.join(text.trim()));
    Some(dot_git.parent()?.to_path_buf())
}

fn common_dir(git_dir: &Path) -> PathBuf {
    if let Some(text) = read_text(&git_dir.join("commondir"))
        && !text.trim().is_empty()
    {
        return real(git_dir.join(text.trim()));
    }
    // A worktree whose entry was pruned: its path still tells which repository it belonged to.
    match git_dir.parent() {
        Some(parent) if parent.ends_with("worktrees") && !git_dir.exists() => {
            parent.parent().unwrap_or(parent).to_path_buf()
        }
        _ => git_dir.to_path_buf(),
    }
}

/// With links and `..` resolved, as far as the path exists.
fn real(path: PathBuf) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let mut clean = PathBuf::new();
        for part in path.components() {
            if part == std::path::Component::ParentDir {
                clean.pop();
            } else {
                clean.push(part);
            }
        }
        clean
    })
}

/// A short regular file as text; none for anything else, so that a pipe cannot block.
pub(super) fn read_text(file: &Path) -> Option<String> {
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).ok()?;
    opened.take(MAX_FILE).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
