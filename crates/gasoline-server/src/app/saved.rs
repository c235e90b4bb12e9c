//! A saved capture, opened again: it can be read like a running server, and nothing can change it.

use std::sync::Arc;

use gasoline_core::boundary::{Boundaries, BoundaryLimits};
use gasoline_core::capture_file::{self, Damages, Maker, Manifest, Picture, ReadError, ReadLimits};
use gasoline_core::intake::Kind;
use gasoline_core::learned::Learned;
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::store::{Store, StoreLimits};
use gasoline_wire::Timestamp;

use super::App;
use super::captured::Captured;
use super::pictures::Pictures;
use crate::ServerOptions;
use crate::clock::FixedClock;
use crate::ids::Ids;

/// What was read from a capture file.
#[derive(Debug)]
pub struct SavedCapture {
    /// When the file was saved. Ages, windows and deadlines are judged as of then.
    pub saved_at: Timestamp,
    /// The key that `store` was made with.
    pub key: FingerprintKey,
    /// The entries.
    pub store: Store,
    /// Records of tests.
    pub tests: Boundaries,
    /// What was learned from entries, those included that were no longer kept when the file was saved.
    pub learned: Learned,
    /// The pictures.
    pub pictures: Vec<Picture>,
    /// Who saved it, as far as that can be read.
    pub made_by: Maker,
    /// What is wrong with the file.
    pub damages: Damages,
}

impl SavedCapture {
    /// Reads a capture file, or as much as is left of it.
    pub fn read(file: &[u8], ids: &dyn Ids) -> Result<Self, ReadError> {
        let key = FingerprintKey::new(ids.bytes());
        let capture = capture_file::read(file, &Redactor::new(key), &ReadLimits::default())?;
        let entries = capture.entries.len();
        let limits = StoreLimits { log_entries: entries, ..StoreLimits::default() };
        Ok(Self {
            saved_at: capture.saved_at,
            key,
            store: capture.store(limits, key),
            tests: Boundaries::restored(BoundaryLimits::default(), capture.tests),
            learned: capture.learned,
            pictures: capture.pictures,
            made_by: capture.manifest.map(|manifest: Manifest| manifest.made_by).unwrap_or_default(),
            damages: capture.damages,
        })
    }

    /// When it was saved, by whom, and how much there is.
    pub fn summary(&self) -> String {
        let entries: usize = Kind::ALL.iter().map(|&kind| self.store.count(kind)).sum();
        let Maker { gasoline, commit, branch, run, shard, attempt } = &self.made_by;
        let by = if gasoline.is_empty() { String::new() } else { format!(" by gasoline {gasoline}") };
        let words =
            [("commit", commit), ("branch", branch), ("run", run), ("shard", shard), ("attempt", attempt)];
        let told = words.iter().filter_map(|(name, word)| Some(format!(", {name} {}", word.as_ref()?)));
        let told: String = told.collect();
        let (tests, pictures) = (self.tests.ended().count(), self.pictures.len());
        format!("saved {}{by}{told}; entries: {entries}, tests: {tests}, pictures: {pictures}", self.saved_at)
    }
}

/// Whether a state still grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Browsers send to it.
    Live,
    /// It was read from a file, of which this was damaged.
    Saved(Damages),
}

/// A change or a question to an open page was asked of a saved capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is a saved capture: it can be read, but nothing can be added or removed and no page can be asked; run \
     `gasoline` to capture a browser"
)]
pub struct SavedCaptureError;

impl App {
    /// A state that holds a saved capture. Its clock stands at the time of saving.
    pub fn saved(options: &ServerOptions, saved: SavedCapture, ids: &dyn Ids) -> Self {
        let SavedCapture { saved_at, key, store, tests, learned, pictures, made_by, damages } = saved;
        let mut app = Self::with_key(options, Arc::new(FixedClock(saved_at)), ids, key);
        app.run.origin = Origin::Saved(damages);
        app.run.made_by = made_by;
        let pictures = Pictures::restored(pictures).into();
        app.captured = Captured { store: store.into(), learned: learned.into(), pictures };
        app.tests.boundaries = tests.into();
        app
    }

    /// Whether this is a saved capture.
    pub fn is_saved(&self) -> bool {
        matches!(self.run.origin, Origin::Saved(_))
    }

    /// What is missing because the file was damaged, in a sentence.
    pub fn damage(&self) -> Option<String> {
        match &self.run.origin {
            Origin::Live => None,
            Origin::Saved(damages) => damages.sentence(),
        }
    }

    /// Refuses what a saved capture cannot do. Routes that change something and tools that remove something or ask a
    /// page are refused centrally; this is for everything else.
    pub fn check_live(&self) -> Result<(), SavedCaptureError> {
        if self.is_saved() { Err(SavedCaptureError) } else { Ok(()) }
    }
}
