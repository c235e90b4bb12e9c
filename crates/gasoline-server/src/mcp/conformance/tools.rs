//! The suite's tools: every kind of content, an error, and messages to the client during a call.
#![allow(
    deprecated,
    reason = "logging and sampling are deprecated only in protocol versions above those we speak"
)]

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, CreateMessageRequestParams, ErrorData, LoggingLevel,
    LoggingMessageNotificationParam, ProgressNotificationParam, ResourceContents, Role, SamplingMessage,
    SamplingMessageContentBlock, Tool as ToolDefinition,
};
use rmcp::service::{Peer, RequestContext, ServiceError};
use rmcp::{RoleServer, object};
use serde_json::Value;

use super::PNG;

/// A WAV header without samples.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/// Tools that take no arguments.
const PLAIN: [&str; 9] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_logging",
    "test_tool_with_progress",
    "test_reconnection",
];

pub(super) fn definitions() -> Vec<ToolDefinition> {
    let plain = Arc::new(object!({ "type": "object" }));
    let mut tools: Vec<_> = PLAIN
        .iter()
        .map(|name| ToolDefinition::new(*name, "A conformance fixture.", Arc::clone(&plain)))
        .collect();
    let prompt = object!({
        "type": "object", "properties": { "prompt": { "type": "string" } }, "required": ["prompt"]
    });
    tools.push(ToolDefinition::new("test_sampling", "Asks the client's model.", prompt));
    tools.push(ToolDefinition::new("json_schema_2020_12_tool", "Never called.", rich_schema()));
    tools
}

/// Keywords that must reach the client as they are.
fn rich_schema() -> rmcp::model::JsonObject {
    object!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
            }
        },
        "properties": { "name": { "type": "string" }, "address": { "$ref": "#/$defs/address" } },
        "additionalProperties": false
    })
}

/// The answer of a fixture; `None` if the tool is none.
pub(super) async fn call(
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Option<Result<CallToolResult, ErrorData>> {
    let answered = match &*request.name {
        "test_tool_with_logging" => log(&context.peer).await,
        "test_tool_with_progress" => report_progress(context).await,
        "test_sampling" => sample(&context.peer, prompt_of(request)).await,
        name => return fixed(name).map(Ok),
    };
    let text = answered.map_err(|error| ErrorData::internal_error(error.to_string(), None));
    Some(text.map(|text| CallToolResult::success(vec![ContentBlock::text(text)])))
}

/// Answers that never change.
fn fixed(name: &str) -> Option<CallToolResult> {
    let text = ContentBlock::text;
    let image = || ContentBlock::image(PNG, "image/png");
    let content = match name {
        "test_simple_text" => vec![text("This is a simple text response for testing.")],
        "test_image_content" => vec![image()],
        "test_audio_content" => vec![ContentBlock::audio(WAV, "audio/wav")],
        "test_embedded_resource" => {
            vec![embedded("This is an embedded resource content.", "test://embedded-resource", "text/plain")]
        }
        "test_multiple_content_types" => vec![
            text("Multiple content types test:"),
            image(),
            embedded(r#"{"test":"data","value":123}"#, "test://mixed-content-resource", "application/json"),
        ],
        // A handler cannot close the stream of its own call; the suite also takes the answer on it.
        "test_reconnection" => vec![text("Answered on the first stream.")],
        "test_error_handling" => {
            let reason = text("This tool intentionally returns an error for testing");
            return Some(CallToolResult::error(vec![reason]));
        }
        _ => return None,
    };
    Some(CallToolResult::success(content))
}

fn embedded(text: &str, uri: &str, mime_type: &str) -> ContentBlock {
    ContentBlock::resource(ResourceContents::text(text, uri).with_mime_type(mime_type))
}

async fn log(client: &Peer<RoleServer>) -> Result<String, ServiceError> {
    for message in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        let parameters = LoggingMessageNotificationParam::new(LoggingLevel::Info, message.into());
        client.notify_logging_message(parameters).await?;
    }
    Ok("Logged.".to_owned())
}

async fn report_progress(context: &RequestContext<RoleServer>) -> Result<String, ServiceError> {
    let Some(token) = context.meta.get_progress_token() else {
        return Ok("Nobody asked for progress.".to_owned());
    };
    for progress in [0.0, 50.0, 100.0] {
        let parameters = ProgressNotificationParam::new(token.clone(), progress).with_total(100.0);
        context.peer.notify_progress(parameters).await?;
    }
    Ok("Reported.".to_owned())
}

fn prompt_of(request: &CallToolRequestParams) -> &str {
    let arguments = request.arguments.as_ref();
    arguments.and_then(|arguments| arguments.get("prompt")).and_then(Value::as_str).unwrap_or_default()
}

async fn sample(client: &Peer<RoleServer>, prompt: &str) -> Result<String, ServiceError> {
    let message = SamplingMessage::new(Role::User, SamplingMessageContentBlock::text(prompt));
    let answer = client.create_message(CreateMessageRequestParams::new(vec![message], 100)).await?;
    let text = answer.message.content.first().and_then(|block| block.as_text());
    Ok(format!("LLM response: {}", text.map_or("", |text| &text.text)))
}
