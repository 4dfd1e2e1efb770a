//! What each service is called, limited to and asked for, and how its answers are read.

use serde_json::{Value, json};

/// Who runs a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// <https://platform.openai.com/docs/api-reference/embeddings>
    OpenAi,
    /// <https://docs.voyageai.com/reference/embeddings-api>
    Voyage,
    /// <https://ai.google.dev/api/embeddings>
    Google,
    /// <https://api.jina.ai/redoc>
    Jina,
    /// <https://docs.ollama.com/api/embed>
    Ollama,
    /// A server that speaks like OpenAI: llama.cpp, vLLM, LM Studio, text-embeddings-inference …
    Compatible,
}

const NAMED: &[(&str, Service)] = &[
    ("openai", Service::OpenAi),
    ("voyage", Service::Voyage),
    ("google", Service::Google),
    ("jina", Service::Jina),
    ("ollama", Service::Ollama),
];

/// What a text is embedded for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Query,
    Document,
}

/// One batch.
pub(super) struct Request<'a> {
    pub(super) model: &'a str,
    pub(super) texts: &'a [String],
    pub(super) purpose: Purpose,
    pub(super) dimension: Option<usize>,
}

impl Service {
    /// All of them.
    pub const ALL: &[Self] = &[Self::OpenAi, Self::Voyage, Self::Google, Self::Jina, Self::Ollama, Self::Compatible];

    pub(super) fn named(name: &str) -> Option<Self> {
        NAMED.iter().find(|(known, _)| *known == name).map(|(_, service)| *service)
    }

    /// What its models' names begin with.
    pub fn name(self) -> &'static str {
        NAMED.iter().find(|(_, service)| *service == self).map_or("http", |(name, _)| name)
    }

    pub(super) fn example(self) -> &'static str {
        match self {
            Self::OpenAi => "openai:text-embedding-3-small",
            Self::Voyage => "voyage:voyage-4",
            Self::Google => "google:gemini-embedding-001",
            Self::Jina => "jina:jina-embeddings-v5-text-small",
            Self::Ollama => "ollama:nomic-embed-text",
            Self::Compatible => "http://localhost:8080/v1#BAAI/bge-m3",
        }
    }

    /// The variables that may hold its key, the first one that is set wins; a service that needs none works without.
    pub fn key_variables(self) -> &'static [&'static str] {
        match self {
            Self::OpenAi => &["OPENAI_API_KEY"],
            Self::Voyage => &["VOYAGE_API_KEY"],
            Self::Google => &["GOOGLE_API_KEY", "GEMINI_API_KEY"],
            Self::Jina => &["JINA_API_KEY"],
            Self::Ollama => &["OLLAMA_API_KEY"],
            // Not OpenAI's: a key must not go to a host that it is not for.
            Self::Compatible => &["OCTOBRAIN_EMBEDDING_KEY"],
        }
    }

    pub(super) fn needs_key(self) -> bool {
        !matches!(self, Self::Ollama | Self::Compatible)
    }

    /// Its own address.
    pub(super) fn base(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Voyage => "https://api.voyageai.com/v1",
            Self::Google => "https://generativelanguage.googleapis.com/v1beta",
            Self::Jina => "https://api.jina.ai/v1",
            Self::Ollama | Self::Compatible => "http://127.0.0.1:11434",
        }
    }

    /// Texts that one request may hold.
    pub(super) fn most_texts(self) -> usize {
        match self {
            Self::OpenAi => 2048,
            Self::Voyage => 1000,
            Self::Google => 100,
            Self::Jina => 512,
            Self::Ollama | Self::Compatible => 2048,
        }
    }

    /// Bytes above which it would cut a text without saying so.
    pub(super) fn longest_text(self) -> Option<usize> {
        // 2,048 tokens; a token is three bytes or more in nearly every script.
        (self == Self::Google).then_some(6_000)
    }

    /// What has to stand before queries and documents, where the service does not put it there itself.
    pub(super) fn prefixes(self, model: &str) -> (&'static str, &'static str) {
        const RETRIEVAL: &str = "Represent this sentence for searching relevant passages: ";
        let model = model.to_ascii_lowercase();
        let has = |part: &str| model.contains(part);
        match self {
            Self::OpenAi | Self::Voyage | Self::Jina => ("", ""),
            Self::Google if has("gemini-embedding-2") => ("task: search result | query: ", "title: none | text: "),
            Self::Google => ("", ""),
            _ if has("nomic-embed") => ("search_query: ", "search_document: "),
            _ if has("mxbai-embed-large") || (has("bge-") && has("-en")) => (RETRIEVAL, ""),
            _ if has("embeddinggemma") => ("task: search result | query: ", "title: none | text: "),
            _ if has("qwen3-embedding") => {
                ("Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:", "")
            }
            _ if has("snowflake-arctic-embed2") || has("arctic-embed-l-v2") || has("arctic-embed-m-v2") => {
                ("query: ", "")
            }
            _ if has("e5-") => ("query: ", "passage: "),
            _ if has("jina-embeddings-v5") => ("Query: ", "Document: "),
            _ => ("", ""),
        }
    }

    /// Path and body of a batch.
    pub(super) fn request(self, request: &Request<'_>) -> (String, Value) {
        let (model, texts) = (request.model, request.texts);
        let query = request.purpose == Purpose::Query;
        let mut body = json!({ "model": model, "input": texts });
        if model.is_empty()
            && let Some(fields) = body.as_object_mut()
        {
            fields.remove("model");
        }
        let dimension = request.dimension;
        let path = match self {
            Self::OpenAi | Self::Compatible => {
                if let Some(dimension) = dimension {
                    body["dimensions"] = json!(dimension);
                }
                if self == Self::OpenAi {
                    body["encoding_format"] = json!("float");
                }
                "/embeddings".to_owned()
            }
            Self::Voyage => {
                body["input_type"] = json!(if query { "query" } else { "document" });
                // A text that is cut would be found by its beginning alone.
                body["truncation"] = json!(false);
                if let Some(dimension) = dimension {
                    body["output_dimension"] = json!(dimension);
                }
                "/embeddings".to_owned()
            }
            Self::Jina => {
                let code = model.contains("code");
                let task = match (code, query) {
                    (true, true) => "nl2code.query",
                    (true, false) => "nl2code.passage",
                    (false, true) => "retrieval.query",
                    (false, false) => "retrieval.passage",
                };
                body["task"] = json!(task);
                body["truncate"] = json!(false);
                if let Some(dimension) = dimension {
                    body["dimensions"] = json!(dimension);
                }
                "/embeddings".to_owned()
            }
            Self::Ollama => {
                body["truncate"] = json!(false);
                if let Some(dimension) = dimension {
                    body["dimensions"] = json!(dimension);
                }
                "/api/embed".to_owned()
            }
            Self::Google => {
                let task = if query { "RETRIEVAL_QUERY" } else { "RETRIEVAL_DOCUMENT" };
                let one = |text: &String| {
                    let mut one = json!({ "model": format!("models/{model}"),
                        "content": { "parts": [{ "text": text }] } });
                    if !model.contains("embedding-2") {
                        one["taskType"] = json!(task);
                    }
                    if let Some(dimension) = dimension {
                        one["outputDimensionality"] = json!(dimension);
                    }
                    one
                };
                body = json!({ "requests": texts.iter().map(one).collect::<Vec<_>>() });
                format!("/models/{model}:batchEmbedContents")
            }
        };
        (path, body)
    }

    /// The vectors of an answer in the order of the texts; none where it is not an answer of this service.
    pub(super) fn vectors(self, answer: &Value) -> Option<Vec<Vec<f32>>> {
        match self {
            Self::Ollama => answer["embeddings"].as_array()?.iter().map(numbers).collect(),
            Self::Google => answer["embeddings"].as_array()?.iter().map(|it| numbers(&it["values"])).collect(),
            _ => {
                let data = answer["data"].as_array()?;
                let mut placed: Vec<Option<Vec<f32>>> = vec![None; data.len()];
                for (at, item) in data.iter().enumerate() {
                    let index = item["index"].as_u64().and_then(|it| usize::try_from(it).ok()).unwrap_or(at);
                    *placed.get_mut(index)? = Some(numbers(&item["embedding"])?);
                }
                placed.into_iter().collect()
            }
        }
    }
}

