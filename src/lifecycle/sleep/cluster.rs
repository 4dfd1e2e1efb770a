//! Clusters: groups of memories of which every two are similar and state no different facts.

use std::time::Instant;

use crate::store::vectors::dot;
use crate::text::facts::Facts;

/// Most members of one cluster: its parent must hold what they say.
const MAX_MEMBERS: usize = 64;
/// Nearest neighbours of one memory that are tried as members of its cluster.
const MAX_TRIED: usize = 256;
/// Where the model cannot tell texts of a script apart, so much of what two state must be the same.
const SHARED_FACTS: f32 = 0.6;
/// Named as held apart from one cluster.
const MAX_HELD_APART: usize = 8;

/// One memory as clustering sees it.
pub(super) struct Point<'a> {
    /// Unit vector.
    pub(super) vector: &'a [f32],
    /// Its text.
    pub(super) text: &'a str,
    /// Memories of another kind do not share a cluster.
    pub(super) kind: u64,
    /// Fingerprint of the text; the same words may share a cluster whoever vouches for them.
    pub(super) words: u64,
    /// Who vouches for it.
    pub(super) trust: u8,
    /// Whether the model can tell texts of its script apart; where not, what is stated must agree the more.
    pub(super) spoken: bool,
    /// Made by folding before: such ones alone are no cluster.
    pub(super) parent: bool,
}

/// Members of a cluster, and what was kept out of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Cluster {
    /// Positions of the members, in order.
    pub(super) members: Vec<usize>,
    /// Lowest cosine between two members.
    pub(super) similarity: f32,
    /// Positions of memories as similar as members, with what holds them apart.
    pub(super) held_apart: Vec<(usize, String)>,
}

/// What clusters must be like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    pub(super) min_size: usize,
    pub(super) until: Option<Instant>,
}

