//! What is asked of the records: every question is a condition that LanceDB evaluates while it scans.

use arrow_array::RecordBatch;
use futures::TryStreamExt;
use lancedb::query::{ColumnOrdering, ExecutableQuery, Query, QueryBase, Select};
use uuid::Uuid;

use super::journal;
use super::rows::{self, Columns, kind};
use super::vectors::row_refs;
use super::{Ageing, Ranked, RowRef, Sketch, Store, predicate};
use crate::error::Result;
use crate::memory::change::{Change, Run, Tombstone};
use crate::memory::filter::{Filter, Sort, Visible};
use crate::memory::kinds::Relation;
use crate::memory::link::Link;
use crate::memory::record::Memory;

impl Store {
    /// Memories that pass, whole, in no particular order.
    pub async fn memories(&self, visible: &Visible, filter: &Filter) -> Result<Vec<Memory>> {
        self.select(predicate::memories(visible, filter)).await
    }

    /// Memories that pass, newest or highest first, ties by id; at most `limit`.
    pub async fn sorted(
        &self,
        visible: &Visible,
        filter: &Filter,
        sort: Sort,
        limit: Option<usize>,
    ) -> Result<Vec<Memory>> {
        let Some(limit) = limit else {
            // Whole rows are cheaper to sort here than there.
            let mut all = self.memories(visible, filter).await?;
            all.sort_by(|a, b| sort.compare(a, b));
            return Ok(all);
        };
        let down = |name: &str| ColumnOrdering::desc_nulls_last(name.to_owned());
        let query = self
            .records
            .query()
            .only_if(predicate::memories(visible, filter))
            .select(Select::columns(rows::MEMORY_COLUMNS))
            .order_by(Some(vec![down(sort.column()), down("id")]))
            .limit(limit);
        decoded(&self.execute(query).await?, rows::decode)
    }

    /// Memories with these ids, whole, in no particular order; unknown ids are left out.
    pub async fn memories_by_id(&self, visible: &Visible, ids: &[Uuid]) -> Result<Vec<Memory>> {
        let mut found = Vec::with_capacity(ids.len());
        for some in ids.chunks(predicate::MAX_LITERALS) {
            found.extend(self.select(predicate::ids(visible, some)).await?);
        }
        Ok(found)
    }

    /// Memories whose id begins with `prefix` (lower-case hexadecimal with dashes).
    pub async fn memories_by_prefix(&self, visible: &Visible, prefix: &str) -> Result<Vec<Memory>> {
        self.select(predicate::id_prefix(kind::MEMORY, visible, prefix)).await
    }

    /// Memories of one scope with any of these keys or content fingerprints.
    pub async fn memories_like(&self, scope: &str, keys: &[&str], hashes: &[u64]) -> Result<Vec<Memory>> {
        self.select(predicate::keys_or_hashes(scope, keys, hashes)).await
    }

    async fn select(&self, predicate: String) -> Result<Vec<Memory>> {
        decoded(&self.scan(predicate, Select::columns(rows::MEMORY_COLUMNS)).await?, rows::decode)
    }

    /// The live rows that pass, without their text.
    pub async fn rows(&self, visible: &Visible, filter: &Filter) -> Result<Vec<RowRef>> {
        let predicate = predicate::memories(visible, filter);
        let batches = self.scan(predicate, Select::columns(&["id", "revision"])).await?;
        decoded(&batches, row_refs)
    }

    /// The live rows that pass, with what their rank depends on.
    pub async fn ranked(&self, visible: &Visible, filter: &Filter) -> Result<Vec<Ranked>> {
        const COLUMNS: &[&str] =
            &["id", "revision", "importance", "memory_type", "state", "source", "created_at", "updated_at"];
        let predicate = predicate::memories(visible, filter);
        decoded(&self.scan(predicate, Select::columns(COLUMNS)).await?, rows::decode_ranked)
    }

    /// The memories in sight as their fading needs them.
    pub async fn ageing(&self, visible: &Visible) -> Result<Vec<Ageing>> {
        const COLUMNS: &[&str] =
            &["id", "scope", "revision", "importance", "memory_type", "state", "source", "created_at", "updated_at"];
        let predicate = predicate::memories(visible, &Filter::default());
        decoded(&self.scan(predicate, Select::columns(COLUMNS)).await?, rows::decode_ageing)
    }

    /// Sketches of the memories in sight.
    pub async fn sketches(&self, visible: &Visible) -> Result<Vec<Sketch>> {
        const COLUMNS: &[&str] = &["id", "revision", "scope", "key", "title", "content_hash"];
        let predicate = predicate::memories(visible, &Filter::default());
        let batches = self.scan(predicate, Select::columns(COLUMNS)).await?;
        decoded(&batches, rows::decode_sketches)
    }

    /// Scope of every memory, one entry each.
    pub async fn scopes(&self) -> Result<Vec<String>> {
        let predicate = predicate::memories(&Visible::All, &Filter::default());
        let batches = self.scan(predicate, Select::columns(&["scope"])).await?;
        let mut scopes = Vec::new();
        for batch in &batches {
            scopes.extend(Columns(batch).text("scope")?.iter().flatten().map(str::to_owned));
        }
        Ok(scopes)
    }

    /// How many memories there are, in every scope.
    pub(super) async fn count(&self) -> Result<usize> {
        let memories = predicate::of_kind(kind::MEMORY);
        self.records.count_rows(Some(memories)).await.map_err(|error| self.failed(error))
    }

    /// Every live link in sight, oldest first.
    pub async fn links(&self, visible: &Visible) -> Result<Vec<Link>> {
        self.links_of_kinds(&[kind::LINK], visible).await
    }

