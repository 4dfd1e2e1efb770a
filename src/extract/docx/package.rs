//! The zip file around a DOCX: its parts, inflated within limits, and the relations between them.

use super::xml::{self, Handler, Tag};
use crate::ExtractError;
use flate2::read::DeflateDecoder;
use std::collections::HashMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// Most bytes that all the parts read may inflate to.
const MAX_INFLATED: u64 = 100 << 20;
/// Most times a part may be larger than its packed form, once it is larger than [`RATIO_FREE`]. XML written by
/// programs packs 5 to 60 times.
const MAX_RATIO: u64 = 250;
/// Inflated bytes up to which the ratio does not matter.
const RATIO_FREE: u64 = 8 << 20;
/// Most entries in the archive.
const MAX_ENTRIES: usize = 20_000;
const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const OLE_MAGIC: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// Where the bytes of a part come from.
enum Source<'a> {
    /// An archive with its directory.
    Archive(Box<ZipArchive<Cursor<&'a [u8]>>>),
    /// No directory (cut off): each part's packed bytes from its own header, and whether they are deflated.
    Salvaged(HashMap<String, (&'a [u8], bool)>),
}

/// Why a part could not be read.
#[derive(Debug)]
pub(super) enum PartError {
    /// The archive asks for a password.
    Encrypted,
    /// It would fill memory.
    Bomb(&'static str),
    /// Nothing of it can be unpacked.
    Damaged(String),
}

impl From<PartError> for ExtractError {
    fn from(error: PartError) -> Self {
        match error {
            PartError::Encrypted => Self::Encrypted,
            PartError::Bomb(why) => Self::Broken(why.into()),
            PartError::Damaged(why) => Self::Broken(why),
        }
    }
}

/// An opened package.
pub(super) struct Package<'a> {
    bytes: &'a [u8],
    source: Source<'a>,
    /// Lower-case name → name, because part names compare without case.
    names: HashMap<String, String>,
    inflated: u64,
}

/// A relation of a part to another part or to an address.
#[derive(Debug, Clone)]
pub(super) struct Relation {
    /// Last segment of the relation's type: `styles`, `hyperlink`, …
    pub(super) kind: String,
    /// Part name (no leading slash), or the address as written if external.
    pub(super) target: String,
}

impl<'a> Package<'a> {
    /// Opens the archive, or what can be saved of it.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, ExtractError> {
        if bytes.starts_with(OLE_MAGIC) {
            let marker: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
            if contains(bytes, &marker) {
                return Err(ExtractError::Encrypted);
            }
            return Err(ExtractError::Broken("an old Word file (.doc) under the name of a DOCX".into()));
        }
        let source = match ZipArchive::new(Cursor::new(bytes)) {
            Ok(archive) => Source::Archive(Box::new(archive)),
            Err(_) => Source::Salvaged(salvage(bytes)),
        };
        let names: Vec<String> = match &source {
            Source::Archive(archive) => archive.file_names().map(String::from).collect(),
            Source::Salvaged(parts) => parts.keys().cloned().collect(),
        };
        if names.is_empty() {
            return Err(ExtractError::Broken("not a DOCX (no zip archive)".into()));
        }
        if names.len() > MAX_ENTRIES {
            return Err(ExtractError::Broken(format!("more than {MAX_ENTRIES} entries in the archive")));
        }
        let names = names.into_iter().map(|n| (normalise(&n), n)).collect();
        Ok(Self { bytes, source, names, inflated: 0 })
    }

    /// The bytes of a part, `None` if there is none of that name. A part that breaks off gives what came before.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, PartError> {
        let Some(stored) = self.names.get(&normalise(name)) else { return Ok(None) };
        let left = MAX_INFLATED.saturating_sub(self.inflated);
        let read = match &mut self.source {
            Source::Archive(archive) => match from_archive(archive, stored, left) {
                // The directory may point to a wrong place; the part's own header does not.
                Err(PartError::Damaged(why)) => {
                    from_salvaged(&salvage(self.bytes), stored, left).ok().flatten().ok_or(PartError::Damaged(why))?
                }
                other => other?,
            },
            Source::Salvaged(parts) => match from_salvaged(parts, stored, left)? {
                Some(read) => read,
                None => return Ok(None),
            },
        };
        self.inflated += read.len() as u64;
        Ok(Some(xml::to_utf8(read)))
    }

    /// The relations of a part (`""` for the package itself), by id.
    pub(super) fn relations(&mut self, part: &str) -> Result<HashMap<String, Relation>, PartError> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let slash = if folder.is_empty() { "" } else { "/" };
        let Some(xml) = self.part(&format!("{folder}{slash}_rels/{file}.rels"))? else { return Ok(HashMap::new()) };
        let mut reader = RelationReader { folder, found: HashMap::new() };
        // What stands before a break is still right.
        let _ = xml::walk(&xml, &mut reader);
        Ok(reader.found)
    }
}

struct RelationReader<'a> {
    folder: &'a str,
    found: HashMap<String, Relation>,
}

