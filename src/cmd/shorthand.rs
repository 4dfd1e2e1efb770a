//! Shorthands below `memory`: `list` with one filter, and views of the links of one memory.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Map;

use super::list::list;
use crate::app::App;
use crate::cli::{AutoLinkArgs, RelatedArgs, ShorthandCommand, SortArg};
use crate::error::{Error, Result};
use crate::exit::Status;
use crate::memory::change::Provenance;
use crate::memory::filter::{Filter, Visible};
use crate::memory::link::Link;
use crate::memory::lookup;
use crate::memory::record::Memory;
use crate::memory::relate::auto_link;
use crate::store::Store;
use crate::wire::link::LinkRecord;
use crate::wire::record::{MemoryRecord, NotFound};

/// Runs a shorthand.
pub(super) async fn run(app: &mut App, command: ShorthandCommand) -> Result<Status> {
    let lower = |tags: Vec<String>| tags.iter().map(|tag| tag.trim().to_lowercase()).collect();
    let (filter, most) = match command {
        ShorthandCommand::Recent(most) => (Filter::default(), most),
        ShorthandCommand::ByType { memory_type, most } => (Filter { types: memory_type, ..Filter::default() }, most),
        ShorthandCommand::ByTags { tags, most } => (Filter { tags: lower(tags), ..Filter::default() }, most),
        ShorthandCommand::ForFiles { files, most } => {
            let files = files.iter().map(|file| app.related_file(file.trim())).collect();
            (Filter { files, ..Filter::default() }, most)
        }
        ShorthandCommand::Relationships(args) => return relationships(app, &args).await,
        ShorthandCommand::Related(args) => return related(app, &args).await,
        ShorthandCommand::AutoLink(args) => return auto_link_one(app, &args).await,
        ShorthandCommand::Stats => return stats(app).await,
    };
    list(app, &filter, SortArg::Created, Some(most.limit)).await
}

/// A memory that a shorthand is about, with the store and what it sees; none once `not_found` was printed.
async fn about(app: &mut App, id: &str) -> Result<Option<(Store, Visible, Memory)>> {
    let visible = app.visible()?;
    let Some(store) = app.read_store().await? else { return Ok(None) };
    match lookup::find(&store, &visible, id).await? {
        Some(memory) => Ok(Some((store, visible, memory))),
        None => {
            app.sink.record(&NotFound::new(id, &Map::new()))?;
            Ok(None)
        }
    }
}

async fn links_of(store: &Store, visible: &Visible, memory: &Memory, args: &RelatedArgs) -> Result<Vec<Link>> {
    let mut links = store.links_of(visible, &[memory.id]).await?;
    links.retain(|link| args.relation.is_empty() || args.relation.contains(&link.relation));
    links.sort_by(|a, b| b.strength.total_cmp(&a.strength).then(a.id.cmp(&b.id)));
    // A link to what is out of sight is out of sight.
    let ends: Vec<_> = links.iter().map(|link| link.other(memory.id)).collect();
    let there = store.memories_by_id(visible, &ends).await?;
    links.retain(|link| there.iter().any(|other| other.id == link.other(memory.id)));
    Ok(links)
}

async fn relationships(app: &mut App, args: &RelatedArgs) -> Result<Status> {
    let Some((store, visible, memory)) = about(app, &args.id).await? else { return Ok(Status::Negative) };
    for link in links_of(&store, &visible, &memory, args).await? {
        app.sink.record(&LinkRecord::new(&link, None, &Map::new()))?;
    }
    Ok(Status::Done)
}

async fn related(app: &mut App, args: &RelatedArgs) -> Result<Status> {
    let Some((store, visible, memory)) = about(app, &args.id).await? else { return Ok(Status::Negative) };
    let mut ids: Vec<_> = Vec::new();
    for link in links_of(&store, &visible, &memory, args).await? {
        let other = link.other(memory.id);
        if !ids.contains(&other) {
            ids.push(other);
        }
    }
    let mut found = store.memories_by_id(&visible, &ids).await?;
    found.sort_by_key(|memory| ids.iter().position(|id| *id == memory.id));
    for memory in &found {
        app.sink.record(&MemoryRecord::new(memory, None, None, &Map::new()))?;
    }
    Ok(Status::Done)
}

async fn auto_link_one(app: &mut App, args: &AutoLinkArgs) -> Result<Status> {
    let Some((store, visible, memory)) = about(app, &args.id).await? else { return Ok(Status::Negative) };
    let Some(mut model) = app.model()? else {
        return Err(Error::unavailable("no_model", "auto-link compares vectors, and the model is not there")
            .hint("run `octobrain model check`, or tie the memories with `octobrain relate`"));
    };
    let by = Provenance::command("auto-link");
    let settings = &app.settings().memory;
    let limits = (settings.auto_link_threshold as f32, settings.max_auto_links_per_memory);
    for link in auto_link(&store, &app.clock, &by, (&memory, &visible), &mut model, limits).await? {
        app.sink.record(&LinkRecord::new(&link, Some("created"), &Map::new()))?;
    }
    Ok(Status::Done)
}

/// `stats`: how many memories this scope sees.
#[derive(Serialize, JsonSchema)]
pub(super) struct StatsRecord {
    r#type: &'static str,
    scope: String,
    memories: usize,
    by_type: BTreeMap<&'static str, usize>,
    by_state: BTreeMap<&'static str, usize>,
    by_source: BTreeMap<&'static str, usize>,
    links: usize,
}

async fn stats(app: &mut App) -> Result<Status> {
    let visible = app.visible()?;
    let scope = match &visible {
        Visible::Scope(scope) | Visible::Only(scope) => scope.clone(),
        Visible::All => "*".to_owned(),
    };
    let (memories, links) = match app.read_store().await? {
        Some(store) => (store.memories(&visible, &Filter::default()).await?, store.count_links(&visible).await?),
        None => (Vec::new(), 0),
    };
    let count = |word: fn(&Memory) -> &'static str| {
        let mut counts = BTreeMap::new();
        for memory in &memories {
            *counts.entry(word(memory)).or_default() += 1;
        }
        counts
    };
    app.sink.record(&StatsRecord {
        r#type: "stats",
        scope,
        memories: memories.len(),
        by_type: count(|memory| memory.memory_type.as_str()),
        by_state: count(|memory| memory.state.as_str()),
        by_source: count(|memory| memory.source.as_str()),
        links,
    })?;
    Ok(Status::Done)
}
