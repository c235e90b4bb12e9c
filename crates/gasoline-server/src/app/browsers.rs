//! Browsers: who said hello, which pages can be asked, and what they answered just now.

use std::sync::Mutex;

use super::capture_clients::CaptureClients;
use super::live::LiveLinks;
use super::live_answers::Audits;

/// The browsers of this run.
#[derive(Debug, Default)]
pub struct Browsers {
    /// Those that said hello.
    pub clients: CaptureClients,
    /// Those that can be asked about their pages.
    pub live: LiveLinks,
    /// What audits of open pages found in the last moments.
    pub(super) audits: Mutex<Audits>,
}
