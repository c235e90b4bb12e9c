//! Rules of the tree that no compiler checks: import law, file names, module headers, documentation.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};
use serde_json::Value;

use crate::documents;
use crate::generate::root;
use crate::situations::Situations;
use crate::tree;

/// Inside core, a module may import only modules that stand before it.
const CORE_ORDER: [&str; 20] = [
    "removed",
    "address",
    "rules",
    "redact",
    "shape",
    "intake",
    "enrichment",
    "store",
    "learned",
    "analysis",
    "compare",
    "runs",
    "test_record",
    "codegen",
    "render",
    "export",
    "report",
    "bug_report",
    "capture_file",
    "boundary",
];

/// Inside the server, what a module may not know. `running` joins them.
const SERVER_STRANGERS: [(&str, &[&str]); 4] = [
    ("app", &["http", "mcp", "rmcp", "tools"]),
    ("http", &["mcp", "rmcp"]),
    ("mcp", &["http"]),
    ("tools", &["http", "mcp", "rmcp"]),
];

/// npm packages meant for others; all others are private.
const PUBLISHED: [&str; 2] = ["gasoline-ci", "gasoline-playwright"];

/// File names that attract whatever nobody has placed.
const DUMPING_GROUNDS: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];

/// Checks every rule and lists all offences at once.
pub(crate) fn run() -> Result<()> {
    let mut offences = Vec::new();
    for file in tree::files(&root(), &[".rs", ".ts"])? {
        let text = fs::read_to_string(&file)?;
        let name = tree::name(&root(), &file);
        check_name(&file, &name, &mut offences);
        check_header(&file, &text, &name, &mut offences);
        check_core_imports(&text, &name, &mut offences);
        check_server_imports(&text, &name, &mut offences);
    }
    check_packages(&root(), &mut offences)?;
    documents::check(&root(), &mut offences)?;
    Situations::read(&root())?.check(&root(), &mut offences);
    if offences.is_empty() { Ok(()) } else { bail!("tidy:\n  {}", offences.join("\n  ")) }
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
    let Some(inside) = name.strip_prefix("crates/gasoline-server/src/") else {
        return;
    };
    let code: Vec<_> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    for (module, strangers) in SERVER_STRANGERS {
        let imports = |stranger: &&&str| code.iter().any(|line| names(line, stranger));
        if is_in_module(inside, module) {
            let imported = strangers.iter().filter(imports);
            offences.extend(imported.map(|one| format!("{name}: `{module}` may not know `{one}`")));
        }
    }
}

/// Whether a line uses a module of the crate, alone or in braces, or another crate.
fn names(line: &str, module: &str) -> bool {
    let in_braces = |line: &str| {
        let inside = line.trim_start().strip_prefix("use crate::{");
        inside.is_some_and(|list| {
            list.split([',', '}']).any(|item| item.trim().split(':').next() == Some(module))
        })
    };
    let elsewhere = module == "rmcp" && line.contains("rmcp::");
    line.contains(&format!("crate::{module}::")) || in_braces(line) || elsewhere
}

fn check_packages(root: &Path, offences: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join("packages"))? {
        let folder = entry?;
        let text = fs::read_to_string(folder.path().join("package.json"))?;
        check_package(&folder.file_name().to_string_lossy(), &serde_json::from_str(&text)?, offences);
    }
    Ok(())
}

fn check_package(folder: &str, package: &Value, offences: &mut Vec<String>) {
    if package["name"] != folder {
        offences.push(format!("packages/{folder}: is named {}, not as its folder", package["name"]));
    }
    if package["private"] != true && !PUBLISHED.contains(&folder) {
        offences.push(format!("packages/{folder}: is not published: say `\"private\": true`"));
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
    fn modules_of_the_server_know_only_what_they_may() {
        let offends = |inside: &str, line: &str| {
            let mut offences = Vec::new();
            check_server_imports(line, &format!("crates/gasoline-server/src/{inside}"), &mut offences);
            !offences.is_empty()
        };
        for (inside, line) in [
            ("mcp/mod.rs", "use crate::http::guard;"),
            ("http/tools.rs", "use crate::mcp::session;"),
            ("tools/call.rs", "use rmcp::model::Tool;"),
            ("tools/catalog/query_dom.rs", "use crate::{http, options};"),
            ("app.rs", "use crate::tools::call;"),
        ] {
            assert!(offends(inside, line), "{inside}: {line}");
        }
        for (inside, line) in [
            ("mcp/session.rs", "use crate::tools::{self, Caller};"),
            ("http/tools.rs", "use crate::tools;"),
            ("mcp/session.rs", "use rmcp::model::Tool;"),
            ("tools/mod.rs", "//! MCP (`crate::mcp::session`) is a caller."),
            ("running.rs", "use crate::{http, mcp};"),
        ] {
            assert!(!offends(inside, line), "{inside}: {line}");
        }
    }

    #[test]
    fn an_internal_package_is_private_and_named_as_its_folder() {
        let check = |folder, package: Value| {
            let mut offences = Vec::new();
            check_package(folder, &package, &mut offences);
            offences
        };
        let sound = serde_json::json!({ "name": "gasoline-live", "private": true });
        assert_eq!(check("gasoline-live", sound.clone()), Vec::<String>::new());
        assert_eq!(check("gasoline-ci", serde_json::json!({ "name": "gasoline-ci" })), Vec::<String>::new());
        assert_eq!(check("live", sound).len(), 1);
        let public = serde_json::json!({ "name": "gasoline-live" });
        let expected = r#"packages/gasoline-live: is not published: say `"private": true`"#;
        assert_eq!(check("gasoline-live", public), [expected]);
    }
}
