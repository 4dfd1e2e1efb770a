//! The store: missing, busy, read-only, newer, damaged, shared.

use std::fs::File;

use crate::support::Place;

#[test]
fn a_named_store_that_is_missing_is_an_error_and_the_default_one_is_empty() {
    let place = Place::new();
    place.run(["remember", "anything"]).expect(1);
    place.run(["list"]).clean();
    assert_eq!(place.run(["status"]).clean().records()[0]["exists"], false);
    assert!(!place.store().exists(), "reading made a store");
    let outcome = place.run(["list", "--store", "/nonexistent/place"]).expect(4);
    assert!(outcome.stderr.contains("there is no store at /nonexistent/place"), "{}", outcome.stderr);
}

#[test]
fn a_busy_store_is_waited_for_and_then_named() {
    let place = Place::new();
    place.run(["memorize", "--content", "the first fact of all"]).clean();
    let lock = File::options().write(true).open(place.store().join("write.lock")).unwrap();
    lock.lock().unwrap();
    std::fs::write(place.store().join("write.lock"), "4711").unwrap();
    let outcome = place.run(["memorize", "--content", "a second fact that waits", "--lock-timeout", "0.2"]).expect(4);
    assert!(outcome.stderr.contains("process 4711"), "{}", outcome.stderr);
    place.run(["list"]).clean();
    drop(lock);
    place.run(["memorize", "--content", "a second fact that waits"]).clean();
}

#[test]
fn a_newer_format_is_refused() {
    let place = Place::new();
    place.run(["memorize", "--content", "the first fact of all"]).clean();
    std::fs::write(place.store().join("format.json"), "{\"format\":99,\"written_by\":\"9.9.9\"}").unwrap();
    for args in [&["list"][..], &["memorize", "--content", "another fact"]] {
        let outcome = place.run(args).expect(4);
        assert!(outcome.stderr.contains("format 99") && outcome.stderr.contains("upgrade"), "{}", outcome.stderr);
    }
    std::fs::write(place.store().join("format.json"), "garbage").unwrap();
    place.run(["list"]).expect(4);
    std::fs::remove_file(place.store().join("format.json")).unwrap();
    assert_eq!(place.run(["list"]).clean().records().len(), 1);
}

#[test]
fn a_store_that_cannot_be_made_says_why() {
    let place = Place::new();
    std::fs::write(place.path("file"), "in the way").unwrap();
    let store = place.path("file/store");
    let outcome =
        place.run(["memorize", "--content", "a fact without a place", "--store", store.to_str().unwrap()]).expect(4);
    assert!(outcome.stderr.contains("cannot write to the store"), "{}", outcome.stderr);
}

#[test]
fn every_file_of_the_lexical_index_may_be_lost_or_cut() {
    let place = Place::new();
    place.pipe(["memorize", "-"], "Passwords are hashed with argon2id\nThe queue is kept in Redis\n").clean();
    let index = place.store().join("lexical");
    let files: Vec<_> = std::fs::read_dir(&index).unwrap().map(|entry| entry.unwrap().path()).collect();
    let healthy: Vec<(std::path::PathBuf, Vec<u8>)> =
        files.iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect();
    for (path, bytes) in &healthy {
        for damaged in [None, Some(&bytes[..bytes.len() / 2]), Some(&[][..])] {
            match damaged {
                None => std::fs::remove_file(path).unwrap(),
                Some(part) => std::fs::write(path, part).unwrap(),
            }
            let found = place.run(["remember", "argon2id"]);
            assert_eq!(found.status, 0, "{}: {}", path.display(), found.stderr);
            assert_eq!(found.records().len(), 1, "{}", path.display());
            std::fs::write(path, bytes).unwrap();
        }
    }
}

#[test]
fn many_small_writes_keep_the_store_small() {
    let place = Place::new();
    // One batch per line: 150 commits through one process.
    let mut child = place.command(["memorize", "-"]).stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = std::io::BufReader::new(child.stdout.take().unwrap());
    for n in 0..150 {
        use std::io::{BufRead, Write};
        writeln!(stdin, "small write number {n} of many").unwrap();
        answers.read_line(&mut String::new()).unwrap();
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let data = place.store().join("records.lance/data");
    let fragments = std::fs::read_dir(data).unwrap().count();
    assert!(fragments < 200, "{fragments} files");
    assert_eq!(place.run(["list"]).clean().records().len(), 150);
}

#[test]
fn a_read_only_store_can_be_read() {
    let place = Place::new();
    place.run(["memorize", "--content", "a fact to be read only"]).clean();
    if unsafe_root() {
        crate::support::skip("root may write anywhere");
        return;
    }
    let mut read_only = std::fs::metadata(place.store()).unwrap().permissions();
    read_only.set_readonly(true);
    std::fs::set_permissions(place.store(), read_only).unwrap();
    assert_eq!(place.run(["list"]).clean().records().len(), 1);
}

fn unsafe_root() -> bool {
    std::fs::metadata("/root").is_ok() && std::fs::read_dir("/root").is_ok()
}
