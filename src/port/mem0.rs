//! What mem0 exports: `get_all()` of its library or its service, a list, an object with results, or lines of it.

use serde_json::Value;

use super::foreign::{Foreign, Item, moment};
use crate::error::Error;

/// Reads an export.
pub fn read(text: &str) -> Foreign {
    let mut foreign = Foreign::default();
    match serde_json::from_str::<Value>(text) {
        Ok(whole) => list(&whole, &mut foreign),
        Err(_) => lines(text, &mut foreign),
    }
    foreign
}

fn list(whole: &Value, foreign: &mut Foreign) {
    let inner = if whole.get("data").is_some_and(Value::is_object) { &whole["data"] } else { whole };
    let named = ["results", "memories", "data"].iter().find_map(|name| inner[*name].as_array());
    let records: Vec<&Value> = match (inner.as_array().or(named), inner.get("memory")) {
        (Some(records), _) => records.iter().collect(),
        // A file with one line.
        (None, Some(_)) => vec![inner],
        (None, None) => Vec::new(),
    };
    foreign.loose += inner["relations"].as_array().map_or(0, Vec::len);
    if whole["next"].is_string() {
        let error = Error::usage("only_a_page", "this is one page of several").hint("export the others too");
        foreign.faults.push(("next".to_owned(), error));
    }
    if records.is_empty() && !whole.is_array() {
        foreign.faults.push(("1".to_owned(), no_export()));
    }
    for (at, record) in records.into_iter().enumerate() {
        record_of(record, format!("record {}", at + 1), foreign);
    }
}

fn lines(text: &str, foreign: &mut Foreign) {
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let place = (at + 1).to_string();
        match serde_json::from_str(line) {
            Ok(record) => record_of(&record, place, foreign),
            Err(error) => {
                let error = Error::usage("bad_line", format!("line: no JSON: {error}"));
                foreign.faults.push((place, error.hint("the other lines are imported")));
            }
        }
    }
}

fn no_export() -> Error {
    Error::usage("no_export", "no memories of mem0 are in this").hint("give it what get_all() answers, as JSON")
}

fn record_of(record: &Value, place: String, foreign: &mut Foreign) {
    let text = |names: &[&str]| {
        names.iter().find_map(|name| record[*name].as_str()).map(str::trim).filter(|it| !it.is_empty())
    };
    // A dump of its history looks alike, and says what memories were.
    if record.get("old_memory").is_some() {
        let error = Error::usage("history", "record: this is mem0's history, not its memories");
        return foreign.faults.push((place, error.hint("give it what get_all() answers")));
    }
    let Some(content) = text(&["memory", "text", "content"]) else {
        let error = Error::usage("no_text", "memory: the record has no text").hint("it is left out");
        return foreign.faults.push((place, error));
    };
    let meta = &record["metadata"];
    let strings = |value: &Value| -> Vec<String> {
        match value {
            Value::String(text) => text.split(',').map(|it| it.trim().to_owned()).collect(),
            Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    let categories = strings(&record["categories"]);
    let kind = ["memory_type", "type", "category"].iter().find_map(|name| meta[*name].as_str()).map(str::to_owned);
    let identity = match text(&["id"]) {
        Some(id) => format!("mem0:{id}"),
        None => {
            let user = text(&["user_id", "userId"]).unwrap_or_default();
            format!("mem0:{}", &blake3::hash(format!("{user}\n{content}").as_bytes()).to_hex()[..32])
        }
    };
    let mut tags = categories.clone();
    tags.extend(strings(&meta["tags"]));
    tags.retain(|tag| !tag.is_empty());
    let files = [&meta["files"], &meta["related_files"]].into_iter().flat_map(strings).collect();
    foreign.items.push(Item {
        place,
        identity,
        content: content.to_owned(),
        kind: kind.or_else(|| categories.first().cloned()),
        importance: meta["importance"].as_f64(),
        confirmed: meta["source"] == "user_confirmed",
        tags,
        files,
        // Its own `role` is who spoke.
        role: text(&["agent_id", "agentId"]).map(str::to_owned),
        created_at: text(&["created_at", "createdAt"]).and_then(moment),
        updated_at: text(&["updated_at", "updatedAt"]).and_then(moment),
        ..Item::default()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_envelope() {
        let one = json!({ "id": "a1", "memory": "Prefers short answers", "categories": ["user_preferences"],
            "metadata": { "importance": 0.9, "tags": "style, tone" }, "created_at": "2024-07-01T10:00:00-07:00",
            "agent_id": "coder", "role": "user" });
        let camel = json!({ "id": "a1", "memory": "Prefers short answers", "createdAt": "2024-07-01T17:00:00Z" });
        for whole in [json!({ "results": [one] }), json!([one]), one.clone(), json!({ "data": { "memories": [one] } })]
        {
            let item = &read(&whole.to_string()).items[0];
            assert_eq!(
                (item.identity.as_str(), item.importance, item.role.as_deref()),
                ("mem0:a1", Some(0.9), Some("coder"))
            );
            assert_eq!(item.tags, ["user_preferences", "style", "tone"]);
            assert_eq!(item.created_at, read(&camel.to_string()).items[0].created_at);
        }
        let lines = format!("{one}\n\n{{bad\n{one}");
        let read_lines = read(&lines);
        assert_eq!((read_lines.items.len(), read_lines.faults[0].0.as_str()), (2, "3"));
        for wrong in
            [json!({ "message": "started" }), json!([{ "old_memory": "x", "memory": "y" }]), json!([{ "memory": "" }])]
        {
            assert_eq!(read(&wrong.to_string()).faults.len(), 1, "{wrong}");
        }
    }
}
