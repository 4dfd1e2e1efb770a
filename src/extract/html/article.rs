//! Which part of a page is its text.

use crate::html::boiler::{self, Boiler};
use crate::html::flat::Flat;
use crate::html::markdown::is_block;
use crate::html::weight::{Sums, Weights};
use scraper::node::Element;

/// Furniture that holds more of the page's text than this is not furniture.
const MOST: f64 = 0.5;
/// A label longer than this is text.
const LABEL: f64 = 200.0;
/// An article holds at least this much running text.
const LEAST: f64 = 60.0;
/// With less running text than this it has to be a good part of the page: an index has a line or two as well.
const ENOUGH: f64 = 250.0;
/// What is called the article holds at least this much of the page's running text.
const SHARE: f64 = 0.4;
/// Classes and ids that name the text of an article.
const TEXTS: [&str; 7] =
    ["articlebody", "articlecontent", "articletext", "entrycontent", "postbody", "postcontent", "storybody"];

/// What to write: everything in `root` that is not in `skip`.
pub(crate) struct Choice {
    pub(crate) root: usize,
    pub(crate) skip: Vec<bool>,
}

/// Chooses the article, or the body where there is none.
pub(crate) fn choose(flat: &Flat) -> Choice {
    let kinds: Vec<Option<Boiler>> =
        (0..flat.pieces.len()).map(|at| flat.element(at).and_then(boiler::judge)).collect();
    let body = flat.find("body").or_else(|| flat.find("frameset")).unwrap_or_default();
    let mut bare = vec![false; flat.pieces.len()];
    drop_where(flat, &mut bare, |at| kinds[at] == Some(Boiler::Machinery));
    let weights = Weights::new(flat);
    let text = weights.text(&bare);
    let running = weights.running(flat, &bare);
    let whole = running.of(flat, body);
    // A forum is all comments, so they are dropped only where an article remains.
    for comments in [true, false] {
        let mut skip = bare.clone();
        drop_where(flat, &mut skip, |at| match kinds[at] {
            Some(Boiler::Comment) => comments,
            Some(Boiler::Furniture) => running.of(flat, at) <= MOST * whole,
            Some(Boiler::Label) => text.of(flat, at) < LABEL,
            _ => false,
        });
        let values = weights.running(flat, &skip);
        let root = article(flat, &skip, &values, body);
        let found = values.of(flat, root);
        let left = weights.text(&skip);
        let stands_out = found >= ENOUGH || left.of(flat, root) >= 0.15 * left.of(flat, body);
        if found >= LEAST.max(0.02 * whole) && stands_out {
            prune(flat, &weights, &mut skip, root);
            return Choice { root, skip };
        }
    }
    // No running text: an index, a table. Links are what such a page is about; only its frame goes.
    let mut skip = bare.clone();
    let most = MOST * text.of(flat, body);
    drop_where(flat, &mut skip, |at| kinds[at] == Some(Boiler::Furniture) && text.of(flat, at) < most);
    let left = weights.text(&skip).of(flat, body);
    Choice { root: body, skip: if left > 0.0 { skip } else { bare } }
}

/// Marks the subtrees of which `drop` says so.
fn drop_where(flat: &Flat, skip: &mut [bool], drop: impl Fn(usize) -> bool) {
    let mut at = 0;
    while at < flat.pieces.len() {
        if skip[at] || drop(at) {
            let end = flat.pieces[at].end;
            skip[at..end].fill(true);
            at = end;
        } else {
            at += 1;
        }
    }
}

/// The element that holds the article: what the page calls so, or where the running text is.
fn article(flat: &Flat, skip: &[bool], sums: &Sums, body: usize) -> usize {
    let named: [fn(&Element) -> bool; 3] = [is_text, is_article, is_main];
    for (tier, is_named) in named.into_iter().enumerate() {
        let fits = |at: &usize| !skip[*at] && is_container(flat.name(*at)) && flat.element(*at).is_some_and(is_named);
        let candidates: Vec<usize> = (body + 1..flat.pieces.len()).filter(fits).collect();
        let heaviest = candidates.iter().max_by(|a, b| sums.of(flat, **a).total_cmp(&sums.of(flat, **b)));
        let Some(mut best) = heaviest.copied() else { continue };
        if tier == 0 {
            best = all_parts(flat, sums, &candidates, best);
        }
        if best != body && sums.of(flat, best) > SHARE * sums.of(flat, body) {
            return best;
        }
    }
    let root = descend(flat, skip, sums, body);
    // A part of a table of data is no table any more.
    let row = matches!(flat.name(root), "tbody" | "thead" | "tr");
    if row { enclosing(flat, root, "table").unwrap_or(root) } else { root }
}

