//! A walk over an XML part: open, close, text. Nothing outside the part is ever read, and no entity beyond the five of
//! XML and character numbers is expanded, so neither external entities nor "billion laughs" do anything.

use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};

/// The vocabulary of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    /// WordprocessingML, transitional or strict.
    Word,
    /// DrawingML.
    Draw,
    /// Office mathematics.
    Math,
    /// Markup compatibility (`AlternateContent`).
    Compat,
    /// Everything else.
    Other,
}

/// An opening element.
pub(super) struct Tag<'a> {
    pub(super) space: Space,
    /// Name without prefix.
    pub(super) name: &'a str,
    start: &'a BytesStart<'a>,
}

impl Tag<'_> {
    /// The value of the attribute of that local name, whatever its prefix.
    pub(super) fn attr(&self, name: &str) -> Option<String> {
        let mut attributes = self.start.attributes();
        // The check for doubles is quadratic in the number of attributes.
        attributes.with_checks(false);
        let found = attributes.flatten().find(|a| a.key.local_name().as_ref() == name.as_bytes())?;
        let raw = String::from_utf8_lossy(&found.value);
        Some(match quick_xml::escape::unescape(&raw) {
            Ok(value) => value.into_owned(),
            Err(_) => raw.into_owned(),
        })
    }
}

/// Receives the walk.
pub(super) trait Handler {
    /// An element opens.
    fn open(&mut self, tag: &Tag);
    /// The innermost open element closes.
    fn close(&mut self) {}
    /// Text inside the innermost open element.
    fn text(&mut self, _text: &str) {}
}

/// Walks through the part. On XML that is not well-formed the handler has seen all that came before the break, and the
/// error says what is wrong.
pub(super) fn walk(xml: &[u8], handler: &mut impl Handler) -> Result<(), String> {
    let mut reader = NsReader::from_reader(xml);
    let config = reader.config_mut();
    config.expand_empty_elements = true;
    config.allow_dangling_amp = true;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let (space, event) = reader.read_resolved_event_into(&mut buffer).map_err(|e| e.to_string())?;
        match event {
            Event::Start(start) => {
                let local = start.local_name();
                let name = std::str::from_utf8(local.as_ref()).unwrap_or_default();
                handler.open(&Tag { space: space_of(&space), name, start: &start });
            }
            Event::End(_) => handler.close(),
            Event::Text(text) => handler.text(&String::from_utf8_lossy(&text)),
            Event::CData(text) => handler.text(&String::from_utf8_lossy(&text)),
            Event::GeneralRef(reference) => {
                if let Ok(Some(c)) = reference.resolve_char_ref() {
                    handler.text(c.encode_utf8(&mut [0; 4]));
                } else if let Some(text) =
                    reference.decode().ok().and_then(|n| quick_xml::escape::resolve_predefined_entity(&n))
                {
                    handler.text(text);
                }
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn space_of(resolved: &ResolveResult) -> Space {
    match resolved {
        ResolveResult::Bound(Namespace(uri)) => match *uri {
            b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
            | b"http://purl.oclc.org/ooxml/wordprocessingml/main" => Space::Word,
            b"http://schemas.openxmlformats.org/drawingml/2006/main" | b"http://purl.oclc.org/ooxml/drawingml/main" => {
                Space::Draw
            }
            b"http://schemas.openxmlformats.org/officeDocument/2006/math"
            | b"http://purl.oclc.org/ooxml/officeDocument/math" => Space::Math,
            b"http://schemas.openxmlformats.org/markup-compatibility/2006" => Space::Compat,
            _ => Space::Other,
        },
        // A part that forgot to declare its prefixes means the usual ones.
        ResolveResult::Unknown(prefix) => match prefix.as_slice() {
            b"w" => Space::Word,
            b"a" => Space::Draw,
            b"m" => Space::Math,
            b"mc" => Space::Compat,
            _ => Space::Other,
        },
        ResolveResult::Unbound => Space::Other,
    }
}

/// The part as UTF-8: UTF-16 is told by its byte order mark or by its first character, which is always `<`.
pub(super) fn to_utf8(bytes: Vec<u8>) -> Vec<u8> {
    let decode = |skip: usize, join: fn([u8; 2]) -> u16| {
        let units = bytes[skip..].chunks_exact(2).map(|pair| join([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>().into_bytes()
    };
    match bytes.as_slice() {
        [0xFF, 0xFE, ..] => decode(2, u16::from_le_bytes),
        [0xFE, 0xFF, ..] => decode(2, u16::from_be_bytes),
        [b'<', 0, ..] => decode(0, u16::from_le_bytes),
        [0, b'<', ..] => decode(0, u16::from_be_bytes),
        _ => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Text(String);

    impl Handler for Text {
        fn open(&mut self, tag: &Tag) {
            self.0 += &format!("<{}:{:?}>", tag.name, tag.space);
        }
        fn text(&mut self, text: &str) {
            self.0 += text;
        }
    }

    fn read(xml: &str) -> (String, bool) {
        let mut text = Text::default();
        let ok = walk(xml.as_bytes(), &mut text).is_ok();
        (text.0, ok)
    }

    #[test]
    fn entities_are_decoded_and_foreign_ones_are_dropped() {
        let dtd = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\"><!ENTITY y \"boom\">]>";
        let (text, ok) = read(&format!("{dtd}<a>1 &lt; 2 &#x2014; &#65; &amp; &x;&y;</a>"));
        assert!(ok);
        assert_eq!(text, "<a:Other>1 < 2 — A & ");
    }

    #[test]
    fn strict_and_transitional_spaces_are_the_same() {
        let (text, _) = read("<w:p xmlns:w=\"http://purl.oclc.org/ooxml/wordprocessingml/main\"/>");
        assert_eq!(text, "<p:Word>");
    }

    #[test]
    fn text_before_a_break_is_seen() {
        let (text, ok) = read("<a>kept<b></a>");
        assert!(!ok);
        assert!(text.contains("kept"));
    }

    #[test]
    fn utf16_becomes_utf8() {
        let bytes = "\u{feff}<a>ж</a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(to_utf8(bytes), "<a>ж</a>".as_bytes());
    }
}
