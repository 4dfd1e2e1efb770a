//! Finding what was taken in: by meaning and word, by pattern, or whole.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use regex::Regex;
use uuid::Uuid;

use super::chunk::headings_at_end;
use super::record::{Passage, Source};
use crate::embed::Model;
use crate::error::{Error, Result};
use crate::rank::fusion::descending;
use crate::search::marks::Marks;
use crate::search::{self, Fusing, Mode, Scored, Terms};
use crate::store::RowRef;
use crate::store::lexical::{Lexical, View};
use crate::store::library::Library;
use crate::store::shelf::Shelf;
use crate::store::vectors::{Matrix, Vectors};
use crate::text::analyse::{QueryTerm, query_terms};
use crate::text::excerpt::excerpt;
use crate::text::query::Syntax;

/// Longest excerpt, in characters.
const EXCERPT_CHARS: usize = 300;
/// Longest pattern's automaton, in bytes: a pattern may not take all memory.
const PATTERN_BYTES: usize = 10 << 20;

/// One question to the library.
#[derive(Debug, Clone)]
pub struct Question {
    /// Its text.
    pub query: String,
    /// How it is read.
    pub syntax: Syntax,
    /// Which legs take part.
    pub mode: Mode,
    /// Most hits.
    pub limit: usize,
    /// Relevance, 0 to 1, below which a passage is no answer.
    pub min_relevance: f32,
    /// Which sources.
    pub shelf: Shelf,
    /// How the legs become one.
    pub fusing: Fusing,
    /// Sessions older than this have ended.
    pub sessions_since: Timestamp,
}

/// A passage that answers.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The passage.
    pub passage: Passage,
    /// How well its text fits, 0 to 1.
    pub relevance: f32,
    /// What it was ordered by.
    pub score: f32,
    /// What each leg said.
    pub why: Scored,
    /// The sentences of it that the query is about.
    pub excerpt: String,
    /// The line that they begin on, from 1.
    pub line: usize,
    /// The headings above that line, outermost first.
    pub heading: Vec<String>,
    /// Why its source could not be refreshed.
    pub stale: Option<String>,
}

/// The answers to one question, and what was missing.
pub struct Answer {
    /// Best first, one a section.
    pub hits: Vec<Hit>,
    /// The vector leg was wanted and could not be had.
    pub degraded: bool,
    /// Why, where the model failed just now.
    pub model_failed: Option<Error>,
}

/// Answers questions over one library, keeping what it has read for the next one.
pub struct Finder<'a> {
    library: &'a Library,
    scene: Option<(SceneKey, Scene)>,
}

/// What two questions must share to look at the same passages.
#[derive(PartialEq)]
struct SceneKey {
    version: u64,
    shelf: Shelf,
    sessions_since: Timestamp,
    model: Option<String>,
}

/// The passages on a shelf with both legs over them.
struct Scene {
    rows: Vec<RowRef>,
    places: HashMap<Uuid, u32>,
    sources: HashMap<Uuid, Source>,
    view: View,
    matrix: Matrix,
}

impl<'a> Finder<'a> {
    /// A finder that has read nothing.
    pub fn new(library: &'a Library) -> Self {
        Self { library, scene: None }
    }

    /// Answers one question, without a model by words alone.
    pub async fn search(&mut self, question: &Question, model: Option<&mut Model>) -> Result<Answer> {
        let queries = [question.query.clone()];
        let mut model = model.filter(|_| question.mode != Mode::Lexical);
        if let Some(model) = &mut model {
            search::prepare(&queries, question.syntax, model);
        }
        let key = SceneKey {
            version: self.library.version().await?,
            shelf: question.shelf.clone(),
            sessions_since: question.sessions_since,
            model: model.as_ref().map(|model| model.id().to_owned()),
        };
        let mut scene = match self.scene.take() {
            Some((kept, scene)) if kept == key => scene,
            _ => Scene::read(self.library, &key, self.library.lexical()).await?,
        };
        let terms = Terms::read(&queries, question.syntax, question.mode, model)?;
        let mut found = match scene.rank(self.library, question, &terms).await {
            Ok(found) => found,
            // Damage in the index that opening did not show: the passages hold all that it was made from.
            Err(error) => {
                tracing::warn!("the lexical index of the library is left out: {error}");
                scene = Scene::read(self.library, &key, self.library.lexical().emptied()).await?;
                scene.rank(self.library, question, &terms).await?
            }
        };
        found.retain(|it| it.relevance >= question.min_relevance);
        let id = |it: &Scored| scene.rows[it.candidate.row].id;
        found.sort_by(|a, b| descending(a.score, b.score).then_with(|| id(a).cmp(&id(b))));
        let hits = sections(self.library, question, &found, id, &scene.sources).await?;
        self.scene = Some((key, scene));
        Ok(Answer { hits, degraded: terms.degraded, model_failed: terms.model_failed })
    }
}

