//! Succession: what took the place of a memory stands above it, however the two were scored.

use std::collections::HashSet;

/// Puts successors right above what they succeeded, bringing in those that were not found themselves.
///
/// `ranked` is the order found; `successors` names, for a row, the rows that took its place. The answer holds
/// every row of `ranked` once, and every successor that one of them leads to, in chains too; a circle ends where
/// it would close.
pub fn settle(ranked: &[usize], successors: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut placed = HashSet::new();
    let mut order = Vec::with_capacity(ranked.len());
    for row in ranked {
        place(*row, &successors, &mut placed, &mut order);
    }
    order
}

fn place(row: usize, successors: &impl Fn(usize) -> Vec<usize>, placed: &mut HashSet<usize>, order: &mut Vec<usize>) {
    // Marked before its successors, so that a circle ends.
    if !placed.insert(row) {
        return;
    }
    for successor in successors(row) {
        place(successor, successors, placed, order);
    }
    order.push(row);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(ranked: &[usize], pairs: &[(usize, usize)]) -> Vec<usize> {
        settle(ranked, |row| pairs.iter().filter(|(old, _)| *old == row).map(|(_, new)| *new).collect())
    }

    #[test]
    fn a_successor_comes_in_and_stands_above() {
        assert_eq!(settled(&[5, 1, 7], &[]), [5, 1, 7]);
        assert_eq!(settled(&[5, 1, 7], &[(1, 7)]), [5, 7, 1]);
        assert_eq!(settled(&[5, 1], &[(1, 9)]), [5, 9, 1]);
        assert_eq!(settled(&[9, 5, 1], &[(1, 9)]), [9, 5, 1], "above already: it stays where it is");
    }

    #[test]
    fn chains_are_followed_and_circles_end() {
        assert_eq!(settled(&[1], &[(1, 2), (2, 3)]), [3, 2, 1]);
        assert_eq!(settled(&[1, 2], &[(1, 2), (2, 1)]), [2, 1]);
        assert_eq!(settled(&[1, 4], &[(1, 3), (4, 3)]), [3, 1, 4], "one successor of two");
    }
}
