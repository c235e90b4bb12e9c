//! The MCP tools as their definitions describe them, and the documentation made of that.
//!
//! Read from the committed snapshot of `tools/list`, which a test of `gasoline-server` holds equal to the definitions:
//! linking the server would compile its dependencies a second time, with the features that this package alone asks for.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::tree;

/// Where the snapshot is, somewhere below.
const SERVER_SOURCES: &str = "crates/gasoline-server/src";

/// How its file name ends.
const SNAPSHOT: &str = "__tool_list.snap";

/// Arguments that many tools take. The document explains them once.
const SHARED: [&str; 7] = ["limit", "since", "cursor", "max_tokens", "url_filter", "test_id", "tab"];

/// One tool of `tools/list`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolDefinition {
    name: String,
    description: String,
    input_schema: InputSchema,
}

#[derive(Debug, Deserialize)]
struct InputSchema {
    properties: Map<String, Value>,
    #[serde(default)]
    required: Vec<String>,
}

/// Every tool, sorted by name.
#[derive(Debug)]
pub(crate) struct ToolDefinitions(Vec<ToolDefinition>);

impl ToolDefinitions {
    /// Reads them from the tree at `root`.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let file = snapshot_file(&root.join(SERVER_SOURCES))?;
        let text = fs::read_to_string(&file)?;
        Self::from_snapshot(&text).with_context(|| format!("reading {}", file.display()))
    }

    fn from_snapshot(text: &str) -> Result<Self> {
        let json = text.splitn(3, "---\n").nth(2).context("no snapshot header")?;
        Ok(Self(serde_json::from_str(json)?))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|tool| tool.name.as_str())
    }

    /// The text of a generated block: `tools` or `tool NAME`.
    pub(crate) fn block(&self, name: &str) -> Option<String> {
        if name == "tools" {
            return Some(self.table());
        }
        let tool = name.strip_prefix("tool ")?;
        self.0.iter().find(|definition| definition.name == tool).map(ToolDefinition::section)
    }

    fn table(&self) -> String {
        let rows = self.0.iter().map(|tool| {
            let ToolDefinition { name, description, .. } = tool;
            format!("| [`{name}`](docs/tools.md#{name}) | {} |\n", first_clause(description))
        });
        format!("| tool | description |\n|---|---|\n{}", rows.collect::<String>())
    }
}

impl ToolDefinition {
    fn section(&self) -> String {
        let Self { name, description, .. } = self;
        format!("### {name}\n\n{description}\n{}", self.arguments())
    }

    fn arguments(&self) -> String {
        let (shared, own): (Vec<_>, Vec<_>) =
            self.input_schema.properties.iter().partition(|(name, _)| SHARED.contains(&name.as_str()));
        let lines: String = own.into_iter().map(|(name, schema)| self.argument(name, schema)).collect();
        let shared: Vec<String> = shared.into_iter().map(|(name, _)| format!("`{name}`")).collect();
        match (lines.is_empty(), shared.is_empty()) {
            (true, true) => "\nTakes no arguments.\n".to_owned(),
            (true, false) => format!("\n{}", shared_line(&shared)),
            (false, true) => format!("\n{lines}"),
            (false, false) => format!("\n{lines}\n{}", shared_line(&shared)),
        }
    }

    fn argument(&self, name: &str, schema: &Value) -> String {
        let required =
            if self.input_schema.required.iter().any(|one| one == name) { ", required" } else { "" };
        let text = schema["description"].as_str().map(|text| format!(": {text}")).unwrap_or_default();
        format!("- `{name}` ({}{required}){text}\n", type_name(schema))
    }
}

fn shared_line(names: &[String]) -> String {
    format!("[Shared arguments](#shared-arguments): {}.\n", names.join(", "))
}

/// What an argument's value is, in words.
fn type_name(schema: &Value) -> String {
    let texts = |values: &Value| -> Vec<String> {
        let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
        values.iter().filter_map(Value::as_str).map(|text| format!("`{text}`")).collect()
    };
    if let Some(alternatives) = schema["anyOf"].as_array() {
        let names = alternatives.iter().filter(|one| one["type"] != "null").map(type_name);
        return names.collect::<Vec<_>>().join(" or ");
    }
    match schema["type"].as_str() {
        Some("string") if schema["enum"].is_array() => texts(&schema["enum"]).join(", "),
        Some("array") => format!("list of {}", type_name(&schema["items"])),
        Some("object") => {
            let members = schema["properties"].as_object().into_iter().flatten();
            let members: Vec<_> =
                members.map(|(name, schema)| format!("`{name}` {}", type_name(schema))).collect();
            format!("object with {}", members.join(", "))
        }
        Some(other) => other.to_owned(),
        None => "any".to_owned(),
    }
}

/// A description up to where it goes into details.
fn first_clause(description: &str) -> &str {
    let end = [": ", "; ", ". "].iter().filter_map(|end| description.find(end)).min();
    end.and_then(|end| description.get(..end)).unwrap_or(description).trim_end_matches('.')
}

/// The one snapshot below a folder.
fn snapshot_file(folder: &Path) -> Result<PathBuf> {
    let mut found = tree::files(folder, &[SNAPSHOT])?;
    match found.pop() {
        Some(file) if found.is_empty() => Ok(file),
        Some(file) => bail!("more than one snapshot of the tool list: {}, {found:?}", file.display()),
        None => bail!("no `*{SNAPSHOT}` in {}", folder.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SNAPSHOT_TEXT: &str = r#"---
source: a.rs
---
[
  { "name": "clear", "description": "Removes all; use first.", "inputSchema": { "properties": {} } },
  {
    "name": "query",
    "description": "Elements: text, box. Looks deep.",
    "inputSchema": {
      "properties": {
        "selector": { "type": "string", "description": "CSS selector." },
        "kinds": { "type": "array", "items": { "type": "string", "enum": ["a", "b"] } },
        "mask": { "anyOf": [{ "anyOf": [{ "type": "boolean" }, { "type": "string" }] }, { "type": "null" }] },
        "switches": { "type": "object", "properties": { "on": { "type": "boolean" } } },
        "tab": { "type": "string" }
      },
      "required": ["selector"]
    }
  },
  { "name": "status", "description": "Open ones.", "inputSchema": { "properties": { "tab": { "type": "string" } } } }
]
"#;

    #[test]
    fn the_table_has_one_line_a_tool() {
        let tools = ToolDefinitions::from_snapshot(SNAPSHOT_TEXT).unwrap();
        insta::assert_snapshot!(tools.block("tools").unwrap(), @r"
        | tool | description |
        |---|---|
        | [`clear`](docs/tools.md#clear) | Removes all |
        | [`query`](docs/tools.md#query) | Elements |
        | [`status`](docs/tools.md#status) | Open ones |
        ");
    }

    #[test]
    fn a_section_has_every_argument() {
        let tools = ToolDefinitions::from_snapshot(SNAPSHOT_TEXT).unwrap();
        let sections = ["tool clear", "tool query", "tool status"].map(|name| tools.block(name).unwrap());
        insta::assert_snapshot!(sections.join("\n"), @r"
        ### clear

        Removes all; use first.

        Takes no arguments.

        ### query

        Elements: text, box. Looks deep.

        - `selector` (string, required): CSS selector.
        - `kinds` (list of `a`, `b`)
        - `mask` (boolean or string)
        - `switches` (object with `on` boolean)

        [Shared arguments](#shared-arguments): `tab`.

        ### status

        Open ones.

        [Shared arguments](#shared-arguments): `tab`.
        ");
        assert_eq!(tools.block("tool other"), None);
    }
}
