//! Writes a file so that a reader sees the old content or the new, never a part.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::private_files::create_private_file;

/// Replaces `path` by `content`. The folder must exist.
///
/// The content goes to a new file in the same folder, because only a rename within one file system is atomic, and
/// is on disk before the rename, because after a crash some file systems keep the name and lose the data.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    replace(path, content, |path| File::create_new(path))
}

/// The same for a file that only the user who runs this program may read.
pub fn replace_private_file(path: &Path, content: &[u8]) -> io::Result<()> {
    replace(path, content, create_private_file)
}

fn replace(path: &Path, content: &[u8], create: fn(&Path) -> io::Result<File>) -> io::Result<()> {
    let temporary = temporary_beside(path)?;
    let written = write_durably(&temporary, content, create).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one worth reporting; a leftover has a name that is never read.
        fs::remove_file(&temporary).ok();
    }
    written
}

fn write_durably(path: &Path, content: &[u8], create: fn(&Path) -> io::Result<File>) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// A name no other writer uses: processes differ by id, writers within one by the counter.
fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("`{}` does not name a file", path.display()),
        ));
    };
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.{}.new", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed)));
    Ok(path.with_file_name(temporary))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn new_content_takes_the_place_of_old_and_nothing_else_remains() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("manifest.json");
        replace_file(&path, b"old").unwrap();
        replace_file(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["manifest.json"]);
    }

    #[test]
    fn a_failed_replacement_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir(&path).unwrap();
        replace_file(&path, b"content").unwrap_err();
        assert_eq!(names(folder.path()), ["taken"]);
    }
}
