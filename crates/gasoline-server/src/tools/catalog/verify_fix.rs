//! Did the change fix it? What was wrong before, against what happens after.

mod pictures;

use gasoline_core::analysis::query::Query;
use gasoline_core::codegen::{self, ReproductionOptions};
use gasoline_core::compare::{Baseline, Comparison, Issue, KINDS, NewVerification, Verification};
use gasoline_core::render::{Answer, AnswerFile};
use gasoline_core::store::Scope;
use gasoline_wire::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use self::pictures::Pictured;
use super::get_reproduction_script::TYPESCRIPT;
use crate::app::App;
use crate::tools::arguments::SharedArguments;
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct VerifyFix;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// start (before the change), watch (after it), compare (after the scenario was reproduced).
    action: Action,
    /// From `start`.
    session_id: Option<String>,
    label: Option<String>,
    /// Also the script of what led to the issues.
    reproduction: Option<bool>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Action {
    Start,
    Watch,
    Compare,
    Status,
    Cancel,
}

/// Issues listed of a baseline.
const MOST_LISTED: usize = 20;

impl Tool for VerifyFix {
    const NAME: &'static str = "verify_fix";
    const DESCRIPTION: &'static str =
        "Proof that a change fixed it: errors and failing requests before against after, with a verdict.";
    const EFFECT: Effect = Effect::Keeps;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::Filtered;
    const MEMBERS: &'static [Member] = &[
        ("session_id", Type::Text),
        ("status", Type::Text),
        ("label", Type::Text),
        ("message", Type::Text),
        ("baseline", Type::Object),
        ("result", Type::Object),
        ("pictures", Type::Rows),
        ("pictures_missing", Type::Text),
        ("sessions", Type::Rows),
        ("reproduction", Type::Text),
        ("reproduction_missing", Type::Text),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let app = &context.app;
        let now = app.now();
        let wants_script = arguments.reproduction == Some(true);
        let id = || {
            let given = arguments.session_id.as_deref().filter(|id| !id.is_empty());
            given.ok_or_else(|| ToolFailure::MissingArgument { name: "session_id".to_owned() })
        };
        match arguments.action {
            Action::Start => {
                app.check_live()?;
                start(&context, arguments.label.clone(), wants_script)
            }
            Action::Watch => {
                let answer = app.watch_verification(id()?, |one| watching(one, wants_script))?;
                Ok(answer)
            }
            Action::Compare => {
                let gaps = app.gaps();
                let view = pictures::view(app);
                let (mut answer, pictured) = {
                    let mut verifications = app.verifications();
                    let (one, comparison) = verifications.compare(id()?, gaps, now)?;
                    (compared(one, &comparison, wants_script), Pictured::around(one, &view))
                };
                pictured.add_to(&mut answer, app).await;
                Ok(answer)
            }
            Action::Status if arguments.session_id.is_none() => Ok(listed(app, now)),
            Action::Status => {
                let mut verifications = app.verifications();
                let one = verifications.get(id()?, now)?;
                let mut fields = identity(one);
                fields.extend(state(one, now));
                Ok(with_script(Answer::plain(sentence(one, now), fields), one, wants_script))
            }
            Action::Cancel => {
                app.verifications().cancel(id()?, now)?;
                let fields = vec![("session_id", json!(id()?)), ("status", json!("cancelled"))];
                Ok(Answer::plain("Cancelled; its baseline is gone.", fields))
            }
        }
    }
}

