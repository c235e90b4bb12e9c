//! Do the APIs still answer what they used to answer?

use gasoline_core::analysis::contracts::{self, Analysis, Checked, EndpointFilter, Severity, Violation};
use gasoline_core::analysis::rows::{About, Leaner, Order, Paging, Row, Rows};
use gasoline_core::codegen::api_types;
use gasoline_core::export::openapi;
use gasoline_core::intake::Kind;
use gasoline_core::learned::Contracts;
use gasoline_core::render::{Answer, AnswerFile};
use gasoline_core::store::Scope;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::tools::arguments::SharedArguments;
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct ValidateApi;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// `analyze`: what changed. `report`: every endpoint with its shape. `clear`: learn anew.
    action: Action,
    /// Leave out addresses that contain one of these.
    #[serde(default)]
    ignore_endpoints: Vec<String>,
    /// Of `report`: default `json`.
    #[serde(default)]
    format: Format,
    /// Of `analyze`: an OpenAPI 3 document, or a JSON Schema of the answers that `url_filter` names.
    expected: Option<serde_json::Map<String, Value>>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Action {
    Analyze,
    Report,
    Clear,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Format {
    #[default]
    Json,
    Openapi,
    Typescript,
}

/// Documented cap of an answer, in bytes.
const LARGEST_FILE: usize = 50 * 1_024;

/// What violations do without before one of them is left out.
const LEANER: &[Leaner] = &[
    |row| row.shift_remove("expected_shape").is_some(),
    |row| row.shift_remove("actual_shape").is_some(),
    |row| row.shift_remove("last_error_body").is_some(),
];

impl Tool for ValidateApi {
    const NAME: &'static str = "validate_api";
    const DESCRIPTION: &'static str = "API contracts learned from traffic: fields gone missing, types changed, endpoints that began to fail. `report` also as OpenAPI or TypeScript.";
    const EFFECT: Effect = Effect::Keeps;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::Learned { limit: 50 };
    const MEMBERS: &'static [Member] = &[
        ("action", Type::Text),
        ("violations", Type::Rows),
        ("endpoints", Type::Rows),
        ("tracked_endpoints", Type::Count),
        ("total_requests_analyzed", Type::Count),
        ("clean_endpoints", Type::Count),
        ("forgotten_endpoints", Type::Count),
        ("not_remembered", Type::Count),
        ("coverage", Type::Object),
        ("openapi", Type::Text),
        ("typescript", Type::Text),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let Arguments { action, ignore_endpoints, format, expected } = arguments;
        let ignored = [ignore_endpoints, context.app.project.labels.ignored_endpoints.clone()].concat();
        let filter = EndpointFilter { url_filter: context.query.url_filter.clone(), ignored };
        let learned = || context.app.with_learned(|learned| learned.contracts.clone());
        match action {
            Action::Analyze => analyzed(&context, &learned(), &filter, expected.map(Value::Object).as_ref()),
            Action::Report => Ok(reported(&context, &learned(), &filter, format)),
            Action::Clear => {
                context.app.check_live()?;
                let cleared = context.app.forget_contracts();
                let summary = format!("Forgot what was learned of {}.", endpoints_text(cleared));
                Ok(Answer::plain(summary, vec![("action", json!("cleared"))]))
            }
        }
    }
}

fn analyzed(
    context: &ToolContext,
    contracts: &Contracts,
    filter: &EndpointFilter,
    expected: Option<&Value>,
) -> Result<Answer, ToolFailure> {
    let view = context.app.view(&Scope::Everything, &[Kind::NetworkBody, Kind::Log]);
    let mut analysis = contracts::analyze(contracts, &view, filter);
    let mut summary = analysis_summary(contracts, &analysis);
    let mut fields = vec![
        ("action", json!("analyzed")),
        ("tracked_endpoints", json!(analysis.tracked_endpoints)),
        ("total_requests_analyzed", json!(analysis.total_requests)),
        ("clean_endpoints", json!(analysis.clean_endpoints)),
    ];
    fields.extend(forgotten(contracts));
    let missed = analysis.not_remembered;
    fields.extend((missed > 0).then(|| ("not_remembered", json!(missed))));
    if let Some(expected) = expected {
        let checked = contracts::check(expected, &view, filter).map_err(|error| ToolFailure::Argument {
            name: "expected".to_owned(),
            reason: error.to_string(),
        })?;
        summary.push_str(&expected_summary(&checked));
        fields.extend(checked.coverage.map(|coverage| ("coverage", coverage)));
        analysis.add(checked.violations);
    }
    let rows = analysis.violations.into_iter().map(|violation| Value::Object(violation.row));
    let rows = listed("violations", rows.collect(), context.query.limit);
    Ok(Answer { fields, ..Answer::list(summary, rows) })
}

