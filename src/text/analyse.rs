//! Index terms of a text: the same for documents and queries.

use super::compound;
use super::fold::normalise;
use super::lexer::{Lexer, Piece};
use super::script::Script;
use super::stem::stem;
use super::weight::{may_be_absent, query_weight};
use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Changes whenever the terms of any text change, so that an index built by another version is rebuilt.
pub const ANALYSER_VERSION: u32 = 1;

/// Longest term in bytes; longer runs without a break are cut.
const MAX_TERM: usize = 128;

/// Longest run given to the dictionary at once, in bytes, so that its working memory stays small.
const MAX_RUN: usize = 3_000;

/// Stems kept while one text is analysed; more distinct words than this are computed again.
const MAX_CACHED: usize = 20_000;

/// The dictionary, not the neural model: measured better on Thai, and fifteen times as fast.
static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// The index terms of `text`, in its order, repeats kept. Works for any text and never fails; a term is
/// never empty, holds no white space or control character, and has at most 128 bytes.
pub fn terms(text: &str) -> Vec<String> {
    let normal = normalise(text);
    let mut sink = Sink::default();
    for piece in Lexer::new(&normal) {
        emit(&normal, piece, &mut sink);
    }
    sink.terms
}

/// What a made-up name counts beside an ordinary word: it is what the question is about.
const NAME_WEIGHT: f32 = 2.0;

/// One term of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTerm {
    /// As it stands in the index.
    pub term: String,
    /// What it counts, above 0; 1 for an ordinary word.
    pub weight: f32,
    /// It is part of a name that is meant as it is written.
    pub identifier: bool,
    /// It says nothing against the records when none of them holds it.
    pub may_be_absent: bool,
}

/// The terms of a query, each once, in the order of their first appearance, with what they weigh.
///
/// Function words weigh less ([`query_weight`]). A word that is found whole and by its parts is one word of the
/// query, not as many as it has forms: its `n` terms weigh `n^-½` each.
pub fn query_terms(text: &str) -> Vec<QueryTerm> {
    let normal = normalise(text);
    let mut sink = Sink::default();
    let mut weighed: Vec<QueryTerm> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for piece in Lexer::new(&normal) {
        let whole = matches!(piece, Piece::Compound(_));
        let identifier = matches!(&piece, Piece::Compound(atoms) if compound::is_identifier(atoms));
        emit(&normal, piece, &mut sink);
        let share = if whole { (sink.terms.len().max(1) as f32).sqrt().recip() } else { 1.0 };
        for term in sink.terms.drain(..) {
            let weight = share * query_weight(&term) * if identifier { NAME_WEIGHT } else { 1.0 };
            match places.get(&term) {
                Some(at) => weighed[*at].weight = weighed[*at].weight.max(weight),
                None => {
                    places.insert(term.clone(), weighed.len());
                    weighed.push(QueryTerm { may_be_absent: may_be_absent(&term), identifier, term, weight });
                }
            }
        }
    }
    weighed
}

fn emit(normal: &str, piece: Piece<'_>, sink: &mut Sink) {
    match piece {
        Piece::Compound(atoms) => compound::emit(normal, &atoms, sink),
        Piece::Cjk(run) => cjk(run, sink),
        Piece::Hangul(run) => korean(run, sink),
        Piece::Unspaced(run) => unspaced(run, sink),
    }
}

/// Collects terms and keeps their promises.
#[derive(Default)]
pub(super) struct Sink {
    terms: Vec<String>,
    stems: HashMap<String, String>,
}

impl Sink {
    /// Adds a term, cut to the longest length.
    pub(super) fn push(&mut self, term: &str) {
        let end = term.floor_char_boundary(MAX_TERM);
        if end > 0 {
            self.terms.push(term[..end].to_owned());
        }
    }

    /// Adds a whole form only if it fits: the head of a long path says nothing.
    pub(super) fn push_whole(&mut self, term: &str) {
        if term.len() <= MAX_TERM {
            self.push(term);
        }
    }

    /// Adds a word as written, if that is not the stem just added.
    pub(super) fn push_exact(&mut self, word: &str) {
        if self.terms.last().is_none_or(|last| last != word) {
            self.push_whole(word);
        }
    }

    /// Adds the stem of a folded word. Texts repeat their words, and stemming is what costs time.
    pub(super) fn push_stem(&mut self, word: &str) {
        if let Some(stem) = self.stems.get(word) {
            self.terms.push(stem.clone());
            return;
        }
        let stem = stem(word).into_owned();
        self.push(&stem);
        if self.stems.len() < MAX_CACHED && (1..=MAX_TERM).contains(&stem.len()) {
            self.stems.insert(word.to_owned(), stem);
        }
    }
}

