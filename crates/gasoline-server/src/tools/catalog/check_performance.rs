//! How fast did the page load, and is that worse than usual?

use gasoline_core::analysis::performance::{self, PageLoad};
use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use gasoline_core::store::Scope;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::tools::arguments::SharedArguments;
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct CheckPerformance;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Part of a page's URL; default: the page loaded last.
    url: Option<String>,
}

impl Tool for CheckPerformance {
    const NAME: &'static str = "check_performance";
    const DESCRIPTION: &'static str = "The last load of a page: timing, network, main thread, and what is worse than in earlier loads, as `possible` or `confirmed`.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::None;
    const MEMBERS: &'static [Member] = &[
        ("url", Type::Text),
        ("path", Type::Text),
        ("timing", Type::Object),
        ("network", Type::Object),
        ("longTasks", Type::Object),
        ("cumulativeLayoutShift", Type::Number),
        ("baseline", Type::Object),
        ("baseline_samples", Type::Count),
        ("regressions", Type::Rows),
        ("grew", Type::Rows),
        ("history", Type::Numbers),
        ("largest_paint", Type::Object),
        ("slowest_interaction", Type::Object),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, Arguments { url }: Arguments) -> Result<Answer, ToolFailure> {
        let view = context.app.view(&Scope::Everything, &[Kind::Performance, Kind::Resource]);
        let baselines = context.app.with_learned(|learned| learned.baselines.clone());
        let part = url.unwrap_or_default();
        let load = performance::newest_load(&view, &baselines, &part);
        let Some(load) = load else {
            let measured = view.entries(Kind::Performance).len();
            return Err(ToolFailure::NothingMeasured(nothing_measured(measured, &part)));
        };
        let report = performance::report(&load);
        let fields = match load.numbers() {
            Value::Object(mut members) => Self::MEMBERS
                .iter()
                .filter_map(|(name, _)| members.remove(*name).map(|value| (*name, value)))
                .filter(|(_, value)| !value.is_null())
                .collect(),
            _ => Vec::new(),
        };
        Ok(Answer { report: Some(report), ..Answer::plain(summary(&load), fields) })
    }
}

/// An empty answer says why it is empty.
fn nothing_measured(measured: usize, part: &str) -> String {
    if measured == 0 {
        "no page load has been measured: load a captured page and wait two seconds after its load event"
            .to_owned()
    } else {
        format!("none of {measured} measured loads has an address that contains `{part}`")
    }
}

fn summary(load: &PageLoad) -> String {
    let verdict = match (load.samples(), load.regressions.len()) {
        (0, _) => "no baseline yet".to_owned(),
        (_, 0) => "no regressions".to_owned(),
        _ if load.is_confirmed() => "confirmed regressions".to_owned(),
        _ => "possible regressions".to_owned(),
    };
    format!("{} loaded in {} ms: {verdict}.", load.path, load.snapshot.timing.load.round())
}
