//! `history`: what happened to memories.

use serde_json::{Map, Value};

use super::input;
use crate::app::App;
use crate::cli::HistoryArgs;
use crate::error::{ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::memory::filter::Visible;
use crate::memory::history::history;
use crate::store::Store;
use crate::wire::link::ChangeRecord;
use crate::wire::record::NotFound;

/// Runs `history`.
pub(super) async fn run(app: &mut App, args: HistoryArgs) -> Result<Status> {
    let stdin = input::from_stdin(&args.ids, "the id")?;
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let mut tally = Tally::default();
    if !stdin {
        let visible = app.visible()?;
        for id in &args.ids {
            print(app, &store, &visible, id, &Map::new(), &mut tally).await?;
        }
        return Ok(tally.status());
    }
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        for line in batch {
            let number = line.number;
            let outcome = match input::line_id(app, line) {
                Ok((id, visible, mut pass)) => {
                    // What another `history` said of its own event.
                    pass.retain(|name, _| !["at", "change", "by", "fields", "link"].contains(&name.as_str()));
                    print(app, &store, &visible, &id, &pass, &mut tally).await
                }
                Err(error) => Err(error),
            };
            match outcome {
                Err(error) if error.kind == ErrorKind::Usage => {
                    tally.refused += 1;
                    input::refuse(app, number, &error);
                }
                other => other?,
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
    visible: &Visible,
    id: &str,
    pass: &Map<String, Value>,
    tally: &mut Tally,
) -> Result<()> {
    let Some(history) = history(store, visible, id).await? else {
        tally.negative += 1;
        return app.sink.record(&NotFound::new(id, pass));
    };
    tally.done += 1;
    for event in &history.events {
        app.sink.record(&ChangeRecord::new(history.id, &history.scope, event, pass))?;
    }
    Ok(())
}
