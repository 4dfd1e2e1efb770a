//! The library: sources and their passages, in tables of their own beside the records.
//!
//! | part | where | made from |
//! | --- | --- | --- |
//! | passages | LanceDB table `knowledge/passages` | documents and what callers stored under a key |
//! | vectors | one LanceDB table a model in `knowledge/` | the passages' text |
//! | lexical | tantivy folder `knowledge/lexical/` | the passages' text |
//!
//! A source and its passages are replaced in one commit, so a search sees the old ones or the new ones. The derived
//! parts follow as those of the records do.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use futures::TryStreamExt;
use jiff::Timestamp;
use lancedb::query::{ExecutableQuery, QueryBase, Select};
use lancedb::{Connection, Table};
use uuid::Uuid;

use super::lexical::Lexical;
use super::rows::{Columns, damaged, parse_id};
use super::shelf::Shelf;
use super::vectors::{Embedded, VectorTables, Vectors, row_refs};
use super::write::compact;
use super::{RowRef, Store, Writer, connect, failed, predicate};
use crate::error::{Error, Result};
use crate::knowledge::record::{Facts, Origin, Passage, Place, Source};
use crate::memory::filter::Visible;

const TABLE: &str = "passages";
const SOURCE: &str = "source";
const PASSAGE: &str = "passage";
/// What a source is without its text: texts are long, and most questions are about the rest.
const SOURCE_COLUMNS: &[&str] =
    &["kind", "id", "scope", "owner", "source", "session", "title", "place", "facts", "created_at", "updated_at"];
const PASSAGE_COLUMNS: &[&str] = &["kind", "id", "scope", "owner", "source", "session", "title", "content", "place"];

/// The open library.
pub struct Library {
    dir: PathBuf,
    connection: Connection,
    table: Table,
}

impl Store {
    /// The library; none where nothing was ever taken in.
    pub async fn library(&self) -> Result<Option<Library>> {
        let dir = self.dir().join("knowledge");
        if !dir.join(format!("{TABLE}.lance")).is_dir() {
            return Ok(None);
        }
        let connection = connect(&dir).await?;
        let table = connection.open_table(TABLE).execute().await.map_err(|error| failed(&dir, error))?;
        Ok(Some(Library { dir, connection, table }))
    }
}

impl Library {
    /// Number of the latest commit.
    pub async fn version(&self) -> Result<u64> {
        self.table.version().await.map_err(|error| self.failed(error))
    }

    /// Opens the lexical index of the passages, or an empty one where it is missing or damaged.
    pub fn lexical(&self) -> Lexical {
        Lexical::open(&self.dir.join("lexical"))
    }

    /// The passages on a shelf, with their sources.
    pub async fn rows(&self, shelf: &Shelf) -> Result<Vec<(RowRef, Uuid)>> {
        let batches = self.scan(shelf.predicate(PASSAGE), &["id", "revision", "owner"]).await?;
        let mut found = Vec::new();
        for batch in &batches {
            let owners = Columns(batch).text("owner")?.iter().flatten().map(parse_id);
            for (row, owner) in row_refs(batch)?.into_iter().zip(owners) {
                found.push((row, owner?));
            }
        }
        Ok(found)
    }

    /// Passages with these ids, in no particular order.
    pub async fn passages(&self, ids: &[Uuid]) -> Result<Vec<Passage>> {
        let mut found = Vec::with_capacity(ids.len());
        for some in ids.chunks(predicate::MAX_LITERALS) {
            let which = format!("kind = '{PASSAGE}' AND {}", predicate::any_of_ids(some));
            for batch in self.scan(which, PASSAGE_COLUMNS).await? {
                found.extend(decode_passages(&batch)?);
            }
        }
        Ok(found)
    }

    /// Sources on a shelf without their texts, by name.
    pub async fn sources(&self, shelf: &Shelf) -> Result<Vec<Source>> {
        self.read_sources(shelf.predicate(SOURCE), SOURCE_COLUMNS).await
    }

