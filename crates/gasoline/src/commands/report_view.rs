//! `gasoline report errors|requests|console|timeline`: one question to a finished run, answered by the tool that answers it for agents.

use gasoline_server::ServerOptions;
use gasoline_server::app::SavedCapture;
use gasoline_server::ids::SystemIds;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use super::report::ReportError;
use super::{CommandError, OpenError};
use crate::printer::Printer;
use crate::saved_files;
use crate::server_client::ServerClient;
use crate::settings::{ReportSource, ReportView, ViewSettings};

/// Rows asked for, and what they may cost; a person pages by narrowing the question.
const MOST_ROWS: u32 = 200;
const MOST_TOKENS: u32 = 20_000;

impl ReportView {
    fn tool(self) -> &'static str {
        match self {
            Self::Errors => "get_browser_errors",
            Self::Requests => "get_network_bodies",
            Self::Console => "get_browser_logs",
            Self::Timeline => "get_session_timeline",
        }
    }
}

/// Prints the answer: its summary, then one row a line.
pub(super) async fn run(settings: ViewSettings, printer: Printer) -> Result<(), CommandError> {
    match &settings.source {
        ReportSource::Server { port } => ask(&settings, *port, printer).await,
        ReportSource::Files(files) => {
            for path in saved_files::expanded(files).map_err(OpenError::from)? {
                let file = saved_files::read(&path).map_err(OpenError::from)?;
                let saved = SavedCapture::read(&file, &SystemIds)
                    .map_err(|source| OpenError::Content { path: path.clone(), source })?;
                let project = settings.rules.clone();
                let options = ServerOptions { port: 0, project, ..ServerOptions::default() };
                let server = gasoline_server::open(options, saved).await?;
                ask(&settings, server.port(), printer).await?;
                server.run_until(std::future::ready(())).await;
            }
            Ok(())
        }
    }
}

async fn ask(settings: &ViewSettings, port: u16, printer: Printer) -> Result<(), CommandError> {
    let question = json!({ "limit": MOST_ROWS, "max_tokens": MOST_TOKENS });
    let Some(wanted) = &settings.test_id else {
        let answer = call(port, settings.view.tool(), &question).await?;
        print(settings, &answer, printer);
        return Ok(());
    };
    for (test_id, title) in named_tests(port, wanted).await? {
        let mut question = question.clone();
        question["test_id"] = json!(test_id);
        let answer = call(port, settings.view.tool(), &question).await?;
        if let Some(title) = title {
            printer.answer(&format!("{test_id} ({title})"));
        }
        print(settings, &answer, printer);
    }
    Ok(())
}

/// The ids of tests whose id or title was given. An id that no test has may be one of entries without a result.
async fn named_tests(port: u16, wanted: &str) -> Result<Vec<(String, Option<String>)>, CommandError> {
    let question = json!({ "test": wanted });
    let answer = call(port, "get_test_results", &question).await?;
    let rows = answer.get("tests").and_then(Value::as_array).into_iter().flatten();
    let text = |row: &Value, name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
    let found: Vec<_> = rows.filter_map(|row| Some((text(row, "test_id")?, text(row, "title")))).collect();
    let is_id = found.is_empty() || found.iter().any(|(id, _)| id == wanted);
    Ok(if is_id { vec![(wanted.to_owned(), None)] } else { found })
}

/// What a tool answers.
async fn call(port: u16, tool: &str, question: &Value) -> Result<Value, CommandError> {
    let path = format!("/tools/{tool}");
    let response = ServerClient::new(port).deliver(&path, question.to_string().into()).await;
    let response = response.map_err(ReportError::from)?;
    let status = response.status();
    if !status.is_success() {
        return Err(ReportError::Refused { port, status }.into());
    }
    let body = response.into_body().collect().await.map_err(|_| ReportError::Cut { port })?;
    Ok(serde_json::from_slice(&body.to_bytes()).map_err(|_| ReportError::Cut { port })?)
}

fn print(settings: &ViewSettings, answer: &Value, printer: Printer) {
    for line in lines(answer, settings.grep.as_deref()) {
        printer.answer(&line);
    }
}

/// The summary and the rows that hold the text.
fn lines(answer: &Value, grep: Option<&str>) -> Vec<String> {
    let summary = answer.get("summary").and_then(Value::as_str).unwrap_or_default().to_owned();
    let members = answer.as_object().into_iter().flatten();
    let rows = members
        .filter(|(name, _)| *name != "not_captured")
        .filter_map(|(_, value)| value.as_array())
        .flatten();
    let rows: Vec<String> = rows.map(Value::to_string).collect();
    let wanted = grep.map(str::to_lowercase);
    let shown =
        rows.into_iter().filter(|row| wanted.as_ref().is_none_or(|text| row.to_lowercase().contains(text)));
    let mut lines = vec![summary];
    lines.extend(shown);
    if let Some(omitted) = answer.get("omitted") {
        lines.push(format!("{omitted} more are not shown; narrow the question with --test-id"));
    }
    lines
}
