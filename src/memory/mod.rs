//! Memories: the record, where it is true, and the operations on it.

pub mod change;
pub mod decay;
pub mod draft;
mod duplicates;
pub mod embedding;
pub mod filter;
pub mod fold;
pub mod forget;
pub mod goal;
pub mod graph;
pub mod history;
pub mod kinds;
pub mod lineage;
pub mod link;
pub mod linking;
pub mod lookup;
pub mod memorize;
mod neighbours;
pub mod question;
pub mod recall;
pub mod record;
pub mod relate;
mod scene;
pub mod scope;
mod sight;
pub mod similar;
pub mod update;
pub mod when;

use change::{Change, Run, Tombstone};
use link::Link;
use record::Memory;

/// Everything that the store keeps in its one table of records.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    /// A fact.
    Memory(Memory),
    /// What stays of a forgotten one.
    Tombstone(Tombstone),
    /// A link, live or removed.
    Link(Link),
    /// A change of a memory in place.
    Change(Change),
    /// A run that can be undone.
    Run(Run),
}
