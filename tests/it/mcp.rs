//! The MCP server over stdio: raw lines, as clients of five protocol versions send them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::Place;

const STATELESS: &str = "2026-07-28";

/// A client that sends one request a time.
struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    version: &'static str,
    sent: u64,
}

impl Client {
    fn start(place: &Place, folder: &str, args: &[&str]) -> Self {
        std::fs::create_dir_all(place.path(folder)).unwrap();
        let mut command = place.command(["mcp"].iter().chain(args));
        let mut child = command.current_dir(place.path(folder)).stdin(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, stdin, stdout, version: "2025-06-18", sent: 0 }
    }

    /// With a session of this version.
    fn open(place: &Place, folder: &str, args: &[&str], version: &'static str, capabilities: Value) -> (Self, Value) {
        let mut client = Self { version, ..Self::start(place, folder, args) };
        let about = json!({ "protocolVersion": version, "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "0" } });
        let hello = match version {
            STATELESS => client.request("server/discover", json!({})),
            _ => client.request("initialize", about),
        };
        if version != STATELESS {
            client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        }
        (client, hello["result"].clone())
    }

    /// A session in a repository with this remote.
    fn in_repository(place: &Place) -> Self {
        if !place.path("shop/.git").exists() {
            place.git("shop", &["init", "-q"]);
            place.git("shop", &["remote", "add", "origin", "https://example.org/acme/shop.git"]);
        }
        Self::open(place, "shop", &[], "2025-06-18", json!({})).0
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn request(&mut self, method: &str, mut params: Value) -> Value {
        self.sent += 1;
        if self.version == STATELESS {
            params["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": STATELESS,
                "io.modelcontextprotocol/clientCapabilities": {} });
        }
        self.send(&json!({ "jsonrpc": "2.0", "id": self.sent, "method": method, "params": params }));
        loop {
            let answer = self.receive();
            if answer["id"] == self.sent && answer.get("method").is_none() {
                return answer;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({ "name": tool, "arguments": arguments }))["result"].clone()
    }

    /// The structured answer of a call that succeeds.
    #[track_caller]
    fn done(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], json!(true), "{result}");
        result["structuredContent"].clone()
    }

    /// The text of a call that is refused.
    #[track_caller]
    fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], json!(true), "{result}");
        assert!(result.get("structuredContent").is_none());
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Closes stdin; answers the exit status and how long the end took.
    fn close(mut self) -> (Option<i32>, Duration) {
        let begun = Instant::now();
        drop(self.stdin.take());
        let status = self.child.wait().unwrap();
        (status.code(), begun.elapsed())
    }
}

fn titles(found: &Value) -> Vec<String> {
    found["hits"].as_array().unwrap().iter().map(|hit| hit["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn sessions_of_five_versions() {
    let place = Place::new();
    place.run(["memorize", "--content", "The shop deploys on Tuesdays", "--scope", "acme/shop"]).clean();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", STATELESS] {
        let (mut client, hello) = Client::open(&place, "work", &["--scope", "acme/shop"], version, json!({}));
        if version != STATELESS {
            assert_eq!(hello["protocolVersion"], version);
            assert_eq!(hello["serverInfo"]["name"], "octobrain");
        }
        assert!(hello["instructions"].as_str().unwrap().contains("acme/shop"), "{hello}");
        let tools = client.request("tools/list", json!({}));
        assert!(tools.to_string().len() < 6_000, "{}", tools.to_string().len());
        assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), 4);
        let found = client.done("remember", json!({ "query": ["shop deploys"] }));
        assert_eq!(titles(&found), ["The shop deploys on Tuesdays"]);
        let (status, took) = client.close();
        assert_eq!(status, Some(0));
        assert!(took < Duration::from_millis(1_000), "{took:?}");
    }
}

