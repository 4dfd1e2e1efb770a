//! Documents from the web: politely, within limits, and from the public internet only.

mod address;
mod error;
mod host;

pub use error::FetchError;

use address::{Guard, GuardedResolver};
use error::{shown, without_credentials};
use host::Hosts;
use hyper_util::client::proxy::matcher::Matcher;
use reqwest::header::{
    ACCEPT, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED,
    LOCATION, RETRY_AFTER,
};
use reqwest::{Client, ClientBuilder, Response, StatusCode, Url, redirect};
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

const USER_AGENT: &str = concat!("octobrain/", env!("CARGO_PKG_VERSION"));
const ACCEPTED: &str = "text/html, application/xhtml+xml, text/markdown, text/plain, application/pdf, */*;q=0.8";

/// Redirects that are followed.
const MAX_REDIRECTS: usize = 10;
/// The longest wait that a server may ask for.
const MAX_WAIT: Duration = Duration::from_secs(30);
/// Memory set aside before anything has arrived, in bytes: a server may announce what it likes.
const FIRST_BUFFER: u64 = 1024 * 1024;

/// How documents are fetched.
#[derive(Debug, Clone, Copy)]
pub struct FetchLimits {
    /// For one document, redirects included; waiting for a turn and where a server asks to wait are not counted.
    pub timeout: Duration,
    /// Most bytes of a document, after decompression.
    pub max_bytes: usize,
    /// Addresses of this machine and its networks may be fetched from.
    pub allow_private: bool,
    /// Single addresses that may be fetched from although they are not public.
    pub allow: fn(IpAddr) -> bool,
}

impl Default for FetchLimits {
    fn default() -> Self {
        let timeout = Duration::from_secs(30);
        Self { timeout, max_bytes: 50 * 1024 * 1024, allow_private: false, allow: |_| false }
    }
}

/// What tells whether a document has changed since it was fetched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    /// The `ETag` header as it was sent, with its quotes.
    pub etag: Option<String>,
    /// The `Last-Modified` header as it was sent.
    pub last_modified: Option<String>,
}

/// What a fetch brought.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "one for each request, taken apart at once")]
pub enum Fetched {
    /// The document is as it was when the validators were sent.
    Unchanged,
    /// The document.
    Page {
        /// Its bytes, decompressed.
        bytes: Vec<u8>,
        /// The `Content-Type` header.
        content_type: Option<String>,
        /// The character set that the header names, in lower case.
        charset: Option<String>,
        /// Where it was found at last, without user and password.
        final_url: Url,
        /// To ask the next time whether it has changed.
        validators: Validators,
    },
}

/// Fetches documents; one serves the whole process.
#[derive(Debug)]
pub struct Fetcher {
    limits: FetchLimits,
    guard: Guard,
    /// Resolves names itself, and checks what they stand for.
    direct: Client,
    /// Goes through the proxy of the environment, which resolves names.
    proxied: Client,
    proxies: Arc<Matcher>,
    hosts: Hosts,
    /// Authorities' certificates were found on this machine.
    has_roots: bool,
}

impl Fetcher {
    /// Sets up the connections; reads the system's certificates and the environment's proxies.
    ///
    /// Without certificates of authorities on the machine, http works and https fails with a message that says so.
    /// Installs ring as the process's cryptography if none was installed.
    ///
    /// Errors: `Setup` when no client can be made.
    pub fn new(limits: FetchLimits) -> Result<Self, FetchError> {
        // Another one is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let guard = Guard { allow_private: limits.allow_private, allow: limits.allow };
        let direct = |builder: ClientBuilder| builder.no_proxy().dns_resolver(Arc::new(GuardedResolver(guard)));
        let has_roots = direct(builder()).build().is_ok();
        let with_roots = |builder: ClientBuilder| if has_roots { builder } else { builder.tls_certs_only([]) };
        let setup = |error: reqwest::Error| FetchError::Setup(error.to_string());
        Ok(Self {
            limits,
            guard,
            direct: with_roots(direct(builder())).build().map_err(setup)?,
            proxied: with_roots(builder()).build().map_err(setup)?,
            proxies: Arc::new(Matcher::from_system()),
            hosts: Hosts::default(),
            has_roots,
        })
    }

