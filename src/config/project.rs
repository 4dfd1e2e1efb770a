//! The project file: the little that a cloned repository may set.
//!
//! Whoever clones a repository has not read it. So its `.octobrain.toml` can only narrow the scope,
//! name folders below its own root and set limits. Everything else is refused aloud instead of
//! being skipped, so that nobody believes a setting is in force that is not.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::file::{self, Field, Node};
use super::keys::{self, Given, Key};
use super::origin::place;
use crate::error::{Error, Result};
use crate::text::nearest::distance;

/// The name of the project file, which lies at the root of the git checkout.
pub const PROJECT_FILE: &str = ".octobrain.toml";

/// The settings that a project may limit.
const LIMITS: &[&str] = &["search.max_results", "search.similarity_threshold", "knowledge.max_results"];

/// The other names in a project file.
const SUB_PATH: &str = "scope.sub_path";
const COLLECTIONS: &str = "collections";

/// What a project file says beside its limits, which are among the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The file.
    pub file: PathBuf,
    /// The folder it lies in.
    pub root: PathBuf,
    /// What to append to the derived scope: lower case, no slash at either end.
    pub sub_path: Option<String>,
    /// Folders to index, by name.
    pub collections: Vec<Collection>,
}

/// A folder of documents that a project names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    /// Unique in its project.
    pub name: String,
    /// The folder, joined to the project's root and below it.
    ///
    /// It may not exist, and may become a link later: whoever opens it looks again.
    pub path: PathBuf,
}

/// A limit and the line it stands on.
#[derive(Debug)]
pub(super) struct Limit {
    pub(super) key: &'static Key,
    pub(super) value: Value,
    pub(super) line: usize,
}

/// Reads a project file.
pub(super) fn read(path: &Path) -> Result<(Project, Vec<Limit>)> {
    // A repository can hold a link to anything, also to something that never ends.
    if !path.is_file() {
        let message = format!("{}: not a regular file", path.display());
        return Err(Error::usage("bad_config", message).hint("replace it by a file, or remove it"));
    }
    let fields = file::read(path)?;
    let root = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut reader = Reader {
        project: Project { file: path.to_owned(), root: root.to_owned(), sub_path: None, collections: Vec::new() },
        limits: Vec::new(),
    };
    reader.table("", &fields)?;
    Ok((reader.project, reader.limits))
}

struct Reader {
    project: Project,
    limits: Vec<Limit>,
}

impl Reader {
    fn table(&mut self, prefix: &str, fields: &[Field]) -> Result<()> {
        for field in fields {
            let name = file::dotted(prefix, &field.name);
            match &field.node {
                Node::Table(inner) if is_section(&name) => self.table(&name, inner)?,
                Node::Tables(list) if name == COLLECTIONS => {
                    for inner in list {
                        let collection = self.collection(inner, field.line)?;
                        self.project.collections.push(collection);
                    }
                }
                Node::Value(given) if name == SUB_PATH => {
                    let sub_path = sub_path(given);
                    let sub_path = sub_path.map_err(|fault| self.bad(field.line, &name, &fault));
                    self.project.sub_path = Some(sub_path?);
                }
                Node::Value(given) if LIMITS.contains(&name.as_str()) => {
                    self.limit(&name, given, field.line)?;
                }
                _ => return Err(self.refused(&name, field)),
            }
        }
        Ok(())
    }

    fn limit(&mut self, name: &str, given: &Given, line: usize) -> Result<()> {
        let key = keys::find(name).ok_or_else(|| Error::internal(format!("{name}: a limit without a setting")))?;
        let value = key.kind.accept(given);
        let value = value.map_err(|fault| self.bad(line, name, &fault))?;
        self.limits.push(Limit { key, value, line });
        Ok(())
    }

