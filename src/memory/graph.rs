//! The memories around one memory, by links in either direction.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::filter::Visible;
use super::link::Link;
use super::record::Memory;
use crate::error::Result;
use crate::store::Store;

/// Most steps from the start.
pub const MAX_DEPTH: usize = 10;
/// Most memories in one graph.
pub const MAX_NODES: usize = 500;

/// What was found around a memory.
pub struct Graph {
    /// The memories with their distance from the start, nearest first, the start itself at 0.
    pub nodes: Vec<(Memory, usize)>,
    /// The links between them, strongest first.
    pub links: Vec<Link>,
    /// Whether there was more than [`MAX_NODES`].
    pub cut: bool,
}

/// Walks from a memory along the links in sight, at most `depth` steps.
pub async fn around(store: &Store, visible: &Visible, start: Memory, depth: usize) -> Result<Graph> {
    let mut distance: HashMap<Uuid, usize> = HashMap::from([(start.id, 0)]);
    let mut nodes = vec![(start, 0)];
    let mut links: HashMap<Uuid, Link> = HashMap::new();
    let mut edge = vec![nodes[0].0.id];
    let mut cut = false;
    for step in 1..=depth {
        let mut found = store.links_of(visible, &edge).await?;
        sort(&mut found);
        let mut next: Vec<Uuid> = Vec::new();
        for link in &found {
            for end in [link.from, link.to] {
                if distance.len() < MAX_NODES && !distance.contains_key(&end) {
                    distance.insert(end, step);
                    next.push(end);
                }
                cut |= !distance.contains_key(&end);
            }
        }
        links.extend(found.into_iter().map(|link| (link.id, link)));
        // An end that is not in sight is not there.
        let mut memories = store.memories_by_id(visible, &next).await?;
        memories.sort_by_key(|memory| next.iter().position(|id| *id == memory.id));
        edge = memories.iter().map(|memory| memory.id).collect();
        nodes.extend(memories.into_iter().map(|memory| (memory, step)));
        if edge.is_empty() {
            break;
        }
    }
    if depth > 0 && !edge.is_empty() {
        // The outermost ones may be tied to each other.
        let outer = store.links_of(visible, &edge).await?;
        links.extend(outer.into_iter().map(|link| (link.id, link)));
    }
    let there: HashSet<Uuid> = nodes.iter().map(|(memory, _)| memory.id).collect();
    let inside = |link: &Link| there.contains(&link.from) && there.contains(&link.to);
    let mut links: Vec<Link> = links.into_values().filter(inside).collect();
    sort(&mut links);
    Ok(Graph { nodes, links, cut })
}

/// Strongest first, then oldest.
fn sort(links: &mut [Link]) {
    links.sort_by(|a, b| b.strength.total_cmp(&a.strength).then(a.id.cmp(&b.id)));
}
