//! Freezes what was captured of a failed test into a small compressed document.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use gasoline_wire::Timestamp;

use crate::render::snapshot;
use crate::store::View;

/// Uncompressed bytes tried first: JSON of captured traffic compresses about eightfold, so this usually fits at once.
const FIRST_BUDGET: usize = 1024 * 1024;

/// Below this budget there is nothing left worth freezing.
const SMALLEST_BUDGET: usize = 4 * 1024;

/// The `/snapshot` document of a view, gzip, at most `most_bytes`. Errors and failed requests are kept before anything
/// else, then the newest entries. `None` only if not even a few entries fit.
pub fn freeze(view: &View, ended_at: Timestamp, test_id: &str, most_bytes: usize) -> Option<Vec<u8>> {
    let mut budget = FIRST_BUDGET;
    while budget >= SMALLEST_BUDGET {
        let compressed = compress(snapshot::document(view.most_telling(budget), ended_at, Some(test_id)))?;
        if compressed.len() <= most_bytes {
            return Some(compressed);
        }
        budget /= 2;
    }
    None
}

fn compress(document: impl Iterator<Item = Vec<u8>>) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    for piece in document {
        encoder.write_all(&piece).ok()?;
    }
    encoder.finish().ok()
}
