use super::*;
use std::time::Instant;

fn document(text: &str) -> Extracted {
    Extracted { text: text.to_owned(), ..Extracted::default() }
}

fn sizes(chunk_size: usize, overlap: usize) -> Sizes {
    Sizes { chunk_size, overlap }
}

fn markdown(text: &str, size: Sizes) -> Vec<Chunk> {
    chunks(&document(text), true, size)
}

fn texts(chunks: &[Chunk]) -> Vec<&str> {
    chunks.iter().map(|chunk| chunk.text.as_str()).collect()
}

fn paths(chunks: &[Chunk]) -> Vec<String> {
    chunks.iter().map(|chunk| chunk.heading_path.join(" > ")).collect()
}

/// A paragraph of so many sentences.
fn prose(sentences: usize) -> String {
    (0..sentences)
        .map(|number| format!("Sentence number {number} says a thing. "))
        .collect::<String>()
        .trim_end()
        .to_owned()
}

#[test]
fn nothing_comes_of_nothing() {
    assert!(markdown("", Sizes::default()).is_empty());
    assert!(markdown(" \n\t\n\u{3000}", Sizes::default()).is_empty());
    assert_eq!(texts(&markdown("a", sizes(0, 0))), ["a"]);
}

#[test]
fn sections_have_their_paths() {
    let text = format!("{0}\n\n# One\n\n{0}\n\n## Two `x` *y*\n\n{0}\n\nThree\n=====\n\n{0}\n", prose(8));
    let found = markdown(&text, Sizes::default());
    assert_eq!(paths(&found), ["", "One", "One > Two x y", "Three"]);
    assert!(found[3].text.starts_with("Three\n=====\n\nSentence number 0"), "{}", found[3].text);
    assert!(found.windows(2).all(|pair| pair[0].bytes.end <= pair[1].bytes.start), "whole sections overlap");
}

#[test]
fn what_looks_like_a_heading_is_none() {
    let text = format!(
        "---\n# key: a\ntitle: b\n---\n\n{0}\n\n```sh\n# comment\n```\n\n    # indented\n\n> # quoted\n\n- # item\n\n#hash\n\n{0}",
        prose(4)
    );
    assert_eq!(paths(&markdown(&text, Sizes::default())), [""]);
    assert_eq!(paths(&chunks(&document("# a\n\nb"), false, Sizes::default())), [""]);
    let rule = format!("{}\n---\n\nmore", prose(20));
    assert!(markdown(&rule, Sizes::default()).iter().all(|chunk| chunk.heading_path.is_empty()));
}

#[test]
fn rules_in_the_text_hide_no_heading() {
    let text = format!("{0}\n\n---\n## Two\n{0}\n\n---\n", prose(10));
    assert_eq!(paths(&markdown(&text, Sizes::default())), ["", "Two"]);
}

#[test]
fn a_heading_is_never_alone() {
    let child = format!("# Title\n\n## Part\n\n{}", prose(10));
    assert_eq!(paths(&markdown(&child, Sizes::default())), ["Title > Part"]);
    let sibling = format!("# Title\n\n{0}\n\n## Empty\n\n## Full\n\n{0}", prose(10));
    assert_eq!(paths(&markdown(&sibling, Sizes::default())), ["Title", "Title"]);
    let last = format!("# Title\n\n{}\n\n## Empty\n", prose(10));
    assert_eq!(paths(&markdown(&last, Sizes::default())), ["Title"]);
    let deeper = format!("# A\n\n{0}\n\n### Empty\n\n## B\n\n{0}", prose(10));
    let found = markdown(&deeper, Sizes::default());
    assert_eq!(paths(&found), ["A", "A > B"]);
    assert!(found[0].text.ends_with("### Empty"));
    assert_eq!(texts(&markdown("# Only", Sizes::default())), ["# Only"]);
    assert_eq!(paths(&markdown("### C\n\n# D\n\ntext", Sizes::default())), [""]);
}

#[test]
fn a_heading_stays_with_a_section_that_is_cut() {
    let text = format!("# Title\n\n## Part\n\n{}", prose(100));
    let found = markdown(&text, Sizes::default());
    assert!(found.len() > 2);
    assert!(found[0].text.starts_with("# Title\n\n## Part\n\nSentence number 0"));
    assert!(found.iter().all(|chunk| chunk.heading_path == ["Title", "Part"]), "{:?}", paths(&found));
}

