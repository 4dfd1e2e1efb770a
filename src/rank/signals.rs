//! Signals: who vouches for a memory, how important it still is, how fresh. They settle what text leaves open.
//!
//! Together they move a score by at most [`EPSILON`], so a memory that fits clearly better is never beaten by
//! one that is fresher, more used or confirmed.

/// Most that all signals together may move a score, as a share of it.
pub const EPSILON: f32 = 0.05;
/// Share of each signal in the whole: trust, importance, recency.
const SHARES: [f32; 3] = [0.4, 0.35, 0.25];
/// Days in which freshness halves.
const FRESH_DAYS: f32 = 30.0;

/// What is known of a memory beside its text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signals {
    /// The user said so.
    pub confirmed: bool,
    /// What is left of its importance, 0 to 1.
    pub importance: f32,
    /// Days since it last changed.
    pub age_days: f32,
}

/// The factor of each signal and of all together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Factors {
    /// Of who vouches for it.
    pub trust: f32,
    /// Of its importance.
    pub importance: f32,
    /// Of its age.
    pub recency: f32,
    /// All together, within `1 ± EPSILON`.
    pub all: f32,
}

impl Signals {
    /// What a score is multiplied by.
    pub fn factors(&self) -> Factors {
        let trust = if self.confirmed { 1.0 } else { -1.0 };
        let importance = 2.0 * self.importance.clamp(0.0, 1.0) - 1.0;
        let recency = 2.0 * 0.5_f32.powf(self.age_days.max(0.0) / FRESH_DAYS) - 1.0;
        let [trust, importance, recency] =
            [trust * SHARES[0], importance * SHARES[1], recency * SHARES[2]].map(|share| EPSILON * share);
        let all = (1.0 + trust + importance + recency).clamp(1.0 - EPSILON, 1.0 + EPSILON);
        Factors { trust: 1.0 + trust, importance: 1.0 + importance, recency: 1.0 + recency, all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Vec<Signals> {
        let mut all = Vec::new();
        for confirmed in [false, true] {
            for importance in [-1.0, 0.0, 0.05, 0.5, 1.0, 7.0] {
                for age_days in [-400.0, 0.0, 1.0, 30.0, 4000.0, f32::INFINITY] {
                    all.push(Signals { confirmed, importance, age_days });
                }
            }
        }
        all
    }

    #[test]
    fn whatever_the_signals_the_factor_stays_within_epsilon() {
        for signals in grid() {
            let factor = signals.factors().all;
            assert!((1.0 - EPSILON..=1.0 + EPSILON).contains(&factor), "{signals:?}: {factor}");
        }
    }

    #[test]
    fn a_clearly_better_fit_never_loses() {
        let clearly = (1.0 + EPSILON) / (1.0 - EPSILON) * 1.001;
        for (better, worse) in grid().into_iter().flat_map(|a| grid().into_iter().map(move |b| (a, b))) {
            assert!(clearly * better.factors().all > worse.factors().all, "{better:?} {worse:?}");
        }
    }

    #[test]
    fn at_equal_fit_confirmed_important_and_fresh_win() {
        let plain = Signals { confirmed: false, importance: 0.5, age_days: 60.0 };
        for better in [
            Signals { confirmed: true, ..plain },
            Signals { importance: 0.6, ..plain },
            Signals { age_days: 59.0, ..plain },
        ] {
            assert!(better.factors().all > plain.factors().all, "{better:?}");
        }
    }
}
