//! A memory as a caller writes it down.

use serde_json::Value;

use super::fields::Fields;
use crate::error::{Error, Result};
use crate::memory::draft::Draft;
use crate::memory::kinds::{MemoryType, Relation, Source};
use crate::memory::link::LinkDraft;

/// Reads a memory as a caller describes it; what the line leaves out comes from `defaults`.
pub fn read_memory(
    fields: &mut Fields,
    defaults: &Draft,
    scope: String,
    related_file: &dyn Fn(&str) -> String,
) -> Result<Draft> {
    let content = fields.text(&["content"])?.ok_or_else(|| {
        Error::usage("no_content", "content is missing").hint("a memory is {\"content\": \"…\"} or a plain line")
    })?;
    let files = fields.given_list(&["related_files", "files", "file"])?;
    let files = files.map(|files| files.iter().map(|file| related_file(file)).collect());
    Ok(Draft {
        scope,
        key: fields.text(&["key"])?,
        title: fields.text(&["title"])?,
        content,
        memory_type: memory_type(fields)?.or(defaults.memory_type),
        importance: fields.number(&["importance"])?.or(defaults.importance),
        source: fields.text(&["source"])?.map(|word| Source::parse(&word)).transpose()?.or(defaults.source),
        tags: fields.given_list(&["tags", "tag"])?.or_else(|| defaults.tags.clone()),
        related_files: files.or_else(|| defaults.related_files.clone()),
        role: fields.text(&["role"])?.or_else(|| defaults.role.clone()),
        metadata: fields.strings(&["metadata"])?,
        links: or_links(links(fields)?, &defaults.links),
        secrets: defaults.secrets,
    })
}

fn or_links(links: Vec<LinkDraft>, defaults: &[LinkDraft]) -> Vec<LinkDraft> {
    if links.is_empty() { defaults.to_vec() } else { links }
}

/// `memory_type`, or a `type` that is one: `type` also names the kind of record that a command emits.
fn memory_type(fields: &mut Fields) -> Result<Option<MemoryType>> {
    if let Some(word) = fields.text(&["memory_type"])? {
        return MemoryType::parse(&word).map(Some);
    }
    let word = fields.text(&["type"])?;
    Ok(word.and_then(|word| MemoryType::parse(&word).ok()))
}

/// The links of a line: `ID:RELATION` words, or objects.
fn links(fields: &mut Fields) -> Result<Vec<LinkDraft>> {
    let items = match fields.value(&["related_to"])? {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(one) => vec![one],
    };
    items.into_iter().map(link).collect()
}

fn link(item: Value) -> Result<LinkDraft> {
    const KNOWN: &[&str] = &["target_id", "id", "to", "relationship_type", "relation", "strength", "description"];
    let map = match item {
        Value::String(text) => return LinkDraft::parse(&text),
        Value::Object(map) => map,
        _ => {
            return Err(Error::usage("wrong_type", "related_to: expected \"ID:RELATION\" or an object")
                .hint("for example {\"related_to\": [{\"id\": \"…\", \"relation\": \"supersedes\"}]}"));
        }
    };
    let mut fields = Fields::new(map);
    let target = fields.text(&["target_id", "id", "to"])?.ok_or_else(|| {
        Error::usage("no_link_target", "related_to: id is missing")
            .hint("{\"id\": \"…\", \"relation\": \"supersedes\"}")
    })?;
    let relation = match fields.text(&["relationship_type", "relation"])? {
        Some(word) => Relation::parse_callers(&word)?,
        None => Relation::RelatedTo,
    };
    let (strength, description) = (fields.number(&["strength"])?, fields.text(&["description"])?);
    fields.finish("related_to", KNOWN)?;
    LinkDraft::new(&target, relation, strength, description.as_deref())
}
