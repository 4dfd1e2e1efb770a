//! `cron`: the user's crontab, and a real cron daemon that runs what was written into it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{Outcome, Place, finish, skip};

/// A `crontab` of its own, which keeps its table in a file.
fn with_crontab(place: Place) -> (Place, PathBuf) {
    let (bin, table) = (place.path("bin"), place.path("table"));
    std::fs::create_dir_all(&bin).unwrap();
    let script = format!(
        "#!/bin/sh\nT='{}'\ncase \"$1\" in\n-l) [ -f \"$T\" ] || {{ echo 'no crontab for me' >&2; exit 1; }}; cat \"$T\" ;;\n\
         -) cat >\"$T\" ;;\n*) exit 2 ;;\nesac\n",
        table.display()
    );
    std::fs::write(bin.join("crontab"), script).unwrap();
    std::fs::set_permissions(bin.join("crontab"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    (place.with("PATH", &path), table)
}

#[test]
fn other_lines_stay_byte_for_byte() {
    let (place, table) = with_crontab(Place::new());
    assert_eq!(place.run(["cron", "show"]).expect(1).stdout, "");
    assert_eq!(place.run(["cron", "remove"]).expect(1).stdout, "");
    let mine = b"# mine\nMAILTO=\"\"\n\xff\xfe odd\n0 1 * * *   true   # no line break at the end".as_slice();
    std::fs::write(&table, mine).unwrap();
    let installed = place.run(["cron", "install", "--sleep", "*/10 3-5 * * mon"]).clean();
    assert_eq!(installed.field("status"), ["installed"; 3]);
    assert_eq!(installed.field("schedule"), ["0 4 * * *", "*/10 3-5 * * mon", "45 4 * * *"]);
    let text = std::fs::read(&table).unwrap();
    assert!(text.starts_with(mine) && text.ends_with(b"# END octobrain\n"));
    // Again, and changed: one block, in its place.
    let after = [&text[..], b"# after\n"].concat();
    std::fs::write(&table, &after).unwrap();
    assert_eq!(place.run(["cron", "install", "--sleep", "*/10 3-5 * * mon"]).clean().field("status"), ["unchanged"; 3]);
    assert_eq!(std::fs::read(&table).unwrap(), after);
    place.run(["cron", "install", "--decay", "off", "--log", "it's 100%.log"]).clean();
    let text = std::fs::read(&table).unwrap();
    assert!(text.starts_with(mine) && text.ends_with(b"# END octobrain\n# after\n"));
    let shown = place.run(["cron", "show"]).clean();
    assert_eq!(shown.field("command"), ["reindex", "sleep"]);
    assert!(shown.field("line")[0].ends_with("it'\\''s 100\\%.log'"), "{}", shown.stdout);
    assert_eq!(place.run(["cron", "remove"]).clean().field("status"), ["removed"; 2]);
    assert_eq!(std::fs::read(&table).unwrap(), [mine, b"\n# after\n"].concat());
}

#[test]
fn what_cannot_be_installed() {
    let (place, table) = with_crontab(Place::new());
    for (args, words) in [
        (["--sleep", "61 4 * * *"], "is no schedule"),
        (["--sleep", "0 4 * * *\n* * * * * evil"], "is no schedule"),
        (["--store", "a\nb"], "line break"),
    ] {
        let refused = place.run(["cron", "install"].iter().chain(&args)).expect(2);
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
    assert!(!table.exists());
    let place = place.with("PATH", "/nowhere");
    let refused = place.run(["cron", "install"]).expect(5);
    assert!(refused.stderr.contains("systemd"), "{}", refused.stderr);
}

/// A line of the table, run as cron runs it: hardly any environment, the bare shell.
fn as_cron(place: &Place, line: &str) -> Outcome {
    let command: String = line.splitn(6, ' ').nth(5).unwrap().replace("\\%", "%");
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &command]).env_clear().current_dir(place.path("home"));
    shell.envs([("HOME", place.path("home").as_os_str()), ("PATH", "/usr/bin:/bin".as_ref())]);
    shell.envs([("SHELL", "/bin/sh"), ("LOGNAME", "me")]);
    finish_with_pipes(shell)
}

fn finish_with_pipes(mut command: Command) -> Outcome {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command, b"")
}

