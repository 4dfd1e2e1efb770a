//! Taking documents in: locate, fetch or read, turn into text, cut, embed, and put in the place of what was there.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::UNIX_EPOCH;

use jiff::Timestamp;
use uuid::Uuid;

use super::chunk::{Sizes, chunks};
use super::extract::{Extracted, Extractor, Kind, Request};
use super::fault::of_fetch;
use super::fetch::{FetchError, FetchLimits, Fetched, Fetcher, Validators, fetch};
use super::locate::{Located, locate, names};
use super::record::{Facts, Origin, Passage, Place, Source};
use crate::clock::Clock;
use crate::embed::Model;
use crate::error::{Error, Result};
use crate::memory::filter::Visible;
use crate::store::library::{Library, row_of};
use crate::store::shelf::Shelf;
use crate::store::vectors::Embedded;
use crate::store::{Store, Writer};

/// Most bytes of a document, as for one that is fetched.
pub const MAX_BYTES: u64 = 50 << 20;
const MICROSECONDS_PER_DAY: i64 = 86_400_000_000;

/// How documents are taken in.
pub struct Policy {
    /// Time and ids.
    pub clock: Arc<Clock>,
    /// How they are cut.
    pub sizes: Sizes,
    /// How they are turned into text.
    pub extractor: Extractor,
    /// How they are fetched; the client is made for the first page, as it reads certificates.
    pub fetching: Fetching,
    /// The folder that relative paths begin in.
    pub here: PathBuf,
    /// Days after which a page is fetched anew, where that is asked for.
    pub outdating_days: u32,
}

/// A client that is made when a page is first asked for.
pub struct Fetching {
    limits: FetchLimits,
    client: OnceLock<Result<Fetcher, FetchError>>,
}

impl Fetching {
    /// Within these limits.
    pub fn new(limits: FetchLimits) -> Self {
        Self { limits, client: OnceLock::new() }
    }

    fn client(&self) -> Result<&Fetcher> {
        self.client.get_or_init(|| Fetcher::new(self.limits)).as_ref().map_err(of_fetch)
    }
}

/// What was taken in earlier, by scope and name, read once for many sources.
#[derive(Default)]
pub struct Known(RefCell<HashMap<(String, String), Source>>);

impl Known {
    /// Reads what is kept of these sources.
    pub async fn read(library: Option<&Library>, wanted: impl Iterator<Item = &Wanted>, here: &Path) -> Result<Self> {
        let Some(library) = library else { return Ok(Self::default()) };
        let names: HashSet<String> = wanted.filter_map(|it| names(&it.source, here).ok()).flatten().collect();
        let found = library.sources_named(&names.into_iter().collect::<Vec<_>>()).await?;
        let own = found.into_iter().filter(|source| source.origin != Origin::Key);
        Ok(Self(RefCell::new(own.map(|source| ((source.scope.clone(), source.source.clone()), source)).collect())))
    }

    /// The scope's own, not one that everybody sees.
    fn find(&self, scope: &str, names: &[String]) -> Option<Source> {
        let known = self.0.borrow();
        names.iter().find_map(|name| known.get(&(scope.to_owned(), name.clone())).cloned())
    }

    /// Remembers what was kept meanwhile: a source may be named twice.
    pub fn learn(&self, prepared: &[Prepared]) {
        let changed = prepared.iter().filter(|it| it.outcome != Outcome::Unchanged).map(|it| &it.source);
        let mut known = self.0.borrow_mut();
        known.extend(changed.map(|source| ((source.scope.clone(), source.source.clone()), source.clone())));
    }
}

/// What is to be taken in, and for whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// As the caller wrote it.
    pub source: String,
    /// Whose it is.
    pub scope: String,
    /// Even if it seems unchanged.
    pub anew: bool,
    /// Pages younger than the policy's days are left alone without a look.
    pub only_outdated: bool,
}

/// What became of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was not there.
    Indexed,
    /// It has another text now.
    Updated,
    /// Nothing to do.
    Unchanged,
}

impl Outcome {
    /// The `status` in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Indexed => "indexed",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
        }
    }
}

/// A document that was read, ready to be kept.
pub struct Prepared {
    /// The source as it will be kept, or is.
    pub source: Source,
    /// Its passages; empty when nothing changed.
    pub passages: Vec<Passage>,
    /// What will become of it.
    pub outcome: Outcome,
    /// What is known of it changed, though not its text.
    pub restated: bool,
}

/// A source that could not be taken in, and the old text that stands in for it.
pub struct Failed {
    /// Why.
    pub error: Error,
    /// What was kept of it earlier, marked as stale.
    pub kept: Option<Source>,
}

