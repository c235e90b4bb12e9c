//! How do I make it happen again? What the user did, as a script that runs.

use gasoline_core::codegen::{self, ExpectError, Format, ReproductionOptions, StepPicture};
use gasoline_core::intake::Kind;
use gasoline_core::render::{Answer, AnswerFile, AnswerPicture};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::tools::arguments::{Count, SharedArguments};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct GetReproductionScript;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Default: playwright.
    format: Option<ScriptFormat>,
    /// Default: true.
    include_assertions: Option<bool>,
    /// Origin to use instead of the captured one.
    base_url: Option<String>,
    /// Only the last N user actions.
    last_n_actions: Option<Count>,
    /// Take a picture after each step; the answer has those of the session.
    include_screenshots: Option<bool>,
    /// Run on the recorded answers (Playwright).
    fixtures: Option<bool>,
    /// Set up in beforeAll what earlier calls changed.
    include_fixtures: Option<bool>,
    /// Fail while the error comes back (absent, the default if there was one), or while it does not (present).
    expect_error: Option<ExpectedError>,
}

/// What is expected of the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum ExpectedError {
    Absent,
    Present,
    Off,
}

impl From<ExpectedError> for ExpectError {
    fn from(expected: ExpectedError) -> Self {
        match expected {
            ExpectedError::Absent => Self::Absent,
            ExpectedError::Present => Self::Present,
            ExpectedError::Off => Self::Off,
        }
    }
}

/// The languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum ScriptFormat {
    Playwright,
    Cypress,
    PuppeteerReplay,
}

impl Tool for GetReproductionScript {
    const NAME: &'static str = "get_reproduction_script";
    const DESCRIPTION: &'static str = "A runnable script of what the user did, up to the error: to reproduce a bug. Playwright, Cypress, or JSON for Chrome's Recorder.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::Flow;
    const KINDS: &'static [Kind] = &[Kind::Action];
    const MEMBERS: &'static [Member] = &[
        ("script", Type::Text),
        ("fixture_file", Type::Text),
        ("requests", Type::Object),
        ("actions_used", Type::Count),
        ("screenshots", Type::Rows),
        ("warnings", Type::Texts),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let (format, name, mime_type) = match arguments.format.unwrap_or(ScriptFormat::Playwright) {
            ScriptFormat::Playwright => (Format::Playwright, "reproduction.spec.ts", TYPESCRIPT),
            ScriptFormat::Cypress => (Format::Cypress, "reproduction.cy.ts", TYPESCRIPT),
            ScriptFormat::PuppeteerReplay => {
                (Format::PuppeteerReplay, "reproduction.json", "application/json")
            }
        };
        let options = ReproductionOptions {
            format,
            include_assertions: arguments.include_assertions.unwrap_or(true),
            base_url: arguments.base_url,
            last_n_actions: arguments.last_n_actions.map(Count::get),
            include_screenshots: arguments.include_screenshots.unwrap_or(false),
            fixtures: arguments.fixtures.unwrap_or(false),
            include_fixtures: arguments.include_fixtures.unwrap_or(false),
            expect_error: arguments.expect_error.map(ExpectError::from),
        };
        let mut made = codegen::reproduction(&context.view(&codegen::KINDS), &context.query, &options)?;
        let pictures = kept_pictures(&context.app, &made.pictures);
        if options.include_screenshots && pictures.is_empty() {
            made.warnings.push(NO_PICTURES.to_owned());
        }
        let summary = match &made.error_context {
            Some(_) => format!("A script of {} user actions up to the error.", made.actions_used),
            None => format!("A script of {} user actions; no error was captured.", made.actions_used),
        };
        let mut answer = Answer::plain(
            summary,
            vec![
                ("actions_used", json!(made.actions_used)),
                ("error_context", json!(made.error_context)),
                ("selectors_used", json!(made.selectors_used)),
                ("warnings", json!(made.warnings)),
            ],
        );
        if options.include_screenshots {
            let rows: Value = pictures.iter().map(|(picture, _)| row(&context.app, picture)).collect();
            answer.fields.push(("screenshots", rows));
            answer.pictures.extend(pictures.into_iter().map(|(_, block)| block));
        }
        answer.fields.extend(made.classified.map(|classified| ("requests", json!(classified))));
        let largest = codegen::LARGEST_REPRODUCTION;
        let script = AnswerFile {
            field: "script",
            name,
            mime_type,
            largest,
            narrowed_by: "last_n_actions",
            text: made.script,
        };
        answer.files = [script].into_iter().chain(made.fixture_file.map(fixture_file)).collect();
        Ok(answer)
    }
}

/// Pictures in one answer; the last ones are nearest to the error.
const MOST_PICTURES: usize = 10;

/// What to do to have pictures.
const NO_PICTURES: &str = "No picture of these steps is kept: capture_screenshot with auto_screenshot {on_action: true} has them taken, before the user does it again";

/// The small copies of the pictures that are still kept.
fn kept_pictures<'p>(app: &App, pictures: &'p [StepPicture]) -> Vec<(&'p StepPicture, AnswerPicture)> {
    let mut kept: Vec<_> = pictures
        .iter()
        .filter_map(|picture| {
            let image = app.small_copy(&picture.id)?;
            let mime_type = image.image_type.mime_type();
            Some((picture, AnswerPicture { mime_type, bytes: image.bytes }))
        })
        .collect();
    kept.drain(..kept.len().saturating_sub(MOST_PICTURES));
    kept
}

/// Which step a picture shows, and where it is in full size.
fn row(app: &App, picture: &StepPicture) -> Value {
    json!({ "step": picture.step, "id": picture.id, "url": app.screenshot_address(&picture.id) })
}

/// The type of TypeScript files.
pub(super) const TYPESCRIPT: &str = "text/x-typescript";

/// Recorded answers, under the name that scripts import.
pub(super) fn fixture_file(text: String) -> AnswerFile {
    AnswerFile {
        narrowed_by: "last_n_actions",
        field: "fixture_file",
        name: "fixtures.ts",
        mime_type: TYPESCRIPT,
        largest: codegen::LARGEST_FIXTURES,
        text,
    }
}
