//! The scope lock: what a connection may read and write.

use std::path::PathBuf;

use rmcp::model::ClientCapabilities;
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::memory::filter::Visible;
use crate::memory::scope::{GLOBAL, validate};
use crate::wire::fields::Fields;

/// What a client says of itself in Octobrain's own handshake, `capabilities.experimental.session`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Said {
    /// The scope to be locked to.
    pub(super) scope: Option<String>,
    /// Whom its memories are for, where a call does not say.
    pub(super) role: Option<String>,
    /// The handle of its passing notes, where a call does not say.
    pub(super) session: Option<String>,
}

impl Said {
    pub(super) fn read(capabilities: &ClientCapabilities) -> Self {
        let session = capabilities.experimental.as_ref().and_then(|all| all.get("session"));
        let text = |name: &str| {
            let text = session?.get(name)?.as_str()?.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        Self {
            scope: text("scope").and_then(|scope| validate(&scope).ok()),
            role: text("role"),
            session: text("session_id"),
        }
    }

    /// Adds to a call what its client has said once for all.
    pub(super) fn fill(&self, tool: &str, arguments: &mut Map<String, Value>) {
        let said = match tool {
            "memorize" => ("role", &self.role),
            "knowledge" => ("session", &self.session),
            _ => return,
        };
        if let (name, Some(text)) = said {
            arguments.entry(name).or_insert_with(|| Value::String(text.clone()));
        }
    }
}

/// What a connection may touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lock {
    /// One scope: reads see it and what is global, writes go to it.
    Scope(String),
    /// Free: each call names its scope.
    Free,
}

/// Where one call reads and writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// What it sees.
    pub(super) visible: Visible,
    /// What it writes to; none where it must be named first.
    pub(super) scope: Option<String>,
}

impl Lock {
    /// Where a call works, by its `scope` and `global`, which are taken from its arguments.
    pub(super) fn place(&self, fields: &mut Fields) -> Result<Place> {
        let named = fields.text(&["scope"])?;
        let global = fields.flag(&["global"])?.unwrap_or(false);
        match (self, named) {
            // A client may hold the list of tools from before its roots were known.
            (Self::Scope(lock), Some(named)) if named != *lock => {
                Err(Error::usage("scope_locked", format!("scope: this connection is locked to {lock:?}"))
                    .hint("leave scope out; global: true stores what is true everywhere"))
            }
            (Self::Scope(lock), _) => Ok(Place {
                visible: Visible::Scope(lock.clone()),
                scope: Some(if global { GLOBAL.to_owned() } else { lock.clone() }),
            }),
            (Self::Free, Some(named)) => {
                let scope = validate(&named)?;
                Ok(Place { visible: Visible::Scope(scope.clone()), scope: Some(scope) })
            }
            (Self::Free, None) => {
                Ok(Place { visible: Visible::Scope(GLOBAL.to_owned()), scope: global.then(|| GLOBAL.to_owned()) })
            }
        }
    }
}

impl Place {
    /// The scope to write to.
    pub(super) fn target(&self, known: &[String]) -> Result<String> {
        self.scope.clone().ok_or_else(|| {
            let known: Vec<String> = known.iter().take(20).map(|scope| format!("{scope:?}")).collect();
            Error::usage("no_scope", "scope: say where this is true")
                .hint(format!("\"\" is everywhere; known: {}", known.join(", ")))
        })
    }
}

/// The folders that a client's roots name, from `file:` addresses; others are left out.
pub(super) fn folders<'a>(roots: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    roots.filter_map(|root| reqwest::Url::parse(root).ok()?.to_file_path().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn place(lock: &Lock, args: Value) -> Result<Place> {
        let Value::Object(map) = args else { return Ok(Place { visible: Visible::All, scope: None }) };
        lock.place(&mut Fields::new(map))
    }

    #[test]
    fn a_lock_holds() {
        let lock = Lock::Scope("a/b".into());
        let own = place(&lock, json!({})).unwrap();
        assert_eq!((own.visible, own.scope), (Visible::Scope("a/b".into()), Some("a/b".into())));
        assert_eq!(place(&lock, json!({ "global": true })).unwrap().scope, Some(String::new()));
        assert!(place(&lock, json!({ "scope": "a/b" })).is_ok());
        assert_eq!(place(&lock, json!({ "scope": "c/d" })).unwrap_err().code, "scope_locked");
        assert_eq!(place(&lock, json!({ "scope": "" })).unwrap_err().code, "scope_locked");
    }

    #[test]
    fn a_free_connection_names_its_scope() {
        let named = place(&Lock::Free, json!({ "scope": "c/d" })).unwrap();
        assert_eq!((named.visible, named.scope), (Visible::Scope("c/d".into()), Some("c/d".into())));
        let silent = Lock::Free.place(&mut Fields::new(Map::new())).unwrap();
        assert_eq!(silent.visible, Visible::Scope(String::new()));
        let refused = silent.target(&["c/d".to_owned()]).unwrap_err();
        assert!(refused.hint.unwrap().contains("\"c/d\""));
    }

    #[test]
    fn roots_are_folders() {
        let roots = ["file:///home/me/shop%20one", "https://example.org/x", "nonsense"];
        assert_eq!(folders(roots.into_iter()), [PathBuf::from("/home/me/shop one")]);
    }
}
