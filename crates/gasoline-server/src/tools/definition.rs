//! What callers are told of a tool before they call it, and the table of all tools.

use std::sync::LazyLock;
use std::time::Duration;

use gasoline_core::intake::Kind;

use super::JsonObject;
use super::arguments::SharedArguments;
use super::call::Start;
use super::caller::Caller;
use super::failure::ToolFailure;
use super::tool::Tool;
use super::{call, catalog, input, output};
use crate::options::ToolProfile;

/// What a tool does to what the server holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Only reads.
    Reads,
    /// Keeps something under a name, for a later call to find; nothing that was captured changes.
    Keeps,
    /// Removes something.
    Removes,
}

/// What callers are told of a tool.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What it is called by.
    pub name: &'static str,
    /// When to use it and what comes back.
    pub description: &'static str,
    /// Its arguments.
    pub input_schema: JsonObject,
    /// Its answers, as far as they are documented.
    pub output_schema: JsonObject,
    /// What it does.
    pub effect: Effect,
}

/// A tool without its type.
pub(super) struct RegisteredTool {
    pub(super) definition: Definition,
    pub(super) shared: SharedArguments,
    pub(super) kinds: &'static [Kind],
    pub(super) start: Start,
    limit: Duration,
    is_core: bool,
}

impl RegisteredTool {
    pub(super) fn of<T: Tool>() -> Self {
        let definition = Definition {
            name: T::NAME,
            description: T::DESCRIPTION,
            input_schema: input::schema::<T>(),
            output_schema: output::schema(T::SUMMARY, T::MEMBERS),
            effect: T::EFFECT,
        };
        Self {
            definition,
            shared: T::SHARED,
            start: call::start::<T>,
            kinds: T::KINDS,
            limit: T::LIMIT,
            is_core: T::CORE,
        }
    }

    /// The tool a caller means.
    pub(super) fn find(caller: &Caller, name: &str) -> Result<&'static Self, ToolFailure> {
        let profile = caller.profile();
        offered(profile).find(|tool| tool.definition.name == name).ok_or_else(|| {
            let known: Vec<_> = offered(profile).map(|tool| tool.definition.name).collect();
            ToolFailure::unknown_tool(name, known.join(", "))
        })
    }
}

static TOOLS: LazyLock<Vec<RegisteredTool>> = LazyLock::new(catalog::all);

fn offered(profile: ToolProfile) -> impl Iterator<Item = &'static RegisteredTool> {
    TOOLS.iter().filter(move |tool| tool.is_core || profile == ToolProfile::All)
}

/// The tools of a profile, sorted by name.
pub fn definitions(profile: ToolProfile) -> impl Iterator<Item = &'static Definition> {
    offered(profile).map(|tool| &tool.definition)
}

/// How long an answer of a tool can take; of one that is not known, the longest.
pub fn time_limit(name: &str) -> Duration {
    let known = TOOLS.iter().find(|tool| tool.definition.name == name).map(|tool| tool.limit);
    known.or_else(|| TOOLS.iter().map(|tool| tool.limit).max()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_sorted_by_name() {
        let names: Vec<_> = definitions(ToolProfile::All).map(|definition| definition.name).collect();
        assert!(names.is_sorted(), "{names:?}");
    }
}
