//! The tools as MCP tells of them.

use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};

use crate::options::{AnswerForm, ToolProfile};
use crate::tools::{self, Definition, Effect};

/// What `tools/list` answers.
pub(super) struct ToolList {
    profile: ToolProfile,
    answers: AnswerForm,
    tools: Vec<Tool>,
}

impl ToolList {
    pub(super) fn new(profile: ToolProfile, answers: AnswerForm) -> Self {
        let tools = tools::definitions(profile).map(|definition| described(definition, answers)).collect();
        Self { profile, answers, tools }
    }

    /// Which tools it holds.
    pub(super) fn profile(&self) -> ToolProfile {
        self.profile
    }

    /// Whether answers are given as structured content too.
    pub(super) fn is_structured(&self) -> bool {
        self.answers == AnswerForm::TextAndStructure
    }

    pub(super) fn definitions(&self) -> &[Tool] {
        &self.tools
    }

    pub(super) fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

fn described(definition: &Definition, answers: AnswerForm) -> Tool {
    let Definition { name, description, input_schema, output_schema, effect } = definition;
    let mut tool =
        Tool::new(*name, *description, input_schema.clone()).with_annotations(annotations(*effect));
    tool.output_schema = (answers == AnswerForm::TextAndStructure).then(|| Arc::new(output_schema.clone()));
    tool
}

fn annotations(effect: Effect) -> ToolAnnotations {
    let (is_read_only, is_destructive) = match effect {
        Effect::Reads => (true, false),
        Effect::Keeps => (false, false),
        Effect::Removes => (false, true),
    };
    ToolAnnotations::new().read_only(is_read_only).destructive(is_destructive).open_world(false)
}

#[cfg(test)]
mod tests {
    use gasoline_core::render::tokens;
    use serde_json::json;

    use super::*;
    use crate::mcp::session::INSTRUCTIONS;

    fn list(profile: ToolProfile) -> String {
        serde_json::to_string(ToolList::new(profile, AnswerForm::Text).definitions()).unwrap()
    }

    #[test]
    fn the_tool_list_stays_within_its_budgets() {
        let (whole, core) = (list(ToolProfile::All), list(ToolProfile::Core));
        assert!(tokens::estimate(&whole) < 6_000, "{} tokens", tokens::estimate(&whole));
        assert!(tokens::estimate(&core) < 1_500, "{} tokens", tokens::estimate(&core));
    }

    #[test]
    fn the_tool_list_is_as_reviewed() {
        let tools = ToolList::new(ToolProfile::All, AnswerForm::Text);
        let pretty = serde_json::to_string_pretty(tools.definitions()).unwrap();
        insta::assert_snapshot!("tool_list", pretty);
    }

    #[test]
    fn clients_are_told_what_a_tool_does_to_what_is_kept() {
        let hints = |effect| serde_json::to_value(annotations(effect)).unwrap();
        let expected = |reads: bool, removes: bool| json!({ "readOnlyHint": reads, "destructiveHint": removes, "openWorldHint": false });
        assert_eq!(hints(Effect::Reads), expected(true, false));
        assert_eq!(hints(Effect::Keeps), expected(false, false));
        assert_eq!(hints(Effect::Removes), expected(false, true));
    }

    #[test]
    fn instructions_stay_under_150_words() {
        assert!(INSTRUCTIONS.split_whitespace().count() < 150);
    }
}
