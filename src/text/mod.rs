//! Text analysis for the lexical leg: from any text in any language to index terms.
//!
//! Pure functions only: nothing here reads files, prints, or knows the store. Documents and queries go
//! through the same [`analyse::terms`], so that whatever folding does to one it does to the other; no
//! language is detected, since two words of a query say too little to detect one. What a word's own
//! letters say (its script) decides how it is cut and stemmed.
//!
//! - [`analyse`]: the whole pipeline, one function.
//! - [`weight`]: how much a term counts in a query.
//! - [`script`]: which writing system a character or a text belongs to.
//! - [`excerpt`]: the part of a text that a query is about.
//! - [`facts`]: whether two texts that look alike state different facts.
//! - [`fingerprint`]: a short name for a text.
//! - `fold`: normalisation, case, accents and spelling variants.
//! - `lexer`: cutting text into words, compounds and runs of unspaced scripts.
//! - `compound`: identifiers, numbers, versions, paths: what is indexed whole and what by part.
//! - `stem`: stemming by script.
//! - [`overlap`]: how much of their wording two texts share.
//! - [`sentence`]: cutting text into sentences.
//! - [`query`]: quoted phrases and operators.
//! - [`slug`]: a file name for a model.
//! - [`tokens`]: an estimate of what a text costs a language model.

pub mod analyse;
mod compound;
pub mod excerpt;
pub mod facts;
pub mod fingerprint;
mod fold;
mod lexer;
pub mod nearest;
pub mod overlap;
pub mod query;
pub mod script;
pub mod secrets;
pub mod sentence;
pub mod slug;
mod stem;
pub mod tokens;
pub mod weight;
