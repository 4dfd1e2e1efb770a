//! A TOML file as plain fields that know their line.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::Given;
use super::origin::place;
use crate::error::{Error, Result};

/// More than any configuration holds; a link to an endless device must not fill the memory.
const LARGEST_BYTES: u64 = 1 << 20;

/// One `name = value` or one table, in the order of the file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) node: Node,
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Value(Given),
    Table(Vec<Field>),
    /// An array of tables, which only project files have.
    Tables(Vec<Vec<Field>>),
    /// A list of texts.
    Words(Vec<String>),
}

/// The name of a field with the names of the tables around it.
pub(super) fn dotted(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

/// Reads and parses a file.
pub(super) fn read(path: &Path) -> Result<Vec<Field>> {
    let unreadable = |error: std::io::Error| {
        let hint = match error.kind() {
            ErrorKind::NotFound => "name a file that exists",
            _ => "make the file readable, or name another with --config (/dev/null for none)",
        };
        Error::usage("bad_config", format!("{}: {error}", path.display())).hint(hint)
    };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    let mut limited = file.take(LARGEST_BYTES + 1);
    limited.read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_BYTES {
        let message = format!("{}: larger than 1 MiB", path.display());
        return Err(Error::usage("bad_config", message).hint("this is not a configuration file; name the right one"));
    }
    parse(path, &bytes)
}

/// Parses a file's bytes; `path` only names it in errors.
pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<Vec<Field>> {
    // Windows editors put a byte order mark in front.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = line_at(bytes, error.valid_up_to());
        bad(path, line, "not valid UTF-8").hint("save the file as UTF-8 text")
    })?;
    let table = DeTable::parse(text).map_err(|error| {
        let line = line_at(bytes, error.span().map_or(0, |span| span.start));
        // The parser writes a line for each thing that it knows.
        let message = error.message().trim().replace('\n', "; ");
        bad(path, line, &message)
            .hint(format!("mend the line; `octobrain config check {}` tries it again", path.display()))
    })?;
    Ok(fields(bytes, table.get_ref()))
}

fn bad(path: &Path, line: usize, fault: &str) -> Error {
    Error::usage("bad_config", format!("{}: {fault}", place(path, line)))
}

/// The line of a byte, counted from 1.
fn line_at(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at.min(bytes.len())];
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

fn fields(bytes: &[u8], table: &DeTable<'_>) -> Vec<Field> {
    let mut entries: Vec<_> = table.iter().collect();
    // The parser sorts by name; the first problem should be the first in the file.
    entries.sort_by_key(|(name, _)| name.span().start);
    let entries = entries.into_iter().map(|(name, value)| Field {
        name: name.get_ref().clone().into_owned(),
        line: line_at(bytes, name.span().start),
        node: node(bytes, value.get_ref()),
    });
    entries.collect()
}

fn node(bytes: &[u8], value: &DeValue<'_>) -> Node {
    Node::Value(match value {
        DeValue::Table(table) => return Node::Table(fields(bytes, table)),
        DeValue::Array(array) => {
            let tables = array.iter().map(|value: &Spanned<DeValue<'_>>| {
                let table = value.get_ref().as_table();
                table.map(|table| fields(bytes, table))
            });
            let words = array.iter().map(|value: &Spanned<DeValue<'_>>| match value.get_ref() {
                DeValue::String(text) => Some(text.clone().into_owned()),
                _ => None,
            });
            match (words.collect(), tables.collect()) {
                (Some(words), _) if !array.is_empty() => return Node::Words(words),
                (_, Some(tables)) => return Node::Tables(tables),
                _ => Given::Other("a list"),
            }
        }
        DeValue::Boolean(on) => Given::Bool(*on),
        DeValue::String(text) => Given::Text(text.clone().into_owned()),
        DeValue::Integer(n) => {
            i64::from_str_radix(n.as_str(), n.radix()).map_or(Given::Other("a number out of all bounds"), Given::Whole)
        }
        DeValue::Float(x) => (x.as_str().parse()).map_or(Given::Other("a number"), Given::Real),
        DeValue::Datetime(_) => Given::Other("a date or time"),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A folder that goes with the test.
    pub(in crate::config) struct Folder(PathBuf);

    impl Folder {
        pub(in crate::config) fn new(name: &str) -> Self {
            static COUNT: AtomicU32 = AtomicU32::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let unique = format!("octobrain-config-{name}-{}-{count}", std::process::id());
            let path = std::env::temp_dir().join(unique);
            std::fs::create_dir_all(&path).expect("a temporary folder");
            Self(path)
        }

        pub(in crate::config) fn path(&self) -> &Path {
            &self.0
        }

        pub(in crate::config) fn as_str(&self) -> &str {
            self.0.to_str().expect("UTF-8")
        }

        pub(in crate::config) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
            let path = self.0.join(name);
            let parent = path.parent().expect("below the folder");
            std::fs::create_dir_all(parent).expect("folders");
            std::fs::write(&path, text).expect("a file");
            path
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn parsed(text: impl AsRef<[u8]>) -> Result<Vec<Field>> {
        parse(Path::new("c.toml"), text.as_ref())
    }

    #[test]
    fn fields_keep_order_and_lines() -> Result<()> {
        let fields = parsed("b = 1\n\n[a]\ny = 0x10\nx = \"t\"\n")?;
        assert_eq!(fields[0].name, "b");
        assert_eq!((fields[1].name.as_str(), fields[1].line), ("a", 3));
        let Node::Table(inner) = &fields[1].node else {
            panic!("a is a table");
        };
        assert_eq!((inner[0].name.as_str(), inner[0].line), ("y", 4));
        assert_eq!(inner[0].node, Node::Value(Given::Whole(16)));
        assert_eq!(inner[1].node, Node::Value(Given::Text("t".into())));
        Ok(())
    }

    #[test]
    fn byte_order_mark_and_crlf() -> Result<()> {
        let fields = parsed("\u{feff}[a]\r\nx = 1\r\n\r\n[b]\r\ny = 2\r\n")?;
        assert_eq!(fields.len(), 2);
        assert_eq!(fields[1].line, 4);
        Ok(())
    }

    #[test]
    fn corrupt_files_name_their_line() {
        for (bytes, start) in [
            (b"[a]\nx = \n".as_slice(), "c.toml:2: "),
            (b"[a]\nx = 1\nx = 2\n", "c.toml:3: "),
            (b"# ok\nx = \"\xff\"\n", "c.toml:2: not valid UTF-8"),
            (b"\xff\xfe[\0a\0]\0", "c.toml:1: not valid UTF-8"),
        ] {
            let error = parsed(bytes).expect_err("corrupt");
            assert_eq!(error.code, "bad_config");
            assert!(error.message.starts_with(start), "{}", error.message);
            assert!(error.hint.is_some());
        }
    }

    #[test]
    fn a_folder_is_not_a_file() {
        let folder = Folder::new("dir");
        let error = read(folder.path()).expect_err("a folder");
        assert_eq!(error.code, "bad_config");
    }
}