    /// Whether a proxy fetches this, by the same rules as the client's.
    fn is_proxied(&self, url: &Url) -> bool {
        url.as_str().parse::<http::Uri>().is_ok_and(|uri| self.proxies.intercept(&uri).is_some())
    }

    /// The client for a URL, after a check of where it leads.
    async fn client(&self, url: &Url) -> Result<&Client, FetchError> {
        let host = match (url.scheme(), url.host()) {
            ("http" | "https", Some(host)) => host,
            _ => return Err(FetchError::Scheme(shown(url))),
        };
        let refused = |refused: address::Refused| FetchError::Private { url: shown(url), address: refused.0 };
        self.guard.check_host(&host).map_err(refused)?;
        if self.is_proxied(url) {
            self.guard.check_behind_proxy(&host).await.map_err(refused)?;
            return Ok(&self.proxied);
        }
        Ok(&self.direct)
    }

    fn failed(&self, url: &Url, error: &reqwest::Error) -> FetchError {
        error::of_request(url, error, self.limits.timeout, self.has_roots)
    }
}

fn builder() -> ClientBuilder {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static(ACCEPTED));
    // Redirects are followed here, so that each target is checked.
    Client::builder().user_agent(USER_AGENT).default_headers(headers).redirect(redirect::Policy::none())
}

/// Fetches a document, following redirects; `known` from an earlier fetch makes an unchanged one cheap.
///
/// User and password in the URL are used for the request, and are in no message and no result. A server that asks
/// for patience (429, 503) is asked again once.
///
/// Errors: see [`FetchError`]; their messages are for users.
pub async fn fetch(client: &Fetcher, url: &Url, known: Option<&Validators>) -> Result<Fetched, FetchError> {
    let journey = Journey { fetcher: client, known };
    let mut patience = Patience { url, limit: client.limits.timeout, left: client.limits.timeout, may_wait: true };
    let mut seen = HashSet::from([address_of(url)]);
    let mut next = url.clone();
    loop {
        match journey.hop(&next, &mut patience).await? {
            Hop::Arrived(fetched) => return Ok(fetched),
            Hop::Redirect(target) => {
                if !seen.insert(address_of(&target)) {
                    return Err(FetchError::RedirectLoop { url: shown(&target) });
                }
                if seen.len() > MAX_REDIRECTS + 1 {
                    return Err(FetchError::TooManyRedirects { url: shown(url), limit: MAX_REDIRECTS });
                }
                next = target;
            }
        }
    }
}

/// What tells two requests apart: not what only a browser looks at.
fn address_of(url: &Url) -> Url {
    let mut address = url.clone();
    address.set_fragment(None);
    address
}

/// How much longer a fetch may take.
struct Patience<'a> {
    /// What was asked for.
    url: &'a Url,
    limit: Duration,
    /// Time left for the network.
    left: Duration,
    /// No server has been waited for yet.
    may_wait: bool,
}

impl Patience<'_> {
    /// Does a part of the work in the time that is left for all of it.
    async fn during<T>(&mut self, work: impl Future<Output = Result<T, FetchError>>) -> Result<T, FetchError> {
        let started = Instant::now();
        let done = timeout(self.left, work).await;
        self.left = self.left.saturating_sub(started.elapsed());
        done.unwrap_or_else(|_| Err(FetchError::Timeout { url: shown(self.url), seconds: self.limit.as_secs() }))
    }
}

/// One fetch, with all its redirects.
struct Journey<'a> {
    fetcher: &'a Fetcher,
    known: Option<&'a Validators>,
}

/// What an answer leads to.
enum Hop {
    Arrived(Fetched),
    Redirect(Url),
}

