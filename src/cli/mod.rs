//! The command line: clap types only, no reading and no writing.

mod care;
mod global;
mod help;
mod knowledge;
mod lifecycle;
mod links;
mod mcp;
mod memory;
mod shorthand;
mod system;
mod values;

use clap::{Parser, Subcommand};

pub use care::{BackupArgs, CronCommand, CronInstallArgs, DoctorArgs, ExportArgs, ImportArgs, ImportFormat, ManArgs};
pub use global::{ErrorFormatArg, FormatArg, GlobalArgs};
pub use help::command;
pub use knowledge::{
    DeleteArgs, IngestArgs, KnowledgeCommand, ListSourcesArgs, MatchArgs, ReadArgs, ReindexArgs, SearchArgs, StoreArgs,
};
pub use lifecycle::{ConsolidateArgs, DecayArgs, SleepArgs, UndoArgs};
pub use links::{AutoLinkArgs, GraphArgs, HistoryArgs, RelateArgs, RelatedArgs};
pub use mcp::McpArgs;
pub use memory::{
    FilterArgs, ForgetArgs, GetArgs, ListArgs, MemorizeArgs, ModeArg, OnSimilarArg, RememberArgs, SortArg, SyntaxArg,
    UpdateArgs,
};
pub use shorthand::ShorthandCommand;
pub use system::{CompletionsArgs, ConfigCommand, EvalArgs, ModelCommand, ScopeArgs, ScopeCommand};

/// Long-term memory for AI agents that stays sharp.
#[derive(Debug, Parser)]
#[command(name = "octobrain", version, disable_help_subcommand = true, disable_help_flag = true)]
pub struct Cli {
    /// Options of every command.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Store memories: one from flags, or many from JSON lines on stdin
    #[command(after_help = help::MEMORIZE)]
    Memorize(MemorizeArgs),
    /// Recall memories by meaning and by word
    #[command(after_help = help::REMEMBER)]
    Remember(RememberArgs),
    /// Remove memories; without --confirm only show which would go
    #[command(after_help = help::FORGET)]
    Forget(ForgetArgs),
    /// Print memories by id
    Get(GetArgs),
    /// Print memories that pass filters
    #[command(after_help = help::LIST)]
    List(ListArgs),
    /// Change memories in place
    #[command(after_help = help::UPDATE)]
    Update(UpdateArgs),
    /// Tie two memories, or untie them
    #[command(after_help = help::RELATE)]
    Relate(RelateArgs),
    /// Print the memories around one memory and their links
    #[command(after_help = help::GRAPH)]
    Graph(GraphArgs),
    /// Print what happened to a memory, when, and by what
    History(HistoryArgs),
    /// Close a goal: what achieved it is folded behind one closing note
    #[command(after_help = help::CONSOLIDATE)]
    Consolidate(ConsolidateArgs),
    /// Fold memories that say the same into one, in every scope
    #[command(after_help = help::SLEEP)]
    Sleep(SleepArgs),
    /// Print what has faded since the last run, in every scope
    #[command(after_help = help::DECAY)]
    Decay(DecayArgs),
    /// Take back what sleep or consolidate did
    #[command(after_help = help::UNDO)]
    Undo(UndoArgs),
    /// Take in files and pages: HTML, PDF, Word, Markdown, other text
    #[command(after_help = help::INGEST)]
    Ingest(IngestArgs),
    /// Find passages of what was taken in, by meaning and by word
    #[command(after_help = help::SEARCH)]
    Search(SearchArgs),
    /// Refresh what changed, embed what is pending; silent otherwise
    #[command(after_help = help::REINDEX)]
    Reindex(ReindexArgs),
    /// Read, match, list, remove what was taken in; keep texts
    #[command(subcommand)]
    Knowledge(KnowledgeCommand),
    /// Serve four tools to MCP clients
    #[command(after_help = help::MCP)]
    Mcp(McpArgs),
    /// Measure how well recall answers questions whose answers are known
    #[command(after_help = help::EVAL)]
    Eval(EvalArgs),
    /// Print this folder's scope, how it came about, or all known
    Scope(ScopeArgs),
    /// Show the store, its model and what is pending
    Status,
    /// Write, show or check the configuration
    #[command(subcommand)]
    Config(ConfigCommand),
    /// List, fetch, locate or try embedding models
    #[command(subcommand)]
    Model(ModelCommand),
    /// Open every part, say how it is, and mend what can be made anew
    #[command(after_help = help::DOCTOR)]
    Doctor(DoctorArgs),
    /// Write the whole store to one file, or put one back in place
    #[command(after_help = help::BACKUP)]
    Backup(BackupArgs),
    /// Print everything that is kept, as lines that import takes back
    #[command(after_help = help::EXPORT)]
    Export(ExportArgs),
    /// Take in an export, or what another program keeps
    #[command(after_help = help::IMPORT)]
    Import(ImportArgs),
    /// Let cron keep the memory well
    #[command(subcommand)]
    Cron(CronCommand),
    /// Print a page of the manual
    #[command(after_help = help::MAN)]
    Man(ManArgs),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// The memory commands under their longer names
    #[command(subcommand)]
    Memory(MemoryCommand),
    /// What stands below `memory` alone.
    #[command(skip)]
    Shorthand(ShorthandCommand),
}

