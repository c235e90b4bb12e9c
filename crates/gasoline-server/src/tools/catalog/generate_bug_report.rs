//! How do I tell somebody about it? What the user did and what broke, as a document with pictures.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_core::bug_report::{self, BugReport, BugReportOptions, PictureLink, ReportPicture};
use gasoline_core::capture_file::Image;
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
pub(super) struct GenerateBugReport;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Default: the error.
    title: Option<String>,
    /// Else a blank.
    expected: Option<String>,
    /// Only the last N user actions.
    last_n_actions: Option<Count>,
    /// Default: blocks (image content).
    images: Option<Images>,
}

/// How pictures come with the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Images {
    #[default]
    Blocks,
    Files,
    Embed,
    None,
}

/// Bytes of the answer besides the report: what its pictures are called, warnings, notices.
const JSON_BYTES: usize = 1_400;

impl Tool for GenerateBugReport {
    const NAME: &'static str = "generate_bug_report";
    const DESCRIPTION: &'static str =
        "A Markdown bug report: steps, pictures, error with source, failed requests, environment, script.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::Flow;
    const KINDS: &'static [Kind] = &[Kind::Action, Kind::Log, Kind::NetworkBody];
    const MEMBERS: &'static [Member] = &[
        ("title", Type::Text),
        ("url", Type::Text),
        ("severity", Type::Text),
        ("step_count", Type::Count),
        ("network_failures", Type::Count),
        ("images", Type::Rows),
        ("warnings", Type::Texts),
        ("report", Type::Text),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let Arguments { title, expected, last_n_actions, images } = arguments;
        let options = BugReportOptions { title, expected, last_n_actions: last_n_actions.map(Count::get) };
        let view = context.view(&bug_report::KINDS);
        let report = bug_report::gather(&view, &context.query, context.app.now(), &options)?;
        let images = images.unwrap_or_default();
        let links = Links { app: &context.app, images };
        let room = (context.max_tokens.saturating_mul(7) / 2).saturating_sub(JSON_BYTES);
        let written = report.markdown(&|picture| links.link(picture), room);
        let mut answer = Answer::plain(summary(&report), fields(&report, &links));
        if !written.is_whole {
            answer.files.push(AnswerFile {
                field: "report",
                name: "bug-report.md",
                mime_type: "text/markdown",
                largest: room,
                narrowed_by: "a larger max_tokens",
                text: report.markdown(&|picture| links.link(picture), usize::MAX).text,
            });
        }
        answer.pictures = links.blocks(&report.pictures);
        answer.report = Some(written.text);
        Ok(answer)
    }
}

fn summary(report: &BugReport) -> String {
    let steps = match report.step_count() {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    };
    let about = match &report.error {
        Some(error) => format!("{}.", error.kind.severity()),
        None => "no error was captured.".to_owned(),
    };
    let blank = if report.has_expectation() {
        ""
    } else {
        " What should have happened is a blank in it: pass `expected`, or ask the user."
    };
    format!("A bug report with {steps}; {about}{blank}")
}

fn fields(report: &BugReport, links: &Links<'_>) -> Vec<(&'static str, Value)> {
    let mut fields = vec![("title", json!(report.title))];
    fields.extend(report.url().map(|url| ("url", json!(url))));
    fields.extend(report.error.as_ref().map(|error| ("severity", json!(error.kind.severity()))));
    fields.push(("step_count", json!(report.step_count())));
    fields.push(("network_failures", json!(report.network_failures())));
    if links.images != Images::None {
        fields.push(("images", report.pictures.iter().map(|picture| links.row(picture)).collect()));
    }
    let warnings =
        report.script.as_ref().map(|script| &script.warnings).filter(|warnings| !warnings.is_empty());
    fields.extend(warnings.map(|warnings| ("warnings", json!(warnings))));
    fields
}

/// Where pictures are.
struct Links<'c> {
    app: &'c App,
    images: Images,
}

impl Links<'_> {
    fn link(&self, picture: &ReportPicture) -> PictureLink {
        let kept = match self.images {
            Images::None => return PictureLink::Unwanted,
            Images::Files => self.app.screenshot(&picture.id).or_else(|| self.app.small_copy(&picture.id)),
            Images::Blocks | Images::Embed => self.app.small_copy(&picture.id),
        };
        let Some(image) = kept else { return PictureLink::Gone };
        PictureLink::At(match self.images {
            Images::Files => file_name(picture, &image),
            Images::Embed => {
                format!(
                    "data:{};base64,{}",
                    image.image_type.mime_type(),
                    BASE64_STANDARD.encode(&image.bytes)
                )
            }
            Images::Blocks | Images::None => format!("{}?thumb", self.app.screenshot_address(&picture.id)),
        })
    }

    fn row(&self, picture: &ReportPicture) -> Value {
        let url = self.app.screenshot_address(&picture.id);
        let mut row = json!({ "id": picture.id, "label": picture.label, "url": url });
        match (self.images, self.app.screenshot(&picture.id)) {
            (_, None) => row["url"] = json!("not kept any more"),
            (Images::Files, Some(image)) => row["file"] = json!(file_name(picture, &image)),
            _ => {}
        }
        row
    }

    fn blocks(&self, pictures: &[ReportPicture]) -> Vec<AnswerPicture> {
        let wanted = pictures.iter().filter(|_| self.images == Images::Blocks);
        let images = wanted.filter_map(|picture| self.app.small_copy(&picture.id));
        images
            .map(|image| AnswerPicture { mime_type: image.image_type.mime_type(), bytes: image.bytes })
            .collect()
    }
}

fn file_name(picture: &ReportPicture, image: &Image) -> String {
    format!("{}.{}", picture.name, image.file_ending())
}
