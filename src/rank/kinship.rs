//! Kinship: a candidate whose near relatives score higher is raised towards them.
//!
//! The cluster hypothesis (van Rijsbergen 1979: documents close to each other answer the same questions) used
//! to smooth scores over the neighbours among the best candidates, after Diaz, "Regularizing ad hoc retrieval
//! scores" (2005). Only raising, never lowering: the best candidate keeps its place whatever stands around it.

/// Candidates that take part, from the best on.
pub const DEPTH: usize = 20;
/// How far a candidate is raised towards its relatives, 0 to 1.
const PULL: f32 = 0.5;
/// Exponent of the cosine: only near relatives count.
const NEARNESS: i32 = 8;

/// Raises `scores` (best first, at most [`DEPTH`] of them) by the cosines between the candidates.
pub fn raise(scores: &mut [f32], cosine: impl Fn(usize, usize) -> Option<f32>) {
    let given = scores.to_vec();
    for (at, score) in scores.iter_mut().enumerate() {
        let (mut pull, mut weight) = (0.0, 0.0);
        for (other, theirs) in given.iter().enumerate().filter(|(other, _)| *other != at) {
            let near = cosine(at, other).unwrap_or(0.0).max(0.0).powi(NEARNESS);
            weight += near;
            pull += near * (theirs - given[at]).max(0.0);
        }
        if weight > 0.0 {
            *score += PULL * pull / weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relatives_of_a_good_candidate_rise_and_nobody_falls() {
        let mut scores = [1.0, 0.4, 0.39];
        // The third is close to the first, the second to nobody.
        let cosine = |a: usize, b: usize| Some(if a + b == 2 && a != b { 0.95 } else { 0.1 });
        raise(&mut scores, cosine);
        assert_eq!(scores[0], 1.0);
        assert!(scores[2] > scores[1] && scores[1] >= 0.4, "{scores:?}");
    }

    #[test]
    fn without_vectors_nothing_moves() {
        let mut scores = [0.9, 0.5];
        raise(&mut scores, |_, _| None);
        assert_eq!(scores, [0.9, 0.5]);
    }
}
