//! `cron`: one marked block in the user's crontab; every other line of it stays byte for byte.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::cli::{CronCommand, CronInstallArgs};
use crate::config::{Env, env};
use crate::error::{Error, Result};
use crate::exit::Status;

const BEGIN: &[u8] = b"# BEGIN octobrain: written by `octobrain cron install`, taken out by `octobrain cron remove`";
const END: &[u8] = b"# END octobrain";
/// What the block begins with, whatever the rest of that line says.
const BEGINS_WITH: &[u8] = b"# BEGIN octobrain";
/// A job may wait this long for another one's write.
const LOCK_TIMEOUT: &str = "600";

/// Variables that a job needs to find the same store, settings and models; keys are left out.
const HANDED_ON: &[&str] = &[
    env::STORE,
    env::CONFIG,
    env::XDG_DATA_HOME,
    env::XDG_CONFIG_HOME,
    env::XDG_CACHE_HOME,
    env::ORT_DYLIB_PATH,
    env::HF_HOME,
    env::HF_ENDPOINT,
    env::HF_HUB_OFFLINE,
    env::OLLAMA_URL,
    env::OLLAMA_HOST,
];

/// `cron`: one line of the block.
#[derive(Serialize, JsonSchema)]
pub(super) struct CronRecord {
    #[schemars(extend("const" = "cron"))]
    r#type: &'static str,
    /// `installed`, `unchanged`, `removed`; absent where it is only shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    /// The command that it runs: reindex, sleep or decay.
    command: String,
    /// When, in cron's five fields.
    schedule: String,
    /// The whole line, as it stands in the crontab.
    line: String,
}

/// Runs `cron`.
pub(super) fn run(app: &mut App, env: &Env, command: &CronCommand) -> Result<Status> {
    match command {
        CronCommand::Install(args) => install(app, env, args),
        CronCommand::Show => {
            let lines = block(&read()?).map(|(_, inside, _)| inside).unwrap_or_default();
            print(app, &lines, None)?;
            Ok(if lines.is_empty() { Status::Negative } else { Status::Done })
        }
        CronCommand::Remove => {
            let table = read()?;
            let Some((before, inside, after)) = block(&table) else { return Ok(Status::Negative) };
            write(&[before, after].concat())?;
            print(app, &inside, Some("removed"))?;
            Ok(Status::Done)
        }
    }
}

/// The lines that are installed; none where there is no cron.
pub(super) fn installed() -> Option<Vec<String>> {
    Some(block(&read().ok()?).map(|(_, inside, _)| inside).unwrap_or_default())
}

fn install(app: &mut App, env: &Env, args: &CronInstallArgs) -> Result<Status> {
    let prefix = command_prefix(app, env)?;
    let log = args.log.as_deref().map(std::path::absolute).transpose();
    let log = log.map_err(|error| Error::usage("bad_log", format!("--log: {error}")))?;
    let records = match &log {
        Some(log) => format!(">>{}", quoted(&text_of(log)?)),
        None => ">/dev/null".to_owned(),
    };
    let mut lines = Vec::new();
    for (name, schedule) in [("reindex", &args.reindex), ("sleep", &args.sleep), ("decay", &args.decay)] {
        if let Some(schedule) = checked(name, schedule)? {
            let free = if name == "decay" { "" } else { " --if-free" };
            let command =
                format!("{prefix} {name}{free} --quiet --format jsonl --lock-timeout {LOCK_TIMEOUT} {records}");
            // cron takes a bare % for the end of the line.
            lines.push(format!("{schedule} {}", command.replace('%', "\\%")).into_bytes());
        }
    }
    if lines.is_empty() {
        return Err(Error::usage("nothing_to_install", "every job is off").hint("octobrain cron remove takes them out"));
    }
    let mut inside = Vec::new();
    for line in &lines {
        inside.extend_from_slice(line);
        inside.push(b'\n');
    }
    if args.dry_run {
        print(app, &lines_of(&inside), None)?;
        return Ok(Status::Done);
    }
    let table = read()?;
    let (mut before, after, same) = match block(&table) {
        Some((before, present, after)) => (before, after, present == lines_of(&inside)),
        None => (table, Vec::new(), false),
    };
    if !same {
        if !before.is_empty() && !before.ends_with(b"\n") {
            before.push(b'\n');
        }
        write(&[&before, BEGIN, b"\n", &inside, END, b"\n", &after].concat())?;
    }
    print(app, &lines_of(&inside), Some(if same { "unchanged" } else { "installed" }))?;
    Ok(Status::Done)
}

