//! From text to a tree, in time and memory that no page can blow up.

use crate::html::tags;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, local_name};
use scraper::{Html, HtmlTreeSink};
use std::cell::RefCell;
use std::collections::HashMap;

/// Elements inside one another; the parser walks up the open ones at many tags, so the cost of a page is its tags
/// times this. Browsers stop at 512; written pages stay under 100.
const MAX_DEPTH: usize = 256;
/// Tags that become elements; about 250 bytes each.
const MAX_TAGS: usize = 1_000_000;

/// Parses a page. Beyond the limits the text stays, its tags go.
pub(crate) fn parse(text: &str) -> Html {
    // Without scripting the contents of <noscript> are elements and not one string of markup.
    let options = TreeBuilderOpts { scripting_enabled: false, drop_doctype: true, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(HtmlTreeSink::new(Html::new_document()), options);
    let limited = Limited { builder, state: RefCell::default() };
    let tokenizer = Tokenizer::new(limited, Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&tags::thin(text)));
    // It pauses at every script so that a browser could run it.
    while !input.is_empty() {
        let _paused = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.builder.sink.0.into_inner()
}

/// Stands between the tokenizer and the tree builder and lets through what the limits allow.
struct Limited {
    builder: TreeBuilder<ego_tree::NodeId, HtmlTreeSink>,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    tags: usize,
    /// Start tags held back, so that as many end tags are.
    held_back: HashMap<LocalName, usize>,
    /// The newest node when the last end tag came, and the end tags since it.
    newest: Option<ego_tree::NodeId>,
    closed: usize,
}

impl Limited {
    /// Levels above where the next node would go: those of the newest one less the end tags since.
    fn depth(&self, state: &State) -> usize {
        let html = self.builder.sink.0.borrow();
        let Some(newest) = html.tree.nodes().next_back() else { return 0 };
        let closed = if state.newest == Some(newest.id()) { state.closed } else { 0 };
        newest.ancestors().count().saturating_sub(closed)
    }

    fn count_end(&self, state: &mut State) {
        let newest = self.builder.sink.0.borrow().tree.nodes().next_back().map(|node| node.id());
        state.closed = if state.newest == newest { state.closed + 1 } else { 1 };
        state.newest = newest;
    }

    fn admit(&self, tag: &Tag) -> bool {
        if is_decoration(&tag.name) {
            return false;
        }
        // The tokenizer changes its ways inside the raw ones, so that they have to be seen as long as possible; they
        // hold no elements, except within SVG.
        let slack = if tags::is_raw(&tag.name) { 2 } else { 1 };
        let mut state = self.state.borrow_mut();
        if tag.kind == TagKind::EndTag {
            return match state.held_back.get_mut(&tag.name) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => {
                    self.count_end(&mut state);
                    true
                }
            };
        }
        if state.tags < slack * MAX_TAGS && self.depth(&state) < slack * MAX_DEPTH {
            state.tags += 1;
            return true;
        }
        if !is_void(&tag.name) {
            *state.held_back.entry(tag.name.clone()).or_default() += 1;
        }
        false
    }
}

impl TokenSink for Limited {
    type Handle = ego_tree::NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Self::Handle> {
        match token {
            Token::TagToken(tag) if !self.admit(&tag) => TokenSinkResult::Continue,
            Token::TagToken(mut tag) => {
                // <code> is one of the elements that the parser opens again in every block after a missing end tag,
                // and with many of them the tree grows by the square. <kbd> looks the same to us and is not.
                if tag.name == local_name!("code") {
                    tag.name = local_name!("kbd");
                }
                self.builder.process_token(Token::TagToken(tag), line)
            }
            Token::CommentToken(_) | Token::ParseError(_) => TokenSinkResult::Continue,
            other => self.builder.process_token(other, line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Marks of type, which plain text does without. The parser opens each of them again in every block after a missing
/// end tag, so they also are what blows pages up.
fn is_decoration(name: &str) -> bool {
    matches!(name, "b" | "big" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong" | "tt" | "u")
}

fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn depth(html: &Html) -> usize {
        html.tree.nodes().map(|node| node.ancestors().count()).max().unwrap_or_default()
    }

    fn text(html: &Html) -> String {
        html.root_element().text().collect()
    }

    #[test]
    fn deep_nesting_is_cut_and_its_text_kept() {
        for (open, close) in
            [("<div>", "</div>"), ("<ul><li>", "</li></ul>"), ("<table><tr><td>", "</td></tr></table>")]
        {
            let start = Instant::now();
            let page = format!("{}deep{}<p>after", open.repeat(100_000), close.repeat(100_000));
            let html = parse(&page);
            assert!(depth(&html) < MAX_DEPTH + 8);
            assert_eq!(text(&html), "deepafter");
            assert!(start.elapsed() < Duration::from_secs(5), "{open} took {:?}", start.elapsed());
        }
    }

    #[test]
    fn tags_left_open_do_not_multiply() {
        for name in ["b", "code", "font", "a"] {
            let page: String = (0..3000).map(|n| format!("<p><{name} id=i{n}>x</p>")).collect();
            assert!(parse(&page).tree.nodes().count() < 20_000, "{name}");
        }
    }

    #[test]
    fn what_follows_a_cut_part_keeps_its_place() {
        let page = format!("<body><div>{}x{}</div><p>tail</p></body>", "<span>".repeat(1000), "</span>".repeat(1000));
        let html = parse(&page);
        let tail = html.tree.nodes().find(|node| node.value().as_element().is_some_and(|e| e.name() == "p"));
        assert_eq!(tail.map(|node| node.ancestors().count()), Some(3));
    }
}
