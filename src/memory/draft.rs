//! A memory as the caller describes it, and the checks that it must pass.

use std::collections::BTreeMap;

use super::change::Provenance;
use super::kinds::{MemoryType, Source, State};
use super::link::LinkDraft;
use super::record::{
    Memory, check_content, check_importance, checked_files, checked_label, checked_tags, checked_title, derived_title,
};
use super::update::Changes;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::text::secrets;

/// A memory before it has an identity.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// Where it shall be true; already checked.
    pub scope: String,
    /// The caller's key.
    pub key: Option<String>,
    /// A title; made from the content when absent.
    pub title: Option<String>,
    /// The fact.
    pub content: String,
    /// What it is about; `insight` when absent.
    pub memory_type: Option<MemoryType>,
    /// 0.0 to 1.0; the configured default when absent.
    pub importance: Option<f64>,
    /// Who vouches for it; inferred when absent.
    pub source: Option<Source>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Related files.
    pub related_files: Option<Vec<String>>,
    /// Who it is for.
    pub role: Option<String>,
    /// Free strings.
    pub metadata: Option<BTreeMap<String, String>>,
    /// Memories that it is tied to.
    pub links: Vec<LinkDraft>,
    /// What to do about secrets in it.
    pub secrets: Secrets,
}

/// What to do about text that holds a token or a password.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Secrets {
    /// Refuse the memory.
    #[default]
    Refuse,
    /// Put the kind of secret in its place.
    Redact,
    /// Store it as it is.
    Allow,
}

impl Secrets {
    /// What the flags ask for.
    pub fn of(redact: bool, allow: bool) -> Self {
        match (redact, allow) {
            (true, _) => Self::Redact,
            (false, true) => Self::Allow,
            (false, false) => Self::Refuse,
        }
    }

    /// Screens one field: answers the kinds that were replaced, or refuses it naming the first one.
    pub fn screen(self, field: &str, text: &mut String, replaced: &mut Vec<&'static str>) -> Result<()> {
        match self {
            Self::Allow => Ok(()),
            Self::Redact => {
                let redacted = secrets::redact(text);
                if !redacted.kinds.is_empty() {
                    replaced.extend(redacted.kinds);
                    *text = redacted.text;
                }
                Ok(())
            }
            Self::Refuse => match secrets::find(text) {
                None => Ok(()),
                Some(secret) => Err(Error::usage("secret", format!("{field}: holds a secret: {}", secret.kind)).hint(
                    "leave it out; --redact stores the rest, --allow-secrets stores it as it is (false alarm, public key)",
                )),
            },
        }
    }
}

impl Draft {
    /// What the draft says of a record that is there already: what it leaves out stays as it is.
    pub fn changes(&self) -> Changes {
        Changes {
            title: self.title.clone(),
            content: Some(self.content.clone()),
            memory_type: self.memory_type,
            importance: self.importance,
            source: self.source,
            role: self.role.clone(),
            metadata: self.metadata.clone(),
            tags: self.tags.clone(),
            files: self.related_files.clone(),
            ..Changes::default()
        }
    }

    /// Screens every text of the draft; answers the kinds that were replaced.
    pub fn screen(&mut self) -> Result<Vec<&'static str>> {
        let (policy, mut replaced) = (self.secrets, Vec::new());
        let mut check = |field: &str, text: &mut String| policy.screen(field, text, &mut replaced);
        check("content", &mut self.content)?;
        let optional = [("title", &mut self.title), ("key", &mut self.key), ("role", &mut self.role)];
        for (field, text) in optional.into_iter().filter_map(|(field, text)| Some((field, text.as_mut()?))) {
            check(field, text)?;
        }
        self.tags.iter_mut().flatten().try_for_each(|tag| check("tags", tag))?;
        self.related_files.iter_mut().flatten().try_for_each(|file| check("related_files", file))?;
        self.metadata.iter_mut().flatten().try_for_each(|(name, value)| check(&format!("metadata.{name}"), value))?;
        let descriptions = self.links.iter_mut().filter_map(|link| link.description.as_mut());
        descriptions.into_iter().try_for_each(|text| check("related_to.description", text))?;
        replaced.dedup();
        Ok(replaced)
    }
}

/// Checks a draft and gives it the identity of a new memory; `command` is what stores it.
pub fn validate(draft: Draft, default_importance: f64, clock: &Clock, command: &str) -> Result<Memory> {
    check_content(&draft.content)?;
    let (title, title_given) = titled(draft.title.as_deref(), &draft.content)?;
    let now = clock.now();
    Ok(Memory {
        id: clock.new_id(&draft.content),
        scope: draft.scope,
        key: checked_label("key", draft.key.as_deref())?,
        title,
        title_given,
        memory_type: draft.memory_type.unwrap_or(MemoryType::Insight),
        importance: check_importance(draft.importance.unwrap_or(default_importance))?,
        source: draft.source.unwrap_or(Source::AgentInferred),
        tags: checked_tags(&draft.tags.unwrap_or_default())?,
        related_files: checked_files(&draft.related_files.unwrap_or_default())?,
        role: checked_label("role", draft.role.as_deref())?,
        state: State::Working,
        metadata: draft.metadata.unwrap_or_default(),
        created_at: now,
        updated_at: now,
        content: draft.content,
        made: Provenance::command(command),
    })
}

/// The title to store, and whether it was given.
///
/// A title that we would make ourselves is no title given: a record read from one command and handed to
/// the next stays the same record.
pub fn titled(given: Option<&str>, content: &str) -> Result<(String, bool)> {
    let made = derived_title(content);
    match given.map(str::trim).filter(|title| !title.is_empty() && *title != made) {
        Some(title) => Ok((checked_title(title)?, true)),
        None => Ok((made, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_read_back_is_the_same_record() {
        let clock = Clock::system();
        let first = Draft { content: "Tokens live in the keychain. Never in files.".into(), ..Draft::default() };
        let first = validate(first, 0.5, &clock, "memorize").unwrap();
        let again = Draft { content: first.content.clone(), title: Some(first.title.clone()), ..Draft::default() };
        let again = validate(again, 0.5, &clock, "memorize").unwrap();
        assert_eq!((again.content_hash(), again.revision()), (first.content_hash(), first.revision()));
        assert!(!again.title_given);
    }
}
