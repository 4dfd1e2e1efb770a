//! Arguments of the memory commands.

use clap::{Args, ValueEnum};

use super::values::Vocabulary;
use crate::memory::kinds::{MemoryType, Source, State};

pub(super) const TYPES: Vocabulary<MemoryType> =
    Vocabulary::new(MemoryType::ALL, MemoryType::as_str, MemoryType::parse);
const SOURCES: Vocabulary<Source> = Vocabulary::new(Source::ALL, Source::as_str, Source::parse);
const STATES: Vocabulary<State> = Vocabulary::new(State::ALL, State::as_str, State::parse);

/// `memorize`.
#[derive(Debug, Clone, Args)]
pub struct MemorizeArgs {
    /// `-` to read memories from stdin, one a line: JSON, or plain text as the content
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "content")]
    pub stdin: Option<String>,
    /// A title [default: the content's first sentence]
    #[arg(long)]
    pub title: Option<String>,
    /// The fact, 10 to 10,000 characters
    #[arg(long)]
    pub content: Option<String>,
    /// What it is about [default: insight]
    #[arg(long, visible_alias = "type", value_name = "TYPE", value_parser = TYPES, hide_possible_values = true)]
    pub memory_type: Option<MemoryType>,
    /// 0.0 to 1.0: user-stated 0.8–1.0, decisions 0.7–0.9, fixes 0.6–0.8, inferences 0.3–0.6
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub importance: Option<f64>,
    /// Who vouches for it [default: agent_inferred]
    #[arg(long, value_parser = SOURCES)]
    pub source: Option<Source>,
    /// Tags, with commas or repeated
    #[arg(long, visible_alias = "tag", value_delimiter = ',')]
    pub tags: Vec<String>,
    /// Related files, with commas or repeated
    #[arg(long, visible_aliases = ["related-files", "file"], value_delimiter = ',')]
    pub files: Vec<String>,
    /// Your own key: memorizing it again changes the record in place
    #[arg(long)]
    pub key: Option<String>,
    /// Who it is for, such as developer or reviewer
    #[arg(long)]
    pub role: Option<String>,
    /// Tie it to a memory: an id and what the new one is to it, such as 0198c5f2:supersedes
    #[arg(long, value_name = "ID:RELATION", value_delimiter = ',')]
    pub related_to: Vec<String>,
    /// What to do when one that says nearly the same is there [default: link]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub on_similar: Option<OnSimilarArg>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Replace secrets such as tokens and passwords, where without this the memory is refused
    #[arg(long)]
    pub redact: bool,
    /// Store secrets as they are
    #[arg(long, conflicts_with = "redact")]
    pub allow_secrets: bool,
}

/// `--on-similar`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnSimilarArg {
    /// Store it and tie the two
    Link,
    /// Leave it
    Skip,
    /// Refuse it
    Fail,
}

/// Filters of `remember`, `list` and `forget`.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Filters")]
pub struct FilterArgs {
    /// Any of these types
    #[arg(long, visible_aliases = ["type", "memory-types"], value_name = "TYPE", value_delimiter = ',', value_parser = TYPES, hide_possible_values = true)]
    pub memory_type: Vec<MemoryType>,
    /// Any of these tags
    #[arg(long, visible_alias = "tag", value_delimiter = ',')]
    pub tags: Vec<String>,
    /// Any of these files
    #[arg(long, visible_aliases = ["related-files", "file"], value_delimiter = ',')]
    pub files: Vec<String>,
    /// Any of these states
    #[arg(long, value_delimiter = ',', value_parser = STATES)]
    pub state: Vec<State>,
    /// Any of these sources
    #[arg(long, value_delimiter = ',', value_parser = SOURCES)]
    pub source: Vec<Source>,
    /// Meant for this role
    #[arg(long)]
    pub role: Option<String>,
    /// Created at or after: RFC 3339, a date, yesterday, 7d
    #[arg(long, visible_alias = "since", value_name = "TIME")]
    pub created_after: Option<String>,
    /// Created before: RFC 3339, a date (to its end), yesterday, 7d
    #[arg(long, visible_alias = "until", value_name = "TIME")]
    pub created_before: Option<String>,
}

/// `remember`.
#[derive(Debug, Clone, Args)]
pub struct RememberArgs {
    /// One query, or 2 to 5 related terms; six or more bare words are one query; - reads stdin
    #[arg(value_name = "QUERY")]
    pub query: Vec<String>,
    /// Most hits a query, up to 1,000
    #[arg(long, short = 'n', value_name = "N", default_value = "10")]
    pub limit: usize,
    /// Relevance, 0 to 1, below which nothing is shown [default: search.similarity_threshold]
    #[arg(long, visible_alias = "min-score", value_name = "NUMBER")]
    pub min_relevance: Option<f64>,
    /// Which legs search
    #[arg(long, value_enum, value_name = "MODE")]
    pub mode: Option<ModeArg>,
    /// Plain text, or "phrase", +must and -not as orders [default: plain]
    #[arg(long, value_enum, value_name = "SYNTAX")]
    pub syntax: Option<SyntaxArg>,
    /// Add what each leg said
    #[arg(long)]
    pub explain: bool,
    /// What was known then: later memories and later supersessions do not count
    #[arg(long, value_name = "TIME")]
    pub as_of: Option<String>,
    /// Stop before the hits of a query exceed this many tokens, by estimate
    #[arg(long, value_name = "TOKENS")]
    pub budget: Option<usize>,
    /// Leave out the records linked to each hit
    #[arg(long)]
    pub no_neighbors: bool,
    /// Do not count this as a use of what is found
    #[arg(long)]
    pub no_track: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub filter: FilterArgs,
}

