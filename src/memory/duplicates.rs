//! Exact duplicates: the record under a key, and the same words once more.

use std::collections::{HashMap, HashSet};

use super::record::Memory;
use crate::error::Result;
use crate::store::Store;

/// What a memory turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Met {
    /// Nothing like it is there.
    New(Memory),
    /// The record with its key says something else: as it was, and as it shall be.
    Changed(Box<(Memory, Memory)>),
    /// This record says the same.
    Same(Memory),
}

impl Met {
    /// The record as it is or shall be stored.
    pub(super) fn memory(&self) -> &Memory {
        match self {
            Self::New(memory) | Self::Same(memory) => memory,
            Self::Changed(both) => &both.1,
        }
    }

    /// Whether its text needs a vector that cannot be there yet.
    pub(super) fn has_new_text(&self) -> bool {
        match self {
            Self::New(_) => true,
            Self::Changed(both) => both.0.revision() != both.1.revision(),
            Self::Same(_) => false,
        }
    }
}

/// Meets memories, in order, with what the store and the ones before them hold; beside each, another record of
/// its scope with the very same words, which a key keeps apart.
pub(super) async fn meet(store: &Store, wanted: &[&Memory]) -> Result<Vec<(Met, Option<Memory>)>> {
    let mut known: HashMap<&str, Known> = HashMap::new();
    let scopes: HashSet<&str> = wanted.iter().map(|memory| memory.scope.as_str()).collect();
    for scope in scopes {
        let here = || wanted.iter().filter(|memory| memory.scope == scope);
        let keys: Vec<&str> = here().filter_map(|memory| memory.key.as_deref()).collect();
        let hashes: Vec<u64> = here().map(|memory| memory.content_hash()).collect();
        known.insert(scope, Known::new(store.memories_like(scope, &keys, &hashes).await?));
    }
    let mut answers = Vec::with_capacity(wanted.len());
    for memory in wanted {
        let known = known.entry(&memory.scope).or_default();
        let met = known.meet(memory);
        let twin = known.same_words(memory).filter(|twin| twin.id != met.memory().id).cloned();
        match &met {
            Met::New(new) => known.add(new.clone()),
            Met::Changed(both) => known.replace(&both.0, both.1.clone()),
            Met::Same(_) => {}
        }
        answers.push((met, twin));
    }
    Ok(answers)
}

/// The memories of one scope that a batch may meet.
#[derive(Default)]
struct Known {
    by_key: HashMap<String, Memory>,
    by_content: HashMap<u64, Memory>,
}

impl Known {
    fn new(mut memories: Vec<Memory>) -> Self {
        // The oldest of several equal ones is the one that comes back, whatever order they are read in.
        memories.sort_by_key(|memory| std::cmp::Reverse(memory.id));
        let mut known = Self::default();
        for memory in memories {
            known.add(memory);
        }
        known
    }

    fn add(&mut self, memory: Memory) {
        if let Some(key) = &memory.key {
            self.by_key.insert(key.clone(), memory.clone());
        }
        self.by_content.insert(memory.content_hash(), memory);
    }

    fn replace(&mut self, old: &Memory, new: Memory) {
        self.by_content.remove(&old.content_hash());
        self.add(new);
    }

    fn same_words(&self, memory: &Memory) -> Option<&Memory> {
        self.by_content.get(&memory.content_hash()).filter(|met| met.content == memory.content)
    }

    fn meet(&self, memory: &Memory) -> Met {
        let met = match &memory.key {
            Some(key) => self.by_key.get(key),
            None => self.same_words(memory),
        };
        match met {
            None => Met::New(memory.clone()),
            Some(met) if memory.key.is_none() => Met::Same(met.clone()),
            Some(met) => {
                let new = replaced(met, memory.clone());
                let same = Memory { updated_at: met.updated_at, ..new.clone() } == *met;
                if same { Met::Same(met.clone()) } else { Met::Changed(Box::new((met.clone(), new))) }
            }
        }
    }
}

/// The record under a key becomes what the caller now says, and keeps its identity, age, state and origin.
fn replaced(old: &Memory, new: Memory) -> Memory {
    Memory { id: old.id, created_at: old.created_at, state: old.state, made: old.made.clone(), ..new }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::memory::draft::{Draft, validate};

    fn memory(content: &str, key: Option<&str>) -> Memory {
        let draft = Draft { content: content.into(), key: key.map(Into::into), ..Draft::default() };
        validate(draft, 0.5, &Clock::system(), "memorize").unwrap()
    }

    #[test]
    fn keys_are_identities_and_equal_text_is_met() {
        let stored = [memory("The build needs protoc.", None), memory("Deploys happen on Tuesdays.", Some("deploy"))];
        let known = Known::new(stored.to_vec());
        assert_eq!(known.meet(&memory("The build needs protoc.", None)), Met::Same(stored[0].clone()));
        let Met::Changed(both) = known.meet(&memory("Deploys happen on Mondays.", Some("deploy"))) else {
            panic!("a key is an identity");
        };
        assert_eq!((both.0.id, both.1.id), (stored[1].id, stored[1].id));
        assert_eq!(known.meet(&memory("Deploys happen on Tuesdays.", Some("deploy"))), Met::Same(stored[1].clone()));
        assert!(matches!(known.meet(&memory("The build needs protoc.", Some("build"))), Met::New(_)));
    }
}
