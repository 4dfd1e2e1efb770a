//! `memorize`, `get`, `forget`: what goes in, comes back and goes.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::Place;

#[test]
fn the_guides_own_pair_works_as_written() {
    let Some(place) = Place::with_model() else { return };
    let stored = place.run(["memory", "memorize", "--title", "API Design Pattern", "--content"]).expect(2);
    assert!(stored.stderr.contains("--content"));
    place
        .run([
            "memory",
            "memorize",
            "--title",
            "API Design Pattern",
            "--content",
            "Use REST for CRUD, GraphQL for complex queries",
            "--memory-type",
            "architecture",
            "--tags",
            "api,design",
        ])
        .clean();
    let found = place.run(["memory", "remember", "how should I design APIs"]).clean();
    assert_eq!(found.field("title"), ["API Design Pattern"]);
    assert_eq!(found.records()[0]["matched"], json!(["lexical", "vector"]));
}

#[test]
fn a_record_has_its_fields_in_order() {
    let place = Place::new().with("OCTOBRAIN_NOW", "2026-01-31T12:00:00Z");
    let outcome = place
        .run([
            "memorize",
            "--content",
            "Deploys go out on Tuesdays. Never on Fridays.",
            "--type",
            "decision",
            "--importance",
            "0.8",
            "--source",
            "confirmed",
            "--tag",
            "Deploy",
            "--tag",
            "ops",
            "--key",
            "deploy-day",
            "--role",
            "developer",
            "--scope",
            "github.com/acme/shop",
        ])
        .clean();
    let id = outcome.field("id").remove(0);
    let expected = format!(
        "{{\"type\":\"memory\",\"status\":\"created\",\"id\":\"{id}\",\"key\":\"deploy-day\",\"scope\":\"github.com/acme/shop\",\
         \"title\":\"Deploys go out on Tuesdays\",\"content\":\"Deploys go out on Tuesdays. Never on Fridays.\",\
         \"memory_type\":\"decision\",\"importance\":0.8,\"source\":\"user_confirmed\",\"tags\":[\"deploy\",\"ops\"],\
         \"related_files\":[],\"role\":\"developer\",\"state\":\"working\",\"created_at\":\"2026-01-31T12:00:00Z\",\
         \"updated_at\":\"2026-01-31T12:00:00Z\",\"similar\":[]}}\n"
    );
    assert_eq!(outcome.stdout, expected);
}

#[test]
fn a_fixed_clock_gives_the_same_bytes() {
    let lines =
        "first fact about caching\nsecond fact about caching\n{\"content\":\"third fact about caching\",\"ref\":7}\n";
    let run = || {
        Place::new()
            .with("OCTOBRAIN_NOW", "2026-01-31T12:00:00Z")
            .pipe(["memorize", "-", "--global"], lines)
            .clean()
            .stdout
    };
    assert_eq!(run(), run());
}

#[test]
fn bad_lines_are_named_and_good_ones_stored() {
    let place = Place::new();
    let mut input: Vec<u8> = Vec::new();
    input.extend(b"{\"content\":\"a good first fact\",\"ref\":\"a\",\"mine\":{\"x\":1}}\n");
    input.extend(b"{\"content\":\"abc\"}\n");
    input.extend(b"{\"content\": 12}\n");
    input.extend(b"{\"content\":\"broken\n");
    input.extend(b"\xff\xfe not text\n");
    input.extend(vec![b'x'; 20 << 20]);
    input.extend(b"\n{\"content\":\"unknown type here\",\"memory_type\":\"desicion\"}\n");
    input.extend(b"{\"content\":\"importance is off\",\"importance\":1.2}\n");
    input.extend("{\"content\":\"a good last fact\",\"title\":\"ความ\"}\n".as_bytes());
    input.extend(b"\r\n{\"content\":\"a good last fact\"}\r\n");
    let outcome = place.pipe(["memorize", "-"], input).expect(3);
    let records = outcome.records();
    assert_eq!(records.len(), 2, "{}", outcome.stdout);
    assert_eq!((&records[0]["ref"], &records[0]["mine"]), (&json!("a"), &json!({"x": 1})));
    for part in [
        "<stdin>:2: content: 10..10000 characters, got 3",
        "<stdin>:3: content: expected a string, got a number",
        "<stdin>:4: column",
        "<stdin>:5: byte 1 is not valid UTF-8",
        "<stdin>:6: the line is longer than 16 MiB",
        "<stdin>:7: memory_type: unknown value \"desicion\"",
        "did you mean decision?",
        "<stdin>:8: importance: 0.0..1.0, got 1.2",
        "<stdin>:9: title: 5..200 characters, got 4",
    ] {
        assert!(outcome.stderr.contains(part), "{part} is missing in\n{}", outcome.stderr);
    }
    assert_eq!(place.run(["list"]).clean().records().len(), 2);
}

