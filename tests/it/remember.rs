//! `remember`: order, relevance, modes, batches.

use serde_json::json;

use crate::support::Place;

const FACTS: &str = "\
Retries use exponential backoff with three attempts
The upload worker reads its queue from Redis
Invoices are rendered as PDF by a headless browser
Passwords are hashed with argon2id before storage
The staging database is restored every night from production
";

#[test]
fn meaning_finds_what_no_word_matches() {
    let Some(place) = Place::with_model() else { return };
    place.pipe(["memorize", "-"], FACTS).clean();
    let found = place.run(["remember", "how do we keep credentials safe?", "-n", "1", "--explain"]).clean();
    assert_eq!(found.field("content"), ["Passwords are hashed with argon2id before storage"]);
    let hit = &found.records()[0];
    assert!(hit["explain"]["cosine"].as_f64().unwrap() > 0.2, "{hit}");
    assert_eq!(hit["explain"]["vector_weight"], json!(0.5));
    assert!(hit["relevance"].as_f64().unwrap() <= 1.0);
}

#[test]
fn a_question_about_nothing_here_is_answered_with_silence() {
    let Some(place) = Place::with_model() else { return };
    place.pipe(["memorize", "-"], FACTS).clean();
    let nothing = place.run(["remember", "breeding habits of emperor penguins"]).expect(1);
    assert_eq!((nothing.stdout, nothing.stderr), (String::new(), String::new()));
}

#[test]
fn modes_pick_the_legs() {
    let Some(place) = Place::with_model() else { return };
    place.pipe(["memorize", "-"], FACTS).clean();
    let matched = |mode: &str| {
        let found = place.run(["remember", "PDF invoices", "--mode", mode, "-n", "1", "--min-relevance", "0"]).clean();
        found.records()[0]["matched"].clone()
    };
    assert_eq!(matched("lexical"), json!(["lexical"]));
    assert_eq!(matched("vector"), json!(["vector"]));
    assert_eq!(matched("hybrid"), json!(["lexical", "vector"]));
}

#[test]
fn a_language_that_the_model_does_not_speak_is_left_to_the_words() {
    let Some(place) = Place::with_model() else { return };
    let facts = "Повторные попытки используют экспоненциальную задержку\nСчета создаются в формате PDF\nПароли хранятся в виде хешей\n";
    place.pipe(["memorize", "-"], facts).clean();
    let found = place.run(["remember", "как хранятся пароли?", "--explain", "--min-relevance", "0"]).clean();
    assert_eq!(found.field("content")[0], "Пароли хранятся в виде хешей");
    assert_eq!(found.records()[0]["explain"]["vector_weight"], json!(0.0));
}

#[test]
fn batches_carry_refs_and_own_fields() {
    let place = Place::new();
    place.pipe(["memorize", "-"], FACTS).clean();
    let queries = "{\"ref\":\"q1\",\"query\":\"backoff attempts\",\"limit\":1,\"note\":\"mine\",\"rank\":9}\nRedis queue\n\n{\"ref\":3,\"query\":[\"argon2id\",\"hashed passwords\"],\"filter\":{\"memory_types\":[\"insight\"]}}\n";
    let found = place.pipe(["remember", "-"], queries).clean().records();
    assert_eq!((&found[0]["ref"], &found[0]["note"], &found[0]["rank"]), (&json!("q1"), &json!("mine"), &json!(1)));
    assert!(found[1]["content"].as_str().unwrap().contains("Redis"));
    assert!(found.iter().any(|hit| hit["ref"] == json!(3) && hit["content"].as_str().unwrap().contains("argon2id")));
}