/// Texts come in parts, with notices in between: the element around all that are in the same `<article>`.
fn all_parts(flat: &Flat, sums: &Sums, candidates: &[usize], best: usize) -> usize {
    let around = enclosing(flat, best, "article");
    let least = 0.05 * sums.of(flat, best);
    let titles = Sums::new((0..flat.pieces.len()).map(|at| if flat.name(at) == "h1" { 1.0 } else { 0.0 }));
    let mut whole = best;
    for part in candidates {
        if sums.of(flat, *part) > least && enclosing(flat, *part, "article") == around {
            let wider = common(flat, whole, *part);
            // Pages that go on with the next article have a title before each.
            whole = if titles.of(flat, wider) > 1.0 { whole } else { wider };
        }
    }
    whole
}

/// The nearest element of this name around `at`.
fn enclosing(flat: &Flat, at: usize, name: &str) -> Option<usize> {
    let up = std::iter::successors(Some(at), |at| Some(flat.pieces[*at].parent).filter(|parent| parent < at));
    up.skip(1).find(|at| flat.name(*at) == name)
}

/// The nearest element that holds both.
fn common(flat: &Flat, at: usize, other: usize) -> usize {
    let mut around = at;
    while !(around <= other && other < flat.pieces[around].end) && around > 0 {
        around = flat.pieces[around].parent;
    }
    around
}

/// Follows the heaviest child from the body on, as long as it holds nearly everything and has no peers.
fn descend(flat: &Flat, skip: &[bool], sums: &Sums, body: usize) -> usize {
    let mut at = body;
    loop {
        let children = flat.children(at).filter(|child| !skip[*child] && is_container(flat.name(*child)));
        let Some(child) = children.max_by(|a, b| sums.of(flat, *a).total_cmp(&sums.of(flat, *b))) else { return at };
        if sums.of(flat, child) <= 0.65 * sums.of(flat, at) || has_peer(flat, skip, sums, child) {
            return at;
        }
        at = child;
    }
}

/// Whether a sibling is of the same make and holds text too, so that both are parts of one text.
fn has_peer(flat: &Flat, skip: &[bool], sums: &Sums, at: usize) -> bool {
    let parent = flat.pieces[at].parent;
    let class = |at: usize| flat.element(at).and_then(|element| element.attr("class"));
    flat.children(parent).any(|other| {
        other != at
            && !skip[other]
            && flat.name(other) == flat.name(at)
            && class(other) == class(at)
            && sums.of(flat, other) > 0.05 * sums.of(flat, parent)
    })
}

fn is_container(name: &str) -> bool {
    is_block(name)
        && !matches!(
            name,
            "p" | "pre" | "blockquote" | "ul" | "ol" | "dl" | "li" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        )
}

/// Whether the page says that this is the text of the article.
fn is_text(element: &Element) -> bool {
    if element.attr("itemprop").is_some_and(|kind| kind.eq_ignore_ascii_case("articlebody")) {
        return true;
    }
    let words = boiler::words(element);
    let joined = words.iter().any(|word| TEXTS.contains(&word.as_str()));
    joined
        || words.windows(2).any(|pair| {
            matches!(pair[0].as_str(), "article" | "blog" | "blogpost" | "entry" | "news" | "post" | "story")
                && matches!(pair[1].as_str(), "body" | "bodytext" | "content" | "copy" | "text")
        })
}

fn is_article(element: &Element) -> bool {
    element.name() == "article" || element.attr("role") == Some("article")
}

fn is_main(element: &Element) -> bool {
    element.name() == "main" || element.attr("role") == Some("main")
}

