//! What kinds of entries there are, and what entries on `/logs` call themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::listed::listed;

listed! {
    /// A kind of entry. The server keeps each in a buffer with bounds of its own, so that none can evict another.
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
        /// What is known of a picture; the picture itself is kept elsewhere.
        Screenshot,
        /// Loaded resources.
        Resource,
        /// Documents.
        Document,
        /// Storage writes.
        Storage,
    }
}

impl Kind {
    /// Position in [`Self::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name of its buffer: an array of `/snapshot`, where the arrays stand in the order of [`Self::ALL`].
    #[inline]
    pub const fn buffer(self) -> &'static str {
        match self {
            Self::Log => "logs",
            Self::WebSocket => "websocket_events",
            Self::NetworkBody => "network_bodies",
            Self::Action => "enhanced_actions",
            Self::Performance => "performance_snapshots",
            Self::DomSnapshot => "dom_snapshots",
            Self::Screenshot => "screenshots",
            Self::Resource => "resources",
            Self::Document => "documents",
            Self::Storage => "storage_writes",
        }
    }

    /// The kind whose buffer has this name.
    pub fn of_buffer(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.buffer() == name)
    }
}

listed! {
    /// The values of `type` our own capture writes on `/logs`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum LogKind {
        /// A console call.
        Console,
        /// An uncaught error or unhandled rejection.
        Exception,
        /// A failed request.
        Network,
        /// Something that a policy of the page does not allow.
        Violation,
        /// A task that blocked the page for long.
        LongTask,
        /// A loaded resource.
        Resource,
        /// The document itself.
        Document,
        /// A write to web storage or cookies.
        Storage,
    }
}

impl LogKind {
    /// What an entry that calls itself `word` is.
    #[inline]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The word in `type`.
    #[inline]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Console => "console",
            Self::Exception => "exception",
            Self::Network => "network",
            Self::Violation => "violation",
            Self::LongTask => "longtask",
            Self::Resource => "resource",
            Self::Document => "document",
            Self::Storage => "storage",
        }
    }

    /// Which kind such an entry is.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Console | Self::Exception | Self::Network | Self::Violation | Self::LongTask => Kind::Log,
            Self::Resource => Kind::Resource,
            Self::Document => Kind::Document,
            Self::Storage => Kind::Storage,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn indices_follow_the_list_and_every_buffer_has_a_name_of_its_own() {
        let indices: Vec<_> = Kind::ALL.into_iter().map(Kind::index).collect();
        assert_eq!(indices, (0..Kind::ALL.len()).collect::<Vec<_>>());
        let names: BTreeSet<_> = Kind::ALL.into_iter().map(Kind::buffer).collect();
        assert_eq!(names.len(), Kind::ALL.len());
    }

    #[test]
    fn every_word_on_logs_is_written_as_it_is_read() {
        for kind in LogKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
            assert_eq!(LogKind::of(kind.word()), Some(kind));
        }
        assert_eq!(LogKind::of("app.js:42"), None);
    }
}
