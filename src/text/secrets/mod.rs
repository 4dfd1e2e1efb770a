//! placeholder while the scanner is being written
pub struct Secret {
    pub kind: &'static str,
    pub span: std::ops::Range<usize>,
}
pub fn find(_: &str) -> Option<Secret> {
    None
}
pub struct Redacted {
    pub text: String,
    pub kinds: Vec<&'static str>,
}
pub fn redact(text: &str) -> Redacted {
    Redacted { text: text.to_owned(), kinds: vec![] }
}
