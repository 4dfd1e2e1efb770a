//! `memorize`, `remember`, `forget`: calls → operations → structured answers.

use rmcp::model::CallToolResult;
use serde_json::{Value, json};

use super::answer::{Answer, BUDGET_TOKENS, fenced};
use super::lock::Place;
use super::worker::State;
use crate::error::{Error, Result};
use crate::memory::change::Provenance;
use crate::memory::draft::{Draft, Secrets, validate};
use crate::memory::embedding::embed_pending;
use crate::memory::filter::Filter;
use crate::memory::forget::forget;
use crate::memory::lookup;
use crate::memory::memorize::{Memorizer, OnSimilar, Stored, Wanted};
use crate::memory::question::{checked_limit, checked_moments, checked_relevance, checked_terms};
use crate::memory::recall::{Hit, Mode, Models, Question, Recaller};
use crate::memory::record::Memory;
use crate::store::Store;
use crate::text::query::Syntax;
use crate::text::tokens::tokens;
use crate::wire::fields::Fields;
use crate::wire::filter::{FILTER_FIELDS, read_filter};
use crate::wire::memory::read_memory;

/// Hits of a call that does not say how many.
const USUAL_HITS: usize = 10;

/// Names that `memorize` knows.
const MEMORY_FIELDS: &[&str] = &[
    "title",
    "content",
    "memory_type",
    "importance",
    "source",
    "tags",
    "related_files",
    "key",
    "role",
    "related_to",
    "metadata",
];

/// What a tool answers where nothing was ever stored.
pub(super) fn nothing(tool: &str) -> CallToolResult {
    let structured = match tool {
        "remember" => json!({ "hits": [] }),
        "forget" => json!({ "removed": false, "memories": [] }),
        _ => json!({ "status": "nothing_found", "passages": [] }),
    };
    Answer { text: "Nothing found.".to_owned(), structured }.into()
}

/// One store's memories, with what was read of them for earlier calls.
pub(super) struct Session<'a> {
    store: &'a Store,
    recaller: Recaller<'a>,
    memorizer: Memorizer,
}

impl<'a> Session<'a> {
    pub(super) fn new(state: &State, store: &'a Store) -> Result<Self> {
        let app = state.app()?;
        let memorizer = Memorizer::new(app.clock.clone(), app.memorize_policy(OnSimilar::Link, false)?);
        Ok(Self { store, recaller: Recaller::new(store, app.recall_policy()), memorizer })
    }

    /// Stores one memory.
    pub(super) async fn memorize(
        &mut self,
        state: &mut State,
        fields: &mut Fields,
        place: &Place,
        known: &[String],
    ) -> Result<Answer> {
        let wanted = {
            let app = state.app()?;
            let file = |file: &str| app.related_file(file);
            let mut draft = read_memory(fields, &Draft::default(), place.target(known)?, &file)?;
            finish(fields, "memorize", MEMORY_FIELDS)?;
            draft.secrets = Secrets::Refuse;
            draft.screen()?;
            let (links, changes) = (std::mem::take(&mut draft.links), draft.changes());
            let memory = validate(draft, app.settings().memory.default_importance, &app.clock, "memorize")?;
            Wanted { memory, changes, links }
        };
        let model = state.model.get().await;
        let batch = self.memorizer.store(self.store, vec![wanted], || Ok(model)).await?;
        let note = state.model.failed(batch.model_failed);
        let stored = batch.answers.into_iter().next().unwrap_or_else(|| Err(Error::internal("no answer")))?;
        Ok(stored_answer(&stored, note))
    }

    /// Recalls by meaning and by word.
    pub(super) async fn remember(&mut self, state: &mut State, fields: &mut Fields, place: &Place) -> Result<Answer> {
        let question = self.question(state, fields, place, "remember")?;
        let (hits, note) = self.recall(state, question).await?;
        let (mut room, mut shown) = (BUDGET_TOKENS, Vec::new());
        for hit in &hits {
            let cost = tokens(&hit.memory.title) + tokens(&hit.memory.content);
            if cost > room && !shown.is_empty() {
                break;
            }
            room = room.saturating_sub(cost);
            shown.push(hit);
        }
        let app = state.app()?;
        let ids: Vec<_> = shown.iter().map(|hit| hit.memory.id).collect();
        if !ids.is_empty() {
            self.store.record_access(app.clock.now(), &ids);
        }
        let left = hits.len() - shown.len();
        let note = note.or_else(|| (left > 0).then(|| format!("{left} more would be too long; ask for less")));
        Ok(hits_answer(&shown, note))
    }

