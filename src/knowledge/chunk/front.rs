//! Front matter: settings between `---` or `+++` at the head of a Markdown file.

/// The length of the front matter in bytes, its closing line included; 0 where there is none.
///
/// The parser's own rule would take two horizontal lines anywhere in the text for front matter.
pub(super) fn length(text: &str) -> usize {
    let bom = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut lines = text[bom..].split_inclusive('\n');
    let Some(first) = lines.next() else { return 0 };
    let fence = first.trim_end();
    if fence != "---" && fence != "+++" {
        return 0;
    }
    let mut at = bom + first.len();
    for (number, line) in lines.enumerate() {
        let content = line.trim_end();
        // A blank line after the opening is what tells a horizontal line from front matter.
        if number == 0 && content.is_empty() {
            return 0;
        }
        at += line.len();
        if content == fence || (fence == "---" && content == "...") {
            return at;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::length;

    #[test]
    fn only_at_the_head_and_closed() {
        assert_eq!(length("---\ntitle: a\n---\ntext"), 17);
        assert_eq!(length("\u{FEFF}---\r\na: b\r\n...\r\ntext"), 19);
        assert_eq!(length("+++\na = 1\n+++\n"), 14);
        assert_eq!(length("+++\na = 1\n...\n"), 0);
        assert_eq!(length("---\n\n# Not settings\n\n---\n"), 0);
        assert_eq!(length("---\nnever closed\n"), 0);
        assert_eq!(length("text\n---\na\n---\n"), 0);
        assert_eq!(length(""), 0);
    }
}
