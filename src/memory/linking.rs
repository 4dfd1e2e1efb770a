//! Making links: both ends checked, each link once, no cycle of supersessions.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use uuid::Uuid;

use super::Record;
use super::change::{Ended, Provenance};
use super::filter::Visible;
use super::goal::check_open;
use super::kinds::{MemoryType, Relation};
use super::link::{DEFAULT_STRENGTH, Link, LinkDraft};
use super::lookup;
use super::record::Memory;
use super::scope::GLOBAL;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::store::Store;

/// What became of a link that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkOutcome {
    /// Made.
    Created,
    /// Its strength or description is another now.
    Updated,
    /// It was there already.
    Unchanged,
    /// Removed.
    Removed,
}

impl LinkOutcome {
    /// The `status` in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
        }
    }
}

/// A link whose other end was found.
#[derive(Debug, Clone)]
pub struct Target {
    /// The other end.
    pub memory: Memory,
    /// What was asked for.
    pub draft: LinkDraft,
}

/// Finds the other ends of links, and refuses what cannot be linked to.
pub async fn resolve(store: &Store, visible: &Visible, drafts: &[LinkDraft]) -> Result<Vec<Target>> {
    let mut targets: Vec<Target> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let Some(memory) = lookup::find(store, visible, &draft.target).await? else {
            return Err(Error::usage(
                "unknown_link_target",
                format!("related_to: there is no memory {:?} in this scope", draft.target),
            )
            .hint("links need both ends in sight: see `octobrain list`, or name the scope with --scope"));
        };
        let goal_wanted = matches!(draft.relation, Relation::Achieves | Relation::Closes);
        if goal_wanted && memory.memory_type != MemoryType::Goal {
            return Err(Error::usage(
                "not_a_goal",
                format!("related_to: {} needs a goal, {} is a {}", draft.relation, memory.id, memory.memory_type),
            )
            .hint("see `octobrain list --type goal`, or use related_to"));
        }
        targets.push(Target { memory, draft: draft.clone() });
    }
    Ok(targets)
}

/// Links to be written, together with what the caller is told.
#[derive(Debug, Default)]
pub struct Links {
    /// New rows.
    pub new: Vec<Link>,
    /// Rows that end.
    pub ended: Vec<Link>,
    /// Per memory that asked: the links that it asked for.
    pub answers: HashMap<Uuid, Vec<(Link, LinkOutcome)>>,
}

impl Links {
    /// The rows as records: new ones and rewritten ones.
    pub fn records(&self) -> (Vec<Record>, Vec<Record>) {
        let records = |links: &[Link]| links.iter().cloned().map(Record::Link).collect();
        (records(&self.new), records(&self.ended))
    }
}

/// Plans the links of one commit; the write lock is held.
pub struct Linker<'a> {
    store: &'a Store,
    clock: &'a Clock,
    by: Provenance,
    planned: Links,
}

impl<'a> Linker<'a> {
    /// Begins with nothing planned; `by` is the command that makes the links.
    pub fn new(store: &'a Store, clock: &'a Clock, by: Provenance) -> Self {
        Self { store, clock, by, planned: Links::default() }
    }

    /// Plans the links that a caller asked for; `existing` are the live ones of `from`.
    pub async fn ask(&mut self, visible: &Visible, from: &Memory, targets: &[Target], existing: &[Link]) -> Result<()> {
        let mut answers = Vec::with_capacity(targets.len());
        for target in targets {
            if target.memory.id == from.id {
                return Err(Error::usage("link_to_itself", format!("related_to: {} is the memory itself", from.id))
                    .hint("a link ties two memories"));
            }
            let link = self.link(from, (target.memory.id, &target.memory.scope), &target.draft);
            let same = |seen: &&Link| seen.identity() == link.identity();
            if self.planned.new.iter().any(|seen| same(&seen)) {
                continue;
            }
            let outcome = match existing.iter().find(same) {
                Some(old) if says_the_same(old, &target.draft) => {
                    answers.push((old.clone(), LinkOutcome::Unchanged));
                    continue;
                }
                Some(old) => {
                    self.planned.ended.push(self.end(old.clone()));
                    LinkOutcome::Updated
                }
                None => LinkOutcome::Created,
            };
            if link.relation == Relation::Closes && outcome == LinkOutcome::Created {
                check_open(&target.memory)?;
                let closed_here = |seen: &&Link| seen.relation == Relation::Closes && seen.to == link.to;
                if self.planned.new.iter().any(|seen| closed_here(&seen)) {
                    return Err(Error::usage(
                        "goal_closed",
                        format!("related_to: {} is closed by an earlier line", link.to),
                    )
                    .hint("one note closes a goal; tie this one with achieves or related_to"));
                }
            }
            if link.relation == Relation::Supersedes && outcome == LinkOutcome::Created {
                self.refuse_cycle(visible, &link).await?;
            }
            self.planned.new.push(link.clone());
            answers.push((link, outcome));
        }
        self.planned.answers.entry(from.id).or_default().extend(answers);
        Ok(())
    }

