//! Lists: which marker a paragraph of a numbering instance and level gets.

use super::xml::{self, Handler, Space, Tag};
use std::collections::HashMap;

/// Levels that a list can have.
const LEVELS: usize = 9;

#[derive(Debug, Clone)]
struct Level {
    format: Format,
    start: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Bullet,
    Number,
    Letter {
        upper: bool,
    },
    Roman {
        upper: bool,
    },
    /// Neither bullet nor number: the paragraph looks like any other.
    None,
}

#[derive(Debug, Default, Clone)]
struct Abstract {
    levels: HashMap<usize, Level>,
    /// Takes its levels from the definition that declares this style.
    linked_to: Option<String>,
    declares: Option<String>,
}

#[derive(Debug, Default, Clone)]
struct Instance {
    definition: String,
    restarts: HashMap<usize, u32>,
}

/// The lists of the document and how far each has counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    definitions: HashMap<String, Abstract>,
    instances: HashMap<String, Instance>,
    /// By definition, because instances of one definition go on counting where the last stopped.
    counters: HashMap<String, [Option<u32>; LEVELS]>,
    /// Instances whose restarts have taken place.
    begun: HashMap<String, [bool; LEVELS]>,
}

/// How a paragraph of a list begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// An unordered item.
    Bullet,
    /// An ordered item with its number as it is shown, because texts refer to "4" and to "(b)".
    Ordered(String),
}

impl Numbering {
    /// Reads `numbering.xml`; what stands before a break is kept.
    pub(super) fn read(xml: &[u8]) -> Self {
        let mut reader = NumberingReader::default();
        let _ = xml::walk(xml, &mut reader);
        let mut found = reader.found;
        let declared: HashMap<String, HashMap<usize, Level>> =
            found.definitions.values().filter_map(|d| Some((d.declares.clone()?, d.levels.clone()))).collect();
        for definition in found.definitions.values_mut().filter(|d| d.levels.is_empty()) {
            if let Some(levels) = definition.linked_to.as_ref().and_then(|style| declared.get(style)) {
                definition.levels = levels.clone();
            }
        }
        found
    }

    /// The marker of the next paragraph of that list and level, which counts it.
    pub(super) fn next(&mut self, id: &str, level: u8) -> Option<Marker> {
        let level = usize::from(level).min(LEVELS - 1);
        if id == "0" {
            return None;
        }
        let Some(instance) = self.instances.get(id) else {
            // The list is gone from the file, but that the paragraph was an item still shows.
            return Some(Marker::Bullet);
        };
        let shape = self.definitions.get(&instance.definition).and_then(|d| d.levels.get(&level));
        let (format, start) = shape.map_or((Format::Bullet, 1), |l| (l.format, l.start));
        let counters = self.counters.entry(instance.definition.clone()).or_default();
        let begun = self.begun.entry(id.to_string()).or_default();
        let restart = instance.restarts.get(&level).filter(|_| !begun[level]).copied();
        begun[level] = true;
        let number = match (restart, counters[level]) {
            (Some(restart), _) => restart,
            (None, Some(last)) => last.saturating_add(1),
            (None, None) => instance.restarts.get(&level).copied().unwrap_or(start),
        };
        counters[level] = Some(number);
        for deeper in &mut counters[level + 1..] {
            *deeper = None;
        }
        match format {
            Format::Bullet => Some(Marker::Bullet),
            Format::Number => Some(Marker::Ordered(number.to_string())),
            Format::Letter { upper } => Some(Marker::Ordered(cased(letters(number), upper))),
            Format::Roman { upper } => Some(Marker::Ordered(cased(roman(number), upper))),
            Format::None => None,
        }
    }
}

#[derive(Default)]
struct NumberingReader {
    found: Numbering,
    definition: Option<String>,
    instance: Option<String>,
    level: usize,
    /// Names of the open elements; only these two are asked for.
    open: Vec<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Definition,
    Instance,
    Other,
}

impl Handler for NumberingReader {
    fn open(&mut self, tag: &Tag) {
        let mut place = Place::Other;
        if tag.space == Space::Word {
            match tag.name {
                "abstractNum" => {
                    place = Place::Definition;
                    self.definition = tag.attr("abstractNumId");
                }
                "num" => {
                    place = Place::Instance;
                    self.instance = tag.attr("numId");
                }
                "lvl" | "lvlOverride" => {
                    self.level = tag.attr("ilvl").and_then(|v| v.parse().ok()).unwrap_or(0).min(LEVELS - 1);
                }
                _ => {}
            }
            self.detail(tag);
        }
        self.open.push(place);
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Place::Definition) => self.definition = None,
            Some(Place::Instance) => self.instance = None,
            _ => {}
        }
    }
}

