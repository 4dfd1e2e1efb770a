//! The house rules, read off the `use` lines: who may import whom, and who owns what.

use std::path::{Path, PathBuf};

fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    walk(&root, &mut found);
    found
        .into_iter()
        .map(|path| {
            (
                path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .collect()
}

/// The rooms that a room may import from, beside itself and `error`.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("rank", &[]),
    ("clock", &[]),
    ("exit", &[]),
    ("atomic", &[]),
    ("config", &["text"]),
    ("embed", &["atomic", "text"]),
    ("store", &["atomic", "knowledge", "memory", "rank", "text"]),
    ("search", &["embed", "rank", "store", "text"]),
    ("memory", &["store", "embed", "rank", "search", "text", "clock"]),
    ("knowledge", &["store", "embed", "rank", "search", "memory", "text", "clock"]),
    ("lifecycle", &["atomic", "memory", "store", "embed", "text", "clock"]),
    ("port", &["clock", "knowledge", "memory", "store"]),
    ("eval", &["memory", "store", "embed", "rank", "text", "clock"]),
    ("wire", &["lifecycle", "memory", "rank", "text"]),
    ("mcp", &["app", "background", "cli", "config", "embed", "knowledge", "memory", "search", "store", "text", "wire"]),
    ("background", &["app", "lifecycle", "store"]),
    ("ui", &[]),
    ("cli", &["memory"]),
    ("app", &["cli", "clock", "config", "embed", "knowledge", "memory", "rank", "search", "store", "ui"]),
];

#[test]
fn rooms_import_only_what_they_may() {
    let mut faults = Vec::new();
    for (file, text) in sources() {
        let room = file.split(['/', '.']).next().unwrap();
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(name, _)| *name == room) else { continue };
        for part in text.split("crate::").skip(1) {
            let target: String = part.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect();
            if target != room && target != "error" && !allowed.contains(&target.as_str()) {
                faults.push(format!("{file}: crate::{target}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_store_uses_records_not_operations() {
    for (file, text) in sources().iter().filter(|(file, _)| file.starts_with("store/")) {
        for operation in ["memory::memorize", "memory::recall", "memory::update", "memory::forget", "memory::relate"] {
            assert!(!text.contains(operation), "{file} uses {operation}");
        }
    }
}

/// Words that belong to one place alone.
const OWNERS: &[(&str, &[&str])] = &[
    ("lancedb::", &["store/"]),
    ("arrow_array::", &["store/"]),
    ("tantivy::", &["store/lexical"]),
    ("fastembed::", &["embed/"]),
    // The runtime only checks that `main` has set what it must.
    ("std::env::var", &["config/env.rs", "embed/runtime.rs"]),
    ("std::process::exit", &[]),
    // A server's "come back at" is of the world's clock, whatever --now says.
    ("Timestamp::now", &["clock.rs", "knowledge/fetch/mod.rs"]),
    ("io::stdout()", &["ui/", "cmd/completions.rs", "cmd/man.rs", "cmd/backup.rs", "extract/main.rs"]),
    ("io::stderr()", &["ui/", "cmd/mod.rs", "cmd/model.rs"]),
    ("clap::", &["cli/", "cmd/", "app.rs"]),
];

#[test]
fn each_thing_has_one_owner() {
    let mut faults = Vec::new();
    for (file, text) in sources() {
        let code: String = text
            .split("#[cfg(test)]")
            .next()
            .unwrap()
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        for (word, owners) in OWNERS {
            let uses = code
                .match_indices(word)
                .any(|(at, _)| !code[..at].ends_with("crate::embed::") && !code[..at].ends_with("mod "));
            if uses && !file.contains("test") && !owners.iter().any(|owner| file.starts_with(owner)) {
                faults.push(format!("{file} uses {word}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn files_stay_readable() {
    for (file, text) in sources() {
        assert!(text.lines().count() <= 520, "{file} has grown to {} lines", text.lines().count());
    }
}
