//! The suite's prompts: plain, with arguments, with a resource, with an image.

use rmcp::model::{
    ContentBlock, GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage,
    ResourceContents, Role,
};
use serde_json::Value;

use super::PNG;

pub(super) fn definitions() -> Vec<Prompt> {
    let prompt = |name: &str, arguments: &[&str]| {
        let arguments: Vec<_> =
            arguments.iter().map(|name| PromptArgument::new(*name).with_required(true)).collect();
        Prompt::new(name, Some("A conformance fixture."), Some(arguments))
    };
    vec![
        prompt("test_simple_prompt", &[]),
        prompt("test_prompt_with_arguments", &["arg1", "arg2"]),
        prompt("test_prompt_with_embedded_resource", &["resourceUri"]),
        prompt("test_prompt_with_image", &[]),
    ]
}

/// The messages of a fixture; `None` if the prompt is none.
pub(super) fn get(request: &GetPromptRequestParams) -> Option<GetPromptResult> {
    let argument = |name: &str| {
        let arguments = request.arguments.as_ref();
        arguments.and_then(|arguments| arguments.get(name)).and_then(Value::as_str).unwrap_or_default()
    };
    let text = ContentBlock::text;
    let content = match request.name.as_str() {
        "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments" => {
            let (first, second) = (argument("arg1"), argument("arg2"));
            vec![text(&format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))]
        }
        "test_prompt_with_embedded_resource" => {
            let resource =
                ResourceContents::text("Embedded resource content for testing.", argument("resourceUri"));
            vec![ContentBlock::resource(resource), text("Please process the embedded resource above.")]
        }
        "test_prompt_with_image" => {
            vec![ContentBlock::image(PNG, "image/png"), text("Please analyze the image above.")]
        }
        _ => return None,
    };
    let messages = content.into_iter().map(|content| PromptMessage::new(Role::User, content)).collect();
    Some(GetPromptResult::new(messages))
}
