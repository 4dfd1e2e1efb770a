//! Relevance in [0, 1], from text alone.
//!
//! It does not depend on rank, age or popularity, and two models give comparable numbers: the cosine is
//! read against what *this* model gives to related and unrelated texts of *this* script, measured by the probe,
//! and words count by the share of the query's weight that a record holds. The two are added, because one leg
//! alone is easily deceived: measured on questions about something else, the larger of the two let seven in ten
//! through at a threshold that their sum holds with one in ten.
//!
//! Among many records some fit any question by chance, so what convinces among ten does not among ten thousand:
//! the evidence asked for grows with the logarithm of the records in sight until there are five hundred of them.

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
/// Evidence of both legs that makes a relevance of 1. Chosen so that 0.3, the default threshold, loses at most
/// 2 % of the relevant documents of every development set, and all words of a query alone still pass it.
const FULL_EVIDENCE: f32 = 3.17;
/// Records in sight from which on the whole evidence is asked for, and up to which half of it will do.
const MANY: f32 = 500.0;
const FEW: f32 = 5.0;
/// The same for meaning alone, where it was asked for alone.
const FULL_MEANING: f32 = 2.0;

impl Fit {
    /// Weight, 0 to `FULL_WEIGHT`, of the vector leg for queries in this script.
    pub fn vector_weight(&self) -> f32 {
        FULL_WEIGHT * self.fluency()
    }

    fn fluency(&self) -> f32 {
        ((self.separation - SPEAKS) / (FLUENT - SPEAKS)).clamp(0.0, 1.0)
    }

    /// What a cosine says: 0 for unrelated texts, 1 for related ones, more for nearer ones.
    fn evidence(&self, cosine: f32) -> f32 {
        ((cosine - self.unrelated) / (self.related - self.unrelated).max(0.05)).max(0.0)
    }
}

/// What the words say of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Words {
    /// Share, 0 to 1, of the query's weight in words that it holds.
    pub coverage: f32,
    /// Its BM25 as a share of that weight.
    pub strength: f32,
}

/// How well one of `rows` records in sight answers a query; a leg that did not take part is none.
pub fn relevance(words: Option<Words>, cosine: Option<f32>, fit: Option<Fit>, rows: usize) -> f32 {
    let meaning = cosine.zip(fit).map(|(cosine, fit)| (fit.evidence(cosine), fit.fluency()));
    let value = match (words, meaning) {
        (None, None) => 0.0,
        (None, Some((evidence, _))) => evidence / FULL_MEANING,
        (Some(words), None) => by_words(words),
        (Some(words), Some((evidence, fluency))) => {
            let both = (words.coverage + evidence) / (FULL_EVIDENCE * asked_among(rows));
            fluency * both.min(1.0) + (1.0 - fluency) * by_words(words)
        }
    };
    value.clamp(0.0, 1.0)
}

/// Share of the full evidence that is asked for among so many records.
fn asked_among(rows: usize) -> f32 {
    let many = (rows as f32 / FEW).max(1.0).ln() / (MANY / FEW).ln();
    0.5 + 0.5 * many.min(1.0)
}

fn by_words(words: Words) -> f32 {
    0.5 * words.coverage + 0.5 * words.strength.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Fit = Fit { separation: 0.99, related: 0.6, unrelated: 0.05, unrelated_sd: 0.08 };
    const FOREIGN: Fit = Fit { separation: 0.6, related: 0.5, unrelated: 0.45, unrelated_sd: 0.1 };

    fn words(coverage: f32) -> Option<Words> {
        Some(Words { coverage, strength: coverage })
    }

    #[test]
    fn a_foreign_script_leaves_the_words_alone() {
        assert_eq!(FOREIGN.vector_weight(), 0.0);
        assert_eq!(relevance(words(0.4), Some(0.9), Some(FOREIGN), 1000), 0.4);
        assert_eq!(ENGLISH.vector_weight(), FULL_WEIGHT);
    }

    #[test]
    fn relevance_is_bounded_and_grows_with_either_leg() {
        let of = |coverage, cosine| relevance(words(coverage), Some(cosine), Some(ENGLISH), 1000);
        assert_eq!(of(0.0, -1.0), 0.0);
        assert!(of(1.0, 1.0) <= 1.0 && of(0.5, 0.4) < of(0.5, 0.5) && of(0.5, 0.4) < of(0.6, 0.4));
        assert_eq!(relevance(None, None, None, 9), 0.0);
        assert!(relevance(None, Some(0.6), Some(ENGLISH), 1000) >= 0.3);
    }

    #[test]
    fn every_word_of_a_query_passes_the_default_threshold() {
        assert!(relevance(words(1.0), Some(0.0), Some(ENGLISH), 1_000_000) >= 0.3);
        assert!(relevance(words(1.0), None, None, 1_000_000) >= 0.3);
        assert!(relevance(words(0.3), Some(0.3), Some(ENGLISH), 1000) < 0.3, "a little of both is not enough");
    }

    #[test]
    fn among_few_records_less_evidence_convinces() {
        let of = |rows| relevance(words(0.0), Some(0.35), Some(ENGLISH), rows);
        assert!(of(5) >= 0.3 && of(5) == of(1) && of(50) < of(5) && of(500) < of(50));
        assert_eq!(of(500), of(100_000));
    }
}
