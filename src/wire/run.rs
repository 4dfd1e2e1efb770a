//! `plan`, `run`, `decay`: what sleep would do and did, what `undo` took back, what has faded.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::fields::Fields;
use crate::error::{Error, Result};
use crate::lifecycle::decay::Faded;
use crate::lifecycle::sleep::{Edit, Plan};
use crate::memory::change::Run;
use crate::memory::goal::Closed;
use crate::memory::record::Memory;

/// `plan`: memories that would be folded, and the one that would stand for them.
///
/// `title` and `content` may be edited before it is applied; the members are named by `basis` as they were read.
#[derive(Serialize, JsonSchema)]
pub struct PlanRecord<'a> {
    r#type: &'static str,
    status: &'static str,
    scope: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    run: Option<Uuid>,
    /// The memory that was made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    parent: Option<Uuid>,
    title: &'a str,
    content: &'a str,
    memory_type: &'static str,
    importance: f64,
    source: &'static str,
    tags: &'a [String],
    related_files: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'a str>,
    /// Most central first.
    #[schemars(with = "Vec<String>")]
    members: &'a [Uuid],
    /// Their texts, in the same order.
    texts: &'a [String],
    /// Lowest cosine between two of them.
    similarity: f64,
    why: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    held_apart: Vec<HeldApart<'a>>,
    basis: &'a str,
}

/// A memory as similar as the members that states something else.
#[derive(Serialize, JsonSchema)]
struct HeldApart<'a> {
    #[schemars(with = "String")]
    id: Uuid,
    why: &'a str,
}

impl<'a> PlanRecord<'a> {
    /// A plan, not carried out.
    pub fn new(plan: &'a Plan) -> Self {
        Self {
            r#type: "plan",
            status: "planned",
            scope: &plan.scope,
            run: None,
            parent: None,
            title: &plan.title,
            content: &plan.content,
            memory_type: plan.memory_type.as_str(),
            importance: plan.importance,
            source: plan.source.as_str(),
            tags: &plan.tags,
            related_files: &plan.related_files,
            role: plan.role.as_deref(),
            members: &plan.members,
            texts: &plan.texts,
            similarity: (f64::from(plan.similarity) * 1e4).floor() / 1e4,
            why: format!(
                "{} memories of which every two have a cosine of {:.2} or more and state no different facts",
                plan.members.len(),
                plan.similarity
            ),
            held_apart: plan.held_apart.iter().map(|(id, why)| HeldApart { id: *id, why }).collect(),
            basis: &plan.basis,
        }
    }

    /// The same, carried out.
    pub fn folded(self, run: Option<Uuid>, parent: &'a Memory) -> Self {
        Self { status: "folded", run, parent: Some(parent.id), title: &parent.title, content: &parent.content, ..self }
    }
}

/// Reads a `plan` record as it came back; `scope` is for a line that names none.
pub fn read_plan(fields: &mut Fields, scope: impl FnOnce(Option<String>) -> Result<String>) -> Result<Edit> {
    let missing = |field: &str| {
        Error::usage("bad_plan", format!("{field} is missing"))
            .hint("a line is a record of `octobrain sleep --dry-run`; title and content may be edited")
    };
    let mut members = Vec::new();
    for id in fields.given_list(&["members"])?.ok_or_else(|| missing("members"))? {
        members.push(Uuid::parse_str(&id).map_err(|_| {
            Error::usage("bad_id", format!("members: {id:?} is no id")).hint("members are not to be edited")
        })?);
    }
    Ok(Edit {
        scope: scope(fields.text(&["scope"])?)?,
        members,
        basis: fields.text(&["basis"])?.ok_or_else(|| missing("basis"))?,
        title: fields.text(&["title"])?,
        content: fields.text(&["content"])?.ok_or_else(|| missing("content"))?,
    })
}

/// `plan` with the outcome of an edited one.
#[derive(Serialize, JsonSchema)]
pub struct FoldedRecord<'a> {
    r#type: &'static str,
    status: &'static str,
    scope: &'a str,
    #[schemars(with = "String")]
    run: Uuid,
    #[schemars(with = "String")]
    parent: Uuid,
    title: &'a str,
    content: &'a str,
    importance: f64,
    #[schemars(with = "Vec<String>")]
    members: &'a [Uuid],
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

impl<'a> FoldedRecord<'a> {
    /// The parent of a plan that was carried out.
    pub fn new(run: Uuid, edit: &'a Edit, parent: &'a Memory, pass: &'a Map<String, Value>) -> Self {
        Self {
            r#type: "plan",
            status: "folded",
            scope: &edit.scope,
            run,
            parent: parent.id,
            title: &parent.title,
            content: &parent.content,
            importance: parent.importance,
            members: &edit.members,
            pass,
        }
    }
}

