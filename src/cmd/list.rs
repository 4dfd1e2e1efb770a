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
    let embeddings = Embeddings::read(app, &store).await?;
    let view = View::read(app, &store, &visible, &embeddings).await?;
    let memories = match sort {
        SortArg::Created => store.sorted(&visible, filter, Sort::Created, limit).await?,
        SortArg::Updated => store.sorted(&visible, filter, Sort::Updated, limit).await?,
        SortArg::Importance => store.sorted(&visible, filter, Sort::Importance, limit).await?,
        // A function of the clock, which no column holds.
        SortArg::Effective => {
            let mut memories = store.memories(&visible, filter).await?;
            memories.sort_by(|a, b| view.effective(b).total_cmp(&view.effective(a)).then_with(|| b.id.cmp(&a.id)));
            memories.truncate(limit.unwrap_or(usize::MAX));
            memories
        }
    };
    let nothing = Map::new();
    for memory in &memories {
        app.sink.record(&view.record(memory, None, &nothing))?;
        if app.sink.closed() {
            break;
        }
    }
    Ok(Status::Done)
}
