//! Browsers that said hello: when last, in which version, and whether it fits.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use gasoline_wire::{ClientKind, Hello, Timestamp, WireRange};

/// Something an agent should be told once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Increases with every new notice, so each MCP session can tell which it has shown.
    pub number: u64,
    /// What to tell.
    pub text: String,
}

#[derive(Debug, Default)]
struct State {
    last_seen: BTreeMap<ClientKind, Timestamp>,
    /// As the last hello said, where that looks like a version.
    versions: BTreeMap<ClientKind, String>,
    notice: Option<Notice>,
    notices: u64,
}

/// Capture clients of this run.
#[derive(Debug, Default)]
pub struct CaptureClients(Mutex<State>);

impl CaptureClients {
    /// Notes a hello; a version that cannot be read becomes a notice, a good one withdraws it.
    pub fn note(&self, hello: &Hello, now: Timestamp) {
        self.greeted(hello.client, &hello.version, now);
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match mismatch(hello) {
            None => state.notice = None,
            Some(text) if state.notice.as_ref().is_some_and(|notice| notice.text == text) => {}
            Some(text) => {
                state.notices += 1;
                state.notice = Some(Notice { number: state.notices, text });
            }
        }
    }

    /// Notes that a client was heard of and which version it is.
    pub fn greeted(&self, client: ClientKind, version: &str, now: Timestamp) {
        self.seen(client, now);
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match plain_version(version) {
            Some(version) => state.versions.insert(client, version.to_owned()),
            None => state.versions.remove(&client),
        };
    }

    /// The version of the client of a kind that said hello last.
    pub fn version(&self, client: ClientKind) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).versions.get(&client).cloned()
    }

    /// Notes that a client was heard of.
    pub fn seen(&self, client: ClientKind, now: Timestamp) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.last_seen.insert(client, now);
    }

    /// When a kind of client was last heard of.
    pub fn last_seen(&self, client: ClientKind) -> Option<Timestamp> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).last_seen.get(&client).copied()
    }

    /// What does not fit between a client and this server, and what to update.
    pub fn mismatch(hello: &Hello) -> Option<String> {
        mismatch(hello)
    }

    /// What does not fit between this server and a client of another wire version, and what to update.
    pub fn wire_mismatch(client: ClientKind, version: &str, wire: u32) -> String {
        wire_mismatch(client, version, wire)
    }

    /// The notice in force.
    pub fn notice(&self) -> Option<Notice> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).notice.clone()
    }
}

fn mismatch(hello: &Hello) -> Option<String> {
    let Hello { client, version, wire, .. } = hello;
    (!WireRange::SUPPORTED.contains(*wire)).then(|| wire_mismatch(*client, version, *wire))
}

fn wire_mismatch(client: ClientKind, version: &str, wire: u32) -> String {
    let supported = WireRange::SUPPORTED;
    let client = client.as_str();
    let (older, remedy) = if wire > supported.max {
        ("server", "update gasoline and restart it")
    } else {
        (client, "update it: for the extension run `gasoline extension` and reload it in chrome://extensions")
    };
    format!(
        "The {client} ({}) speaks wire version {wire}, this server ({}) reads {} to {}: the {older} is too old; {remedy}.",
        plain_version(version).unwrap_or("unknown version"),
        crate::VERSION,
        supported.min,
        supported.max,
    )
}

/// A version as it may stand in our own words. What a sender writes there is not ours: anything that does not look like a
/// version is left out, so that no page can put words into our mouth.
fn plain_version(version: &str) -> Option<&str> {
    const LONGEST: usize = 32;
    let plain = version.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-+".contains(&byte));
    (plain && !version.is_empty() && version.len() <= LONGEST).then_some(version)
}
