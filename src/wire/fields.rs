//! A JSON object taken apart field by field, with errors that name the field.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// Fields that commands emit and that mean nothing on the way in.
const DERIVED: &[&str] = &[
    "type",
    "status",
    "rank",
    "score",
    "relevance",
    "trust",
    "matched",
    "neighbors",
    "explain",
    "degraded",
    "similar",
    "links",
    "redacted",
    "dry_run",
    "depth",
    "origin",
    "run",
    "state",
    "created_at",
    "updated_at",
    "last_accessed_at",
    "access_count",
    "effective_importance",
    "superseded_by",
    "consolidated_into",
    "consolidates",
    "closed",
    "parent",
    "parents",
    "members",
    "texts",
    "similarity",
    "why",
    "held_apart",
    "basis",
    "folded",
    "restored",
    "removed",
    "refused",
    "before",
    "effective",
    "uses",
    "idle_days",
    "at_floor",
    "embedding",
    "id",
];

/// Fields that say what a memory holds.
const OF_A_MEMORY: &[&str] = &[
    "key",
    "scope",
    "title",
    "content",
    "memory_type",
    "importance",
    "source",
    "tags",
    "related_files",
    "role",
    "metadata",
];

/// The fields of one input record; what nobody took passes through to the answer.
#[derive(Debug, Default)]
pub struct Fields {
    map: Map<String, Value>,
}

impl Fields {
    /// Begins with all fields; `null` counts as absent.
    pub fn new(mut map: Map<String, Value>) -> Self {
        map.retain(|_, value| !value.is_null());
        Self { map }
    }

    fn take(&mut self, names: &[&str]) -> Result<Option<(String, Value)>> {
        let mut found = None;
        for name in names {
            if let Some(value) = self.map.shift_remove(*name) {
                if let Some((first, _)) = &found {
                    return Err(Error::usage("field_twice", format!("{first} and {name} name the same thing"))
                        .hint("keep one of them"));
                }
                found = Some(((*name).to_owned(), value));
            }
        }
        Ok(found)
    }