#[test]
fn a_lock_keeps_other_projects_out() {
    let place = Place::new();
    let other = place
        .run(["memorize", "--content", "The bank deploys on Sundays", "--scope", "acme/bank"])
        .clean()
        .field("id")
        .remove(0);
    let mut client = Client::in_repository(&place);
    let tools = client.request("tools/list", json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().unwrap() {
        assert!(tool["inputSchema"]["properties"].get("scope").is_none(), "{tool}");
    }
    let shop = client.done("memorize", json!({ "content": "The shop deploys on Tuesdays" }));
    assert_eq!(shop["scope"], "example.org/acme/shop");
    let global = client.done("memorize", json!({ "content": "Deploys are announced first", "global": true }));
    assert_eq!(global["scope"], "");
    let mut found = titles(&client.done("remember", json!({ "query": "deploys", "limit": 50 })));
    found.sort();
    assert_eq!(found, ["Deploys are announced first", "The shop deploys on Tuesdays"]);
    assert!(client.refused("remember", json!({ "query": "deploys", "scope": "acme/bank" })).contains("is locked to"));
    assert!(
        client
            .refused("memorize", json!({ "content": "A fact for the bank", "scope": "acme/bank" }))
            .contains("locked")
    );
    let tie = json!({ "content": "A fact that points elsewhere",
        "related_to": [{ "target_id": other, "relationship_type": "supersedes" }] });
    assert!(client.refused("memorize", tie).contains("there is no memory"));
    let gone = client.done("forget", json!({ "memory_id": other, "confirm": true }));
    assert_eq!(gone, json!({ "removed": false, "memories": [] }));
    assert_eq!(place.run(["get", &other, "--scope", "acme/bank"]).clean().records().len(), 1);
    // The scope of Octobrain's own handshake, once: a second one does not move it.
    let session = |scope: &str| json!({ "experimental": { "session": { "scope": scope } } });
    let (mut client, _) = Client::open(&place, "work", &[], "2025-06-18", session("acme/bank"));
    assert_eq!(titles(&client.done("remember", json!({ "query": "bank deploys" })))[0], "The bank deploys on Sundays");
    let again = json!({ "protocolVersion": "2025-06-18", "capabilities": session("example.org/acme/shop"),
        "clientInfo": { "name": "test", "version": "0" } });
    client.request("initialize", again);
    assert!(!titles(&client.done("remember", json!({ "query": "shop deploys" }))).iter().any(|it| it.contains("shop")));
}

#[test]
fn without_a_lock_each_call_names_its_scope() {
    let place = Place::new();
    place.run(["memorize", "--content", "The bank deploys on Sundays", "--scope", "acme/bank"]).clean();
    place.run(["memorize", "--content", "Deploys are announced first", "--global"]).clean();
    let (mut client, hello) = Client::open(&place, "work", &[], "2025-06-18", json!({}));
    let instructions = hello["instructions"].as_str().unwrap();
    assert!(instructions.contains("Available project scopes (pass as the 'scope' parameter):\nacme/bank"), "{hello}");
    assert_eq!(titles(&client.done("remember", json!({ "query": "deploys" }))), ["Deploys are announced first"]);
    assert!(client.refused("memorize", json!({ "content": "True somewhere, I guess" })).contains("acme/bank"));
    let named = client.done("memorize", json!({ "content": "The bank is closed on Mondays", "scope": "acme/bank" }));
    assert_eq!(named["scope"], "acme/bank");
    assert_eq!(
        client.done("remember", json!({ "query": "bank", "scope": "acme/bank" }))["hits"].as_array().unwrap().len(),
        2
    );
}

#[test]
fn roots_lock_and_are_announced() {
    let place = Place::new();
    drop(Client::in_repository(&place));
    let (mut client, _) = Client::open(&place, "work", &[], "2025-06-18", json!({ "roots": { "listChanged": true } }));
    let asked = client.receive();
    assert_eq!(asked["method"], "roots/list");
    let root = format!("file://{}", place.path("shop").canonicalize().unwrap().display());
    client.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "roots": [{ "uri": root }] } }));
    assert_eq!(client.receive()["method"], "notifications/tools/list_changed");
    let stored = client.done("memorize", json!({ "content": "The shop deploys on Tuesdays" }));
    assert_eq!(stored["scope"], "example.org/acme/shop");
}

