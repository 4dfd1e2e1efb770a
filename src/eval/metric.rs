//! Retrieval metrics, as trec_eval defines them.

use std::collections::HashMap;

/// Sums over the questions asked so far.
#[derive(Debug, Clone, Default)]
pub struct Scores {
    /// Questions.
    pub queries: usize,
    ndcg_10: f64,
    recall: [f64; 3],
    mrr_10: f64,
    answered: usize,
    /// Relevant documents among the ten best, and those of them that the threshold cuts.
    seen: usize,
    cut: usize,
    milliseconds: Vec<f64>,
}

/// Depths of recall.
const DEPTHS: [usize; 3] = [5, 10, 100];

impl Scores {
    /// Takes in one answer: what is relevant with its grade, and what was found, best first, with whether it
    /// reaches the threshold.
    pub fn add(&mut self, relevant: &HashMap<String, f64>, ranked: &[(&str, bool)], milliseconds: f64) {
        self.queries += 1;
        self.milliseconds.push(milliseconds);
        self.answered += usize::from(ranked.iter().any(|(_, reaches)| *reaches));
        let grade = |id: &str| relevant.get(id).copied().unwrap_or(0.0);
        let top = &ranked[..ranked.len().min(10)];
        let gained = discounted(top.iter().map(|(id, _)| grade(id)));
        let mut grades: Vec<f64> = relevant.values().copied().collect();
        grades.sort_by(|a, b| b.total_cmp(a));
        self.ndcg_10 += gained / discounted(grades.into_iter().take(10)).max(f64::MIN_POSITIVE);
        for (sum, depth) in self.recall.iter_mut().zip(DEPTHS) {
            let found = ranked.iter().take(depth).filter(|(id, _)| grade(id) > 0.0).count();
            *sum += found as f64 / relevant.len().max(1) as f64;
        }
        self.mrr_10 += top.iter().position(|(id, _)| grade(id) > 0.0).map_or(0.0, |at| 1.0 / (at + 1) as f64);
        let hits: Vec<&(&str, bool)> = top.iter().filter(|(id, _)| grade(id) > 0.0).collect();
        self.seen += hits.len();
        self.cut += hits.iter().filter(|(_, reaches)| !reaches).count();
    }

    /// Normalised discounted cumulative gain of the ten best, in [0, 1].
    pub fn ndcg_10(&self) -> f64 {
        self.mean(self.ndcg_10)
    }

    /// Share of the relevant documents among the best 5, 10 and 100.
    pub fn recall(&self) -> [f64; 3] {
        self.recall.map(|sum| self.mean(sum))
    }

    /// Mean reciprocal rank of the first relevant one among the ten best.
    pub fn mrr_10(&self) -> f64 {
        self.mean(self.mrr_10)
    }

    /// Share of the questions with any hit at the threshold.
    pub fn answered(&self) -> f64 {
        self.mean(self.answered as f64)
    }

    /// Share of the relevant documents among the ten best that the threshold cuts.
    pub fn lost(&self) -> f64 {
        self.cut as f64 / self.seen.max(1) as f64
    }

    /// Milliseconds that this share of the questions took at most.
    pub fn latency_ms(&self, share: f64) -> f64 {
        percentile(&self.milliseconds, share)
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.queries.max(1) as f64
    }
}

fn discounted(grades: impl Iterator<Item = f64>) -> f64 {
    grades.enumerate().map(|(at, grade)| grade / ((at + 2) as f64).log2()).sum()
}

/// The value at a share in [0, 1] of the sorted values, by nearest rank; 0 for none.
fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worked_example() {
        let relevant = HashMap::from([("a".to_owned(), 2.0), ("b".to_owned(), 1.0), ("c".to_owned(), 1.0)]);
        let mut scores = Scores::default();
        scores.add(&relevant, &[("x", true), ("b", true), ("a", false)], 3.0);
        // By hand: 1/log2(3) + 2/log2(4) over 2 + 1/log2(3) + 1/log2(4).
        assert!((scores.ndcg_10() - 1.630_93 / 3.130_93).abs() < 1e-5, "{}", scores.ndcg_10());
        assert_eq!(scores.recall(), [2.0 / 3.0; 3]);
        assert_eq!((scores.mrr_10(), scores.answered(), scores.lost()), (0.5, 1.0, 0.5));
        scores.add(&relevant, &[], 5.0);
        assert_eq!((scores.queries, scores.mrr_10(), scores.answered()), (2, 0.25, 0.5));
        assert_eq!((scores.latency_ms(0.5), scores.latency_ms(0.95)), (3.0, 5.0));
    }

    #[test]
    fn nothing_asked_is_no_fault() {
        let scores = Scores::default();
        assert_eq!((scores.ndcg_10(), scores.lost(), scores.latency_ms(0.5)), (0.0, 0.0, 0.0));
    }
}
