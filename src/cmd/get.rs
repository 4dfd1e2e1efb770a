//! `get`: memories by id.

use std::collections::HashSet;

use serde_json::Map;

use super::input;
use crate::app::App;
use crate::cli::GetArgs;
use crate::error::Result;
use crate::exit::{Status, Tally};
use crate::memory::filter::Visible;
use crate::store::{RowRef, Store};
use crate::wire::record::{MemoryRecord, NotFound};

/// Runs `get`.
pub(super) async fn run(app: &mut App, args: GetArgs) -> Result<Status> {
    let stdin = input::from_stdin(&args.ids, "the id")?;
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let vectors = Embeddings::read_all(app, &store).await?;
    let mut tally = Tally::default();
    if !stdin {
        let visible = app.visible()?;
        for id in &args.ids {
            print(app, &store, &vectors, &visible, id, &Map::new(), &mut tally).await?;
        }
        return Ok(tally.status());
    }
    let mut lines = input::stdin();
    while let Some(batch) = lines.next_batch() {
        for line in batch {
            let number = line.number;
            let outcome = match input::line_id(app, line) {
                Ok((id, visible, pass)) => print(app, &store, &vectors, &visible, &id, &pass, &mut tally).await,
                Err(error) => Err(error),
            };
            if let Err(error) = outcome {
                if error.kind != crate::error::ErrorKind::Usage {
                    return Err(error);
                }
                tally.refused += 1;
                input::refuse(app, number, &error);
            }
        }
        app.sink.flush()?;
        if app.sink.closed() {
            break;
        }
    }
    Ok(tally.status())
}

async fn print(
    app: &mut App,
    store: &Store,
    vectors: &Embeddings,
    visible: &Visible,
    id: &str,
    pass: &Map<String, serde_json::Value>,
    tally: &mut Tally,
) -> Result<()> {
    match input::memory_by_id(store, visible, id).await? {
        Some(memory) => {
            tally.done += 1;
            let row = RowRef { id: memory.id, revision: memory.revision() };
            app.sink.record(&MemoryRecord::new(&memory, None, vectors.of(row), pass))
        }
        None => {
            tally.negative += 1;
            app.sink.record(&NotFound::new(id, pass))
        }
    }
}

/// Which memories have their vector, read without loading a model.
pub(super) struct Embeddings {
    model: Option<String>,
    rows: HashSet<RowRef>,
}

impl Embeddings {
    /// Reads what the vectors table of the configured model holds for the scopes in sight.
    pub(super) async fn read(app: &App, store: &Store) -> Result<Self> {
        Self::read_for(app, store, &app.visible().unwrap_or(Visible::All)).await
    }

    /// Reads what it holds for every scope.
    pub(super) async fn read_all(app: &App, store: &Store) -> Result<Self> {
        Self::read_for(app, store, &Visible::All).await
    }

    async fn read_for(app: &App, store: &Store, visible: &Visible) -> Result<Self> {
        if !app.wants_model()? {
            return Ok(Self { model: None, rows: HashSet::new() });
        }
        // A model that cannot be named (its files are gone) has no vectors that could be used.
        let Some(model) = app.model_id()? else {
            return Ok(Self { model: Some(String::new()), rows: HashSet::new() });
        };
        let rows = store.embedded_rows(&model, visible).await.unwrap_or_default();
        Ok(Self { model: Some(model), rows: rows.into_iter().collect() })
    }

    /// The `embedding` field of a record.
    pub(super) fn of(&self, row: RowRef) -> Option<&str> {
        let model = self.model.as_deref()?;
        Some(if self.rows.contains(&row) { model } else { "pending" })
    }

    /// How many memories have their vector.
    pub(super) fn count(&self) -> usize {
        self.rows.len()
    }

    /// Identity of the configured model, if it can be told without loading it.
    pub(super) fn model(&self) -> Option<&str> {
        self.model.as_deref().filter(|model| !model.is_empty())
    }
}
