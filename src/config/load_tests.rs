//! The layers together, through files on disk.

use super::*;
use crate::config::DEFAULT_TEMPLATE;
use crate::config::file::tests::Folder;

fn user(text: impl AsRef<[u8]>) -> (Folder, Sources) {
    let folder = Folder::new("load");
    let user = Some(folder.write("config.toml", text));
    let sources = Sources { user, ..Sources::default() };
    (folder, sources)
}

fn error(text: impl AsRef<[u8]>) -> Error {
    let (_folder, sources) = user(text);
    load(&sources).expect_err("must not pass")
}

fn origin(config: &Config, key: &str) -> String {
    config.origin(key).to_string()
}

#[test]
fn nothing_given_means_defaults() -> Result<()> {
    let config = load(&Sources::default())?;
    assert_eq!(config.settings, Settings::default());
    assert!(config.warnings.is_empty() && config.project.is_none());
    assert!(config.entries().iter().all(|entry| entry.origin == "default"));
    Ok(())
}

#[test]
fn the_later_layer_wins_and_is_named() -> Result<()> {
    let folder = Folder::new("layers");
    let system = "[search]\nmax_results = 11\nsimilarity_threshold = 0.1\n\
                  [memory]\ndecay_half_life_days = 1\n";
    let mut sources = Sources {
        system: Some(folder.write("system.toml", system)),
        user: Some(folder.write("user.toml", "[search]\nmax_results = 12\nfusion = \"rrf\"\n")),
        project: Some(folder.write(PROJECT_FILE, "search.max_results = 13\n")),
        env: Env::from_pairs([("OCTOBRAIN_SEARCH__MAX_RESULTS", "14")]),
        flags: vec![("search.max_results".into(), "15".into())],
    };
    let root = folder.as_str();
    let config = load(&sources)?;
    assert_eq!(config.settings.search.max_results, 15);
    assert_eq!(config.settings.memory.decay_half_life_days, 1);
    assert_eq!(origin(&config, "search.max_results"), "flag");
    assert_eq!(origin(&config, "search.similarity_threshold"), format!("system {root}/system.toml:3"));
    assert_eq!(origin(&config, "search.fusion"), format!("user {root}/user.toml:3"));
    assert_eq!(origin(&config, "search.hyde.alpha"), "default");

    sources.flags.clear();
    let config = load(&sources)?;
    assert_eq!(config.settings.search.max_results, 14);
    assert_eq!(origin(&config, "search.max_results"), "environment OCTOBRAIN_SEARCH__MAX_RESULTS");
    sources.env = Env::default();
    let config = load(&sources)?;
    assert_eq!(config.settings.search.max_results, 13);
    assert_eq!(origin(&config, "search.max_results"), format!("project {root}/{PROJECT_FILE}:1"));
    sources.project = None;
    assert_eq!(load(&sources)?.settings.search.max_results, 12);
    sources.user = Some(folder.path().join("not-there.toml"));
    assert_eq!(load(&sources)?.settings.search.max_results, 11);
    Ok(())
}

#[test]
fn entries_are_complete_and_in_order() -> Result<()> {
    let sources =
        Sources { env: Env::from_pairs([("OCTOBRAIN_SEARCH__HYBRID__ENABLED", "false")]), ..Sources::default() };
    let config = load(&sources)?;
    assert!(!config.settings.search.hybrid.enabled);
    let entries = config.entries();
    let names: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    let table: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    assert_eq!(names, table);
    let entry = entries.iter().find(|entry| entry.key == "search.hybrid.enabled");
    let entry = entry.expect("listed");
    assert_eq!(entry.value, Value::Bool(false));
    assert_eq!(entry.origin, "environment OCTOBRAIN_SEARCH__HYBRID__ENABLED");
    assert!(entries.iter().all(|entry| !entry.value.is_null()));
    Ok(())
}

#[test]
fn an_unknown_key_names_its_place_and_the_nearest() {
    for (text, line, name, nearest) in [
        ("[search]\nmax_result = 5\n", 2, "search.max_result", "search.max_results"),
        ("\n[serach]\nmax_results = 5\n", 2, "serach", "[search]"),
        ("[search]\n[search.hybird]\n", 2, "search.hybird", "[search.hybrid]"),
        ("chunk_size = 5\n", 1, "chunk_size", "knowledge.chunk_size"),
    ] {
        let error = error(text);
        assert_eq!(error.code, "unknown_key");
        let place = format!("config.toml:{line}: {name}: ");
        assert!(error.message.contains(&place), "{}", error.message);
        let hint = error.hint.unwrap_or_default();
        assert!(hint.ends_with(&format!("one is {nearest}")), "{hint}");
    }
}

