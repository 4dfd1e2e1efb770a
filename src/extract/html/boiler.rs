//! Parts of a page that are no part of its text, by what they are called.

use scraper::node::Element;

/// Why an element may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Boiler {
    /// Never text: scripts, controls, what is hidden.
    Machinery,
    /// Navigation, notices, other pages: left out unless it is most of the page.
    Furniture,
    /// What readers wrote: left out, unless the page consists of it.
    Comment,
    /// Lines about the article, such as its author or date: left out where short.
    Label,
}

/// Classes and ids that name furniture, as one word.
const FURNITURE: [&str; 91] = [
    "ad",
    "addthis",
    "ads",
    "adsbygoogle",
    "adslot",
    "adunit",
    "advert",
    "advertisement",
    "advertising",
    "aside",
    "banner",
    "breadcrumb",
    "breadcrumbs",
    "consent",
    "cookie",
    "cookies",
    "copyright",
    "donate",
    "donation",
    "dropdown",
    "editsection",
    "fb",
    "foot",
    "footer",
    "footnav",
    "gdpr",
    "global",
    "hatnote",
    "infolinks",
    "jumplink",
    "lineno",
    "linenos",
    "login",
    "masthead",
    "menu",
    "menus",
    "metadata",
    "modal",
    "mostpopular",
    "mostread",
    "nav",
    "navbar",
    "navbox",
    "navigation",
    "navlinks",
    "newsletter",
    "newsletters",
    "outbrain",
    "overlay",
    "pager",
    "pagination",
    "paging",
    "paywall",
    "permalink",
    "popular",
    "popup",
    "prevnext",
    "print",
    "printonly",
    "promo",
    "promos",
    "promotion",
    "rail",
    "recirc",
    "recommend",
    "recommendations",
    "recommended",
    "related",
    "rightcol",
    "share",
    "sharebar",
    "sharedaddy",
    "shares",
    "sharing",
    "shortcuts",
    "sidebar",
    "signup",
    "skip",
    "skiplink",
    "sociable",
    "social",
    "sponsor",
    "sponsored",
    "subscribe",
    "subscription",
    "taboola",
    "teaser",
    "toc",
    "toolbar",
    "trending",
    "widget",
];

/// Classes and ids of what readers wrote.
const COMMENTS: [&str; 7] = ["comment", "commenting", "commentlist", "comments", "disqus", "livefyre", "respond"];

/// The same of two words or more, as they stand one after the other.
const FURNITURE_PAIRS: [&str; 26] = [
    "also-like",
    "author-bio",
    "author-box",
    "author-info",
    "around-the",
    "call-out",
    "cross-link",
    "email-alert",
    "follow-us",
    "further-reading",
    "inline-links",
    "line-numbers",
    "more-from",
    "more-news",
    "more-on",
    "more-stories",
    "most-read",
    "next-article",
    "next-post",
    "post-nav",
    "read-more",
    "read-next",
    "see-also",
    "sign-up",
    "up-next",
    "you-may",
];

/// Classes and ids of lines about the article.
const LABELS: [&str; 27] = [
    "author",
    "authors",
    "byline",
    "category",
    "categories",
    "caption",
    "credit",
    "credits",
    "date",
    "dateline",
    "hidden",
    "icon",
    "keywords",
    "kicker",
    "label",
    "meta",
    "noprint",
    "postmeta",
    "posted",
    "published",
    "pubdate",
    "readtime",
    "tag",
    "tags",
    "time",
    "timestamp",
    "tools",
];

/// Notes in documentation are set aside and still belong to the text.
const NOTES: [&str; 14] = [
    "admonition",
    "attention",
    "callout",
    "caution",
    "danger",
    "embed",
    "example",
    "hint",
    "important",
    "info",
    "note",
    "tip",
    "tweet",
    "warning",
];

