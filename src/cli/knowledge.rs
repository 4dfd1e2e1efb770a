//! Arguments of the knowledge commands.

use clap::{Args, Subcommand};

use super::{ModeArg, SyntaxArg};

/// `ingest`.
#[derive(Debug, Clone, Args)]
pub struct IngestArgs {
    /// Files and addresses, one document each; - reads stdin
    #[arg(value_name = "SOURCE")]
    pub sources: Vec<String>,
    /// Read, cut and print, and keep nothing
    #[arg(long)]
    pub dry_run: bool,
    /// With --dry-run: also print the chunks
    #[arg(long, value_name = "WHAT", value_parser = ["chunks"], requires = "dry_run")]
    pub emit: Option<String>,
    /// Even if it seems unchanged
    #[arg(long, visible_alias = "force")]
    pub anew: bool,
    /// Documents fetched and read at once
    #[arg(long, short = 'j', value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub jobs: u8,
    /// Also fetch from this machine and its networks
    #[arg(long)]
    pub allow_private: bool,
}

/// `search`.
#[derive(Debug, Clone, Args)]
pub struct SearchArgs {
    /// What to look for; - reads stdin
    #[arg(value_name = "QUERY")]
    pub query: Vec<String>,
    /// Only in these files and addresses; one that is absent or outdated is taken in first
    #[arg(long, short = 's', value_name = "SOURCE")]
    pub source: Vec<String>,
    /// Most passages a query [default: knowledge.max_results]
    #[arg(long, short = 'n', visible_alias = "max-results", value_name = "N")]
    pub limit: Option<usize>,
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
    /// Also what was stored under this session
    #[arg(long, value_name = "NAME")]
    pub session: Option<String>,
    /// Also fetch from this machine and its networks
    #[arg(long)]
    pub allow_private: bool,
}

/// `reindex`.
#[derive(Debug, Clone, Args)]
pub struct ReindexArgs {
    /// Make the words' indexes anew
    #[arg(long)]
    pub lexical: bool,
    /// Every source anew, changed or not
    #[arg(long)]
    pub all: bool,
    /// Also fetch from this machine and its networks
    #[arg(long)]
    pub allow_private: bool,
    /// Make the vectors of this model, and take it once all are there; begun again, it goes on where it was
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["lexical", "all"])]
    pub model: Option<String>,
    /// Leave it to another one that is at work already, for cron
    #[arg(long)]
    pub if_free: bool,
}

/// `knowledge VERB`.
#[derive(Debug, Clone, Subcommand)]
pub enum KnowledgeCommand {
    /// Take in files and addresses
    #[command(visible_alias = "ingest")]
    Index(IngestArgs),
    /// Find passages by meaning and by word
    Search(SearchArgs),
    /// Print the text of a source
    Read(ReadArgs),
    /// Print the lines of all texts that match a pattern
    Match(MatchArgs),
    /// Keep a text under a key
    Store(StoreArgs),
    /// Remove a source, or a text stored under a key
    Delete(DeleteArgs),
    /// The same for a key, as the guides write it
    #[command(hide = true)]
    DeleteStored {
        /// The key
        key: String,
        /// Of this session
        #[arg(long, value_name = "NAME")]
        session: Option<String>,
    },
    /// Print the sources
    List(ListSourcesArgs),
    /// Print how much there is
    Stats,
}

/// `knowledge read`.
#[derive(Debug, Clone, Args)]
pub struct ReadArgs {
    /// A file, an address or a key; one that is absent or outdated is taken in first
    #[arg(value_name = "SOURCE")]
    pub source: String,
    /// Only these lines, such as 10:20
    #[arg(long, value_name = "A:B", value_parser = range, conflicts_with = "pages")]
    pub lines: Option<(usize, usize)>,
    /// Only these pages, such as 3:5
    #[arg(long, value_name = "A:B", value_parser = range)]
    pub pages: Option<(usize, usize)>,
    /// Also what was stored under this session
    #[arg(long, value_name = "NAME")]
    pub session: Option<String>,
    /// Also fetch from this machine and its networks
    #[arg(long)]
    pub allow_private: bool,
}

/// `knowledge match`.
#[derive(Debug, Clone, Args)]
pub struct MatchArgs {
    /// A regular expression; matching takes linear time
    #[arg(value_name = "REGEX")]
    pub pattern: String,
    /// Only in these sources
    #[arg(long, short = 's', value_name = "SOURCE")]
    pub source: Vec<String>,
    /// Lines before and after each match
    #[arg(long, short = 'C', value_name = "N", default_value = "0")]
    pub context: usize,
    /// Upper and lower case are the same
    #[arg(long, short = 'i')]
    pub ignore_case: bool,
    /// Most matches
    #[arg(long, short = 'n', value_name = "N")]
    pub limit: Option<usize>,
    /// Also what was stored under this session
    #[arg(long, value_name = "NAME")]
    pub session: Option<String>,
}

/// `knowledge store`.
#[derive(Debug, Clone, Args)]
pub struct StoreArgs {
    /// The name to keep it under
    #[arg(value_name = "KEY")]
    pub key: Option<String>,
    /// The same, as the guides write it
    #[arg(long = "key", value_name = "KEY", conflicts_with = "key", hide = true)]
    pub key_flag: Option<String>,
    /// The text [default: stdin]
    #[arg(long)]
    pub content: Option<String>,
    /// Keep it for this session only
    #[arg(long, value_name = "NAME")]
    pub session: Option<String>,
    /// Put it in the place of another text under this key
    #[arg(long)]
    pub replace: bool,
}

/// `knowledge delete`.
#[derive(Debug, Clone, Args)]
pub struct DeleteArgs {
    /// Files and addresses, also ones that are gone
    #[arg(value_name = "SOURCE", required_unless_present = "key")]
    pub sources: Vec<String>,
    /// A key
    #[arg(long, value_name = "KEY", conflicts_with = "sources")]
    pub key: Option<String>,
    /// Of this session
    #[arg(long, value_name = "NAME", requires = "key")]
    pub session: Option<String>,
}

/// `knowledge list`.
#[derive(Debug, Clone, Args)]
pub struct ListSourcesArgs {
    /// Also those of this session
    #[arg(long, value_name = "NAME")]
    pub session: Option<String>,
}

/// `A:B`, `A:` to the end, `:B` from the beginning, or `A` alone.
fn range(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str, default| match text.trim() {
        "" => Ok(default),
        text => text.parse::<usize>().map_err(|_| format!("{text:?} is no number; a range is 10:20")),
    };
    match text.split_once([':', '-']) {
        Some((first, last)) => Ok((number(first, 1)?, number(last, usize::MAX)?)),
        None => number(text, 1).map(|one| (one, one)),
    }
}