/// Drops what is little but links within the article: lists of other pages, calls to read on.
fn prune(flat: &Flat, weights: &Weights, skip: &mut [bool], root: usize) {
    let several = Sums::new((0..flat.pieces.len()).map(|at| if flat.name(at) == "a" { 1.0 } else { 0.0 }));
    // Paragraphs come last: a list within one must not take it along.
    for paragraphs in [false, true] {
        let text = weights.text(skip);
        let links = weights.links(skip);
        let whole = text.of(flat, root);
        drop_where(flat, skip, |at| {
            let most = match flat.name(at) {
                "p" if paragraphs => 0.75,
                "ul" | "ol" | "table" if !paragraphs => 0.85,
                "span" if !paragraphs && several.of(flat, at) > 2.0 => 0.85,
                "div" | "section" | "form" if !paragraphs => 0.6,
                _ => return false,
            };
            at > root && text.of(flat, at) < 0.3 * whole && links.of(flat, at) > most * text.of(flat, at)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::markdown;
    use crate::html::parse::parse;

    fn chosen(page: &str) -> String {
        let html = parse(page);
        let flat = Flat::new(&html);
        let choice = choose(&flat);
        markdown::write(&flat, choice.root, &choice.skip)
    }

    fn paragraph(word: &str) -> String {
        format!("<p>{}</p>", format!("{word} and more of it, ").repeat(10))
    }

    fn check(page: &str, kept: &[&str], dropped: &[&str]) {
        let text = chosen(page);
        for word in kept {
            assert!(text.contains(word), "{word} is missing from: {text}");
        }
        for word in dropped {
            assert!(!text.contains(word), "{word} is left in: {text}");
        }
    }

    #[test]
    fn the_frame_goes_and_the_article_stays() {
        let page = format!(
            "<body><nav>menu</nav><div id=cookie-banner>{}</div><article><h1>Head</h1>{}<h2>Part</h2>{}\
             <ul class=relatedLinks><li>other</ul></article><div class=comments>{}</div><footer>foot</footer>",
            paragraph("consent"),
            paragraph("first"),
            paragraph("second"),
            paragraph("reader")
        );
        check(&page, &["# Head", "first", "## Part", "second"], &["menu", "consent", "other", "reader", "foot"]);
    }

    #[test]
    fn without_names_the_text_is_found_by_its_weight() {
        let links = "<a href=x>a link to some other page of the site</a> ".repeat(20);
        let page = format!("<table><tr><td>{links}<td>{}{}<tr><td>bottom</table>", paragraph("one"), paragraph("two"));
        check(&page, &["one", "two"], &["other page", "bottom"]);
    }

    #[test]
    fn a_text_in_parts_is_kept_whole() {
        let part = |word: &str| format!("<div class=grid><div class=article-body>{}</div></div>", paragraph(word));
        let page = format!("<div><h1>T</h1><div>{}{}{}</div></div>", part("one"), part("two"), part("three"));
        check(&page, &["one", "two", "three"], &[]);
        let rows = ["one", "two", "three"].map(|word| format!("<div class=row>{}</div>", paragraph(word))).concat();
        check(&format!("<div id=top>x</div><div>{rows}</div>"), &["one", "two", "three"], &[]);
    }

    #[test]
    fn the_next_article_is_not_a_part() {
        let post = |word: &str| format!("<div><h1>{word}</h1><div class=post-content>{}</div></div>", paragraph(word));
        let page = format!("<div>{}{}</div>", post("this").replace("</p>", " longer</p>"), post("next"));
        check(&page, &["this"], &["next"]);
    }

    #[test]
    fn a_forum_is_its_comments() {
        let posts = ["ask", "answer", "thank"].map(|word| format!("<div class=comment>{}</div>", paragraph(word)));
        check(
            &format!("<nav>menu</nav><div class=thread>{}</div>", posts.concat()),
            &["ask", "answer", "thank"],
            &["menu"],
        );
    }

    #[test]
    fn an_index_is_its_links() {
        let list = (0..20).map(|n| format!("<li><a href=/{n}>Entry {n}</a>")).collect::<String>();
        check(&format!("<nav>menu</nav><h1>All</h1><ul>{list}</ul>"), &["# All", "- Entry 0", "- Entry 19"], &["menu"]);
        let blurb = "<div>A line about this index, which says who keeps it, how often, and also why.</div>";
        check(&format!("<ul>{}</ul>{blurb}", list.repeat(3)), &["- Entry 0", "A line"], &[]);
        check("<nav><a href=x>only this</a></nav>", &["only this"], &[]);
    }

    #[test]
    fn a_page_with_only_a_table_keeps_it() {
        check("<table><tr><th>a<th>b<tr><td>1<td>2</table>", &["| a | b |", "| 1 | 2 |"], &[]);
        let rows = (0..50).map(|n| format!("<tr><td>{n}<td>{}", "some words about it ".repeat(8))).collect::<String>();
        check(&format!("<table><tr><th>n<th>words{rows}</table>"), &["| n | words |", "| 49 | some"], &[]);
    }

    #[test]
    fn calls_to_read_on_go_and_links_within_text_stay() {
        let call = "<p>More: <a href=x>a story about something else</a></p>";
        let prose = format!("<p>Words <span><a href=y>linked within</a></span> {}</p>", "go on ".repeat(30));
        let list = "<ul><li>Point one with <a href=z>a source</a><li>Point two</ul>";
        let page = format!("<article>{prose}{call}{list}{}{}</article>", paragraph("rest"), paragraph("end"));
        check(&page, &["linked within", "a source", "Point two"], &["something else"]);
    }

    #[test]
    fn notes_in_documentation_stay() {
        let page = format!("<main>{}<aside class=note><p>Mind this.</aside>{}</main>", paragraph("a"), paragraph("b"));
        check(&page, &["Mind this."], &[]);
    }

    #[test]
    fn articles_in_wide_scripts_need_fewer_characters() {
        let text = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。".repeat(2);
        check(&format!("<div class=menu>広告</div><div><div><p>{text}</p></div></div>"), &["吾輩"], &["広告"]);
    }
}