/// What kind of boilerplate an element is by its tag, role, class and id.
pub(crate) fn judge(element: &Element) -> Option<Boiler> {
    let name = element.name();
    if is_machinery(name) || is_hidden(element) {
        return Some(Boiler::Machinery);
    }
    if matches!(name, "html" | "body" | "main" | "head" | "kbd" | "pre") {
        return None;
    }
    let words = words(element);
    if words.iter().any(|word| NOTES.contains(&word.as_str())) {
        return None;
    }
    let role = element.attr("role").unwrap_or_default();
    let furniture = matches!(name, "nav" | "footer" | "aside")
        || matches!(
            role,
            "navigation"
                | "banner"
                | "complementary"
                | "contentinfo"
                | "search"
                | "menu"
                | "menubar"
                | "dialog"
                | "alertdialog"
                | "toolbar"
                | "tablist"
        );
    if words.iter().any(|word| COMMENTS.contains(&word.as_str())) {
        return Some(Boiler::Comment);
    }
    if furniture || words.iter().any(|word| FURNITURE.contains(&word.as_str())) {
        return Some(Boiler::Furniture);
    }
    let paired = |pair: &[String]| matches!(pair, [a, b] if FURNITURE_PAIRS.contains(&format!("{a}-{b}").as_str()));
    if words.windows(2).any(paired) {
        return Some(Boiler::Furniture);
    }
    let label = matches!(name, "figcaption" | "time") || words.iter().any(|word| LABELS.contains(&word.as_str()));
    label.then_some(Boiler::Label)
}

fn is_machinery(name: &str) -> bool {
    matches!(
        name,
        "applet"
            | "audio"
            | "button"
            | "canvas"
            | "datalist"
            | "dialog"
            | "embed"
            | "head"
            | "iframe"
            | "input"
            | "link"
            | "meta"
            | "noembed"
            | "noframes"
            | "noscript"
            | "object"
            | "script"
            | "select"
            | "style"
            | "svg"
            | "template"
            | "textarea"
            | "title"
            | "video"
    )
}

fn is_hidden(element: &Element) -> bool {
    if element.attr("hidden").is_some_and(|value| value != "until-found") || element.attr("aria-hidden") == Some("true")
    {
        return true;
    }
    let style: String =
        element.attr("style").unwrap_or_default().chars().take(200).filter(|c| !c.is_whitespace()).collect();
    let style = style.to_ascii_lowercase();
    style.contains("display:none") || style.contains("visibility:hidden")
}

/// The words of class and id in lower case: `relatedLinks_3` gives `related`, `links`, `3`.
pub(crate) fn words(element: &Element) -> Vec<String> {
    let mut words = Vec::new();
    for name in ["class", "id"] {
        let mut word = String::new();
        let mut small = false;
        // A class list generated at length says nothing, and costs.
        for c in element.attr(name).unwrap_or_default().chars().take(400) {
            let ends = !c.is_alphanumeric() || (small && c.is_uppercase());
            if ends && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            small = c.is_lowercase();
            if c.is_alphanumeric() {
                word.extend(c.to_lowercase());
            }
        }
        if !word.is_empty() {
            words.push(word);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::flat::Flat;
    use crate::html::parse::parse;

    fn judged(tag: &str) -> Option<Boiler> {
        let html = parse(&format!("<body><{tag}>"));
        let flat = Flat::new(&html);
        judge(flat.element(flat.find("body").expect("a body") + 1).expect("an element"))
    }

    #[test]
    fn names_are_judged_by_whole_words() {
        assert_eq!(judged("div class=relatedLinks_3"), Some(Boiler::Furniture));
        assert_eq!(judged("div id=post-nav"), Some(Boiler::Furniture));
        assert_eq!(judged("ul class='x comments-list'"), Some(Boiler::Comment));
        assert_eq!(judged("span class=byline"), Some(Boiler::Label));
        assert_eq!(judged("div class='loaded correlated header-unnavigable'"), None);
        assert_eq!(judged("aside class='admonition note'"), None);
    }

    #[test]
    fn what_is_hidden_is_machinery() {
        for tag in ["p hidden", "p style='color:red; Display : none'", "svg", "p aria-hidden=true", "button"] {
            assert_eq!(judged(tag), Some(Boiler::Machinery), "{tag}");
        }
        assert_eq!(judged("p style='display:block'"), None);
    }
}
