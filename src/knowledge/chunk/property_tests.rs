use super::*;
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

fn markdown_like() -> impl Strategy<Value = String> {
    let word = prop_oneof!["[a-z]{1,12}", "[Ѐ-ӿ]{1,8}", "[一-龥]{1,9}", "[ก-ฮ]{1,9}", "\\PC{1,6}"];
    let end = prop::sample::select(vec![
        " ", " ", " ", ". ", ", ", "。", "! ", "\n", "\r\n", "  \n", "\n\n", "\u{301}", "\u{2029}",
    ]);
    let words = prop::collection::vec((word, end), 0..60)
        .prop_map(|parts| parts.into_iter().map(|(word, end)| word + end).collect::<String>());
    let mark = prop::sample::select(vec![
        "# ", "## ", "### ", "#### ", "- ", "  - ", "1. ", "> ", "> > ", "| ", "|---|\n", "```\n", "    ", "\n---\n",
        "\n===\n", "---\n", "+++\n", "<div>\n", "[^1]: ", "* * *\n", "\t", "", "", "- [ ] ", "~~~~\n", "\r",
        "\u{feff}", "$$\n", "#\n", "[a]: b\n",
    ]);
    prop::collection::vec((mark, words), 0..25)
        .prop_map(|blocks| blocks.into_iter().map(|(mark, words)| format!("{mark}{words}\n")).collect())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![markdown_like(), markdown_like(), any::<String>(), "(\\PC|\n| |#|\u{301}|\u{200d}|[🇦-🇿]){0,300}"]
}

fn check(text: &str, markdown: bool, sizes: Sizes) -> Result<(), TestCaseError> {
    let document = Extracted { text: text.to_owned(), pages: vec![0, 40, 41], ..Extracted::default() };
    let found = chunks(&document, markdown, sizes);
    let boundaries: std::collections::HashSet<usize> =
        text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
    let longest = text.graphemes(true).map(|grapheme| grapheme.chars().count()).max().unwrap_or(0);
    let mut covered = 0;
    let mut previous: Option<&Chunk> = None;
    for chunk in &found {
        let Range { start, end } = chunk.bytes.clone();
        prop_assert_eq!(text.get(start..end), Some(chunk.text.as_str()));
        prop_assert!(!chunk.text.trim().is_empty());
        prop_assert!(chunk.text.chars().count() <= sizes.chunk_size.max(1));
        prop_assert_eq!(chunk.chars.clone(), text[..start].chars().count()..text[..end].chars().count());
        prop_assert_eq!(*chunk.lines.start(), text[..start].matches('\n').count() + 1);
        prop_assert_eq!(
            *chunk.lines.end(),
            text[..end - 1 + usize::from(!text.is_char_boundary(end - 1))].matches('\n').count() + 1
        );
        if let Some(previous) = previous {
            prop_assert!(previous.bytes.start < start && previous.bytes.end < end);
            let shared = previous.chars.end.saturating_sub(chunk.chars.start);
            prop_assert!(shared <= sizes.overlap);
        }
        if start > covered {
            prop_assert!(text[covered..start].trim().is_empty(), "lost {:?}", &text[covered..start]);
        }
        // What is repeated and what is kept back leave a quarter of a chunk for new text.
        if longest <= sizes.chunk_size / 4 {
            prop_assert!(boundaries.contains(&start), "start {start} in {text:?}");
            // White space that is left out may be a part of the grapheme.
            let next = end + text[end..].len() - text[end..].trim_start().len();
            prop_assert!((end..=next).any(|at| boundaries.contains(&at)), "end {end} in {text:?}");
        }
        covered = end;
        previous = Some(chunk);
    }
    prop_assert!(text[covered..].trim().is_empty(), "lost {:?}", &text[covered..]);
    Ok(())
}

/// What the property tests have found.
#[test]
fn a_mark_on_the_space_that_begins_a_line() {
    check("# a bc d  \n\u{2000}\u{cca} \n", false, Sizes { chunk_size: 8, overlap: 0 }).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost(text in any_text(), markdown: bool, chunk_size in 0usize..200, overlap in 0usize..100) {
        check(&text, markdown, Sizes { chunk_size, overlap })?;
    }

    #[test]
    fn nothing_is_lost_at_the_usual_size(parts in prop::collection::vec(markdown_like(), 1..4), markdown: bool) {
        check(&parts.concat(), markdown, Sizes::default())?;
    }
}
