//! Duplicates, exact and near, and the program's own output coming back.

use serde_json::{Value, json};

use crate::support::Place;

#[test]
fn a_seed_script_may_run_again_and_again() {
    let place = Place::new();
    let seed = |edited: Option<usize>| -> String {
        (0..50)
            .map(|n| {
                let more = if edited == Some(n) { " since spring" } else { "" };
                json!({ "key": format!("seed-{n}"), "content": format!("Service {n} listens on port {}{more}", 8000 + n),
                        "memory_type": "configuration", "tags": ["ports"], "importance": 0.7 })
                .to_string()
                    + "\n"
            })
            .collect()
    };
    let count = |outcome: &crate::support::Outcome, status: &str| {
        outcome.field("status").iter().filter(|it| *it == status).count()
    };
    let first = place.pipe(["memorize", "-"], seed(None)).clean();
    assert_eq!(count(&first, "created"), 50);
    for _ in 0..2 {
        let again = place.pipe(["memorize", "-"], seed(None)).clean();
        assert_eq!((count(&again, "unchanged"), again.field("id")), (50, first.field("id")));
    }
    let edited = place.pipe(["memorize", "-"], seed(Some(17))).clean();
    assert_eq!(
        (count(&edited, "updated"), count(&edited, "unchanged"), edited.field("id")),
        (1, 49, first.field("id"))
    );
    assert_eq!(place.run(["list"]).clean().records().len(), 50);
}

#[test]
fn a_key_stands_on_one_line_of_a_batch() {
    let place = Place::new();
    let lines = "{\"key\":\"a\",\"content\":\"the first of two\"}\n{\"key\":\"a\",\"content\":\"the second of two\"}\n";
    let outcome = place.pipe(["memorize", "-"], lines).expect(3);
    assert!(outcome.stderr.contains("<stdin>:2: key: \"a\" is on an earlier line already"), "{}", outcome.stderr);
    assert_eq!(place.run(["list"]).clean().field("content"), ["the first of two"]);
}

#[test]
fn the_same_words_under_another_key_are_reported() {
    let place = Place::new();
    place.run(["memorize", "--content", "The queue is kept in Redis", "--key", "one"]).clean();
    let second = place.run(["memorize", "--content", "The queue is kept in Redis", "--key", "two"]).clean();
    let record = second.records().remove(0);
    assert_eq!((&record["status"], &record["similar"][0]["similarity"]), (&json!("created"), &json!(1.0)));
    let third = place.run(["memorize", "--content", "The queue is kept in Redis"]).clean();
    assert_eq!(third.field("status"), ["unchanged"]);
}

/// A sentence of its own for each number, and one that says nearly the same.
fn pair(n: usize) -> (String, String) {
    const WHAT: [&str; 10] = [
        "billing service",
        "login page",
        "search index",
        "mail queue",
        "image cache",
        "report job",
        "payment gateway",
        "audit log",
        "session store",
        "feature flags",
    ];
    const WHERE: [&str; 10] =
        ["Frankfurt", "Osaka", "Nairobi", "Lima", "Oslo", "Toronto", "Mumbai", "Lisbon", "Perth", "Seoul"];
    const WHO: [&str; 5] = ["Maria", "the platform team", "Kenji", "the night shift", "Olga"];
    let (what, place, who) = (WHAT[n % 10], WHERE[n / 10 % 10], WHO[n / 100 % 5]);
    (
        format!("The {what} in {place} is operated by {who}, and restarts need their approval first."),
        format!("The {what} in {place} is operated by {who} and restarts need their approval first!"),
    )
}

#[test]
fn five_hundred_exact_and_five_hundred_near_duplicates() {
    let Some(place) = Place::with_model() else { return };
    let lines = |near: bool| -> String {
        (0..500).map(pair).map(|(a, b)| if near { b } else { a }).map(|text| text + "\n").collect()
    };
    let first = place.pipe(["memorize", "-"], lines(false)).clean();
    let exact = place.pipe(["memorize", "-"], lines(false)).clean();
    assert!(exact.field("status").iter().all(|status| status == "unchanged"));
    assert_eq!(exact.field("id"), first.field("id"));
    let near = place.pipe(["memorize", "-"], lines(true)).clean();
    let ids = first.field("id");
    for (n, record) in near.records().iter().enumerate() {
        assert_eq!(record["status"], "created");
        assert_eq!(record["similar"][0]["id"], json!(ids[n]), "{record}");
    }
    // Reported, and tied: each near one has a link.
    let stats = place.run(["memory", "stats"]).clean().records().remove(0);
    assert_eq!(stats["memories"], 1000);
    for record in near.records().iter().step_by(97) {
        let links = place.run(["memory", "relationships", record["id"].as_str().unwrap()]).clean();
        assert!(links.field("relation").contains(&"auto_linked".to_owned()), "{}", record["content"]);
        assert!(links.records().len() <= 5);
    }
}

