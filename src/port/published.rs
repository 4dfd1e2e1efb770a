//! What a published Octobrain remembers, from the rows of its tables.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};
use uuid::Uuid;

use super::foreign::{Foreign, Item, Tie, moment};
use crate::error::Error;
use crate::memory::scope::validate;
use crate::store::published::Published;

/// Its memories with their ids; folded and archived ones too, but not what it linked by itself.
pub fn read(tables: Published) -> Foreign {
    let mut foreign = Foreign::default();
    let ids: HashSet<String> =
        tables.memories.iter().filter_map(|row| row.get("id")?.as_str().map(str::to_owned)).collect();
    let mut ties: HashMap<String, Vec<Tie>> = HashMap::new();
    for row in &tables.relationships {
        let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
        let (from, to) = (text("source_id"), text("target_id"));
        let relation = snake(text("relationship_type"));
        if relation == "auto_linked" {
            continue;
        }
        if !ids.contains(from) || !ids.contains(to) || from == to {
            foreign.loose += 1;
            continue;
        }
        let description = Some(text("description").trim().to_owned()).filter(|it| !it.is_empty());
        let strength = row.get("strength").and_then(Value::as_f64);
        let tie = Tie { to: identity(to), relation, description, strength };
        ties.entry(from.to_owned()).or_default().push(tie);
    }
    for (at, row) in tables.memories.iter().enumerate() {
        match item(row, at + 1, &mut ties) {
            Ok(item) => foreign.items.push(item),
            Err(error) => foreign.faults.push((format!("row {}", at + 1), error)),
        }
    }
    foreign
}

fn identity(id: &str) -> String {
    format!("octobrain:{id}")
}

fn item(row: &Map<String, Value>, number: usize, ties: &mut HashMap<String, Vec<Tie>>) -> Result<Item, Error> {
    let text = |name: &str| row.get(name).and_then(Value::as_str).map(str::trim).filter(|it| !it.is_empty());
    let list =
        |name: &str| -> Vec<String> { text(name).and_then(|it| serde_json::from_str(it).ok()).unwrap_or_default() };
    let Some(id) = text("id") else { return Err(Error::usage("no_id", "id: the row has none").hint("it is left out")) };
    let scope = match text("scope") {
        Some(scope) => Some(validate(scope)?),
        // Readable scopes came with 0.9; what was before says nothing to a reader, but keeps projects apart.
        None => text("project_key")
            .filter(|key| *key != "default")
            .map(|key| validate(&format!("imported/{key}")))
            .transpose()?,
    };
    let global = row.contains_key("scope") && scope.is_none();
    Ok(Item {
        place: format!("row {number}"),
        identity: identity(id),
        id: Uuid::parse_str(id).ok(),
        scope: if global { Some(String::new()) } else { scope },
        title: text("title").map(str::to_owned),
        content: text("content").unwrap_or_default().to_owned(),
        kind: text("memory_type").map(snake),
        importance: row.get("importance").and_then(Value::as_f64),
        confirmed: text("source") == Some("user_confirmed"),
        tags: list("tags"),
        files: list("related_files"),
        role: text("role").map(str::to_owned),
        created_at: text("created_at").and_then(moment),
        updated_at: text("updated_at").and_then(moment),
        ties: ties.remove(id).unwrap_or_default(),
    })
}

/// `DependsOn` and `depends_on` are the same word.
fn snake(word: &str) -> String {
    let mut snake = String::new();
    for (at, char) in word.char_indices() {
        if char.is_ascii_uppercase() && at > 0 && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.push(char.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn rows_of_every_age() {
        let (a, b) = ("7f1e9bd4-0000-4000-8000-000000000001", "7f1e9bd4-0000-4000-8000-000000000002");
        let tables = Published {
            memories: vec![
                row(json!({ "id": a, "memory_type": "BugFix", "title": "A title", "content": "What it says",
                    "importance": 0.8, "tags": "[\"x\"]", "scope": "github.com/acme/shop", "project_key": "abc",
                    "source": "user_confirmed", "created_at": "2025-01-01T00:00:00+00:00" })),
                row(json!({ "id": b, "title": "B title", "content": "Old", "project_key": "0123456789abcdef" })),
                row(json!({ "id": "x", "title": "C title", "content": "Everywhere", "scope": "" })),
            ],
            relationships: vec![
                row(json!({ "source_id": a, "target_id": b, "relationship_type": "DependsOn", "strength": 0.5 })),
                row(json!({ "source_id": a, "target_id": b, "relationship_type": "auto_linked" })),
                row(json!({ "source_id": a, "target_id": "gone", "relationship_type": "related_to" })),
            ],
        };
        let foreign = read(tables);
        assert_eq!((foreign.items.len(), foreign.loose), (3, 1));
        let first = &foreign.items[0];
        assert_eq!((first.scope.as_deref(), first.kind.as_deref()), (Some("github.com/acme/shop"), Some("bug_fix")));
        assert_eq!((first.ties.len(), first.ties[0].relation.as_str()), (1, "depends_on"));
        assert_eq!(first.id.unwrap().to_string(), a);
        assert_eq!(foreign.items[1].scope.as_deref(), Some("imported/0123456789abcdef"));
        assert_eq!(foreign.items[2].scope.as_deref(), Some(""));
    }
}
