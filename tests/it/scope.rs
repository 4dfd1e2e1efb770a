//! Scopes: each project sees its own and what is global, and nothing else.

use crate::support::{Place, bytes_below, finish};

fn repository(place: &Place, folder: &str, remote: &str) {
    place.git(folder, &["init", "-q"]);
    place.git(folder, &["remote", "add", "origin", remote]);
}

fn run_in(place: &Place, folder: &str, args: &[&str]) -> crate::support::Outcome {
    let mut command = place.command(args);
    command.current_dir(place.path(folder));
    finish(command, b"")
}

#[test]
fn two_repositories_and_global() {
    let place = Place::new();
    repository(&place, "one", "git@github.com:Acme/One.git");
    repository(&place, "two", "https://user:s3cr3t-T0KEN@github.com/acme/two.git/");
    run_in(&place, "one", &["memorize", "--content", "project one deploys with nomad"]).clean();
    run_in(&place, "two", &["memorize", "--content", "project two deploys with kubernetes"]).clean();
    run_in(&place, "two", &["memorize", "--global", "--content", "everybody deploys on Tuesdays"]).clean();
    let sees = |folder: &str| {
        let mut found =
            run_in(&place, folder, &["remember", "deploys", "--min-relevance", "0"]).clean().field("content");
        found.sort();
        found
    };
    assert_eq!(sees("one"), ["everybody deploys on Tuesdays", "project one deploys with nomad"]);
    assert_eq!(sees("two"), ["everybody deploys on Tuesdays", "project two deploys with kubernetes"]);
    assert_eq!(sees("work"), ["everybody deploys on Tuesdays"]);
    assert_eq!(run_in(&place, "work", &["list", "--all-scopes"]).clean().records().len(), 3);
    assert_eq!(run_in(&place, "two", &["scope"]).clean().field("scope"), ["github.com/acme/two"]);
    for (path, bytes) in bytes_below(&place.path("home")) {
        let leaked = bytes.windows(12).any(|window| window == b"s3cr3t-T0KEN");
        assert!(!leaked, "the token is in {}", path.display());
    }
    let explained = run_in(&place, "two", &["scope", "--explain"]).clean();
    assert!(!explained.stdout.contains("T0KEN") && explained.stdout.contains("steps"));
}

#[test]
fn another_projects_record_cannot_be_reached_by_id() {
    let place = Place::new();
    let stored = place.run(["memorize", "--scope", "a/b", "--content", "a secret plan of project a"]).clean();
    let id = stored.field("id").remove(0);
    place.run(["get", &id, "--scope", "c/d"]).expect(1);
    place.run(["forget", &id, "--scope", "c/d", "--confirm"]).expect(1);
    assert_eq!(place.run(["get", &id, "--all-scopes"]).clean().records().len(), 1);
    assert_eq!(place.run(["get", &id, "--scope", "a/b"]).clean().records().len(), 1);
}

#[test]
fn a_line_may_name_its_scope_and_must_agree_with_the_flag() {
    let place = Place::new();
    let line = "{\"content\":\"a fact with its own scope\",\"scope\":\"https://github.com/Acme/Shop.git\"}\n";
    assert_eq!(place.pipe(["memorize", "-"], line).clean().field("scope"), ["github.com/acme/shop"]);
    place.pipe(["memorize", "-", "--scope", "github.com/acme/shop"], line).clean();
    let refused = place.pipe(["memorize", "-", "--scope", "other/scope"], line).expect(2);
    assert!(refused.stderr.contains("<stdin>:1: scope: the line says"), "{}", refused.stderr);
    let found = place.pipe(["remember", "-"], "{\"query\":\"own scope\",\"scope\":\"github.com/acme/shop\"}\n").clean();
    assert_eq!(found.records().len(), 1);
}

#[test]
fn all_scopes_only_reads() {
    let place = Place::new();
    let refused = place.run(["memorize", "--all-scopes", "--content", "where should this go"]).expect(2);
    assert!(refused.stderr.contains("--all-scopes only reads"));
}

#[test]
fn scopes_are_listed_and_renamed() {
    let place = Place::new();
    place.pipe(["memorize", "-", "--scope", "old/name"], "first fact here\nsecond fact here\n").clean();
    place.run(["memorize", "--global", "--content", "a global fact here"]).clean();
    assert_eq!(place.run(["scope", "list"]).clean().field("scope"), ["", "old/name"]);
    assert_eq!(place.run(["scope", "rename", "old/name", "new/name"]).clean().field("memories"), ["2"]);
    assert_eq!(place.run(["scope", "list"]).clean().field("scope"), ["", "new/name"]);
    assert_eq!(
        place.run(["remember", "fact", "--scope", "new/name", "--min-relevance", "0"]).clean().records().len(),
        3
    );
    place.run(["scope", "rename", "nobody", "x/y"]).expect(1);
    place.run(["scope", "rename", "new/name", ""]).expect(2);
}

#[test]
fn related_files_are_relative_to_the_repository() {
    let place = Place::new();
    repository(&place, "repo", "git@github.com:acme/repo.git");
    std::fs::create_dir_all(place.path("repo/src")).unwrap();
    std::fs::write(place.path("repo/src/main.rs"), "").unwrap();
    let absolute = place.path("repo/src/main.rs").canonicalize().unwrap();
    let files = |folder: &str, file: &str, content: &str| {
        run_in(&place, folder, &["memorize", "--content", content, "--file", file]).clean().records()[0]["related_files"][0].clone()
    };
    assert_eq!(files("repo", absolute.to_str().unwrap(), "an absolute path was given"), "src/main.rs");
    assert_eq!(files("repo/src", "main.rs", "a path from the sub-folder"), "src/main.rs");
    assert_eq!(files("repo/src", "src/main.rs", "a path from the root, elsewhere"), "src/main.rs");
}

#[test]
fn nothing_is_left_in_a_checkout() {
    let place = Place::new();
    repository(&place, "repo", "git@github.com:acme/repo.git");
    run_in(&place, "repo", &["memorize", "--content", "a fact stored from a checkout"]).clean();
    run_in(&place, "repo", &["remember", "fact", "--min-relevance", "0"]).clean();
    run_in(&place, "repo", &["status"]).clean();
    let inside: Vec<_> =
        std::fs::read_dir(place.path("repo")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(inside, [".git"]);
}
