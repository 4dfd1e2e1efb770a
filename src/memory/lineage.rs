//! What took the place of a memory: a newer fact, or the parent that it was folded into.

use std::collections::HashMap;

use jiff::Timestamp;
use uuid::Uuid;

use super::filter::Visible;
use super::kinds::Relation;
use super::link::Link;
use crate::error::Result;
use crate::store::Store;

/// Successors and parents of the memories in sight, read off the links.
#[derive(Debug, Default)]
pub struct Lineage {
    superseding: HashMap<Uuid, Vec<Uuid>>,
    consolidating: HashMap<Uuid, Vec<Uuid>>,
    sources: HashMap<Uuid, Vec<Uuid>>,
}

impl Lineage {
    /// Reads the links in sight, those made by `as_of` where it is given.
    pub async fn read(store: &Store, visible: &Visible, as_of: Option<Timestamp>) -> Result<Self> {
        let mut links = store.links_by_relation(visible, &[Relation::Supersedes, Relation::Consolidates]).await?;
        links.retain(|link| as_of.is_none_or(|as_of| link.created_at <= as_of));
        Ok(Self::of(&links))
    }

    /// What these links say, oldest first.
    pub fn of(links: &[Link]) -> Self {
        let mut lineage = Self::default();
        for link in links {
            let successors = match link.relation {
                Relation::Supersedes => &mut lineage.superseding,
                Relation::Consolidates => {
                    lineage.sources.entry(link.from).or_default().push(link.to);
                    &mut lineage.consolidating
                }
                _ => continue,
            };
            successors.entry(link.to).or_default().push(link.from);
        }
        lineage
    }

    /// The memories that replaced this one, oldest link first.
    pub fn all_superseding(&self, id: Uuid) -> &[Uuid] {
        self.superseding.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The memories that this one was folded into, oldest link first.
    pub fn all_consolidating(&self, id: Uuid) -> &[Uuid] {
        self.consolidating.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The memories that were folded into this one, oldest link first.
    pub fn sources(&self, id: Uuid) -> &[Uuid] {
        self.sources.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The latest memory that replaced this one.
    pub fn superseded_by(&self, id: Uuid) -> Option<Uuid> {
        self.all_superseding(id).last().copied()
    }

    /// The latest memory that this one was folded into.
    pub fn consolidated_into(&self, id: Uuid) -> Option<Uuid> {
        self.all_consolidating(id).last().copied()
    }
}
