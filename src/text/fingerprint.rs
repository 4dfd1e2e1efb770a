//! A short fingerprint of texts.

/// 64 bits of BLAKE3 over length-prefixed parts.
pub fn fingerprint(parts: &[&str]) -> u64 {
    let mut hash = blake3::Hasher::new();
    for part in parts {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    let mut first = [0; 8];
    first.copy_from_slice(&hash.finalize().as_bytes()[..8]);
    u64::from_le_bytes(first)
}
