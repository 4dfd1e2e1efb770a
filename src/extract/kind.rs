//! What kind a document is: by its content, then by what its sender says, then by its name.

use std::io::{Cursor, Read};

use crate::Kind;

/// The content is nothing that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this is {found}; HTML, Markdown, plain text, PDF and DOCX can be read{}", .advice.map(|text| format!(": {text}")).unwrap_or_default())]
pub struct UnknownKind {
    /// What the content looks like, with its article: `a ZIP archive`.
    pub found: String,
    /// What a user can do, where there is something.
    pub advice: Option<&'static str>,
}

impl UnknownKind {
    fn new(found: impl Into<String>, advice: Option<&'static str>) -> Self {
        Self { found: found.into(), advice }
    }
}

/// How much is looked at, in bytes; damage or binary parts further on are the extractor's to find.
const SAMPLE: usize = 64 * 1024;
/// How far into a file its PDF header may be.
const PDF_HEADER: usize = 1024;
/// The list of parts in a DOCX is small; a larger one is an attack.
const MAX_CONTENT_TYPES: u64 = 1024 * 1024;

/// Extensions of text that may hold a whole page and is still not one.
const PAGE_SOURCES: &[&str] = &[
    "txt", "text", "log", "vue", "svelte", "php", "erb", "ejs", "hbs", "j2", "jinja", "jinja2", "tmpl", "tpl", "twig",
];

/// The kind of a document.
///
/// `content_type` is the header of that name, if it came by HTTP; `name` a file name, a path or a URL.
///
/// Errors: the content is of no such kind; the message says what it looks like and what can be read.
pub fn kind(bytes: &[u8], content_type: Option<&str>, name: Option<&str>) -> Result<Kind, UnknownKind> {
    let extension = name.map(extension).unwrap_or_default();
    let named = by_extension(&extension);
    let sent = content_type.and_then(by_header);
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if bytes.is_empty() {
        return match sent.or(named).unwrap_or(Kind::Text) {
            Kind::Pdf | Kind::Docx => Err(UnknownKind::new("an empty file", Some("fetch or save it again"))),
            kind => Ok(kind),
        };
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return in_zip(bytes, named == Some(Kind::Docx) || sent == Some(Kind::Docx));
    }
    // Browsers show pages with stray binary bytes in them, too.
    let claims_page = sent.or(named) == Some(Kind::Html) && sample.trim_ascii_start().starts_with(b"<");
    let text = is_text(sample) || claims_page;
    let claims_pdf = sent == Some(Kind::Pdf) || named == Some(Kind::Pdf);
    if is_pdf(sample, text && !claims_pdf) {
        return Ok(Kind::Pdf);
    }
    if !text {
        return Err(binary(sample));
    }
    if bytes.starts_with(b"{\\rtf") {
        return Err(UnknownKind::new("an RTF document", Some("save it as DOCX")));
    }
    Ok(of_text(&beginning(sample), sent, named, &extension))
}

/// The kind of a text by how it begins.
fn of_text(begin: &str, sent: Option<Kind>, named: Option<Kind>, extension: &str) -> Kind {
    let written = matches!(named, Some(Kind::Markdown)) || PAGE_SOURCES.contains(&extension);
    let by_name = match named {
        Some(Kind::Html) => Kind::Html,
        Some(Kind::Markdown) => Kind::Markdown,
        // A text is no PDF, whatever it is called.
        _ => Kind::Text,
    };
    match sent {
        Some(Kind::Html) if has_tag(begin) => Kind::Html,
        Some(Kind::Markdown) => Kind::Markdown,
        _ if is_page(begin) && !written => Kind::Html,
        None if extension.is_empty() && begins_with_tag(begin) => Kind::Html,
        // Also where the sender says plain text, as many do of Markdown files.
        _ => by_name,
    }
}

/// The last part's extension, in lower case; of a URL without query and fragment.
fn extension(name: &str) -> String {
    let path = match name.split_once("://") {
        Some((_, rest)) => {
            let rest = rest.split(['?', '#']).next().unwrap_or_default();
            rest.split_once('/').map_or("", |(_, path)| path)
        }
        None => name,
    };
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    file.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default()
}

fn by_extension(extension: &str) -> Option<Kind> {
    match extension {
        "html" | "htm" | "xhtml" | "xht" | "shtml" => Some(Kind::Html),
        "md" | "markdown" | "mdown" | "mkd" | "mkdn" | "mdwn" | "mdx" | "qmd" | "rmd" => Some(Kind::Markdown),
        "pdf" => Some(Kind::Pdf),
        "docx" | "docm" | "dotx" | "dotm" => Some(Kind::Docx),
        "txt" | "text" => Some(Kind::Text),
        _ => None,
    }
}

