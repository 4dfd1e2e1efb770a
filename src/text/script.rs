//! Writing systems, by ranges of code points.
//!
//! A small table is enough here: it has to tell apart the scripts that are analysed differently, not to
//! reproduce the Unicode character database.

/// A writing system that text analysis or a model's calibration treats on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Script {
    /// Latin letters with all their extensions.
    Latin,
    /// Cyrillic.
    Cyrillic,
    /// Greek and Coptic.
    Greek,
    /// Arabic, also as used for Persian and Urdu.
    Arabic,
    /// Hebrew.
    Hebrew,
    /// Devanagari (Hindi, Marathi, Nepali).
    Devanagari,
    /// Thai.
    Thai,
    /// Chinese characters, whatever the language.
    Han,
    /// Hiragana and katakana; as a text's script: Japanese.
    Kana,
    /// Korean syllables and letters.
    Hangul,
    /// Any other script that has letters.
    Other,
}

/// Ranges in ascending order; whatever letter is in none of them is `Other`.
const RANGES: &[(u32, u32, Script)] = &[
    (0x0041, 0x005A, Script::Latin),
    (0x0061, 0x007A, Script::Latin),
    (0x00AA, 0x00AA, Script::Latin),
    (0x00BA, 0x00BA, Script::Latin),
    (0x00C0, 0x00D6, Script::Latin),
    (0x00D8, 0x00F6, Script::Latin),
    (0x00F8, 0x02B8, Script::Latin),
    (0x0370, 0x03FF, Script::Greek),
    (0x0400, 0x052F, Script::Cyrillic),
    (0x0591, 0x05F4, Script::Hebrew),
    (0x0600, 0x06FF, Script::Arabic),
    (0x0750, 0x077F, Script::Arabic),
    (0x0870, 0x08FF, Script::Arabic),
    (0x0900, 0x0963, Script::Devanagari),
    (0x0970, 0x097F, Script::Devanagari),
    (0x0E01, 0x0E3A, Script::Thai),
    (0x0E40, 0x0E4E, Script::Thai),
    (0x1100, 0x11FF, Script::Hangul),
    (0x1C80, 0x1C8F, Script::Cyrillic),
    (0x1D00, 0x1D25, Script::Latin),
    (0x1E00, 0x1EFF, Script::Latin),
    (0x1F00, 0x1FFF, Script::Greek),
    (0x2C60, 0x2C7F, Script::Latin),
    (0x2DE0, 0x2DFF, Script::Cyrillic),
    (0x2E80, 0x2FD5, Script::Han),
    (0x3005, 0x3007, Script::Han),
    (0x3021, 0x3029, Script::Han),
    (0x3038, 0x303B, Script::Han),
    (0x3041, 0x309F, Script::Kana),
    (0x30A1, 0x30FA, Script::Kana),
    (0x30FC, 0x30FF, Script::Kana),
    (0x3131, 0x318E, Script::Hangul),
    (0x31F0, 0x31FF, Script::Kana),
    (0x3400, 0x4DBF, Script::Han),
    (0x4E00, 0x9FFF, Script::Han),
    (0xA640, 0xA69F, Script::Cyrillic),
    (0xA722, 0xA7FF, Script::Latin),
    (0xA8E0, 0xA8FF, Script::Devanagari),
    (0xA960, 0xA97F, Script::Hangul),
    (0xAB30, 0xAB6F, Script::Latin),
    (0xAC00, 0xD7FB, Script::Hangul),
    (0xF900, 0xFAFF, Script::Han),
    (0xFB00, 0xFB06, Script::Latin),
    (0xFB1D, 0xFB4F, Script::Hebrew),
    (0xFB50, 0xFDFF, Script::Arabic),
    (0xFE70, 0xFEFC, Script::Arabic),
    (0xFF21, 0xFF3A, Script::Latin),
    (0xFF41, 0xFF5A, Script::Latin),
    (0xFF66, 0xFF9F, Script::Kana),
    (0xFFA0, 0xFFDC, Script::Hangul),
    (0x1AFF0, 0x1B16F, Script::Kana),
    (0x20000, 0x3FFFD, Script::Han),
];

