//! Sleep: near-duplicates fold behind one parent, distinct facts do not, nothing is lost, and all of it comes back.

use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Outcome, Place};

const STORY: [&str; 5] = [
    "We rate limit the public API with a token bucket.",
    "The public API is rate limited using a token bucket.",
    "Public API rate limiting uses a token bucket.",
    "Rate limiting of the public API is done by a token bucket.",
    "For the public API we use token bucket rate limiting.",
];

fn told(place: &Place, lines: &[&str]) -> Vec<String> {
    place.pipe(["memorize", "-"], lines.join("\n")).clean().field("id")
}

/// Everything that a caller can see of a store: records, links, and which vectors there are.
fn seen(place: &Place) -> (String, Vec<String>) {
    let list = place.run(["list", "--all-scopes"]).clean();
    let mut graphs: Vec<String> =
        list.field("id").iter().map(|id| place.run(["graph", id, "--depth", "9", "--all-scopes"]).stdout).collect();
    graphs.sort();
    (list.stdout, graphs)
}

fn runs(outcome: &Outcome) -> Vec<Value> {
    outcome.records().into_iter().filter(|record| record["type"] == "run").collect()
}

#[test]
fn five_notes_become_one_and_come_back() {
    let Some(place) = Place::with_model() else { return };
    let ids = told(&place, &STORY);
    let before = seen(&place);
    let plan = place.run(["sleep", "--dry-run"]).clean();
    let record = plan.records().remove(0);
    assert_eq!(record["members"].as_array().unwrap().len(), 5);
    assert_eq!(record["texts"].as_array().unwrap().len(), 5);
    assert!(record["similarity"].as_f64().unwrap() >= 0.85);
    assert_eq!(record["importance"], 0.55);
    assert_eq!(seen(&place), before, "a plan changes nothing");
    let mut edited = record.clone();
    edited["title"] = json!("Rate limiting of the public API");
    edited["content"] = json!("The public API is rate limited with a token bucket, see the gateway's README.");
    edited["ref"] = json!("kept");
    let applied = place.pipe(["sleep", "--apply", "-"], edited.to_string()).clean();
    let folded = &applied.records()[0];
    assert_eq!((&folded["status"], &folded["ref"]), (&json!("folded"), &json!("kept")));
    let parent = folded["parent"].as_str().unwrap().to_owned();
    let hits = place.run(["remember", "how do we handle rate limiting", "--no-track"]).clean().records();
    assert_eq!(hits[0]["id"], json!(parent));
    assert_eq!(hits[0]["title"], "Rate limiting of the public API");
    let mut sources: Vec<&str> = hits[0]["consolidates"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    sources.sort_unstable();
    assert_eq!(sources, ids, "its sources are named");
    let source = place.run(["get", &ids[0]]).clean().records().remove(0);
    assert_eq!((&source["state"], &source["importance"]), (&json!("consolidated"), &json!(0.1)));
    assert_eq!(source["consolidated_into"], json!(parent));
    assert_eq!(place.run(["get", &parent]).clean().records()[0]["embedding"].as_str(), source["embedding"].as_str());
    assert_eq!(place.run(["sleep", "--dry-run"]).clean().stdout, "", "a second plan is empty");
    let again = place.pipe(["sleep", "--apply", "-"], edited.to_string()).expect(2);
    assert!(again.stderr.contains("consolidated already"), "{}", again.stderr);
    let run = runs(&applied).remove(0);
    assert_eq!(run["folded"], 5);
    let undone = place.pipe(["undo", "-"], run.to_string()).clean();
    assert_eq!(runs(&undone)[0]["status"], "undone");
    assert_eq!(seen(&place), before, "all is as it was");
    assert_eq!(place.run(["status"]).clean().records()[0]["pending"], 0);
    let twice = place.run(["undo", run["run"].as_str().unwrap()]).expect(2);
    assert!(twice.stderr.contains("was undone at"), "{}", twice.stderr);
    place.run(["undo", "00000000-0000-7000-8000-000000000000"]).expect(1);
    let history = place.run(["history", &ids[0]]).clean().records();
    let by: Vec<&str> =
        history.iter().filter(|it| it["change"] == "updated").filter_map(|it| it["by"].as_str()).collect();
    assert_eq!(by, ["sleep", "undo"]);
}

#[test]
fn distinct_facts_stay_apart() {
    let Some(place) = Place::with_model() else { return };
    let lines: Vec<String> = ["three", "four", "five", "six"]
        .iter()
        .map(|n| format!("Failed webhook deliveries are retried {n} times before they go to the dead-letter queue."))
        .chain(
            ["does not charge", "does charge"]
                .iter()
                .map(|verb| format!("The carrier {verb} for cancelled pickups if we tell them the same day.")),
        )
        .chain(["1.28", "1.29", "1.30"].iter().map(|v| format!("The cluster upgrade to Kubernetes {v} is blocked.")))
        .collect();
    told(&place, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let plan = place.run(["sleep", "--dry-run", "--min-size", "2", "--threshold", "0"]).clean();
    assert_eq!(plan.stdout, "");
}

#[test]
fn what_is_left_alone() {
    let Some(place) = Place::with_model() else { return };
    let goal = place
        .run(["memorize", "--content", "Get the rate limits of the API in order", "--type", "goal"])
        .clean()
        .field("id")
        .remove(0);
    let lines = [
        json!({ "content": STORY[0], "tags": ["pinned"] }),
        json!({ "content": STORY[1], "related_to": [format!("{goal}:achieves")] }),
        json!({ "content": STORY[2], "source": "user_confirmed" }),
        json!({ "content": STORY[3], "role": "reviewer" }),
        json!({ "content": STORY[4] }),
    ];
    let ids = place.pipe(["memorize", "-"], lines.map(|line| line.to_string()).join("\n")).clean().field("id");
    assert_eq!(place.run(["sleep", "--dry-run", "--min-size", "2"]).clean().stdout, "");
    for field in [["--remove-tags", "pinned"], ["--content", STORY[0]]] {
        place.run(["update", &ids[0], field[0], field[1]]).clean();
    }
    let plan = place.run(["sleep", "--dry-run", "--min-size", "2"]).clean();
    assert_eq!(plan.records()[0]["members"].as_array().unwrap().len(), 2);
    // Older than the window: neither is looked at.
    let later = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24 * 8);
    let old = place.run(["sleep", "--dry-run", "--min-size", "2", "--now", &later.to_string()]).clean();
    assert_eq!(old.stdout, "");
}

#[test]
fn plans_are_refused_one_by_one() {
    let Some(place) = Place::with_model() else { return };
    told(&place, &STORY);
    told(
        &place,
        &[
            "Nightly builds are stored in the artifacts bucket for 14 days.",
            "For fourteen days, nightly builds are kept in the artifacts bucket.",
            "We keep nightly builds in the artifacts bucket for 14 days.",
        ],
    );
    let plans = place.run(["sleep", "--dry-run"]).clean().records();
    assert_eq!(plans.len(), 2);
    let mut lost = plans[0].clone();
    lost["members"].as_array_mut().unwrap().pop();
    let mut short = plans[0].clone();
    short["content"] = json!("too short");
    let mut secret = plans[0].clone();
    secret["content"] = json!("The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a, use it.");
    let lines = [lost.to_string(), "{}".into(), short.to_string(), secret.to_string(), plans[1].to_string()].join("\n");
    let outcome = place.pipe(["sleep", "--apply", "-"], lines).expect(3);
    for (line, words) in [(1, "edited"), (2, "members is missing"), (3, "10..10000"), (4, "secret")] {
        let place = format!("<stdin>:{line}: ");
        assert!(outcome.stderr.lines().any(|it| it.contains(&place) && it.contains(words)), "{}", outcome.stderr);
    }
    assert_eq!(runs(&outcome)[0]["folded"], 3);
    // A member that was changed since makes the plan stale.
    let id = plans[0]["members"][0].as_str().unwrap();
    place.run(["update", id, "--importance", "0.9"]).clean();
    let stale = place.pipe(["sleep", "--apply", "-"], plans[0].to_string()).expect(2);
    assert!(stale.stderr.contains("have changed since the plan"), "{}", stale.stderr);
    for (args, words) in [
        (["--threshold", "1.5"], "threshold"),
        (["--min-size", "1"], "min-size"),
        (["--threshold", "-0.1"], "0.0..1.0"),
    ] {
        let refused = place.run(["sleep", args[0], args[1]]).expect(2);
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
}

#[test]
fn what_was_changed_since_is_not_undone() {
    let Some(place) = Place::with_model() else { return };
    let ids = told(&place, &STORY);
    let slept = place.run(["sleep"]).clean();
    let (run, parent) = (runs(&slept).remove(0), slept.records()[0]["parent"].as_str().unwrap().to_owned());
    place.run(["update", &ids[2], "--importance", "0.7"]).clean();
    let refused = place.pipe(["undo", "-"], run.to_string()).expect(2);
    assert_eq!(runs(&refused)[0]["status"], "refused");
    let why = refused.records()[0].clone();
    assert_eq!(why["id"], json!(ids[2]));
    assert!(why["why"].as_str().unwrap().contains("by update"), "{why}");
    assert_eq!(place.run(["get", &parent]).clean().records().len(), 1, "nothing was half undone");
}

#[test]
fn an_updated_source_speaks_for_itself_again() {
    let Some(place) = Place::with_model() else { return };
    let lines: Vec<String> = STORY
        .iter()
        .enumerate()
        .map(|(n, text)| json!({ "content": text, "key": n.to_string() }).to_string())
        .collect();
    place.pipe(["memorize", "-"], lines.join("\n")).clean();
    place.run(["sleep"]).clean();
    let line = json!({ "content": "The public API is limited to 50 requests a second.", "key": "0" });
    let updated = place.pipe(["memorize", "-"], line.to_string()).clean().records().remove(0);
    assert_eq!((&updated["state"], &updated["importance"]), (&json!("working"), &json!(0.5)));
}

#[test]
fn every_scope_by_itself_one_sleeper_at_a_time() {
    let Some(place) = Place::with_model() else { return };
    for (n, text) in STORY.iter().enumerate() {
        let scope = if n < 3 { "team/one" } else { "team/two" };
        place.run(["memorize", "--content", text, "--scope", scope]).clean();
    }
    let plans = place.run(["sleep", "--dry-run", "--min-size", "2"]).clean();
    assert_eq!(plans.field("scope"), ["team/one", "team/two"]);
    let one = place.run(["sleep", "--dry-run", "--min-size", "2", "--scope", "team/two"]).clean();
    assert_eq!(one.field("scope"), ["team/two"]);
    // `--apply -` waits for its input, with the lease in its hand.
    let mut sleeper = place.command(["sleep", "--apply", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = sleeper.stdin.take().unwrap();
    let lease = place.store().join("sleep.lock");
    while !lease.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(200));
    let busy = place.run(["sleep"]).expect(4);
    assert!(busy.stderr.contains("another sleep"), "{}", busy.stderr);
    assert_eq!(place.run(["sleep", "--if-due", "--quiet"]).clean().stdout, "");
    stdin.write_all(plans.stdout.as_bytes()).unwrap();
    drop(stdin);
    assert!(sleeper.wait().unwrap().success());
    assert_eq!(place.run(["undo", "--list"]).clean().field("scope"), ["team/one", "team/two"]);
    // The time is over before anything begins.
    let over = place.run(["sleep", "--max-seconds", "0"]).expect(0);
    assert!(over.stderr.contains("--max-seconds is over"), "{}", over.stderr);
}

#[test]
fn due_a_day_after_the_store_was_made_and_after_each_pass() {
    let Some(place) = Place::with_model() else { return };
    told(&place, &STORY);
    let at = |hours: i64| (jiff::Timestamp::now() + jiff::SignedDuration::from_hours(hours)).to_string();
    assert_eq!(place.run(["sleep", "--if-due", "--now", &at(23)]).clean().stdout, "", "not a day old");
    let quiet = place.run(["sleep", "--if-due", "--quiet", "--now", &at(25)]).clean();
    assert_eq!(quiet.stdout, "", "cron mails what is printed");
    assert_eq!(place.run(["undo", "--list"]).clean().records().len(), 1);
    assert!(place.run(["status"]).clean().records()[0]["last_sleep"].is_string());
    let ids = told(&place, &["The API gateway has a token bucket too."]);
    assert_eq!(ids.len(), 1);
    assert_eq!(place.run(["sleep", "--if-due", "--now", &at(26)]).clean().stdout, "", "slept an hour ago");
}

#[test]
fn a_pass_starts_by_itself_and_holds_no_pipe() {
    let Some(place) = Place::with_model() else { return };
    told(&place, &STORY);
    // The store looks two days old.
    let old = std::time::SystemTime::now() - Duration::from_secs(2 * 86_400);
    let note = std::fs::OpenOptions::new().write(true).open(place.store().join("format.json")).unwrap();
    note.set_modified(old).unwrap();
    // The shell's descriptor 9 is a pipe whose reader ends when nobody holds it any more.
    let script = "{ \"$0\" remember --no-track 'rate limiting' 9>&1 >/dev/null; } | cat; echo done";
    let mut shell = place.command(["unused"]);
    shell = {
        let mut it = std::process::Command::new("sh");
        it.args(["-c", script, crate::support::OCTOBRAIN]).env_clear().current_dir(place.path("work"));
        it.envs(shell.get_envs().filter_map(|(name, value)| Some((name, value?))));
        it
    };
    let begun = std::time::Instant::now();
    let output = shell.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n", "{}", String::from_utf8_lossy(&output.stderr));
    assert!(begun.elapsed() < Duration::from_secs(30));
    let slept = || place.run(["undo", "--list"]).clean().records();
    while slept().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no pass was started");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(slept()[0]["command"], "sleep");
    // With a fixed clock, or switched off, nothing starts.
    std::fs::remove_file(place.store().join("sleep.json")).unwrap();
    place.run(["remember", "rate limiting", "--no-track", "--now", "2030-01-01T00:00:00Z"]).clean();
    let off = place.with("OCTOBRAIN_MEMORY__SLEEP_CONSOLIDATION_ENABLED", "false");
    off.run(["remember", "rate limiting", "--no-track"]).clean();
    assert!(!off.store().join("sleep.json").exists());
}

#[test]
fn no_fact_is_out_of_reach_under_kills() {
    let Some(place) = Place::with_model() else { return };
    told(&place, &STORY);
    let reachable = || {
        let hits = place.run(["remember", "how do we handle rate limiting", "--no-track", "-n", "20"]).expect(0);
        let texts = hits.field("content");
        STORY.iter().all(|text| texts.iter().any(|it| it == text))
    };
    for n in 0..12 {
        let mut sleeper = place.command(["sleep"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(40 + n * 25));
        sleeper.kill().unwrap();
        sleeper.wait().unwrap();
        assert!(reachable(), "after kill {n}");
        let runs = place.run(["undo", "--list"]).clean().records();
        let states = place.run(["list"]).clean().field("state");
        let folded = states.iter().filter(|state| *state == "consolidated").count();
        assert!(folded == 0 || folded == 5, "half a fold: {states:?}");
        if let Some(run) = runs.iter().find(|run| run["status"] == "done") {
            place.run(["undo", run["run"].as_str().unwrap()]).clean();
            assert!(reachable());
        }
    }
}

#[test]
fn recall_of_every_fact_is_not_lower_after_sleep() {
    let Some(place) = Place::with_model() else { return };
    // A hundred topics with five notes each, which say the same in other words.
    let topics: Vec<String> = (0..100)
        .map(|n| {
            let thing = [
                "parser",
                "gateway",
                "importer",
                "scheduler",
                "renderer",
                "exporter",
                "billing",
                "search",
                "upload",
                "login",
            ][n % 10];
            let place =
                ["Oslo", "Lisbon", "Vienna", "Dublin", "Prague", "Riga", "Madrid", "Bern", "Turin", "Ghent"][n / 10];
            format!("{thing} service in {place}")
        })
        .collect();
    let lines: Vec<String> = topics
        .iter()
        .enumerate()
        .flat_map(|(n, topic)| {
            let port = 4000 + n;
            [
                format!("The {topic} listens on port {port}."),
                format!("Port {port} is what the {topic} listens on."),
                format!("The {topic} is listening on port {port}."),
                format!("On port {port} the {topic} listens."),
                format!("The {topic} uses port {port} to listen."),
            ]
        })
        .collect();
    let ids = told(&place, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let found = || -> usize {
        let questions: Vec<String> = lines
            .iter()
            .zip(&ids)
            .map(|(line, id)| json!({ "query": line, "limit": 5, "ref": id }).to_string())
            .collect();
        let hits = place.pipe(["remember", "-", "--no-track"], questions.join("\n")).clean().records();
        let hit = |id: &String| {
            hits.iter().any(|hit| {
                let own = hit["id"] == json!(id);
                let parent = hit["consolidates"].as_array().is_some_and(|sources| sources.contains(&json!(id)));
                hit["ref"] == json!(id) && (own || parent)
            })
        };
        ids.iter().filter(|id| hit(id)).count()
    };
    let before = found();
    let slept = place.run(["sleep"]).clean();
    let folded = runs(&slept)[0]["folded"].as_u64().unwrap();
    assert!(folded > 300, "{folded}");
    let after = found();
    assert!(after >= before, "{before} before, {after} after");
    assert_eq!(place.run(["sleep", "--dry-run"]).clean().stdout, "");
}
