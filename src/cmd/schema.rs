//! `config schema`: the JSON Schema of every record, made from the types that are written.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::{backup, config, cron, doctor, eval, import, knowledge, model, scope, shorthand, status};
use crate::port::lines::Line;
use crate::wire::{link, record, run};

/// One field of a record, for the manual.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) about: String,
    pub(super) required: bool,
}

fn of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let schema: Schema = settings.for_serialize().into_generator().into_root_schema_for::<T>();
    schema.to_value()
}

/// Every record with its schema, by the `type` that it says.
fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("memory", of::<record::MemoryRecord<'_>>()),
        ("hit", of::<record::HitRecord<'_>>()),
        ("link", of::<link::LinkRecord<'_>>()),
        ("change", of::<link::ChangeRecord<'_>>()),
        ("plan", of::<run::PlanRecord<'_>>()),
        ("run", of::<run::RunRecord<'_>>()),
        ("step", of::<run::StepRecord<'_>>()),
        ("decay", of::<run::DecayRecord<'_>>()),
        ("source", of::<knowledge::SourceRecord<'_>>()),
        ("chunk", of::<knowledge::ChunkRecord<'_>>()),
        ("passage", of::<knowledge::PassageRecord<'_>>()),
        ("match", of::<knowledge::MatchRecord<'_>>()),
        ("text", of::<knowledge::TextRecord<'_>>()),
        ("reindex", of::<knowledge::ReindexRecord>()),
        ("scope", of::<scope::ScopeRecord<'_>>()),
        ("status", of::<status::StatusRecord>()),
        ("setting", of::<config::SettingRecord>()),
        ("config", of::<config::FileRecord>()),
        ("model", of::<model::ModelRecord>()),
        ("stats", of::<shorthand::StatsRecord>()),
        ("metric", of::<eval::MetricRecord<'_>>()),
        ("cron", of::<cron::CronRecord>()),
        ("check", of::<doctor::CheckRecord>()),
        ("backup", of::<backup::BackupRecord>()),
        ("import", of::<import::ImportRecord>()),
        ("export", of::<Line>()),
    ]
}

/// The whole schema: one definition a record.
pub(super) fn schema() -> Value {
    let mut definitions = Map::new();
    for (name, schema) in all() {
        definitions.insert(name.to_owned(), schema);
    }
    let any: Vec<Value> = definitions.keys().map(|name| json!({ "$ref": format!("#/$defs/{name}") })).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Records of octobrain",
        "description": "Every line that a command writes is one of these; unknown fields of input lines come back beside them.",
        "anyOf": any,
        "$defs": definitions,
    })
}

/// Every record with its description and its fields.
pub(super) fn records() -> Vec<(String, String, Vec<Field>)> {
    let mut found = Vec::new();
    for (name, schema) in all() {
        match schema["oneOf"].as_array() {
            // Lines of an export are told apart by their type.
            Some(lines) => {
                for line in lines {
                    let kind = line["properties"]["type"]["const"].as_str().unwrap_or(name);
                    let about = text(&line["description"]);
                    let title = if kind == name { name.to_owned() } else { format!("{kind} in an export") };
                    found.push((title, about, fields(line)));
                }
            }
            None => found.push((name.to_owned(), text(&schema["description"]), fields(&schema))),
        }
    }
    found
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn fields(schema: &Value) -> Vec<Field> {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    let field = |(name, schema): (&String, &Value)| Field {
        name: name.clone(),
        kind: kind(schema),
        about: text(&schema["description"]),
        required: required.contains(&name.as_str()),
    };
    properties.iter().map(field).collect()
}

fn kind(schema: &Value) -> String {
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("list of {}", kind_of_items(schema)),
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            let named: Vec<&str> = kinds.iter().filter_map(Value::as_str).filter(|kind| *kind != "null").collect();
            named.join(" or ")
        }
        _ if schema.get("const").is_some() => "string".to_owned(),
        _ => "object".to_owned(),
    }
}

fn kind_of_items(schema: &Value) -> String {
    kind(&schema["items"])
}