    /// Removes memories, or shows which.
    pub(super) async fn forget(&mut self, state: &mut State, fields: &mut Fields, place: &Place) -> Result<Answer> {
        let confirm = fields.flag(&["confirm"])?.unwrap_or(false);
        let memories: Vec<Memory> = match (fields.text(&["memory_id", "id"])?, fields.has("query")) {
            (Some(id), false) => {
                finish(fields, "forget", &["memory_id", "query", "confirm"])?;
                lookup::find(self.store, &place.visible, &id).await?.into_iter().collect()
            }
            (None, true) => {
                let question = self.question(state, fields, place, "forget")?;
                let (hits, _) = self.recall(state, question).await?;
                hits.into_iter().map(|hit| (*hit.memory).clone()).collect()
            }
            _ => {
                return Err(Error::usage("nothing_named", "forget: say what, by memory_id or by query, not both")
                    .hint("remember shows the ids"));
            }
        };
        let app = state.app()?;
        let removed = confirm && !memories.is_empty();
        if removed {
            let ids: Vec<_> = memories.iter().map(|memory| memory.id).collect();
            forget(&self.store.writer()?, &ids, &app.clock, &Provenance::command("forget")).await?;
        }
        let mut text = match (memories.is_empty(), removed) {
            (true, _) => "Nothing found; nothing was removed.".to_owned(),
            (_, true) => "Removed:".to_owned(),
            (_, false) => "Would be removed, with confirm: true. Nothing was removed yet:".to_owned(),
        };
        for memory in &memories {
            text.push_str(&format!("\n- {} {}", memory.id, memory.title));
        }
        let briefs: Vec<Value> =
            memories.iter().map(|memory| json!({ "id": memory.id, "title": memory.title })).collect();
        Ok(Answer { text, structured: json!({ "removed": removed, "memories": briefs }) })
    }

    /// Embeds what was stored while no model was there; nobody waits for it.
    pub(super) async fn catch_up(&mut self, state: &mut State) {
        if let Some(model) = state.model.named().filter(|model| model.is_loaded())
            && let Err(error) = embed_pending(self.store, model).await
        {
            tracing::debug!("pending memories stay pending: {error}");
        }
    }

    async fn recall(&mut self, state: &mut State, mut question: Question) -> Result<(Vec<Hit>, Option<String>)> {
        let wanted = question.mode != Mode::Lexical && state.app()?.wants_model()?;
        self.recaller.go_on(state.app()?.recall_policy());
        let known = state.model.named().is_some_and(|model| question.terms.iter().all(|term| model.knows_query(term)));
        let embedder = match (wanted, known) {
            (false, _) => None,
            (true, true) => state.model.named(),
            (true, false) => state.model.get().await,
        };
        let by_words = wanted && embedder.is_none();
        if by_words {
            question.mode = Mode::Lexical;
        }
        let answer = self.recaller.recall(&question, Models { embedder, reranking: None }).await?;
        let failed = state.model.failed(answer.model_failed);
        let degraded = by_words || (answer.degraded && wanted);
        let note =
            degraded.then(|| failed.unwrap_or_else(|| "found by words alone: the model is not there (yet)".into()));
        Ok((answer.hits, note))
    }

    fn question(&self, state: &State, fields: &mut Fields, place: &Place, tool: &str) -> Result<Question> {
        let app = state.app()?;
        let search = &app.settings().search;
        let limit = fields.count(&["limit"])?.unwrap_or(USUAL_HITS);
        let relevance = fields.number(&["min_relevance"])?.unwrap_or(search.similarity_threshold);
        let terms = terms(fields.value(&["query"])?)?;
        let filter: Filter = read_filter(fields, "", app.clock.now(), &app.zone())?;
        finish(fields, tool, FILTER_FIELDS)?;
        checked_moments(Question {
            terms: checked_terms(terms, Syntax::Plain)?,
            syntax: Syntax::Plain,
            mode: app.usual_mode()?,
            limit: checked_limit(limit)?.min(search.max_results),
            min_relevance: checked_relevance(relevance)?,
            visible: place.visible.clone(),
            filter: filter.checked()?,
            as_of: None,
            neighbours: tool == "remember",
        })
    }
}

