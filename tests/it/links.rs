//! Links: both ends, once, in one commit with the memory; graph and history.

use serde_json::{Value, json};

use crate::support::{Outcome, Place};

fn id(outcome: &Outcome) -> String {
    outcome.field("id").remove(0)
}

fn fact(place: &Place, content: &str) -> String {
    id(&place.run(["memorize", "--content", content]).clean())
}

#[test]
fn a_link_is_made_with_its_memory() {
    let place = Place::new();
    let old = fact(&place, "Deploys go out on Tuesdays");
    let new = place.run([
        "memorize",
        "--content",
        "Deploys go out on Mondays",
        "--related-to",
        &format!("{}:supersedes", &old[..13]),
    ]);
    let new = new.clean();
    assert_eq!(new.records()[0]["links"], json!([{ "to": old, "relation": "supersedes", "status": "created" }]));
    let found = place.run(["get", &old]).clean();
    assert_eq!(found.records()[0]["superseded_by"], json!(id(&new)));
    let line = json!({ "content": "The queue needs the deploy", "related_to": [
        { "target_id": old, "relationship_type": "depends_on", "strength": 0.5, "description": "same pipeline" },
        format!("{old}:extends"),
    ]});
    let tied = place.pipe(["memorize", "-"], line.to_string()).clean();
    assert_eq!(tied.records()[0]["links"].as_array().unwrap().len(), 2);
    let links = place.run(["memory", "relationships", &old]).clean();
    assert_eq!(links.field("relation"), ["supersedes", "extends", "depends_on"]);
    assert_eq!(links.records()[2]["description"], "same pipeline");
    assert_eq!(links.records()[2]["origin"], "memorize");
}

#[test]
fn a_link_that_cannot_be_made_stores_nothing() {
    let place = Place::new();
    let fact_id = fact(&place, "The queue is kept in Redis");
    let elsewhere =
        id(&place.run(["memorize", "--content", "A fact of another project", "--scope", "github.com/a/b"]).clean());
    let bad = [
        (format!("{}:extends", "0198c5f2-1111-7111-8111-111111111111"), "there is no memory"),
        (format!("{elsewhere}:extends"), "there is no memory"),
        ("01:extends".to_owned(), "at least its first 8"),
        (format!("{fact_id}:extend"), "did you mean extends?"),
        (format!("{fact_id}:auto_linked"), "octobrain alone"),
        (format!("{fact_id}:closes"), "needs a goal"),
    ];
    for (link, reason) in &bad {
        let outcome =
            place.run(["memorize", "--content", "A fact that hangs in the air", "--related-to", link]).expect(2);
        assert!(outcome.stderr.contains(reason), "{link}: {}", outcome.stderr);
    }
    let lines = format!(
        "{}\n{}\n",
        json!({ "content": "A line whose link leads nowhere", "related_to": "0198c5f2-1111-7111-8111-111111111111" }),
        json!({ "content": "A line that is fine as it is" })
    );
    let outcome = place.pipe(["memorize", "-"], lines).expect(3);
    assert!(outcome.stderr.contains("<stdin>:1: related_to"), "{}", outcome.stderr);
    assert_eq!(outcome.records().len(), 1);
    assert_eq!(place.run(["list"]).clean().records().len(), 2);
    assert_eq!(place.run(["memory", "stats", "--all-scopes"]).clean().records()[0]["links"], 0);
}

#[test]
fn an_ambiguous_end_is_refused() {
    // Two ids of one instant share their beginning.
    let place = Place::new().with("OCTOBRAIN_NOW", "2026-01-31T12:00:00Z");
    let first = fact(&place, "The first of two at one instant");
    let second = place.pipe(["memorize", "-"], "Filler to be first here\nThe second of two at one instant\n").clean();
    let second = second.field("id").remove(1);
    assert_eq!(first[..13], second[..13]);
    let outcome = place.run(["relate", &first[..13], &second]).expect(2);
    assert!(outcome.stderr.contains("is the beginning of"), "{}", outcome.stderr);
    place.run(["relate", &first, &second]).clean();
}