    fn collection(&self, fields: &[Field], line: usize) -> Result<Collection> {
        let (mut name, mut path) = (None, None);
        for field in fields {
            let dotted = file::dotted(COLLECTIONS, &field.name);
            match (&field.node, field.name.as_str()) {
                (Node::Value(given), "name") => {
                    let checked = self.collection_name(given);
                    name = Some(checked.map_err(|fault| self.bad(field.line, &dotted, &fault))?);
                }
                (Node::Value(given), "path") => {
                    let checked = self.below_root(given);
                    path = Some(checked.map_err(|fault| self.bad(field.line, &dotted, &fault))?);
                }
                _ => return Err(self.refused(&dotted, field)),
            }
        }
        let missing = |what: &str| self.bad(line, COLLECTIONS, &format!("{what} is missing"));
        Ok(Collection { name: name.ok_or_else(|| missing("name"))?, path: path.ok_or_else(|| missing("path"))? })
    }

    fn collection_name(&self, given: &Given) -> Result<String, String> {
        const EXPECTED: &str = "expected 1 to 64 letters, digits, '-', '_' or '.', the first no sign";
        let Given::Text(name) = given else {
            return Err(EXPECTED.to_owned());
        };
        let first = name.chars().next().is_some_and(char::is_alphanumeric);
        if !first || !name.chars().all(is_plain) || name.chars().count() > 64 {
            return Err(EXPECTED.to_owned());
        }
        if self.project.collections.iter().any(|c| c.name == *name) {
            return Err(format!("\"{name}\" is named twice"));
        }
        Ok(name.clone())
    }

    /// The folder, if it lies below the root, links included.
    fn below_root(&self, given: &Given) -> Result<PathBuf, String> {
        let Given::Text(text) = given else {
            return Err("expected a folder, as text".to_owned());
        };
        let relative = Path::new(text);
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if text.is_empty() || !relative.components().all(inside) {
            return Err("expected a relative path without '..'".to_owned());
        }
        let path = self.project.root.join(relative);
        // The part of the path that exists decides; what does not exist cannot be a link.
        let existing = path.ancestors().find_map(|part| part.canonicalize().ok());
        let root = self.project.root.canonicalize().ok();
        match (existing, root) {
            (Some(existing), Some(root)) if existing.starts_with(&root) => Ok(path),
            _ => Err("leads out of the project through a link".to_owned()),
        }
    }

    fn bad(&self, line: usize, name: &str, fault: &str) -> Error {
        let place = place(&self.project.file, line);
        Error::usage("bad_value", format!("{place}: {name}: {fault}"))
            .hint("mend or remove the line of the project file")
    }

    fn refused(&self, name: &str, field: &Field) -> Error {
        if is_section(name) {
            return self.bad(field.line, name, &format!("expected a table, [{name}]"));
        }
        if name == COLLECTIONS {
            return self.bad(field.line, name, "expected tables, [[collections]]");
        }
        let place = place(&self.project.file, field.line);
        let name = keys::shown(name);
        let message = format!(
            "{place}: {name}: not allowed in a project file, because a cloned repository must not \
             choose store, model, endpoint, key or command"
        );
        let meant = allowed().find(|known| distance(&name, known) <= 2);
        Error::usage("project_key", message).hint(match meant {
            Some(known) => format!("did you mean {known}?"),
            None => {
                let allowed: Vec<&str> = allowed().collect();
                format!("remove the line, or set it in your own configuration; allowed here are {}", allowed.join(", "))
            }
        })
    }
}

/// Every name that a project file may hold.
fn allowed() -> impl Iterator<Item = &'static str> {
    let own = [SUB_PATH, "collections.name", "collections.path"];
    own.into_iter().chain(LIMITS.iter().copied())
}

