//! Who calls a tool, as far as that matters: which tools there are, and what is said besides the answer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use gasoline_core::address::Site;
use serde_json::Value;

use crate::app::{App, ClearedBy, ClientStream};
use crate::options::ToolProfile;

/// Who calls.
#[derive(Debug)]
pub enum Caller {
    /// One MCP client.
    McpClient {
        /// Tells it from other clients of this process.
        number: u64,
        /// The app it is about unless a call names a tab or a test.
        site: OnceLock<Site>,
        /// Which tools it was offered.
        offered: ToolProfile,
        /// Number of the last notice it was shown.
        notice_shown: AtomicU64,
        /// What it is told unasked.
        stream: Arc<ClientStream>,
    },
    /// Our own dashboard or command line. It has every tool, and learns from `/health` what an agent is told in a
    /// notice.
    OwnProgram,
}

impl Caller {
    /// An MCP client that was offered the tools of a profile and has seen no notice yet.
    pub fn mcp_client(offered: ToolProfile) -> Self {
        static LAST_NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = LAST_NUMBER.fetch_add(1, Ordering::Relaxed) + 1;
        Self::McpClient {
            number,
            site: OnceLock::new(),
            offered,
            notice_shown: AtomicU64::new(0),
            stream: Arc::default(),
        }
    }

    /// Notes which app the client is about. It says so with every message; the first one counts.
    pub fn set_site(&self, wanted: Site) {
        if let Self::McpClient { site, .. } = self {
            site.get_or_init(|| wanted);
        }
    }

    /// The app it is about.
    pub(super) fn site(&self) -> Option<&Site> {
        match self {
            Self::McpClient { site, .. } => site.get(),
            Self::OwnProgram => None,
        }
    }

    /// What it is told unasked; our own programs read `/events/stream` instead.
    pub fn stream(&self) -> Option<&Arc<ClientStream>> {
        match self {
            Self::McpClient { stream, .. } => Some(stream),
            Self::OwnProgram => None,
        }
    }

    /// Events this caller has not been told of in an answer yet.
    pub(super) fn take_alerts(&self) -> Option<Value> {
        self.stream()?.take_alerts().map(|alerts| alerts.value())
    }

    /// Its number, if it is an MCP client.
    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Self::McpClient { number, .. } => Some(*number),
            Self::OwnProgram => None,
        }
    }

    /// As what it is remembered when it removes something.
    pub(super) fn as_clearer(&self) -> ClearedBy {
        self.number().map_or(ClearedBy::Http, ClearedBy::Client)
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
        let (text, number) = app.notices.since(notice_shown.load(Ordering::Relaxed))?;
        notice_shown.store(number, Ordering::Relaxed);
        Some(text)
    }
}
