//! Characters that a file gives by their place in a symbol font.

use unicode_normalization::UnicodeNormalization;

/// Greek letters of the Symbol font, from `A` on and from `a` on.
const UPPER: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const LOWER: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

/// The character of a font at a hexadecimal code.
pub(super) fn read(font: &str, code: &str) -> Option<char> {
    let code = u32::from_str_radix(code, 16).ok()?;
    // Symbol fonts live in the private use area, or without that shift.
    let place = if (0xF000..=0xF0FF).contains(&code) { code - 0xF000 } else { code };
    let font = font.to_ascii_lowercase();
    if font.starts_with("symbol") {
        return match place {
            0x41..=0x5A => UPPER.chars().nth(place as usize - 0x41),
            0x61..=0x7A => LOWER.chars().nth(place as usize - 0x61),
            0xA3 => Some('≤'),
            0xA5 => Some('∞'),
            0xAC => Some('←'),
            0xAE => Some('→'),
            0xB0 => Some('°'),
            0xB1 => Some('±'),
            0xB3 => Some('≥'),
            0xB4 => Some('×'),
            0xB7 => Some('•'),
            0xB9 => Some('≠'),
            0xD2 => Some('®'),
            0xD3 => Some('©'),
            0xD4 => Some('™'),
            0x20..=0x40 => char::from_u32(place),
            _ => None,
        };
    }
    if font.starts_with("wingdings") {
        return match place {
            0xA8 | 0x6F | 0x71 => Some('☐'),
            0xFE | 0x52 => Some('☑'),
            0xFD | 0x78 => Some('☒'),
            0xFC => Some('✓'),
            0xFB => Some('✗'),
            0xE0 | 0xE8 => Some('→'),
            0xDF => Some('←'),
            _ => None,
        };
    }
    char::from_u32(code).filter(|c| !('\u{e000}'..='\u{f8ff}').contains(c) && !c.is_control())
}

/// Whether [`plain`] writes the character otherwise.
pub(super) fn is_odd(char: char) -> bool {
    matches!(char, '\u{a0}' | '\u{ad}' | '\u{202f}' | '\u{2011}' | '\u{fb00}'..='\u{fb06}')
}

/// The text as it is searched for: plain spaces and hyphens, no hidden hyphens, ligatures as letters.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\u{ad}' => {}
            '\u{a0}' | '\u{202f}' => plain.push(' '),
            '\u{2011}' => plain.push('-'),
            _ if is_odd(char) => plain.extend(char.nfkc()),
            _ => plain.push(char),
        }
    }
    plain
}

/// How a raised or lowered part of a formula begins.
pub(super) fn script(name: &str) -> &'static str {
    match name {
        "sup" => "^",
        _ => "_",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_characters_become_plain() {
        assert_eq!(plain("o\u{fb03}ce soft\u{ad}ly a\u{a0}b\u{2011}c"), "office softly a b-c");
    }

    #[test]
    fn places_of_symbol_fonts() {
        assert_eq!(read("Symbol", "F061"), Some('α'));
        assert_eq!(read("Symbol", "5A"), Some('Ζ'));
        assert_eq!(read("Wingdings", "F0FE"), Some('☑'));
        assert_eq!(read("Wingdings", "F000"), None);
        assert_eq!(read("Arial", "00E9"), Some('é'));
        assert_eq!(read("Arial", "zz"), None);
    }
}
