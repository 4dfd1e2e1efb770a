//! `get`: memories by id.

use serde_json::Map;

use super::embeddings::Embeddings;
use super::input;
use super::view::View;
use crate::app::App;
use crate::cli::GetArgs;
use crate::error::{ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::memory::filter::Visible;
use crate::memory::lookup;
use crate::store::Store;
use crate::wire::record::NotFound;

/// Runs `get`.
pub(super) async fn run(app: &mut App, args: GetArgs) -> Result<Status> {
    let stdin = input::from_stdin(&args.ids, "the id")?;
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let embeddings = Embeddings::read(app, &store).await?;
    let mut tally = Tally::default();
    if !stdin {
        let visible = app.visible()?;
        let view = View::read(app, &store, &visible, &embeddings).await?;
        for id in &args.ids {
            print(app, &store, &view, &visible, id, &Map::new(), &mut tally).await?;
        }
        return Ok(tally.status());
    }
    let mut lines = input::stdin();
    // One line may name another scope than the next: lineage is read over all, ids are looked up in sight.
    let view = View::read(app, &store, &Visible::All, &embeddings).await?;
    while let Some(batch) = lines.next_batch() {
        for line in batch {
            let number = line.number;
            let outcome = match input::line_id(app, line) {
                Ok((id, visible, pass)) => print(app, &store, &view, &visible, &id, &pass, &mut tally).await,
                Err(error) => Err(error),
            };
            if let Err(error) = outcome {
                if error.kind != ErrorKind::Usage {
                    return Err(error);
                }
                tally.refused += 1;
                input::refuse(app, number, &error);
            }
        }
        app.sink.flush()?;
        if app.sink.closed() {
            break;
        }
    }
    Ok(tally.status())
}

async fn print(
    app: &mut App,
    store: &Store,
    view: &View<'_>,
    visible: &Visible,
    id: &str,
    pass: &Map<String, serde_json::Value>,
    tally: &mut Tally,
) -> Result<()> {
    match lookup::find(store, visible, id).await? {
        Some(memory) => {
            tally.done += 1;
            app.sink.record(&view.record(&memory, None, pass))
        }
        None => {
            tally.negative += 1;
            app.sink.record(&NotFound::new(id, pass))
        }
    }
}
