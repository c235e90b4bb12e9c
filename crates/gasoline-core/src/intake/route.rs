//! Which buffer an entry belongs to, by the endpoint it came to and what it says it is.

use gasoline_wire::Level;

use crate::redact::EntryPolicy;

/// The buffers. Each has its own bounds, so one kind cannot evict another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Console calls, exceptions, failed requests and whatever other senders log.
    Log,
    /// WebSocket lifecycle and messages.
    WebSocket,
    /// Requests with bodies.
    NetworkBody,
    /// User actions.
    Action,
    /// Performance snapshots.
    Performance,
    /// DOM snapshots.
    DomSnapshot,
    /// Loaded resources.
    Resource,
    /// Documents.
    Document,
    /// Storage writes.
    Storage,
}

impl Kind {
    /// Every kind, in the order of the enum.
    pub const ALL: [Self; 9] = [
        Self::Log,
        Self::WebSocket,
        Self::NetworkBody,
        Self::Action,
        Self::Performance,
        Self::DomSnapshot,
        Self::Resource,
        Self::Document,
        Self::Storage,
    ];

    /// Position in [`Self::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What kind of log a log entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogClass {
    /// A console call.
    Console,
    /// An uncaught error or unhandled rejection.
    Exception,
    /// A failed request.
    Network,
    /// Anything else.
    Other,
}

impl LogClass {
    /// Severity of an entry that states none.
    pub(super) fn default_level(self, status: Option<u16>) -> Level {
        match self {
            Self::Exception => Level::Error,
            Self::Network if status.is_some_and(|status| (400..500).contains(&status)) => {
                Level::Warn
            }
            Self::Network => Level::Error,
            Self::Console | Self::Other => Level::Log,
        }
    }
}

/// The ingest endpoints that take batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// `/logs`.
    Logs,
}

impl Endpoint {
    /// The array an endpoint expects.
    pub fn field(self) -> &'static str {
        match self {
            Self::Logs => "entries",
        }
    }

    /// How an entry is redacted, decided before it is read: a storage write is recognised by its text.
    pub(super) fn policy(self, json: &str) -> EntryPolicy {
        let mentions_storage = memchr::memmem::find(json.as_bytes(), b"\"storage\"").is_some();
        if mentions_storage && self.is_storage_write(json) {
            EntryPolicy::StorageWrite
        } else {
            EntryPolicy::Ordinary
        }
    }

    fn is_storage_write(self, json: &str) -> bool {
        let header = gasoline_wire::EntryHeader::read_text(json);
        header.is_ok_and(|header| self.route(header.kind.as_deref()).0 == Kind::Storage)
    }

    /// Buffer and log class of an entry that says it is `kind`.
    ///
    /// `kind` may be the sender's `source`, which for console calls is a file name: what is not a known word is an
    /// ordinary log entry.
    pub(super) fn route(self, kind: Option<&str>) -> (Kind, LogClass) {
        match (self, kind.unwrap_or_default()) {
            (Self::Logs, "console") => (Kind::Log, LogClass::Console),
            (Self::Logs, "exception" | "unhandledrejection") => (Kind::Log, LogClass::Exception),
            (Self::Logs, "network") => (Kind::Log, LogClass::Network),
            (Self::Logs, "action" | "GASOLINE_ENHANCED_ACTION") => (Kind::Action, LogClass::Other),
            (Self::Logs, "performance" | "vitals" | "GASOLINE_WEB_VITALS") => {
                (Kind::Performance, LogClass::Other)
            }
            (Self::Logs, "resource") => (Kind::Resource, LogClass::Other),
            (Self::Logs, "document") => (Kind::Document, LogClass::Other),
            (Self::Logs, "storage") => (Kind::Storage, LogClass::Other),
            (Self::Logs, _) => (Kind::Log, LogClass::Other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_follow_the_list() {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), index);
        }
    }

    #[test]
    fn actions_and_vitals_on_logs_reach_their_own_buffers() {
        let kind = |word| Endpoint::Logs.route(Some(word)).0;
        assert_eq!(kind("GASOLINE_ENHANCED_ACTION"), Kind::Action);
        assert_eq!(kind("GASOLINE_WEB_VITALS"), Kind::Performance);
        assert_eq!(kind("app.js:42"), Kind::Log);
        assert_eq!(Endpoint::Logs.route(None), (Kind::Log, LogClass::Other));
    }
}
