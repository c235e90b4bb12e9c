//! One tool a file, one line a tool: file name = tool name. Sorted, so that `tools/list` never changes by accident.

mod capture_screenshot;
mod check_performance;
mod clear_browser_logs;
mod configure_streaming;
mod diff_sessions;
mod generate_bug_report;
mod generate_test;
mod get_browser_errors;
mod get_browser_logs;
mod get_network_bodies;
mod get_page_info;
mod get_reproduction_script;
mod get_session_timeline;
mod get_test_results;
mod get_websocket_events;
mod get_websocket_status;
mod query_dom;
mod run_accessibility_audit;
mod security_audit;
mod validate_api;
mod verify_fix;
mod wait_for_events;

use super::definition::RegisteredTool;

/// Every tool.
pub(super) fn all() -> Vec<RegisteredTool> {
    vec![
        RegisteredTool::of::<capture_screenshot::CaptureScreenshot>(),
        RegisteredTool::of::<check_performance::CheckPerformance>(),
        RegisteredTool::of::<clear_browser_logs::ClearBrowserLogs>(),
        RegisteredTool::of::<configure_streaming::ConfigureStreaming>(),
        RegisteredTool::of::<diff_sessions::DiffSessions>(),
        RegisteredTool::of::<generate_bug_report::GenerateBugReport>(),
        RegisteredTool::of::<generate_test::GenerateTest>(),
        RegisteredTool::of::<get_browser_errors::GetBrowserErrors>(),
        RegisteredTool::of::<get_browser_logs::GetBrowserLogs>(),
        RegisteredTool::of::<get_network_bodies::GetNetworkBodies>(),
        RegisteredTool::of::<get_page_info::GetPageInfo>(),
        RegisteredTool::of::<get_reproduction_script::GetReproductionScript>(),
        RegisteredTool::of::<get_session_timeline::GetSessionTimeline>(),
        RegisteredTool::of::<get_test_results::GetTestResults>(),
        RegisteredTool::of::<get_websocket_events::GetWebSocketEvents>(),
        RegisteredTool::of::<get_websocket_status::GetWebSocketStatus>(),
        RegisteredTool::of::<query_dom::QueryDom>(),
        RegisteredTool::of::<run_accessibility_audit::RunAccessibilityAudit>(),
        RegisteredTool::of::<security_audit::SecurityAudit>(),
        RegisteredTool::of::<validate_api::ValidateApi>(),
        RegisteredTool::of::<verify_fix::VerifyFix>(),
        RegisteredTool::of::<wait_for_events::WaitForEvents>(),
    ]
}
