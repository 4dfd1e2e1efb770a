//! `export`: everything that is kept of what is in sight, as lines that `import` takes back without a loss.

use crate::app::App;
use crate::cli::ExportArgs;
use crate::error::Result;
use crate::exit::Status;
use crate::port::export::export;

/// Runs `export`.
pub(super) async fn run(app: &mut App, args: ExportArgs) -> Result<Status> {
    let Some(store) = app.read_store().await? else { return Ok(Status::Done) };
    let visible = app.visible()?;
    let model = if args.vectors { app.model_id()? } else { None };
    let (sink, clock) = (&mut app.sink, app.clock.clone());
    export(&store, &visible, model.as_deref(), &clock, |line| sink.record(line)).await?;
    Ok(Status::Done)
}
