//! The order of recall: successors above, signals bounded, neighbours, uses, budgets, what was known then.

use serde_json::json;

use crate::support::{Outcome, Place, bytes_below};

fn id(outcome: &Outcome) -> String {
    outcome.field("id").remove(0)
}

#[test]
fn a_successor_stands_above_what_it_replaced_however_they_score() {
    let place = Place::new();
    for n in 0..20 {
        let old = place
            .run(["memorize", "--content", &format!("The rate limit of service alpha{n} is ten requests a second")])
            .clean();
        let link = format!("{}:supersedes", id(&old));
        // Says it in other words, so the old one fits the question better.
        let new = format!("alpha{n} now takes a hundred calls each minute");
        let new = id(&place.run(["memorize", "--content", &new, "--related-to", &link]).clean());
        for question in [
            format!("what is the rate limit of service alpha{n}"),
            format!("rate limit alpha{n}"),
            format!("The rate limit of service alpha{n} is ten requests a second"),
        ] {
            let found = place.run(["remember", &question]).clean();
            let ids = found.field("id");
            let at = |wanted: &str| ids.iter().position(|it| it == wanted);
            assert!(at(&new) < at(&id(&old)), "{question}: {}", found.stdout);
            assert!(at(&id(&old)).is_some_and(|at| at < 10), "{question}: the old one stays in sight");
            let old_hit = &found.records()[at(&id(&old)).unwrap()];
            assert_eq!(old_hit["superseded_by"], json!(new));
        }
    }
}

#[test]
fn a_chain_of_successors_comes_in_newest_first() {
    let place = Place::new();
    let mut ids: Vec<String> = Vec::new();
    for text in ["The queue is kept in Redis", "Jobs moved to a broker in Oslo", "Work items live in a table now"] {
        let link = ids.last().map(|last| format!("{last}:supersedes"));
        let args = [
            &["memorize", "--content", text][..],
            &link.iter().flat_map(|it| ["--related-to", it]).collect::<Vec<_>>(),
        ];
        let stored = place.run(args.concat()).clean();
        ids.push(id(&stored));
    }
    let found = place.run(["remember", "where is the queue kept, in Redis?"]).clean().field("id");
    assert_eq!(found, [ids[2].clone(), ids[1].clone(), ids[0].clone()]);
    let only = place.run(["remember", "where is the queue kept, in Redis?", "-n", "1"]).clean().field("id");
    assert_eq!(only, [ids[2].clone()]);
}

#[test]
fn what_was_known_then_knows_no_successor() {
    let place = Place::new();
    let old =
        place.run(["memorize", "--content", "The limit is ten requests", "--now", "2026-01-10T12:00:00Z"]).clean();
    let link = format!("{}:supersedes", id(&old));
    let new = place
        .run([
            "memorize",
            "--content",
            "The limit is fifty requests",
            "--related-to",
            &link,
            "--now",
            "2026-02-10T12:00:00Z",
        ])
        .clean();
    let ask = |extra: &[&str]| place.run([&["remember", "limit of requests"], extra].concat());
    assert_eq!(ask(&[]).clean().field("id"), [id(&new), id(&old)]);
    let then = ask(&["--as-of", "2026-01-31"]).clean();
    assert_eq!(then.field("id"), [id(&old)]);
    assert_eq!(then.records()[0].get("superseded_by"), None);
    ask(&["--as-of", "2026-01-01"]).expect(1);
    ask(&["--as-of", "2099-01-01"]).expect(2);
}

#[test]
fn a_better_fit_beats_a_fresher_and_confirmed_one() {
    let place = Place::new();
    let old = "The nightly export of invoices runs at two and takes an hour";
    place.run(["memorize", "--content", old, "--now", "2026-01-10T12:00:00Z"]).clean();
    let fresh = ["memorize", "--content", "Invoices are blue", "--source", "user_confirmed", "--importance", "1"];
    place.run([&fresh[..], &["--now", "2026-03-10T12:00:00Z"]].concat()).clean();
    let ask = ["remember", "when does the nightly export of invoices run", "--min-relevance", "0", "--explain"];
    let found = place.run([&ask[..], &["--now", "2026-03-10T12:00:01Z"]].concat()).clean();
    assert_eq!(found.field("content")[0], old, "{}", found.stdout);
    for record in found.records() {
        let signals = record["explain"]["signals"].as_f64().unwrap();
        assert!((0.95..=1.05).contains(&signals), "{record}");
    }
}

