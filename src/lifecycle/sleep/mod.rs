//! Sleep: near-duplicates of one scope are folded into one memory that says what they say.

mod apply;
mod cluster;

use std::collections::HashSet;
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::insight::{by_centrality, compose, trust, union};
use crate::error::Result;
use crate::memory::filter::{Filter, Visible};
use crate::memory::fold::{is_pinned, parent_importance};
use crate::memory::kinds::{MemoryType, Relation, Source, State};
use crate::memory::record::{MAX_FILES, MAX_TAGS, Memory};
use crate::store::vectors::dot;
use crate::store::{RowRef, Store};
use crate::text::fingerprint::fingerprint;
pub use apply::{Applied, Edit, apply};
use cluster::{Neighbours, Point, Rules, clusters};

/// The command that runs of sleep are of.
pub const COMMAND: &str = "sleep";
/// Memories of one scope that are looked at in one pass, newest first: comparing every pair is quadratic.
const MAX_AT_ONCE: usize = 20_000;

/// What is folded.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// Cosine that every two of a cluster must reach.
    pub threshold: f32,
    /// Fewest memories that make a cluster.
    pub min_size: usize,
    /// Older memories are left alone.
    pub max_age_days: u32,
    /// When to stop looking.
    pub until: Option<Instant>,
}

/// One cluster and the memory that would stand for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Where.
    pub scope: String,
    /// Ids of what would be folded, most central first.
    pub members: Vec<Uuid>,
    /// Title of the parent.
    pub title: String,
    /// Whether it was given and not made from the content.
    pub title_given: bool,
    /// Text of the parent.
    pub content: String,
    /// What it is about: as the most central member.
    pub memory_type: MemoryType,
    /// Importance of the parent.
    pub importance: f64,
    /// Who vouches for it: as the members.
    pub source: Source,
    /// Tags of all members.
    pub tags: Vec<String>,
    /// Files of all members.
    pub related_files: Vec<String>,
    /// For whom: as the members.
    pub role: Option<String>,
    /// When the newest member was stored: folding makes nothing younger.
    pub created_at: Timestamp,
    /// Lowest cosine between two members.
    pub similarity: f32,
    /// What is as similar but states something else, with what that is.
    pub held_apart: Vec<(Uuid, String)>,
    /// Texts of the members, in the same order.
    pub texts: Vec<String>,
    /// Fingerprint of the members as they were read.
    pub basis: String,
}

/// Whether a model can tell texts like this one apart.
pub type Speaks<'a> = &'a mut dyn FnMut(&str) -> Result<bool>;

/// Finds what can be folded in one scope; needs vectors of `model`, and reads nothing but them and the rows.
pub async fn plan(
    store: &Store,
    scope: &str,
    model: &str,
    policy: Policy,
    now: Timestamp,
    speaks: Speaks<'_>,
) -> Result<Vec<Plan>> {
    let visible = Visible::Only(scope.to_owned());
    let (mut memories, parents) = candidates(store, &visible, policy, now).await?;
    memories.sort_by_key(|memory| std::cmp::Reverse((memory.created_at, memory.id)));
    memories.truncate(MAX_AT_ONCE);
    memories.sort_by_key(|memory| memory.id);
    let rows: Vec<RowRef> = memories.iter().map(row_ref).collect();
    let matrix = store.matrix(model, &visible, &rows).await;
    let (mut known, mut points) = (Vec::new(), Vec::new());
    for (at, memory) in memories.iter().enumerate() {
        let Some(vector) = matrix.get(at) else { continue };
        known.push(memory);
        points.push(Point {
            vector,
            text: &memory.content,
            kind: fingerprint(&[memory.role.as_deref().unwrap_or_default()]),
            words: fingerprint(&[&memory.content]),
            trust: memory.source as u8,
            spoken: true,
            parent: parents.contains(&memory.id),
        });
    }
    // Asking the model whether it speaks a script may load it: only where something might be folded at all.
    let vectors: Vec<&[f32]> = points.iter().map(|point| point.vector).collect();
    let near = Neighbours::of(&vectors, policy.threshold, policy.until);
    if !near.any_with(policy.min_size - 1) {
        return Ok(Vec::new());
    }
    for point in &mut points {
        point.spoken = speaks(point.text)?;
    }
    let found = clusters(&points, &near, Rules { min_size: policy.min_size, until: policy.until });
    let cosine = |a: usize, b: usize| dot(points[a].vector, points[b].vector);
    Ok(found
        .into_iter()
        .map(|cluster| {
            let order = by_centrality(cluster.members.len(), |a, b| cosine(cluster.members[a], cluster.members[b]));
            let members: Vec<&Memory> = order.iter().map(|at| known[cluster.members[*at]]).collect();
            let held_apart = cluster.held_apart.iter().map(|(at, why)| (known[*at].id, why.clone())).collect();
            planned(scope, &members, cluster.similarity, held_apart)
        })
        .collect())
}

/// Memories that may be folded, and which of them were made by folding.
async fn candidates(
    store: &Store,
    visible: &Visible,
    policy: Policy,
    now: Timestamp,
) -> Result<(Vec<Memory>, HashSet<Uuid>)> {
    let age = SignedDuration::from_hours(24 * i64::from(policy.max_age_days));
    let filter = Filter { states: vec![State::Working], created_after: now.checked_sub(age).ok(), ..Filter::default() };
    let mut memories = store.memories(visible, &filter).await?;
    let links = store
        .links_by_relation(
            visible,
            &[Relation::Supersedes, Relation::Closes, Relation::Achieves, Relation::Consolidates],
        )
        .await?;
    let mut left_alone = HashSet::new();
    let mut parents = HashSet::new();
    for link in &links {
        match link.relation {
            // Its successor speaks for it.
            Relation::Supersedes => left_alone.insert(link.to),
            // Notes that close goals, and what waits for one to be closed.
            Relation::Closes | Relation::Achieves => left_alone.insert(link.from),
            _ => parents.insert(link.from),
        };
    }
    memories.retain(|memory| {
        memory.memory_type != MemoryType::Goal && !is_pinned(memory) && !left_alone.contains(&memory.id)
    });
    Ok((memories, parents))
}

fn planned(scope: &str, members: &[&Memory], similarity: f32, held_apart: Vec<(Uuid, String)>) -> Plan {
    let insight = compose(members);
    let all = || members.iter().copied();
    Plan {
        scope: scope.to_owned(),
        members: members.iter().map(|member| member.id).collect(),
        title: insight.title,
        title_given: insight.title_given,
        content: insight.content,
        memory_type: members[0].memory_type,
        importance: parent_importance(all()).unwrap_or(0.0),
        source: trust(all()),
        tags: union(all().map(|member| member.tags.as_slice()), MAX_TAGS),
        related_files: union(all().map(|member| member.related_files.as_slice()), MAX_FILES),
        role: members[0].role.clone(),
        created_at: all().map(|member| member.created_at).max().unwrap_or_default(),
        similarity,
        held_apart,
        texts: all().map(|member| member.content.clone()).collect(),
        basis: basis(all()),
    }
}

/// Fingerprint of memories as they stand: another text, state or set of them has another one.
fn basis<'a>(members: impl Iterator<Item = &'a Memory>) -> String {
    let mut parts: Vec<String> = members
        .map(|it| format!("{} {:x} {} {} {}", it.id, it.revision(), it.state, it.importance, it.updated_at))
        .collect();
    parts.sort_unstable();
    format!("{:016x}", fingerprint(&parts.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn row_ref(memory: &Memory) -> RowRef {
    RowRef { id: memory.id, revision: memory.revision() }
}
