//! What each key accepts, the keys of the published program, and the nearest known key.

use serde_json::Value;

use crate::text::nearest::distance;

/// A setting: its dotted name and what it accepts.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// What a setting accepts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// True or false.
    Switch,
    /// A whole number within both ends.
    Whole(i64, i64),
    /// A number within both ends; a whole one is accepted.
    Real(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `PROVIDER:NAME`, or `none` where that makes sense.
    Model { or_none: bool },
    /// `http(s)://…`, or nothing.
    Address,
}

/// A value as it was given, before it is known to be acceptable.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    Bool(bool),
    Whole(i64),
    Real(f64),
    Text(String),
    /// Anything no setting accepts, by its description.
    Other(&'static str),
}

/// A number from 0 to 1.
const SHARE: Kind = Kind::Real(0.0, 1.0);

/// As many results as any command gives.
const RESULTS: Kind = Kind::Whole(1, 1000);

/// Up to a century.
const DAYS: Kind = Kind::Whole(1, 36_500);

/// Up to ten years.
const HOURS: Kind = Kind::Whole(1, 87_600);

const fn key(name: &'static str, kind: Kind) -> Key {
    Key { name, kind }
}

/// Every setting, in the order in which they are shown.
pub(super) const KEYS: &[Key] = &[
    key("embedding.model", Kind::Model { or_none: true }),
    key("embedding.url", Kind::Address),
    key("embedding.batch_size", Kind::Whole(1, 2048)),
    key("embedding.timeout_secs", Kind::Whole(1, 3600)),
    key("search.similarity_threshold", SHARE),
    key("search.max_results", RESULTS),
    key("search.fusion", Kind::Choice(&["weighted", "rrf"])),
    key("search.hybrid.enabled", Kind::Switch),
    key("search.hyde.enabled", Kind::Switch),
    key("search.hyde.top_k", Kind::Whole(1, 100)),
    key("search.hyde.alpha", SHARE),
    key("search.hyde.gate", Kind::Choice(&["auto", "always"])),
    key("search.reranker.enabled", Kind::Switch),
    key("search.reranker.model", Kind::Model { or_none: false }),
    key("search.reranker.top_k_candidates", RESULTS),
    key("search.reranker.final_top_k", RESULTS),
    key("memory.decay_enabled", Kind::Switch),
    key("memory.decay_half_life_days", DAYS),
    key("memory.access_boost_factor", Kind::Real(1.0, 10.0)),
    key("memory.min_importance_threshold", SHARE),
    key("memory.default_importance", SHARE),
    key("memory.auto_linking_enabled", Kind::Switch),
    key("memory.auto_link_threshold", SHARE),
    key("memory.max_auto_links_per_memory", Kind::Whole(0, 100)),
    key("memory.sleep_consolidation_enabled", Kind::Switch),
    key("memory.sleep_consolidation_interval_hours", HOURS),
    key("memory.sleep_consolidation_threshold", SHARE),
    key("memory.sleep_consolidation_min_cluster_size", Kind::Whole(2, 1000)),
    key("memory.sleep_consolidation_max_age_days", DAYS),
    key("knowledge.chunk_size", Kind::Whole(100, 100_000)),
    key("knowledge.chunk_overlap", Kind::Whole(0, 50_000)),
    // 0: a page is fetched anew at every use
    key("knowledge.outdating_days", Kind::Whole(0, 36_500)),
    key("knowledge.max_results", RESULTS),
    key("knowledge.session_ttl_hours", HOURS),
];

/// Keys of the published program that have no effect here; `.*` stands for a whole table.
///
/// They are accepted with a warning, so that an existing file works. Nothing here deletes a
/// memory to keep a number or an age, the weights follow from the model, and batches are cut
/// by each provider's own limits.
const PUBLISHED: &[&str] = &[
    "version",
    "max_memories",
    "embedding.max_tokens_per_batch",
    "search.hybrid.default_vector_weight",
    "search.hybrid.default_keyword_weight",
    "search.hybrid.default_recency_weight",
    "search.hybrid.default_importance_weight",
    "search.hybrid.recency_decay_days",
    "search.hybrid.keyword_title_weight",
    "search.hybrid.keyword_content_weight",
    "search.hybrid.keyword_tags_weight",
    "memory.max_memories",
    "memory.auto_cleanup_days",
    "memory.cleanup_min_importance",
    "memory.auto_relationships",
    "memory.relationship_threshold",
    "memory.max_search_results",
    "memory.bidirectional_links",
    "memory.stale_ref_cleanup_enabled",
    "memory.stale_ref_importance_penalty",
    "boxes.*",
    "knowledge.boxes.*",
];