impl Scene {
    async fn read(library: &Library, key: &SceneKey, lexical: Lexical) -> Result<Self> {
        let vectors = async {
            match &key.model {
                Some(id) => library.vectors_in(id, &key.shelf.visible).await,
                None => Vectors::default(),
            }
        };
        let (rows, vectors, sources) = futures::join!(library.rows(&key.shelf), vectors, library.sources(&key.shelf));
        let sources: HashMap<Uuid, Source> = live(sources?, key.sessions_since).map(|it| (it.id, it)).collect();
        let rows: Vec<RowRef> =
            rows?.into_iter().filter(|(_, owner)| sources.contains_key(owner)).map(|(row, _)| row).collect();
        let places: HashMap<Uuid, u32> = rows.iter().map(|row| row.id).zip(0..).collect();
        let mut view = lexical.view(&rows).or_else(|_| lexical.emptied().view(&rows))?;
        let missing: Vec<Uuid> = view.missing().into_iter().map(|row| rows[row].id).collect();
        for passage in library.passages(&missing).await? {
            view.add(places[&passage.id] as usize, &passage.indexed_text());
        }
        let matrix = Matrix::arrange(vectors, &rows);
        Ok(Self { rows, places, sources, view, matrix })
    }

    async fn rank(&self, library: &Library, question: &Question, terms: &Terms) -> Result<Vec<Scored>> {
        let texts = |rows: Vec<u32>| async move {
            let ids: Vec<Uuid> = rows.iter().map(|row| self.rows[*row as usize].id).collect();
            let passages = library.passages(&ids).await?;
            Ok(passages.iter().filter_map(|it| Some((*self.places.get(&it.id)?, it.indexed_text()))).collect())
        };
        let Some(term) = terms.terms.first() else { return Ok(Vec::new()) };
        let marks = Marks::find(&term.query, &self.view, texts).await?;
        search::rank(term, &marks, (&self.view, &self.matrix), question.mode, question.limit, question.fusing)
    }
}

/// The best passage of each section, until there are enough.
async fn sections(
    library: &Library,
    question: &Question,
    found: &[Scored],
    id: impl Fn(&Scored) -> Uuid,
    sources: &HashMap<Uuid, Source>,
) -> Result<Vec<Hit>> {
    let words = query_terms(&question.query);
    let (mut seen, mut hits) = (HashSet::new(), Vec::new());
    // Several of one section may stand among the best, so a few more are read than are shown.
    for some in found.chunks(2 * question.limit + 8) {
        let ids: Vec<Uuid> = some.iter().map(&id).collect();
        let mut passages: HashMap<Uuid, Passage> =
            library.passages(&ids).await?.into_iter().map(|it| (it.id, it)).collect();
        for it in some {
            // Replaced since the rows were read: the next search sees what it is now.
            let Some(passage) = passages.remove(&id(it)) else { continue };
            if hits.len() == question.limit {
                return Ok(hits);
            }
            if seen.insert(section(&passage)) {
                hits.push(hit(passage, *it, &words, sources));
            }
        }
    }
    Ok(hits)
}

/// What two passages share that stand at one place: source and headings; without headings, the page, or nothing.
fn section(passage: &Passage) -> (Uuid, Vec<String>, usize) {
    let place = &passage.place;
    let part = match (place.heading.is_empty(), place.pages) {
        (false, _) => 0,
        (true, Some((page, _))) => page,
        (true, None) => place.chars.0,
    };
    (passage.owner, place.heading.clone(), part)
}

fn hit(passage: Passage, why: Scored, words: &[QueryTerm], sources: &HashMap<Uuid, Source>) -> Hit {
    let (at, excerpt) = excerpt(&passage.text, words, EXCERPT_CHARS);
    let line = passage.place.lines.0 + passage.text[..at].matches('\n').count();
    let source = sources.get(&passage.owner);
    let heading = match source.is_some_and(|source| source.facts.kind != "text" && source.facts.kind != "pdf") {
        // The excerpt may begin with a heading itself.
        true => {
            let first = excerpt.lines().next().map_or(0, str::len);
            heading_at(&passage.place.heading, &passage.text[..at + first])
        }
        false => passage.place.heading.clone(),
    };
    Hit {
        heading,
        relevance: why.relevance,
        score: why.score,
        why,
        excerpt: excerpt.to_owned(),
        line,
        stale: source.and_then(|source| source.facts.stale.clone()),
        passage,
    }
}

/// The headings above the end of a text that begins under some headings: small sections share a passage, and a reader
/// wants to know which of them it was.
fn heading_at(above: &[String], text: &str) -> Vec<String> {
    // The passage may begin with the heading that it stands under.
    let inner = headings_at_end(text).into_iter().filter(|title| !above.contains(title));
    above.iter().cloned().chain(inner).collect()
}

/// Sources whose session has not ended.
pub fn live(sources: Vec<Source>, since: Timestamp) -> impl Iterator<Item = Source> {
    sources.into_iter().filter(move |source| source.session.is_none() || source.fetched_at >= since)
}

