//! Forgetting well: folding what says the same, closing goals, fading, and taking runs back.
//!
//! Nothing here deletes what a caller stored. Every change belongs to a run, and a run can be undone.

pub mod consolidate;
pub mod decay;
pub mod due;
pub mod insight;
pub mod sleep;
pub mod undo;
