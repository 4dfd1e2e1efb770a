//! The LanceDB tables of a published Octobrain, read and never written: rows as JSON, columns by name.

use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use futures::TryStreamExt;
use lancedb::query::{ExecutableQuery, QueryBase, Select};
use serde_json::{Map, Value};

use super::{connect, failed};
use crate::error::{Error, Result};

const MEMORIES: &str = "memories";
const RELATIONSHIPS: &str = "memory_relationships";

/// Its rows.
#[derive(Debug, Default)]
pub struct Published {
    /// Of `memories`.
    pub memories: Vec<Map<String, Value>>,
    /// Of `memory_relationships`.
    pub relationships: Vec<Map<String, Value>>,
}

/// The folder with its tables: this one, or where its versions keep them below it.
pub fn tables_of(folder: &Path) -> Option<PathBuf> {
    let places = [folder.to_owned(), folder.join("memory"), folder.join("storage")];
    places.into_iter().find(|place| place.join(format!("{MEMORIES}.lance")).is_dir())
}

/// Reads what it remembers.
pub async fn read(folder: &Path) -> Result<Published> {
    let Some(folder) = tables_of(folder) else {
        return Err(Error::usage(
            "no_tables",
            format!("no memories of a published Octobrain are in {}", folder.display()),
        )
        .hint("name the folder that holds memories.lance, mostly ~/.local/share/octobrain"));
    };
    Ok(Published {
        memories: rows(&folder, MEMORIES).await?,
        relationships: match folder.join(format!("{RELATIONSHIPS}.lance")).is_dir() {
            true => rows(&folder, RELATIONSHIPS).await?,
            false => Vec::new(),
        },
    })
}

async fn rows(folder: &Path, table: &str) -> Result<Vec<Map<String, Value>>> {
    let connection = connect(folder).await?;
    let table = connection.open_table(table).execute().await.map_err(|error| failed(folder, error))?;
    let schema = table.schema().await.map_err(|error| failed(folder, error))?;
    // Vectors are those of another model.
    let columns: Vec<String> =
        schema.fields().iter().map(|field| field.name().clone()).filter(|name| name != "embedding").collect();
    let query = table.query().select(Select::columns(&columns));
    let stream = query.execute().await.map_err(|error| failed(folder, error))?;
    let batches: Vec<RecordBatch> = stream.try_collect().await.map_err(|error| failed(folder, error))?;
    let mut found = Vec::new();
    for batch in &batches {
        for row in 0..batch.num_rows() {
            let cells = columns.iter().zip(batch.columns());
            let cells = cells.filter_map(|(name, column)| Some((name.clone(), cell(column, row)?)));
            found.push(cells.collect());
        }
    }
    Ok(found)
}

/// One value; none where it is null or of a type that no column of these tables has.
fn cell(column: &ArrayRef, row: usize) -> Option<Value> {
    if column.is_null(row) {
        return None;
    }
    if let Some(texts) = column.as_string_opt::<i32>() {
        return Some(texts.value(row).into());
    }
    if let Some(numbers) = column.as_primitive_opt::<Float32Type>() {
        // 0.8 is stored as 0.800000012.
        return Some(((f64::from(numbers.value(row)) * 1e6).round() / 1e6).into());
    }
    if let Some(numbers) = column.as_primitive_opt::<Float64Type>() {
        return Some(numbers.value(row).into());
    }
    if let Some(numbers) = column.as_primitive_opt::<Int32Type>() {
        return Some(numbers.value(row).into());
    }
    column.as_primitive_opt::<Int64Type>().map(|numbers| numbers.value(row).into())
}
