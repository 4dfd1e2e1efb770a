//! Why a fetch failed, in words that say what to do about it.

use super::address::Refused;
use reqwest::{StatusCode, Url};
use std::error::Error;
use std::io::{self, ErrorKind};
use std::time::Duration;

/// Why a URL gave no document. URLs in messages are without user and password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The client could not be set up.
    #[error("cannot make connections: {0}")]
    Setup(String),
    /// Something other than http or https, or no host.
    #[error("cannot fetch {0}: only http and https addresses can be fetched; give a local file by its path")]
    Scheme(String),
    /// The address is this machine's, its network's, or one of a cloud's metadata.
    #[error("refused to fetch {url}: {address} is not on the public internet; use --allow-private if you trust it")]
    Private {
        /// What was asked for, or redirected to.
        url: String,
        /// The address, with the name that stood for it.
        address: String,
    },
    /// The name is unknown.
    #[error("cannot find the host {host}: {reason}; check the spelling and the network connection")]
    Dns {
        /// The host's name.
        host: String,
        /// What the resolver said.
        reason: String,
    },
    /// Nothing listens there.
    #[error("{host} refuses connections; check the port, or try again when the server runs")]
    Refused {
        /// The host's name and port.
        host: String,
    },
    /// No secure connection.
    #[error("no secure connection to {host}: {reason}; {remedy}")]
    Tls {
        /// The host's name and port.
        host: String,
        /// What is wrong.
        reason: String,
        /// What can be done.
        remedy: &'static str,
    },
    /// The connection failed or broke off.
    #[error("the connection to {host} failed: {reason}; try again later")]
    Connection {
        /// The host's name and port.
        host: String,
        /// What is wrong.
        reason: String,
    },
    /// Too slow.
    #[error("{url} did not arrive within {seconds} s; try again later, or download it and ingest the file")]
    Timeout {
        /// What was asked for.
        url: String,
        /// The limit.
        seconds: u64,
    },
    /// Too large, after decompression.
    #[error("{url} is larger than {megabytes} MB; download it and ingest the parts that matter")]
    TooLarge {
        /// What was asked for.
        url: String,
        /// The limit in megabytes.
        megabytes: usize,
    },
    /// Redirects lead back to where they were.
    #[error("{url} redirects in a circle; open it in a browser, and give the address that it ends at or save the page")]
    RedirectLoop {
        /// Where the circle closes.
        url: String,
    },
    /// More redirects than are followed.
    #[error("{url} redirects more than {limit} times; open it in a browser and give the address that it ends at")]
    TooManyRedirects {
        /// What was asked for.
        url: String,
        /// How many are followed.
        limit: usize,
    },
    /// A redirect without a usable target.
    #[error("{url} redirects to nowhere; the server is at fault, look for another address")]
    BadRedirect {
        /// Where the redirect is.
        url: String,
    },
    /// The server answered with an error.
    #[error("{url} answered {status}{}; {remedy}", .wait.map(|seconds| format!(" and asks to wait {seconds} s")).unwrap_or_default())]
    Status {
        /// What was asked for.
        url: String,
        /// `404 Not Found`.
        status: String,
        /// How long the server wants to be left alone, in seconds.
        wait: Option<u64>,
        /// What can be done.
        remedy: &'static str,
    },
    /// The content is damaged.
    #[error("what {url} sent cannot be unpacked: {reason}; the server is at fault, try again later")]
    Damaged {
        /// What was asked for.
        url: String,
        /// What is wrong.
        reason: String,
    },
}

/// A URL for people: without user and password.
pub(super) fn shown(url: &Url) -> String {
    without_credentials(url).to_string()
}

/// The same URL without user and password.
pub(super) fn without_credentials(url: &Url) -> Url {
    let mut bare = url.clone();
    // Both fail only for URLs that cannot have them.
    let _ = bare.set_username("");
    let _ = bare.set_password(None);
    bare
}

pub(super) fn status(url: &Url, status: StatusCode, wait: Option<Duration>) -> FetchError {
    let remedy = match status.as_u16() {
        401 | 402 | 403 | 407 => {
            "it wants a sign-in or shuts programs out; save the page in a browser and ingest the file"
        }
        404 | 410 => "check the address",
        429 => "it is asked too often; try again later",
        500..=599 => "the server has a fault; try again later",
        _ => "the server does not give this document; check the address",
    };
    FetchError::Status { url: shown(url), status: status.to_string(), wait: wait.map(|wait| wait.as_secs()), remedy }
}

/// Names the cause of a failed request.
///
/// `has_roots`: certificates of authorities were found on this machine.
pub(super) fn of_request(url: &Url, error: &reqwest::Error, limit: Duration, has_roots: bool) -> FetchError {
    let causes = Causes(Some(error)).collect::<Vec<_>>();
    let find = |is: fn(&io::Error) -> bool| causes.iter().filter_map(|cause| cause.downcast_ref()).any(is);
    let host = || host(url);
    let reason = || causes.last().map(|cause| cause.to_string()).unwrap_or_default();
    if let Some(refused) = causes.iter().find_map(|cause| cause.downcast_ref::<Refused>()) {
        return FetchError::Private { url: shown(url), address: refused.0.clone() };
    }
    if error.is_timeout() || find(|error| error.kind() == ErrorKind::TimedOut) {
        return FetchError::Timeout { url: shown(url), seconds: limit.as_secs() };
    }
    if let Some(tls) = causes.iter().find_map(|cause| cause.downcast_ref::<rustls::Error>()) {
        return FetchError::Tls { host: host(), reason: tls.to_string(), remedy: tls_remedy(tls, has_roots) };
    }
    if find(|error| error.kind() == ErrorKind::ConnectionRefused) {
        return FetchError::Refused { host: host() };
    }
    if error.is_dns() {
        let name = url.host_str().unwrap_or_default().to_owned();
        return FetchError::Dns { host: name, reason: reason() };
    }
    // A connection that breaks off in the middle is reported as content that cannot be decoded, too.
    if error.is_decode() && !causes.iter().any(|cause| cause.is::<hyper::Error>()) {
        return FetchError::Damaged { url: shown(url), reason: reason() };
    }
    FetchError::Connection { host: host(), reason: reason() }
}

fn tls_remedy(error: &rustls::Error, has_roots: bool) -> &'static str {
    match error {
        rustls::Error::InvalidCertificate(_) if !has_roots => {
            "this machine has no certificates of authorities; install the package ca-certificates, or name a file of them in SSL_CERT_FILE"
        }
        rustls::Error::InvalidCertificate(_) => {
            "its certificate is not to be trusted here; check the address and the clock, or download it and ingest the file"
        }
        _ => "it may not speak https at this port; check the address",
    }
}

/// Host and port of a URL.
fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// An error and what caused it, outermost first.
struct Causes<'a>(Option<&'a (dyn Error + 'static)>);

impl<'a> Iterator for Causes<'a> {
    type Item = &'a (dyn Error + 'static);

    fn next(&mut self) -> Option<Self::Item> {
        let error = self.0.take()?;
        // What an I/O error was made of is not among its sources.
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        self.0 = match inner {
            Some(inner) => Some(inner),
            None => error.source(),
        };
        Some(error)
    }
}
