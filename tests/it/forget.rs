//! `forget` and `update`: what goes, what stays, and what is left behind.

use serde_json::json;

use crate::support::{Place, bytes_below};

#[test]
fn a_preview_changes_nothing_and_a_tombstone_says_nothing() {
    let place = Place::new();
    let id = place.run(["memorize", "--content", "The vault code is kept by Olga"]).clean().field("id").remove(0);
    let other = place.run(["memorize", "--content", "The queue is kept in Redis"]).clean().field("id").remove(0);
    place
        .run(["relate", &other, &id, "--relation", "depends_on", "--description", "Olga keeps the vault code"])
        .clean();
    place.run(["update", &id, "--content", "The vault code is kept by Maria"]).clean();
    assert_eq!(place.run(["forget", &id]).expect(2).field("status"), ["would_forget"]);
    assert_eq!(place.run(["list"]).clean().records().len(), 2);
    assert_eq!(place.run(["forget", &id, "--confirm"]).clean().field("status"), ["forgotten"]);
    assert_eq!(place.run(["forget", &id, "--confirm"]).expect(1).field("status"), ["not_found"]);
    place.run(["get", &id]).expect(1);
    place.run(["remember", "vault code"]).expect(1);
    assert_eq!(place.run(["memory", "relationships", &other]).clean().records().len(), 0);
    let history = place.run(["history", &id[..13]]).clean();
    assert_eq!(history.field("change"), ["created", "linked", "updated", "unlinked", "forgotten"]);
    assert!(!history.stdout.contains("vault") && !history.stdout.contains("Olga"), "{}", history.stdout);
    assert_eq!(place.run(["status"]).clean().records()[0]["memories"], 1);
}

#[test]
fn an_unrelated_query_selects_nothing() {
    let Some(place) = Place::with_model() else { return };
    place
        .pipe(
            ["memorize", "-"],
            "The staging host is called amber\nDeploys go out on Tuesdays\nPasswords are hashed with argon2id\n",
        )
        .clean();
    let nothing = place.run(["forget", "--query", "migration patterns of arctic terns", "--confirm"]).expect(1);
    assert_eq!(nothing.stdout, "");
    let shown = place.run(["forget", "--query", "which is the staging host"]).expect(2);
    let recalled = place.run(["remember", "which is the staging host"]).clean();
    assert_eq!(shown.field("id"), recalled.field("id"));
    assert_eq!(place.run(["list"]).clean().records().len(), 3);
}

#[test]
fn purged_text_is_in_no_file() {
    let Some(place) = Place::with_model() else { return };
    let sentence = "Zanzibar-quokka opens the purple gate at dawn";
    let secret = place.run(["memorize", "--content", sentence]).clean().field("id").remove(0);
    // Enough others that the text lies among them, and an older version of it.
    let others: String = (0..300).map(|n| format!("Ordinary fact number {n} about the weather\n")).collect();
    place.pipe(["memorize", "-"], others).clean();
    place.run(["update", &secret, "--content", &format!("{sentence}, and at dusk")]).clean();
    let quoting = format!("As was said before: {sentence}, and at dusk");
    let quoting = place.run(["memorize", "--content", &quoting]).clean().field("id").remove(0);
    let holds = |word: &str| {
        let files = bytes_below(&place.store());
        files.iter().filter(|(_, bytes)| bytes.windows(word.len()).any(|part| part == word.as_bytes())).count()
    };
    assert!(holds("Zanzibar-quokka") > 0, "the search must be able to find it");
    let preview = place.run(["forget", &secret, "--purge"]).expect(2);
    assert_eq!(preview.field("status"), ["would_forget", "derived"]);
    assert_eq!(preview.records()[1]["id"], json!(quoting));
    let gone = place.run(["forget", &secret, "--purge", "--with-derived", "--confirm"]).clean();
    assert_eq!(gone.field("status"), ["forgotten", "forgotten"]);
    for word in ["Zanzibar", "zanzibar", "quokka", "purple"] {
        assert_eq!(holds(word), 0, "{word}");
    }
    assert_eq!(place.run(["list"]).clean().records().len(), 300);
    place.run(["remember", "ordinary fact number 7"]).clean();
    assert_eq!(place.run(["history", &secret]).clean().field("change").last().unwrap(), "forgotten");
}

