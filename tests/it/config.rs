//! Configuration as a user meets it.

use crate::support::{Place, finish};

/// Every key of the published program's files that its guides name, and older ones.
const PUBLISHED: &str = r#"
version = 1
[embedding]
model = "none"
batch_size = 32
timeout_secs = 30
[search]
similarity_threshold = 0.3
max_results = 50
[search.hybrid]
enabled = true
default_vector_weight = 0.6
[search.hyde]
enabled = true
top_k = 3
alpha = 0.5
[search.reranker]
enabled = false
model = "fastembed:jina-reranker-v2-base-multilingual"
top_k_candidates = 50
final_top_k = 10
[memory]
max_memories = 10000
decay_enabled = true
decay_half_life_days = 90
access_boost_factor = 1.2
min_importance_threshold = 0.05
default_importance = 0.5
auto_linking_enabled = true
auto_link_threshold = 0.78
max_auto_links_per_memory = 5
sleep_consolidation_enabled = true
sleep_consolidation_interval_hours = 24
sleep_consolidation_threshold = 0.85
sleep_consolidation_min_cluster_size = 3
sleep_consolidation_max_age_days = 7
[knowledge]
chunk_size = 1200
chunk_overlap = 300
outdating_days = 15
max_results = 5
session_ttl_hours = 120
"#;

fn data(place: &Place) -> std::path::PathBuf {
    let data = place.path("home/.local/share/octobrain");
    std::fs::create_dir_all(&data).unwrap();
    data
}

#[test]
fn a_published_file_in_the_data_folder_works_at_first_start() {
    let place = Place::new();
    std::fs::write(data(&place).join("config.toml"), PUBLISHED).unwrap();
    let outcome = place.run(["memorize", "--content", "the first fact with an old file"]).expect(0);
    assert_eq!(outcome.records().len(), 1);
    assert_eq!(outcome.stderr.matches("warning").count(), 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("max_memories"), "{}", outcome.stderr);
    place.run(["list", "-q"]).clean();
}

#[test]
fn a_misspelt_key_names_the_nearest() {
    let place = Place::new();
    std::fs::write(data(&place).join("config.toml"), "[memory]\nimportence = 1\ndefault_importence = 0.4\n").unwrap();
    let outcome = place.run(["list"]).expect(2);
    assert!(outcome.stderr.contains("config.toml:2") || outcome.stderr.contains("config.toml:3"), "{}", outcome.stderr);
    place.run(["--help"]).clean();
    place.run(["completions", "bash"]).clean();
}

#[test]
fn init_show_and_check() {
    let place = Place::new();
    let written = place.run(["config", "init"]).clean().field("file").remove(0);
    place.run(["config", "check", &written]).clean();
    place.run(["config", "init"]).expect(2);
    place.run(["config", "init", "--force"]).clean();
    let shown = place.run(["config", "show", "--origin", "--format", "text"]).clean().stdout;
    assert!(shown.contains("embedding.model = \"none\"  # environment OCTOBRAIN_EMBEDDING__MODEL"), "{shown}");
    assert!(shown.contains("memory.decay_half_life_days = 90"), "{shown}");
    std::fs::write(place.path("bad.toml"), "[search]\nmax_results = \"many\"\n").unwrap();
    let outcome = place.run(["config", "check", place.path("bad.toml").to_str().unwrap()]).expect(2);
    assert!(outcome.stderr.contains("bad.toml:2"), "{}", outcome.stderr);
}

#[test]
fn settings_are_used() {
    let place = Place::new().with("OCTOBRAIN_MEMORY__DEFAULT_IMPORTANCE", "0.7");
    let stored = place.run(["memorize", "--content", "importance comes from settings"]).clean();
    assert_eq!(stored.records()[0]["importance"], 0.7);
    let place = place.with("OCTOBRAIN_SEARCH__SIMILARITY_THRESHOLD", "1");
    place.run(["remember", "importance of penguins in settings"]).expect(1);
}

#[test]
fn without_a_home_the_remedy_is_named() {
    let place = Place::new();
    let mut command = place.command(["list"]);
    command.env_remove("HOME");
    let outcome = finish(command, b"").expect(2);
    assert!(outcome.stderr.contains("HOME") && outcome.stderr.contains("hint"), "{}", outcome.stderr);
    let store = place.path("elsewhere");
    let mut command = place.command(["memorize", "--content", "a store needs no home folder"]);
    command.env_remove("HOME").env("OCTOBRAIN_STORE", &store);
    finish(command, b"").clean();
}

#[test]
fn a_cloned_repository_cannot_redirect_memory() {
    let place = Place::new();
    place.git("work", &["init", "-q"]);
    std::fs::write(place.path("work/.octobrain.toml"), "[embedding]\nmodel = \"local:/tmp/evil\"\n").unwrap();
    place.run(["list"]).expect(2);
    std::fs::write(place.path("work/.octobrain.toml"), "[scope]\nsub_path = \"backend\"\n").unwrap();
    let scope = place.run(["scope"]).clean().field("scope").remove(0);
    assert!(scope.ends_with("/work/backend"), "{scope}");
}
