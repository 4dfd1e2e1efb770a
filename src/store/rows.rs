//! Memories as rows of the `records` table and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int64Array, ListArray, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use jiff::Timestamp;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::memory::kinds::{MemoryType, Source, State};
use crate::memory::record::Memory;

/// The `kind` of a row that holds a memory; other kinds of record share the table.
pub(super) const MEMORY: &str = "memory";

/// Columns of the `records` table.
///
/// `revision` and `content_hash` are 64-bit fingerprints kept as signed integers;
/// times are microseconds since 1970 in UTC.
pub(super) fn schema() -> SchemaRef {
    let text = |name: &str, nullable| Field::new(name, DataType::Utf8, nullable);
    let number = |name: &str| Field::new(name, DataType::Int64, false);
    let words = |name: &str| {
        let item = Arc::new(Field::new("item", DataType::Utf8, true));
        Field::new(name, DataType::List(item), false)
    };
    Arc::new(Schema::new(vec![
        text("kind", false),
        text("id", false),
        text("scope", false),
        text("key", true),
        text("title", false),
        Field::new("title_given", DataType::Boolean, false),
        text("content", false),
        text("memory_type", false),
        Field::new("importance", DataType::Float64, false),
        text("source", false),
        words("tags"),
        words("related_files"),
        text("role", true),
        text("state", false),
        text("metadata", false),
        number("created_at"),
        number("updated_at"),
        number("revision"),
        number("content_hash"),
    ]))
}

/// The columns that [`decode`] reads.
pub(super) const MEMORY_COLUMNS: &[&str] = &[
    "id",
    "scope",
    "key",
    "title",
    "title_given",
    "content",
    "memory_type",
    "importance",
    "source",
    "tags",
    "related_files",
    "role",
    "state",
    "metadata",
    "created_at",
    "updated_at",
];

/// One batch of rows from memories.
pub(super) fn encode(memories: &[Memory]) -> Result<RecordBatch> {
    let text = |of: &dyn Fn(&Memory) -> String| -> ArrayRef {
        Arc::new(StringArray::from_iter_values(memories.iter().map(of)))
    };
    let number =
        |of: &dyn Fn(&Memory) -> i64| -> ArrayRef { Arc::new(Int64Array::from_iter_values(memories.iter().map(of))) };
    let optional = |of: &dyn Fn(&Memory) -> Option<String>| -> ArrayRef {
        Arc::new(StringArray::from_iter(memories.iter().map(of)))
    };
    let columns: Vec<ArrayRef> = vec![
        text(&|_| MEMORY.to_owned()),
        text(&|it| it.id.to_string()),
        text(&|it| it.scope.clone()),
        optional(&|it| it.key.clone()),
        text(&|it| it.title.clone()),
        Arc::new(BooleanArray::from_iter(memories.iter().map(|it| Some(it.title_given)))),
        text(&|it| it.content.clone()),
        text(&|it| it.memory_type.to_string()),
        Arc::new(Float64Array::from_iter_values(memories.iter().map(|it| it.importance))),
        text(&|it| it.source.to_string()),
        words(memories.iter().map(|it| &it.tags)),
        words(memories.iter().map(|it| &it.related_files)),
        optional(&|it| it.role.clone()),
        text(&|it| it.state.to_string()),
        text(&|it| serde_json::to_string(&it.metadata).unwrap_or_default()),
        number(&|it| it.created_at.as_microsecond()),
        number(&|it| it.updated_at.as_microsecond()),
        number(&|it| it.revision().cast_signed()),
        number(&|it| it.content_hash().cast_signed()),
    ];
    RecordBatch::try_new(schema(), columns).map_err(|error| Error::internal(format!("cannot build rows: {error}")))
}

fn words<'a>(lists: impl Iterator<Item = &'a Vec<String>>) -> ArrayRef {
    let mut builder = ListBuilder::new(StringBuilder::new());
    for list in lists {
        for word in list {
            builder.values().append_value(word);
        }
        builder.append(true);
    }
    Arc::new(builder.finish())
}

