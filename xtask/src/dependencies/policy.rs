//! `deny.toml` as data. What is not checked here is refused, so that no line of it is without effect.

use anyhow::{Context, Result};
use semver::{Version, VersionReq};
use serde::Deserialize;
use spdx::Licensee;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Policy {
    pub(super) graph: GraphOptions,
    pub(super) advisories: Advisories,
    pub(super) licenses: Licenses,
    pub(super) bans: Bans,
    pub(super) sources: Sources,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GraphOptions {
    pub(super) all_features: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Advisories {
    #[serde(rename = "version")]
    _version: u8,
    #[serde(default)]
    pub(super) ignore: Vec<IgnoredAdvisory>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IgnoredAdvisory {
    pub(super) id: String,
    #[serde(rename = "reason")]
    _reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Licenses {
    #[serde(rename = "version")]
    _version: u8,
    #[serde(deserialize_with = "licensees")]
    pub(super) allow: Vec<Licensee>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Bans {
    pub(super) multiple_versions: Lint,
    pub(super) wildcards: Lint,
    pub(super) allow_wildcard_paths: bool,
    #[serde(default)]
    pub(super) skip: Vec<BannedCrate>,
    #[serde(default)]
    pub(super) deny: Vec<BannedCrate>,
}

/// A line of `deny` or `skip`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BannedCrate {
    #[serde(rename = "crate", deserialize_with = "specification")]
    pub(super) specification: CrateSpecification,
    #[serde(default)]
    pub(super) reason: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Sources {
    pub(super) unknown_registry: Lint,
    pub(super) unknown_git: Lint,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Lint {
    Deny,
    Allow,
}

/// `name`, or `name@version`, where `2` stands for every 2.x.
#[derive(Debug)]
pub(super) struct CrateSpecification {
    pub(super) text: String,
    name: String,
    versions: VersionReq,
}

impl CrateSpecification {
    fn parse(text: &str) -> Result<Self, semver::Error> {
        let (name, versions) = text.split_once('@').unwrap_or((text, "*"));
        let is_plain = versions.starts_with(|first: char| first.is_ascii_digit());
        let versions =
            if is_plain { VersionReq::parse(&format!("={versions}")) } else { VersionReq::parse(versions) };
        Ok(Self { text: text.to_owned(), name: name.to_owned(), versions: versions? })
    }

    pub(super) fn matches(&self, name: &str, version: &Version) -> bool {
        self.name == name && self.versions.matches(version)
    }
}

impl Policy {
    pub(super) fn read(text: &str) -> Result<Self> {
        toml::from_str(text).context("reading deny.toml")
    }
}

fn specification<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<CrateSpecification, D::Error> {
    let text = String::deserialize(deserializer)?;
    CrateSpecification::parse(&text).map_err(serde::de::Error::custom)
}

fn licensees<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Licensee>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let parsed = names.iter().map(|name| Licensee::parse(name));
    parsed.collect::<Result<_, _>>().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_without_an_operator_is_a_prefix() {
        let one = CrateSpecification::parse("syn@2").unwrap();
        let matches = |name, version: &str| one.matches(name, &version.parse().unwrap());
        assert!(matches("syn", "2.0.119"));
        assert!(!matches("syn", "3.0.0"));
        assert!(!matches("quote", "2.0.0"));
        let minor = CrateSpecification::parse("miniz_oxide@0.8").unwrap();
        assert!(!minor.matches("miniz_oxide", &Version::new(0, 9, 0)));
        assert!(CrateSpecification::parse("syn").unwrap().matches("syn", &Version::new(9, 0, 0)));
    }

    #[test]
    fn what_is_not_checked_is_refused() {
        let error = Policy::read("[graph]\nall-features = true\nexclude-dev = true\n").unwrap_err();
        assert!(format!("{error:#}").contains("unknown field `exclude-dev`"), "{error:#}");
    }
}
