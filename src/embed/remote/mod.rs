//! Models behind HTTP: OpenAI, Voyage, Google, Jina, Ollama, and whatever speaks like OpenAI.
//!
//! | part | what it does |
//! | --- | --- |
//! | `service` | what each service is called, limited to and asked for, and how its answers are read |
//! | `exchange` | one request with its retries, and what went wrong in words |
//!
//! A text that is too long for the model is embedded in halves, whose vectors are averaged. Every vector is brought to
//! length 1 here, and has the dimension of the first one.

mod exchange;
mod service;

use std::collections::BTreeMap;
use std::time::Duration;

use self::exchange::{Exchange, Failure};
pub use self::service::Service;
use self::service::{Purpose, Request};
use super::Embedder;
use crate::error::{Error, Result};

/// How often a text may be halved.
const MAX_HALVINGS: u32 = 8;

/// What a service over HTTP is used with, as the caller resolved it.
#[derive(Clone, Default)]
pub struct RemoteSettings {
    /// `embedding.url`: another address than the service's own.
    pub url: Option<String>,
    /// Where Ollama is, as its own variables say.
    pub ollama: Option<String>,
    /// Texts in one request, at most.
    pub batch_size: usize,
    /// What one request may take.
    pub timeout: Duration,
    /// Keys by the variable that holds them.
    pub keys: BTreeMap<&'static str, String>,
}

// Written by hand: keys are not for logs.
impl std::fmt::Debug for RemoteSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemoteSettings").field("url", &self.url).field("keys", &self.keys.len()).finish_non_exhaustive()
    }
}

/// A model behind HTTP: `openai:text-embedding-3-small`, with a dimension of one's own after an `@`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteSpec {
    /// Who runs it.
    pub service: Service,
    /// Its name there; empty where a compatible server has only one.
    pub model: String,
    /// The dimension that is asked for, where the model allows it.
    pub dimension: Option<usize>,
    /// The address of a compatible server.
    pub address: Option<String>,
}

impl RemoteSpec {
    /// Reads what stands in front of and behind the colon; none where that is no service.
    pub fn parse(scheme: &str, rest: &str) -> Option<Result<Self>> {
        if matches!(scheme, "http" | "https") {
            return Some(Self::compatible(&format!("{scheme}:{rest}")));
        }
        let service = Service::named(scheme)?;
        let (model, dimension) = with_dimension(rest);
        let spec = Self { service, model: model.to_owned(), dimension, address: None };
        if spec.model.is_empty() {
            let fault = format!("`{scheme}:` needs the name of a model");
            return Some(Err(
                Error::usage("unsupported_model", fault).hint(format!("for instance `{}`", service.example()))
            ));
        }
        Some(Ok(spec))
    }

    fn compatible(text: &str) -> Result<Self> {
        let (address, model) = text.split_once('#').unwrap_or((text, ""));
        let (model, dimension) = with_dimension(model);
        let parsed = url::Url::parse(address).ok().filter(|url| url.has_host() && url.query().is_none());
        if parsed.is_none() {
            return Err(Error::usage("unsupported_model", format!("embedding.model: `{text}` is no address"))
                .hint("for instance `http://localhost:8080/v1#BAAI/bge-m3`"));
        }
        Ok(Self {
            service: Service::Compatible,
            model: model.to_owned(),
            dimension,
            address: Some(address.trim_end_matches('/').to_owned()),
        })
    }

    /// What the prefixes of its texts are: `(query, document)`.
    pub fn prefixes(&self) -> (&'static str, &'static str) {
        self.service.prefixes(&self.model)
    }
}

fn with_dimension(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once('@') {
        Some((model, number)) if number.parse::<usize>().is_ok_and(|it| it > 0) => (model, number.parse().ok()),
        _ => (name, None),
    }
}

impl std::fmt::Display for RemoteSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.address, self.model.as_str()) {
            (Some(address), "") => f.write_str(address)?,
            (Some(address), model) => write!(f, "{address}#{model}")?,
            (None, model) => write!(f, "{}:{model}", self.service.name())?,
        }
        self.dimension.map_or(Ok(()), |dimension| write!(f, "@{dimension}"))
    }
}

/// The embedder; asks nobody before the first text.
pub(super) struct RemoteModel {
    spec: RemoteSpec,
    id: String,
    exchange: Exchange,
    batch: usize,
    /// Known from the first answer on.
    dimension: Option<usize>,
}

impl RemoteModel {
    pub(super) fn open(spec: &RemoteSpec, settings: &RemoteSettings) -> Result<Self> {
        Ok(Self {
            id: spec.to_string(),
            batch: settings.batch_size.clamp(1, spec.service.most_texts()),
            exchange: Exchange::new(spec, settings)?,
            spec: spec.clone(),
            dimension: spec.dimension,
        })
    }

