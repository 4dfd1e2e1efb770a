//! What a page says about itself: title, address, language, date.

use crate::html::flat::{Flat, Kind};
use scraper::node::Element;
use serde_json::Value;
use url::Url;

/// Names under which pages give the time of publishing, the surest first.
const PUBLISHED: [&str; 20] = [
    "article:published_time",
    "og:published_time",
    "og:article:published_time",
    "datepublished",
    "article:published",
    "parsely-pub-date",
    "sailthru.date",
    "cxenseparse:recs:publishtime",
    "citation_publication_date",
    "citation_date",
    "dcterms.issued",
    "dc.date.issued",
    "dcterms.created",
    "dc.date.created",
    "dcterms.date",
    "dc.date",
    "pubdate",
    "publishdate",
    "publish-date",
    "date",
];
/// Between the title of a page and the name of its site.
const SEPARATORS: [&str; 9] = [" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " ｜ "];

/// What a page says about itself.
#[derive(Default)]
pub(crate) struct Meta {
    pub(crate) title: Option<String>,
    pub(crate) canonical: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) published: Option<String>,
}

/// Reads the head, and the body where pages put such things too.
pub(crate) fn read(flat: &Flat, address: Option<&str>) -> Meta {
    let tags = Tags::collect(flat);
    let address = address.and_then(|address| Url::parse(address).ok());
    Meta {
        title: title(flat, &tags, address.as_ref()),
        canonical: canonical(flat, &tags, address.as_ref()),
        language: language(flat, &tags),
        published: published(flat, &tags),
    }
}

/// The `<meta>` tags: name in lower case, content.
struct Tags<'a>(Vec<(String, &'a str)>);

impl<'a> Tags<'a> {
    fn collect(flat: &Flat<'a>) -> Self {
        let mut tags = Vec::new();
        for at in 0..flat.pieces.len() {
            let Some(element) = flat.element(at).filter(|element| element.name() == "meta") else { continue };
            let Some(content) = element.attr("content").map(str::trim).filter(|content| !content.is_empty()) else {
                continue;
            };
            for key in ["property", "name", "itemprop", "http-equiv"] {
                if let Some(name) = element.attr(key) {
                    tags.push((name.trim().to_ascii_lowercase(), content));
                }
            }
        }
        Self(tags)
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, content)| *content)
    }
}

fn title(flat: &Flat, tags: &Tags, address: Option<&Url>) -> Option<String> {
    // A heading without text, or one that leads to the front page, is a logo.
    let is_logo = |at: usize| {
        let around = flat.pieces[at].parent;
        let links = std::iter::once(around).chain(flat.children(at)).filter(|at| flat.name(*at) == "a");
        links.filter_map(|link| flat.attr(link, "href")).any(|href| is_front(href, address))
    };
    let headings = (0..flat.pieces.len()).filter(|at| flat.name(*at) == "h1" && !is_logo(*at));
    let heading = headings.map(|at| flat.text(at)).find(|text| !text.is_empty());
    let head = flat.find("head").unwrap_or_default();
    let own = (head..flat.pieces[head].end).find(|at| flat.name(*at) == "title").map(|at| flat.text(at));
    let given = tags.get("og:title").map(collapse).filter(|text| !text.is_empty());
    let given = given.or(own.filter(|text| !text.is_empty()));
    match given {
        Some(given) => Some(without_site(&given, heading.as_deref(), tags.get("og:site_name"), address)),
        None => heading,
    }
}

/// Whether a link leads to the front page of a site.
fn is_front(href: &str, address: Option<&Url>) -> bool {
    let href = href.trim();
    let path = match (href.contains("://"), address) {
        (true, _) => Url::parse(href).ok().map(|url| url.path().to_owned()),
        (false, Some(base)) => base.join(href).ok().map(|url| url.path().to_owned()),
        (false, None) => Some(href.to_owned()),
    };
    path.is_some_and(|path| matches!(path.as_str(), "/" | "" | "./" | "/index.html"))
}

/// Takes the site's name off a title, where it is sure to be one: the page's heading is the rest, the page names its
/// site so, or its host does.
fn without_site(title: &str, heading: Option<&str>, site: Option<&str>, address: Option<&Url>) -> String {
    let site = site.map(letters).unwrap_or_default();
    let host = address.and_then(Url::host_str).map(letters).unwrap_or_default();
    let is_site = |part: &str| {
        let part = letters(part);
        !part.is_empty() && (part == site || (part.chars().count() > 3 && host.contains(&part)))
    };
    let heading = heading.map(letters).unwrap_or_default();
    let is_heading = |part: &str| !heading.is_empty() && letters(part) == heading;
    for separator in SEPARATORS {
        let (first, last) = (title.split_once(separator), title.rsplit_once(separator));
        let behind = |(kept, rest): (&str, &str)| is_site(rest) || is_heading(kept);
        // In front of the title the heading may be the site's too: it has to look like the title of the two.
        let before = |(rest, kept): (&str, &str)| is_site(rest) || (is_heading(kept) && kept.len() >= rest.len());
        let kept = [last, first].into_iter().flatten().find(|parts| behind(*parts)).map(|(kept, _)| kept);
        let kept = kept.or_else(|| [first, last].into_iter().flatten().find(|p| before(*p)).map(|(_, kept)| kept));
        if let Some(kept) = kept {
            return kept.trim().to_owned();
        }
    }
    title.to_owned()
}

