//! Names of files and tables that belong to one embedding model.

/// A file-name form of a model's identity: readable, and distinct by a short fingerprint.
pub fn slug(model: &str) -> String {
    let readable: String = model
        .chars()
        .map(|char| if char.is_ascii_alphanumeric() || char == '.' { char.to_ascii_lowercase() } else { '-' })
        .take(60)
        .collect();
    format!("{readable}-{}", &blake3::hash(model.as_bytes()).to_hex()[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_safe_and_distinct() {
        let slug_of = slug("fastembed:nomic-ai/nomic-embed-text-v1.5");
        assert!(slug_of.starts_with("fastembed-nomic-ai-nomic-embed-text-v1.5-"));
        assert_ne!(slug("local:a/b"), slug("local:a-b"));
    }
}
