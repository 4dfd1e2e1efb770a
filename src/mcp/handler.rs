//! The protocol: versions, tools, calls, and the client's roots.
#![expect(deprecated, reason = "roots are deprecated, but sessions of 2024-11-05 to 2025-11-25 have them")]

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode, Implementation,
    InitializeRequestParams, InitializeResult, ListToolsResult, LoggingLevel, LoggingMessageNotificationParam,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, SetLevelRequestMethod, SetLevelRequestParams,
    SubscriptionFilter,
};
use rmcp::service::{NotificationContext, Peer, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::answer::refused;
use super::http::AskedScope;
use super::lock::{Lock, Said, folders};
use super::tools::{NAMES, instructions, tools};
use super::worker::{Call, Worker};
use super::{Nearby, Setup};
use crate::error::{Error, Result};

/// How long a first call waits for the client's roots.
const ROOTS_PATIENCE: Duration = Duration::from_secs(1);
/// How long a client may take to answer with its roots at all.
const ROOTS_TIMEOUT: Duration = Duration::from_secs(30);

/// What a server knows beside its connections.
pub(super) struct Shared {
    /// `--scope`, or `OCTOBRAIN_SCOPE`.
    fixed: Option<String>,
    /// Files and roots, for a client over stdio; one over HTTP may be anywhere.
    nearby: Option<Nearby>,
    /// Offer only what reads.
    read_only: bool,
    /// `memorize`, `remember`, `forget`.
    memories: Worker,
    /// `knowledge`.
    documents: Worker,
    /// Set when the process has to end: what still waits gives up.
    pub(super) stop: CancellationToken,
}

impl Shared {
    /// Starts the threads that answer.
    pub(super) fn start(setup: Setup, fixed: Option<String>, nearby: Option<Nearby>) -> Result<Self> {
        Ok(Self {
            fixed,
            nearby,
            read_only: setup.read_only,
            memories: Worker::start("memories", setup.clone(), true)?,
            documents: Worker::start("documents", setup, false)?,
            stop: CancellationToken::new(),
        })
    }
}

/// What the client's roots said.
#[derive(Debug, Clone, PartialEq)]
enum Roots {
    Unknown,
    Known { scope: Option<String>, folders: Vec<PathBuf> },
}

/// One connection.
#[derive(Clone)]
pub(super) struct Connection {
    shared: Arc<Shared>,
    /// What the first `initialize` said: a second one must not move the lock.
    bound: Arc<OnceLock<Said>>,
    roots: Arc<watch::Sender<Roots>>,
    /// From which level on the client wants to hear of trouble; it has to ask.
    level: Arc<Mutex<Option<LoggingLevel>>>,
}

impl Connection {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let roots = Arc::new(watch::channel(Roots::Unknown).0);
        Self { shared, bound: Arc::default(), roots, level: Arc::default() }
    }

    /// The lock as far as it is known, by what a request says itself; never waits.
    fn lock(&self, said: &Said) -> Lock {
        let nearby = self.shared.nearby.as_ref();
        let bound = self.bound.get().and_then(|said| said.scope.clone());
        let scope = self
            .shared
            .fixed
            .clone()
            .or(bound)
            .or_else(|| said.scope.clone())
            .or_else(|| match &*self.roots.borrow() {
                Roots::Known { scope, .. } => scope.clone(),
                Roots::Unknown => None,
            })
            .or_else(|| nearby?.here.clone());
        scope.map_or(Lock::Free, Lock::Scope)
    }

    /// The lock of a request. One that names another scope in its address than the connection has is refused.
    fn lock_of(&self, context: &RequestContext<RoleServer>) -> Result<Lock> {
        let lock = self.lock(&said(context));
        match (asked_scope(context), &lock) {
            (Some(asked), Lock::Scope(scope)) if asked != *scope => {
                Err(Error::usage("scope_locked", format!("this connection is locked to {scope:?}"))
                    .hint("open another one for another scope"))
            }
            _ => Ok(lock),
        }
    }

    /// Asks the client for its roots and announces a change of the tools.
    async fn ask_roots(&self, peer: &Peer<RoleServer>) {
        let Some(nearby) = &self.shared.nearby else { return };
        let before = self.lock(&Said::default());
        let asked = match has_roots(peer) {
            true => tokio::time::timeout(ROOTS_TIMEOUT, peer.list_roots()).await.ok().and_then(Result::ok),
            false => None,
        };
        let folders = asked.map(|answer| folders(answer.roots.iter().map(|root| &*root.uri))).unwrap_or_default();
        // The first root that has a scope; the others can be read all the same.
        let scope = folders.iter().find_map(|folder| (nearby.scope_of)(folder));
        self.roots.send_replace(Roots::Known { scope, folders });
        if self.lock(&Said::default()) != before {
            // A client that has gone hears nothing more.
            let _ = peer.notify_tool_list_changed().await;
        }
    }

    /// The lock and the readable folders for a call: waits for the roots, but not long.
    async fn settled(&self, context: &RequestContext<RoleServer>) -> Result<(Lock, Vec<PathBuf>)> {
        let mut roots = self.roots.subscribe();
        if self.shared.nearby.is_some() && has_roots(&context.peer) {
            let known = roots.wait_for(|roots| *roots != Roots::Unknown);
            let _ = tokio::time::timeout(ROOTS_PATIENCE, known).await;
        }
        let folders = match &*self.roots.borrow() {
            Roots::Known { folders, .. } => folders.clone(),
            Roots::Unknown => Vec::new(),
        };
        Ok((self.lock_of(context)?, folders))
    }

    /// Tells a client that has asked for it of an answer that was not as good as it should be.
    async fn warn(&self, peer: &Peer<RoleServer>, result: &CallToolResult) {
        let note = result.structured_content.as_ref().and_then(|it| it.get("note")).and_then(|note| note.as_str());
        let level = *self.level.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(note), Some(level)) = (note, level) else { return };
        if matches!(level, LoggingLevel::Debug | LoggingLevel::Info | LoggingLevel::Notice | LoggingLevel::Warning) {
            let message = LoggingMessageNotificationParam::new(LoggingLevel::Warning, json!(note));
            // A client that has gone hears nothing more.
            let _ = peer.notify_logging_message(message.with_logger("octobrain")).await;
        }
    }
}