fn by_header(content_type: &str) -> Option<Kind> {
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "text/html" | "application/xhtml+xml" => Some(Kind::Html),
        "text/markdown" | "text/x-markdown" => Some(Kind::Markdown),
        "text/plain" => Some(Kind::Text),
        "application/pdf" | "application/x-pdf" => Some(Kind::Pdf),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => Some(Kind::Docx),
        _ => None,
    }
}

/// Text in UTF-8, in UTF-16 or UTF-32 with a mark, or in an older encoding.
fn is_text(sample: &[u8]) -> bool {
    const WIDE_MARKS: [&[u8]; 3] = [b"\xFF\xFE", b"\xFE\xFF", b"\x00\x00\xFE\xFF"];
    if WIDE_MARKS.iter().any(|mark| sample.starts_with(mark)) || is_unmarked_utf16(sample) {
        return true;
    }
    if sample.contains(&0) {
        return false;
    }
    // Terminals' escapes and old printers' page breaks are text; other controls hardly occur in it.
    let is_control = |byte: &&u8| matches!(**byte, 0x01..=0x07 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    let controls = sample.iter().filter(is_control).count();
    match std::str::from_utf8(sample) {
        Ok(_) => controls * 10 <= sample.len(),
        // The sample may end inside a character.
        Err(error) if error.error_len().is_none() => controls * 10 <= sample.len(),
        Err(_) => controls * 50 <= sample.len(),
    }
}

/// Western text in UTF-16 without a mark: every other byte is zero, and nothing else is.
fn is_unmarked_utf16(sample: &[u8]) -> bool {
    let pairs = sample[..sample.len().min(512)].as_chunks::<2>().0;
    let plain = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let all = |is: fn([u8; 2], &dyn Fn(u8) -> bool) -> bool| pairs.iter().all(|pair| is(*pair, &plain));
    pairs.len() >= 8
        && (all(|[low, high], plain| high == 0 && plain(low)) || all(|[high, low], plain| high == 0 && plain(low)))
}

/// `%PDF-` and a digit near the beginning; at the very beginning where a text might speak of it.
fn is_pdf(sample: &[u8], may_be_text: bool) -> bool {
    let reach = if may_be_text { 1 } else { PDF_HEADER };
    let header = |part: &[u8]| part.starts_with(b"%PDF-") && part.get(5).is_some_and(u8::is_ascii_digit);
    (0..sample.len().min(reach)).any(|at| header(&sample[at..]))
}

/// What a ZIP archive is by the names in it.
fn in_zip(bytes: &[u8], claims_docx: bool) -> Result<Kind, UnknownKind> {
    let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
        // Cut off, perhaps; the extractor says what is wrong with a document.
        let unpack = UnknownKind::new("a damaged ZIP archive", Some("fetch or save it again"));
        return if claims_docx { Ok(Kind::Docx) } else { Err(unpack) };
    };
    let has = |archive: &zip::ZipArchive<_>, folder: &str| archive.file_names().any(|name| name.starts_with(folder));
    if has(&archive, "word/") {
        return Ok(Kind::Docx);
    }
    if has(&archive, "xl/") {
        return Err(UnknownKind::new("an Excel workbook", Some("save its sheets as CSV")));
    }
    if has(&archive, "ppt/") {
        return Err(UnknownKind::new("a PowerPoint presentation", Some("save it as PDF")));
    }
    let types = part(&mut archive, "[Content_Types].xml");
    if types.contains("wordprocessingml") {
        return Ok(Kind::Docx);
    }
    let mimetype = part(&mut archive, "mimetype");
    if mimetype.starts_with("application/vnd.oasis.opendocument") {
        return Err(UnknownKind::new("an OpenDocument file", Some("save it as DOCX or PDF")));
    }
    if mimetype.starts_with("application/epub") {
        return Err(UnknownKind::new("an EPUB book", Some("unpack it and ingest the HTML files in it")));
    }
    if has(&archive, "META-INF/MANIFEST.MF") {
        return Err(UnknownKind::new("a Java archive", None));
    }
    Err(UnknownKind::new("a ZIP archive", Some("unpack it and ingest the files in it")))
}

/// The text of a small part; empty where there is none.
fn part(archive: &mut zip::ZipArchive<Cursor<&[u8]>>, name: &str) -> String {
    let mut content = Vec::new();
    if let Ok(file) = archive.by_name(name) {
        // What was read before an error serves too.
        let _ = file.take(MAX_CONTENT_TYPES).read_to_end(&mut content);
    }
    String::from_utf8_lossy(&content).into_owned()
}

