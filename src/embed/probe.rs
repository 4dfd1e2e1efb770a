//! How well a model tells texts of each script apart, and which cosines it gives to related
//! and unrelated ones.
//!
//! Measured once a model on a small compiled-in set of questions and answering sentences
//! ([`super::probe_texts`]) and kept by the caller as JSON. Recall weighs the vector leg by
//! [`ScriptFit::separation`] and calibrates relevance by the cosines: an English model sees a
//! row of unknown letters in a Thai text, and all such rows look alike to it.

use serde::{Deserialize, Serialize};

use super::Embedder;
use super::probe_texts::TEXTS;
use crate::error::{Error, Result};
use crate::text::script::Script;

/// Changes when the texts or the arithmetic do, so that a kept probe is measured again.
const VERSION: u32 = 1;

/// Cosines nearer than this are equal: a model to which all words of a script are one unknown
/// word gives every text of it the same vector but for the last bits.
const TIE: f32 = 1e-4;

/// The kinds of text that are told apart: scripts, and English as the part of the Latin script
/// that most models were trained on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Writing {
    /// English.
    English,
    /// Latin letters in other languages: German, French, Spanish, Portuguese, Turkish, Polish.
    Latin,
    /// Russian.
    Cyrillic,
    /// Greek.
    Greek,
    /// Arabic.
    Arabic,
    /// Hebrew.
    Hebrew,
    /// Hindi.
    Devanagari,
    /// Thai.
    Thai,
    /// Chinese.
    Han,
    /// Japanese.
    Kana,
    /// Korean.
    Hangul,
}

impl Writing {
    /// The kind of a text, by the script of most of its letters; none for other scripts.
    ///
    /// A text in Latin letters counts as English unless it has a letter beyond ASCII: which
    /// language a short query is in cannot be told, and accents are the only sure sign.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        match Script::dominant(text) {
            Script::Latin if text.chars().any(|c| c.is_alphabetic() && !c.is_ascii()) => Some(Self::Latin),
            Script::Latin => Some(Self::English),
            Script::Cyrillic => Some(Self::Cyrillic),
            Script::Greek => Some(Self::Greek),
            Script::Arabic => Some(Self::Arabic),
            Script::Hebrew => Some(Self::Hebrew),
            Script::Devanagari => Some(Self::Devanagari),
            Script::Thai => Some(Self::Thai),
            Script::Han => Some(Self::Han),
            Script::Kana => Some(Self::Kana),
            Script::Hangul => Some(Self::Hangul),
            Script::Other => None,
        }
    }
}

/// What a model does with texts of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ScriptFit {
    /// The kind of text.
    pub script: Writing,
    /// 0 to 1: how often a question is closer to its own sentence than to another of its
    /// language, from chance (0) to always (1).
    pub separation: f32,
    /// Mean cosine of a question and its own sentence.
    pub related: f32,
    /// Mean cosine of a question and another sentence of its language.
    pub unrelated: f32,
    /// Standard deviation of the cosines of the latter.
    pub unrelated_sd: f32,
}

/// A model's fits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// [`Embedder::id`] of the model.
    pub model_id: String,
    /// `VERSION` of the texts.
    pub version: u32,
    /// One fit a kind of text, as they were asked for.
    pub fits: Vec<ScriptFit>,
}

impl Probe {
    /// Nothing measured yet.
    #[must_use]
    pub fn of(model_id: &str) -> Self {
        Self { model_id: model_id.to_owned(), version: VERSION, fits: Vec::new() }
    }

    /// Measures one kind of text: a dozen pairs, six languages of them for Latin letters.
    pub fn measure(&mut self, script: Writing, embedder: &mut dyn Embedder) -> Result<()> {
        let groups = TEXTS.iter().find(|(known, _)| *known == script).map_or(&[][..], |(_, groups)| groups);
        let mut tally = Tally::default();
        for group in groups {
            tally.add(embedder, group)?;
        }
        self.fits.push(tally.fit(script));
        Ok(())
    }

    /// Whether this is a probe of the model by today's texts.
    #[must_use]
    pub fn is_current(&self, model_id: &str) -> bool {
        self.version == VERSION && self.model_id == model_id
    }

    /// The fit of a kind of text; none where it was not measured yet.
    #[must_use]
    pub fn fit(&self, script: Writing) -> Option<&ScriptFit> {
        self.fits.iter().find(|fit| fit.script == script)
    }
}

/// Cosines and comparisons of one kind of text.
#[derive(Default)]
struct Tally {
    related: Vec<f32>,
    unrelated: Vec<f32>,
    /// Comparisons won, a tie as half.
    won: f32,
}