    /// As [`Store::links`], with the links that were removed.
    pub async fn links_ever(&self, visible: &Visible) -> Result<Vec<Link>> {
        self.links_of_kinds(&[kind::LINK, kind::UNLINKED], visible).await
    }

    async fn links_of_kinds(&self, kinds: &[&str], visible: &Visible) -> Result<Vec<Link>> {
        let predicate = predicate::in_sight(kinds, visible);
        let batches = self.scan(predicate, Select::columns(rows::LINK_COLUMNS)).await?;
        let mut found = decoded(&batches, rows::decode_links)?;
        found.sort_by_key(|link| link.id);
        Ok(found)
    }

    /// Every change in sight, oldest first.
    pub async fn changes(&self, visible: &Visible) -> Result<Vec<Change>> {
        let predicate = predicate::in_sight(&[kind::CHANGE], visible);
        let mut found = decoded(&self.scan(predicate, Select::All).await?, journal::decode_changes)?;
        found.sort_by_key(|change| change.id);
        Ok(found)
    }

    /// How many live links are in sight.
    pub async fn count_links(&self, visible: &Visible) -> Result<usize> {
        let links = predicate::in_sight(&[kind::LINK], visible);
        self.records.count_rows(Some(links)).await.map_err(|error| self.failed(error))
    }

    /// Live links in sight with an end among these memories.
    pub async fn links_of(&self, visible: &Visible, ids: &[Uuid]) -> Result<Vec<Link>> {
        self.links_at(&[kind::LINK], visible, ids).await
    }

    /// As [`Store::links_of`], with the links that were removed.
    pub async fn links_ever_of(&self, visible: &Visible, id: Uuid) -> Result<Vec<Link>> {
        self.links_at(&[kind::LINK, kind::UNLINKED], visible, &[id]).await
    }

    async fn links_at(&self, kinds: &[&str], visible: &Visible, ids: &[Uuid]) -> Result<Vec<Link>> {
        let mut found: Vec<Link> = Vec::new();
        for some in ids.chunks(predicate::MAX_LITERALS) {
            let batches =
                self.scan(predicate::links_at(kinds, visible, some), Select::columns(rows::LINK_COLUMNS)).await?;
            found.extend(decoded(&batches, rows::decode_links)?);
        }
        // A link between two chunks was found twice.
        found.sort_by_key(|link| link.id);
        found.dedup_by_key(|link| link.id);
        Ok(found)
    }

    /// Live links in sight with one of these relations, oldest first.
    pub async fn links_by_relation(&self, visible: &Visible, relations: &[Relation]) -> Result<Vec<Link>> {
        let batches = self.scan(predicate::relations(visible, relations), Select::columns(rows::LINK_COLUMNS)).await?;
        let mut found = decoded(&batches, rows::decode_links)?;
        found.sort_by_key(|link| link.id);
        Ok(found)
    }

    /// Changes of these memories, oldest first.
    pub async fn changes_of(&self, ids: &[Uuid]) -> Result<Vec<Change>> {
        let mut found = Vec::new();
        for some in ids.chunks(predicate::MAX_LITERALS) {
            let batches = self.scan(predicate::changes_of(some), Select::All).await?;
            found.extend(decoded(&batches, journal::decode_changes)?);
        }
        found.sort_by_key(|change| change.id);
        Ok(found)
    }

    /// Tombstones in sight whose id begins with `prefix`, or is it.
    pub async fn tombstones(&self, visible: &Visible, prefix: &str) -> Result<Vec<Tombstone>> {
        let predicate = predicate::id_prefix(kind::FORGOTTEN, visible, prefix);
        decoded(&self.scan(predicate, Select::All).await?, journal::decode_tombstones)
    }

    /// Runs in sight whose id begins with `prefix`, undone ones too, oldest first.
    pub async fn runs(&self, visible: &Visible, prefix: &str) -> Result<Vec<Run>> {
        let predicate = predicate::ids_from(&[kind::RUN, kind::UNDONE], visible, prefix);
        let mut found = decoded(&self.scan(predicate, Select::All).await?, journal::decode_runs)?;
        found.sort_by_key(|run| (run.at, run.id));
        Ok(found)
    }

    /// Live memories that a run made.
    pub async fn memories_of_run(&self, run: Uuid) -> Result<Vec<Memory>> {
        self.select(predicate::made_by_run(&[kind::MEMORY], run)).await
    }

    /// Live links that a run made.
    pub async fn links_of_run(&self, run: Uuid) -> Result<Vec<Link>> {
        let predicate = predicate::made_by_run(&[kind::LINK], run);
        decoded(&self.scan(predicate, Select::columns(rows::LINK_COLUMNS)).await?, rows::decode_links)
    }

    /// Changes that a run made.
    pub async fn changes_of_run(&self, run: Uuid) -> Result<Vec<Change>> {
        decoded(&self.scan(predicate::made_by_run(&[kind::CHANGE], run), Select::All).await?, journal::decode_changes)
    }

    async fn scan(&self, predicate: String, columns: Select) -> Result<Vec<RecordBatch>> {
        self.execute(self.records.query().only_if(predicate).select(columns)).await
    }

    async fn execute(&self, query: Query) -> Result<Vec<RecordBatch>> {
        let stream = query.execute().await.map_err(|error| self.failed(error))?;
        stream.try_collect().await.map_err(|error| self.failed(error))
    }
}

fn decoded<T>(batches: &[RecordBatch], decode: impl Fn(&RecordBatch) -> Result<Vec<T>>) -> Result<Vec<T>> {
    let mut found = Vec::new();
    for batch in batches {
        found.extend(decode(batch)?);
    }
    Ok(found)
}
