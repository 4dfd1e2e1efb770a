//! A place of its own for each test: home, store, folder, model, and nothing of the caller's environment.

pub mod embeddings;
pub mod hub;
pub mod pages;
pub mod server;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The program under test.
pub const OCTOBRAIN: &str = env!("CARGO_BIN_EXE_octobrain");

/// A temporary home with everything below it.
pub struct Place {
    root: tempfile::TempDir,
    vars: Vec<(String, String)>,
}

/// What a run left behind.
pub struct Outcome {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    /// A place whose memory works by words alone.
    pub fn new() -> Self {
        let place = Self { root: tempfile::tempdir().unwrap(), vars: Vec::new() };
        std::fs::create_dir_all(place.path("home")).unwrap();
        std::fs::create_dir_all(place.path("work")).unwrap();
        place.with("OCTOBRAIN_EMBEDDING__MODEL", "none")
    }

    /// A place with the real model, or none where the tests were started without one.
    pub fn with_model() -> Option<Self> {
        let (Ok(model), Ok(runtime)) = (std::env::var("OCTOBRAIN_TEST_MODEL"), std::env::var("ORT_DYLIB_PATH")) else {
            skip("OCTOBRAIN_TEST_MODEL and ORT_DYLIB_PATH are not set");
            return None;
        };
        let place =
            Self::new().with("OCTOBRAIN_EMBEDDING__MODEL", &format!("local:{model}")).with("ORT_DYLIB_PATH", &runtime);
        place.share_probe();
        Some(place)
    }

    /// The probe of the model takes seconds: tests share one through a folder beside the binary.
    fn share_probe(&self) {
        let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("probes");
        std::fs::create_dir_all(&shared).unwrap();
        let cache = self.path("home/.cache/octobrain");
        std::fs::create_dir_all(&cache).unwrap();
        std::os::unix::fs::symlink(shared, cache.join("probes")).unwrap();
    }

    /// Sets a variable for every run.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.vars.retain(|(known, _)| known != name);
        self.vars.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A path below this place.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.path().join(relative)
    }

    /// The default store.
    pub fn store(&self) -> PathBuf {
        self.path("home/.local/share/octobrain/store")
    }

    /// A command of the program in the folder `work`.
    pub fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(OCTOBRAIN);
        command
            .args(args)
            .env_clear()
            .env("HOME", self.path("home"))
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("TZ", "UTC")
            .envs(self.vars.iter().map(|(name, value)| (name, value)))
            .current_dir(self.path("work"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program without input.
    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Outcome {
        finish(self.command(args), b"")
    }

    /// Runs the program with input.
    pub fn pipe<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, input: impl AsRef<[u8]>) -> Outcome {
        finish(self.command(args), input.as_ref())
    }

    /// Runs `git` in a folder below this place.
    pub fn git(&self, folder: &str, args: &[&str]) {
        let folder = self.path(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let output = Command::new("git")
            .args(["-c", "init.defaultBranch=main", "-c", "user.name=t", "-c", "user.email=t@example.org"])
            .args(args)
            .current_dir(folder)
            .env_clear()
            .env("HOME", self.path("home"))
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .unwrap();
        assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Runs a command with input fed from a thread, so that neither side waits for the other.
pub fn finish(mut command: Command, input: &[u8]) -> Outcome {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that does not read its input closes the pipe: that is its right.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Outcome {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Outcome {
    /// Demands an exit status.
    #[track_caller]
    pub fn expect(self, status: i32) -> Self {
        assert_eq!(self.status, status, "\nstdout: {}\nstderr: {}", self.stdout, self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self
    }

    /// Demands status 0 and a silent stderr.
    #[track_caller]
    pub fn clean(self) -> Self {
        let outcome = self.expect(0);
        assert_eq!(outcome.stderr, "", "stderr is not silent");
        outcome
    }

    /// stdout as JSON lines.
    #[track_caller]
    pub fn records(&self) -> Vec<Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
            .collect()
    }

    /// One field of every record.
    #[track_caller]
    pub fn field(&self, name: &str) -> Vec<String> {
        self.records()
            .iter()
            .map(|record| match &record[name] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            })
            .collect()
    }
}

/// Says that a test was skipped, where `scripts/test` counts it.
pub fn skip(reason: &str) {
    let name = std::thread::current().name().unwrap_or("test").to_owned();
    let line = format!("skipped: {name}: {reason}\n");
    eprint!("{line}");
    if let Some(file) = std::env::var_os("OCTOBRAIN_TEST_SKIPS")
        && let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(file)
    {
        let _ = file.write_all(line.as_bytes());
    }
}

/// All bytes of all files below a folder, for searching.
pub fn bytes_below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(bytes_below(&path));
        } else {
            found.push((path.clone(), std::fs::read(&path).unwrap_or_default()));
        }
    }
    found
}

/// A place whose answers are put in order by the cross-encoder of the fixtures, or none without the model whose
/// tokenizer it takes.
pub fn cross_encoder(place: Place) -> Option<Place> {
    let (Ok(model), Ok(runtime)) = (std::env::var("OCTOBRAIN_TEST_MODEL"), std::env::var("ORT_DYLIB_PATH")) else {
        skip("OCTOBRAIN_TEST_MODEL and ORT_DYLIB_PATH are not set");
        return None;
    };
    let folder = place.path("cross-encoder");
    std::fs::create_dir_all(&folder).unwrap();
    for entry in std::fs::read_dir(model).unwrap() {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|end| end == "json") {
            std::fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cross-encoder/model.onnx");
    std::fs::copy(network, folder.join("model.onnx")).unwrap();
    let place = place
        .with("ORT_DYLIB_PATH", &runtime)
        .with("OCTOBRAIN_SEARCH__RERANKER__ENABLED", "true")
        .with("OCTOBRAIN_SEARCH__RERANKER__MODEL", &format!("local:{}", folder.display()));
    Some(place)
}
