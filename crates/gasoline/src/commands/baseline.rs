//! Findings that are known, by their fingerprints: a file that a team keeps in its repository.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

/// The version of the file's form.
const VERSION: u32 = 1;

/// What is known.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Baseline {
    version: u32,
    fingerprints: BTreeSet<String>,
}

impl Baseline {
    pub(super) fn of(fingerprints: impl Iterator<Item = String>) -> Self {
        Self { version: VERSION, fingerprints: fingerprints.collect() }
    }

    pub(super) fn read(path: &Path) -> io::Result<Self> {
        let baseline: Self = serde_json::from_slice(&fs::read(path)?)?;
        if baseline.version == VERSION {
            Ok(baseline)
        } else {
            Err(io::Error::other(format!(
                "it has version {}, this program reads {VERSION}",
                baseline.version
            )))
        }
    }

    /// One fingerprint a line, sorted, so that changes are readable.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        fs::write(path, format!("{text}\n"))
    }

    pub(super) fn knows(&self, fingerprint: &str) -> bool {
        self.fingerprints.contains(fingerprint)
    }
}
