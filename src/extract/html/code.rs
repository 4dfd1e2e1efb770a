//! Code blocks and code within a line.

use crate::html::flat::{Flat, Kind};

/// The text inside `at` as it stands, `<br>` as a line end.
pub(crate) fn text(flat: &Flat, at: usize, skip: &[bool]) -> String {
    let mut text = String::new();
    let mut next = at;
    while next < flat.pieces[at].end {
        let piece = &flat.pieces[next];
        if skip[next] {
            next = piece.end;
            continue;
        }
        match piece.kind {
            Kind::Text(part) => text.push_str(part),
            Kind::Element(element) => match element.name() {
                "br" => text.push('\n'),
                // Some highlighters wrap each line in a block.
                "div" | "p" | "li" | "tr" if !text.is_empty() && !text.ends_with('\n') => text.push('\n'),
                _ => {}
            },
        }
        next += 1;
    }
    text
}

/// Whether line breaks are marked up in there, so that the lines are meant.
pub(crate) fn has_breaks(flat: &Flat, at: usize) -> bool {
    (at..flat.pieces[at].end).any(|inner| matches!(flat.name(inner), "br" | "div" | "p"))
}

/// The longest run of backticks, which a fence has to exceed.
pub(crate) fn longest_ticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

/// The language of the code block at `at`, as the page names it: in the block, its only element, or around it.
pub(crate) fn language(flat: &Flat, at: usize) -> Option<String> {
    let inner = flat.children(at).next();
    let parent = flat.pieces[at].parent;
    let near = [Some(at), inner, Some(parent)].into_iter().flatten().find_map(|at| named(flat, at, true));
    // A table with line numbers may be in between.
    let around = std::iter::successors(Some(parent), |at| Some(flat.pieces[*at].parent)).skip(1).take(6);
    near.or_else(|| around.into_iter().find_map(|at| named(flat, at, false)))
}

/// The language that one element names; further away `lang-` is the language of the page.
fn named(flat: &Flat, at: usize, near: bool) -> Option<String> {
    let element = flat.element(at)?;
    let classes = element.attr("class").unwrap_or_default();
    let sphinx = classes.split_whitespace().any(|class| class == "notranslate");
    let by_class = classes.split_whitespace().find_map(|class| {
        let of = |prefix: &str| class.strip_prefix(prefix);
        let marked = of("language-").or_else(|| of("lang-").filter(|_| near)).or_else(|| of("highlight-source-"));
        marked.or_else(|| of("highlight-").filter(|_| sphinx))
    });
    let brush = classes.split_once("brush:").and_then(|(_, rest)| rest.split([' ', ';']).find(|word| !word.is_empty()));
    let by_data = || element.attr("data-lang").or_else(|| element.attr("data-language"));
    let name = by_class.or(brush).or_else(by_data)?.to_ascii_lowercase();
    let plain = matches!(name.as_str(), "" | "none" | "default" | "text" | "plain" | "plaintext" | "auto" | "txt");
    let written = name.len() <= 24 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+#-_.".contains(&b));
    (written && !plain).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse::parse;

    fn language_in(page: &str) -> Option<String> {
        let html = parse(page);
        let flat = Flat::new(&html);
        language(&flat, flat.find("pre").expect("a block"))
    }

    #[test]
    fn languages_are_read_where_pages_put_them() {
        let is = |page: &str, name: &str| assert_eq!(language_in(page).as_deref(), Some(name), "{page}");
        is("<pre><code class='hljs language-C++'>x</code></pre>", "c++");
        is("<pre class='brush: php; gutter: false'>x</pre>", "php");
        is("<pre data-lang=go>x</pre>", "go");
        is("<div class='highlight highlight-source-rust'><pre>x</pre></div>", "rust");
        is(
            "<div class='highlight-python3 notranslate'><div><table><tr><td><pre>x</pre></table></div></div>",
            "python3",
        );
        assert_eq!(language_in("<div class=lang-en><div><pre class=language-none>x</pre></div></div>"), None);
        assert_eq!(language_in("<pre class='language-\"><x>y'>x</pre>"), None);
    }

    #[test]
    fn breaks_and_blocks_end_lines() {
        let html = parse("<pre>a<br>b<div>c</div><div>d</div></pre>");
        let flat = Flat::new(&html);
        let at = flat.find("pre").expect("a block");
        assert_eq!(text(&flat, at, &vec![false; flat.pieces.len()]), "a\nb\nc\nd");
    }
}