    fn embed(&mut self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>> {
        let (query, document) = self.spec.prefixes();
        let prefix = if purpose == Purpose::Query { query } else { document };
        let texts: Vec<String> = texts.iter().map(|text| format!("{prefix}{text}")).collect();
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(self.batch) {
            vectors.extend(self.batch(batch, purpose, 0)?);
        }
        Ok(vectors)
    }

    /// One request, or two where it is too large.
    fn batch(&mut self, texts: &[String], purpose: Purpose, halvings: u32) -> Result<Vec<Vec<f32>>> {
        let longest = self.spec.service.longest_text();
        let too_long = longest.is_some_and(|longest| texts.iter().any(|text| text.len() > longest));
        if !(too_long && texts.len() == 1) {
            let request = Request { model: &self.spec.model, texts, purpose, dimension: self.spec.dimension };
            match self.exchange.ask(&request) {
                Ok(vectors) if !too_long => return vectors.into_iter().map(|vector| self.checked(vector)).collect(),
                Ok(_) | Err(Failure::TooLong) => {}
                Err(Failure::Other(error)) => return Err(error),
            }
        }
        if texts.len() > 1 {
            let (first, second) = texts.split_at(texts.len() / 2);
            let mut vectors = self.batch(first, purpose, halvings)?;
            vectors.extend(self.batch(second, purpose, halvings)?);
            return Ok(vectors);
        }
        let text = &texts[0];
        let middle = text.floor_char_boundary(text.len() / 2);
        if halvings >= MAX_HALVINGS || middle == 0 {
            return Err(Error::unavailable("text_too_long", format!("{}: a text is too long for the model", self.id))
                .hint("choose a model with a larger window"));
        }
        let (first, second) = text.split_at(middle);
        let first = self.batch(&[first.to_owned()], purpose, halvings + 1)?;
        let second = self.batch(&[second.to_owned()], purpose, halvings + 1)?;
        let sum = first[0].iter().zip(&second[0]).map(|(a, b)| a + b).collect();
        Ok(vec![self.checked(sum)?])
    }

    /// A vector of length 1 and of the dimension that all have.
    fn checked(&mut self, mut vector: Vec<f32>) -> Result<Vec<f32>> {
        let dimension = *self.dimension.get_or_insert(vector.len());
        if vector.len() != dimension {
            let fault = format!("{}: a vector of {} numbers came, {dimension} were expected", self.id, vector.len());
            return Err(Error::unavailable("wrong_dimension", fault)
                .hint("the model behind this name has changed, or does not know this dimension; nothing was stored"));
        }
        let length = vector.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
        if !length.is_normal() {
            return Err(Error::unavailable("bad_vector", format!("{}: a vector without a direction came", self.id))
                .hint("the service answers, but not as an embedding model does"));
        }
        for number in &mut vector {
            *number = (f64::from(*number) / length) as f32;
        }
        Ok(vector)
    }
}

impl Embedder for RemoteModel {
    fn id(&self) -> &str {
        &self.id
    }

    fn dimension(&self) -> usize {
        self.dimension.unwrap_or_default()
    }

    fn embed_documents(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        self.embed(texts, Purpose::Document)
    }

    fn embed_query(&mut self, text: &str) -> Result<Vec<f32>> {
        let mut vectors = self.embed(&[text.to_owned()], Purpose::Query)?;
        vectors.pop().ok_or_else(|| Error::internal("no vector for a query"))
    }

    fn embed_queries(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        self.embed(texts, Purpose::Query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<RemoteSpec> {
        let (scheme, rest) = text.split_once(':').unwrap();
        RemoteSpec::parse(scheme, rest).unwrap()
    }

    #[test]
    fn names() {
        for text in [
            "openai:text-embedding-3-small",
            "openai:text-embedding-3-large@1024",
            "ollama:qwen3-embedding:0.6b",
            "http://localhost:8080/v1",
            "https://h.example/v1#BAAI/bge-m3",
            "https://h.example/v1#m@64",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        assert_eq!(parse("openai:text-embedding-3-large@1024").unwrap().dimension, Some(1024));
        assert_eq!(parse("http://h:1/v1/#m").unwrap().to_string(), "http://h:1/v1#m");
        assert!(parse("openai:").unwrap_err().hint.unwrap().contains("text-embedding-3-small"));
        assert!(parse("http://").is_err());
        assert!(RemoteSpec::parse("what", "x").is_none());
    }

    #[test]
    fn keys_are_not_shown() {
        let keys = [("OPENAI_API_KEY", "sk-secret".to_owned())].into();
        assert!(!format!("{:?}", RemoteSettings { keys, ..RemoteSettings::default() }).contains("secret"));
    }
}
