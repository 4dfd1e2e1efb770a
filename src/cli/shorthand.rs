//! Shorthands of `octobrain memory`: `list` with one filter, and views of the links of one memory.

use clap::{Args, Subcommand};

use super::links::{AutoLinkArgs, RelatedArgs};
use super::memory::TYPES;
use crate::memory::kinds::MemoryType;

/// Commands that stand below `memory` alone.
#[derive(Debug, Subcommand)]
pub enum ShorthandCommand {
    /// List the newest memories
    Recent(Most),
    /// List memories of a type
    ByType {
        /// Types, with commas
        #[arg(required = true, value_delimiter = ',', value_parser = TYPES, hide_possible_values = true)]
        memory_type: Vec<MemoryType>,
        #[command(flatten)]
        #[allow(missing_docs)]
        most: Most,
    },
    /// List memories with any of these tags
    ByTags {
        /// Tags, with commas
        #[arg(required = true, value_delimiter = ',')]
        tags: Vec<String>,
        #[command(flatten)]
        #[allow(missing_docs)]
        most: Most,
    },
    /// List memories tied to any of these files
    ForFiles {
        /// Files, with commas
        #[arg(required = true, value_delimiter = ',')]
        files: Vec<String>,
        #[command(flatten)]
        #[allow(missing_docs)]
        most: Most,
    },
    /// Print the links of a memory
    Relationships(RelatedArgs),
    /// Print the memories that a memory is linked to
    Related(RelatedArgs),
    /// Tie a memory to the ones that say nearly the same
    AutoLink(AutoLinkArgs),
    /// Count memories by type, state and source
    Stats,
}

/// How many to list.
#[derive(Debug, Clone, Copy, Args)]
pub struct Most {
    /// Most memories
    #[arg(long, short = 'n', value_name = "N", default_value = "20")]
    pub limit: usize,
}
