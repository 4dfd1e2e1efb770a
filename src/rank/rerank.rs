//! A cross-encoder's scores in place of the fused ones.

/// New values for candidates that are sorted best first: the `keep` that the cross-encoder likes best stand first in
/// its order, the others below them in the order they had.
///
/// `fused` are the present values, `read` the cross-encoder's scores of the first so many candidates (any numbers,
/// higher fits better), `signals` the factors of the same.
pub fn reranked(fused: &[f32], read: &[f32], signals: &[f32], keep: usize) -> Vec<f32> {
    let mut liked: Vec<(usize, f32)> =
        read.iter().zip(signals).map(|(score, signal)| sigmoid(*score) * signal).enumerate().collect();
    liked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    liked.truncate(keep);
    let least = liked.last().map_or(1.0, |it| it.1);
    let best_left = fused.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    // Half of the least kept value at most: whatever comes below stays below.
    let mut values: Vec<f32> = fused.iter().map(|value| 0.5 * least * value / best_left).collect();
    for (at, value) in liked {
        values[at] = value;
    }
    values
}

/// Scores have no bounds; their order is all that counts, and signals multiply.
fn sigmoid(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_liked_ones_stand_first_in_their_order() {
        let values = reranked(&[0.9, 0.8, 0.7, 0.6], &[-4.0, 3.0, 2.0], &[1.0; 3], 2);
        assert!(values[1] > values[2] && values[2] > values[0] && values[0] > values[3], "{values:?}");
    }

    #[test]
    fn equal_scores_keep_their_order_unless_signals_differ() {
        let values = reranked(&[0.9, 0.8], &[1.0, 1.0], &[1.0, 1.0], 10);
        assert_eq!(values[0], values[1]);
        let values = reranked(&[0.9, 0.8], &[1.0, 1.0], &[0.97, 1.03], 10);
        assert!(values[1] > values[0]);
        assert_eq!(reranked(&[], &[], &[], 3), Vec::<f32>::new());
    }
}
