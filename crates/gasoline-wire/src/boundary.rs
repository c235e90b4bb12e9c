//! Where one test ends and another begins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Timestamp;

/// Start or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum BoundaryAction {
    Start,
    End,
}

/// How the runner says a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "Playwright's own names")]
pub enum RunnerStatus {
    Passed,
    Failed,
    TimedOut,
    Interrupted,
    Skipped,
}

/// One error of a test as the runner words it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
pub struct RunnerError {
    /// What it says, without colours: an assertion's difference, the awaited locator and the call log are part of it.
    pub message: String,
    /// The file of the failed line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The failed line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The text of the failed line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How many calls of the runner the test itself had made, as far as the runner tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<u32>,
}

/// What is posted to `/test-boundary`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
pub struct TestBoundary {
    /// The test; unique per run, so project, repeat index and retry are part of it.
    #[serde(alias = "testId")]
    #[schemars(length(min = 1))]
    pub test_id: String,
    /// Start or end.
    pub action: BoundaryAction,
    /// For display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The test's source file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The runner's project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Which retry; 0 is the first run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<u32>,
    /// Which worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<u32>,
    /// At the end: how it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<RunnerStatus>,
    /// At the end: how long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// At the end: what the runner says went wrong, the first error first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<RunnerError>>,
}

/// The answer to [`TestBoundary`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct BoundaryNoted {
    /// The test.
    pub test_id: String,
    /// Start or end.
    pub action: BoundaryAction,
    /// Server time.
    #[ts(type = "string")]
    pub timestamp: Timestamp,
}
