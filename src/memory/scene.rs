//! What a question looks at: the rows in sight with both legs over them.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;

use jiff::Timestamp;
use uuid::Uuid;

use super::filter::{Filter, Visible};
use super::kinds::Relation;
use super::lineage::Lineage;
use super::neighbours::Ties;
use crate::error::{Error, Result};
use crate::search::marks::Marks;
use crate::store::lexical::{Lexical, View};
use crate::store::vectors::{Matrix, Vectors};
use crate::store::{Ranked, Store};
use crate::text::query::Query;

/// What two questions must share to look at the same scene.
#[derive(Clone, PartialEq)]
pub(super) struct SceneKey {
    pub(super) version: u64,
    pub(super) visible: Visible,
    pub(super) filter: Filter,
    pub(super) as_of: Option<Timestamp>,
    pub(super) model: Option<String>,
}

/// The rows in sight with both legs over them.
pub(super) struct Scene {
    pub(super) rows: Vec<Ranked>,
    pub(super) view: View,
    pub(super) matrix: Matrix,
    pub(super) lineage: Lineage,
    pub(super) ties: Ties,
    positions: HashMap<Uuid, usize>,
    /// How often memories were read for it.
    pub(super) loads: AtomicUsize,
}

impl Scene {
    pub(super) async fn read(store: &Store, key: &SceneKey, lexical: Lexical) -> Result<Self> {
        let mut filter = key.filter.clone();
        filter.created_before = match (filter.created_before, key.as_of) {
            (Some(before), Some(as_of)) => Some(before.min(as_of)),
            (before, as_of) => before.or(as_of),
        };
        let vectors = async {
            match &key.model {
                Some(model) => store.vectors_in(model, &key.visible).await,
                None => Vectors::default(),
            }
        };
        // The vectors take longest and need not wait for the rows that they belong to.
        let (rows, links, vectors) = futures::join!(
            store.ranked(&key.visible, &filter),
            store.links_by_relation(&key.visible, Relation::ALL),
            vectors
        );
        let (rows, mut links) = (rows?, links?);
        links.retain(|link| key.as_of.is_none_or(|as_of| link.created_at <= as_of));
        let refs: Vec<_> = rows.iter().map(|ranked| ranked.row).collect();
        let matrix = Matrix::arrange(vectors, &refs);
        let view = async {
            let mut view = lexical.view(&refs).or_else(|_| lexical.emptied().view(&refs))?;
            let missing = view.missing();
            let ids: Vec<Uuid> = missing.iter().map(|position| refs[*position].id).collect();
            let places: HashMap<Uuid, usize> = ids.iter().copied().zip(missing).collect();
            for memory in store.memories_by_id(&key.visible, &ids).await? {
                view.add(places[&memory.id], &memory.indexed_text());
            }
            Ok::<View, Error>(view)
        };
        let view = view.await?;
        let positions = refs.iter().map(|row| row.id).zip(0..).collect();
        Ok(Self {
            rows,
            view,
            matrix,
            lineage: Lineage::of(&links),
            ties: Ties::new(links),
            positions,
            loads: AtomicUsize::new(0),
        })
    }

    /// The row of a memory, if it is in sight.
    pub(super) fn position(&self, id: Uuid) -> Option<usize> {
        self.positions.get(&id).copied()
    }

    /// The rows in sight that took the place of one: newer facts first, then what it was folded into.
    pub(super) fn successors(&self, row: usize) -> Vec<usize> {
        let id = self.rows[row].row.id;
        let successors = self.lineage.all_superseding(id).iter().chain(self.lineage.all_consolidating(id));
        successors.filter_map(|id| self.positions.get(id).copied()).collect()
    }

    /// Finds what a query's phrases and operators name.
    pub(super) async fn marks(&self, store: &Store, visible: &Visible, query: &Query) -> Result<Marks> {
        let texts = |rows: Vec<u32>| async move {
            let ids: Vec<Uuid> = rows.iter().map(|row| self.rows[*row as usize].row.id).collect();
            let memories = store.memories_by_id(visible, &ids).await?;
            let texts =
                memories.iter().filter_map(|memory| Some((self.position(memory.id)? as u32, memory.indexed_text())));
            Ok(texts.collect())
        };
        Marks::find(query, &self.view, texts).await
    }
}