impl Journey<'_> {
    /// One request, repeated once where the server wants it later.
    async fn hop(&self, url: &Url, patience: &mut Patience<'_>) -> Result<Hop, FetchError> {
        let client = patience.during(self.fetcher.client(url)).await?;
        let _turn = self.fetcher.hosts.turn(url.host_str().unwrap_or_default()).await;
        loop {
            let mut response = patience.during(self.send(client, url)).await?;
            let status = response.status();
            if is_redirect(status) {
                return target(url, &response).map(Hop::Redirect);
            }
            if status == StatusCode::NOT_MODIFIED && self.known.is_some() {
                return Ok(Hop::Arrived(Fetched::Unchanged));
            }
            if status.is_success() {
                return patience.during(self.page(url, &mut response)).await.map(Hop::Arrived);
            }
            let wait = wait(&response);
            match wait {
                Some(wait) if patience.may_wait && wait <= MAX_WAIT => {
                    patience.may_wait = false;
                    // An unread answer would keep its connection busy.
                    drop(response);
                    sleep(wait).await;
                }
                _ => return Err(error::status(url, status, wait)),
            }
        }
    }

    async fn send(&self, client: &Client, url: &Url) -> Result<Response, FetchError> {
        let mut request = client.get(url.clone());
        let known = self.known.cloned().unwrap_or_default();
        for (name, value) in [(IF_NONE_MATCH, known.etag), (IF_MODIFIED_SINCE, known.last_modified)] {
            if let Some(value) = value.and_then(|value| HeaderValue::from_bytes(value.as_bytes()).ok()) {
                request = request.header(name, value);
            }
        }
        request.send().await.map_err(|error| self.fetcher.failed(url, &error))
    }

    /// Reads the document, which ends where it grows too large.
    async fn page(&self, url: &Url, response: &mut Response) -> Result<Fetched, FetchError> {
        let limit = self.fetcher.limits.max_bytes;
        let too_large = || FetchError::TooLarge { url: shown(url), megabytes: limit / (1024 * 1024) };
        let announced = response.content_length().unwrap_or(0);
        if announced > limit as u64 {
            return Err(too_large());
        }
        let mut bytes = Vec::with_capacity(announced.min(FIRST_BUFFER) as usize);
        while let Some(part) = response.chunk().await.map_err(|error| self.fetcher.failed(url, &error))? {
            if bytes.len() + part.len() > limit {
                return Err(too_large());
            }
            bytes.extend_from_slice(&part);
        }
        let content_type = header(response, &CONTENT_TYPE);
        Ok(Fetched::Page {
            bytes,
            charset: content_type.as_deref().and_then(charset),
            content_type,
            final_url: without_credentials(url),
            validators: Validators { etag: header(response, &ETAG), last_modified: header(response, &LAST_MODIFIED) },
        })
    }
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Where a redirect leads.
fn target(url: &Url, response: &Response) -> Result<Url, FetchError> {
    let location = response.headers().get(LOCATION).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let location = location.unwrap_or_default();
    let target = Some(&location).filter(|location| !location.is_empty()).and_then(|location| url.join(location).ok());
    target.ok_or_else(|| FetchError::BadRedirect { url: shown(url) })
}

fn header(response: &Response, name: &HeaderName) -> Option<String> {
    response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// The `charset` parameter of a content type.
fn charset(content_type: &str) -> Option<String> {
    let parameters = content_type.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    parameters
        .filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))
        .map(|(_, value)| value.trim().trim_matches(['"', '\'']).to_ascii_lowercase())
        .find(|value| !value.is_empty())
}

/// How long a server that has too much to do wants to be left alone: seconds, or until a date.
fn wait(response: &Response) -> Option<Duration> {
    if !matches!(response.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        return None;
    }
    let value = header(response, &RETRY_AFTER)?;
    if let Ok(seconds) = value.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = jiff::fmt::rfc2822::parse(value.trim()).ok()?;
    let now = jiff::Timestamp::now().as_second();
    Some(Duration::from_secs(u64::try_from(date.timestamp().as_second().saturating_sub(now)).unwrap_or(0)))
}

#[cfg(test)]
mod tests;
