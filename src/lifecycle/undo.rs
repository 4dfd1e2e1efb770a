//! Undo: a run is taken back, group by group, unless something was changed since.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::sleep;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::memory::Record;
use crate::memory::change::{Change, Ended, Provenance, Run, Tombstone};
use crate::memory::filter::Visible;
use crate::memory::fold::restored;
use crate::memory::kinds::Relation;
use crate::memory::link::Link;
use crate::memory::linking::ended;
use crate::memory::memorize::change;
use crate::memory::record::Memory;
use crate::store::Store;

const COMMAND: &str = "undo";

/// What was done to one memory.
#[derive(Debug, Clone)]
pub enum Step {
    /// It is as it was before the run.
    Restored(Memory),
    /// The run had made it; it is gone.
    Removed(Memory),
    /// It was changed since: it and what belongs to it stay as they are.
    Refused(Uuid, String),
}

/// A run that was taken back, wholly or in part.
pub struct Undone {
    /// The run.
    pub run: Run,
    /// What was done, memory by memory.
    pub steps: Vec<Step>,
}

/// Finds a run by its id or a beginning of it.
pub async fn find(store: &Store, visible: &Visible, id: &str) -> Result<Option<Run>> {
    let mut found = store.runs(visible, &crate::memory::lookup::checked_id(id)?).await?;
    if found.len() > 1 {
        return Err(Error::usage("ambiguous_id", format!("run: {id:?} is the beginning of {} runs", found.len()))
            .hint("give more characters"));
    }
    Ok(found.pop())
}

/// Takes a run back in one commit.
pub async fn undo(store: &Store, clock: &Clock, run: Run) -> Result<Undone> {
    if let Some(undone) = &run.undone {
        return Err(Error::usage("undone_already", format!("run: {} was undone at {}", run.id, undone.at))
            .hint("nothing is left of it to take back"));
    }
    let writer = store.writer()?;
    let work = Work::read(store, &run).await?;
    let by = Provenance::run(COMMAND, run.id);
    let (mut steps, mut new, mut rewritten) = (Vec::new(), Vec::new(), Vec::new());
    let mut ended_links: HashSet<Uuid> = HashSet::new();
    for group in work.groups(&run) {
        let refusals: Vec<Step> =
            group.iter().filter_map(|id| work.overtaken(*id).map(|why| Step::Refused(*id, why))).collect();
        if !refusals.is_empty() {
            steps.extend(refusals);
            continue;
        }
        for id in group {
            let Some(memory) = work.present.get(&id) else { continue };
            if work.made.contains(&id) {
                rewritten.push(Record::Tombstone(Tombstone {
                    id,
                    scope: memory.scope.clone(),
                    created_at: memory.created_at,
                    made: memory.made.clone(),
                    ended: Ended { at: clock.now(), by: by.clone() },
                }));
                steps.push(Step::Removed(memory.clone()));
            } else if let Some(changed) = work.changes.get(&id) {
                let old = restored(memory, &changed.before)?;
                // The trace is of now, though the memory has its old time of change again.
                new.push(Record::Change(Change { at: clock.now(), ..change(memory, &old, clock, &by) }));
                rewritten.push(Record::Memory(old.clone()));
                steps.push(Step::Restored(old));
            }
            let touching = work.links.iter().filter(|link| link.from == id || link.to == id);
            for link in touching.filter(|link| work.made.contains(&id) || link.made.run == Some(run.id)) {
                if ended_links.insert(link.id) {
                    rewritten.push(Record::Link(ended(link.clone(), clock.now(), &by)));
                }
            }
        }
    }
    if steps.iter().any(|step| !matches!(step, Step::Refused(..))) {
        let whole = steps.iter().all(|step| !matches!(step, Step::Refused(..)));
        let undone = whole.then(|| Ended { at: clock.now(), by: by.clone() });
        rewritten.push(Record::Run(Run { undone, ..run.clone() }));
        writer.put(&new, &rewritten).await?;
    }
    Ok(Undone { run, steps })
}