#[test]
fn a_goal_from_beginning_to_end() {
    let place = Place::new();
    let mut client = Client::in_repository(&place);
    let goal =
        client.done("memorize", json!({ "content": "Bring the import below ten minutes", "memory_type": "goal" }));
    let tie = |relation: &str| json!([{ "target_id": goal["id"], "relationship_type": relation }]);
    let finding =
        json!({ "content": "Batches of 5000 rows halve the time", "importance": 0.8, "related_to": tie("achieves") });
    let finding = client.done("memorize", finding);
    let closing = json!({ "content": "The import takes eight minutes now", "related_to": tie("closes") });
    let note = client.done("memorize", closing);
    let id = |value: &Value| value["id"].as_str().unwrap().to_owned();
    let states = |place: &Place, id: &str| {
        place.run(["get", id, "--scope", "example.org/acme/shop"]).clean().records().remove(0)
    };
    assert_eq!(states(&place, &id(&goal))["state"], "archived");
    assert_eq!(states(&place, &id(&finding))["state"], "consolidated");
    assert_eq!(states(&place, &id(&note))["importance"], 0.88);
    let preview = client.done("forget", json!({ "query": "import eight minutes" }));
    assert_eq!(preview["removed"], false);
    assert!(!preview["memories"].as_array().unwrap().is_empty());
    let removed = client.done("forget", json!({ "memory_id": id(&note), "confirm": true }));
    assert_eq!((&removed["removed"], removed["memories"].as_array().unwrap().len()), (&json!(true), 1));
    // What another process wrote is there at the next call.
    place.run(["memorize", "--content", "Written beside the server", "--scope", "example.org/acme/shop"]).clean();
    let found = client.done("remember", json!({ "query": "written beside the server" }));
    assert_eq!(titles(&found)[0], "Written beside the server");
}

#[test]
fn documents_of_the_project_and_no_others() {
    let place = Place::new();
    let mut client = Client::in_repository(&place);
    std::fs::write(place.path("shop/README.md"), "# Shop\n\n## Caching\n\nPages are cached for ten minutes.\n")
        .unwrap();
    std::fs::write(place.path("secret.txt"), "The launch code is not for everybody.\n").unwrap();
    std::os::unix::fs::symlink(place.path("secret.txt"), place.path("shop/link.txt")).unwrap();
    let found =
        client.done("knowledge", json!({ "command": "search", "query": "cached pages", "source": "README.md" }));
    assert!(found["passages"][0]["text"].as_str().unwrap().contains("ten minutes"), "{found}");
    let read = client.done("knowledge", json!({ "command": "read", "source": "README.md", "lines": "3-5" }));
    assert_eq!(read["passages"][0]["text"], "## Caching\n\nPages are cached for ten minutes.\n");
    let lines = client.done("knowledge", json!({ "command": "match", "pattern": "cach\\w+" }));
    assert_eq!(lines["passages"][0]["place"], "line 5");
    let outside = place.path("secret.txt").display().to_string();
    for source in [outside.as_str(), "link.txt"] {
        let refused = client.refused("knowledge", json!({ "command": "read", "source": source }));
        assert!(refused.contains("outside the folders"), "{refused}");
    }
    for source in ["http://169.254.169.254/", "http://127.0.0.1:1/", "file:///etc/passwd"] {
        client.refused("knowledge", json!({ "command": "read", "source": source }));
    }
    for session in ["one", "two"] {
        let text = format!("A note of session {session} about queues");
        let stored = json!({ "command": "store", "key": "note", "content": text, "session": session });
        assert_eq!(client.done("knowledge", stored)["status"], "stored");
    }
    let own = client.done("knowledge", json!({ "command": "search", "query": "note about queues", "session": "one" }));
    assert!(own["passages"].to_string().contains("session one") && !own.to_string().contains("session two"), "{own}");
    let gone = json!({ "command": "delete", "key": "note", "session": "one" });
    assert_eq!(client.done("knowledge", gone.clone())["status"], "deleted");
    assert_eq!(client.done("knowledge", gone)["status"], "not_found");
    for (arguments, words) in [
        (json!({ "command": "explode" }), "one of: search"),
        (json!({ "command": "search" }), "query: search needs it"),
        (json!({ "command": "match", "pattern": "a(" }), "unclosed group"),
        (json!({ "command": "read", "source": "." }), "is a folder"),
        (json!({ "command": "read", "source": "README.md", "lines": "9-1" }), "for example 10-40"),
    ] {
        let refused = client.refused("knowledge", arguments);
        assert!(refused.contains(words), "{refused}");
    }
}

