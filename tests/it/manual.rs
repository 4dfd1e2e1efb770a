//! Completions and pages of the manual: as they are committed, as real shells and readers take them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{Place, finish, skip};

fn committed(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let read = |entry: std::fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), std::fs::read_to_string(entry.path()).unwrap())
    };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().map(read).collect();
    files.sort();
    files
}

#[test]
fn what_is_committed_is_what_the_program_writes() {
    let place = Place::new();
    let (man, completions) = (place.path("man"), place.path("completions"));
    place.run(["man", "--dir", man.to_str().unwrap()]).clean();
    place.run(["completions", "--dir", completions.to_str().unwrap()]).clean();
    for (made, kept) in
        [(files(&man), files(&committed("man"))), (files(&completions), files(&committed("completions")))]
    {
        let names = |list: &[(String, String)]| list.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&made), names(&kept), "scripts/generate writes them");
        for (new, old) in made.iter().zip(&kept) {
            assert!(new == old, "{} is not up to date: scripts/generate writes it", new.0);
        }
    }
    assert!(!place.store().exists(), "no store was opened");
}

#[test]
fn readers_are_content() {
    let pages = files(&committed("man"));
    let have = |program: &str| {
        Command::new(program).arg("--version").output().is_ok() || Command::new(program).output().is_ok()
    };
    if !have("mandoc") || !have("man") {
        return skip("needs mandoc and man");
    }
    for (name, _) in &pages {
        let page = committed("man").join(name);
        let lint = Command::new("mandoc").args(["-T", "lint", "-W", "error"]).arg(&page).output().unwrap();
        assert!(lint.status.success(), "{name}: {}", String::from_utf8_lossy(&lint.stdout));
        let shown =
            Command::new("man").arg("-l").arg(&page).env("MANWIDTH", "80").env("LC_ALL", "C.UTF-8").output().unwrap();
        let (text, complaints) = (String::from_utf8_lossy(&shown.stdout), String::from_utf8_lossy(&shown.stderr));
        assert!(shown.status.success() && text.contains("octobrain"), "{name}: {complaints}");
        assert!(!complaints.contains("warning"), "{name}: {complaints}");
    }
}

/// What a shell offers for the last word of a line.
/// A busy machine gets more time at each `attempt`.
fn offered(place: &Place, shell: &str, line: &str, attempt: u32) -> Option<String> {
    let folder = committed("completions").display().to_string();
    let script = match shell {
        "bash" => format!(
            "source '{folder}/octobrain.bash'\nCOMP_WORDS=({line})\n[[ '{line}' == *' ' ]] && COMP_WORDS+=('')\n\
             COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\nCOMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}\n\
             _octobrain octobrain \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
        ),
        "fish" => format!("source '{folder}/octobrain.fish'; complete --do-complete '{line}'"),
        // A terminal for the line editor, whose list is printed by its own key.
        _ => format!(
            "zmodload zsh/zpty\nzpty -b z 'PS1=\"\" TERM=dumb zsh -f -i'\n\
             zpty -w z 'fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -d /dev/null; LISTMAX=1000; LINES=200; COLUMNS=200; echo rea\"\"dy'\n\
             zpty -r z out '*ready*'\nzpty -w -n z $'{line}\\C-d'\nsleep {}\nzpty -r -t z out '*'\nwhile zpty -r -t z more; do out+=$more; done\nprint -r -- $out\nzpty -d z",
            2 * attempt
        ),
    };
    let mut command = Command::new("timeout");
    command
        .args(["40", shell, "-c"])
        .arg(script)
        .env_clear()
        .env("HOME", place.path("home"))
        .current_dir(place.path("work"));
    let path = format!("{}:/usr/bin:/bin", Path::new(crate::support::OCTOBRAIN).parent().unwrap().display());
    command.env("PATH", path).stdout(Stdio::piped()).stderr(Stdio::piped());
    if Command::new(shell).arg("-c").arg("exit 0").output().is_err() {
        return None;
    }
    Some(finish(command, b"").stdout)
}

#[test]
fn shells_complete() {
    let place = Place::new();
    for shell in ["bash", "fish", "zsh"] {
        for (line, expected) in [
            ("octobrain mem", &["memorize", "memory"][..]),
            ("octobrain remember --min", &["--min-relevance"]),
            ("octobrain remember --mode ", &["hybrid", "lexical", "vector"]),
            ("octobrain memorize --memory-type de", &["decision", "design"]),
            ("octobrain knowledge ", &["search", "read", "match"]),
            ("octobrain import --from ", &["mcp-memory", "mem0", "basic-memory"]),
        ] {
            let Some(mut found) = offered(&place, shell, line, 1) else {
                skip(&format!("{shell} is not here"));
                break;
            };
            let all = |found: &str| expected.iter().all(|word| found.contains(word));
            for attempt in 2..=4 {
                if !all(&found) {
                    found = offered(&place, shell, line, attempt).unwrap_or_default();
                }
            }
            assert!(all(&found), "{shell}: {line:?} offers not all of {expected:?}: {found}");
        }
    }
}
