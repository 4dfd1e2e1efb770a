//! A folder of basic-memory's notes: Markdown with front matter, observations and relations. Its database is not
//! needed: the notes are the truth.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use jiff::Timestamp;
use regex::Regex;
use serde_yaml_ng::{Mapping, Value};

use super::foreign::{Foreign, Item, Tie, moment};
use crate::error::{Error, Result};

/// `- [category] text` with tags and a context.
static OBSERVATION: LazyLock<Regex> = LazyLock::new(|| compiled(r"^\s*[-*+]\s+\[([^\[\]()]+)\]\s+(.+)$"));
/// `- type [[Target]] (context)`, the type one word or in quotation marks.
static RELATION: LazyLock<Regex> =
    LazyLock::new(|| compiled(r#"^\s*[-*+]\s+(?:"([^"]+)"|(\S+))\s+\[\[([^\[\]]+)\]\]\s*(?:\((.*)\))?\s*$"#));
static WIKI_LINK: LazyLock<Regex> = LazyLock::new(|| compiled(r"\[\[([^\[\]]+)\]\]"));
static FILE_LINK: LazyLock<Regex> = LazyLock::new(|| compiled(r"\]\(([^()\s]+\.md)\)"));
static TAG: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?:^|\s)((?:#[^\s#()\[\],]+)+)"));
static CODE: LazyLock<Regex> = LazyLock::new(|| compiled(r"`[^`]*`"));

#[expect(clippy::expect_used, reason = "the patterns are fixed, and the tests compile every one")]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a valid pattern")
}

/// Marks of a task in brackets, and what is no category.
const TASKS: &[&str] = &[" ", "x", "X", "-", "/", ">"];

struct Note {
    path: String,
    permalink: Option<String>,
    title: String,
    /// Relation, target, context.
    relations: Vec<(String, String, Option<String>)>,
    item: Item,
}

/// Reads every note below a folder.
pub fn read(folder: &Path) -> Result<Foreign> {
    let mut foreign = Foreign::default();
    let mut notes = Vec::new();
    let mut files = Vec::new();
    walk(folder, &mut files).map_err(|error| unreadable(folder, &error))?;
    if files.is_empty() {
        return Err(Error::usage("nothing_there", format!("nothing to import is in {}", folder.display()))
            .hint("a folder holds notes (.md), or the tables of a published Octobrain (memories.lance)"));
    }
    files.sort();
    for file in files {
        let path = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        match std::fs::read(&file) {
            Ok(bytes) => notes.push(note(&path, &String::from_utf8_lossy(&bytes), &file)),
            Err(error) => foreign.faults.push((path, unreadable(&file, &error))),
        }
    }
    notes.retain(|note| {
        let empty = note.item.content.trim().is_empty();
        if empty {
            let error = Error::usage("empty_note", "the note is empty").hint("it is left out");
            foreign.faults.push((note.path.clone(), error));
        }
        !empty
    });
    let names = Names::of(&notes);
    let identities: Vec<String> = notes.iter().map(|note| note.item.identity.clone()).collect();
    for (at, mut note) in notes.into_iter().enumerate() {
        for (relation, target, context) in std::mem::take(&mut note.relations) {
            match names.find(&target, &note.path) {
                Some(to) if to != at => {
                    let tie = Tie { to: identities[to].clone(), relation, description: context, strength: None };
                    if !note.item.ties.contains(&tie) {
                        note.item.ties.push(tie);
                    }
                }
                Some(_) => {}
                None => foreign.loose += 1,
            }
        }
        foreign.items.push(note.item);
    }
    Ok(foreign)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::usage("unreadable", format!("cannot read {}: {error}", path.display())).hint("check its permissions")
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if hidden {
            continue;
        }
        // A link may lead in a circle, or out of the folder.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(&path, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|end| end.eq_ignore_ascii_case("md")) {
            files.push(path);
        }
    }
    Ok(())
}

fn note(path: &str, text: &str, file: &Path) -> Note {
    let text = text.trim_start_matches('\u{feff}').replace('\0', "");
    let (front, body) = front_matter(&text);
    let word = |name: &str| front.get(name).and_then(plain);
    let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".md").trim_end_matches(".MD");
    let title = word("title").unwrap_or_else(|| stem.to_owned());
    let permalink = word("permalink");
    let identity = match &permalink {
        Some(permalink) => format!("basic-memory:{permalink}"),
        None => format!("basic-memory:{path}"),
    };
    let parsed = word("bm_parse_semantics").is_none_or(|it| it != "false");
    let marks = if parsed { semantics(body) } else { Semantics::default() };
    let mut tags = front.get("tags").map(front_tags).unwrap_or_default();
    tags.extend(marks.tags);
    let kind = word("type").filter(|kind| kind != "note").or_else(|| commonest(&marks.categories));
    let times = std::fs::metadata(file).ok();
    let time = |name: &str, file: Option<std::time::SystemTime>| {
        word(name).and_then(|it| local(&it)).or_else(|| Timestamp::try_from(file?).ok())
    };
    let modified = times.as_ref().and_then(|it| it.modified().ok());
    let item = Item {
        place: path.to_owned(),
        identity,
        title: Some(title.clone()),
        content: body.trim().to_owned(),
        kind: Some(kind.unwrap_or_else(|| "documentation".to_owned())),
        tags,
        created_at: time("created", modified),
        updated_at: time("modified", modified),
        ..Item::default()
    };
    Note { path: path.to_owned(), permalink, title, relations: marks.relations, item }
}

