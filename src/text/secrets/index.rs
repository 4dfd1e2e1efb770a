//! Searches for hundreds of short texts at once.
//!
//! Each is filed under its first two bytes, behind a filter of the first three that stops at few places of a
//! text. Building that takes microseconds, where an automaton takes milliseconds: a command that stores one note
//! cannot wait.

/// Bits of the filter.
const FILTER: usize = 1 << 16;

/// What is searched for, filed under its first two bytes.
pub(super) struct Index<T> {
    /// A bit for each hash of three bytes that something starts with.
    filter: Box<[u64; FILTER / 64]>,
    /// Whether a byte is searched for alone.
    single: [bool; 256],
    /// For each byte its column of the table; 0 for bytes that start nothing.
    columns: [u8; 256],
    width: usize,
    /// For each pair of columns where its entries start.
    starts: Vec<u16>,
    entries: Vec<Entry<T>>,
}

struct Entry<T> {
    /// The third byte in lower case, or 0 if there is none: most candidates fail here.
    third: u8,
    /// What follows the third byte.
    rest: &'static [u8],
    length: u8,
    value: T,
}

impl<T: Copy> Index<T> {
    /// Files `patterns`, which have 1 to 255 bytes each.
    pub(super) fn new(mut patterns: Vec<(&'static str, T)>) -> Self {
        let (mut filter, mut single) = (Box::new([0; FILTER / 64]), [false; 256]);
        for (pattern, _) in &patterns {
            match *pattern.as_bytes() {
                [byte] => single[usize::from(byte)] = true,
                [first, second] => (0..=255).for_each(|third| set(&mut filter, hash(first, second, third))),
                [first, second, third, ..] => set(&mut filter, hash(first, second, third)),
                [] => {}
            }
        }
        // The longer come first, because they say more.
        patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.len()));
        let mut columns = [0; 256];
        let mut width = 1;
        for byte in patterns.iter().flat_map(|(pattern, _)| pattern.bytes().take(2)) {
            if columns[usize::from(byte)] == 0 {
                columns[usize::from(byte.to_ascii_lowercase())] = width;
                columns[usize::from(byte.to_ascii_uppercase())] = width;
                width += 1;
            }
        }
        let width = usize::from(width);
        let mut cells: Vec<(usize, Entry<T>)> = Vec::new();
        for (pattern, value) in &patterns {
            let bytes = pattern.as_bytes();
            let column = |at: usize| usize::from(columns[usize::from(bytes[at])]);
            // A single byte may have anything behind it.
            let seconds = if bytes.len() == 1 { 0..width } else { column(1)..column(1) + 1 };
            for second in seconds {
                let (third, rest) = match bytes {
                    [_, _, third, rest @ ..] => (third.to_ascii_lowercase(), rest),
                    _ => (0, &b""[..]),
                };
                let entry = Entry { third, rest, length: bytes.len() as u8, value: *value };
                cells.push((column(0) * width + second, entry));
            }
        }
        cells.sort_by_key(|(cell, _)| *cell);
        let mut starts = vec![0; width * width + 1];
        cells.iter().for_each(|(cell, _)| starts[cell + 1] += 1);
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        Self { filter, single, columns, width, starts, entries: cells.into_iter().map(|(_, entry)| entry).collect() }
    }

    /// The first place from `at` on where something may stand.
    pub(super) fn next(&self, text: &[u8], at: usize) -> Option<usize> {
        let mut place = at;
        while let [first, second, third, ..] = text[place..] {
            if self.holds(hash(first, second, third)) || self.single[usize::from(first)] {
                return Some(place);
            }
            place += 1;
        }
        // At the end a pattern may be all that is left.
        let fits = |place: &usize| {
            let second = text.get(place + 1).copied().unwrap_or(0);
            self.holds(hash(text[*place], second, 0)) || self.single[usize::from(text[*place])]
        };
        (place..text.len()).find(fits)
    }

    fn holds(&self, bit: usize) -> bool {
        self.filter[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// What stands at `at`, longest first, with its length; ASCII letters match in either case.
    pub(super) fn at<'a>(&'a self, text: &'a [u8], at: usize) -> impl Iterator<Item = (usize, T)> + 'a {
        let column = |at: usize| text.get(at).map_or(0, |byte| usize::from(self.columns[usize::from(*byte)]));
        let cell = match column(at) {
            0 => 0,
            first => first * self.width + column(at + 1),
        };
        let entries = &self.entries[usize::from(self.starts[cell])..usize::from(self.starts[cell + 1])];
        let third = text.get(at + 2).map_or(1, u8::to_ascii_lowercase);
        entries.iter().filter_map(move |entry| {
            let found = entry.third == third && entry.fits(text, at + 3) || entry.third == 0;
            found.then_some((usize::from(entry.length), entry.value))
        })
    }
}

impl<T> Entry<T> {
    fn fits(&self, text: &[u8], at: usize) -> bool {
        text.get(at..at + self.rest.len()).is_some_and(|rest| rest.eq_ignore_ascii_case(self.rest))
    }
}

fn set(filter: &mut [u64; FILTER / 64], bit: usize) {
    filter[bit / 64] |= 1 << (bit % 64);
}

/// A number below `FILTER` for three bytes, the same for both cases of letters.
#[inline]
fn hash(first: u8, second: u8, third: u8) -> usize {
    let fold = |byte: u8| u32::from(byte.to_ascii_lowercase());
    let three = fold(first) | fold(second) << 8 | fold(third) << 16;
    (three.wrapping_mul(0x9E37_79B1) >> 16) as usize
}
