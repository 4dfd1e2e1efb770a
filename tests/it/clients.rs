//! Real clients: the Python SDK, the TypeScript SDK, the inspector, and the protocol's own conformance suite.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::server::Server;
use crate::support::{OCTOBRAIN, Place, skip};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Where `scripts/test` has put the clients, or a skip.
struct Clients {
    folder: PathBuf,
    node: PathBuf,
}

impl Clients {
    fn find() -> Option<Self> {
        let folder = std::env::var_os("OCTOBRAIN_TEST_CLIENTS").map(PathBuf::from);
        let node = std::env::var_os("OCTOBRAIN_TEST_NODE").map(PathBuf::from);
        match (folder, node) {
            (Some(folder), Some(node)) if folder.join("installed").exists() && node.exists() => {
                Some(Self { folder, node })
            }
            _ => {
                skip("OCTOBRAIN_TEST_CLIENTS and OCTOBRAIN_TEST_NODE do not name the clients");
                None
            }
        }
    }

    fn python(&self, place: &Place, args: &[&str]) -> String {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/python.py");
        let mut command = inside(place, "python3");
        // The shims of version managers look for it.
        command.env("HOME", std::env::var_os("HOME").unwrap_or_default());
        command.env("PYTHONPATH", self.folder.join("python")).arg(script).args(args);
        well(command)
    }

    fn typescript(&self, place: &Place, args: &[&str]) -> String {
        // Modules are looked for from where the script lies.
        let script = self.folder.join("typescript.mjs");
        std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/typescript.mjs"), &script).unwrap();
        let mut command = inside(place, &self.node);
        command.arg(script).args(args);
        well(command)
    }

    fn node(&self, place: &Place, program: &str) -> Command {
        let mut command = inside(place, &self.node);
        command.arg(self.folder.join("node_modules/.bin").join(program));
        command
    }
}

/// A program that sees the place's settings, as the server that it starts has to.
fn inside(place: &Place, program: impl AsRef<std::ffi::OsStr>) -> Command {
    let own = place.command(["--version"]);
    let mut command = Command::new(program);
    command.env_clear().current_dir(place.path("work")).stdin(Stdio::null());
    command.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command
}

fn well(mut command: Command) -> String {
    let output = command.output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{text}");
    text
}

/// A project of its own, as a client's user has it.
fn project(place: &Place) -> String {
    place.git("work", &["init", "-q"]);
    place.git("work", &["remote", "add", "origin", "https://example.org/acme/shop.git"]);
    place.path("work").display().to_string()
}

fn shop(server: &Server) -> String {
    format!("http://{}/mcp?scope=acme/shop", server.address)
}

#[test]
fn the_python_sdk() {
    let (Some(clients), Some(place)) = (Clients::find(), Place::with_model()) else { return };
    let folder = project(&place);
    assert!(clients.python(&place, &["stdio", OCTOBRAIN, &folder]).contains("well"));
    let place = place.with("OCTOBRAIN_HTTP_TOKEN", TOKEN);
    let server = Server::start(&place, &[]);
    assert!(clients.python(&place, &["http", &shop(&server), TOKEN]).contains("well"));
}

#[test]
fn the_typescript_sdk() {
    let (Some(clients), Some(place)) = (Clients::find(), Place::with_model()) else { return };
    let folder = project(&place);
    assert!(clients.typescript(&place, &["stdio", OCTOBRAIN, &folder]).contains("well"));
    let place = place.with("OCTOBRAIN_HTTP_TOKEN", TOKEN);
    let mut server = Server::start(&place, &[]);
    assert!(clients.typescript(&place, &["http", &shop(&server), TOKEN]).contains("well"));
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn the_inspector() {
    let (Some(clients), Some(place)) = (Clients::find(), Place::with_model()) else { return };
    project(&place);
    let server = Server::start(&place, &[]);
    let url = shop(&server);
    for target in [vec![OCTOBRAIN, "mcp"], vec![url.as_str(), "--transport", "http"]] {
        let ask = |args: &[&str]| {
            let mut command = clients.node(&place, "inspector");
            command.arg("--cli").args(&target).args(args);
            well(command)
        };
        let list = ask(&["--method", "tools/list"]);
        for tool in ["memorize", "remember", "forget", "knowledge"] {
            assert!(list.contains(&format!("\"name\": \"{tool}\"")), "{list}");
        }
        let call = |tool: &str, arguments: &[&str]| {
            let mut args = vec!["--method", "tools/call", "--tool-name", tool];
            for argument in arguments {
                args.extend(["--tool-arg", argument]);
            }
            ask(&args)
        };
        call("memorize", &["content=The shop deploys on Tuesdays at noon"]);
        assert!(call("remember", &["query=[\"shop deploys\"]"]).contains("Tuesdays"));
        assert!(call("forget", &["query=shop deploys"]).contains("Would be removed"));
        assert!(call("knowledge", &["command=search", "query=pages"]).contains("Nothing found"));
    }
}

/// Of these, the checks that need a fixture tool, prompts or resources cannot pass here; all others must.
const PARTLY: &[(&str, &[&str])] = &[
    (
        "server-stateless",
        &[
            "ServerRejectsUndeclaredCapability",
            "MissingCapabilityHttp400",
            "HttpServerNoIndependentRequestsOnStream",
            "ServerNoLogWithoutLogLevel",
        ],
    ),
    ("caching", &["PromptsListCachingHints", "ResourcesListCachingHints", "ResourcesTemplatesListCachingHints"]),
];

/// Scenarios that ask for what the product has: the others call fixture tools, resources, prompts or completions.
const SCENARIOS: &[(&str, &[&str])] = &[
    ("server-initialize", &["2025-06-18", "2025-11-25"]),
    ("server-session-lifecycle", &["2025-03-26", "2025-06-18", "2025-11-25"]),
    ("logging-set-level", &["2025-06-18", "2025-11-25"]),
    ("ping", &["2025-06-18", "2025-11-25"]),
    ("tools-list", &["2025-06-18", "2025-11-25", "2026-07-28"]),
    ("server-sse-multiple-streams", &["2025-11-25", "2026-07-28"]),
    ("dns-rebinding-protection", &["2025-11-25", "2026-07-28"]),
    ("http-header-validation", &["2026-07-28"]),
    ("input-required-result-unsupported-methods", &["2026-07-28"]),
    ("sep-2164-resource-not-found", &["2026-07-28"]),
    ("server-sse-polling", &["2025-11-25"]),
];

#[test]
fn the_conformance_suite() {
    let Some(clients) = Clients::find() else { return };
    let place = Place::new();
    let server = Server::start(&place, &[]);
    let url = format!("http://{}/mcp", server.address);
    for (scenario, versions) in SCENARIOS {
        for version in *versions {
            let mut command = clients.node(&place, "conformance");
            command.args(["server", "--url", &url, "--scenario", scenario, "--spec-version", version]);
            well(command);
        }
    }
    for (scenario, beyond) in PARTLY {
        let mut command = clients.node(&place, "conformance");
        command.args(["server", "--url", &url, "--scenario", scenario, "--spec-version", "2026-07-28"]);
        let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
        // A failed check stands as `  - Name: what it demands`, with its error below.
        let lines: Vec<&str> = output.lines().collect();
        let failed = lines.windows(2).filter(|pair| pair[1].trim_start().starts_with("Error: "));
        let failed: Vec<&str> = failed.filter_map(|pair| pair[0].strip_prefix("  - ")?.split(':').next()).collect();
        assert!(output.contains("Passed: ") && failed == *beyond, "{scenario}: {failed:?}\n{output}");
    }
}
