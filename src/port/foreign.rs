//! What programs of others say, as memories: titles and texts made to fit, the same ones found again by key.

use std::collections::HashMap;

use jiff::Timestamp;
use uuid::Uuid;

use super::merge::Merger;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::memory::change::Provenance;
use crate::memory::decay::Usage;
use crate::memory::draft::{Draft, Secrets, validate};
use crate::memory::filter::Visible;
use crate::memory::kinds::{MemoryType, Relation, Source};
use crate::memory::link::{DEFAULT_STRENGTH, Link};
use crate::memory::record::{CONTENT_CHARS, Memory, TITLE_CHARS};
use crate::store::Store;

/// One memory of another program.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Item {
    /// Where it stands in the input, for messages.
    pub place: String,
    /// What it is known by there; the key it gets here.
    pub identity: String,
    /// Its id, where the other program's can be kept.
    pub id: Option<Uuid>,
    /// Its scope, where the other program has one; else that of the import.
    pub scope: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// What it says.
    pub content: String,
    /// What it is about, in the other program's word.
    pub kind: Option<String>,
    /// 0 to 1.
    pub importance: Option<f64>,
    /// The user vouches for it.
    pub confirmed: bool,
    /// Tags.
    pub tags: Vec<String>,
    /// Related files.
    pub files: Vec<String>,
    /// Whom it is for.
    pub role: Option<String>,
    /// When it was made.
    pub created_at: Option<Timestamp>,
    /// When it last changed.
    pub updated_at: Option<Timestamp>,
    /// What it is tied to.
    pub ties: Vec<Tie>,
}

/// A tie to another memory of the same input.
#[derive(Debug, Clone, PartialEq)]
pub struct Tie {
    /// Identity of the other one.
    pub to: String,
    /// The other program's word.
    pub relation: String,
    /// More about it.
    pub description: Option<String>,
    /// 0 to 1.
    pub strength: Option<f64>,
}

/// What was read from an input of another program.
#[derive(Debug, Default)]
pub struct Foreign {
    /// Its memories.
    pub items: Vec<Item>,
    /// What could not be read, with its place.
    pub faults: Vec<(String, Error)>,
    /// Ties that lead nowhere.
    pub loose: usize,
}

/// Takes items in; answers what could not be, with its place.
pub async fn take(
    merger: &mut Merger<'_>,
    store: &Store,
    foreign: Foreign,
    (scope, importance): (&str, f64),
    clock: &Clock,
) -> Result<Vec<(String, Error)>> {
    let Foreign { items, mut faults, loose } = foreign;
    merger.counts.links_skipped += loose;
    let parts: Vec<(Item, Option<String>)> = items.into_iter().flat_map(fitted).collect();
    let present = present(merger, store, &parts, scope).await?;
    let mut ids: HashMap<String, (Uuid, String)> = HashMap::new();
    let mut ties: Vec<(Uuid, String, Tie)> = Vec::new();
    for (item, first) in parts {
        let place = item.place.clone();
        let identity = item.identity.clone();
        let mut own: Vec<Tie> = item.ties.clone();
        own.extend(first.map(|to| Tie { to, relation: "related_to".to_owned(), description: None, strength: None }));
        let taken = memory(item, &present, scope, importance, clock);
        let memory = match taken {
            Ok(memory) => memory,
            Err(error) => {
                faults.push((place, error));
                continue;
            }
        };
        ids.insert(identity, (memory.id, memory.scope.clone()));
        ties.extend(own.into_iter().map(|tie| (memory.id, memory.scope.clone(), tie)));
        if let Err(error) = merger.memory(memory, Usage::default(), Default::default()).await {
            faults.push((place, error));
        }
    }
    merger.flush().await?;
    for (from, scope, tie) in ties {
        match ids.get(&tie.to) {
            Some((to, other)) => merger.link(link(from, *to, narrower(&scope, other), &tie, clock)),
            None => merger.counts.links_skipped += 1,
        }
    }
    Ok(faults)
}

/// A link belongs to the project of its ends; it is global only where both are.
fn narrower<'a>(one: &'a str, other: &'a str) -> &'a str {
    if one.is_empty() { other } else { one }
}

