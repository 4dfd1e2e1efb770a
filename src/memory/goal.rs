//! Closing goals: the note that closes one becomes the parent of what achieved it, in the same commit.

use std::collections::HashMap;

use uuid::Uuid;

use super::Record;
use super::change::{Change, Provenance, Run};
use super::filter::Visible;
use super::fold::{fold, ids, in_state, parent_importance, traced};
use super::kinds::{MemoryType, Relation, State};
use super::link::Link;
use super::record::Memory;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::store::Store;

/// The command that the run of a closing is of.
pub const COMMAND: &str = "consolidate";

/// A goal that a note has closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The goal.
    pub goal: Uuid,
    /// The run that `undo` takes back.
    pub run: Uuid,
    /// What achieved it and was folded behind the note.
    pub sources: Vec<Uuid>,
}

/// What the closings of one commit write beside what was planned anyway.
#[derive(Default)]
pub struct Closings {
    /// Memories as they shall be, those of the commit itself among them.
    pub memories: HashMap<Uuid, Memory>,
    changes: Vec<Change>,
    links: Vec<Link>,
    runs: Vec<Run>,
    /// What each note closed.
    pub closed: HashMap<Uuid, Vec<Closed>>,
}

impl Closings {
    /// The new rows: traces, links and runs.
    pub fn new_records(&self) -> impl Iterator<Item = Record> {
        let changes = self.changes.iter().cloned().map(Record::Change);
        let links = self.links.iter().cloned().map(Record::Link);
        changes.chain(links).chain(self.runs.iter().cloned().map(Record::Run))
    }
}

/// Refuses to close what is closed already.
pub fn check_open(goal: &Memory) -> Result<()> {
    if goal.memory_type == MemoryType::Goal && goal.state != State::Working {
        return Err(Error::usage("goal_closed", format!("goal: {} was closed already", goal.id))
            .hint("see `octobrain history` for what closed it; `octobrain undo RUN` opens it again"));
    }
    Ok(())
}

/// Carries out the `closes` links among those planned; `present` are the memories that the same commit writes.
pub async fn close(store: &Store, clock: &Clock, planned: &[Link], present: HashMap<Uuid, Memory>) -> Result<Closings> {
    let mut closings = Closings { memories: present, ..Closings::default() };
    for link in planned.iter().filter(|link| link.relation == Relation::Closes && link.ended.is_none()) {
        closings.one(store, clock, planned, link).await?;
    }
    Ok(closings)
}

impl Closings {
    async fn one(&mut self, store: &Store, clock: &Clock, planned: &[Link], closes: &Link) -> Result<()> {
        let (Some(note), Some(goal)) = (self.memory(store, closes.from).await?, self.memory(store, closes.to).await?)
        else {
            return Ok(());
        };
        if goal.state != State::Working {
            return Ok(());
        }
        let visible = Visible::Scope(note.scope.clone());
        let stored = store.links_of(&visible, &[goal.id]).await?;
        let mut achieved: Vec<Uuid> = stored
            .iter()
            .chain(planned)
            .filter(|link| link.relation == Relation::Achieves && link.to == goal.id && link.from != note.id)
            .map(|link| link.from)
            .collect();
        achieved.sort_unstable();
        achieved.dedup();
        let mut sources = Vec::with_capacity(achieved.len());
        for id in achieved {
            sources.extend(self.memory(store, id).await?.filter(|memory| memory.state == State::Working));
        }
        // `consolidate` has named the run already.
        let run = closes.made.run.unwrap_or_else(|| clock.new_id(&goal.content));
        let by = Provenance::run(COMMAND, run);
        let folding = fold(&note, &sources, clock, &by);
        let mut rewritten = vec![traced(&goal, in_state(&goal, State::Archived, clock), clock, &by)];
        if let Some(importance) = parent_importance(sources.iter()) {
            let parent = Memory { importance, updated_at: clock.now(), ..note.clone() };
            if parent.differing(&note).keys().any(|field| field != "updated_at") {
                rewritten.push(traced(&note, parent, clock, &by));
            }
        }
        for (memory, change) in rewritten {
            self.memories.insert(memory.id, memory);
            self.changes.push(change);
        }
        self.memories.extend(folding.sources.into_iter().map(|memory| (memory.id, memory)));
        self.changes.extend(folding.changes);
        self.links.extend(folding.links);
        self.runs.push(Run {
            id: run,
            scope: note.scope.clone(),
            command: COMMAND.to_owned(),
            at: clock.now(),
            undone: None,
        });
        let closed = Closed { goal: goal.id, run, sources: ids(&sources) };
        self.closed.entry(note.id).or_default().push(closed);
        Ok(())
    }

    async fn memory(&self, store: &Store, id: Uuid) -> Result<Option<Memory>> {
        match self.memories.get(&id) {
            Some(memory) => Ok(Some(memory.clone())),
            None => Ok(store.memories_by_id(&Visible::All, &[id]).await?.pop()),
        }
    }
}
