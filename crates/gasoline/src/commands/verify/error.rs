//! Why nothing could be verified.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use gasoline_server::ReadError;
use gasoline_server::StartError;
use thiserror::Error;

use super::super::report::ReportError;
use crate::failure::Hint;
use crate::saved_files::FileError;

/// What a shell answers for a command that does not exist, and for one that was interrupted.
const NO_SUCH_COMMAND: u8 = 127;
const INTERRUPTED: u8 = 130;
/// There is nothing to work on.
const NO_DATA: u8 = 3;

#[derive(Debug, Error)]
pub(crate) enum VerifyError {
    #[error("cannot prepare the capture of the command")]
    Prepare(#[source] io::Error),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("cannot run `{}`", command.display())]
    Run {
        command: OsString,
        #[source]
        source: io::Error,
    },
    #[error("`{}` did not end within {seconds} s and was ended, with everything it had started", command.display())]
    Hung { command: OsString, seconds: u64 },
    #[error("stopped on request; nothing was compared")]
    Stopped,
    #[error(transparent)]
    Download(#[from] ReportError),
    #[error("what was captured cannot be read")]
    Capture(#[source] ReadError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cannot read the baseline `{}`", path.display())]
    Baseline {
        path: PathBuf,
        #[source]
        source: ReadError,
    },
    #[error("cannot write `{}`", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("there is nobody to make the change: standard input is closed")]
    NobodyThere,
    #[error("git: {0}")]
    Git(String),
    #[error("the setup command {0}")]
    Setup(String),
}

impl VerifyError {
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Self::Run { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                ExitCode::from(NO_SUCH_COMMAND)
            }
            Self::Stopped => ExitCode::from(INTERRUPTED),
            Self::File(_) | Self::Baseline { .. } | Self::Setup(_) | Self::Hung { .. } => {
                ExitCode::from(NO_DATA)
            }
            Self::NobodyThere | Self::Git(_) => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        }
    }
}

impl Hint for VerifyError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Run { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                "write the command as in a shell: `gasoline verify -- npx playwright test repro.spec.ts`"
            }
            Self::Hung { .. } => "give it more time with `--timeout`",
            Self::NobodyThere => "name what to compare with: `--save`, `--baseline` or `--against-rev`",
            Self::File(_) => "record one with `gasoline verify --save FILE -- COMMAND`",
            Self::Git(_) => {
                "name a commit of this repository; a shallow clone may need `git fetch --unshallow` first"
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
