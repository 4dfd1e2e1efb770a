//! What took the place of a memory: a newer fact, or the parent that it was folded into.

use std::collections::HashMap;

use uuid::Uuid;

use super::filter::Visible;
use super::kinds::Relation;
use crate::error::Result;
use crate::store::Store;

/// Successors and parents of the memories in sight, read off the links.
#[derive(Debug, Default)]
pub struct Lineage {
    superseded_by: HashMap<Uuid, Uuid>,
    consolidated_into: HashMap<Uuid, Uuid>,
}

impl Lineage {
    /// Reads the links in sight; where several say the same of a memory, the latest counts.
    pub async fn read(store: &Store, visible: &Visible) -> Result<Self> {
        let mut lineage = Self::default();
        for link in store.links_by_relation(visible, &[Relation::Supersedes, Relation::Consolidates]).await? {
            let successors = match link.relation {
                Relation::Supersedes => &mut lineage.superseded_by,
                _ => &mut lineage.consolidated_into,
            };
            successors.insert(link.to, link.from);
        }
        Ok(lineage)
    }

    /// The memory that replaced this one.
    pub fn superseded_by(&self, id: Uuid) -> Option<Uuid> {
        self.superseded_by.get(&id).copied()
    }

    /// The memory that this one was folded into.
    pub fn consolidated_into(&self, id: Uuid) -> Option<Uuid> {
        self.consolidated_into.get(&id).copied()
    }
}
