//! Right-to-left text: from how it looks to how it is read.

/// Whether the text begins with a letter of a right-to-left script.
pub(super) fn is_rtl(text: &str) -> bool {
    text.chars().next().is_some_and(|c| {
        matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
            && !matches!(c, '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}')
    })
}

/// Pieces of a line from left to right, put in the order in which they are read.
pub(super) fn logical<'a>(visual: &[&'a str]) -> Vec<&'a str> {
    let strong = |piece: &str| match piece.chars().next() {
        _ if is_rtl(piece) => Some(true),
        Some(c) if c.is_alphanumeric() => Some(false),
        _ => None,
    };
    let kinds: Vec<Option<bool>> = visual.iter().map(|p| strong(p)).collect();
    let rtl = kinds.iter().filter(|k| **k == Some(true)).count();
    let base = 2 * rtl >= kinds.iter().flatten().count();
    let levels = resolve(&kinds, base);
    let mut order: Vec<usize> = (0..visual.len()).collect();
    if base {
        order.reverse();
    }
    // Runs against the direction of the line are turned once more.
    let mut start = 0;
    while start < order.len() {
        let against = levels[order[start]] != base;
        let end = (start..order.len()).find(|&i| (levels[order[i]] != base) != against).unwrap_or(order.len());
        if against {
            order[start..end].reverse();
        }
        start = end;
    }
    order.into_iter().map(|i| visual[i]).collect()
}

/// What is neither (spaces, marks) goes with its neighbours if they agree, else with the line.
fn resolve(kinds: &[Option<bool>], base: bool) -> Vec<bool> {
    let mut next_strong = vec![base; kinds.len()];
    let mut next = base;
    for (slot, kind) in next_strong.iter_mut().zip(kinds).rev() {
        next = kind.unwrap_or(next);
        *slot = next;
    }
    let mut last = base;
    let mut levels = Vec::with_capacity(kinds.len());
    for (kind, next) in kinds.iter().zip(next_strong) {
        last = kind.unwrap_or(last);
        levels.push(kind.unwrap_or(if last == next { last } else { base }));
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(visual: &str) -> String {
        let pieces: Vec<&str> = visual.split("").filter(|p| !p.is_empty()).collect();
        logical(&pieces).concat()
    }

    #[test]
    fn mostly_right_to_left() {
        assert_eq!(turned("42 םולש"), "שלום 42");
        assert_eq!(turned("ab cd םולש אאא"), "אאא שלום ab cd");
    }

    #[test]
    fn mostly_left_to_right() {
        assert_eq!(turned("the word םולש means peace"), "the word שלום means peace");
        assert_eq!(turned("plain"), "plain");
    }
}
