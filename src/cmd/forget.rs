//! `forget`: removes memories, after showing which.

use serde_json::{Map, Value};
use uuid::Uuid;

use super::{input, remember};
use crate::app::App;
use crate::cli::ForgetArgs;
use crate::error::{Error, ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::memory::change::Provenance;
use crate::memory::filter::Visible;
use crate::memory::forget::{derived, forget};
use crate::memory::lookup;
use crate::memory::record::Memory;
use crate::store::Store;
use crate::wire::input::Line;
use crate::wire::record::{MemoryRecord, NotFound};

/// A memory that shall go, or an id that is not there, with the caller's own fields.
type Target = (Result<Memory, String>, Map<String, Value>);

/// Runs `forget`.
pub(super) async fn run(app: &mut App, mut args: ForgetArgs) -> Result<Status> {
    args.ids.append(&mut args.memory_id);
    let stdin = args.query.is_none() && input::from_stdin(&args.ids, "the id or --query")?;
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let mut session = Session { store, args, tally: Tally::default(), shown: false };
    if let Some(query) = session.args.query.clone() {
        let found = remember::select(app, &session.store, &query, &session.args).await?;
        if found.is_empty() {
            return Ok(Status::Negative);
        }
        let visible = app.visible()?;
        session.settle(app, &visible, found.into_iter().map(|memory| (Ok(memory), Map::new())).collect()).await?;
    } else if stdin {
        session.lines(app).await?;
    } else {
        let visible = app.visible()?;
        let mut targets: Vec<Target> = Vec::new();
        for id in &session.args.ids {
            let found = lookup::find(&session.store, &visible, id).await?;
            targets.push((found.ok_or_else(|| id.clone()), Map::new()));
        }
        session.settle(app, &visible, targets).await?;
    }
    session.finish(app).await
}

struct Session {
    store: Store,
    args: ForgetArgs,
    tally: Tally,
    /// Something would go and was only shown.
    shown: bool,
}

impl Session {
    async fn lines(&mut self, app: &mut App) -> Result<()> {
        let mut lines = input::stdin();
        while let Some(batch) = lines.next_batch() {
            // Each line may name its own scope; what quotes the memories is looked for in the scope of the last.
            let mut targets = Vec::new();
            let mut seen = app.visible()?;
            for line in batch {
                let number = line.number;
                match target(app, &self.store, line).await {
                    Ok((target, visible)) => {
                        targets.push(target);
                        seen = visible;
                    }
                    Err(error) if error.kind != ErrorKind::Usage => return Err(error),
                    Err(error) => {
                        self.tally.refused += 1;
                        input::refuse(app, number, &error);
                    }
                }
            }
            self.settle(app, &seen, targets).await?;
            app.sink.flush()?;
        }
        Ok(())
    }

    /// Removes what was found, or shows it.
    async fn settle(&mut self, app: &mut App, visible: &Visible, mut targets: Vec<Target>) -> Result<()> {
        let found: Vec<Memory> = targets.iter().filter_map(|(target, _)| target.as_ref().ok().cloned()).collect();
        // Looking for quotations reads every text: only where it is of use.
        let wanted = !self.args.confirm || self.args.with_derived;
        let quoting = if wanted { derived(&self.store, visible, &found).await? } else { Vec::new() };
        if self.args.with_derived {
            targets.extend(quoting.iter().cloned().map(|memory| (Ok(memory), Map::new())));
        }
        let ids: Vec<Uuid> =
            targets.iter().filter_map(|(target, _)| target.as_ref().ok().map(|memory| memory.id)).collect();
        if self.args.confirm && !ids.is_empty() {
            let writer = self.store.writer()?;
            forget(&writer, &ids, &app.clock, &Provenance::command("forget")).await?;
        }
        self.shown |= !self.args.confirm && !ids.is_empty();
        let status = if self.args.confirm { "forgotten" } else { "would_forget" };
        for (target, pass) in &targets {
            match target {
                Ok(memory) => {
                    self.tally.done += 1;
                    app.sink.record(&MemoryRecord::new(memory, Some(status), None, pass))?;
                }
                Err(id) => {
                    self.tally.negative += 1;
                    app.sink.record(&NotFound::new(id, pass))?;
                }
            }
        }
        if !self.args.with_derived {
            let nothing = Map::new();
            for memory in &quoting {
                app.sink.record(&MemoryRecord::new(memory, Some("derived"), None, &nothing))?;
            }
        }
        Ok(())
    }

    async fn finish(self, app: &mut App) -> Result<Status> {
        if self.shown {
            app.report.error(
                &Error::usage("not_confirmed", "nothing was removed: this is what would go")
                    .hint("add --confirm to remove it"),
            );
            return Ok(Status::Usage);
        }
        if self.args.purge && self.args.confirm {
            // Also when nothing was found: the text of what was forgotten earlier may still be in files.
            self.store.writer()?.purge().await?;
        }
        Ok(self.tally.status())
    }
}

async fn target(app: &App, store: &Store, line: Line) -> Result<(Target, Visible)> {
    let (id, visible, pass) = input::line_id(app, line)?;
    let found = lookup::find(store, &visible, &id).await?;
    Ok(((found.ok_or(id), pass), visible))
}