#[test]
fn the_same_again_changes_nothing_and_a_key_updates_in_place() {
    let place = Place::new();
    let seed = "{\"key\":\"a\",\"content\":\"the API speaks JSON\"}\n{\"content\":\"the queue is Redis based\"}\n";
    assert_eq!(place.pipe(["memorize", "-"], seed).clean().field("status"), ["created", "created"]);
    let again = place.pipe(["memorize", "-"], seed).clean();
    assert_eq!(again.field("status"), ["unchanged", "unchanged"]);
    let edited = seed.replace("JSON", "CBOR");
    let third = place.pipe(["memorize", "-"], &edited).clean();
    assert_eq!(third.field("status"), ["updated", "unchanged"]);
    assert_eq!(third.field("id"), again.field("id"));
    assert_eq!(place.run(["remember", "CBOR", "--min-relevance", "0"]).clean().field("key"), ["a"]);
    place.run(["remember", "JSON", "--min-relevance", "0"]).expect(1);
}

#[test]
fn recalled_output_piped_back_adds_nothing() {
    let place = Place::new();
    let facts = "Tokens live in the keychain. Never in files.\nThe build needs protoc and a C compiler\n{\"title\":\"Given title\",\"content\":\"with some content here\",\"tags\":[\"x\"]}\n";
    place.pipe(["memorize", "-"], facts).clean();
    for _ in 0..5 {
        let recalled = place.run(["remember", "tokens build content", "--min-relevance", "0"]).clean();
        assert_eq!(recalled.records().len(), 3);
        let again = place.pipe(["memorize", "-"], recalled.stdout).clean();
        assert_eq!(again.field("status"), ["unchanged"; 3]);
    }
    assert_eq!(place.run(["list"]).clean().records().len(), 3);
}

