//! `mcp`: serves the four tools to a client.

use std::path::Path;

use crate::app::App;
use crate::cli::{GlobalArgs, McpArgs};
use crate::config::{Env, env};
use crate::error::Result;
use crate::exit::Status;
use crate::mcp::{Guests, Nearby, Setup, listen, serve_http, serve_stdio, token};
use crate::memory::scope;

/// Runs `mcp`.
pub(super) async fn run(app: &App, global: GlobalArgs, env: Env, args: McpArgs) -> Result<Status> {
    let fixed = match app.explicit_scope()? {
        Some(scope) => Some(scope),
        None => env.text(env::SCOPE)?.map(scope::validate).transpose()?,
    };
    let reads_here = args.bind.is_none();
    let setup =
        Setup { global, env: env.clone(), read_only: args.read_only, folders: args.allow_dir.clone(), reads_here };
    match &args.bind {
        Some(address) => over_http(app, &env, setup, fixed, address, &args).await,
        None => {
            let here = if app.is_project()? { Some(app.derived()?.scope.clone()) } else { None };
            serve_stdio(setup, fixed, Nearby { here, scope_of }).await
        }
    }?;
    Ok(Status::Done)
}

async fn over_http(
    app: &App,
    env: &Env,
    setup: Setup,
    fixed: Option<String>,
    address: &str,
    args: &McpArgs,
) -> Result<()> {
    let listening = listen(address).await?;
    let open = !listening.address.ip().to_canonical().is_loopback();
    let given = env.text(env::HTTP_TOKEN)?;
    let (token, new) = match (args.no_auth, args.token_file.is_some() || given.is_some() || open) {
        (false, true) => {
            let (token, new) = token(args.token_file.as_deref(), given)?;
            (Some(token), new)
        }
        _ => (None, None),
    };
    if !app.report.is_quiet() {
        app.report.notice(&format!("serving http://{}/mcp", listening.address));
    }
    // Whoever started the server has to know it, however quiet it shall be.
    if let Some(new) = new {
        app.report.notice(&format!("token of this run: {new} (--token-file or {} keep one)", env::HTTP_TOKEN));
    }
    let guests = Guests { hosts: args.allow_host.clone(), origins: args.allow_origin.clone() };
    serve_http(setup, fixed, listening, token, guests).await
}

/// The scope of a client's folder, where it lies in a repository.
fn scope_of(folder: &Path) -> Option<String> {
    // The process's own environment, as for the current folder.
    let env = Env::from_process();
    let derived = scope::derive(folder, &|name| env.raw(name).map(Into::into)).ok()?;
    derived.git_root.as_ref()?;
    Some(derived.scope)
}
