//! Text of a PDF, page by page.
//!
//! `hayro-interpret` reads the file (damaged, encrypted with an empty password, compressed, fonts and character maps)
//! and runs the pages; [`glyph`] takes down what they draw, [`line`] and [`paragraph`] make text of it.

mod direction;
mod form;
mod glyph;
mod line;
mod paragraph;
mod properties;
mod reverse;
mod sense;

use crate::{ExtractError, Extracted};
use glyph::Collector;
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro_interpret::kurbo::Rect;
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, RenderContent, TransformExt, interpret_page};
use line::Line;
use reverse::ReverseMaps;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Stack of the reading thread: files may nest deeper than a usual one takes.
const STACK: usize = 256 << 20;
/// Longest that one page may take; what it has drawn by then is its text.
const PAGE_TIME: Duration = Duration::from_secs(5);
/// Longest that all pages may take.
const TIME: Duration = Duration::from_secs(16);
/// Words remembered to judge hyphens by.
const MAX_WORDS: usize = 200_000;

/// Reads the text of a PDF: plain text, paragraphs parted by blank lines, with the byte offset of each page. A page
/// that cannot be read is empty. If the time runs out, a last line says how many pages were read.
pub fn pdf(bytes: &[u8]) -> Result<Extracted, ExtractError> {
    let head = &bytes[..bytes.len().min(1024)];
    if bytes.is_empty() {
        return Err(ExtractError::Broken("the file is empty".into()));
    }
    let named = contains(head, b"%PDF-");
    if !named && !contains(bytes, b"endobj") {
        return Err(ExtractError::Broken("not a PDF".into()));
    }
    let owned = bytes.to_vec();
    let reader = std::thread::Builder::new().stack_size(STACK).spawn(move || read(owned));
    let reader = reader.map_err(|e| ExtractError::Broken(format!("no memory to read it: {e}")))?;
    reader.join().unwrap_or_else(|_| Err(ExtractError::Broken("the reader failed on it".into())))
}

/// Reads by the file's table of objects; if that leads to no text, once more without it.
fn read(bytes: Vec<u8>) -> Result<Extracted, ExtractError> {
    let encrypted = contains(&bytes, b"/Encrypt");
    let mut without_table = bytes.clone();
    let first = read_pages(bytes, encrypted);
    if matches!(first, Ok(_) | Err(ExtractError::Encrypted)) || !hide_tables(&mut without_table) {
        return first;
    }
    read_pages(without_table, encrypted).or(first)
}

/// Makes the tables of objects unfindable, so that the objects themselves are searched for.
fn hide_tables(bytes: &mut [u8]) -> bool {
    let mark = b"startxref";
    let starts: Vec<usize> =
        bytes.windows(mark.len()).enumerate().filter(|(_, w)| *w == mark).map(|(at, _)| at).collect();
    starts.iter().for_each(|&at| bytes[at..at + mark.len()].fill(b' '));
    !starts.is_empty()
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|w| w == what)
}

fn read_pages(bytes: Vec<u8>, encrypted: bool) -> Result<Extracted, ExtractError> {
    let pdf = Pdf::new(bytes).map_err(|e| match e {
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm | DecryptionError::PasswordProtected) => {
            ExtractError::Encrypted
        }
        LoadPdfError::Decryption(_) => ExtractError::Broken("its encryption is damaged".into()),
        // Objects that cannot be found in an encrypted file are those that did not decrypt.
        LoadPdfError::Invalid if encrypted => ExtractError::Encrypted,
        LoadPdfError::Invalid => ExtractError::Broken("no pages can be found in it".into()),
    })?;
    let deadline = Instant::now() + TIME;
    let mut extracted =
        Extracted { title: properties::title(&pdf), language: properties::language(&pdf), ..Default::default() };
    // Fields of forms are read from their values; drawn, their options come with them.
    let settings = InterpreterSettings { render_content: RenderContent::PAGE, ..InterpreterSettings::default() };
    let mut maps = ReverseMaps::default();
    let mut cache = InterpreterCache::new();
    let mut words = HashSet::new();
    let pages = pdf.pages();
    for (number, page) in pages.iter().enumerate() {
        if Instant::now() > deadline {
            extracted.text +=
                &format!("\n\n[Reading stopped for lack of time after {number} of {} pages.]", pages.len());
            break;
        }
        if !extracted.text.is_empty() && !extracted.text.ends_with("\n\n") {
            extracted.text += "\n\n";
        }
        extracted.pages.push(extracted.text.len());
        let mut collector = Collector::new(deadline.min(Instant::now() + PAGE_TIME), &mut maps);
        if !draw(page, &mut collector, &cache, &settings) {
            // What a page leaves behind when it fails is not to be relied on.
            cache = InterpreterCache::new();
        }
        let unknown = collector.unknown;
        let lines = line::lines(collector.glyphs);
        let text = page_text(&lines, unknown, &mut words);
        let typed = catch_unwind(AssertUnwindSafe(|| form::typed(page, &text))).unwrap_or_default();
        let parts: Vec<String> = std::iter::once(text).chain(typed).filter(|part| !part.is_empty()).collect();
        extracted.text += &parts.join("\n\n");
    }
    extracted.text.truncate(extracted.text.trim_end().len());
    let end = extracted.text.len();
    extracted.pages.iter_mut().for_each(|start| *start = (*start).min(end));
    if extracted.text.chars().any(char::is_alphanumeric) { Ok(extracted) } else { Err(ExtractError::NoText) }
}

/// Draws the page into the collector; false if that broke off.
fn draw<'a>(
    page: &Page<'a>,
    collector: &mut Collector,
    cache: &InterpreterCache<'a>,
    settings: &InterpreterSettings,
) -> bool {
    // The interpreter is not ours to vouch for; what was drawn before it fails is kept.
    catch_unwind(AssertUnwindSafe(|| {
        let (width, height) = page.render_dimensions();
        let bounds = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let transform = page.initial_transform(true).to_kurbo();
        let mut context = Context::new(transform, bounds, cache, page.xref(), settings.clone());
        interpret_page(page, &mut context, collector);
    }))
    .is_ok()
}

fn page_text(lines: &[Line], unknown: usize, words: &mut HashSet<String>) -> String {
    if words.len() < MAX_WORDS {
        paragraph::collect_words(lines, words);
    }
    let text = paragraph::text(lines, words).replace('\u{ad}', "");
    if !sense::is_text(&text, unknown) {
        return String::new();
    }
    if is_nfc(&text) { text } else { text.nfc().collect() }
}

#[cfg(test)]
mod tests;
