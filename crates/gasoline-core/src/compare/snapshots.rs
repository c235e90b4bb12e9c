//! Named snapshots: at most ten, each for two hours; the one used longest ago makes room.

use gasoline_wire::Timestamp;
use thiserror::Error;

use super::name::{self, NameError};
use super::snapshot::Snapshot;

/// What stands for the state as it is now.
pub const CURRENT: &str = "current";
/// Snapshots at one time.
const MOST: usize = 10;
/// How long one lives.
const LIVES_MILLISECONDS: i64 = 2 * 60 * 60 * 1_000;
/// Characters of a name.
const LONGEST_NAME: usize = 50;

/// Why a snapshot cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SnapshotError {
    /// The name cannot be used.
    #[error("name: {0}")]
    Name(#[from] NameError),
    /// There is none of that name.
    #[error(
        "there is no snapshot `{name}`; {known}. Snapshots live for two hours, and the one used longest ago makes room for an eleventh"
    )]
    Unknown {
        /// The name asked for.
        name: String,
        /// Those there are.
        known: String,
    },
    /// Both are the same.
    #[error("`{0}` would be compared with itself: capture another snapshot, or compare with `current`")]
    Same(String),
}

/// A snapshot with its name.
#[derive(Clone, Debug)]
pub struct NamedSnapshot {
    /// Its name.
    pub name: String,
    /// The state.
    pub snapshot: Snapshot,
}

/// Named snapshots, the one used longest ago first.
#[derive(Debug, Default)]
pub struct Snapshots(Vec<NamedSnapshot>);

impl Snapshots {
    /// Checks a name that a snapshot is to have.
    pub fn check_name(name: &str) -> Result<String, SnapshotError> {
        let name = name::checked(name, LONGEST_NAME)?;
        if name.eq_ignore_ascii_case(CURRENT) {
            return Err(NameError::Reserved(CURRENT).into());
        }
        Ok(name)
    }

    /// Keeps a snapshot under a name, in place of an earlier one. Gives the name of the one that made room.
    pub fn keep(&mut self, name: &str, snapshot: Snapshot) -> Result<Option<String>, SnapshotError> {
        let name = Self::check_name(name)?;
        self.expire(snapshot.captured_at);
        self.0.retain(|known| known.name != name);
        let evicted = if self.0.len() >= MOST { Some(self.0.remove(0).name) } else { None };
        self.0.push(NamedSnapshot { name, snapshot });
        Ok(evicted)
    }

    /// One of them, which counts as using it.
    pub fn get(&mut self, name: &str, now: Timestamp) -> Result<&Snapshot, SnapshotError> {
        let at = self.find(name, now)?;
        let found = self.0.remove(at);
        self.0.push(found);
        self.0.last().map(|found| &found.snapshot).ok_or_else(|| self.unknown(name))
    }

    /// Drops one.
    pub fn delete(&mut self, name: &str, now: Timestamp) -> Result<String, SnapshotError> {
        let at = self.find(name, now)?;
        Ok(self.0.remove(at).name)
    }

    /// All of them, oldest first.
    pub fn all(&mut self, now: Timestamp) -> Vec<&NamedSnapshot> {
        self.expire(now);
        let mut all: Vec<&NamedSnapshot> = self.0.iter().collect();
        all.sort_by_key(|known| known.snapshot.captured_at);
        all
    }

    fn find(&mut self, name: &str, now: Timestamp) -> Result<usize, SnapshotError> {
        self.expire(now);
        let wanted = name.trim();
        self.0.iter().position(|known| known.name == wanted).ok_or_else(|| self.unknown(wanted))
    }

    fn unknown(&self, name: &str) -> SnapshotError {
        let known = match self.0.len() {
            0 => "none was captured yet".to_owned(),
            _ => {
                let names: Vec<&str> = self.0.iter().map(|known| known.name.as_str()).collect();
                format!("there are: {}", names.join(", "))
            }
        };
        SnapshotError::Unknown { name: name.chars().take(LONGEST_NAME).collect(), known }
    }

    fn expire(&mut self, now: Timestamp) {
        let age =
            |known: &NamedSnapshot| now.as_milliseconds() - known.snapshot.captured_at.as_milliseconds();
        self.0.retain(|known| age(known) < LIVES_MILLISECONDS);
    }
}
