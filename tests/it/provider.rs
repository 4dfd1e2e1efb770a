//! Models behind HTTP: what is asked of each service, and what becomes of its faults.

use serde_json::{Value, json};

use crate::support::embeddings::{Fault, Service};
use crate::support::{Place, bytes_below};

const KEY: &str = "sk-test-0123456789-not-to-be-seen";

/// Model, variable of its key, path of its requests.
const SERVICES: &[(&str, &str, &str)] = &[
    ("openai:text-embedding-3-small@32", "OPENAI_API_KEY", "/v1/embeddings"),
    ("voyage:voyage-4", "VOYAGE_API_KEY", "/v1/embeddings"),
    ("google:gemini-embedding-001", "GEMINI_API_KEY", "/v1/models/gemini-embedding-001:batchEmbedContents"),
    ("jina:jina-embeddings-v5-text-small", "JINA_API_KEY", "/v1/embeddings"),
    ("ollama:nomic-embed-text", "OLLAMA_API_KEY", "/v1/api/embed"),
];

fn place_with(service: &Service, model: &str, variable: &str) -> Place {
    Place::new()
        .with("OCTOBRAIN_EMBEDDING__MODEL", model)
        .with("OCTOBRAIN_EMBEDDING__URL", &format!("http://{}/v1", service.address))
        .with(variable, KEY)
        .with("NO_PROXY", "127.0.0.1")
}

fn compatible(service: &Service) -> Place {
    let model = format!("http://{}/v1#some/model", service.address);
    Place::new()
        .with("OCTOBRAIN_EMBEDDING__MODEL", &model)
        .with("OCTOBRAIN_EMBEDDING_KEY", KEY)
        .with("NO_PROXY", "127.0.0.1")
}

#[test]
fn each_service_is_asked_as_it_wants() {
    for (model, variable, path) in SERVICES {
        let service = Service::start();
        let place = place_with(&service, model, variable).with("OCTOBRAIN_EMBEDDING__BATCH_SIZE", "2");
        let input: String =
            (0..5).map(|n| format!("{{\"content\":\"The queue number {n} holds orders\"}}\n")).collect();
        let stored = place.pipe(["memorize", "-"], input).clean();
        assert!(stored.field("embedding").iter().all(|it| it == model), "{}", stored.stdout);
        let asked = service.asked();
        assert!(asked.iter().all(|it| it.path == *path), "{asked:?}");
        let texts = |body: &Value| body["input"].as_array().or(body["requests"].as_array()).unwrap().len();
        assert!(asked.len() >= 3 && asked.iter().all(|it| texts(&it.body) <= 2), "{model}: batches");
        let key = if model.starts_with("google") {
            format!("x-goog-api-key: {KEY}")
        } else {
            format!("authorization: bearer {KEY}")
        };
        assert!(asked[0].head.contains(&key), "{}", asked[0].head);
        let bodies = || service.asked().into_iter().map(|it| it.body.to_string());
        let document = bodies().find(|it| it.contains("The queue number 1")).unwrap();
        let before = service.asked().len();
        place.run(["remember", "orders in the queue", "--mode", "vector", "--min-relevance", "0"]).clean();
        let asked = service.asked()[before..].to_vec();
        let query = asked.iter().map(|it| it.body.to_string()).find(|it| it.contains("orders in the queue")).unwrap();
        for (of, words) in [
            ("voyage", ("\"input_type\":\"query\"", "\"input_type\":\"document\"")),
            ("google", ("RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT")),
            ("jina", ("retrieval.query", "retrieval.passage")),
            ("ollama", ("search_query: ", "search_document: ")),
        ] {
            if model.starts_with(of) {
                assert!(query.contains(words.0) && document.contains(words.1), "{query}\n{document}");
            }
        }
        if model.starts_with("openai") {
            assert!(document.contains("\"dimensions\":32"), "{document}");
        }
        for (path, bytes) in bytes_below(&place.path("home")) {
            assert!(!bytes.windows(KEY.len()).any(|it| it == KEY.as_bytes()), "{}", path.display());
        }
        // Asked before: nobody is asked again.
        let before = service.asked().len();
        place.run(["remember", "orders in the queue", "--mode", "vector", "--min-relevance", "0"]).clean();
        assert_eq!(service.asked().len(), before);
    }
}

