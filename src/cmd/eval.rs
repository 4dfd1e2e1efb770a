//! `eval`: how well recall answers questions whose answers are known.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::lazy::LazyReranker;
use super::remember;
use crate::app::App;
use crate::cli::{EvalArgs, ModeArg};
use crate::error::{Error, Result};
use crate::eval::{self, Collection, Scores, Way};
use crate::exit::Status;
use crate::memory::recall::Mode;
use crate::store::Store;
use crate::ui::progress::Progress;

/// `metric`: one way of answering, over all questions.
#[derive(Serialize, JsonSchema)]
pub(super) struct MetricRecord<'a> {
    r#type: &'static str,
    set: &'a str,
    mode: &'static str,
    expand: bool,
    rerank: bool,
    model: Option<&'a str>,
    documents: usize,
    left_out: usize,
    queries: usize,
    #[serde(rename = "ndcg@10")]
    ndcg_10: f64,
    #[serde(rename = "recall@5")]
    recall_5: f64,
    #[serde(rename = "recall@10")]
    recall_10: f64,
    #[serde(rename = "recall@100")]
    recall_100: f64,
    #[serde(rename = "mrr@10")]
    mrr_10: f64,
    /// The relevance that the next two are about.
    threshold: f64,
    /// Share of the questions with any hit at the threshold.
    answered: f64,
    /// Share of the relevant documents among the ten best that the threshold cuts.
    lost: f64,
    p50_ms: f64,
    p95_ms: f64,
}

/// Runs `eval`.
pub(super) async fn run(app: &mut App, args: EvalArgs) -> Result<Status> {
    for folder in &args.folders {
        evaluate(app, &args, folder).await?;
    }
    Ok(Status::Done)
}

async fn evaluate(app: &mut App, args: &EvalArgs, folder: &Path) -> Result<()> {
    let mut collection = Collection::read(folder, args.scope_field.as_deref())?;
    collection.topics.truncate(args.queries.unwrap_or(usize::MAX));
    if collection.documents.is_empty() || collection.topics.is_empty() {
        return Err(Error::usage("empty_collection", format!("{}: there is nothing to ask", folder.display()))
            .hint("each question needs a line in qrels/test.tsv with a grade above 0"));
    }
    let wants_model = args.mode != Some(ModeArg::Lexical) && app.wants_model()?;
    let mut model = match wants_model {
        true => Some(app.model()?.ok_or_else(no_model)?.without_kept_queries()),
        false => None,
    };
    let id = model.as_ref().map(|model| model.id().to_owned());
    let dir = eval::store_dir(&app.paths.cache_dir()?, &collection, id.as_deref());
    let store = Store::open_or_create(&dir, app.lock_timeout()).await?;
    {
        let progress = Progress::new(&collection.name, collection.documents.len(), app.report.is_quiet());
        eval::fill(&store, &collection, &app.clock, model.as_mut(), |done| progress.step(done)).await?;
    }
    let mut reranker = LazyReranker::default();
    let threshold = app.settings().search.similarity_threshold;
    for way in ways(args.mode, wants_model, app.settings().search.reranker.enabled) {
        let policy = app.recall_policy();
        let models = (model.as_mut(), if way.rerank { reranker.get(app)? } else { None });
        if way.rerank && models.1.is_none() {
            continue;
        }
        let scores = eval::ask(&store, &collection, policy, way, threshold as f32, models).await?;
        app.sink.record(&record(&collection, way, id.as_deref(), threshold, &scores))?;
        app.sink.flush()?;
    }
    Ok(())
}

/// Every way that the configuration allows, or those of one mode.
fn ways(mode: Option<ModeArg>, with_model: bool, with_reranker: bool) -> Vec<Way> {
    let way = |mode, expand, rerank| Way { mode, expand, rerank };
    let mut ways = vec![way(Mode::Lexical, false, false)];
    if with_model {
        ways.extend([way(Mode::Vector, false, false), way(Mode::Hybrid, false, false), way(Mode::Hybrid, true, false)]);
    }
    if with_reranker {
        ways.extend(ways.last().copied().map(|last| Way { rerank: true, ..last }));
    }
    let wanted = mode.map(remember::mode_of);
    ways.retain(|way| wanted.is_none_or(|wanted| wanted == way.mode));
    ways
}

fn record<'a>(
    collection: &'a Collection,
    way: Way,
    model: Option<&'a str>,
    threshold: f64,
    scores: &Scores,
) -> MetricRecord<'a> {
    let [recall_5, recall_10, recall_100] = scores.recall().map(rounded);
    MetricRecord {
        r#type: "metric",
        set: &collection.name,
        mode: match way.mode {
            Mode::Hybrid => "hybrid",
            Mode::Lexical => "lexical",
            Mode::Vector => "vector",
        },
        expand: way.expand,
        rerank: way.rerank,
        model: model.filter(|_| way.mode != Mode::Lexical),
        documents: collection.documents.len(),
        left_out: collection.left_out,
        queries: scores.queries,
        ndcg_10: rounded(scores.ndcg_10()),
        recall_5,
        recall_10,
        recall_100,
        mrr_10: rounded(scores.mrr_10()),
        threshold,
        answered: rounded(scores.answered()),
        lost: rounded(scores.lost()),
        p50_ms: rounded(scores.latency_ms(0.5)),
        p95_ms: rounded(scores.latency_ms(0.95)),
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn no_model() -> Error {
    Error::unavailable("no_model", "eval needs the configured embedding model, and it is not there")
        .hint("run `octobrain model check`, or evaluate the words alone with --mode lexical")
}
