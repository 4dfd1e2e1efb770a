//! Finding one memory by what a caller wrote for its id.

use uuid::Uuid;

use super::filter::Visible;
use super::record::Memory;
use crate::error::{Error, Result};
use crate::store::Store;

/// Fewest characters of an abbreviated id.
const MIN_PREFIX: usize = 8;

/// An id as a caller wrote it: whole, or the beginning of one, in lower case.
pub fn checked_id(id: &str) -> Result<String> {
    let word = id.trim().to_lowercase();
    if let Ok(id) = Uuid::parse_str(&word) {
        return Ok(id.to_string());
    }
    let hex = word.chars().all(|char| char.is_ascii_hexdigit() || char == '-');
    if word.len() < MIN_PREFIX || !hex {
        return Err(Error::usage("bad_id", format!("id: {id:?} is neither an id nor the beginning of one"))
            .hint(format!("give the whole id, or at least its first {MIN_PREFIX} characters")));
    }
    Ok(word)
}

/// The memory of an id or a unique beginning of one, if it is in sight.
pub async fn find(store: &Store, visible: &Visible, id: &str) -> Result<Option<Memory>> {
    let word = checked_id(id)?;
    if let Ok(whole) = Uuid::parse_str(&word) {
        return Ok(store.memories_by_id(visible, &[whole]).await?.pop());
    }
    let mut found = store.memories_by_prefix(visible, &word).await?;
    if found.len() > 1 {
        let ids: Vec<String> = found.iter().take(5).map(|memory| memory.id.to_string()).collect();
        return Err(Error::usage("ambiguous_id", format!("id: {id:?} is the beginning of {} ids", found.len()))
            .hint(format!("give more characters: {}", ids.join(" "))));
    }
    Ok(found.pop())
}
