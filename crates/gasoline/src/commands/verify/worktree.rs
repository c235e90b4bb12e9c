//! Another commit in a folder of its own. The user's files, index and branches stay as they are.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::VerifyError;

/// A commit, checked out in a temporary folder; gone when it is dropped.
pub(super) struct Worktree {
    /// Where the user's own files are.
    top: PathBuf,
    root: PathBuf,
    directory: PathBuf,
    is_there: bool,
    _folder: TempDir,
}

impl Worktree {
    /// Checks a commit out. The folder that stands for the current one is [`Self::directory`].
    pub(super) fn add(revision: &str) -> Result<Self, VerifyError> {
        let here = Path::new(".");
        let top = PathBuf::from(git(here, ["rev-parse", "--show-toplevel"])?);
        let prefix = git(here, ["rev-parse", "--show-prefix"])?;
        let commit = format!("{revision}^{{commit}}");
        let commit = git(here, ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| VerifyError::Git(format!("`{revision}` is no commit here")))?;
        let folder =
            tempfile::Builder::new().prefix("gasoline-verify-").tempdir().map_err(VerifyError::Prepare)?;
        let root = folder.path().join("tree");
        let mut worktree = Self { top, directory: root.join(prefix), root, is_there: true, _folder: folder };
        let arguments = [
            OsStr::new("worktree"),
            OsStr::new("add"),
            OsStr::new("--detach"),
            worktree.root.as_os_str(),
            OsStr::new(&commit),
        ];
        if let Err(error) = git(&worktree.top, arguments) {
            worktree.take_away().ok();
            return Err(error);
        }
        if !worktree.directory.is_dir() {
            let missing = worktree.directory.strip_prefix(&worktree.root).unwrap_or(&worktree.directory);
            return Err(VerifyError::Git(format!("`{revision}` has no folder `{}`", missing.display())));
        }
        Ok(worktree)
    }

    /// The folder that stands for the current one.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Takes it away; says so if that fails.
    pub(super) fn remove(mut self) -> Result<(), VerifyError> {
        self.take_away()
    }

    fn take_away(&mut self) -> Result<(), VerifyError> {
        if !std::mem::take(&mut self.is_there) {
            return Ok(());
        }
        let arguments =
            [OsStr::new("worktree"), OsStr::new("remove"), OsStr::new("--force"), self.root.as_os_str()];
        git(&self.top, arguments).map(drop)
    }
}

impl Drop for Worktree {
    fn drop(&mut self) {
        // What is left of it is in a temporary folder, and `git worktree prune` forgets it.
        self.take_away().ok();
    }
}

/// What a git command printed.
fn git<A: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> Result<String, VerifyError> {
    let nowhere = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let output = Command::new("git")
        .args(["-c", &format!("core.hooksPath={nowhere}")])
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| VerifyError::Git(format!("cannot be run: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(VerifyError::Git(said.trim().trim_start_matches("fatal: ").to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}
