//! What several commands read the same way: stdin or operands, ids, filters, hits asked for.

use std::io::IsTerminal;

use serde_json::{Map, Value};

use crate::app::App;
use crate::cli::FilterArgs;
use crate::error::{Error, Result};
use crate::memory::filter::{Filter, Visible};
use crate::memory::when::{self, Edge};
use crate::ui::report::Place;
use crate::wire::fields::Fields;
use crate::wire::filter::{FILTER_FIELDS, read_filter};
use crate::wire::input::{Batches, Entry, Line};

/// Whether a command takes its records from stdin: an operand says `-`, or nothing was given and
/// stdin is no terminal.
pub(super) fn from_stdin(operands: &[String], what: &str) -> Result<bool> {
    match operands {
        [dash] if dash == "-" => Ok(true),
        [] if !std::io::stdin().is_terminal() => Ok(true),
        [] => Err(Error::usage("nothing_given", format!("{what} is missing"))
            .hint("give it as an argument, or records on stdin; see --help")),
        _ => Ok(false),
    }
}

/// The records of stdin.
pub(super) fn stdin() -> Batches {
    Batches::stdin()
}

/// Reports a line that was refused.
pub(super) fn refuse(app: &App, line: usize, error: &Error) {
    app.report.refused(error, Place { file: "<stdin>", line });
}

/// A line as fields, where a plain line stands for one of them.
pub(super) fn fields(line: Line, plain: &str) -> Result<Fields> {
    Ok(match line.entry? {
        Entry::Object(map) => Fields::new(map),
        Entry::Text(text) => Fields::new(Map::from_iter([(plain.to_owned(), Value::String(text))])),
    })
}

/// The filter that the flags ask for.
pub(super) fn filter(app: &App, args: &FilterArgs) -> Result<Filter> {
    let filter = Filter {
        types: args.memory_type.clone(),
        tags: args.tags.iter().map(|tag| tag.trim().to_lowercase()).collect(),
        files: args.files.iter().map(|file| app.related_file(file)).collect(),
        states: args.state.clone(),
        sources: args.source.clone(),
        role: args.role.clone(),
        created_after: moment(app, "--created-after", args.created_after.as_deref(), Edge::Start)?,
        created_before: moment(app, "--created-before", args.created_before.as_deref(), Edge::End)?,
    };
    filter.checked()
}

/// A moment as people write it.
pub(super) fn moment(app: &App, field: &str, text: Option<&str>, edge: Edge) -> Result<Option<jiff::Timestamp>> {
    text.map(|text| when::parse(field, text, app.clock.now(), &app.zone(), edge)).transpose()
}

/// The `filter` object of a line; an unknown field in it is an error.
pub(super) fn line_filter(app: &App, value: Option<Value>) -> Result<Filter> {
    let map = match value {
        None => return Ok(Filter::default()),
        Some(Value::Object(map)) => map,
        Some(_) => {
            return Err(Error::usage("wrong_type", "filter: expected an object")
                .hint("for example {\"filter\": {\"memory_types\": [\"decision\"]}}"));
        }
    };
    let mut fields = Fields::new(map);
    let filter = read_filter(&mut fields, "filter.", app.clock.now(), &app.zone())?;
    fields.finish("filter", FILTER_FIELDS)?;
    Ok(filter)
}

/// A line that names a memory: its id, where to look for it, and the caller's own fields.
pub(super) fn line_id(app: &App, line: Line) -> Result<(String, Visible, Map<String, Value>)> {
    let mut fields = fields(line, "id")?;
    let id = fields
        .text(&["id"])?
        .ok_or_else(|| Error::usage("no_id", "id is missing").hint("a line is {\"id\": \"…\"} or an id"))?;
    let visible = app.line_visible(fields.text(&["scope"])?)?;
    Ok((id, visible, fields.beside_memory()))
}
