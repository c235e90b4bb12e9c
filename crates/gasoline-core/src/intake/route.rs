//! Which buffer an entry belongs to, by the endpoint it came to and what it says it is.

use gasoline_wire::{EntryHeader, Level};

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
    /// What is known of a picture; the picture itself is kept elsewhere.
    Screenshot,
}

impl Kind {
    /// Every kind, in the order of the enum.
    pub const ALL: [Self; 10] = [
        Self::Log,
        Self::WebSocket,
        Self::NetworkBody,
        Self::Action,
        Self::Performance,
        Self::DomSnapshot,
        Self::Resource,
        Self::Document,
        Self::Storage,
        Self::Screenshot,
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
            Self::Network if status.is_some_and(|status| (400..500).contains(&status)) => Level::Warn,
            Self::Network => Level::Error,
            Self::Console | Self::Other => Level::Log,
        }
    }
}

/// The ingest endpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// `/logs`.
    Logs,
    /// `/websocket-events`.
    WebSocketEvents,
    /// `/network-bodies`.
    NetworkBodies,
    /// `/enhanced-actions`.
    EnhancedActions,
    /// `/dom-snapshots`.
    DomSnapshots,
    /// `/performance-snapshot`, which takes one object instead of a batch.
    PerformanceSnapshot,
    /// `/screenshots`: what is kept of one capture beside its pixels.
    Screenshots,
}

impl Endpoint {
    /// The array an endpoint expects, or what its one object is called in a refusal.
    pub fn field(self) -> &'static str {
        match self {
            Self::Logs => "entries",
            Self::WebSocketEvents => "events",
            Self::NetworkBodies => "bodies",
            Self::EnhancedActions => "actions",
            Self::DomSnapshots => "snapshots",
            Self::PerformanceSnapshot => "snapshot",
            Self::Screenshots => "screenshot",
        }
    }

    /// Whether a body is one entry by itself rather than a batch.
    pub(super) fn takes_one(self) -> bool {
        matches!(self, Self::PerformanceSnapshot | Self::Screenshots)
    }

    /// How an entry is redacted.
    pub(super) fn policy(self, header: &EntryHeader<'_>) -> EntryPolicy {
        match self.route(header.kind.as_deref()).0 {
            Kind::Storage => EntryPolicy::StorageWrite,
            _ => EntryPolicy::Ordinary,
        }
    }

    /// Buffer and log class of an entry that says it is `kind`.
    ///
    /// `kind` may be the sender's `source`, which for console calls is a file name: what is not a known word is an
    /// ordinary log entry.
    pub(super) fn route(self, kind: Option<&str>) -> (Kind, LogClass) {
        let kind = match self {
            Self::Logs => return route_log(kind.unwrap_or_default()),
            Self::WebSocketEvents => Kind::WebSocket,
            Self::NetworkBodies => Kind::NetworkBody,
            Self::EnhancedActions => Kind::Action,
            Self::DomSnapshots => Kind::DomSnapshot,
            Self::PerformanceSnapshot => Kind::Performance,
            Self::Screenshots => Kind::Screenshot,
        };
        (kind, LogClass::Other)
    }
}

/// `/logs` takes more than logs: what has a buffer of its own goes there.
fn route_log(kind: &str) -> (Kind, LogClass) {
    match kind {
        "console" => (Kind::Log, LogClass::Console),
        "exception" | "unhandledrejection" => (Kind::Log, LogClass::Exception),
        "network" => (Kind::Log, LogClass::Network),
        "action" | "GASOLINE_ENHANCED_ACTION" => (Kind::Action, LogClass::Other),
        "performance" | "vitals" | "GASOLINE_WEB_VITALS" => (Kind::Performance, LogClass::Other),
        "resource" => (Kind::Resource, LogClass::Other),
        "document" => (Kind::Document, LogClass::Other),
        "storage" => (Kind::Storage, LogClass::Other),
        _ => (Kind::Log, LogClass::Other),
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