impl NumberingReader {
    fn detail(&mut self, tag: &Tag) {
        let value = || tag.attr("val");
        if let Some(id) = &self.definition {
            let definition = self.found.definitions.entry(id.clone()).or_default();
            match tag.name {
                "lvl" | "numFmt" | "start" => {
                    let level = definition.levels.entry(self.level);
                    let level = level.or_insert(Level { format: Format::Number, start: 1 });
                    match tag.name {
                        "numFmt" => level.format = format_of(value().as_deref()),
                        "start" => level.start = value().and_then(|v| v.parse().ok()).unwrap_or(1),
                        _ => {}
                    }
                }
                "numStyleLink" => definition.linked_to = value(),
                "styleLink" => definition.declares = value(),
                _ => {}
            }
        } else if let Some(id) = &self.instance {
            let instance = self.found.instances.entry(id.clone()).or_default();
            match tag.name {
                "abstractNumId" => instance.definition = value().unwrap_or_default(),
                "startOverride" => {
                    if let Some(start) = value().and_then(|v| v.parse().ok()) {
                        instance.restarts.insert(self.level, start);
                    }
                }
                _ => {}
            }
        }
    }
}

fn format_of(name: Option<&str>) -> Format {
    match name {
        Some("bullet") => Format::Bullet,
        Some("none") => Format::None,
        Some(kind @ ("lowerLetter" | "upperLetter")) => Format::Letter { upper: kind == "upperLetter" },
        Some(kind @ ("lowerRoman" | "upperRoman")) => Format::Roman { upper: kind == "upperRoman" },
        _ => Format::Number,
    }
}

fn cased(label: String, upper: bool) -> String {
    if upper { label.to_uppercase() } else { label }
}

/// Word goes on after z with aa, bb, …; so far on that nobody reads it, with digits.
fn letters(number: u32) -> String {
    let (times, place) = (number.saturating_sub(1) / 26 + 1, number.saturating_sub(1) % 26);
    match char::from_u32('a' as u32 + place) {
        Some(letter) if number > 0 && times < 10 => letter.to_string().repeat(times as usize),
        _ => number.to_string(),
    }
}

fn roman(number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if number == 0 || number >= 5000 {
        return number.to_string();
    }
    let mut left = number;
    let mut written = String::new();
    for (value, sign) in SIGNS {
        while left >= value {
            written += sign;
            left -= value;
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: &str = r#"<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
        <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl>
            <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl>
            <w:lvl w:ilvl="2"><w:numFmt w:val="none"/></w:lvl></w:abstractNum>
        <w:abstractNum w:abstractNumId="2"><w:styleLink w:val="S"/>
            <w:lvl w:ilvl="0"><w:numFmt w:val="lowerRoman"/></w:lvl></w:abstractNum>
        <w:abstractNum w:abstractNumId="3"><w:numStyleLink w:val="S"/></w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>
        <w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>
            </w:lvlOverride></w:num>
        <w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num></w:numbering>"#;

    fn ordered(label: &str) -> Option<Marker> {
        Some(Marker::Ordered(label.to_string()))
    }

    #[test]
    fn letters_and_roman_numbers() {
        assert_eq!(
            (letters(1), letters(28), roman(1994), roman(0)),
            ("a".into(), "bb".into(), "mcmxciv".into(), "0".into())
        );
        assert_eq!(letters(u32::MAX), u32::MAX.to_string());
    }

    #[test]
    fn numbers_count_restart_and_nest() {
        let mut lists = Numbering::read(LISTS.as_bytes());
        assert_eq!(lists.next("1", 0), ordered("3"));
        assert_eq!(lists.next("1", 1), Some(Marker::Bullet));
        assert_eq!(lists.next("1", 2), None);
        assert_eq!(lists.next("1", 0), ordered("4"));
        assert_eq!(lists.next("2", 0), ordered("1"));
        assert_eq!(lists.next("2", 0), ordered("2"));
    }

    #[test]
    fn a_definition_may_live_under_a_style() {
        let mut lists = Numbering::read(LISTS.as_bytes());
        assert_eq!(lists.next("3", 0), ordered("i"));
        assert_eq!(lists.next("0", 0), None);
        assert_eq!(lists.next("none such", 200), Some(Marker::Bullet));
    }
}
