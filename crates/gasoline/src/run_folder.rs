//! Where a server that belongs to a test run keeps the records of its tests, so that `gasoline report` finds them after its end.
//!
//! One folder for each port: the next run on that port takes its place.

use std::fs;
use std::path::{Path, PathBuf};

use gasoline_core::capture_file::FILE_ENDING;
use gasoline_server::platform::Directories;

/// The folder of the runs on a port; none without a home.
pub(crate) fn of(port: u16) -> Option<PathBuf> {
    let folders = Directories::from_environment().ok()?;
    Some(folders.state.join("runs").join(port.to_string()))
}

/// Whether a run on this port left records.
pub(crate) fn has_records(port: u16) -> bool {
    of(port).is_some_and(|folder| !records(&folder).is_empty())
}

/// Removes the records of the run before. Nothing else is in the folder, and what is stays.
pub(crate) fn empty(folder: Option<&Path>) {
    for record in folder.map(records).unwrap_or_default() {
        fs::remove_file(record).ok();
    }
}

fn records(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == FILE_ENDING))
        .collect()
}
