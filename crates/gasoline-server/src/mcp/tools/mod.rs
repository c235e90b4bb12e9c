//! One tool a file, one line a tool: file name = tool name. Sorted, so that `tools/list` never changes by accident.

mod clear_browser_logs;
mod generate_test;
mod get_browser_errors;
mod get_browser_logs;
mod get_network_bodies;
mod get_page_info;
mod get_reproduction_script;
mod get_session_timeline;
mod get_websocket_events;
mod get_websocket_status;
mod query_dom;
mod run_accessibility_audit;

use super::tool::ToolEntry;

/// Every tool.
pub(super) fn all() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<clear_browser_logs::ClearBrowserLogs>(),
        ToolEntry::of::<generate_test::GenerateTest>(),
        ToolEntry::of::<get_browser_errors::GetBrowserErrors>(),
        ToolEntry::of::<get_browser_logs::GetBrowserLogs>(),
        ToolEntry::of::<get_network_bodies::GetNetworkBodies>(),
        ToolEntry::of::<get_page_info::GetPageInfo>(),
        ToolEntry::of::<get_reproduction_script::GetReproductionScript>(),
        ToolEntry::of::<get_session_timeline::GetSessionTimeline>(),
        ToolEntry::of::<get_websocket_events::GetWebSocketEvents>(),
        ToolEntry::of::<get_websocket_status::GetWebSocketStatus>(),
        ToolEntry::of::<query_dom::QueryDom>(),
        ToolEntry::of::<run_accessibility_audit::RunAccessibilityAudit>(),
    ]
}

#[cfg(test)]
mod tests {
    use gasoline_core::render::tokens;

    use super::*;
    use crate::mcp::session::INSTRUCTIONS;
    use crate::mcp::tool::Registry;
    use crate::options::{AnswerForm, ToolProfile};

    fn list(profile: ToolProfile) -> String {
        serde_json::to_string(&Registry::new(profile, AnswerForm::Text).definitions()).unwrap()
    }

    #[test]
    fn tools_are_sorted_by_name() {
        let names: Vec<_> = all().into_iter().map(|entry| entry.definition.name).collect();
        assert!(names.is_sorted(), "{names:?}");
    }

    #[test]
    fn the_tool_list_stays_within_its_budgets() {
        let (whole, core) = (list(ToolProfile::All), list(ToolProfile::Core));
        assert!(tokens::estimate(&whole) < 6_000, "{} tokens", tokens::estimate(&whole));
        assert!(tokens::estimate(&core) < 1_500, "{} tokens", tokens::estimate(&core));
    }

    #[test]
    fn the_tool_list_is_as_reviewed() {
        let registry = Registry::new(ToolProfile::All, AnswerForm::Text);
        let pretty = serde_json::to_string_pretty(&registry.definitions()).unwrap();
        insta::assert_snapshot!("tool_list", pretty);
    }

    #[test]
    fn instructions_stay_under_150_words() {
        assert!(INSTRUCTIONS.split_whitespace().count() < 150);
    }
}
