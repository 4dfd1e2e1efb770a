//! One row of the table of token shapes, and how a text is matched against it.

use super::value::{is_random, is_stand_in, is_very_random};
use std::ops::Range;

/// The character before must be no part of a name or path either: the head is short or common.
pub(super) const TIGHT: u8 = 1;
/// One character may repeat: the shape has zeros in it.
pub(super) const HOLES: u8 = 2;
/// The head is not part of the secret.
pub(super) const BARE: u8 = 4;
/// Other names have this form, so the body must look thrown.
pub(super) const VERY: u8 = 8;
/// A shape of many vendors, which gives way to the shape of one.
pub(super) const GENERIC: u8 = 16;
/// The part before the head is a number of seconds since 2015, in base64.
pub(super) const DATED: u8 = 32;

/// A documented token shape.
pub(super) struct Row {
    pub(super) kind: &'static str,
    pub(super) heads: &'static [&'static str],
    body: &'static str,
    before: &'static str,
    flags: u8,
}

/// A row without flags and without a part before its head.
pub(super) const fn row(kind: &'static str, heads: &'static [&'static str], body: &'static str) -> Row {
    Row { kind, heads, body, before: "", flags: 0 }
}

impl Row {
    pub(super) const fn before(mut self, before: &'static str) -> Self {
        self.before = before;
        self
    }

    pub(super) const fn with(mut self, flags: u8) -> Self {
        self.flags = flags;
        self
    }

    /// What stands before the head, and what after it.
    #[cfg(test)]
    pub(super) fn specs(&self) -> (&'static str, &'static str) {
        (self.before, self.body)
    }

    #[cfg(test)]
    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether a more exact shape may replace this one.
    pub(super) fn is_generic(&self) -> bool {
        self.flags & GENERIC != 0
    }

    /// The secret whose head stands at `head` in `text`; `next` tells where another token starts.
    pub(super) fn find(
        &self,
        text: &[u8],
        head: Range<usize>,
        runs: &mut Runs,
        next: &dyn Fn(usize) -> bool,
    ) -> Option<Range<usize>> {
        let starts =
            if self.before.is_empty() { self.may_start(text, head.start) } else { self.may_end(text, head.start) };
        if !starts {
            return None;
        }
        let end = match_whole(self.body.as_bytes(), text, head.end, runs, next)?;
        let start = if self.before.is_empty() { head.start } else { self.start_before(text, head.start)? };
        let secret = if self.flags & BARE == 0 { start..end } else { head.end..end };
        let body = if self.before.is_empty() { head.end..end } else { start..end };
        self.is_plausible(&text[body]).then_some(secret)
    }

    /// Whether a body, or its start if it is long, looks like no word and no stand-in.
    fn is_plausible(&self, body: &[u8]) -> bool {
        let body = &body[..body.len().min(128)];
        let random = if self.flags & VERY == 0 { is_random(body) } else { is_very_random(body) };
        random && !is_stand_in(body, self.flags & HOLES == 0)
    }

    /// Whether a token may start here. Long heads that end in a joint are found inside words too.
    fn may_start(&self, text: &[u8], start: usize) -> bool {
        let Some(last) = start.checked_sub(1).map(|at| text[at]) else {
            return true;
        };
        if self.flags & BARE != 0 && self.flags & TIGHT == 0 {
            return true;
        }
        if self.flags & TIGHT != 0 && matches!(last, b'_' | b'-' | b'.' | b'/' | b'+') {
            return false;
        }
        !last.is_ascii_alphanumeric() || self.is_joined() || is_escape(text, start)
    }

    /// Whether the head is long and ends in a joint, so that letters before it do not matter.
    pub(super) fn is_joined(&self) -> bool {
        let head = self.heads[0];
        self.flags & TIGHT == 0
            && self.before.is_empty()
            && head.len() >= 4
            && head.ends_with(['_', '-', '.', ':', '$', '~'])
    }

    /// Whether the part before the head may end here; runs of zeros are looked at once.
    fn may_end(&self, text: &[u8], end: usize) -> bool {
        let Some(last) = end.checked_sub(1).map(|at| text[at]) else {
            return false;
        };
        let spec = self.before.as_bytes();
        let class = spec.iter().rposition(|byte| *byte == b'[').map_or(0, |open| class_bits(spec[open + 1]));
        has(class, last) && !(last == b'A' && self.heads[0].starts_with("AAAA"))
    }

    /// Where the part before the head starts.
    fn start_before(&self, text: &[u8], head: usize) -> Option<usize> {
        let spec = self.before.as_bytes();
        let (shortest, longest) = lengths(spec);
        let class = first_class(spec);
        let start = if shortest == longest {
            let start = head.checked_sub(shortest)?;
            fits(spec, &text[start..head]).then_some(start)?
        } else {
            let run = text[..head].iter().rev().take(longest + 2).take_while(|byte| has(class, **byte)).count();
            let start = head - run;
            let start =
                start + usize::from(start > 0 && text[start - 1] == b'\\' && matches!(text[start], b'n' | b'r' | b't'));
            (shortest..=longest).contains(&(head - start)).then_some(start)?
        };
        let bound = |last: u8| has(class, last) || last.is_ascii_alphanumeric();
        // In addresses of the Telegram interface.
        let bot = spec.starts_with(b"[d") && text[..start].ends_with(b"/bot");
        let free = start == 0 || !bound(text[start - 1]) || bot || is_escape(text, start);
        let dated = self.flags & DATED == 0 || matches!(text[start], b'M' | b'N' | b'O');
        (free && dated).then_some(start)
    }
}

/// Whether the character before `at` belongs to an escape: `\n`, `%3D`.
fn is_escape(text: &[u8], at: usize) -> bool {
    match text[at.saturating_sub(3)..at] {
        [b'%', a, b] => a.is_ascii_hexdigit() && b.is_ascii_hexdigit(),
        [.., b'\\', letter] => matches!(letter, b'n' | b'r' | b't'),
        _ => false,
    }
}

/// Where the last run of each class started and ended: heads that repeat inside a run measure it once.
#[derive(Default)]
pub(super) struct Runs([(usize, usize); CLASSES.len()]);

impl Runs {
    /// The length of the run of a class at `at`.
    fn length(&mut self, class: usize, text: &[u8], at: usize) -> usize {
        let (start, end) = &mut self.0[class];
        if !(*start..*end).contains(&at) {
            let length = text.get(at..).unwrap_or_default().iter().take_while(|byte| has(1 << class, **byte)).count();
            (*start, *end) = (at, at + length);
        }
        *end - at
    }
}

/// One element of a spec: a literal character, or a run of a class.
enum Part {
    Letter(u8),
    Run { class: usize, least: usize, most: usize },
}

impl Part {
    /// Splits the first element off.
    fn first(spec: &[u8]) -> (Self, &[u8]) {
        let Some(close) = spec.iter().position(|byte| *byte == b']').filter(|_| spec[0] == b'[') else {
            return (Self::Letter(spec[0]), &spec[1..]);
        };
        let counts = &spec[2..close];
        let number = |digits: &[u8]| digits.iter().fold(0, |sum, digit| sum * 10 + usize::from(digit - b'0'));
        let (least, most) = match counts.iter().position(|byte| *byte == b'-') {
            Some(dash) => (number(&counts[..dash]), number(&counts[dash + 1..])),
            None => (number(counts), number(counts)),
        };
        (Self::Run { class: class_of(spec[1]), least, most }, &spec[close + 1..])
    }

    /// The shortest and the longest length.
    fn lengths(&self) -> (usize, usize) {
        match *self {
            Self::Letter(_) => (1, 1),
            Self::Run { least, most, .. } => (least, most),
        }
    }
}

/// The end of the longest match of `spec` at `at`, if it ends with its word or another token follows.
fn match_whole(spec: &[u8], text: &[u8], at: usize, runs: &mut Runs, next: &dyn Fn(usize) -> bool) -> Option<usize> {
    let end = match_spec(spec, text, at, runs)?;
    let full = lengths(spec);
    // What is longer than a token of any length is no token, whatever follows.
    let cut = full.0 < full.1 && end - at == full.1;
    if text.get(end).is_some_and(u8::is_ascii_alphanumeric) && (cut || !next(end)) {
        return None;
    }
    // A full stop ends the sentence, not the token.
    Some(if end > at && text[end - 1] == b'.' { end - 1 } else { end })
}

/// The end of the longest match of `spec` at `at`, wherever that is.
fn match_spec(mut spec: &[u8], text: &[u8], mut at: usize, runs: &mut Runs) -> Option<usize> {
    while !spec.is_empty() {
        let (part, rest) = Part::first(spec);
        at += match part {
            Part::Letter(letter) => (text.get(at) == Some(&letter)).then_some(1)?,
            Part::Run { class, least, most } => {
                Some(runs.length(class, text, at).min(most)).filter(|run| *run >= least)?
            }
        };
        spec = rest;
    }
    Some(at)
}

/// Whether a spec of one length matches the whole of `text`.
fn fits(mut spec: &[u8], mut text: &[u8]) -> bool {
    while !spec.is_empty() {
        let (part, rest) = Part::first(spec);
        let (head, tail) = text.split_at(part.lengths().0.min(text.len()));
        let whole = match part {
            Part::Letter(letter) => head == [letter],
            Part::Run { class, .. } => head.iter().all(|byte| has(1 << class, *byte)),
        };
        if !whole {
            return false;
        }
        (spec, text) = (rest, tail);
    }
    true
}

/// The shortest and the longest length of a spec.
fn lengths(mut spec: &[u8]) -> (usize, usize) {
    let mut sum = (0, 0);
    while !spec.is_empty() {
        let (part, rest) = Part::first(spec);
        let (least, most) = part.lengths();
        sum = (sum.0 + least, sum.1 + most);
        spec = rest;
    }
    sum
}

/// The class of the first element, as a bit set; literal text counts as a word.
fn first_class(spec: &[u8]) -> u32 {
    class_bits(if spec[0] == b'[' { spec[1] } else { b'w' })
}

/// The letters that name a class, and its members beside ranges.
const CLASSES: [(u8, &[u8], &[u8]); 20] = [
    (b'a', b"azAZ09", b""),
    (b'w', b"azAZ09", b"_-"),
    (b'k', b"azAZ09", b"_"),
    (b'x', b"af09", b""),
    (b'X', b"afAF09", b""),
    (b'd', b"09", b""),
    (b'u', b"AZ09", b""),
    (b'l', b"az09", b""),
    (b'b', b"azAZ09", b"+/"),
    (b'B', b"azAZ09", b"+/_-"),
    (b'p', b"azAZ09", b"._-="),
    (b'v', b"azAZ09", b"._~+/=-"),
    (b't', b"azAZ09", b"_~.-"),
    (b's', b"azAZ09", b"%+/_-"),
    (b'z', b"azAZ09", b"=_-"),
    (b'j', b"az09", b"-"),
    (b'J', b"", b"_-"),
    (b'=', b"", b"="),
    (b'K', b"azAZ09", b" "),
    (b'_', b"", b" \t"),
];

/// For each byte the classes it is in, one bit a class.
const MEMBERS: [u32; 256] = members();

const fn members() -> [u32; 256] {
    let mut table = [0; 256];
    let mut class = 0;
    while class < CLASSES.len() {
        let (_, ranges, extra) = CLASSES[class];
        let mut at = 0;
        while at < ranges.len() {
            let mut byte = ranges[at];
            while byte <= ranges[at + 1] {
                table[byte as usize] |= 1 << class;
                byte += 1;
            }
            at += 2;
        }
        at = 0;
        while at < extra.len() {
            table[extra[at] as usize] |= 1 << class;
            at += 1;
        }
        class += 1;
    }
    table
}

/// For each letter the class that it names.
const NAMES: [u8; 128] = names();

const fn names() -> [u8; 128] {
    let mut table = [0; 128];
    let mut class = 0;
    while class < CLASSES.len() {
        table[CLASSES[class].0 as usize] = class as u8;
        class += 1;
    }
    table
}

fn class_of(name: u8) -> usize {
    usize::from(NAMES[usize::from(name)])
}

fn class_bits(name: u8) -> u32 {
    1 << class_of(name)
}

fn has(bits: u32, byte: u8) -> bool {
    MEMBERS[usize::from(byte)] & bits != 0
}

/// The length of the run of `class` at the start of `text`, at most `most`.
pub(super) fn run(class: u8, text: &[u8], most: usize) -> usize {
    let bits = class_bits(class);
    text.iter().take(most).take_while(|byte| has(bits, **byte)).count()
}