fn is_section(name: &str) -> bool {
    let mut scalars = LIMITS.iter().copied().chain([SUB_PATH]);
    scalars.any(|key| key.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// The sub-path as it is appended to a scope: it can only lead further down.
fn sub_path(given: &Given) -> Result<String, String> {
    const EXPECTED: &str = "expected names of letters, digits, '-', '_' and '.', parted by '/', 200 characters at most";
    let Given::Text(text) = given else {
        return Err(EXPECTED.to_owned());
    };
    let text = text.trim_matches('/').to_lowercase();
    let good = |part: &str| !part.is_empty() && !matches!(part, "." | "..") && part.chars().all(is_plain);
    if !text.split('/').all(good) || text.chars().count() > 200 {
        return Err(EXPECTED.to_owned());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::file::tests::Folder;

    fn project(text: &str) -> (Folder, Result<(Project, Vec<Limit>)>) {
        let folder = Folder::new("project");
        let path = folder.write(PROJECT_FILE, text);
        let result = read(&path);
        (folder, result)
    }

    fn error(text: &str) -> Error {
        project(text).1.expect_err(text)
    }

    #[test]
    fn what_a_project_may_set() -> Result<()> {
        let (folder, result) = project(
            "[scope]\nsub_path = \"/Services/API/\"\n[search]\nmax_results = 7\n\
             [[collections]]\nname = \"docs\"\npath = \"docs/guide\"\n\
             [[collections]]\nname = \"all\"\npath = \".\"\n",
        );
        let (project, limits) = result?;
        assert_eq!(project.sub_path.as_deref(), Some("services/api"));
        assert_eq!(project.collections[0].path, folder.path().join("docs/guide"));
        assert_eq!(project.collections[1].name, "all");
        assert_eq!(limits.len(), 1);
        assert_eq!((limits[0].key.name, limits[0].line), (LIMITS[0], 4));
        Ok(())
    }

    #[test]
    fn everything_else_is_refused_with_the_reason() {
        for (text, key) in [
            ("store = \"/tmp/x\"\n", ":1: store: "),
            ("\n[embedding]\nmodel = \"http://evil/v1\"\n", ":2: embedding: "),
            ("[search.reranker]\nmodel = \"a:b\"\n", ":1: search.reranker: "),
            ("[search]\nfusion = \"rrf\"\n", ":2: search.fusion: "),
            ("[knowledge.extractors]\npdf = [\"sh\"]\n", ":1: knowledge.extractors: "),
            ("[memory]\nmax_memories = 1\n", ":1: memory: "),
            ("[[collections]]\nname = \"a\"\ncommand = \"sh\"\n", ":3: collections.command: "),
        ] {
            let error = error(text);
            assert_eq!(error.code, "project_key");
            assert!(error.message.contains(key), "{}", error.message);
            assert!(error.message.contains("must not choose"));
            assert!(error.hint.is_some_and(|hint| hint.contains("scope.sub_path")));
        }
        let hint = error("[search]\nmax_result = 1\n").hint;
        assert_eq!(hint.as_deref(), Some("did you mean search.max_results?"));
    }

    #[test]
    fn paths_stay_below_the_root() {
        for path in ["..", "docs/../..", "/etc", ""] {
            let text = format!("[[collections]]\nname = \"a\"\npath = \"{path}\"\n");
            let error = error(&text);
            assert_eq!(error.code, "bad_value", "{path}");
            assert!(error.message.contains(":3: collections.path: "));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_root_is_refused() {
        let outside = Folder::new("outside");
        let inside = Folder::new("inside");
        let link = inside.path().join("link");
        std::os::unix::fs::symlink(outside.path(), link).expect("a link");
        for path in ["link", "link/not-there"] {
            let text = format!("[[collections]]\nname = \"a\"\npath = \"{path}\"\n");
            let file = inside.write(PROJECT_FILE, text);
            let error = read(&file).expect_err("leads out");
            assert!(error.message.contains("out of the project"));
        }
    }

    #[test]
    fn sub_paths_only_lead_down() {
        for bad in ["..", "a/../b", "a//b", "", "a b", "a?x", "a\\\\b", "./a"] {
            let error = error(&format!("scope.sub_path = \"{bad}\"\n"));
            assert_eq!(error.code, "bad_value", "{bad}");
        }
        assert_eq!(error("scope = 1\n").code, "bad_value");
    }

    #[test]
    fn collections_need_a_name_of_their_own() {
        let twice = "[[collections]]\nname = \"a\"\npath = \"x\"\n".repeat(2);
        assert!(error(&twice).message.contains("twice"));
        assert!(error("[[collections]]\npath = \"x\"\n").message.contains("name is missing"));
        assert!(error("[collections]\na = 1\n").message.contains("[[collections]]"));
    }

    #[test]
    fn every_limit_is_a_setting() {
        assert!(LIMITS.iter().all(|name| keys::find(name).is_some()));
    }
}
