//! Which buffer an entry belongs to, by the route it came on and what it says it is.

use gasoline_wire::{EntryHeader, Kind, Level, LogKind, Route};

use crate::redact::EntryPolicy;

/// What kind of log a log entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogClass {
    /// A console call.
    Console,
    /// An uncaught error or unhandled rejection.
    Exception,
    /// A failed request, or a resource that failed to load.
    Network,
    /// Something a policy of the page did not allow.
    Violation,
    /// A task that blocked the page for long.
    LongTask,
    /// Anything else.
    Other,
}

impl LogClass {
    /// Severity of an entry that states none.
    pub(super) fn default_level(self, status: Option<u16>) -> Level {
        match self {
            Self::Exception | Self::Violation => Level::Error,
            Self::Network if status.is_some_and(|status| (400..500).contains(&status)) => Level::Warn,
            Self::Network => Level::Error,
            Self::LongTask => Level::Warn,
            Self::Console | Self::Other => Level::Log,
        }
    }
}

/// How an entry is redacted.
pub(super) fn policy_of(route: Route, header: &EntryHeader<'_>) -> EntryPolicy {
    match classify(route, header.kind.as_deref()).0 {
        Kind::Storage => EntryPolicy::StorageWrite,
        _ => EntryPolicy::Ordinary,
    }
}

/// Buffer and log class of an entry that came on `route` and says it is `word`.
///
/// `word` may be the sender's `source`, which for console calls is a file name: what is not a known word is an
/// ordinary log entry.
pub(super) fn classify(route: Route, word: Option<&str>) -> (Kind, LogClass) {
    match route {
        Route::Logs => classify_log(word.unwrap_or_default()),
        _ => (route.kind(), LogClass::Other),
    }
}

/// `/logs` takes more than logs: what has a buffer of its own goes there.
fn classify_log(word: &str) -> (Kind, LogClass) {
    match LogKind::of(word) {
        Some(LogKind::Console) => (Kind::Log, LogClass::Console),
        Some(LogKind::Exception) => (Kind::Log, LogClass::Exception),
        Some(LogKind::Network) => (Kind::Log, LogClass::Network),
        Some(LogKind::Violation) => (Kind::Log, LogClass::Violation),
        Some(LogKind::LongTask) => (Kind::Log, LogClass::LongTask),
        Some(other) => (other.kind(), LogClass::Other),
        None => classify_foreign_word(word),
    }
}

/// Words of other senders, and of what usually comes on a route of its own.
fn classify_foreign_word(word: &str) -> (Kind, LogClass) {
    match word {
        "unhandledrejection" => (Kind::Log, LogClass::Exception),
        "action" | "GASOLINE_ENHANCED_ACTION" => (Kind::Action, LogClass::Other),
        "performance" | "vitals" | "GASOLINE_WEB_VITALS" => (Kind::Performance, LogClass::Other),
        _ => (Kind::Log, LogClass::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_and_vitals_on_logs_reach_their_own_buffers() {
        let kind = |word| classify(Route::Logs, Some(word)).0;
        assert_eq!(kind("GASOLINE_ENHANCED_ACTION"), Kind::Action);
        assert_eq!(kind("GASOLINE_WEB_VITALS"), Kind::Performance);
        assert_eq!(kind("app.js:42"), Kind::Log);
        assert_eq!(classify(Route::Logs, None), (Kind::Log, LogClass::Other));
    }
}
