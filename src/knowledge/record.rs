//! A source and its passages, as they are kept.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::text::fingerprint::fingerprint;

/// Where a source came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A local file.
    File,
    /// An address of the web.
    Url,
    /// Text that a caller stored under a key.
    Key,
}

/// A document that was taken in, with its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// UUIDv7.
    pub id: Uuid,
    /// Whose it is.
    pub scope: String,
    /// Absolute path, address without credentials, or key.
    pub source: String,
    /// Where it came from.
    pub origin: Origin,
    /// The session that it belongs to and ends with.
    pub session: Option<String>,
    /// Its title.
    pub title: String,
    /// Its whole text, as it was extracted.
    pub text: String,
    /// What else is known of it.
    pub facts: Facts,
    /// When it was first taken in.
    pub created_at: Timestamp,
    /// When it was last fetched or read.
    pub fetched_at: Timestamp,
}

/// What else is known of a source; kept as one JSON object, so that it can grow.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Facts {
    /// `html`, `markdown`, `text`, `pdf` or `docx`.
    pub kind: String,
    /// BLAKE3 of its bytes, to tell whether they changed.
    pub hash: String,
    /// How chunks were cut, so that other settings cut anew.
    pub cut: String,
    /// Length in bytes.
    pub bytes: u64,
    /// A file's time of change, in microseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified_us: Option<i64>,
    /// The page's validators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The page's validators.
    pub last_modified: Option<String>,
    /// BCP 47 tag of its language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// When it was published, as it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// The address that it gives itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// Byte offsets in the text where pages begin.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<usize>,
    /// Why the last attempt to refresh it failed: its text is an old one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale: Option<String>,
}

/// A piece of a source, found by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// Made from its source and its text, so that what did not change keeps its vector.
    pub id: Uuid,
    /// Whose it is.
    pub scope: String,
    /// Its source.
    pub owner: Uuid,
    /// Path, address or key of its source.
    pub source: String,
    /// The session that it ends with.
    pub session: Option<String>,
    /// Title of its source.
    pub title: String,
    /// The piece, as it stands in the source's text.
    pub text: String,
    /// Where it is.
    pub place: Place,
}

/// Where a passage is in the text of its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Headings above it, outermost first.
    pub heading: Vec<String>,
    /// Characters, from 0, the end excluded.
    pub chars: (usize, usize),
    /// Lines, from 1.
    pub lines: (usize, usize),
    /// Pages, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<(usize, usize)>,
}

impl Place {
    /// First and last of a range.
    pub fn ends(range: &RangeInclusive<usize>) -> (usize, usize) {
        (*range.start(), *range.end())
    }
}

impl Passage {
    /// The text that its words come from.
    pub fn indexed_text(&self) -> String {
        // A heading that begins the text is not said twice: its words would outweigh the others.
        let above = self.place.heading.iter().filter(|heading| !self.text.contains(heading.as_str()));
        let mut text = self.title.clone();
        for part in above.map(String::as_str).chain([self.text.as_str()]) {
            text.push('\n');
            text.push_str(part);
        }
        text
    }

    /// Fingerprint of the searchable text: a derived part made from another revision is stale.
    pub fn revision(&self) -> u64 {
        fingerprint(&[&self.indexed_text()])
    }

    /// The id of a piece of a source: the same text of the same source has the same one; `nth` parts repetitions.
    pub fn id_of(owner: Uuid, title: &str, heading: &[String], text: &str, nth: usize) -> Uuid {
        let mut hasher = blake3::Hasher::new();
        for part in [owner.as_bytes().as_slice(), title.as_bytes(), heading.join("\n").as_bytes(), text.as_bytes()] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.update(&(nth as u64).to_le_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        uuid::Builder::from_custom_bytes(bytes).into_uuid()
    }
}
