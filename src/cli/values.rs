//! Values from closed vocabularies: completed by shells, short forms accepted, the nearest named.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

/// Parses words of a vocabulary of the library.
#[derive(Clone, Copy)]
pub(super) struct Vocabulary<T: 'static> {
    all: &'static [T],
    word: fn(T) -> &'static str,
    parse: fn(&str) -> crate::error::Result<T>,
}

impl<T: Copy> Vocabulary<T> {
    pub(super) const fn new(
        all: &'static [T],
        word: fn(T) -> &'static str,
        parse: fn(&str) -> crate::error::Result<T>,
    ) -> Self {
        Self { all, word, parse }
    }
}

impl<T: Copy + Send + Sync + 'static> TypedValueParser for Vocabulary<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &std::ffi::OsStr) -> Result<T, Error> {
        (self.parse)(&value.to_string_lossy()).map_err(|error| {
            let option = arg.map_or_else(String::new, |arg| format!("{arg}: "));
            let hint = error.hint.map_or_else(String::new, |hint| format!("\n  hint: {hint}"));
            Error::raw(ErrorKind::InvalidValue, format!("{option}{}{hint}\n", error.message)).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.all.iter().map(|value| PossibleValue::new((self.word)(*value)))))
    }
}
