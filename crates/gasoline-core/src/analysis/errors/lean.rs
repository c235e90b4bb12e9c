//! What an error can do without when the answer is too long: details of its context before rows of the list.

use serde_json::{Map, Value};

use super::super::rows::Leaner;

/// Lines kept on either side of the one that threw.
const LINES_AROUND: u64 = 2;
/// Lines of a stack kept: the message and the innermost frames.
const STACK_LINES: usize = 4;

/// From what is missed least to what is missed most. The summary stays to the end.
pub const STEPS: &[Leaner] = &[
    without_outer_source,
    without_names,
    with_fewer_lines,
    without_parts,
    with_short_stack,
    without_surroundings,
];

/// Source of the frame that threw only; of the others the place.
fn without_outer_source(row: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(snippets)) = part(row, "sourceSnippets") else { return false };
    let outer = snippets.iter_mut().skip(1).filter_map(Value::as_object_mut);
    outer.map(|snippet| snippet.shift_remove("snippet").is_some()).fold(false, |one, other| one | other)
}

/// Components by name only, state by its relevant values only.
fn without_names(row: &mut Map<String, Value>) -> bool {
    let mut removed = false;
    let components = part(row, "componentAncestry").and_then(|part| part.get_mut("components"));
    for component in
        components.and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
    {
        for name in ["propKeys", "hasState", "stateKeys"] {
            removed |= component.shift_remove(name).is_some();
        }
    }
    let state = part(row, "stateSnapshot").and_then(Value::as_object_mut);
    removed | state.is_some_and(|state| state.shift_remove("keys").is_some())
}

/// Fewer lines around the one that threw.
fn with_fewer_lines(row: &mut Map<String, Value>) -> bool {
    let first = part(row, "sourceSnippets").and_then(|snippets| snippets.get_mut(0));
    let Some(first) = first else { return false };
    let Some(line) = first.get("line").and_then(Value::as_u64) else { return false };
    let Some(lines) = first.get_mut("snippet").and_then(Value::as_array_mut) else { return false };
    let before = lines.len();
    lines.retain(|one| {
        one.get("line").and_then(Value::as_u64).is_some_and(|one| one.abs_diff(line) <= LINES_AROUND)
    });
    lines.len() < before
}

/// The summary alone.
fn without_parts(row: &mut Map<String, Value>) -> bool {
    let Some(context) = row.get_mut("_aiContext").and_then(Value::as_object_mut) else { return false };
    let before = context.len();
    context.retain(|name, _| name == "summary");
    context.len() < before
}

/// The innermost frames.
fn with_short_stack(row: &mut Map<String, Value>) -> bool {
    let Some(Value::String(stack)) = row.get_mut("stack") else { return false };
    let lines: Vec<_> = stack.lines().collect();
    // One line more is no longer than the line that would say so.
    if lines.len() <= STACK_LINES + 1 {
        return false;
    }
    *stack = format!("{}\n    … {} more", lines[..STACK_LINES].join("\n"), lines.len() - STACK_LINES);
    true
}

/// Without what the page did before; a likely cause says what it rests on.
fn without_surroundings(row: &mut Map<String, Value>) -> bool {
    ["_actions", "recent_requests", "_enrichments"]
        .iter()
        .map(|name| row.shift_remove(*name).is_some())
        .fold(false, |one, other| one | other)
}

fn part<'r>(row: &'r mut Map<String, Value>, name: &str) -> Option<&'r mut Value> {
    row.get_mut("_aiContext")?.get_mut(name)
}
