//! Memories in and out: an export that loses nothing, and what other programs export.
//!
//! | part | what it does |
//! | --- | --- |
//! | `lines` | the lines of our own export, and records from them |
//! | `export` | a store → lines |
//! | `merge` | records → a store: what is there already stays, nothing is doubled |
//! | `foreign` | what programs of others say, as memories: titles and texts made to fit |
//! | `mcp_memory`, `mem0`, `basic_memory`, `published` | each of their formats |

pub mod basic_memory;
pub mod export;
pub mod foreign;
pub mod lines;
pub mod mcp_memory;
pub mod mem0;
pub mod merge;
pub mod published;