#[test]
fn a_server_that_only_reads() {
    let place = Place::new();
    place.run(["memorize", "--content", "The shop deploys on Tuesdays", "--scope", "acme/shop"]).clean();
    let args = ["--read-only", "--scope", "acme/shop"];
    let (mut client, _) = Client::open(&place, "work", &args, "2025-06-18", json!({}));
    let tools = client.request("tools/list", json!({}))["result"]["tools"].clone();
    assert_eq!(tools.as_array().unwrap().len(), 2);
    assert_eq!(titles(&client.done("remember", json!({ "query": "deploys" }))).len(), 1);
    for (tool, arguments) in [
        ("memorize", json!({ "content": "A fact too many here" })),
        ("forget", json!({ "query": "deploys", "confirm": true })),
        ("knowledge", json!({ "command": "store", "key": "k", "content": "text" })),
    ] {
        assert!(client.refused(tool, arguments).contains("only reads"));
    }
}

#[test]
fn bad_calls_are_told_how_to_mend_them() {
    let place = Place::new();
    let mut client = Client::in_repository(&place);
    for (tool, arguments, words) in [
        ("remember", json!({}), "a list of 1 to 5 strings"),
        ("remember", json!({ "query": [1] }), "a list of 1 to 5 strings"),
        ("remember", json!({ "query": ["a", "b", "c", "d", "e", "f"] }), "at most 5 terms"),
        ("remember", json!({ "query": "x", "limit": 0 }), "limit"),
        ("remember", json!({ "query": "x", "tgas": ["a"] }), "tags"),
        ("remember", json!({ "query": "x", "memory_types": ["decison"] }), "did you mean decision?"),
        ("memorize", json!({ "content": "short" }), "10..10000"),
        ("memorize", json!({ "content": 7 }), "expected a string"),
        ("memorize", json!({ "content": "long enough to be kept", "colour": "red" }), "colour"),
        ("memorize", json!({ "content": "The key is ghp_16C7e42F292c6912E7710c838347Ae178B4a" }), "secret"),
        ("forget", json!({}), "by memory_id or by query"),
    ] {
        // Nothing is there yet: a call that only reads says so before it looks at its arguments.
        client.done("memorize", json!({ "content": "Something is there to be read" }));
        let refused = client.refused(tool, arguments.clone());
        assert!(refused.contains(words), "{tool} {arguments}: {refused}");
    }
    let unknown = client.request("tools/call", json!({ "name": "nope", "arguments": {} }));
    assert_eq!(unknown["error"]["code"], -32602);
    let shapeless = client.call("remember", json!([]));
    assert_eq!(shapeless["isError"], true);
}

#[test]
fn hostile_lines_get_answers_or_nothing() {
    let place = Place::new().with("OCTOBRAIN_LOG", "trace");
    let mut client = Client::start(&place, "work", &["--scope", "acme/shop"]);
    let mut stdin = client.stdin.take().unwrap();
    let mut stderr = client.child.stderr.take().unwrap();
    // Nobody reads the log while stdout is looked at.
    let log = std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()).unwrap());
    let writer = std::thread::spawn(move || {
        let hello = json!({ "jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } } });
        let samples: Vec<Vec<u8>> = vec![
            b"{bad".to_vec(),
            b"".to_vec(),
            b"\xff\xfe\x00\x01".to_vec(),
            b"[]".to_vec(),
            b"null".to_vec(),
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/y\",\"params\":{}}".to_vec(),
            b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"ping\"}\r".to_vec(),
            vec![b'['; 2_000],
            b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":[]}".to_vec(),
            b"{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"tools/call\",\"params\":{\"name\":7}}".to_vec(),
            b"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}".to_vec(),
            b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}".to_vec(),
            b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}".to_vec(),
        ];
        for n in 0..10_000 {
            if n == 500 {
                writeln!(stdin, "{hello}").unwrap();
            }
            stdin.write_all(&samples[n * 7 % samples.len()]).unwrap();
            stdin.write_all(b"\n").unwrap();
        }
        let huge = "y".repeat(5_000_000);
        let call = json!({ "jsonrpc": "2.0", "id": "huge", "method": "tools/call",
            "params": { "name": "memorize", "arguments": { "content": huge } } });
        writeln!(stdin, "{call}").unwrap();
        writeln!(stdin, "{}", json!({ "jsonrpc": "2.0", "id": "last", "method": "ping" })).unwrap();
        stdin
    });
    let (mut huge, mut last) = (false, false);
    while !(huge && last) {
        let answer = client.receive();
        assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
        last |= answer["id"] == "last";
        huge |= answer["id"] == "huge" && answer["result"]["isError"] == true;
    }
    drop(writer.join().unwrap());
    assert_eq!(client.child.wait().unwrap().code(), Some(0));
    log.join().unwrap();
}

