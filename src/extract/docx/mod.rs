//! Text of a Word document (DOCX), as Markdown.
//!
//! A reader of its own and not `docx-rs`, which does not read footnotes and endnotes, refuses packages without the
//! usual side parts, takes nothing from a cut-off archive, and holds everything in a tree.
//! [`package`] opens the zip file within limits, [`xml`] walks a part, [`body`] turns the walk into blocks, which
//! [`output`] writes.

mod body;
mod link;
mod notes;
mod numbering;
mod output;
mod package;
mod style;
mod symbol;
mod table;
mod xml;

use crate::{ExtractError, Extracted};
use body::{Body, Surroundings};
use notes::{NoteKind, References};
use numbering::Numbering;
use package::{Package, PartError, Relation};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use style::Styles;
use xml::{Handler, Space, Tag};

/// Reads the text of a DOCX (also DOCM, DOTX) as Markdown: headings, lists, tables, links, notes; deletions are left
/// out and insertions taken in. A part that breaks off gives what stands before the break.
pub fn docx(bytes: &[u8]) -> Result<Extracted, ExtractError> {
    // The archive and XML crates are not ours to vouch for.
    catch_unwind(AssertUnwindSafe(|| read(bytes)))
        .unwrap_or_else(|_| Err(ExtractError::Broken("the reader failed on it".into())))
}

fn read(bytes: &[u8]) -> Result<Extracted, ExtractError> {
    let mut package = Package::open(bytes)?;
    let of_package = package.relations("")?;
    let main = main_part(&of_package);
    let Some(document) = package.part(&main)? else {
        return Err(ExtractError::Broken("it has no document part".into()));
    };
    let relations = package.relations(&main)?;
    let styles = optional(&mut package, &relations, "styles")?.map(|xml| Styles::read(&xml)).unwrap_or_default();
    let mut numbering =
        optional(&mut package, &relations, "numbering")?.map(|xml| Numbering::read(&xml)).unwrap_or_default();
    let mut references = References::default();

    let around =
        Surroundings { styles: &styles, relations: &relations, numbering: &mut numbering, references: &mut references };
    let mut body = Body::new(around);
    let walked = xml::walk(&document, &mut body);
    let mut text = body.finish();
    let first_title = body.title.take();
    drop(document);

    let mut texts = HashMap::new();
    for (kind, name) in [(NoteKind::Foot, "footnotes"), (NoteKind::End, "endnotes")] {
        if references.has(kind) {
            texts.insert(kind, read_notes(&mut package, &relations, name, &styles, &mut numbering)?);
        }
    }
    let notes = references.list(&texts);
    if !notes.is_empty() {
        text += "\n\n";
        text += &notes;
    }
    if text.trim().is_empty() {
        return Err(walked.err().map_or(ExtractError::NoText, ExtractError::Broken));
    }
    let core = optional(&mut package, &of_package, "core-properties").unwrap_or_default();
    let (title, language) = core.map(|xml| properties(&xml)).unwrap_or_default();
    Ok(Extracted { title: title.or(first_title), text, language, ..Extracted::default() })
}

/// The part that holds the document, wherever the package says that it is.
fn main_part(of_package: &HashMap<String, Relation>) -> String {
    let stated = of_package.values().find(|r| r.kind == "officeDocument").map(|r| r.target.clone());
    stated.unwrap_or_else(|| "word/document.xml".to_string())
}

/// A part that a document may do without.
fn optional(
    package: &mut Package,
    relations: &HashMap<String, Relation>,
    kind: &str,
) -> Result<Option<Vec<u8>>, PartError> {
    let name = relations.values().find(|r| r.kind == kind).map(|r| r.target.clone());
    let name = name.unwrap_or_else(|| format!("word/{kind}.xml"));
    match package.part(&name) {
        // Damage beside the document costs what is damaged only.
        Err(PartError::Damaged(_)) => Ok(None),
        other => other,
    }
}

fn read_notes(
    package: &mut Package,
    relations: &HashMap<String, Relation>,
    kind: &str,
    styles: &Styles,
    numbering: &mut Numbering,
) -> Result<HashMap<String, String>, PartError> {
    let name = relations.values().find(|r| r.kind == kind).map(|r| r.target.clone());
    let name = name.unwrap_or_else(|| format!("word/{kind}.xml"));
    let Some(xml) = optional(package, relations, kind)? else { return Ok(HashMap::new()) };
    let own = package.relations(&name)?;
    let mut nested = References::default();
    let around = Surroundings { styles, relations: &own, numbering, references: &mut nested };
    let mut body = Body::new(around);
    // What stands before a break is kept.
    let _ = xml::walk(&xml, &mut body);
    body.finish();
    Ok(std::mem::take(&mut body.notes))
}

/// Title and language that the document's properties state.
fn properties(xml: &[u8]) -> (Option<String>, Option<String>) {
    #[derive(Default)]
    struct Properties {
        field: Option<&'static str>,
        title: String,
        language: String,
    }
    impl Handler for Properties {
        fn open(&mut self, tag: &Tag) {
            self.field = match (tag.space, tag.name) {
                (Space::Other, "title") => Some("title"),
                (Space::Other, "language") => Some("language"),
                _ => None,
            };
        }
        fn close(&mut self) {
            self.field = None;
        }
        fn text(&mut self, text: &str) {
            match self.field {
                Some("title") => self.title += text,
                Some("language") => self.language += text,
                _ => {}
            }
        }
    }
    let mut found = Properties::default();
    let _ = xml::walk(xml, &mut found);
    let filled = |text: String| Some(text.trim().to_string()).filter(|t| !t.is_empty());
    (filled(found.title), filled(found.language))
}

#[cfg(test)]
mod tests;
