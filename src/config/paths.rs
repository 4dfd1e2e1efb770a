//! Where data, configuration and caches live on each platform.
//!
//! Asking for a path reads the snapshot of the environment and, for the configuration file, looks
//! whether a file is there. Nothing is made and nothing is canonicalised.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::env::{self, Env};
use crate::error::{Error, Result};

/// The name of our folder below the platform's base folders.
const FOLDER: &str = "octobrain";

/// The name of the configuration file in it.
const CONFIG_FILE: &str = "config.toml";

/// The families of systems that keep files in different places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux and other Unix systems.
    Linux,
    /// macOS: as Linux, but with its own folder for caches.
    Mac,
    /// Windows.
    Windows,
}

impl Platform {
    /// The platform this program was built for.
    pub const fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::Mac
        } else {
            Self::Linux
        }
    }
}

/// Answers where things are, from a snapshot of the environment.
#[derive(Debug, Clone)]
pub struct Paths {
    env: Env,
    platform: Platform,
}

impl Paths {
    /// The paths of this platform under the given environment.
    pub fn new(env: &Env) -> Self {
        Self::on(Platform::current(), env)
    }

    /// The paths of a chosen platform.
    pub fn on(platform: Platform, env: &Env) -> Self {
        Self { env: env.clone(), platform }
    }

    /// The data folder, which holds the store and, without a file in the configuration folder,
    /// the configuration.
    pub fn data_dir(&self) -> Result<PathBuf> {
        let base = match self.platform {
            Platform::Windows => self
                .env
                .folder(env::APPDATA)
                .map_or_else(|| self.below_home("AppData/Roaming", "APPDATA"), Result::Ok)?,
            Platform::Linux | Platform::Mac => self
                .env
                .folder(env::XDG_DATA_HOME)
                .map_or_else(|| self.below_home(".local/share", "OCTOBRAIN_STORE or XDG_DATA_HOME"), Result::Ok)?,
        };
        Ok(base.join(FOLDER))
    }

    /// The store: the flag, else `OCTOBRAIN_STORE`, both as they are given, else `store` in the
    /// data folder.
    ///
    /// It may be the URL of an object store, so the answer is not always a path of this machine.
    pub fn store_dir(&self, flag: Option<&Path>) -> Result<PathBuf> {
        if flag.is_some_and(|path| path.as_os_str().is_empty()) {
            return Err(Error::usage("bad_store", "--store: empty")
                .hint("name a folder, or leave --store out for the default one"));
        }
        if let Some(given) = flag {
            return Ok(given.to_owned());
        }
        if let Some(given) = self.env.get(env::STORE) {
            return Ok(PathBuf::from(given));
        }
        Ok(self.data_dir()?.join("store"))
    }

    /// The cache folder.
    pub fn cache_dir(&self) -> Result<PathBuf> {
        if self.platform == Platform::Windows {
            // Data and caches share a parent there, so the cache needs a name of its own.
            let base = self
                .env
                .folder(env::LOCALAPPDATA)
                .map_or_else(|| self.below_home("AppData/Local", "LOCALAPPDATA"), Result::Ok)?;
            return Ok(base.join(FOLDER).join("cache"));
        }
        if let Some(base) = self.env.folder(env::XDG_CACHE_HOME) {
            return Ok(base.join(FOLDER));
        }
        let below = match self.platform {
            Platform::Mac => "Library/Caches",
            _ => ".cache",
        };
        Ok(self.below_home(below, "XDG_CACHE_HOME")?.join(FOLDER))
    }

    /// The machine's configuration file, whether or not it is there; none on Windows.
    pub fn system_file(&self) -> Option<PathBuf> {
        let there_is_one = self.platform != Platform::Windows;
        there_is_one.then(|| Path::new("/etc").join(FOLDER).join(CONFIG_FILE))
    }

