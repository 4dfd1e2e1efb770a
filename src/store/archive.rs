//! A store as one archive, and back: a tar of its files, compressed with Zstandard.
//!
//! The first entry says what the archive is, the last one lists every file with its length and BLAKE3, so that
//! an archive that was cut or changed is known before anything is put in place. The words' index is left out: it is
//! made anew from the rows.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::lock::not_writable;
use super::{FORMAT, Store, WriteLock};
use crate::error::{Error, Result};

const HEAD: &str = "octobrain-backup.json";
const TAIL: &str = "octobrain-files.json";
/// The layout of archives that this program writes.
const LAYOUT: u32 = 1;
/// Zstandard's own usual level: vectors do not compress, and text does well enough.
const LEVEL: i32 = 3;
/// Folders and files that are made anew, or mean nothing elsewhere.
const LEFT_OUT: &[&str] = &["lexical", "knowledge/lexical"];

#[derive(Serialize, Deserialize)]
struct Head {
    layout: u32,
    format: u32,
    written_by: String,
    created_at: String,
}

#[derive(Serialize, Deserialize)]
struct Tail {
    files: BTreeMap<String, (u64, String)>,
}

/// What an archive holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archived {
    /// Files in it.
    pub files: usize,
    /// Their bytes, not compressed.
    pub bytes: u64,
    /// When it was made.
    pub created_at: String,
}

impl Store {
    /// Writes the store to `out` as it is at one moment: nobody else writes meanwhile, everybody may read.
    pub fn archive(&self, out: impl Write, now: Timestamp) -> Result<Archived> {
        let _lock = WriteLock::acquire(&self.dir, self.lock_timeout)?;
        let files = files_below(&self.dir).map_err(|error| super::unreadable(&self.dir, &error))?;
        let head = Head {
            layout: LAYOUT,
            format: FORMAT,
            written_by: env!("CARGO_PKG_VERSION").to_owned(),
            created_at: now.to_string(),
        };
        let created_at = head.created_at.clone();
        let listed = write(&self.dir, &files, out, &head).map_err(not_archived)?;
        let bytes = listed.values().map(|(length, _)| length).sum();
        Ok(Archived { files: listed.len(), bytes, created_at })
    }
}

/// Unpacks an archive into the folder `dir`, which must not be there yet, and checks every file of it.
pub fn unpack(archive: impl Read, dir: &Path) -> Result<Archived> {
    std::fs::create_dir_all(dir).map_err(|error| not_writable(dir, &error))?;
    let decoder = zstd::Decoder::new(archive).map_err(|error| damaged(&error.to_string()))?;
    let mut reader = tar::Archive::new(decoder);
    let (mut head, mut tail, mut found) = (None::<Head>, None::<Tail>, BTreeMap::new());
    let entries = reader.entries().map_err(|error| damaged(&error.to_string()))?;
    for entry in entries {
        let mut entry = entry.map_err(|error| damaged(&error.to_string()))?;
        let path = entry.path().map_err(|error| damaged(&error.to_string()))?.into_owned();
        let name = plain(&path).ok_or_else(|| damaged("it names a file outside itself"))?;
        match name.as_str() {
            HEAD => head = Some(checked_head(&mut entry)?),
            TAIL => tail = Some(read_json(&mut entry)?),
            _ if head.is_none() => return Err(damaged("it is no backup of octobrain")),
            _ if entry.header().entry_type().is_file() => {
                found.insert(name, copy(&mut entry, &dir.join(&path))?);
            }
            _ => return Err(damaged("it holds something other than files")),
        }
    }
    let (Some(head), Some(tail)) = (head, tail) else { return Err(damaged("it ends too early")) };
    if tail.files != found {
        return Err(damaged("its files are not those that were put into it"));
    }
    let bytes = found.values().map(|(length, _)| length).sum();
    Ok(Archived { files: found.len(), bytes, created_at: head.created_at })
}