fn start(context: &ToolContext, label: Option<String>, wants_script: bool) -> Result<Answer, ToolFailure> {
    let app = &context.app;
    let filter = Query { limit: usize::MAX, ..context.query.clone() };
    let view = app.view(&Scope::Everything, &KINDS);
    let performance = app.with_learned(|learned| learned.baselines.clone());
    let baseline = Baseline::of(&view, &filter, &performance, app.now());
    let flow = app.view(&Scope::Everything, &codegen::KINDS);
    let options = ReproductionOptions { include_assertions: true, ..ReproductionOptions::default() };
    let reproduction = codegen::reproduction(&flow, &filter, &options);
    let new = NewVerification {
        label: label.map(|label| app.redacted_text(&label)),
        filter,
        baseline,
        reproduction: reproduction.map(|made| made.script).map_err(|error| error.to_string()),
    };
    let mut verifications = app.verifications();
    let one = verifications.start(new, &app.run.id, app.now())?;
    let issues: Vec<&Issue> = one.baseline.issues().collect();
    let counts = one.baseline.counts();
    let mut baseline = json!({
        "captured_at": one.baseline.captured_at,
        "console_errors": counts.console_errors,
        "network_errors": counts.network_errors,
        "error_details": issues.iter().take(MOST_LISTED).collect::<Vec<_>>(),
    });
    if issues.len() > MOST_LISTED {
        baseline["more"] = json!(issues.len() - MOST_LISTED);
    }
    let mut steps = one.baseline.reproduction_steps();
    steps.truncate(MOST_LISTED);
    if !steps.is_empty() {
        baseline["to_reproduce"] = json!(steps);
    }
    let summary = match issues.len() {
        0 => "Nothing is wrong in what is captured: reproduce the bug first, or a later verdict cannot say `fixed`.".to_owned(),
        1 => "Baseline of 1 issue. Change the code, then call `watch`.".to_owned(),
        count => format!("Baseline of {count} issues. Change the code, then call `watch`."),
    };
    let mut fields = identity(one);
    fields.push(("baseline", baseline));
    Ok(with_script(Answer::plain(summary, fields), one, wants_script))
}

fn watching(one: &Verification, wants_script: bool) -> Answer {
    let message = "Monitoring started. Ask the user to reproduce the scenario.";
    let mut fields = identity(one);
    fields.push(("message", json!(message)));
    with_script(
        Answer::plain("Watching; compare once the scenario was reproduced.", fields),
        one,
        wants_script,
    )
}

fn compared(one: &Verification, comparison: &Comparison, wants_script: bool) -> Answer {
    let mut fields = identity(one);
    fields.push(("result", json!(comparison)));
    with_script(Answer::plain(comparison.summary(), fields), one, wants_script)
}

fn identity(one: &Verification) -> Vec<(&'static str, Value)> {
    let mut fields = vec![("session_id", json!(one.id)), ("status", json!(one.status().as_str()))];
    fields.extend(one.label.as_ref().map(|label| ("label", json!(label))));
    fields
}

fn state(one: &Verification, now: Timestamp) -> Vec<(&'static str, Value)> {
    let counts = one.baseline.counts();
    let mut fields = vec![
        ("seconds_left", json!(one.seconds_left(now))),
        (
            "baseline",
            json!({
                "captured_at": one.baseline.captured_at,
                "console_errors": counts.console_errors,
                "network_errors": counts.network_errors,
            }),
        ),
    ];
    if let Some((issues, actions)) = one.seen() {
        fields.push(("since_watch", json!({ "issues": issues, "user_actions": actions })));
    }
    fields
}

fn sentence(one: &Verification, now: Timestamp) -> String {
    let next = match one.seen() {
        None => "call `watch` after the change".to_owned(),
        Some((issues, actions)) => format!("{issues} issues and {actions} user actions since `watch`"),
    };
    format!("{}: {next}; {} min left.", one.status().as_str(), one.seconds_left(now) / 60)
}

fn listed(app: &App, now: Timestamp) -> Answer {
    let mut verifications = app.verifications();
    let rows: Vec<Value> = verifications
        .all(now)
        .iter()
        .map(|one| {
            let fields = identity(one).into_iter().chain(state(one, now));
            Value::Object(fields.map(|(name, value)| (name.to_owned(), value)).collect())
        })
        .collect();
    let summary = match rows.len() {
        0 => "No verification is in progress: call `start` before you change the code.".to_owned(),
        1 => "1 verification is in progress.".to_owned(),
        count => format!("{count} verifications are in progress."),
    };
    Answer::plain(summary, vec![("sessions", Value::Array(rows))])
}

/// The answer with the script of the baseline, if it is wanted, or why there is none.
fn with_script(mut answer: Answer, one: &Verification, is_wanted: bool) -> Answer {
    match &one.reproduction {
        _ if !is_wanted => {}
        Ok(script) => answer.files.push(AnswerFile {
            field: "reproduction",
            name: "reproduction.spec.ts",
            mime_type: TYPESCRIPT,
            largest: codegen::LARGEST_REPRODUCTION,
            narrowed_by: "url_filter",
            text: script.clone(),
        }),
        Err(reason) => answer.fields.push(("reproduction_missing", json!(reason))),
    }
    answer
}