/// The program with absolute paths and the variables that it needs, for any shell.
fn command_prefix(app: &App, env: &Env) -> Result<String> {
    let program = std::env::current_exe()
        .map_err(|error| Error::internal(format!("cannot tell where this program is: {error}")))?;
    let mut words = vec!["/usr/bin/env".to_owned()];
    let settings = env.names().filter(|name| name.starts_with(env::PREFIX) && name.contains(env::SEPARATOR));
    for name in HANDED_ON.iter().map(|name| (*name).to_owned()).chain(settings.map(str::to_owned)) {
        if let Some(value) = env.text(&name)?.filter(|value| !value.is_empty()) {
            let value = if matches!(name.as_str(), env::STORE | env::CONFIG | env::ORT_DYLIB_PATH) {
                absolute(Path::new(value))?
            } else {
                value.to_owned()
            };
            words.push(quoted(&format!("{name}={value}")));
        }
    }
    words.push(quoted(&text_of(&program)?));
    let options = app.global();
    for (flag, value) in [("--store", options.store.clone()), ("--config", options.config.clone())] {
        if let Some(value) = value {
            words.extend([flag.to_owned(), quoted(&absolute(&value)?)]);
        }
    }
    let command = words.join(" ");
    if command.contains(['\n', '\r', '\0']) {
        return Err(Error::usage("bad_path", "a path or a variable with a line break cannot stand in a crontab")
            .hint("move the store or the program to a plainer place"));
    }
    Ok(command)
}

fn absolute(path: &Path) -> Result<String> {
    let path =
        std::path::absolute(path).map_err(|error| Error::usage("bad_path", format!("{}: {error}", path.display())))?;
    text_of(&path)
}

fn text_of(path: &Path) -> Result<String> {
    path.to_str()
        .map(str::to_owned)
        .ok_or_else(|| Error::usage("bad_path", format!("{} is not valid UTF-8", path.display())))
}

/// A word for the shell; as it is, where nothing in it means anything to one.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-:=,@+".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A schedule as cron reads it: five fields, or a name like `@daily`; none for `off`.
fn checked(name: &str, schedule: &str) -> Result<Option<String>> {
    const NAMES: &[&str] =
        &["@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually", "@reboot"];
    let fields: Vec<&str> = schedule.split_ascii_whitespace().collect();
    match fields.as_slice() {
        ["off"] => return Ok(None),
        [one] if NAMES.contains(one) => return Ok(Some((*one).to_owned())),
        _ => {}
    }
    let limits = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)];
    let well = fields.len() == limits.len() && fields.iter().zip(limits).all(|(field, limit)| is_field(field, limit));
    if well {
        return Ok(Some(fields.join(" ")));
    }
    Err(Error::usage("bad_schedule", format!("--{name}: {schedule:?} is no schedule"))
        .hint("minute hour day month weekday, for example '30 4 * * *'; or @daily, or off"))
}

/// `*`, numbers and ranges with steps, separated by commas; names of months and days.
fn is_field(field: &str, (least, most): (u32, u32)) -> bool {
    let number = |text: &str| match text.parse::<u32>() {
        Ok(number) => (least..=most).contains(&number),
        Err(_) => {
            text.len() == 3 && least + most != 59 && most != 23 && text.bytes().all(|it| it.is_ascii_alphabetic())
        }
    };
    field.split(',').all(|part| {
        let (range, step) = part.split_once('/').unwrap_or((part, "1"));
        let well = range == "*"
            || match range.split_once('-') {
                Some((first, last)) => number(first) && number(last),
                None => number(range),
            };
        well && step.parse::<u32>().is_ok_and(|step| step > 0)
    })
}

type Bytes = Vec<u8>;