/// A run's work, as it stands now.
struct Work {
    /// Memories that it made or changed and that are still there.
    present: HashMap<Uuid, Memory>,
    /// Those that it made.
    made: HashSet<Uuid>,
    /// What it changed, by memory.
    changes: HashMap<Uuid, Change>,
    /// Every change of those memories.
    all_changes: Vec<Change>,
    /// Live links that it made, or that lead to what it made.
    links: Vec<Link>,
    /// Runs that were undone: what they did does not count.
    undone: HashSet<Uuid>,
    run: Uuid,
}

impl Work {
    async fn read(store: &Store, run: &Run) -> Result<Self> {
        let made = store.memories_of_run(run.id).await?;
        let changes: HashMap<Uuid, Change> = store
            .changes_of_run(run.id)
            .await?
            .into_iter()
            .filter(|it| it.by.command != COMMAND)
            .map(|it| (it.subject, it))
            .collect();
        let changed: Vec<Uuid> = changes.keys().copied().collect();
        let made_ids: Vec<Uuid> = made.iter().map(|memory| memory.id).collect();
        let mut present: HashMap<Uuid, Memory> = made.into_iter().map(|memory| (memory.id, memory)).collect();
        for memory in store.memories_by_id(&Visible::All, &changed).await? {
            present.insert(memory.id, memory);
        }
        let touched: Vec<Uuid> = changed.iter().chain(&made_ids).copied().collect();
        let mut links = store.links_of_run(run.id).await?;
        for link in store.links_of(&Visible::All, &made_ids).await? {
            if links.iter().all(|known| known.id != link.id) {
                links.push(link);
            }
        }
        let runs = store.runs(&Visible::All, "").await?;
        Ok(Self {
            present,
            made: made_ids.into_iter().collect(),
            changes,
            all_changes: store.changes_of(&touched).await?,
            links,
            undone: runs.into_iter().filter(|run| run.undone.is_some()).map(|run| run.id).collect(),
            run: run.id,
        })
    }

    /// What is taken back together: the parent with its sources, or all of it.
    fn groups(&self, run: &Run) -> Vec<Vec<Uuid>> {
        if run.command != sleep::COMMAND {
            let mut all: Vec<Uuid> = self.made.iter().chain(self.changes.keys()).copied().collect();
            all.sort_unstable();
            all.dedup();
            return vec![all];
        }
        let mut by_parent: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
        for link in self.links.iter().filter(|link| link.relation == Relation::Consolidates) {
            if link.made.run == Some(self.run) {
                by_parent.entry(link.from).or_default().push(link.to);
            }
        }
        let mut groups: Vec<Vec<Uuid>> = by_parent
            .into_iter()
            .map(|(parent, mut sources)| {
                sources.sort_unstable();
                sources.insert(0, parent);
                sources
            })
            .collect();
        groups.sort_unstable();
        groups
    }

    /// Why a memory cannot be taken back; none where it can.
    fn overtaken(&self, id: Uuid) -> Option<String> {
        if !self.present.contains_key(&id) {
            return Some("it was forgotten since".to_owned());
        }
        let own = self.changes.get(&id);
        if own.is_some_and(|own| own.before.is_empty()) {
            return Some("what it was is not known any more".to_owned());
        }
        let since = own.map(|own| own.at);
        let counts = |change: &&Change| {
            change.by.run != Some(self.run)
                && change.by.command != COMMAND
                && !change.by.run.is_some_and(|run| self.undone.contains(&run))
        };
        let mut later = self.all_changes.iter().filter(|it| it.subject == id).filter(counts);
        if let Some(change) = later.find(|it| since.is_none_or(|since| it.at >= since)) {
            return Some(format!("it was changed since, by {} at {}", change.by.command, change.at));
        }
        let callers = |link: &&Link| link.made.run != Some(self.run) && link.relation != Relation::AutoLinked;
        if self.made.contains(&id)
            && let Some(link) = self.links.iter().filter(|it| it.from == id || it.to == id).find(callers)
        {
            return Some(format!("it was tied to {} since, by {}", link.other(id), link.made.command));
        }
        None
    }
}