impl Script {
    /// The script of a letter (or of a mark that belongs to one script); `None` for characters that many
    /// scripts share: digits, punctuation, spaces, symbols, general accents.
    pub fn of(c: char) -> Option<Script> {
        if c.is_ascii() {
            return c.is_ascii_alphabetic().then_some(Script::Latin);
        }
        let code = u32::from(c);
        let after = RANGES.partition_point(|range| range.0 <= code);
        let hit = RANGES[..after].last().filter(|range| code <= range.1);
        match hit {
            // Blocks also hold their own digits and punctuation.
            Some(range) if belongs(c) => Some(range.2),
            Some(_) => None,
            None => c.is_alphabetic().then_some(Script::Other),
        }
    }

    /// The script most letters of a text are in. Japanese is written mostly in Chinese characters in
    /// some texts, so one kana among five such letters already makes it [`Script::Kana`]. Latin if there
    /// are no letters.
    pub fn dominant(text: &str) -> Script {
        let mut counts = [0usize; Script::ALL.len()];
        for script in text.chars().filter_map(Script::of) {
            counts[script as usize] += 1;
        }
        let kana = counts[Script::Kana as usize];
        let han = counts[Script::Han as usize];
        if kana * 4 >= han {
            counts[Script::Kana as usize] += han;
            counts[Script::Han as usize] = 0;
        }
        let mut best = Script::Latin;
        for script in Script::ALL {
            if counts[script as usize] > counts[best as usize] {
                best = script;
            }
        }
        best
    }

    /// Every script, in declaration order.
    pub const ALL: [Script; 11] = [
        Script::Latin,
        Script::Cyrillic,
        Script::Greek,
        Script::Arabic,
        Script::Hebrew,
        Script::Devanagari,
        Script::Thai,
        Script::Han,
        Script::Kana,
        Script::Hangul,
        Script::Other,
    ];
}

fn belongs(c: char) -> bool {
    c.is_alphabetic() || unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_script_and_common_characters_none() {
        let cases = [
            ('a', Script::Latin),
            ('ế', Script::Latin),
            ('Ａ', Script::Latin),
            ('Я', Script::Cyrillic),
            ('ё', Script::Cyrillic),
            ('ώ', Script::Greek),
            ('ع', Script::Arabic),
            ('ش', Script::Arabic),
            ('ש', Script::Hebrew),
            ('ह', Script::Devanagari),
            ('ि', Script::Devanagari),
            ('ท', Script::Thai),
            ('่', Script::Thai),
            ('中', Script::Han),
            ('々', Script::Han),
            ('ひ', Script::Kana),
            ('ー', Script::Kana),
            ('ｶ', Script::Kana),
            ('한', Script::Hangul),
            ('த', Script::Other),
            ('ა', Script::Other),
        ];
        for (c, script) in cases {
            assert_eq!(Script::of(c), Some(script), "{c}");
        }
        for c in "0 9.,;-_#٣४๓。・「\u{301}\u{200d}😀\n\0".chars() {
            assert_eq!(Script::of(c), None, "{c:?}");
        }
    }

    #[test]
    fn ranges_ascend_without_overlap() {
        for pair in RANGES.windows(2) {
            assert!(pair[0].0 <= pair[0].1 && pair[0].1 < pair[1].0);
        }
    }

    #[test]
    fn dominant_counts_letters() {
        assert_eq!(Script::dominant(""), Script::Latin);
        assert_eq!(Script::dominant("12:30 !!!"), Script::Latin);
        assert_eq!(Script::dominant("Где лежит config?"), Script::Cyrillic);
        assert_eq!(Script::dominant("梅雨の季節について"), Script::Kana);
        assert_eq!(Script::dominant("东京是日本的首都"), Script::Han);
        assert_eq!(Script::dominant("서울은 大韓民國의 수도"), Script::Hangul);
        assert_eq!(Script::dominant("ภาษาไทย and a"), Script::Thai);
    }

    #[test]
    fn all_is_in_declaration_order() {
        for (place, script) in Script::ALL.iter().enumerate() {
            assert_eq!(*script as usize, place);
        }
    }
}
