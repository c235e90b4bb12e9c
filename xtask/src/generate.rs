//! Writes the files that are generated from Rust types, or checks that the committed ones are current.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Whether to change files or only to compare them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Rewrite what differs.
    Write,
    /// Fail when anything differs.
    Check,
}

/// Root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Every generated file with its text.
fn generated() -> Vec<(&'static str, String)> {
    vec![("packages/wire/src/index.ts", gasoline_wire::typescript::declarations())]
}

/// Writes or checks every generated file.
pub(crate) fn run(mode: Mode) -> Result<()> {
    let mut stale = Vec::new();
    for (path, text) in generated() {
        let file = root().join(path);
        if fs::read_to_string(&file).unwrap_or_default() == text {
            continue;
        }
        match mode {
            Mode::Check => stale.push(path),
            Mode::Write => {
                let folder = file.parent().context("generated file has no folder")?;
                fs::create_dir_all(folder)?;
                fs::write(&file, text).with_context(|| format!("writing {path}"))?;
            }
        }
    }
    if !stale.is_empty() {
        bail!("stale generated files: {}; run `cargo xtask gen` and commit", stale.join(", "));
    }
    Ok(())
}
