//! Files and folders that only the user who runs this program can read.
//!
//! On Windows a user's own folders are private already, and nothing is changed.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens or creates a file for appending. One that others could read no longer can.
pub fn append_to_private_file(path: &Path) -> io::Result<File> {
    let file = private(OpenOptions::new().create(true).append(true)).open(path)?;
    if file.metadata()?.is_file() {
        restrict(&file)?;
    }
    Ok(file)
}

/// Creates a file that must not exist yet.
pub(super) fn create_private_file(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().create_new(true).write(true)).open(path)
}

/// Creates a folder and those above it, unless they exist.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
fn restrict(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    // Fails only for a file of somebody else, who decides about it.
    file.set_permissions(fs::Permissions::from_mode(0o600)).or_else(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => Ok(()),
        _ => Err(error),
    })
}

#[cfg(not(unix))]
fn restrict(_file: &File) -> io::Result<()> {
    Ok(())
}
