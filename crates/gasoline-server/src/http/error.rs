//! Every refusal over HTTP: one type, one place that chooses the status.

use axum::response::{IntoResponse, Response};
use gasoline_core::intake::IntakeError;
use gasoline_wire::{ErrorBody, TimestampError};
use http::header::RETRY_AFTER;
use http::{Method, StatusCode, Uri};

use crate::app::{LiveError, SavedCaptureError, ScreenshotError};
use crate::tools::ToolFailure;

/// Why a request was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    #[error("{0}")]
    Forbidden(String),
    #[error("a token is needed from other machines: send `Authorization: Bearer …`")]
    TokenNeeded,
    #[error("body is larger than {limit} bytes; send less at once")]
    BodyTooLarge { limit: usize },
    #[error("body was not complete after {seconds} s")]
    BodyTooSlow { seconds: u64 },
    #[error("body could not be read: {0}")]
    BodyBroken(String),
    #[error(transparent)]
    Intake(#[from] IntakeError),
    #[error("query parameter `{name}`: {source}")]
    QueryTime { name: &'static str, source: TimestampError },
    #[error("processing was interrupted by a fault of the server; some of the batch may be missing")]
    IngestInterrupted,
    #[error("{0}")]
    BadRequest(String),
    #[error(
        "`test_id` is empty; name the test whose data is to be removed, or leave `test_id` out to remove everything"
    )]
    EmptyTestId,
    #[error("more data is arriving than can be taken; send again in {retry_after_seconds} s")]
    Overloaded { retry_after_seconds: u64 },
    #[error("too many readers of `/events/stream` and `/entries/stream`; close one")]
    TooManyReaders,
    #[error("no performance snapshot of `{url}`; load the page once with capture running")]
    NoPerformance { url: String },
    #[error(
        "no frozen record of test `{test_id}`; only tests that ended failed have one, and the oldest make room for later ones"
    )]
    NoRecord { test_id: String },
    #[error("test `{test_id}` had no picture when it ended")]
    NoThumbnail { test_id: String },
    #[error(transparent)]
    Screenshot(#[from] ScreenshotError),
    #[error("no picture `{id}`; only the newest are kept")]
    NoPicture { id: String },
    #[error(transparent)]
    Tool(#[from] ToolFailure),
    #[error("no generated file `{uri}`; only the newest are kept: generate it again")]
    NoGeneratedFile { uri: String },
    #[error(transparent)]
    Saved(#[from] SavedCaptureError),
    #[error("`Content-Encoding: {encoding}` is not supported; send the body as it is")]
    Encoded { encoding: String },
    #[error("body is compressed (gzip); send it as it is")]
    Compressed,
    #[error("send pages' data as `Content-Type: application/json`")]
    NotJson,
    #[error("{method} is not supported on {path}")]
    MethodNotAllowed { method: Method, path: String },
    #[error("no such route: {path}")]
    NotFound { path: String },
}

impl HttpError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::TokenNeeded => StatusCode::UNAUTHORIZED,
            Self::BodyTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::Intake(IntakeError::TooManyEntries { .. }) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Intake(_)
            | Self::QueryTime { .. }
            | Self::BadRequest(_)
            | Self::EmptyTestId
            | Self::BodyBroken(_) => StatusCode::BAD_REQUEST,
            Self::IngestInterrupted | Self::Screenshot(ScreenshotError::BrokenOff) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Self::Screenshot(_) => StatusCode::BAD_REQUEST,
            Self::Tool(failure) => tool_status(failure),
            Self::Saved(_) => StatusCode::CONFLICT,
            Self::NotJson | Self::Encoded { .. } | Self::Compressed => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Overloaded { .. } | Self::TooManyReaders => StatusCode::TOO_MANY_REQUESTS,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotFound { .. }
            | Self::NoPerformance { .. }
            | Self::NoRecord { .. }
            | Self::NoThumbnail { .. }
            | Self::NoGeneratedFile { .. }
            | Self::NoPicture { .. } => StatusCode::NOT_FOUND,
        }
    }
}

fn tool_status(failure: &ToolFailure) -> StatusCode {
    match failure {
        ToolFailure::UnknownTool { .. }
        | ToolFailure::NothingCaptured(_)
        | ToolFailure::NothingMeasured(_) => StatusCode::NOT_FOUND,
        ToolFailure::Argument { .. }
        | ToolFailure::UnknownArgument { .. }
        | ToolFailure::MissingArgument { .. }
        | ToolFailure::Verification(_)
        | ToolFailure::Snapshot(_)
        | ToolFailure::Live(LiveError::BadQuery(_)) => StatusCode::BAD_REQUEST,
        ToolFailure::Saved(_) => StatusCode::CONFLICT,
        ToolFailure::Live(LiveError::TimedOut { .. }) => StatusCode::GATEWAY_TIMEOUT,
        // Withdrawn only when the server stops: a caller that hangs up gets no answer at all.
        ToolFailure::Live(_) | ToolFailure::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
        ToolFailure::Panicked(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let body = ErrorBody { error: self.to_string() };
        let mut response = (self.status(), axum::Json(body)).into_response();
        if let Self::Overloaded { retry_after_seconds } = self {
            response.headers_mut().insert(RETRY_AFTER, retry_after_seconds.into());
        }
        response
    }
}

pub(super) async fn method_not_allowed(method: Method, uri: Uri) -> HttpError {
    HttpError::MethodNotAllowed { method, path: uri.path().to_owned() }
}

pub(super) async fn not_found(uri: Uri) -> HttpError {
    HttpError::NotFound { path: uri.path().to_owned() }
}