/// A moment; without a zone it is local, as its authors wrote it.
fn local(text: &str) -> Option<Timestamp> {
    if let Ok(at) = text.trim().parse::<Timestamp>() {
        return Some(at);
    }
    let civil = moment(text)?.to_zoned_datetime(jiff::tz::TimeZone::UTC).datetime();
    civil.to_zoned_datetime(jiff::tz::TimeZone::system()).ok().map(|zoned| zoned.timestamp())
}

/// The front matter, and what follows it; a note whose front matter cannot be read is all text.
fn front_matter(text: &str) -> (Mapping, &str) {
    let whole = || (Mapping::new(), text);
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else { return whole() };
    let Some(end) = rest.match_indices("---").find(|(at, _)| {
        let before = *at == 0 || rest[..*at].ends_with('\n');
        before && rest[at + 3..].lines().next().is_none_or(|line| line.trim().is_empty())
    }) else {
        return whole();
    };
    match serde_yaml_ng::from_str::<Value>(&rest[..end.0]) {
        Ok(Value::Mapping(front)) => (front, rest[end.0 + 3..].trim_start_matches(['\r', '\n'])),
        _ => whole(),
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(bool) => Some(bool.to_string()),
        _ => None,
    }
}

/// A list, or words with commas between them, with or without `#`.
fn front_tags(value: &Value) -> Vec<String> {
    let list: Vec<String> = match value {
        Value::Sequence(list) => list.iter().filter_map(plain).collect(),
        other => plain(other).into_iter().collect(),
    };
    let words = list.iter().flat_map(|text| text.trim_matches(['[', ']']).split(','));
    let words = words.map(|word| word.trim().trim_matches('"').trim_start_matches('#').to_owned());
    words.filter(|word| !word.is_empty()).collect()
}

#[derive(Default)]
struct Semantics {
    tags: Vec<String>,
    categories: Vec<String>,
    relations: Vec<(String, String, Option<String>)>,
}

fn semantics(body: &str) -> Semantics {
    let mut found = Semantics::default();
    let mut fenced = false;
    for line in body.lines() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if fenced || line.trim_start().starts_with('>') {
            continue;
        }
        let line = CODE.replace_all(line, "");
        if let Some(parts) = RELATION.captures(&line) {
            let relation = parts.get(1).or(parts.get(2)).map_or("", |it| it.as_str());
            let context = parts.get(4).map(|it| it.as_str().to_owned());
            found.relations.push((relation.to_owned(), parts[3].to_owned(), context));
            continue;
        }
        for link in WIKI_LINK.captures_iter(&line).chain(FILE_LINK.captures_iter(&line)) {
            if !link[1].contains("://") {
                found.relations.push(("links_to".to_owned(), link[1].to_owned(), None));
            }
        }
        if let Some(parts) = OBSERVATION.captures(&line) {
            let category = &parts[1];
            let timecode = category.chars().all(|char| char.is_ascii_digit() || char == ':');
            if !TASKS.contains(&category) && !timecode {
                found.categories.push(category.trim().to_lowercase());
                found.tags.extend(hash_tags(&parts[2]));
            }
        }
    }
    found
}

fn hash_tags(text: &str) -> impl Iterator<Item = String> + '_ {
    TAG.captures_iter(text).flat_map(|found| {
        let words: Vec<String> = found[1].split('#').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        words
    })
}

fn commonest(categories: &[String]) -> Option<String> {
    let count = |category: &String| categories.iter().filter(|it| *it == category).count();
    // The first of several that are equally common.
    categories.iter().rev().max_by_key(|category| count(category)).cloned()
}

/// What notes are called, for finding what a link means.
struct Names {
    by_path: HashMap<String, usize>,
    by_name: HashMap<String, Vec<usize>>,
    folders: Vec<String>,
}