#[test]
fn small_sections_are_joined() {
    let glossary: String =
        (0..9).map(|n| format!("## Word {n}\n\nIt means the number {n}, which is so much.\n\n")).collect();
    let found = markdown(&format!("# Glossary\n\n{glossary}"), Sizes::default());
    assert!(found.len() > 1 && found.len() < 5, "{:#?}", texts(&found));
    assert!(found[..found.len() - 1].iter().all(|chunk| chunk.heading_path == ["Glossary"]), "{:?}", paths(&found));
    let before_large = format!("# A\n\nA line.\n\n# B\n\n{}", prose(20));
    assert_eq!(paths(&markdown(&before_large, Sizes::default())), ["A", "B"]);
    let up = "# A\n\ntext\n\n## B\n\ntext\n\n# C\n\ntext";
    assert_eq!(paths(&markdown(up, Sizes::default())), [""]);
}

#[test]
fn only_cut_sections_overlap() {
    let text = prose(100);
    let found = chunks(&document(&text), false, Sizes::default());
    assert!(found.len() > 3);
    for pair in found.windows(2) {
        let shared = pair[0].chars.end.saturating_sub(pair[1].chars.start);
        assert!((200..=300).contains(&shared), "{shared}");
        assert!(pair[1].text.starts_with("Sentence number"), "{}", pair[1].text);
        assert!(pair[0].text.ends_with("thing."), "{}", pair[0].text);
    }
    let apart = chunks(&document(&text), false, sizes(1200, 0));
    assert!(apart.windows(2).all(|pair| pair[0].bytes.end <= pair[1].bytes.start));
}

#[test]
fn cuts_between_blocks_rather_than_in_them() {
    let text = format!("{0}\n\n{0}\n\n{0}\n\n{0}\n\n{0}", prose(12));
    let found = chunks(&document(&text), false, sizes(1200, 0));
    assert!(found.iter().all(|chunk| chunk.text.ends_with("number 11 says a thing.")), "{:#?}", texts(&found));
}

#[test]
fn code_is_whole_where_it_fits() {
    let code: String = (0..30).map(|n| format!("let variable_{n} = {n};\n\n")).collect();
    let text = format!("# Code\n\n{}\n\n```rust\n{code}```\n\n{}", prose(14), prose(14));
    let found = markdown(&text, Sizes::default());
    assert!(found.iter().any(|chunk| chunk.text.contains(&format!("```rust\n{code}```"))), "{:#?}", texts(&found));
    let long = format!("# Code\n\n```rust\n{}```\n", code.repeat(4));
    for chunk in markdown(&long, sizes(1200, 0)) {
        assert!(chunk.text.ends_with([';', '`']), "{}", chunk.text);
    }
}

#[test]
fn lists_and_tables_are_cut_between_items() {
    let items: String = (0..60)
        .map(|n| format!("- Item {n} says this. And it says that.\n  - Nested item. Of two sentences.\n"))
        .collect();
    for chunk in markdown(&items, sizes(1200, 0)) {
        assert!(chunk.text.starts_with("- Item"), "{}", chunk.text);
    }
    let rows: String = (0..99).map(|n| format!("| {n} | One. Two. Three. |\n")).collect();
    for chunk in markdown(&format!("| a | b |\n|---|---|\n{rows}"), Sizes::default()) {
        assert!(chunk.text.starts_with('|') && chunk.text.ends_with('|'), "{}", chunk.text);
    }
}

#[test]
fn sentences_of_scripts_without_spaces() {
    let chinese = "断点续传下载模型。其余的都不变！真的吗？".repeat(100);
    for chunk in chunks(&document(&chinese), false, sizes(200, 50)) {
        assert!(chunk.text.ends_with(['。', '！', '？']), "{}", chunk.text);
        assert!(chunk.text.chars().count() > 100);
    }
    let thai = "ภาษาไทยเป็นภาษาที่ไม่มีช่องว่างระหว่างคำ".repeat(50);
    for chunk in chunks(&document(&thai), false, sizes(200, 50)) {
        assert!(chunk.text.chars().count() > 90, "{}", chunk.text);
    }
}

#[test]
fn wrapped_sentences_stay_whole() {
    let words = prose(200);
    let wrapped = words.split(' ').fold((String::new(), 0), |(mut text, mut column), word| {
        let end = if column + word.len() > 70 { "\n" } else { " " };
        column = if end == "\n" { 0 } else { column + word.len() + 1 };
        text.push_str(word);
        text.push_str(end);
        (text, column)
    });
    for chunk in chunks(&document(&wrapped.0), false, Sizes::default()) {
        assert!(chunk.text.ends_with('.') && chunk.text.starts_with("Sentence"), "{}", chunk.text);
    }
}

