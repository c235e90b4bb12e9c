//! The last `/snapshot`, kept while nothing changes.
//!
//! A client that polls (a dashboard, a fixture that waits for quiet, an agent between two edits) mostly reads what it read
//! before: then the pieces go out as they are, and the entries are not touched.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use gasoline_core::intake::Kind;
use gasoline_core::render::snapshot::SnapshotEntries;
use gasoline_core::store::Scope;
use gasoline_wire::Timestamp;

use super::clearing::{Clear, Clearing};
use super::{App, unpoisoned};

/// Documents up to this size are kept. A thousand log entries are a third of it; larger ones would be felt in memory.
const LARGEST_KEPT: usize = 1024 * 1024;

/// What a snapshot depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    revision: u64,
    scope: Scope,
    since: Option<Timestamp>,
}

/// The part of the `/snapshot` document that follows its opening.
#[derive(Debug)]
pub enum SnapshotPieces {
    /// As it was written for an earlier reader.
    Kept(Arc<[Bytes]>),
    /// Written while it is read.
    Fresh(Box<Rendering>),
}

/// The last snapshot, if it was small.
#[derive(Debug, Default)]
pub(super) struct Snapshots(Mutex<Option<(Key, Arc<[Bytes]>)>>);

impl Snapshots {
    fn find(&self, key: &Key) -> Option<Arc<[Bytes]>> {
        let kept = unpoisoned(&self.0);
        kept.as_ref().filter(|(of, _)| of == key).map(|(_, pieces)| Arc::clone(pieces))
    }

    fn keep(&self, key: Key, pieces: Vec<Bytes>) {
        *unpoisoned(&self.0) = Some((key, pieces.into()));
    }
}

impl Clear for Snapshots {
    /// Holds entries of every kind: what was cleared must not stay in memory.
    fn clear(&self, _clearing: &Clearing<'_>) {
        *unpoisoned(&self.0) = None;
    }
}

impl App {
    /// Everything captured in `scope`, as `/snapshot` tells it.
    pub fn snapshot(self: &Arc<Self>, scope: &Scope, since: Option<Timestamp>) -> SnapshotPieces {
        let store = self.lock();
        let key = Key { revision: store.revision(), scope: scope.clone(), since };
        if let Some(pieces) = self.derived.snapshots.find(&key) {
            return SnapshotPieces::Kept(pieces);
        }
        let mut view = store.view(scope, &Kind::ALL);
        drop(store);
        if let Some(since) = since {
            view.keep_since(since);
        }
        let entries = SnapshotEntries::new(view);
        let record = Some((key, Vec::new()));
        SnapshotPieces::Fresh(Box::new(Rendering { app: Arc::clone(self), entries, record, bytes: 0 }))
    }
}

/// Writes a snapshot and remembers it if it is small.
#[derive(Debug)]
pub struct Rendering {
    app: Arc<App>,
    entries: SnapshotEntries,
    /// What was written so far, as long as it is worth keeping.
    record: Option<(Key, Vec<Bytes>)>,
    bytes: usize,
}

impl Iterator for Rendering {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let Some(piece) = self.entries.next().map(Bytes::from) else {
            if let Some((key, pieces)) = self.record.take() {
                self.app.derived.snapshots.keep(key, pieces);
            }
            return None;
        };
        self.bytes += piece.len();
        if self.bytes > LARGEST_KEPT {
            self.record = None;
        }
        if let Some((_, pieces)) = &mut self.record {
            pieces.push(piece.clone());
        }
        Some(piece)
    }
}
