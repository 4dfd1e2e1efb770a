//! Who may come in: Host, Origin, token, and the scope that a request names.
//!
//! A page of the web must not reach a server on this machine: its name is not ours (Host), nor are its pages (Origin).
//! A stranger on the network has no token.

use std::net::{IpAddr, SocketAddr};

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, AUTHORIZATION, HOST, ORIGIN, RETRY_AFTER, VARY, WWW_AUTHENTICATE,
};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderName, HeaderValue, Method};

use super::token::{Token, WINDOW, Wrong};
use super::{Answer, Guests, text};
use crate::error::{Error, Result};
use crate::memory::scope::validate;

/// The header that locks a request to a scope; `?scope=` does too.
const SCOPE_HEADER: HeaderName = HeaderName::from_static("x-octobrain-scope");

/// The scope that a request names, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::mcp) struct AskedScope(pub(in crate::mcp) String);

pub(super) struct Door {
    /// Only this machine can reach the address.
    loopback: bool,
    token: Option<Token>,
    guests: Guests,
    /// The scope that the server is locked to.
    fixed: Option<String>,
    wrong: Wrong,
}

type Refusal = Box<Answer>;

impl Door {
    pub(super) fn new(
        address: &SocketAddr,
        token: Option<Token>,
        mut guests: Guests,
        fixed: Option<String>,
    ) -> Result<Self> {
        for host in &mut guests.hosts {
            *host = host.to_ascii_lowercase();
        }
        for origin in &mut guests.origins {
            let parsed = url::Url::parse(origin).ok().map(|url| url.origin()).filter(url::Origin::is_tuple);
            let Some(parsed) = parsed else {
                return Err(Error::usage("bad_origin", format!("--allow-origin: {origin:?} is no origin"))
                    .hint("for example https://app.example.org"));
            };
            *origin = parsed.ascii_serialization();
        }
        let loopback = address.ip().to_canonical().is_loopback();
        Ok(Self { loopback, token, guests, fixed, wrong: Wrong::default() })
    }

    /// Lets a request in, with the scope that it asks for, or answers why not.
    pub(super) fn admit(&self, head: &mut Parts, from: IpAddr) -> Result<(), Refusal> {
        let host = self.host(head)?;
        self.origin(head, &host)?;
        // A preflight comes without a token, and a health check tells nothing that the port does not.
        if head.method != Method::OPTIONS && head.uri.path() != "/health" {
            self.bearer(head, from)?;
        }
        if let Some(scope) = self.scope(head)? {
            head.extensions.insert(AskedScope(scope));
        }
        Ok(())
    }

    fn host(&self, head: &Parts) -> Result<Authority, Refusal> {
        let named = head.headers.get(HOST).and_then(|host| host.to_str().ok());
        let Some(host) = named.and_then(|host| host.to_ascii_lowercase().parse::<Authority>().ok()) else {
            return Err(refusal(400, "a request names its Host\n"));
        };
        let name = host.host();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        let ours = name == "localhost"
            || match address {
                // An address cannot be made to point elsewhere, as a name can.
                Some(address) => !self.loopback || address.is_loopback(),
                // Who has the token is no page of the web, whatever name it calls.
                None => !self.loopback && self.token.is_some() && self.guests.hosts.is_empty(),
            };
        let listed = |it: &String| *it == name || *it == host.as_str();
        if ours || self.guests.hosts.iter().any(listed) {
            return Ok(host);
        }
        Err(refusal(403, &format!("{name:?} is not a name of this server; octobrain mcp --allow-host NAME adds it\n")))
    }

    fn origin(&self, head: &Parts, host: &Authority) -> Result<(), Refusal> {
        let Some(origin) = head.headers.get(ORIGIN) else { return Ok(()) };
        let own =
            origin.to_str().ok().and_then(|origin| origin.split_once("://")).is_some_and(|(scheme, authority)| {
                matches!(scheme, "http" | "https") && authority.eq_ignore_ascii_case(host.as_str())
            });
        if own || self.is_guest(origin) {
            return Ok(());
        }
        Err(refusal(403, "pages of this Origin may not call; octobrain mcp --allow-origin ORIGIN lets them\n"))
    }

    fn is_guest(&self, origin: &HeaderValue) -> bool {
        self.guests.origins.iter().any(|it| it.as_bytes().eq_ignore_ascii_case(origin.as_bytes()))
    }

