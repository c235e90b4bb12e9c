//! What a running server says about itself, and whether this program can work with it.

use std::fmt;

use gasoline_server::VERSION;
use gasoline_wire::WIRE_VERSION;
use serde::Deserialize;

/// A server without client that stayed quiet this long is nobody's any more.
const IDLE_SECONDS: i64 = 3;

/// The part of `/health` that other processes decide by.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Health {
    pub(crate) version: String,
    pub(crate) pid: u32,
    pub(crate) wire: u32,
    /// Absent in versions that count differently; then nobody may conclude that there are none.
    clients: Option<u64>,
    idle_s: Option<i64>,
}

/// How a running server relates to this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// As good as our own.
    Equal,
    /// Usable; some of what this program could do is missing.
    Older,
    /// Speaks an older wire version to the browser, and nobody uses it.
    Replaceable,
    /// Speaks an older wire version to the browser, and somebody uses it.
    Outdated,
    /// Speaks a newer wire version: this program is the one to update.
    Newer,
}

impl Health {
    /// Compares with this program.
    pub(crate) fn relation(&self) -> Relation {
        if self.wire > WIRE_VERSION {
            Relation::Newer
        } else if self.wire < WIRE_VERSION {
            if self.is_idle() { Relation::Replaceable } else { Relation::Outdated }
        } else if release(&self.version) < release(VERSION) {
            Relation::Older
        } else {
            Relation::Equal
        }
    }

    fn is_idle(&self) -> bool {
        self.clients == Some(0) && self.idle_s.is_some_and(|seconds| seconds >= IDLE_SECONDS)
    }
}

/// For messages: `gasoline 0.1.0 (pid 4711)`.
impl fmt::Display for Health {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "gasoline {} (pid {})", self.version, self.pid)
    }
}

/// `1.20.3` as numbers, so that 1.20 comes after 1.9. What is no number counts as the oldest.
fn release(version: &str) -> Vec<u64> {
    let numbers = version.split(['-', '+']).next().unwrap_or_default();
    numbers.split('.').map(|number| number.parse().unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn health(version: &str, wire: u32, clients: u64, idle_s: i64) -> Health {
        Health { version: version.into(), pid: 1, wire, clients: Some(clients), idle_s: Some(idle_s) }
    }

    #[test]
    fn the_same_wire_is_usable_whatever_the_version() {
        assert_eq!(health(VERSION, WIRE_VERSION, 5, 0).relation(), Relation::Equal);
        assert_eq!(health("0.0.9", WIRE_VERSION, 5, 0).relation(), Relation::Older);
        assert_eq!(health("99.0.0", WIRE_VERSION, 5, 0).relation(), Relation::Equal);
    }

    #[test]
    fn an_older_wire_is_replaced_only_when_nobody_uses_it() {
        let wire = WIRE_VERSION - 1;
        assert_eq!(health("0.0.9", wire, 0, 60).relation(), Relation::Replaceable);
        assert_eq!(health("0.0.9", wire, 1, 60).relation(), Relation::Outdated);
        assert_eq!(health("0.0.9", wire, 0, 0).relation(), Relation::Outdated);
    }

    #[test]
    fn a_newer_wire_is_never_replaced() {
        let wire = WIRE_VERSION + 1;
        assert_eq!(health("99.0.0", wire, 0, 60).relation(), Relation::Newer);
    }

    #[test]
    fn releases_compare_by_number() {
        assert!(release("0.9.0") < release("0.10.0"));
        assert_eq!(release("1.2.3-beta.1"), [1, 2, 3]);
    }
}