    /// Sources of every scope and session under any of these names, without their texts.
    pub async fn sources_named(&self, names: &[String]) -> Result<Vec<Source>> {
        let mut found = Vec::new();
        for some in names.chunks(predicate::MAX_LITERALS) {
            let list = some.iter().map(|name| predicate::literal(name)).collect::<Vec<_>>().join(", ");
            found.extend(self.read_sources(format!("kind = '{SOURCE}' AND source IN ({list})"), SOURCE_COLUMNS).await?);
        }
        Ok(found)
    }

    /// Sources on a shelf with their texts, by name.
    pub async fn texts(&self, shelf: &Shelf) -> Result<Vec<Source>> {
        let columns: Vec<&str> = SOURCE_COLUMNS.iter().copied().chain(["content"]).collect();
        self.read_sources(shelf.predicate(SOURCE), &columns).await
    }

    /// Sources in sight of every session, with their texts.
    pub async fn every_text(&self, visible: &Visible) -> Result<Vec<Source>> {
        let columns: Vec<&str> = SOURCE_COLUMNS.iter().copied().chain(["content"]).collect();
        self.read_sources(predicate::in_sight(&[SOURCE], visible), &columns).await
    }

    /// Sources of every scope and session, without their texts.
    pub async fn all_sources(&self) -> Result<Vec<Source>> {
        self.read_sources(predicate::in_sight(&[SOURCE], &Visible::All), SOURCE_COLUMNS).await
    }

    async fn read_sources(&self, which: String, columns: &[&str]) -> Result<Vec<Source>> {
        let mut found = Vec::new();
        for batch in self.scan(which, columns).await? {
            found.extend(decode_sources(&batch)?);
        }
        found.sort_by(|a, b| (&a.scope, &a.source, a.id).cmp(&(&b.scope, &b.source, b.id)));
        Ok(found)
    }

    /// Ids of the passages of these sources.
    pub async fn passage_ids(&self, sources: &[Uuid]) -> Result<HashSet<Uuid>> {
        let mut found = HashSet::new();
        for some in sources.chunks(predicate::MAX_LITERALS) {
            let owners = some.iter().map(|id| format!("'{id}'")).collect::<Vec<_>>().join(", ");
            found.extend(self.ids(&format!("kind = '{PASSAGE}' AND owner IN ({owners})")).await?);
        }
        Ok(found)
    }

    /// How many passages each source has.
    pub async fn passage_counts(&self, visible: &Visible) -> Result<HashMap<Uuid, usize>> {
        let mut counts = HashMap::new();
        for batch in self.scan(predicate::in_sight(&[PASSAGE], visible), &["owner"]).await? {
            for owner in Columns(&batch).text("owner")?.iter().flatten() {
                *counts.entry(parse_id(owner)?).or_default() += 1;
            }
        }
        Ok(counts)
    }

    /// Vectors of one model in sight; a damaged table counts as none.
    pub async fn vectors_in(&self, model: &str, visible: &Visible) -> Vectors {
        self.vectors().read(model, visible).await
    }

    /// Passages, of any scope, without a vector of this model.
    pub async fn pending(&self, model: &str) -> Result<Vec<RowRef>> {
        if self.count().await? == self.vectors().count(model).await? {
            return Ok(Vec::new());
        }
        let held: HashSet<RowRef> = self.vectors().rows(model, &Visible::All).await?.into_iter().collect();
        Ok(self.live().await?.into_iter().filter(|row| !held.contains(row)).collect())
    }

    /// Whether the lexical index holds the present passages.
    pub async fn lexical_current(&self) -> Result<bool> {
        Ok(self.lexical().generation() == Some(self.version().await?))
    }

    async fn count(&self) -> Result<usize> {
        let passages = predicate::of_kind(PASSAGE);
        self.table.count_rows(Some(passages)).await.map_err(|error| self.failed(error))
    }

    async fn live(&self) -> Result<Vec<RowRef>> {
        self.passage_rows(&Visible::All).await
    }

    /// The passages in sight of every session.
    pub async fn passage_rows(&self, visible: &Visible) -> Result<Vec<RowRef>> {
        let mut found = Vec::new();
        for batch in self.scan(predicate::in_sight(&[PASSAGE], visible), &["id", "revision"]).await? {
            found.extend(row_refs(&batch)?);
        }
        Ok(found)
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn vectors(&self) -> VectorTables<'_> {
        VectorTables::new(&self.dir, &self.connection)
    }

