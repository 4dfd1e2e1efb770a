//! What was typed into the fields of a form: it stands on the page, but not in what the page draws.

use super::properties::decode;
use hayro_interpret::hayro_syntax::object::dict::keys::{ANNOTS, CONTENTS, PARENT, SUBTYPE};
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, String as PdfString};
use hayro_interpret::hayro_syntax::page::Page;

/// Longest way up from a field to what it inherits.
const MAX_PARENTS: usize = 16;
/// Most annotations of a page that are looked at.
const MAX_ANNOTATIONS: usize = 20_000;

/// Texts typed into fields and onto the page, those left out that the page shows anyway. Choices and buttons are not
/// among them: their captions say little without the form.
pub(super) fn typed(page: &Page, shown: &str) -> Vec<String> {
    let Some(annotations) = page.raw().get::<Array>(ANNOTS) else { return Vec::new() };
    let mut found: Vec<String> = Vec::new();
    for annotation in annotations.iter::<Dict>().take(MAX_ANNOTATIONS) {
        let subtype = annotation.get::<Name>(SUBTYPE);
        let text = match subtype.as_ref().map(|name| name.as_str()) {
            Some("Widget") => value(&annotation),
            Some("FreeText") => annotation.get::<PdfString>(CONTENTS).map(|text| decode(text.as_bytes())),
            _ => None,
        };
        let text = text.map(|text| text.trim().replace("\r\n", "\n").replace('\r', "\n"));
        if let Some(text) = text.filter(|text| !text.is_empty() && !shown.contains(text.as_str()))
            && found.last() != Some(&text)
        {
            found.push(text);
        }
    }
    found
}

/// The value of a text field; kind and value may be inherited.
fn value(widget: &Dict) -> Option<String> {
    let mut kind = None;
    let mut value = None;
    let mut level = Some(widget.clone());
    for _ in 0..MAX_PARENTS {
        let Some(field) = level else { break };
        kind = kind.or_else(|| field.get::<Name>(b"FT").map(|name| name.as_str().to_string()));
        value = value.or_else(|| field.get::<PdfString>(b"V").map(|text| decode(text.as_bytes())));
        level = field.get::<Dict>(PARENT);
    }
    value.filter(|_| kind.as_deref() == Some("Tx"))
}
