//! `mcp`: serves the four tools to a client.

use std::path::Path;

use crate::app::App;
use crate::cli::{GlobalArgs, McpArgs};
use crate::config::{Env, env};
use crate::error::Result;
use crate::exit::Status;
use crate::mcp::{Setup, serve_stdio};
use crate::memory::scope;

/// Runs `mcp`.
pub(super) async fn run(app: &App, global: GlobalArgs, env: Env, args: McpArgs) -> Result<Status> {
    let fixed = match app.explicit_scope()? {
        Some(scope) => Some(scope),
        None => env.text(env::SCOPE)?.map(scope::validate).transpose()?,
    };
    let here = if app.is_project()? { Some(app.derived()?.scope.clone()) } else { None };
    let setup = Setup { global, env, read_only: args.read_only, folders: args.allow_dir };
    serve_stdio(setup, fixed, here, scope_of).await?;
    Ok(Status::Done)
}

/// The scope of a client's folder, where it lies in a repository.
fn scope_of(folder: &Path) -> Option<String> {
    // The process's own environment, as for the current folder.
    let env = Env::from_process();
    let derived = scope::derive(folder, &|name| env.raw(name).map(Into::into)).ok()?;
    derived.git_root.as_ref()?;
    Some(derived.scope)
}
