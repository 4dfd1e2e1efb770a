//! How much text the parts of a page hold, and how much of it runs on as an article does.

use crate::html::flat::{Flat, Kind};
use crate::html::markdown::is_block;

/// A block with less text than this says nothing: a button, a name.
const NOTHING: f64 = 20.0;
/// A block with less than this may as well be a heading or a menu.
const LITTLE: f64 = 60.0;

/// Sums over subtrees, kept as running totals: the sum of a range is a difference.
pub(crate) struct Sums(Vec<f64>);

impl Sums {
    pub(crate) fn new(values: impl Iterator<Item = f64>) -> Self {
        let mut total = 0.0;
        let mut sums = vec![0.0];
        sums.extend(values.map(|value| {
            total += value;
            total
        }));
        Self(sums)
    }

    /// The sum over `at` and all inside it.
    pub(crate) fn of(&self, flat: &Flat, at: usize) -> f64 {
        self.0[flat.pieces[at].end] - self.0[at]
    }
}

/// The weight of each piece of text, and which are links.
pub(crate) struct Weights {
    own: Vec<f64>,
    linked: Vec<bool>,
}

impl Weights {
    pub(crate) fn new(flat: &Flat) -> Self {
        let own = flat.pieces.iter().map(|piece| match piece.kind {
            Kind::Text(text) => weigh(text),
            Kind::Element(_) => 0.0,
        });
        let mut linked = vec![false; flat.pieces.len()];
        for at in 1..flat.pieces.len() {
            // Links within the page are its own table of contents and footnotes.
            let link = flat.name(at) == "a" && flat.attr(at, "href").is_some_and(|href| !href.starts_with('#'));
            linked[at] = link || linked[flat.pieces[at].parent];
        }
        Self { own: own.collect(), linked }
    }

    /// All text that is not skipped.
    pub(crate) fn text(&self, skip: &[bool]) -> Sums {
        Sums::new(self.own.iter().zip(skip).map(|(own, skip)| if *skip { 0.0 } else { *own }))
    }

    /// Text of links that is not skipped.
    pub(crate) fn links(&self, skip: &[bool]) -> Sums {
        let linked = self.own.iter().zip(skip).zip(&self.linked);
        Sums::new(linked.map(|((own, skip), linked)| if *skip || !linked { 0.0 } else { *own }))
    }

    /// Running text: that of blocks that are neither short nor mostly links, less their links.
    pub(crate) fn running(&self, flat: &Flat, skip: &[bool]) -> Sums {
        let mut block = vec![0; flat.pieces.len()];
        let mut blocks = vec![(0.0, 0.0); flat.pieces.len()];
        for (at, piece) in flat.pieces.iter().enumerate() {
            block[at] = if is_block(flat.name(at)) { at } else { block[piece.parent] };
            if !skip[at] {
                let (text, links) = &mut blocks[block[at]];
                *text += self.own[at];
                *links += if self.linked[at] { self.own[at] } else { 0.0 };
            }
        }
        Sums::new(blocks.into_iter().map(|(text, links)| match text {
            _ if text < NOTHING || links > 0.5 * text => 0.0,
            _ if text < LITTLE => 0.3 * (text - links),
            _ => text - links,
        }))
    }
}

/// Letters and digits; a wide East Asian one counts as three, about what it says in letters of other scripts.
fn weigh(text: &str) -> f64 {
    let of = |c: char| match c {
        _ if c.is_ascii() => f64::from(u8::from(c.is_ascii_alphanumeric())),
        _ if !c.is_alphanumeric() => 0.0,
        '\u{2E80}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => 3.0,
        _ => 1.0,
    };
    text.chars().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse::parse;

    #[test]
    fn links_and_short_blocks_are_no_running_text() {
        let long = "word ".repeat(20);
        let page = format!("<p>{long}</p><p>short</p><p><a href=x>{long}</a></p><p>{long}<a href=#n>{long}</a></p>");
        let html = parse(&page);
        let flat = Flat::new(&html);
        let weights = Weights::new(&flat);
        let skip = vec![false; flat.pieces.len()];
        let body = flat.find("body").expect("a body");
        assert_eq!(weights.text(&skip).of(&flat, body), 325.0);
        assert_eq!(weights.links(&skip).of(&flat, body), 80.0);
        assert_eq!(weights.running(&flat, &skip).of(&flat, body), 240.0);
    }

    #[test]
    fn wide_characters_weigh_more() {
        assert_eq!(weigh("吾輩は猫。"), 12.0);
        assert_eq!(weigh("a b, ж!"), 3.0);
    }
}
