//! What came of the tests? Failures first, each with what a report says of it on request.

use gasoline_core::render::Answer;
use gasoline_core::report::{Report, TestReport, failure_context, headline};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::tools::arguments::SharedArguments;
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct GetTestResults;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Id or part of the title: failures that match come with their context, 500 tokens each.
    test: Option<String>,
    /// Passed tests too.
    all: Option<bool>,
}

/// Tests listed, and failures told in full.
const MOST_TESTS: usize = 30;
const MOST_CONTEXTS: usize = 3;
/// Characters of a title and of a reason.
const LONGEST_TITLE: usize = 120;

impl Tool for GetTestResults {
    const NAME: &'static str = "get_test_results";
    const DESCRIPTION: &'static str = "Tests that ended, failures first: is the app or the test at fault? With `test`, what its browser saw.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::None;
    const MEMBERS: &'static [Member] =
        &[("tests", Type::Rows), ("omitted", Type::Count), ("notes", Type::Texts)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let app = context.app;
        let report = tokio::task::spawn_blocking(move || app.test_report()).await;
        let report = report.map_err(|error| ToolFailure::Panicked(error.to_string()))?;
        if report.tests.is_empty() {
            return Ok(Answer::plain(NO_TESTS, vec![("notes", json!(report.notes))]));
        }
        Ok(answer(&report, &arguments))
    }
}

const NO_TESTS: &str = "No test has ended here. Tests are known if they run under `gasoline ci` or the fixture of gasoline-playwright.";

fn answer(report: &Report, arguments: &Arguments) -> Answer {
    let wanted: Vec<&TestReport> = report.tests.iter().filter(|test| admits(arguments, test)).collect();
    let mut contexts = MOST_CONTEXTS;
    let rows: Vec<Value> =
        wanted.iter().take(MOST_TESTS).map(|test| row(test, arguments, &mut contexts)).collect();
    let summary = match &arguments.test {
        Some(_) if wanted.is_empty() => format!("No test that ended is called so. {}.", headline(report)),
        _ => format!("{}.", headline(report)),
    };
    let mut fields = vec![("tests", Value::Array(rows))];
    if wanted.len() > MOST_TESTS {
        fields.push(("omitted", json!(wanted.len() - MOST_TESTS)));
    }
    if !report.notes.is_empty() {
        fields.push(("notes", json!(report.notes)));
    }
    Answer::plain(summary, fields)
}

fn admits(arguments: &Arguments, test: &TestReport) -> bool {
    match &arguments.test {
        Some(wanted) => test.test_id.as_ref() == wanted || test.name().contains(wanted.as_str()),
        None => arguments.all == Some(true) || test.is_failure() || test.flaky || test.was_retried,
    }
}

fn row(test: &TestReport, arguments: &Arguments, contexts: &mut usize) -> Value {
    let mut row = json!({
        "test_id": test.test_id,
        "title": test.name().chars().take(LONGEST_TITLE).collect::<String>(),
        "file": test.file,
        "retry": test.retry,
        "status": test.status,
        "flaky": test.flaky,
        "duration": test.duration,
        "app_error": test.app_error.as_ref().map(|app_error| app_error.verdict),
        "reason": test.app_error.as_ref().and_then(|app_error| app_error.reasons.first()),
    });
    if arguments.test.is_some() && test.app_error.is_some() && *contexts > 0 {
        *contexts -= 1;
        row["context"] = json!(failure_context(test));
    }
    if let Value::Object(fields) = &mut row {
        fields.retain(|_, value| !matches!(value, Value::Null | Value::Bool(false)) && *value != json!(0));
    }
    row
}
