//! A thread that owns the store and the model, and answers one call after another.
//!
//! What it has read for one call it keeps for the next: vectors, links, memories, until another process writes.

use std::sync::{Arc, RwLock};
use std::time::Duration;

use rmcp::model::CallToolResult;
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot};

use super::answer::refused;
use super::lock::{Lock, Said};
use super::{Setup, documents, memories, tools};
use crate::app::App;
use crate::background::{Until, sleep_if_due};
use crate::embed::Model;
use crate::error::{Error, Result};
use crate::store::Store;
use crate::wire::fields::Fields;

/// How long a call waits for the model before it goes on by words.
const PATIENCE: Duration = Duration::from_secs(10);

/// One call of a tool.
pub(super) struct Call {
    /// Its name.
    pub(super) tool: String,
    /// As they came.
    pub(super) arguments: Map<String, Value>,
    /// What it may touch.
    pub(super) lock: Lock,
    /// Folders of the client, below which files may be read.
    pub(super) folders: Vec<std::path::PathBuf>,
    /// Who asks.
    pub(super) said: Said,
    /// Nothing may be written.
    pub(super) read_only: bool,
}

impl Call {
    fn scope(&self) -> &str {
        match &self.lock {
            Lock::Scope(scope) => scope,
            Lock::Free => self.arguments.get("scope").and_then(|scope| scope.as_str()).unwrap_or_default(),
        }
    }
}

enum Job {
    Call(Box<Call>, oneshot::Sender<CallToolResult>),
    /// Reads the scopes that there are.
    Scopes(oneshot::Sender<()>),
}

/// The way to a worker; it ends with the last of these.
#[derive(Clone)]
pub(super) struct Worker {
    jobs: mpsc::Sender<Job>,
    scopes: Arc<RwLock<Vec<String>>>,
}

impl Worker {
    /// Starts the thread. `named` threads answer tools of one kind, so that a slow page keeps no memory waiting.
    ///
    /// `early` loads the model at once.
    pub(super) fn start(name: &str, setup: Setup, early: bool) -> Result<Self> {
        // Few: who sends more calls than are answered waits.
        let (jobs, queue) = mpsc::channel(64);
        let scopes = Arc::new(RwLock::new(Vec::new()));
        let worker = Self { jobs, scopes: scopes.clone() };
        std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || run((&setup, early), queue, &scopes))
            .map_err(|error| Error::internal(format!("cannot start a thread: {error}")))?;
        Ok(worker)
    }

    /// Runs a call; whatever happens in it, there is an answer.
    pub(super) async fn call(&self, call: Call) -> CallToolResult {
        let (reply, answer) = oneshot::channel();
        let sent = self.jobs.send(Job::Call(Box::new(call), reply)).await.is_ok();
        let failed = || refused(&Error::internal("this call failed inside the server; others go on"));
        if sent { answer.await.unwrap_or_else(|_| failed()) } else { failed() }
    }

    /// The scopes that there are, as they were read last.
    pub(super) fn scopes(&self) -> Vec<String> {
        self.scopes.read().map(|scopes| scopes.clone()).unwrap_or_default()
    }

    /// Reads the scopes anew.
    pub(super) async fn read_scopes(&self) {
        let (reply, done) = oneshot::channel();
        if self.jobs.send(Job::Scopes(reply)).await.is_ok() {
            // The worker is gone: what was known stays known.
            let _ = done.await;
        }
    }
}

fn run((setup, early): (&Setup, bool), mut queue: mpsc::Receiver<Job>, scopes: &Arc<RwLock<Vec<String>>>) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    // A panic ends the call that it happens in; what was read before is dropped with it.
    while !queue.is_closed() || !queue.is_empty() {
        let served = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            runtime.block_on(serve((setup, early), &mut queue, scopes));
        }));
        if served.is_ok() {
            return;
        }
    }
}

async fn serve((setup, early): (&Setup, bool), queue: &mut mpsc::Receiver<Job>, scopes: &Arc<RwLock<Vec<String>>>) {
    let mut state = State::new(setup, early);
    // There is no store until somebody writes, and what has read from it must not outlive it.
    while let Some(job) = queue.recv().await {
        match (state.store_for(&job).await, job) {
            (Ok(Some(store)), job) => return serve_store(&mut state, &store, job, queue, scopes).await,
            (Ok(None), Job::Call(call, reply)) => drop(reply.send(memories::nothing(&call.tool))),
            (Err(error), Job::Call(_, reply)) => drop(reply.send(refused(&error))),
            (_, Job::Scopes(done)) => drop(done.send(())),
        }
    }
}

