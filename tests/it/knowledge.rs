//! Documents: taken in, refreshed, found at the right place, and harmless.

use std::fmt::Write as _;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};

use crate::support::pages::{Page, Pages};
use crate::support::{Outcome, Place, skip};

const GUIDE: &str = "# Guide\n\nWelcome to the guide of the upload worker.\n\n## Retries\n\nThe retry budget is three attempts \
with exponential backoff.\n\n```sh\n# not a heading\nworker --retries 3\n```\n\n## Storage\n\nFinished uploads are kept in the \
archive bucket for ninety days.\n";

fn statuses(outcome: &Outcome) -> Vec<String> {
    outcome.field("status")
}

fn write(place: &Place, name: &str, text: &str) {
    let path = place.path("work").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn the_guides_story_works_from_a_shell() {
    let Some(place) = Place::with_model() else { return };
    write(&place, "docs/guide.md", GUIDE);
    write(&place, "docs/empty.md", "");
    write(&place, "docs/notes.txt", "The office plants are watered on Fridays.\n");
    let taken = place
        .pipe(["ingest", "-"], "docs/guide.md\ndocs/empty.md\n{\"source\":\"docs/notes.txt\",\"ref\":7}\n")
        .expect(3);
    assert_eq!(statuses(&taken), ["indexed", "failed", "indexed"]);
    assert_eq!((&taken.records()[2]["ref"], &taken.records()[1]["error"]["code"]), (&json!(7), &json!("no_text")));
    let found = place.run(["search", "how many attempts are made to retry"]).clean().records();
    let hit = &found[0];
    assert_eq!(
        (&hit["heading"], &hit["title"], &hit["trust"]),
        (&json!(["Guide", "Retries"]), &json!("Guide"), &json!("UNTRUSTED"))
    );
    assert_eq!(hit["excerpt"], "The retry budget is three attempts with exponential backoff.");
    assert_eq!(hit["line"], json!(7));
    assert!(hit["source"].as_str().unwrap().ends_with("docs/guide.md"));
    place.run(["search", "breeding habits of emperor penguins"]).expect(1);
    let again = place.pipe(["ingest", "-"], "docs/guide.md\ndocs/notes.txt\n").clean();
    assert_eq!(statuses(&again), ["unchanged", "unchanged"]);
    // Nothing of it is a memory.
    assert!(place.run(["list"]).clean().records().is_empty());
    place.run(["remember", "retry budget"]).expect(1);
}

#[test]
fn a_file_is_edited_moved_and_deleted() {
    let place = Place::new();
    write(&place, "a.md", GUIDE);
    place.run(["ingest", "a.md"]).clean();
    write(&place, "a.md", &GUIDE.replace("three attempts", "five attempts of a minute each"));
    assert_eq!(statuses(&place.run(["ingest", "a.md"]).clean()), ["updated"]);
    let text = place.run(["search", "retry budget attempts", "-n", "1"]).clean().field("content").remove(0);
    assert!(text.contains("five attempts"), "{text}");
    assert_eq!(place.run(["knowledge", "list"]).clean().records().len(), 1);
    // Touched without a change: read, found the same, and not cut anew.
    let later = SystemTime::now() + Duration::from_secs(5);
    std::fs::File::open(place.path("work/a.md")).unwrap().set_modified(later).unwrap();
    assert_eq!(statuses(&place.run(["ingest", "a.md"]).clean()), ["unchanged"]);
    std::fs::remove_file(place.path("work/a.md")).unwrap();
    let gone = place.run(["reindex"]).expect(3);
    assert_eq!((statuses(&gone), &gone.records()[0]["error"]["code"]), (vec!["failed".into()], &json!("no_such_file")));
    let stale = place.run(["search", "retry budget attempts", "-n", "1"]).clean();
    assert!(stale.records()[0]["stale"].as_str().unwrap().contains("No such file"), "the old text serves, and says so");
    assert!(place.run(["knowledge", "list"]).clean().records()[0]["stale"].is_string());
    assert_eq!(statuses(&place.run(["knowledge", "delete", "a.md"]).clean()), ["deleted"]);
    place.run(["search", "retry budget attempts"]).expect(1);
    assert_eq!(statuses(&place.run(["knowledge", "delete", "a.md"]).expect(1)), ["not_found"]);
}

#[test]
fn pages_are_fetched_refreshed_and_served_when_offline() {
    let place = Place::new();
    let pages = Pages::start();
    let url = pages.url("/guide");
    pages.put("/guide", Page::html("<html><title>Limits</title><body><main><h1>Limits</h1><p>The public API allows ten requests a second.</p></main>"));
    let refused = place.run(["ingest", &url]).expect(2);
    assert_eq!(refused.records()[0]["error"]["code"], json!("private_address"));
    let ingest = |extra: &[&str]| place.run([&["ingest", "--allow-private", &url], extra].concat());
    assert_eq!(statuses(&ingest(&[]).clean()), ["indexed"]);
    assert_eq!(statuses(&ingest(&[]).clean()), ["unchanged"]);
    assert_eq!(pages.asked("/guide"), [200, 304], "an unchanged page is asked for conditionally");
    let ask = || place.run(["search", "requests a second", "-n", "1"]).clean().records().remove(0);
    assert_eq!((&ask()["title"], &ask()["source"]), (&json!("Limits"), &json!(url)));
    // Young pages are left alone by reindex; old ones are looked at.
    place.run(["reindex", "--allow-private"]).clean();
    assert_eq!(pages.asked("/guide").len(), 2);
    pages.put(
        "/guide",
        Page::html("<html><title>Limits</title><body><p>The public API allows fifty requests a second now.</p>"),
    );
    let later = ["reindex", "--allow-private", "--now", "2099-01-01T00:00:00Z"];
    assert_eq!(statuses(&place.run(later).clean()), ["updated"]);
    assert!(ask()["content"].as_str().unwrap().contains("fifty"));
    pages.put("/guide", Page::error(500));
    let failed = ingest(&[]).expect(2);
    assert_eq!(failed.records()[0]["error"]["code"], json!("bad_status"));
    assert!(ask()["content"].as_str().unwrap().contains("fifty") && ask()["stale"].as_str().unwrap().contains("500"));
    pages.put(
        "/guide",
        Page::html("<html><title>Limits</title><body><p>The public API allows fifty requests a second now.</p>"),
    );
    assert_eq!(statuses(&ingest(&[]).clean()), ["unchanged"]);
    assert_eq!(ask().get("stale"), None);
}

#[test]
fn what_cannot_be_taken_in_is_one_record_and_the_rest_goes_on() {
    let place = Place::new();
    let pages = Pages::start();
    pages.put("/moved", Page::redirect(&pages.url("/loop")));
    pages.put("/loop", Page::redirect(&pages.url("/moved")));
    pages.put("/inside", Page::redirect("http://169.254.169.254/latest/meta-data"));
    pages.put("/image", Page::of("image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()));
    write(&place, "good.md", GUIDE);
    write(&place, "broken.pdf", "%PDF-1.7\nnothing of a PDF\n");
    std::fs::create_dir(place.path("work/my docs")).unwrap();
    let sources = [
        "nowhere.md",
        "my docs",
        "broken.pdf",
        &pages.url("/loop"),
        &pages.url("/missing"),
        &pages.url("/image"),
        "http://127.0.0.1:1/x",
        "ftp://example.org/x",
        "good.md",
    ];
    let lines = sources.map(|source| format!("{source}\n")).concat();
    let taken = place.pipe(["ingest", "-", "--allow-private"], lines).expect(3);
    let codes: Vec<Value> = taken.records().iter().map(|it| it["error"]["code"].clone()).collect();
    let expected = [
        "no_such_file",
        "is_a_folder",
        "broken",
        "bad_redirect",
        "bad_status",
        "unknown_kind",
        "no_connection",
        "bad_address",
    ];
    assert_eq!(codes[..8], expected.map(|code| json!(code)), "{}", taken.stdout);
    assert_eq!(statuses(&taken)[8], "indexed");
    for record in &taken.records()[..8] {
        let remedy = record["error"]["hint"].as_str().or(record["error"]["message"].as_str()).unwrap();
        assert!(remedy.len() > 10, "{record}");
    }
    let hint = taken.records()[1]["error"]["hint"].as_str().unwrap().to_owned();
    assert!(hint.starts_with("find 'my docs' -type f"), "it can be pasted: {hint}");
    // A redirect into the private network is refused without the option, whatever the first address was.
    let inside = place.run(["ingest", &pages.url("/inside")]).expect(2);
    assert_eq!(inside.records()[0]["error"]["code"], json!("private_address"));
}

#[test]
fn texts_under_keys_and_sessions() {
    let place = Place::new();
    let store = |extra: &[&str]| place.run([&["knowledge", "store", "plan"], extra].concat());
    assert_eq!(statuses(&store(&["--content", "Ship the importer on Monday"]).clean()), ["stored"]);
    assert_eq!(statuses(&store(&["--content", "Ship the importer on Monday"]).clean()), ["unchanged"]);
    assert!(store(&["--content", "Ship it on Friday"]).expect(2).stderr.contains("--replace"));
    assert_eq!(statuses(&store(&["--content", "Ship the importer on Friday", "--replace"]).clean()), ["updated"]);
    assert_eq!(place.run(["knowledge", "read", "plan"]).clean().field("content"), ["Ship the importer on Friday"]);
    store(&["--content", "Only for this meeting: importer budget", "--session", "s1"]).clean();
    let seen =
        |extra: &[&str]| place.run([&["search", "importer", "--min-relevance", "0"], extra].concat()).records().len();
    assert_eq!((seen(&[]), seen(&["--session", "s1"]), seen(&["--session", "s2"])), (1, 2, 1));
    // Another project sees neither.
    place.run(["search", "importer", "--scope", "other/project"]).expect(1);
    assert_eq!(seen(&["--session", "s1", "--now", "2099-01-01T00:00:00Z"]), 1, "the session has ended");
    place.run(["reindex", "--now", "2099-01-01T00:00:00Z"]).clean();
    assert_eq!(seen(&["--session", "s1"]), 1, "and its text is gone");
    assert_eq!(statuses(&place.run(["knowledge", "delete", "--key", "plan"]).clean()), ["deleted"]);
    assert_eq!(statuses(&place.run(["knowledge", "delete-stored", "plan"]).expect(1)), ["not_found"]);
}

#[test]
fn match_and_read_show_lines() {
    let place = Place::new();
    write(&place, "guide.md", GUIDE);
    place.run(["ingest", "guide.md"]).clean();
    let path = place.path("work/guide.md").canonicalize().unwrap();
    let found = place.run(["knowledge", "match", "retries|archive", "-i", "--format", "text"]).clean();
    let line = |number: usize, text: &str| format!("{}:{number}:{text}\n", path.display());
    let expected = [
        line(5, "## Retries"),
        line(11, "worker --retries 3"),
        line(16, "Finished uploads are kept in the archive bucket for ninety days."),
    ];
    assert_eq!(found.stdout, expected.concat());
    assert_eq!(place.run(["knowledge", "match", "worker", "-C", "1", "-n", "1"]).clean().records().len(), 3);
    place.run(["knowledge", "match", "nothing like it"]).expect(1);
    assert!(place.run(["knowledge", "match", "("]).expect(2).stderr.contains("hint"));
    let part = place.run(["knowledge", "read", "guide.md", "--lines", "5:7", "--format", "text"]).clean();
    assert!(part.stdout.starts_with("## Retries\n\nThe retry budget"), "{}", part.stdout);
    place.run(["knowledge", "read", "guide.md", "--lines", "50:60"]).expect(2);
    place.run(["knowledge", "read", "guide.md", "--pages", "1:2"]).expect(2);
    // A source that was never taken in is taken in to be read.
    write(&place, "new.md", "# New\n\nSomething else entirely, for the first time.\n");
    assert!(place.run(["knowledge", "read", "new.md"]).clean().field("content")[0].contains("first time"));
    let searched = place.run(["search", "something else", "--source", "new.md"]).clean();
    assert_eq!(searched.field("title"), ["New"]);
}

#[test]
fn a_nightly_run_over_unchanged_sources_is_silent_and_cheap() {
    let Some(place) = Place::with_model() else { return };
    let mut lines = String::new();
    for n in 0..200 {
        write(&place, &format!("docs/{n}.md"), &format!("# Note {n}\n\nService {n} listens on port {}.\n", 8000 + n));
        writeln!(lines, "docs/{n}.md").unwrap();
    }
    place.pipe(["ingest", "-"], lines).clean();
    // Without the library nothing could be embedded: nothing is.
    let place = place.with("ORT_DYLIB_PATH", "/nonexistent/libonnxruntime.so");
    let begun = Instant::now();
    let quiet = place.run(["reindex"]).clean();
    assert_eq!(quiet.stdout, "");
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn vectors_that_were_missing_are_made_later() {
    let Some(place) = Place::with_model() else { return };
    let model = std::env::var("OCTOBRAIN_TEST_MODEL").unwrap();
    write(&place, "guide.md", GUIDE);
    let place = place.with("OCTOBRAIN_EMBEDDING__MODEL", "local:/nonexistent");
    let taken = place.run(["ingest", "guide.md"]).expect(0);
    assert_eq!((taken.field("embedding"), taken.stderr.matches("warning").count()), (vec!["pending".into()], 1));
    let degraded = place.run(["search", "retry budget"]).expect(0);
    assert_eq!(degraded.records()[0]["degraded"], json!(["vector"]));
    let place = place.with("OCTOBRAIN_EMBEDDING__MODEL", &format!("local:{model}"));
    assert!(place.run(["reindex"]).clean().records()[0]["embedded"].as_u64().unwrap() >= 1);
    assert_eq!(place.run(["knowledge", "stats"]).clean().records()[0]["pending"], json!(0));
    assert_eq!(
        place.run(["search", "retry budget", "-n", "1"]).clean().records()[0]["matched"],
        json!(["lexical", "vector"])
    );
}

#[test]
fn a_reader_of_the_users_own_is_used() {
    let place = Place::new();
    write(&place, "report.xyz", "irrelevant bytes");
    let config = place.path("home/.config/octobrain/config.toml");
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    std::fs::write(
        &config,
        "[knowledge.extractors]\nxyz = [\"sh\", \"-c\", \"cat > /dev/null; echo The quarterly report is green\"]\n",
    )
    .unwrap();
    place.run(["ingest", "report.xyz"]).clean();
    assert_eq!(
        place.run(["search", "quarterly report", "-n", "1"]).clean().field("content"),
        ["The quarterly report is green"]
    );
    std::fs::write(&config, "[knowledge.extractors]\nxyz = \"sh\"\n").unwrap();
    assert!(place.run(["list"]).expect(2).stderr.contains("config.toml:2"));
}

#[test]
fn chunks_can_be_looked_at_before_anything_is_kept() {
    let place = Place::new();
    write(&place, "guide.md", GUIDE);
    let shown = place.run(["ingest", "guide.md", "--dry-run", "--emit", "chunks"]).clean().records();
    assert_eq!((&shown[0]["status"], &shown[1]["type"]), (&json!("indexed"), &json!("chunk")));
    let together: String = shown[1..].iter().map(|it| it["content"].as_str().unwrap()).collect();
    for line in GUIDE.lines() {
        assert!(together.contains(line), "nothing of the text is lost: {line}");
    }
    assert!(place.run(["knowledge", "list"]).clean().records().is_empty());
}

#[test]
fn every_awkward_file_is_one_record() {
    let data = std::env::var("OCTOBRAIN_TEST_DATA").map(std::path::PathBuf::from);
    let Some(folder) = data.ok().map(|data| data.join("parsers")).filter(|folder| folder.is_dir()) else {
        skip("OCTOBRAIN_TEST_DATA has no parsers/");
        return;
    };
    let mut files: Vec<String> = Vec::new();
    for kind in ["crafted", "pdf", "docx", "html"] {
        for entry in std::fs::read_dir(folder.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                files.push(path.display().to_string());
            }
        }
    }
    let place = Place::new();
    let begun = Instant::now();
    let taken = place.pipe(["ingest", "-"], files.join("\n") + "\n").expect(3);
    assert_eq!(taken.records().len(), files.len());
    let failed = taken.records().iter().filter(|it| it["status"] == "failed").count();
    assert!(failed * 4 < files.len(), "{failed} of {}", files.len());
    assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", begun.elapsed());
    assert!(!taken.stderr.contains("panicked"), "{}", taken.stderr);
}
