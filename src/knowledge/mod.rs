//! Knowledge: what an agent reads. Documents are fetched, turned into text, cut into passages and kept; searches find
//! the passage that matches, with its place.

pub mod chunk;
pub mod extract;
mod fault;
pub mod fetch;
pub mod ingest;
pub mod keep;
pub mod locate;
pub mod lookup;
pub mod record;
