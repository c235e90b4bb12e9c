//! Every package that any build of the workspace would use, on any platform, as cargo tells it.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Context, Result, bail};
use semver::Version;
use serde::Deserialize;

use super::policy::Policy;
use crate::generate::root;

/// The packages.
#[derive(Debug, Deserialize)]
pub(super) struct Graph {
    pub(super) packages: Vec<Package>,
    workspace_members: BTreeSet<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Package {
    id: String,
    pub(super) name: String,
    pub(super) version: Version,
    pub(super) license: Option<String>,
    /// Nothing for a folder.
    pub(super) source: Option<String>,
    pub(super) dependencies: Vec<Dependency>,
}

/// What a manifest asks for.
#[derive(Debug, Deserialize)]
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) req: String,
    pub(super) path: Option<String>,
}

impl Graph {
    pub(super) fn of_workspace(policy: &Policy) -> Result<Self> {
        let features: &[&str] = if policy.graph.all_features { &["--all-features"] } else { &[] };
        let metadata = cargo(&["metadata", "--format-version", "1", "--locked"], features)?;
        // `cargo metadata` also lists packages that only a feature which nobody asks for would bring.
        let tree = ["tree", "--workspace", "--locked", "--target", "all", "--edges", "normal,build,dev"];
        let tree = cargo(&[&tree[..], &["--prefix", "none", "--format", "{p}"]].concat(), features)?;
        let mut graph = Self::read(&metadata)?;
        let used = used_packages(&String::from_utf8_lossy(&tree));
        graph.packages.retain(|package| used.contains(&(package.name.clone(), package.version.clone())));
        Ok(graph)
    }

    pub(super) fn read(json: &[u8]) -> Result<Self> {
        serde_json::from_slice(json).context("reading what cargo metadata says")
    }

    pub(super) fn is_member(&self, package: &Package) -> bool {
        self.workspace_members.contains(&package.id)
    }
}

/// What cargo says to these arguments.
fn cargo(arguments: &[&str], features: &[&str]) -> Result<Vec<u8>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).current_dir(root()).args(arguments).args(features).output();
    let output = output.context("running cargo")?;
    if !output.status.success() {
        bail!("cargo {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output.stdout)
}

/// Names and versions in lines such as `syn v2.0.1 (proc-macro) (*)`.
fn used_packages(tree: &str) -> BTreeSet<(String, Version)> {
    let package = |line: &str| {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some((name.to_owned(), version.parse().ok()?))
    };
    tree.lines().filter_map(package).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_versions_are_read_from_a_tree() {
        let tree = "own v0.1.0 (/crates/own)\nsyn v2.0.1 (proc-macro) (*)\n\nsyn v2.0.1\n";
        let used: Vec<_> = used_packages(tree).into_iter().collect();
        assert_eq!(
            used,
            [("own".to_owned(), Version::new(0, 1, 0)), ("syn".to_owned(), Version::new(2, 0, 1))]
        );
    }
}