    async fn scan(&self, which: String, columns: &[&str]) -> Result<Vec<RecordBatch>> {
        let query = self.table.query().only_if(which).select(Select::columns(columns));
        let stream = query.execute().await.map_err(|error| self.failed(error))?;
        stream.try_collect().await.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: lancedb::Error) -> Error {
        failed(&self.dir, error)
    }
}

impl Writer<'_> {
    /// The library, made first where there is none.
    pub async fn library(&self) -> Result<Library> {
        if let Some(library) = self.store().library().await? {
            return Ok(library);
        }
        let dir = self.store().dir().join("knowledge");
        std::fs::create_dir_all(&dir).map_err(|error| super::lock::not_writable(&dir, &error))?;
        let connection = connect(&dir).await?;
        let made = connection.create_empty_table(TABLE, schema()).execute().await;
        let table = made.map_err(|error| failed(&dir, error))?;
        Ok(Library { dir, connection, table })
    }

    /// Puts sources with their passages in the place of what they had, in one commit.
    pub async fn replace(&self, library: &Library, sources: &[(Source, Vec<Passage>)]) -> Result<()> {
        if sources.is_empty() {
            return Ok(());
        }
        let before = library.version().await?;
        let owners = sources.iter().map(|(source, _)| format!("'{}'", source.id)).collect::<Vec<_>>().join(", ");
        let own = format!("owner IN ({owners})");
        let mut gone: HashSet<Uuid> = library.ids(&own).await?.into_iter().collect();
        let reader = RecordBatchIterator::new([Ok(encode(sources)?)], schema());
        let mut merge = library.table.merge_insert(&["id"]);
        merge.when_matched_update_all(None).when_not_matched_insert_all().when_not_matched_by_source_delete(Some(own));
        merge.execute(Box::new(reader)).await.map_err(|error| library.failed(error))?;
        compact(&library.table).await;
        let passages: Vec<&Passage> = sources.iter().flat_map(|(_, passages)| passages).collect();
        for (source, _) in sources {
            gone.remove(&source.id);
        }
        for passage in &passages {
            gone.remove(&passage.id);
        }
        self.follow(library, before, &passages, &gone.into_iter().collect::<Vec<_>>()).await;
        Ok(())
    }

    /// Rewrites what is known of a source, and nothing else.
    pub async fn restate(&self, library: &Library, source: &Source) -> Result<()> {
        let before = library.version().await?;
        let facts = serde_json::to_string(&source.facts).unwrap_or_default();
        let update = library.table.update().only_if(format!("id = '{}'", source.id));
        let update = update
            .column("facts", predicate::literal(&facts))
            .column("updated_at", source.fetched_at.as_microsecond().to_string());
        update.execute().await.map_err(|error| library.failed(error))?;
        compact(&library.table).await;
        self.follow(library, before, &[], &[]).await;
        Ok(())
    }

    /// Removes sources with their passages.
    pub async fn discard(&self, library: &Library, sources: &[Uuid]) -> Result<()> {
        for some in sources.chunks(predicate::MAX_LITERALS) {
            let before = library.version().await?;
            let list = some.iter().map(|id| format!("'{id}'")).collect::<Vec<_>>().join(", ");
            let own = format!("owner IN ({list})");
            let gone = library.ids(&own).await?;
            library.table.delete(own.as_str()).await.map_err(|error| library.failed(error))?;
            compact(&library.table).await;
            self.follow(library, before, &[], &gone).await;
        }
        Ok(())
    }

    /// Follows the records into another scope.
    pub(super) async fn rename_shelf(&self, library: &Library, old: &str, new: &str) -> Result<()> {
        let before = library.version().await?;
        let update = library.table.update().only_if(predicate::scope(old)).column("scope", predicate::literal(new));
        update.execute().await.map_err(|error| library.failed(error))?;
        library.vectors().rename_scope(old, new).await?;
        self.follow(library, before, &[], &[]).await;
        Ok(())
    }

    /// Appends vectors of passages.
    pub async fn embed_passages(&self, library: &Library, model: &str, embedded: &[Embedded]) -> Result<()> {
        library.vectors().append(model, embedded).await
    }

    /// Makes the lexical index of the passages anew from their texts.
    pub async fn index_passages(&self, library: &Library, whole: bool) -> Result<()> {
        let lexical = if whole { library.lexical().emptied() } else { library.lexical() };
        library.complete_index(&lexical, library.version().await?).await
    }

    /// Removes vectors of passages that are gone.
    pub async fn sweep_passages(&self, library: &Library, model: &str) -> Result<()> {
        let live = library.live().await?.into_iter().collect();
        library.vectors().sweep(model, &live).await
    }

    /// Brings the derived parts from the commit `before` to the present one; a failure loses nothing.
    async fn follow(&self, library: &Library, before: u64, changed: &[&Passage], gone: &[Uuid]) {
        let indexed: Vec<(RowRef, String)> = changed.iter().map(|it| (row_of(it), it.indexed_text())).collect();
        let outcome = async {
            let lexical = library.lexical();
            let now = library.version().await?;
            if lexical.generation() == Some(before) && lexical.update(now, &indexed, gone).is_ok() {
                return Ok(());
            }
            match library.complete_index(&lexical, now).await {
                Err(_) => library.complete_index(&lexical.emptied(), now).await,
                done => done,
            }
        };
        if let Err(error) = outcome.await {
            tracing::warn!("the lexical index of the library was not brought up: {error}");
        }
        library.vectors().remove(gone, &[]).await;
    }
}