#[test]
fn what_to_do_about_a_near_duplicate_is_the_callers_choice() {
    let Some(place) = Place::with_model() else { return };
    let (first, near) = pair(1);
    let old = place.run(["memorize", "--content", &first]).clean().field("id").remove(0);
    let try_it = |extra: &[&str]| place.run([&["memorize", "--content", &near], extra].concat());
    let failed = try_it(&["--on-similar", "fail"]).expect(2);
    assert!(failed.stderr.contains(&old) && failed.stderr.contains("supersedes"), "{}", failed.stderr);
    let skipped = try_it(&["--on-similar", "skip"]).clean().records().remove(0);
    assert_eq!((&skipped["status"], skipped.get("id")), (&json!("skipped"), None));
    let planned = try_it(&["--dry-run"]).clean().records().remove(0);
    assert_eq!(
        (&planned["status"], &planned["dry_run"], &planned["similar"][0]["id"]),
        (&json!("created"), &json!(true), &json!(old))
    );
    assert_eq!(place.run(["list"]).clean().records().len(), 1);
    // Whoever names the old one means it.
    let replaced = try_it(&["--on-similar", "fail", "--related-to", &format!("{old}:supersedes")]).clean();
    let links = place.run(["memory", "relationships", &old]).clean();
    assert_eq!(links.field("relation"), ["supersedes"]);
    assert_eq!(replaced.records()[0]["similar"][0]["id"], json!(old));
    let again = place.run(["memory", "auto-link", &old]).clean();
    assert_eq!(again.records().len(), 0, "they are tied already");
}

#[test]
fn a_foreign_script_is_not_tied_for_looking_foreign() {
    let Some(place) = Place::with_model() else { return };
    let lines = "Развёртывание идёт по вторникам, никогда по пятницам\nПароли хранятся в хранилище секретов команды\n\
                 Очередь задач работает на Редисе в третьей зоне\nОтчёты собираются ночью и уходят на почту\n";
    let stored = place.pipe(["memorize", "-"], lines).clean();
    assert!(stored.records().iter().all(|record| record["similar"] == json!([])), "{}", stored.stdout);
    let near = place.run(["memorize", "--content", "Развёртывание идёт по вторникам и никогда по пятницам"]).clean();
    assert_eq!(near.records()[0]["similar"][0]["id"], json!(stored.field("id")[0]));
}

#[test]
fn recall_piped_back_adds_nothing() {
    let Some(place) = Place::with_model() else { return };
    let lines: String = (0..12).map(|n| pair(n * 7).0 + "\n").collect();
    place.pipe(["memorize", "-"], lines).clean();
    place
        .run(["memorize", "--content", "Deploys. They go out on Tuesdays", "--title", "When we deploy", "--global"])
        .clean();
    for _ in 0..50 {
        let found = place
            .run(["remember", "who operates the billing service and when do we deploy", "--min-relevance", "0"])
            .clean();
        assert!(!found.records().is_empty());
        let again = place.pipe(["memorize", "-"], &found.stdout).clean();
        assert!(again.field("status").iter().all(|status| status == "unchanged"), "{}", again.stdout);
    }
    assert_eq!(place.run(["list"]).clean().records().len(), 13);
}

#[test]
fn a_dry_run_leaves_no_trace() {
    let place = Place::new();
    let planned = place.pipe(["memorize", "-", "--dry-run"], "a fact that is only planned\nshort\n").expect(3);
    assert_eq!(planned.field("status"), ["created"]);
    assert!(!place.store().exists());
    place.run(["memorize", "--content", "a fact that is there", "--key", "k"]).clean();
    let planned: Vec<Value> =
        place.run(["memorize", "--content", "a fact that is changed", "--key", "k", "--dry-run"]).clean().records();
    assert_eq!((&planned[0]["status"], &planned[0]["content"]), (&json!("updated"), &json!("a fact that is changed")));
    assert_eq!(place.run(["list"]).clean().field("content"), ["a fact that is there"]);
}
