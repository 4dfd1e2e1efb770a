//! The embedding model: there, gone, back, none; and what it must not do.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::support::hub::Hub;
use crate::support::{Place, bytes_below};

/// A place with its own copy of the model, which can be taken away.
fn with_own_model() -> Option<(Place, PathBuf)> {
    let place = Place::with_model()?;
    let own = place.path("model");
    copy_folder(Path::new(&std::env::var("OCTOBRAIN_TEST_MODEL").unwrap()), &own);
    let place = place.with("OCTOBRAIN_EMBEDDING__MODEL", &format!("local:{}", own.display()));
    Some((place, own))
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn the_model_goes_and_comes_back() {
    let Some((place, model)) = with_own_model() else { return };
    place.run(["memorize", "--content", "Passwords are hashed with argon2id"]).clean();
    let gone = place.path("model-away");
    std::fs::rename(&model, &gone).unwrap();
    for args in [&["list"][..], &["status"]] {
        place.run(args).clean();
    }
    // What is there already needs no model, so nothing is missed.
    let again = place.run(["memorize", "--content", "Passwords are hashed with argon2id"]).clean();
    assert_eq!(again.field("status"), ["unchanged"]);
    let stored = place.run(["memorize", "--content", "Invoices are rendered as PDF files"]).expect(0);
    assert_eq!(
        (stored.field("embedding"), stored.field("status")),
        (vec!["pending".to_owned()], vec!["created".to_owned()])
    );
    assert_eq!(stored.stderr.matches("warning").count(), 1, "{}", stored.stderr);
    let found = place.run(["remember", "invoices PDF"]).expect(0);
    assert_eq!(found.records()[0]["degraded"], json!(["vector"]));
    assert_eq!(found.stderr.matches("warning").count(), 1, "{}", found.stderr);
    place.run(["remember", "invoices", "--mode", "vector"]).expect(5);
    place.run(["remember", "invoices", "--mode", "lexical"]).clean();
    std::fs::rename(&gone, &model).unwrap();
    assert_eq!(place.run(["status"]).clean().records()[0]["pending"], json!(1));
    place.run(["remember", "billing documents", "--min-relevance", "0"]).clean();
    assert_eq!(place.run(["status"]).clean().records()[0]["pending"], json!(0));
    let found = place.run(["remember", "documents for billing customers", "-n", "1"]).clean();
    assert_eq!(found.field("content"), ["Invoices are rendered as PDF files"]);
}

#[test]
fn a_memory_by_words_alone_is_no_degraded_one() {
    let place = Place::new();
    let stored = place.run(["memorize", "--content", "Passwords are hashed with argon2id"]).clean();
    assert!(stored.records()[0].get("embedding").is_none());
    let found = place.run(["remember", "argon2id"]).clean();
    assert!(found.records()[0].get("degraded").is_none());
}

#[test]
fn an_unknown_model_is_named_and_nothing_is_stored() {
    let place = Place::new().with("OCTOBRAIN_EMBEDDING__MODEL", "fastembed:nomic-embed-text-v1.6");
    let outcome = place.run(["memorize", "--content", "a fact with a misspelt model"]).expect(2);
    assert!(outcome.stderr.contains("did you mean `fastembed:nomic-ai/nomic-embed-text-v1"), "{}", outcome.stderr);
    assert!(!place.store().exists());
}

#[test]
fn the_default_model_is_never_fetched_on_the_side() {
    let place = Place::new().with("OCTOBRAIN_EMBEDDING__MODEL", "fastembed:nomic-ai/nomic-embed-text-v1.5");
    let stored = place.run(["memorize", "--content", "a fact on a fresh machine"]).expect(0);
    assert_eq!(stored.field("embedding"), ["pending"]);
    assert!(stored.stderr.contains("model pull") || stored.stderr.contains("setup"), "{}", stored.stderr);
}

#[test]
fn the_model_can_be_tried() {
    let Some(place) = Place::with_model() else { return };
    let check = place.run(["model", "check"]).clean().records().remove(0);
    assert_eq!((&check["status"], &check["dimension"]), (&json!("ready"), &json!(384)));
    assert_eq!(place.run(["model", "path"]).clean().field("status"), ["present"]);
    let listed = place.run(["model", "list"]).clean();
    assert!(listed.records().iter().any(|model| model["default"] == json!(true)));
    place.with("OCTOBRAIN_EMBEDDING__MODEL", "local:/nonexistent").run(["model", "check"]).expect(5);
}

#[test]
fn only_our_own_folders_are_written_to() {
    let Some(place) = Place::with_model() else { return };
    std::fs::remove_file(place.path("home/.cache/octobrain/probes")).unwrap();
    place.run(["memorize", "--content", "a fact in a fresh home folder"]).clean();
    place.run(["remember", "fresh home"]).clean();
    for (path, _) in bytes_below(&place.path("home")) {
        let path = path.to_string_lossy().into_owned();
        assert!(path.contains("/.local/share/octobrain/") || path.contains("/.cache/octobrain/"), "{path}");
    }
    assert_eq!(std::fs::read_dir(place.path("work")).unwrap().count(), 0);
}

#[test]
fn a_text_has_one_vector_alone_and_in_a_batch() {
    let Some(place) = Place::with_model() else { return };
    let facts: Vec<String> = (0..32)
        .map(|n| format!("fact {n}: {}", ["the worker retries uploads with backoff"; 7][..=n % 7].join(", ")))
        .collect();
    place.pipe(["memorize", "-", "--scope", "batch/all"], facts.join("\n")).clean();
    place.run(["memorize", "--scope", "one/alone", "--content", &facts[6]]).clean();
    let cosine = |scope: &str| {
        let found = place.run(["remember", &facts[6], "--scope", scope, "--explain", "-n", "1"]).clean();
        assert_eq!(found.field("content"), [facts[6].clone()]);
        found.records()[0]["explain"]["cosine"].as_f64().unwrap()
    };
    assert!((cosine("batch/all") - cosine("one/alone")).abs() < 1e-5);
}

#[test]
fn a_broken_download_is_taken_up_and_used() {
    let Some(place) = Place::with_model() else { return };
    let files = PathBuf::from(std::env::var("OCTOBRAIN_TEST_MODEL").unwrap());
    let hub = Hub::start([("nomic-ai/nomic-embed-text-v1.5", files)]);
    let place = place
        .with("OCTOBRAIN_EMBEDDING__MODEL", "fastembed:nomic-ai/nomic-embed-text-v1.5")
        .with("HF_ENDPOINT", &hub.url());
    place.run(["model", "path"]).expect(1);
    hub.break_after("model.onnx", 1_000_000, 1);
    assert_eq!(place.run(["model", "pull"]).expect(0).field("status"), ["downloaded"]);
    assert!(hub.bodies("model.onnx").len() >= 2, "{:?}", hub.bodies("model.onnx"));
    let asked = hub.requests().len();
    assert_eq!(place.run(["model", "pull"]).clean().field("status"), ["unchanged"]);
    place.run(["memorize", "--content", "Passwords are hashed with argon2id"]).clean();
    let found = place.run(["remember", "protecting user credentials", "--min-relevance", "0"]).clean();
    assert_eq!(found.records()[0]["matched"], json!(["vector"]));
    assert_eq!(hub.requests().len(), asked, "a cached model asked the network");
}

#[test]
fn a_hub_that_cannot_be_reached_is_status_5() {
    let Some(place) = Place::with_model() else { return };
    let place = place
        .with("OCTOBRAIN_EMBEDDING__MODEL", "fastembed:nomic-ai/nomic-embed-text-v1.5")
        .with("HF_ENDPOINT", "http://127.0.0.1:9");
    let outcome = place.run(["model", "pull"]).expect(5);
    assert!(outcome.stderr.contains("hint"), "{}", outcome.stderr);
}

#[test]
fn a_mirror_that_ignores_ranges_still_serves() {
    let Some(place) = Place::with_model() else { return };
    let files = PathBuf::from(std::env::var("OCTOBRAIN_TEST_MODEL").unwrap());
    let hub = Hub::start([("nomic-ai/nomic-embed-text-v1.5", files)]);
    hub.ignore_ranges(true);
    hub.break_after("model.onnx", 1_000_000, 1);
    let place = place
        .with("OCTOBRAIN_EMBEDDING__MODEL", "fastembed:nomic-ai/nomic-embed-text-v1.5")
        .with("HF_ENDPOINT", &hub.url());
    place.run(["model", "pull"]).expect(0);
    assert_eq!(place.run(["model", "check"]).clean().field("status"), ["ready"]);
}
