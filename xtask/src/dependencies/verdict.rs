//! What `deny.toml` forbids, held against the packages.

use std::collections::BTreeMap;

use semver::Version;
use spdx::{Expression, ParseMode};

use super::graph::{Graph, Package};
use super::policy::{Lint, Policy};

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Everything that is wrong, one line each.
pub(super) fn offences(policy: &Policy, graph: &Graph) -> Vec<String> {
    let mut offences = Vec::new();
    for package in &graph.packages {
        offences.extend(license_offence(policy, package));
        offences.extend(source_offence(policy, graph, package));
        offences.extend(ban_offence(policy, package));
        if graph.is_member(package) {
            offences.extend(wildcard_offences(policy, package));
        }
    }
    offences.extend(duplicates(policy, graph));
    offences.extend(needless_skips(policy, graph));
    offences
}

fn license_offence(policy: &Policy, package: &Package) -> Option<String> {
    let Package { name, version, .. } = package;
    let Some(license) = &package.license else {
        return Some(format!("{name} {version}: states no licence"));
    };
    // `MIT/Apache-2.0` is how older manifests say OR.
    match Expression::parse_mode(license, ParseMode::LAX) {
        Ok(expression) => {
            let allowed = |one: &spdx::LicenseReq| policy.licenses.allow.iter().any(|own| own.satisfies(one));
            let is_allowed = expression.evaluate(allowed);
            (!is_allowed).then(|| format!("{name} {version}: licence `{license}` is not allowed"))
        }
        Err(_) => Some(format!("{name} {version}: licence `{license}` is no SPDX expression")),
    }
}

fn source_offence(policy: &Policy, graph: &Graph, package: &Package) -> Option<String> {
    let Package { name, version, source, .. } = package;
    let forbidden = match source.as_deref() {
        None => !graph.is_member(package),
        Some(CRATES_IO) => false,
        Some(git) if git.starts_with("git+") => policy.sources.unknown_git == Lint::Deny,
        Some(_) => policy.sources.unknown_registry == Lint::Deny,
    };
    let source = source.as_deref().unwrap_or("a folder outside of the workspace");
    forbidden.then(|| format!("{name} {version}: comes from {source}"))
}

fn ban_offence(policy: &Policy, package: &Package) -> Option<String> {
    let Package { name, version, .. } = package;
    let banned = policy.bans.deny.iter().find(|ban| ban.specification.matches(name, version))?;
    let reason = banned.reason.as_deref().unwrap_or("see deny.toml");
    Some(format!("{name} {version}: is banned: {reason}"))
}

fn wildcard_offences(policy: &Policy, package: &Package) -> Vec<String> {
    if policy.bans.wildcards == Lint::Allow {
        return Vec::new();
    }
    let wild = package.dependencies.iter().filter(|dependency| {
        let by_path = dependency.path.is_some() && policy.bans.allow_wildcard_paths;
        dependency.req == "*" && !by_path
    });
    wild.map(|dependency| format!("{}: asks for any version of {}", package.name, dependency.name)).collect()
}

fn duplicates(policy: &Policy, graph: &Graph) -> Vec<String> {
    if policy.bans.multiple_versions == Lint::Allow {
        return Vec::new();
    }
    let mut versions: BTreeMap<&str, Vec<&Version>> = BTreeMap::new();
    for Package { name, version, .. } in &graph.packages {
        if !policy.bans.skip.iter().any(|skip| skip.specification.matches(name, version)) {
            versions.entry(name).or_default().push(version);
        }
    }
    let duplicated = versions.into_iter().filter(|(_, versions)| versions.len() > 1);
    duplicated
        .map(|(name, versions)| {
            let versions: Vec<_> = versions.into_iter().map(Version::to_string).collect();
            format!("{name}: {} versions: {}", versions.len(), versions.join(", "))
        })
        .collect()
}

