//! `reindex --model`: the old vectors answer until all of the new ones are there, however often it is ended.

use std::time::Duration;

use serde_json::json;

use crate::support::Place;
use crate::support::embeddings::Service;

const SECRET: &str = "sk-test-0123456789";

fn facts(count: usize) -> String {
    let line = |n: usize| format!("{{\"content\":\"Order {n} waits in queue {} for {} minutes\"}}\n", n % 17, n % 59);
    (0..count).map(line).collect()
}

#[test]
fn killed_three_times_on_the_way() {
    let service = Service::start();
    let url = format!("http://{}/v1", service.address);
    let place = Place::new()
        .with("OCTOBRAIN_EMBEDDING__MODEL", "openai:first")
        .with("OCTOBRAIN_EMBEDDING__URL", &url)
        .with("OPENAI_API_KEY", SECRET)
        .with("OCTOBRAIN_MEMORY__AUTO_LINKING_ENABLED", "false")
        .with("NO_PROXY", "127.0.0.1");
    place.pipe(["memorize", "-"], facts(5_000)).expect(0);
    let ask = |place: &Place| {
        let found =
            place.run(["remember", "orders waiting in queue 3", "--mode", "vector", "--min-relevance", "0"]).expect(0);
        assert_eq!(found.records().len(), 10);
        found.records()[0]["embedding"].clone()
    };
    ask(&place);
    // The second model has another dimension, so vectors of both could not even be mixed.
    let first_id = place.run(["status"]).clean().records().remove(0)["model_id"].clone();
    assert_eq!(first_id, "openai:first");
    for _ in 0..3 {
        let mut child = place.command(["reindex", "--model", "openai:second@48"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        child.kill().unwrap();
        child.wait().unwrap();
        ask(&place);
        let status = place.run(["status"]).clean().records().remove(0);
        assert_eq!((&status["model_id"], &status["pending"]), (&json!("openai:first"), &json!(0)));
    }
    service.set_dimension(48);
    let done = place.run(["reindex", "--model", "openai:second@48"]).expect(0);
    assert_eq!(done.records()[0]["model"], "openai:second@48");
    let status = place.run(["status"]).expect(0);
    assert!(status.stderr.contains("openai:second@48, which goes on"), "{}", status.stderr);
    assert_eq!(status.records()[0]["pending"], 0);
    let place = place.with("OCTOBRAIN_EMBEDDING__MODEL", "openai:second@48");
    assert_eq!(place.run(["status"]).clean().records()[0]["pending"], 0);
    ask(&place);
    place.run(["memorize", "--content", "Written with the second model"]).clean();
    assert_eq!(place.run(["status"]).clean().records()[0]["pending"], 0);
    // A day later nobody needs the old ones.
    assert!(place.run(["reindex"]).clean().records().is_empty());
    let old = std::time::SystemTime::now() - Duration::from_secs(25 * 3600);
    std::fs::File::options().append(true).open(place.store().join("model.json")).unwrap().set_modified(old).unwrap();
    assert_eq!(place.run(["reindex"]).clean().records()[0]["dropped"], 1);
    ask(&place);
}

#[test]
fn a_model_that_cannot_be_had_changes_nothing() {
    let Some(place) = Place::with_model() else { return };
    place.run(["memorize", "--content", "The shop deploys on Tuesdays"]).clean();
    for model in ["local:/nowhere", "openai:text-embedding-3-small", "http://127.0.0.1:9/v1"] {
        place.run(["reindex", "--model", model]).expect(5);
    }
    place.run(["reindex", "--model", "none"]).expect(2);
    place.run(["reindex", "--model", "nonsense"]).expect(2);
    let found = place.run(["remember", "when do we ship", "--mode", "vector", "--min-relevance", "0"]).clean();
    assert_eq!(found.records().len(), 1);
}