#[test]
fn faults_of_services() {
    let recorded = include_str!("../fixtures/embedding-errors.jsonl");
    for line in recorded.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (name, expect) = (case["name"].as_str().unwrap(), case["expect"].as_str().unwrap());
        let service = Service::start();
        let place = match case["service"].as_str().unwrap() {
            "http" => compatible(&service),
            of => {
                let (model, variable, _) = SERVICES.iter().find(|it| it.0.starts_with(of)).unwrap();
                place_with(&service, model, variable)
            }
        };
        let headers = case["headers"].as_object().unwrap().iter();
        let headers = headers.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
        let status = u16::try_from(case["status"].as_u64().unwrap()).unwrap();
        service.fail_once(Fault { status, headers, body: case["body"].as_str().unwrap().replace("sk-TEST", KEY) });
        let checked = place.with("OCTOBRAIN_LOG", "trace").run(["model", "check", "--error-format", "json"]);
        let problem = || {
            let line = checked.stderr.lines().find(|line| line.starts_with('{')).unwrap_or_default();
            serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{name}: {error}: {}", checked.stderr))
        };
        match expect {
            "again" | "shorter" => {
                assert_eq!(checked.status, 0, "{name}: {}", checked.stderr);
                assert!(service.asked().len() > 1, "{name}");
            }
            "asks to wait" => {
                assert_eq!((checked.status, problem()["code"].clone()), (5, json!("model_busy")), "{name}");
            }
            code => {
                assert_eq!((checked.status, problem()["code"].clone()), (5, json!(code)), "{name}");
                assert_eq!(service.asked().len(), 1, "{name}: asked again in vain");
                assert!(problem()["hint"].is_string(), "{name}");
            }
        }
        assert!(!checked.stderr.contains(KEY) && !checked.stdout.contains(KEY), "{name}: {}", checked.stderr);
    }
}

#[test]
fn what_cannot_be_used() {
    let service = Service::start();
    let place = Place::new().with("OCTOBRAIN_EMBEDDING__MODEL", "openai:text-embedding-3-small");
    let missing = place.run(["model", "check"]).expect(5);
    assert!(missing.stderr.contains("export OPENAI_API_KEY="), "{}", missing.stderr);
    // A memory is kept all the same, and waits.
    assert_eq!(
        place.run(["memorize", "--content", "Orders wait in a queue"]).expect(0).field("embedding"),
        ["pending"]
    );
    let nowhere =
        Place::new().with("OCTOBRAIN_EMBEDDING__MODEL", "http://127.0.0.1:9/v1").with("NO_PROXY", "127.0.0.1");
    let nowhere = nowhere.run(["model", "check"]).expect(5);
    assert!(nowhere.stderr.contains("127.0.0.1:9"), "{}", nowhere.stderr);
    // Another dimension than before is refused before it is stored.
    let place = compatible(&service);
    place.run(["memorize", "--content", "Orders wait in a queue"]).clean();
    service.set_dimension(16);
    let lying = place.run(["memorize", "--content", "Invoices are printed at night"]).expect(0);
    assert_eq!(lying.field("embedding"), ["pending"]);
    assert!(lying.stderr.contains("dimension") || lying.stderr.contains("numbers"), "{}", lying.stderr);
    service.set_dimension(32);
    place.run(["reindex"]).clean();
    assert_eq!(place.run(["status"]).clean().records()[0]["pending"], json!(0));
    // It promised one, and gives another.
    let place = place_with(&service, "openai:text-embedding-3-small@64", "OPENAI_API_KEY");
    let wrong = place.run(["model", "check"]).expect(5);
    assert!(wrong.stderr.contains("a vector of 32 numbers came, 64 were expected"), "{}", wrong.stderr);
    // Slow: the time is up.
    let place = compatible(&service).with("OCTOBRAIN_SEARCH__RERANKER__ENABLED", "true");
    let refused = place.with("OCTOBRAIN_SEARCH__RERANKER__MODEL", "openai:x").run(["remember", "queue"]);
    assert_ne!(refused.status, 70, "{}", refused.stderr);
}