#[test]
fn relate_makes_each_link_once_and_removes_it() {
    let place = Place::new();
    let (a, b) = (fact(&place, "The queue is kept in Redis"), fact(&place, "Workers read the queue"));
    let run = |args: &[&str]| place.run([&["relate", &b, &a], args].concat());
    assert_eq!(run(&["--relation", "depends_on"]).clean().field("status"), ["created"]);
    assert_eq!(run(&["--relationship-type", "depends_on"]).clean().field("status"), ["unchanged"]);
    assert_eq!(run(&["--relation", "depends_on", "--strength", "0.4"]).clean().field("status"), ["updated"]);
    assert_eq!(place.run(["memory", "relationships", &a]).clean().records()[0]["strength"], 0.4);
    run(&["--relation", "depends_on", "--strength", "1.4"]).expect(2);
    run(&["--relation", "supports"]).expect(2);
    assert!(place.run(["relate", &a, &a]).expect(2).stderr.contains("the memory itself"));
    assert_eq!(run(&["--relation", "extends", "--remove"]).expect(1).field("status"), ["not_found"]);
    assert_eq!(run(&["--remove"]).clean().field("relation"), ["depends_on"]);
    assert_eq!(place.run(["memory", "relationships", &a]).clean().records().len(), 0);
    let changes = place.run(["history", &a]).clean().field("change");
    assert_eq!(changes, ["created", "linked", "linked", "unlinked", "unlinked"]);
    let lines = format!("{}\n{}\n", json!({ "from": a, "to": b, "ref": 7 }), json!({ "from": a }));
    let outcome = place.pipe(["relate", "-"], lines).expect(3);
    assert_eq!((outcome.field("relation"), &outcome.records()[0]["ref"]), (vec!["related_to".to_owned()], &json!(7)));
    assert!(outcome.stderr.contains("<stdin>:2: to is missing"), "{}", outcome.stderr);
}

#[test]
fn supersession_cannot_go_in_a_circle() {
    let place = Place::new();
    let ids: Vec<String> = (0..3).map(|n| fact(&place, &format!("The limit is {n} requests a minute"))).collect();
    place.run(["relate", &ids[1], &ids[0], "--relation", "supersedes"]).clean();
    place.run(["relate", &ids[2], &ids[1], "--relation", "supersedes"]).clean();
    let outcome = place.run(["relate", &ids[0], &ids[2], "--relation", "supersedes"]).expect(2);
    assert!(outcome.stderr.contains("supersedes") && outcome.stderr.contains("already"), "{}", outcome.stderr);
    assert_eq!(place.run(["memory", "stats"]).clean().records()[0]["links"], 2);
}

#[test]
fn a_link_stays_in_the_project_of_its_narrower_end() {
    let place = Place::new();
    let here = ["--scope", "github.com/acme/shop"];
    let there = ["--scope", "github.com/acme/other"];
    let global = id(&place.run(["memorize", "--content", "Everywhere tabs are four wide", "--global"]).clean());
    let own = id(&place.run([&["memorize", "--content", "In the shop tabs are two wide"], &here[..]].concat()).clean());
    place.run([&["relate", &global, &own, "--relation", "conflicts"], &here[..]].concat()).clean();
    let seen =
        |scope: &[&str]| place.run([&["memory", "relationships", &global], scope].concat()).clean().records().len();
    assert_eq!((seen(&here), seen(&there), seen(&["--global"])), (1, 0, 0));
    let graph = place.run([&["graph", &global], &there[..]].concat()).clean();
    assert_eq!(graph.field("id"), [global.as_str()]);
    assert_eq!(place.run([&["history", &global], &there[..]].concat()).clean().field("change"), ["created"]);
}

