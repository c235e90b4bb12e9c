//! What was made of captured data and is kept for the next caller.

use super::generated_files::GeneratedFiles;
use super::snapshots::Snapshots;

/// What was made of captured data and is kept for the next caller.
#[derive(Debug, Default)]
pub(super) struct Derived {
    pub(super) snapshots: Snapshots,
    pub(super) generated_files: GeneratedFiles,
}
