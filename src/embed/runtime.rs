//! Finding and loading ONNX Runtime, once a process.
//!
//! The library is opened at run time. It is looked for, in this order: the file the caller
//! names (`ORT_DYLIB_PATH`, and then nowhere else), beside the binary and in `../lib`, below
//! `<data>/onnxruntime`, in the system's library folders, and last by the system's loader.
//!
//! Microsoft's builds write a device id and an event database under the user's cache folder
//! as soon as they are loaded, before any call could forbid it; only the environment variable
//! [`TELEMETRY_VARIABLE`] set to `1` *before* loading prevents that. Setting a variable is
//! unsafe once threads run, so `main` sets it first thing, and this module refuses to load
//! the library when it finds that it is not set.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ort::LoadDynamicError;
use ort::environment::Environment;

use super::ModelPaths;
use crate::error::{Error, Result};

/// The variable that must be `1` before ONNX Runtime is loaded.
pub const TELEMETRY_VARIABLE: &str = "ORT_DISABLE_TELEMETRY";

/// What to do when ONNX Runtime is missing.
pub const RUNTIME_HINT: &str = "run ./scripts/setup, which fetches it, or set ORT_DYLIB_PATH to the library file";

/// Folders below the data folder and beside the binary are searched this deep, because
/// archives unpack to `onnxruntime-<platform>-<version>/lib`.
const SEARCH_DEPTH: usize = 3;

const SYSTEM_FOLDERS: &[&str] = &[
    "/usr/local/lib",
    "/usr/lib",
    "/usr/lib64",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/opt/homebrew/lib",
    "/opt/onnxruntime/lib",
];

/// ONNX Runtime allows one environment a process; it lives until the process ends.
static ENVIRONMENT: Mutex<Option<Environment>> = Mutex::new(None);

/// The library file that would be tried first, without loading it.
///
/// Fails with `no_onnxruntime` when there is none; a library that only the system's loader
/// knows (`LD_LIBRARY_PATH`) is not seen here, but is found when a model is opened.
pub fn find_runtime(paths: &ModelPaths) -> Result<PathBuf> {
    candidates(paths)?.into_iter().next().ok_or_else(not_found)
}

/// Loads the library if no earlier call did, and gives the process's environment.
///
/// Errors: `no_onnxruntime`, or `bad_onnxruntime` when files were found and none would do.
pub(super) fn environment(paths: &ModelPaths) -> Result<Environment> {
    let mut slot = ENVIRONMENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = slot.as_ref() {
        return Ok(environment.clone());
    }
    if std::env::var_os(TELEMETRY_VARIABLE).is_none_or(|value| value != "1") {
        return Err(Error::internal(format!("{TELEMETRY_VARIABLE}=1 must be set before ONNX Runtime is loaded")));
    }
    let environment = load(paths)?;
    *slot = Some(environment.clone());
    Ok(environment)
}

fn load(paths: &ModelPaths) -> Result<Environment> {
    let mut files = candidates(paths)?;
    if paths.ort_dylib.is_none() {
        files.extend(loader_names().iter().map(PathBuf::from));
    }
    let mut refused: Option<Error> = None;
    for file in files {
        match ort::init_from(&file) {
            Ok(builder) => {
                tracing::debug!(file = %file.display(), "ONNX Runtime loaded");
                return builder.with_telemetry(false).build().map_err(|fault| {
                    Error::unavailable(
                        "bad_onnxruntime",
                        format!("ONNX Runtime in {} did not start: {fault}", file.display()),
                    )
                });
            }
            // A bare name that the loader does not know is not worth a word.
            Err(_) if !file.is_absolute() => {}
            Err(fault) => refused = refused.or_else(|| Some(unusable(&fault))),
        }
    }
    Err(refused.unwrap_or_else(not_found))
}

/// Existing library files, best first.
fn candidates(paths: &ModelPaths) -> Result<Vec<PathBuf>> {
    if let Some(named) = &paths.ort_dylib {
        let file = if named.is_dir() { libraries_in(named, 1).into_iter().next() } else { None };
        let file = file.unwrap_or_else(|| named.clone());
        if !file.is_file() {
            return Err(Error::unavailable(
                "no_onnxruntime",
                format!("ORT_DYLIB_PATH names {}, which is not a file", named.display()),
            )
            .hint("correct ORT_DYLIB_PATH, or unset it to search the usual places"));
        }
        return Ok(vec![std::path::absolute(&file).unwrap_or(file)]);
    }
    let mut found = Vec::new();
    if let Some(folder) = std::env::current_exe().ok().as_deref().and_then(Path::parent) {
        found.extend(libraries_in(folder, 0));
        found.extend(libraries_in(&folder.join("..").join("lib"), 0));
    }
    found.extend(libraries_in(&paths.data_dir.join("onnxruntime"), SEARCH_DEPTH));
    for folder in SYSTEM_FOLDERS {
        found.extend(libraries_in(Path::new(folder), 0));
    }
    Ok(found)
}

