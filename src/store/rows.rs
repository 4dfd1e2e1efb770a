//! Records as rows of the `records` table and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int64Array, ListArray, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use jiff::Timestamp;
use uuid::Uuid;

use super::{Ageing, Ranked, RowRef, Sketch};
use crate::error::{Error, Result};
use crate::memory::Record;
use crate::memory::change::{Ended, Provenance};
use crate::memory::decay::Standing;
use crate::memory::kinds::{MemoryType, Relation, Source, State};
use crate::memory::link::Link;
use crate::memory::record::Memory;

/// The `kind` of a row.
pub(super) mod kind {
    /// A live memory.
    pub(in crate::store) const MEMORY: &str = "memory";
    /// What stays of a forgotten one.
    pub(in crate::store) const FORGOTTEN: &str = "forgotten";
    /// A live link.
    pub(in crate::store) const LINK: &str = "link";
    /// A link that was removed.
    pub(in crate::store) const UNLINKED: &str = "unlinked";
    /// A change of a memory in place.
    pub(in crate::store) const CHANGE: &str = "change";
    /// A run that can be undone.
    pub(in crate::store) const RUN: &str = "run";
    /// A run that was undone.
    pub(in crate::store) const UNDONE: &str = "undone";
}

/// Columns of the `records` table, which holds every kind of record so that one commit can hold what belongs together.
///
/// Text columns that a kind has no use for are empty. `revision` and `content_hash` are 64-bit fingerprints
/// kept as signed integers; times are microseconds since 1970 in UTC. A link leads from `subject` to `object`
/// and has its description in `content`; a change is of `subject` and has what was before in `metadata`; a run has
/// its command in `content`.
pub(super) fn schema() -> SchemaRef {
    let text = |name: &str| Field::new(name, DataType::Utf8, false);
    let optional = |name: &str| Field::new(name, DataType::Utf8, true);
    let number = |name: &str| Field::new(name, DataType::Int64, false);
    let words = |name: &str| {
        let item = Arc::new(Field::new("item", DataType::Utf8, true));
        Field::new(name, DataType::List(item), false)
    };
    Arc::new(Schema::new(vec![
        text("kind"),
        text("id"),
        text("scope"),
        optional("key"),
        text("title"),
        Field::new("title_given", DataType::Boolean, false),
        text("content"),
        text("memory_type"),
        Field::new("importance", DataType::Float64, false),
        text("source"),
        words("tags"),
        words("related_files"),
        optional("role"),
        text("state"),
        text("metadata"),
        number("created_at"),
        number("updated_at"),
        number("revision"),
        number("content_hash"),
        optional("subject"),
        optional("object"),
        optional("relation"),
        Field::new("strength", DataType::Float64, true),
        text("made_by"),
        optional("made_run"),
        optional("ended_by"),
        optional("ended_run"),
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
    "made_by",
    "made_run",
];

/// What a link is made of: reading whole rows costs as much again.
pub(super) const LINK_COLUMNS: &[&str] = &[
    "kind",
    "id",
    "scope",
    "content",
    "created_at",
    "updated_at",
    "subject",
    "object",
    "relation",
    "strength",
    "made_by",
    "made_run",
    "ended_by",
    "ended_run",
];

/// One row before it is written; what a kind of record has no use for is left empty.
#[derive(Default)]
struct Row<'a> {
    kind: &'static str,
    id: Uuid,
    scope: &'a str,
    memory: Option<&'a Memory>,
    content: &'a str,
    metadata: String,
    created_at: Timestamp,
    updated_at: Timestamp,
    subject: Option<Uuid>,
    object: Option<Uuid>,
    relation: Option<&'static str>,
    strength: Option<f64>,
    made: Option<&'a Provenance>,
    ended: Option<&'a Provenance>,
}

impl<'a> From<&'a Record> for Row<'a> {
    fn from(record: &'a Record) -> Self {
        match record {
            Record::Memory(it) => Row {
                kind: kind::MEMORY,
                id: it.id,
                scope: &it.scope,
                memory: Some(it),
                content: &it.content,
                metadata: serde_json::to_string(&it.metadata).unwrap_or_default(),
                created_at: it.created_at,
                updated_at: it.updated_at,
                made: Some(&it.made),
                ..Row::default()
            },
            Record::Tombstone(it) => Row {
                kind: kind::FORGOTTEN,
                id: it.id,
                scope: &it.scope,
                created_at: it.created_at,
                updated_at: it.ended.at,
                made: Some(&it.made),
                ended: Some(&it.ended.by),
                ..Row::default()
            },
            Record::Link(it) => Row {
                kind: if it.ended.is_some() { kind::UNLINKED } else { kind::LINK },
                id: it.id,
                scope: &it.scope,
                content: it.description.as_deref().unwrap_or_default(),
                created_at: it.created_at,
                updated_at: it.ended.as_ref().map_or(it.created_at, |ended| ended.at),
                subject: Some(it.from),
                object: Some(it.to),
                relation: Some(it.relation.as_str()),
                strength: Some(it.strength),
                made: Some(&it.made),
                ended: it.ended.as_ref().map(|ended| &ended.by),
                ..Row::default()
            },
            Record::Change(it) => Row {
                kind: kind::CHANGE,
                id: it.id,
                scope: &it.scope,
                metadata: serde_json::to_string(&it.before).unwrap_or_default(),
                created_at: it.at,
                updated_at: it.at,
                subject: Some(it.subject),
                made: Some(&it.by),
                ..Row::default()
            },
            Record::Run(it) => Row {
                kind: if it.undone.is_some() { kind::UNDONE } else { kind::RUN },
                id: it.id,
                scope: &it.scope,
                content: &it.command,
                created_at: it.at,
                updated_at: it.undone.as_ref().map_or(it.at, |undone| undone.at),
                ended: it.undone.as_ref().map(|undone| &undone.by),
                ..Row::default()
            },
        }
    }
}

/// One batch of rows from records.
pub(super) fn encode(records: &[Record]) -> Result<RecordBatch> {
    let rows: Vec<Row<'_>> = records.iter().map(Row::from).collect();
    let text =
        |of: &dyn Fn(&Row<'_>) -> String| -> ArrayRef { Arc::new(StringArray::from_iter_values(rows.iter().map(of))) };
    let number =
        |of: &dyn Fn(&Row<'_>) -> i64| -> ArrayRef { Arc::new(Int64Array::from_iter_values(rows.iter().map(of))) };
    let optional =
        |of: &dyn Fn(&Row<'_>) -> Option<String>| -> ArrayRef { Arc::new(StringArray::from_iter(rows.iter().map(of))) };
    let of_memory = |of: &dyn Fn(&Memory) -> String| text(&|row| row.memory.map(of).unwrap_or_default());
    let given = rows.iter().map(|row| Some(row.memory.is_some_and(|it| it.title_given)));
    let importance = rows.iter().map(|row| row.memory.map_or(0.0, |it| it.importance));
    let columns: Vec<ArrayRef> = vec![
        text(&|row| row.kind.to_owned()),
        text(&|row| row.id.to_string()),
        text(&|row| row.scope.to_owned()),
        optional(&|row| row.memory.and_then(|it| it.key.clone())),
        of_memory(&|it| it.title.clone()),
        Arc::new(BooleanArray::from_iter(given)),
        text(&|row| row.content.to_owned()),
        of_memory(&|it| it.memory_type.to_string()),
        Arc::new(Float64Array::from_iter_values(importance)),
        of_memory(&|it| it.source.to_string()),
        words(rows.iter().map(|row| row.memory.map_or(&[][..], |it| &it.tags))),
        words(rows.iter().map(|row| row.memory.map_or(&[][..], |it| &it.related_files))),
        optional(&|row| row.memory.and_then(|it| it.role.clone())),
        of_memory(&|it| it.state.to_string()),
        text(&|row| row.metadata.clone()),
        number(&|row| row.created_at.as_microsecond()),
        number(&|row| row.updated_at.as_microsecond()),
        number(&|row| row.memory.map_or(0, |it| it.revision().cast_signed())),
        number(&|row| row.memory.map_or(0, |it| it.content_hash().cast_signed())),
        optional(&|row| row.subject.map(|id| id.to_string())),
        optional(&|row| row.object.map(|id| id.to_string())),
        optional(&|row| row.relation.map(str::to_owned)),
        Arc::new(Float64Array::from_iter(rows.iter().map(|row| row.strength))),
        text(&|row| row.made.map_or_else(String::new, |by| by.command.clone())),
        optional(&|row| row.made.and_then(|by| by.run).map(|run| run.to_string())),
        optional(&|row| row.ended.map(|by| by.command.clone())),
        optional(&|row| row.ended.and_then(|by| by.run).map(|run| run.to_string())),
    ];
    RecordBatch::try_new(schema(), columns).map_err(|error| Error::internal(format!("cannot build rows: {error}")))
}

fn words<'a>(lists: impl Iterator<Item = &'a [String]>) -> ArrayRef {
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
    let importance = columns.float("importance")?;
    let made = Made::read(&columns, "made")?;
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
                made: made.of(row)?,
            })
        })
        .collect()
}

