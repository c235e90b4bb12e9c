//! Writes the files, and the parts of files, that are generated from Rust types, or checks that the committed ones are
//! current.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::generated_blocks;
use crate::situations::Situations;
use crate::tool_definitions::ToolDefinitions;

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

/// Documents with generated blocks.
const DOCUMENTS: [&str; 3] = ["README.md", "docs/tools.md", "docs/architecture/situations.md"];

/// Every generated file with its text.
fn generated() -> Result<Vec<(&'static str, String)>> {
    let mut files = vec![("packages/gasoline-wire/src/index.ts", gasoline_wire::typescript::declarations())];
    let tools = ToolDefinitions::read(&root())?;
    let situations = Situations::read(&root())?;
    for path in DOCUMENTS {
        let text = fs::read_to_string(root().join(path)).with_context(|| format!("reading {path}"))?;
        let filled =
            generated_blocks::filled(&text, |name| tools.block(name).or_else(|| situations.block(name)));
        files.push((path, filled.with_context(|| format!("in {path}"))?));
    }
    Ok(files)
}

/// Writes or checks every generated file.
pub(crate) fn run(mode: Mode) -> Result<()> {
    let mut stale = Vec::new();
    for (path, text) in generated()? {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_are_current() {
        run(Mode::Check).unwrap();
    }
}
