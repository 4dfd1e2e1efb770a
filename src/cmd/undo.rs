//! `undo`: takes runs back.

use serde_json::{Map, Value};

use super::input;
use crate::app::App;
use crate::cli::UndoArgs;
use crate::error::{Error, ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::lifecycle::undo::{Step, find, undo};
use crate::memory::filter::Visible;
use crate::store::Store;
use crate::wire::run::{NoRun, RunRecord, StepRecord};

/// Runs `undo`.
pub(super) async fn run(app: &mut App, args: UndoArgs) -> Result<Status> {
    if args.list {
        return list(app).await;
    }
    let stdin = input::from_stdin(&args.runs, "the run")
        .map_err(|error| error.hint("octobrain undo --list shows the runs; RUN_ID takes one back"))?;
    let Some(store) = app.read_store().await? else { return Ok(Status::Negative) };
    let mut tally = Tally::default();
    if !stdin {
        for run in &args.runs {
            settle(app, &store, &Visible::All, run, Map::new(), &mut tally).await?;
        }
        return Ok(tally.status());
    }
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        for line in batch {
            let number = line.number;
            let decoded = input::fields(line, "run").and_then(|mut fields| {
                let run = fields.text(&["run", "id"])?;
                let run = run.ok_or_else(|| {
                    Error::usage("no_run", "run is missing").hint("a line is {\"run\": \"…\"} or the id of a run")
                })?;
                let mut pass = fields.beside_memory();
                // What another command said of the run itself.
                pass.retain(|name, _| !["command", "at", "parents", "folded", "goal"].contains(&name.as_str()));
                Ok((run, pass))
            });
            let outcome = match decoded {
                Ok((run, pass)) => settle(app, &store, &Visible::All, &run, pass, &mut tally).await,
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
    }
    Ok(tally.status())
}

async fn list(app: &mut App) -> Result<Status> {
    let Some(store) = app.read_store().await? else { return Ok(Status::Done) };
    let visible = app.explicit_scope()?.map_or(Visible::All, Visible::Only);
    for run in store.runs(&visible, "").await? {
        app.sink.record(&RunRecord::new(&run))?;
    }
    Ok(Status::Done)
}

async fn settle(
    app: &mut App,
    store: &Store,
    visible: &Visible,
    id: &str,
    pass: Map<String, Value>,
    tally: &mut Tally,
) -> Result<()> {
    let Some(run) = find(store, visible, id).await? else {
        tally.negative += 1;
        return app.sink.record(&NoRun::new(id, &pass));
    };
    let undone = undo(store, &app.clock, run).await?;
    let (mut restored, mut removed, mut refused) = (0, 0, 0);
    for step in &undone.steps {
        let record = match step {
            Step::Restored(memory) => {
                restored += 1;
                StepRecord::new(undone.run.id, "restored", memory.id, Some(&memory.title), None)
            }
            Step::Removed(memory) => {
                removed += 1;
                StepRecord::new(undone.run.id, "removed", memory.id, Some(&memory.title), None)
            }
            Step::Refused(id, why) => {
                refused += 1;
                StepRecord::new(undone.run.id, "refused", *id, None, Some(why))
            }
        };
        app.sink.record(&record)?;
    }
    tally.done += restored + removed;
    tally.refused += refused;
    app.sink.record(&RunRecord::new(&undone.run).undone(restored, removed, refused).passing(pass))?;
    if refused > 0 {
        app.report.warning(
            &Error::usage(
                "overtaken",
                format!("run: {refused} memories of {id} were changed since and stay as they are"),
            )
            .hint("their records say what changed them; undo that first, or mend them with update"),
        );
    }
    Ok(())
}
