//! `eval`: its metrics against an independent computation, its ways, its faults.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::support::{Place, cross_encoder};

/// A collection whose documents differ in who does what to whom.
fn directions(place: &Place, folder: &str) -> String {
    let verbs = ["calls", "blocks", "feeds", "wakes", "copies", "checks", "locks", "trusts", "parses", "starts"];
    let (mut corpus, mut queries, mut qrels) =
        (String::new(), String::new(), "query-id\tcorpus-id\tscore\n".to_owned());
    for (n, verb) in verbs.iter().enumerate() {
        for (id, one, other) in [("ab", "worker", "scheduler"), ("ba", "scheduler", "worker")] {
            let text = format!("In module {n} the {one} {verb} the {other} once a minute");
            corpus += &format!("{}\n", json!({ "_id": format!("{id}{n}"), "title": "", "text": text }));
            let query = format!("the {one} {verb} the {other}");
            queries += &format!("{}\n", json!({ "_id": format!("q{id}{n}"), "text": query }));
            qrels +=
                &format!("q{id}{n}\t{id}{n}\t2\nq{id}{n}\t{}{n}\t{}\n", if id == "ab" { "ba" } else { "ab" }, n % 2);
        }
    }
    queries += "{\"_id\": \"unjudged\", \"text\": \"nobody knows\"}\n";
    corpus += "{\"_id\": \"empty\", \"title\": \"\", \"text\": \"\"}\n";
    let root = place.path(folder);
    std::fs::create_dir_all(root.join("qrels")).unwrap();
    std::fs::write(root.join("corpus.jsonl"), corpus).unwrap();
    std::fs::write(root.join("queries.jsonl"), queries).unwrap();
    std::fs::write(root.join("qrels/test.tsv"), qrels).unwrap();
    root.display().to_string()
}

/// nDCG@10, recall@5 and MRR@10 from hits, written down anew.
fn by_hand(place: &Place, folder: &str, mode: &str) -> [f64; 3] {
    let read = |file: &str| std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
    let mut grades: HashMap<String, HashMap<String, f64>> = HashMap::new();
    for line in read("qrels/test.tsv").lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let grade: f64 = columns[2].parse().unwrap();
        if grade > 0.0 {
            grades.entry(columns[0].into()).or_default().insert(columns[1].into(), grade);
        }
    }
    let lines = |text: String| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    let memories: String = lines(read("corpus.jsonl"))
        .iter()
        .filter(|row| row["text"] != "")
        .map(|row| format!("{}\n", json!({ "key": row["_id"], "content": row["text"] })))
        .collect();
    place.pipe(["memorize", "-"], memories).clean();
    let asked: String = lines(read("queries.jsonl"))
        .iter()
        .map(|row| format!("{}\n", json!({ "ref": row["_id"], "query": row["text"], "limit": 100 })))
        .collect();
    let args = ["remember", "-", "--min-relevance", "0", "--no-track", "--mode", mode];
    let hits = place.pipe(args, asked).clean().records();
    let mut sums = [0.0; 3];
    for (query, grades) in &grades {
        let ranked: Vec<&str> =
            hits.iter().filter(|hit| hit["ref"] == json!(query)).map(|hit| hit["key"].as_str().unwrap()).collect();
        let gain = |at: usize, grade: f64| grade / ((at + 2) as f64).ln() * std::f64::consts::LN_2;
        let dcg: f64 = (0..ranked.len().min(10)).map(|at| gain(at, *grades.get(ranked[at]).unwrap_or(&0.0))).sum();
        let mut best: Vec<f64> = grades.values().copied().collect();
        best.sort_by(|a, b| b.partial_cmp(a).unwrap());
        let ideal: f64 = best.iter().enumerate().map(|(at, grade)| gain(at, *grade)).sum();
        let first = ranked.iter().position(|key| grades.contains_key(*key));
        sums[0] += dcg / ideal;
        sums[1] += ranked.iter().take(5).filter(|key| grades.contains_key(**key)).count() as f64 / grades.len() as f64;
        sums[2] += first.filter(|at| *at < 10).map_or(0.0, |at| 1.0 / (at as f64 + 1.0));
    }
    sums.map(|sum| sum / grades.len() as f64)
}

