//! Tests of the whole reader on files made here.

use super::*;

/// A PDF of one object a string, numbered from 1, with a table of where they are.
fn file(objects: &[String], trailer: &str) -> Vec<u8> {
    let mut file = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let start = file.len();
    file += &format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1);
    for place in &places {
        file += &format!("{place:010} 00000 n \n");
    }
    file += &format!("trailer\n<< /Size {} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n", places.len() + 1);
    file.into_bytes()
}

/// A PDF with a page for each content stream.
fn pages(contents: &[&str]) -> Vec<u8> {
    let kids: String = (0..contents.len()).map(|n| format!("{} 0 R ", 5 + 2 * n)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>".to_string(),
        format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", contents.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_string(),
        "<< /Title (A \\(small\\) title) >>".to_string(),
    ];
    for (number, content) in contents.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >> \
             /Contents {} 0 R >>",
            6 + 2 * number
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    file(&objects, "/Info 4 0 R")
}

#[test]
fn pages_title_and_language() {
    let read = pdf(&pages(&["BT /F 12 Tf 50 700 Td (First page) Tj ET", "", "BT /F 12 Tf 50 700 Td (Third) Tj ET"]));
    let read = read.unwrap();
    assert_eq!(read.title.as_deref(), Some("A (small) title"));
    assert_eq!(read.language.as_deref(), Some("en-GB"));
    assert_eq!(read.text, "First page\n\nThird");
    assert_eq!(read.pages, [0, 12, 12]);
}

#[test]
fn words_come_from_gaps() {
    let kerned = "BT /F 10 Tf 50 700 Td [(W) 80 (ord) -300 (next)] TJ ET";
    assert_eq!(pdf(&pages(&[kerned])).unwrap().text, "Word next");
}

#[test]
fn a_lost_table_of_places_is_repaired() {
    let whole = pages(&["BT /F 12 Tf 50 700 Td (Still here) Tj ET"]);
    let cut = whole.windows(4).position(|w| w == b"xref").unwrap();
    assert_eq!(pdf(&whole[..cut]).unwrap().text, "Still here");
}

#[test]
fn a_page_that_cannot_be_read_is_empty() {
    let read = pdf(&pages(&["BT /F 12 Tf (One) Tj ET", "q q q (((( BT << [", "BT /F 12 Tf (Three) Tj ET"])).unwrap();
    assert_eq!(read.pages.len(), 3);
    assert!(read.text.starts_with("One") && read.text.ends_with("Three"), "{}", read.text);
}

#[test]
fn what_gives_no_text_is_named() {
    assert!(matches!(pdf(b""), Err(ExtractError::Broken(_))));
    assert!(matches!(pdf(b"<html></html>"), Err(ExtractError::Broken(_))));
    assert!(matches!(pdf(b"%PDF-1.7 and nothing"), Err(ExtractError::Broken(_))));
    assert_eq!(pdf(&pages(&["0 0 m 9 9 l S"])), Err(ExtractError::NoText));
}

#[test]
fn depth_and_loops_end() {
    let deep = format!("BT /F 12 Tf {} (x) Tj ET", "[".repeat(100_000));
    let _ = pdf(&pages(&[&deep]));
    let looped = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_string(),
        "<< /Type /Pages /Count 2 /Kids [2 0 R 2 0 R] >>".to_string(),
    ];
    assert!(pdf(&file(&looped, "")).is_err());
}