/// What became of the traffic that is still there to be held against the written contract.
fn expected_summary(checked: &Checked) -> String {
    let Checked { violations, checked, unreadable, .. } = checked;
    let left_out = match unreadable {
        0 => String::new(),
        1 => ", 1 cut or broken body left out".to_owned(),
        count => format!(", {count} cut or broken bodies left out"),
    };
    match (checked, violations.len()) {
        (0, 0) => format!(" Nothing in the buffer could be held against `expected`{left_out}."),
        (checked, 0) => format!(" Bodies held against `expected`: {checked}, all agree{left_out}."),
        (checked, count) => {
            format!(" Bodies held against `expected`: {checked}, departures: {count}{left_out}.")
        }
    }
}

fn analysis_summary(contracts: &Contracts, analysis: &Analysis) -> String {
    let Analysis { violations, tracked_endpoints, total_requests, .. } = analysis;
    if *tracked_endpoints == 0 {
        return nothing_tracked(contracts);
    }
    let count = |severity| violations.iter().filter(|each: &&Violation| each.severity == severity).count();
    let found: Vec<String> = [
        (count(Severity::Critical), "critical"),
        (count(Severity::Warning), "warning"),
        (count(Severity::Info), "info"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, name)| format!("{count} {name}"))
    .collect();
    let found = if found.is_empty() { "no violations".to_owned() } else { found.join(", ") };
    format!("{} from {total_requests} requests: {found}.", endpoints_text(*tracked_endpoints))
}

/// An empty answer says why it is empty.
fn nothing_tracked(contracts: &Contracts) -> String {
    match contracts.endpoints().count() {
        0 => "No request with a JSON answer has been captured since the server started or was cleared: use the app, then ask again.".to_owned(),
        known => format!("None of {} matches the filter.", endpoints_text(known)),
    }
}

fn reported(context: &ToolContext, contracts: &Contracts, filter: &EndpointFilter, format: Format) -> Answer {
    let endpoints = || contracts::endpoints(contracts, filter);
    let count = endpoints().count();
    let summary = match count {
        0 => nothing_tracked(contracts),
        _ => format!("{}, called last first.", endpoints_text(count)),
    };
    let mut fields = vec![("action", json!("report"))];
    fields.extend(forgotten(contracts));
    let file = |field, name, mime_type, text| AnswerFile {
        field,
        name,
        mime_type,
        largest: LARGEST_FILE,
        narrowed_by: "url_filter",
        text,
    };
    match format {
        Format::Json => {
            let rows =
                listed("endpoints", endpoints().map(contracts::reported).collect(), context.query.limit);
            Answer { fields, ..Answer::list(summary, rows) }
        }
        Format::Openapi => {
            let text = openapi(endpoints()).to_string();
            let files = vec![file("openapi", "openapi.json", "application/json", text)];
            Answer { files, ..Answer::plain(summary, fields) }
        }
        Format::Typescript => {
            let files = vec![file("typescript", "api.ts", "text/typescript", api_types(endpoints()))];
            Answer { files, ..Answer::plain(summary, fields) }
        }
    }
}

fn forgotten(contracts: &Contracts) -> Option<(&'static str, Value)> {
    let forgotten = contracts.forgotten();
    (forgotten > 0).then(|| ("forgotten_endpoints", json!(forgotten)))
}

fn listed(name: &'static str, values: Vec<Value>, limit: usize) -> Rows {
    Rows {
        name,
        beyond_limit: values.len().saturating_sub(limit),
        shown: values.into_iter().take(limit).map(|value| Row { seq: 0, time: None, value }).collect(),
        order: Order::AsListed,
        paging: Paging::OfOneMoment,
        leaner: LEANER,
        about: About::default(),
    }
}

fn endpoints_text(count: usize) -> String {
    if count == 1 { "1 endpoint".to_owned() } else { format!("{count} endpoints") }
}