#[test]
fn equal_texts_are_ordered_by_who_vouches_for_them() {
    let place = Place::new();
    let lines = "{\"key\":\"a\",\"content\":\"The cache lives in memory\"}\n\
                 {\"key\":\"b\",\"content\":\"The cache lives in memory\",\"source\":\"user_confirmed\"}\n";
    place.pipe(["memorize", "-"], lines).clean();
    assert_eq!(place.run(["remember", "where does the cache live"]).clean().field("key"), ["b", "a"]);
}

#[test]
fn a_hit_names_its_neighbours() {
    let place = Place::new();
    let queue = id(&place.run(["memorize", "--content", "The queue is kept in Redis", "--type", "decision"]).clean());
    let mut others = Vec::new();
    for (n, relation) in ["depends_on", "extends", "conflicts", "implements"].into_iter().enumerate() {
        let other = id(&place.run(["memorize", "--content", &format!("Something else entirely, number {n}")]).clean());
        let strength = format!("0.{}", 9 - n);
        place.run(["relate", &other, &queue, "--relation", relation, "--strength", &strength]).clean();
        others.push(other);
    }
    let found = place.run(["remember", "queue in Redis"]).clean().records().remove(0);
    let expected = json!({ "id": others[0], "title": "Something else entirely, number 0", "relation": "depends_on",
                           "direction": "in", "strength": 0.9 });
    assert_eq!((&found["neighbors"][0], found["neighbors"].as_array().unwrap().len()), (&expected, 3));
    let filtered = place.run(["remember", "queue in Redis", "--type", "decision"]).clean().records().remove(0);
    assert_eq!(filtered["neighbors"], json!([]), "a filter holds for neighbours too");
    let without = place.run(["remember", "queue in Redis", "--no-neighbors"]).clean().records().remove(0);
    assert_eq!(without.get("neighbors"), None);
}

#[test]
fn uses_are_counted_beside_the_tables() {
    let place = Place::new();
    place.pipe(["memorize", "-"], "The queue is kept in Redis\nDeploys go out on Tuesdays\n").clean();
    let versions = || std::fs::read_dir(place.store().join("records.lance/_versions")).unwrap().count();
    let before = versions();
    for _ in 0..3 {
        place.run(["remember", "where is the queue", "--min-relevance", "0.1"]).clean();
    }
    place.run(["remember", "where is the queue", "--no-track"]).clean();
    place.run(["forget", "--query", "where is the queue"]).expect(2);
    assert_eq!(versions(), before, "recalls wrote to the table");
    let listed = place.run(["list"]).clean().records();
    let count = |content: &str| listed.iter().find(|it| it["content"] == content).unwrap()["access_count"].clone();
    assert_eq!((count("The queue is kept in Redis"), count("Deploys go out on Tuesdays")), (json!(3), json!(0)));
    std::fs::write(place.store().join("access.log"), b"\xff\xfe not a log").unwrap();
    place.run(["remember", "where is the queue"]).clean();
    place.run(["list"]).clean();
}

#[test]
fn a_budget_is_held_and_no_memory_is_cut() {
    let place = Place::new();
    let lines: String = (0..9).map(|n| format!("Rule {n}: every service logs in JSON with a request id\n")).collect();
    place.pipe(["memorize", "-"], lines).clean();
    let found = place.run(["remember", "how do services log", "--budget", "90"]).clean();
    let shown = found.records();
    assert!((1..9).contains(&shown.len()), "{}", shown.len());
    assert!(shown.iter().all(|it| it["content"].as_str().unwrap().ends_with("request id")));
    place.run(["remember", "how do services log", "--budget", "3"]).clean();
}

#[test]
fn a_question_asked_again_needs_no_model() {
    let Some(place) = Place::with_model() else { return };
    place.pipe(["memorize", "-"], "Passwords are hashed with argon2id\nThe queue is kept in Redis\n").clean();
    let first = place.run(["remember", "how do we keep credentials safe?", "--no-track"]).clean();
    // Without the library nothing can be embedded any more.
    let place = place.with("ORT_DYLIB_PATH", "/nonexistent/libonnxruntime.so");
    let again = place.run(["remember", "how do we keep credentials safe?", "--no-track"]).clean();
    assert_eq!(again.stdout, first.stdout);
    let other = place.run(["remember", "the queue in Redis"]).expect(0);
    assert_eq!(other.records()[0]["degraded"], json!(["vector"]));
    // A kept vector that was cut is made again, not used.
    for (path, bytes) in bytes_below(&place.path("home/.cache/octobrain/queries")) {
        std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    }
    let cut = place.run(["remember", "how do we keep credentials safe?"]);
    assert!(cut.status == 1 || cut.records()[0]["degraded"] == json!(["vector"]), "{}", cut.stdout);
}
