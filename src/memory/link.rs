//! Links between memories, and how a caller writes one down.

use jiff::Timestamp;
use uuid::Uuid;

use super::change::{Ended, Provenance};
use super::kinds::Relation;
use super::record::checked_label;
use crate::error::{Error, Result};

/// Strength of a link that was given none.
pub const DEFAULT_STRENGTH: f64 = 1.0;

/// A directed link, unique by its ends and its relation while it lives.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// UUIDv7.
    pub id: Uuid,
    /// The project of its ends; global only where both are.
    pub scope: String,
    /// The memory that says something about the other.
    pub from: Uuid,
    /// The other.
    pub to: Uuid,
    /// What `from` is to `to`.
    pub relation: Relation,
    /// 0 to 1.
    pub strength: f64,
    /// Why, in the caller's words.
    pub description: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// By what.
    pub made: Provenance,
    /// Set once it was removed.
    pub ended: Option<Ended>,
}

impl Link {
    /// The end that is not `id`.
    pub fn other(&self, id: Uuid) -> Uuid {
        if self.from == id { self.to } else { self.from }
    }

    /// What makes two links the same one.
    pub fn identity(&self) -> (Uuid, Uuid, Relation) {
        (self.from, self.to, self.relation)
    }
}

/// A link as the caller describes it: the other end is an id or a unique beginning of one.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkDraft {
    /// The memory to link to.
    pub target: String,
    /// What the new memory is to it.
    pub relation: Relation,
    /// 0 to 1; the default when absent.
    pub strength: Option<f64>,
    /// Why.
    pub description: Option<String>,
}

impl LinkDraft {
    /// Reads `ID:RELATION`, or `ID` for a link that says no more than that they belong together.
    pub fn parse(text: &str) -> Result<Self> {
        let (target, relation) = match text.split_once(':') {
            Some((target, word)) => (target, Relation::parse_callers(word)?),
            None => (text, Relation::RelatedTo),
        };
        Self::new(target, relation, None, None)
    }

    /// Checks the parts of a link.
    pub fn new(target: &str, relation: Relation, strength: Option<f64>, description: Option<&str>) -> Result<Self> {
        if let Some(strength) = strength
            && !(0.0..=1.0).contains(&strength)
        {
            return Err(Error::usage("bad_strength", format!("strength: 0.0..1.0, got {strength}"))
                .hint("1 is the strongest, and the default"));
        }
        let description = checked_label("description", description)?;
        Ok(Self { target: target.trim().to_owned(), relation, strength, description })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_written_in_one_word() {
        let draft = LinkDraft::parse("0198c5f2:supersedes").unwrap();
        assert_eq!((draft.target.as_str(), draft.relation), ("0198c5f2", Relation::Supersedes));
        assert_eq!(LinkDraft::parse("0198c5f2").unwrap().relation, Relation::RelatedTo);
        let error = LinkDraft::parse("0198c5f2:supersede").unwrap_err();
        assert!(error.hint.unwrap().contains("did you mean supersedes?"));
        assert_eq!(LinkDraft::parse("0198c5f2:auto_linked").unwrap_err().code, "reserved_relation");
        assert!(LinkDraft::new("0198c5f2", Relation::Similar, Some(1.1), None).is_err());
    }
}