/// Memories from one batch of whole rows.
pub(super) fn decode(batch: &RecordBatch) -> Result<Vec<Memory>> {
    let columns = Columns(batch);
    let (ids, scopes, keys) = (columns.text("id")?, columns.text("scope")?, columns.text("key")?);
    let (titles, contents) = (columns.text("title")?, columns.text("content")?);
    let given = columns.get("title_given")?.as_boolean_opt().ok_or_else(|| damaged("title_given"))?;
    let (types, sources) = (columns.text("memory_type")?, columns.text("source")?);
    let (roles, states) = (columns.text("role")?, columns.text("state")?);
    let metadata = columns.text("metadata")?;
    let importance =
        columns.get("importance")?.as_primitive_opt::<Float64Type>().ok_or_else(|| damaged("importance"))?;
    let (created, updated) = (columns.number("created_at")?, columns.number("updated_at")?);
    let (tags, files) = (columns.lists("tags")?, columns.lists("related_files")?);
    let optional = |array: &StringArray, row| array.is_valid(row).then(|| array.value(row).to_owned());
    (0..batch.num_rows())
        .map(|row| {
            Ok(Memory {
                id: parse_id(ids.value(row))?,
                scope: scopes.value(row).to_owned(),
                key: optional(keys, row),
                title: titles.value(row).to_owned(),
                title_given: given.value(row),
                content: contents.value(row).to_owned(),
                memory_type: MemoryType::parse(types.value(row)).map_err(|_| damaged("memory_type"))?,
                importance: importance.value(row),
                source: Source::parse(sources.value(row)).map_err(|_| damaged("source"))?,
                tags: words_of(tags, row)?,
                related_files: words_of(files, row)?,
                role: optional(roles, row),
                state: State::parse(states.value(row)).map_err(|_| damaged("state"))?,
                metadata: map_of(metadata.value(row))?,
                created_at: time(created.value(row))?,
                updated_at: time(updated.value(row))?,
            })
        })
        .collect()
}

/// A batch with its columns found by name.
pub(super) struct Columns<'a>(pub(super) &'a RecordBatch);

impl<'a> Columns<'a> {
    fn get(&self, name: &str) -> Result<&'a ArrayRef> {
        self.0.column_by_name(name).ok_or_else(|| damaged(name))
    }

    /// A text column.
    pub(super) fn text(&self, name: &str) -> Result<&'a StringArray> {
        self.get(name)?.as_string_opt::<i32>().ok_or_else(|| damaged(name))
    }

    /// A 64-bit integer column.
    pub(super) fn number(&self, name: &str) -> Result<&'a Int64Array> {
        self.get(name)?.as_primitive_opt::<Int64Type>().ok_or_else(|| damaged(name))
    }

    fn lists(&self, name: &str) -> Result<&'a ListArray> {
        self.get(name)?.as_list_opt::<i32>().ok_or_else(|| damaged(name))
    }
}

/// The words of one row, read through the offsets: a slice of the array for each row would cost more than the words.
fn words_of(lists: &ListArray, row: usize) -> Result<Vec<String>> {
    let words = lists.values().as_string_opt::<i32>().ok_or_else(|| damaged("tags or related_files"))?;
    let bounds = lists.value_offsets();
    let (begin, end) = (bounds[row] as usize, bounds[row + 1] as usize);
    Ok((begin..end).map(|at| words.value(at).to_owned()).collect())
}

fn map_of(text: &str) -> Result<BTreeMap<String, String>> {
    match text {
        "{}" => Ok(BTreeMap::new()),
        text => serde_json::from_str(text).map_err(|_| damaged("metadata")),
    }
}

/// An id as it stands in a row.
pub(super) fn parse_id(text: &str) -> Result<Uuid> {
    Uuid::parse_str(text).map_err(|_| damaged("id"))
}

fn time(micros: i64) -> Result<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(|_| damaged("created_at"))
}

/// A row or file of the store that does not hold what this program writes there.
pub(super) fn damaged(what: &str) -> Error {
    Error::store("store_damaged", format!("the store is damaged: {what} cannot be read"))
        .hint("restore the store folder from a backup, or move it away to begin a new one")
}
