//! The subcommands: arguments → operation → records.

mod backup;
mod completions;
mod config;
mod consolidate;
mod cron;
mod decay;
mod doctor;
mod embeddings;
mod eval;
mod export;
mod forget;
mod get;
mod graph;
mod history;
mod import;
mod input;
mod knowledge;
mod lazy;
mod list;
mod man;
mod mcp;
mod memorize;
mod model;
mod relate;
mod remember;
mod schema;
mod scope;
mod shorthand;
mod sleep;
mod status;
mod undo;
mod update;
mod view;

use std::ffi::OsString;
use std::io::Write;

use clap::FromArgMatches;
use clap::error::ErrorKind;

use crate::app::{self, App};
use crate::background;
use crate::cli::{self, Cli, Command};
use crate::config::{Env, env};
use crate::error::{Error, Result};
use crate::exit::Status;

/// Runs one command line with the process's own streams and environment.
pub fn run(argv: Vec<OsString>) -> Status {
    let json_errors = argv.windows(2).any(|pair| pair[0] == "--error-format" && pair[1] == "json")
        || argv.iter().any(|arg| arg == "--error-format=json");
    let cli = match cli::command().try_get_matches_from(argv).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return not_parsed(&error, json_errors),
    };
    if matches!(&cli.command, Command::Sleep(args) if args.background) {
        background::close_inherited();
    }
    let env = Env::from_process();
    let report = app::report(&cli.global, &env);
    let outcome = log_to_stderr(&env).and_then(|()| dispatch(cli, env));
    outcome.unwrap_or_else(|error| {
        report.error(&error);
        Status::from(&error)
    })
}

/// Help and version go to stdout; anything else is a usage error.
fn not_parsed(error: &clap::Error, json: bool) -> Status {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader that has gone needs no help.
            let _ = error.print();
            Status::Done
        }
        _ if json => {
            let text = error.to_string();
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            let message = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            let hint = lines.collect::<Vec<_>>().join("\n");
            let object =
                serde_json::json!({ "level": "error", "code": "bad_arguments", "message": message, "hint": hint });
            let _ = writeln!(std::io::stderr().lock(), "{object}");
            Status::Usage
        }
        _ => {
            let _ = error.print();
            Status::Usage
        }
    }
}

fn dispatch(cli: Cli, env: Env) -> Result<Status> {
    let command = match cli.command {
        Command::Memory(command) => Command::from(command),
        other => other,
    };
    match command {
        Command::Completions(args) => return completions::run(&args),
        Command::Man(args) => return man::run(&args),
        Command::Config(command) => return config::run(cli.global, env, command),
        _ => {}
    }
    let (global, server_env) = (cli.global.clone(), env.clone());
    let mut app = App::new(cli.global, env)?;
    if app.drawing.is_some() && !matches!(command, Command::Graph(_)) {
        return Err(Error::usage("not_a_graph", "--format: dot and mermaid draw a graph")
            .hint("octobrain graph ID --format dot; other commands know auto jsonl json text md"));
    }
    // LanceDB brings its own pool for computing; two threads are enough to wait for it.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Error::internal(format!("cannot start the runtime: {error}")))?;
    let outcome = runtime.block_on(async {
        match command {
            Command::Memorize(args) => memorize::run(&mut app, args).await,
            Command::Remember(args) => remember::run(&mut app, args).await,
            Command::Forget(args) => forget::run(&mut app, args).await,
            Command::Get(args) => get::run(&mut app, args).await,
            Command::List(args) => list::run(&mut app, args).await,
            Command::Update(args) => update::run(&mut app, args).await,
            Command::Relate(args) => relate::run(&mut app, args).await,
            Command::Graph(args) => graph::run(&mut app, args).await,
            Command::History(args) => history::run(&mut app, args).await,
            Command::Consolidate(args) => consolidate::run(&mut app, args).await,
            Command::Sleep(args) => sleep::run(&mut app, args).await,
            Command::Decay(args) => decay::run(&mut app, args).await,
            Command::Undo(args) => undo::run(&mut app, args).await,
            Command::Shorthand(command) => shorthand::run(&mut app, command).await,
            Command::Ingest(args) => knowledge::ingest(&mut app, args).await,
            Command::Search(args) => knowledge::search(&mut app, args).await,
            Command::Reindex(args) => knowledge::reindex(&mut app, args).await,
            Command::Knowledge(command) => knowledge::run(&mut app, command).await,
            Command::Mcp(args) => mcp::run(&app, global, server_env, args).await,
            Command::Eval(args) => eval::run(&mut app, args).await,
            Command::Scope(args) => scope::run(&mut app, args).await,
            Command::Status => status::run(&mut app).await,
            Command::Doctor(args) => doctor::run(&mut app, args).await,
            Command::Backup(args) => backup::run(&mut app, args).await,
            Command::Export(args) => export::run(&mut app, args).await,
            Command::Import(args) => import::run(&mut app, args).await,
            Command::Cron(command) => cron::run(&mut app, &server_env, &command),
            Command::Model(command) => model::run(&mut app, command),
            Command::Config(_) | Command::Completions(_) | Command::Man(_) | Command::Memory(_) => Ok(Status::Done),
        }
    });
    app.sink.finish()?;
    // A thread that still reads stdin must not keep the process alive.
    runtime.shutdown_background();
    outcome
}

/// Logs, off unless `OCTOBRAIN_LOG` asks for them, go to stderr and never to stdout.
fn log_to_stderr(env: &Env) -> Result<()> {
    let filter = match env.text(env::LOG)? {
        Some(filter) if !filter.is_empty() => filter,
        _ => return Ok(()),
    };
    // The protocol's library writes whole requests, the texts of memories among them.
    let filter = if filter.contains("rmcp") { filter.to_owned() } else { format!("{filter},rmcp=warn") };
    let filter = tracing_subscriber::EnvFilter::try_new(filter).map_err(|error| {
        Error::usage("bad_log_filter", format!("{}: {error}", env::LOG)).hint("for example octobrain=debug")
    })?;
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Already set when a program uses the library twice; the first one stays.
    let _ = subscriber.with_ansi(false).try_init();
    Ok(())
}