/// Serves one store until the queue ends.
async fn serve_store(
    state: &mut State,
    store: &Store,
    first: Job,
    queue: &mut mpsc::Receiver<Job>,
    scopes: &Arc<RwLock<Vec<String>>>,
) {
    let Ok(mut session) = memories::Session::new(state, store) else { return };
    let mut job = Some(first);
    loop {
        let Some(next) = job.take() else { return };
        match next {
            Job::Scopes(done) => {
                note_scopes(store, scopes).await;
                let _ = done.send(());
            }
            Job::Call(call, reply) => {
                state.follow_model(store);
                let known = scopes.read().map(|scopes| scopes.clone()).unwrap_or_default();
                let answer = one(state, &mut session, store, &call, &known).await;
                let writes = matches!(call.tool.as_str(), "memorize" | "forget");
                // Gone means that the client has cancelled; what was written stays written.
                let _ = reply.send(answer.unwrap_or_else(|error| refused(&error)));
                if writes {
                    note_scopes(store, scopes).await;
                }
                if !call.read_only
                    && let Ok(app) = state.app()
                {
                    sleep_if_due(app, store, call.scope(), Until::ThisProcessEnds);
                }
                session.catch_up(state).await;
            }
        }
        job = queue.recv().await;
    }
}

async fn one(
    state: &mut State,
    session: &mut memories::Session<'_>,
    store: &Store,
    call: &Call,
    known: &[String],
) -> Result<CallToolResult> {
    let mut arguments = call.arguments.clone();
    call.said.fill(&call.tool, &mut arguments);
    let mut fields = Fields::new(arguments);
    let place = call.lock.place(&mut fields)?;
    let answer = match call.tool.as_str() {
        "memorize" => session.memorize(state, &mut fields, &place, known).await,
        "remember" => session.remember(state, &mut fields, &place).await,
        "forget" => session.forget(state, &mut fields, &place).await,
        _ => documents::call(state, store, &mut fields, &place, (call, known)).await,
    }?;
    Ok(answer.into())
}

async fn note_scopes(store: &Store, scopes: &Arc<RwLock<Vec<String>>>) {
    let Ok(mut all) = store.scopes().await else { return };
    all.sort_unstable();
    all.dedup();
    if let Ok(mut known) = scopes.write() {
        *known = all;
    }
}

/// What the calls of a worker share beside the store.
pub(super) struct State {
    app: Result<App>,
    pub(super) model: Loading,
    /// Folders below which files may be read, whoever asks.
    pub(super) folders: Vec<std::path::PathBuf>,
    /// Whether files below the current folder may be read too, where a client has no roots.
    pub(super) reads_here: bool,
    setup: Setup,
}

impl State {
    /// `early` loads the model while the first calls come in, and not only for one that needs it.
    fn new(setup: &Setup, early: bool) -> Self {
        let app = App::new(setup.global.clone(), setup.env.clone());
        let mut model = Loading::default();
        if let Ok(app) = &app
            && app.wants_model().unwrap_or(false)
            && let Ok(Some(mut found)) = app.model()
        {
            if early {
                found.prepare("");
            }
            model = Loading(Some(Box::new(found)));
        }
        Self { app, model, folders: setup.folders.clone(), reads_here: setup.reads_here, setup: setup.clone() }
    }

    /// Goes over to the model that the store has changed to meanwhile.
    fn follow_model(&mut self, store: &Store) {
        let Ok(app) = &self.app else { return };
        let (Some(held), Ok(Some(own))) = (store.held_model(), app.model_id()) else { return };
        if held.id != own {
            *self = Self::new(&self.setup, true);
        }
    }

    /// Settings, clock and paths; the configuration may be at fault.
    pub(super) fn app(&self) -> Result<&App> {
        self.app.as_ref().map_err(Clone::clone)
    }

    /// The store that a job needs, made for one that writes; none where there is nothing to read.
    async fn store_for(&self, job: &Job) -> Result<Option<Store>> {
        let app = self.app()?;
        if Store::exists(&app.store_dir()?) {
            return app.read_store().await;
        }
        match job {
            Job::Call(call, _) if tools::may_make_a_store(&call.tool, &call.arguments) => {
                app.write_store().await.map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// The model, loaded or on its way.
#[derive(Default)]
pub(super) struct Loading(Option<Box<Model>>);

impl Loading {
    /// The model, waited for a while; none where there is none, or it takes too long.
    pub(super) async fn get(&mut self) -> Option<&mut Model> {
        if let Some(model) = &mut self.0 {
            model.prepare("");
        }
        let until = tokio::time::Instant::now() + PATIENCE;
        while self.0.as_ref().is_some_and(|model| model.is_loading()) {
            if tokio::time::Instant::now() >= until {
                return None;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.0.as_deref_mut()
    }

    /// The model, whether it is loaded or not: a question that was asked before needs no loaded one.
    pub(super) fn named(&mut self) -> Option<&mut Model> {
        self.0.as_deref_mut()
    }

    /// Goes on without it.
    pub(super) fn failed(&mut self, error: Option<Error>) -> Option<String> {
        let error = error?;
        self.0 = None;
        Some(error.message)
    }
}