/// One line of a source that a pattern matches, or one beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// Number, from 1.
    pub number: usize,
    /// Its text.
    pub text: &'a str,
    /// Whether the pattern matches it, or it is only near one that does.
    pub matches: bool,
    /// Whether lines were left out before it.
    pub gap: bool,
}

/// Reads a pattern. Matching takes linear time, whatever the pattern and the text.
pub fn pattern(text: &str, ignore_case: bool) -> Result<Regex> {
    regex::RegexBuilder::new(text).case_insensitive(ignore_case).size_limit(PATTERN_BYTES).build().map_err(|error| {
        let reason = error.to_string();
        let last = reason.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        Error::usage("bad_pattern", format!("pattern {text:?}: {last}"))
            .hint("write a backslash before ( ) [ ] { } * + ? . | ^ $ that mean themselves")
    })
}

/// The lines of a text that match, with so many around each.
pub fn matching<'a>(text: &'a str, pattern: &Regex, context: usize) -> Vec<Line<'a>> {
    let lines: Vec<&str> = text.lines().collect();
    let hits: Vec<usize> = (0..lines.len()).filter(|at| pattern.is_match(lines[*at])).collect();
    let mut shown: Vec<Line<'a>> = Vec::new();
    let mut next = 0;
    for (nth, at) in hits.iter().enumerate() {
        let first = at.saturating_sub(context).max(next);
        let last = (at + context).min(lines.len().saturating_sub(1));
        // The context of one match ends where the next match begins.
        let last = hits.get(nth + 1).map_or(last, |following| last.min(following.saturating_sub(1))).max(*at);
        for (line, text) in lines.iter().enumerate().take(last + 1).skip(first) {
            let gap = context > 0 && line == first && first > next && !shown.is_empty();
            shown.push(Line { number: line + 1, text, matches: line == *at, gap });
        }
        next = last + 1;
    }
    shown
}

/// Part of a text by lines, from 1, both ends included; fails when there is nothing at these lines.
pub fn lines(text: &str, (first, last): (usize, usize)) -> Result<&str> {
    let total = text.lines().count();
    if first == 0 || first > last || first > total {
        return Err(Error::usage("bad_range", format!("lines {first}:{last}: the text has lines 1 to {total}"))
            .hint("--lines 10:20 reads ten and eleven to twenty; --lines 10: reads to the end"));
    }
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let end = starts.get(last).copied().unwrap_or(text.len());
    Ok(&text[starts[first - 1]..end])
}

/// Part of a text by pages, from 1, both ends included.
pub fn pages(source: &Source, (first, last): (usize, usize)) -> Result<&str> {
    let pages = &source.facts.pages;
    if pages.is_empty() {
        return Err(Error::usage("no_pages", format!("{} has no pages", source.source)).hint("use --lines A:B"));
    }
    if first == 0 || first > last || first > pages.len() {
        return Err(Error::usage("bad_range", format!("pages {first}:{last}: it has pages 1 to {}", pages.len()))
            .hint("--pages 3:5 reads three to five"));
    }
    let end = pages.get(last).copied().unwrap_or(source.text.len());
    source.text.get(pages[first - 1]..end).ok_or_else(|| Error::internal("pages do not fit their text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one\ntwo spawn_blocking\nthree\nfour\nfive block_in_place\nsix\n";

    #[test]
    fn lines_around_matches_are_shown_once() {
        let of = |context| -> Vec<(usize, bool, bool)> {
            let found = matching(TEXT, &pattern("spawn_blocking|block_in_place", false).unwrap(), context);
            found.iter().map(|line| (line.number, line.matches, line.gap)).collect()
        };
        assert_eq!(of(0), [(2, true, false), (5, true, false)]);
        assert_eq!(
            of(1),
            [
                (1, false, false),
                (2, true, false),
                (3, false, false),
                (4, false, false),
                (5, true, false),
                (6, false, false)
            ]
        );
        assert_eq!(of(9).len(), 6);
        assert_eq!(pattern("(", false).unwrap_err().code, "bad_pattern");
        assert_eq!(pattern("(a{1000}){1000}{1000}", false).unwrap_err().code, "bad_pattern");
    }

    #[test]
    fn a_joined_passage_knows_which_section_it_was() {
        let of = |text: &str| heading_at(&["Guide".to_owned()], text).join("/");
        assert_eq!(of("# Guide\nhello"), "Guide");
        assert_eq!(of("# Guide\n## A\nx\n### B\ny\n## C\nz"), "Guide/C");
        assert_eq!(of("## A\n```\n# comment\n```\n### B\ny"), "Guide/A/B");
        assert_eq!(heading_at(&[], "é text"), Vec::<String>::new());
    }

    #[test]
    fn ranges_of_lines() {
        assert_eq!(lines(TEXT, (2, 3)).unwrap(), "two spawn_blocking\nthree\n");
        assert_eq!(lines(TEXT, (6, 99)).unwrap(), "six\n");
        assert!(lines(TEXT, (7, 9)).is_err() && lines(TEXT, (0, 1)).is_err() && lines(TEXT, (3, 2)).is_err());
    }
}
