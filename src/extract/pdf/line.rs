//! Lines out of glyphs. The order in which the file draws is kept: it is the reading order in what programs write
//! today, columns too, which no sorting by place gets right.

use super::direction;
use super::glyph::Glyph;

/// Gap between two glyphs, in font sizes, from which they belong to two words. Kerning stays below, justified text
/// above.
const WORD_GAP: f64 = 0.14;
/// How far, in font sizes, a glyph may stand above or below a line and be of it: raised and lowered ones.
const RISE: f64 = 0.5;
/// How far back, in font sizes, a line may go for an accent or a letter drawn twice.
const STEP_BACK: f64 = 0.6;
/// How near, in font sizes, two drawings of a glyph are that make it look bold.
const TWICE: f64 = 0.15;

/// Glyphs on one baseline that follow each other.
#[derive(Debug)]
pub(super) struct Line {
    glyphs: Vec<Glyph>,
    /// Where it begins and ends, and its baseline.
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) v: f64,
    /// Font size of most of its glyphs.
    pub(super) size: f64,
    pub(super) text: String,
    /// Width of the first word.
    pub(super) first_word: f64,
}

impl Line {
    fn new(glyph: Glyph) -> Self {
        let (start, end, v, size) = (glyph.u, glyph.end(), glyph.v, glyph.size);
        Self { glyphs: vec![glyph], start, end, v, size, text: String::new(), first_word: 0.0 }
    }

    /// Whether both run in the same direction.
    pub(super) fn same_direction(&self, other: &Self) -> bool {
        match (self.glyphs.first(), other.glyphs.first()) {
            (Some(a), Some(b)) => a.direction.dot(b.direction) > 0.98,
            _ => false,
        }
    }

    /// Whether the glyph goes on with this line.
    fn takes(&self, glyph: &Glyph) -> bool {
        let Some(last) = self.glyphs.last() else { return false };
        let size = last.size.max(glyph.size);
        if last.direction.dot(glyph.direction) < 0.98 || (glyph.v - self.v).abs() > RISE * size.max(self.size) {
            return false;
        }
        let goes_on = glyph.u >= last.u - STEP_BACK * size;
        // Right-to-left text may be drawn in its own order.
        let leftwards = direction::is_rtl(&glyph.text) || direction::is_rtl(&last.text);
        goes_on || (leftwards && (self.start - glyph.end()).abs() < 1.5 * size)
    }

    fn add(&mut self, glyph: Glyph) {
        let near = TWICE * glyph.size;
        let mut before = self.glyphs.iter().rev().take(2);
        if before.any(|b| b.text == glyph.text && (b.u - glyph.u).abs() < near && (b.v - glyph.v).abs() < near) {
            return;
        }
        // The baseline of a line that begins with a raised mark is that of the text.
        if glyph.size > 1.2 * self.size {
            (self.v, self.size) = (glyph.v, glyph.size);
        }
        self.start = self.start.min(glyph.u);
        self.end = self.end.max(glyph.end());
        self.glyphs.push(glyph);
    }

    /// Whether all of `other` was drawn by this line already, a little aside, to look bold or to throw a shadow.
    fn covers(&self, other: &Self) -> bool {
        let mut mine = self.glyphs.iter();
        self.glyphs.len() >= other.glyphs.len()
            && self.same_direction(other)
            && other.glyphs.iter().all(|theirs| {
                let near = TWICE * theirs.size;
                mine.any(|g| g.text == theirs.text && (g.u - theirs.u).abs() < near && (g.v - theirs.v).abs() < near)
            })
    }

    /// Writes the words from the places of the glyphs.
    fn spell(&mut self) {
        if self.glyphs.iter().any(|g| direction::is_rtl(&g.text)) {
            self.glyphs.sort_by(|a, b| a.u.total_cmp(&b.u));
            let pieces = spaced(&self.glyphs);
            self.text = direction::logical(&pieces).concat();
        } else {
            compose_accents(&mut self.glyphs);
            self.text = spaced(&self.glyphs).concat();
        }
        self.text = self.text.trim().to_string();
        let first: usize = self.text.split(' ').next().map_or(0, |word| word.chars().count());
        let all = self.text.chars().count().max(1);
        self.first_word = (self.end - self.start) * first as f64 / all as f64;
    }
}

/// Lines in the order in which they are drawn.
pub(super) fn lines(glyphs: Vec<Glyph>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for glyph in glyphs {
        match lines.last_mut().filter(|line| line.takes(&glyph)) {
            Some(line) => line.add(glyph),
            None => {
                drop_repeated(&mut lines);
                lines.push(Line::new(glyph));
            }
        }
    }
    drop_repeated(&mut lines);
    lines.iter_mut().for_each(Line::spell);
    lines.retain(|line| !line.text.is_empty());
    lines
}

fn drop_repeated(lines: &mut Vec<Line>) {
    let Some((last, before)) = lines.split_last() else { return };
    if before.iter().rev().take(3).any(|line| line.covers(last)) {
        lines.pop();
    }
}

/// How much wider than kerning every gap of a line is whose letters were set apart, in font sizes; 0 for others.
fn letter_spacing(glyphs: &[Glyph]) -> f64 {
    let letters = glyphs.iter().filter(|g| g.text.chars().all(char::is_alphabetic)).count();
    let mut gaps: Vec<f64> = glyphs.windows(2).map(|pair| (pair[1].u - pair[0].end()) / pair[1].size).collect();
    if gaps.len() < 7 || letters * 5 < glyphs.len() * 4 {
        return 0.0;
    }
    gaps.sort_by(f64::total_cmp);
    let low = gaps[gaps.len() / 4];
    if (0.1..0.6).contains(&low) { low } else { 0.0 }
}

