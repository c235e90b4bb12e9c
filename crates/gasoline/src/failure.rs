//! How errors reach a person: what went wrong, why, and what to do about it.

use std::error::Error;

/// An error that may know what a person can do about it.
pub(crate) trait Hint: Error {
    /// A sentence without full stop, for example: choose another port with `--port`.
    fn hint(&self) -> Option<String>;
}

/// The error and what caused it, outermost first.
pub(crate) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// The error and its causes on one line.
pub(crate) fn describe(error: &(dyn Error + 'static)) -> String {
    causes(error).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// The error, its causes and its hint on one line, for places that take a single message.
pub(crate) fn explain<E: Hint + 'static>(error: &E) -> String {
    let description = describe(error);
    match error.hint() {
        Some(hint) => format!("{description}; {hint}"),
        None => description,
    }
}