/// Memories that earlier imports of the same input have made, by id.
async fn present(
    merger: &Merger<'_>,
    store: &Store,
    parts: &[(Item, Option<String>)],
    scope: &str,
) -> Result<HashMap<String, Memory>> {
    let known = |item: &Item| {
        let scope = item.scope.as_deref().unwrap_or(scope);
        Some((item.identity.clone(), merger.keyed(scope, &item.identity)?))
    };
    let by_identity: HashMap<String, Uuid> = parts.iter().filter_map(|(item, _)| known(item)).collect();
    let ids: Vec<Uuid> = by_identity.values().copied().collect();
    let memories = store.memories_by_id(&Visible::All, &ids).await?;
    let by_id: HashMap<Uuid, Memory> = memories.into_iter().map(|memory| (memory.id, memory)).collect();
    Ok(by_identity.into_iter().filter_map(|(identity, id)| Some((identity, by_id.get(&id)?.clone()))).collect())
}

fn memory(
    item: Item,
    present: &HashMap<String, Memory>,
    scope: &str,
    importance: f64,
    clock: &Clock,
) -> Result<Memory> {
    let known = present.get(&item.identity);
    let mut draft = Draft {
        scope: item.scope.clone().unwrap_or_else(|| scope.to_owned()),
        key: Some(item.identity.clone()),
        title: item.title,
        content: item.content,
        memory_type: item.kind.as_deref().map(memory_type),
        importance: item.importance.map(|it| it.clamp(0.0, 1.0)),
        source: Some(if item.confirmed { Source::UserConfirmed } else { Source::Imported }),
        tags: Some(item.tags),
        related_files: Some(item.files),
        role: item.role,
        secrets: Secrets::Refuse,
        ..Draft::default()
    };
    draft.screen()?;
    let mut memory = validate(draft, importance, clock, "import")?;
    if let Some(id) = item.id {
        memory.id = id;
    }
    if let Some(at) = item.created_at {
        memory.created_at = micro(at);
        memory.updated_at = micro(item.updated_at.unwrap_or(at));
    }
    let Some(known) = known else { return Ok(memory) };
    // The same one again: what only this program knows of it stays.
    let now = memory.updated_at.max(clock.now());
    let kept = Memory {
        id: known.id,
        state: known.state,
        created_at: known.created_at,
        updated_at: known.updated_at,
        made: known.made.clone(),
        metadata: known.metadata.clone(),
        ..memory
    };
    Ok(if kept == *known { kept } else { Memory { updated_at: now, ..kept } })
}

