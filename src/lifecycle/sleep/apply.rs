//! Carrying plans out: parents and the states of their sources in one commit for each run.

use uuid::Uuid;

use super::{COMMAND, Plan, basis};
use crate::clock::Clock;
use crate::embed::Model;
use crate::error::{Error, Result};
use crate::memory::Record;
use crate::memory::change::{Provenance, Run};
use crate::memory::draft::{Draft, Secrets, validate};
use crate::memory::embedding::{Vectors, embed, store_vectors};
use crate::memory::filter::Visible;
use crate::memory::fold::{fold, parent_importance};
use crate::memory::kinds::State;
use crate::memory::record::Memory;
use crate::store::RowRef;
use crate::store::Store;

/// A plan as it came back, with what a person or a program made of its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// Where.
    pub scope: String,
    /// What is folded.
    pub members: Vec<Uuid>,
    /// Fingerprint that the plan came with.
    pub basis: String,
    /// Title of the parent; made from the content when absent, or where it was made so and not edited.
    pub title: Option<String>,
    /// Text of the parent.
    pub content: String,
}

impl From<&Plan> for Edit {
    fn from(plan: &Plan) -> Self {
        Self {
            scope: plan.scope.clone(),
            members: plan.members.clone(),
            basis: plan.basis.clone(),
            title: Some(plan.title.clone()),
            content: plan.content.clone(),
        }
    }
}

/// What came of a list of plans for one scope.
pub struct Applied {
    /// The run; none where nothing was folded.
    pub run: Option<Uuid>,
    /// In the order of the plans: the parent, or why the plan was refused.
    pub answers: Vec<Result<Memory>>,
    /// The model's failure: the parents were stored without vectors.
    pub model_failed: Option<Error>,
}

/// Folds the members of each plan of one scope behind its parent; a plan whose members have changed is refused.
///
/// Parents and sources change in one commit, so there is no moment at which a fact cannot be found.
pub async fn apply(
    store: &Store,
    clock: &Clock,
    scope: &str,
    plans: &[Edit],
    model: Option<&mut Model>,
) -> Result<Applied> {
    let run = clock.new_id(scope);
    let by = Provenance::run(COMMAND, run);
    let drafts = prepare(store, clock, scope, plans, &by).await?;
    let parents = || drafts.iter().flatten().map(|(parent, _)| parent);
    let (vectors, model_failed) = match model.filter(|_| parents().next().is_some()) {
        None => (Vectors::default(), None),
        Some(model) => vectors_of(store, scope, drafts.iter().flatten(), model).await,
    };
    if parents().next().is_none() {
        let answers = drafts.into_iter().map(|draft| draft.map(|(parent, _)| parent)).collect();
        return Ok(Applied { run: None, answers, model_failed });
    }
    let writer = store.writer()?;
    // Under the lock once more: others may have written meanwhile.
    let again = prepare(store, clock, scope, plans, &by).await?;
    let mut answers = Vec::with_capacity(plans.len());
    let (mut new, mut rewritten) = (Vec::new(), Vec::new());
    for (draft, again) in drafts.into_iter().zip(again) {
        let answer = draft.and_then(|(parent, _)| again.map(|(_, sources)| (parent, sources)));
        if let Ok((parent, sources)) = &answer {
            let folding = fold(parent, sources, clock, &by);
            new.push(Record::Memory(parent.clone()));
            new.extend(folding.links.into_iter().map(Record::Link));
            new.extend(folding.changes.into_iter().map(Record::Change));
            rewritten.extend(folding.sources.into_iter().map(Record::Memory));
        }
        answers.push(answer.map(|(parent, _)| parent));
    }
    if new.is_empty() {
        return Ok(Applied { run: None, answers, model_failed });
    }
    let run_row = Run { id: run, scope: scope.to_owned(), command: COMMAND.to_owned(), at: clock.now(), undone: None };
    new.push(Record::Run(run_row));
    writer.put(&new, &rewritten).await?;
    store_vectors(&writer, &vectors, answers.iter().flatten()).await;
    Ok(Applied { run: Some(run), answers, model_failed })
}

