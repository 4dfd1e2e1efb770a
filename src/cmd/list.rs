//! `list`: memories that pass filters.

use serde_json::Map;

use super::embeddings::Embeddings;
use super::input;
use super::view::View;
use crate::app::App;
use crate::cli::{ListArgs, SortArg};
use crate::error::Result;
use crate::exit::Status;
use crate::memory::filter::{Filter, Sort};
use crate::memory::lineage::Lineage;

/// Runs `list`.
pub(super) async fn run(app: &mut App, args: ListArgs) -> Result<Status> {
    let filter = input::filter(app, &args.filter)?;
    list(app, &filter, args.sort, args.limit).await
}

/// Prints the memories in sight that pass, at most `limit`.
pub(super) async fn list(app: &mut App, filter: &Filter, sort: SortArg, limit: Option<usize>) -> Result<Status> {
    let visible = app.visible()?;
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Done);
    };
    let by = match sort {
        SortArg::Created => Some(Sort::Created),
        SortArg::Updated => Some(Sort::Updated),
        SortArg::Importance => Some(Sort::Importance),
        // A function of the clock, which no column holds.
        SortArg::Effective => None,
    };
    let read = async {
        match by {
            Some(by) => store.sorted(&visible, filter, by, limit).await,
            None => store.memories(&visible, filter).await,
        }
    };
    let (memories, embeddings, lineage) =
        futures::join!(read, Embeddings::read(app, &store), Lineage::read(&store, &visible, None));
    let (mut memories, embeddings) = (memories?, embeddings?);
    let view = View::new(app, &store, lineage?, &embeddings);
    if by.is_none() {
        memories.sort_by(|a, b| view.effective(b).total_cmp(&view.effective(a)).then_with(|| b.id.cmp(&a.id)));
        memories.truncate(limit.unwrap_or(usize::MAX));
    }
    let nothing = Map::new();
    for memory in &memories {
        app.sink.record(&view.record(memory, None, &nothing))?;
        if app.sink.closed() {
            break;
        }
    }
    Ok(Status::Done)
}
