//! `scope`: where the current folder's facts are true.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::cli::{ScopeArgs, ScopeCommand};
use crate::error::{Error, Result};
use crate::exit::Status;
use crate::memory::scope::validate;

/// `scope`: one scope.
#[derive(Serialize, JsonSchema)]
pub(super) struct ScopeRecord<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    scope: &'a str,
    /// How it came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memories: Option<u64>,
}

impl<'a> ScopeRecord<'a> {
    fn new(scope: &'a str) -> Self {
        Self { r#type: "scope", status: None, scope, steps: None, memories: None }
    }
}

/// Runs `scope`.
pub(super) async fn run(app: &mut App, args: ScopeArgs) -> Result<Status> {
    match args.command {
        None => show(app, args.explain),
        Some(ScopeCommand::List) => list(app).await,
        Some(ScopeCommand::Rename { old, new }) => rename(app, &old, &new).await,
    }
}

fn show(app: &mut App, explain: bool) -> Result<Status> {
    let scope = app.scope()?;
    let derived = app.derived()?;
    let steps = if scope == derived.scope {
        derived.steps.clone()
    } else {
        vec![format!("named by --scope, --global or OCTOBRAIN_SCOPE; the folder's own would be {}", derived.scope)]
    };
    app.sink.record(&ScopeRecord { steps: explain.then_some(&steps), ..ScopeRecord::new(&scope) })?;
    Ok(Status::Done)
}

async fn list(app: &mut App) -> Result<Status> {
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Done);
    };
    for (scope, memories) in counts(store.scopes().await?) {
        app.sink.record(&ScopeRecord { memories: Some(memories), ..ScopeRecord::new(&scope) })?;
    }
    Ok(Status::Done)
}

/// Memories per scope, by name.
pub(super) fn counts(scopes: Vec<String>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for scope in scopes {
        *counts.entry(scope).or_default() += 1;
    }
    counts
}

async fn rename(app: &mut App, old: &str, new: &str) -> Result<Status> {
    let (old, new) = (validate(old)?, validate(new)?);
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let before = counts(store.scopes().await?);
    if before.contains_key(&new) && old != new {
        return Err(Error::usage("scope_exists", format!("scope {new:?} has memories already"))
            .hint("keys and duplicates of the two could clash; move the memories one by one: list | jq | memorize"));
    }
    let moved = store.writer()?.rename_scope(&old, &new).await?;
    let status = if moved == 0 { "not_found" } else { "renamed" };
    app.sink.record(&ScopeRecord { status: Some(status), memories: Some(moved as u64), ..ScopeRecord::new(&new) })?;
    Ok(if moved == 0 { Status::Negative } else { Status::Done })
}
