//! Text that a caller stores under a key, for good or for the time of a session.

use jiff::Timestamp;
use uuid::Uuid;

use super::chunk::Sizes;
use super::extract::Extracted;
use super::ingest::{Outcome, Prepared, cut_of, passages};
use super::record::{Facts, Origin, Source};
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::memory::filter::Visible;
use crate::store::library::Library;
use crate::store::shelf::Shelf;

/// What a caller stores.
#[derive(Debug, Clone)]
pub struct Text {
    /// Whose it is.
    pub scope: String,
    /// Its name.
    pub key: String,
    /// The session that it ends with.
    pub session: Option<String>,
    /// The text.
    pub content: String,
    /// Another text under this key may go.
    pub replace: bool,
}

/// Makes a stored text ready to be kept; the same key and text again is unchanged.
pub async fn prepare(library: Option<&Library>, text: Text, sizes: Sizes, clock: &Clock) -> Result<Prepared> {
    let key = text.key.trim().to_owned();
    if key.is_empty() || key.chars().count() > 200 || key.chars().any(char::is_control) {
        return Err(Error::usage("bad_key", "key: 1..200 characters, no line ends").hint("choose a short name"));
    }
    if text.content.trim().is_empty() {
        return Err(Error::usage("no_content", "content is empty").hint("give it with --content or on stdin"));
    }
    let now = clock.now();
    let known = find(library, &text.scope, &key, text.session.as_deref()).await?;
    let hash = blake3::hash(text.content.as_bytes()).to_hex().to_string();
    if let Some(known) = &known {
        if known.facts.hash == hash {
            let source = known.clone();
            return Ok(Prepared { source, passages: Vec::new(), outcome: Outcome::Unchanged, restated: false });
        }
        if !text.replace {
            return Err(Error::usage("key_exists", format!("key {key:?} holds another text"))
                .hint("--replace puts this one in its place; or choose another key"));
        }
    }
    let facts = Facts {
        kind: "text".to_owned(),
        hash,
        cut: cut_of(sizes),
        bytes: text.content.len() as u64,
        ..Facts::default()
    };
    let source = Source {
        id: known.as_ref().map_or_else(|| clock.new_id(&key), |known| known.id),
        scope: text.scope,
        source: key.clone(),
        origin: Origin::Key,
        session: text.session,
        title: key,
        text: text.content.clone(),
        facts,
        created_at: known.as_ref().map_or(now, |known| known.created_at),
        fetched_at: now,
    };
    let extracted = Extracted { text: text.content, ..Extracted::default() };
    // What agents store is Markdown more often than not, and plain text reads the same either way.
    let passages = passages(&source, &extracted, true, sizes);
    let outcome = if known.is_some() { Outcome::Updated } else { Outcome::Indexed };
    Ok(Prepared { source, passages, outcome, restated: false })
}

/// The text that a key of a scope, or of a session of it, holds.
pub async fn find(library: Option<&Library>, scope: &str, key: &str, session: Option<&str>) -> Result<Option<Source>> {
    let Some(library) = library else { return Ok(None) };
    let shelf = Shelf {
        visible: Visible::Scope(scope.to_owned()),
        session: session.map(str::to_owned),
        sources: vec![key.to_owned()],
    };
    let found = library.sources(&shelf).await?;
    Ok(found
        .into_iter()
        .find(|source| source.origin == Origin::Key && source.scope == scope && source.session.as_deref() == session))
}

/// Sources whose session has ended.
pub async fn ended(library: &Library, since: Timestamp) -> Result<Vec<Uuid>> {
    let all = library.all_sources().await?;
    Ok(all.into_iter().filter(|it| it.session.is_some() && it.fetched_at < since).map(|it| it.id).collect())
}
