//! The write lock: held for one write, never for a process's life; readers take none.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use crate::error::{Error, Result};

const FILE: &str = "write.lock";

/// The right to write; given back when dropped, also by a kill.
#[derive(Debug)]
pub(super) struct WriteLock {
    _file: File,
}

impl WriteLock {
    /// Waits for the lock of the store in `dir`, at most `timeout`.
    pub(super) fn acquire(dir: &Path, timeout: Duration) -> Result<Self> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(dir.join(FILE))
            .map_err(|error| not_writable(dir, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => file = wait(file, timeout)?,
            Err(TryLockError::Error(error)) => return Err(not_writable(dir, &error)),
        }
        // Only for the message of somebody who waits in vain: a failure to write it harms nobody.
        let _ = file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)).map(|_| ()));
        let _ = write!(file, "{}", std::process::id());
        Ok(Self { _file: file })
    }
}

/// The right to be the only one at a long piece of work; given back when dropped, also by a kill.
#[derive(Debug)]
pub struct Lease {
    _file: File,
}

impl Lease {
    /// Takes the lease of this name; none where somebody else has it.
    pub(super) fn take(dir: &Path, name: &str) -> Result<Option<Self>> {
        let options =
            OpenOptions::new().write(true).create(true).truncate(false).open(dir.join(format!("{name}.lock")));
        let file = options.map_err(|error| not_writable(dir, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(not_writable(dir, &error)),
        }
    }
}

/// Waits in the kernel's queue, where nobody is overtaken for long; asking again and again would let a busy
/// neighbour win every time.
fn wait(mut file: File, timeout: Duration) -> Result<File> {
    let waiting = file.try_clone().map_err(|error| Error::internal(format!("cannot wait for the lock: {error}")))?;
    let (sender, granted) = std::sync::mpsc::sync_channel(0);
    std::thread::spawn(move || {
        let outcome = waiting.lock();
        // Nobody waits any more: closing the file gives the lock back.
        let _ = sender.send(outcome.map(|()| waiting));
    });
    match granted.recv_timeout(timeout) {
        Ok(Ok(file)) => Ok(file),
        Ok(Err(error)) => Err(Error::internal(format!("cannot wait for the lock: {error}"))),
        Err(_) => Err(busy(&mut file, timeout)),
    }
}

/// The folder cannot be written to.
pub(super) fn not_writable(dir: &Path, error: &std::io::Error) -> Error {
    let code = if error.kind() == std::io::ErrorKind::StorageFull { "disk_full" } else { "not_writable" };
    Error::store(code, format!("cannot write to the store {}: {error}", dir.display()))
        .hint("check its permissions and free space, or choose another folder with --store; nothing was changed")
}

fn busy(file: &mut File, timeout: Duration) -> Error {
    let mut pid = String::new();
    let _ = file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_string(&mut pid));
    let holder = if pid.is_empty() { "another process".to_owned() } else { format!("process {pid}") };
    Error::store("store_busy", format!("the store is busy: {holder} has been writing for {} s", timeout.as_secs_f32()))
        .hint("try again, or wait longer with --lock-timeout SECONDS")
}
