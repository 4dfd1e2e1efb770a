//! The filters of a question, as a caller writes them down.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::fields::Fields;
use crate::error::Result;
use crate::memory::filter::Filter;
use crate::memory::kinds::{MemoryType, Source, State};
use crate::memory::when::{self, Edge};

/// The names that a filter's fields go by.
pub const FILTER_FIELDS: &[&str] = &[
    "memory_types",
    "type",
    "tags",
    "related_files",
    "file",
    "states",
    "sources",
    "role",
    "created_after",
    "created_before",
    "since",
    "until",
];

/// Takes the fields of a filter; `place` stands before their names in messages.
pub fn read_filter(fields: &mut Fields, place: &str, now: Timestamp, zone: &TimeZone) -> Result<Filter> {
    let types = words(fields.list(&["memory_types", "memory_type", "types", "type"])?, MemoryType::parse)?;
    let mut moment = |name: &str, names: &[&str], edge: Edge| -> Result<Option<Timestamp>> {
        let text = fields.text(names)?;
        text.map(|text| when::parse(&format!("{place}{name}"), &text, now, zone, edge)).transpose()
    };
    let created_after = moment("created_after", &["created_after", "since"], Edge::Start)?;
    let created_before = moment("created_before", &["created_before", "until"], Edge::End)?;
    Ok(Filter {
        types,
        tags: fields.list(&["tags", "tag"])?.iter().map(|tag| tag.to_lowercase()).collect(),
        files: fields.list(&["related_files", "files", "file"])?,
        states: words(fields.list(&["states", "state"])?, State::parse)?,
        sources: words(fields.list(&["sources", "source"])?, Source::parse)?,
        role: fields.text(&["role"])?,
        created_after,
        created_before,
    })
}

fn words<T>(list: Vec<String>, parse: impl Fn(&str) -> Result<T>) -> Result<Vec<T>> {
    list.iter().map(|word| parse(word)).collect()
}
