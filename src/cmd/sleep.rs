//! `sleep`: folds near-duplicates, or plans it, or carries plans out.

use std::collections::BTreeSet;
use std::time::Instant;

use serde_json::{Map, Value};

use super::input;
use super::lazy::LazyModel;
use crate::app::App;
use crate::cli::SleepArgs;
use crate::error::{Error, ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::lifecycle::due::Marks;
use crate::lifecycle::sleep::{self, Applied, Edit, Plan, Policy};
use crate::memory::change::Run;
use crate::memory::similar::speaks;
use crate::store::{Lease, Store};
use crate::wire::run::{FoldedRecord, PlanRecord, RunRecord, read_plan};

/// Runs `sleep`.
pub(super) async fn run(app: &mut App, args: SleepArgs) -> Result<Status> {
    if !args.until_eof {
        return once(app, args).await;
    }
    tokio::select! {
        outcome = once(app, args) => outcome,
        // What was committed stays; the next pass does the rest.
        () = end_of_input() => Ok(Status::Done),
    }
}

async fn end_of_input() {
    // The end and a failure are the same here.
    let _ = tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink())).await;
}

async fn once(app: &mut App, args: SleepArgs) -> Result<Status> {
    let policy = policy(app, &args)?;
    let Some(store) = app.read_store().await? else { return Ok(Status::Done) };
    if args.dry_run {
        return dry_run(app, &store, policy, &args).await;
    }
    let Some(_lease) = lease(&store, &args)? else { return Ok(Status::Done) };
    if args.apply.is_some() {
        return apply_lines(app, &store).await;
    }
    let outcome = pass(app, &store, policy, &args).await;
    if outcome.is_ok() && store.has_old_versions() {
        store.writer()?.drop_old_versions().await?;
    }
    if args.background {
        let mut marks = Marks::read(&store);
        marks.failure = outcome.as_ref().err().map(|error| error.message.clone());
        marks.write(&store);
    }
    outcome
}

fn policy(app: &App, args: &SleepArgs) -> Result<Policy> {
    let memory = &app.settings().memory;
    let threshold = args.threshold.unwrap_or(memory.sleep_consolidation_threshold);
    if !(0.0..=1.0).contains(&threshold) {
        return Err(Error::usage("bad_threshold", format!("threshold: 0.0..1.0, got {threshold}"))
            .hint("the cosine that every two memories of a cluster must reach; 0.85 is usual"));
    }
    let min_size = args.min_size.unwrap_or(memory.sleep_consolidation_min_cluster_size);
    if min_size < 2 {
        return Err(Error::usage("bad_min_size", format!("min-size: 2 or more, got {min_size}"))
            .hint("one memory is no cluster"));
    }
    Ok(Policy {
        threshold: threshold as f32,
        min_size,
        max_age_days: args.max_age_days.unwrap_or(memory.sleep_consolidation_max_age_days),
        until: args.max_seconds.map(|limit| Instant::now() + limit),
    })
}

/// The right to be the only sleeper; none where another one is at it and that is well with the caller.
fn lease(store: &Store, args: &SleepArgs) -> Result<Option<Lease>> {
    match store.lease("sleep")? {
        Some(lease) => Ok(Some(lease)),
        None if args.if_due || args.if_free => Ok(None),
        None => Err(Error::store("sleep_busy", "another sleep is at work in this store")
            .hint("try again when it has ended; --if-free leaves it to the other one")),
    }
}

/// Every scope with memories, or the one that was named.
async fn scopes(app: &App, store: &Store) -> Result<BTreeSet<String>> {
    let all: BTreeSet<String> = store.scopes().await?.into_iter().collect();
    Ok(match app.explicit_scope()? {
        Some(scope) => all.into_iter().filter(|it| *it == scope).collect(),
        None => all,
    })
}

/// The model whose vectors are compared; none where the configuration wants none.
fn model_id(app: &App) -> Result<Option<String>> {
    if !app.wants_model()? {
        return Ok(None);
    }
    match app.model_id()? {
        Some(id) => Ok(Some(id)),
        None => Err(Error::unavailable("no_model", "sleep compares vectors, and the configured model is not here")
            .hint(
                "octobrain model pull; or embedding.model = \"none\" for a memory of words alone, which does not sleep",
            )),
    }
}

async fn plans(app: &App, store: &Store, scope: &str, policy: Policy, model: &mut LazyModel) -> Result<Vec<Plan>> {
    let Some(id) = model_id(app)? else { return Ok(Vec::new()) };
    let mut spoken = |text: &str| match model.get(app)? {
        Some(model) => speaks(model, text),
        None => Ok(false),
    };
    sleep::plan(store, scope, &id, policy, app.clock.now(), &mut spoken).await
}

async fn dry_run(app: &mut App, store: &Store, policy: Policy, args: &SleepArgs) -> Result<Status> {
    let mut model = LazyModel::default();
    let marks = Marks::read(store);
    for scope in scopes(app, store).await? {
        if args.if_due && !due(app, store, &marks, &scope) {
            continue;
        }
        for plan in plans(app, store, &scope, policy, &mut model).await? {
            app.sink.record(&PlanRecord::new(&plan))?;
        }
        app.sink.flush()?;
    }
    Ok(Status::Done)
}

