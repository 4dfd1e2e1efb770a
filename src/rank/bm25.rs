//! BM25 over rows in memory.
//!
//! Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the
//! idf of Lucene (never negative).

/// Saturation of repeated terms; 0.9 and 0.4 are Anserini's constants for passages.
const K1: f32 = 0.9;
/// Weight of document length.
const B: f32 = 0.4;

/// One term in one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// Position of the row.
    pub row: u32,
    /// How often the term stands in it.
    pub count: u32,
}

/// Scores of all rows for one query, gathered term by term.
pub struct Bm25 {
    /// BM25 per row; 0 where no term matches.
    pub scores: Vec<f32>,
    /// Per row: share of the query's idf mass that the row matches, once divided by `mass`.
    matched: Vec<f32>,
    mass: f32,
    mean_length: f32,
}

impl Bm25 {
    /// Begins with the lengths, in terms, of all rows in sight.
    pub fn new(lengths: &[u32]) -> Self {
        let total: u64 = lengths.iter().map(|length| u64::from(*length)).sum();
        let mean_length = (total as f32 / lengths.len().max(1) as f32).max(1.0);
        Self { scores: vec![0.0; lengths.len()], matched: vec![0.0; lengths.len()], mass: 0.0, mean_length }
    }

    /// Adds a term with its weight in the query: how often it stands there, less for function words.
    pub fn add_term(&mut self, postings: &[Posting], weight: f32, lengths: &[u32]) {
        let (rows, holding) = (lengths.len() as f32, postings.len() as f32);
        let idf = (1.0 + (rows - holding + 0.5) / (holding + 0.5)).ln();
        self.mass += weight * idf;
        for posting in postings {
            let row = posting.row as usize;
            let count = posting.count as f32;
            let norm = K1 * (1.0 - B + B * lengths[row] as f32 / self.mean_length);
            self.scores[row] += weight * idf * count * (K1 + 1.0) / (count + norm);
            self.matched[row] += weight * idf;
        }
    }

    /// BM25 of a row as a share of the query's weight in words: above 1 where its words stand again and again.
    pub fn strength(&self, row: usize) -> f32 {
        if self.mass > 0.0 { self.scores[row] / self.mass } else { 0.0 }
    }

    /// Share, 0 to 1, of the query's weight in words that a row holds.
    pub fn coverage(&self, row: usize) -> f32 {
        if self.mass > 0.0 { self.matched[row] / self.mass } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_terms_and_short_rows_win() {
        let lengths = [10, 10, 40];
        let mut bm25 = Bm25::new(&lengths);
        let posting = |row, count| Posting { row, count };
        bm25.add_term(&[posting(0, 1), posting(1, 1), posting(2, 1)], 1.0, &lengths);
        bm25.add_term(&[posting(1, 1)], 1.0, &lengths);
        assert!(bm25.scores[1] > bm25.scores[0] && bm25.scores[0] > bm25.scores[2]);
        assert!((bm25.coverage(1) - 1.0).abs() < 1e-6 && bm25.coverage(0) < 0.5);
    }

    #[test]
    fn nothing_in_sight_scores_nothing() {
        let mut bm25 = Bm25::new(&[]);
        bm25.add_term(&[], 1.0, &[]);
        assert!(bm25.scores.is_empty());
    }
}
