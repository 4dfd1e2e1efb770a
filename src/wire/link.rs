//! `link` and `change`: how memories are tied, and what happened to them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::record::{ClosedRecord, rfc3339};
use crate::memory::goal::Closed;
use crate::memory::history::{Event, What};
use crate::memory::link::Link;

/// `link`: one link with what a command did to it.
#[derive(Serialize, JsonSchema)]
pub struct LinkRecord<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    #[schemars(with = "String")]
    from: Uuid,
    #[schemars(with = "String")]
    to: Uuid,
    relation: &'static str,
    strength: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    scope: &'a str,
    /// The command that made it.
    origin: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    run: Option<Uuid>,
    #[serde(serialize_with = "rfc3339")]
    #[schemars(with = "String")]
    created_at: Timestamp,
    /// The goals that it closed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closed: Vec<ClosedRecord>,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

impl<'a> LinkRecord<'a> {
    /// With the goals that it closed.
    pub fn closed(self, closed: &[Closed]) -> Self {
        Self { closed: closed.iter().map(Into::into).collect(), ..self }
    }

    /// A link, its status, and the caller's own fields.
    pub fn new(link: &'a Link, status: Option<&'a str>, pass: &'a Map<String, Value>) -> Self {
        Self {
            r#type: "link",
            status,
            from: link.from,
            to: link.to,
            relation: link.relation.as_str(),
            strength: (link.strength * 1e6).round() / 1e6,
            description: link.description.as_deref(),
            scope: &link.scope,
            origin: &link.made.command,
            run: link.made.run,
            created_at: link.created_at,
            closed: Vec::new(),
            pass,
        }
    }
}

/// `link` with `status: not_found`: nothing ties the two so.
#[derive(Serialize, JsonSchema)]
pub struct NoLink<'a> {
    r#type: &'static str,
    status: &'static str,
    from: &'a str,
    to: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation: Option<&'static str>,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

impl<'a> NoLink<'a> {
    /// The two ends as the caller gave them.
    pub fn new((from, to): (&'a str, &'a str), relation: Option<&'static str>, pass: &'a Map<String, Value>) -> Self {
        Self { r#type: "link", status: "not_found", from, to, relation, pass }
    }
}

/// `change`: one thing that happened to a memory.
#[derive(Serialize, JsonSchema)]
pub struct ChangeRecord<'a> {
    r#type: &'static str,
    /// The memory.
    #[schemars(with = "String")]
    id: Uuid,
    scope: &'a str,
    #[serde(serialize_with = "rfc3339")]
    #[schemars(with = "String")]
    at: Timestamp,
    /// `created` `updated` `linked` `unlinked` `superseded` `consolidated` `forgotten`.
    change: &'static str,
    /// The command that did it.
    by: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    run: Option<Uuid>,
    /// Per changed field what it held before and after.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<&'a str, Value>,
    /// Ends and relation of the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<Value>,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

impl<'a> ChangeRecord<'a> {
    /// An event of the memory `id`.
    pub fn new(id: Uuid, scope: &'a str, event: &'a Event, pass: &'a Map<String, Value>) -> Self {
        let fields = match &event.what {
            What::Updated(changes) => changes
                .iter()
                .map(|it| (it.field.as_str(), json!({ "before": it.before, "after": it.after })))
                .collect(),
            _ => BTreeMap::new(),
        };
        let link = match &event.what {
            What::Linked(link) | What::Unlinked(link) => {
                Some(json!({ "from": link.from, "to": link.to, "relation": link.relation.as_str() }))
            }
            _ => None,
        };
        let (change, by) = (event.what.as_str(id), event.by.command.as_str());
        Self { r#type: "change", id, scope, at: event.at, change, by, run: event.by.run, fields, link, pass }
    }
}