fn number(record: &Value, field: &str) -> f64 {
    record[field].as_f64().unwrap()
}

#[test]
fn metrics_agree_with_an_independent_computation() {
    let Some(place) = Place::with_model() else { return };
    let folder = directions(&place, "set");
    let measured = place.run(["eval", &folder]).clean().records();
    let ways: Vec<(Value, Value)> = measured.iter().map(|it| (it["mode"].clone(), it["expand"].clone())).collect();
    let expected = [("lexical", false), ("vector", false), ("hybrid", false), ("hybrid", true)];
    assert_eq!(ways, expected.map(|(mode, expand)| (json!(mode), json!(expand))));
    for record in measured.iter().filter(|it| it["mode"] != "hybrid" || it["expand"] == true) {
        let mode = record["mode"].as_str().unwrap();
        let [ndcg, recall, mrr] = by_hand(&place, &folder, mode);
        for (field, value) in [("ndcg@10", ndcg), ("recall@5", recall), ("mrr@10", mrr)] {
            assert!((number(record, field) - value).abs() < 1e-4, "{mode} {field}: {record} {value}");
        }
        assert_eq!(
            (&record["queries"], &record["documents"], &record["left_out"]),
            (&json!(20), &json!(20), &json!(1))
        );
        assert!(number(record, "p95_ms") >= number(record, "p50_ms"));
    }
    // The second run finds the vectors; only questions need the model.
    let again = place.run(["eval", &folder, "--mode", "lexical"]).clean().records();
    assert_eq!(again[0]["ndcg@10"], measured[0]["ndcg@10"]);
    place.run(["status"]).clean();
}

#[test]
fn a_cross_encoder_sets_the_order_and_it_shows() {
    let place = Place::new();
    let Some(place) = cross_encoder(place) else { return };
    let folder = directions(&place, "set");
    let measured = place.run(["eval", &folder]).clean().records();
    assert_eq!((measured.len(), &measured[1]["rerank"]), (2, &json!(true)));
    let gain = number(&measured[1], "ndcg@10") - number(&measured[0], "ndcg@10");
    assert!(gain > 0.05, "{measured:?}");
    place.pipe(["memorize", "-"], "The worker wakes the scheduler\nThe scheduler wakes the worker\n").clean();
    for (query, first) in [
        ("the worker wakes the scheduler", "The worker wakes the scheduler"),
        ("the scheduler wakes the worker", "The scheduler wakes the worker"),
    ] {
        let found = place.run(["remember", query, "--explain"]).clean();
        assert_eq!(found.field("content")[0], first);
        let scores: Vec<f64> = found.records().iter().map(|hit| hit["explain"]["rerank"].as_f64().unwrap()).collect();
        assert!(scores[0] > scores[1], "{scores:?}");
    }
    // One that cannot be had is missed loudly, and the order stays that of the texts.
    let place = place.with("OCTOBRAIN_SEARCH__RERANKER__MODEL", "local:/nonexistent");
    let without = place.run(["remember", "the worker wakes the scheduler"]).expect(0);
    assert_eq!(without.records()[0]["degraded"], json!(["rerank"]));
    assert_eq!(without.stderr.matches("warning").count(), 1, "{}", without.stderr);
}

#[test]
fn what_is_no_collection_is_named() {
    let place = Place::new();
    let missing = place.run(["eval", "nowhere"]).expect(2);
    assert!(missing.stderr.contains("corpus.jsonl"), "{}", missing.stderr);
    let folder = directions(&place, "set");
    std::fs::write(format!("{folder}/queries.jsonl"), "{\"_id\": \"qab1\", \"text\": \"x\"}\nnot json\n").unwrap();
    let bad = place.run(["eval", &folder]).expect(2);
    assert!(bad.stderr.contains("queries.jsonl:2"), "{}", bad.stderr);
    std::fs::write(format!("{folder}/queries.jsonl"), "").unwrap();
    place.run(["eval", &folder]).expect(2);
}
