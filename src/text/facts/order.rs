//! What the order of words says: who does what to whom, from where to where.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::words::{Role, role};
use super::{STOP, is_article};
use crate::text::script::Script;

/// Longer texts with the same words in another order are held apart without a closer look.
const MAX_WORDS: usize = 60;
/// Longest part of a sentence that may stand elsewhere, in words.
const MAX_MOVED: usize = 12;
/// Parts of a sentence that may stand elsewhere at once.
const MAX_MOVES: usize = 3;

/// A sequence without articles, with the sides of "and" in one order.
pub(super) fn plain(sequence: &[String]) -> Vec<String> {
    let mut words: Vec<String> = sequence.iter().filter(|word| !is_article(word)).cloned().collect();
    for at in 1..words.len().saturating_sub(1) {
        if is_and(&words[at]) && words[at - 1] > words[at + 1] {
            words.swap(at - 1, at + 1);
        }
    }
    words
}

/// What the order of two texts says differently; none where nothing does.
pub(super) fn difference(a: &[String], b: &[String]) -> Option<String> {
    if let Some((what, by)) = turned(a, b).or_else(|| turned(b, a)) {
        return Some(format!("exchanged: {what} by {by} / {what} {by}"));
    }
    if let Some((x, y)) = recased(a, b).or_else(|| redirected(a, b)) {
        return Some(format!("exchanged: {x} / {y}"));
    }
    let (bare_a, bare_b) = (bare(a), bare(b));
    let (counts_a, counts_b) = (counts(&bare_a), counts(&bare_b));
    // Parts with the same preposition, or none, in each other's place.
    if let Some((x, y)) = exchanged(&bare_a, &bare_b, false).filter(|(x, _)| !is_cyrillic(&x.concat())) {
        return Some(format!("exchanged: {} / {}", x.join(" "), y.join(" ")));
    }
    let free = a.iter().chain(b).any(|word| is_cyrillic(word));
    if counts_a == counts_b && !free {
        let same = bare_a.len() <= MAX_WORDS && movable(a, b, MAX_MOVES);
        return (!same).then(|| "the same words in an order that says something else".to_owned());
    }
    let said_more =
        |a: &HashMap<&str, usize>, b: &HashMap<&str, usize>| a.iter().any(|(word, n)| b.get(word) < Some(n));
    let same_words = counts_a.keys().all(|word| counts_b.contains_key(word)) && counts_a.len() == counts_b.len();
    if same_words && said_more(&counts_a, &counts_b) && said_more(&counts_b, &counts_a) {
        return Some("the same words, of which each says others more often".to_owned());
    }
    if regrouped(a, b) {
        return Some("the same words, put together otherwise".to_owned());
    }
    // Russian tells who does what by endings, and its words stand as they like, but not across a stop.
    let (x, y) = exchanged(a, b, true).filter(|_| free)?;
    Some(format!("exchanged: {} / {}", x.join(" "), y.join(" ")))
}

/// Whether the parts between stops, as many in both texts, hold the same words put together otherwise.
fn regrouped(a: &[String], b: &[String]) -> bool {
    let parts = |words: &[String]| -> Vec<BTreeSet<String>> {
        let content = |word: &&String| role(word) == Role::Content;
        words.split(|word| word == STOP).map(|part| part.iter().filter(content).cloned().collect()).collect()
    };
    let told = |words: &[String]| -> Vec<BTreeSet<String>> {
        let mut told: Vec<_> = parts(words).into_iter().filter(|part: &BTreeSet<String>| part.len() > 1).collect();
        told.sort();
        told
    };
    let (a, b) = (told(a), told(b));
    let all = |parts: &[BTreeSet<String>]| parts.iter().flatten().cloned().collect::<BTreeSet<String>>();
    a.len() > 1 && a.len() == b.len() && a != b && all(&a) == all(&b)
}

fn is_cyrillic(text: &str) -> bool {
    text.chars().any(|c| Script::of(c) == Some(Script::Cyrillic))
}

