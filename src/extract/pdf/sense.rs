//! Whether text is text: fonts without a usable map to characters give letters of all alphabets at random.

/// Letters below which nothing is said of a page.
const ENOUGH: usize = 40;
/// Share of neighbouring letters of different scripts from which a page is rubbish. Prose has a hundredth, pages of
/// formulas a tenth.
const MIXED: f64 = 0.35;
/// Share of glyphs without characters from which the rest means nothing.
const UNKNOWN: f64 = 0.7;

/// Whether the text of a page is worth keeping, given how many of its glyphs had no characters.
pub(super) fn is_text(text: &str, unknown: usize) -> bool {
    let known = text.chars().filter(|c| !c.is_whitespace()).count();
    if unknown > ENOUGH && unknown as f64 > UNKNOWN * (known + unknown) as f64 {
        return false;
    }
    let scripts: Vec<u32> = text.chars().filter(|c| c.is_alphabetic()).map(script).collect();
    let changes = scripts.windows(2).filter(|pair| pair[0] != pair[1]).count();
    scripts.len() < ENOUGH || (changes as f64) < MIXED * scripts.len() as f64
}

/// A number for the script of a letter, as coarse as is needed: scripts that one text mixes share a number.
fn script(letter: char) -> u32 {
    match u32::from(letter) {
        // Latin; Greek letters and the alphabets of formulas stand among Latin ones.
        0..=0x24f | 0x370..=0x3cf | 0x1e00..=0x1fff | 0x2100..=0x214f | 0x1d400..=0x1d7ff => 0,
        0x400..=0x481 | 0x48a..=0x4ff => 1,
        0x590..=0x5ff => 2,
        0x600..=0x6ff | 0x750..=0x77f | 0xfb50..=0xfdff | 0xfe70..=0xfefc => 3,
        // Chinese, Japanese, Korean.
        0x1100..=0x11ff | 0x2e80..=0xd7af | 0xf900..=0xfaff | 0xff00..=0xffef | 0x20000..=0x3ffff => 4,
        other => 5 + (other >> 7),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_formulas_and_mixed_languages_are_text() {
        assert!(is_text(&"Plain prose, and Привет мир to go with it. ".repeat(4), 0));
        assert!(is_text(&"where α ∈ ℝ and x·β is 𝑓(γ) ".repeat(9), 3));
        assert!(is_text(&"日本語のテキストとABCが混ざる文".repeat(9), 0));
    }

    #[test]
    fn letters_at_random_are_not() {
        assert!(!is_text(&"Ԕ ϸЇ ߙ Ψ ϣ ķ ϙ ʆ ד ع ".repeat(9), 0));
        assert!(!is_text("a few", 500));
    }
}
