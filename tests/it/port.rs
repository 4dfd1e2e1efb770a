//! `export`, `import`, `backup`: what goes out comes back, and nothing is doubled.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Place, finish};

/// A project with facts, links, a fold, a goal, something forgotten, and a document.
fn lived_in() -> Option<Place> {
    let place = Place::with_model()?;
    let facts: String = (0..40)
        .map(|n| {
            let (topic, colour) = (["queues", "invoices", "logins", "backups"][n % 4], ["red", "green", "blue"][n % 3]);
            json!({ "content": format!("Rule {n} of {topic}: the {colour} path takes {} seconds", n * 7 + 1),
                "key": format!("rule-{n}"), "importance": 0.4 + (n % 5) as f64 / 10.0, "tags": [topic] })
            .to_string()
                + "\n"
        })
        .collect();
    place.pipe(["memorize", "-", "--scope", "acme/shop"], facts).clean();
    place.run(["memorize", "--content", "Times are written in UTC", "--global"]).clean();
    let same: String = (0..3)
        .map(|n| format!("{{\"content\":\"The cache is cleared at midnight{}\"}}\n", ".".repeat(n + 1)))
        .collect();
    place.pipe(["memorize", "-", "--scope", "acme/shop"], same).clean();
    place.run(["sleep", "--min-size", "2"]).expect(0);
    let goal = place.run([
        "memorize",
        "--content",
        "Bring the import below a minute",
        "--type",
        "goal",
        "--scope",
        "acme/shop",
    ]);
    let goal = goal.clean().field("id").remove(0);
    let tie = format!("{goal}:achieves");
    place
        .run(["memorize", "--content", "Batches halve the time", "--related-to", &tie, "--scope", "acme/shop"])
        .clean();
    let gone = place.run(["memorize", "--content", "A passing thought to forget", "--scope", "acme/shop"]).clean();
    place.run(["forget", &gone.field("id")[0], "--confirm", "--scope", "acme/shop"]).clean();
    std::fs::write(place.path("work/guide.md"), "# Guide\n\n## Retries\n\nA request is tried three times.\n").unwrap();
    place.run(["ingest", "guide.md", "--scope", "acme/shop"]).clean();
    place.run(["remember", "green path of queues", "--scope", "acme/shop"]).clean();
    Some(place)
}

fn in_store(place: &Place, store: &Path, args: &[&str]) -> String {
    let mut command = place.command(args);
    command.arg("--store").arg(store);
    let outcome = finish(command, b"");
    assert!(outcome.status <= 1, "{}", outcome.stderr);
    outcome.stdout
}

/// Everything that is kept, without the line that says when.
fn kept(place: &Place, store: &Path) -> Vec<String> {
    in_store(place, store, &["export", "--all-scopes", "--vectors"]).lines().skip(1).map(str::to_owned).collect()
}

fn top(place: &Place, store: &Path, query: &str) -> Vec<Value> {
    let found =
        in_store(place, store, &["remember", query, "--scope", "acme/shop", "--no-track", "--min-relevance", "0"]);
    let hits = found.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    // Time goes on between two questions, and importance fades with it.
    let rounded = |score: &Value| (score.as_f64().unwrap() * 1e3).round();
    hits.map(|hit| json!([hit["id"], rounded(&hit["score"])])).collect()
}

#[test]
fn out_and_back_is_the_same() {
    let Some(place) = lived_in() else { return };
    let own = place.store();
    for with_vectors in [true, false] {
        let fresh = place.path(if with_vectors { "fresh" } else { "embedded" });
        let args = ["export", "--all-scopes", "--vectors"];
        let lines = place.run(&args[..if with_vectors { 3 } else { 2 }]).clean().stdout;
        let mut import = place.command(["import", "--store"]);
        import.arg(&fresh);
        let record = finish(import, lines.as_bytes()).clean().records().remove(0);
        assert_eq!(record["created"], 47, "{record}");
        assert_eq!(record["refused"], 0);
        assert_eq!(record["vectors"] == 0, !with_vectors, "{record}");
        assert_eq!(kept(&place, &own), kept(&place, &fresh));
        for query in ["green path", "cache midnight", "seconds of backups", "UTC", "import below a minute"] {
            assert_eq!(top(&place, &own, query), top(&place, &fresh, query), "{query}");
        }
        assert!(in_store(&place, &fresh, &["search", "retries", "--scope", "acme/shop"]).contains("three times"));
        // Twice: nothing is doubled.
        let mut import = place.command(["import", "--store"]);
        import.arg(&fresh);
        let again = finish(import, lines.as_bytes()).clean().records().remove(0);
        assert_eq!((&again["created"], &again["updated"], &again["unchanged"]), (&json!(0), &json!(0), &json!(47)));
        assert_eq!(kept(&place, &own), kept(&place, &fresh));
    }
}

