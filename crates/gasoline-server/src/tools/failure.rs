//! Why a tool did not answer, in words a model or a person can act on.

use gasoline_core::bug_report::NothingToReport;
use gasoline_core::codegen::CodegenError;
use gasoline_core::compare::{SnapshotError, VerificationError};

use crate::app::{LiveError, SavedCaptureError};

/// Why a tool did not answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolFailure {
    /// There is no such tool, or not for this caller.
    #[error("unknown tool `{name}`; known tools: {known}")]
    UnknownTool {
        /// The name called.
        name: String,
        /// Those that exist.
        known: String,
    },
    /// An argument is wrong.
    #[error("argument `{name}`: {reason}")]
    Argument {
        /// Which.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An argument is missing.
    #[error("argument `{name}` is missing")]
    MissingArgument {
        /// Which.
        name: String,
    },
    /// An argument does not exist.
    #[error("unknown argument `{name}`; this tool takes: {known}")]
    UnknownArgument {
        /// Which.
        name: String,
        /// Those that exist.
        known: String,
    },
    /// There is nothing to make an answer of.
    #[error("{0}")]
    NothingCaptured(String),
    /// No load was measured, or none that is meant.
    #[error("{0}")]
    NothingMeasured(String),
    /// No page answered.
    #[error("{}", start(&.0.to_string(), MOST_LIVE_CHARACTERS))]
    Live(#[from] LiveError),
    /// The tool needs a browser or changes something, and this is a saved capture.
    #[error(transparent)]
    Saved(#[from] SavedCaptureError),
    /// A verification cannot be used as asked.
    #[error(transparent)]
    Verification(#[from] VerificationError),
    /// A snapshot cannot be used as asked.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The tool itself failed: our bug.
    #[error("the tool failed unexpectedly: {0}; this is a bug in gasoline, other tools still work")]
    Panicked(String),
    /// The caller withdrew the call.
    #[error("cancelled")]
    Cancelled,
}

impl ToolFailure {
    pub(super) fn argument(name: &str, reason: impl Into<String>) -> Self {
        Self::Argument {
            name: start(name, MOST_NAME_CHARACTERS),
            reason: start(&reason.into(), MOST_REASON_CHARACTERS),
        }
    }

    pub(super) fn unknown_argument(name: &str, known: String) -> Self {
        Self::UnknownArgument { name: start(name, MOST_NAME_CHARACTERS), known }
    }

    pub(super) fn unknown_tool(name: &str, known: String) -> Self {
        Self::UnknownTool { name: start(name, MOST_NAME_CHARACTERS), known }
    }
}

impl From<CodegenError> for ToolFailure {
    fn from(error: CodegenError) -> Self {
        match error {
            CodegenError::BaseUrl(_) => Self::argument("base_url", error.to_string()),
            CodegenError::NoActions => Self::NothingCaptured(error.to_string()),
        }
    }
}

impl From<NothingToReport> for ToolFailure {
    fn from(error: NothingToReport) -> Self {
        Self::NothingCaptured(error.to_string())
    }
}

/// Longer than any name of a tool or argument.
const MOST_NAME_CHARACTERS: usize = 60;
/// Room for what a page says and what to do about it.
const MOST_LIVE_CHARACTERS: usize = 1_000;
/// Room for a sentence and the argument it quotes.
const MOST_REASON_CHARACTERS: usize = 400;

/// The start of what a caller wrote: a refusal costs its reader tokens as well.
fn start(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `budget-04`: what a caller wrote is quoted in part.
    #[test]
    fn a_refusal_is_short_however_long_the_argument() {
        let long = "x".repeat(1_000_000);
        for failure in [
            ToolFailure::argument("cursor", format!("expected a `next_cursor`, got `{long}`")),
            ToolFailure::argument(&long, "no"),
            ToolFailure::unknown_argument(&long, "limit".to_owned()),
            ToolFailure::unknown_tool(&long, "a, b".to_owned()),
        ] {
            assert!(failure.to_string().len() < 600, "{}", failure.to_string().len());
        }
    }
}
