//! `relate`: ties two memories, or unties them.

use serde_json::{Map, Value};

use super::input;
use crate::app::App;
use crate::cli::RelateArgs;
use crate::error::{Error, ErrorKind, Result};
use crate::exit::{Status, Tally};
use crate::memory::change::Provenance;
use crate::memory::draft::Secrets;
use crate::memory::filter::Visible;
use crate::memory::kinds::Relation;
use crate::memory::link::LinkDraft;
use crate::memory::relate::{relate, unrelate};
use crate::store::Store;
use crate::wire::input::Line;
use crate::wire::link::{LinkRecord, NoLink};

/// A link that was asked for, with the caller's own fields.
struct Asked {
    visible: Visible,
    from: String,
    to: String,
    relation: Option<Relation>,
    strength: Option<f64>,
    description: Option<String>,
    pass: Map<String, Value>,
}

/// Runs `relate`.
pub(super) async fn run(app: &mut App, args: RelateArgs) -> Result<Status> {
    let ends = match args.ends.as_slice() {
        [from, to] => Some((from.clone(), to.clone())),
        _ if input::from_stdin(&args.ends, "FROM and TO")? => None,
        _ => {
            return Err(Error::usage("one_end", "a link has two ends: FROM and TO")
                .hint("octobrain relate FROM TO --relation depends_on"));
        }
    };
    let Some(store) = app.read_store().await? else {
        return Err(Error::usage("unknown_link_end", "there are no memories to tie").hint("memorize something first"));
    };
    let mut tally = Tally::default();
    if let Some((from, to)) = ends {
        let asked = Asked {
            visible: app.visible()?,
            from,
            to,
            relation: args.relation,
            strength: args.strength,
            description: args.description.clone(),
            pass: Map::new(),
        };
        settle(app, &store, asked, args.remove, &mut tally).await?;
        return Ok(tally.status());
    }
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        for line in batch {
            let number = line.number;
            let outcome = match decode(app, line, &args) {
                Ok(asked) => settle(app, &store, asked, args.remove, &mut tally).await,
                Err(error) => Err(error),
            };
            match outcome {
                Err(error) if error.kind == ErrorKind::Usage => {
                    tally.refused += 1;
                    input::refuse(app, number, &error);
                }
                other => other?,
            }
        }
        app.sink.flush()?;
        if app.sink.closed() {
            break;
        }
    }
    Ok(tally.status())
}

fn decode(app: &App, line: Line, args: &RelateArgs) -> Result<Asked> {
    let mut fields = input::fields(line, "from")?;
    let end = |fields: &mut crate::wire::fields::Fields, names: &[&str]| -> Result<String> {
        fields.text(names)?.ok_or_else(|| {
            Error::usage("one_end", format!("{} is missing", names[0]))
                .hint("a line is {\"from\": \"…\", \"to\": \"…\", \"relation\": \"depends_on\"}")
        })
    };
    Ok(Asked {
        from: end(&mut fields, &["from", "source_id"])?,
        to: end(&mut fields, &["to", "target_id"])?,
        relation: fields
            .text(&["relation", "relationship_type"])?
            .map(|word| Relation::parse(&word))
            .transpose()?
            .or(args.relation),
        strength: fields.number(&["strength"])?.or(args.strength),
        description: fields.text(&["description"])?.or_else(|| args.description.clone()),
        visible: app.line_visible(fields.text(&["scope"])?)?,
        pass: fields.rest(),
    })
}

async fn settle(app: &mut App, store: &Store, mut asked: Asked, remove: bool, tally: &mut Tally) -> Result<()> {
    let by = Provenance::command("relate");
    if remove {
        let ends = (asked.from.as_str(), asked.to.as_str());
        let gone = unrelate(store, &app.clock, &by, &asked.visible, ends, asked.relation).await?;
        for link in &gone {
            tally.done += 1;
            app.sink.record(&LinkRecord::new(link, Some("removed"), &asked.pass))?;
        }
        if gone.is_empty() {
            tally.negative += 1;
            app.sink.record(&NoLink::new(ends, asked.relation.map(Relation::as_str), &asked.pass))?;
        }
        return Ok(());
    }
    let relation = Relation::parse_callers(asked.relation.unwrap_or(Relation::RelatedTo).as_str())?;
    if let Some(description) = &mut asked.description {
        Secrets::Refuse.screen("description", description, &mut Vec::new())?;
    }
    let draft = LinkDraft::new(&asked.to, relation, asked.strength, asked.description.as_deref())?;
    let (link, outcome, closed) = relate(store, &app.clock, &by, &asked.visible, &asked.from, &draft).await?;
    tally.done += 1;
    app.sink.record(&LinkRecord::new(&link, Some(outcome.as_str()), &asked.pass).closed(&closed))
}
