//! `list`: memories that pass filters.

use std::cmp::Ordering;

use serde_json::Map;

use super::embeddings::Embeddings;
use super::input;
use crate::app::App;
use crate::cli::{ListArgs, SortArg};
use crate::error::Result;
use crate::exit::Status;
use crate::memory::record::Memory;
use crate::wire::record::MemoryRecord;

/// Runs `list`.
pub(super) async fn run(app: &mut App, args: ListArgs) -> Result<Status> {
    let (visible, filter) = (app.visible()?, input::filter(app, &args.filter)?);
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Done);
    };
    let memories = store.memories(&visible, &filter).await?;
    let mut sorted: Vec<&Memory> = memories.iter().collect();
    sorted.sort_by(|a, b| order(args.sort, a, b));
    sorted.truncate(args.limit.unwrap_or(usize::MAX));
    let vectors = Embeddings::read(app, &store).await?;
    let nothing = Map::new();
    for memory in sorted {
        app.sink.record(&MemoryRecord::new(memory, None, vectors.of(memory.id), &nothing))?;
        if app.sink.closed() {
            break;
        }
    }
    Ok(Status::Done)
}

/// Newest or highest first, ties by id.
fn order(sort: SortArg, a: &Memory, b: &Memory) -> Ordering {
    let by = match sort {
        SortArg::Created => b.created_at.cmp(&a.created_at),
        SortArg::Updated => b.updated_at.cmp(&a.updated_at),
        SortArg::Importance => b.importance.total_cmp(&a.importance),
    };
    by.then_with(|| b.id.cmp(&a.id))
}
