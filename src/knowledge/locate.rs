//! What a caller means by a source: one file, or one address.

use std::path::{Path, PathBuf};

use reqwest::Url;

use super::record::Origin;
use crate::error::{Error, Result};

/// A source that can be read, with the name that it is kept under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Located {
    /// A file that is there.
    File(PathBuf),
    /// An address, credentials included.
    Url(Url),
}

impl Located {
    /// The name it is kept under: an absolute path with links resolved, or an address without credentials.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Url(url) => shown(url),
        }
    }

    /// Where it comes from.
    pub fn origin(&self) -> Origin {
        match self {
            Self::File(_) => Origin::File,
            Self::Url(_) => Origin::Url,
        }
    }
}

/// Reads what a caller wrote; `here` is the folder that relative paths begin in.
pub fn locate(source: &str, here: &Path) -> Result<Located> {
    if let Some(url) = address(source)? {
        return Ok(Located::Url(url));
    }
    let path = path_of(source, here);
    let metadata = std::fs::metadata(&path).map_err(|error| unreadable(source, &error))?;
    if metadata.is_dir() {
        let quoted = quoted(source);
        return Err(Error::usage(
            "is_a_folder",
            format!("{source} is a folder, and a source is one file or one address"),
        )
        .hint(format!("find {quoted} -type f -name '*.md' | octobrain ingest -")));
    }
    if !metadata.is_file() {
        return Err(Error::usage("not_a_file", format!("{source} is no regular file"))
            .hint("octobrain knowledge store KEY takes text from stdin"));
    }
    std::fs::canonicalize(&path).map(Located::File).map_err(|error| unreadable(source, &error))
}

/// The names that a source may be kept under, also when the file is gone.
pub fn names(source: &str, here: &Path) -> Result<Vec<String>> {
    if let Some(url) = address(source)? {
        return Ok(vec![shown(&url)]);
    }
    let path = path_of(source, here);
    let mut names = vec![source.to_owned()];
    // The folder may still be there, with links in its path, when the file is not.
    let parent = path.parent().and_then(|parent| std::fs::canonicalize(parent).ok());
    let in_parent = parent.zip(path.file_name()).map(|(parent, name)| parent.join(name));
    let resolved = std::fs::canonicalize(&path).ok();
    for name in [resolved, in_parent, Some(path)].into_iter().flatten() {
        let name = name.display().to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// `http:` and `https:` are addresses, `file:` is a path; a Windows drive or a name with a colon is a path too.
fn address(source: &str) -> Result<Option<Url>> {
    let scheme = source.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("http" | "https") => Url::parse(source).map(Some).map_err(|error| {
            Error::usage("bad_address", format!("{source}: {error}")).hint("an address is https://host/path")
        }),
        Some("file") | None => Ok(None),
        Some(other) => Err(Error::usage("bad_address", format!("{source}: {other}: cannot be fetched"))
            .hint("http:, https: and local paths can; fetch it with another program and ingest the file")),
    }
}

fn path_of(source: &str, here: &Path) -> PathBuf {
    let path = match source.get(..7) {
        Some(head) if head.eq_ignore_ascii_case("file://") => {
            Url::parse(source).ok().and_then(|url| url.to_file_path().ok()).unwrap_or_else(|| source[7..].into())
        }
        _ => PathBuf::from(source),
    };
    std::path::absolute(here.join(&path)).unwrap_or(path)
}

/// Without user, password and fragment: two places of one page are one source.
fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // These fail only for addresses that have no host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_fragment(None);
    url.to_string()
}

/// As a shell takes it, so that a hint can be pasted.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    if text.chars().all(plain) && !text.starts_with('-') {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

fn unreadable(source: &str, error: &std::io::Error) -> Error {
    let (code, hint) = match error.kind() {
        std::io::ErrorKind::NotFound => ("no_such_file", "check the path; relative ones begin in the current folder"),
        std::io::ErrorKind::PermissionDenied => ("not_readable", "check the permissions of the file"),
        _ => ("not_readable", "check the file"),
    };
    Error::usage(code, format!("{source}: {error}")).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lose_what_is_secret() {
        let here = Path::new("/");
        let url = locate("https://ada:secret@Example.org/a?b=c#d", here).unwrap();
        assert_eq!((url.name().as_str(), url.origin()), ("https://example.org/a?b=c", Origin::Url));
        assert_eq!(names("https://example.org/a#x", here).unwrap(), ["https://example.org/a"]);
        for bad in ["ftp://example.org/x", "http://", "gopher://a"] {
            assert_eq!(locate(bad, here).unwrap_err().code, "bad_address", "{bad}");
        }
    }

    #[test]
    fn folders_and_missing_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("my docs")).unwrap();
        let error = locate("my docs", folder.path()).unwrap_err();
        assert!(error.hint.unwrap().starts_with("find 'my docs' -type f"));
        assert_eq!(locate("nowhere.md", folder.path()).unwrap_err().code, "no_such_file");
        std::fs::write(folder.path().join("a.md"), "x").unwrap();
        let located = locate("./a.md", folder.path()).unwrap();
        assert_eq!(
            located,
            locate(&format!("file://{}", folder.path().join("a.md").display()), folder.path()).unwrap()
        );
        std::fs::remove_file(folder.path().join("a.md")).unwrap();
        assert!(names("a.md", folder.path()).unwrap().contains(&located.name()));
    }
}
