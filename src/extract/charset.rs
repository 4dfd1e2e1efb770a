//! From bytes to text: which character set a document is in.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How far into a page a declaration is looked for; browsers stop at 1024, but long comments and scripts do come first.
const DECLARATION_REACH: usize = 4096;
/// How much the detector reads; it is sure long before, and a feed of everything costs as much as decoding.
const DETECTION_REACH: usize = 256 * 1024;

/// Bytes beyond ASCII from which the detector is believed against a header.
const MANY: usize = 100;

/// The text of `bytes`; never fails, undecodable bytes become U+FFFD.
///
/// In order: byte order mark, valid UTF-8, UTF-16 without a mark, the header's charset, the page's own declaration
/// (`html` only), detection. A declaration that does not decode cleanly gives way to the next one.
pub fn decode(bytes: &[u8], charset_of_header: Option<&str>, html: bool) -> String {
    if let Some(text) = decode_utf32(bytes) {
        return text;
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[length..]).0.into_owned();
    }
    let header = charset_of_header.and_then(label);
    let meta = if html { declared(bytes) } else { None };
    // Bytes of another charset hardly ever form valid UTF-8, so that a declaration against it is an error.
    // Plain ASCII is left to the declarations: ISO-2022-JP is written in it.
    if is_utf8_beyond_ascii(bytes) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    if let Some(encoding) = utf16_by_zeros(bytes) {
        return encoding.decode_without_bom_handling(bytes).0.into_owned();
    }
    first_clean(bytes, &candidates(bytes, header, meta))
}

/// The charsets to try, likeliest first.
fn candidates(
    bytes: &[u8],
    header: Option<&'static Encoding>,
    meta: Option<&'static Encoding>,
) -> Vec<&'static Encoding> {
    let detected = detect(bytes);
    let mut order = Vec::new();
    // A header often carries the server's default; where it and the page differ, the bytes have the casting vote.
    // Latin-1 is that default most of the time, so against it the page or many bytes of another script are enough.
    let is_default = header == Some(WINDOWS_1252) && detected != WINDOWS_1252;
    let many = || bytes.iter().filter(|byte| !byte.is_ascii()).take(MANY).count() == MANY;
    if is_default && (meta.is_some() || (many() && !is_latin(detected))) {
        order.push(meta.unwrap_or(detected));
    } else if header.is_some() && meta == Some(detected) {
        order.push(detected);
    }
    order.extend(header);
    order.extend(meta);
    order.push(detected);
    order.dedup();
    order
}

/// Charsets of Latin letters, between which the detector may err.
fn is_latin(encoding: &'static Encoding) -> bool {
    let name = encoding.name();
    let windows = ["windows-1250", "windows-1252", "windows-1254", "windows-1257", "windows-1258", "macintosh"];
    let iso = ["ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15"];
    windows.contains(&name) || iso.contains(&name)
}

/// Decodes with the first encoding that fits without a fault, or with the one that has the fewest.
fn first_clean(bytes: &[u8], order: &[&'static Encoding]) -> String {
    let mut best: Option<(usize, String)> = None;
    for encoding in order {
        let (text, faulty) = encoding.decode_without_bom_handling(bytes);
        if !faulty {
            return text.into_owned();
        }
        let faults = text.matches('\u{FFFD}').count();
        if best.as_ref().is_none_or(|(fewest, _)| faults < *fewest) {
            best = Some((faults, text.into_owned()));
        }
    }
    best.map(|(_, text)| text).unwrap_or_default()
}

/// Whether `bytes` are UTF-8 with at least one character beyond ASCII; a character cut off at the end is forgiven.
fn is_utf8_beyond_ascii(bytes: &[u8]) -> bool {
    if bytes.is_ascii() {
        return false;
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
    }
}

fn detect(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&bytes[..bytes.len().min(DETECTION_REACH)], true);
    detector.guess(None, Utf8Detection::Allow)
}