    fn bearer(&self, head: &Parts, from: IpAddr) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        if self.wrong.waits(from) {
            let mut answer = refusal(429, "too many wrong tokens; wait a minute\n");
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(WINDOW.as_secs()));
            return Err(answer);
        }
        let given = head.headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok()).and_then(|it| it.split_once(' '));
        if let Some((_, given)) = given.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")) {
            if token.is(given.trim()) {
                return Ok(());
            }
            self.wrong.note(from);
        }
        let mut answer = refusal(401, "this server wants its token: Authorization: Bearer TOKEN\n");
        answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        Err(answer)
    }

    fn scope(&self, head: &Parts) -> Result<Option<String>, Refusal> {
        let query = head.uri.query().unwrap_or_default().as_bytes();
        let in_query = url::form_urlencoded::parse(query).find(|(name, _)| name == "scope");
        let in_header = head.headers.get(SCOPE_HEADER).map(|it| String::from_utf8_lossy(it.as_bytes()).into_owned());
        let named = match (in_query, in_header) {
            (Some((_, query)), Some(header)) if *query != *header => {
                return Err(refusal(400, "?scope= and X-Octobrain-Scope name two scopes\n"));
            }
            (Some((_, named)), _) => named.into_owned(),
            (None, Some(named)) => named,
            (None, None) => return Ok(None),
        };
        let scope = validate(&named).map_err(|error| refusal(400, &format!("{error}\n")))?;
        match &self.fixed {
            Some(fixed) if *fixed != scope => {
                Err(refusal(403, "this server is locked to another scope; ask without one\n"))
            }
            _ => Ok(Some(scope)),
        }
    }

    /// What a browser wants to read in the answer to a page that may call.
    pub(super) fn allow_origin(&self, head: &Parts, answer: &mut Answer) {
        let Some(origin) = head.headers.get(ORIGIN).filter(|origin| self.is_guest(origin)) else { return };
        let allowed = [
            (ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone()),
            (VARY, HeaderValue::from_static("Origin")),
            (ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, DELETE")),
            (
                ACCESS_CONTROL_ALLOW_HEADERS,
                HeaderValue::from_static(
                    "authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, \
                     mcp-session-id, x-octobrain-scope",
                ),
            ),
            (ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("mcp-session-id, mcp-protocol-version")),
        ];
        answer.headers_mut().extend(allowed.map(|(name, value)| (Some(name), value)));
    }
}

fn refusal(status: u16, words: &str) -> Refusal {
    Box::new(text(status, words))
}

#[cfg(test)]
mod tests {
    use super::super::token;
    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    fn door(address: &str, with_token: bool, guests: Guests) -> Door {
        let token = with_token.then(|| token(None, Some(TOKEN)).unwrap().0);
        Door::new(&address.parse().unwrap(), token, guests, None).unwrap()
    }

    fn status(door: &Door, headers: &[(&str, &str)], uri: &str) -> u16 {
        let mut request = http::Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (mut head, ()) = request.body(()).unwrap().into_parts();
        door.admit(&mut head, IpAddr::from([127, 0, 0, 1])).map_or_else(|answer| answer.status().as_u16(), |()| 200)
    }

    #[test]
    fn names_of_this_machine() {
        let home = door("127.0.0.1:80", false, Guests::default());
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:12345", "[::1]:80"] {
            assert_eq!(status(&home, &[("host", host)], "/mcp"), 200, "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "10.0.0.1", "127.0.0.1.nip.io", ""] {
            assert!(status(&home, &[("host", host)], "/mcp") >= 400, "{host}");
        }
        assert_eq!(status(&home, &[], "/mcp"), 400);
        let named = door("127.0.0.1:80", false, Guests { hosts: vec!["Memory.example".into()], origins: vec![] });
        assert_eq!(status(&named, &[("host", "memory.example:8443")], "/mcp"), 200);
        // Open to the network without a token: an address is no trick of the web, a name may be one.
        let open = door("0.0.0.0:80", false, Guests::default());
        assert_eq!(status(&open, &[("host", "192.168.1.7:80")], "/mcp"), 200);
        assert_eq!(status(&open, &[("host", "evil.example")], "/mcp"), 403);
    }

    #[test]
    fn pages() {
        let guests = Guests { hosts: vec![], origins: vec!["https://app.example/".into()] };
        let home = door("127.0.0.1:80", false, guests);
        let asked = |origin| status(&home, &[("host", "localhost:80"), ("origin", origin)], "/mcp");
        assert_eq!((asked("http://localhost:80"), asked("https://app.example")), (200, 200));
        for origin in
            ["https://evil.example", "null", "http://localhost:81", "file://", "http://localhost:80.evil.example"]
        {
            assert_eq!(asked(origin), 403, "{origin}");
        }
        assert!(
            Door::new(
                &"[::1]:80".parse().unwrap(),
                None,
                Guests { origins: vec!["app".into()], ..Guests::default() },
                None
            )
            .is_err()
        );
    }

    #[test]
    fn tokens() {
        let open = door("0.0.0.0:80", true, Guests::default());
        let with = |value: &str| status(&open, &[("host", "memory.example"), ("authorization", value)], "/mcp");
        assert_eq!(with(&format!("Bearer {TOKEN}")), 200);
        assert_eq!(with(&format!("bearer  {TOKEN}")), 200);
        assert_eq!(status(&open, &[("host", "memory.example")], "/mcp"), 401);
        assert_eq!(status(&open, &[("host", "memory.example")], "/health"), 200);
        assert_eq!(with(&format!("Basic {TOKEN}")), 401);
        for _ in 0..10 {
            assert_eq!(with("Bearer wrong-wrong-wrong"), 401);
        }
        assert_eq!(with(&format!("Bearer {TOKEN}")), 429);
    }

    #[test]
    fn scopes() {
        let home = door("127.0.0.1:80", false, Guests::default());
        let host = ("host", "localhost");
        assert_eq!(status(&home, &[host], "/mcp?scope=acme%2Fshop"), 200);
        assert_eq!(status(&home, &[host, ("x-octobrain-scope", "acme/bank")], "/mcp?scope=acme/shop"), 400);
        assert_eq!(status(&home, &[host], "/mcp?scope=a%00b"), 400);
        let locked =
            Door::new(&"127.0.0.1:80".parse().unwrap(), None, Guests::default(), Some("acme/shop".into())).unwrap();
        assert_eq!(status(&locked, &[host], "/mcp?scope=acme/bank"), 403);
        assert_eq!(status(&locked, &[host], "/mcp?scope=acme/shop"), 200);
    }
}
