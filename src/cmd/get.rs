//! `get`: memories by id.

use std::collections::HashSet;

use serde_json::Map;
use uuid::Uuid;

use super::input;
use crate::app::App;
use crate::cli::GetArgs;
use crate::error::Result;
use crate::exit::{Status, Tally};
use crate::memory::filter::Visible;
use crate::store::Store;
use crate::wire::record::{MemoryRecord, NotFound};

/// Runs `get`.
pub(super) async fn run(app: &mut App, args: GetArgs) -> Result<Status> {
    let stdin = input::from_stdin(&args.ids, "the id")?;
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let vectors = Embeddings::read(app, &store).await?;
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
            app.sink.record(&MemoryRecord::new(&memory, None, vectors.of(memory.id), pass))
        }
        None => {
            tally.negative += 1;
            app.sink.record(&NotFound::new(id, pass))
        }
    }
}

/// Which memories still wait for their vector, read without loading a model.
pub(super) struct Embeddings {
    configured: bool,
    /// Identity of the model; none when its files are not there.
    model: Option<String>,
    pending: HashSet<Uuid>,
}

impl Embeddings {
    /// Reads what the vectors table of the configured model lacks; mostly that is a comparison of two counts.
    pub(super) async fn read(app: &App, store: &Store) -> Result<Self> {
        let mut embeddings = Self { configured: app.wants_model()?, model: None, pending: HashSet::new() };
        if embeddings.configured {
            embeddings.model = app.model_id()?;
        }
        if let Some(model) = &embeddings.model
            && !store.all_embedded(model).await?
        {
            embeddings.pending = store.pending(model).await?.into_iter().map(|row| row.id).collect();
        }
        Ok(embeddings)
    }

    /// The `embedding` field of a record: none where no model is configured.
    pub(super) fn of(&self, id: Uuid) -> Option<&str> {
        match &self.model {
            Some(model) if !self.pending.contains(&id) => Some(model),
            // A model whose files are gone has no vectors that could be used.
            _ => self.configured.then_some("pending"),
        }
    }

    /// How many memories of `all` wait for their vector.
    pub(super) fn pending(&self, all: u64) -> u64 {
        if self.model.is_some() { self.pending.len() as u64 } else { all }
    }

    /// Identity of the configured model, if it can be told without loading it.
    pub(super) fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }
}