/// Two meanings of which each came in the other's form: in the nominative and in the dative, say.
pub(super) fn endings(a: &BTreeMap<String, String>, b: &BTreeMap<String, String>) -> Option<String> {
    let ending = |form: &str, stem: &str| form.strip_prefix(stem).map(str::to_owned);
    let changed: Vec<(&String, String, String)> = a
        .iter()
        .filter(|(said, _)| is_cyrillic(said))
        .filter_map(|(said, form)| Some((said, ending(form, said)?, ending(b.get(said)?, said)?)))
        .filter(|(_, own, theirs)| own != theirs)
        .collect();
    changed.iter().enumerate().find_map(|(at, (x, own, theirs))| {
        let (y, ..) = changed[at + 1..].iter().find(|(_, other, others)| other == theirs && others == own)?;
        Some(format!("exchanged: {x} / {y}"))
    })
}

fn bare(words: &[String]) -> Vec<String> {
    words.iter().filter(|word| *word != STOP).cloned().collect()
}

fn counts(words: &[String]) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for word in words {
        *counts.entry(word.as_str()).or_default() += 1;
    }
    counts
}

fn is_and(word: &str) -> bool {
    matches!(word, "and" | "or" | "и" | "или" | "和" | "与" | "跟")
}

/// Whether the one becomes the other when whole parts of the sentence move: with their preposition, or between stops.
fn movable(a: &[String], b: &[String], moves: usize) -> bool {
    if bare(a) == bare(b) {
        return true;
    }
    if moves == 0 {
        return false;
    }
    let begins = |at: usize| at == 0 || a[at - 1] == STOP || is_preposition(&a[at]) || is_quantifier(&a[at]);
    (0..a.len()).filter(|at| begins(*at)).any(|at| {
        let reach = a[at..].iter().take(MAX_MOVED).take_while(|word| *word != STOP).count();
        (1..=reach).rev().any(|length| {
            let part = &a[at..at + length];
            // Without a preposition only what stands between stops is a part.
            let whole = is_preposition(&part[0])
                || is_quantifier(&part[0])
                || a.get(at + length).is_none_or(|word| word == STOP);
            whole
                && (0..=b.len().saturating_sub(length))
                    .filter(|to| &b[*to..to + length] == part)
                    .any(|to| movable(&without(a, at, length), &without(b, to, length), moves - 1))
        })
    })
}

fn without(words: &[String], at: usize, length: usize) -> Vec<String> {
    [&words[..at], &words[at + length..]].concat()
}

/// Two words of which each has the other's preposition in the other text: from A to B, from B to A.
fn recased(a: &[String], b: &[String]) -> Option<(String, String)> {
    let (a, b) = (cases(a), cases(b));
    let changed: Vec<(&str, &str, &str)> = a
        .iter()
        .filter_map(|(word, own)| Some((*word, (*own)?, (*b.get(word)?)?)))
        .filter(|(_, own, theirs)| own != theirs)
        .collect();
    changed.iter().enumerate().find_map(|(at, (x, own, theirs))| {
        // What has no preposition changes places only with what has one that says so clearly.
        let telling = |case: &str| case.is_empty() || DIRECTIONS.contains(&case);
        let both = !own.is_empty() && !theirs.is_empty() || telling(own) && telling(theirs);
        let (y, ..) = changed[at + 1..].iter().find(|(_, other, others)| both && other == theirs && others == own)?;
        Some(((*x).to_owned(), (*y).to_owned()))
    })
}

/// Two words that both texts have, of which each is the object of the same preposition in one of them alone:
/// reports to Tomas, reports to Priya.
fn redirected(a: &[String], b: &[String]) -> Option<(String, String)> {
    let (a, b) = (cases(a), cases(b));
    let alone = |own: &HashMap<&str, Option<&str>>, other: &HashMap<&str, Option<&str>>| -> Vec<(String, String)> {
        let objects = own.iter().filter_map(|(word, case)| Some((*word, (*case)?)));
        let alone = objects.filter(|(word, case)| {
            OBJECTS.contains(case) && matches!(other.get(word), Some(Some(there)) if there != case)
        });
        alone.map(|(word, case)| (word.to_owned(), case.to_owned())).collect()
    };
    let (mut own, theirs) = (alone(&a, &b), alone(&b, &a));
    own.sort();
    own.into_iter().find_map(|(x, case)| {
        let (y, _) = theirs.iter().filter(|(_, other)| *other == case).min()?;
        Some((x, y.clone()))
    })
}

