//! Evaluation: how well recall answers a set of questions whose answers are known.
//!
//! Documents become memories of a store of their own in the cache folder, which a later run finds again, so their
//! vectors are made once; every question then takes the way that `remember` takes.

mod collection;
mod metric;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crate::clock::Clock;
use crate::embed::Model;
use crate::error::Result;
use crate::memory::change::Provenance;
use crate::memory::draft::{Draft, Secrets, validate};
use crate::memory::filter::{Filter, Visible};
use crate::memory::memorize::{Memorizer, OnSimilar, Policy as Storing, Wanted};
use crate::memory::recall::{Mode, Models, Policy, Question, Recaller, Reranking};
use crate::store::Store;
use crate::text::query::Syntax;

pub use collection::{Collection, Document, Topic};
pub use metric::Scores;

/// Documents stored in one commit.
const BATCH: usize = 256;
/// Hits asked for: recall@100 is the deepest metric.
const DEPTH: usize = 100;
/// What a document that says no title is worth, as any memory.
const IMPORTANCE: f64 = 0.5;

/// One way of answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// Which legs take part.
    pub mode: Mode,
    /// Whether relatives of good candidates are raised.
    pub expand: bool,
    /// Whether the cross-encoder sets the order.
    pub rerank: bool,
}

/// The folder of a collection's store: what the vectors depend on is in its name.
pub fn store_dir(cache_dir: &Path, collection: &Collection, model: Option<&str>) -> PathBuf {
    let mut hasher = blake3::Hasher::new();
    hasher.update(collection.digest.as_bytes());
    hasher.update(model.unwrap_or("none").as_bytes());
    cache_dir.join("eval").join(&hasher.finalize().to_hex()[..16])
}

/// Stores the documents that are not there yet; `step` hears how many are done.
pub async fn fill(
    store: &Store,
    collection: &Collection,
    clock: &Arc<Clock>,
    mut model: Option<&mut Model>,
    mut step: impl FnMut(usize),
) -> Result<()> {
    let policy = Storing {
        on_similar: OnSimilar::Link,
        threshold: 1.0,
        auto_link: false,
        max_auto_links: 0,
        embeds: model.is_some(),
        dry_run: false,
        by: Provenance::command("eval"),
    };
    let mut memorizer = Memorizer::new(clock.clone(), policy);
    for batch in collection.documents.chunks(BATCH) {
        let wanted = batch.iter().map(|document| wanted(document, clock)).collect::<Result<Vec<_>>>()?;
        let stored = memorizer.store(store, wanted, || Ok(model.as_deref_mut())).await?;
        if let Some(error) = stored.model_failed {
            return Err(error);
        }
        for answer in stored.answers {
            answer?;
        }
        step(batch.len());
    }
    Ok(())
}

fn wanted(document: &Document, clock: &Clock) -> Result<Wanted> {
    let draft = Draft {
        scope: document.scope.clone(),
        key: Some(document.id.clone()),
        title: document.title.clone(),
        content: document.text.clone(),
        secrets: Secrets::Allow,
        ..Draft::default()
    };
    let changes = draft.changes();
    Ok(Wanted { memory: validate(draft, IMPORTANCE, clock, "eval")?, changes, links: Vec::new() })
}

/// Asks every question one way; `threshold` is the relevance that a default search would cut at.
pub async fn ask(
    store: &Store,
    collection: &Collection,
    policy: Policy,
    way: Way,
    threshold: f32,
    (mut model, mut reranking): (Option<&mut Model>, Option<Reranking<'_>>),
) -> Result<Scores> {
    let mut recaller = Recaller::new(store, Policy { expand: way.expand, ..policy });
    let mut scores = Scores::default();
    for topic in &collection.topics {
        let question = Question {
            terms: vec![topic.text.clone()],
            syntax: Syntax::Plain,
            mode: way.mode,
            limit: DEPTH,
            min_relevance: 0.0,
            visible: Visible::Scope(topic.scope.clone()),
            filter: Filter::default(),
            as_of: None,
            neighbours: false,
        };
        let models = Models {
            embedder: model.as_deref_mut(),
            reranking: reranking.as_mut().filter(|_| way.rerank).map(|it| Reranking {
                model: &mut *it.model,
                candidates: it.candidates,
                keep: it.keep,
            }),
        };
        let begun = Instant::now();
        let answer = recaller.recall(&question, models).await?;
        let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
        if let Some(error) = answer.model_failed.or(answer.reranker_failed) {
            return Err(error);
        }
        let ranked: Vec<(&str, bool)> = answer
            .hits
            .iter()
            .filter_map(|hit| Some((hit.memory.key.as_deref()?, hit.relevance >= threshold)))
            .collect();
        scores.add(&topic.relevant, &ranked, milliseconds);
    }
    Ok(scores)
}
