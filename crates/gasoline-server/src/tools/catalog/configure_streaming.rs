//! What is this client told unasked?

use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_core::render::Answer;
use gasoline_core::streaming::{Category, Severity, StreamConfig};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::app::{ClientStream, StreamStatus};
use crate::tools::arguments::{SharedArguments, WholeNumber};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct ConfigureStreaming;

/// Its arguments. What is left out stays as it is.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Without it, nothing is turned on or off.
    enabled: Option<bool>,
    /// Default: all.
    events: Option<Vec<Category>>,
    /// Default: warning.
    severity_min: Option<Severity>,
    /// Least seconds between notifications, 1 to 60; default 5.
    throttle_seconds: Option<WholeNumber>,
    url_filter: Option<String>,
}

impl Tool for ConfigureStreaming {
    const NAME: &'static str = "configure_streaming";
    const DESCRIPTION: &'static str = "Be told of new errors, failing requests, slow pages, user frustration and exposed secrets without asking: as MCP notifications, and as `alerts` in your next answers. Off by default; without arguments, says how it is set.";
    const EFFECT: Effect = Effect::Keeps;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::None;
    const MEMBERS: &'static [Member] = &[
        ("enabled", Type::Boolean),
        ("events", Type::Texts),
        ("severity_min", Type::Text),
        ("throttle_seconds", Type::Count),
        ("url_filter", Type::Text),
        ("notifications_sent", Type::Count),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        context.app.check_live()?;
        let Some(stream) = &context.stream else {
            let reason = "only an MCP client has a stream; read `GET /events/stream` or run `gasoline watch`";
            return Err(ToolFailure::argument("enabled", reason));
        };
        change(&context, stream, arguments)?;
        Ok(described(&stream.status()))
    }
}

/// Applies what was given; nothing changes if one of it is wrong.
fn change(
    context: &ToolContext,
    stream: &Arc<ClientStream>,
    arguments: Arguments,
) -> Result<(), ToolFailure> {
    let StreamStatus { is_enabled, mut config, .. } = stream.status();
    let Arguments { enabled, events, severity_min, throttle_seconds, url_filter } = arguments;
    if let Some(seconds) = throttle_seconds {
        config.throttle_milliseconds = throttle(seconds)?;
    }
    if let Some(events) = events {
        let all = || BTreeSet::from(Category::ALL);
        config.categories = if events.is_empty() { all() } else { events.into_iter().collect() };
    }
    config.severity_min = severity_min.unwrap_or(config.severity_min);
    if let Some(part) = url_filter {
        config.url_filter = Some(part).filter(|part| !part.is_empty());
    }
    config.site = context.query.site.clone();
    stream.configure(&context.app.streaming, enabled.unwrap_or(is_enabled), config);
    Ok(())
}

fn throttle(seconds: WholeNumber) -> Result<i64, ToolFailure> {
    match seconds.at_most(i64::from(u32::MAX)) {
        seconds @ 1..=60 => Ok(seconds * 1_000),
        seconds => {
            let reason = format!("expected a whole number from 1 to 60, got {seconds}");
            Err(ToolFailure::argument("throttle_seconds", reason))
        }
    }
}

fn described(StreamStatus { is_enabled, config, sent, is_cut_off }: &StreamStatus) -> Answer {
    let StreamConfig { categories, severity_min, throttle_milliseconds, url_filter, site: _ } = config;
    let names: Vec<_> = categories.iter().map(|category| category.as_str()).collect();
    let seconds = throttle_milliseconds / 1_000;
    let summary = match (is_enabled, is_cut_off) {
        (true, _) => format!(
            "Streaming is on ({}): at most one notification in {seconds} s and 12 a minute, and `alerts` in your next answer.",
            names.join(", ")
        ),
        (false, true) => {
            "Streaming is off: notifications were not read for 10 s. Turn it on again when you read them."
                .to_owned()
        }
        (false, false) => "Streaming is off. `wait_for_events` works all the same.".to_owned(),
    };
    let mut fields = vec![
        ("enabled", json!(is_enabled)),
        ("events", json!(names)),
        ("severity_min", json!(severity_min)),
        ("throttle_seconds", json!(seconds)),
    ];
    fields.extend(url_filter.as_ref().map(|part| ("url_filter", json!(part))));
    fields.push(("notifications_sent", json!(sent)));
    Answer::plain(summary, fields)
}