fn has_roots(peer: &Peer<RoleServer>) -> bool {
    peer.peer_info().is_some_and(|info| info.capabilities.roots.is_some())
}

/// What a request says of its client: in its address, else in its capabilities, which `initialize` may have brought.
fn said(context: &RequestContext<RoleServer>) -> Said {
    let said = context.client_capabilities().as_ref().map(Said::read).unwrap_or_default();
    Said { scope: asked_scope(context).or(said.scope), ..said }
}

/// The scope in the address or the headers of a request over HTTP.
fn asked_scope(context: &RequestContext<RoleServer>) -> Option<String> {
    let head = context.extensions.get::<http::request::Parts>()?;
    head.extensions.get::<AskedScope>().map(|AskedScope(scope)| scope.clone())
}

impl ServerHandler for Connection {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder().enable_logging().enable_tools();
        // Over HTTP a lock never changes.
        let can = if self.shared.nearby.is_some() { can.enable_tool_list_changed().build() } else { can.build() };
        ServerConfig::new(can)
            .with_server_info(Implementation::new("octobrain", env!("CARGO_PKG_VERSION")).with_title("Octobrain"))
            .with_instructions(instructions(&self.lock(&Said::default()), &self.shared.memories.scopes()))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let said = Said::read(&request.capabilities);
        // The first one counts.
        if self.bound.set(Said { scope: asked_scope(&context).or(said.scope), ..said }).is_ok() {
            context.peer.set_peer_info(request.clone());
        }
        if self.lock(&Said::default()) == Lock::Free {
            self.shared.memories.read_scopes().await;
        }
        self.negotiate_initialize(&request)
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.shared.nearby.is_some().then(|| requested.clone())
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if context.protocol_version().is_some_and(|version| !version.has_initialize()) {
            return Err(ErrorData::method_not_found::<SetLevelRequestMethod>());
        }
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = Some(request.level);
        Ok(())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let mut roots = self.roots.subscribe();
        loop {
            tokio::select! {
                () = subscription.cancelled() => return Ok(()),
                () = self.shared.stop.cancelled() => return Ok(()),
                changed = roots.changed() => {
                    if changed.is_err() || subscription.sink().notify_tool_list_changed().await.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.ask_roots(&context.peer).await;
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.ask_roots(&context.peer).await;
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let lock = self.lock_of(&context).map_err(|error| ErrorData::invalid_params(error.message, None))?;
        Ok(ListToolsResult::with_all_items(tools(&lock, self.shared.read_only)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.as_ref();
        if !NAMES.contains(&name) {
            return Err(ErrorData::invalid_params(format!("unknown tool: {name}; one of {}", NAMES.join(" ")), None));
        }
        let (lock, folders) = match self.settled(&context).await {
            Ok(settled) => settled,
            Err(error) => return Ok(refused(&error).into()),
        };
        let arguments = request.arguments.unwrap_or_default();
        let command = arguments.get("command").and_then(|it| it.as_str()).unwrap_or_default();
        if self.shared.read_only && (matches!(name, "memorize" | "forget") || matches!(command, "store" | "delete")) {
            let error = Error::usage("read_only", format!("{name}: this server only reads"))
                .hint("remember, and knowledge with search, read or match");
            return Ok(refused(&error).into());
        }
        let worker = if name == "knowledge" { &self.shared.documents } else { &self.shared.memories };
        let said = self.bound.get().cloned().unwrap_or_else(|| said(&context));
        let call = Call { tool: name.to_owned(), arguments, lock, folders, said, read_only: self.shared.read_only };
        // The worker goes on when the client cancels: what it has begun to write it writes.
        let result = tokio::select! {
            result = worker.call(call) => result,
            () = context.ct.cancelled() => refused(&Error::usage("cancelled", "cancelled")),
            () = self.shared.stop.cancelled() => {
                refused(&Error::usage("ending", "the server is ending; what was being written is kept"))
            }
        };
        self.warn(&context.peer, &result).await;
        Ok(result.into())
    }

    /// `tools/call` whose parameters have the wrong shape arrives here.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != "tools/call" {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None));
        }
        let text = format!("params: {{\"name\": one of {}, \"arguments\": an object}}", NAMES.join(" "));
        let mut result = json!({ "content": [{ "type": "text", "text": text }], "isError": true });
        if context.protocol_version().is_some_and(|version| !version.has_initialize()) {
            result["resultType"] = json!("complete");
        }
        Ok(CustomResult::new(result))
    }
}
