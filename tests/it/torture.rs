//! The store under stress: many writers, first opens, kills.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Place, finish};

#[test]
fn many_writers_and_readers_lose_nothing() {
    const WRITERS: usize = 8;
    // Each writer is a hundred processes' worth of commits: one line a time, answered before the next.
    const EACH: usize = 100;
    let place = Place::new();
    let faults = Mutex::new(Vec::new());
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let (place, faults) = (&place, &faults);
                scope.spawn(move || {
                    let mut child = place.command(["memorize", "-"]).stdin(Stdio::piped()).spawn().unwrap();
                    let mut stdin = child.stdin.take().unwrap();
                    let mut answers = BufReader::new(child.stdout.take().unwrap());
                    for n in 0..EACH {
                        writeln!(stdin, "Writer {writer} says its line number {n}").unwrap();
                        let mut answer = String::new();
                        answers.read_line(&mut answer).unwrap();
                        if !answer.contains("\"created\"") {
                            faults.lock().unwrap().push(answer);
                        }
                    }
                    drop(stdin);
                    if !child.wait().unwrap().success() {
                        faults.lock().unwrap().push(format!("writer {writer} failed"));
                    }
                })
            })
            .collect();
        for reader in 0..2 {
            let (place, faults, stop) = (&place, &faults, &stop);
            scope.spawn(move || {
                let args: &[&str] = if reader == 0 { &["list"] } else { &["remember", "writer line number"] };
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(100));
                    let outcome = place.run(args);
                    // Before the first line is stored there is nothing to find.
                    if outcome.status > 1 || !outcome.stderr.is_empty() {
                        faults.lock().unwrap().push(format!("{args:?}: {} {}", outcome.status, outcome.stderr));
                    }
                }
            });
        }
        for writer in writers {
            writer.join().unwrap();
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(faults.into_inner().unwrap(), Vec::<String>::new());
    assert_eq!(place.run(["list"]).clean().records().len(), WRITERS * EACH);
    let found = place.run(["remember", "line number 7", "--limit", "1000", "--min-relevance", "0"]).clean();
    assert_eq!(found.records().len(), WRITERS * EACH);
    assert_eq!(place.run(["status"]).clean().records()[0]["lexical_current"], true);
}

#[test]
fn twenty_first_opens_at_once() {
    let place = Place::new();
    let runs: Vec<_> = (0..20)
        .map(|n| place.command(["memorize", "--content", &format!("fact number {n} of a first open")]))
        .collect();
    let threads: Vec<_> = runs.into_iter().map(|command| std::thread::spawn(move || finish(command, b""))).collect();
    for thread in threads {
        thread.join().unwrap().clean();
    }
    assert_eq!(place.run(["list"]).clean().records().len(), 20);
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// Kills a command at a random moment; answers whether it had acknowledged its work before.
fn killed(place: &Place, args: &[String], after: Duration) -> bool {
    let mut child = place.command(args).spawn().unwrap();
    let begun = Instant::now();
    while begun.elapsed() < after && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    // Ended by itself, or killed with SIGKILL: what is on stdout was acknowledged.
    let _ = child.kill();
    let output = child.wait_with_output().unwrap();
    output.stdout.ends_with(b"\n")
}

#[test]
fn a_kill_at_any_moment_loses_nothing_that_was_acknowledged() {
    let mut dice = Dice(42);
    let place = Place::new();
    let mut stored: Vec<(String, String)> = Vec::new();
    let mut longest = Duration::from_millis(40);
    for round in 0..200 {
        let wait = Duration::from_micros(dice.roll(longest.as_micros() as u64));
        let pick = dice.roll(stored.len().max(1) as u64) as usize;
        match (round % 3, stored.get(pick).cloned()) {
            (1, Some((key, id))) => {
                let text = format!("Round {round} rewrote the record of {key}");
                let args = ["update", &id, "--content", &text].map(str::to_owned);
                let acknowledged = killed(&place, &args, wait);
                let now = place.run(["get", &id]).expect(0).field("content").remove(0);
                assert!(!acknowledged || now == text, "round {round}: an acknowledged change is lost");
            }
            (2, Some((_, id))) if stored.len() > 20 => {
                let args = ["forget", &id, "--confirm"].map(str::to_owned);
                let acknowledged = killed(&place, &args, wait);
                let there = place.run(["get", &id]).status == 0;
                assert!(!(acknowledged && there), "round {round}: what was forgotten is back");
                if !there {
                    stored.remove(pick);
                }
            }
            _ => {
                let key = format!("round-{round}");
                let text = format!("Round {round} stores a fact of its own");
                let args = ["memorize", "--key", &key, "--content", &text].map(str::to_owned);
                let begun = Instant::now();
                let acknowledged = killed(&place, &args, wait);
                longest = longest.max(begun.elapsed().mul_f32(1.2)).min(Duration::from_millis(400));
                let found = place.run(["list", "--limit", "1000"]);
                let found = if found.status == 4 { Vec::new() } else { found.expect(0).records() };
                let own = found.iter().find(|record| record["key"] == json!(key));
                assert!(!acknowledged || own.is_some(), "round {round}: an acknowledged fact is lost");
                if let Some(record) = own {
                    assert_eq!(record["content"], json!(text), "round {round}: half a record");
                    stored.push((key, record["id"].as_str().unwrap().to_owned()));
                }
            }
        }
    }
    // The next writer mends what was derived.
    place.run(["memorize", "--content", "The last fact closes the books"]).clean();
    let status = place.run(["status"]).clean().records().remove(0);
    assert_eq!((&status["lexical_current"], &status["memories"]), (&json!(true), &json!(stored.len() + 1)));
    for (_, id) in &stored {
        let content = place.run(["get", id]).clean().field("content").remove(0);
        let found = place.run(["remember", &content, "--limit", "1000"]).clean();
        assert!(found.field("id").contains(id), "{content} is not found by its own words");
    }
    assert!(stored.len() > 20, "the kills came too early to test anything: {}", stored.len());
}
