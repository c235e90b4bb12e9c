//! Which log entries are asked for.

use gasoline_wire::Level;

use crate::store::Entry;

/// A choice among log entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Errors and exceptions.
    Errors,
    /// Every entry, or only those of one level.
    Level(Option<Level>),
}

impl Selection {
    /// Whether an entry is asked for.
    pub fn includes(self, entry: &Entry) -> bool {
        match self {
            Self::Errors => entry.is_error(),
            Self::Level(level) => level.is_none_or(|level| entry.level == level),
        }
    }
}