#[test]
fn a_graph_is_walked_and_drawn() {
    let place = Place::new();
    let ids: Vec<String> = (0..5).map(|n| fact(&place, &format!("Step {n} of the release \"train\""))).collect();
    for pair in ids.windows(2) {
        place.run(["relate", &pair[1], &pair[0], "--relation", "depends_on"]).clean();
    }
    let of = |depth: &str| place.run(["graph", &ids[0], "--depth", depth]).clean().records();
    let kinds = |records: Vec<Value>| records.iter().filter(|it| it["type"] == "memory").count();
    assert_eq!((kinds(of("0")), kinds(of("1")), kinds(of("2")), kinds(of("9"))), (1, 2, 3, 5));
    let dot = place.run(["graph", &ids[0], "--format", "dot"]).clean().stdout;
    assert!(
        dot.starts_with("digraph") && dot.contains("n1 -> n0 [label=\"depends_on\"") && dot.contains("\\\"train\\\"")
    );
    let mermaid = place.run(["graph", &ids[0], "--format", "mermaid"]).clean().stdout;
    assert!(mermaid.starts_with("flowchart LR\n") && mermaid.contains("n1 -->|depends_on| n0"), "{mermaid}");
    let text = place.run(["graph", &ids[0], "--format", "text"]).clean().stdout;
    assert_eq!(text.lines().count(), 3, "{text}");
    place.run(["graph", &ids[0], "--depth", "11"]).expect(2);
    place.run(["graph", "0198c5f2-1111-7111-8111-111111111111"]).expect(1);
    assert!(place.run(["list", "--format", "dot"]).expect(2).stderr.contains("draw a graph"));
}

#[test]
fn history_tells_what_by_what_and_in_which_order() {
    let place = Place::new();
    let key = ["memorize", "--key", "deploy-day", "--content"];
    let one = id(&place.run([&key[..], &["Deploys go out on Tuesdays"]].concat()).clean());
    place.run([&key[..], &["Deploys go out on Mondays"]].concat()).clean();
    place.run(["update", &one, "--importance", "0.9", "--add-tags", "Ops"]).clean();
    let two = id(&place
        .run(["memorize", "--content", "Deploys go out hourly", "--related-to", &format!("{one}:supersedes")])
        .clean());
    let history = place.run(["history", &one]).clean();
    assert_eq!(history.field("change"), ["created", "updated", "updated", "superseded"]);
    assert_eq!(history.field("by"), ["memorize", "memorize", "update", "memorize"]);
    let records = history.records();
    let expected = json!({ "before": "Deploys go out on Tuesdays", "after": "Deploys go out on Mondays" });
    assert_eq!(records[1]["fields"]["content"], expected);
    assert_eq!(records[2]["fields"]["tags"], json!({ "before": [], "after": ["ops"] }));
    assert_eq!(records[3]["link"]["from"], json!(two));
    place.run(["history", "0198c5f2-1111-7111-8111-111111111111"]).expect(1);
    let both = place.pipe(["history", "-"], format!("{one}\n{two}\n")).clean();
    assert_eq!(both.records().len(), 6);
}

#[test]
fn the_guides_shorthands_list_and_show() {
    let place = Place::new();
    let bug = place
        .run([
            "memorize",
            "--content",
            "Login fails on Safari",
            "--type",
            "bug",
            "--tags",
            "auth,web",
            "--files",
            "src/a.rs",
        ])
        .clean();
    fact(&place, "The queue is kept in Redis");
    for args in [
        &["memory", "by-type", "bug_fix", "--limit", "10"][..],
        &["memory", "by-tags", "AUTH,other"],
        &["memory", "for-files", "src/a.rs,src/b.rs"],
    ] {
        assert_eq!(place.run(args).clean().field("id"), bug.field("id"), "{args:?}");
    }
    assert_eq!(
        place.run(["memory", "recent", "--limit", "1"]).clean().field("content"),
        ["The queue is kept in Redis"]
    );
    assert_eq!(place.run(["memory", "recent"]).clean().records().len(), 2);
    let stats = place.run(["memory", "stats"]).clean().records().remove(0);
    assert_eq!((&stats["memories"], &stats["by_type"]), (&json!(2), &json!({ "bug_fix": 1, "insight": 1 })));
    place.run(["memory", "auto-link", &id(&bug)]).expect(5);
    let gone = place.run(["memory", "forget", "--memory-id", &id(&bug), "--confirm"]).clean();
    assert_eq!(gone.field("status"), ["forgotten"]);
}
