//! Two ways through the tools that people ask for again and again.

use rmcp::model::{
    ContentBlock, ErrorData, GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage,
    Role,
};
use serde_json::Value;

/// A prompt and its text.
struct Recipe {
    name: &'static str,
    description: &'static str,
    argument: &'static str,
    argument_description: &'static str,
    /// Where `{}` stands, the argument's sentence goes.
    text: &'static str,
    /// How the argument is spoken of.
    sentence: &'static str,
}

const RECIPES: [Recipe; 2] = [
    Recipe {
        name: "guard-this-flow",
        description: "Turn what was just done in the browser into a regression test that runs",
        argument: "test_name",
        argument_description: "Name for the test",
        text: include_str!("prompts/guard_this_flow.md"),
        sentence: "Call the test",
    },
    Recipe {
        name: "reproduce-and-fix",
        description: "Reproduce the bug just seen in the browser, fix it, prove the fix",
        argument: "symptom",
        argument_description: "What went wrong, in the user's words",
        text: include_str!("prompts/reproduce_and_fix.md"),
        sentence: "The user says",
    },
];

/// Every prompt.
pub(super) fn definitions() -> Vec<Prompt> {
    let argument = |recipe: &Recipe| {
        PromptArgument::new(recipe.argument)
            .with_description(recipe.argument_description)
            .with_required(false)
    };
    RECIPES
        .iter()
        .map(|recipe| Prompt::new(recipe.name, Some(recipe.description), Some(vec![argument(recipe)])))
        .collect()
}

/// The messages of a prompt.
pub(super) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let Some(recipe) = RECIPES.iter().find(|recipe| recipe.name == request.name) else {
        let known: Vec<_> = RECIPES.iter().map(|recipe| recipe.name).collect();
        let message = format!("unknown prompt `{}`; known prompts: {}", request.name, known.join(", "));
        return Err(ErrorData::invalid_params(message, None));
    };
    let given = request.arguments.as_ref().and_then(|arguments| arguments.get(recipe.argument));
    let sentence = match given.and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty()) {
        // As JSON: no matter who wrote it, it is one value and not part of the instructions.
        Some(text) => format!("{}: {}\n\n", recipe.sentence, Value::from(text)),
        None => String::new(),
    };
    let text = recipe.text.replace("{}\n\n", &sentence);
    let message = PromptMessage::new(Role::User, ContentBlock::text(text.trim_end()));
    Ok(GetPromptResult::new(vec![message]).with_description(recipe.description))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_a_place_for_its_argument() {
        for recipe in &RECIPES {
            assert_eq!(recipe.text.matches("{}\n\n").count(), 1, "{}", recipe.name);
        }
    }
}
