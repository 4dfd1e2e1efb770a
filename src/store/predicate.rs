//! Scope and filters as conditions that LanceDB evaluates while it scans.

use uuid::Uuid;

use super::RowRef;
use super::rows::kind;
use crate::memory::filter::{Filter, Visible};
use crate::memory::kinds::Relation;

/// Most literals put into one `IN` list.
pub(super) const MAX_LITERALS: usize = 500;

/// A quoted SQL string.
pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(literal).collect::<Vec<_>>().join(", ")
}

/// Rows of one kind.
pub(super) fn of_kind(kind: &str) -> String {
    format!("kind = '{kind}'")
}

/// Rows of these kinds in sight.
pub(super) fn in_sight(kinds: &[&str], visible: &Visible) -> String {
    let kinds = match kinds {
        [kind] => of_kind(kind),
        several => format!("kind IN ({})", list(several.iter().copied())),
    };
    match visible.names() {
        Some(names) => format!("{kinds} AND scope IN ({})", list(names)),
        None => kinds,
    }
}

fn visible_rows(visible: &Visible) -> String {
    in_sight(&[kind::MEMORY], visible)
}

/// Memories in sight that pass the filter.
pub(super) fn memories(visible: &Visible, filter: &Filter) -> String {
    let mut terms = vec![visible_rows(visible)];
    let mut any_of = |column: &str, words: Vec<&str>| {
        if !words.is_empty() {
            terms.push(format!("{column} IN ({})", list(words)));
        }
    };
    any_of("memory_type", filter.types.iter().map(|it| it.as_str()).collect());
    any_of("state", filter.states.iter().map(|it| it.as_str()).collect());
    any_of("source", filter.sources.iter().map(|it| it.as_str()).collect());
    any_of("role", filter.role.as_deref().into_iter().collect());
    for (column, words) in [("tags", &filter.tags), ("related_files", &filter.files)] {
        if !words.is_empty() {
            let held = words.iter().map(|word| format!("array_has({column}, {})", literal(word)));
            terms.push(format!("({})", held.collect::<Vec<_>>().join(" OR ")));
        }
    }
    if let Some(after) = filter.created_after {
        terms.push(format!("created_at >= {}", after.as_microsecond()));
    }
    if let Some(before) = filter.created_before {
        terms.push(format!("created_at < {}", before.as_microsecond()));
    }
    terms.join(" AND ")
}

/// Rows of one scope, whatever their kind.
pub(super) fn scope(scope: &str) -> String {
    format!("scope = {}", literal(scope))
}

/// Rows in any of the scopes in sight; for tables without a `kind`.
pub(super) fn scopes(visible: &Visible) -> Option<String> {
    visible.names().map(|names| format!("scope IN ({})", list(names)))
}

/// Memories in sight with any of these ids.
pub(super) fn ids(visible: &Visible, ids: &[Uuid]) -> String {
    format!("{} AND {}", visible_rows(visible), any_of_ids(ids))
}

/// Rows with any of these ids.
pub(super) fn any_of_ids(ids: &[Uuid]) -> String {
    format!("id IN ({})", id_list(ids))
}

fn id_list(ids: &[Uuid]) -> String {
    ids.iter().map(|id| format!("'{id}'")).collect::<Vec<_>>().join(", ")
}

/// The row of one id that was made from one revision.
pub(super) fn revision_of(id: Uuid, revision: u64) -> String {
    format!("id = '{id}' AND revision = {}", revision.cast_signed())
}

/// Rows of a kind in sight whose id begins so; `prefix` holds hexadecimal digits and dashes only.
pub(super) fn id_prefix(kind: &str, visible: &Visible, prefix: &str) -> String {
    ids_from(&[kind], visible, prefix)
}

/// Rows of any of these kinds in sight whose id begins so.
pub(super) fn ids_from(kinds: &[&str], visible: &Visible, prefix: &str) -> String {
    format!("{} AND starts_with(id, {})", in_sight(kinds, visible), literal(prefix))
}

/// Links in sight with an end among these memories.
pub(super) fn links_at(kinds: &[&str], visible: &Visible, ids: &[Uuid]) -> String {
    let ids = id_list(ids);
    format!("{} AND (subject IN ({ids}) OR object IN ({ids}))", in_sight(kinds, visible))
}

/// Live links in sight with one of these relations.
pub(super) fn relations(visible: &Visible, relations: &[Relation]) -> String {
    let words = list(relations.iter().map(|relation| relation.as_str()));
    format!("{} AND relation IN ({words})", in_sight(&[kind::LINK], visible))
}

/// Changes of these memories.
pub(super) fn changes_of(ids: &[Uuid]) -> String {
    format!("{} AND subject IN ({})", of_kind(kind::CHANGE), id_list(ids))
}

/// Rows of these kinds that a run made.
pub(super) fn made_by_run(kinds: &[&str], run: Uuid) -> String {
    format!("{} AND made_run = '{run}'", in_sight(kinds, &Visible::All))
}

/// Vectors of these rows that were made from another text.
pub(super) fn other_revisions(rows: &[RowRef]) -> String {
    let one = |row: &RowRef| format!("(id = '{}' AND revision <> {})", row.id, row.revision.cast_signed());
    rows.iter().map(one).collect::<Vec<_>>().join(" OR ")
}

/// Memories of one scope with any of these keys or content fingerprints.
pub(super) fn keys_or_hashes(name: &str, keys: &[&str], hashes: &[u64]) -> String {
    let numbers: Vec<String> = hashes.iter().map(|hash| hash.cast_signed().to_string()).collect();
    let mut any = Vec::new();
    if !keys.is_empty() {
        any.push(format!("key IN ({})", list(keys.iter().copied())));
    }
    if !numbers.is_empty() {
        any.push(format!("content_hash IN ({})", numbers.join(", ")));
    }
    if any.is_empty() {
        any.push("false".to_owned());
    }
    format!("{} AND {} AND ({})", of_kind(kind::MEMORY), scope(name), any.join(" OR "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::kinds::MemoryType;

    #[test]
    fn filters_become_conditions() {
        let filter = Filter {
            types: vec![MemoryType::Decision, MemoryType::Code],
            tags: vec!["it's".into()],
            ..Filter::default()
        };
        assert_eq!(
            memories(&Visible::Scope("a/b".into()), &filter),
            "kind = 'memory' AND scope IN ('a/b', '') AND memory_type IN ('decision', 'code') \
             AND (array_has(tags, 'it''s'))"
        );
        assert_eq!(memories(&Visible::All, &Filter::default()), "kind = 'memory'");
        assert_eq!(memories(&Visible::Scope(String::new()), &Filter::default()), "kind = 'memory' AND scope IN ('')");
    }
}
