//! Why a tool did not answer, in words a model or a person can act on.

use gasoline_core::codegen::CodegenError;

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
    /// No page answered.
    #[error(transparent)]
    Live(#[from] LiveError),
    /// The tool needs a browser or changes something, and this is a saved capture.
    #[error(transparent)]
    Saved(#[from] SavedCaptureError),
    /// The tool itself failed: our bug.
    #[error("the tool failed unexpectedly: {0}; this is a bug in gasoline, other tools still work")]
    Panicked(String),
    /// The caller withdrew the call.
    #[error("cancelled")]
    Cancelled,
}

impl ToolFailure {
    pub(super) fn argument(name: &str, reason: impl Into<String>) -> Self {
        Self::Argument { name: name.to_owned(), reason: reason.into() }
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