#[test]
fn a_pipe_that_pauses_is_answered() {
    let place = Place::new();
    let mut child = place.command(["memorize", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for n in 0..3 {
        writeln!(stdin, "fact number {n} sent down a slow pipe").unwrap();
        let begun = Instant::now();
        let answer = lines.next().unwrap().unwrap();
        assert!(answer.contains("created"), "{answer}");
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn get_by_id_and_by_prefix() {
    let place = Place::new();
    let id = place.run(["memorize", "--content", "a fact to be found again"]).clean().field("id").remove(0);
    assert_eq!(place.run(["get", &id]).clean().field("id"), std::slice::from_ref(&id));
    assert_eq!(place.run(["get", &id[..30]]).clean().field("id"), std::slice::from_ref(&id));
    let missing = place.run(["get", "00000000-0000-7000-8000-000000000000"]).expect(1);
    assert_eq!((missing.field("status"), missing.stderr), (vec!["not_found".to_owned()], String::new()));
    place.run(["get", "zzz"]).expect(2);
    place.run(["get", &id[..4]]).expect(2);
    let piped = place.pipe(["get", "-"], format!("{{\"id\":\"{id}\",\"ref\":1}}\n{id}\n")).clean();
    assert_eq!(piped.field("ref"), ["1", "null"]);
}

#[test]
fn ambiguous_prefixes_are_refused() {
    let place = Place::new().with("OCTOBRAIN_NOW", "2026-01-31T12:00:00Z");
    let ids = place
        .pipe(["memorize", "-"], "one fact of the same instant\nanother fact of the same instant\n")
        .clean()
        .field("id");
    let outcome = place.run(["get", &ids[0][..8]]).expect(2);
    assert!(outcome.stderr.contains("2 ids") && outcome.stderr.contains(&ids[1]), "{}", outcome.stderr);
}

#[test]
fn forget_shows_first_and_removes_when_confirmed() {
    let place = Place::new();
    let ids =
        place.pipe(["memorize", "-"], "the staging host is mars\nthe production host is venus\n").clean().field("id");
    let shown = place.run(["forget", &ids[0]]).expect(2);
    assert_eq!(shown.field("status"), ["would_forget"]);
    assert!(shown.stderr.contains("--confirm"));
    assert_eq!(place.run(["list"]).clean().records().len(), 2);
    assert_eq!(place.run(["forget", &ids[0], "--confirm"]).clean().field("status"), ["forgotten"]);
    assert_eq!(place.run(["forget", &ids[0], "--yes"]).expect(1).field("status"), ["not_found"]);
    place.run(["remember", "mars", "--min-relevance", "0"]).expect(1);
    assert_eq!(place.run(["remember", "venus", "--min-relevance", "0"]).clean().records().len(), 1);
}

#[test]
fn forget_by_query_selects_what_remember_shows() {
    let place = Place::new();
    place.pipe(["memorize", "-"], "the staging host is mars\nlunch is at noon on Mondays\n").clean();
    let shown = place.run(["forget", "--query", "staging host"]).expect(2);
    assert_eq!(shown.field("content"), ["the staging host is mars"]);
    let nothing = place.run(["forget", "--query", "zebra crossings in Mongolia", "--confirm"]).expect(1);
    assert_eq!((nothing.stdout, nothing.stderr), (String::new(), String::new()));
    place.run(["forget", "--query", "staging host", "--confirm"]).clean();
    assert_eq!(place.run(["list"]).clean().records().len(), 1);
}

#[test]
fn list_filters_and_sorts() {
    let place = Place::new();
    let facts = [
        json!({"content": "first fact of the list", "memory_type": "decision", "tags": ["a"], "importance": 0.9}),
        json!({"content": "second fact of the list", "type": "bug", "tags": ["a", "b"], "role": "reviewer"}),
        json!({"content": "third fact of the list", "related_files": ["src/it's.rs"], "source": "confirmed", "importance": 0.2}),
    ];
    let lines: String = facts.iter().map(|fact| format!("{fact}\n")).collect();
    place.pipe(["memorize", "-"], lines).clean();
    let contents = |args: &[&str]| -> Vec<String> {
        let all: Vec<&str> = ["list"].iter().chain(args).copied().collect();
        place.run(all).clean().field("content").iter().map(|text| text.split(' ').next().unwrap().to_owned()).collect()
    };
    assert_eq!(contents(&[]), ["third", "second", "first"]);
    assert_eq!(contents(&["--type", "decision,bug_fix"]), ["second", "first"]);
    assert_eq!(contents(&["--tag", "B"]), ["second"]);
    assert_eq!(contents(&["--file", "src/it's.rs"]), ["third"]);
    assert_eq!(contents(&["--source", "user_confirmed"]), ["third"]);
    assert_eq!(contents(&["--role", "reviewer"]), ["second"]);
    assert_eq!(contents(&["--sort", "importance"]), ["first", "second", "third"]);
    assert_eq!(contents(&["--limit", "1"]), ["third"]);
    assert_eq!(contents(&["--since", "1h"]).len(), 3);
    assert_eq!(contents(&["--until", "yesterday"]).len(), 0);
    assert_eq!(contents(&["--state", "archived"]).len(), 0);
}
