//! What was made of captured data and is kept for whoever asks again.

use super::generated_files::GeneratedFiles;
use super::snapshots::Snapshots;

/// What was made of captured data and is kept for whoever asks again.
#[derive(Debug, Default)]
pub(super) struct Derived {
    pub(super) snapshots: Snapshots,
    pub(super) generated_files: GeneratedFiles,
}
