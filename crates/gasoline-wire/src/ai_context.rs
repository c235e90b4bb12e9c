//! What is found out about an error after it was sent: source, components, state.
//!
//! It follows the error under the same `eventId`, from the page and from the process outside it. The server merges
//! it member by member and writes the summary itself.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Enrichment, Identity};

/// One line of original source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct SnippetLine {
    /// One-based line.
    pub line: u32,
    /// Its text, at most 200 characters.
    pub text: String,
    /// Whether the error was thrown here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_error: Option<bool>,
}

/// Source around one stack frame: the original, or where `note` says so the script that ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
pub struct SourceSnippet {
    /// The original file, `src/components/LoginForm.tsx`.
    pub file: String,
    /// One-based line in it.
    pub line: u32,
    /// One-based column in it.
    pub column: u32,
    /// The original function's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The lines around it.
    pub snippet: Vec<SnippetLine>,
    /// Why there are none, where the place is known and the source is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// Said where this is not original source but the script as it was served, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Why the source of the frame that threw is not known, where this is only one that called it.
    #[serde(default, rename = "callerBecause", skip_serializing_if = "Option::is_none")]
    pub caller_because: Option<String>,
}

/// Frameworks whose component trees are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Framework {
    React,
    Vue,
    Svelte,
}

/// One component on the way to the error. Names of its props and state, never values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AncestorComponent {
    /// The component's name.
    pub name: String,
    /// Names of its props, at most 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prop_keys: Option<Vec<String>>,
    /// Whether it holds state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_state: Option<bool>,
    /// Names in its state, at most 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_keys: Option<Vec<String>>,
}

/// Where in the component tree the error happened, or near which components.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
pub struct ComponentAncestry {
    /// Whose components these are.
    pub framework: Framework,
    /// From the root to the component, at most 10. One named `(unknown)` stands for any number that could not be told.
    pub components: Vec<AncestorComponent>,
    /// Present where the error is not known to have come from these components: why they may matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
    /// How many outer components were left out; absent where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outer: Option<u32>,
}

/// One top-level key of a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
pub struct StateKey {
    /// What `typeof` says, or `array` or `null`.
    #[serde(rename = "type")]
    pub kind: String,
    /// For objects: the names in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
}

/// What the application's store looked like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct StateSnapshot {
    /// The library (`redux`, `pinia`, …) or the name a store was registered under.
    pub source: String,
    /// Top-level keys and their types.
    #[ts(type = "Record<string, StateKey>")]
    pub keys: BTreeMap<String, StateKey>,
    /// Values that probably matter, by dotted path; at most 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "Record<string, JsonValue>")]
    pub relevant_slice: Option<BTreeMap<String, Value>>,
}

/// Why a part is missing, in a few words each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
#[allow(missing_docs, reason = "named as the parts are")]
pub struct MissingContext {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_snippets: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component_ancestry: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_snapshot: Option<String>,
}

/// Everything found out about an error. Each part comes from the side that knows it, at its own time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AiContext {
    /// All of it in one sentence. Written by the server; what a sender puts here is replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Original source, the frame that threw first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_snippets: Option<Vec<SourceSnippet>>,
    /// Where in the component tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component_ancestry: Option<ComponentAncestry>,
    /// Where the element that a warning is about was made, as the browser prints stacks. Source is read for it; it is
    /// not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element_stack: Option<String>,
    /// The application's state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_snapshot: Option<StateSnapshot>,
    /// Parts that were looked for and not found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<MissingContext>,
}

/// What follows an error under the same `eventId`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ErrorAmendment {
    /// How far it has come now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enrichment: Option<Enrichment>,
    /// Parts found out; those named earlier and not named now stay.
    #[serde(default, rename = "_aiContext", skip_serializing_if = "Option::is_none")]
    pub ai_context: Option<AiContext>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