/// What stands before the block, the lines inside it, and what stands after.
fn block(table: &[u8]) -> Option<(Bytes, Vec<String>, Bytes)> {
    let lines: Vec<&[u8]> = table.split_inclusive(|byte| *byte == b'\n').collect();
    let first = lines.iter().position(|line| line.starts_with(BEGINS_WITH))?;
    let last = first + lines[first..].iter().position(|line| line.trim_ascii_end() == END)?;
    let inside = lines_of(&lines[first + 1..last].concat());
    Some((lines[..first].concat(), inside, lines[last + 1..].concat()))
}

fn lines_of(inside: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(inside).lines().map(str::to_owned).collect()
}

fn print(app: &mut App, lines: &[String], status: Option<&'static str>) -> Result<()> {
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let fields = if line.starts_with('@') { 1 } else { 5 };
        let command = ["reindex", "sleep", "decay"].into_iter().find(|name| words.contains(name)).unwrap_or_default();
        app.sink.record(&CronRecord {
            r#type: "cron",
            status,
            command: command.to_owned(),
            schedule: words.iter().take(fields).copied().collect::<Vec<_>>().join(" "),
            line: line.clone(),
        })?;
    }
    Ok(())
}

/// The present crontab; a user without one has an empty one.
fn read() -> Result<Bytes> {
    let output = Command::new("crontab").arg("-l").stdin(Stdio::null()).output().map_err(|error| no_crontab(&error))?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(output.stdout),
        false if said.to_lowercase().contains("no crontab") => Ok(Vec::new()),
        false => Err(Error::usage("crontab_failed", format!("crontab -l: {}", said.trim()))
            .hint("whether you may use cron is decided by /etc/cron.allow and /etc/cron.deny")),
    }
}

fn write(table: &[u8]) -> Result<()> {
    let mut child = Command::new("crontab")
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| no_crontab(&error))?;
    let sent = child.stdin.take().map(|mut stdin| stdin.write_all(table));
    let output = child.wait_with_output().map_err(|error| no_crontab(&error))?;
    if output.status.success() && matches!(sent, Some(Ok(()))) {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
    Err(Error::usage("crontab_failed", format!("crontab did not take the new table: {said}"))
        .hint("your crontab is as it was"))
}

fn no_crontab(error: &std::io::Error) -> Error {
    Error::unavailable("no_crontab", format!("cannot run crontab: {error}"))
        .hint("install cron (Debian: apt-get install cron), or use the systemd timers of config-templates/systemd")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules() {
        for well in ["0 4 * * *", "*/15 0-6,22 1,15 jan-mar mon", " 5  4 * * 7 ", "@daily"] {
            assert!(checked("sleep", well).unwrap().is_some(), "{well}");
        }
        assert_eq!(checked("sleep", "off").unwrap(), None);
        for wrong in [
            "",
            "4",
            "0 4 * *",
            "60 4 * * *",
            "0 24 * * *",
            "0 4 0 * *",
            "0 4 * 13 *",
            "0 4 * * 8",
            "*/0 4 * * *",
            "0 4 * * * rm",
            "@often",
            "0 4 * * mon\n* * * * * x",
            "a 4 * * *",
        ] {
            assert_eq!(checked("sleep", wrong).unwrap_err().code, "bad_schedule", "{wrong}");
        }
    }

    #[test]
    fn everything_around_the_block_stays() {
        let mine = b"MAILTO=me\n\xff\xfe odd bytes\n".as_slice();
        let after = b"# mine\n0 1 * * * true".as_slice();
        let table = [mine, BEGIN, b"\n0 4 * * * x reindex\n", END, b"\n", after].concat();
        let (before, inside, rest) = block(&table).unwrap();
        assert_eq!((before.as_slice(), rest.as_slice()), (mine, after));
        assert_eq!(inside, ["0 4 * * * x reindex"]);
        assert!(block(mine).is_none());
        // A block that was cut is left alone rather than guessed at.
        assert!(block(&[mine, BEGIN, b"\n"].concat()).is_none());
    }

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("/usr/bin/octobrain"), "/usr/bin/octobrain");
        assert_eq!(quoted("/home/a b/it's"), "'/home/a b/it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
