//! The sleep that starts by itself: a process of its own, which no answer, prompt or pipe waits for.

use std::process::{Command, Stdio};

use crate::app::App;
use crate::lifecycle::due::Marks;
use crate::store::Store;

/// It gives up after so long.
const MAX_SECONDS: u32 = 300;

/// How long it may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// As long as it needs: a command does not wait for it.
    Done,
    /// No longer than this process: a server leaves no child behind.
    ThisProcessEnds,
}

/// Starts a pass in the background where one is due in this scope; costs one small file to find out.
///
/// Nothing starts with a fixed clock, and a failure to start changes nothing for the caller.
pub fn sleep_if_due(app: &App, store: &Store, scope: &str, until: Until) {
    let memory = &app.settings().memory;
    if !memory.sleep_consolidation_enabled || app.clock.is_fixed() || !app.wants_model().unwrap_or(false) {
        return;
    }
    let mut marks = Marks::read(store);
    let now = app.clock.now();
    if !marks.is_due(store, scope, now, memory.sleep_consolidation_interval_hours) || !marks.may_attempt(now) {
        return;
    }
    marks.attempt(now);
    marks.write(store);
    if let Err(error) = start(app, store, until) {
        tracing::debug!("sleep was not started: {error}");
    }
}

fn start(app: &App, store: &Store, until: Until) -> std::io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["sleep", "--if-due", "--quiet", "--background", "--max-seconds", &MAX_SECONDS.to_string()]);
    command.arg("--store").arg(std::path::absolute(store.dir())?);
    if let Some(config) = app.config_file() {
        command.arg("--config").arg(std::path::absolute(config)?);
    }
    // Somewhere that nobody wants to remove or unmount.
    command.current_dir(store.dir()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if until == Until::ThisProcessEnds {
        // However this process ends, the system closes its end of the pipe.
        command.arg("--until-eof").stdin(Stdio::piped());
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    if until == Until::ThisProcessEnds {
        // A child that nobody waits for stays in the process table as long as its parent lives.
        std::thread::spawn(move || {
            let held = child.stdin.take();
            let _ = child.wait();
            drop(held);
        });
    }
    Ok(())
}

/// Closes the files that a caller of our caller left open, such as the pipe of `<(…)` in a shell, so that nobody
/// waits for an end that only comes when this process ends. To be called before anything is opened.
#[cfg(unix)]
#[allow(unsafe_code)]
pub fn close_inherited() {
    use std::os::fd::{FromRawFd, OwnedFd};
    let folder = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let open: Vec<i32> = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for fd in open.into_iter().filter(|fd| *fd > 2) {
        // The one that the folder itself was read with is closed already.
        if std::fs::symlink_metadata(format!("{folder}/{fd}")).is_ok() {
            // SAFETY: no part of this program has opened anything yet, so nothing here owns the number.
            drop(unsafe { OwnedFd::from_raw_fd(fd) });
        }
    }
}

/// Windows hands on nothing that was not asked for.
#[cfg(not(unix))]
pub fn close_inherited() {}
