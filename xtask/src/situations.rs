//! Situations in which Gasoline once said something wrong or nothing at all: what it said then, what it says now, and the test
//! that holds it. `fixtures/situations` has one file per subject; `docs/architecture/situations.md` shows them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::tree;

const FOLDER: &str = "fixtures/situations";

/// One situation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Situation {
    /// The subject's name and a number. The test holds it too.
    id: String,
    situation: String,
    before: String,
    now: String,
    /// The file of the test.
    test: String,
}

/// All of one subject.
#[derive(Debug)]
struct Subject {
    name: String,
    situations: Vec<Situation>,
}

/// Every subject, sorted by name.
#[derive(Debug)]
pub(crate) struct Situations(Vec<Subject>);

impl Situations {
    /// Reads the files of the repository.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let mut subjects = Vec::new();
        for file in tree::files(&root.join(FOLDER), &[".json"])? {
            let text = fs::read_to_string(&file)?;
            let situations = serde_json::from_str(&text)
                .with_context(|| format!("reading {}", tree::name(root, &file)))?;
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            subjects.push(Subject { name, situations });
        }
        Ok(Self(subjects))
    }

    /// The tables of the document: one per subject.
    pub(crate) fn block(&self, name: &str) -> Option<String> {
        (name == "situations").then(|| self.0.iter().map(Subject::table).collect())
    }

    /// Ids are unique and begin with their subject, and the named test knows the situation.
    pub(crate) fn check(&self, root: &Path, offences: &mut Vec<String>) {
        let mut seen = BTreeSet::new();
        for subject in &self.0 {
            for situation in &subject.situations {
                let Situation { id, test, .. } = situation;
                if !seen.insert(id) || !id.starts_with(&format!("{}-", subject.name)) {
                    offences
                        .push(format!("{FOLDER}/{}.json: `{id}` is not an id of its own here", subject.name));
                }
                let text = fs::read_to_string(root.join(test)).unwrap_or_default();
                if !text.contains(id.as_str()) {
                    offences.push(format!("{FOLDER}/{}.json: no test in {test} names {id}", subject.name));
                }
            }
        }
    }
}

impl Subject {
    fn table(&self) -> String {
        let mut table = format!(
            "## {}\n\n| id | situation | before | now |\n|---|---|---|---|\n",
            self.name.replace('-', " ")
        );
        for Situation { id, situation, before, now, test } in &self.situations {
            let cells = [situation, before, now].map(|text| text.replace('|', "\\|").replace('\n', " "));
            table.push_str(&format!("| [{id}](../../{test}) | {} |\n", cells.join(" | ")));
        }
        table.push('\n');
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_situation_without_its_test_or_with_a_foreign_id_is_an_offence() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join(FOLDER)).unwrap();
        fs::write(root.join("held.rs"), "fn empty_1() {} // empty-1").unwrap();
        let rows = ["empty-1", "empty-2", "empty-1", "other-1"].map(|id| {
            serde_json::json!({
                "id": id, "situation": "a | b", "before": "", "now": "c", "test": "held.rs",
            })
        });
        let file = root.join(FOLDER).join("empty.json");
        fs::write(file, serde_json::to_string(&rows).unwrap()).unwrap();
        let situations = Situations::read(root).unwrap();
        let mut offences = Vec::new();
        situations.check(root, &mut offences);
        insta::assert_snapshot!(offences.join("\n"), @r"
        fixtures/situations/empty.json: no test in held.rs names empty-2
        fixtures/situations/empty.json: `empty-1` is not an id of its own here
        fixtures/situations/empty.json: `other-1` is not an id of its own here
        fixtures/situations/empty.json: no test in held.rs names other-1
        ");
        insta::assert_snapshot!(situations.block("situations").unwrap().lines().nth(4).unwrap(),
            @r"| [empty-1](../../held.rs) | a \| b |  | c |");
    }
}
