//! Which memories a command looks at: scope and filters, pushed down to the store.

use std::cmp::Ordering;

use jiff::Timestamp;

use super::kinds::{MemoryType, Source, State};
use super::record::Memory;
use super::scope::GLOBAL;
use crate::error::{Error, Result};

/// The scopes that a reader sees.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Visible {
    /// One scope and global.
    Scope(String),
    /// One scope without what is global.
    Only(String),
    /// Every scope (`--all-scopes`, reads only).
    All,
}

impl Visible {
    /// The scopes by name, or none for all of them.
    pub fn names(&self) -> Option<Vec<&str>> {
        match self {
            Self::Scope(scope) if scope == GLOBAL => Some(vec![GLOBAL]),
            Self::Scope(scope) => Some(vec![scope, GLOBAL]),
            Self::Only(scope) => Some(vec![scope]),
            Self::All => None,
        }
    }

    /// Whether a record of this scope may be seen.
    pub fn sees(&self, scope: &str) -> bool {
        self.names().is_none_or(|names| names.contains(&scope))
    }
}

/// What memories are ordered by, newest or highest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// When it was stored.
    Created,
    /// When it last changed.
    Updated,
    /// Its importance as given.
    Importance,
}

impl Sort {
    /// Newest or highest first, ties by id.
    pub fn compare(self, a: &Memory, b: &Memory) -> Ordering {
        let by = match self {
            Self::Created => b.created_at.cmp(&a.created_at),
            Self::Updated => b.updated_at.cmp(&a.updated_at),
            Self::Importance => b.importance.total_cmp(&a.importance),
        };
        by.then_with(|| b.id.cmp(&a.id))
    }

    /// The column of the store.
    pub fn column(self) -> &'static str {
        match self {
            Self::Created => "created_at",
            Self::Updated => "updated_at",
            Self::Importance => "importance",
        }
    }
}

/// Conditions on records; an empty list asks nothing, several words in one list mean any of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    /// Any of these types.
    pub types: Vec<MemoryType>,
    /// Any of these tags, in lower case.
    pub tags: Vec<String>,
    /// Any of these files.
    pub files: Vec<String>,
    /// Any of these states.
    pub states: Vec<State>,
    /// Any of these sources.
    pub sources: Vec<Source>,
    /// Meant for this role.
    pub role: Option<String>,
    /// Created at or after.
    pub created_after: Option<Timestamp>,
    /// Created before.
    pub created_before: Option<Timestamp>,
}

impl Filter {
    /// Lays another filter over this one: what it names replaces, what it leaves open stays.
    #[must_use]
    pub fn overlaid(&self, over: Filter) -> Filter {
        fn pick<T: Clone>(over: Vec<T>, base: &[T]) -> Vec<T> {
            if over.is_empty() { base.to_vec() } else { over }
        }
        Filter {
            types: pick(over.types, &self.types),
            tags: pick(over.tags, &self.tags),
            files: pick(over.files, &self.files),
            states: pick(over.states, &self.states),
            sources: pick(over.sources, &self.sources),
            role: over.role.or_else(|| self.role.clone()),
            created_after: over.created_after.or(self.created_after),
            created_before: over.created_before.or(self.created_before),
        }
    }

    /// Refuses a period that no moment lies in: whoever asks for one has mixed something up.
    pub fn checked(self) -> Result<Filter> {
        match (self.created_after, self.created_before) {
            (Some(after), Some(before)) if after >= before => Err(Error::usage(
                "empty_period",
                format!("created_after {after} is not before created_before {before}"),
            )
            .hint("exchange them, or leave one out")),
            _ => Ok(self),
        }
    }
}
