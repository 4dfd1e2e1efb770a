//! Neighbours: the memories that a hit is tied to.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::filter::{Filter, Visible};
use super::link::Link;
use super::recall::Hit;
use super::record::Memory;
use crate::error::Result;
use crate::store::Store;

/// Most neighbours of one hit.
pub const MAX_NEIGHBOURS: usize = 3;

/// A memory that a hit is tied to, and how.
#[derive(Debug, Clone)]
pub struct Neighbour {
    /// The other memory.
    pub memory: Memory,
    /// What ties the two.
    pub link: Link,
}

/// Per hit its strongest direct neighbours: none that is a hit itself, none out of sight or filtered away.
pub async fn neighbours(
    store: &Store,
    visible: &Visible,
    filter: &Filter,
    hits: &[Hit],
) -> Result<HashMap<Uuid, Vec<Neighbour>>> {
    let ids: Vec<Uuid> = hits.iter().map(|hit| hit.memory.id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut links = store.links_of(visible, &ids).await?;
    links.sort_by(|a, b| b.strength.total_cmp(&a.strength).then(a.id.cmp(&b.id)));
    let hits: HashSet<Uuid> = ids.iter().copied().collect();
    let ends = links.iter().flat_map(|link| [link.from, link.to]).filter(|end| !hits.contains(end));
    let ends: Vec<Uuid> = ends.collect::<HashSet<_>>().into_iter().collect();
    let others = store.memories_passing(visible, filter, &ends).await?;
    let others: HashMap<Uuid, Memory> = others.into_iter().map(|memory| (memory.id, memory)).collect();
    let mut found: HashMap<Uuid, Vec<Neighbour>> = HashMap::new();
    for link in links {
        for id in [link.from, link.to] {
            let other = others.get(&link.other(id));
            if let (true, Some(memory)) = (hits.contains(&id), other) {
                let own = found.entry(id).or_default();
                // Two may be tied in several ways: the strongest is named.
                if own.len() < MAX_NEIGHBOURS && own.iter().all(|seen| seen.memory.id != memory.id) {
                    own.push(Neighbour { memory: memory.clone(), link: link.clone() });
                }
            }
        }
    }
    Ok(found)
}