    /// Plans a link of the program's own to a memory and its scope.
    pub fn add(&mut self, from: &Memory, (to, scope): (Uuid, &str), relation: Relation, strength: f64) {
        let draft = LinkDraft { target: String::new(), relation, strength: Some(strength), description: None };
        let link = self.link(from, (to, scope), &draft);
        if !self.planned.new.iter().any(|seen| seen.identity() == link.identity()) {
            self.planned.new.push(link);
        }
    }

    /// The automatic links among what was planned.
    pub fn automatic(&self) -> impl Iterator<Item = &Link> {
        self.planned.new.iter().filter(|link| link.relation == Relation::AutoLinked)
    }

    /// What was planned.
    pub fn finish(self) -> Links {
        self.planned
    }

    /// Takes back what was planned since `Links` were this many; for a line that is refused half way.
    pub fn mark(&self) -> (usize, usize) {
        (self.planned.new.len(), self.planned.ended.len())
    }

    /// See [`Linker::mark`].
    pub fn rewind(&mut self, (new, ended): (usize, usize)) {
        self.planned.new.truncate(new);
        self.planned.ended.truncate(ended);
    }

    fn link(&self, from: &Memory, (to, scope): (Uuid, &str), draft: &LinkDraft) -> Link {
        let content = format!("{}{to}{}", from.id, draft.relation);
        // A link is as narrow as its narrower end, so that no project hears of another's.
        let scope = if from.scope == GLOBAL { scope } else { &from.scope };
        Link {
            id: self.clock.new_id(&content),
            scope: scope.to_owned(),
            from: from.id,
            to,
            relation: draft.relation,
            strength: draft.strength.unwrap_or(DEFAULT_STRENGTH),
            description: draft.description.clone(),
            created_at: self.clock.now(),
            made: self.by.clone(),
            ended: None,
        }
    }

    fn end(&self, link: Link) -> Link {
        ended(link, self.clock.now(), &self.by)
    }

    /// Refuses a supersession that would lead back to itself through older ones.
    async fn refuse_cycle(&self, visible: &Visible, link: &Link) -> Result<()> {
        let mut stored = self.store.links_by_relation(visible, &[Relation::Supersedes]).await?;
        stored.extend(self.planned.new.iter().filter(|it| it.relation == Relation::Supersedes).cloned());
        let mut next: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
        for link in &stored {
            next.entry(link.from).or_default().push(link.to);
        }
        let (mut seen, mut open) = (HashSet::new(), vec![link.to]);
        while let Some(id) = open.pop() {
            if id == link.from {
                return Err(Error::usage(
                    "supersedes_cycle",
                    format!("related_to: {} supersedes {} already, by itself or through others", link.to, link.from),
                )
                .hint("only one of two facts can be the newer one; remove the other link first: relate --remove"));
            }
            if seen.insert(id) {
                open.extend(next.get(&id).into_iter().flatten());
            }
        }
        Ok(())
    }
}

/// A link that ends now.
pub fn ended(link: Link, at: Timestamp, by: &Provenance) -> Link {
    Link { ended: Some(Ended { at, by: by.clone() }), ..link }
}

/// Whether a stored link says all that is asked for.
fn says_the_same(old: &Link, draft: &LinkDraft) -> bool {
    draft.strength.is_none_or(|strength| strength == old.strength)
        && draft.description.as_ref().is_none_or(|description| Some(description) == old.description.as_ref())
}
