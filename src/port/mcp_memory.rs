//! The reference memory server of the Model Context Protocol: a graph of entities with observations, and relations.
//!
//! Its file is JSON lines; a dump of its `read_graph` tool is one object, perhaps inside the tool's answer.

use std::collections::HashMap;

use serde_json::Value;

use super::foreign::{Foreign, Item, Tie, moment};
use crate::error::Error;

/// Reads its file or a dump.
pub fn read(text: &str) -> Foreign {
    let mut graph = Graph::default();
    match serde_json::from_str::<Value>(text) {
        Ok(whole) if whole.get("type").is_none_or(|it| it != "entity" && it != "relation") => graph.dump(&whole),
        _ => graph.lines(text),
    }
    graph.foreign
}

#[derive(Default)]
struct Graph {
    foreign: Foreign,
    places: HashMap<String, usize>,
}

impl Graph {
    fn dump(&mut self, whole: &Value) {
        let inner = whole["content"][0]["text"].as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
        let graph = inner.as_ref().unwrap_or(whole);
        for (at, entity) in graph["entities"].as_array().into_iter().flatten().enumerate() {
            self.entity(entity, &format!("entity {}", at + 1));
        }
        for relation in graph["relations"].as_array().into_iter().flatten() {
            self.relation(relation);
        }
    }

    fn lines(&mut self, text: &str) {
        let mut relations = Vec::new();
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let place = format!("{}", at + 1);
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str::<Value>(line) {
                Ok(value) if value["type"] == "entity" => self.entity(&value, &place),
                Ok(value) if value["type"] == "relation" => relations.push(value),
                Ok(_) => self.fault(place, "neither an entity nor a relation"),
                Err(error) => self.fault(place, &format!("no JSON: {error}")),
            }
        }
        for relation in &relations {
            self.relation(relation);
        }
    }

    fn fault(&mut self, place: String, what: &str) {
        let error = Error::usage("bad_line", format!("line: {what}")).hint("the other lines are imported");
        self.foreign.faults.push((place, error));
    }

    fn entity(&mut self, value: &Value, place: &str) {
        let Some(name) = value["name"].as_str() else {
            return self.fault(place.to_owned(), "an entity without a name");
        };
        let kind = value["entityType"].as_str().unwrap_or_default();
        let said = value["observations"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let bullets: Vec<String> = said.map(|it| format!("- {it}")).collect();
        if let Some(known) = self.places.get(name) {
            let content = &mut self.foreign.items[*known].content;
            for bullet in bullets {
                if !content.lines().any(|line| line == bullet) {
                    content.push('\n');
                    content.push_str(&bullet);
                }
            }
            return;
        }
        let content = if bullets.is_empty() { format!("{name} is a {kind}") } else { bullets.join("\n") };
        let tag = kind.trim().to_lowercase().replace(' ', "-");
        self.places.insert(name.to_owned(), self.foreign.items.len());
        self.foreign.items.push(Item {
            place: place.to_owned(),
            identity: format!("mcp-memory:{name}"),
            title: Some(name.to_owned()),
            content,
            kind: Some(kind.to_owned()),
            tags: if tag.is_empty() { Vec::new() } else { vec![tag] },
            created_at: value["createdAt"].as_str().and_then(moment),
            ..Item::default()
        });
    }

    fn relation(&mut self, value: &Value) {
        let ends = (value["from"].as_str(), value["to"].as_str());
        let (Some(from), Some(to)) = ends else {
            self.foreign.loose += 1;
            return;
        };
        match self.places.get(from) {
            Some(at) if self.places.contains_key(to) && from != to => {
                let relation = value["relationType"].as_str().unwrap_or_default().to_owned();
                let tie = Tie { to: format!("mcp-memory:{to}"), relation, description: None, strength: None };
                self.foreign.items[*at].ties.push(tie);
            }
            _ => self.foreign.loose += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_dumps_say_the_same() {
        let lines = "\u{feff}{\"type\":\"entity\",\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"likes tea\"]}\r\n\
            {\"type\":\"relation\",\"from\":\"Ada\",\"to\":\"Shop\",\"relationType\":\"works on\"}\n\n\
            {\"type\":\"entity\",\"name\":\"Shop\",\"entityType\":\"project\"}\n{bad\n\
            {\"type\":\"entity\",\"name\":\"Ada\",\"observations\":[\"likes tea\",\"is kind\"]}\n\
            {\"type\":\"relation\",\"from\":\"Ada\",\"to\":\"Nobody\",\"relationType\":\"x\"}";
        let read_lines = read(lines);
        assert_eq!(read_lines.items.len(), 2);
        assert_eq!(read_lines.items[0].content, "- likes tea\n- is kind");
        assert_eq!(read_lines.items[0].ties[0].relation, "works on");
        assert_eq!((read_lines.faults.len(), read_lines.faults[0].0.as_str(), read_lines.loose), (1, "5", 1));
        let dump = "{\"entities\":[{\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"likes tea\"]}],\"relations\":[]}";
        let wrapped = serde_json::json!({ "content": [{ "type": "text", "text": dump }] }).to_string();
        assert_eq!(read(dump).items, read(&wrapped).items);
        assert_eq!(read(dump).items[0].identity, "mcp-memory:Ada");
    }
}
