//! Tests of the whole reader on files made here.

use super::*;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const W: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
     xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
     xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
     xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" \
     xmlns:v=\"urn:schemas-microsoft-com:vml\"";
const TYPES: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(*name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn document(body: &str) -> String {
    format!("<w:document {W}><w:body>{body}</w:body></w:document>")
}

fn text(body: &str) -> String {
    docx(&zipped(&[("word/document.xml", &document(body))])).unwrap().text
}

fn p(runs: &str) -> String {
    format!("<w:p>{runs}</w:p>")
}

fn t(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

#[test]
fn tracked_changes_are_accepted() {
    let runs = [
        t("a "),
        format!("<w:ins>{}</w:ins>", t("new ")),
        "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>".into(),
        format!("<w:moveFrom>{}</w:moveFrom>", t("moved ")),
        format!("<w:moveTo>{}</w:moveTo>", t("moved")),
    ];
    assert_eq!(text(&p(&runs.concat())), "a new moved");
    let joined = format!("<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{}</w:p>{}", t("one"), p(&t("two")));
    assert_eq!(text(&joined), "one two");
}

#[test]
fn alternate_content_is_read_once() {
    let box_of = |words: &str| format!("<w:txbxContent>{}</w:txbxContent>", p(&t(words)));
    let alternate = |first: &str| {
        let choice = format!("<mc:Choice Requires=\"wps\">{first}</mc:Choice>");
        let fallback = format!("<mc:Fallback><w:pict><v:textbox>{}</v:textbox></w:pict></mc:Fallback>", box_of("box"));
        p(&format!("{}<w:r><mc:AlternateContent>{choice}{fallback}</mc:AlternateContent></w:r>", t("host")))
    };
    assert_eq!(text(&alternate(&box_of("box"))), "box\n\nhost");
    assert_eq!(text(&alternate("<w:drawing/>")), "box\n\nhost");
}

#[test]
fn fields_show_their_result_and_link() {
    let mark = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    let code = |code: &str| format!("<w:r><w:instrText>{code}</w:instrText></w:r>");
    let begin = mark("begin");
    let runs = format!(
        "{}{begin}{}{}{}{}",
        t("see "),
        code(" HYPERLINK \"http://a.example/x\" "),
        mark("separate"),
        t("this"),
        mark("end")
    );
    assert_eq!(text(&p(&runs)), "see [this](http://a.example/x)");
    // A field that never ends hides nothing after its paragraph.
    assert_eq!(text(&format!("{}{}", p(&begin), p(&t("after")))), "after");
}

#[test]
fn links_and_notes_come_from_their_parts() {
    let body = p(&format!(
        "<w:hyperlink r:id=\"rId1\">{}</w:hyperlink>{}<w:r><w:footnoteReference w:id=\"7\"/></w:r>",
        t("there"),
        t(" and")
    ));
    let relations = format!(
        "<Relationships><Relationship Id=\"rId1\" Type=\"{TYPES}/hyperlink\" Target=\"http://b.example/\" \
         TargetMode=\"External\"/><Relationship Id=\"rId2\" Type=\"{TYPES}/footnotes\" Target=\"notes.xml\"/></Relationships>"
    );
    let notes = format!(
        "<w:footnotes {W}><w:footnote w:id=\"0\" w:type=\"separator\">{}</w:footnote><w:footnote w:id=\"7\">{}{}\
         </w:footnote></w:footnotes>",
        p(&t("no")),
        p(&t("first")),
        p(&t("second"))
    );
    let file = zipped(&[
        ("word/document.xml", &document(&body)),
        ("word/_rels/document.xml.rels", &relations),
        ("word/notes.xml", &notes),
    ]);
    assert_eq!(docx(&file).unwrap().text, "[there](http://b.example/) and[^1]\n\n[^1]: first\n    second");
}

#[test]
fn the_package_says_where_the_document_is() {
    let relations = format!(
        "<Relationships><Relationship Id=\"r\" Type=\"{TYPES}/officeDocument\" Target=\"/odd/place.xml\"/>\
         </Relationships>"
    );
    let body = document(&p(&t("found")));
    let file = zipped(&[("_rels/.rels", &relations), ("odd/place.xml", &body)]);
    assert_eq!(docx(&file).unwrap().text, "found");
    let lost = zipped(&[("other.xml", "<a/>")]);
    assert!(matches!(docx(&lost), Err(ExtractError::Broken(_))));
}

#[test]
fn a_break_keeps_what_stands_before_it() {
    let broken = format!("<w:document {W}><w:body>{}<w:p><w:r><w:t>cut</w:r>", p(&t("whole")));
    let file = zipped(&[("word/document.xml", &broken)]);
    assert_eq!(docx(&file).unwrap().text, "whole\n\ncut");
    let whole = zipped(&[("word/document.xml", &document(&p(&t(&"word ".repeat(2000)))))]);
    let cut = &whole[..whole.len() - 60];
    assert!(docx(cut).unwrap().text.starts_with("word word"));
}

#[test]
fn what_is_no_document_is_named() {
    assert!(matches!(docx(b""), Err(ExtractError::Broken(_))));
    assert!(matches!(docx(b"plain text"), Err(ExtractError::Broken(_))));
    assert_eq!(docx(&zipped(&[("word/document.xml", &document(""))])), Err(ExtractError::NoText));
    let mut ole = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    assert!(matches!(docx(&ole), Err(ExtractError::Broken(_))));
    ole.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(docx(&ole), Err(ExtractError::Encrypted));
}

#[test]
fn bombs_are_refused_and_depth_costs_nothing() {
    let bomb = document(&p(&t(&" ".repeat(20 << 20))));
    let file = zipped(&[("word/document.xml", &bomb)]);
    assert!(matches!(docx(&file), Err(ExtractError::Broken(_))));
    let deep = format!("{}{}", "<w:tbl><w:tr><w:tc>".repeat(100_000), p(&t("bottom")));
    let file = zipped(&[("word/document.xml", &format!("<w:document {W}><w:body>{deep}"))]);
    assert_eq!(docx(&file).unwrap().text, "bottom");
}

#[test]
fn formulas_are_readable() {
    let formula = "<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>\
                   <m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>";
    assert_eq!(text(&p(formula)), "a/bx^2");
}
