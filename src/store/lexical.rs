//! The lexical index: a tantivy folder of postings, derived from the rows.
//!
//! Scoring is done here, not by tantivy, for two reasons: BM25 statistics must come from the live
//! rows in sight alone, so that other projects' notes move neither order nor relevance, and the
//! constants must be ours to choose. A [`View`] maps the index's documents to the rows in sight; rows
//! that the index lacks or holds in another revision are analysed on the spot.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tantivy::directory::MmapDirectory;
use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption, NumericOptions, STRING, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::WhitespaceTokenizer;
use tantivy::{DocSet, Index, IndexWriter, ReloadPolicy, Searcher, TERMINATED, TantivyDocument, Term};
use uuid::Uuid;

use super::RowRef;
use crate::error::{Error, Result};
use crate::rank::bm25::{Bm25, Posting};
use crate::text::analyse::{ANALYSER_VERSION, QueryTerm, terms};

/// Least memory that tantivy's writer accepts, in bytes; plenty for a batch of memories.
const WRITER_BYTES: usize = 15_000_000;
const TOKENIZER: &str = "octobrain_terms";

/// What the index was built from, kept in tantivy's commit payload.
#[derive(serde::Serialize, serde::Deserialize)]
struct Built {
    analyser: u32,
    generation: u64,
}

struct Fields {
    uid: Field,
    id_high: Field,
    id_low: Field,
    revision: Field,
    length: Field,
    terms: Field,
}

/// The index folder, or nothing usable yet.
pub struct Lexical {
    dir: PathBuf,
    open: Option<Open>,
}

struct Open {
    index: Index,
    searcher: Searcher,
    generation: u64,
}

/// Per document of a segment: the row it was made from and its number of terms; none when deleted.
type Documents = Vec<Option<(RowRef, u32)>>;

static SCHEMA: LazyLock<(Schema, Fields)> = LazyLock::new(schema);

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let fast = || NumericOptions::default().set_fast();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::WithFreqs)
        .set_fieldnorms(false);
    let fields = Fields {
        uid: builder.add_text_field("uid", STRING),
        id_high: builder.add_u64_field("id_high", fast()),
        id_low: builder.add_u64_field("id_low", fast()),
        revision: builder.add_u64_field("revision", fast()),
        length: builder.add_u64_field("length", fast()),
        terms: builder.add_text_field("terms", TextOptions::default().set_indexing_options(indexing)),
    };
    (builder.build(), fields)
}

impl Lexical {
    /// Opens the index in `dir`; one that is missing, damaged or of another analyser counts as empty.
    pub fn open(dir: &Path) -> Self {
        let open = match Open::read(dir) {
            Ok(open) => open,
            Err(error) => {
                tracing::debug!("the lexical index cannot be used and will be rebuilt: {error}");
                None
            }
        };
        Self { dir: dir.to_owned(), open }
    }

    /// The same folder, taken as holding nothing: the next update replaces what is in it.
    pub fn emptied(&self) -> Self {
        Self { dir: self.dir.clone(), open: None }
    }

    /// The commit of the records that the index was brought up to.
    pub fn generation(&self) -> Option<u64> {
        self.open.as_ref().map(|open| open.generation)
    }

    /// What must be added (ids) and what must go (ids) for the index to hold exactly the live rows.
    pub fn difference(&self, live: &[RowRef]) -> Result<(Vec<Uuid>, Vec<Uuid>)> {
        let held = match &self.open {
            Some(open) => open.documents().map_err(failed)?,
            None => Vec::new(),
        };
        let mut wanted: HashMap<RowRef, bool> = live.iter().map(|row| (*row, false)).collect();
        let mut stale = Vec::new();
        for (row, _) in held.iter().flatten().flatten() {
            match wanted.get_mut(row) {
                Some(seen) if !*seen => *seen = true,
                _ => stale.push(row.id),
            }
        }
        let missing = live.iter().filter(|row| !wanted[*row]).map(|row| row.id).collect();
        Ok((missing, stale))
    }

    /// Replaces the documents of `changed`, removes those of `removed`, and stands at `generation`.
    pub fn update(&self, generation: u64, changed: &[(RowRef, String)], removed: &[Uuid]) -> Result<()> {
        let index = match &self.open {
            Some(open) => open.index.clone(),
            None => self.create().map_err(failed)?,
        };
        write(&index, generation, changed, removed).map_err(failed)
    }

