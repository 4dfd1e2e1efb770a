//! Vectors: one LanceDB table per embedding model, derived from the records' text.
//!
//! Rows are only ever appended and removed. A vector counts for a record only when it was made from
//! the record's present revision, so a left-over from an earlier text is never used.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Float32Type;
use arrow_array::{ArrayRef, FixedSizeListArray, Float32Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use futures::TryStreamExt;
use lancedb::query::{ExecutableQuery, QueryBase, Select};
use lancedb::{Connection, Table};
use uuid::Uuid;

use super::lock::not_writable;
use super::rows::{Columns, damaged, parse_id};
use super::write::compact;
use super::{RowRef, Store, Writer, failed, predicate};
use crate::error::{Error, Result};
use crate::memory::filter::{Filter, Visible};
use crate::text::slug::slug;

const PREFIX: &str = "vectors_";

/// A vector with the row that it was made from.
#[derive(Debug, Clone)]
pub struct Embedded {
    /// The row.
    pub row: RowRef,
    /// The row's scope, by which a search narrows its reading.
    pub scope: String,
    /// Unit length, as long as the model's dimension.
    pub vector: Vec<f32>,
}

/// Vectors as they were read, with the rows that they were made from.
#[derive(Default)]
pub struct Vectors {
    rows: Vec<Vec<RowRef>>,
    /// One batch each; the numbers stay where they were decoded.
    values: Vec<FixedSizeListArray>,
}

/// Vectors of the rows in sight, as one matrix.
pub struct Matrix {
    dimension: usize,
    /// Per row: its batch and where its vector begins in it, if it has one.
    starts: Vec<Option<(u32, u32)>>,
    values: Vec<Float32Array>,
}

impl Matrix {
    /// No row has a vector.
    pub fn empty(rows: usize) -> Self {
        Self { dimension: 0, starts: vec![None; rows], values: Vec::new() }
    }

    /// The vector of a row.
    pub fn get(&self, row: usize) -> Option<&[f32]> {
        let (batch, start) = self.starts[row]?;
        Some(&self.values[batch as usize].values()[start as usize..start as usize + self.dimension])
    }

    /// Puts vectors beside their rows; those of other rows or of an earlier text are left out.
    pub fn arrange(vectors: Vectors, rows: &[RowRef]) -> Self {
        let positions: HashMap<RowRef, usize> = rows.iter().copied().zip(0..).collect();
        let mut matrix = Self::empty(rows.len());
        for (refs, list) in vectors.rows.iter().zip(&vectors.values) {
            let Some(values) = list.values().as_primitive_opt::<Float32Type>() else { continue };
            matrix.dimension = usize::try_from(list.value_length()).unwrap_or(0);
            let batch = matrix.values.len() as u32;
            for (at, row) in refs.iter().enumerate() {
                if let Some(position) = positions.get(row) {
                    matrix.starts[*position] = Some((batch, list.value_offset(at) as u32));
                }
            }
            matrix.values.push(values.clone());
        }
        matrix
    }

    /// Cosine of every row with a unit query vector; none for rows without a vector.
    pub fn cosines(&self, query: &[f32]) -> Vec<Option<f32>> {
        (0..self.starts.len()).map(|row| self.get(row).map(|vector| dot(vector, query))).collect()
    }
}

/// Dot product in sixteen lanes, which the compiler turns into vector instructions: arrays have no bounds to check.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a16, a_rest), (b16, b_rest)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut lanes = [0.0f32; 16];
    for (x, y) in a16.iter().zip(b16) {
        for lane in 0..16 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    lanes.iter().sum::<f32>() + rest
}

/// Name of the table that holds a model's vectors.
pub fn table_name(model: &str) -> String {
    format!("{PREFIX}{}", slug(model))
}

/// The vectors tables of one folder, one a model.
pub(super) struct VectorTables<'a> {
    dir: &'a Path,
    connection: &'a Connection,
}

impl<'a> VectorTables<'a> {
    pub(super) fn new(dir: &'a Path, connection: &'a Connection) -> Self {
        Self { dir, connection }
    }

    async fn open(&self, model: &str) -> Result<Option<Table>> {
        let name = table_name(model);
        if !self.dir.join(format!("{name}.lance")).is_dir() {
            return Ok(None);
        }
        self.connection.open_table(name).execute().await.map(Some).map_err(|error| self.failed(error))
    }

    /// Vectors of one model in sight; a damaged table counts as none.
    pub(super) async fn read(&self, model: &str, visible: &Visible) -> Vectors {
        self.try_read(model, visible).await.unwrap_or_else(|error| {
            tracing::warn!("the vectors of {model} cannot be read and are left out: {error}");
            Vectors::default()
        })
    }

    async fn try_read(&self, model: &str, visible: &Visible) -> Result<Vectors> {
        let mut read = Vectors::default();
        let Some(table) = self.open(model).await? else { return Ok(read) };
        for batch in self.scan(&table, visible, &["id", "revision", "vector"]).await? {
            read.rows.push(row_refs(&batch)?);
            read.values.push(vector_column(&batch)?.clone());
        }
        Ok(read)
    }