#[test]
fn text_of_an_earlier_forget_can_be_purged_later() {
    let place = Place::new();
    let id = place.run(["memorize", "--content", "The quokka sleeps in the attic"]).clean().field("id").remove(0);
    place.run(["forget", &id, "--confirm"]).clean();
    place.run(["forget", &id, "--confirm", "--purge"]).expect(1);
    assert!(bytes_below(&place.store()).iter().all(|(_, bytes)| !bytes.windows(6).any(|part| part == b"quokka")));
}

#[test]
fn forget_of_nothing_says_so() {
    let place = Place::new();
    place.run(["memorize", "--content", "The queue is kept in Redis"]).clean();
    let outcome = place.run(["forget", "0198c5f2-1111-7111-8111-111111111111", "--confirm"]).expect(1);
    assert_eq!((outcome.field("status"), outcome.stderr.as_str()), (vec!["not_found".to_owned()], ""));
    place.pipe(["forget", "--confirm"], "").clean();
    let outcome = place.pipe(["forget", "-", "--confirm"], "{\"id\":7}\nshort\n").expect(2);
    assert!(outcome.stderr.contains("<stdin>:1: id") && outcome.stderr.contains("<stdin>:2: id"), "{}", outcome.stderr);
}

#[test]
fn update_changes_what_is_said_and_keeps_the_rest() {
    let place = Place::new();
    let stored = place.run([
        "memorize",
        "--content",
        "Deploys go out on Tuesdays",
        "--type",
        "decision",
        "--role",
        "developer",
        "--tags",
        "ops,ci",
        "--scope",
        "github.com/acme/shop",
    ]);
    let before = stored.clean().records().remove(0);
    let id = before["id"].as_str().unwrap();
    let scope = ["--scope", "github.com/acme/shop"];
    let update = |args: &[&str]| place.run([&["update", &id[..13]], args, &scope].concat());
    let after =
        update(&["--importance", "0.9", "--add-tags", "New", "--remove-tags", "ci"]).clean().records().remove(0);
    assert_eq!((&after["status"], &after["tags"]), (&json!("updated"), &json!(["ops", "new"])));
    for field in ["id", "scope", "role", "created_at", "memory_type", "content", "title", "source", "state"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(update(&["--importance", "0.9"]).clean().field("status"), ["unchanged"]);
    let retold = update(&["--content", "Deploys go out on Mondays. Never on Fridays."]).clean();
    assert_eq!(retold.field("title"), ["Deploys go out on Mondays"]);
    assert_eq!(place.run([&["remember", "Mondays"], &scope[..]].concat()).clean().field("id"), [id]);
    place.run([&["remember", "Tuesdays"], &scope[..]].concat()).expect(1);
    update(&[]).expect(2);
    update(&["--importance", "1.2"]).expect(2);
    update(&["--title", "abcd"]).expect(2);
    place.run(["update", id, "--title", "Somebody else's record"]).expect(1);
}

#[test]
fn update_reads_lines_and_guards_keys() {
    let place = Place::new();
    let stored = place
        .pipe(["memorize", "-"], "{\"key\":\"a\",\"content\":\"the first of the keyed\"}\n{\"key\":\"b\",\"content\":\"the second of the keyed\"}\n")
        .clean();
    let ids = stored.field("id");
    let lines = format!(
        "{}\n{}\n{}\n{}\n",
        json!({ "id": ids[0], "importance": 0.1, "ref": "x" }),
        json!({ "id": ids[1], "key": "a" }),
        json!({ "id": ids[1], "tags": ["one"], "metadata": {} }),
        json!({ "id": "0198c5f2-1111-7111-8111-111111111111", "importance": 0.2 }),
    );
    let outcome = place.pipe(["update", "-"], lines).expect(3);
    assert!(outcome.stderr.contains("<stdin>:2: key: \"a\" names another memory"), "{}", outcome.stderr);
    assert_eq!(outcome.field("status"), ["updated", "updated", "not_found"]);
    assert_eq!(outcome.records()[0]["ref"], "x");
    assert_eq!(place.run(["update", &ids[1], "--key", ""]).clean().records()[0].get("key"), None);
}

#[test]
fn an_update_that_changes_no_text_needs_no_model() {
    let Some(place) = Place::with_model() else { return };
    let id = place.run(["memorize", "--content", "Deploys go out on Tuesdays"]).clean().field("id").remove(0);
    let place = place.with("ORT_DYLIB_PATH", "/nonexistent/libonnxruntime.so");
    let updated = place.run(["update", &id, "--importance", "0.9"]).clean().records().remove(0);
    assert!(updated["embedding"].as_str().unwrap().starts_with("local:"), "the vector was lost: {updated}");
}
