//! One request with its retries, and what went wrong in words.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Client, StatusCode};
use serde_json::Value;

use super::service::{Purpose, Request, Service};
use super::{RemoteSettings, RemoteSpec};
use crate::error::{Error, Result};

/// Requests for one batch, the first one among them.
const ATTEMPTS: u32 = 5;
/// The longest wait between two, and all waits together for a question that somebody waits for.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
const QUERY_PATIENCE: Duration = Duration::from_secs(8);
/// The first wait where the service does not say how long.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// Bytes of an answer; a large batch of large vectors has 40 MB as text.
const ANSWER_LIMIT: usize = 256 << 20;
/// Characters of a service's own words that are passed on.
const SHOWN: usize = 200;

/// Why there are no vectors.
pub(super) enum Failure {
    /// The batch, or a text of it: fewer or shorter ones may do.
    TooLong,
    Other(Error),
}

/// What one attempt came to.
enum Attempt {
    Done(Vec<Vec<f32>>),
    /// Worth another attempt, after this wait if the service says one.
    Again(Error, Option<Duration>),
    Failed(Failure),
}

pub(super) struct Exchange {
    service: Service,
    name: String,
    base: String,
    key: Option<(&'static str, String)>,
    client: Client,
    /// Embedding is called from within a runtime, which cannot wait for another one on its own thread.
    runtime: Option<tokio::runtime::Runtime>,
}

impl Exchange {
    pub(super) fn new(spec: &RemoteSpec, settings: &RemoteSettings) -> Result<Self> {
        let (service, name) = (spec.service, spec.to_string());
        let variables = service.key_variables();
        let key = variables.iter().find_map(|name| Some((*name, settings.keys.get(name)?.clone())));
        if key.is_none() && service.needs_key() {
            return Err(Error::unavailable("no_key", format!("{name}: there is no key in {}", variables.join(" or ")))
                .hint(format!("export {}=…; keys are read from the environment only", variables[0])));
        }
        // Installed already when something else has spoken TLS in this process.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent(concat!("octobrain/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(Duration::from_secs(10))
            .timeout(settings.timeout)
            // A key must not follow to another host.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| Error::unavailable("no_client", format!("{name}: {error}")))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Error::internal(format!("cannot start a runtime: {error}")))?;
        let own = spec.address.clone().or_else(|| settings.url.clone());
        let base = match service {
            Service::Ollama => own.or_else(|| settings.ollama.as_deref().map(ollama_address)),
            _ => own,
        };
        let base = base.unwrap_or_else(|| service.base().to_owned()).trim_end_matches('/').to_owned();
        Ok(Self { service, name, base, key, client, runtime: Some(runtime) })
    }

    /// The vectors of a batch.
    pub(super) fn ask(&self, request: &Request<'_>) -> Result<Vec<Vec<f32>>, Failure> {
        let Some(runtime) = &self.runtime else {
            return Err(Failure::Other(Error::internal("the model is being closed")));
        };
        std::thread::scope(|scope| {
            let asking = scope.spawn(|| runtime.block_on(self.attempts(request)));
            asking.join().unwrap_or_else(|_| Err(Failure::Other(Error::internal("asking a model ended in a panic"))))
        })
    }

    async fn attempts(&self, request: &Request<'_>) -> Result<Vec<Vec<f32>>, Failure> {
        let (path, body) = self.service.request(request);
        let body = body.to_string();
        let mut waited = Duration::ZERO;
        let mut attempt = 1;
        loop {
            let (error, named) = match self.attempt(&path, &body, request.texts.len()).await {
                Attempt::Done(vectors) => return Ok(vectors),
                Attempt::Failed(failure) => return Err(failure),
                Attempt::Again(error, named) => (error, named),
            };
            let wait = named.unwrap_or(FIRST_WAIT * 2u32.pow(attempt - 1));
            let patience = if request.purpose == Purpose::Query { QUERY_PATIENCE } else { LONGEST_WAIT * ATTEMPTS };
            if attempt == ATTEMPTS || wait > LONGEST_WAIT || waited + wait > patience {
                return Err(Failure::Other(error));
            }
            tokio::time::sleep(wait).await;
            waited += wait;
            attempt += 1;
        }
    }

    async fn attempt(&self, path: &str, body: &str, wanted: usize) -> Attempt {
        let mut request = self.client.post(format!("{}{path}", self.base)).body(body.to_owned());
        request = request.header("content-type", "application/json");
        if let Some((_, key)) = &self.key {
            request = match self.service {
                Service::Google => request.header("x-goog-api-key", key),
                _ => request.bearer_auth(key),
            };
        }
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => return Attempt::Again(self.unreachable(&error), None),
        };
        let (status, headers) = (response.status(), response.headers().clone());
        let text = match read(response).await {
            Ok(text) => text,
            Err(error) => return Attempt::Again(self.unreachable(&error), None),
        };
        let answer: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        // Some proxies put an error into an answer that says it went well.
        if status.is_success() && answer.get("error").is_none() {
            return match self.service.vectors(&answer) {
                Some(vectors) if vectors.len() == wanted => Attempt::Done(vectors),
                Some(vectors) => self.wrong(&format!("{} vectors came for {wanted} texts", vectors.len())),
                None => self.wrong("the answer holds no vectors"),
            };
        }
        self.refused(status, &headers, &answer, &text)
    }

