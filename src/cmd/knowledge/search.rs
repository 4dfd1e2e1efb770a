//! `search`: queries in, passages out.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::ingest::{Asked, Session};
use super::no_fields;
use crate::app::App;
use crate::cli::SearchArgs;
use crate::cmd::lazy::LazyModel;
use crate::cmd::{input, remember};
use crate::error::{Error, Result};
use crate::exit::{Status, Tally};
use crate::knowledge::ingest::{Wanted, embed_pending};
use crate::knowledge::locate;
use crate::knowledge::lookup::{Finder, Hit, Question};
use crate::memory::question::{checked_limit, checked_relevance};
use crate::search::{Fusing, Mode};
use crate::store::Store;
use crate::store::shelf::Shelf;
use crate::wire::input::Line;
use crate::wire::record::{Legs, rounded};

/// `passage`: one answer to a query.
#[derive(Serialize, JsonSchema)]
pub(in crate::cmd) struct PassageRecord<'a> {
    r#type: &'static str,
    rank: usize,
    source: &'a str,
    title: &'a str,
    /// Headings above the excerpt, outermost first.
    heading: &'a [String],
    /// Characters of the source, from 0, and its lines and pages, from 1.
    chars: (usize, usize),
    lines: (usize, usize),
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<(usize, usize)>,
    /// The line that the excerpt begins on.
    line: usize,
    /// The sentences that the query is about.
    excerpt: &'a str,
    content: &'a str,
    id: String,
    scope: &'a str,
    relevance: f64,
    score: f64,
    /// Text of documents is nobody's word.
    trust: &'static str,
    matched: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stale: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    degraded: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<Legs>,
    #[serde(flatten)]
    #[schemars(skip)]
    pass: &'a Map<String, Value>,
}

