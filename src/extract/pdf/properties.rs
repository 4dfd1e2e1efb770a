//! What the file says of itself.

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::dict::keys::LANG;
use hayro_interpret::hayro_syntax::object::{Dict, String as PdfString};

/// PDFDocEncoding from 0x80 to 0xA0, where it differs from Latin-1.
const DOC_ENCODING: &str = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\u{fffd}€";

/// The title in the file's properties.
pub(super) fn title(pdf: &Pdf) -> Option<String> {
    let title = decode(pdf.metadata().title.as_deref()?);
    // Printing from Word names the program before the file.
    let title = title.strip_prefix("Microsoft Word - ").unwrap_or(&title);
    let words: Vec<&str> = title.split_whitespace().collect();
    let title = words.join(" ");
    let empty = title.is_empty() || title.eq_ignore_ascii_case("untitled") || title.chars().all(|c| c == '\u{fffd}');
    (!empty).then_some(title)
}

/// The language of the document.
pub(super) fn language(pdf: &Pdf) -> Option<String> {
    let catalog: Dict = pdf.xref().get(pdf.xref().root_id())?;
    let language = decode(catalog.get::<PdfString>(LANG)?.as_bytes());
    Some(language.trim().to_string())
        .filter(|l| !l.is_empty() && l.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
}

/// A text string: UTF-16 or UTF-8 by its mark, else PDFDocEncoding.
pub(super) fn decode(bytes: &[u8]) -> String {
    let utf16 = |rest: &[u8], join: fn([u8; 2]) -> u16| {
        let units = rest.chunks_exact(2).map(|pair| join([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    let text: String = match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|&byte| of_doc_encoding(byte)).collect(),
    };
    without_language_marks(&text)
}

fn of_doc_encoding(byte: u8) -> char {
    match byte {
        0x80..=0xA0 => DOC_ENCODING.chars().nth(usize::from(byte - 0x80)).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::from(byte),
    }
}

/// UTF-16 strings may name their language between two escapes.
fn without_language_marks(text: &str) -> String {
    let outside = text.split('\u{1b}').step_by(2).collect::<String>();
    outside.chars().filter(|c| !c.is_control() || c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_strings_of_each_kind() {
        assert_eq!(decode(b"caf\xe9 \x83"), "café …");
        assert_eq!(decode(b"\xfe\xff\x04\x1f\x00!"), "П!");
        assert_eq!(decode(b"\xef\xbb\xbf\xd0\x9f"), "П");
        assert_eq!(decode(b"\xfe\xff\x00\x1b\x00e\x00n\x00\x1b\x00T"), "T");
    }
}
