//! Browsers that said hello: when last, in which version, and whether it fits.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gasoline_wire::{ClientKind, Hello, Timestamp, WireRange};
use tokio::sync::watch;

#[derive(Debug, Default)]
struct State {
    last_seen: BTreeMap<ClientKind, Timestamp>,
    /// As the last hello said, where that looks like a version.
    versions: BTreeMap<ClientKind, String>,
}

/// Capture clients of this run.
#[derive(Debug, Default)]
pub struct CaptureClients {
    state: Mutex<State>,
    /// Whether any was heard of.
    is_any_known: watch::Sender<bool>,
}

impl CaptureClients {
    /// Notes that a client was heard of and which version it is.
    pub fn greeted(&self, client: ClientKind, version: &str, now: Timestamp) {
        self.seen(client, now);
        let mut state = self.lock();
        match plain_version(version) {
            Some(version) => state.versions.insert(client, version.to_owned()),
            None => state.versions.remove(&client),
        };
    }

    /// The version of the client of a kind that said hello last.
    pub fn version(&self, client: ClientKind) -> Option<String> {
        self.lock().versions.get(&client).cloned()
    }

    /// Notes that a client was heard of.
    pub fn seen(&self, client: ClientKind, now: Timestamp) {
        let mut state = self.lock();
        state.last_seen.insert(client, now);
        drop(state);
        self.is_any_known.send_if_modified(|known| !std::mem::replace(known, true));
    }

    /// Resolves when a client has been heard of.
    pub(crate) async fn first(&self) {
        let mut known = self.is_any_known.subscribe();
        // Fails only without a sender, which `self` holds.
        drop(known.wait_for(|known| *known).await);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When a kind of client was last heard of.
    pub fn last_seen(&self, client: ClientKind) -> Option<Timestamp> {
        self.lock().last_seen.get(&client).copied()
    }

    /// What does not fit between a client and this server, and what to update.
    pub fn mismatch(hello: &Hello) -> Option<String> {
        mismatch(hello)
    }

    /// What does not fit between this server and a client of another wire version, and what to update.
    pub fn wire_mismatch(client: ClientKind, version: &str, wire: u32) -> String {
        wire_mismatch(client, version, wire)
    }

    /// When any client was last heard of.
    pub fn last_of_any(&self) -> Option<(ClientKind, Timestamp)> {
        let state = self.lock();
        state.last_seen.iter().map(|(client, seen)| (*client, *seen)).max_by_key(|(_, seen)| *seen)
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
