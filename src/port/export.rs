//! A store → the lines of an export: memories first, so that what ties them finds both ends.

use std::collections::{BTreeMap, HashMap};

use uuid::Uuid;

use super::lines::{Head, LAYOUT, Line, PassageLine, SourceLine, encode_vector};
use crate::clock::Clock;
use crate::error::Result;
use crate::memory::Record;
use crate::memory::filter::{Filter, Visible};
use crate::store::library::Library;
use crate::store::vectors::Matrix;
use crate::store::{RowRef, Store};

/// Hands every line of what is in sight to `line`, in an order that depends on the records alone.
///
/// `model` adds the vectors that it made.
pub async fn export(
    store: &Store,
    visible: &Visible,
    model: Option<&str>,
    clock: &Clock,
    mut line: impl FnMut(&Line) -> Result<()>,
) -> Result<()> {
    line(&Line::Export(Head {
        format: LAYOUT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: clock.now(),
    }))?;
    memories(store, visible, model, &mut line).await?;
    for link in store.links_ever(visible).await? {
        line(&(&Record::Link(link)).into())?;
    }
    for change in store.changes(visible).await? {
        line(&(&Record::Change(change)).into())?;
    }
    for run in store.runs(visible, "").await? {
        line(&(&Record::Run(run)).into())?;
    }
    let mut tombstones = store.tombstones(visible, "").await?;
    tombstones.sort_by_key(|tombstone| tombstone.id);
    for tombstone in tombstones {
        line(&(&Record::Tombstone(tombstone)).into())?;
    }
    match store.library().await? {
        Some(library) => documents(&library, visible, model, &mut line).await,
        None => Ok(()),
    }
}

async fn memories(
    store: &Store,
    visible: &Visible,
    model: Option<&str>,
    line: &mut impl FnMut(&Line) -> Result<()>,
) -> Result<()> {
    let mut memories = store.memories(visible, &Filter::default()).await?;
    memories.sort_by_key(|memory| memory.id);
    let usage = store.usage();
    let rows: Vec<RowRef> = memories.iter().map(|it| RowRef { id: it.id, revision: it.revision() }).collect();
    let vectors = match model {
        Some(model) => store.matrix(model, visible, &rows).await,
        None => Matrix::empty(rows.len()),
    };
    for (at, memory) in memories.into_iter().enumerate() {
        let id = memory.id;
        let mut written = Line::from(&Record::Memory(memory));
        if let Line::Memory(of) = &mut written {
            if let Some(usage) = usage.get(&id) {
                of.access_count = usage.uses;
                of.last_accessed_at = usage.last;
            }
            of.vectors = vector(model, vectors.get(at));
        }
        line(&written)?;
    }
    Ok(())
}

fn vector(model: Option<&str>, vector: Option<&[f32]>) -> BTreeMap<String, String> {
    match (model, vector) {
        (Some(model), Some(vector)) => BTreeMap::from([(model.to_owned(), encode_vector(vector))]),
        _ => BTreeMap::new(),
    }
}

async fn documents(
    library: &Library,
    visible: &Visible,
    model: Option<&str>,
    line: &mut impl FnMut(&Line) -> Result<()>,
) -> Result<()> {
    let rows = library.passage_rows(visible).await?;
    let vectors = match model {
        Some(model) => Matrix::arrange(library.vectors_in(model, visible).await, &rows),
        None => Matrix::empty(rows.len()),
    };
    let places: HashMap<Uuid, usize> = rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
    for document in library.every_text(visible).await? {
        let ids: Vec<Uuid> = library.passage_ids(&[document.id]).await?.into_iter().collect();
        let mut passages = library.passages(&ids).await?;
        passages.sort_by_key(|passage| (passage.place.chars, passage.id));
        let passages = passages.iter().map(|passage| {
            let found = places.get(&passage.id).and_then(|at| vectors.get(*at));
            PassageLine::new(passage, vector(model, found))
        });
        let passages = passages.collect();
        line(&Line::Source(Box::new(SourceLine::new(&document, passages))))?;
    }
    Ok(())
}
