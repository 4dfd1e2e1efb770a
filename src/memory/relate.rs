//! Tying two stored memories, and untying them.

use std::collections::HashMap;

use super::Record;
use super::change::Provenance;
use super::filter::Visible;
use super::goal::{Closed, close};
use super::kinds::Relation;
use super::link::{Link, LinkDraft};
use super::linking::{LinkOutcome, Linker, ended, resolve};
use super::lookup;
use super::record::Memory;
use super::sight::Sights;
use super::similar::near;
use crate::clock::Clock;
use crate::embed::Model;
use crate::error::{Error, Result};
use crate::store::Store;

/// A link that was asked for, what became of it, and the goals that it closed.
pub type Related = (Link, LinkOutcome, Vec<Closed>);

/// Makes one link, with what follows from it; both ends must be in sight.
pub async fn relate(
    store: &Store,
    clock: &Clock,
    by: &Provenance,
    visible: &Visible,
    from: &str,
    draft: &LinkDraft,
) -> Result<Related> {
    let writer = store.writer()?;
    let from = end(store, visible, "from", from).await?;
    let targets = resolve(store, visible, std::slice::from_ref(draft)).await?;
    let existing = store.links_of(visible, &[from.id]).await?;
    let existing: Vec<Link> = existing.into_iter().filter(|link| link.from == from.id).collect();
    let mut linker = Linker::new(store, clock, by.clone());
    linker.ask(visible, &from, &targets, &existing).await?;
    let mut links = linker.finish();
    let mut closings = close(store, clock, &links.new, HashMap::new()).await?;
    let (mut new, mut rewritten) = links.records();
    new.extend(closings.new_records());
    rewritten.extend(closings.memories.drain().map(|(_, memory)| Record::Memory(memory)));
    writer.put(&new, &rewritten).await?;
    let (link, outcome) = links
        .answers
        .remove(&from.id)
        .and_then(|mut it| it.pop())
        .ok_or_else(|| Error::internal("a link got no answer"))?;
    Ok((link, outcome, closings.closed.remove(&from.id).unwrap_or_default()))
}

/// Removes one link, or all between the two when no relation is named; answers those that were there.
pub async fn unrelate(
    store: &Store,
    clock: &Clock,
    by: &Provenance,
    visible: &Visible,
    (from, to): (&str, &str),
    relation: Option<Relation>,
) -> Result<Vec<Link>> {
    let writer = store.writer()?;
    let from = end(store, visible, "from", from).await?;
    let to = end(store, visible, "to", to).await?;
    let links = store.links_of(visible, &[from.id]).await?.into_iter().filter(|link| {
        let direct = (link.from, link.to) == (from.id, to.id);
        let reverse = (link.from, link.to) == (to.id, from.id) && link.relation.is_symmetric();
        (direct || reverse) && relation.is_none_or(|relation| relation == link.relation)
    });
    let gone: Vec<Link> = links.map(|link| ended(link, clock.now(), by)).collect();
    let records: Vec<Record> = gone.iter().cloned().map(Record::Link).collect();
    writer.put(&[], &records).await?;
    Ok(gone)
}

/// Ties a memory to the ones that say nearly the same, as `memorize` does; answers the new links.
pub async fn auto_link(
    store: &Store,
    clock: &Clock,
    by: &Provenance,
    (memory, visible): (&Memory, &Visible),
    model: &mut Model,
    (threshold, most): (f32, usize),
) -> Result<Vec<Link>> {
    let vector = match model.embed_documents(&[memory.embedded_text()])?.pop() {
        Some(vector) => vector,
        None => return Ok(Vec::new()),
    };
    let similar = near(&mut Sights::default(), store, memory, (model, &vector), threshold).await?;
    let writer = store.writer()?;
    let existing = store.links_of(visible, &[memory.id]).await?;
    let held = existing.iter().filter(|link| link.relation == Relation::AutoLinked).count();
    let mut linker = Linker::new(store, clock, by.clone());
    let free = similar.iter().filter(|it| existing.iter().all(|link| link.other(memory.id) != it.id));
    for other in free.take(most.saturating_sub(held)) {
        linker.add(memory, (other.id, &other.scope), Relation::AutoLinked, f64::from(other.similarity));
    }
    let links = linker.finish();
    writer.put(&links.records().0, &[]).await?;
    Ok(links.new)
}

async fn end(store: &Store, visible: &Visible, name: &str, id: &str) -> Result<Memory> {
    lookup::find(store, visible, id).await?.ok_or_else(|| {
        Error::usage("unknown_link_end", format!("{name}: there is no memory {id:?} in this scope"))
            .hint("links need both ends in sight: see `octobrain list`, or name the scope with --scope")
    })
}
