//! Characters of glyphs by the font itself, for files that embed a font and do not say what its codes mean.

use hayro_interpret::font::OutlineGlyph;
use std::collections::HashMap;
use ttf_parser::{Face, GlyphId};

/// Most fonts of a document that are turned around.
const MAX_FONTS: usize = 256;

/// For each font, which character leads to which glyph, turned around.
#[derive(Default)]
pub(super) struct ReverseMaps {
    by_font: HashMap<u128, HashMap<u16, char>>,
}

impl ReverseMaps {
    /// The character that the font draws with this glyph.
    pub(super) fn character(&mut self, glyph: &OutlineGlyph) -> Option<char> {
        let id = u16::try_from(glyph.glyph_id().to_u32()).ok().filter(|id| *id != 0)?;
        let font = glyph.font_data()?;
        if self.by_font.len() >= MAX_FONTS && !self.by_font.contains_key(&font.cache_key) {
            return None;
        }
        let map = self.by_font.entry(font.cache_key).or_insert_with(|| turn((*font.data).as_ref()));
        map.get(&id).copied()
    }
}

fn turn(font: &[u8]) -> HashMap<u16, char> {
    let mut map = HashMap::new();
    let Some(table) = Face::parse(font, 0).ok().and_then(|face| face.tables().cmap) else { return map };
    for subtable in table.subtables.into_iter().filter(|s| s.is_unicode()) {
        subtable.codepoints(|code| {
            if let (Some(GlyphId(id)), Some(char)) = (subtable.glyph_index(code), char::from_u32(code)) {
                // The lowest code is the plain character, later ones are its variants.
                map.entry(id).or_insert(char);
            }
        });
    }
    map
}