/// Reads a document if it changed, cuts it, and changes nothing in the store.
pub async fn prepare(policy: &Policy, known: &Known, wanted: &Wanted) -> std::result::Result<Prepared, Failed> {
    let located = locate(&wanted.source, &policy.here);
    let known = match &located {
        Ok(located) => known.find(&wanted.scope, &[located.name()]),
        // The file may be gone, and its text still be there.
        Err(_) => known.find(&wanted.scope, &names(&wanted.source, &policy.here).unwrap_or_default()),
    };
    let outcome = match located {
        Ok(located) => read(policy, &located, wanted, known.as_ref()).await,
        Err(error) => Err(error),
    };
    outcome.map_err(|error| {
        let kept = known.map(|mut kept| {
            kept.facts.stale = Some(error.message.clone());
            kept
        });
        Failed { error, kept }
    })
}

async fn read(policy: &Policy, located: &Located, wanted: &Wanted, known: Option<&Source>) -> Result<Prepared> {
    let now = policy.clock.now();
    let cut = cut_of(policy.sizes);
    let current = known.filter(|source| !wanted.anew && source.facts.cut == cut);
    let got = match located {
        Located::File(path) => read_file(path, current)?,
        Located::Url(url) => {
            let young =
                |source: &&Source| age_us(source, now) < i64::from(policy.outdating_days) * MICROSECONDS_PER_DAY;
            match current.filter(young) {
                Some(_) if wanted.only_outdated => Got::Same(None),
                _ => fetch_page(policy, url, current).await?,
            }
        }
    };
    let (document, mut facts) = match got {
        Got::Same(facts) => return Ok(unchanged(known, facts, now)),
        Got::New(document, facts) => (document, *facts),
    };
    facts.hash = blake3::hash(&document.bytes).to_hex().to_string();
    facts.bytes = document.bytes.len() as u64;
    if let Some(source) = current.filter(|source| source.facts.hash == facts.hash) {
        let facts = Facts {
            etag: facts.etag,
            last_modified: facts.last_modified,
            modified_us: facts.modified_us,
            ..source.facts.clone()
        };
        return Ok(unchanged(known, Some(facts), now));
    }
    let (kind, extracted) = policy.extractor.extract(&document.request, &document.bytes).await?;
    facts.cut = cut;
    Ok(kept(policy, located, wanted, known, (kind, extracted), facts))
}

/// A document as bytes, with what is known of it before it is read.
struct Document {
    bytes: Vec<u8>,
    request: Request,
}

enum Got {
    /// As it was, with facts that changed although its text did not.
    Same(Option<Facts>),
    New(Document, Box<Facts>),
}

