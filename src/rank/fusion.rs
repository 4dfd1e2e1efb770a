//! Two legs become one order.
//!
//! The default is a weighted sum of normalised scores: unlike ranks, scores say how far apart two
//! candidates are. Reciprocal Rank Fusion (Cormack, Clarke and Büttcher 2009, k = 60) is there for
//! those who ask for it. The vector leg's weight follows how well the model fits the query's script,
//! so that a model which does not speak a language cannot drag the words down.

use std::cmp::Ordering;

/// Rank constant of Reciprocal Rank Fusion.
const RRF_K: f32 = 60.0;

/// How scores become one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Weighted sum of normalised scores.
    Weighted,
    /// Reciprocal Rank Fusion.
    Rrf,
}

/// One row that at least one leg found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// Position of the row.
    pub row: usize,
    /// BM25, if the words matched.
    pub lexical: Option<f32>,
    /// Cosine, if the row has a vector.
    pub cosine: Option<f32>,
    /// Rank in the lexical leg, from 1, if it was among its best.
    pub lexical_rank: Option<usize>,
    /// Rank in the vector leg, from 1, if it was among its best.
    pub vector_rank: Option<usize>,
    /// The fused value; higher is better.
    pub fused: f32,
}

/// Fuses the `depth` best rows of each leg; the result is in no particular order.
///
/// `lexical` holds BM25 per row (0 where nothing matched), `cosines` the cosine per row; either leg
/// may be absent. `vector_weight` is in [0, 1], `floor` the cosine of unrelated texts, which counts as nothing.
pub fn fuse(
    lexical: Option<&[f32]>,
    cosines: Option<&[Option<f32>]>,
    depth: usize,
    (vector_weight, floor): (f32, f32),
    method: Method,
) -> Vec<Candidate> {
    let by_words = lexical.map_or_else(Vec::new, |scores| {
        best(scores.len(), depth, |row| Some(scores[row]).filter(|score| *score > 0.0))
    });
    let by_meaning = cosines.map_or_else(Vec::new, |cosines| best(cosines.len(), depth, |row| cosines[row]));
    let rows = lexical.map_or(0, <[f32]>::len).max(cosines.map_or(0, <[_]>::len));
    let mut places: Vec<Option<usize>> = vec![None; rows];
    let mut candidates: Vec<Candidate> = Vec::with_capacity(by_words.len() + by_meaning.len());
    for row in by_words.iter().chain(&by_meaning) {
        if places[*row].is_none() {
            places[*row] = Some(candidates.len());
            candidates.push(Candidate {
                row: *row,
                lexical: lexical.map(|scores| scores[*row]).filter(|score| *score > 0.0),
                cosine: cosines.and_then(|cosines| cosines[*row]),
                lexical_rank: None,
                vector_rank: None,
                fused: 0.0,
            });
        }
    }
    for (rank, row) in by_words.iter().enumerate() {
        if let Some(place) = places[*row] {
            candidates[place].lexical_rank = Some(rank + 1);
        }
    }
    for (rank, row) in by_meaning.iter().enumerate() {
        if let Some(place) = places[*row] {
            candidates[place].vector_rank = Some(rank + 1);
        }
    }
    let weight = match (by_words.is_empty(), by_meaning.is_empty()) {
        (true, _) => 1.0,
        (_, true) => 0.0,
        _ => vector_weight,
    };
    match method {
        Method::Weighted => weigh(&mut candidates, weight, floor),
        Method::Rrf => reciprocal(&mut candidates, weight),
    }
    candidates
}

/// Positions of the `depth` best-scored rows, best first, ties by position.
fn best(rows: usize, depth: usize, score: impl Fn(usize) -> Option<f32>) -> Vec<usize> {
    let mut scored: Vec<(f32, usize)> = (0..rows).filter_map(|row| score(row).map(|score| (score, row))).collect();
    let order = |a: &(f32, usize), b: &(f32, usize)| descending(a.0, b.0).then(a.1.cmp(&b.1));
    if scored.len() > depth {
        scored.select_nth_unstable_by(depth, order);
        scored.truncate(depth);
    }
    scored.sort_unstable_by(order);
    scored.into_iter().map(|(_, row)| row).collect()
}

/// Orders numbers from high to low.
pub fn descending(a: f32, b: f32) -> Ordering {
    b.total_cmp(&a)
}

/// Each leg's score as a share of its best: the words from 0, where none is matched, the meaning from the cosine
/// that this model gives to unrelated texts. A floor taken from the candidates themselves would mean one thing in
/// a large scope and another in a small one.
fn weigh(candidates: &mut [Candidate], vector_weight: f32, floor: f32) {
    let top_words = candidates.iter().filter_map(|it| it.lexical).fold(0.0, f32::max);
    let top_cosine = candidates.iter().filter_map(|it| it.cosine).fold(f32::NEG_INFINITY, f32::max);
    for it in candidates {
        let words = it.lexical.map_or(0.0, |score| score / top_words.max(f32::MIN_POSITIVE));
        it.fused = match it.cosine {
            // Nothing rises above the unrelated: the order of the cosines is all there is.
            Some(cosine) if top_cosine <= floor => {
                (1.0 - vector_weight) * words + vector_weight * (cosine - top_cosine + 1.0).clamp(0.0, 1.0)
            }
            Some(cosine) => {
                let meaning = ((cosine - floor) / (top_cosine - floor)).clamp(0.0, 1.0);
                (1.0 - vector_weight) * words + vector_weight * meaning
            }
            // Without a vector (pending) the words speak for both.
            None => words,
        };
    }
}

fn reciprocal(candidates: &mut [Candidate], vector_weight: f32) {
    let share = |rank: Option<usize>| rank.map_or(0.0, |rank| 1.0 / (RRF_K + rank as f32));
    for it in candidates {
        // Doubled weights, so that two equal legs give the published formula.
        it.fused = 2.0 * ((1.0 - vector_weight) * share(it.lexical_rank) + vector_weight * share(it.vector_rank));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(weight: f32, method: Method) -> Vec<usize> {
        let lexical = [0.0, 9.0, 3.0, 1.0];
        let cosines = [Some(0.9), Some(0.2), Some(0.8), None];
        let mut found = fuse(Some(&lexical), Some(&cosines), 10, (weight, 0.1), method);
        found.sort_by(|a, b| descending(a.fused, b.fused));
        found.into_iter().map(|it| it.row).collect()
    }

    #[test]
    fn weights_move_the_order_from_words_to_meaning() {
        assert_eq!(order(0.0, Method::Weighted)[0], 1);
        assert_eq!(order(1.0, Method::Weighted)[0], 0);
        assert_eq!(order(0.5, Method::Weighted)[0], 2);
    }

    #[test]
    fn zero_weight_is_the_lexical_order() {
        for method in [Method::Weighted, Method::Rrf] {
            let order = order(0.0, method);
            assert_eq!(order[..3], [1, 2, 3]);
        }
    }

    #[test]
    fn one_leg_alone_and_nothing_at_all() {
        assert_eq!(fuse(Some(&[0.0, 2.0]), None, 5, (0.5, 0.1), Method::Weighted).len(), 1);
        assert_eq!(fuse(None, Some(&[Some(0.1), None]), 5, (0.0, 0.1), Method::Weighted)[0].fused, 1.0);
        assert!(fuse(None, None, 5, (0.5, 0.1), Method::Rrf).is_empty());
    }
}
