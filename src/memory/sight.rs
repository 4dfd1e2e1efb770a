//! What a writing session remembers of the scopes it writes to, so that a single memory costs no scan.
//!
//! Each part is read when it is first needed, holds for one commit of the records, and follows the session's
//! own commits; a commit of somebody else's makes it read again.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::embedding::Vectors;
use super::filter::Visible;
use super::kinds::Relation;
use super::link::Link;
use super::record::Memory;
use crate::error::Result;
use crate::store::vectors::dot;
use crate::store::{RowRef, Sketch, Store};

/// Scopes whose sight is kept.
const KEPT_SIGHTS: usize = 8;

/// The sights of a session.
#[derive(Default)]
pub(super) struct Sights {
    kept: Vec<Sight>,
}

/// What one scope sees, as it stood at one commit.
pub(super) struct Sight {
    visible: Visible,
    version: u64,
    rows: Vec<Seen>,
    positions: HashMap<Uuid, usize>,
    keys: HashSet<(String, String)>,
    hashes: HashSet<(String, u64)>,
    vectors: Option<Space>,
    links: Option<Ties>,
}

/// A memory as a sight knows it.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) id: Uuid,
    pub(super) scope: String,
    pub(super) title: String,
    revision: u64,
}

/// The vectors of one model, by position of the row.
struct Space {
    model: String,
    dimension: usize,
    positions: Vec<usize>,
    values: Vec<f32>,
}

/// Which memories are tied, and how many automatic links each has.
#[derive(Default)]
pub(super) struct Ties {
    pairs: HashSet<(Uuid, Uuid)>,
    automatic: HashMap<Uuid, usize>,
}

impl Sights {
    /// The sight of a scope at the present commit.
    pub(super) async fn of(&mut self, store: &Store, visible: &Visible) -> Result<&mut Sight> {
        let version = store.version().await?;
        let known = self.kept.iter().position(|sight| sight.visible == *visible);
        match known {
            Some(at) if self.kept[at].version == version => Ok(&mut self.kept[at]),
            known => {
                if let Some(at) = known {
                    self.kept.remove(at);
                } else if self.kept.len() >= KEPT_SIGHTS {
                    self.kept.remove(0);
                }
                self.kept.push(Sight::read(store, visible, version).await?);
                let last = self.kept.len() - 1;
                Ok(&mut self.kept[last])
            }
        }
    }

    /// Follows a commit of this session's own from one version to the next.
    pub(super) fn follow(
        &mut self,
        (before, after): (u64, u64),
        written: &[&Memory],
        links: &[Link],
        vectors: &Vectors,
    ) {
        for sight in self.kept.iter_mut().filter(|sight| sight.version == before) {
            sight.version = after;
            for memory in written {
                if sight.visible.sees(&memory.scope) {
                    sight.put(memory, vectors);
                }
            }
            if let Some(ties) = &mut sight.links {
                links.iter().for_each(|link| ties.add(link));
            }
        }
    }
}

impl Sight {
    async fn read(store: &Store, visible: &Visible, version: u64) -> Result<Self> {
        let mut sight = Self {
            visible: visible.clone(),
            version,
            rows: Vec::new(),
            positions: HashMap::new(),
            keys: HashSet::new(),
            hashes: HashSet::new(),
            vectors: None,
            links: None,
        };
        for sketch in store.sketches(visible).await? {
            sight.add(sketch);
        }
        Ok(sight)
    }

    fn add(&mut self, sketch: Sketch) {
        let Sketch { row, scope, key, title, content_hash } = sketch;
        if let Some(key) = key {
            self.keys.insert((scope.clone(), key));
        }
        self.hashes.insert((scope.clone(), content_hash));
        self.positions.insert(row.id, self.rows.len());
        self.rows.push(Seen { id: row.id, scope, title, revision: row.revision });
    }

    /// Whether the record of this key, or one with these words, may be there; false is certain.
    pub(super) fn may_meet(&self, memory: &Memory) -> bool {
        let key = memory.key.as_ref().map(|key| (memory.scope.clone(), key.clone()));
        key.is_some_and(|key| self.keys.contains(&key))
            || self.hashes.contains(&(memory.scope.clone(), memory.content_hash()))
    }

