//! Capture files on disk: one, several, or a folder of them.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gasoline_core::capture_file::FILE_ENDING;

/// Larger files are none that we wrote: a full server saves some 10 MB.
pub(crate) const LARGEST_FILE: u64 = 256 * 1024 * 1024;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("`{}` is larger than {} MB, which no capture is", path.display(), LARGEST_FILE >> 20)]
    TooLarge { path: PathBuf },
    #[error("the folder `{}` holds no .{FILE_ENDING} file", path.display())]
    EmptyFolder { path: PathBuf },
}

/// The whole file, if it is one of a size that can be a capture.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let failed = |source| FileError::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    let mut content = Vec::new();
    // Not by its metadata: a pipe has no length.
    file.take(LARGEST_FILE + 1).read_to_end(&mut content).map_err(failed)?;
    if content.len() as u64 > LARGEST_FILE {
        return Err(FileError::TooLarge { path: path.to_owned() });
    }
    Ok(content)
}

/// The files that are meant, each once: those named, and those in the folders named, sorted.
pub(crate) fn expanded(paths: &[PathBuf]) -> Result<Vec<PathBuf>, FileError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(in_folder(path)?);
        } else {
            files.push(path.clone());
        }
    }
    // The same run twice would count twice.
    let mut known = BTreeSet::new();
    files.retain(|file| known.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    Ok(files)
}

fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let failed = |source| FileError::Unreadable { path: folder.to_owned(), source };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == FILE_ENDING) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() { Err(FileError::EmptyFolder { path: folder.to_owned() }) } else { Ok(files) }
}