/// To the microsecond, which is what a store keeps.
fn micro(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

fn link(from: Uuid, to: Uuid, scope: &str, tie: &Tie, clock: &Clock) -> Link {
    let word = tie.relation.trim().to_lowercase().replace([' ', '-'], "_");
    let relation = Relation::parse(&word).unwrap_or(Relation::RelatedTo);
    // A word that this program does not have is kept beside the link.
    let own =
        (relation == Relation::RelatedTo && !matches!(word.as_str(), "related_to" | "links_to" | "")).then_some(word);
    let description = match (own, tie.description.clone()) {
        (Some(word), Some(text)) => Some(format!("{word}: {text}")),
        (word, text) => text.or(word),
    };
    Link {
        id: clock.new_id(&format!("{from}{to}")),
        scope: scope.to_owned(),
        from,
        to,
        relation,
        strength: tie.strength.unwrap_or(DEFAULT_STRENGTH).clamp(0.0, 1.0),
        description: description.map(|text| text.chars().take(500).collect()),
        created_at: clock.now(),
        made: Provenance::command("import"),
        ended: None,
    }
}

/// What another program's word for a kind means here.
pub fn memory_type(word: &str) -> MemoryType {
    let word = word.trim().to_lowercase().replace([' ', '-'], "_");
    if let Ok(known) = MemoryType::parse(&word) {
        return known;
    }
    match word.as_str() {
        "tech" | "snippet" => MemoryType::Code,
        "person" | "people" | "user" => MemoryType::UserPreference,
        "problem" | "issue" | "bugfix" => MemoryType::BugFix,
        "note" | "guide" | "reference" => MemoryType::Documentation,
        "hypothesis" | "experiment" | "analysis" | "investigation" => MemoryType::Research,
        "intent" | "task" | "objective" | "todo" => MemoryType::Goal,
        "spec" | "constraint" => MemoryType::Requirement,
        "runbook" | "procedure" | "deployment" | "sop" | "playbook" => MemoryType::Process,
        other if other.contains("preference") => MemoryType::UserPreference,
        _ => MemoryType::Insight,
    }
}

/// Text and title made to fit; a text that is too long in parts, each with the identity of the first.
fn fitted(mut item: Item) -> Vec<(Item, Option<String>)> {
    let label = item.kind.clone().filter(|kind| !kind.is_empty()).unwrap_or_else(|| "Note".to_owned());
    item.title = item.title.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "));
    item.title = item.title.filter(|title| !title.is_empty()).map(|title| {
        let title = if title.chars().count() < TITLE_CHARS.0 { format!("{label}: {title}") } else { title };
        title.chars().take(TITLE_CHARS.1).collect()
    });
    if item.content.trim().chars().count() < CONTENT_CHARS.0 {
        let before = item.title.clone().unwrap_or(label);
        item.content = format!("{before}: {}", item.content.trim());
    }
    let mut parts = parts(&item.content, CONTENT_CHARS.1);
    if parts.len() < 2 {
        return vec![(item, None)];
    }
    let first = parts.remove(0);
    let identity = item.identity.clone();
    let mut all = vec![(Item { content: first, ..item.clone() }, None)];
    for (at, content) in parts.into_iter().enumerate() {
        let title = item.title.as_ref().map(|title| {
            let kept: String = title.chars().take(TITLE_CHARS.1 - 8).collect();
            format!("{kept} ({})", at + 2)
        });
        let part = Item {
            identity: format!("{identity}#{}", at + 2),
            id: None,
            title,
            content,
            ties: Vec::new(),
            ..item.clone()
        };
        all.push((part, Some(identity.clone())));
    }
    all
}

/// A text in parts of at most so many characters, cut at a paragraph or a line where there is one.
fn parts(text: &str, most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while rest.chars().count() > most {
        let end = rest.char_indices().nth(most).map_or(rest.len(), |(at, _)| at);
        let half = end / 2;
        let cut = ["\n\n", "\n", " "].iter().find_map(|mark| rest[..end].rfind(mark).filter(|at| *at > half));
        let cut = cut.unwrap_or(end);
        parts.push(rest[..cut].trim_end().to_owned());
        rest = rest[cut..].trim_start();
    }
    // What is left may be too short to stand by itself.
    if rest.chars().count() >= CONTENT_CHARS.0 || parts.is_empty() {
        parts.push(rest.to_owned());
    } else if let Some(last) = parts.last_mut() {
        let room = last.chars().count() + rest.chars().count() < most;
        if room && !rest.is_empty() {
            last.push(' ');
            last.push_str(rest);
        } else if !rest.is_empty() {
            let tail: String = last.chars().rev().take(CONTENT_CHARS.0).collect::<String>().chars().rev().collect();
            parts.push(format!("{tail} {rest}"));
        }
    }
    parts
}

/// A moment as other programs write it: RFC 3339, or without a zone, which then is UTC.
pub fn moment(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(at) = text.parse::<Timestamp>() {
        return Some(at);
    }
    let civil: jiff::civil::DateTime =
        text.parse().ok().or_else(|| text.parse::<jiff::civil::Date>().ok().map(|date| date.at(0, 0, 0, 0)))?;
    civil.to_zoned_datetime(jiff::tz::TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_made_to_fit() {
        let short = Item { identity: "k".into(), title: Some("CI".into()), content: "ok".into(), ..Item::default() };
        let (short, _) = fitted(short).remove(0);
        assert_eq!((short.title.as_deref(), short.content.as_str()), (Some("Note: CI"), "Note: CI: ok"));
        let long = "Sätze über Züge. ".repeat(1500);
        let item =
            Item { identity: "k".into(), title: Some("A title".into()), content: long.clone(), ..Item::default() };
        let all = fitted(item);
        assert_eq!(all.len(), 3);
        assert!(all.iter().all(|(it, _)| it.content.chars().count() <= CONTENT_CHARS.1));
        assert_eq!(all[1].0.identity, "k#2");
        let joined: String = all.iter().map(|(it, _)| it.content.as_str()).collect::<Vec<_>>().join(" ");
        assert_eq!(joined, long.trim());
        assert!(parts(&"x".repeat(10_005), 10_000).iter().all(|part| part.chars().count() >= 10));
    }

    #[test]
    fn moments() {
        let at = |text| moment(text).map(|it| it.to_string());
        assert_eq!(at("2024-07-01T10:00:00-07:00").as_deref(), Some("2024-07-01T17:00:00Z"));
        assert_eq!(at("2024-07-01T10:00:00.5").as_deref(), Some("2024-07-01T10:00:00.5Z"));
        assert_eq!(at("2024-07-01").as_deref(), Some("2024-07-01T00:00:00Z"));
        assert_eq!(at("yesterday"), None);
    }
}