    /// Memories whose cosine with a vector is at least `least`, in no particular order.
    pub(super) async fn near(
        &mut self,
        store: &Store,
        (model, vector): (&str, &[f32]),
        least: f32,
    ) -> Result<Vec<(Seen, f32)>> {
        if self.vectors.as_ref().is_none_or(|space| space.model != model) {
            self.vectors = Some(self.read_space(store, model).await?);
        }
        let Some(space) = self.vectors.as_ref().filter(|space| space.dimension == vector.len()) else {
            return Ok(Vec::new());
        };
        let cosines = space.values.chunks_exact(space.dimension).map(|other| dot(other, vector));
        let close = space.positions.iter().zip(cosines).filter(|(_, cosine)| *cosine >= least);
        Ok(close.map(|(at, cosine)| (self.rows[*at].clone(), cosine)).collect())
    }

    async fn read_space(&self, store: &Store, model: &str) -> Result<Space> {
        let rows: Vec<RowRef> = self.rows.iter().map(|row| RowRef { id: row.id, revision: row.revision }).collect();
        let matrix = store.matrix(model, &self.visible, &rows).await;
        let mut space = Space { model: model.to_owned(), dimension: 0, positions: Vec::new(), values: Vec::new() };
        for at in 0..rows.len() {
            if let Some(vector) = matrix.get(at) {
                space.push(at, vector);
            }
        }
        Ok(space)
    }

    /// How the memories in sight are tied.
    pub(super) async fn ties(&mut self, store: &Store) -> Result<&mut Ties> {
        if self.links.is_none() {
            let mut ties = Ties::default();
            store.links_by_relation(&self.visible, Relation::ALL).await?.iter().for_each(|link| ties.add(link));
            self.links = Some(ties);
        }
        Ok(self.links.get_or_insert_with(Ties::default))
    }

    /// Takes in a record that is new or has changed.
    fn put(&mut self, memory: &Memory, vectors: &Vectors) {
        let row = RowRef { id: memory.id, revision: memory.revision() };
        let at = match self.positions.get(&memory.id) {
            Some(at) => {
                let at = *at;
                self.rows[at] = Seen {
                    id: memory.id,
                    scope: memory.scope.clone(),
                    title: memory.title.clone(),
                    revision: row.revision,
                };
                if let Some(key) = &memory.key {
                    self.keys.insert((memory.scope.clone(), key.clone()));
                }
                self.hashes.insert((memory.scope.clone(), memory.content_hash()));
                at
            }
            None => {
                let (scope, key, title) = (memory.scope.clone(), memory.key.clone(), memory.title.clone());
                self.add(Sketch { row, scope, key, title, content_hash: memory.content_hash() });
                self.rows.len() - 1
            }
        };
        let Some(space) = self.vectors.as_mut().filter(|space| space.model == vectors.model) else { return };
        match (vectors.of(memory), space.positions.iter().rposition(|seen| *seen == at)) {
            (Some(vector), Some(slot)) => {
                space.values[slot * space.dimension..][..space.dimension].copy_from_slice(vector);
            }
            (Some(vector), None) => space.push(at, vector),
            (None, _) => {}
        }
    }
}

impl Space {
    fn push(&mut self, at: usize, vector: &[f32]) {
        self.dimension = vector.len();
        self.positions.push(at);
        self.values.extend_from_slice(vector);
    }
}

impl Ties {
    fn add(&mut self, link: &Link) {
        self.pairs.extend([(link.from, link.to), (link.to, link.from)]);
        if link.relation == Relation::AutoLinked {
            *self.automatic.entry(link.from).or_default() += 1;
            *self.automatic.entry(link.to).or_default() += 1;
        }
    }

    /// Whether anything ties the two.
    pub(super) fn tied(&self, a: Uuid, b: Uuid) -> bool {
        self.pairs.contains(&(a, b))
    }

    /// Automatic links of a memory.
    pub(super) fn automatic(&self, id: Uuid) -> usize {
        self.automatic.get(&id).copied().unwrap_or(0)
    }
}