impl Names {
    fn of(notes: &[Note]) -> Self {
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, note) in notes.iter().enumerate() {
            let mut names = vec![note.title.clone(), slug(&note.title), slug(&without_ending(&note.path))];
            if let Some(permalink) = &note.permalink {
                names.push(permalink.clone());
                // Without the project in front, which some versions write.
                names.extend(permalink.split_once('/').map(|(_, rest)| rest.to_owned()));
            }
            names.sort();
            names.dedup();
            for name in names {
                by_name.entry(name).or_default().push(at);
            }
        }
        let by_path = notes.iter().enumerate().map(|(at, note)| (without_ending(&note.path), at)).collect();
        Self { by_path, by_name, folders: notes.iter().map(|note| folder(&note.path).to_owned()).collect() }
    }

    fn find(&self, target: &str, from: &str) -> Option<usize> {
        let target = target.split('|').next().unwrap_or(target).trim();
        let decoded = target.replace("%20", " ");
        let path = without_ending(&decoded);
        if path.starts_with('/') || path.starts_with("./") || path.starts_with("../") {
            return self.by_path.get(&joined(folder(from), &path)).copied();
        }
        if path.contains('/')
            && let Some(found) = self.by_path.get(&joined(folder(from), &path)).or_else(|| self.by_path.get(&path))
        {
            return Some(*found);
        }
        let named = self.by_name.get(target).or_else(|| self.by_name.get(&slug(target)));
        // The nearest of several: the one whose folder has most in common.
        let near =
            |at: &&usize| self.folders[**at].bytes().zip(folder(from).bytes()).take_while(|(a, b)| a == b).count();
        named?.iter().rev().max_by_key(near).copied().or_else(|| self.by_path.get(&path).copied())
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn without_ending(path: &str) -> String {
    path.strip_suffix(".md").unwrap_or(path).to_owned()
}

fn joined(folder: &str, path: &str) -> String {
    let start = if path.starts_with('/') { "" } else { folder };
    let mut parts: Vec<&str> = start.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// As permalinks are written: lower case, everything but letters, digits, dots and slashes a hyphen.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for char in text.to_lowercase().chars() {
        match char {
            '\'' => {}
            '/' | '.' => slug.push(char),
            char if char.is_alphanumeric() => slug.push(char),
            _ if slug.ends_with(['-', '/']) || slug.is_empty() => {}
            _ => slug.push('-'),
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_notes() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write(
            "decisions/Auth Design- JWT vs. sessions.md",
            "---\ntitle: 'Auth Design: JWT vs. sessions'\ntype: note\npermalink: main/decisions/auth-design-jwt-vs.-sessions\n\
             tags:\n- design\n- security\ncreated: 2025-03-01T10:00:00+02:00\n---\n\n# Auth Design\n\nSee [[Rate Limiting]].\n\n\
             - [decision] Use JWT #auth#api (agreed)\n- [tech] Library #rust\n- [decision] Keep it #auth\n\
             - [ ] an open task\n- [00:00:11] a timecode\n> - [quote] none\n```\n- [code] none\n- x [[Nowhere]]\n```\n\
             - implements [[Security Spec]] (phase 1)\n- depends_on [[specs/rate-limiting]]\n- some words [[Rate Limiting]]\n\
             - \"blocked by\" [[Rate Limiting|limits]]\n",
        );
        write(
            "specs/Rate Limiting.md",
            "---\ntitle: Rate Limiting\npermalink: main/specs/rate-limiting\ntype: spec\n---\nTen a second. [a](../decisions/Auth%20Design-%20JWT%20vs.%20sessions.md)\n",
        );
        write("hand/badfm.md", "---\ntitle: Bad: yaml: here\n---\nbody of the note\n");
        write("hand/empty.md", "---\ntitle: Nothing\n---\n");
        write(".obsidian/x.md", "hidden");
        let foreign = read(folder.path()).unwrap();
        assert_eq!(foreign.items.len(), 3);
        assert_eq!((foreign.faults.len(), foreign.faults[0].0.as_str(), foreign.loose), (1, "hand/empty.md", 1));
        let auth = &foreign.items[0];
        assert_eq!(auth.identity, "basic-memory:main/decisions/auth-design-jwt-vs.-sessions");
        assert_eq!(auth.kind.as_deref(), Some("decision"));
        assert_eq!(auth.tags, ["design", "security", "auth", "api", "rust", "auth"]);
        assert_eq!(auth.created_at.unwrap().to_string(), "2025-03-01T08:00:00Z");
        let ties: Vec<(&str, &str)> = auth.ties.iter().map(|tie| (tie.relation.as_str(), tie.to.as_str())).collect();
        let limits = "basic-memory:main/specs/rate-limiting";
        assert_eq!(ties, [("links_to", limits), ("depends_on", limits), ("blocked by", limits)]);
        assert_eq!(foreign.items[2].ties[0].to, auth.identity);
        assert!(foreign.items[1].content.starts_with("---") && foreign.items[1].title.as_deref() == Some("badfm"));
    }

    #[test]
    fn names_of_notes() {
        assert_eq!(slug("Auth Design: JWT vs. sessions"), "auth-design-jwt-vs.-sessions");
        assert_eq!(joined("a/b", "../c/./d"), "a/c/d");
    }
}
