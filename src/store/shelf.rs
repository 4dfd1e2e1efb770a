//! Which sources a question is about.

use super::predicate;
use crate::memory::filter::Visible;

/// Which sources are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    /// Whose.
    pub visible: Visible,
    /// Whose session's, beside those of none.
    pub session: Option<String>,
    /// Only these paths, addresses or keys; all when empty.
    pub sources: Vec<String>,
}

impl Shelf {
    /// Everything that a caller sees who has no session.
    pub fn all(visible: Visible) -> Self {
        Self { visible, session: None, sources: Vec::new() }
    }

    pub(super) fn predicate(&self, kind: &str) -> String {
        let mut terms = vec![predicate::in_sight(&[kind], &self.visible)];
        terms.push(match &self.session {
            Some(session) => format!("(session IS NULL OR session = {})", predicate::literal(session)),
            None => "session IS NULL".to_owned(),
        });
        if !self.sources.is_empty() {
            let list = self.sources.iter().map(|source| predicate::literal(source)).collect::<Vec<_>>().join(", ");
            terms.push(format!("source IN ({list})"));
        }
        terms.join(" AND ")
    }
}
