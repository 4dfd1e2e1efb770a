//! From documents to text: pages, PDFs, Word documents and anything that is text already.

#![deny(unsafe_code)]

pub mod charset;
pub mod docx;
mod extracted;
pub mod html;
pub mod kind;
pub mod pdf;

pub use extracted::{Extracted, Kind, Request, Response};

/// Why a document gave no text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExtractError {
    /// A password is needed.
    #[error("the document is encrypted; save a copy without a password and ingest that")]
    Encrypted,
    /// Scanned or empty.
    #[error("the document has no text: it is empty or holds only pictures; run OCR on it first")]
    NoText,
    /// Not what it claims to be.
    #[error("the document is damaged: {0}; open it in its own program and save it anew")]
    Broken(String),
}

/// Reads one document.
pub fn answer(request: &Request, bytes: &[u8]) -> Response {
    let kind = match kind::kind(bytes, request.content_type.as_deref(), request.name.as_deref()) {
        Ok(kind) => kind,
        Err(error) => return Response::Refused { code: "unknown_kind".to_owned(), message: error.to_string() },
    };
    let charset = request.charset.as_deref();
    let read = match kind {
        Kind::Html => html::html(bytes, charset, request.name.as_deref()),
        Kind::Pdf => pdf::pdf(bytes),
        Kind::Docx => docx::docx(bytes),
        Kind::Markdown | Kind::Text => plain(charset::decode(bytes, charset, false)),
    };
    match read {
        Ok(document) => Response::Document(kind, document),
        Err(error) => Response::Refused { code: code(&error).to_owned(), message: error.to_string() },
    }
}

/// Text that is text already, with the line ends of Unix.
fn plain(text: String) -> Result<Extracted, ExtractError> {
    if text.trim().is_empty() {
        return Err(ExtractError::NoText);
    }
    let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
    Ok(Extracted { text: text.replace('\0', " "), ..Extracted::default() })
}

fn code(error: &ExtractError) -> &'static str {
    match error {
        ExtractError::Encrypted => "encrypted",
        ExtractError::NoText => "no_text",
        ExtractError::Broken(_) => "broken",
    }
}