    /// An empty index in place of whatever is in the folder.
    fn create(&self) -> tantivy::Result<Index> {
        match std::fs::remove_dir_all(&self.dir) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => std::fs::create_dir_all(&self.dir)?,
        }
        let index = Index::create_in_dir(&self.dir, SCHEMA.0.clone())?;
        register(&index);
        Ok(index)
    }

    /// Maps the index to the rows in sight; `texts` gives the text of rows that the index lacks.
    pub fn view(&self, rows: &[RowRef]) -> Result<View> {
        let positions: HashMap<RowRef, u32> = rows.iter().copied().zip(0..).collect();
        let mut lengths = vec![None; rows.len()];
        let mut segments = Vec::new();
        let documents = match &self.open {
            Some(open) => open.documents().map_err(failed)?,
            None => Vec::new(),
        };
        for documents in documents {
            let map = documents.into_iter().map(|document| {
                let (row, length) = document?;
                let position = *positions.get(&row)?;
                // A document twice in the index (a stale copy) counts once.
                let place = lengths.get_mut(position as usize)?;
                if place.is_some() {
                    return None;
                }
                *place = Some(length);
                Some(position)
            });
            segments.push(map.collect());
        }
        let searcher = self.open.as_ref().map(|open| open.searcher.clone());
        Ok(View { searcher, segments, lengths, extra: HashMap::new() })
    }
}

impl Open {
    fn read(dir: &Path) -> tantivy::Result<Option<Self>> {
        if !dir.join("meta.json").exists() {
            return Ok(None);
        }
        let index = Index::open(MmapDirectory::open(dir)?)?;
        register(&index);
        let payload = index.load_metas()?.payload.unwrap_or_default();
        let built: Option<Built> = serde_json::from_str(&payload).ok();
        let Some(built) = built.filter(|built| built.analyser == ANALYSER_VERSION) else {
            return Ok(None);
        };
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let searcher = reader.searcher();
        Ok(Some(Self { index, searcher, generation: built.generation }))
    }

    /// What every segment holds.
    fn documents(&self) -> tantivy::Result<Vec<Documents>> {
        let mut segments = Vec::new();
        for segment in self.searcher.segment_readers() {
            let columns = segment.fast_fields();
            let column = |name: &str| columns.u64(name).map(|column| column.first_or_default_col(0));
            let (high, low) = (column("id_high")?, column("id_low")?);
            let (revision, length) = (column("revision")?, column("length")?);
            let documents = (0..segment.max_doc()).map(|doc| {
                if segment.is_deleted(doc) {
                    return None;
                }
                let id = Uuid::from_u64_pair(high.get_val(doc), low.get_val(doc));
                let row = RowRef { id, revision: revision.get_val(doc) };
                Some((row, u32::try_from(length.get_val(doc)).unwrap_or(u32::MAX)))
            });
            segments.push(documents.collect());
        }
        Ok(segments)
    }
}

fn register(index: &Index) {
    index.tokenizers().register(TOKENIZER, WhitespaceTokenizer::default());
}

fn write(index: &Index, generation: u64, changed: &[(RowRef, String)], removed: &[Uuid]) -> tantivy::Result<()> {
    let fields = &SCHEMA.1;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, WRITER_BYTES)?;
    for id in removed.iter().chain(changed.iter().map(|(row, _)| &row.id)) {
        writer.delete_term(Term::from_field_text(fields.uid, &id.to_string()));
    }
    for (row, text) in changed {
        let words = terms(text);
        let mut document = TantivyDocument::new();
        let (high, low) = row.id.as_u64_pair();
        document.add_text(fields.uid, row.id.to_string());
        document.add_u64(fields.id_high, high);
        document.add_u64(fields.id_low, low);
        document.add_u64(fields.revision, row.revision);
        document.add_u64(fields.length, words.len() as u64);
        document.add_text(fields.terms, words.join(" "));
        writer.add_document(document)?;
    }
    let built = Built { analyser: ANALYSER_VERSION, generation };
    let mut commit = writer.prepare_commit()?;
    commit.set_payload(&serde_json::to_string(&built).unwrap_or_default());
    commit.commit()?;
    writer.wait_merging_threads()
}