/// `run`: what a command did by itself, and what `undo` takes.
#[derive(Serialize, JsonSchema)]
pub struct RunRecord<'a> {
    r#type: &'static str,
    status: &'static str,
    #[schemars(with = "String")]
    run: Uuid,
    command: &'a str,
    scope: &'a str,
    at: String,
    /// Memories that were made, or became parents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    parents: Vec<Uuid>,
    /// Memories that stand behind them now.
    #[serde(skip_serializing_if = "Option::is_none")]
    folded: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    goal: Option<Uuid>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    sources: Vec<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    importance: Option<f64>,
    /// Memories that are as they were, were removed, or were changed since and left.
    #[serde(skip_serializing_if = "Option::is_none")]
    restored: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<usize>,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: Map<String, Value>,
}

impl<'a> RunRecord<'a> {
    /// A run as it is kept.
    pub fn new(run: &'a Run) -> Self {
        Self {
            r#type: "run",
            status: if run.undone.is_some() { "undone" } else { "done" },
            run: run.id,
            command: &run.command,
            scope: &run.scope,
            at: run.at.to_string(),
            parents: Vec::new(),
            folded: None,
            goal: None,
            sources: Vec::new(),
            title: None,
            content: None,
            importance: None,
            restored: None,
            removed: None,
            refused: None,
            pass: Map::new(),
        }
    }

    /// With what sleep folded.
    pub fn folded(self, parents: Vec<Uuid>, folded: usize) -> Self {
        Self { parents, folded: Some(folded), ..self }
    }

    /// With the goal that was closed.
    pub fn closing(self, closed: &Closed, parent: &'a Memory) -> Self {
        Self {
            goal: Some(closed.goal),
            parents: vec![parent.id],
            folded: Some(closed.sources.len()),
            sources: closed.sources.clone(),
            title: Some(&parent.title),
            content: Some(&parent.content),
            importance: Some(parent.importance),
            ..self
        }
    }

    /// With what was taken back.
    pub fn undone(self, restored: usize, removed: usize, refused: usize) -> Self {
        let status = match (restored + removed, refused) {
            (_, 0) => "undone",
            (0, _) => "refused",
            _ => "partly_undone",
        };
        Self { status, restored: Some(restored), removed: Some(removed), refused: Some(refused), ..self }
    }

    /// With the caller's own fields.
    pub fn passing(self, pass: Map<String, Value>) -> Self {
        Self { pass, ..self }
    }
}

/// `run` with `status: not_found`.
#[derive(Serialize, JsonSchema)]
pub struct NoRun<'a> {
    r#type: &'static str,
    status: &'static str,
    run: &'a str,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

impl<'a> NoRun<'a> {
    /// There is no such run in sight.
    pub fn new(run: &'a str, pass: &'a Map<String, Value>) -> Self {
        Self { r#type: "run", status: "not_found", run, pass }
    }
}

/// `memory` as `undo` left it.
#[derive(Serialize, JsonSchema)]
pub struct StepRecord<'a> {
    r#type: &'static str,
    status: &'static str,
    #[schemars(with = "String")]
    id: Uuid,
    #[schemars(with = "String")]
    run: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

impl<'a> StepRecord<'a> {
    /// One step of taking a run back.
    pub fn new(run: Uuid, status: &'static str, id: Uuid, title: Option<&'a str>, why: Option<&'a str>) -> Self {
        Self { r#type: "memory", status, id, run, title, why }
    }
}

/// `decay`: a memory whose importance has moved since the last run.
#[derive(Serialize, JsonSchema)]
pub struct DecayRecord<'a> {
    r#type: &'static str,
    #[schemars(with = "String")]
    id: Uuid,
    scope: &'a str,
    importance: f64,
    /// What was left at the last run.
    before: f64,
    /// What is left now.
    effective: f64,
    uses: u64,
    idle_days: f64,
    at_floor: bool,
}

impl<'a> From<&'a Faded> for DecayRecord<'a> {
    fn from(faded: &'a Faded) -> Self {
        let rounded = |value: f64, places: f64| (value * places).round() / places;
        Self {
            r#type: "decay",
            id: faded.id,
            scope: &faded.scope,
            importance: faded.importance,
            before: rounded(faded.before, 1e4),
            effective: rounded(faded.effective, 1e4),
            uses: faded.uses,
            idle_days: rounded(faded.idle_days, 1e2),
            at_floor: faded.at_floor,
        }
    }
}