    /// The rows in sight that have a vector of this model.
    pub(super) async fn rows(&self, model: &str, visible: &Visible) -> Result<Vec<RowRef>> {
        let Some(table) = self.open(model).await? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for batch in self.scan(&table, visible, &["id", "revision"]).await? {
            found.extend(row_refs(&batch)?);
        }
        Ok(found)
    }

    /// How many vectors of this model there are.
    pub(super) async fn count(&self, model: &str) -> Result<usize> {
        match self.open(model).await? {
            Some(table) => table.count_rows(None).await.map_err(|error| self.failed(error)),
            None => Ok(0),
        }
    }

    async fn scan(&self, table: &Table, visible: &Visible, columns: &[&str]) -> Result<Vec<RecordBatch>> {
        let mut query = table.query().select(Select::columns(columns));
        if let Some(scopes) = predicate::scopes(visible) {
            query = query.only_if(scopes);
        }
        let stream = query.execute().await.map_err(|error| self.failed(error))?;
        stream.try_collect().await.map_err(|error| self.failed(error))
    }

    /// Appends vectors of one model; the write lock is held.
    pub(super) async fn append(&self, model: &str, embedded: &[Embedded]) -> Result<()> {
        let Some(first) = embedded.first() else { return Ok(()) };
        let table = match self.open(model).await? {
            Some(table) => table,
            None => self
                .connection
                .create_empty_table(table_name(model), schema(first.vector.len()))
                .execute()
                .await
                .map_err(|error| self.failed(error))?,
        };
        table.add(encode(embedded)?).execute().await.map_err(|error| self.failed(error))?;
        compact(&table).await;
        Ok(())
    }

    /// Removes vectors of one model that belong to none of the live rows; the write lock is held.
    pub(super) async fn sweep(&self, model: &str, live: &HashSet<RowRef>) -> Result<()> {
        let Some(table) = self.open(model).await? else { return Ok(()) };
        for row in self.rows(model, &Visible::All).await? {
            if !live.contains(&row) {
                let which = predicate::revision_of(row.id, row.revision);
                table.delete(which.as_str()).await.map_err(|error| self.failed(error))?;
            }
        }
        Ok(())
    }

    /// Removes the vectors of rows that are gone or have another text now, whatever the model; what cannot be
    /// removed is never used.
    pub(super) async fn remove(&self, gone: &[Uuid], changed: &[RowRef]) {
        if gone.is_empty() && changed.is_empty() {
            return;
        }
        let gone = gone.chunks(predicate::MAX_LITERALS).map(predicate::any_of_ids);
        let stale = changed.chunks(predicate::MAX_LITERALS).map(predicate::other_revisions);
        let conditions: Vec<String> = gone.chain(stale).collect();
        for table in self.all().await.unwrap_or_default() {
            for which in &conditions {
                // A delete that finds nothing would still be a commit.
                let found = table.count_rows(Some(which.clone())).await.unwrap_or(1);
                if found > 0
                    && let Err(error) = table.delete(which.as_str()).await
                {
                    tracing::warn!("vectors of removed records stay in {}: {error}", table.name());
                }
            }
        }
    }

    /// The table of every model.
    pub(super) async fn all(&self) -> Result<Vec<Table>> {
        let names = self.connection.table_names().execute().await.map_err(|error| self.failed(error))?;
        let mut tables = Vec::new();
        for name in names.into_iter().filter(|name| name.starts_with(PREFIX)) {
            tables.push(self.connection.open_table(name).execute().await.map_err(|error| self.failed(error))?);
        }
        Ok(tables)
    }