impl Library {
    async fn ids(&self, which: &str) -> Result<Vec<Uuid>> {
        let mut found = Vec::new();
        for batch in self.scan(which.to_owned(), &["id"]).await? {
            for id in Columns(&batch).text("id")?.iter().flatten() {
                found.push(parse_id(id)?);
            }
        }
        Ok(found)
    }

    async fn complete_index(&self, lexical: &Lexical, now: u64) -> Result<()> {
        let (missing, stale) = lexical.difference(&self.live().await?)?;
        let passages = self.passages(&missing).await?;
        let texts: Vec<(RowRef, String)> = passages.iter().map(|it| (row_of(it), it.indexed_text())).collect();
        lexical.update(now, &texts, &stale)
    }
}

/// The row of a passage as the search legs know it.
pub fn row_of(passage: &Passage) -> RowRef {
    RowRef { id: passage.id, revision: passage.revision() }
}

/// One table for both kinds, so that one commit can hold a source and its passages. A source has its whole text in
/// `content` and itself as `owner`.
fn schema() -> SchemaRef {
    let text = |name: &str| Field::new(name, DataType::Utf8, false);
    let number = |name: &str| Field::new(name, DataType::Int64, false);
    Arc::new(Schema::new(vec![
        text("kind"),
        text("id"),
        text("scope"),
        text("owner"),
        text("source"),
        Field::new("session", DataType::Utf8, true),
        text("title"),
        text("content"),
        text("place"),
        text("facts"),
        number("revision"),
        number("created_at"),
        number("updated_at"),
    ]))
}

/// One row of either kind.
enum Row<'a> {
    Source(&'a Source),
    Passage(&'a Source, &'a Passage),
}

impl Row<'_> {
    fn source(&self) -> &Source {
        match self {
            Self::Source(source) | Self::Passage(source, _) => source,
        }
    }
}

