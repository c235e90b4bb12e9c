//! Who calls a tool, as far as that matters: which tools there are, and what is said besides the answer.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::app::App;
use crate::options::ToolProfile;

/// Who calls.
#[derive(Debug)]
pub enum Caller {
    /// One MCP client.
    McpClient {
        /// Which tools it was offered.
        offered: ToolProfile,
        /// Number of the last notice it was shown.
        notice_shown: AtomicU64,
    },
    /// Our own dashboard or command line. It has every tool, and learns from `/health` what an agent is told in a
    /// notice.
    OwnProgram,
}

impl Caller {
    /// An MCP client that was offered the tools of a profile and has seen no notice yet.
    pub fn mcp_client(offered: ToolProfile) -> Self {
        Self::McpClient { offered, notice_shown: AtomicU64::new(0) }
    }

    /// Which tools exist for this caller.
    pub(super) fn profile(&self) -> ToolProfile {
        match self {
            Self::McpClient { offered, .. } => *offered,
            Self::OwnProgram => ToolProfile::All,
        }
    }

    /// A notice this caller has not seen yet.
    pub(super) fn take_notice(&self, app: &App) -> Option<String> {
        let Self::McpClient { notice_shown, .. } = self else { return None };
        let notice = app.browsers.clients.notice()?;
        let shown = notice_shown.swap(notice.number, Ordering::Relaxed);
        (shown < notice.number).then_some(notice.text)
    }
}