    fn wrong(&self, what: &str) -> Attempt {
        let error = Error::unavailable("bad_answer", format!("{}: {what}", self.name))
            .hint("embedding.url or the model's name may lead to something else; `octobrain model check` tries it");
        Attempt::Failed(Failure::Other(error))
    }

    fn unreachable(&self, error: &reqwest::Error) -> Error {
        let why = if error.is_timeout() { "no answer in time".to_owned() } else { innermost(error) };
        let error = Error::unavailable("model_unreachable", format!("{} at {}: {why}", self.name, host(&self.base)));
        error.hint("check the network and the address; embedding.timeout_secs allows for a slow one")
    }

    fn refused(&self, status: StatusCode, headers: &HeaderMap, answer: &Value, text: &str) -> Attempt {
        let said = self.shown(&message(answer, text));
        let lower = format!("{} {}", text.to_lowercase(), said.to_lowercase());
        let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        let failed = |code, what: String, hint: String| {
            Attempt::Failed(Failure::Other(Error::unavailable(code, what).hint(hint)))
        };
        let name = &self.name;
        let variables = self.service.key_variables().join(" or ");
        if status == StatusCode::UNAUTHORIZED
            || says(&["api_key_invalid", "api key not valid", "api key expired", "auth_invalid_api_key"])
        {
            // Its own words may quote the key.
            return failed(
                "key_refused",
                format!("{name}: the key was refused ({})", status.as_u16()),
                format!("check {variables}"),
            );
        }
        if says(&["insufficient_quota", "insufficient_balance", "credit_balance", "perday", "payment method"]) {
            return failed(
                "quota_used_up",
                format!("{name}: the quota is used up: {said}"),
                "see its billing page".into(),
            );
        }
        let too_long = status == StatusCode::PAYLOAD_TOO_LARGE
            || says(&[
                "maximum context length",
                "context length",
                "context size",
                "too large",
                "too long",
                "too many tokens",
                "max tokens",
                "token_limit",
                "token limit",
                "exceeds the limit",
                "max_num_tokens",
                "batch size",
                "input length",
                "max allowed tokens",
                "maximum input",
                "tokens per request",
                "payload size",
            ]) && !says(&["rate limit reached"]);
        if too_long {
            return Attempt::Failed(Failure::TooLong);
        }
        let code = status.as_u16();
        if code == 429 || code == 408 || status.is_server_error() && code != 501 || says(&["overloaded", "server busy"])
        {
            let what = if code == 429 { "asks to wait" } else { "failed" };
            let error = Error::unavailable("model_busy", format!("{name}: the service {what} ({code}): {said}"));
            return Attempt::Again(error.hint("try again later"), asked_wait(headers, answer, &said));
        }
        if code == 404 || says(&["model_not_found", "is not found"]) {
            let hint = match self.service {
                Service::Ollama => format!("ollama pull {}", name.trim_start_matches("ollama:")),
                _ => "check embedding.model and embedding.url".to_owned(),
            };
            return failed("model_not_there", format!("{name}: {said}"), hint);
        }
        if code == 403 {
            return failed(
                "access_refused",
                format!("{name}: access was refused: {said}"),
                format!("check {variables}"),
            );
        }
        failed("model_refused", format!("{name}: {said} ({code})"), "check embedding.model and its dimension".into())
    }