#[test]
fn bad_queries_are_named_and_the_others_answered() {
    let place = Place::new();
    place.pipe(["memorize", "-"], FACTS).clean();
    let queries = "{\"query\":\"backoff\",\"filter\":{\"tpye\":\"x\"}}\n{\"query\":\"backoff\",\"limit\":5000}\n{\"qury\":\"x\"}\n{\"query\":\"\"}\n{\"query\":[1]}\n{\"query\":\"backoff\",\"mode\":\"magic\"}\nbackoff\n";
    let outcome = place.pipe(["remember", "-"], queries).expect(3);
    assert_eq!(outcome.records().len(), 1);
    for part in [
        "<stdin>:1: filter: unknown field \"tpye\"",
        "did you mean type",
        "<stdin>:2: limit: 1..1000, got 5000",
        "<stdin>:3: query is missing",
        "<stdin>:4: query: there is nothing to search for",
        "<stdin>:5: query: expected a list of strings",
        "<stdin>:6: mode: unknown value",
    ] {
        assert!(outcome.stderr.contains(part), "{part} is missing in\n{}", outcome.stderr);
    }
}

#[test]
fn any_text_is_a_query() {
    let place = Place::new();
    place.pipe(["memorize", "-"], FACTS).clean();
    let long = "backoff ".repeat(1300);
    let queries = [
        "why does rm -rf fail",
        "+1 nucleosomes",
        "\"unbalanced",
        "AND OR NOT",
        "*",
        "field:",
        "🧠🧠",
        "a\u{0}b",
        &long,
        "(((",
        "C++ && .NET || %",
    ];
    for query in queries {
        let line = json!({ "query": query }).to_string();
        let outcome = place.pipe(["remember", "-"], line);
        assert!(outcome.status == 0 || outcome.status == 1, "{query:?}: {} {}", outcome.status, outcome.stderr);
        assert_eq!(outcome.stderr, "", "{query:?}");
    }
}

#[test]
fn several_bare_words_are_terms_and_many_are_one_query() {
    let place = Place::new();
    place.pipe(["memorize", "-"], FACTS).clean();
    let two = place.run(["remember", "argon2id", "Redis"]).clean();
    assert_eq!(two.records().len(), 2);
    let many = place.run(["remember", "the", "upload", "worker", "reads", "its", "queue", "--explain"]).clean();
    assert!(many.field("content")[0].contains("upload worker"));
}

#[test]
fn filters_hold_before_the_cut() {
    let place = Place::new();
    let mut lines: String = (0..300).map(|n| format!("deploy note number {n} deploy deploy\n")).collect();
    lines.push_str("{\"content\":\"one deploy decision that was taken\",\"type\":\"decision\",\"tags\":[\"x\"]}\n");
    place.pipe(["memorize", "-"], lines).clean();
    for filter in [["--type", "decision"], ["--tag", "x"]] {
        let found = place.run(["remember", "deploy", "-n", "1", filter[0], filter[1], "--min-relevance", "0"]).clean();
        assert_eq!(found.field("content"), ["one deploy decision that was taken"]);
    }
}

#[test]
fn an_update_that_was_not_indexed_is_found_all_the_same() {
    let place = Place::new();
    place.pipe(["memorize", "-"], FACTS).clean();
    std::fs::remove_dir_all(place.store().join("lexical")).unwrap();
    let found = place.run(["remember", "argon2id"]).clean();
    assert_eq!(found.records().len(), 1);
    assert!(!place.store().join("lexical").exists(), "a reader wrote to the store");
    place.run(["memorize", "--content", "a writer brings the index up again"]).clean();
    assert_eq!(place.run(["status"]).clean().records()[0]["lexical_current"], json!(true));
    assert_eq!(place.run(["remember", "argon2id"]).clean().records().len(), 1);
}

#[test]
fn other_projects_move_neither_order_nor_relevance() {
    let place = Place::new();
    place.pipe(["memorize", "-", "--scope", "a/b"], FACTS).clean();
    let ask = || {
        place
            .run([
                "remember",
                "the queue of the worker",
                "--scope",
                "a/b",
                "--explain",
                "--no-track",
                "--min-relevance",
                "0",
            ])
            .clean()
            .stdout
    };
    let before = ask();
    let noise: String = (0..500).map(|n| format!("queue worker noise number {n} from elsewhere\n")).collect();
    place.pipe(["memorize", "-", "--scope", "c/d"], noise).clean();
    assert_eq!(ask(), before);
}