impl Tally {
    fn add(&mut self, embedder: &mut dyn Embedder, group: &str) -> Result<()> {
        let pairs: Vec<(&str, &str)> = group.lines().filter_map(|line| line.split_once(" | ")).collect();
        let sentences: Vec<String> = pairs.iter().map(|(_, answer)| (*answer).to_owned()).collect();
        let sentences = embedder.embed_documents(&sentences)?;
        if sentences.len() != pairs.len() {
            return Err(Error::internal("an embedder lost a text"));
        }
        let questions: Vec<String> = pairs.iter().map(|(question, _)| (*question).to_owned()).collect();
        for (own, question) in embedder.embed_queries(&questions)?.iter().enumerate() {
            let cosines: Vec<f32> = sentences.iter().map(|other| dot(question, other)).collect();
            self.related.push(cosines[own]);
            for (index, cosine) in cosines.iter().enumerate() {
                if index == own {
                    continue;
                }
                self.unrelated.push(*cosine);
                self.won += match cosines[own] - cosine {
                    lead if lead.abs() < TIE => 0.5,
                    lead if lead > 0.0 => 1.0,
                    _ => 0.0,
                };
            }
        }
        Ok(())
    }

    fn fit(&self, script: Writing) -> ScriptFit {
        let unrelated = mean(&self.unrelated);
        let squares: Vec<f32> = self.unrelated.iter().map(|c| (c - unrelated).powi(2)).collect();
        // Half of the comparisons are won by chance; losing more than that is worth no less.
        let share = self.won / self.unrelated.len().max(1) as f32;
        ScriptFit {
            script,
            separation: (2.0 * share - 1.0).max(0.0),
            related: mean(&self.related),
            unrelated,
            unrelated_sd: mean(&squares).sqrt(),
        }
    }
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

/// The cosine of unit vectors.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Knows the answers by heart, or sees nothing at all.
    struct Fake {
        knows: bool,
    }

    impl Embedder for Fake {
        fn id(&self) -> &str {
            "fake"
        }
        fn dimension(&self) -> usize {
            16
        }
        fn embed_documents(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
            texts.iter().map(|text| self.embed_query(text)).collect()
        }
        fn embed_query(&mut self, text: &str) -> Result<Vec<f32>> {
            let line = TEXTS
                .iter()
                .flat_map(|(_, groups)| groups.iter().flat_map(|group| group.lines().enumerate()))
                .find(|(_, line)| line.starts_with(text) || line.ends_with(text))
                .map_or(0, |(index, _)| index);
            let mut vector = vec![0.0; 16];
            vector[if self.knows { line } else { 0 }] = 1.0;
            Ok(vector)
        }
    }

    fn everything(embedder: &mut Fake) -> Probe {
        let mut probe = Probe::of("fake");
        for (script, _) in TEXTS {
            probe.measure(*script, embedder).expect("a fake does not fail");
        }
        probe
    }

    #[test]
    fn knowing_gives_one_and_blindness_nothing() {
        let probe = everything(&mut Fake { knows: true });
        assert_eq!(probe.fits.len(), TEXTS.len());
        for fit in &probe.fits {
            assert_eq!((fit.separation, fit.related, fit.unrelated), (1.0, 1.0, 0.0));
        }
        let probe = everything(&mut Fake { knows: false });
        for fit in &probe.fits {
            assert_eq!((fit.separation, fit.related, fit.unrelated_sd), (0.0, 1.0, 0.0));
        }
        assert!(probe.is_current("fake") && !probe.is_current("other"));
    }

    #[test]
    fn every_text_of_the_probe_is_of_its_kind() {
        for (script, groups) in TEXTS {
            let text = groups.join("\n");
            assert_eq!(Writing::of(&text), Some(*script));
        }
        assert_eq!(Writing::of("how do I reset it"), Some(Writing::English));
        assert_eq!(Writing::of("ጤና ይስጥልኝ"), None);
    }

    #[test]
    fn a_probe_survives_json() {
        let probe = everything(&mut Fake { knows: true });
        let text = serde_json::to_string(&probe).expect("plain data");
        assert_eq!(serde_json::from_str::<Probe>(&text).expect("plain data"), probe);
        assert!(text.contains("\"script\":\"devanagari\""), "{text}");
    }

    #[test]
    fn every_script_has_whole_pairs_that_share_few_words() {
        for (script, groups) in TEXTS {
            let lines: Vec<&str> = groups.iter().flat_map(|group| group.lines()).collect();
            assert!(lines.len() >= 12, "{script:?}");
            let mut shared = 0;
            for line in &lines {
                let (question, answer) = line.split_once(" | ").expect("a pair");
                let words = |text: &str| -> HashSet<String> {
                    text.split(|c: char| !c.is_alphanumeric())
                        .filter(|word| word.chars().count() > 4)
                        .map(str::to_lowercase)
                        .collect()
                };
                shared += words(question).intersection(&words(answer)).count();
            }
            assert!(shared <= 2, "{script:?}: {shared} words shared");
        }
    }
}
