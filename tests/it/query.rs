//! What a query may say: any text, phrases, operators, periods; and what it must not see.

use serde_json::json;

use crate::support::Place;

const FACTS: &str = "\
The blue green deploy takes a minute
A deploy by hand is green only when the blue lamp is lit
Rollback of a deploy is one click
Ошибка сети повторяется три раза
公開APIは令牌桶で制限する
";

#[test]
fn every_string_is_a_query() {
    let Some(place) = Place::with_model() else { return };
    place.pipe(["memorize", "-"], FACTS).clean();
    let mut queries: Vec<String> =
        (33u8..127).filter(|c| c.is_ascii_punctuation()).map(|c| (c as char).into()).collect();
    for odd in [
        "\"unbalanced deploy",
        "deploy\"",
        "\"\"",
        "\" \"",
        "AND OR NOT",
        "deploy AND NOT",
        "*",
        "dep*",
        "field:",
        "title:deploy",
        "(deploy",
        "deploy^2",
        "deploy~",
        "[a TO b]",
        "rm -rf /",
        "+1 nucleosomes",
        "--",
        "- -",
        "+ +",
        "-\"",
        "🦀",
        "👩‍👩‍👧‍👦 deploy",
        "\u{0}",
        "deploy\u{0}green",
        "\u{feff}deploy",
        "\u{202e}yolped",
        "e\u{301}\u{301}\u{301}",
        "\\",
        "\\n",
        "%s%n",
        "'; DROP TABLE",
        "${HOME}",
    ] {
        queries.push(odd.to_owned());
    }
    queries.push("deploy ".repeat(1500));
    queries.push("x".repeat(10_000));
    queries.push("\"".repeat(5_000));
    for syntax in ["plain", "operators"] {
        let lines: String = queries
            .iter()
            .map(|query| format!("{}\n", json!({ "query": query, "syntax": syntax, "min_relevance": 0 })))
            .collect();
        let outcome = place.pipe(["remember", "-", "--no-track"], lines);
        assert!([0, 1].contains(&outcome.status), "{}: {}", outcome.status, outcome.stderr);
        assert_eq!(outcome.stderr, "", "{syntax}");
    }
}

#[test]
fn a_quoted_phrase_raises_and_is_never_required() {
    let place = Place::new();
    place.pipe(["memorize", "-"], FACTS).clean();
    let first = |query: &str| place.run(["remember", query, "--min-relevance", "0"]).clean().field("content");
    // Without the quotation marks the record that holds the words more densely may win.
    let found = first("green blue lamp deploy \"blue green\"");
    assert!(found.len() > 1, "the phrase is not required: {found:?}");
    let score = |query: &str| {
        let found = place.run(["remember", query, "--min-relevance", "0", "--explain"]).clean().records();
        let hit = found.iter().find(|it| it["content"].as_str().unwrap().starts_with("The blue")).unwrap().clone();
        hit["explain"]["lexical_score"].as_f64().unwrap()
    };
    assert!(score("deploy \"blue green\"") > score("deploy blue green") + 0.5);
    assert_eq!(score("deploy \"green blue\""), score("deploy green blue"));
    assert_eq!(first("\"令牌桶\"")[0], "公開APIは令牌桶で制限する");
    assert_eq!(first("\"ошибка  СЕТИ\"")[0], "Ошибка сети повторяется три раза");
}

#[test]
fn operators_are_obeyed_by_both_legs() {
    let Some(place) = Place::with_model() else { return };
    place.pipe(["memorize", "-"], FACTS).clean();
    let ask = |query: &str| {
        place.run(["remember", "--syntax", "operators", "--min-relevance", "0", "--", query]).field("content")
    };
    assert_eq!(ask("deploy +rollback"), ["Rollback of a deploy is one click"]);
    assert!(ask("deploy -rollback").iter().all(|text| !text.contains("Rollback")));
    assert_eq!(ask("\"blue green\" deploy"), ["The blue green deploy takes a minute"]);
    assert!(ask("lamp -\"blue green\"").iter().all(|text| !text.starts_with("The blue")));
    assert!(ask("deploy +nosuchword").is_empty());
    place.run(["remember", "--syntax", "operators", "--", "-rollback"]).expect(2);
    // A successor does not come in where an operator bars it.
    let old =
        place.run(["memorize", "--content", "The gateway times out after ten seconds"]).clean().field("id").remove(0);
    let link = format!("{old}:supersedes");
    place.run(["memorize", "--content", "The gateway times out after a minute in Oslo", "--related-to", &link]).clean();
    assert_eq!(ask("gateway times out -Oslo")[0], "The gateway times out after ten seconds");
    assert!(ask("gateway times out -Oslo").iter().all(|text| !text.contains("Oslo")));
}

