//! Where the token comes from, and what a wrong one costs.

use std::collections::HashMap;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// Shorter tokens can be guessed.
const SHORTEST: usize = 16;
/// Wrong tokens from one address before it has to wait.
const WRONG: u32 = 10;
/// Over which time they count.
pub(super) const WINDOW: Duration = Duration::from_secs(60);
/// Addresses that are remembered.
const ADDRESSES: usize = 4_096;

/// The bearer token of a server, as its hash: comparing two hashes takes the same time wherever they differ.
#[derive(Clone, Copy)]
pub struct Token(blake3::Hash);

impl Token {
    fn new(text: &str, place: &str) -> Result<Self> {
        if text.len() < SHORTEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            let fault = format!("{place}: a token has {SHORTEST} visible ASCII characters or more");
            return Err(Error::usage("bad_token", fault).hint("for example: openssl rand -hex 32"));
        }
        Ok(Self(blake3::hash(text.as_bytes())))
    }

    pub(super) fn is(&self, given: &str) -> bool {
        self.0 == blake3::hash(given.as_bytes())
    }
}

/// The token of a file, or of the environment, or a new one, which then must be shown: `(token, new)`.
pub fn token(file: Option<&Path>, environment: Option<&str>) -> Result<(Token, Option<String>)> {
    if let Some(file) = file {
        let text = std::fs::read_to_string(file).map_err(|error| {
            Error::usage("no_token", format!("--token-file: cannot read {}: {error}", file.display()))
                .hint("a file with the token and nothing else, readable by you alone")
        })?;
        return Ok((Token::new(text.trim(), "--token-file")?, None));
    }
    if let Some(text) = environment {
        return Ok((Token::new(text.trim(), crate::config::env::HTTP_TOKEN)?, None));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(format!("no random numbers: {error}")))?;
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((Token::new(&text, "token")?, Some(text)))
}

/// Who gave wrong tokens lately.
#[derive(Default)]
pub(super) struct Wrong(Mutex<HashMap<IpAddr, (u32, Instant)>>);

impl Wrong {
    /// Whether this address has to wait.
    pub(super) fn waits(&self, from: IpAddr) -> bool {
        let Ok(seen) = self.0.lock() else { return true };
        seen.get(&from).is_some_and(|(count, since)| *count >= WRONG && since.elapsed() < WINDOW)
    }

    pub(super) fn note(&self, from: IpAddr) {
        let Ok(mut seen) = self.0.lock() else { return };
        if seen.len() >= ADDRESSES {
            seen.retain(|_, (_, since)| since.elapsed() < WINDOW);
            if seen.len() >= ADDRESSES {
                seen.clear();
            }
        }
        let entry = seen.entry(from).or_insert((0, Instant::now()));
        if entry.1.elapsed() >= WINDOW {
            *entry = (0, Instant::now());
        }
        entry.0 += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_from_somewhere() {
        let (given, shown) = token(None, Some("0123456789abcdef\n")).unwrap();
        assert!(given.is("0123456789abcdef") && !given.is("0123456789abcdeF") && !given.is(""));
        assert!(shown.is_none());
        let (made, shown) = token(None, None).unwrap();
        let shown = shown.unwrap();
        assert!(made.is(&shown) && shown.len() == 64);
        assert_ne!(token(None, None).unwrap().1.unwrap(), shown);
        for wrong in ["", "short", "0123456789 abcdef"] {
            assert_eq!(token(None, Some(wrong)).err().unwrap().code, "bad_token");
        }
        assert_eq!(token(Some(Path::new("/nowhere")), None).err().unwrap().code, "no_token");
    }

    #[test]
    fn wrong_ones_make_wait() {
        let (wrong, one, other) = (Wrong::default(), IpAddr::from([1, 2, 3, 4]), IpAddr::from([1, 2, 3, 5]));
        for _ in 0..WRONG {
            assert!(!wrong.waits(one));
            wrong.note(one);
        }
        assert!(wrong.waits(one) && !wrong.waits(other));
        for at in 0..2 * ADDRESSES as u32 {
            wrong.note(IpAddr::from(at.to_be_bytes()));
        }
        assert!(wrong.0.lock().unwrap().len() <= ADDRESSES);
    }
}
