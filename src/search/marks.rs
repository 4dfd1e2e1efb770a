//! What a query's phrases and operators say of the rows.

use std::collections::HashSet;

use crate::error::Result;
use crate::rank::bm25::Posting;
use crate::store::lexical::View;
use crate::text::analyse::terms;
use crate::text::query::{Query, folded, holds};

/// The rows that a query's phrases and operators name.
#[derive(Debug, Default)]
pub struct Marks {
    /// Per phrase of the query, the rows that hold it.
    pub(super) phrases: Vec<Vec<Posting>>,
    /// Per row, whether it may be an answer; none when all may.
    allowed: Option<Vec<bool>>,
}

impl Marks {
    /// Finds them among so many rows; `texts` gives the texts of rows, in any order, and is asked only where phrases
    /// must be compared.
    pub async fn find<F>(query: &Query, view: &View, texts: impl Fn(Vec<u32>) -> F) -> Result<Self>
    where
        F: Future<Output = Result<Vec<(u32, String)>>>,
    {
        let mut phrases = Vec::with_capacity(query.phrases.len());
        for phrase in &query.phrases {
            let rows = holding(view, phrase, &texts).await?;
            phrases.push(rows.into_iter().map(|row| Posting { row, count: 1 }).collect());
        }
        if query.required.is_empty() && query.excluded.is_empty() {
            return Ok(Self { phrases, allowed: None });
        }
        let mut allowed = vec![true; view.rows()];
        let required = query.required.iter().map(|item| (item, true));
        for (item, wanted) in required.chain(query.excluded.iter().map(|item| (item, false))) {
            let holding: HashSet<u32> = holding(view, item, &texts).await?.into_iter().collect();
            for (row, allowed) in allowed.iter_mut().enumerate() {
                *allowed &= holding.contains(&(row as u32)) == wanted;
            }
        }
        Ok(Self { phrases, allowed: Some(allowed) })
    }

    /// Whether a row may be an answer.
    pub fn allows(&self, row: usize) -> bool {
        self.allowed.as_ref().is_none_or(|allowed| allowed[row])
    }

    /// The rows that may not.
    pub(super) fn barred(&self) -> impl Iterator<Item = usize> {
        let allowed = self.allowed.iter().flatten().enumerate();
        allowed.filter(|(_, allowed)| !**allowed).map(|(row, _)| row)
    }
}

/// The rows that hold a word in any of its forms, or a phrase as it is written.
async fn holding<F>(view: &View, item: &str, texts: &impl Fn(Vec<u32>) -> F) -> Result<Vec<u32>>
where
    F: Future<Output = Result<Vec<(u32, String)>>>,
{
    let rows = view.holding_all(&terms(item))?;
    if !item.contains(char::is_whitespace) {
        return Ok(rows);
    }
    let phrase = folded(item);
    let texts = texts(rows).await?;
    Ok(texts.iter().filter(|(_, text)| holds(&folded(text), &phrase)).map(|(row, _)| *row).collect())
}