#[test]
fn places_are_right() {
    let text = format!("Ä first line\n\n{}\nlast", "ä ö ü\n".repeat(400));
    let mut pages = document(&text);
    pages.pages = vec![0, 100, 1000, 2000];
    let found = chunks(&pages, false, Sizes::default());
    assert!(found.len() > 2);
    assert_eq!(*found[0].lines.start(), 1);
    assert_eq!(*found.last().unwrap().lines.end(), text.lines().count());
    for chunk in &found {
        assert_eq!(chunk.text, text[chunk.bytes.clone()]);
        assert_eq!(chunk.chars.start, text[..chunk.bytes.start].chars().count());
        assert_eq!(chunk.chars.end, text[..chunk.bytes.end].chars().count());
        let lines: Vec<&str> = text.lines().collect();
        let touched = lines[chunk.lines.start() - 1..*chunk.lines.end()].join("\n");
        assert!(touched.contains(&chunk.text));
        let page = |at: usize| [0, 100, 1000, 2000].iter().filter(|start| **start <= at).count();
        assert_eq!(chunk.pages, Some(page(chunk.bytes.start)..=page(chunk.bytes.end - 1)));
    }
    let headed = markdown("\n\n# A\n\nb\n", Sizes::default());
    assert_eq!((headed[0].lines.clone(), headed[0].pages.clone()), (3..=5, None));
}

#[test]
fn indentation_is_kept() {
    let text = "\n\n    fn a() {}\n    fn b() {}\n";
    assert_eq!(texts(&markdown(text, Sizes::default())), ["    fn a() {}\n    fn b() {}"]);
}

#[test]
fn marks_of_a_grapheme_stay_together() {
    let family = "👨‍👩‍👧‍👦".repeat(40);
    for chunk in chunks(&document(&family), false, sizes(10, 3)) {
        assert_eq!(chunk.text, "👨‍👩‍👧‍👦");
    }
    let zalgo = format!("e{}", "\u{301}".repeat(100));
    let found = chunks(&document(&zalgo), false, sizes(10, 3));
    assert!(found.iter().all(|chunk| chunk.text.chars().count() <= 10));
    assert_eq!(found.last().unwrap().bytes.end, zalgo.len());
}

/// Ten megabytes of text in less than three seconds; of what nobody writes in less than ten.
#[test]
fn time_grows_with_the_text() {
    const LENGTH: usize = 2_000_000;
    let mixed = "## A heading\n\nSome *text* of a paragraph that goes on. It has a few sentences, and `code`, too.\n\n- an item\n- another [link](http://e.x)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\nfn main() {}\n```\n\n";
    let shapes = [
        ("mixed", mixed),
        ("no headings", &mixed.replace("## ", "")),
        ("one line", "Some text that goes on and on, with sentences. And more of them! "),
        ("one word", "x"),
        ("Chinese", "断点续传下载模型。其余的都不变！真的吗？"),
        ("Thai", "ภาษาไทยเป็นภาษาที่ไม่มีช่องว่างระหว่างคำ"),
        ("flags", "🇩🇪🇫🇷"),
        ("marks", "\u{301}"),
        ("bare headings", "# a\n"),
        ("quotes", ">"),
        ("brackets", "["),
        ("stars", "*a **b "),
        ("ticks", "` `` ``` "),
        ("blank lines", "\n"),
        ("spaces", "a                                                                        "),
        ("old line ends", "a\r"),
        ("nested", "- - - - - - - -\n"),
        ("table", "| One. Two. | Three. |\n"),
    ];
    for (number, (name, shape)) in shapes.into_iter().enumerate() {
        // A few times what it takes; with the square of the length it would be minutes.
        let limit = if number < 6 { 2.0 } else { 5.0 };
        let text = shape.repeat(LENGTH / shape.len());
        let started = Instant::now();
        let found = chunks(&document(&text), true, Sizes::default());
        let plain = chunks(&document(&text), false, Sizes::default());
        let took = started.elapsed() / 2;
        println!("{name}: {} and {} chunks, {took:?} each", found.len(), plain.len());
        assert!(cfg!(debug_assertions) || took.as_secs_f32() < limit, "{name}: {took:?}");
    }
}