fn checked_head(entry: &mut impl Read) -> Result<Head> {
    let head: Head = read_json(entry)?;
    if head.layout > LAYOUT || head.format > FORMAT {
        let fault = format!("the backup was written by octobrain {}, in a newer format", head.written_by);
        return Err(Error::store("backup_newer", fault).hint("upgrade octobrain first"));
    }
    Ok(head)
}

fn read_json<T: for<'a> Deserialize<'a>>(entry: &mut impl Read) -> Result<T> {
    let mut text = String::new();
    entry.read_to_string(&mut text).map_err(|error| damaged(&error.to_string()))?;
    serde_json::from_str(&text).map_err(|_| damaged("its list of files cannot be read"))
}

/// A relative path of plain names.
fn plain(path: &Path) -> Option<String> {
    let well = path.components().all(|part| matches!(part, Component::Normal(_)));
    if well { path.to_str().map(str::to_owned) } else { None }
}

fn copy(entry: &mut impl Read, to: &Path) -> Result<(u64, String)> {
    let failed = |error: &io::Error| not_writable(to, error);
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent).map_err(|error| failed(&error))?;
    }
    let mut file = File::create(to).map_err(|error| failed(&error))?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    let mut length = 0;
    loop {
        let read = entry.read(&mut buffer).map_err(|error| damaged(&error.to_string()))?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
        file.write_all(&buffer[..read]).map_err(|error| failed(&error))?;
        length += read as u64;
    }
    Ok((length, hasher.finalize().to_hex().to_string()))
}

fn write(dir: &Path, files: &[PathBuf], out: impl Write, head: &Head) -> io::Result<BTreeMap<String, (u64, String)>> {
    let mut encoder = zstd::Encoder::new(out, LEVEL)?;
    encoder.include_checksum(true)?;
    let mut archive = tar::Builder::new(encoder);
    append_json(&mut archive, HEAD, head)?;
    let mut listed = BTreeMap::new();
    for path in files {
        let mut file = File::open(dir.join(path))?;
        let length = file.metadata()?.len();
        let mut header = header(length);
        let mut hashing = Hashing { inner: (&mut file).take(length), hasher: blake3::Hasher::new() };
        archive.append_data(&mut header, path, &mut hashing)?;
        let name = path.to_string_lossy().replace('\\', "/");
        listed.insert(name, (length, hashing.hasher.finalize().to_hex().to_string()));
    }
    append_json(&mut archive, TAIL, &Tail { files: listed.clone() })?;
    archive.into_inner()?.finish()?.flush()?;
    Ok(listed)
}

fn append_json(archive: &mut tar::Builder<impl Write>, name: &str, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(value)?;
    archive.append_data(&mut header(text.len() as u64), name, text.as_slice())
}

fn header(length: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(length);
    header.set_mode(0o600);
    header
}

/// Reads and sums up at once.
struct Hashing<R> {
    inner: R,
    hasher: blake3::Hasher,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hasher.update(&buffer[..read]);
        Ok(read)
    }
}

/// Every file that belongs into an archive, by its path below the store.
fn files_below(dir: &Path) -> io::Result<Vec<PathBuf>> {
    fn walk(root: &Path, below: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in std::fs::read_dir(root.join(below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            let name = path.to_string_lossy();
            if LEFT_OUT.contains(&&*name) || name.ends_with(".lock") {
                continue;
            }
            if entry.file_type()?.is_dir() {
                walk(root, &path, found)?;
            } else {
                found.push(path);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(dir, Path::new(""), &mut found)?;
    found.sort();
    Ok(found)
}

fn damaged(what: &str) -> Error {
    Error::store("backup_damaged", format!("the backup cannot be used: {what}"))
        .hint("nothing was changed; take another backup")
}

/// The archive cannot be written where it shall go.
pub fn not_archived(error: io::Error) -> Error {
    let code = if error.kind() == io::ErrorKind::StorageFull { "disk_full" } else { "not_archived" };
    Error::store(code, format!("the backup was not written: {error}"))
        .hint("make room or name another file; the store is as it was")
}
