//! A look at the tags before they are parsed.

use std::borrow::Cow;

/// Attributes per tag. The parser compares each with all before it, which takes minutes on a tag with a million.
const MAX_ATTRIBUTES: usize = 256;

/// The page without the attributes that are too many.
pub(crate) fn thin(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut kept = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('<')) {
        let start = at + open + 1;
        if !bytes.get(start).is_some_and(u8::is_ascii_alphabetic) {
            let comment = text.get(start..).and_then(|rest| rest.strip_prefix("!--"));
            at = match comment {
                Some(rest) => rest.find("-->").map_or(text.len(), |end| start + 3 + end),
                None => start,
            };
            continue;
        }
        let name = start + bytes[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (surplus, end) = attributes(bytes, name);
        if let Some(surplus) = surplus {
            kept.push_str(&text[copied..surplus]);
            copied = end;
        }
        at = if is_raw(&text[start..name].to_ascii_lowercase()) { raw_end(text, end, &text[start..name]) } else { end };
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    kept.push_str(&text[copied..]);
    Cow::Owned(kept)
}

/// Where the surplus attributes of a tag begin, if it has any, and where the tag ends; both between characters, since
/// an attribute begins behind an ASCII byte.
fn attributes(bytes: &[u8], start: usize) -> (Option<usize>, usize) {
    let mut surplus = None;
    let mut count = 0;
    let mut quote = None;
    let mut last = b' ';
    for (at, byte) in bytes.iter().copied().enumerate().skip(start) {
        if let Some(open) = quote {
            if byte == open {
                quote = None;
                last = b' ';
            }
            continue;
        }
        match byte {
            b'>' => return (surplus, at),
            b'"' | b'\'' if last == b'=' => quote = Some(byte),
            b'/' => last = b' ',
            // An equals sign may have space on either side.
            _ if byte.is_ascii_whitespace() => last = if last == b'=' { last } else { b' ' },
            _ => {
                if last == b' ' && byte != b'=' {
                    count += 1;
                    if count == MAX_ATTRIBUTES {
                        surplus = Some(at);
                    }
                }
                last = byte;
            }
        }
    }
    (surplus, bytes.len())
}

/// Where the end tag of an element that holds no tags begins.
fn raw_end(text: &str, start: usize, name: &str) -> usize {
    let rest = &text[start..];
    let ends = rest.match_indices("</").map(|(at, _)| start + at);
    let is_end = |at: &usize| {
        text.as_bytes().get(at + 2..at + 2 + name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name.as_bytes()))
    };
    ends.into_iter().find(is_end).unwrap_or(text.len())
}

/// Elements that hold text and no tags, whatever it looks like.
pub(crate) fn is_raw(name: &str) -> bool {
    matches!(name, "script" | "style" | "title" | "textarea" | "xmp" | "iframe" | "noembed" | "noframes" | "plaintext")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_pages_stay_as_they_are() {
        let page = "<p title='a > b' hidden>x < y</p><!-- <a -->ж<a href = \"x\">y</a><";
        assert!(matches!(thin(page), Cow::Borrowed(same) if same == page));
    }

    #[test]
    fn surplus_attributes_go_and_the_rest_stays() {
        let many: String = (0..1000).map(|n| format!(" a{n} = '>ж'")).collect();
        let page = thin(&format!("é<div{many}>x</div>")).into_owned();
        assert!(page.starts_with("é<div a0 = '>ж'") && page.ends_with("a254 = '>ж' >x</div>"), "{page}");
        let tight: String = (0..1000).map(|n| format!("a{n}='1'")).collect();
        assert!(thin(&format!("<p {tight}>x")).len() < 3000);
    }

    #[test]
    fn scripts_are_no_tags() {
        let script = format!("<script>if (i<n {} '</script><p>x", "a ".repeat(1000));
        assert_eq!(thin(&script), script);
    }
}
