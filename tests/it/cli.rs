//! The command line's contract: streams, statuses, help.

use std::io::Read;
use std::process::Stdio;

use crate::support::{Place, finish};

#[test]
fn help_shows_the_everyday_commands_and_a_pipeline() {
    let help = Place::new().run(["--help"]).clean().stdout;
    for word in ["memorize", "remember", "forget", "Try:", "| jq"] {
        assert!(help.contains(word), "{word} is missing:\n{help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

#[test]
fn help_and_version_work_in_a_broken_environment() {
    let place = Place::new();
    std::fs::write(place.path("broken.toml"), "= = =").unwrap();
    for args in [["--help"], ["--version"]] {
        let mut command = place.command(args);
        command.env_clear().env("OCTOBRAIN_CONFIG", place.path("broken.toml"));
        finish(command, b"").clean();
    }
}

#[test]
fn unknown_flags_and_commands_name_the_nearest() {
    let place = Place::new();
    let outcome = place.run(["memorize", "--titel", "x"]).expect(2);
    assert!(outcome.stderr.contains("--title"), "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "");
    let outcome = place.run(["remembr", "x"]).expect(2);
    assert!(outcome.stderr.contains("remember"), "{}", outcome.stderr);
}

#[test]
fn errors_can_be_json() {
    let place = Place::new();
    let outcome = place.pipe(["memorize", "-", "--error-format", "json"], "{\"content\":\"too\"}\n").expect(2);
    let error: serde_json::Value = serde_json::from_str(outcome.stderr.trim()).unwrap();
    assert_eq!(error["code"], "bad_length");
    assert_eq!(error["line"], 1);
    assert_eq!(error["message"], "content: 10..10000 characters, got 3");
    assert!(error["hint"].is_string());
    let outcome = place.run(["--error-format", "json", "list", "--nope"]).expect(2);
    let error: serde_json::Value = serde_json::from_str(outcome.stderr.trim()).unwrap();
    assert_eq!(error["code"], "bad_arguments");
}

#[test]
fn a_closed_pipe_ends_a_reader_quietly() {
    let place = Place::new();
    let facts: String = (0..2000).map(|n| format!("fact number {n} about the deployment of service {n}\n")).collect();
    place.pipe(["memorize", "-"], facts).clean();
    let mut child = place.command(["list"]).spawn().unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_writer_whose_reader_has_gone_finishes_its_batch() {
    let place = Place::new();
    let mut command = place.command(["memorize", "-"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    command.stdout(Stdio::from(writer));
    let outcome = finish(command, b"the first fact of the batch\nthe second fact of the batch\n");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_eq!(place.run(["list"]).clean().records().len(), 2);
}

#[test]
fn formats_of_stdout() {
    let place = Place::new();
    assert_eq!(place.run(["list", "--format", "json"]).clean().stdout, "[]\n");
    assert_eq!(place.run(["list"]).clean().stdout, "");
    place.run(["memorize", "--content", "Use REST for CRUD operations"]).clean();
    let array: serde_json::Value =
        serde_json::from_str(&place.run(["list", "--format", "json"]).clean().stdout).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 1);
    let text = place.run(["list", "--format", "text"]).clean().stdout;
    assert!(text.contains("[INFERRED]") && !text.contains('\u{1b}'), "{text}");
    assert!(place.run(["list", "--format", "text", "--color", "always"]).clean().stdout.contains('\u{1b}'));
    assert!(place.run(["list", "--format", "md"]).clean().stdout.starts_with("### "));
    let outcome = place.with("OCTOBRAIN_FORMAT", "yaml").run(["list"]).expect(2);
    assert!(outcome.stderr.contains("jsonl"));
}

#[test]
fn completions_are_scripts_of_their_shells() {
    let place = Place::new();
    for (shell, word) in [("bash", "complete -F"), ("zsh", "#compdef octobrain"), ("fish", "complete -c octobrain")] {
        let script = place.run(["completions", shell]).clean().stdout;
        assert!(script.contains(word), "{shell}");
        assert!(script.contains("user_preference"), "{shell} does not complete memory types");
    }
    let script = place.run(["completions", "bash"]).clean().stdout;
    std::fs::write(place.path("c.bash"), script).unwrap();
    let check = std::process::Command::new("bash").arg("-n").arg(place.path("c.bash")).status().unwrap();
    assert!(check.success());
}

#[test]
fn a_command_with_operands_never_touches_stdin() {
    let place = Place::new();
    place.run(["memorize", "--content", "Use REST for CRUD operations"]).clean();
    // Nothing is ever written to this pipe and it stays open: a read would wait for ever.
    let (reader, _writer) = std::io::pipe().unwrap();
    let mut command = place.command(["remember", "REST"]);
    command.stdin(Stdio::from(reader));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}
