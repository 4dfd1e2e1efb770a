//! Arguments of the commands that forget well.

use clap::Args;

/// `consolidate`.
#[derive(Debug, Clone, Args)]
pub struct ConsolidateArgs {
    /// The goal, and - to read the summary from stdin; - alone reads lines {"goal", "summary"}
    #[arg(value_name = "GOAL_ID", num_args = 0..=2)]
    pub goal: Vec<String>,
    /// Text of the closing note; - reads stdin [default: put together from what achieved the goal]
    #[arg(long, value_name = "TEXT")]
    pub summary: Option<String>,
}

/// `sleep`.
#[derive(Debug, Clone, Args)]
pub struct SleepArgs {
    /// Cosine, 0 to 1, that every two of a cluster must reach [default: memory.sleep_consolidation_threshold]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub threshold: Option<f64>,
    /// Fewest memories that make a cluster [default: memory.sleep_consolidation_min_cluster_size]
    #[arg(long, visible_alias = "min-cluster-size", value_name = "N")]
    pub min_size: Option<usize>,
    /// Leave older memories alone [default: memory.sleep_consolidation_max_age_days]
    #[arg(long, value_name = "DAYS")]
    pub max_age_days: Option<u32>,
    /// Print the plan, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Carry out plan records from stdin, whose title and content may have been edited
    #[arg(long, value_name = "-", value_parser = ["-"], conflicts_with_all = ["dry_run", "threshold", "min_size", "max_age_days", "if_due"])]
    pub apply: Option<String>,
    /// Only where the last pass is memory.sleep_consolidation_interval_hours ago, for cron
    #[arg(long)]
    pub if_due: bool,
    /// Leave it to another one that is at work already, for cron
    #[arg(long)]
    pub if_free: bool,
    /// Begin nothing new after so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_seconds: Option<std::time::Duration>,
    /// Started by another command, whose open files are not to be held
    #[arg(long, hide = true)]
    pub background: bool,
    /// End when stdin ends: who started it is gone then
    #[arg(long, hide = true)]
    pub until_eof: bool,
}

/// `decay`.
#[derive(Debug, Clone, Args)]
pub struct DecayArgs {
    /// Tell only of memories that have moved by more than this since the last run
    #[arg(long, value_name = "NUMBER", default_value = "0.01")]
    pub min_change: f64,
    /// Change nothing: the next run tells the same
    #[arg(long)]
    pub dry_run: bool,
}

/// `undo`.
#[derive(Debug, Clone, Args)]
pub struct UndoArgs {
    /// Runs, or unique beginnings of 8 or more characters; - reads stdin
    #[arg(value_name = "RUN_ID", conflicts_with = "list")]
    pub runs: Vec<String>,
    /// Print the runs, oldest first
    #[arg(long)]
    pub list: bool,
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    std::time::Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
