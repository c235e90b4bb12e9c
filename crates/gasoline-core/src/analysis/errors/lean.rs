//! What an error can do without when the answer is too long: details of its context before rows of the list.

use serde_json::{Map, Value};

use super::super::condense::{around_mark, place_only};
use super::super::rows::Leaner;

/// Lines kept on either side of the one that threw.
const LINES_AROUND: usize = 2;
/// Lines of a stack kept.
const STACK_LINES: usize = 2;

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
    let Some(Value::Array(blocks)) = part(row, "sourceSnippets") else { return false };
    let mut changed = false;
    for block in blocks.iter_mut().skip(1) {
        if let Some(text) = block.as_str().filter(|text| text.contains('\n')) {
            *block = Value::from(place_only(text));
            changed = true;
        }
    }
    changed
}

/// Without the names of props and state; those of components stand in the summary.
fn without_names(row: &mut Map<String, Value>) -> bool {
    let Some(context) = row.get_mut("_aiContext").and_then(Value::as_object_mut) else { return false };
    ["componentAncestry", "stateSnapshot"]
        .iter()
        .map(|name| context.shift_remove(*name).is_some())
        .fold(false, |one, other| one | other)
}

/// Fewer lines around the one that threw.
fn with_fewer_lines(row: &mut Map<String, Value>) -> bool {
    let first = part(row, "sourceSnippets").and_then(|blocks| blocks.get_mut(0));
    let Some(first) = first else { return false };
    let Some(shorter) = first.as_str().and_then(|text| around_mark(text, LINES_AROUND)) else { return false };
    *first = Value::from(shorter);
    true
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
    *stack = format!("{}\n… {} more lines", lines[..STACK_LINES].join("\n"), lines.len() - STACK_LINES);
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
