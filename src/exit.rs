//! Exit statuses: the one place where outcomes become numbers.

use crate::error::{Error, ErrorKind};

/// How a command ended, as the shell sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Done, or nothing to do; for a query, at least one record.
    Done,
    /// Clean negative: nothing found, an id that is not there.
    Negative,
    /// The caller must change arguments, input, environment or configuration.
    Usage,
    /// Some input records were refused, the others are done.
    Partial,
    /// The store is missing, busy, damaged or of a newer format.
    Store,
    /// A model or the network was needed and is not there.
    Unavailable,
    /// A fault of this program.
    Internal,
}

impl Status {
    /// The number handed to the operating system.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Negative => 1,
            Self::Usage => 2,
            Self::Partial => 3,
            Self::Store => 4,
            Self::Unavailable => 5,
            Self::Internal => 70,
        }
    }
}

impl From<&Error> for Status {
    fn from(error: &Error) -> Self {
        match error.kind {
            ErrorKind::Usage => Self::Usage,
            ErrorKind::Store => Self::Store,
            ErrorKind::Unavailable => Self::Unavailable,
            ErrorKind::Internal => Self::Internal,
        }
    }
}

/// What became of a batch of input records, and the status that follows from it.
#[derive(Debug, Default, Clone, Copy)]
pub struct Tally {
    /// Records done.
    pub done: usize,
    /// Records refused, each with an error on stderr.
    pub refused: usize,
    /// Records that named something which is not there.
    pub negative: usize,
}

impl Tally {
    /// Refusals outrank negatives; a batch of which nothing was done is the caller's to mend.
    pub fn status(self) -> Status {
        match (self.refused, self.done + self.negative, self.negative) {
            (0, _, 0) => Status::Done,
            (0, _, _) => Status::Negative,
            (_, 0, _) => Status::Usage,
            _ => Status::Partial,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_decides_its_status() {
        let status = |done, refused, negative| Tally { done, refused, negative }.status();
        assert_eq!(status(3, 0, 0), Status::Done);
        assert_eq!(status(0, 0, 0), Status::Done);
        assert_eq!(status(2, 1, 0), Status::Partial);
        assert_eq!(status(0, 2, 0), Status::Usage);
        assert_eq!(status(1, 0, 1), Status::Negative);
        assert_eq!(status(0, 1, 1), Status::Partial);
    }
}