fn read_file(path: &Path, current: Option<&Source>) -> Result<Got> {
    let unreadable = |error: std::io::Error| {
        Error::usage("not_readable", format!("{}: {error}", path.display())).hint("check the permissions of the file")
    };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    let modified = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let modified_us = modified.and_then(|at| i64::try_from(at.as_micros()).ok());
    if current.is_some_and(|it| {
        it.facts.bytes == metadata.len() && it.facts.modified_us == modified_us && modified_us.is_some()
    }) {
        return Ok(Got::Same(None));
    }
    if metadata.len() > MAX_BYTES {
        return Err(Error::usage("too_large", format!("{} has more than {} MB", path.display(), MAX_BYTES >> 20))
            .hint("split it, or extract the text that matters"));
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let request = Request { name: Some(path.display().to_string()), ..Request::default() };
    Ok(Got::New(Document { bytes, request }, Box::new(Facts { modified_us, ..Facts::default() })))
}

async fn fetch_page(policy: &Policy, url: &reqwest::Url, current: Option<&Source>) -> Result<Got> {
    let validators =
        current.map(|it| Validators { etag: it.facts.etag.clone(), last_modified: it.facts.last_modified.clone() });
    let fetched = fetch(policy.fetching.client()?, url, validators.as_ref()).await.map_err(|error| of_fetch(&error))?;
    match fetched {
        Fetched::Unchanged => Ok(Got::Same(None)),
        Fetched::Page { bytes, content_type, charset, final_url, validators } => {
            let request = Request { content_type, charset, name: Some(final_url.to_string()) };
            let facts = Facts { etag: validators.etag, last_modified: validators.last_modified, ..Facts::default() };
            Ok(Got::New(Document { bytes, request }, Box::new(facts)))
        }
    }
}

fn age_us(source: &Source, now: Timestamp) -> i64 {
    now.as_microsecond() - source.fetched_at.as_microsecond()
}

/// A source that is as it was; looking at it makes it fresh again.
fn unchanged(known: Option<&Source>, facts: Option<Facts>, now: Timestamp) -> Prepared {
    // Only what is known can be unchanged.
    let mut source = known.cloned().unwrap_or_else(|| Source {
        id: Uuid::nil(),
        scope: String::new(),
        source: String::new(),
        origin: Origin::File,
        session: None,
        title: String::new(),
        text: String::new(),
        facts: Facts::default(),
        created_at: now,
        fetched_at: now,
    });
    let mut facts = facts.unwrap_or_else(|| source.facts.clone());
    facts.stale = None;
    let restated = facts != source.facts || (source.origin == Origin::Url && source.fetched_at != now);
    source.facts = facts;
    if restated {
        source.fetched_at = now;
    }
    Prepared { source, passages: Vec::new(), outcome: Outcome::Unchanged, restated }
}

fn kept(
    policy: &Policy,
    located: &Located,
    wanted: &Wanted,
    known: Option<&Source>,
    (kind, extracted): (Kind, Extracted),
    facts: Facts,
) -> Prepared {
    let now = policy.clock.now();
    let name = located.name();
    let facts = Facts {
        kind: kind.as_str().to_owned(),
        language: extracted.language.clone(),
        published: extracted.published.clone(),
        canonical: extracted.canonical.clone(),
        pages: extracted.pages.clone(),
        ..facts
    };
    let title = title(&extracted, kind, &name);
    let source = Source {
        id: known.map_or_else(|| policy.clock.new_id(&name), |source| source.id),
        scope: wanted.scope.clone(),
        source: name,
        origin: located.origin(),
        session: None,
        title,
        text: extracted.text.clone(),
        facts,
        created_at: known.map_or(now, |source| source.created_at),
        fetched_at: now,
    };
    let passages = passages(&source, &extracted, is_markdown(kind), policy.sizes);
    let outcome = if known.is_some() { Outcome::Updated } else { Outcome::Indexed };
    Prepared { source, passages, outcome, restated: false }
}

fn is_markdown(kind: Kind) -> bool {
    matches!(kind, Kind::Html | Kind::Markdown | Kind::Docx)
}

/// The document's own title, its first heading, or its name.
fn title(extracted: &Extracted, kind: Kind, name: &str) -> String {
    let own = extracted.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let heading = || {
        let first = extracted.text.lines().map(str::trim).find(|line| !line.is_empty())?;
        first.strip_prefix("# ").filter(|_| is_markdown(kind)).map(str::trim)
    };
    let file = || name.trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or(name);
    own.or_else(heading).unwrap_or_else(file).chars().take(300).collect()
}

/// The passages of a source.
pub fn passages(source: &Source, extracted: &Extracted, markdown: bool, sizes: Sizes) -> Vec<Passage> {
    let mut seen: HashMap<(Vec<String>, String), usize> = HashMap::new();
    chunks(extracted, markdown, sizes)
        .into_iter()
        .map(|chunk| {
            let nth = seen.entry((chunk.heading_path.clone(), chunk.text.clone())).or_default();
            *nth += 1;
            Passage {
                id: Passage::id_of(source.id, &source.title, &chunk.heading_path, &chunk.text, *nth),
                scope: source.scope.clone(),
                owner: source.id,
                source: source.source.clone(),
                session: source.session.clone(),
                title: source.title.clone(),
                text: chunk.text,
                place: Place {
                    heading: chunk.heading_path,
                    chars: (chunk.chars.start, chunk.chars.end),
                    lines: Place::ends(&chunk.lines),
                    pages: chunk.pages.as_ref().map(Place::ends),
                },
            }
        })
        .collect()
}

/// How chunks were cut, as text: other settings cut anew.
pub fn cut_of(sizes: Sizes) -> String {
    format!("{}/{}", sizes.chunk_size, sizes.overlap)
}

/// Keeps documents in one commit, with vectors where there is a model.
///
/// Texts are embedded before the lock is taken; passages that were there with the same text keep their vectors.
pub async fn keep(store: &Store, prepared: &[Prepared], model: Option<&mut Model>) -> Result<Option<Error>> {
    let changed = last_of_each(prepared);
    let restated: Vec<&Source> = prepared.iter().filter(|it| it.restated).map(|it| &it.source).collect();
    if changed.is_empty() && restated.is_empty() {
        return Ok(None);
    }
    let (vectors, model_failed) = match model {
        Some(model) => embed(store, &changed, model).await?,
        None => (None, None),
    };
    let writer = store.writer()?;
    let library = writer.library().await?;
    let sources: Vec<(Source, Vec<Passage>)> =
        changed.iter().map(|it| (it.source.clone(), it.passages.clone())).collect();
    let twins = twins(&library, &sources).await?;
    writer.replace(&library, &sources).await?;
    writer.discard(&library, &twins).await?;
    for source in restated {
        writer.restate(&library, source).await?;
    }
    if let Some((id, embedded)) = vectors
        && let Err(error) = writer.embed_passages(&library, &id, &embedded).await
    {
        // Vectors are derived: reindex makes them again.
        tracing::warn!("vectors of passages were not stored and stay pending: {error}");
    }
    Ok(model_failed)
}

/// What changed; of a source that was named twice, the last reading.
fn last_of_each(prepared: &[Prepared]) -> Vec<&Prepared> {
    let changed = || prepared.iter().filter(|it| it.outcome != Outcome::Unchanged);
    let name = |it: &Prepared| (it.source.scope.clone(), it.source.source.clone(), it.source.session.clone());
    let last: HashMap<_, Uuid> = changed().map(|it| (name(it), it.source.id)).collect();
    changed().filter(|it| last.get(&name(it)) == Some(&it.source.id)).collect()
}

/// The same sources under other ids: somebody else took them in while they were read.
async fn twins(library: &Library, sources: &[(Source, Vec<Passage>)]) -> Result<Vec<Uuid>> {
    let names: Vec<String> = sources.iter().map(|(source, _)| source.source.clone()).collect();
    let shelf = Shelf { visible: Visible::All, session: None, sources: names };
    let there = library.sources(&shelf).await?;
    let is_twin = |old: &Source| {
        sources.iter().any(|(new, _)| {
            (&new.scope, &new.source, &new.session, new.origin) == (&old.scope, &old.source, &old.session, old.origin)
                && new.id != old.id
        })
    };
    Ok(there.into_iter().filter(is_twin).map(|old| old.id).collect())
}

/// Vectors of one model.
type Embeddings = Option<(String, Vec<Embedded>)>;

async fn embed(store: &Store, changed: &[&Prepared], model: &mut Model) -> Result<(Embeddings, Option<Error>)> {
    let owners: HashSet<Uuid> = changed.iter().map(|it| it.source.id).collect();
    let there: HashSet<Uuid> = match store.library().await? {
        Some(library) => library.passage_ids(&owners.into_iter().collect::<Vec<_>>()).await?,
        None => HashSet::new(),
    };
    let new: Vec<&Passage> =
        changed.iter().flat_map(|it| &it.passages).filter(|passage| !there.contains(&passage.id)).collect();
    if new.is_empty() {
        return Ok((None, None));
    }
    let texts: Vec<String> = new.iter().map(|passage| passage.indexed_text()).collect();
    match model.embed_documents(&texts) {
        Ok(vectors) => {
            let embedded = new.iter().zip(vectors).map(|(passage, vector)| embedded(passage, vector)).collect();
            Ok((Some((model.id().to_owned(), embedded)), None))
        }
        Err(error) => Ok((None, Some(error))),
    }
}

fn embedded(passage: &Passage, vector: Vec<f32>) -> Embedded {
    Embedded { row: row_of(passage), scope: passage.scope.clone(), vector }
}

/// Marks the kept text of a source that could not be refreshed.
pub async fn mark_stale(store: &Store, kept: &Source) -> Result<()> {
    let writer: Writer<'_> = store.writer()?;
    let library = writer.library().await?;
    writer.restate(&library, kept).await
}

/// Passages embedded at once on the side of another command.
const PENDING_AT_ONCE: usize = 256;

/// Embeds passages that were kept while no model was there; `step` hears how many are done.
pub async fn embed_pending(store: &Store, model: &mut Model, mut step: impl FnMut(usize)) -> Result<usize> {
    let Some(library) = store.library().await? else { return Ok(0) };
    let id = model.id().to_owned();
    let missing = library.pending(&id).await?;
    if missing.is_empty() {
        return Ok(0);
    }
    let mut done = 0;
    for some in missing.chunks(PENDING_AT_ONCE) {
        let ids: Vec<Uuid> = some.iter().map(|row| row.id).collect();
        let passages = library.passages(&ids).await?;
        let texts: Vec<String> = passages.iter().map(Passage::indexed_text).collect();
        let vectors = model.embed_documents(&texts)?;
        let writer = store.writer()?;
        // Somebody else may have embedded the same ones meanwhile.
        let still: HashSet<Uuid> = library.pending(&id).await?.into_iter().map(|row| row.id).collect();
        let embedded: Vec<Embedded> = passages
            .iter()
            .zip(vectors)
            .filter(|(passage, _)| still.contains(&passage.id))
            .map(|(passage, vector)| embedded(passage, vector))
            .collect();
        writer.embed_passages(&library, &id, &embedded).await?;
        done += embedded.len();
        step(some.len());
    }
    Ok(done)
}
