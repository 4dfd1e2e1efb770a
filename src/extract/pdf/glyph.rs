//! What a page draws as text: each glyph with its characters and its place.

use super::reverse::ReverseMaps;
use hayro_interpret::font::{Glyph as Drawn, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::kurbo::{BezPath, Rect, Vec2};
use hayro_interpret::{BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask};
use std::panic::resume_unwind;
use std::time::Instant;
use unicode_normalization::UnicodeNormalization;

/// Most glyphs taken from one page; a page of a newspaper has 50,000.
const MAX_GLYPHS: usize = 1_000_000;
/// Drawing operations between two looks at the clock.
const TICK: u32 = 256;

/// A glyph in the frame of its own line: `u` runs along the line, `v` towards the next line, both in points.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    /// Its characters, ligatures taken apart; empty where the file does not say them.
    pub(super) text: String,
    pub(super) u: f64,
    pub(super) v: f64,
    /// Advance along the line.
    pub(super) width: f64,
    /// Font size.
    pub(super) size: f64,
    /// Direction of the line on the page, of length 1.
    pub(super) direction: Vec2,
}

impl Glyph {
    pub(super) fn end(&self) -> f64 {
        self.u + self.width
    }
}

/// Gathers the glyphs of a page.
pub(super) struct Collector<'m> {
    pub(super) glyphs: Vec<Glyph>,
    /// Drawn glyphs of which the file does not say what characters they are.
    pub(super) unknown: usize,
    maps: &'m mut ReverseMaps,
    deadline: Instant,
    ticks: u32,
}

impl<'m> Collector<'m> {
    /// Gathers until the deadline.
    pub(super) fn new(deadline: Instant, maps: &'m mut ReverseMaps) -> Self {
        Self { glyphs: Vec::new(), unknown: 0, maps, deadline, ticks: 0 }
    }

    /// The interpreter has no way to be stopped from here but to unwind; the caller catches it and keeps the glyphs.
    fn tick(&mut self) {
        self.ticks = self.ticks.wrapping_add(1);
        let late = self.ticks.is_multiple_of(TICK) && Instant::now() > self.deadline;
        if late || self.glyphs.len() > MAX_GLYPHS {
            resume_unwind(Box::new("page too large"));
        }
    }

    fn take(&mut self, drawn: &Drawn, transform: [f64; 6], vertical: bool) {
        let [a, b, c, d, x, y] = transform;
        let size = 1000.0 * c.hypot(d);
        let advance = match drawn {
            Drawn::Outline(glyph) => glyph.advance_width(),
            Drawn::Type3(glyph) => glyph.advance_width(),
        };
        let stated = match drawn.as_unicode() {
            Some(BfString::Char(char)) => clean(&[char]),
            Some(BfString::String(text)) => clean(&text.chars().collect::<Vec<_>>()),
            None => None,
        };
        let text = stated.or_else(|| match drawn {
            Drawn::Outline(glyph) => self.maps.character(glyph).and_then(|char| clean(&[char])),
            // Fonts made of drawings are mostly those of old TeX, whose codes are ASCII.
            Drawn::Type3(glyph) => char::from_u32(glyph.char_code()).filter(char::is_ascii_graphic).map(String::from),
        });
        let along = if vertical { Vec2::new(-c, -d) } else { Vec2::new(a, b) };
        let length = along.hypot();
        if !(size.is_finite() && x.is_finite() && y.is_finite()) || length <= f64::EPSILON || size <= f64::EPSILON {
            return;
        }
        let direction = along / length;
        let width = if vertical { size } else { f64::from(advance.unwrap_or(500.0)).max(0.0) * length };
        self.unknown += usize::from(text.is_none());
        self.glyphs.push(Glyph {
            text: text.unwrap_or_default(),
            u: x * direction.x + y * direction.y,
            v: y * direction.x - x * direction.y,
            width,
            size,
            direction,
        });
    }
}

/// The characters of a glyph as they are searched for, `None` if they mean nothing outside of the font.
fn clean(chars: &[char]) -> Option<String> {
    let mut text = String::new();
    for &char in chars {
        match char {
            '\u{f0b7}' | '\u{f0a7}' => text.push('•'),
            '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. | '\u{fffd}' | '\u{ffff}' => return None,
            // Latin ligatures, and the shapes that Hebrew and Arabic letters take.
            '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => text.extend(char.nfkc()),
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' | '\t' | '\n' | '\r' => text.push(' '),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' => {}
            _ if char.is_control() => return None,
            _ => text.push(char),
        }
    }
    Some(text)
}

impl<'a> Device<'a> for Collector<'_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        let vertical = run.writing_mode() == WritingMode::Vertical;
        for glyph in run.glyphs() {
            self.tick();
            self.take(glyph, glyph.transform().as_coeffs(), vertical);
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {
        self.tick();
    }

    fn draw_rect(&mut self, _: &Rect, _: DrawProps<'a>, _: &DrawMode) {
        self.tick();
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.tick();
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.tick();
    }

    fn push_clip_rect(&mut self, _: &Rect) {
        self.tick();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.tick();
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_come_out_as_letters() {
        assert_eq!(clean(&['\u{fb03}']).as_deref(), Some("ffi"));
        assert_eq!(clean(&['\u{fe8e}']).as_deref(), Some("\u{627}"));
        assert_eq!(clean(&['\u{a0}']).as_deref(), Some(" "));
        assert_eq!(clean(&['½']).as_deref(), Some("½"));
        assert_eq!(clean(&['\u{e123}']), None);
    }
}