/// What ranking needs of memories, from one batch.
pub(super) fn decode_ranked(batch: &RecordBatch) -> Result<Vec<Ranked>> {
    let columns = Columns(batch);
    let (ids, revisions) = (columns.text("id")?, columns.number("revision")?);
    let (types, states, sources) = (columns.text("memory_type")?, columns.text("state")?, columns.text("source")?);
    let importance = columns.float("importance")?;
    let (created, updated) = (columns.number("created_at")?, columns.number("updated_at")?);
    (0..batch.num_rows())
        .map(|row| {
            Ok(Ranked {
                row: RowRef { id: parse_id(ids.value(row))?, revision: revisions.value(row).cast_unsigned() },
                standing: Standing {
                    importance: importance.value(row),
                    memory_type: MemoryType::parse(types.value(row)).map_err(|_| damaged("memory_type"))?,
                    state: State::parse(states.value(row)).map_err(|_| damaged("state"))?,
                    created_at: time(created.value(row))?,
                },
                confirmed: sources.value(row) == Source::UserConfirmed.as_str(),
                updated_at: time(updated.value(row))?,
            })
        })
        .collect()
}

/// What fading needs of memories, from one batch.
pub(super) fn decode_ageing(batch: &RecordBatch) -> Result<Vec<Ageing>> {
    let scopes = Columns(batch).text("scope")?;
    let ranked = decode_ranked(batch)?.into_iter().enumerate();
    Ok(ranked
        .map(|(row, it)| Ageing { id: it.row.id, scope: scopes.value(row).to_owned(), standing: it.standing })
        .collect())
}

