//! Neighbours: the memories that a hit is tied to.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::link::Link;

/// Most neighbours of one hit.
const MAX_NEIGHBOURS: usize = 3;

/// Links by both of their ends.
#[derive(Debug, Default)]
pub(super) struct Ties {
    links: Vec<Link>,
    of: HashMap<Uuid, Vec<usize>>,
}

impl Ties {
    pub(super) fn new(links: Vec<Link>) -> Self {
        let mut of: HashMap<Uuid, Vec<usize>> = HashMap::new();
        for (at, link) in links.iter().enumerate() {
            of.entry(link.from).or_default().push(at);
            of.entry(link.to).or_default().push(at);
        }
        Self { links, of }
    }

    /// The strongest links of a hit to others: none to a hit, none to what is out of sight, each other once.
    pub(super) fn strongest(&self, hit: Uuid, hits: &HashSet<Uuid>, in_sight: impl Fn(Uuid) -> bool) -> Vec<&Link> {
        let own = self.of.get(&hit).into_iter().flatten().map(|at| &self.links[*at]);
        let mut own: Vec<&Link> = own
            .filter(|link| {
                let other = link.other(hit);
                !hits.contains(&other) && in_sight(other)
            })
            .collect();
        own.sort_by(|a, b| b.strength.total_cmp(&a.strength).then(a.id.cmp(&b.id)));
        // Two may be tied in several ways: the strongest is named.
        let mut seen = HashSet::new();
        own.retain(|link| seen.insert(link.other(hit)));
        own.truncate(MAX_NEIGHBOURS);
        own
    }
}
