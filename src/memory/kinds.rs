//! The closed vocabularies of a memory: type, source, state, relation.

use crate::error::{Error, Result};
use crate::text::nearest::nearest;

/// A vocabulary whose words are written in lower case in records and flags.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident, $what:literal, $code:literal { $($variant:ident = $word:literal $(| $alias:literal)*),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] $variant),+
        }

        impl $name {
            /// Every word, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in records.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Reads a word or one of its short forms; an unknown one is refused naming the nearest.
            pub fn parse(word: &str) -> Result<Self> {
                // Rows and records hold the words as they are.
                if let Some(exact) = Self::ALL.iter().find(|it| it.as_str() == word) {
                    return Ok(*exact);
                }
                let folded = word.trim().to_lowercase().replace(['-', ' '], "_");
                match folded.as_str() {
                    $($word $(| $alias)* => Ok(Self::$variant),)+
                    _ => {
                        let words: Vec<&str> = Self::ALL.iter().map(|it| it.as_str()).collect();
                        let guess = nearest(&folded, words.iter().copied())
                            .map(|near| format!("did you mean {near}? "))
                            .unwrap_or_default();
                        Err(Error::usage($code, format!("{}: unknown value {word:?}", $what))
                            .hint(format!("{guess}one of: {}", words.join(" "))))
                    }
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

vocabulary! {
    /// What a memory is about.
    MemoryType, "memory_type", "unknown_memory_type" {
        Code = "code",
        Architecture = "architecture" | "arch",
        BugFix = "bug_fix" | "bugfix" | "bug" | "fix",
        Feature = "feature" | "feat",
        Documentation = "documentation" | "docs" | "doc",
        UserPreference = "user_preference" | "preference" | "pref",
        Decision = "decision",
        Learning = "learning" | "lesson",
        Configuration = "configuration" | "config" | "conf",
        Testing = "testing" | "tests" | "test",
        Performance = "performance" | "perf",
        Security = "security" | "sec",
        Validation = "validation",
        Research = "research",
        Workflow = "workflow",
        Requirement = "requirement" | "req",
        Design = "design",
        Integration = "integration",
        Communication = "communication",
        Process = "process",
        Insight = "insight",
        Goal = "goal",
    }
}

vocabulary! {
    /// Who vouches for a memory.
    Source, "source", "unknown_source" {
        UserConfirmed = "user_confirmed" | "confirmed" | "user",
        AgentInferred = "agent_inferred" | "inferred" | "agent",
        Imported = "imported" | "import",
    }
}

impl Source {
    /// The label shown beside recalled text.
    pub fn trust(self) -> &'static str {
        match self {
            Self::UserConfirmed => "CONFIRMED",
            Self::AgentInferred => "INFERRED",
            Self::Imported => "IMPORTED",
        }
    }
}

vocabulary! {
    /// Where a memory stands in its life.
    State, "state", "unknown_state" {
        Working = "working",
        Consolidated = "consolidated",
        Archived = "archived",
    }
}

vocabulary! {
    /// What one memory is to another; a link is read "from RELATION to".
    Relation, "relation", "unknown_relation" {
        RelatedTo = "related_to" | "related" | "relates_to",
        DependsOn = "depends_on" | "depends" | "requires",
        Supersedes = "supersedes" | "replaces",
        Similar = "similar" | "similar_to",
        Conflicts = "conflicts" | "conflicts_with" | "contradicts",
        Implements = "implements",
        Extends = "extends",
        Achieves = "achieves",
        Closes = "closes",
        AutoLinked = "auto_linked",
        Consolidates = "consolidates",
    }
}

impl Relation {
    /// Relations that callers may make; the others are the program's own.
    pub const BY_CALLERS: &'static [Self] = &[
        Self::RelatedTo,
        Self::DependsOn,
        Self::Supersedes,
        Self::Similar,
        Self::Conflicts,
        Self::Implements,
        Self::Extends,
        Self::Achieves,
        Self::Closes,
    ];

    /// Reads a relation that a caller may make.
    pub fn parse_callers(word: &str) -> Result<Self> {
        let words: Vec<&str> = Self::BY_CALLERS.iter().map(|it| it.as_str()).collect();
        let relation = Self::parse(word).map_err(|error| {
            let guess = nearest(&word.trim().to_lowercase(), words.iter().copied());
            let guess = guess.map(|near| format!("did you mean {near}? ")).unwrap_or_default();
            Error { hint: None, ..error }.hint(format!("{guess}one of: {}", words.join(" ")))
        })?;
        if Self::BY_CALLERS.contains(&relation) {
            return Ok(relation);
        }
        Err(Error::usage("reserved_relation", format!("relation: {relation} links are made by octobrain alone"))
            .hint(format!("one of: {}", words.join(" "))))
    }

    /// Whether it says the same from both ends.
    pub fn is_symmetric(self) -> bool {
        matches!(self, Self::RelatedTo | Self::Similar | Self::Conflicts | Self::AutoLinked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_aliases_and_neighbours() {
        for kind in MemoryType::ALL {
            assert_eq!(MemoryType::parse(kind.as_str()).unwrap(), *kind);
        }
        assert_eq!(MemoryType::parse("Bug-Fix").unwrap(), MemoryType::BugFix);
        assert_eq!(MemoryType::parse("docs").unwrap(), MemoryType::Documentation);
        let error = MemoryType::parse("architectur").unwrap_err();
        assert!(error.hint.unwrap().contains("did you mean architecture?"));
        assert!(State::parse("gone").is_err());
    }
}
