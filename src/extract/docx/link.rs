//! Hyperlinks: the address of a field, and text turned into a Markdown link.

/// The address in the instruction of a field, if it is a link to outside.
pub(super) fn address_of_field(instruction: &str) -> Option<String> {
    let trimmed = instruction.trim_start();
    let (word, rest) = trimmed.split_at_checked("HYPERLINK".len())?;
    if !word.eq_ignore_ascii_case("HYPERLINK") {
        return None;
    }
    let rest = rest.trim_start();
    let address = match rest.strip_prefix(['"', '“']) {
        Some(quoted) => quoted.split(['"', '”']).next()?,
        None => rest.split_whitespace().next()?,
    };
    // A switch in its place, as `\l`, means a place inside the document.
    (!address.is_empty() && !address.starts_with('\\')).then(|| address.to_string())
}

/// Makes the text from `start` on a link, unless it says the address anyway.
pub(super) fn wrap(text: &mut String, start: usize, address: &str) {
    let Some(label) = text.get(start..) else { return };
    let trimmed = label.trim();
    if trimmed.is_empty() || bare(trimmed) == bare(address) {
        return;
    }
    let lead = &label[..label.len() - label.trim_start().len()];
    let tail = &label[label.trim_end().len()..];
    let address = match address.contains([' ', '(', ')']) {
        true => format!("<{address}>"),
        false => address.to_string(),
    };
    let linked = format!("{lead}[{trimmed}]({address}){tail}");
    text.truncate(start);
    *text += &linked;
}

/// An address without what readers do not write.
fn bare(address: &str) -> String {
    let lower = address.trim().to_lowercase();
    let lower = ["https://", "http://", "mailto:"].iter().find_map(|p| lower.strip_prefix(p)).unwrap_or(&lower);
    lower.trim_end_matches('/').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_addresses() {
        assert_eq!(address_of_field(" HYPERLINK \"http://a.b/\" \\o \"x\"").as_deref(), Some("http://a.b/"));
        assert_eq!(address_of_field("hyperlink http://a.b").as_deref(), Some("http://a.b"));
        assert_eq!(address_of_field("HYPERLINK \\l \"place\""), None);
        assert_eq!(address_of_field("PAGEREF x"), None);
        assert_eq!(address_of_field("HYPERLINé"), None);
    }

    #[test]
    fn text_that_is_the_address_stays_bare() {
        let mut text = String::from("see www.a.b");
        wrap(&mut text, 4, "http://www.a.b/");
        assert_eq!(text, "see www.a.b");
        let mut text = String::from("see it ");
        wrap(&mut text, 4, "http://a.b/(x)");
        assert_eq!(text, "see [it](<http://a.b/(x)>) ");
    }
}
