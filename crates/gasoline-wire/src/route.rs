//! Where captured data is posted: every fact about the ingest routes, for the server and for all senders.

use crate::Kind;
use crate::listed::listed;

listed! {
    /// An ingest route of the server.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Route {
        /// Logs, and whatever else says what it is in `type`.
        Logs,
        /// WebSocket lifecycle and messages.
        WebSocketEvents,
        /// Requests with bodies.
        NetworkBodies,
        /// User actions.
        EnhancedActions,
        /// DOM snapshots.
        DomSnapshots,
        /// One performance snapshot.
        PerformanceSnapshot,
        /// One picture.
        Screenshots,
    }
}

/// How a body holds its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    /// In an array with this name.
    Batch(&'static str),
    /// It is the one entry itself; a refusal calls it by this name.
    One(&'static str),
}

/// Who may post, besides the extension and local programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Senders {
    /// The developer's own pages too.
    Pages,
    /// Nobody else.
    NoPages,
}

impl Route {
    /// One row for each route: path, body, kind of its entries, senders.
    #[inline]
    const fn row(self) -> (&'static str, Body, Kind, Senders) {
        use Body::{Batch, One};
        use Senders::{NoPages, Pages};
        match self {
            Self::Logs => ("/logs", Batch("entries"), Kind::Log, Pages),
            Self::WebSocketEvents => ("/websocket-events", Batch("events"), Kind::WebSocket, Pages),
            Self::NetworkBodies => ("/network-bodies", Batch("bodies"), Kind::NetworkBody, Pages),
            Self::EnhancedActions => ("/enhanced-actions", Batch("actions"), Kind::Action, Pages),
            Self::DomSnapshots => ("/dom-snapshots", Batch("snapshots"), Kind::DomSnapshot, Pages),
            Self::PerformanceSnapshot => ("/performance-snapshot", One("snapshot"), Kind::Performance, Pages),
            // A page that could plant pictures could show an agent what the developer never saw.
            Self::Screenshots => ("/screenshots", One("screenshot"), Kind::Screenshot, NoPages),
        }
    }

    /// The route with this path.
    pub fn of(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|route| route.path() == path)
    }

    /// Where entries of this kind are posted: to the route that takes nothing else, or to `/logs`, where they say what
    /// they are.
    pub fn for_kind(kind: Kind) -> Self {
        Self::ALL.into_iter().find(|route| route.kind() == kind).unwrap_or(Self::Logs)
    }

    /// Its path.
    #[inline]
    pub const fn path(self) -> &'static str {
        self.row().0
    }

    /// The array that holds the entries of a body, or what a body that is one entry is called in a refusal.
    #[inline]
    pub const fn field(self) -> &'static str {
        match self.row().1 {
            Body::Batch(field) | Body::One(field) => field,
        }
    }

    /// Whether a body is one entry by itself rather than a batch.
    #[inline]
    pub const fn takes_one(self) -> bool {
        matches!(self.row().1, Body::One(_))
    }

    /// What its entries are, unless they say something else: see [`crate::LogKind`].
    #[inline]
    pub const fn kind(self) -> Kind {
        self.row().2
    }

    /// Whether the developer's own pages may post here, and not only the extension and local programs.
    #[inline]
    pub const fn is_open_to_pages(self) -> bool {
        matches!(self.row().3, Senders::Pages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_found_by_its_path() {
        for route in Route::ALL {
            assert_eq!(Route::of(route.path()), Some(route));
        }
        assert_eq!(Route::of("/clear"), None);
    }
}
