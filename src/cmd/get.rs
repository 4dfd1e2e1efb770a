//! `get`: memories by id.

use serde_json::Map;

use super::embeddings::Embeddings;
use super::input;
use crate::app::App;
use crate::cli::GetArgs;
use crate::error::Result;
use crate::exit::{Status, Tally};
use crate::memory::filter::Visible;
use crate::store::Store;
use crate::wire::record::{MemoryRecord, NotFound};

/// Runs `get`.
pub(super) async fn run(app: &mut App, args: GetArgs) -> Result<Status> {
    let stdin = input::from_stdin(&args.ids, "the id")?;
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let vectors = Embeddings::read(app, &store).await?;
    let mut tally = Tally::default();
    if !stdin {
        let visible = app.visible()?;
        for id in &args.ids {
            print(app, &store, &vectors, &visible, id, &Map::new(), &mut tally).await?;
        }
        return Ok(tally.status());
    }
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        for line in batch {
            let number = line.number;
            let outcome = match input::line_id(app, line) {
                Ok((id, visible, pass)) => print(app, &store, &vectors, &visible, &id, &pass, &mut tally).await,
                Err(error) => Err(error),
            };
            if let Err(error) = outcome {
                if error.kind != crate::error::ErrorKind::Usage {
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
    vectors: &Embeddings,
    visible: &Visible,
    id: &str,
    pass: &Map<String, serde_json::Value>,
    tally: &mut Tally,
) -> Result<()> {
    match input::memory_by_id(store, visible, id).await? {
        Some(memory) => {
            tally.done += 1;
            app.sink.record(&MemoryRecord::new(&memory, None, vectors.of(memory.id), pass))
        }
        None => {
            tally.negative += 1;
            app.sink.record(&NotFound::new(id, pass))
        }
    }
}