/// The characters of the glyphs, with spaces where the gaps are.
fn spaced(glyphs: &[Glyph]) -> Vec<&str> {
    let word_gap = WORD_GAP + letter_spacing(glyphs);
    let mut pieces: Vec<&str> = Vec::with_capacity(glyphs.len() * 5 / 4);
    let mut last_end = f64::NEG_INFINITY;
    for glyph in glyphs {
        let gap = glyph.u - last_end;
        let parted = pieces.last().is_none_or(|p| p.ends_with(' ')) || glyph.text.starts_with(' ');
        if gap > word_gap * glyph.size && !parted {
            pieces.push(" ");
        }
        let doubled = glyph.text == " " && pieces.last().is_some_and(|p| p.ends_with(' '));
        if !doubled && !glyph.text.is_empty() {
            pieces.push(&glyph.text);
        }
        last_end = last_end.max(glyph.end());
        if glyph.u < last_end - 2.0 * glyph.size - glyph.width {
            last_end = glyph.end();
        }
    }
    pieces
}

/// TeX's older fonts draw an accent as a character of its own over its letter.
fn compose_accents(glyphs: &mut Vec<Glyph>) {
    use unicode_normalization::char::compose;
    let mut kept: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    for mut glyph in glyphs.drain(..) {
        if let Some(last) = kept.last() {
            let overlap = last.end().min(glyph.end()) - last.u.max(glyph.u);
            let over = overlap > 0.5 * last.width.min(glyph.width).max(f64::EPSILON);
            let (mark_first, mark_last) = (combining(&last.text), combining(&glyph.text));
            let composed = match (mark_first, mark_last) {
                (Some(mark), None) => single(&glyph.text).and_then(|letter| compose(base(letter), mark)),
                (None, Some(mark)) => single(&last.text).and_then(|letter| compose(base(letter), mark)),
                _ => None,
            };
            if let Some(composed) = composed.filter(|_| over) {
                let wide = if mark_first.is_some() { glyph.clone() } else { last.clone() };
                glyph = Glyph { text: composed.to_string(), ..wide };
                kept.pop();
            }
        }
        kept.push(glyph);
    }
    *glyphs = kept;
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// The letter under an accent; TeX puts accents on letters without dots.
fn base(letter: char) -> char {
    match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        other => other,
    }
}

fn combining(text: &str) -> Option<char> {
    Some(match single(text)? {
        '`' => '\u{300}',
        '´' => '\u{301}',
        'ˆ' => '\u{302}',
        '˜' => '\u{303}',
        '¯' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        mark @ '\u{300}'..='\u{36f}' => mark,
        _ => return None,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use hayro_interpret::kurbo::Vec2;

    /// Glyphs of a line at a place: each character half a font size wide, size 10; `_` moves on by the given gap.
    pub(in super::super) fn glyphs(text: &str, start: f64, v: f64, gap: f64) -> Vec<Glyph> {
        let mut u = start;
        let mut made = Vec::new();
        for char in text.chars() {
            if char == '_' {
                u += gap;
                continue;
            }
            made.push(Glyph { text: char.into(), u, v, width: 5.0, size: 10.0, direction: Vec2::new(1.0, 0.0) });
            u += 5.0;
        }
        made
    }

    fn texts(glyphs: Vec<Glyph>) -> Vec<String> {
        lines(glyphs).into_iter().map(|l| l.text).collect()
    }

    #[test]
    fn words_are_parted_by_gaps_and_not_by_kerning() {
        assert_eq!(texts(glyphs("ab_cd", 0.0, 0.0, 2.5)), ["ab cd"]);
        assert_eq!(texts(glyphs("ab_cd", 0.0, 0.0, 0.8)), ["abcd"]);
        assert_eq!(texts(glyphs("ab _cd", 0.0, 0.0, 2.5)), ["ab cd"]);
    }

    #[test]
    fn letters_set_apart_are_one_word() {
        assert_eq!(texts(glyphs("s_p_a_c_e_d_o_u_t", 0.0, 0.0, 3.0)), ["spacedout"]);
        assert_eq!(texts(glyphs("s_p_a_c_e_d__o_u_t", 0.0, 0.0, 3.0)), ["spaced out"]);
        assert_eq!(texts(glyphs("1_2_3_4_5_6_7_8_9", 0.0, 0.0, 3.0)), ["1 2 3 4 5 6 7 8 9"]);
    }

    #[test]
    fn a_step_down_or_back_begins_a_line() {
        let mut two = glyphs("ab", 0.0, 0.0, 0.0);
        two.extend(glyphs("cd", 0.0, 12.0, 0.0));
        two.extend(glyphs("e", 10.0, 8.0, 0.0));
        assert_eq!(texts(two), ["ab", "cde"]);
    }

    #[test]
    fn text_drawn_twice_is_read_once() {
        let mut twice = glyphs("bold_word", 0.0, 0.0, 2.5);
        twice.extend(glyphs("word", 22.8, 0.1, 0.0));
        assert_eq!(texts(twice), ["bold word"]);
    }

    #[test]
    fn accents_join_their_letters() {
        let mut drawn = glyphs("na¨", 0.0, 0.0, 0.0);
        drawn.extend(glyphs("ıf", 10.2, 0.0, 0.0));
        assert_eq!(texts(drawn), ["naïf"]);
    }

    #[test]
    fn right_to_left_comes_out_in_reading_order() {
        // Drawn from left to right, as it looks.
        assert_eq!(texts(glyphs("םולש_12_ab", 0.0, 0.0, 2.5)), ["12 ab שלום"]);
        // Drawn in reading order.
        let drawn: Vec<Glyph> = glyphs("םולש", 0.0, 0.0, 0.0).into_iter().rev().collect();
        assert_eq!(texts(drawn), ["שלום"]);
    }
}