/// Runs `search`.
pub(in crate::cmd) async fn run(app: &mut App, args: SearchArgs) -> Result<Status> {
    let base = base_question(app, &args)?;
    let stdin = input::from_stdin(&args.query, "the query")?;
    let store = refreshed(app, &args.source, args.allow_private).await?;
    let Some(store) = store else { return Ok(Status::Negative) };
    let Some(library) = store.library().await? else { return Ok(Status::Negative) };
    let mut searcher =
        Searcher { store: &store, finder: Finder::new(&library), model: LazyModel::default(), args: &args, found: 0 };
    let mut tally = Tally::default();
    if stdin {
        let mut lines = input::stdin();
        while let Some(batch) = lines.next_batch() {
            for line in batch {
                let number = line.number;
                let outcome = match decode(app, line, &base) {
                    Ok((question, pass)) => searcher.answer(app, &question, &pass).await,
                    Err(error) => Err(error),
                };
                match outcome {
                    Ok(()) => tally.done += 1,
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
    } else {
        let question = Question { query: checked_query(&args.query.join(" "))?, ..base };
        searcher.answer(app, &question, no_fields()).await?;
        app.sink.flush()?;
    }
    searcher.catch_up().await;
    Ok(match tally.status() {
        Status::Done if searcher.found == 0 => Status::Negative,
        other => other,
    })
}

fn base_question(app: &App, args: &SearchArgs) -> Result<Question> {
    let settings = app.settings();
    let mode = match args.mode {
        Some(mode) => remember::mode_of(mode),
        None => app.usual_mode()?,
    };
    let policy = app.recall_policy();
    Ok(Question {
        query: String::new(),
        syntax: args.syntax.map_or_else(Default::default, remember::syntax_of),
        mode,
        limit: checked_limit(args.limit.unwrap_or(settings.knowledge.max_results))?,
        min_relevance: checked_relevance(args.min_relevance.unwrap_or(settings.search.similarity_threshold))?,
        shelf: shelf(app, &args.source, args.session.as_deref())?,
        fusing: Fusing { method: policy.method, expand: policy.expand },
        sessions_since: app.sessions_since(),
    })
}

/// The sources that a caller means, by all the names they may be kept under.
pub(super) fn shelf(app: &App, sources: &[String], session: Option<&str>) -> Result<Shelf> {
    let here = app.here()?;
    let mut names = Vec::new();
    for source in sources {
        names.extend(locate::names(source, &here)?);
    }
    Ok(Shelf { visible: app.visible()?, session: session.map(str::to_owned), sources: names })
}

/// The store, after sources that are absent or outdated were taken in; a failure is told and the old text serves.
pub(super) async fn refreshed(app: &mut App, sources: &[String], allow_private: bool) -> Result<Option<Store>> {
    if sources.is_empty() {
        return app.read_store().await;
    }
    let policy = app.ingest_policy(allow_private)?;
    let scope = app.scope()?;
    let store = app.write_store().await?;
    let library = store.library().await?;
    let mut asked = Vec::new();
    for source in sources {
        // A key is no file: it is what it is.
        let names = vec![source.clone()];
        let shelf = Shelf { visible: app.visible()?, session: None, sources: names };
        let key = match &library {
            Some(library) => {
                !library.sources(&shelf).await?.is_empty() && locate::locate(source, &policy.here).is_err()
            }
            None => false,
        };
        if !key {
            let wanted = Wanted { source: source.clone(), scope: scope.clone(), anew: false, only_outdated: true };
            asked.push(Asked { wanted, pass: Map::new() });
        }
    }
    let mut session = Session::over(store).await?;
    session.quietly(app, &policy, asked).await?;
    Ok(session.into_store())
}

fn checked_query(query: &str) -> Result<String> {
    if query.trim().is_empty() {
        return Err(Error::usage("empty_query", "query: there is nothing to search for")
            .hint("say in a few words what you want to know"));
    }
    Ok(query.to_owned())
}

fn decode(app: &App, line: Line, base: &Question) -> Result<(Question, Map<String, Value>)> {
    let mut fields = input::fields(line, "query")?;
    let query = fields.text(&["query"])?.ok_or_else(|| {
        Error::usage("no_query", "query is missing").hint("a line is {\"query\": \"…\"} or plain text")
    })?;
    let limit = fields.count(&["limit"])?.map(checked_limit).transpose()?;
    let relevance = fields.number(&["min_relevance", "min_score"])?.map(checked_relevance).transpose()?;
    let mut shelf = base.shelf.clone();
    shelf.visible = app.line_visible(fields.text(&["scope"])?)?;
    if let Some(session) = fields.text(&["session"])? {
        shelf.session = Some(session);
    }
    let question = Question {
        query: checked_query(&query)?,
        limit: limit.unwrap_or(base.limit),
        min_relevance: relevance.unwrap_or(base.min_relevance),
        shelf,
        ..base.clone()
    };
    Ok((question, fields.rest()))
}

/// What answers, opened once for all queries.
struct Searcher<'a> {
    store: &'a Store,
    finder: Finder<'a>,
    model: LazyModel,
    args: &'a SearchArgs,
    found: usize,
}

impl Searcher<'_> {
    async fn answer(&mut self, app: &mut App, question: &Question, pass: &Map<String, Value>) -> Result<()> {
        let wants_model = question.mode != Mode::Lexical && app.wants_model()?;
        let model = if wants_model { self.model.get(app)? } else { None };
        let answer = self.finder.search(question, model).await?;
        self.model.failed(app, answer.model_failed);
        self.found += answer.hits.len();
        let degraded = (answer.degraded && wants_model).then_some(["vector"]);
        for (at, hit) in answer.hits.iter().enumerate() {
            app.sink.record(&record(at + 1, hit, degraded, self.args.explain, pass))?;
        }
        Ok(())
    }

    /// Embeds what was taken in while no model was there; the answer is out already.
    async fn catch_up(&mut self) {
        if let Some(model) = self.model.loaded()
            && let Err(error) = embed_pending(self.store, model, |_| ()).await
        {
            tracing::debug!("pending passages stay pending: {error}");
        }
    }
}

fn record<'a>(
    rank: usize,
    hit: &'a Hit,
    degraded: Option<[&'static str; 1]>,
    explain: bool,
    pass: &'a Map<String, Value>,
) -> PassageRecord<'a> {
    let candidate = &hit.why.candidate;
    PassageRecord {
        r#type: "passage",
        rank,
        source: &hit.passage.source,
        title: &hit.passage.title,
        heading: &hit.heading,
        chars: hit.passage.place.chars,
        lines: hit.passage.place.lines,
        pages: hit.passage.place.pages,
        line: hit.line,
        excerpt: &hit.excerpt,
        content: &hit.passage.text,
        id: hit.passage.id.to_string(),
        scope: &hit.passage.scope,
        relevance: rounded(hit.relevance),
        score: rounded(hit.score),
        trust: "UNTRUSTED",
        matched: Legs::matched(candidate),
        stale: hit.stale.as_deref(),
        degraded,
        explain: explain
            .then(|| Legs::new(candidate, hit.why.coverage, hit.why.vector_weight, hit.why.score - candidate.fused)),
        pass,
    }
}