/// Library files in a folder and `depth` levels below it, the newest version first.
fn libraries_in(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect_libraries(folder, depth, &mut files);
    files.sort_by_key(|file| (Reverse(version_key(file)), file.clone()));
    files
}

fn collect_libraries(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if entry.file_name().to_str().is_some_and(is_library) && path.is_file() {
            files.push(path);
        } else if depth > 0 && path.is_dir() {
            collect_libraries(&path, depth - 1, files);
        }
    }
}

/// Whether a file name is ONNX Runtime's main library on any platform we run on.
fn is_library(name: &str) -> bool {
    let linux = name
        .strip_prefix("libonnxruntime.so")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.') && rest[1..].split('.').all(is_number));
    let macos = name
        .strip_prefix("libonnxruntime.")
        .and_then(|rest| rest.strip_suffix("dylib"))
        .is_some_and(|rest| rest.trim_end_matches('.').split('.').all(|p| p.is_empty() || is_number(p)));
    linux || macos || name.eq_ignore_ascii_case("onnxruntime.dll")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Version numbers in a file name; a name without one is the installation's own choice and wins.
fn version_key(file: &Path) -> Vec<u32> {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let numbers: Vec<u32> = name.split('.').filter_map(|part| part.parse().ok()).collect();
    if numbers.is_empty() { vec![u32::MAX] } else { numbers }
}

/// Names that the system's loader may know.
fn loader_names() -> &'static [&'static str] {
    if cfg!(target_os = "macos") {
        &["libonnxruntime.dylib", "libonnxruntime.1.dylib"]
    } else if cfg!(target_os = "windows") {
        &["onnxruntime.dll"]
    } else {
        &["libonnxruntime.so", "libonnxruntime.so.1"]
    }
}

fn not_found() -> Error {
    Error::unavailable("no_onnxruntime", "ONNX Runtime is not installed").hint(RUNTIME_HINT)
}

fn unusable(fault: &LoadDynamicError) -> Error {
    let message = match fault {
        LoadDynamicError::BadVersion { version_str, path } => format!(
            "ONNX Runtime {version_str} in {} is too old, 1.{} or newer is needed",
            path.display(),
            ort::MINOR_VERSION
        ),
        LoadDynamicError::MissingApi { path } => {
            format!("{} is not an ONNX Runtime library", path.display())
        }
        LoadDynamicError::Dlopen { error, path } => {
            format!("ONNX Runtime in {} cannot be loaded: {error}", path.display())
        }
        other @ LoadDynamicError::InvalidVersionString => {
            format!("ONNX Runtime cannot be loaded: {other}")
        }
    };
    Error::unavailable("bad_onnxruntime", message).hint(RUNTIME_HINT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_main_library_counts() {
        for name in [
            "libonnxruntime.so",
            "libonnxruntime.so.1",
            "libonnxruntime.so.1.32.0",
            "libonnxruntime.dylib",
            "libonnxruntime.1.32.0.dylib",
            "onnxruntime.dll",
        ] {
            assert!(is_library(name), "{name}");
        }
        for name in [
            "libonnxruntime_providers_shared.so",
            "libonnxruntime.so.part",
            "libonnxruntime.so.1.32.0.tmp",
            "libonnxruntime4j_jni.so",
            "libonnxruntime.a",
            "onnxruntime_providers_shared.dll",
        ] {
            assert!(!is_library(name), "{name}");
        }
    }

    #[test]
    fn an_unversioned_name_wins_then_the_newest() {
        let key = |name: &str| version_key(Path::new(name));
        assert!(key("libonnxruntime.so") > key("libonnxruntime.so.1.32.0"));
        assert!(key("libonnxruntime.so.1.32.0") > key("libonnxruntime.so.1.9.1"));
    }

    #[test]
    fn a_named_library_is_the_only_candidate() {
        let paths =
            ModelPaths { ort_dylib: Some(PathBuf::from("/nonexistent/libonnxruntime.so")), ..ModelPaths::default() };
        let fault = find_runtime(&paths).expect_err("no such file");
        assert_eq!(fault.code, "no_onnxruntime");
        assert!(fault.message.contains("/nonexistent/"), "{}", fault.message);
    }

    #[test]
    fn an_unpacked_archive_below_the_data_folder_is_found() {
        let data = std::env::temp_dir().join(format!("octobrain-ort-{}", std::process::id()));
        let lib = data.join("onnxruntime/onnxruntime-linux-x64-1.32.0/lib");
        std::fs::create_dir_all(&lib).expect("temp folder");
        std::fs::write(lib.join("libonnxruntime.so.1.32.0"), b"x").expect("temp file");
        let found = libraries_in(&data.join("onnxruntime"), SEARCH_DEPTH);
        assert_eq!(found, [lib.join("libonnxruntime.so.1.32.0")]);
        std::fs::remove_dir_all(&data).expect("temp folder");
    }
}