    /// A service's own words: short, on one line, and without the key.
    fn shown(&self, words: &str) -> String {
        let mut flat = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((_, key)) = &self.key {
            flat = flat.replace(key.as_str(), "…");
        }
        let flat: String = flat.chars().filter(|char| !char.is_control()).collect();
        let mut short: String = flat.chars().take(SHOWN).collect();
        if flat.chars().count() > SHOWN {
            short.push('…');
        }
        if short.is_empty() { "it says nothing more".to_owned() } else { short }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        // It may be dropped from within another runtime, where waiting for its threads is not allowed.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn read(mut response: reqwest::Response) -> reqwest::Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > ANSWER_LIMIT {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The words of an error, wherever a service puts them.
fn message(answer: &Value, text: &str) -> String {
    let answer = answer.get(0).unwrap_or(answer);
    let error = &answer["error"];
    let nested = || error.as_str().and_then(|it| serde_json::from_str::<Value>(it).ok());
    if let Some(inner) = nested() {
        return message(&inner, "");
    }
    let found = [&error["message"], error, &answer["message"], &answer["detail"], &answer["detail"][0]["msg"]];
    match found.into_iter().find_map(Value::as_str) {
        Some(words) => words.to_owned(),
        None if answer.is_null() && !text.trim_start().starts_with('<') => text.to_owned(),
        None => String::new(),
    }
}

/// How long the service asks to wait.
fn asked_wait(headers: &HeaderMap, answer: &Value, said: &str) -> Option<Duration> {
    let text = |value: Option<&HeaderValue>| value.and_then(|it| it.to_str().ok()).map(str::to_owned);
    let named = |name: &str| text(headers.get(name));
    if let Some(ms) = named("retry-after-ms").and_then(|it| it.parse::<f64>().ok()) {
        return Duration::try_from_secs_f64(ms / 1e3).ok();
    }
    if let Some(after) = text(headers.get(RETRY_AFTER)) {
        return match after.parse::<f64>() {
            Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
            Err(_) => until(&after),
        };
    }
    // Google says it in the answer: "29s".
    let answer = answer.get(0).unwrap_or(answer);
    let details = answer["error"]["details"].as_array();
    let delay =
        details.and_then(|all| all.iter().find_map(|it| it["retryDelay"].as_str()?.strip_suffix('s')?.parse().ok()));
    if let Some(seconds) = delay {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    // OpenAI says it in words as well: "Please try again in 522ms".
    let (_, rest) = said.split_once("try again in ")?;
    let word = rest.split_whitespace().next()?.trim_end_matches(['.', ',']);
    let (number, unit) = word.split_at(word.find(|char: char| char.is_ascii_alphabetic())?);
    let scale = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * scale).ok()
}

/// From a date of HTTP to how far away it is by the clock of this machine.
fn until(date: &str) -> Option<Duration> {
    let at = jiff::fmt::rfc2822::parse(date).ok()?.timestamp();
    let now = jiff::Timestamp::try_from(std::time::SystemTime::now()).ok()?;
    Some(Duration::try_from(at.duration_since(now)).unwrap_or(Duration::ZERO))
}

/// `OLLAMA_HOST` as Ollama's own clients read it: an address, or a host with or without a port.
fn ollama_address(text: &str) -> String {
    let text = text.trim().trim_end_matches('/').replace("0.0.0.0", "127.0.0.1");
    let with_scheme = if text.contains("://") { text } else { format!("http://{text}") };
    let authority = with_scheme.split("://").nth(1).unwrap_or_default();
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|it| it.is_ascii_digit()));
    if has_port || authority.contains('/') || with_scheme.starts_with("https") {
        with_scheme
    } else {
        format!("{with_scheme}:11434")
    }
}

fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

fn host(base: &str) -> String {
    match url::Url::parse(base) {
        Ok(url) => {
            let host = url.host_str().unwrap_or_default().to_owned();
            url.port().map_or(host.clone(), |port| format!("{host}:{port}"))
        }
        Err(_) => base.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn waits() {
        let none = HeaderMap::new();
        let with = |name: &'static str, value: &'static str| {
            HeaderMap::from_iter([(name.parse().unwrap(), HeaderValue::from_static(value))])
        };
        let wait = |headers: &HeaderMap, answer: Value, said: &str| {
            asked_wait(headers, &answer, said).map(|it| it.as_millis())
        };
        assert_eq!(wait(&with("retry-after", "2"), json!({}), ""), Some(2_000));
        assert_eq!(wait(&with("retry-after-ms", "150"), json!({}), ""), Some(150));
        assert_eq!(wait(&with("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"), json!({}), ""), Some(0));
        assert_eq!(wait(&with("retry-after", "soon"), json!({}), ""), None);
        let google = json!({ "error": { "details": [{ "x": 1 }, { "retryDelay": "29.5s" }] } });
        assert_eq!(wait(&none, google, ""), Some(29_500));
        assert_eq!(wait(&none, json!({}), "Please try again in 522ms. Visit"), Some(522));
        assert_eq!(wait(&none, json!({}), "Please try again in 1.5s."), Some(1_500));
        assert_eq!(wait(&none, json!({}), "Please try again in a while"), None);
    }

    #[test]
    fn words_of_errors() {
        for (answer, words) in [
            (json!({ "error": { "message": "m", "code": 1 } }), "m"),
            (json!({ "error": "plain" }), "plain"),
            (json!({ "error": "{\"error\":{\"message\":\"inner\"}}" }), "inner"),
            (json!([{ "error": { "message": "listed" } }]), "listed"),
            (json!({ "message": "flat" }), "flat"),
            (json!({ "detail": "said" }), "said"),
            (json!({ "detail": [{ "msg": "field" }] }), "field"),
        ] {
            assert_eq!(message(&answer, ""), words);
        }
        assert_eq!(message(&Value::Null, "bad gateway"), "bad gateway");
        assert_eq!(message(&Value::Null, "<html>"), "");
    }

    #[test]
    fn where_ollama_is() {
        assert_eq!(ollama_address("0.0.0.0"), "http://127.0.0.1:11434");
        assert_eq!(ollama_address("box:1234/"), "http://box:1234");
        assert_eq!(ollama_address("https://ollama.example"), "https://ollama.example");
        assert_eq!(ollama_address("http://box"), "http://box:11434");
    }
}
