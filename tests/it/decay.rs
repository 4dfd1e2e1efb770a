//! Decay: a pure function of record, use and clock, told by `decay`, used by all.

use serde_json::{Value, json};

use crate::support::Place;

const BEGIN: &str = "2026-01-01T00:00:00Z";

fn day(n: i64) -> String {
    (BEGIN.parse::<jiff::Timestamp>().unwrap() + jiff::SignedDuration::from_hours(24 * n)).to_string()
}

fn effective(place: &Place, now: &str) -> Vec<(String, f64)> {
    let list = place.run(["list", "--now", now]).clean().records();
    let mut all: Vec<(String, f64)> = list
        .iter()
        .map(|it| (it["content"].as_str().unwrap().to_owned(), it["effective_importance"].as_f64().unwrap()))
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn filled() -> Place {
    let place = Place::new();
    let lines = [
        json!({ "content": "Backups of the ledger go to Frankfurt", "importance": 0.8 }),
        json!({ "content": "The coffee machine takes oat milk", "importance": 0.8 }),
        json!({ "content": "Answers shall be short and in German", "importance": 0.8, "memory_type": "user_preference" }),
        json!({ "content": "Move the ledger to the new cluster", "importance": 0.8, "memory_type": "goal" }),
    ];
    place.pipe(["memorize", "-", "--now", BEGIN], lines.map(|line| line.to_string()).join("\n")).clean();
    place
}

#[test]
fn daily_for_a_year_equals_once() {
    let (daily, once) = (filled(), filled());
    for n in 1..=365 {
        daily.run(["decay", "--quiet", "--now", &day(n)]).clean();
    }
    once.run(["decay", "--quiet", "--now", &day(365)]).clean();
    assert_eq!(effective(&daily, &day(365)), effective(&once, &day(365)));
    assert_eq!(daily.run(["decay", "--now", &day(365)]).clean().stdout, "", "nothing has moved since");
}

#[test]
fn a_year_of_use_and_disuse() {
    let place = filled();
    for n in 1..=52 {
        place.run(["remember", "where do backups of the ledger go", "-n", "1", "--now", &day(n * 7)]).clean();
    }
    let faded = place.run(["decay", "--now", &day(365)]).clean().records();
    let of = |words: &str| -> Value {
        let id =
            place.run(["list"]).clean().records().into_iter().find(|it| it["content"] == words).unwrap()["id"].clone();
        faded.iter().find(|it| it["id"] == id).cloned().unwrap_or(Value::Null)
    };
    let used = of("Backups of the ledger go to Frankfurt");
    assert_eq!((&used["effective"], &used["uses"]), (&json!(1.0), &json!(52)));
    let unused = of("The coffee machine takes oat milk");
    assert_eq!((&unused["effective"], &unused["at_floor"]), (&json!(0.05), &json!(true)));
    assert_eq!(unused["idle_days"], 365.0);
    assert_eq!(of("Answers shall be short and in German")["effective"], 0.4);
    assert_eq!(of("Move the ledger to the new cluster")["effective"], 0.4);
    // Sunk, and found by its words all the same.
    let found = place.run(["remember", "coffee machine oat milk", "--now", &day(366), "--no-track"]).clean();
    assert_eq!(found.field("content")[0], "The coffee machine takes oat milk");
}

#[test]
fn list_recall_decay_agree() {
    let place = filled();
    let now = day(45);
    let faded = place.run(["decay", "--dry-run", "--now", &now]).clean().records();
    assert_eq!(faded.len(), 4);
    for one in &faded {
        let got = place.run(["get", one["id"].as_str().unwrap(), "--now", &now]).clean().records().remove(0);
        assert_eq!(got["effective_importance"], one["effective"]);
    }
    assert_eq!(place.run(["decay", "--dry-run", "--now", &now]).clean().records(), faded, "a dry run is no run");
    assert_eq!(place.run(["decay", "--min-change", "0.3", "--now", &now]).clean().records().len(), 0);
    let wrong = place.run(["decay", "--min-change", "2"]).expect(2);
    assert!(wrong.stderr.contains("0.0..1.0"), "{}", wrong.stderr);
}

#[test]
fn a_clock_that_jumps_loses_nothing() {
    let place = filled();
    let before = place.run(["list", "--now", &day(1)]).clean().stdout;
    for now in ["2016-01-01T00:00:00Z", "2036-01-01T00:00:00Z", "2016-06-01T00:00:00Z"] {
        place.run(["decay", "--quiet", "--now", now]).clean();
        place.run(["sleep", "--quiet", "--now", now]).clean();
    }
    assert_eq!(place.run(["list", "--now", &day(1)]).clean().stdout, before);
    assert_eq!(place.run(["decay", "--scope", "nobody/here"]).clean().stdout, "");
}

#[test]
fn an_old_fact_gives_way_on_every_phrasing() {
    let place = Place::new();
    let old = place
        .run([
            "memorize",
            "--content",
            "Deploys of the shop go out on Tuesdays at noon",
            "--now",
            "2025-03-01T00:00:00Z",
        ])
        .clean()
        .field("id")
        .remove(0);
    let link = format!("{old}:supersedes");
    let new = place
        .run([
            "memorize",
            "--content",
            "The shop is deployed on Thursdays at ten",
            "--related-to",
            &link,
            "--now",
            "2026-03-01T00:00:00Z",
        ])
        .clean()
        .field("id")
        .remove(0);
    let phrasings = [
        "deploys of the shop",
        "when do deploys of the shop go out",
        "shop deploys tuesdays",
        "deploys on tuesdays at noon",
        "shop at noon",
        "tuesdays",
        "what day do deploys go out",
        "when does the shop go out",
        "deploy day of the shop",
        "noon deploys",
        "out on tuesdays at noon",
        "do deploys go out at noon",
        "which day deploys",
        "go out on tuesdays",
        "deploys",
        "shop tuesdays noon",
        "the shop goes out",
        "is the shop deployed on tuesdays",
        "deploy noon tuesday shop",
        "deploys of the shop go out on Tuesdays at noon",
    ];
    for phrasing in phrasings {
        let hits = place.run(["remember", phrasing, "--no-track", "--now", "2026-04-01T00:00:00Z"]);
        assert_eq!(hits.status, 0, "{phrasing}");
        assert_eq!(hits.field("id")[0], new, "{phrasing}");
        let then =
            place.run(["remember", phrasing, "--as-of", "2025-12-01", "--no-track", "--now", "2026-04-01T00:00:00Z"]);
        assert_eq!(then.field("id"), std::slice::from_ref(&old), "{phrasing}");
    }
}
