//! `octobrain mcp --bind` on loopback, and requests to it as raw bytes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use super::Place;

/// A running server; ended with the test.
pub struct Server {
    pub child: Child,
    pub address: String,
    /// What was shown on stderr, where one was made.
    pub token: Option<String>,
}

/// One answer.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Server {
    /// Starts it on a free port, in the folder `work`.
    pub fn start(place: &Place, args: &[&str]) -> Self {
        let mut all = vec!["mcp"];
        if !args.contains(&"--bind") {
            all.extend(["--bind", "127.0.0.1:0"]);
        }
        all.extend(args);
        let mut child = place.command(all).stdin(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let first = lines.next().expect("the server did not start");
        let address = first.split("http://").nth(1).unwrap_or_else(|| panic!("{first}"));
        let address = address.trim_end_matches("/mcp").replace("0.0.0.0", "127.0.0.1");
        let token = if args.contains(&"0.0.0.0:0") && !args.contains(&"--no-auth") && !args.contains(&"--token-file") {
            let line = lines.next().unwrap();
            Some(line.split_whitespace().nth(5).unwrap_or_else(|| panic!("{line}")).to_owned())
        } else {
            None
        };
        Self { child, address, token }
    }

    /// One request, its head as given; `Connection: close`.
    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses a body need not read it.
        let _ = stream.write_all(body.as_bytes());
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split_whitespace().nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    /// One call of a tool, without a session.
    pub fn call(&self, path: &str, headers: &[(&str, &str)], tool: &str, arguments: Value) -> Answer {
        let version = "2026-07-28";
        let body = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": tool, "arguments": arguments,
            "_meta": { "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientCapabilities": {} } } });
        let mut all = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", version),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", tool),
        ];
        all.extend(headers);
        self.raw("POST", path, &all, &body.to_string())
    }

    /// Asks it to end, as an init system does.
    pub fn stop(&mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ended already, mostly.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    /// The result of a call.
    #[track_caller]
    pub fn result(&self) -> Value {
        assert_eq!(self.status, 200, "{}\n{}", self.head, self.body);
        let answer: Value = serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body));
        answer["result"].clone()
    }
}
