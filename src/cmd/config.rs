//! `config`: write, show, check the configuration; opens no store.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::schema;
use crate::app::App;
use crate::cli::{ConfigCommand, GlobalArgs};
use crate::config::{self, DEFAULT_TEMPLATE, Env, Paths};
use crate::error::{Error, Result};
use crate::exit::Status;

/// `setting`: one value in force.
#[derive(Serialize, JsonSchema)]
pub(super) struct SettingRecord {
    r#type: &'static str,
    key: String,
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
}

/// `config`: what a command did to or found in a file.
#[derive(Serialize, JsonSchema)]
pub(super) struct FileRecord {
    r#type: &'static str,
    status: &'static str,
    file: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// Runs `config`.
pub(super) fn run(global: GlobalArgs, env: Env, command: ConfigCommand) -> Result<Status> {
    match command {
        ConfigCommand::Init { force } => {
            // The file named by --config is about to be made, so it need not be there yet.
            let file = Paths::new(&env).user_file_path(global.config.as_deref())?;
            write_template(&file, force)?;
            let mut app = App::new(global, env)?;
            print(
                &mut app,
                &FileRecord {
                    r#type: "config",
                    status: "written",
                    file: file.display().to_string(),
                    warnings: Vec::new(),
                },
            )
        }
        ConfigCommand::Show { origin } => {
            let mut app = App::new(global, env)?;
            for entry in app.config.entries() {
                let origin = origin.then_some(entry.origin);
                app.sink.record(&SettingRecord { r#type: "setting", key: entry.key, value: entry.value, origin })?;
            }
            app.sink.finish()?;
            Ok(Status::Done)
        }
        ConfigCommand::Schema => {
            let mut app = App::new(global, env)?;
            let text = serde_json::to_string_pretty(&schema::schema()).unwrap_or_default();
            app.sink.text(&format!("{text}\n"))?;
            Ok(Status::Done)
        }
        ConfigCommand::Check { file } => {
            let warnings = config::check_file(&file)?;
            let mut app = App::new(global, env)?;
            print(
                &mut app,
                &FileRecord { r#type: "config", status: "valid", file: file.display().to_string(), warnings },
            )
        }
    }
}

fn print(app: &mut App, record: &impl Serialize) -> Result<Status> {
    app.sink.record(record)?;
    app.sink.finish()?;
    Ok(Status::Done)
}

fn write_template(file: &Path, force: bool) -> Result<()> {
    if file.exists() && !force {
        return Err(Error::usage("config_exists", format!("{} exists", file.display()))
            .hint("--force replaces it; `octobrain config check` validates it"));
    }
    let written =
        file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(file, DEFAULT_TEMPLATE));
    written.map_err(|error| {
        Error::usage("config_not_written", format!("cannot write {}: {error}", file.display()))
            .hint("choose another file with --config")
    })
}