#[test]
fn the_end_comes_at_once() {
    let Some(place) = Place::with_model() else { return };
    // The model is still being loaded.
    let (client, _) = Client::open(&place, "work", &["--scope", "acme/shop"], "2025-06-18", json!({}));
    let (status, took) = client.close();
    assert_eq!(status, Some(0));
    assert!(took < Duration::from_millis(1_000), "{took:?}");
    let (mut client, _) = Client::open(&place, "work", &["--scope", "acme/shop"], "2025-06-18", json!({}));
    client.done("memorize", json!({ "content": "The shop deploys on Tuesdays" }));
    assert_eq!(place.run(["get", "--help"]).status, 0);
    let id = client.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(client.child.wait().unwrap().code(), Some(0));
    // Nothing of a call is lost by it.
    assert_eq!(
        place.run(["list", "--scope", "acme/shop"]).clean().records()[0]["embedding"]
            .as_str()
            .map(|it| it != "pending"),
        Some(true)
    );
}

/// The processes that run a program from this place.
fn running(place: &Place) -> Vec<String> {
    let root = place.path("").display().to_string();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        let program = std::fs::read_link(entry.path().join("exe")).unwrap_or_default();
        if String::from_utf8_lossy(&environment).contains(&root) && program.ends_with("octobrain") {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found
}

#[test]
fn nothing_outlives_its_parent() {
    let Some(place) = Place::with_model() else { return };
    let place = place.with("OCTOBRAIN_MEMORY__SLEEP_CONSOLIDATION_INTERVAL_HOURS", "1");
    place.run(["memorize", "--content", "The shop deploys on Tuesdays", "--scope", "acme/shop"]).clean();
    // The last pass was long ago: the server starts one beside itself.
    let old = std::time::SystemTime::now() - Duration::from_secs(3 * 86_400);
    let format = std::fs::File::options().append(true).open(place.store().join("format.json")).unwrap();
    format.set_modified(old).unwrap();
    let fifo = place.path("fifo").display().to_string();
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    // A parent that holds the server's input open until it is killed itself.
    let script = format!(
        "exec 3<>{fifo}; \"$0\" mcp --scope acme/shop <{fifo} 3>&- >/dev/null 2>&1 & while read -r line; do echo \"$line\" >&3; done; wait"
    );
    let own = place.command(["--version"]);
    let mut parent = std::process::Command::new("sh");
    parent.args(["-c", &script, crate::support::OCTOBRAIN]).env_clear().stdin(Stdio::piped());
    parent.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?)))).current_dir(place.path("work"));
    let mut parent = parent.spawn().unwrap();
    let mut input = parent.stdin.take().unwrap();
    for message in [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": "2025-06-18",
            "capabilities": {}, "clientInfo": { "name": "test", "version": "0" } } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": { "name": "remember", "arguments": { "query": "deploys" } } }),
    ] {
        writeln!(input, "{message}").unwrap();
    }
    let waited = Instant::now();
    while running(&place).is_empty() && waited.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!running(&place).is_empty());
    std::thread::sleep(Duration::from_millis(400));
    parent.kill().unwrap();
    parent.wait().unwrap();
    drop(input);
    let killed = Instant::now();
    while !running(&place).is_empty() {
        assert!(killed.elapsed() < Duration::from_secs(3), "{:?} live on", running(&place));
        std::thread::sleep(Duration::from_millis(20));
    }
}