/// Names what is not text.
fn binary(sample: &[u8]) -> UnknownKind {
    if sample.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        let advice = "open it in its own program and save it as DOCX or PDF, without a password";
        return UnknownKind::new("an Office file of before 2007, or an encrypted one", Some(advice));
    }
    if sample.starts_with(b"SQLite format 3\0") {
        return UnknownKind::new("an SQLite database", Some("export what matters as text"));
    }
    let Some(found) = infer::get(sample) else {
        return UnknownKind::new("binary data of an unknown kind", None);
    };
    let (what, advice) = match found.matcher_type() {
        infer::MatcherType::Image => ("an image", Some("run OCR on it and ingest the text")),
        infer::MatcherType::Audio => ("a sound file", Some("transcribe it and ingest the text")),
        infer::MatcherType::Video => ("a video", Some("transcribe it and ingest the text")),
        infer::MatcherType::Font => ("a font", None),
        infer::MatcherType::Archive => ("an archive", Some("unpack it and ingest the files in it")),
        infer::MatcherType::Book => ("an e-book", None),
        infer::MatcherType::App => ("an executable", None),
        _ => ("binary data", None),
    };
    UnknownKind::new(format!("{what} ({})", found.mime_type()), advice)
}

/// The sample as far as tags can be seen in it: bytes of other encodings do not matter.
fn beginning(sample: &[u8]) -> String {
    let two_bytes = |bytes: &[u8], of: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| of([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    let text = match sample {
        [0xFF, 0xFE, rest @ ..] => two_bytes(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => two_bytes(rest, u16::from_be_bytes),
        [0, ..] if is_unmarked_utf16(sample) => two_bytes(sample, u16::from_be_bytes),
        _ if is_unmarked_utf16(sample) => two_bytes(sample, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(sample).into_owned(),
    };
    // Declarations and comments may stand before a page.
    let mut rest = text.trim_start();
    loop {
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<?xml") {
            "?>"
        } else {
            return rest.to_lowercase();
        };
        match rest.split_once(end) {
            Some((_, after)) => rest = after.trim_start(),
            None => return rest.to_lowercase(),
        }
    }
}

/// A whole page begins here.
fn is_page(begin: &str) -> bool {
    tag_at(begin).is_some_and(|tag| matches!(tag, "html" | "head" | "body" | "frameset")) || is_doctype(begin)
}

fn is_doctype(begin: &str) -> bool {
    let rest = begin.strip_prefix("<!doctype").map(str::trim_start);
    rest.is_some_and(|rest| rest.strip_prefix("html").is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// A part of a page begins here.
fn begins_with_tag(begin: &str) -> bool {
    const TAGS: &[&str] = &[
        "a", "article", "b", "br", "div", "font", "form", "h1", "h2", "h3", "iframe", "img", "link", "main", "meta",
        "nav", "ol", "p", "pre", "script", "section", "span", "style", "table", "title", "ul",
    ];
    tag_at(begin).is_some_and(|tag| TAGS.contains(&tag))
}

/// The name of the tag that the text begins with.
fn tag_at(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('<')?;
    let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    (!name.is_empty() && rest[name.len()..].starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/'))
        .then_some(name)
}

/// There is a tag somewhere.
fn has_tag(begin: &str) -> bool {
    is_doctype(begin) || begin.match_indices('<').any(|(at, _)| tag_at(&begin[at..]).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn of(bytes: &[u8], content_type: &str, name: &str) -> Kind {
        let some = |text: &'static str| Some(text).filter(|text| !text.is_empty());
        kind(bytes, some(Box::leak(content_type.into())), some(Box::leak(name.into()))).unwrap()
    }

    fn refused(bytes: &[u8], name: &str) -> String {
        kind(bytes, None, Some(name)).unwrap_err().to_string()
    }

    fn archive(files: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn content_before_header_before_name() {
        for (bytes, content_type, name, expected) in [
            ("<!DOCTYPE html><p>a", "", "a", Kind::Html),
            ("\u{FEFF} <!-- a --> <?xml version='1.0'?>\n<HTML lang=en>", "application/pdf", "a.pdf", Kind::Html),
            ("<html>", "text/plain", "http://e.x/a.php?b=c.md", Kind::Text),
            ("<html>", "text/html", "http://e.x/a.md", Kind::Html),
            ("<html>", "text/plain; charset=utf-8", "http://e.x/a.md#b", Kind::Markdown),
            ("<html>", "", "a.txt", Kind::Text),
            ("<div>a</div>", "text/html; charset=x", "", Kind::Html),
            ("<div>a</div>", "", "", Kind::Html),
            ("<div>a</div>", "", "README.md", Kind::Markdown),
            ("# only text", "text/html", "a.md", Kind::Markdown),
            ("# only text", "text/html", "a", Kind::Text),
            ("# only text", "text/markdown", "a", Kind::Markdown),
            ("# only text", "text/plain", "https://e.x/raw/README.MD", Kind::Markdown),
            ("# only text", "text/plain", "https://e.md", Kind::Text),
            ("a & b < c", "", "page.html", Kind::Html),
            ("fn main() {}", "application/octet-stream", "main.rs", Kind::Text),
            ("a,b\n1,2", "text/csv", "a.csv", Kind::Text),
            ("{}", "application/json", "a", Kind::Text),
            ("<svg xmlns='x'></svg>", "image/svg+xml", "a.svg", Kind::Text),
            ("no archive", "", "a.docx", Kind::Text),
            ("a note on %PDF-1.7 files", "text/plain", "a.txt", Kind::Text),
            ("%PDF-1.4\n", "text/html", "a.html", Kind::Pdf),
            ("junk\n%PDF-1.4\n", "application/pdf", "", Kind::Pdf),
            ("\x1b[31mred\x1b[0m", "", "terminal.log", Kind::Text),
            ("", "", "a.md", Kind::Markdown),
            ("", "", "", Kind::Text),
        ] {
            assert_eq!(of(bytes.as_bytes(), content_type, name), expected, "{bytes} {content_type} {name}");
        }
    }

    #[test]
    fn text_in_other_encodings() {
        let utf16: Vec<u8> = "\u{FEFF}a text in UTF-16".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(of(&utf16, "", "a.log"), Kind::Text);
        assert_eq!(of(&utf16[2..], "", "a.log"), Kind::Text);
        let unmarked: Vec<u8> = "<!DOCTYPE html><html>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(of(&unmarked, "", "a"), Kind::Html);
        assert_eq!(of(b"<p>a\0\x01b", "text/html", "a"), Kind::Html);
        let page: Vec<u8> = "\u{FEFF}<html>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(of(&page, "", "a"), Kind::Html);
        assert_eq!(of(b"\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0", "", "a.txt"), Kind::Text);
        let cut = "я".repeat(SAMPLE).into_bytes();
        assert_eq!(of(&cut[1..], "", "a.txt"), Kind::Text);
        assert_eq!(of(&"a".repeat(SAMPLE - 1).into_bytes(), "", "a.txt"), Kind::Text);
    }

    #[test]
    fn archives_by_what_is_in_them() {
        let word = archive(&[("[Content_Types].xml", ""), ("word/document.xml", "")]);
        assert_eq!(of(&word, "text/plain", "a.zip"), Kind::Docx);
        let elsewhere = archive(&[("[Content_Types].xml", "application/vnd.x.wordprocessingml.x"), ("d.xml", "")]);
        assert_eq!(of(&elsewhere, "", ""), Kind::Docx);
        assert!(refused(&archive(&[("xl/workbook.xml", "")]), "a.docx").contains("Excel"));
        assert!(refused(&archive(&[("ppt/presentation.xml", "")]), "a").contains("PowerPoint"));
        let open = archive(&[("mimetype", "application/vnd.oasis.opendocument.text")]);
        assert!(refused(&open, "a").contains("OpenDocument"));
        assert!(refused(&archive(&[("a.txt", "")]), "a").contains("a ZIP archive"));
        assert!(refused(&word[..word.len() - 30], "a.zip").contains("damaged"));
        assert_eq!(of(&word[..word.len() - 30], "", "a.docx"), Kind::Docx);
    }

    #[test]
    fn refusals_say_what_it_is_and_what_can_be_read() {
        for (bytes, expected) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "an image (image/png)"),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF", "an image (image/jpeg)"),
            (b"\x7fELF\x02\x01\x01\0", "an executable"),
            (b"MZ\x90\0\x03\0", "an executable"),
            (b"\x1f\x8b\x08\0\0\0\0\0", "an archive (application/gzip)"),
            (b"SQLite format 3\0", "an SQLite database"),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0", "an Office file"),
            (b"\0\x01\x02\x03", "binary data"),
        ] {
            let message = refused(&[bytes, &[0; 64]].concat(), "a.txt");
            assert!(message.contains(expected), "{message}");
            assert!(message.contains("HTML, Markdown, plain text, PDF and DOCX"), "{message}");
        }
        assert!(refused(b"{\\rtf1\\ansi a}", "a.txt").contains("an RTF document"));
        assert!(refused(b"", "a.pdf").contains("an empty file"));
    }
}