#[test]
fn what_is_here_stays() {
    let place = Place::new();
    place.run(["memorize", "--content", "The shop deploys on Tuesdays", "--scope", "a", "--key", "k"]).clean();
    let gone = place
        .run(["memorize", "--content", "The shop closes early today", "--scope", "a"])
        .clean()
        .field("id")
        .remove(0);
    let lines = place.run(["export", "--all-scopes"]).clean().stdout;
    place.run(["forget", &gone, "--confirm", "--scope", "a"]).clean();
    let id = place.run(["list", "--scope", "a"]).clean().field("id").remove(0);
    place.run(["update", &id, "--content", "The shop deploys on Mondays", "--scope", "a"]).clean();
    let record = place.pipe(["import"], &lines).clean().records().remove(0);
    // The forgotten one stays forgotten, the later version stands.
    assert_eq!((&record["created"], &record["skipped"]), (&json!(0), &json!(2)), "{record}");
    assert_eq!(place.run(["list", "--scope", "a"]).clean().field("content"), ["The shop deploys on Mondays"]);
    // Into another store it comes as it was; the other way the newer one wins.
    let newer = place.run(["export", "--all-scopes"]).clean().stdout;
    let other = place.path("other").display().to_string();
    place.pipe(["import", "--store", &other], &lines).clean();
    let record = place.pipe(["import", "--store", &other], &newer).clean().records().remove(0);
    assert_eq!(record["updated"], 1, "{record}");
    // A dry run says the same and does nothing.
    let third = place.path("third").display().to_string();
    let dry = place.pipe(["import", "--dry-run", "--store", &third], &lines).clean().records().remove(0);
    assert_eq!((&dry["created"], &dry["dry_run"]), (&json!(2), &json!(true)));
    assert!(!place.path("third").exists());
}

#[test]
fn bad_input() {
    let place = Place::new();
    place.run(["memorize", "--content", "The shop deploys on Tuesdays", "--scope", "a"]).clean();
    let lines = place.run(["export", "--all-scopes"]).clean().stdout;
    let half = &lines[..lines.len() - 40];
    let refused = place.pipe(["import"], half).expect(2);
    assert!(refused.stderr.contains("<stdin>:2: line: no record of an export"), "{}", refused.stderr);
    assert_eq!(refused.records()[0]["refused"], 1);
    let refused = place.pipe(["import"], format!("{lines}{{\"type\":\"memory\"}}\n")).expect(3);
    assert!(refused.stderr.contains("<stdin>:3:"), "{}", refused.stderr);
    let newer = place.pipe(["import"], lines.replacen("\"format\":1", "\"format\":9", 1)).expect(4);
    assert!(newer.stderr.contains("upgrade octobrain first"), "{}", newer.stderr);
    assert!(place.pipe(["import"], "what is this?\n").expect(2).stderr.contains("--from octobrain"));
    assert!(place.pipe(["import", "--scope", "b"], &lines).expect(2).stderr.contains("the line says \"a\""));
    place.run(["import", "/nowhere"]).expect(2);
    std::fs::create_dir_all(place.path("empty")).unwrap();
    let empty = place.run(["import", place.path("empty").to_str().unwrap()]).expect(2);
    assert!(empty.stderr.contains("nothing to import"), "{}", empty.stderr);
    assert_eq!(place.pipe(["import"], "").clean().records()[0]["created"], 0);
}