fn encode(sources: &[(Source, Vec<Passage>)]) -> Result<RecordBatch> {
    let rows: Vec<Row<'_>> = sources
        .iter()
        .flat_map(|(source, passages)| {
            std::iter::once(Row::Source(source)).chain(passages.iter().map(move |it| Row::Passage(source, it)))
        })
        .collect();
    let text =
        |of: &dyn Fn(&Row<'_>) -> String| -> ArrayRef { Arc::new(StringArray::from_iter_values(rows.iter().map(of))) };
    let number =
        |of: &dyn Fn(&Row<'_>) -> i64| -> ArrayRef { Arc::new(Int64Array::from_iter_values(rows.iter().map(of))) };
    let json = |value: serde_json::Result<String>| value.unwrap_or_default();
    let columns: Vec<ArrayRef> = vec![
        text(&|row| if matches!(row, Row::Source(_)) { SOURCE } else { PASSAGE }.to_owned()),
        text(&|row| match row {
            Row::Source(source) => source.id.to_string(),
            Row::Passage(_, passage) => passage.id.to_string(),
        }),
        text(&|row| row.source().scope.clone()),
        text(&|row| row.source().id.to_string()),
        text(&|row| row.source().source.clone()),
        Arc::new(StringArray::from_iter(rows.iter().map(|row| row.source().session.clone()))),
        text(&|row| row.source().title.clone()),
        text(&|row| match row {
            Row::Source(source) => source.text.clone(),
            Row::Passage(_, passage) => passage.text.clone(),
        }),
        // The place of a source is where it came from.
        text(&|row| match row {
            Row::Source(source) => origin_word(source.origin).to_owned(),
            Row::Passage(_, passage) => json(serde_json::to_string(&passage.place)),
        }),
        text(&|row| match row {
            Row::Source(source) => json(serde_json::to_string(&source.facts)),
            Row::Passage(..) => String::new(),
        }),
        number(&|row| match row {
            Row::Source(_) => 0,
            Row::Passage(_, passage) => passage.revision().cast_signed(),
        }),
        number(&|row| row.source().created_at.as_microsecond()),
        number(&|row| row.source().fetched_at.as_microsecond()),
    ];
    RecordBatch::try_new(schema(), columns).map_err(|error| Error::internal(format!("cannot build rows: {error}")))
}

fn origin_word(origin: Origin) -> &'static str {
    match origin {
        Origin::File => "file",
        Origin::Url => "url",
        Origin::Key => "key",
    }
}

fn origin(word: &str) -> Result<Origin> {
    match word {
        "file" => Ok(Origin::File),
        "url" => Ok(Origin::Url),
        "key" => Ok(Origin::Key),
        _ => Err(damaged("place")),
    }
}

fn optional(array: &StringArray, row: usize) -> Option<String> {
    array.is_valid(row).then(|| array.value(row).to_owned())
}

fn decode_sources(batch: &RecordBatch) -> Result<Vec<Source>> {
    let columns = Columns(batch);
    let (ids, scopes, sources) = (columns.text("id")?, columns.text("scope")?, columns.text("source")?);
    let (sessions, titles, places) = (columns.text("session")?, columns.text("title")?, columns.text("place")?);
    let (facts, created, updated) =
        (columns.text("facts")?, columns.number("created_at")?, columns.number("updated_at")?);
    // Left out unless it was asked for.
    let texts = columns.text("content").ok();
    let time = |at: i64| Timestamp::from_microsecond(at).map_err(|_| damaged("created_at"));
    (0..batch.num_rows())
        .map(|row| {
            Ok(Source {
                id: parse_id(ids.value(row))?,
                scope: scopes.value(row).to_owned(),
                source: sources.value(row).to_owned(),
                origin: origin(places.value(row))?,
                session: optional(sessions, row),
                title: titles.value(row).to_owned(),
                text: texts.map_or_else(String::new, |texts| texts.value(row).to_owned()),
                facts: serde_json::from_str::<Facts>(facts.value(row)).map_err(|_| damaged("facts"))?,
                created_at: time(created.value(row))?,
                fetched_at: time(updated.value(row))?,
            })
        })
        .collect()
}

fn decode_passages(batch: &RecordBatch) -> Result<Vec<Passage>> {
    let columns = Columns(batch);
    let (ids, scopes, owners) = (columns.text("id")?, columns.text("scope")?, columns.text("owner")?);
    let (sources, sessions, titles) = (columns.text("source")?, columns.text("session")?, columns.text("title")?);
    let (texts, places) = (columns.text("content")?, columns.text("place")?);
    (0..batch.num_rows())
        .map(|row| {
            Ok(Passage {
                id: parse_id(ids.value(row))?,
                scope: scopes.value(row).to_owned(),
                owner: parse_id(owners.value(row))?,
                source: sources.value(row).to_owned(),
                session: optional(sessions, row),
                title: titles.value(row).to_owned(),
                text: texts.value(row).to_owned(),
                place: serde_json::from_str::<Place>(places.value(row)).map_err(|_| damaged("place"))?,
            })
        })
        .collect()
}
