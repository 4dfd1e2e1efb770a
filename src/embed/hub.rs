//! Models of fastembed's list on disk: what is cached, fetching, and trusting what was fetched.
//!
//! The cache has the hub's own layout, `models--ORG--NAME/{refs,blobs,snapshots}`, so that a
//! folder filled by other tools serves too. The hub client keeps an unfinished file as `.part`
//! and goes on from its end, but believes any answer and never looks at the result: a mirror
//! that ignores the range it is asked for leaves a file of two halves that do not fit. A large
//! file's blob is named by the SHA-256 of its content, so each file is checked once, and a note
//! of name and size makes later starts cheap. What does not match is removed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::catalog::{self, Entry};
use super::{ModelPaths, ModelSpec, fastembed};
use crate::error::{Error, Result};

/// Downloads that made some progress before they broke are taken up again this many times.
const ATTEMPTS: usize = 5;

/// A download that brings nothing for so long is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The note of checked blobs in a model's folder: lines of name and size.
const NOTE: &str = "octobrain-verified";

/// One model of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelInfo {
    /// What follows `fastembed:` in the configuration.
    pub name: String,
    /// Numbers in a vector.
    pub dimension: usize,
    /// One line for people.
    pub description: String,
    /// The model of a fresh installation.
    pub default: bool,
    /// All its files are in the cache; whether they are whole is seen when it is opened.
    pub cached: bool,
}

/// What [`pull`] left in the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pulled {
    /// The model's files, the weights first.
    pub files: Vec<PathBuf>,
    /// Something was downloaded, rather than all found.
    pub downloaded: bool,
}

/// All models that `fastembed:` knows, by name.
#[must_use]
pub fn list(paths: &ModelPaths) -> Vec<ModelInfo> {
    catalog::entries()
        .iter()
        .map(|entry| ModelInfo {
            name: entry.name.clone(),
            dimension: entry.dimension,
            description: entry.description.clone(),
            default: entry.is_default(),
            cached: located(entry, paths).is_some(),
        })
        .collect()
}

/// Downloads a model unless it is in the cache, and checks it; needs ONNX Runtime.
///
/// Errors: `not_downloadable` for a model that is no `fastembed:` one, `model_not_cached` when
/// downloads are forbidden, `download_failed` (what arrived is kept and taken up next time).
pub fn pull(spec: &ModelSpec, paths: &ModelPaths, progress: bool) -> Result<Pulled> {
    let entry = entry_of(spec)?;
    let downloaded = !is_cached(entry, paths)?;
    if downloaded {
        download(entry, paths, progress)?;
    }
    let files = located(entry, paths).ok_or_else(|| failed(entry, paths, "files are missing"))?;
    Ok(Pulled { files, downloaded })
}

/// The folder of a model: where `local:` files are, or where a hub's are or will be.
pub fn model_path(spec: &ModelSpec, paths: &ModelPaths) -> Result<PathBuf> {
    if let ModelSpec::Local { dir } = spec {
        return Ok(dir.clone());
    }
    let entry = entry_of(spec)?;
    Ok(snapshot(entry, paths).unwrap_or_else(|| folder(entry, paths)))
}

fn entry_of(spec: &ModelSpec) -> Result<&'static Entry> {
    match spec {
        ModelSpec::Fastembed { name } => catalog::find(name).or_else(|unknown| {
            // The same names serve for cross-encoders, and no model is in both lists.
            catalog::find_reranker(name).map_err(|_| unknown)
        }),
        other => Err(Error::usage("not_downloadable", format!("model `{other}` is not one that can be downloaded"))
            .hint("`octobrain model list` names those that can")),
    }
}

/// `models--ORG--NAME` in the models' folder.
fn folder(entry: &Entry, paths: &ModelPaths) -> PathBuf {
    paths.models_dir().join(format!("models--{}", entry.code.replace('/', "--")))
}

/// The folder of the revision that `main` stands for here.
fn snapshot(entry: &Entry, paths: &ModelPaths) -> Option<PathBuf> {
    let folder = folder(entry, paths);
    let commit = fs::read_to_string(folder.join("refs").join("main")).ok()?;
    Some(folder.join("snapshots").join(commit))
}

