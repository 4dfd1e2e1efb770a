//! Closing a goal by hand: a summary, or what achieved it put together, becomes the note that closes it.

use std::sync::Arc;

use super::insight::{by_centrality, compose, union};
use crate::clock::Clock;
use crate::embed::Model;
use crate::error::{Error, Result};
use crate::memory::change::Provenance;
use crate::memory::draft::{Draft, Secrets, validate};
use crate::memory::filter::Visible;
use crate::memory::goal::{COMMAND, Closed, check_open};
use crate::memory::kinds::{MemoryType, Relation, State};
use crate::memory::link::LinkDraft;
use crate::memory::lookup;
use crate::memory::memorize::{Batch, Memorizer, OnSimilar, Policy, Wanted};
use crate::memory::record::{MAX_FILES, MAX_TAGS, Memory};
use crate::store::vectors::dot;
use crate::store::{RowRef, Store};

/// What is asked for.
pub struct Request<'a> {
    /// What the caller sees.
    pub visible: &'a Visible,
    /// The goal's id, or a beginning of it.
    pub goal: &'a str,
    /// The text of the closing note; put together from the sources when absent.
    pub summary: Option<&'a str>,
    /// Whether there is a model to ask for.
    pub embeds: bool,
    /// Identity of the configured model, by whose vectors the sources are ordered.
    pub model_id: Option<&'a str>,
}

/// What was done, or why the model could not take part.
pub struct Consolidated {
    /// The closing note.
    pub parent: Memory,
    /// The goal, the run and the sources.
    pub closed: Closed,
    /// The model's failure: the note was stored without a vector.
    pub model_failed: Option<Error>,
}

/// Closes a goal; the note, its links and the states of its sources are one commit.
pub async fn consolidate<'m>(
    store: &Store,
    clock: &Arc<Clock>,
    request: Request<'_>,
    model: impl FnOnce() -> Result<Option<&'m mut Model>>,
) -> Result<Option<Consolidated>> {
    let Some(goal) = lookup::find(store, request.visible, request.goal).await? else { return Ok(None) };
    if goal.memory_type != MemoryType::Goal {
        return Err(Error::usage("not_a_goal", format!("goal: {} is a {}", goal.id, goal.memory_type))
            .hint("see `octobrain list --type goal`"));
    }
    check_open(&goal)?;
    let sources = sources(store, &goal).await?;
    if sources.is_empty() {
        return Err(Error::usage("no_sources", format!("goal: nothing achieves {} yet", goal.id))
            .hint(format!("tie findings to it first: octobrain relate ID {} --relation achieves", goal.id)));
    }
    let run = clock.new_id(&goal.content);
    let by = Provenance::run(COMMAND, run);
    let wanted = note(store, clock, &goal, &sources, &request, &by).await?;
    let policy = Policy {
        on_similar: OnSimilar::Link,
        threshold: 1.0,
        auto_link: false,
        max_auto_links: 0,
        embeds: request.embeds,
        dry_run: false,
        by,
    };
    let batch = Memorizer::new(clock.clone(), policy).store(store, vec![wanted], model).await?;
    let Batch { mut answers, model_failed } = batch;
    let mut stored = answers.pop().unwrap_or_else(|| Err(Error::internal("a note got no answer")))?;
    let closed = stored.closed.pop().ok_or_else(|| {
        Error::usage("goal_closed", format!("goal: {} was closed a moment ago", goal.id)).hint("nothing was changed")
    })?;
    Ok(Some(Consolidated { parent: stored.memory, closed, model_failed }))
}

/// What achieved the goal and is still in use, oldest first.
async fn sources(store: &Store, goal: &Memory) -> Result<Vec<Memory>> {
    let visible = Visible::Scope(goal.scope.clone());
    let links = store.links_of(&visible, &[goal.id]).await?;
    let ids: Vec<_> = links
        .iter()
        .filter(|link| link.relation == Relation::Achieves && link.to == goal.id)
        .map(|link| link.from)
        .collect();
    let mut sources = store.memories_by_id(&visible, &ids).await?;
    sources.retain(|memory| memory.state == State::Working);
    sources.sort_by_key(|memory| memory.id);
    Ok(sources)
}

async fn note(
    store: &Store,
    clock: &Clock,
    goal: &Memory,
    sources: &[Memory],
    request: &Request<'_>,
    by: &Provenance,
) -> Result<Wanted> {
    let insight = match request.summary {
        Some(_) => None,
        None => Some(compose(&central_first(store, goal, sources, request.model_id).await)),
    };
    let content = match (request.summary, &insight) {
        (Some(summary), _) => summary.to_owned(),
        (None, insight) => insight.as_ref().map(|insight| insight.content.clone()).unwrap_or_default(),
    };
    let mut draft = Draft {
        scope: goal.scope.clone(),
        title: insight.filter(|insight| insight.title_given).map(|insight| insight.title),
        content,
        tags: Some(union(sources.iter().map(|source| source.tags.as_slice()), MAX_TAGS)),
        related_files: Some(union(sources.iter().map(|source| source.related_files.as_slice()), MAX_FILES)),
        // A summary is the caller's own text; what the sources say was let in before.
        secrets: if request.summary.is_some() { Secrets::Refuse } else { Secrets::Allow },
        ..Draft::default()
    };
    draft.screen()?;
    let links = vec![LinkDraft::new(&goal.id.to_string(), Relation::Closes, None, None)?];
    let changes = draft.changes();
    let mut memory = validate(draft, goal.importance, clock, COMMAND)?;
    memory.made = by.clone();
    Ok(Wanted { memory, changes, links })
}

/// Most central first where there are vectors, oldest first otherwise.
async fn central_first<'s>(
    store: &Store,
    goal: &Memory,
    sources: &'s [Memory],
    model: Option<&str>,
) -> Vec<&'s Memory> {
    let Some(model) = model else { return sources.iter().collect() };
    let rows: Vec<RowRef> =
        sources.iter().map(|source| RowRef { id: source.id, revision: source.revision() }).collect();
    let matrix = store.matrix(model, &Visible::Scope(goal.scope.clone()), &rows).await;
    let cosine = |a: usize, b: usize| matrix.get(a).zip(matrix.get(b)).map_or(0.0, |(a, b)| dot(a, b));
    by_centrality(sources.len(), cosine).into_iter().map(|at| &sources[at]).collect()
}
