//! Known vulnerabilities of our dependencies, from a copy of the RustSec database that `cargo audit` or `cargo deny`
//! left in cargo's folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use semver::{Version, VersionReq};
use serde::Deserialize;

use super::graph::{Graph, Package};
use super::policy::Policy;

/// A copy of the database: a folder of advisories for each crate.
#[derive(Debug)]
pub(super) struct AdvisoryDatabase {
    crates: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Entry {
    advisory: Advisory,
    #[serde(default)]
    versions: Versions,
}

#[derive(Debug, Deserialize)]
struct Advisory {
    id: String,
    withdrawn: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Versions {
    #[serde(default)]
    patched: Vec<VersionReq>,
    #[serde(default)]
    unaffected: Vec<VersionReq>,
}

impl AdvisoryDatabase {
    /// The copy in cargo's folder, if there is one.
    pub(super) fn at_hand() -> Option<Self> {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))?;
        let audit = home.join("advisory-db");
        let deny = fs::read_dir(home.join("advisory-dbs")).into_iter().flatten().flatten();
        let copies = std::iter::once(audit).chain(deny.map(|entry| entry.path()));
        copies.map(|copy| copy.join("crates")).find(|crates| crates.is_dir()).map(|crates| Self { crates })
    }

    /// Advisories that apply and are not ignored.
    pub(super) fn offences(&self, policy: &Policy, graph: &Graph) -> Result<Vec<String>> {
        let mut offences = Vec::new();
        for package in graph.packages.iter().filter(|package| package.source.is_some()) {
            for entry in self.entries(&package.name)? {
                let ignored = policy.advisories.ignore.iter().any(|one| one.id == entry.advisory.id);
                if !ignored && entry.concerns(&package.version) {
                    let Package { name, version, .. } = package;
                    offences.push(format!("{name} {version}: {}", entry.advisory.id));
                }
            }
        }
        Ok(offences)
    }

    fn entries(&self, name: &str) -> Result<Vec<Entry>> {
        let folder = self.crates.join(name);
        let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<_> =
            files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
        files.sort();
        files.iter().map(|path| Entry::read(path)).collect()
    }
}

impl Entry {
    /// An advisory is Markdown that begins with a fenced block of TOML.
    fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path)?;
        let data = text.strip_prefix("```toml").and_then(|rest| rest.split("```").next());
        let data = data.with_context(|| format!("{}: no data in front", path.display()))?;
        toml::from_str(data).with_context(|| format!("reading {}", path.display()))
    }

    fn concerns(&self, version: &Version) -> bool {
        let Versions { patched, unaffected } = &self.versions;
        let safe = patched.iter().chain(unaffected).any(|versions| versions.matches(version));
        self.advisory.withdrawn.is_none() && !safe
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ADVISORY: &str = r#"```toml
[advisory]
id = "RUSTSEC-2024-0001"
package = "a"
date = "2024-01-01"

[versions]
patched = [">= 1.2.0"]
unaffected = ["< 1.0.0"]
```

# Reads too far
"#;

    fn found(version: &str, ignore: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let crates = folder.path().join("crates");
        fs::create_dir_all(crates.join("a")).unwrap();
        fs::write(crates.join("a/RUSTSEC-2024-0001.md"), ADVISORY).unwrap();
        let packages = json!([{
            "id": "a", "name": "a", "version": version, "license": "MIT", "source": "registry", "dependencies": [],
        }]);
        let graph = json!({ "packages": packages, "workspace_members": [] }).to_string();
        let policy = include_str!("../../../deny.toml").replace("ignore = []", ignore);
        let database = AdvisoryDatabase { crates };
        database.offences(&Policy::read(&policy).unwrap(), &Graph::read(graph.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn versions_that_are_neither_patched_nor_unaffected_are_offences_unless_ignored() {
        assert_eq!(found("1.1.0", "ignore = []"), ["a 1.1.0: RUSTSEC-2024-0001"]);
        assert!(found("1.2.0", "ignore = []").is_empty());
        assert!(found("0.9.0", "ignore = []").is_empty());
        let ignore = r#"ignore = [{ id = "RUSTSEC-2024-0001", reason = "2024-02-01: not called" }]"#;
        assert!(found("1.1.0", ignore).is_empty());
    }
}
