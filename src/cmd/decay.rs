//! `decay`: what has faded since the last run.

use crate::app::App;
use crate::cli::DecayArgs;
use crate::error::{Error, Result};
use crate::exit::Status;
use crate::lifecycle::decay::{Request, decay};
use crate::memory::filter::Visible;
use crate::wire::run::DecayRecord;

/// Runs `decay`.
pub(super) async fn run(app: &mut App, args: DecayArgs) -> Result<Status> {
    if !(0.0..=1.0).contains(&args.min_change) {
        return Err(Error::usage("bad_min_change", format!("min-change: 0.0..1.0, got {}", args.min_change))
            .hint("0 tells every move, 0.01 is usual"));
    }
    let Some(store) = app.read_store().await? else { return Ok(Status::Done) };
    let visible = app.explicit_scope()?.map_or(Visible::All, Visible::Only);
    let request = Request { visible, min_change: args.min_change, dry_run: args.dry_run };
    let faded = decay(&store, &app.decay(), app.clock.now(), &request).await?;
    // `--quiet` is for cron, which mails whatever is printed.
    if !app.report.is_quiet() {
        for one in &faded {
            app.sink.record(&DecayRecord::from(one))?;
            if app.sink.closed() {
                break;
            }
        }
    }
    Ok(Status::Done)
}