#[test]
fn questions_that_contradict_themselves_are_refused() {
    let place = Place::new();
    place.pipe(["memorize", "-"], FACTS).clean();
    for args in [
        &["remember", "deploy", "--created-after", "2026-12-01", "--created-before", "2026-01-01"][..],
        &["remember", "deploy", "--created-after", "2026-02-01", "--as-of", "2026-01-01"],
        &["list", "--created-after", "2026-12-01", "--created-before", "2026-01-01"],
        &["remember", "deploy", "-n", "0"],
        &["remember", "deploy", "-n", "10000"],
        &["remember", ""],
        &["remember", "deploy", "--as-of", "2099-01-01"],
        &["remember", "deploy", "--syntax", "sql"],
    ] {
        let refused = place.run(args).expect(2);
        assert!(refused.stdout.is_empty() && !refused.stderr.is_empty(), "{args:?}");
    }
    for line in [
        json!({ "query": "deploy", "filter": { "created_after": "2026-12-01", "created_before": "2026-01-01" } }),
        json!({ "query": "deploy", "filter": { "typ": "goal" } }),
        json!({ "query": ["a", "b", "c", "d", "e", "f"] }),
        json!({ "query": "deploy", "limit": 10_000 }),
        json!({ "query": "deploy", "syntax": "sql" }),
    ] {
        let refused = place.pipe(["remember", "-"], format!("{line}\n")).expect(2);
        assert!(refused.stderr.contains("<stdin>:1") && refused.stderr.contains("hint"), "{}", refused.stderr);
    }
}

#[test]
fn last_week_is_a_period_in_any_language() {
    let place = Place::new();
    for (at, text) in [
        ("2026-01-05T12:00:00Z", "We decided to keep the monolith"),
        ("2026-03-07T12:00:00Z", "We decided to split out billing"),
        ("2026-01-05T12:00:00Z", "Мы решили оставить монолит"),
        ("2026-03-07T12:00:00Z", "Мы решили выделить биллинг"),
    ] {
        place.run(["memorize", "--content", text, "--now", at]).clean();
    }
    let ask = |query: &str| {
        let args = ["remember", query, "--created-after", "7d", "--now", "2026-03-10T12:00:00Z"];
        place.run(args).clean().field("content")
    };
    assert_eq!(ask("what did we decide last week"), ["We decided to split out billing"]);
    assert_eq!(ask("что мы решили на прошлой неделе"), ["Мы решили выделить биллинг"]);
}

#[test]
fn ten_thousand_memories_of_others_change_nothing() {
    let place = Place::new();
    let mine: String = (0..300)
        .map(|n| format!("{}\n", json!({ "scope": "us/app", "content": format!("Service {} listens on port {} behind gateway {}", n % 40, 8000 + n, n % 7) })))
        .collect();
    place.pipe(["memorize", "-"], mine).clean();
    let asked: String = (0..200)
        .map(|n| format!("{}\n", json!({ "query": format!("which port has service {} behind gateway {}", n % 40, n % 9), "scope": "us/app" })))
        .collect();
    let ask = || place.pipe(["remember", "-", "--no-track", "--explain"], asked.clone()).clean().stdout;
    let before = ask();
    assert!(before.lines().count() > 500);
    let theirs: String = (0..10_000)
        .map(|n| format!("{}\n", json!({ "scope": format!("them/{}", n % 5), "content": format!("Gateway {n} of service {} has port {}", n % 40, n % 100) })))
        .collect();
    place.pipe(["memorize", "-", "--on-similar", "link"], theirs).clean();
    assert!(ask() == before, "other scopes moved an order or a relevance");
}