/// The rows in sight as the lexical leg sees them.
pub struct View {
    searcher: Option<Searcher>,
    /// Per segment: document number → position of its row, if in sight and of this revision.
    segments: Vec<Vec<Option<u32>>>,
    /// Per row: number of terms, once known.
    lengths: Vec<Option<u32>>,
    /// Postings of rows that the index lacks.
    extra: HashMap<String, Vec<Posting>>,
}

impl View {
    /// How many rows are in sight.
    pub fn rows(&self) -> usize {
        self.lengths.len()
    }

    /// Positions of rows that the index lacks; their text must be given to [`View::add`].
    pub fn missing(&self) -> Vec<usize> {
        (0..self.lengths.len()).filter(|at| self.lengths[*at].is_none()).collect()
    }

    /// Takes in a row that the index lacks.
    pub fn add(&mut self, position: usize, text: &str) {
        let words = terms(text);
        let mut counts: HashMap<String, u32> = HashMap::new();
        self.lengths[position] = Some(u32::try_from(words.len()).unwrap_or(u32::MAX));
        for word in words {
            *counts.entry(word).or_default() += 1;
        }
        for (word, count) in counts {
            let posting = Posting { row: position as u32, count };
            self.extra.entry(word).or_default().push(posting);
        }
    }

    /// BM25 of every row for the weighed terms of a query, with statistics from the rows in sight alone.
    ///
    /// A phrase counts as one more term, with the rows that hold it as its postings.
    pub fn score(&self, query: &[QueryTerm], phrases: &[Vec<Posting>]) -> Result<Bm25> {
        let lengths: Vec<u32> = self.lengths.iter().map(|length| length.unwrap_or(0)).collect();
        let mut bm25 = Bm25::new(&lengths);
        for QueryTerm { term, weight, may_be_absent, .. } in query {
            let mut postings = self.extra.get(term).cloned().unwrap_or_default();
            self.read_postings(term, &mut postings).map_err(failed)?;
            if !(postings.is_empty() && *may_be_absent) {
                bm25.add_term(&postings, *weight, &lengths);
            }
        }
        // One that no row holds says nothing: it is not missed.
        for holders in phrases.iter().filter(|holders| !holders.is_empty()) {
            bm25.add_term(holders, 1.0, &lengths);
        }
        Ok(bm25)
    }

    /// The rows that hold every one of some terms, in order; none when there are no terms.
    pub fn holding_all(&self, words: &[String]) -> Result<Vec<u32>> {
        let mut holding: Option<BTreeSet<u32>> = None;
        for word in words {
            let mut postings = self.extra.get(word).cloned().unwrap_or_default();
            self.read_postings(word, &mut postings).map_err(failed)?;
            let rows = postings.into_iter().map(|posting| posting.row);
            holding = Some(match holding {
                Some(held) => rows.filter(|row| held.contains(row)).collect(),
                None => rows.collect(),
            });
        }
        Ok(holding.unwrap_or_default().into_iter().collect())
    }

    fn read_postings(&self, word: &str, into: &mut Vec<Posting>) -> tantivy::Result<()> {
        let Some(searcher) = &self.searcher else { return Ok(()) };
        let field = SCHEMA.1.terms;
        let term = Term::from_field_text(field, word);
        for (segment, map) in searcher.segment_readers().iter().zip(&self.segments) {
            let inverted = segment.inverted_index(field)?;
            let Some(mut postings) = inverted.read_postings(&term, IndexRecordOption::WithFreqs)? else {
                continue;
            };
            let mut doc = postings.doc();
            while doc != TERMINATED {
                if let Some(Some(row)) = map.get(doc as usize) {
                    into.push(Posting { row: *row, count: postings.term_freq() });
                }
                doc = postings.advance();
            }
        }
        Ok(())
    }
}

fn failed(error: tantivy::TantivyError) -> Error {
    Error::store("lexical_failed", format!("the lexical index: {error}"))
        .hint("it is rebuilt by the next memorize; delete the folder lexical/ in the store if it stays")
}
