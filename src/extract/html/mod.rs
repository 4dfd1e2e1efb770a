//! Pages: their main content as Markdown, and what they say about themselves.

mod article;
mod boiler;
mod code;
mod flat;
mod markdown;
mod meta;
mod parse;
mod table;
mod tags;
mod weight;

use crate::charset::decode;
use crate::{ExtractError, Extracted};

/// The main content of a page as Markdown.
///
/// `charset_of_header` is the `charset` of the `Content-Type` that came with it; `address` is where it was found, to
/// make its canonical link absolute and to tell the site's name from the title.
///
/// # Errors
/// [`ExtractError::NoText`] where nothing is left to read, as in pages that a script draws.
pub fn html(bytes: &[u8], charset_of_header: Option<&str>, address: Option<&str>) -> Result<Extracted, ExtractError> {
    let page = parse::parse(&decode(bytes, charset_of_header, true));
    let flat = flat::Flat::new(&page);
    let choice = article::choose(&flat);
    let text = markdown::write(&flat, choice.root, &choice.skip);
    if !text.chars().any(char::is_alphanumeric) {
        return Err(ExtractError::NoText);
    }
    let meta = meta::read(&flat, address);
    Ok(Extracted {
        title: meta.title,
        text,
        pages: Vec::new(),
        canonical: meta.canonical,
        language: meta.language,
        published: meta.published,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gives_its_text_and_what_it_says_of_itself() {
        let page = "<html lang=en><title>T - Site</title><meta property=og:site_name content=Site>\
                    <link rel=canonical href=/t><meta property=article:published_time content=2024-05-06>\
                    <body><main><h1>T</h1><p>Text.</main>";
        let read = html(page.as_bytes(), None, Some("https://site.example/x")).expect("text");
        assert_eq!(read.title.as_deref(), Some("T"));
        assert_eq!(read.text, "# T\n\nText.");
        assert_eq!(read.canonical.as_deref(), Some("https://site.example/t"));
        assert_eq!(read.language.as_deref(), Some("en"));
        assert_eq!(read.published.as_deref(), Some("2024-05-06"));
    }

    #[test]
    fn pages_without_text_say_so() {
        for page in [
            "",
            "<frameset><frame src=a></frameset>",
            "<div id=app></div><script>draw()</script><noscript>On!</noscript>",
        ] {
            assert_eq!(html(page.as_bytes(), None, None), Err(ExtractError::NoText), "{page}");
        }
    }

    #[test]
    fn odd_bytes_are_no_trouble() {
        for bytes in
            [&b"\xFF\xFE"[..], b"<\xF0<p\xC3>a\x80<table><td", b"<title>", b"<svg><title><p>x", b"<template><p>t"]
        {
            let _ = html(bytes, Some("utf-16"), Some("no address"));
        }
    }
}
