//! Checks what `deny.toml` asks of our dependencies: licences, one version of everything, banned crates, sources, and
//! advisories where a database is at hand.
//!
//! `cargo deny` checks the same by the same file, but takes minutes to compile; this asks cargo for its own view of the packages.

mod advisories;
mod graph;
mod policy;
mod verdict;

use std::fs;
use std::io::{Write, stderr};

use anyhow::{Context, Result, bail};

use self::advisories::AdvisoryDatabase;
use self::graph::Graph;
use self::policy::Policy;
use crate::generate::root;

/// Checks everything and lists all offences at once.
pub(crate) fn run() -> Result<()> {
    let text = fs::read_to_string(root().join("deny.toml")).context("reading deny.toml")?;
    let policy = Policy::read(&text)?;
    let graph = Graph::of_workspace(&policy)?;
    let mut offences = verdict::offences(&policy, &graph);
    match AdvisoryDatabase::at_hand() {
        Some(database) => offences.extend(database.offences(&policy, &graph)?),
        None => writeln!(stderr(), "advisories not checked: no database; `cargo audit` fetches one")?,
    }
    if offences.is_empty() { Ok(()) } else { bail!("deny.toml:\n  {}", offences.join("\n  ")) }
}