/// One file of a cached model.
pub(super) fn file(entry: &Entry, paths: &ModelPaths, name: &str) -> Option<PathBuf> {
    snapshot(entry, paths).map(|folder| folder.join(name)).filter(|file| file.is_file())
}

/// All files of the model if they are there, checked or not.
fn located(entry: &Entry, paths: &ModelPaths) -> Option<Vec<PathBuf>> {
    entry.files.iter().map(|name| file(entry, paths, name)).collect()
}

/// Whether all files of the model are there and whole; the first time after a download this
/// reads them (half a second for the default model). A damaged file is removed.
pub(super) fn is_cached(entry: &Entry, paths: &ModelPaths) -> Result<bool> {
    let Some(files) = located(entry, paths) else { return Ok(false) };
    verify(&folder(entry, paths), &files)
}

/// Fetches what is missing. What a broken connection left is gone on from, now if there was
/// progress, else at the next call.
pub(super) fn download(entry: &'static Entry, paths: &ModelPaths, progress: bool) -> Result<()> {
    if paths.offline {
        return Err(not_cached(entry, paths));
    }
    let folder = folder(entry, paths);
    let mut fetched = progress_of(&folder);
    for attempt in 1.. {
        prepare_parts(&folder);
        let outcome = fetch(entry, paths, progress);
        let present: Vec<PathBuf> = entry.files.iter().filter_map(|name| file(entry, paths, name)).collect();
        let sound = verify(&folder, &present)?;
        if sound && present.len() == entry.files.len() {
            return outcome;
        }
        let now = progress_of(&folder);
        let stuck = sound && now == fetched;
        if attempt == ATTEMPTS || stuck {
            return Err(outcome
                .err()
                .unwrap_or_else(|| failed(entry, paths, "what arrived is not what the hub announced")));
        }
        tracing::warn!(model = entry.name, attempt, "download broke off, going on");
        fetched = now;
    }
    Ok(())
}