/// Sketches of memories from one batch.
pub(super) fn decode_sketches(batch: &RecordBatch) -> Result<Vec<Sketch>> {
    let columns = Columns(batch);
    let (ids, revisions) = (columns.text("id")?, columns.number("revision")?);
    let (scopes, keys, titles) = (columns.text("scope")?, columns.text("key")?, columns.text("title")?);
    let hashes = columns.number("content_hash")?;
    (0..batch.num_rows())
        .map(|row| {
            Ok(Sketch {
                row: RowRef { id: parse_id(ids.value(row))?, revision: revisions.value(row).cast_unsigned() },
                scope: scopes.value(row).to_owned(),
                key: keys.is_valid(row).then(|| keys.value(row).to_owned()),
                title: titles.value(row).to_owned(),
                content_hash: hashes.value(row).cast_unsigned(),
            })
        })
        .collect()
}

/// Links, live ones and removed ones, from one batch of whole rows.
pub(super) fn decode_links(batch: &RecordBatch) -> Result<Vec<Link>> {
    let columns = Columns(batch);
    let (kinds, ids, scopes) = (columns.text("kind")?, columns.text("id")?, columns.text("scope")?);
    let (from, to, relations) = (columns.text("subject")?, columns.text("object")?, columns.text("relation")?);
    let (descriptions, strength) = (columns.text("content")?, columns.float("strength")?);
    let (created, updated) = (columns.number("created_at")?, columns.number("updated_at")?);
    let (made, ended) = (Made::read(&columns, "made")?, Made::read(&columns, "ended")?);
    (0..batch.num_rows())
        .map(|row| {
            let description = descriptions.value(row);
            let ended = match kinds.value(row) {
                kind::UNLINKED => Some(Ended { at: time(updated.value(row))?, by: ended.of(row)? }),
                _ => None,
            };
            Ok(Link {
                id: parse_id(ids.value(row))?,
                scope: scopes.value(row).to_owned(),
                from: parse_id(from.value(row))?,
                to: parse_id(to.value(row))?,
                relation: Relation::parse(relations.value(row)).map_err(|_| damaged("relation"))?,
                strength: strength.value(row),
                description: (!description.is_empty()).then(|| description.to_owned()),
                created_at: time(created.value(row))?,
                made: made.of(row)?,
                ended,
            })
        })
        .collect()
}

/// The two columns of a provenance.
pub(super) struct Made<'a> {
    commands: &'a StringArray,
    runs: &'a StringArray,
}

impl<'a> Made<'a> {
    pub(super) fn read(columns: &Columns<'a>, prefix: &str) -> Result<Self> {
        Ok(Self { commands: columns.text(&format!("{prefix}_by"))?, runs: columns.text(&format!("{prefix}_run"))? })
    }

    pub(super) fn of(&self, row: usize) -> Result<Provenance> {
        let run = self.runs.is_valid(row).then(|| parse_id(self.runs.value(row))).transpose()?;
        Ok(Provenance { command: self.commands.value(row).to_owned(), run })
    }
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

    /// A floating-point column.
    pub(super) fn float(&self, name: &str) -> Result<&'a Float64Array> {
        self.get(name)?.as_primitive_opt::<Float64Type>().ok_or_else(|| damaged(name))
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

/// A moment as it stands in a row.
pub(super) fn time(micros: i64) -> Result<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(|_| damaged("created_at"))
}

/// A row or file of the store that does not hold what this program writes there.
pub(super) fn damaged(what: &str) -> Error {
    Error::store("store_damaged", format!("the store is damaged: {what} cannot be read"))
        .hint("restore the store folder from a backup, or move it away to begin a new one")
}
