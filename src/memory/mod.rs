//! Memories: the record, where it is true, and the operations on it.

pub mod filter;
pub mod kinds;
pub mod memorize;
pub mod recall;
pub mod record;
pub mod scope;
pub mod when;
