//! Relevance in [0, 1], from text alone.
//!
//! It does not depend on rank, age or popularity, and two models give comparable numbers: the cosine is
//! read against what *this* model gives to related and unrelated texts of *this* script, measured by the probe,
//! and words count by the share of the query's weight that a record holds. The two are added, because one leg
//! alone is easily deceived: measured on questions about something else, the larger of the two let seven in ten
//! through at a threshold that their sum holds with one in ten.
//!
//! A question whose best record convinces nobody is about something else; where one clearly answers, others of a
//! little less evidence are answers too.
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
/// Evidence of both legs that makes a relevance of 1. Chosen with the next two so that 0.3, the default threshold,
/// loses at most 2 % of the relevant documents of every development set.
const FULL_EVIDENCE: f32 = 3.6;
/// Evidence of a record that surely answers: where there is one, its scope knows what the question is about, and
/// less is asked of the others, which had to be ranked below it.
const SURE: f32 = 1.4;
/// How much less.
const COMPANY: f32 = 0.35;
/// Relevance of a record that holds every word of the query, whatever its meaning is taken to be: just enough.
const ALL_WORDS: f32 = 0.31;
/// Words of a query may be missed by a hair only.
const NEARLY_ALL: i32 = 8;
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

/// How well each candidate among `rows` records in sight answers a query; a leg that did not take part is none.
///
/// `names` is the share, 0 to 1, of the query that vectors know nothing of.
pub fn relevances(candidates: &[(Option<Words>, Option<f32>)], fit: Option<Fit>, names: f32, rows: usize) -> Vec<f32> {
    let evidence = |(words, cosine): (Option<Words>, Option<f32>)| {
        words.zip(cosine.zip(fit)).map(|(words, (cosine, fit))| words.coverage + fit.evidence(cosine))
    };
    let best = candidates.iter().filter_map(|it| evidence(*it)).fold(0.0, f32::max).min(SURE);
    candidates
        .iter()
        .map(|it| {
            let value = match (*it, evidence(*it), fit) {
                ((Some(words), _), Some(evidence), Some(fit)) => {
                    let evidence = if evidence < SURE { evidence + COMPANY * (best - evidence) } else { evidence };
                    let both = (evidence / (FULL_EVIDENCE * asked_among(rows))).min(1.0);
                    let least = ALL_WORDS * words.coverage.powi(NEARLY_ALL);
                    let share = fit.fluency() * (1.0 - names);
                    share * both.max(least) + (1.0 - share) * by_words(words)
                }
                ((Some(words), _), ..) => by_words(words),
                ((None, Some(cosine)), _, Some(fit)) => fit.evidence(cosine) / FULL_MEANING,
                _ => 0.0,
            };
            value.clamp(0.0, 1.0)
        })
        .collect()
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

    /// Relevance of one candidate alone.
    fn relevance(words: Option<Words>, cosine: Option<f32>, fit: Option<Fit>, rows: usize) -> f32 {
        relevances(&[(words, cosine)], fit, 0.0, rows)[0]
    }

    #[test]
    fn a_foreign_script_leaves_the_words_alone() {
        assert_eq!(FOREIGN.vector_weight(), 0.0);
        assert_eq!(relevance(words(0.4), Some(0.9), Some(FOREIGN), 1000), 0.4);
        assert_eq!(ENGLISH.vector_weight(), FULL_WEIGHT);
    }

    #[test]
    fn a_name_is_judged_by_the_words() {
        let of = |names| relevances(&[(words(0.7), Some(0.05))], Some(ENGLISH), names, 1000)[0];
        assert!(of(0.0) < 0.3 && of(1.0) == 0.7 && of(0.5) > of(0.0));
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
        let of = |rows| relevance(words(0.0), Some(0.4), Some(ENGLISH), rows);
        assert!(of(5) >= 0.3 && of(5) == of(1) && of(50) < of(5) && of(500) < of(50));
        assert_eq!(of(500), of(100_000));
    }

    #[test]
    fn beside_a_sure_answer_less_convinces_and_the_order_stays() {
        let weak = (words(0.5), Some(0.33));
        let alone = relevances(&[weak], Some(ENGLISH), 0.0, 1000);
        let three = [(words(1.0), Some(0.7)), weak, (words(0.1), Some(0.1))];
        let beside = relevances(&three, Some(ENGLISH), 0.0, 1000);
        assert!(alone[0] < 0.3 && beside[1] >= 0.3 && beside[2] < 0.3, "{alone:?} {beside:?}");
        assert!(beside[0] > beside[1] && beside[1] > beside[2]);
    }
}