/// Letters and digits in lower case, to compare names.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn canonical(flat: &Flat, tags: &Tags, address: Option<&Url>) -> Option<String> {
    let is_canonical = |element: &&Element| {
        let kinds = element.attr("rel").unwrap_or_default();
        element.name() == "link" && kinds.split_whitespace().any(|kind| kind.eq_ignore_ascii_case("canonical"))
    };
    let link = (0..flat.pieces.len()).filter_map(|at| flat.element(at)).find(is_canonical);
    let link = link.and_then(|element| element.attr("href")).map(str::trim).filter(|href| !href.is_empty());
    let link = link.or_else(|| tags.get("og:url"))?;
    let url = match address {
        Some(base) => base.join(link),
        None => Url::parse(link),
    };
    url.ok().filter(|url| matches!(url.scheme(), "http" | "https")).map(String::from)
}

fn language(flat: &Flat, tags: &Tags) -> Option<String> {
    let of = |name: &str| {
        let element = flat.find(name).and_then(|at| flat.element(at))?;
        element.attr("lang").or_else(|| element.attr("xml:lang"))
    };
    let said = [of("html"), of("body"), tags.get("content-language"), tags.get("inlanguage"), tags.get("og:locale")];
    said.into_iter().flatten().find_map(language_tag)
}

/// A BCP 47 tag in its usual spelling: `EN_us` becomes `en-US`.
fn language_tag(said: &str) -> Option<String> {
    let said = said.split([',', ';']).next()?.trim();
    let mut parts = said.split(['-', '_']);
    let primary = parts.next().filter(|part| (2..=3).contains(&part.len()) && is_ascii_word(part))?;
    let mut tag = primary.to_ascii_lowercase();
    for part in parts {
        if !(1..=8).contains(&part.len()) || !is_ascii_word(part) {
            return None;
        }
        tag.push('-');
        match part.len() {
            2 => tag.push_str(&part.to_ascii_uppercase()),
            4 if part.chars().all(char::is_alphabetic) => {
                tag.push_str(&part[..1].to_ascii_uppercase());
                tag.push_str(&part[1..].to_ascii_lowercase());
            }
            _ => tag.push_str(&part.to_ascii_lowercase()),
        }
    }
    Some(tag)
}

fn is_ascii_word(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn published(flat: &Flat, tags: &Tags) -> Option<String> {
    let named = PUBLISHED.iter().take(4).find_map(|name| tags.get(name)).map(str::to_owned);
    let named = named.or_else(|| linked_data_date(flat));
    let named = named.or_else(|| PUBLISHED.iter().skip(4).find_map(|name| tags.get(name)).map(str::to_owned));
    named.or_else(|| marked_date(flat)).map(|date| collapse(&date)).filter(|date| is_date(date))
}

/// Dates hold digits; anything else is a template left empty.
fn is_date(text: &str) -> bool {
    text.len() <= 64 && text.bytes().filter(u8::is_ascii_digit).count() >= 4
}

/// `datePublished` in the page's linked data.
fn linked_data_date(flat: &Flat) -> Option<String> {
    for (at, piece) in flat.pieces.iter().enumerate() {
        let Kind::Element(element) = piece.kind else { continue };
        let kind = element.attr("type").unwrap_or_default();
        if element.name() != "script" || !kind.eq_ignore_ascii_case("application/ld+json") {
            continue;
        }
        let Some(Kind::Text(json)) = flat.pieces.get(at + 1).filter(|next| next.parent == at).map(|next| &next.kind)
        else {
            continue;
        };
        // serde_json stops at 128 levels by itself.
        let Ok(data) = serde_json::from_str::<Value>(json.trim()) else { continue };
        if let Some(date) = date_within(&data) {
            return Some(date.to_owned());
        }
    }
    None
}

/// The first `datePublished`, outermost first.
fn date_within(data: &Value) -> Option<&str> {
    let mut level = vec![data];
    while !level.is_empty() {
        if let Some(date) = level.iter().find_map(|value| value.get("datePublished")?.as_str()) {
            return Some(date);
        }
        level = level.into_iter().flat_map(inner).collect();
    }
    None
}

fn inner(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(values) => values.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    }
}

