//! What an extractor makes of a document: the words that two programs share, the one that asks and the one that reads.

use serde::{Deserialize, Serialize};

/// What is known of a document before it is read; the first line of a request, as JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The `Content-Type` that came with it.
    pub content_type: Option<String>,
    /// The character set that the header names.
    pub charset: Option<String>,
    /// File name, path or address.
    pub name: Option<String>,
}

/// A kind of document that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A web page.
    Html,
    /// Text with Markdown's headings and blocks.
    Markdown,
    /// Any other text: notes, source code, tables, logs.
    Text,
    /// A PDF.
    Pdf,
    /// A Word document of 2007 or later.
    Docx,
}

impl Kind {
    /// The word for it in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "markdown",
            Self::Text => "text",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
        }
    }
}

/// A document as text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// The document's own title.
    pub title: Option<String>,
    /// Markdown; for a PDF plain text, paragraphs parted by a blank line.
    pub text: String,
    /// Byte offsets in `text` where the pages begin; empty where the kind has no pages.
    pub pages: Vec<usize>,
    /// The address that the document gives itself.
    pub canonical: Option<String>,
    /// BCP 47 tag of its language, where it says one.
    pub language: Option<String>,
    /// When it was published, as it says it.
    pub published: Option<String>,
}

/// The answer to a request, one JSON object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Response {
    /// What kind it was, and its text.
    Document(Kind, Extracted),
    /// A code for programs, and a sentence with the remedy for people.
    Refused {
        /// `unknown_kind`, `encrypted`, `no_text` or `broken`.
        code: String,
        /// What is wrong and what to do.
        message: String,
    },
}