    /// Removes the table of one model, whatever state its files are in: vectors are made anew.
    pub(super) fn discard(&self, model: &str) -> Result<()> {
        let table = self.dir.join(format!("{}.lance", table_name(model)));
        match std::fs::remove_dir_all(&table) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(not_writable(self.dir, &error)),
            _ => Ok(()),
        }
    }

    /// Whether there is a table of another model.
    pub(super) async fn has_others(&self, model: &str) -> Result<bool> {
        Ok(!self.others(model).await?.is_empty())
    }

    /// Drops the tables of every model but this one; answers how many.
    pub(super) async fn drop_others(&self, model: &str) -> Result<usize> {
        let others = self.others(model).await?;
        for name in &others {
            self.connection.drop_table(name, &[]).await.map_err(|error| self.failed(error))?;
        }
        Ok(others.len())
    }

    async fn others(&self, model: &str) -> Result<Vec<String>> {
        let own = table_name(model);
        let names = self.connection.table_names().execute().await.map_err(|error| self.failed(error))?;
        Ok(names.into_iter().filter(|name| name.starts_with(PREFIX) && *name != own).collect())
    }

    /// Follows records into another scope.
    pub(super) async fn rename_scope(&self, old: &str, new: &str) -> Result<()> {
        for table in self.all().await? {
            let update = table.update().only_if(predicate::scope(old)).column("scope", predicate::literal(new));
            update.execute().await.map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    fn failed(&self, error: lancedb::Error) -> Error {
        failed(self.dir, error)
    }
}

impl Store {
    pub(super) fn vectors(&self) -> VectorTables<'_> {
        VectorTables::new(&self.dir, &self.connection)
    }

    /// Vectors of one model for the rows in sight; a damaged table counts as none.
    pub async fn matrix(&self, model: &str, visible: &Visible, rows: &[RowRef]) -> Matrix {
        Matrix::arrange(self.vectors_in(model, visible).await, rows)
    }

    /// Vectors of one model in sight; a damaged table counts as none.
    pub async fn vectors_in(&self, model: &str, visible: &Visible) -> Vectors {
        self.vectors().read(model, visible).await
    }

    /// The rows in sight that have a vector of this model.
    pub async fn embedded_rows(&self, model: &str, visible: &Visible) -> Result<Vec<RowRef>> {
        self.vectors().rows(model, visible).await
    }

    /// Whether every memory seems to have its vector: a comparison of two counts, cheap.
    pub async fn all_embedded(&self, model: &str) -> Result<bool> {
        Ok(self.count().await? == self.vectors().count(model).await?)
    }

    /// Memories, of any scope, without a vector of this model for their present text.
    pub async fn pending(&self, model: &str) -> Result<Vec<RowRef>> {
        let held: HashSet<RowRef> = self.embedded_rows(model, &Visible::All).await?.into_iter().collect();
        let live = self.rows(&Visible::All, &Filter::default()).await?;
        Ok(live.into_iter().filter(|row| !held.contains(row)).collect())
    }
}

impl Writer<'_> {
    /// Appends vectors of one model.
    pub async fn embed(&self, model: &str, embedded: &[Embedded]) -> Result<()> {
        self.store().vectors().append(model, embedded).await?;
        match embedded.first() {
            Some(first) => self.note_dimension(model, first.vector.len()),
            None => Ok(()),
        }
    }

    /// Removes the vectors of one model, memories' and passages', so that they are made anew.
    pub async fn discard_vectors(&self, model: &str) -> Result<()> {
        self.store().vectors().discard(model)?;
        if let Some(library) = self.store().library().await? {
            library.vectors().discard(model)?;
        }
        Ok(())
    }

    /// Removes vectors whose record is gone or has another text now.
    pub async fn sweep_vectors(&self, model: &str) -> Result<()> {
        let live = self.store().rows(&Visible::All, &Filter::default()).await?.into_iter().collect();
        self.store().vectors().sweep(model, &live).await
    }
}

fn schema(dimension: usize) -> SchemaRef {
    let item = Arc::new(Field::new("item", DataType::Float32, true));
    let vector = DataType::FixedSizeList(item, i32::try_from(dimension).unwrap_or(i32::MAX));
    Arc::new(Schema::new(vec![
        Field::new("id", DataType::Utf8, false),
        Field::new("revision", DataType::Int64, false),
        Field::new("scope", DataType::Utf8, false),
        Field::new("vector", vector, false),
    ]))
}

fn encode(embedded: &[Embedded]) -> Result<RecordBatch> {
    let dimension = embedded.first().map_or(0, |first| first.vector.len());
    let values = Float32Array::from_iter_values(embedded.iter().flat_map(|it| it.vector.iter().copied()));
    let item = Arc::new(Field::new("item", DataType::Float32, true));
    let width = i32::try_from(dimension).unwrap_or(i32::MAX);
    let broken = |error: arrow_schema::ArrowError| Error::internal(format!("cannot build vectors: {error}"));
    let vectors = FixedSizeListArray::try_new(item, width, Arc::new(values), None).map_err(broken)?;
    let columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from_iter_values(embedded.iter().map(|it| it.row.id.to_string()))),
        Arc::new(Int64Array::from_iter_values(embedded.iter().map(|it| it.row.revision.cast_signed()))),
        Arc::new(StringArray::from_iter_values(embedded.iter().map(|it| &it.scope))),
        Arc::new(vectors),
    ];
    RecordBatch::try_new(schema(dimension), columns).map_err(broken)
}

/// The rows that a batch with `id` and `revision` names.
pub(super) fn row_refs(batch: &RecordBatch) -> Result<Vec<RowRef>> {
    let columns = Columns(batch);
    let (ids, revisions) = (columns.text("id")?, columns.number("revision")?);
    (0..batch.num_rows())
        .map(|row| Ok(RowRef { id: parse_id(ids.value(row))?, revision: revisions.value(row).cast_unsigned() }))
        .collect()
}

fn vector_column(batch: &RecordBatch) -> Result<&FixedSizeListArray> {
    batch.column_by_name("vector").and_then(|column| column.as_fixed_size_list_opt()).ok_or_else(|| damaged("vector"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_product_of_any_length() {
        let a: Vec<f32> = (0..19).map(|n| n as f32).collect();
        assert_eq!(dot(&a, &a), (0..19).map(|n| (n * n) as f32).sum::<f32>());
    }
}