impl Handler for RelationReader<'_> {
    fn open(&mut self, tag: &Tag) {
        if tag.name != "Relationship" {
            return;
        }
        let (Some(id), Some(kind), Some(target)) = (tag.attr("Id"), tag.attr("Type"), tag.attr("Target")) else {
            return;
        };
        let external = tag.attr("TargetMode").is_some_and(|m| m.eq_ignore_ascii_case("External"));
        let target = if external { target } else { resolve(self.folder, &target) };
        let kind = kind.rsplit('/').next().unwrap_or_default().to_string();
        self.found.insert(id, Relation { kind, target });
    }
}

fn from_archive(archive: &mut ZipArchive<Cursor<&[u8]>>, name: &str, left: u64) -> Result<Vec<u8>, PartError> {
    match archive.by_name(name) {
        Ok(file) => {
            let packed = file.compressed_size();
            inflate(file, packed, left)
        }
        Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => Err(PartError::Encrypted),
        Err(e) => Err(PartError::Damaged(format!("part {name}: {e}"))),
    }
}

fn from_salvaged(parts: &HashMap<String, (&[u8], bool)>, name: &str, left: u64) -> Result<Option<Vec<u8>>, PartError> {
    parts
        .get(name)
        .map(|(packed, deflated)| {
            let size = packed.len() as u64;
            if *deflated { inflate(DeflateDecoder::new(*packed), size, left) } else { inflate(*packed, size, left) }
        })
        .transpose()
}

/// Reads all, or as much as can be inflated; too much, or too well packed, is an error.
fn inflate(source: impl Read, packed: u64, left: u64) -> Result<Vec<u8>, PartError> {
    let by_ratio = packed.saturating_mul(MAX_RATIO).max(RATIO_FREE);
    let limit = left.min(by_ratio);
    let mut out = Vec::new();
    let broken = source.take(limit + 1).read_to_end(&mut out).err();
    if out.len() as u64 > limit {
        let what =
            if limit == left { "its XML is larger than 100 MiB" } else { "a part is packed too well (zip bomb)" };
        return Err(PartError::Bomb(what));
    }
    match broken {
        Some(e) if out.is_empty() => Err(PartError::Damaged(format!("cannot be unpacked: {e}"))),
        _ => Ok(out),
    }
}

/// The parts that still have their own headers in an archive whose directory is lost.
fn salvage(bytes: &[u8]) -> HashMap<String, (&[u8], bool)> {
    let mut parts = HashMap::new();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| find(rest, LOCAL_HEADER)) {
        let start = at + found;
        at = start + LOCAL_HEADER.len();
        let number = |offset: usize| {
            let two = bytes.get(start + offset..start + offset + 2)?;
            Some(usize::from(two[0]) | usize::from(two[1]) << 8)
        };
        let (Some(flags), Some(method), Some(name), Some(extra)) = (number(6), number(8), number(26), number(28))
        else {
            break;
        };
        let Some(name_bytes) = bytes.get(start + 30..start + 30 + name) else { break };
        let Some(mut data) = bytes.get(start + 30 + name + extra..) else { break };
        let encrypted = flags & 1 == 1;
        if encrypted || !matches!(method, 0 | 8) || parts.len() > MAX_ENTRIES {
            continue;
        }
        if method == 0 {
            // Stored data has no end of its own; the next header is the best that there is.
            data = &data[..find(data, b"PK").unwrap_or(data.len())];
        }
        parts.insert(String::from_utf8_lossy(name_bytes).into_owned(), (data, method == 8));
    }
    parts
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|w| w == needle)
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    find(haystack, needle).is_some()
}

/// A part name as it is compared: no leading slash, forward slashes, lower case.
fn normalise(name: &str) -> String {
    name.replace('\\', "/").trim_start_matches('/').to_lowercase()
}

/// The part that `target` names when written in a part of `folder`. Only names inside the archive are ever made of
/// it; `..` above the root stays at the root.
fn resolve(folder: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    let base = if target.starts_with('/') { "" } else { folder };
    let mut path: Vec<&str> = Vec::new();
    for segment in base.split('/').chain(target.split('/')) {
        match segment {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            other => path.push(other),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_resolve_inside_the_archive() {
        assert_eq!(resolve("word", "styles.xml"), "word/styles.xml");
        assert_eq!(resolve("word", "/other/styles.xml"), "other/styles.xml");
        assert_eq!(resolve("word", "../../../etc/passwd"), "etc/passwd");
        assert_eq!(resolve("", "word\\document.xml"), "word/document.xml");
    }

    #[test]
    fn a_part_that_packs_too_well_is_refused() {
        let zeros = std::io::repeat(b' ');
        assert!(matches!(inflate(zeros, 1000, MAX_INFLATED), Err(PartError::Bomb(_))));
        assert_eq!(inflate(&b"abc"[..], 3, 10).unwrap().len(), 3);
        assert!(inflate(&b"abcdef"[..], 6, 5).is_err());
    }
}
