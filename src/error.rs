//! The one error type: what went wrong, where, and what to do next.

use std::fmt;

/// What kind of failure this is; each kind has one exit status (see [`crate::exit`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The caller must change arguments, input, environment or configuration.
    Usage,
    /// The store is missing, busy, damaged, read-only or of a newer format.
    Store,
    /// A model or the network was needed and is not there.
    Unavailable,
    /// A fault of this program.
    Internal,
}

/// An error that a user can act on.
///
/// `code` is stable and short (`bad_importance`), `message` names the place and the fault,
/// `hint` is the remedy: a sentence, or a command that works when pasted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Decides the exit status.
    pub kind: ErrorKind,
    /// Stable identifier for `--error-format json`.
    pub code: &'static str,
    /// Place and fault, without a trailing full stop.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
}

/// Result of everything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of the given kind.
    pub fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        Self { kind, code, message: message.into(), hint: None }
    }

    /// The caller must change something.
    pub fn usage(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, code, message)
    }

    /// The store cannot serve.
    pub fn store(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Store, code, message)
    }

    /// A model or the network is not there.
    pub fn unavailable(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unavailable, code, message)
    }

    /// A fault of this program.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, "internal", message)
    }

    /// Adds the remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