/// A skip is needed as long as another version stands beside the one that it names.
fn needless_skips(policy: &Policy, graph: &Graph) -> Vec<String> {
    let is_needed = |name: &str| {
        let same_name = |package: &&Package| package.name == name;
        graph.packages.iter().filter(same_name).count() > 1
    };
    let named = policy.bans.skip.iter().filter(|skip| {
        let matched = |package: &&Package| skip.specification.matches(&package.name, &package.version);
        !graph.packages.iter().find(matched).is_some_and(|package| is_needed(&package.name))
    });
    named.map(|skip| format!("skip `{}` is no longer needed: remove it", skip.specification.text)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const POLICY: &str = r#"
        [graph]
        all-features = true
        [advisories]
        version = 2
        [licenses]
        version = 2
        allow = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Zlib"]
        [bans]
        multiple-versions = "deny"
        wildcards = "deny"
        allow-wildcard-paths = true
        skip = [{ crate = "syn@2" }]
        deny = [{ crate = "openssl-sys", reason = "nothing leaves the machine" }]
        [sources]
        unknown-registry = "deny"
        unknown-git = "deny"
    "#;

    fn package(name: &str, version: &str, changes: Value) -> Value {
        let id = format!("{name}@{version}");
        let mut package = json!({
            "id": id, "name": name, "version": version, "license": "MIT", "source": CRATES_IO, "dependencies": [],
        });
        package.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        package
    }

    /// Offences of these packages beside two versions of syn, which are allowed.
    fn check(packages: &[Value]) -> Vec<String> {
        let mut all = vec![package("syn", "2.0.1", json!({})), package("syn", "3.0.1", json!({}))];
        all.extend_from_slice(packages);
        let graph = json!({ "packages": all, "workspace_members": ["own@0.1.0"] });
        offences(&Policy::read(POLICY).unwrap(), &Graph::read(graph.to_string().as_bytes()).unwrap())
    }

    fn licensed(license: Value) -> Vec<String> {
        check(&[package("a", "1.0.0", json!({ "license": license }))])
    }

    #[test]
    fn one_allowed_side_of_or_is_enough_and_and_needs_both() {
        for allowed in
            ["MIT OR GPL-3.0-only", "MIT/Apache-2.0", "MIT AND Zlib", "Apache-2.0 WITH LLVM-exception"]
        {
            assert_eq!(licensed(json!(allowed)), Vec::<String>::new(), "{allowed}");
        }
        assert_eq!(
            licensed(json!("MIT AND GPL-3.0-only")),
            ["a 1.0.0: licence `MIT AND GPL-3.0-only` is not allowed"]
        );
        assert_eq!(licensed(json!("(MIT OR Zlib) AND ISC")).len(), 1);
        assert_eq!(licensed(json!(null)), ["a 1.0.0: states no licence"]);
        assert_eq!(licensed(json!("as you like")), ["a 1.0.0: licence `as you like` is no SPDX expression"]);
    }

    #[test]
    fn a_second_version_is_an_offence_unless_it_is_skipped() {
        let twice = [package("a", "1.0.0", json!({})), package("a", "2.0.0", json!({}))];
        assert_eq!(check(&twice), ["a: 2 versions: 1.0.0, 2.0.0"]);
        let third = [package("syn", "1.0.0", json!({}))];
        assert_eq!(check(&third), ["syn: 2 versions: 3.0.1, 1.0.0"]);
    }

    #[test]
    fn a_skip_that_is_no_longer_needed_is_an_offence() {
        let policy = Policy::read(POLICY).unwrap();
        let graph = json!({ "packages": [package("syn", "2.0.1", json!({}))], "workspace_members": [] });
        let graph = Graph::read(graph.to_string().as_bytes()).unwrap();
        assert_eq!(offences(&policy, &graph), ["skip `syn@2` is no longer needed: remove it"]);
    }

    #[test]
    fn banned_crates_and_foreign_sources_are_offences() {
        let found = check(&[
            package("openssl-sys", "0.9.0", json!({})),
            package("b", "1.0.0", json!({ "source": "git+https://example.com/b#1" })),
            package("c", "1.0.0", json!({ "source": "registry+https://example.com/index" })),
            package("d", "1.0.0", json!({ "source": null })),
            package("own", "0.1.0", json!({ "source": null })),
        ]);
        assert_eq!(
            found,
            [
                "openssl-sys 0.9.0: is banned: nothing leaves the machine",
                "b 1.0.0: comes from git+https://example.com/b#1",
                "c 1.0.0: comes from registry+https://example.com/index",
                "d 1.0.0: comes from a folder outside of the workspace",
            ]
        );
    }

    #[test]
    fn our_own_manifests_name_versions_except_for_each_other() {
        let dependencies = json!([
            { "name": "sibling", "req": "*", "path": "/crates/sibling" },
            { "name": "serde", "req": "*", "path": null },
            { "name": "http", "req": "^1", "path": null },
        ]);
        let own = package("own", "0.1.0", json!({ "source": null, "dependencies": dependencies }));
        assert_eq!(check(&[own]), ["own: asks for any version of serde"]);
    }
}