/// A list of numbers; some servers wrap it in one more list.
fn numbers(value: &Value) -> Option<Vec<f32>> {
    let list = value.as_array()?;
    match list.as_slice() {
        [Value::Array(_)] => numbers(&list[0]),
        _ => list.iter().map(|it| it.as_f64().map(|it| it as f32)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_put_in_order() {
        let answer = json!({ "data": [
            { "index": 1, "embedding": [0, 1] }, { "index": 0, "embedding": [[1, 0]] }] });
        assert_eq!(Service::OpenAi.vectors(&answer), Some(vec![vec![1.0, 0.0], vec![0.0, 1.0]]));
        for wrong in [
            json!({}),
            json!({ "data": [{ "index": 7, "embedding": [1] }] }),
            json!({ "data": [{ "index": 0 }] }),
            json!({ "data": [{ "index": 0, "embedding": [1] }, { "index": 0, "embedding": [1] }] }),
        ] {
            assert_eq!(Service::OpenAi.vectors(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn queries_are_told_from_documents() {
        let texts = ["a".to_owned()];
        let body = |service: Service, purpose| {
            service.request(&Request { model: "m", texts: &texts, purpose, dimension: Some(64) }).1
        };
        for service in [Service::Voyage, Service::Google, Service::Jina] {
            assert_ne!(body(service, Purpose::Query), body(service, Purpose::Document), "{service:?}");
        }
        for (_, service) in NAMED {
            assert!(body(*service, Purpose::Query).to_string().contains("64"), "{service:?}");
        }
        assert_eq!(Service::Ollama.prefixes("nomic-embed-text:v1.5").0, "search_query: ");
        assert_eq!(Service::Compatible.prefixes("intfloat/multilingual-e5-small").1, "passage: ");
    }
}
