//! Relevance in [0, 1], from text alone.
//!
//! It does not depend on rank, age or popularity, and two stores or models give comparable numbers:
//! the cosine is read against what *this* model gives to related and unrelated texts of *this* script,
//! measured by the probe, and words count by the share of the query's weight that a record holds.

/// What a model does with texts of one script; see `embed::ScriptFit`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// How far above chance (0) questions find their own sentence; 1 is always.
    pub separation: f32,
    /// Mean cosine of texts that belong together.
    pub related: f32,
    /// Mean cosine of texts that do not.
    pub unrelated: f32,
    /// Spread of the latter.
    pub unrelated_sd: f32,
}

/// Separation below which a model is taken not to speak a script.
const SPEAKS: f32 = 0.75;
/// Separation from which on the vector leg has its full weight.
const FLUENT: f32 = 0.95;
/// Weight of the vector leg for a script that the model speaks fluently.
const FULL_WEIGHT: f32 = 0.5;

impl Fit {
    /// Weight, 0 to `FULL_WEIGHT`, of the vector leg for queries in this script.
    pub fn vector_weight(&self) -> f32 {
        FULL_WEIGHT * self.fluency()
    }

    fn fluency(&self) -> f32 {
        ((self.separation - SPEAKS) / (FLUENT - SPEAKS)).clamp(0.0, 1.0)
    }

    /// Relevance of a cosine: 0 at one spread above the unrelated mean, 1 at the related mean.
    pub fn relevance(&self, cosine: f32) -> f32 {
        let zero = self.unrelated + self.unrelated_sd;
        let one = self.related.max(zero + 0.05);
        self.fluency() * ((cosine - zero) / (one - zero)).clamp(0.0, 1.0)
    }
}

/// The better of what words (`coverage`, 0 to 1) and meaning say.
pub fn relevance(coverage: f32, cosine: Option<f32>, fit: Option<Fit>) -> f32 {
    let meaning = cosine.zip(fit).map_or(0.0, |(cosine, fit)| fit.relevance(cosine));
    coverage.clamp(0.0, 1.0).max(meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Fit = Fit { separation: 0.99, related: 0.6, unrelated: 0.05, unrelated_sd: 0.08 };
    const FOREIGN: Fit = Fit { separation: 0.6, related: 0.5, unrelated: 0.45, unrelated_sd: 0.1 };

    #[test]
    fn a_foreign_script_leaves_the_words_alone() {
        assert_eq!(FOREIGN.vector_weight(), 0.0);
        assert_eq!(relevance(0.4, Some(0.9), Some(FOREIGN)), 0.4);
        assert_eq!(ENGLISH.vector_weight(), FULL_WEIGHT);
    }

    #[test]
    fn relevance_is_bounded_and_grows_with_the_cosine() {
        assert_eq!(ENGLISH.relevance(0.1), 0.0);
        assert_eq!(ENGLISH.relevance(0.9), 1.0);
        assert!(ENGLISH.relevance(0.3) < ENGLISH.relevance(0.4));
    }
}