/// Finds clusters by complete linkage: from the memory with the most neighbours on, each takes in its nearest ones
/// as long as every pair is similar and states no different facts.
///
/// Goes over what is left until nothing new comes up, so that a second pass would find nothing. Stops when its
/// time is over, with what it has.
pub(super) fn clusters(points: &[Point<'_>], near: &Neighbours, rules: Rules) -> Vec<Cluster> {
    let mut search =
        Search { points, near, facts: (0..points.len()).map(|_| None).collect(), taken: vec![false; points.len()] };
    let mut seeds: Vec<usize> = (0..points.len()).filter(|at| near.degree(*at) + 1 >= rules.min_size).collect();
    seeds.sort_by_key(|at| (std::cmp::Reverse(near.degree(*at)), *at));
    let mut found = Vec::new();
    loop {
        let before = found.len();
        for seed in &seeds {
            if rules.until.is_some_and(|until| Instant::now() >= until) {
                return found;
            }
            if search.taken[*seed] {
                continue;
            }
            let cluster = search.around(*seed);
            let all_parents = cluster.members.iter().all(|at| points[*at].parent);
            if cluster.members.len() >= rules.min_size && !all_parents {
                cluster.members.iter().for_each(|at| search.taken[*at] = true);
                found.push(cluster);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

struct Search<'a> {
    points: &'a [Point<'a>],
    near: &'a Neighbours,
    facts: Vec<Option<Facts>>,
    taken: Vec<bool>,
}

impl Search<'_> {
    fn around(&mut self, seed: usize) -> Cluster {
        let mut cluster = Cluster { members: vec![seed], similarity: 1.0, held_apart: Vec::new() };
        let mut candidates: Vec<(usize, f32)> =
            self.near.of_one(seed).filter(|at| !self.taken[*at]).map(|at| (at, self.cosine(seed, at))).collect();
        candidates.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for (at, _) in candidates.into_iter().take(MAX_TRIED) {
            if cluster.members.len() >= MAX_MEMBERS {
                break;
            }
            if !cluster.members.iter().all(|member| self.near.are(*member, at) && self.may_join(*member, at)) {
                continue;
            }
            let apart = cluster.members.iter().find_map(|member| self.difference(*member, at));
            match apart {
                None => {
                    let cosines = cluster.members.iter().map(|member| self.cosine(*member, at));
                    cluster.similarity = cosines.fold(cluster.similarity, f32::min);
                    cluster.members.push(at);
                }
                Some(why) if cluster.held_apart.len() < MAX_HELD_APART => cluster.held_apart.push((at, why)),
                Some(_) => {}
            }
        }
        cluster
    }

    fn cosine(&self, a: usize, b: usize) -> f32 {
        dot(self.points[a].vector, self.points[b].vector).min(1.0)
    }

    /// What is no matter of facts: the kind, who vouches, and the wording where the model cannot tell.
    fn may_join(&mut self, a: usize, b: usize) -> bool {
        let (x, y) = (&self.points[a], &self.points[b]);
        if x.kind != y.kind || (x.trust != y.trust && x.words != y.words) {
            return false;
        }
        if x.spoken && y.spoken {
            return true;
        }
        self.facts(a, b).is_some_and(|(a, b)| a.agreement(b) >= SHARED_FACTS)
    }

    fn difference(&mut self, a: usize, b: usize) -> Option<String> {
        self.facts(a, b).and_then(|(a, b)| a.difference(b))
    }

    fn facts(&mut self, a: usize, b: usize) -> Option<(&Facts, &Facts)> {
        for at in [a, b] {
            self.facts[at].get_or_insert_with(|| Facts::read(self.points[at].text));
        }
        self.facts[a].as_ref().zip(self.facts[b].as_ref())
    }
}

/// Rows that are compared with one other vector before it leaves the processor's cache.
const BLOCK: usize = 32;

/// Which memories are similar: one bit a pair.
pub(super) struct Neighbours {
    words: usize,
    bits: Vec<u64>,
}

impl Neighbours {
    /// Compares every pair, on all processors; leaves rows out when its time is over.
    pub(super) fn of(vectors: &[&[f32]], threshold: f32, until: Option<Instant>) -> Self {
        let words = vectors.len().div_ceil(64);
        let mut bits = vec![0; words * vectors.len()];
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        // Dealt out in turn, because later blocks of the triangle have longer rows.
        let mut hands: Vec<Vec<(usize, &mut [u64])>> = (0..threads).map(|_| Vec::new()).collect();
        for (block, rows) in bits.chunks_mut((words * BLOCK).max(1)).enumerate() {
            hands[block % threads].push((block * BLOCK, rows));
        }
        std::thread::scope(|scope| {
            for hand in hands {
                scope.spawn(move || {
                    for (first, rows) in hand {
                        if until.is_some_and(|until| Instant::now() >= until) {
                            return;
                        }
                        compare(vectors, first, rows, words, threshold);
                    }
                });
            }
        });
        let mut near = Self { words, bits };
        for at in 0..vectors.len() {
            let below: Vec<usize> = near.of_one(at).collect();
            for other in below {
                near.bits[other * words + at / 64] |= 1 << (at % 64);
            }
        }
        near
    }

    /// Whether any has so many neighbours.
    pub(super) fn any_with(&self, neighbours: usize) -> bool {
        (0..self.bits.len() / self.words.max(1)).any(|at| self.degree(at) >= neighbours)
    }

    fn row(&self, at: usize) -> &[u64] {
        &self.bits[at * self.words..][..self.words]
    }

    fn are(&self, a: usize, b: usize) -> bool {
        self.row(a)[b / 64] >> (b % 64) & 1 == 1
    }

    fn degree(&self, at: usize) -> usize {
        self.row(at).iter().map(|word| word.count_ones() as usize).sum()
    }

    fn of_one(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.row(at).iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(place, word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| place * 64 + bit))
    }
}

/// Compares a block of rows, which begins at `first`, with all rows before each.
fn compare(vectors: &[&[f32]], first: usize, rows: &mut [u64], words: usize, threshold: f32) {
    let last = first + rows.len() / words;
    for (other, vector) in vectors.iter().enumerate().take(last) {
        for at in first.max(other + 1)..last {
            if dot(vectors[at], vector) >= threshold {
                rows[(at - first) * words + other / 64] |= 1 << (other % 64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point<'a>(vector: &'a [f32], text: &'a str) -> Point<'a> {
        Point { vector, text, kind: 0, words: 0, trust: 0, spoken: true, parent: false }
    }

    fn at(degrees: f32) -> [f32; 2] {
        [degrees.to_radians().cos(), degrees.to_radians().sin()]
    }

    fn clusters(points: &[Point<'_>]) -> Vec<Cluster> {
        let vectors: Vec<&[f32]> = points.iter().map(|point| point.vector).collect();
        super::clusters(points, &Neighbours::of(&vectors, 0.9, None), Rules { min_size: 3, until: None })
    }

    #[test]
    fn every_pair_is_compared() {
        let vectors: Vec<[f32; 2]> = (0..200).map(|n| at(n as f32 * 7.0)).collect();
        let refs: Vec<&[f32]> = vectors.iter().map(|vector| &vector[..]).collect();
        let near = Neighbours::of(&refs, 0.5, None);
        for a in 0..200 {
            for b in 0..200 {
                assert_eq!(near.are(a, b), a != b && dot(refs[a], refs[b]) >= 0.5, "{a} {b}");
            }
        }
    }

    #[test]
    fn a_chain_is_no_cluster() {
        // Each is within 26 degrees of the next, the ends are not of each other.
        let vectors: Vec<[f32; 2]> = (0..5).map(|n| at(n as f32 * 20.0)).collect();
        let points: Vec<Point<'_>> = vectors.iter().map(|vector| point(vector, "the same words")).collect();
        assert!(clusters(&points).is_empty());
        let tight: Vec<[f32; 2]> = (0..5).map(|n| at(n as f32 * 5.0)).collect();
        let points: Vec<Point<'_>> = tight.iter().map(|vector| point(vector, "the same words")).collect();
        let found = clusters(&points);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].members.len(), 5);
        assert!((found[0].similarity - 20.0_f32.to_radians().cos()).abs() < 1e-5);
    }

    #[test]
    fn facts_trust_kind_and_age_hold_apart() {
        let vector = at(0.0);
        let same = || point(&vector, "Retry three times.");
        let with = |odd: Point<'static>| clusters(&[same(), same(), odd]);
        let v: &'static [f32] = Box::leak(Box::new(vector));
        let odd = |text: &'static str| point(v, text);
        assert_eq!(with(odd("Retry three times."))[0].members.len(), 3);
        assert!(with(odd("Retry four times.")).is_empty());
        assert!(with(Point { kind: 1, ..odd("Retry three times.") }).is_empty());
        assert!(with(Point { trust: 1, words: 1, ..odd("Retry it three times.") }).is_empty());
        assert_eq!(with(Point { trust: 1, ..odd("Retry three times.") }).len(), 1, "the same words");
        let parents: Vec<Point<'_>> = (0..3).map(|_| Point { parent: true, ..same() }).collect();
        assert!(clusters(&parents).is_empty());
        let four = [same(), same(), same(), odd("Retry four times.")];
        assert_eq!(clusters(&four)[0].held_apart, [(3, "numbers: 3 / 4".to_owned())]);
    }

    #[test]
    fn where_the_model_is_deaf_the_wording_must_agree() {
        let vector = at(0.0);
        let deaf = |text| Point { spoken: false, ..point(&vector, text) };
        let far = ["отчёт", "отчёт тормозит каждое утро", "почему отчёт тормозит каждое утро, знает только Ольга"];
        assert!(clusters(&far.map(deaf)).is_empty());
        let close = ["отчёт тормозит по утрам", "Отчёт тормозит по утрам!", "отчёт тормозит по утрам."];
        assert_eq!(clusters(&close.map(deaf)).len(), 1);
    }
}