/// Pairs of neighbouring characters, and single Chinese characters as well: a query may be one
/// character, and is then found inside longer words.
fn cjk(run: &str, sink: &mut Sink) {
    if run.chars().nth(1).is_some() {
        let mut utf8 = [0; 4];
        for c in run.chars().filter(|c| Script::of(*c) == Some(Script::Han)) {
            sink.push(c.encode_utf8(&mut utf8));
        }
    }
    bigrams(run, sink);
}

/// Korean words carry their particles behind them; pairs of syllables match the word with any of them.
/// A word of one syllable before a particle would have no pair of its own.
fn korean(run: &str, sink: &mut Sink) {
    bigrams(run, sink);
    let mut chars = run.chars();
    if let (Some(first), Some(last), None) = (chars.next(), chars.next(), chars.next())
        && "은는이가을를의에도로와과만".contains(last)
    {
        sink.push(first.encode_utf8(&mut [0; 4]));
    }
}

/// All pairs of neighbouring characters; a lone character as it is.
fn bigrams(run: &str, sink: &mut Sink) {
    let places: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    if places.len() <= 2 {
        return sink.push(run);
    }
    for pair in places.windows(3) {
        sink.push(&run[pair[0]..pair[2]]);
    }
}

/// Words of a script without spaces.
fn unspaced(run: &str, sink: &mut Sink) {
    let run = whole_vowels(run);
    let mut rest = run.as_str();
    while !rest.is_empty() {
        let (head, tail) = rest.split_at(rest.floor_char_boundary(MAX_RUN));
        let mut start = 0;
        for end in SEGMENTER.segment_str(head) {
            sink.push(&head[start..end]);
            start = end;
        }
        rest = tail;
    }
}

