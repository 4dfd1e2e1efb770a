//! `forget`: removes memories, after showing which.

use serde_json::{Map, Value};

use super::{input, remember};
use crate::app::App;
use crate::cli::ForgetArgs;
use crate::error::{Error, ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::memory::record::Memory;
use crate::store::Store;
use crate::wire::input::Line;
use crate::wire::record::{MemoryRecord, NotFound};

/// A memory that shall go, or an id that is not there, with the caller's own fields.
type Target = (Result<Memory, String>, Map<String, Value>);

/// Runs `forget`.
pub(super) async fn run(app: &mut App, args: ForgetArgs) -> Result<Status> {
    let stdin = args.query.is_none() && input::from_stdin(&args.ids, "the id or --query")?;
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let mut tally = Tally::default();
    let mut shown = false;
    if let Some(query) = &args.query {
        let found = remember::select(app, &store, query, &args).await?;
        let targets = found.into_iter().map(|memory| (Ok(memory), Map::new())).collect();
        shown |= settle(app, &store, targets, args.confirm, &mut tally).await?;
        if tally.done == 0 {
            return Ok(Status::Negative);
        }
    } else if stdin {
        let mut lines = input::stdin();
        while let Some(batch) = lines.next_batch() {
            let mut targets = Vec::new();
            for line in batch {
                let number = line.number;
                match line_target(app, &store, line).await {
                    Ok(target) => targets.push(target),
                    Err(error) if error.kind != ErrorKind::Usage => return Err(error),
                    Err(error) => {
                        tally.refused += 1;
                        input::refuse(app, number, &error);
                    }
                }
            }
            shown |= settle(app, &store, targets, args.confirm, &mut tally).await?;
            app.sink.flush()?;
        }
    } else {
        let visible = app.visible()?;
        let mut targets: Vec<Target> = Vec::new();
        for id in &args.ids {
            targets.push((input::memory_by_id(&store, &visible, id).await?.ok_or_else(|| id.clone()), Map::new()));
        }
        shown |= settle(app, &store, targets, args.confirm, &mut tally).await?;
    }
    if shown {
        app.report.error(
            &Error::usage("not_confirmed", "nothing was removed: this is what would go")
                .hint("add --confirm to remove it"),
        );
        return Ok(Status::Usage);
    }
    Ok(tally.status())
}

async fn line_target(app: &App, store: &Store, line: Line) -> Result<Target> {
    let (id, visible, pass) = input::line_id(app, line)?;
    let found = input::memory_by_id(store, &visible, &id).await?;
    Ok((found.ok_or(id), pass))
}

/// Removes what was found, or shows it; answers whether anything was only shown.
async fn settle(app: &mut App, store: &Store, targets: Vec<Target>, confirm: bool, tally: &mut Tally) -> Result<bool> {
    let ids: Vec<_> = targets.iter().filter_map(|(target, _)| target.as_ref().ok().map(|memory| memory.id)).collect();
    if confirm && !ids.is_empty() {
        store.writer()?.remove(&ids).await?;
    }
    let status = if confirm { "forgotten" } else { "would_forget" };
    for (target, pass) in &targets {
        match target {
            Ok(memory) => {
                tally.done += 1;
                app.sink.record(&MemoryRecord::new(memory, Some(status), None, pass))?;
            }
            Err(id) => {
                tally.negative += 1;
                app.sink.record(&NotFound::new(id, pass))?;
            }
        }
    }
    Ok(!confirm && !ids.is_empty())
}
