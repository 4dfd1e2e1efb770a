//! The protocol: versions, tools, calls, and the client's roots.
#![expect(deprecated, reason = "roots are deprecated, but sessions of 2024-11-05 to 2025-11-25 have them")]

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, CustomRequest, CustomResult, ErrorCode,
    Implementation, InitializeRequestParams, InitializeResult, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, Peer, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::answer::refused;
use super::lock::{Lock, folders};
use super::tools::{NAMES, instructions, tools};
use super::worker::{Call, Worker};
use crate::error::Error;
use crate::memory::scope::validate;

/// How long a first call waits for the client's roots.
const ROOTS_PATIENCE: Duration = Duration::from_secs(1);
/// How long a client may take to answer with its roots at all.
const ROOTS_TIMEOUT: Duration = Duration::from_secs(30);

/// What a server knows beside its connections.
pub(super) struct Shared {
    /// `--scope`, or `OCTOBRAIN_SCOPE`.
    pub(super) fixed: Option<String>,
    /// The scope of the current folder, where it lies in a repository.
    pub(super) here: Option<String>,
    /// Offer only what reads.
    pub(super) read_only: bool,
    /// `memorize`, `remember`, `forget`.
    pub(super) memories: Worker,
    /// `knowledge`.
    pub(super) documents: Worker,
    /// The scope of a folder.
    pub(super) scope_of: fn(&std::path::Path) -> Option<String>,
    /// Set when the process has to end: what still waits gives up.
    pub(super) stop: CancellationToken,
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
    /// What the first `initialize` asked for: a second one must not move the lock.
    bound: Arc<OnceLock<String>>,
    roots: Arc<watch::Sender<Roots>>,
}

impl Connection {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, bound: Arc::default(), roots: Arc::new(watch::channel(Roots::Unknown).0) }
    }

    /// The lock as far as it is known; never waits.
    fn lock(&self, capabilities: Option<&ClientCapabilities>) -> Lock {
        let scope = self
            .shared
            .fixed
            .clone()
            .or_else(|| self.bound.get().cloned())
            .or_else(|| capabilities.and_then(session_scope))
            .or_else(|| match &*self.roots.borrow() {
                Roots::Known { scope, .. } => scope.clone(),
                Roots::Unknown => None,
            })
            .or_else(|| self.shared.here.clone());
        scope.map_or(Lock::Free, Lock::Scope)
    }

    fn lock_of(&self, context: &RequestContext<RoleServer>) -> Lock {
        // What this request says of itself, else what `initialize` said.
        self.lock(context.client_capabilities().as_ref())
    }

    /// Asks the client for its roots and announces a change of the tools.
    async fn ask_roots(&self, peer: &Peer<RoleServer>) {
        let before = self.lock(None);
        let asked = match has_roots(peer) {
            true => tokio::time::timeout(ROOTS_TIMEOUT, peer.list_roots()).await.ok().and_then(Result::ok),
            false => None,
        };
        let folders = asked.map(|answer| folders(answer.roots.iter().map(|root| &*root.uri))).unwrap_or_default();
        // The first root that has a scope; the others can be read all the same.
        let scope = folders.iter().find_map(|folder| (self.shared.scope_of)(folder));
        self.roots.send_replace(Roots::Known { scope, folders });
        if self.lock(None) != before {
            // A client that has gone hears nothing more.
            let _ = peer.notify_tool_list_changed().await;
        }
    }

    /// The lock and the readable folders for a call: waits for the roots, but not long.
    async fn settled(&self, context: &RequestContext<RoleServer>) -> (Lock, Vec<PathBuf>) {
        let mut roots = self.roots.subscribe();
        if has_roots(&context.peer) {
            let known = roots.wait_for(|roots| *roots != Roots::Unknown);
            let _ = tokio::time::timeout(ROOTS_PATIENCE, known).await;
        }
        let folders = match &*self.roots.borrow() {
            Roots::Known { folders, .. } => folders.clone(),
            Roots::Unknown => Vec::new(),
        };
        (self.lock_of(context), folders)
    }
}

fn has_roots(peer: &Peer<RoleServer>) -> bool {
    peer.peer_info().is_some_and(|info| info.capabilities.roots.is_some())
}

/// Octobrain's own handshake: `capabilities.experimental.session.scope`.
fn session_scope(capabilities: &ClientCapabilities) -> Option<String> {
    let scope = capabilities.experimental.as_ref()?.get("session")?.get("scope")?.as_str()?;
    validate(scope).ok()
}

impl ServerHandler for Connection {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build())
            .with_server_info(Implementation::new("octobrain", env!("CARGO_PKG_VERSION")).with_title("Octobrain"))
            .with_instructions(instructions(&self.lock(None), &self.shared.memories.scopes()))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        if context.peer.peer_info().is_none() {
            if let Some(scope) = session_scope(&request.capabilities) {
                // Set once: there was none before.
                let _ = self.bound.set(scope);
            }
            context.peer.set_peer_info(request.clone());
        }
        if self.lock(None) == Lock::Free {
            self.shared.memories.read_scopes().await;
        }
        self.negotiate_initialize(&request)
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
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
        Ok(ListToolsResult::with_all_items(tools(&self.lock_of(&context), self.shared.read_only)))
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
        let (lock, folders) = self.settled(&context).await;
        let arguments = request.arguments.unwrap_or_default();
        let command = arguments.get("command").and_then(|it| it.as_str()).unwrap_or_default();
        if self.shared.read_only && (matches!(name, "memorize" | "forget") || matches!(command, "store" | "delete")) {
            let error = Error::usage("read_only", format!("{name}: this server only reads"))
                .hint("remember, and knowledge with search, read or match");
            return Ok(refused(&error).into());
        }
        let worker = if name == "knowledge" { &self.shared.documents } else { &self.shared.memories };
        let call = Call { tool: name.to_owned(), arguments, lock, folders, read_only: self.shared.read_only };
        // The worker goes on when the client cancels: what it has begun to write it writes.
        let result = tokio::select! {
            result = worker.call(call) => result,
            () = context.ct.cancelled() => refused(&Error::usage("cancelled", "cancelled")),
            () = self.shared.stop.cancelled() => {
                refused(&Error::usage("ending", "the server is ending; what was being written is kept"))
            }
        };
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
