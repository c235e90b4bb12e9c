//! Rules of the tree that no compiler checks: import law, file names, module headers.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::generate::root;

/// Inside core, a module may import only modules that stand before it.
const CORE_ORDER: [&str; 11] = [
    "rules",
    "redact",
    "intake",
    "enrichment",
    "store",
    "learned",
    "analysis",
    "codegen",
    "render",
    "export",
    "boundary",
];

/// File names that attract whatever nobody has placed.
const DUMPING_GROUNDS: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];

/// Checks every rule and lists all offences at once.
pub(crate) fn run() -> Result<()> {
    let mut offences = Vec::new();
    for file in source_files(&root())? {
        let text = fs::read_to_string(&file)?;
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        check_name(&file, &name, &mut offences);
        check_header(&file, &text, &name, &mut offences);
        check_core_imports(&text, &name, &mut offences);
        check_server_imports(&text, &name, &mut offences);
    }
    if offences.is_empty() { Ok(()) } else { bail!("tidy:\n  {}", offences.join("\n  ")) }
}

fn source_files(folder: &Path) -> Result<Vec<PathBuf>> {
    const PASSED_OVER: [&str; 4] = ["target", "node_modules", "dist", ".git"];
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !PASSED_OVER.contains(&name.as_str()) {
                waiting.push(path);
            } else if name.ends_with(".rs") || name.ends_with(".ts") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn check_name(file: &Path, name: &str, offences: &mut Vec<String>) {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    if DUMPING_GROUNDS.contains(&stem.as_ref()) {
        offences.push(format!("{name}: name the file after its concept"));
    }
}

fn check_header(file: &Path, text: &str, name: &str, offences: &mut Vec<String>) {
    if file.extension().is_some_and(|extension| extension == "rs") && !text.starts_with("//!") {
        offences.push(format!("{name}: starts without a module header (//! what question, from what input)"));
    }
}

fn check_core_imports(text: &str, name: &str, offences: &mut Vec<String>) {
    let Some(inside) = name.strip_prefix("crates/gasoline-core/src/") else {
        return;
    };
    let Some(own) = CORE_ORDER.iter().position(|module| is_in_module(inside, module)) else {
        return;
    };
    for later in CORE_ORDER.iter().skip(own + 1) {
        // Comments may point anywhere.
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        if code.any(|line| line.contains(&format!("crate::{later}"))) {
            offences.push(format!("{name}: imports `{later}`, which stands after `{}`", CORE_ORDER[own]));
        }
    }
}

fn check_server_imports(text: &str, name: &str, offences: &mut Vec<String>) {
    for (folder, sibling) in [("http", "mcp"), ("mcp", "http")] {
        let inside = name.starts_with(&format!("crates/gasoline-server/src/{folder}/"));
        if inside && text.contains(&format!("crate::{sibling}::")) {
            offences
                .push(format!("{name}: `{folder}` and `{sibling}` are siblings and never import each other"));
        }
    }
}

fn is_in_module(path: &str, module: &str) -> bool {
    path == format!("{module}.rs") || path.starts_with(&format!("{module}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_tidy() {
        run().unwrap();
    }

    #[test]
    fn a_leftward_import_in_core_is_an_offence_and_a_rightward_one_is_not() {
        let mut offences = Vec::new();
        check_core_imports(
            "use crate::store::Store;",
            "crates/gasoline-core/src/redact/mod.rs",
            &mut offences,
        );
        assert_eq!(offences.len(), 1);
        check_core_imports(
            "use crate::rules::Rule;",
            "crates/gasoline-core/src/redact/mod.rs",
            &mut offences,
        );
        assert_eq!(offences.len(), 1);
    }

    #[test]
    fn mcp_may_not_import_http() {
        let mut offences = Vec::new();
        check_server_imports(
            "use crate::http::guard;",
            "crates/gasoline-server/src/mcp/mod.rs",
            &mut offences,
        );
        assert_eq!(offences.len(), 1);
    }
}