#[test]
fn a_wrong_type_or_value_names_its_line() {
    for (text, line, fault) in [
        ("[search]\nmax_results = \"50\"\n", 2, "from 1 to 1000, got \"50\""),
        ("[search]\n\nsimilarity_threshold = 1.5\n", 3, "from 0 to 1, got 1.5"),
        ("[search]\nsimilarity_threshold = nan\n", 2, "from 0 to 1, got NaN"),
        ("[search]\nfusion = \"sum\"\n", 2, "\"weighted\" or \"rrf\", got \"sum\""),
        ("[search.hybrid]\nenabled = 1\n", 2, "true or false, got 1"),
        ("[embedding]\nmodel = [\"a\"]\n", 2, "got a list"),
        ("[embedding.model]\nname = \"a\"\n", 1, "got a table"),
        ("search = 5\n", 1, "expected a table"),
        ("[[memory]]\ndecay_enabled = true\n", 1, "expected a table"),
        ("[embedding]\nbatch_size = 0xffffffffffffffffff\n", 2, "out of all bounds"),
    ] {
        let error = error(text);
        assert_eq!(error.code, "bad_value", "{}", error.message);
        assert!(error.message.contains(&format!("config.toml:{line}: ")), "{}", error.message);
        assert!(error.message.contains(fault), "{}", error.message);
        assert!(error.hint.is_some());
    }
}

#[test]
fn the_environment_and_flags_are_checked_like_files() {
    let with = |name: &str, value: &str| Sources { env: Env::from_pairs([(name, value)]), ..Sources::default() };
    let failed = load(&with("OCTOBRAIN_SEARCH__MAX_RESULTS", "many")).expect_err("not a number");
    assert!(failed.message.starts_with("OCTOBRAIN_SEARCH__MAX_RESULTS: search.max_results: "));
    assert!(failed.hint.is_some_and(|hint| hint.contains("unset")));
    let failed = load(&with("OCTOBRAIN_SEARCH__MAX_RESULT", "5")).expect_err("unknown");
    assert_eq!(failed.code, "unknown_key");
    assert!(failed.hint.is_some_and(|hint| hint.contains("is OCTOBRAIN_SEARCH__MAX_RESULTS")));
    let flags = vec![("memory.decay_enabled".to_owned(), "maybe".to_owned())];
    let failed = load(&Sources { flags, ..Sources::default() }).expect_err("not a switch");
    assert!(failed.message.starts_with("command line: memory.decay_enabled: "));
}

#[test]
fn a_variable_that_is_nearly_ours_is_pointed_out() -> Result<()> {
    let env = Env::from_pairs([
        ("OCTOBRAIN_STROE", "/s"),
        ("OCTOBRAIN_SEARCH_MAX_RESULTS", "5"),
        ("OCTOBRAIN_SOMETHING", "else"),
    ]);
    let warnings = load(&Sources { env, ..Sources::default() })?.warnings;
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains("OCTOBRAIN_SEARCH__MAX_RESULTS"));
    assert!(warnings[1].contains("OCTOBRAIN_STORE"));
    Ok(())
}

#[test]
fn published_keys_pass_with_one_warning() -> Result<()> {
    let (_folder, sources) = user(
        "version = 1\n[search.hybrid]\nenabled = false\ndefault_vector_weight = 0.8\n\
         [memory]\nmax_memories = 10000\n[boxes.docs]\nurl = \"x\"\n",
    );
    let config = load(&sources)?;
    assert!(!config.settings.search.hybrid.enabled);
    assert_eq!(config.warnings.len(), 1, "{:?}", config.warnings);
    let warning = &config.warnings[0];
    for name in ["version (line 1)", "default_vector_weight", "memory.max_memories", "boxes"] {
        assert!(warning.contains(name), "{warning}");
    }
    Ok(())
}

#[test]
fn an_overlap_needs_a_larger_chunk() {
    let error = error("[knowledge]\nchunk_size = 200\n");
    assert!(error.message.contains("chunk_overlap = 300 (built-in default)"));
    assert!(error.message.contains("config.toml:2"), "{}", error.message);
}

#[test]
fn files_from_windows_work() -> Result<()> {
    let (_folder, sources) = user("\u{feff}[search]\r\nmax_results = 9\r\n");
    assert_eq!(load(&sources)?.settings.search.max_results, 9);
    Ok(())
}

#[test]
fn names_cannot_steer_a_terminal() {
    let error = error("\"\\u001b[31mred\" = 1\n");
    assert!(!error.message.contains('\u{1b}'), "{}", error.message);
}

#[test]
fn check_tells_a_project_file_by_its_name() {
    let folder = Folder::new("check");
    let user = folder.write("config.toml", "[embedding]\nmodel = \"none\"\nmax_tokens_per_batch = 1\n");
    assert_eq!(check_file(&user).map(|warnings| warnings.len()), Ok(1));
    let project = folder.write(PROJECT_FILE, "[embedding]\nmodel = \"none\"\n");
    assert!(check_file(&project).is_err_and(|error| error.code == "project_key"));
    assert!(check_file(&folder.path().join("none.toml")).is_err());
}

#[test]
fn the_template_holds_every_key_with_its_default() -> Result<()> {
    let (_folder, sources) = user(DEFAULT_TEMPLATE);
    let config = load(&sources)?;
    assert_eq!(config.settings, Settings::default());
    assert!(config.warnings.is_empty());
    for entry in config.entries() {
        assert!(entry.origin.starts_with("user "), "{} is not in the template", entry.key);
    }
    Ok(())
}