/// A date that the body marks as the time of publishing.
fn marked_date(flat: &Flat) -> Option<String> {
    let of = |at: usize| {
        let element = flat.element(at)?;
        let said = element.attr("datetime").or_else(|| element.attr("content")).or_else(|| element.attr("title"));
        Some(said.map_or_else(|| flat.text(at), str::to_owned)).filter(|date| is_date(date))
    };
    let marked = |at: &usize| {
        flat.element(*at).is_some_and(|element| {
            element.attr("itemprop").is_some_and(|kind| kind.eq_ignore_ascii_case("datepublished"))
                || (element.name() == "time" && element.attr("pubdate").is_some())
                || element.has_class("dt-published", scraper::CaseSensitivity::CaseSensitive)
                || (element.name() == "time" && element.attr("class").is_some_and(|class| class.contains("publish")))
        })
    };
    (0..flat.pieces.len()).filter(marked).find_map(of).or_else(|| {
        // The only date of a page is its date.
        let mut times = (0..flat.pieces.len())
            .filter(|at| flat.name(*at) == "time")
            .filter_map(|at| flat.element(at)?.attr("datetime").filter(|date| is_date(date)));
        let first = times.next()?;
        times.all(|other| other == first).then(|| first.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse::parse;

    fn meta(page: &str, address: Option<&str>) -> Meta {
        let html = parse(page);
        read(&Flat::new(&html), address)
    }

    fn title_of(page: &str, address: Option<&str>) -> String {
        meta(page, address).title.unwrap_or_default()
    }

    #[test]
    fn the_site_is_taken_off_where_it_is_sure() {
        assert_eq!(title_of("<title>Moon - Daily News</title><h1>Moon</h1>", None), "Moon");
        assert_eq!(title_of("<title>Daily | Moon</title><meta property=og:site_name content=Daily>", None), "Moon");
        assert_eq!(title_of("<title>A | Moon</title>", Some("https://moon.example/")), "A");
        assert_eq!(title_of("<title>Cats - Dogs</title><h1>Pets</h1>", None), "Cats - Dogs");
        assert_eq!(title_of("<title>About bikes - Forum</title><h1>Forum</h1>", None), "About bikes - Forum");
        assert_eq!(title_of("<title>Forum - About bikes</title><h1>About bikes</h1>", None), "About bikes");
        assert_eq!(title_of("<title>Long story · X</title><h1><a href=/>X</a></h1>", None), "Long story · X");
        assert_eq!(title_of("<title>Code &amp; table</title><h1>Code</h1>", None), "Code & table");
    }

    #[test]
    fn titles_come_in_order() {
        assert_eq!(title_of("<meta property=og:title content=' A  b '><title>C</title>", None), "A b");
        assert_eq!(title_of("<h1><img></h1><h1>Only <i>this</i></h1>", None), "Only this");
        assert!(meta("<p>none<svg><title>icon</title></svg>", None).title.is_none());
    }

    #[test]
    fn the_canonical_link_is_made_absolute() {
        let page = "<link rel=canonical href=/a?b=1>";
        assert_eq!(meta(page, Some("https://x.example/c/d")).canonical.as_deref(), Some("https://x.example/a?b=1"));
        assert_eq!(meta(page, None).canonical, None);
        assert_eq!(meta("<link rel=canonical href='javascript:x'>", None).canonical, None);
    }

    #[test]
    fn languages_become_tags() {
        assert_eq!(meta("<html lang=EN_us>", None).language.as_deref(), Some("en-US"));
        assert_eq!(
            meta("<html lang='{{lang}}'><meta property=og:locale content=zh-hant>", None).language.as_deref(),
            Some("zh-Hant")
        );
        assert_eq!(meta("<html lang=''>", None).language, None);
    }

    #[test]
    fn dates_are_found_where_pages_put_them() {
        let date = |page: &str| meta(page, None).published;
        assert_eq!(date("<meta property=article:published_time content=2020-01-02>").as_deref(), Some("2020-01-02"));
        let linked = r#"<script type="application/ld+json">{"@graph":[{"a":{"datePublished":"2021-03-04"}}]}</script>"#;
        assert_eq!(date(linked).as_deref(), Some("2021-03-04"));
        assert_eq!(date("<p><time datetime=2022-05-06>May</time>").as_deref(), Some("2022-05-06"));
        assert_eq!(date("<time datetime=2022-05-06></time><time datetime=2023-05-06></time>"), None);
        assert_eq!(date("<meta name=date content='{{date}}'>"), None);
    }
}
