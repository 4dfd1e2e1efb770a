//! One memory out of several that say the same: extractive, no language model.

use crate::memory::kinds::Source;
use crate::memory::record::{CONTENT_CHARS, Memory, derived_title};
use crate::text::facts::Facts;
use crate::text::sentence::sentences;

/// The text of a parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insight {
    /// The title of the most central member.
    pub title: String,
    /// Whether that title was given.
    pub title_given: bool,
    /// The members' sentences without repetition, most central first.
    pub content: String,
}

/// Composes the text of a parent from its members, most central first.
///
/// A sentence is left out when one that stays states all that it states.
pub fn compose(members: &[&Memory]) -> Insight {
    let mut kept: Vec<(&str, Facts)> = Vec::new();
    let mut chars = 0;
    for sentence in members.iter().flat_map(|member| sentences(&member.content)) {
        let facts = Facts::read(sentence);
        let length = sentence.chars().count() + 1;
        if kept.iter().any(|(other, stated)| *other == sentence || facts.is_stated_by(stated))
            || chars + length > CONTENT_CHARS.1
        {
            continue;
        }
        // What says less than this one is not needed any more.
        kept.retain(|(_, stated)| !stated.is_stated_by(&facts));
        kept.push((sentence, facts));
        chars = kept.iter().map(|(sentence, _)| sentence.chars().count() + 1).sum();
    }
    let content: Vec<&str> = kept.into_iter().map(|(sentence, _)| sentence).collect();
    let content = content.join("\n");
    let (title, title_given) = match members.first() {
        Some(central) if central.title_given => (central.title.clone(), true),
        _ => (derived_title(&content), false),
    };
    Insight { title, title_given, content }
}

/// The members of a group, most central first: by the sum of their cosines with the others.
pub fn by_centrality(count: usize, cosine: impl Fn(usize, usize) -> f32) -> Vec<usize> {
    let central = |at: usize| -> f32 { (0..count).filter(|other| *other != at).map(|other| cosine(at, other)).sum() };
    let mut order: Vec<(usize, f32)> = (0..count).map(|at| (at, central(at))).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order.into_iter().map(|(at, _)| at).collect()
}

/// Union of words in order of appearance, at most `most`.
pub fn union<'a>(lists: impl Iterator<Item = &'a [String]>, most: usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in lists.flatten() {
        if !all.contains(word) && all.len() < most {
            all.push(word.clone());
        }
    }
    all
}

/// What all members vouch for; the strongest where the same words came from several.
pub fn trust<'a>(members: impl Iterator<Item = &'a Memory>) -> Source {
    members.map(|member| member.source).min().unwrap_or(Source::AgentInferred)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::memory::draft::{Draft, validate};

    fn memory(content: &str) -> Memory {
        let draft = Draft { content: content.to_owned(), ..Draft::default() };
        validate(draft, 0.5, &Clock::system(), "memorize").unwrap()
    }

    #[test]
    fn sentences_stand_once_and_details_stay() {
        let members = [
            memory("We rate limit the public API with a token bucket."),
            memory("The public API is rate limited using a token bucket. Ask Petra about the limits."),
            memory("For the public API we use token bucket rate limiting of 50 requests per second."),
        ];
        let insight = compose(&members.iter().collect::<Vec<_>>());
        assert_eq!(
            insight.content,
            "Ask Petra about the limits.\n\
             For the public API we use token bucket rate limiting of 50 requests per second."
        );
        assert!(!insight.title_given);
        assert_eq!(trust(members.iter()), Source::AgentInferred);
    }

    #[test]
    fn the_middle_comes_first() {
        let points = [0.0_f32, 10.0, 7.0, 8.0, 9.0];
        assert_eq!(by_centrality(5, |a, b| -(points[a] - points[b]).abs())[0], 3);
    }
}
