//! What one MCP client wants to be told on its own: from which level, and about which resources.
#![allow(deprecated, reason = "logging is deprecated only in protocol versions above those we speak")]

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::model::LoggingLevel;

/// Resources one client may follow.
const MOST_SUBSCRIPTIONS: usize = 100;

/// A client follows more than it can be told about.
#[derive(Debug, thiserror::Error)]
#[error("at most {MOST_SUBSCRIPTIONS} resources can be subscribed to; unsubscribe from one first")]
pub(super) struct TooManySubscriptions;

#[derive(Debug)]
struct State {
    level: LoggingLevel,
    subscriptions: BTreeSet<String>,
}

/// One client's wishes.
#[derive(Debug)]
pub(super) struct Preferences(Mutex<State>);

impl Default for Preferences {
    fn default() -> Self {
        Self(Mutex::new(State { level: LoggingLevel::Info, subscriptions: BTreeSet::new() }))
    }
}

impl Preferences {
    pub(super) fn set_level(&self, level: LoggingLevel) {
        self.lock().level = level;
    }

    pub(super) fn subscribe(&self, uri: String) -> Result<(), TooManySubscriptions> {
        let mut state = self.lock();
        if state.subscriptions.len() >= MOST_SUBSCRIPTIONS && !state.subscriptions.contains(&uri) {
            return Err(TooManySubscriptions);
        }
        state.subscriptions.insert(uri);
        Ok(())
    }

    pub(super) fn unsubscribe(&self, uri: &str) {
        self.lock().subscriptions.remove(uri);
    }

    /// Whether log messages of this level are wanted.
    pub(super) fn wants(&self, level: LoggingLevel) -> bool {
        level as u8 >= self.lock().level as u8
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