/// A list of strings; a bare one is accepted.
fn terms(query: Option<Value>) -> Result<Vec<String>> {
    let wrong =
        || Error::usage("wrong_type", "query: a list of 1 to 5 strings").hint("for example [\"release process\"]");
    match query {
        Some(Value::String(one)) => Ok(vec![one]),
        Some(Value::Array(many)) => {
            many.into_iter().map(|it| it.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
        }
        _ => Err(wrong()),
    }
}

/// Refuses what is left over: a caller's slip must not pass in silence.
pub(super) fn finish(fields: &mut Fields, tool: &str, known: &[&str]) -> Result<()> {
    std::mem::take(fields).finish(tool, known)
}

fn stored_answer(stored: &Stored, note: Option<String>) -> Answer {
    let memory = &stored.memory;
    let mut text = format!("{} {}: {}", stored.outcome.as_str(), memory.id, memory.title);
    for closed in &stored.closed {
        text.push_str(&format!(
            "\nClosed goal {}; {} findings stand behind this note.",
            closed.goal,
            closed.sources.len()
        ));
    }
    for similar in &stored.similar {
        text.push_str(&format!("\nNearly the same is known: {} {}", similar.id, similar.title));
    }
    if let Some(note) = note {
        text.push_str(&format!("\nStored without a vector for now: {note}"));
    }
    let similar: Vec<Value> = stored.similar.iter().map(|it| json!({ "id": it.id, "title": it.title })).collect();
    let structured = json!({
        "status": stored.outcome.as_str(),
        "id": memory.id,
        "scope": memory.scope,
        "similar": similar,
    });
    Answer { text, structured }
}

fn hits_answer(hits: &[&Hit], note: Option<String>) -> Answer {
    let mut text = String::new();
    for (at, hit) in hits.iter().enumerate() {
        let memory = &hit.memory;
        let date = memory.created_at.strftime("%Y-%m-%d");
        text.push_str(&format!(
            "{}. [{}] {} ({date}, {}, relevance {:.2})\n",
            at + 1,
            memory.source.trust(),
            memory.title,
            memory.memory_type,
            hit.relevance
        ));
        if let Some(newer) = hit.superseded_by {
            text.push_str(&format!("   superseded by {newer}\n"));
        }
        text.push_str(&fenced("memory", &format!("id=\"{}\"", memory.id), &memory.content));
        text.push('\n');
        for neighbour in &hit.neighbours {
            let relation = neighbour.link.relation;
            let arrow = if neighbour.link.from == memory.id { "->" } else { "<-" };
            text.push_str(&format!("   {arrow} {relation} {}: {}\n", neighbour.memory.id, neighbour.memory.title));
        }
    }
    if hits.is_empty() {
        text.push_str("Nothing found.");
    }
    if let Some(note) = &note {
        text.push_str(&format!("\nNote: {note}."));
    }
    let found: Vec<Value> = hits.iter().map(|hit| hit_value(hit)).collect();
    let mut structured = json!({ "hits": found });
    if let Some(note) = note {
        structured["note"] = json!(note);
    }
    Answer { text, structured }
}

fn hit_value(hit: &Hit) -> Value {
    let memory = &hit.memory;
    let neighbours: Vec<Value> = hit
        .neighbours
        .iter()
        .map(|it| json!({ "id": it.memory.id, "title": it.memory.title, "relation": it.link.relation.as_str() }))
        .collect();
    let mut value = json!({
        "id": memory.id,
        "title": memory.title,
        "content": memory.content,
        "memory_type": memory.memory_type.as_str(),
        "trust": memory.source.trust(),
        "relevance": (f64::from(hit.relevance) * 1e4).round() / 1e4,
        "created_at": memory.created_at.to_string(),
        "neighbors": neighbours,
    });
    if let Some(newer) = hit.superseded_by {
        value["superseded_by"] = json!(newer);
    }
    value
}
