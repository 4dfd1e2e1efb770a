//! The MCP server over HTTP: who comes in, what is locked, and how it ends.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::Place;
use crate::support::server::Server;

fn contents(result: &Value) -> Vec<String> {
    let hits = result["structuredContent"]["hits"].as_array().unwrap_or_else(|| panic!("{result}"));
    hits.iter().map(|hit| hit["content"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn on_this_machine_without_a_token() {
    let place = Place::new();
    let mut server = Server::start(&place, &[]);
    assert_eq!(server.token, None);
    let health = server.raw("GET", "/health", &[], "");
    assert_eq!((health.status, health.body.contains("\"status\":\"ok\"")), (200, true));
    let query = json!({ "query": "anything" });
    assert!(contents(&server.call("/mcp", &[], "remember", query.clone()).result()).is_empty());
    for headers in [
        [("Host", "evil.example"), ("X-Other", "1")],
        [("Host", "evil.example:80"), ("Origin", "http://evil.example:80")],
        [("Host", "localhost"), ("Origin", "https://evil.example")],
        [("Host", "localhost"), ("Origin", "null")],
    ] {
        let refused = server.call("/mcp", &headers, "remember", query.clone());
        assert_eq!(refused.status, 403, "{headers:?}");
        assert!(refused.body.contains("octobrain mcp --allow-"), "{}", refused.body);
        assert!(!refused.head.contains("access-control-allow-origin"));
    }
    assert_eq!(server.raw("OPTIONS", "/mcp", &[("Origin", "https://evil.example")], "").status, 403);
    assert_eq!(server.raw("GET", "/", &[], "").status, 404);
    let huge = "y".repeat(5 << 20);
    let refused = server.raw("POST", "/mcp", &[("Content-Type", "application/json")], &huge);
    assert_eq!(refused.status, 413, "{}", refused.body);
    // Half a request, left there: the others are served, and it does not hold the end up for long.
    let mut half = TcpStream::connect(&server.address).unwrap();
    half.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{").unwrap();
    assert!(contents(&server.call("/mcp", &[], "remember", query).result()).is_empty());
    let begun = Instant::now();
    assert_eq!(server.stop(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn strangers_need_the_token() {
    let place = Place::new();
    place.run(["memorize", "--content", "The shop deploys on Tuesdays", "--global"]).clean();
    let server = Server::start(&place, &["--bind", "0.0.0.0:0"]);
    let bearer = format!("Bearer {}", server.token.as_ref().unwrap());
    let query = json!({ "query": "shop deploys" });
    let with = |headers: &[(&str, &str)]| server.call("/mcp", headers, "remember", query.clone());
    let remote = [("Host", "memory.example:12345"), ("Authorization", bearer.as_str())];
    assert_eq!(contents(&with(&remote).result()), ["The shop deploys on Tuesdays"]);
    let without = with(&remote[..1]);
    assert_eq!((without.status, without.head.contains("www-authenticate: bearer")), (401, true));
    assert!(!without.body.contains("Tuesdays"));
    assert_eq!(with(&[remote[0], remote[1], ("Origin", "https://evil.example")]).status, 403);
    for _ in 0..10 {
        assert_eq!(with(&[("Authorization", "Bearer not-the-token-at-all")]).status, 401);
    }
    let limited = with(&remote);
    assert_eq!((limited.status, limited.head.contains("retry-after: 60")), (429, true));
    // Its own token, kept: in a file, or in the environment, on loopback too.
    std::fs::write(place.path("token"), "0123456789abcdef0123456789abcdef\n").unwrap();
    let file = place.path("token").display().to_string();
    let server = Server::start(&place, &["--bind", "0.0.0.0:0", "--token-file", &file]);
    let asked = |server: &Server, bearer: &str| {
        server.call("/mcp", &[("Authorization", bearer)], "remember", query.clone()).status
    };
    assert_eq!(asked(&server, "Bearer 0123456789abcdef0123456789abcdef"), 200);
    let place = place.with("OCTOBRAIN_HTTP_TOKEN", "fedcba9876543210");
    let server = Server::start(&place, &[]);
    assert_eq!((asked(&server, "Bearer fedcba9876543210"), asked(&server, "Bearer x")), (200, 401));
    let server = Server::start(&place, &["--bind", "0.0.0.0:0", "--no-auth"]);
    assert_eq!(asked(&server, "Bearer x"), 200);
    for (args, words) in [
        (["--bind", "nonsense", "--no-auth"], "HOST:PORT"),
        (["--bind", "127.0.0.1:0", "--token-file=/nowhere"], "cannot read /nowhere"),
        (["--bind", "127.0.0.1:0", "--allow-origin=app"], "https://app.example.org"),
        (["--read-only", "--no-auth", "--quiet"], "--bind"),
    ] {
        let refused = place.run(["mcp"].iter().chain(&args)).expect(2);
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
}

#[test]
fn a_page_that_may_call() {
    let place = Place::new();
    let server = Server::start(&place, &["--allow-origin", "https://app.example", "--allow-host", "memory.example"]);
    let page = [("Origin", "https://app.example"), ("Host", "memory.example")];
    let preflight = server.raw("OPTIONS", "/mcp", &page, "");
    assert_eq!(preflight.status, 204);
    assert!(preflight.head.contains("access-control-allow-origin: https://app.example"));
    let answer = server.call("/mcp", &page, "remember", json!({ "query": "x" }));
    assert!(answer.head.contains("access-control-allow-origin: https://app.example"), "{}", answer.head);
    answer.result();
}

#[test]
fn the_address_locks() {
    let place = Place::new();
    for (scope, text) in [("acme/shop", "The shop deploys on Tuesdays"), ("acme/bank", "The bank deploys on Sundays")] {
        place.run(["memorize", "--content", text, "--scope", scope]).clean();
    }
    std::fs::write(place.path("work/secret.txt"), "Not for everybody.\n").unwrap();
    let server = Server::start(&place, &[]);
    let query = json!({ "query": "deploys" });
    let locked = server.call("/mcp?scope=acme%2Fshop", &[], "remember", query.clone()).result();
    assert_eq!(contents(&locked), ["The shop deploys on Tuesdays"]);
    let header = [("X-Octobrain-Scope", "acme/bank")];
    assert_eq!(contents(&server.call("/mcp", &header, "remember", query.clone()).result()).len(), 1);
    let foreign = json!({ "query": "deploys", "scope": "acme/bank" });
    let refused = server.call("/mcp?scope=acme/shop", &[], "remember", foreign.clone()).result();
    assert_eq!(refused["isError"], true);
    // Without a lock each call names its scope.
    assert_eq!(contents(&server.call("/mcp", &[], "remember", foreign).result()), ["The bank deploys on Sundays"]);
    assert!(contents(&server.call("/mcp", &[], "remember", query.clone()).result()).is_empty());
    let file = json!({ "command": "read", "source": "secret.txt", "scope": "acme/shop" });
    let refused = server.call("/mcp", &[], "knowledge", file.clone()).result().to_string();
    assert!(refused.contains("over HTTP no file is read"), "{refused}");
    let allowed = place.path("work").display().to_string();
    let server = Server::start(&place, &["--allow-dir", &allowed]);
    assert!(server.call("/mcp", &[], "knowledge", file).result().to_string().contains("Not for everybody"));
    // A server that is locked lets nobody ask for another scope.
    let server = Server::start(&place, &["--scope", "acme/shop"]);
    assert_eq!(server.call("/mcp?scope=acme/bank", &[], "remember", query.clone()).status, 403);
    assert_eq!(contents(&server.call("/mcp", &[], "remember", query).result()), ["The shop deploys on Tuesdays"]);
}

#[test]
fn a_session_keeps_its_lock() {
    let place = Place::new();
    let server = Server::start(&place, &[]);
    let json = [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "clientInfo": { "name": "test", "version": "0" },
        "capabilities": { "experimental": { "session": { "scope": "acme/shop", "role": "reviewer", "session_id": "s" } } } } });
    let answer = server.raw("POST", "/mcp", &json, &hello.to_string());
    let session = answer.head.split("mcp-session-id: ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    assert!(answer.body.contains("acme/shop"), "{}", answer.body);
    let request = |path: &str, method: &str, params: Value| {
        let headers = [json[0], json[1], ("Mcp-Session-Id", session.as_str())];
        let body = json!({ "jsonrpc": "2.0", "id": 2, "method": method, "params": params });
        server.raw("POST", path, &headers, &body.to_string()).body
    };
    let kept =
        request("/mcp", "tools/call", json!({ "name": "memorize", "arguments": { "content": "Reviews take a day" } }));
    assert!(kept.contains("created"), "{kept}");
    let stored = place.run(["list", "--scope", "acme/shop"]).clean().records().remove(0);
    assert_eq!((&stored["role"], &stored["scope"]), (&json!("reviewer"), &json!("acme/shop")));
    let moved = request("/mcp?scope=acme/bank", "tools/list", json!({}));
    assert!(moved.contains("locked to"), "{moved}");
    let moved =
        request("/mcp?scope=acme/bank", "tools/call", json!({ "name": "remember", "arguments": { "query": "a" } }));
    assert!(moved.contains("locked to") && moved.contains("isError"), "{moved}");
    let ended = server.raw("DELETE", "/mcp", &[("Mcp-Session-Id", session.as_str())], "");
    assert!((200..300).contains(&ended.status), "{}", ended.status);
}