/// Vectors of the parents: a source's own where the text is the same, made now otherwise.
async fn vectors_of<'d>(
    store: &Store,
    scope: &str,
    drafts: impl Iterator<Item = &'d Draught> + Clone,
    model: &mut Model,
) -> (Vectors, Option<Error>) {
    let mut known = Vectors { model: model.id().to_owned(), ..Vectors::default() };
    let rows: Vec<RowRef> = drafts
        .clone()
        .flat_map(|(parent, sources)| sources.iter().filter(|it| it.revision() == parent.revision()))
        .map(|source| RowRef { id: source.id, revision: source.revision() })
        .collect();
    let matrix = store.matrix(model.id(), &Visible::Only(scope.to_owned()), &rows).await;
    for (at, row) in rows.iter().enumerate() {
        if let Some(vector) = matrix.get(at) {
            known.by_revision.insert(row.revision, vector.to_vec());
        }
    }
    let new: Vec<&Memory> = drafts.map(|(parent, _)| parent).filter(|parent| known.of(parent).is_none()).collect();
    if new.is_empty() {
        return (known, None);
    }
    match embed(model, new.into_iter()) {
        Ok(made) => {
            known.by_revision.extend(made.by_revision);
            (known, None)
        }
        Err(error) => (known, Some(error)),
    }
}

/// A parent with its sources.
type Draught = (Memory, Vec<Memory>);

/// Checks each plan against the store as it is, and makes its parent.
async fn prepare(
    store: &Store,
    clock: &Clock,
    scope: &str,
    plans: &[Edit],
    by: &Provenance,
) -> Result<Vec<Result<Draught>>> {
    let ids: Vec<Uuid> = plans.iter().flat_map(|plan| plan.members.iter().copied()).collect();
    let stored = store.memories_by_id(&Visible::Scope(scope.to_owned()), &ids).await?;
    let mut taken: Vec<Uuid> = Vec::new();
    let mut drafts = Vec::with_capacity(plans.len());
    for plan in plans {
        let draft = one(plan, &stored, &taken, clock, by);
        if draft.is_ok() {
            taken.extend(&plan.members);
        }
        drafts.push(draft);
    }
    Ok(drafts)
}

fn one(plan: &Edit, stored: &[Memory], taken: &[Uuid], clock: &Clock, by: &Provenance) -> Result<Draught> {
    let sources: Vec<Memory> =
        plan.members.iter().filter_map(|id| stored.iter().find(|it| it.id == *id)).cloned().collect();
    let stale = |message: String| {
        Err(Error::usage("stale_plan", message)
            .hint("plan anew: octobrain sleep --dry-run; title and content may be edited, members not"))
    };
    if plan.members.is_empty() {
        return stale("members: there are none".to_owned());
    }
    if let Some(id) = plan.members.iter().find(|id| taken.contains(id)) {
        return stale(format!("members: {id} is folded by an earlier line"));
    }
    if let Some(id) = plan.members.iter().find(|id| sources.iter().all(|it| it.id != **id)) {
        return stale(format!("members: {id} is not in scope {:?} any more", plan.scope));
    }
    if let Some(source) = sources.iter().find(|source| source.state != State::Working) {
        return stale(format!("members: {} is {} already", source.id, source.state));
    }
    if basis(sources.iter()) != plan.basis {
        return stale("members: they were edited, or their memories have changed since the plan".to_owned());
    }
    parent(plan, &sources, clock, by).map(|parent| (parent, sources))
}

fn parent(plan: &Edit, sources: &[Memory], clock: &Clock, by: &Provenance) -> Result<Memory> {
    let members: Vec<&Memory> = sources.iter().collect();
    let planned = super::planned(&plan.scope, &members, 1.0, Vec::new());
    let extractive = sources.iter().any(|source| source.content == plan.content) || planned.content == plan.content;
    let mut draft = Draft {
        scope: plan.scope.clone(),
        title: plan.title.clone().filter(|title| planned.title_given || *title != planned.title),
        content: plan.content.clone(),
        memory_type: Some(planned.memory_type),
        source: Some(planned.source),
        tags: Some(planned.tags),
        related_files: Some(planned.related_files),
        role: planned.role,
        // What the members say was let in before; a new text is looked at.
        secrets: if extractive { Secrets::Allow } else { Secrets::Refuse },
        ..Draft::default()
    };
    draft.screen()?;
    let importance = parent_importance(sources.iter()).unwrap_or(planned.importance);
    let mut parent = validate(draft, importance, clock, COMMAND)?;
    parent.made = by.clone();
    parent.created_at = planned.created_at;
    Ok(parent)
}