/// One go of the hub client, given up when nothing arrives for [`PATIENCE`].
///
/// The client has no time limits of its own, and a firewall that swallows packets would hold
/// the program for ever; its thread is left behind and ends with the process.
fn fetch(entry: &'static Entry, paths: &ModelPaths, progress: bool) -> Result<()> {
    let folder = folder(entry, paths);
    let (sender, receiver) = mpsc::channel();
    let owned = paths.clone();
    thread::spawn(move || {
        // Loading is how fastembed is told to download; the model itself is not kept, because
        // what it was loaded from is checked only afterwards.
        let outcome = fastembed::fetch(entry, &owned, progress);
        // Nobody listens any more when patience has run out.
        let _ = sender.send(outcome);
    });
    let mut fetched = progress_of(&folder);
    let mut since = Instant::now();
    loop {
        match receiver.recv_timeout(Duration::from_secs(1)) {
            Ok(outcome) => return outcome,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(failed(entry, paths, "the hub client gave up"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = progress_of(&folder);
        if now != fetched {
            (fetched, since) = (now, Instant::now());
        } else if since.elapsed() > PATIENCE {
            let why = format!("nothing arrived for {} seconds", PATIENCE.as_secs());
            return Err(failed(entry, paths, &why));
        }
    }
}

/// Bytes and files fetched so far, to tell a slow line from none.
fn progress_of(folder: &Path) -> (u64, usize) {
    let sizes: Vec<u64> =
        entries(&folder.join("blobs")).filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).collect();
    (sizes.iter().sum(), sizes.len())
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// Makes leftovers of broken downloads fit to be gone on from.
///
/// The client asks for what follows a `.part` file's end. When that is all there is, a hub
/// answers with an error, for ever; so a complete one loses its last byte again. Small files
/// have no hash of their content in their name and are simply fetched anew.
fn prepare_parts(folder: &Path) {
    for part in entries(&folder.join("blobs")) {
        if part.extension().is_none_or(|extension| extension != "part") {
            continue;
        }
        let whole = blob_hash(&part).is_some_and(|hash| sha256(&part).is_ok_and(|own| own == hash));
        let outcome = match blob_hash(&part) {
            None => fs::remove_file(&part),
            Some(_) if whole => File::options()
                .write(true)
                .open(&part)
                .and_then(|file| file.set_len(file.metadata()?.len().saturating_sub(1))),
            Some(_) => Ok(()),
        };
        if let Err(fault) = outcome {
            tracing::debug!(%fault, part = %part.display(), "left as it is");
        }
    }
}

/// Whether every file is whole; those that are not are removed, so that they are fetched anew.
fn verify(folder: &Path, files: &[PathBuf]) -> Result<bool> {
    let note = folder.join(NOTE);
    let known = read_note(&note);
    let mut checked = known.clone();
    let mut whole = true;
    for file in files {
        let (blob, size) = blob_of(file).map_err(|fault| unreadable(file, &fault))?;
        let name = blob.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if checked.get(&name) == Some(&size) {
            continue;
        }
        if is_whole(&blob, file).map_err(|fault| unreadable(file, &fault))? {
            checked.insert(name, size);
        } else {
            tracing::warn!(file = %file.display(), "damaged model file removed");
            whole = false;
            for path in [file, &blob] {
                match fs::remove_file(path) {
                    Err(fault) if fault.kind() != io::ErrorKind::NotFound => {
                        return Err(unreadable(path, &fault));
                    }
                    _ => {}
                }
            }
        }
    }
    if checked != known {
        write_note(&note, &checked);
    }
    Ok(whole)
}

/// The file that a snapshot's entry stands for, and its size.
fn blob_of(file: &Path) -> io::Result<(PathBuf, u64)> {
    let blob = file.canonicalize()?;
    let size = blob.metadata()?.len();
    Ok((blob, size))
}

/// A large file must have the hash that its blob is named by; of the small ones, which have
/// none, the JSON files must at least be JSON.
fn is_whole(blob: &Path, file: &Path) -> io::Result<bool> {
    if let Some(hash) = blob_hash(blob) {
        return Ok(sha256(blob)? == hash);
    }
    let bytes = fs::read(blob)?;
    let json = file.extension().is_some_and(|extension| extension == "json");
    Ok(!bytes.is_empty() && (!json || serde_json::from_slice::<serde::de::IgnoredAny>(&bytes).is_ok()))
}

/// The SHA-256 in a blob's name, if there is one: the hub has it for large files.
fn blob_hash(blob: &Path) -> Option<&str> {
    let name = blob.file_stem()?.to_str()?;
    (name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(name)
}

fn sha256(file: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut reader = File::open(file)?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        match io::Read::read(&mut reader, &mut buffer)? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn read_note(note: &Path) -> BTreeMap<String, u64> {
    let text = fs::read_to_string(note).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, size)| Some((name.to_owned(), size.parse().ok()?)))
        .collect()
}

/// Only speed depends on the note, so a read-only cache is no error.
fn write_note(note: &Path, checked: &BTreeMap<String, u64>) {
    let text: String = checked.iter().map(|(name, size)| format!("{name} {size}\n")).collect();
    let new = note.with_extension(std::process::id().to_string());
    if let Err(fault) = fs::write(&new, text).and_then(|()| fs::rename(&new, note)) {
        tracing::debug!(%fault, note = %note.display(), "note of checked files not kept");
    }
}

fn unreadable(file: &Path, fault: &io::Error) -> Error {
    Error::unavailable("bad_model_cache", format!("cannot read {}: {fault}", file.display()))
}

/// The model is not here, and may not be fetched.
pub(super) fn not_cached(entry: &Entry, paths: &ModelPaths) -> Error {
    let place = paths.models_dir();
    let (why, hint) = if paths.offline {
        ("and downloads are off (HF_HUB_OFFLINE)", "fetch it once with HF_HUB_OFFLINE unset:")
    } else {
        ("yet", "fetch it:")
    };
    Error::unavailable("model_not_cached", format!("model {} is not in {} {why}", entry.name, place.display()))
        .hint(format!("{hint} `octobrain model pull fastembed:{}`, or use `local:DIR`", entry.name))
}

/// A download or the load after it went wrong.
pub(super) fn failed(entry: &Entry, paths: &ModelPaths, why: &str) -> Error {
    let cached = located(entry, paths).is_some();
    let (code, what) = if cached {
        ("model_failed", "does not load".to_owned())
    } else {
        let hub = paths.hf_endpoint.as_deref().unwrap_or("https://huggingface.co");
        ("download_failed", format!("was not fetched from {hub}"))
    };
    Error::unavailable(code, format!("model {} {what}: {why}", entry.name)).hint(
        "run `octobrain model pull` again, which goes on where it stopped; \
         HF_ENDPOINT names a mirror, `local:DIR` a copy",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn temporary(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("octobrain-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("blobs")).expect("temp folder");
        folder
    }

    #[test]
    fn a_file_that_is_not_what_its_name_says_is_removed() {
        let folder = temporary("verify");
        let content = b"weights";
        let good = folder.join("blobs").join(hash_of(content));
        let bad = folder.join("blobs").join("0".repeat(64));
        let json = folder.join("blobs").join("config.json");
        fs::write(&good, content).expect("temp file");
        fs::write(&bad, content).expect("temp file");
        fs::write(&json, b"{\"a\": 1").expect("temp file");
        assert!(verify(&folder, std::slice::from_ref(&good)).expect("readable"));
        assert!(!verify(&folder, &[good.clone(), bad.clone(), json.clone()]).expect("readable"));
        assert!(good.is_file() && !bad.exists() && !json.exists());
        // The note spares a second reading, but not when the size has changed.
        assert_eq!(read_note(&folder.join(NOTE)), BTreeMap::from([(hash_of(content), 7)]));
        fs::write(&good, b"weigh").expect("temp file");
        assert!(!verify(&folder, std::slice::from_ref(&good)).expect("readable"));
        fs::remove_dir_all(&folder).expect("temp folder");
    }

    #[test]
    fn leftovers_are_made_fit_to_go_on_from() {
        let folder = temporary("parts");
        let part = |name: &str| folder.join("blobs").join(format!("{name}.part"));
        let (whole, half, small) = (hash_of(b"weights"), "1".repeat(64), "2".repeat(40));
        fs::write(part(&whole), b"weights").expect("temp file");
        fs::write(part(&half), b"weig").expect("temp file");
        fs::write(part(&small), b"{").expect("temp file");
        prepare_parts(&folder);
        assert_eq!(fs::read(part(&whole)).expect("kept"), b"weight");
        assert_eq!(fs::read(part(&half)).expect("kept"), b"weig");
        assert!(!part(&small).exists());
        fs::remove_dir_all(&folder).expect("temp folder");
    }

    #[test]
    fn nothing_is_cached_in_an_empty_folder_and_offline_says_so() {
        let paths = ModelPaths { cache_dir: temporary("offline"), offline: true, ..ModelPaths::default() };
        assert!(list(&paths).iter().all(|model| !model.cached));
        assert_eq!(list(&paths).iter().filter(|model| model.default).count(), 1);
        let spec = ModelSpec::parse(super::super::DEFAULT_MODEL, Path::new("/")).expect("valid");
        let fault = pull(&spec, &paths, false).expect_err("offline");
        assert_eq!(fault.code, "model_not_cached");
        assert!(fault.message.contains("HF_HUB_OFFLINE"), "{}", fault.message);
        let fault = pull(&ModelSpec::None, &paths, false).expect_err("no model");
        assert_eq!(fault.code, "not_downloadable");
        let path = model_path(&spec, &paths).expect("a folder");
        assert!(path.ends_with("models/models--nomic-ai--nomic-embed-text-v1.5"));
        fs::remove_dir_all(&paths.cache_dir).expect("temp folder");
    }

    fn hash_of(bytes: &[u8]) -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
