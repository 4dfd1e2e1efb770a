//! A failed fetch in the words of this program: message, code for programs, remedy.

use super::fetch::FetchError;
use crate::error::Error;

/// The messages of a fetch end in what to do, behind a semicolon.
pub(super) fn of_fetch(fault: &FetchError) -> Error {
    let text = fault.to_string();
    let (message, remedy) = text.rsplit_once("; ").unwrap_or((&text, "try again later"));
    Error::usage(code(fault), message).hint(remedy)
}

fn code(fault: &FetchError) -> &'static str {
    match fault {
        FetchError::Setup(_) => "no_client",
        FetchError::Scheme(_) => "bad_address",
        FetchError::Private { .. } => "private_address",
        FetchError::Dns { .. } => "no_such_host",
        FetchError::Refused { .. } | FetchError::Connection { .. } => "no_connection",
        FetchError::Tls { .. } => "not_secure",
        FetchError::Timeout { .. } => "timeout",
        FetchError::TooLarge { .. } => "too_large",
        FetchError::RedirectLoop { .. } | FetchError::TooManyRedirects { .. } | FetchError::BadRedirect { .. } => {
            "bad_redirect"
        }
        FetchError::Status { .. } => "bad_status",
        FetchError::Damaged { .. } => "broken",
    }
}