    /// The path of the user's configuration file, whether or not it is there: where `config init`
    /// writes.
    ///
    /// The flag, else `OCTOBRAIN_CONFIG`, else the file in the configuration folder if there is
    /// one, else the one in the data folder.
    pub fn user_file_path(&self, flag: Option<&Path>) -> Result<PathBuf> {
        if let Some((path, _)) = self.named_file(flag)? {
            return Ok(path);
        }
        match self.config_folder_file().filter(|path| is_there(path)) {
            Some(path) => Ok(path),
            None => Ok(self.data_dir()?.join(CONFIG_FILE)),
        }
    }

    /// The user's configuration file, if there is one.
    ///
    /// One that was named by flag or variable must exist. Without a home folder there is none,
    /// which is no error: a run with `--store` needs no home.
    pub fn user_file(&self, flag: Option<&Path>) -> Result<Option<PathBuf>> {
        if let Some((path, by)) = self.named_file(flag)? {
            if is_there(&path) {
                return Ok(Some(path));
            }
            let shown = path.display();
            return Err(Error::usage("no_config", format!("{by}: {shown}: no such file"))
                .hint(format!("correct {by} or leave it out; `octobrain config init` writes a commented file")));
        }
        let Ok(path) = self.user_file_path(None) else {
            return Ok(None);
        };
        Ok(is_there(&path).then_some(path))
    }

    /// The file that the caller named, and how.
    fn named_file(&self, flag: Option<&Path>) -> Result<Option<(PathBuf, &'static str)>> {
        if flag.is_some_and(|path| path.as_os_str().is_empty()) {
            return Err(Error::usage("no_config", "--config: empty")
                .hint("name a file, or leave --config out for the default one"));
        }
        let flag = flag.map(|path| (path.to_owned(), "--config"));
        Ok(flag.or_else(|| {
            let path = self.env.get(env::CONFIG)?;
            Some((PathBuf::from(path), env::CONFIG))
        }))
    }

    /// The file in the configuration folder, as far as such a folder is known.
    fn config_folder_file(&self) -> Option<PathBuf> {
        if self.platform == Platform::Windows {
            return None;
        }
        let base = self.env.folder(env::XDG_CONFIG_HOME);
        let base = base.or_else(|| Some(self.env.folder(env::HOME)?.join(".config")))?;
        Some(base.join(FOLDER).join(CONFIG_FILE))
    }

    /// A folder below the home folder; `instead` are the variables that do without one.
    fn below_home(&self, below: &str, instead: &str) -> Result<PathBuf> {
        let home = match self.platform {
            Platform::Windows => env::USERPROFILE,
            Platform::Linux | Platform::Mac => env::HOME,
        };
        let folder = self.env.folder(home).ok_or_else(|| {
            let fault = match self.env.get(home) {
                None => "is not set, so there is no folder to keep files in",
                Some(_) => "is not an absolute path",
            };
            Error::usage("no_home", format!("{home} {fault}"))
                .hint(format!("set {home}, or {instead}, to an absolute path"))
        })?;
        Ok(folder.join(below))
    }
}

