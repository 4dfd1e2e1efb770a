//! Arguments of the commands that keep a memory well: cron, doctor, backup, export, import, manual.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `cron`.
#[derive(Debug, Clone, Subcommand)]
pub enum CronCommand {
    /// Write one marked block into your crontab, or bring it up to date
    Install(CronInstallArgs),
    /// Print what stands in the block
    Show,
    /// Take the block out, and leave everything else as it is
    Remove,
}

/// `cron install`.
#[derive(Debug, Clone, Args)]
pub struct CronInstallArgs {
    /// When changed sources are read again and missing vectors made; off leaves it out
    #[arg(long, value_name = "SCHEDULE", default_value = "0 4 * * *")]
    pub reindex: String,
    /// When near-duplicates are folded; off leaves it out
    #[arg(long, value_name = "SCHEDULE", default_value = "30 4 * * *")]
    pub sleep: String,
    /// When it is noted what has faded; off leaves it out
    #[arg(long, value_name = "SCHEDULE", default_value = "45 4 * * *")]
    pub decay: String,
    /// Append the records of each run to this file; problems still go to cron, which mails them
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Print the block, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// `doctor`.
#[derive(Debug, Clone, Args)]
pub struct DoctorArgs {
    /// Mend what can be made anew from what is there; memories are never touched
    #[arg(long)]
    pub repair: bool,
}

/// `backup`.
#[derive(Debug, Clone, Args)]
pub struct BackupArgs {
    /// The archive; - writes to stdout, or reads from stdin with --restore
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Put the store of this archive in place; the present one is moved aside and named
    #[arg(long)]
    pub restore: bool,
    /// Replace an existing archive
    #[arg(long, conflicts_with = "restore")]
    pub force: bool,
}

/// `export`.
#[derive(Debug, Clone, Args)]
pub struct ExportArgs {
    /// Also the vectors, so that an import with the same model embeds nothing
    #[arg(long)]
    pub vectors: bool,
}

/// What `import` reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImportFormat {
    /// Told from the input itself
    Auto,
    /// Lines of `octobrain export`
    Octobrain,
    /// The reference memory server's JSON lines: entities and relations
    McpMemory,
    /// What mem0 exports: an object with results, a list, or lines
    Mem0,
    /// A folder of basic-memory's Markdown notes
    BasicMemory,
    /// The folder of a published Octobrain's LanceDB tables
    Published,
}

/// `import`.
#[derive(Debug, Clone, Args)]
pub struct ImportArgs {
    /// Files or folders; - reads stdin [default: stdin]
    #[arg(value_name = "FILE")]
    pub sources: Vec<PathBuf>,
    /// What they are
    #[arg(long = "from", value_enum, value_name = "FORMAT", default_value = "auto")]
    pub from: ImportFormat,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// `man`.
#[derive(Debug, Clone, Args)]
pub struct ManArgs {
    /// The command, `remember` or `knowledge search` [default: octobrain itself]
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Write every page into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub dir: Option<PathBuf>,
}
