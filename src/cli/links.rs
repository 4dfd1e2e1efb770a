//! Arguments of the commands on links and history.

use clap::Args;

use super::values::Vocabulary;
use crate::memory::kinds::Relation;

const ANY_RELATION: Vocabulary<Relation> = Vocabulary::new(Relation::ALL, Relation::as_str, Relation::parse);

/// `relate`.
#[derive(Debug, Clone, Args)]
pub struct RelateArgs {
    /// The memory that says something about the other, and the other; - reads stdin
    #[arg(value_name = "FROM TO", num_args = 0..=2)]
    pub ends: Vec<String>,
    /// What FROM is to TO [default: related_to]
    #[arg(long, visible_alias = "relationship-type", value_parser = ANY_RELATION, hide_possible_values = true)]
    pub relation: Option<Relation>,
    /// 0.0 to 1.0 [default: 1]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub strength: Option<f64>,
    /// Why they are tied
    #[arg(long)]
    pub description: Option<String>,
    /// Remove the link, or all links from FROM to TO when no relation is given
    #[arg(long)]
    pub remove: bool,
}

/// `graph`.
#[derive(Debug, Clone, Args)]
pub struct GraphArgs {
    /// The memory in the middle
    pub id: String,
    /// Most steps from it
    #[arg(long, value_name = "N", default_value = "2")]
    pub depth: usize,
}

/// `history`.
#[derive(Debug, Clone, Args)]
pub struct HistoryArgs {
    /// Ids, forgotten ones too; - reads stdin
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
}

/// `memory relationships` and `memory related`.
#[derive(Debug, Clone, Args)]
pub struct RelatedArgs {
    /// The memory
    pub id: String,
    /// Only by these relations
    #[arg(long, visible_alias = "relationship-type", value_delimiter = ',', value_parser = ANY_RELATION, hide_possible_values = true)]
    pub relation: Vec<Relation>,
}

/// `memory auto-link`.
#[derive(Debug, Clone, Args)]
pub struct AutoLinkArgs {
    /// The memory to tie to the ones that say nearly the same
    pub id: String,
}
