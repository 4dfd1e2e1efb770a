//! Ranking: pure arithmetic over scores, without any reading.

pub mod bm25;
pub mod fusion;
pub mod kinship;
pub mod relevance;
pub mod rerank;
pub mod signals;
pub mod succession;
