//! `remember`: queries in, hits out.

use serde_json::{Map, Value};

use super::input;
use super::lazy::{LazyModel, LazyReranker};
use crate::app::App;
use crate::background::{Until, sleep_if_due};
use crate::cli::{ForgetArgs, ModeArg, RememberArgs, SyntaxArg};
use crate::error::{Error, Result};
use crate::exit::{Status, Tally};
use crate::memory::embedding::embed_pending;
use crate::memory::question::{checked_limit, checked_moments, checked_relevance, checked_terms};
use crate::memory::recall::{MAX_TERMS, Mode, Models, Question, Recaller};
use crate::memory::record::Memory;
use crate::memory::when::Edge;
use crate::store::Store;
use crate::text::query::Syntax;
use crate::text::tokens::tokens;
use crate::wire::input::Line;
use crate::wire::record::{HitRecord, HitView};

/// Runs `remember`.
pub(super) async fn run(app: &mut App, args: RememberArgs) -> Result<Status> {
    let base = base_question(app, &args)?;
    let stdin = input::from_stdin(&args.query, "the query")?;
    let question = match stdin {
        true => None,
        false => {
            Some(Question { terms: bare_terms(&args.query, base.syntax)?, visible: app.visible()?, ..base.clone() })
        }
    };
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let mut session = Session {
        store: &store,
        model: LazyModel::default(),
        reranker: LazyReranker::default(),
        args: &args,
        found: 0,
    };
    let mut recaller = Recaller::new(&store, app.recall_policy());
    let mut tally = Tally::default();
    match question {
        Some(question) => session.answer(app, &mut recaller, &question, &Map::new()).await?,
        None => {
            let mut lines = input::stdin();
            while let Some(batch) = lines.next_batch() {
                for line in batch {
                    let number = line.number;
                    let outcome = match decode(app, line, &base) {
                        Ok((question, pass)) => session.answer(app, &mut recaller, &question, &pass).await,
                        Err(error) => Err(error),
                    };
                    match outcome {
                        Ok(()) => tally.done += 1,
                        // What is wrong with the store or the model is wrong for every line.
                        Err(error) if error.kind != crate::error::ErrorKind::Usage => return Err(error),
                        Err(error) => {
                            tally.refused += 1;
                            input::refuse(app, number, &error);
                        }
                    }
                }
                app.sink.flush()?;
                if app.sink.closed() {
                    break;
                }
            }
        }
    }
    app.sink.flush()?;
    session.catch_up(&store).await;
    sleep_if_due(app, &store, &app.scope()?, Until::Done);
    Ok(match tally.status() {
        Status::Done if session.found == 0 => Status::Negative,
        other => other,
    })
}

/// What the flags and the configuration say for every query.
fn base_question(app: &App, args: &RememberArgs) -> Result<Question> {
    let search = &app.settings().search;
    let mode = match args.mode {
        Some(mode) => mode_of(mode),
        None => app.usual_mode()?,
    };
    checked_moments(Question {
        terms: Vec::new(),
        syntax: args.syntax.map_or(Syntax::Plain, syntax_of),
        mode,
        limit: checked_limit(args.limit)?,
        min_relevance: checked_relevance(args.min_relevance.unwrap_or(search.similarity_threshold))?,
        visible: crate::memory::filter::Visible::All,
        filter: input::filter(app, &args.filter)?,
        as_of: as_of(app, args.as_of.as_deref())?,
        neighbours: !args.no_neighbors,
    })
}

fn as_of(app: &App, text: Option<&str>) -> Result<Option<jiff::Timestamp>> {
    let Some(at) = input::moment(app, "--as-of", text, Edge::End)? else { return Ok(None) };
    if at > app.clock.now() {
        return Err(Error::usage("as_of_future", format!("--as-of: {at} is in the future"))
            .hint("what will be known then is not known yet; leave it out for the present"));
    }
    Ok(Some(at))
}

pub(super) fn mode_of(mode: ModeArg) -> Mode {
    match mode {
        ModeArg::Hybrid => Mode::Hybrid,
        ModeArg::Lexical => Mode::Lexical,
        ModeArg::Vector => Mode::Vector,
    }
}

pub(super) fn syntax_of(syntax: SyntaxArg) -> Syntax {
    match syntax {
        SyntaxArg::Plain => Syntax::Plain,
        SyntaxArg::Operators => Syntax::Operators,
    }
}

/// Operands as terms: up to five are terms of their own, more are the words of one query, and so are operators.
fn bare_terms(words: &[String], syntax: Syntax) -> Result<Vec<String>> {
    let one = words.len() > MAX_TERMS || (syntax == Syntax::Operators && !words.is_empty());
    checked_terms(if one { vec![words.join(" ")] } else { words.to_vec() }, syntax)
}

