//! Exact duplicates: the record under a key, and the same words once more.

use std::collections::{HashMap, HashSet};

use super::filter::Visible;
use super::kinds::State;
use super::memorize::Wanted;
use super::record::Memory;
use super::sight::Sights;
use super::update::Changes;
use crate::clock::Clock;
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
pub(super) async fn meet(
    store: &Store,
    sights: &mut Sights,
    clock: &Clock,
    wanted: &[&Wanted],
) -> Result<Vec<(Met, Option<Memory>)>> {
    let mut known: HashMap<&str, Known> = HashMap::new();
    let memories = || wanted.iter().map(|wanted| &wanted.memory);
    let scopes: HashSet<&str> = memories().map(|memory| memory.scope.as_str()).collect();
    for scope in scopes {
        let sight = sights.of(store, &Visible::Scope(scope.to_owned())).await?;
        let met: Vec<&Memory> = memories().filter(|memory| memory.scope == scope && sight.may_meet(memory)).collect();
        if met.is_empty() {
            continue;
        }
        let here = || met.iter();
        let keys: Vec<&str> = here().filter_map(|memory| memory.key.as_deref()).collect();
        let hashes: Vec<u64> = here().map(|memory| memory.content_hash()).collect();
        known.insert(scope, Known::new(store.memories_like(scope, &keys, &hashes).await?));
    }
    let mut answers = Vec::with_capacity(wanted.len());
    for Wanted { memory, changes, .. } in wanted {
        let known = known.entry(&memory.scope).or_default();
        let met = known.meet(memory, changes, clock)?;
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
        // Of several equal ones that one comes back which is in use, and the oldest of those, whatever order they
        // are read in.
        memories.sort_by_key(|memory| (memory.state == State::Working, std::cmp::Reverse(memory.id)));
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

    fn meet(&self, memory: &Memory, changes: &Changes, clock: &Clock) -> Result<Met> {
        let met = match &memory.key {
            Some(key) => self.by_key.get(key),
            None => self.same_words(memory),
        };
        Ok(match met {
            None => Met::New(memory.clone()),
            Some(met) if memory.key.is_none() => Met::Same(met.clone()),
            Some(met) => {
                let new = changes.apply(met, clock)?;
                if new == *met { Met::Same(met.clone()) } else { Met::Changed(Box::new((met.clone(), new))) }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::draft::{Draft, validate};

    fn draft(content: &str, key: Option<&str>) -> Draft {
        Draft { content: content.into(), key: key.map(Into::into), ..Draft::default() }
    }

    fn memory(draft: Draft) -> Memory {
        validate(draft, 0.5, &Clock::system(), "memorize").unwrap()
    }

    fn meet(known: &Known, draft: Draft) -> Met {
        known.meet(&memory(draft.clone()), &draft.changes(), &Clock::system()).unwrap()
    }

    #[test]
    fn keys_are_identities_and_equal_text_is_met() {
        let tagged = Draft {
            tags: Some(vec!["ops".into()]),
            role: Some("developer".into()),
            ..draft("Deploys happen on Tuesdays.", Some("deploy"))
        };
        let stored = [memory(draft("The build needs protoc.", None)), memory(tagged)];
        let known = Known::new(stored.to_vec());
        assert_eq!(meet(&known, draft("The build needs protoc.", None)), Met::Same(stored[0].clone()));
        let Met::Changed(both) = meet(&known, draft("Deploys happen on Mondays.", Some("deploy"))) else {
            panic!("a key is an identity");
        };
        assert_eq!((both.0.id, both.1.id), (stored[1].id, stored[1].id));
        assert_eq!((&both.1.tags, &both.1.role), (&stored[1].tags, &stored[1].role), "what is left out stays");
        let same = draft("Deploys happen on Tuesdays.", Some("deploy"));
        assert_eq!(meet(&known, same.clone()), Met::Same(stored[1].clone()));
        let bare = Draft { tags: Some(Vec::new()), ..same };
        assert!(matches!(meet(&known, bare), Met::Changed(both) if both.1.tags.is_empty()), "what is said empty goes");
        assert!(matches!(meet(&known, draft("The build needs protoc.", Some("build"))), Met::New(_)));
    }
}
