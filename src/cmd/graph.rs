//! `graph`: the memories around one memory, as records or as a drawing.

use std::collections::HashMap;

use serde_json::Map;

use crate::app::App;
use crate::cli::GraphArgs;
use crate::error::{Error, Result};
use crate::exit::Status;
use crate::memory::graph::{Graph, MAX_DEPTH, MAX_NODES, around};
use crate::memory::kinds::{Relation, State};
use crate::memory::lookup;
use crate::ui::graph::{Drawing, Edge, Node, draw};
use crate::ui::sink::Format;
use crate::wire::link::LinkRecord;
use crate::wire::record::{MemoryRecord, More, NotFound};

/// Runs `graph`.
pub(super) async fn run(app: &mut App, args: GraphArgs) -> Result<Status> {
    if args.depth > MAX_DEPTH {
        return Err(Error::usage("bad_depth", format!("--depth: 0..{MAX_DEPTH}, got {}", args.depth))
            .hint("2 shows the neighbours of the neighbours"));
    }
    let (visible, nothing) = (app.visible()?, Map::new());
    let Some(store) = app.read_store().await? else {
        return Ok(Status::Negative);
    };
    let Some(start) = lookup::find(&store, &visible, &args.id).await? else {
        if app.drawing.is_none() {
            app.sink.record(&NotFound::new(&args.id, &nothing))?;
        }
        return Ok(Status::Negative);
    };
    let graph = around(&store, &visible, start, args.depth).await?;
    if graph.cut {
        let cut = Error::usage("graph_cut", format!("only the nearest {MAX_NODES} memories are shown"));
        app.report.warning(&cut.hint("lower --depth, or begin at another memory"));
    }
    let text = (app.sink.format() == Format::Text).then_some(Drawing::Text);
    if let Some(drawing) = app.drawing.or(text) {
        let (nodes, edges) = drawn(&graph);
        app.sink.text(&draw(drawing, &nodes, &edges))?;
        return Ok(Status::Done);
    }
    for (memory, depth) in &graph.nodes {
        let more = More { depth: Some(*depth), ..More::default() };
        app.sink.record(&MemoryRecord::new(memory, None, None, &nothing).more(more))?;
    }
    for link in &graph.links {
        app.sink.record(&LinkRecord::new(link, None, &nothing))?;
    }
    Ok(Status::Done)
}

fn drawn(graph: &Graph) -> (Vec<Node>, Vec<Edge>) {
    let positions: HashMap<_, usize> = graph.nodes.iter().map(|(memory, _)| memory.id).zip(0..).collect();
    let replaced = |relation| matches!(relation, Relation::Supersedes | Relation::Consolidates);
    let nodes = graph.nodes.iter().map(|(memory, _)| Node {
        id: memory.id.to_string(),
        title: memory.title.clone(),
        kind: memory.memory_type.to_string(),
        faded: memory.state != State::Working
            || graph.links.iter().any(|link| link.to == memory.id && replaced(link.relation)),
    });
    let edges = graph.links.iter().map(|link| Edge {
        from: positions[&link.from],
        to: positions[&link.to],
        relation: link.relation.to_string(),
        symmetric: link.relation.is_symmetric(),
        strength: link.strength,
    });
    (nodes.collect(), edges.collect())
}