/// The setting of that name.
pub(super) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// Where the setting of that name lies in the settings as JSON.
pub(super) fn pointer(name: &str) -> String {
    format!("/{}", name.replace('.', "/"))
}

/// Whether the name is a table that holds settings.
pub(super) fn is_section(name: &str) -> bool {
    KEYS.iter().any(|key| key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// Whether the name, or a table it lies in, belongs to the published program only.
pub(super) fn is_published(name: &str) -> bool {
    PUBLISHED.iter().any(|known| match known.strip_suffix(".*") {
        Some(table) => name.strip_prefix(table).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')),
        None => *known == name,
    })
}

/// The setting that a mistyped or misplaced name is nearest to.
pub(super) fn nearest_key(name: &str) -> &'static str {
    nearest(name, KEYS.iter().map(|key| key.name))
}

/// The table of settings that a mistyped or misplaced name is nearest to.
pub(super) fn nearest_section(name: &str) -> &'static str {
    let tables = KEYS.iter().filter_map(|key| key.name.rsplit_once('.'));
    nearest(name, tables.map(|(table, _)| table))
}

fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> &'static str {
    // The right word in the wrong table is nearer than another word in the right one.
    let far = |known: &&str| (distance(last(name), last(known)) + 1).min(distance(name, known));
    known.min_by_key(far).unwrap_or_default()
}

/// The name without its tables.
fn last(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(_, last)| last)
}

impl Kind {
    /// What is accepted, in words.
    pub(super) fn expected(self) -> String {
        match self {
            Self::Switch => "true or false".to_owned(),
            Self::Whole(min, max) => format!("a whole number from {min} to {max}"),
            Self::Real(min, max) => format!("a number from {min} to {max}"),
            Self::Choice(words) => {
                let quoted: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
                quoted.join(" or ")
            }
            Self::Model { or_none: true } => "PROVIDER:NAME, or \"none\"".to_owned(),
            Self::Model { or_none: false } => "PROVIDER:NAME".to_owned(),
            Self::Address => "http://… or https://…, or nothing".to_owned(),
        }
    }

    /// The value, or the fault in words.
    pub(super) fn accept(self, given: &Given) -> Result<Value, String> {
        let accepted = match (self, given) {
            (Self::Switch, Given::Bool(on)) => Some(Value::from(*on)),
            (Self::Whole(min, max), Given::Whole(n)) => (min..=max).contains(n).then(|| Value::from(*n)),
            (Self::Real(min, max), Given::Whole(n)) => {
                // Small enough to be exact wherever it is within the ends.
                let n = *n as f64;
                (min..=max).contains(&n).then(|| Value::from(n))
            }
            (Self::Real(min, max), Given::Real(x)) => (min..=max).contains(x).then(|| Value::from(*x)),
            (Self::Choice(words), Given::Text(text)) => words.contains(&text.as_str()).then(|| Value::from(&**text)),
            (Self::Model { .. } | Self::Address, Given::Text(text)) if holds_credential(text) => {
                return Err("a user or password in the address: keys are read from the environment only".to_owned());
            }
            (Self::Model { or_none }, Given::Text(text)) => is_model(text, or_none).then(|| Value::from(&**text)),
            (Self::Address, Given::Text(text)) => {
                let known = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
                (text.is_empty() || known).then(|| Value::from(&**text))
            }
            _ => None,
        };
        accepted.ok_or_else(|| format!("expected {}, got {}", self.expected(), given.shown()))
    }

    /// Reads text from a variable or a flag the way this kind is written.
    ///
    /// What cannot be read stays text, which [`Kind::accept`] then refuses by name.
    pub(super) fn read(self, text: &str) -> Given {
        let text = text.trim();
        let read = match self {
            Self::Switch => match text.to_ascii_lowercase().as_str() {
                "true" | "1" | "yes" | "on" => Some(Given::Bool(true)),
                "false" | "0" | "no" | "off" => Some(Given::Bool(false)),
                _ => None,
            },
            Self::Whole(..) => text.parse().ok().map(Given::Whole),
            Self::Real(..) => text.parse().ok().map(Given::Real),
            Self::Choice(_) | Self::Model { .. } | Self::Address => None,
        };
        read.unwrap_or_else(|| Given::Text(text.to_owned()))
    }
}