/// The encoding of a label as headers and pages write it.
fn label(name: &str) -> Option<&'static Encoding> {
    let name = name.trim().trim_matches(['"', '\'']);
    let encoding = Encoding::for_label(name.as_bytes())?;
    // The label was read as ASCII, so UTF-16 cannot be true (as the HTML standard has it).
    let readable = encoding == UTF_16LE || encoding == UTF_16BE;
    match (readable, encoding.name()) {
        (true, _) => Some(UTF_8),
        (_, "x-user-defined") => Some(WINDOWS_1252),
        (_, "replacement") => None,
        _ => Some(encoding),
    }
}

/// The encoding that the page declares itself: `<meta charset>`, `<meta http-equiv>`, or the XML declaration.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(DECLARATION_REACH)];
    let head: String = head.iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    let head = without_comments(&head);
    let xml = head.trim_start().strip_prefix("<?xml").and_then(|rest| rest.split("?>").next());
    if let Some(encoding) = xml.and_then(|declaration| value_after(declaration, "encoding")).and_then(label) {
        return Some(encoding);
    }
    head.split("<meta").skip(1).find_map(|tag| {
        let tag = tag.split('>').next().unwrap_or_default();
        value_after(tag, "charset").and_then(label)
    })
}

/// A page may carry a declaration for others in a comment.
fn without_comments(head: &str) -> String {
    let mut kept = String::with_capacity(head.len());
    let mut rest = head;
    while let Some((before, after)) = rest.split_once("<!--") {
        kept.push_str(before);
        // A comment that never ends is no comment to be trusted.
        rest = after.split_once("-->").map_or(after, |(_, behind)| behind);
    }
    kept.push_str(rest);
    kept
}

/// What follows `key =` in a tag, without its quotes.
fn value_after<'a>(tag: &'a str, key: &str) -> Option<&'a str> {
    tag.match_indices(key).find_map(|(at, _)| {
        let value = tag[at + key.len()..].trim_start().strip_prefix('=')?.trim_start();
        let value = value.trim_start_matches(['"', '\'']);
        let end = value.find(|c: char| matches!(c, '"' | '\'' | ';' | '/' | '>') || c.is_whitespace());
        Some(&value[..end.unwrap_or(value.len())])
    })
}

/// UTF-16 without a mark: ASCII markup leaves every other byte zero.
fn utf16_by_zeros(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(1024) & !1];
    if head.len() < 4 {
        return None;
    }
    let zeros = |first: usize| head.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let half = head.len() / 2;
    match (zeros(0), zeros(1)) {
        (even, odd) if odd * 3 > half && even * 10 < half => Some(UTF_16LE),
        (even, odd) if even * 3 > half && odd * 10 < half => Some(UTF_16BE),
        _ => None,
    }
}