/// Normalisation takes the vowel AM of Thai and Lao apart, dictionaries have it whole; typists put the
/// tone mark on either side of its first half.
fn whole_vowels(run: &str) -> String {
    let mut out = String::with_capacity(run.len());
    for c in run.chars() {
        let (ring, whole) = match c {
            '\u{E32}' => ('\u{E4D}', '\u{E33}'),
            '\u{EB2}' => ('\u{ECD}', '\u{EB3}'),
            _ => {
                out.push(c);
                continue;
            }
        };
        let tone = out.chars().next_back().filter(|c| matches!(c, '\u{E48}'..='\u{E4B}' | '\u{EC8}'..='\u{ECB}'));
        let before = out.len() - tone.map_or(0, char::len_utf8);
        if out[..before].ends_with(ring) {
            out.truncate(before - ring.len_utf8());
            out.extend(tone);
            out.push(whole);
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn has(text: &str, term: &str) -> bool {
        terms(text).iter().any(|found| found == term)
    }

    /// Whether a query shares a term with a text.
    fn finds(query: &str, text: &str) -> bool {
        let indexed = terms(text);
        terms(query).iter().any(|term| indexed.contains(term))
    }

    fn same(a: &str, b: &str) {
        assert_eq!(terms(a), terms(b), "{a} / {b}");
    }

    #[test]
    fn a_query_weighs_each_word_once() {
        let weighed = query_terms("why does getUserName fail, getUserName?");
        let weight = |term: &str| weighed.iter().find(|found| found.term == term).map(|found| found.weight).unwrap();
        assert_eq!(weighed.iter().filter(|found| found.term == "getusername").count(), 1);
        assert!(weight("getusername") < 2.0 * weight("fail"));
        let all: Vec<String> = weighed.into_iter().map(|found| found.term).collect();
        assert!(terms("why does getUserName fail").iter().all(|term| all.contains(term)));
    }

    #[test]
    fn names_that_somebody_made_up_are_told_from_words() {
        let named = |query: &str| query_terms(query).iter().any(|term| term.identifier);
        for query in [
            "getUserName",
            "get_user_name",
            "C++",
            ".NET",
            "v1.2.3",
            "10.0.0.1",
            "src/main.rs",
            "E0382",
            "p53",
            "PROJ-12",
            "a::b",
        ] {
            assert!(named(query), "{query}");
        }
        for query in ["what is well-known", "don't", "the U.S. office", "3.14 or 1,000 in 2023", "R&D", "rate limit"] {
            assert!(!named(query), "{query}");
        }
    }

    #[test]
    fn identifiers_keep_their_whole_form() {
        let cases = [
            ("call getUserName here", "getusername"),
            ("call get_user_name here", "get_user_name"),
            ("written in C++.", "c++"),
            ("c++17 or later", "c++"),
            ("C# and F#, both", "f#"),
            ("the .NET runtime", ".net"),
            ("node.js server", "node.js"),
            ("since v1.2.3", "v1.2.3"),
            ("since v1.2.3", "1.2.3"),
            ("code ERR_CONN_42", "err_conn_42"),
            ("in src/main.rs:12", "src/main.rs"),
            ("in src/main.rs:12", "main.rs"),
            ("(user@host.com)", "user@host.com"),
            ("over HTTP/2", "http/2"),
            ("for x86_64", "x86_64"),
            ("closes #1234.", "#1234"),
            ("std::fs::File", "std::fs::file"),
            ("pi is 3.14.", "3.14"),
            ("edit .github/workflows/ci.yml", "ci.yml"),
        ];
        for (text, term) in cases {
            assert!(has(text, term), "{text}: {:?}", terms(text));
        }
    }

    #[test]
    fn identifiers_are_found_by_part_and_by_each_spelling() {
        let spellings = ["getUserName", "get_user_name", "get-user-name", "GetUserName", "getusername"];
        for query in spellings {
            for text in spellings {
                assert!(finds(query, text), "{query} / {text}");
            }
        }
        let cases = [
            ("user", "getUserName()"),
            ("names", "get_user_name"),
            ("main", "src/main.rs"),
            ("main.rs", "src/main.rs"),
            ("conn", "ERR_CONN_42"),
            ("net", "ASP.NET"),
            ("iphone", "iPhone15を買う"),
            ("買う", "iPhone15を買う"),
            ("1234", "#1234"),
            ("python 3.11", "python-3.11.4"),
            ("http", "HTTP/2"),
            ("request", "XMLHttpRequest"),
            ("email", "e-mail"),
            ("US", "the U.S. economy"),
            ("mRNA", "two mRNAs"),
            ("TNF-α", "TNFα"),
            ("nodejs", "node.js"),
        ];
        for (query, text) in cases {
            assert!(finds(query, text), "{query} / {text}: {:?}", terms(text));
        }
    }

    #[test]
    fn numbers_and_apostrophes() {
        same("1,000", "1000");
        same("it's", "it");
        same("Anna's", "anna’s");
        same("l'homme", "homme");
        same("don't", "don’t");
        assert!(finds("1000", "1.000") && finds("O'Brien", "obrien"));
        assert!(finds("İstanbul", "İstanbul'da"));
        assert_eq!(terms("10,000-fold"), ["10000fold", "10000", "fold"]);
    }

    #[test]
    fn prose_is_one_term_a_word() {
        let text = "The quick brown fox, which nobody had seen before, jumped over two lazy dogs (again).";
        assert_eq!(terms(text).len(), text.split(' ').count());
    }

    #[test]
    fn spellings_fold() {
        let pairs = [
            ("café", "cafe"),
            ("cafe\u{301}", "CAFÉ"),
            ("ＡＢＣ", "abc"),
            ("ｶﾀｶﾅ", "カタカナ"),
            ("Straße", "STRASSE"),
            ("İSTANBUL", "istanbul"),
            ("ISPARTA", "ısparta"),
            ("Łódź", "lodz"),
            ("ёлка", "елка"),
            ("Росси\u{301}я", "россия"),
            ("ΟΔΟΣ", "οδός"),
            ("مَدْرَسَة", "مدرسه"),
            ("أحمد", "احمد"),
            ("کتاب", "كتاب"),
            ("שָׁלוֹם", "שלום"),
            ("צה״ל", "צה\"ל"),
            ("हिन्दी", "हिंदी"),
            ("ज़रूर", "जरूर"),
            ("น้ำ", "น\u{e4d}\u{e49}า"),
            ("١٢٣", "123"),
            ("soft\u{ad}ware", "software"),
            ("ﬁle", "file"),
        ];
        for (a, b) in pairs {
            same(a, b);
        }
        assert!(finds("người", "nguoi") && has("người", "người"));
    }

    #[test]
    fn inflected_words_meet() {
        let pairs = [
            ("running", "runs"),
            ("Hunden", "Hund"),
            ("Häuser", "Häusern"),
            ("libri", "libro"),
            ("gatti", "gatto"),
            ("canciones", "canción"),
            ("maisons", "maison"),
            ("ragazze", "ragazzi"),
            ("kitaplar", "kitap"),
            ("книгами", "книга"),
            ("міста", "місті"),
            ("βιβλία", "βιβλίο"),
            ("المدرسة", "مدرسة"),
            ("הבית", "בית"),
            ("המלחמות", "מלחמה"),
            ("लड़कियाँ", "लड़की"),
        ];
        for (a, b) in pairs {
            same(a, b);
        }
    }

    #[test]
    fn unspaced_scripts_are_found_inside_sentences() {
        let cases = [
            ("北京", "他住在北京市"),
            ("猫", "黒猫が好き"),
            ("カタカナ", "これはカタカナです"),
            ("りんご", "赤いりんごを食べた"),
            ("서울", "서울에서 만나요"),
            ("책", "책을 읽다"),
            ("ภาษา", "ฉันเรียนภาษาไทย"),
            ("ພາສາ", "ຂ້ອຍຮຽນພາສາລາວ"),
            ("រៀន", "ខ្ញុំរៀនភាសាខ្មែរ"),
        ];
        for (query, text) in cases {
            assert!(finds(query, text), "{query} / {text}: {:?}", terms(text));
        }
        assert_eq!(terms("東京"), ["東", "京", "東京"]);
        assert_eq!(terms("ภาษาไทย"), ["ภาษา", "ไทย"]);
    }

    #[test]
    fn function_words_alone_still_give_terms() {
        for query in ["to be or not to be", "The Who", "что это", "C", "?!", "", "\0\n"] {
            let wordless = !query.contains(char::is_alphabetic);
            assert_eq!(terms(query).is_empty(), wordless, "{query:?}");
        }
    }

    fn promises(text: &str) {
        for term in terms(text) {
            assert!(!term.is_empty() && term.len() <= MAX_TERM, "{term:?}");
            let bad = |c: char| c.is_whitespace() || c.is_control();
            assert!(!term.contains(bad), "{term:?} of {text:?}");
        }
    }

    /// A linear congruential generator: the same texts in every run.
    fn random(seed: &mut u64) -> u32 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as u32
    }

    #[test]
    fn random_text_keeps_the_promises() {
        let blocks = [
            0x20, 0x20, 0x2D, 0x40, 0x80, 0x300, 0x390, 0x430, 0x5D0, 0x627, 0x64B, 0x928, 0x940, 0xB90, 0xE01, 0xE40,
            0x1000, 0x1780, 0x1EA0, 0x2000, 0x2150, 0x3040, 0x30A0, 0x4E00, 0xAC00, 0xFB00, 0xFE70, 0xFF00, 0x1F600,
            0x20000, 0xE0100,
        ];
        let mut seed = 7;
        for _ in 0..4_000 {
            let length = random(&mut seed) % 60;
            let narrow = random(&mut seed) as usize % blocks.len();
            let mut text = String::new();
            for _ in 0..length {
                let code = match random(&mut seed) % 4 {
                    0 => random(&mut seed) % 0x11_0000,
                    1 => blocks[random(&mut seed) as usize % blocks.len()] + random(&mut seed) % 64,
                    _ => blocks[narrow] + random(&mut seed) % 48,
                };
                text.extend(char::from_u32(code));
            }
            promises(&text);
        }
    }

    #[test]
    fn long_runs_take_linear_time() {
        let units = [
            "a",
            "aB",
            "a1",
            "a-",
            "a.",
            "1,000",
            "'",
            "a'",
            "::",
            "a::b",
            "..",
            "_",
            "é",
            "e\u{301}",
            "\u{301}",
            "中",
            "か",
            "한",
            "ไ",
            "ท",
            "ภาษา",
            "न्",
            "ש",
            "ش",
            "\"",
            "ש\"",
            "#1",
            ".a",
            "\u{200d}",
            "½",
            "word ",
        ];
        let start = Instant::now();
        for unit in units {
            promises(&unit.repeat(100_000));
        }
        // Minutes if any of these were quadratic; seconds without optimisation.
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn every_character_alone_and_between_letters() {
        for c in '\0'..=char::MAX {
            if u32::from(c) < 0x3100 || u32::from(c) % 61 == 0 {
                promises(&format!("{c}"));
                promises(&format!("a{c}b ש{c}ש ก{c}ก 中{c}中 {c}1"));
            }
        }
    }
}
