//! The page as one list in reading order: a subtree is a range, so no walk needs recursion.

use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};

/// An element or a piece of text.
pub(crate) enum Kind<'a> {
    Element(&'a Element),
    Text(&'a str),
}

/// One entry of the list.
pub(crate) struct Piece<'a> {
    pub(crate) kind: Kind<'a>,
    /// Index of the element around it; the first entry is its own.
    pub(crate) parent: usize,
    /// Index behind the last entry inside it.
    pub(crate) end: usize,
}

/// The page, elements and texts in reading order.
pub(crate) struct Flat<'a> {
    pub(crate) pieces: Vec<Piece<'a>>,
}

impl<'a> Flat<'a> {
    pub(crate) fn new(html: &'a Html) -> Self {
        let mut pieces: Vec<Piece<'a>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for edge in html.tree.root().traverse() {
            match edge {
                Edge::Open(node) => {
                    let kind = match node.value() {
                        Node::Element(element) => Kind::Element(element),
                        Node::Text(text) => Kind::Text(text),
                        _ => continue,
                    };
                    let at = pieces.len();
                    let parent = open.last().copied().unwrap_or(at);
                    if matches!(kind, Kind::Element(_)) {
                        open.push(at);
                    }
                    pieces.push(Piece { kind, parent, end: at + 1 });
                }
                Edge::Close(node) => {
                    if node.value().is_element()
                        && let Some(at) = open.pop()
                    {
                        pieces[at].end = pieces.len();
                    }
                }
            }
        }
        Self { pieces }
    }

    /// The element at `at`, if it is one.
    pub(crate) fn element(&self, at: usize) -> Option<&'a Element> {
        match self.pieces[at].kind {
            Kind::Element(element) => Some(element),
            Kind::Text(_) => None,
        }
    }

    /// The tag name at `at`; empty for text.
    pub(crate) fn name(&self, at: usize) -> &'a str {
        self.element(at).map_or("", Element::name)
    }

    /// An attribute of the element at `at`.
    pub(crate) fn attr(&self, at: usize, name: &str) -> Option<&'a str> {
        self.element(at)?.attr(name)
    }

    /// Index of the first element of this name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        (0..self.pieces.len()).find(|at| self.name(*at) == name)
    }

    /// Indices of the elements directly inside `at`.
    pub(crate) fn children(&self, at: usize) -> impl Iterator<Item = usize> {
        let end = self.pieces[at].end;
        std::iter::successors((at + 1 < end).then_some(at + 1), move |child| {
            let next = self.pieces[*child].end;
            (next < end).then_some(next)
        })
    }

    /// All text inside `at`, white space collapsed.
    pub(crate) fn text(&self, at: usize) -> String {
        let mut joined = String::new();
        for piece in &self.pieces[at..self.pieces[at].end] {
            if let Kind::Text(text) = piece.kind {
                for word in text.split_whitespace() {
                    if !joined.is_empty() {
                        joined.push(' ');
                    }
                    joined.push_str(word);
                }
            }
        }
        joined
    }
}