/// `--mode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeArg {
    /// Words and meaning
    Hybrid,
    /// Words alone
    Lexical,
    /// Meaning alone
    Vector,
}

/// `--syntax`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SyntaxArg {
    /// All of it is text; a quoted phrase raises what holds it
    Plain,
    /// "phrase" and +word are required, -word excludes
    Operators,
}

/// `forget`.
#[derive(Debug, Clone, Args)]
pub struct ForgetArgs {
    /// Ids, or unique beginnings of 8 or more characters; - reads stdin
    #[arg(value_name = "ID", conflicts_with = "query")]
    pub ids: Vec<String>,
    /// An id once more, as the guides write it
    #[arg(long, value_name = "ID", conflicts_with_all = ["ids", "query"], hide = true)]
    pub memory_id: Vec<String>,
    /// What `remember` would answer to this
    #[arg(long, value_name = "QUERY")]
    pub query: Option<String>,
    /// Relevance, 0 to 1, below which nothing is selected [default: search.similarity_threshold]
    #[arg(long, visible_alias = "min-score", value_name = "NUMBER", requires = "query")]
    pub min_relevance: Option<f64>,
    /// Most memories that a query selects
    #[arg(long, short = 'n', value_name = "N", default_value = "10", requires = "query")]
    pub limit: usize,
    /// Remove them; without it they are only shown
    #[arg(long, visible_alias = "yes")]
    pub confirm: bool,
    /// Rewrite the files of the store too, so that the text is in none of them
    #[arg(long)]
    pub purge: bool,
    /// Take along the memories that quote them
    #[arg(long)]
    pub with_derived: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub filter: FilterArgs,
}

/// `get`.
#[derive(Debug, Clone, Args)]
pub struct GetArgs {
    /// Ids, or unique beginnings of 8 or more characters; - reads stdin
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
}

/// `list`.
#[derive(Debug, Clone, Args)]
pub struct ListArgs {
    /// Most memories
    #[arg(long, short = 'n', value_name = "N")]
    pub limit: Option<usize>,
    /// Order, newest or highest first
    #[arg(long, value_enum, value_name = "BY", default_value = "created")]
    pub sort: SortArg,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub filter: FilterArgs,
}

/// `--sort`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SortArg {
    /// When it was stored
    Created,
    /// When it last changed
    Updated,
    /// Its importance
    Importance,
    /// What is left of its importance
    Effective,
}

/// `update`.
#[derive(Debug, Clone, Args)]
pub struct UpdateArgs {
    /// Ids, or unique beginnings of 8 or more characters; - reads stdin
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    /// A new title; empty for the content's first sentence
    #[arg(long)]
    pub title: Option<String>,
    /// A new text
    #[arg(long)]
    pub content: Option<String>,
    /// What it is about
    #[arg(long, visible_alias = "type", value_name = "TYPE", value_parser = TYPES, hide_possible_values = true)]
    pub memory_type: Option<MemoryType>,
    /// 0.0 to 1.0
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub importance: Option<f64>,
    /// Who vouches for it
    #[arg(long, value_parser = SOURCES)]
    pub source: Option<Source>,
    /// Where it stands in its life
    #[arg(long, value_parser = STATES)]
    pub state: Option<State>,
    /// A new key; empty for none
    #[arg(long)]
    pub key: Option<String>,
    /// Who it is for; empty for everybody
    #[arg(long)]
    pub role: Option<String>,
    /// Tags in place of the present ones
    #[arg(long, visible_alias = "tag", value_delimiter = ',')]
    pub tags: Option<Vec<String>>,
    /// Tags beside the present ones
    #[arg(long, visible_alias = "add-tag", value_name = "TAGS", value_delimiter = ',')]
    pub add_tags: Vec<String>,
    /// Tags to take away
    #[arg(long, visible_alias = "remove-tag", value_name = "TAGS", value_delimiter = ',')]
    pub remove_tags: Vec<String>,
    /// Files in place of the present ones
    #[arg(long, visible_aliases = ["related-files", "file"], value_delimiter = ',')]
    pub files: Option<Vec<String>>,
    /// Files beside the present ones
    #[arg(long, visible_alias = "add-file", value_name = "FILES", value_delimiter = ',')]
    pub add_files: Vec<String>,
    /// Files to take away
    #[arg(long, visible_alias = "remove-file", value_name = "FILES", value_delimiter = ',')]
    pub remove_files: Vec<String>,
    /// Replace secrets such as tokens and passwords, where without this the change is refused
    #[arg(long)]
    pub redact: bool,
    /// Store secrets as they are
    #[arg(long, conflicts_with = "redact")]
    pub allow_secrets: bool,
}