impl Given {
    fn shown(&self) -> String {
        match self {
            Self::Bool(on) => on.to_string(),
            Self::Whole(n) => n.to_string(),
            Self::Real(x) => x.to_string(),
            Self::Text(text) => format!("\"{}\"", shown(text)),
            Self::Other(what) => (*what).to_owned(),
        }
    }
}

/// Text from outside as an error may show it: short, and unable to steer a terminal.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    let escape = |c: char| -> String { if c.is_control() { c.escape_default().collect() } else { c.into() } };
    let mut short: String = text.chars().take(LONGEST).map(escape).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// The shape of a model's name; which providers there are is the embedder's to say.
fn is_model(text: &str, or_none: bool) -> bool {
    if text == "none" {
        return or_none;
    }
    let plain = !text.chars().any(char::is_control) && text.trim() == text;
    plain && text.split_once(':').is_some_and(|(provider, name)| !provider.is_empty() && !name.is_empty())
}

/// Whether an address carries a user or a password: keys come from the environment only, and
/// `config show` would print this one.
fn holds_credential(text: &str) -> bool {
    text.split_once("://").is_some_and(|(_, rest)| {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        authority.contains('@')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use crate::config::file::dotted;

    fn leaves(prefix: &str, value: &Value, into: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                for (name, value) in map {
                    leaves(&dotted(prefix, name), value, into);
                }
            }
            _ => into.push(prefix.to_owned()),
        }
    }

    #[test]
    fn the_table_and_the_settings_name_the_same_keys() {
        let tree = serde_json::to_value(Settings::default()).expect("settings serialise");
        let mut names = Vec::new();
        leaves("", &tree, &mut names);
        let table: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        assert_eq!(table, names);
    }

    #[test]
    fn every_default_is_accepted() {
        let tree = serde_json::to_value(Settings::default()).expect("settings serialise");
        for key in KEYS {
            let value = tree.pointer(&pointer(key.name)).expect("present");
            let given = match value {
                Value::Bool(on) => Given::Bool(*on),
                Value::String(text) => Given::Text(text.clone()),
                number => number.as_i64().map(Given::Whole).or(number.as_f64().map(Given::Real)).expect("a number"),
            };
            assert_eq!(key.kind.accept(&given).as_ref(), Ok(value), "{}", key.name);
        }
    }

    #[test]
    fn the_nearest_key() {
        for (mistyped, meant) in [
            ("search.max_result", "search.max_results"),
            ("knowledge.max_result", "knowledge.max_results"),
            ("chunk_size", "knowledge.chunk_size"),
            ("search.decay_half_life_day", "memory.decay_half_life_days"),
        ] {
            assert_eq!(nearest_key(mistyped), meant);
        }
        assert_eq!(nearest_section("serach"), "search");
        assert_eq!(nearest_section("hybrid"), "search.hybrid");
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn published_keys_and_tables() {
        assert!(is_published("version"));
        assert!(is_published("memory.max_memories"));
        assert!(is_published("boxes"));
        assert!(is_published("boxes.docs.url"));
        assert!(!is_published("boxesful"));
        assert!(PUBLISHED.iter().all(|name| find(name).is_none()));
    }

    #[test]
    fn values_from_text() {
        let switch = Kind::Switch;
        assert_eq!(switch.accept(&switch.read("Off")), Ok(Value::from(false)));
        assert!(switch.accept(&switch.read("perhaps")).is_err());
        assert_eq!(SHARE.accept(&SHARE.read("1")), Ok(Value::from(1.0)));
        for refused in ["nan", "inf", "1.01", "-0.1", "half"] {
            assert!(SHARE.accept(&SHARE.read(refused)).is_err(), "{refused}");
        }
        assert!(RESULTS.accept(&RESULTS.read("50.0")).is_err());
    }

    #[test]
    fn models() {
        let model = Kind::Model { or_none: true };
        let accepts = |text: &str| model.accept(&Given::Text(text.into())).is_ok();
        assert!(accepts("none") && accepts("local:/some dir") && accepts("http://h:1/v1"));
        assert!(!accepts("") && !accepts("fastembed:") && !accepts("nomic"));
        let fault = model.accept(&Given::Text("https://u:pw@h/v1".into()));
        assert!(fault.is_err_and(|text| !text.contains("pw")));
    }
}
