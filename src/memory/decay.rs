//! Decay: how much of its importance a memory has left.
//!
//! A pure function of the record, its use and the clock, so a daily run changes nothing that a yearly one
//! would not. Ranking, `list`, `decay` and `status` all use this one.

use jiff::Timestamp;

use super::kinds::{MemoryType, State};
use super::record::Memory;

/// Share of its importance below which a protected memory does not fall.
const PROTECTED_SHARE: f64 = 0.5;
const SECONDS_PER_DAY: f64 = 86_400.0;

/// How fast memories fade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decay {
    /// Without it every memory keeps its importance.
    pub enabled: bool,
    /// Days without use in which importance halves.
    pub half_life_days: f64,
    /// What a first use multiplies by, about; each further one adds less.
    pub access_boost: f64,
    /// No memory falls below this.
    pub floor: f64,
}

/// How a memory was used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Times that it was recalled.
    pub uses: u64,
    /// When last.
    pub last: Option<Timestamp>,
}

/// What of a memory its fading depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// As it was given.
    pub importance: f64,
    /// What it is about.
    pub memory_type: MemoryType,
    /// Where it stands in its life.
    pub state: State,
    /// When it was stored.
    pub created_at: Timestamp,
}

impl From<&Memory> for Standing {
    fn from(memory: &Memory) -> Self {
        Self {
            importance: memory.importance,
            memory_type: memory.memory_type,
            state: memory.state,
            created_at: memory.created_at,
        }
    }
}

impl Decay {
    /// Importance that is left at `now`, between the floor and 1.
    ///
    /// `importance × 0.5^(idle days / half-life) × (1 + (boost − 1) × ln(1 + uses))`, clamped; idle days count
    /// from the last use or from creation, and a clock that was set back counts as no time at all.
    pub fn effective(&self, memory: &Standing, usage: Usage, now: Timestamp) -> f64 {
        if !self.enabled {
            return memory.importance;
        }
        let idle_days = Self::idle_days(memory, usage, now);
        let faded = 0.5_f64.powf(idle_days / self.half_life_days.max(f64::MIN_POSITIVE));
        let boost = 1.0 + (self.access_boost - 1.0) * (usage.uses as f64).ln_1p();
        (memory.importance * faded * boost).clamp(self.least(memory), 1.0)
    }

    /// Days since a memory's last use, or since it was stored; a clock that was set back counts as none.
    pub fn idle_days(memory: &Standing, usage: Usage, now: Timestamp) -> f64 {
        let last = usage.last.unwrap_or(memory.created_at).max(memory.created_at);
        (now.duration_since(last).as_secs_f64() / SECONDS_PER_DAY).max(0.0)
    }

    /// What a memory does not fall below.
    pub fn least(&self, memory: &Standing) -> f64 {
        let least = if protected(memory) { self.floor.max(memory.importance * PROTECTED_SHARE) } else { self.floor };
        least.min(1.0)
    }
}

/// What a user prefers does not go out of fashion, and an open goal is still to be reached.
fn protected(memory: &Standing) -> bool {
    match memory.memory_type {
        MemoryType::UserPreference => true,
        MemoryType::Goal => memory.state == State::Working,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::draft::{Draft, validate};
    use super::*;
    use crate::clock::Clock;

    const DECAY: Decay = Decay { enabled: true, half_life_days: 90.0, access_boost: 1.2, floor: 0.05 };

    fn memory(kind: MemoryType, importance: f64) -> Standing {
        let clock = Clock::parse("2026-01-01T00:00:00Z").unwrap();
        let content = "a fact of some weight".to_owned();
        let draft = Draft { content, memory_type: Some(kind), importance: Some(importance), ..Draft::default() };
        Standing::from(&validate(draft, 0.5, &clock, "memorize").unwrap())
    }

    fn at(time: &str) -> Timestamp {
        time.parse().unwrap()
    }

    #[test]
    fn importance_halves_in_a_half_life_and_stops_at_the_floor() {
        let fact = memory(MemoryType::Insight, 0.8);
        let left = |time| DECAY.effective(&fact, Usage::default(), at(time));
        assert_eq!(left("2026-01-01T00:00:00Z"), 0.8);
        assert!((left("2026-04-01T00:00:00Z") - 0.4).abs() < 1e-9);
        assert_eq!(left("2036-01-01T00:00:00Z"), 0.05);
        assert_eq!(left("2016-01-01T00:00:00Z"), 0.8, "a clock set back loses nothing");
    }

    #[test]
    fn use_refreshes_and_strengthens() {
        let fact = memory(MemoryType::Insight, 0.5);
        let now = at("2026-04-01T00:00:00Z");
        let used = DECAY.effective(&fact, Usage { uses: 3, last: Some(now) }, now);
        assert!((used - 0.5 * (1.0 + 0.2 * 4.0_f64.ln())).abs() < 1e-9);
        assert_eq!(DECAY.effective(&fact, Usage { uses: u64::MAX, last: Some(now) }, now), 1.0);
    }

    #[test]
    fn preferences_and_open_goals_keep_half() {
        let later = at("2036-01-01T00:00:00Z");
        for kind in [MemoryType::UserPreference, MemoryType::Goal] {
            assert_eq!(DECAY.effective(&memory(kind, 0.8), Usage::default(), later), 0.4);
        }
        let mut reached = memory(MemoryType::Goal, 0.8);
        reached.state = State::Archived;
        assert_eq!(DECAY.effective(&reached, Usage::default(), later), 0.05);
    }
}