fn decode(app: &App, line: Line, base: &Question) -> Result<(Question, Map<String, Value>)> {
    let mut fields = input::fields(line, "query")?;
    let terms = match fields.value(&["query"])? {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(terms)) => terms.into_iter().map(term).collect::<Result<_>>()?,
        Some(_) => {
            return Err(
                Error::usage("wrong_type", "query: expected a string or a list of strings").hint("{\"query\": \"…\"}")
            );
        }
        None => {
            return Err(Error::usage("no_query", "query is missing").hint("a line is {\"query\": \"…\"} or plain text"));
        }
    };
    let mode = fields.text(&["mode"])?.map(|word| named_mode(&word)).transpose()?;
    let syntax = fields.text(&["syntax"])?.map(|word| named_syntax(&word)).transpose()?.unwrap_or(base.syntax);
    let limit = fields.count(&["limit"])?.map(checked_limit).transpose()?;
    let relevance = fields.number(&["min_relevance", "min_score"])?.map(checked_relevance).transpose()?;
    let filter = fields.value(&["filter"])?;
    let question = checked_moments(Question {
        terms: checked_terms(terms, syntax)?,
        syntax,
        mode: mode.unwrap_or(base.mode),
        limit: limit.unwrap_or(base.limit),
        min_relevance: relevance.unwrap_or(base.min_relevance),
        visible: app.line_visible(fields.text(&["scope"])?)?,
        filter: base.filter.overlaid(input::line_filter(app, filter)?).checked()?,
        as_of: as_of(app, fields.text(&["as_of"])?.as_deref())?.or(base.as_of),
        neighbours: base.neighbours,
    })?;
    Ok((question, fields.beside_memory()))
}

fn term(value: Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(Error::usage("wrong_type", "query: expected a list of strings").hint("{\"query\": [\"…\", \"…\"]}")),
    }
}

fn named_mode(word: &str) -> Result<Mode> {
    clap::ValueEnum::from_str(word, true).map(mode_of).map_err(|_| {
        Error::usage("unknown_mode", format!("mode: unknown value {word:?}")).hint("one of: hybrid lexical vector")
    })
}

fn named_syntax(word: &str) -> Result<Syntax> {
    clap::ValueEnum::from_str(word, true).map(syntax_of).map_err(|_| {
        Error::usage("unknown_syntax", format!("syntax: unknown value {word:?}")).hint("one of: plain operators")
    })
}

struct Session<'a> {
    store: &'a Store,
    model: LazyModel,
    reranker: LazyReranker,
    args: &'a RememberArgs,
    found: usize,
}

impl Session<'_> {
    async fn answer(
        &mut self,
        app: &mut App,
        recaller: &mut Recaller<'_>,
        question: &Question,
        pass: &Map<String, Value>,
    ) -> Result<()> {
        let wants_model = question.mode != Mode::Lexical && app.wants_model()?;
        let models = Models {
            embedder: if wants_model { self.model.get(app)? } else { None },
            reranking: self.reranker.get(app)?,
        };
        let reranks = models.reranking.is_some();
        let mut answer = recaller.recall(question, models).await?;
        let reranked = reranks && answer.reranker_failed.is_none();
        self.model.failed(app, answer.model_failed.take());
        self.reranker.failed(app, answer.reranker_failed.take());
        let view = HitView {
            explain: self.args.explain,
            neighbors: !self.args.no_neighbors,
            // A memory that is configured to work by words alone lacks nothing.
            without_vectors: answer.degraded && wants_model,
            without_reranker: app.settings().search.reranker.enabled && !reranked,
        };
        self.found += answer.hits.len();
        let mut room = self.args.budget.unwrap_or(usize::MAX);
        let mut shown = Vec::new();
        for (at, hit) in answer.hits.iter().enumerate() {
            let cost = tokens(&hit.memory.title) + tokens(&hit.memory.content);
            if cost > room {
                break;
            }
            room -= cost;
            shown.push(hit.memory.id);
            app.sink.record(&HitRecord::new(at + 1, hit, view, pass))?;
        }
        if !self.args.no_track && !shown.is_empty() {
            self.store.record_access(app.clock.now(), &shown);
        }
        Ok(())
    }

    /// Embeds what was stored while no model was there; the answer is out already, so a busy or
    /// read-only store is no reason to complain.
    async fn catch_up(&mut self, store: &Store) {
        if let Some(model) = self.model.loaded()
            && let Err(error) = embed_pending(store, model).await
        {
            tracing::debug!("pending memories stay pending: {error}");
        }
    }
}

/// The memories that `remember` would answer with, for `forget --query`.
pub(super) async fn select(app: &App, store: &Store, query: &str, args: &ForgetArgs) -> Result<Vec<Memory>> {
    let threshold = args.min_relevance.unwrap_or(app.settings().search.similarity_threshold);
    let question = Question {
        terms: checked_terms(vec![query.to_owned()], Syntax::Plain)?,
        syntax: Syntax::Plain,
        mode: Mode::Hybrid,
        limit: checked_limit(args.limit)?,
        min_relevance: checked_relevance(threshold)?,
        visible: app.visible()?,
        filter: input::filter(app, &args.filter)?,
        as_of: None,
        neighbours: false,
    };
    let mut model = LazyModel::default();
    let models = Models { embedder: model.get(app)?, reranking: None };
    let answer = Recaller::new(store, app.recall_policy()).recall(&question, models).await?;
    model.failed(app, answer.model_failed);
    Ok(answer.hits.into_iter().map(|hit| (*hit.memory).clone()).collect())
}