/// UTF-32 is no charset of the web, and `encoding_rs` leaves it out; files saved so exist.
fn decode_utf32(bytes: &[u8]) -> Option<String> {
    let read: fn([u8; 4]) -> u32 = match bytes.get(..4)? {
        // The first four are UTF-16's mark too, followed by a NUL that no text begins with.
        [0xFF, 0xFE, 0, 0] => u32::from_le_bytes,
        [0, 0, 0xFE, 0xFF] => u32::from_be_bytes,
        _ => return None,
    };
    let unit = |four: &[u8]| four.try_into().ok().map(read).and_then(char::from_u32).unwrap_or('\u{FFFD}');
    Some(bytes[4..].chunks_exact(4).map(unit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUSSIAN: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация.";

    fn page(charset: &str, encoding: &str, text: &str) -> Vec<u8> {
        let html = format!("<html><head><meta charset=\"{charset}\"></head><body><p>{text}</p></body></html>");
        Encoding::for_label(encoding.as_bytes()).expect("a known label").encode(&html).0.into_owned()
    }

    #[test]
    fn a_mark_beats_every_declaration() {
        let mut bytes = b"\xEF\xBB\xBF".to_vec();
        bytes.extend_from_slice(format!("<meta charset=windows-1251><p>{RUSSIAN}").as_bytes());
        let text = decode(&bytes, Some("koi8-r"), true);
        assert!(text.starts_with("<meta") && text.contains(RUSSIAN));
    }

    #[test]
    fn utf8_beats_a_header_that_lies() {
        assert_eq!(decode(RUSSIAN.as_bytes(), Some("iso-8859-1"), false), RUSSIAN);
        let cut = &RUSSIAN.as_bytes()[..RUSSIAN.len() - 2];
        assert!(decode(&cut[..cut.len() - 1], Some("iso-8859-1"), false).starts_with("Съешь же"));
    }

    #[test]
    fn declared_charsets_are_read() {
        let japanese = "吾輩は猫である。名前はまだ無い。";
        for (name, text) in [
            ("koi8-r", RUSSIAN),
            ("windows-1251", RUSSIAN),
            ("gbk", "中文网页的内容"),
            ("tis-620", "ภาษาไทย"),
            ("windows-1256", "اللغة العربية"),
            ("iso-2022-jp", japanese),
            ("shift_jis", japanese),
            ("euc-jp", japanese),
        ] {
            assert!(decode(&page(name, name, text), None, true).contains(text), "{name}");
        }
        let old = Encoding::for_label(b"koi8-r").expect("known").encode(
            "<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'><p>ещё этих мягких французских булок",
        );
        assert!(decode(&old.0, None, true).contains("французских"));
        let xml = Encoding::for_label(b"shift_jis").expect("known");
        let xml = xml.encode("<?xml version='1.0' encoding='Shift_JIS'?><html><p>名前はまだ無い");
        assert!(decode(&xml.0, None, true).contains("名前はまだ無い"));
    }

    #[test]
    fn a_declaration_that_does_not_fit_gives_way() {
        let bytes = page("windows-1251", "windows-1251", RUSSIAN);
        assert!(decode(&bytes, Some("utf-8"), true).contains(RUSSIAN));
        assert!(decode(&bytes, Some("iso-8859-1"), true).contains(RUSSIAN));
        let bytes = page("koi8-r", "koi8-r", RUSSIAN);
        assert!(decode(&bytes, Some("iso-8859-1"), true).contains(RUSSIAN));
        let bytes = page("", "windows-1251", &RUSSIAN.repeat(3));
        assert!(decode(&bytes, Some("iso-8859-1"), true).contains(RUSSIAN));
        let french = "Élève à l'école, où ça coûte très cher même en été.";
        let bytes = page("", "windows-1252", &french.repeat(5));
        assert!(decode(&bytes, Some("iso-8859-1"), true).contains(french));
    }

    #[test]
    fn undeclared_charsets_are_detected() {
        let bytes = Encoding::for_label(b"windows-1251").expect("known").encode(RUSSIAN).0.into_owned();
        assert_eq!(decode(&bytes, None, false), RUSSIAN);
        assert!(decode(&page("", "utf-8", "plain"), Some("nonsense"), true).contains("plain"));
    }

    #[test]
    fn wide_encodings_are_read_with_and_without_a_mark() {
        let little: Vec<u8> = "<p>Grüße</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&little, None, true), "<p>Grüße</p>");
        let big: Vec<u8> = "\u{feff}<p>Grüße</p>".chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        assert_eq!(decode(&big, None, true), "<p>Grüße</p>");
    }

    #[test]
    fn a_declaration_in_a_comment_is_none() {
        let html = "<!-- <meta charset=koi8-r> --><meta charset=windows-1251><p>ещё этих мягких французских булок";
        let bytes = Encoding::for_label(b"windows-1251").expect("known").encode(html).0.into_owned();
        assert!(decode(&bytes, None, true).contains("французских"));
    }

    #[test]
    fn no_bytes_are_too_odd() {
        for bytes in
            [&b""[..], b"\xFF", b"\xFF\xFE", b"\0\0\xFE\xFF\0", b"<meta charset=", b"<meta charset=\xFF>", b"\xC3"]
        {
            decode(bytes, Some(""), true);
        }
    }
}
