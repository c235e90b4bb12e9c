//! The captures a command is about: what a running server holds, or files.

use std::path::Path;

use gasoline_core::capture_file::{self, Capture, ReadLimits};
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_server::ids::{Ids, SystemIds};

use super::report::{self, ReportError};
use crate::saved_files;
use crate::settings::ReportSource;

/// Calls `take` with each capture, one after the other: a hundred files cost no more memory than the largest.
pub(super) async fn each(
    source: &ReportSource,
    sensitive_names: &[String],
    mut take: impl FnMut(Capture),
) -> Result<(), ReportError> {
    let redactor = Redactor::with_names(FingerprintKey::new(SystemIds.bytes()), sensitive_names);
    match source {
        ReportSource::Server { port } => {
            let file = report::download(*port).await?;
            take(read(&file, Path::new(&format!("port {port}")), &redactor)?);
        }
        ReportSource::Files(paths) => {
            for path in saved_files::expanded(paths)? {
                take(read(&saved_files::read(&path)?, &path, &redactor)?);
            }
        }
    }
    Ok(())
}

/// One file.
pub(super) fn open(path: &Path, sensitive_names: &[String]) -> Result<Capture, ReportError> {
    let redactor = Redactor::with_names(FingerprintKey::new(SystemIds.bytes()), sensitive_names);
    read(&saved_files::read(path)?, path, &redactor)
}

fn read(file: &[u8], path: &Path, redactor: &Redactor) -> Result<Capture, ReportError> {
    capture_file::read(file, redactor, &ReadLimits::default())
        .map_err(|source| ReportError::Content { path: path.to_owned(), source })
}
