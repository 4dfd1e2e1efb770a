//! `consolidate`: closes a goal by hand.

use std::io::Read;

use serde_json::Map;

use super::input;
use super::lazy::LazyModel;
use crate::app::App;
use crate::cli::ConsolidateArgs;
use crate::error::{Error, ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::lifecycle::consolidate::{Request, consolidate};
use crate::memory::change::Run;
use crate::memory::filter::Visible;
use crate::memory::goal;
use crate::store::Store;
use crate::wire::record::NotFound;
use crate::wire::run::RunRecord;

/// A goal that shall be closed, with the caller's own fields.
struct Asked {
    visible: Visible,
    goal: String,
    summary: Option<String>,
    pass: Map<String, serde_json::Value>,
}

/// Runs `consolidate`.
pub(super) async fn run(app: &mut App, args: ConsolidateArgs) -> Result<Status> {
    let lines = args.goal.len() < 2 && input::from_stdin(&args.goal, "the goal")?;
    let Some(store) = app.read_store().await? else { return Ok(Status::Negative) };
    let (mut model, mut tally) = (LazyModel::default(), Tally::default());
    if !lines {
        let summary = match (&args.summary, args.goal.get(1).map(String::as_str)) {
            (None, None) => None,
            (Some(text), None) if text != "-" => Some(text.clone()),
            (Some(_), None) | (None, Some("-")) => Some(whole_stdin()?),
            _ => {
                return Err(Error::usage("two_summaries", "one goal at a time, with one summary")
                    .hint("octobrain consolidate GOAL_ID --summary TEXT, or - to read it from stdin"));
            }
        };
        let asked = Asked { visible: app.visible()?, goal: args.goal[0].clone(), summary, pass: Map::new() };
        settle(app, &store, &mut model, asked, &mut tally).await?;
        return Ok(tally.status());
    }
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        for line in batch {
            let number = line.number;
            let outcome = match decode(app, line, &args) {
                Ok(asked) => settle(app, &store, &mut model, asked, &mut tally).await,
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

fn whole_stdin() -> Result<String> {
    let mut text = String::new();
    std::io::stdin().lock().read_to_string(&mut text).map_err(|error| {
        Error::usage("bad_stdin", format!("<stdin>: {error}")).hint("the summary must be text in UTF-8")
    })?;
    Ok(text.trim().to_owned())
}

fn decode(app: &App, line: crate::wire::input::Line, args: &ConsolidateArgs) -> Result<Asked> {
    let mut fields = input::fields(line, "goal")?;
    let goal = fields.text(&["goal", "id"])?.ok_or_else(|| {
        Error::usage("no_goal", "goal is missing").hint("a line is {\"goal\": \"…\", \"summary\": \"…\"} or an id")
    })?;
    Ok(Asked {
        goal,
        summary: fields.text(&["summary"])?.or_else(|| args.summary.clone()),
        visible: app.line_visible(fields.text(&["scope"])?)?,
        pass: fields.beside_memory(),
    })
}

async fn settle(app: &mut App, store: &Store, model: &mut LazyModel, asked: Asked, tally: &mut Tally) -> Result<()> {
    let model_id = app.model_id()?;
    let request = Request {
        visible: &asked.visible,
        goal: &asked.goal,
        summary: asked.summary.as_deref(),
        embeds: app.wants_model()?,
        model_id: model_id.as_deref(),
    };
    let view = &*app;
    let done = consolidate(store, &view.clock, request, || model.get(view)).await?;
    let Some(done) = done else {
        tally.negative += 1;
        return app.sink.record(&NotFound::new(&asked.goal, &asked.pass));
    };
    model.failed(app, done.model_failed);
    tally.done += 1;
    let run = Run {
        id: done.closed.run,
        scope: done.parent.scope.clone(),
        command: goal::COMMAND.to_owned(),
        at: app.clock.now(),
        undone: None,
    };
    app.sink.record(&RunRecord::new(&run).closing(&done.closed, &done.parent).passing(asked.pass))
}
