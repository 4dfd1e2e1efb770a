//! A test collection in the layout of BEIR: `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv`.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use crate::error::{Error, Result};

/// Bounds of what a memory holds; a document outside them is cut, or left out and counted.
const CONTENT_CHARS: std::ops::RangeInclusive<usize> = 10..=10_000;
const TITLE_CHARS: std::ops::RangeInclusive<usize> = 5..=200;
const SCOPE: &str = "eval/all";

/// Documents, questions, and which answers which.
#[derive(Debug)]
pub struct Collection {
    /// The folder's name.
    pub name: String,
    /// What can be stored.
    pub documents: Vec<Document>,
    /// Questions that have an answer.
    pub topics: Vec<Topic>,
    /// Documents too short to be a memory.
    pub left_out: usize,
    /// Of the corpus and of how it is split.
    pub digest: String,
}

/// One document.
#[derive(Debug, Clone)]
pub struct Document {
    /// `_id`.
    pub id: String,
    /// Where it has one of fitting length.
    pub title: Option<String>,
    /// Its text.
    pub text: String,
    /// The scope that it is stored in.
    pub scope: String,
}

/// One question.
#[derive(Debug, Clone)]
pub struct Topic {
    /// Its text.
    pub text: String,
    /// The scope that it is asked in.
    pub scope: String,
    /// Ids of the documents that answer it, with their grades.
    pub relevant: HashMap<String, f64>,
}

impl Collection {
    /// Reads a folder; `scope_field` names the field of `metadata` that parts it into scopes.
    ///
    /// Fails with `no_collection` or `bad_collection`, naming file and line.
    pub fn read(folder: &Path, scope_field: Option<&str>) -> Result<Self> {
        let corpus = text_of(&folder.join("corpus.jsonl"))?;
        let mut documents = Vec::new();
        let mut left_out = 0;
        for row in rows(&folder.join("corpus.jsonl"), &corpus)? {
            match document(&row, scope_field) {
                Some(document) => documents.push(document),
                None => left_out += 1,
            }
        }
        let mut relevant = relevance(&folder.join("qrels").join("test.tsv"))?;
        let file = folder.join("queries.jsonl");
        let topics = rows(&file, &text_of(&file)?)?
            .into_iter()
            .filter_map(|row| {
                let relevant = relevant.remove(string(&row, "_id"))?;
                Some(Topic { text: string(&row, "text").to_owned(), scope: scope(&row, scope_field), relevant })
            })
            .collect();
        let digest = blake3::hash(format!("{}\n{corpus}", scope_field.unwrap_or_default()).as_bytes());
        let name = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        Ok(Self {
            name: name.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            documents,
            topics,
            left_out,
            digest: digest.to_hex().to_string(),
        })
    }
}

fn document(row: &Value, scope_field: Option<&str>) -> Option<Document> {
    let (title, text) = (string(row, "title").trim(), string(row, "text").trim());
    let text = if text.chars().count() >= *CONTENT_CHARS.start() {
        text.chars().take(*CONTENT_CHARS.end()).collect()
    } else {
        format!("{title} {text}").trim().to_owned()
    };
    let document = Document {
        id: string(row, "_id").to_owned(),
        title: TITLE_CHARS.contains(&title.chars().count()).then(|| title.to_owned()),
        text,
        scope: scope(row, scope_field),
    };
    CONTENT_CHARS.contains(&document.text.chars().count()).then_some(document)
}

fn scope(row: &Value, field: Option<&str>) -> String {
    match field.map(|field| &row["metadata"][field]) {
        Some(Value::String(value)) => format!("eval/{value}"),
        Some(Value::Number(value)) => format!("eval/{value}"),
        _ => SCOPE.to_owned(),
    }
}

/// Grades above 0, by query and document.
fn relevance(file: &Path) -> Result<HashMap<String, HashMap<String, f64>>> {
    let mut relevant: HashMap<String, HashMap<String, f64>> = HashMap::new();
    for (number, line) in text_of(file)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let columns: Vec<&str> = line.split('\t').collect();
        let grade = columns.get(2).and_then(|grade| grade.trim().parse::<f64>().ok());
        match grade {
            Some(grade) if grade > 0.0 => {
                relevant.entry(columns[0].to_owned()).or_default().insert(columns[1].to_owned(), grade);
            }
            Some(_) => {}
            // The first line names the columns.
            None if number == 0 => {}
            None => return Err(bad(file, number, "expected query, document and grade, with tabs between")),
        }
    }
    Ok(relevant)
}

fn rows(file: &Path, text: &str) -> Result<Vec<Value>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let row: Value = serde_json::from_str(line).map_err(|error| bad(file, number, &error.to_string()))?;
            if string(&row, "_id").is_empty() {
                return Err(bad(file, number, "_id is missing"));
            }
            Ok(row)
        })
        .collect()
}

fn string<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

fn text_of(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|error| {
        Error::usage("no_collection", format!("{}: {error}", file.display()))
            .hint("a collection is a folder with corpus.jsonl, queries.jsonl and qrels/test.tsv, as BEIR has them")
    })
}

fn bad(file: &Path, number: usize, why: &str) -> Error {
    Error::usage("bad_collection", format!("{}:{}: {why}", file.display(), number + 1))
        .hint("corpus and queries are lines such as {\"_id\": \"1\", \"text\": \"…\"}")
}