/// `octobrain memory VERB`: the same commands, a second way in.
#[derive(Debug, Subcommand)]
pub enum MemoryCommand {
    /// Store memories: one from flags, or many from JSON lines on stdin
    #[command(after_help = help::MEMORIZE)]
    Memorize(MemorizeArgs),
    /// Recall memories by meaning and by word
    #[command(after_help = help::REMEMBER)]
    Remember(RememberArgs),
    /// Remove memories; without --confirm only show which would go
    #[command(after_help = help::FORGET)]
    Forget(ForgetArgs),
    /// Print memories by id
    Get(GetArgs),
    /// Print memories that pass filters
    #[command(after_help = help::LIST)]
    List(ListArgs),
    /// Change memories in place
    #[command(after_help = help::UPDATE)]
    Update(UpdateArgs),
    /// Tie two memories, or untie them
    #[command(after_help = help::RELATE)]
    Relate(RelateArgs),
    /// Print the memories around one memory and their links
    #[command(after_help = help::GRAPH)]
    Graph(GraphArgs),
    /// Print what happened to a memory, when, and by what
    History(HistoryArgs),
    /// Close a goal: what achieved it is folded behind one closing note
    #[command(after_help = help::CONSOLIDATE)]
    Consolidate(ConsolidateArgs),
    /// Fold memories that say the same into one, in every scope
    #[command(after_help = help::SLEEP, visible_alias = "sleep-consolidate")]
    Sleep(SleepArgs),
    /// Print what has faded since the last run, in every scope
    #[command(after_help = help::DECAY)]
    Decay(DecayArgs),
    /// Take back what sleep or consolidate did
    #[command(after_help = help::UNDO)]
    Undo(UndoArgs),
    #[command(flatten)]
    #[allow(missing_docs)]
    Shorthand(ShorthandCommand),
}

impl From<MemoryCommand> for Command {
    fn from(command: MemoryCommand) -> Self {
        match command {
            MemoryCommand::Memorize(args) => Self::Memorize(args),
            MemoryCommand::Remember(args) => Self::Remember(args),
            MemoryCommand::Forget(args) => Self::Forget(args),
            MemoryCommand::Get(args) => Self::Get(args),
            MemoryCommand::List(args) => Self::List(args),
            MemoryCommand::Update(args) => Self::Update(args),
            MemoryCommand::Relate(args) => Self::Relate(args),
            MemoryCommand::Graph(args) => Self::Graph(args),
            MemoryCommand::History(args) => Self::History(args),
            MemoryCommand::Consolidate(args) => Self::Consolidate(args),
            MemoryCommand::Sleep(args) => Self::Sleep(args),
            MemoryCommand::Decay(args) => Self::Decay(args),
            MemoryCommand::Undo(args) => Self::Undo(args),
            MemoryCommand::Shorthand(command) => Self::Shorthand(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn both_ways_in_hold_the_same_arguments() {
        let names = |command: &clap::Command| -> Vec<String> {
            command.get_arguments().map(|arg| arg.get_id().to_string()).collect()
        };
        let all = command();
        let memory = all.find_subcommand("memory").unwrap();
        for verb in memory.get_subcommands() {
            let Some(other) = all.find_subcommand(verb.get_name()) else { continue };
            assert_eq!(names(verb), names(other), "{}", verb.get_name());
        }
    }
}
