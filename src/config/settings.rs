//! The settings as the operations get them: resolved, typed, within their ranges.
//!
//! Names and defaults are those of the published program, so that its configuration files work.
//! What a value may be is said in `keys`; a test holds the two together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// All settings.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Settings {
    /// How text becomes vectors.
    pub embedding: Embedding,
    /// How memories and passages are found.
    pub search: Search,
    /// How memories are linked, age and are folded together.
    pub memory: Memory,
    /// How documents are cut, refreshed and searched.
    pub knowledge: Knowledge,
}

/// `[embedding]`: how text becomes vectors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Embedding {
    /// `PROVIDER:NAME`, or `none` for a memory that works by words alone.
    pub model: String,
    /// Another address than that of the model's service; empty for its own.
    pub url: String,
    /// Texts in one request.
    pub batch_size: usize,
    /// Seconds that one request may take.
    pub timeout_secs: u64,
}

/// `[search]`: how memories and passages are found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// Relevance in [0, 1] below which nothing is answered.
    pub similarity_threshold: f64,
    /// The most results that a caller of the server may ask for.
    pub max_results: usize,
    /// How the two legs become one order.
    pub fusion: Fusion,
    /// Words and vectors together.
    pub hybrid: Hybrid,
    /// Expansion of the query by its neighbours.
    pub hyde: Hyde,
    /// The cross-encoder.
    pub reranker: Reranker,
}

/// How the words' and the vectors' results become one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fusion {
    /// A weighted sum of normalised scores.
    Weighted,
    /// Reciprocal Rank Fusion with k = 60.
    Rrf,
}

/// `[search.hybrid]`: words and vectors together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hybrid {
    /// Both legs; otherwise vectors alone where there are any.
    pub enabled: bool,
}

/// `[search.hyde]`: the query's vector is drawn towards its nearest neighbours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hyde {
    /// Whether queries are expanded at all.
    pub enabled: bool,
    /// Neighbours that are averaged.
    pub top_k: usize,
    /// Their share in [0, 1] of the expanded query.
    pub alpha: f64,
    /// When expansion is used.
    pub gate: Gate,
}

/// When a query is expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gate {
    /// Where it is likely to help.
    Auto,
    /// At every query that has neighbours.
    Always,
}

/// `[search.reranker]`: a cross-encoder reads query and candidate together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reranker {
    /// Whether candidates are reranked.
    pub enabled: bool,
    /// `PROVIDER:NAME` of the cross-encoder.
    pub model: String,
    /// Candidates it reads.
    pub top_k_candidates: usize,
    /// Results it keeps.
    pub final_top_k: usize,
}

/// `[memory]`: how memories are linked, age and are folded together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Whether importance fades with time.
    pub decay_enabled: bool,
    /// Days without use after which importance has halved.
    pub decay_half_life_days: u32,
    /// How strongly use keeps a memory important; 1 is not at all.
    pub access_boost_factor: f64,
    /// Importance in [0, 1] below which nothing fades.
    pub min_importance_threshold: f64,
    /// Importance in [0, 1] of a memory that comes without one.
    pub default_importance: f64,
    /// Whether a new memory is linked to similar ones.
    pub auto_linking_enabled: bool,
    /// Cosine in [0, 1] from which two memories are similar.
    pub auto_link_threshold: f64,
    /// The most such links of one memory.
    pub max_auto_links_per_memory: usize,
    /// Whether a sleep pass starts by itself when one is due.
    pub sleep_consolidation_enabled: bool,
    /// Hours between two passes of one scope.
    pub sleep_consolidation_interval_hours: u32,
    /// Cosine in [0, 1] that every pair of a cluster must reach.
    pub sleep_consolidation_threshold: f64,
    /// Memories that make a cluster.
    pub sleep_consolidation_min_cluster_size: usize,
    /// Days after which a memory is no longer folded.
    pub sleep_consolidation_max_age_days: u32,
}

/// `[knowledge]`: how documents are cut, refreshed and searched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Knowledge {
    /// Characters of a chunk.
    pub chunk_size: usize,
    /// Characters that two chunks share where a section had to be cut.
    pub chunk_overlap: usize,
    /// Days after which a page is fetched anew.
    pub outdating_days: u32,
    /// Passages that a search answers when it is not told how many.
    pub max_results: usize,
    /// Hours that text stored under a session is kept.
    pub session_ttl_hours: u32,
    /// Commands that turn documents into text, by extension: the document on stdin, its text on stdout.
    #[serde(default)]
    pub extractors: BTreeMap<String, Vec<String>>,
}

impl Default for Embedding {
    fn default() -> Self {
        Self {
            model: "fastembed:nomic-ai/nomic-embed-text-v1.5".to_owned(),
            url: String::new(),
            batch_size: 32,
            timeout_secs: 30,
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        Self {
            similarity_threshold: 0.3,
            max_results: 50,
            fusion: Fusion::Weighted,
            hybrid: Hybrid::default(),
            hyde: Hyde::default(),
            reranker: Reranker::default(),
        }
    }
}

impl Default for Hybrid {
    fn default() -> Self {
        Self { enabled: true }
    }
}

impl Default for Hyde {
    fn default() -> Self {
        Self { enabled: true, top_k: 3, alpha: 0.5, gate: Gate::Auto }
    }
}

impl Default for Reranker {
    fn default() -> Self {
        Self {
            enabled: false,
            model: "fastembed:jina-reranker-v2-base-multilingual".to_owned(),
            top_k_candidates: 50,
            final_top_k: 10,
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            decay_enabled: true,
            decay_half_life_days: 90,
            access_boost_factor: 1.2,
            min_importance_threshold: 0.05,
            default_importance: 0.5,
            auto_linking_enabled: true,
            auto_link_threshold: 0.78,
            max_auto_links_per_memory: 5,
            sleep_consolidation_enabled: true,
            sleep_consolidation_interval_hours: 24,
            sleep_consolidation_threshold: 0.85,
            sleep_consolidation_min_cluster_size: 3,
            sleep_consolidation_max_age_days: 7,
        }
    }
}

impl Default for Knowledge {
    fn default() -> Self {
        Self {
            chunk_size: 1200,
            chunk_overlap: 300,
            outdating_days: 15,
            max_results: 5,
            session_ttl_hours: 120,
            extractors: BTreeMap::new(),
        }
    }
}
