//! How much of their wording two texts share: shingles of three characters, in any script.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The distinct runs of three characters of a text, hashed and sorted; case and white space do not count.
///
/// Broder, "On the resemblance and containment of documents" (1997), with characters for words, because not
/// every script has words.
pub fn shingles(text: &str) -> Vec<u64> {
    let flat: Vec<char> = text.split_whitespace().flat_map(|word| word.chars().flat_map(char::to_lowercase)).collect();
    let mut hashes: Vec<u64> = flat
        .windows(3)
        .map(|three| {
            let mut hasher = DefaultHasher::new();
            three.hash(&mut hasher);
            hasher.finish()
        })
        .collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// Share of the shingles of either text that both have, 0 to 1.
pub fn resemblance(a: &[u64], b: &[u64]) -> f32 {
    let (mut at, mut both) = (0, 0);
    for hash in a {
        while at < b.len() && b[at] < *hash {
            at += 1;
        }
        both += usize::from(b.get(at) == Some(hash));
    }
    both as f32 / (a.len() + b.len() - both).max(1) as f32
}

/// Where a model does not speak a script, its cosine counts only together with this share of the wording.
const SHARED_WORDING: f32 = 0.5;

/// Whether two texts, told by their shingles, share enough of their wording to be taken for one.
pub fn agrees(a: &[u64], b: &[u64]) -> bool {
    resemblance(a, b) >= SHARED_WORDING
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(a: &str, b: &str) -> f32 {
        resemblance(&shingles(a), &shingles(b))
    }

    #[test]
    fn retold_texts_resemble_and_others_do_not() {
        assert_eq!(of("Очередь на Редисе", "очередь  на редисе"), 1.0);
        assert!(of("การปรับใช้ทำทุกวันอังคาร", "การปรับใช้ทำทุกวันอังคารเช้า") > 0.7);
        assert!(of("使用断点续传下载模型", "队列保存在数据库里") < 0.1);
        assert_eq!(of("", "ab"), 0.0);
    }
}
