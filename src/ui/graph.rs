//! A graph as text for Graphviz, for Mermaid, and for reading.

/// How a graph is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// Graphviz.
    Dot,
    /// Mermaid.
    Mermaid,
    /// A tree of indented lines.
    Text,
}

/// A memory as it is drawn.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub kind: String,
    /// Whether a newer one took its place.
    pub faded: bool,
}

/// A link as it is drawn, by positions of its ends.
#[derive(Debug, Clone)]
pub struct Edge {
    /// Position of the node that it leads from.
    pub from: usize,
    /// Position of the node that it leads to.
    pub to: usize,
    /// What the one is to the other.
    pub relation: String,
    /// Whether it says the same from both ends.
    pub symmetric: bool,
    /// 0 to 1.
    pub strength: f64,
}

/// Longest label, in characters.
const LABEL_CHARS: usize = 48;

/// Draws a graph; the first node is the one in the middle.
pub fn draw(drawing: Drawing, nodes: &[Node], edges: &[Edge]) -> String {
    match drawing {
        Drawing::Dot => dot(nodes, edges),
        Drawing::Mermaid => mermaid(nodes, edges),
        Drawing::Text => tree(nodes, edges),
    }
}

fn dot(nodes: &[Node], edges: &[Edge]) -> String {
    let mut out = String::from("digraph memory {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=sans];\n");
    out.push_str("  edge [fontname=sans, fontsize=10];\n");
    for (at, node) in nodes.iter().enumerate() {
        let style = match (at, node.faded) {
            (0, true) => ", style=\"rounded,bold,dashed\", fontcolor=gray40",
            (0, false) => ", style=\"rounded,bold\"",
            (_, true) => ", style=\"rounded,dashed\", fontcolor=gray40",
            _ => "",
        };
        let label = format!("{}\\n{}", quoted(&label(&node.title)), quoted(&node.kind));
        out.push_str(&format!("  n{at} [label=\"{label}\", tooltip=\"{}\"{style}];\n", quoted(&node.id)));
    }
    for edge in edges {
        let ends = if edge.symmetric { ", dir=none" } else { "" };
        let width = 0.5 + 1.5 * edge.strength;
        let label = quoted(&edge.relation);
        out.push_str(&format!("  n{} -> n{} [label=\"{label}\", penwidth={width:.2}{ends}];\n", edge.from, edge.to));
    }
    out.push_str("}\n");
    out
}

/// A quoted string of Graphviz may hold anything but a bare quote or backslash.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn mermaid(nodes: &[Node], edges: &[Edge]) -> String {
    let mut out = String::from("flowchart LR\n");
    for (at, node) in nodes.iter().enumerate() {
        out.push_str(&format!("  n{at}[\"{}<br/>{}\"]\n", escaped(&label(&node.title)), escaped(&node.kind)));
    }
    for edge in edges {
        let arrow = if edge.symmetric { "---" } else { "-->" };
        out.push_str(&format!("  n{} {arrow}|{}| n{}\n", edge.from, escaped(&edge.relation), edge.to));
    }
    let faded: Vec<String> =
        nodes.iter().enumerate().filter(|(_, node)| node.faded).map(|(at, _)| format!("n{at}")).collect();
    if !faded.is_empty() {
        out.push_str(&format!("  classDef old stroke-dasharray: 4 3\n  class {} old\n", faded.join(",")));
    }
    out
}

/// Mermaid reads its labels as HTML: what could end a label or begin a tag is written as an entity.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '"' | '<' | '>' | '&' | '#' | '`' | '|' | ';' => out.push_str(&format!("#{};", u32::from(char))),
            _ => out.push(char),
        }
    }
    out
}

/// Each memory stands once, below the one that it was reached from; further links are named on one line.
fn tree(nodes: &[Node], edges: &[Edge]) -> String {
    let mut out = String::new();
    let mut drawn = Drawn { nodes: vec![false; nodes.len()], edges: vec![false; edges.len()] };
    if let Some(first) = nodes.first() {
        drawn.nodes[0] = true;
        out.push_str(&format!("{}  {}  {}\n", label(&first.title), first.kind, first.id));
        branch(&mut out, nodes, edges, &mut drawn, 0, 1);
    }
    out
}

/// What stands in the tree already.
struct Drawn {
    nodes: Vec<bool>,
    edges: Vec<bool>,
}

fn branch(out: &mut String, nodes: &[Node], edges: &[Edge], drawn: &mut Drawn, at: usize, depth: usize) {
    let mut below = Vec::new();
    for (position, edge) in edges.iter().enumerate() {
        if drawn.edges[position] || (edge.from != at && edge.to != at) {
            continue;
        }
        drawn.edges[position] = true;
        let other = if edge.from == at { edge.to } else { edge.from };
        let arrow = match (edge.symmetric, edge.from == at) {
            (true, _) => "──",
            (false, true) => "─▶",
            (false, false) => "◀─",
        };
        let line = format!("{}{} {arrow} ", "   ".repeat(depth), edge.relation);
        let node = &nodes[other];
        if !drawn.nodes[other] {
            drawn.nodes[other] = true;
            below.push((other, format!("{line}{}  {}  {}\n", label(&node.title), node.kind, node.id)));
        } else {
            below.push((usize::MAX, format!("{line}{} (shown elsewhere)\n", label(&node.title))));
        }
    }
    for (other, line) in below {
        out.push_str(&line);
        if other != usize::MAX {
            branch(out, nodes, edges, drawn, other, depth + 1);
        }
    }
}

/// One line that cannot steer a terminal or a drawing.
fn label(title: &str) -> String {
    let clean: String = title.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    if clean.chars().count() <= LABEL_CHARS {
        return clean;
    }
    let cut: String = clean.chars().take(LABEL_CHARS - 1).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(title: &str) -> Node {
        Node { id: "0198".into(), title: title.into(), kind: "decision".into(), faded: false }
    }

    fn edge(from: usize, to: usize, relation: &str) -> Edge {
        Edge { from, to, relation: relation.into(), symmetric: relation == "similar", strength: 1.0 }
    }

    #[test]
    fn titles_cannot_break_out_of_a_drawing() {
        let nodes = [node("say \"no\" \\ <b>|x|</b>\u{1b}[2J"), node("plain")];
        let edges = [edge(0, 1, "supersedes")];
        let dot = draw(Drawing::Dot, &nodes, &edges);
        assert!(dot.contains(r#"label="say \"no\" \\ <b>|x|</b> [2J\ndecision""#), "{dot}");
        let mermaid = draw(Drawing::Mermaid, &nodes, &edges);
        assert!(mermaid.contains("say #34;no#34; \\ #60;b#62;#124;x#124;#60;/b#62; [2J<br/>decision"), "{mermaid}");
        assert!(mermaid.contains("n0 -->|supersedes| n1"));
    }

    #[test]
    fn a_tree_shows_each_memory_once() {
        let nodes = [node("middle"), node("left"), node("right")];
        let edges = [edge(0, 1, "extends"), edge(2, 0, "supersedes"), edge(1, 2, "similar")];
        let expected = "middle  decision  0198\n   extends ─▶ left  decision  0198\n      similar ── right (shown elsewhere)\n   \
                        supersedes ◀─ right  decision  0198\n";
        assert_eq!(draw(Drawing::Text, &nodes, &edges), expected);
    }
}