fn due(app: &App, store: &Store, marks: &Marks, scope: &str) -> bool {
    marks.is_due(store, scope, app.clock.now(), app.settings().memory.sleep_consolidation_interval_hours)
}

/// One pass over the scopes, each by itself.
async fn pass(app: &mut App, store: &Store, policy: Policy, args: &SleepArgs) -> Result<Status> {
    let mut model = LazyModel::default();
    let mut tally = Tally::default();
    let over = || policy.until.is_some_and(|until| Instant::now() >= until);
    for scope in scopes(app, store).await? {
        if args.if_due && !due(app, store, &Marks::read(store), &scope) {
            continue;
        }
        let plans = if over() { Vec::new() } else { plans(app, store, &scope, policy, &mut model).await? };
        if over() {
            app.report.warning(
                &Error::usage("time_over", format!("--max-seconds is over; scope {scope:?} is left for the next pass"))
                    .hint("what was folded stays folded; run it again for the rest"),
            );
            break;
        }
        fold(app, store, &scope, &plans, &mut model, &mut tally).await?;
        // Read anew: others may have noted something meanwhile.
        let mut marks = Marks::read(store);
        marks.passed(&scope, app.clock.now());
        marks.write(store);
    }
    Ok(tally.status())
}

async fn fold(
    app: &mut App,
    store: &Store,
    scope: &str,
    plans: &[Plan],
    model: &mut LazyModel,
    tally: &mut Tally,
) -> Result<()> {
    if plans.is_empty() {
        return Ok(());
    }
    let edits: Vec<Edit> = plans.iter().map(Edit::from).collect();
    let applied = sleep::apply(store, &app.clock, scope, &edits, model.get(app)?).await?;
    let Applied { run, answers, model_failed } = applied;
    model.failed(app, model_failed);
    let (mut parents, mut folded) = (Vec::new(), 0);
    for (plan, answer) in plans.iter().zip(&answers) {
        match answer {
            Ok(parent) => {
                tally.done += 1;
                parents.push(parent.id);
                folded += plan.members.len();
                tell(app, &PlanRecord::new(plan).folded(run, parent))?;
            }
            // Somebody changed a member between the plan and its lock: the next pass sees it.
            Err(error) => app.report.warning(error),
        }
    }
    tell_run(app, scope, run, parents, folded)
}

/// Carries out the plans on stdin, all lines of one scope in one commit.
async fn apply_lines(app: &mut App, store: &Store) -> Result<Status> {
    let (mut model, mut tally) = (LazyModel::default(), Tally::default());
    let mut read: Vec<(usize, Edit, Map<String, Value>)> = Vec::new();
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        for line in batch {
            let number = line.number;
            let decoded = input::fields(line, "plan").and_then(|mut fields| {
                let edit = read_plan(&mut fields, |scope| app.line_scope(scope))?;
                Ok((number, edit, fields.beside_memory()))
            });
            match decoded {
                Ok(one) => read.push(one),
                Err(error) if error.kind == ErrorKind::Usage => {
                    tally.refused += 1;
                    input::refuse(app, number, &error);
                }
                Err(error) => return Err(error),
            }
        }
    }
    let scopes: BTreeSet<String> = read.iter().map(|(_, edit, _)| edit.scope.clone()).collect();
    for scope in scopes {
        let lines: Vec<&(usize, Edit, Map<String, Value>)> =
            read.iter().filter(|(_, edit, _)| edit.scope == scope).collect();
        let edits: Vec<Edit> = lines.iter().map(|(_, edit, _)| edit.clone()).collect();
        let applied = sleep::apply(store, &app.clock, &scope, &edits, model.get(app)?).await?;
        model.failed(app, applied.model_failed);
        let (mut parents, mut folded) = (Vec::new(), 0);
        for ((number, edit, pass), answer) in lines.into_iter().zip(applied.answers) {
            match (answer, applied.run) {
                (Ok(parent), Some(run)) => {
                    tally.done += 1;
                    parents.push(parent.id);
                    folded += edit.members.len();
                    tell(app, &FoldedRecord::new(run, edit, &parent, pass))?;
                }
                (Err(error), _) => {
                    tally.refused += 1;
                    input::refuse(app, *number, &error);
                }
                (Ok(_), None) => {}
            }
        }
        tell_run(app, &scope, applied.run, parents, folded)?;
    }
    Ok(tally.status())
}

fn tell_run(
    app: &mut App,
    scope: &str,
    run: Option<uuid::Uuid>,
    parents: Vec<uuid::Uuid>,
    folded: usize,
) -> Result<()> {
    let Some(id) = run else { return Ok(()) };
    let (command, at) = (sleep::COMMAND.to_owned(), app.clock.now());
    let run = Run { id, scope: scope.to_owned(), command, at, undone: None };
    tell(app, &RunRecord::new(&run).folded(parents, folded))
}

/// `--quiet` is for cron, which mails whatever is printed.
fn tell(app: &mut App, record: &impl serde::Serialize) -> Result<()> {
    if app.report.is_quiet() { Ok(()) } else { app.sink.record(record) }
}