/// The preposition that each word stands behind, empty without one; none for words that come more than once.
fn cases(words: &[String]) -> HashMap<&str, Option<&str>> {
    let mut cases: HashMap<&str, Option<&str>> = HashMap::new();
    let mut case = "";
    for word in words {
        if is_preposition(word) {
            // One clause depends on the other, whatever the word for it.
            let depends = matches!(word.as_str(), "as" | "when" | "while" | "until" | "if" | "because" | "since");
            case = if depends { "while" } else { word };
        } else if word == STOP || role(word) != Role::Content {
            case = "";
        } else {
            cases.entry(word).and_modify(|it| *it = None).or_insert(Some(case));
        }
    }
    cases
}

/// The two parts that have changed places around something that stayed; not around a mere "and", and not where
/// parts with their prepositions have moved as wholes.
fn exchanged<'a>(a: &'a [String], b: &'a [String], across_stops: bool) -> Option<(&'a [String], &'a [String])> {
    if a.len() != b.len() {
        return None;
    }
    let before = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let after = a[before..].iter().rev().zip(b[before..].iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[before..a.len() - after], &b[before..b.len() - after]);
    for first in 1..a.len() {
        let x = &a[..first];
        if !b.ends_with(x) {
            continue;
        }
        for last in first + 1..a.len() {
            let (middle, y) = (&a[first..last], &a[last..]);
            let between = middle.iter().any(|word| if across_stops { word == STOP } else { !is_and(word) });
            let moved_whole = (is_preposition(&x[0]) || is_preposition(&y[0])) && x[0] != y[0];
            if between && !moved_whole && b.starts_with(y) && b[y.len()..].starts_with(middle) {
                return Some((x, y));
            }
        }
    }
    None
}

/// What is done by somebody in the one text and to him in the other: `called by B`, `calls B`.
fn turned<'a>(passive: &'a [String], active: &[String]) -> Option<(&'a str, &'a str)> {
    passive
        .windows(3)
        .filter(|three| three[1] == "by" && role(&three[0]) == Role::Content)
        .find(|three| active.windows(2).any(|two| two[0] == three[0] && two[1] == three[2]))
        .map(|three| (three[0].as_str(), three[2].as_str()))
}

/// Prepositions, and the conjunctions that begin a clause.
fn is_preposition(word: &str) -> bool {
    const PREPOSITIONS: &[&str] = &[
        "in",
        "on",
        "at",
        "of",
        "to",
        "into",
        "onto",
        "for",
        "from",
        "by",
        "via",
        "through",
        "with",
        "within",
        "during",
        "after",
        "before",
        "under",
        "over",
        "above",
        "below",
        "as",
        "if",
        "when",
        "while",
        "until",
        "because",
        "since",
        "than",
        "per",
        "about",
        "в",
        "во",
        "на",
        "с",
        "со",
        "по",
        "из",
        "за",
        "от",
        "до",
        "для",
        "при",
        "через",
        "у",
        "о",
        "об",
        "к",
        "ко",
        "после",
        "перед",
        "под",
        "над",
        "если",
        "когда",
        "从",
        "到",
        "给",
        "由",
        "被",
        "向",
        "对",
        "于",
        "把",
        "在",
        "用",
    ];
    PREPOSITIONS.contains(&word)
}

/// Prepositions behind which nobody stands who could as well stand without.
const DIRECTIONS: &[&str] = &[
    "from",
    "by",
    "after",
    "before",
    "while",
    "when",
    "until",
    "if",
    "than",
    "из",
    "от",
    "после",
    "перед",
    "从",
    "由",
    "被",
    "给",
];

/// Prepositions whose objects are somebody or somewhere else.
const OBJECTS: &[&str] = &["to", "from", "by", "из", "от", "к", "从", "给", "由", "被", "向"];

/// Words that begin a time of their own: every night, last year.
fn is_quantifier(word: &str) -> bool {
    matches!(word, "every" | "each" | "last" | "next" | "once" | "twice")
}