    /// Whether a field is there and was not taken yet.
    pub fn has(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    /// A field of any shape.
    pub fn value(&mut self, names: &[&str]) -> Result<Option<Value>> {
        Ok(self.take(names)?.map(|(_, value)| value))
    }

    /// A string.
    pub fn text(&mut self, names: &[&str]) -> Result<Option<String>> {
        match self.take(names)? {
            None => Ok(None),
            Some((_, Value::String(text))) => Ok(Some(text)),
            Some((name, other)) => Err(wrong(&name, "a string", &other)),
        }
    }

    /// A number.
    pub fn number(&mut self, names: &[&str]) -> Result<Option<f64>> {
        match self.take(names)? {
            None => Ok(None),
            Some((name, value)) => value.as_f64().map(Some).ok_or_else(|| wrong(&name, "a number", &value)),
        }
    }

    /// A whole number from 0.
    pub fn count(&mut self, names: &[&str]) -> Result<Option<usize>> {
        match self.take(names)? {
            None => Ok(None),
            Some((name, value)) => value
                .as_u64()
                .and_then(|count| usize::try_from(count).ok())
                .map(Some)
                .ok_or_else(|| wrong(&name, "a whole number", &value)),
        }
    }

    /// Yes or no.
    pub fn flag(&mut self, names: &[&str]) -> Result<Option<bool>> {
        match self.take(names)? {
            None => Ok(None),
            Some((name, value)) => value.as_bool().map(Some).ok_or_else(|| wrong(&name, "true or false", &value)),
        }
    }

    /// A list of strings, or one string with commas; none where the field is absent.
    pub fn given_list(&mut self, names: &[&str]) -> Result<Option<Vec<String>>> {
        self.take(names)?.map(|(name, value)| strings(&name, value)).transpose()
    }

    /// As [`Fields::given_list`], where absent and empty mean the same.
    pub fn list(&mut self, names: &[&str]) -> Result<Vec<String>> {
        Ok(self.given_list(names)?.unwrap_or_default())
    }

    /// An object of strings; none where the field is absent.
    pub fn strings(&mut self, names: &[&str]) -> Result<Option<BTreeMap<String, String>>> {
        let Some((name, value)) = self.take(names)? else { return Ok(None) };
        let Value::Object(map) = value else { return Err(wrong(&name, "an object of strings", &value)) };
        map.into_iter()
            .map(|(key, value)| match value {
                Value::String(text) => Ok((key, text)),
                other => Err(wrong(&format!("{name}.{key}"), "a string", &other)),
            })
            .collect::<Result<_>>()
            .map(Some)
    }

    /// What is left for the answer: unknown fields as they came, derived ones dropped.
    pub fn rest(self) -> Map<String, Value> {
        let mut map = self.map;
        map.retain(|name, _| !DERIVED.contains(&name.as_str()));
        map
    }

    /// As [`Fields::rest`] for an answer that shows another memory than the line did: the line's own say on
    /// what a memory holds must not stand beside it.
    pub fn beside_memory(self) -> Map<String, Value> {
        let mut map = self.rest();
        map.retain(|name, _| !OF_A_MEMORY.contains(&name.as_str()));
        map
    }

    /// Refuses whatever is left; for objects whose every field means something.
    pub fn finish(self, place: &str, known: &[&str]) -> Result<()> {
        let Some(name) = self.map.keys().next() else { return Ok(()) };
        let guess = crate::text::nearest::nearest(name, known.iter().copied())
            .map(|near| format!("did you mean {near}? "))
            .unwrap_or_default();
        Err(Error::usage("unknown_field", format!("{place}: unknown field {name:?}"))
            .hint(format!("{guess}known: {}", known.join(" "))))
    }
}

/// Splits comma lists, as flags do.
pub fn split_commas(words: impl IntoIterator<Item = String>) -> Vec<String> {
    words
        .into_iter()
        .flat_map(|word| word.split(',').map(|part| part.trim().to_owned()).collect::<Vec<_>>())
        .filter(|word| !word.is_empty())
        .collect()
}

fn strings(name: &str, value: Value) -> Result<Vec<String>> {
    match value {
        Value::String(text) => Ok(split_commas([text])),
        Value::Array(items) => items
            .into_iter()
            .map(|item| match item {
                Value::String(text) => Ok(text),
                other => Err(wrong(name, "a list of strings", &other)),
            })
            .collect(),
        other => Err(wrong(name, "a list of strings", &other)),
    }
}

fn wrong(name: &str, wanted: &str, got: &Value) -> Error {
    let got = match got {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    Error::usage("wrong_type", format!("{name}: expected {wanted}, got {got}"))
        .hint(format!("write {name} as {wanted}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields {
        Fields::new(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn unknown_fields_pass_and_derived_ones_do_not() {
        let mut fields = fields(r#"{"content":"x","mine":[1],"rank":3,"id":"y","ref":"7"}"#);
        assert_eq!(fields.text(&["content"]).unwrap().unwrap(), "x");
        assert_eq!(serde_json::to_string(&fields.rest()).unwrap(), r#"{"mine":[1],"ref":"7"}"#);
    }

    #[test]
    fn shapes_are_checked_by_name() {
        assert_eq!(
            fields(r#"{"tags":7}"#).list(&["tags"]).unwrap_err().message,
            "tags: expected a list of strings, got a number"
        );
        assert_eq!(fields(r#"{"tags":"a, b"}"#).list(&["tags"]).unwrap(), ["a", "b"]);
        assert!(fields(r#"{"tags":[],"tag":"x"}"#).list(&["tags", "tag"]).is_err());
        assert!(
            fields(r#"{"typ":1}"#)
                .finish("filter", &["type"])
                .unwrap_err()
                .hint
                .unwrap()
                .contains("did you mean type?")
        );
    }
}