/// Whether a file is there; one that cannot be looked at counts, so that reading it says why.
///
/// A path through something that is no folder leads nowhere: service users have `/dev/null` as
/// their home.
pub(super) fn is_there(path: &Path) -> bool {
    match path.try_exists() {
        Ok(there) => there,
        Err(error) => error.kind() != ErrorKind::NotADirectory,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::file::tests::Folder;

    fn linux(pairs: &[(&str, &str)]) -> Paths {
        Paths::on(Platform::Linux, &Env::from_pairs(pairs.iter().copied()))
    }

    #[test]
    fn linux_folders() -> Result<()> {
        let paths = linux(&[("HOME", "/h")]);
        assert_eq!(paths.data_dir()?, Path::new("/h/.local/share/octobrain"));
        assert_eq!(paths.store_dir(None)?, Path::new("/h/.local/share/octobrain/store"));
        assert_eq!(paths.cache_dir()?, Path::new("/h/.cache/octobrain"));
        let paths = linux(&[("XDG_DATA_HOME", "/d"), ("XDG_CACHE_HOME", "/c")]);
        assert_eq!(paths.data_dir()?, Path::new("/d/octobrain"));
        assert_eq!(paths.cache_dir()?, Path::new("/c/octobrain"));
        Ok(())
    }

    #[test]
    fn mac_and_windows_folders() -> Result<()> {
        let mac = Paths::on(Platform::Mac, &Env::from_pairs([("HOME", "/h")]));
        assert_eq!(mac.data_dir()?, Path::new("/h/.local/share/octobrain"));
        assert_eq!(mac.cache_dir()?, Path::new("/h/Library/Caches/octobrain"));
        let env = Env::from_pairs([("APPDATA", "/roaming"), ("LOCALAPPDATA", "/local")]);
        let windows = Paths::on(Platform::Windows, &env);
        assert_eq!(windows.data_dir()?, Path::new("/roaming/octobrain"));
        assert_eq!(windows.cache_dir()?, Path::new("/local/octobrain/cache"));
        assert_eq!(windows.user_file_path(None)?, Path::new("/roaming/octobrain/config.toml"));
        assert_eq!(windows.system_file(), None);
        Ok(())
    }

    #[test]
    fn relative_xdg_is_ignored() -> Result<()> {
        let paths = linux(&[
            ("HOME", "/h"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CACHE_HOME", "./cache"),
            ("XDG_CONFIG_HOME", "conf"),
        ]);
        assert_eq!(paths.data_dir()?, Path::new("/h/.local/share/octobrain"));
        assert_eq!(paths.cache_dir()?, Path::new("/h/.cache/octobrain"));
        assert_eq!(paths.config_folder_file().as_deref(), Some(Path::new("/h/.config/octobrain/config.toml")));
        Ok(())
    }

    #[test]
    fn no_home_matters_only_where_it_is_needed() -> Result<()> {
        let paths = linux(&[("OCTOBRAIN_STORE", "rel/store")]);
        assert_eq!(paths.store_dir(None)?, Path::new("rel/store"));
        assert_eq!(paths.user_file(None)?, None);
        assert_eq!(linux(&[("HOME", "/dev/null")]).user_file(None)?, None);
        for error in [paths.data_dir(), paths.cache_dir()].map(Result::unwrap_err) {
            assert_eq!(error.code, "no_home");
            assert!(error.hint.is_some_and(|hint| hint.contains("HOME")));
        }
        let error = linux(&[("HOME", "")]).store_dir(None).expect_err("an empty HOME is none");
        let hint = error.hint.unwrap_or_default();
        assert!(hint.contains("OCTOBRAIN_STORE") && hint.contains("XDG_DATA_HOME"), "{hint}");
        Ok(())
    }

    #[test]
    fn the_store_is_used_as_given() -> Result<()> {
        let paths = linux(&[("OCTOBRAIN_STORE", "s3://bucket/prefix")]);
        assert_eq!(paths.store_dir(None)?, Path::new("s3://bucket/prefix"));
        assert_eq!(paths.store_dir(Some(Path::new("../x")))?, Path::new("../x"), "the flag wins");
        assert!(paths.store_dir(Some(Path::new(""))).is_err());
        Ok(())
    }

    #[test]
    fn the_user_file_is_found_in_its_order() -> Result<()> {
        let home = Folder::new("paths");
        let data = home.write(".local/share/octobrain/config.toml", "");
        let paths = linux(&[("HOME", home.as_str())]);
        assert_eq!(paths.user_file(None)?, Some(data));
        let config = home.write(".config/octobrain/config.toml", "");
        assert_eq!(paths.user_file(None)?, Some(config));
        let missing = home.path().join("missing.toml");
        let error = paths.user_file(Some(&missing)).expect_err("must exist");
        assert_eq!(error.code, "no_config");
        assert_eq!(paths.user_file_path(Some(&missing))?, missing);
        Ok(())
    }
}