#[test]
fn other_programs() {
    let place = Place::new();
    let import = |args: &[&str], input: &str| place.pipe(["import"].iter().chain(args), input);
    let server = "{\"type\":\"entity\",\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"likes tea\",\"lives in Turin\"]}\n\
        {\"type\":\"entity\",\"name\":\"Shop\",\"entityType\":\"project\",\"observations\":[\"is written in Rust\"]}\n\
        {\"type\":\"relation\",\"from\":\"Ada\",\"to\":\"Shop\",\"relationType\":\"depends on\"}\n";
    for (created, unchanged) in [(2, 0), (0, 2)] {
        let record = import(&["--scope", "a"], server).clean().records().remove(0);
        assert_eq!(record["format"], "mcp-memory");
        assert_eq!((&record["created"], &record["unchanged"]), (&json!(created), &json!(unchanged)), "{record}");
    }
    let changed = import(&["--scope", "a"], &server.replace("Turin", "Rome")).clean().records().remove(0);
    assert_eq!(changed["updated"], 1, "{changed}");
    let ada = place
        .run(["list", "--scope", "a"])
        .clean()
        .records()
        .into_iter()
        .find(|it| it["key"] == "mcp-memory:Ada")
        .unwrap();
    assert_eq!((&ada["memory_type"], &ada["source"]), (&json!("user_preference"), &json!("imported")));
    assert_eq!(ada["content"], "- likes tea\n- lives in Rome");
    let graph = place.run(["graph", ada["id"].as_str().unwrap(), "--scope", "a"]).clean().stdout;
    assert!(graph.contains("depends_on"), "{graph}");
    let mem0 = json!({ "results": [
        { "id": "m1", "memory": "Prefers short answers", "created_at": "2024-07-01T10:00:00-07:00", "metadata": { "importance": 0.9 } },
        { "id": "m2", "memory": "The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a" },
    ] });
    let record = import(&["--scope", "b"], &mem0.to_string()).expect(3);
    assert!(record.stderr.contains("holds a secret"), "{}", record.stderr);
    let stored = place.run(["list", "--scope", "b"]).clean().records();
    assert_eq!((stored.len(), &stored[0]["created_at"]), (1, &json!("2024-07-01T17:00:00Z")));
    let notes = place.path("notes");
    std::fs::create_dir_all(&notes).unwrap();
    std::fs::write(notes.join("Limits.md"), "---\ntitle: Limits\n---\nTen requests a second.\n- part_of [[Design]]\n")
        .unwrap();
    std::fs::write(notes.join("Design.md"), "---\ntitle: Design\ntags: [x]\n---\nThe design of the service.\n")
        .unwrap();
    let record = place.run(["import", notes.to_str().unwrap(), "--scope", "c"]).clean().records().remove(0);
    assert_eq!(
        (&record["format"], &record["created"], &record["links"]),
        (&json!("basic-memory"), &json!(2), &json!(1))
    );
}

#[test]
fn a_published_store() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/published");
    let place = Place::new();
    let copy = place.path("published");
    copy_folder(&folder, &copy);
    let before = crate::support::bytes_below(&copy);
    let record = place.run(["import", copy.to_str().unwrap()]).clean().records().remove(0);
    assert_eq!(record["format"], "published");
    assert!(record["created"].as_u64().unwrap() > 0 && record["refused"] == 0, "{record}");
    let mut after = crate::support::bytes_below(&copy);
    let mut before = before;
    before.sort();
    after.sort();
    assert_eq!(before, after, "it was written to");
    let again = place.run(["import", copy.to_str().unwrap()]).clean().records().remove(0);
    assert_eq!((&again["created"], &again["updated"]), (&json!(0), &json!(0)), "{again}");
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)
        } else {
            drop(std::fs::copy(entry.path(), target))
        }
    }
}

#[test]
fn a_backup_and_its_way_back() {
    let Some(place) = lived_in() else { return };
    let (own, file) = (place.store(), place.path("memory.tar.zst"));
    let name = file.display().to_string();
    let before = kept(&place, &own);
    assert_eq!(place.run(["backup", &name]).clean().records()[0]["memories"], 47);
    assert!(place.run(["backup", &name]).expect(2).stderr.contains("--force"));
    place.run(["memorize", "--content", "Written after the backup", "--scope", "acme/shop"]).clean();
    let later = kept(&place, &own);
    let restored = place.run(["backup", "--restore", &name]).clean().records().remove(0);
    assert_eq!(kept(&place, &own), before);
    assert!(place.run(["doctor"]).records().iter().all(|it| it["status"] != "failed" || it["check"] == "extractor"));
    // What was there is aside, whole.
    let previous = PathBuf::from(restored["previous"].as_str().unwrap());
    assert_eq!(kept(&place, &previous), later);
    // Through a pipe, into a place where there was nothing.
    let streamed = {
        let output = place.command(["backup", "-"]).output().unwrap();
        assert!(output.status.success());
        output.stdout
    };
    let elsewhere = place.path("elsewhere").display().to_string();
    let piped = place.pipe(["backup", "--restore", "-", "--store", &elsewhere], &streamed).clean().records().remove(0);
    assert!(piped.get("previous").is_none());
    assert_eq!(kept(&place, Path::new(&elsewhere)), before);
    // Damaged ones are known before anything is moved.
    let whole = std::fs::read(&file).unwrap();
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x40;
    for (what, bytes) in
        [("cut", &whole[..whole.len() / 2]), ("flipped", &flipped[..]), ("text", b"no archive"), ("empty", b"")]
    {
        std::fs::write(&file, bytes).unwrap();
        let refused = place.run(["backup", "--restore", &name]).expect(4);
        assert!(refused.stderr.contains("the backup cannot be used"), "{what}: {}", refused.stderr);
        assert_eq!(kept(&place, &own), before, "{what}");
    }
    let left: Vec<_> = std::fs::read_dir(own.parent().unwrap()).unwrap().flatten().map(|it| it.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("restoring")), "{left:?}");
}
