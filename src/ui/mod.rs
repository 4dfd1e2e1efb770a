//! The two streams: records on stdout, words for people on stderr.

pub mod graph;
pub mod progress;
pub mod report;
pub mod sink;
mod text;
