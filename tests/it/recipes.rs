//! The pipelines of the README, copied out of it and run as they stand there.

use std::process::{Command, Stdio};

use crate::support::{OCTOBRAIN, Outcome, Place, finish, skip};

/// The commands under the comment that begins like this, up to the next comment or the end of the block.
fn recipe(comment: &str) -> String {
    let readme = include_str!("../../README.md");
    let mut lines = readme.lines().skip_while(|line| !line.starts_with(&format!("# {comment}")));
    assert!(lines.next().is_some(), "the README has no recipe {comment:?}");
    lines
        .take_while(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("```"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn shell(place: &Place, script: &str) -> Outcome {
    let own = place.command(["--version"]);
    let mut bash = Command::new("bash");
    bash.args(["-euo", "pipefail", "-c", script]).env_clear().current_dir(place.path("work"));
    bash.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let path = std::env::var("PATH").unwrap();
    let folder = std::path::Path::new(OCTOBRAIN).parent().unwrap().display().to_string();
    bash.env("PATH", format!("{folder}:{path}")).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(bash, b"")
}

#[test]
fn pipelines_of_the_readme() {
    if Command::new("jq").arg("--version").output().is_err() {
        return skip("needs jq");
    }
    let place = Place::new();
    let write = |name: &str, text: &str| std::fs::write(place.path(&format!("work/{name}")), text).unwrap();
    place.git("work", &["init", "-q"]);
    place.git("work", &["remote", "add", "origin", "https://example.org/acme/shop.git"]);
    let run = |comment: &str| shell(&place, &recipe(comment)).expect(0).stdout;
    write(
        "facts.json",
        r#"[{"content":"Tokens live in the keychain","why":"policy"},{"content":"Queues are drained at night"}]"#,
    );
    let stored = run("a JSON array of facts");
    assert_eq!(stored.lines().filter(|line| line.starts_with("created\t")).count(), 2, "{stored}");
    // Seeded by CI at every push: the second time there is nothing to do.
    write(
        "decisions.json",
        r#"[{"slug":"adr-1","text":"Deploys go out on Tuesdays"},{"slug":"adr-2","text":"Logs are kept for a week"}]"#,
    );
    assert_eq!(run("seed a project's memory from CI").matches("\"status\":\"created\"").count(), 2);
    assert_eq!(run("seed a project's memory from CI").matches("\"status\":\"unchanged\"").count(), 2);
    write(
        "questions.jsonl",
        "{\"id\":7,\"question\":\"when do deploys go out\"}\n{\"id\":8,\"question\":\"where do tokens live\"}\n",
    );
    let answers = run("many questions");
    assert!(answers.contains("\"ref\":7") && answers.contains("\"ref\":8"), "{answers}");
    assert!(run("what was decided last week").contains("- Deploys go out on Tuesdays"));
    write("a.txt", "a");
    place.git("work", &["add", "."]);
    place.git("work", &["commit", "-q", "-m", "Retry uploads with a growing pause"]);
    assert!(run("the commit log becomes memory").contains("Retry uploads with a growing pause"));
    write(
        "facts.jsonl",
        "{\"content\":\"Queues are drained at night\"}\n{\"content\":\"Invoices are printed on Mondays\"}\n",
    );
    assert!(run("the plan before the deed: what would").contains("created\tInvoices are printed on Mondays"));
    std::fs::create_dir_all(place.path("work/docs")).unwrap();
    write("docs/guide.md", "# Guide\n\n## Retries\n\nThe retry budget is three attempts.\n");
    if std::path::Path::new(OCTOBRAIN).with_file_name("octobrain-extract").exists() {
        assert!(run("the documentation of a project").contains("indexed"));
        assert!(run("where is that said").contains("docs/guide.md:"));
    }
    run("a nightly backup");
    assert_eq!(
        std::fs::read_dir(place.path("work"))
            .unwrap()
            .flatten()
            .filter(|it| it.path().extension().is_some_and(|end| end == "zst"))
            .count(),
        1
    );
    place.run(["memorize", "--content", "An old fact of the old project", "--scope", "old/project"]).clean();
    assert!(run("move facts").contains("new/project"));
    assert!(run("how much each project holds").contains("example.org/acme/shop"));
    assert!(run("what sleep did last").is_empty());
}