#[test]
fn silent_when_well_and_one_line_when_not() {
    let (place, _) = with_crontab(Place::new());
    place.run(["memorize", "--content", "The shop deploys on Tuesdays", "--scope", "acme/shop"]).clean();
    let log = place.path("octobrain.log").display().to_string();
    let lines = place.run(["cron", "install", "--log", &log]).clean().field("line");
    for line in &lines {
        let ran = as_cron(&place, line).clean();
        assert_eq!(ran.stdout, "", "{line}");
    }
    // A store of a newer format: each job says so in one line, and fails.
    let format = place.store().join("format.json");
    std::fs::write(&format, "{\"format\":99,\"written_by\":\"9.9.9\"}").unwrap();
    for line in &lines {
        let ran = as_cron(&place, line).expect(4);
        assert_eq!((ran.stdout.as_str(), ran.stderr.lines().count()), ("", 1), "{}", ran.stderr);
        assert!(ran.stderr.contains("upgrade octobrain"), "{}", ran.stderr);
    }
}

/// Runs as root with mounts of its own, so that the machine's crontabs, daemon and mailer are left alone.
const DAEMON: &str = r#"
set -e
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/spool/cron
mkdir -m 1730 /var/spool/cron/crontabs
chgrp crontab /var/spool/cron/crontabs
cron -f &
daemon=$!
sleep 1
mount -t tmpfs tmpfs /usr/sbin
printf '#!/bin/sh\n{ echo "== mail"; cat; } >>%s\n' "'$MAIL_FILE'" >/usr/sbin/sendmail
chmod 755 /usr/sbin/sendmail
printf '# mine\n' | crontab -
"$OCTOBRAIN" cron install --reindex '* * * * *' --sleep '* * * * *' --decay '* * * * *' --log "$LOG_FILE" >/dev/null
crontab -l >"$TABLE_FILE"
waited=0
until [ -s "$LOG_FILE" ] || [ $waited -ge 75 ]; do sleep 1; waited=$((waited + 1)); done
sleep 3
cp "$MAIL_FILE" "$MAIL_FILE.well" 2>/dev/null || : >"$MAIL_FILE.well"
printf '{"format":99,"written_by":"9.9.9"}' >"$STORE/format.json"
waited=0
until [ -s "$MAIL_FILE" ] || [ $waited -ge 75 ]; do sleep 1; waited=$((waited + 1)); done
sleep 3
"$OCTOBRAIN" cron remove >/dev/null
crontab -l >"$TABLE_FILE.after"
kill $daemon
"#;

#[test]
fn a_cron_daemon_runs_it() {
    let known = |program: &str| {
        ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].iter().any(|folder| Path::new(folder).join(program).exists())
    };
    let root = Command::new("id").arg("-u").output().is_ok_and(|it| it.stdout.starts_with(b"0"));
    if !(root && known("cron") && known("crontab") && known("unshare")) {
        return skip("needs root, cron and unshare");
    }
    let Some(place) = Place::with_model() else { return };
    // The daemon takes HOME from the system's list of users.
    let (store, cache) = (place.store(), place.path("home/.cache"));
    let place = place.with("OCTOBRAIN_STORE", store.to_str().unwrap()).with("XDG_CACHE_HOME", cache.to_str().unwrap());
    place.run(["memorize", "--content", "The shop deploys on Tuesdays", "--scope", "acme/shop"]).clean();
    // Something for reindex to do and to tell of: a memory that has no vector yet.
    let pending = place.command(["memorize", "--content", "Written without a model", "--scope", "acme/shop"]);
    let mut pending = pending;
    pending.env("OCTOBRAIN_EMBEDDING__MODEL", "none");
    assert_eq!(finish(pending, b"").status, 0);
    let file = |name: &str| place.path(name);
    let own = place.command(["--version"]);
    let mut command = Command::new("unshare");
    command.args(["-m", "--propagation", "private", "/bin/sh", "-c", DAEMON]).env_clear();
    command.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("OCTOBRAIN", crate::support::OCTOBRAIN);
    command.env("MAIL_FILE", file("mail")).env("LOG_FILE", file("log")).env("TABLE_FILE", file("table"));
    command.env("STORE", place.store()).current_dir(place.path("work"));
    let ran = finish_with_pipes(command);
    if ran.status != 0 && ran.stderr.contains("mount") {
        return skip("this machine allows no mounts");
    }
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let read = |name: &str| std::fs::read_to_string(file(name)).unwrap_or_default();
    assert!(read("table").starts_with("# mine\n# BEGIN octobrain"), "{}", read("table"));
    assert!(read("log").contains("\"type\":\"reindex\""), "{}", read("log"));
    assert_eq!(read("mail.well"), "", "well, and not silent");
    // One mail a job, each with one line of ours.
    let said: Vec<String> =
        read("mail").lines().filter(|line| line.starts_with("octobrain: ")).map(str::to_owned).collect();
    let mails = read("mail").matches("== mail").count();
    assert!(mails > 0 && mails == said.len(), "{}", read("mail"));
    assert!(said[0].contains("upgrade octobrain"), "{said:?}");
    assert_eq!(read("table.after"), "# mine\n");
}
