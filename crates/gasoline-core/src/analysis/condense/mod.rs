//! Rows for a model: what a fix needs, without what is said twice or means nothing to a reader.
//!
//! Entries keep the documented forms on the wire, in `/snapshot` and in capture files. Only rows of tools are
//! condensed: source as a text with a marked line, own frames only, components and actions as texts.

mod actions;
mod components;
mod source;
mod stack;

use gasoline_wire::Timestamp;
use serde_json::{Map, Value};

use super::requests::Initiator;

pub(super) use actions::line as action_line;
pub use source::{around_mark, place_only};

/// Members that say what is true of nearly every row.
const USUAL: [(&str, &str); 2] = [("enrichment", "done"), ("mechanism", "error")];

/// Members that name the compiled place, which the stack names too.
const COMPILED_PLACE: [&str; 4] = ["source", "filename", "lineno", "colno"];

/// Condenses a row of an error or a log entry.
pub(super) fn row(row: &mut Map<String, Value>) {
    for (name, usual) in USUAL {
        if row.get(name).and_then(Value::as_str) == Some(usual) {
            row.shift_remove(name);
        }
    }
    row.shift_remove("_enrichments");
    show_initiator(row);
    note_sent(row);
    take_stack_of_argument(row);
    let page_url = text(row, "pageUrl").or_else(|| text(row, "url")).unwrap_or_default().to_owned();
    condense_stack(row, &page_url);
    if let Some(Value::Object(context)) = row.get_mut("_aiContext") {
        condense_context(context);
    }
}

/// The place a request or socket came from as one text, in the original source where that is known.
pub(super) fn show_initiator(row: &mut Map<String, Value>) {
    if let Some(initiator) = Initiator::of(row) {
        row.shift_remove("_initiator");
        row.insert("initiator".to_owned(), Value::from(initiator.text()));
    }
}

/// A log entry of a request has the time of its end; when it was sent is said too.
fn note_sent(row: &mut Map<String, Value>) {
    let time = text(row, "ts").and_then(|time| Timestamp::parse(time).ok());
    let duration =
        row.get("duration").and_then(Value::as_f64).filter(|_| text(row, "type") == Some("network"));
    let sent = time.zip(duration).and_then(|(time, duration)| {
        Timestamp::from_milliseconds(time.as_milliseconds().saturating_sub(duration.max(0.0).round() as i64))
            .ok()
    });
    if let Some(sent) = sent {
        row.shift_insert(1.min(row.len()), "sent".to_owned(), Value::from(sent.to_string()));
    }
}

fn text<'r>(row: &'r Map<String, Value>, name: &str) -> Option<&'r str> {
    row.get(name).and_then(Value::as_str)
}

/// A printed error is an argument with a stack of its own: the row has the stack, and the argument goes if nothing else
/// is in it.
fn take_stack_of_argument(row: &mut Map<String, Value>) {
    let message = text(row, "message").unwrap_or_default().to_owned();
    let has_stack = row.contains_key("stack");
    let Some(Value::Array(arguments)) = row.get_mut("args") else { return };
    let is_error = |argument: &Value| argument.get("stack").is_some_and(Value::is_string);
    let Some(index) = arguments.iter().position(is_error).filter(|_| !has_stack) else { return };
    let Value::Object(error) = &mut arguments[index] else { return };
    let stack = error.shift_remove("stack");
    let is_repeated = |(name, value): (&String, &Value)| {
        ["name", "message"].contains(&name.as_str())
            && value.as_str().is_some_and(|text| message.contains(text))
    };
    if error.iter().all(is_repeated) {
        arguments.remove(index);
    }
    let says_no_more =
        arguments.iter().all(|argument| argument.as_str().is_some_and(|text| message.contains(text)));
    if says_no_more {
        row.shift_remove("args");
    }
    row.extend(stack.map(|stack| ("stack".to_owned(), stack)));
}

/// The stack without its message and without libraries; its causes apart. The compiled place goes where the stack has it.
fn condense_stack(row: &mut Map<String, Value>, page_url: &str) {
    let Some(stack) = text(row, "stack").map(str::to_owned) else { return };
    let condensed = stack::condensed(&stack, row.get("_aiContext"), page_url);
    if condensed.frames.is_empty() {
        row.shift_remove("stack");
    } else {
        row.insert("stack".to_owned(), Value::from(condensed.frames));
        COMPILED_PLACE.iter().for_each(|name| {
            row.shift_remove(*name);
        });
    }
    if !condensed.causes.is_empty() {
        let after_stack = row.keys().position(|name| name == "stack").map_or(row.len(), |index| index + 1);
        let causes = condensed.causes.into_iter().map(Value::from).collect();
        row.shift_insert(after_stack.min(row.len()), "causes".to_owned(), Value::Array(causes));
    }
}

fn condense_context(context: &mut Map<String, Value>) {
    context.shift_remove("frames");
    if let Some(Value::Array(snippets)) = context.get_mut("sourceSnippets") {
        let blocks = source::blocks(snippets);
        context.insert("sourceSnippets".to_owned(), blocks);
    }
    if let Some(Value::Object(ancestry)) = context.get_mut("componentAncestry")
        && components::condense(ancestry)
    {
        context.shift_remove("componentAncestry");
    }
    condense_state(context);
}

/// Names of what a store holds as one text. The values stand in the summary.
fn condense_state(context: &mut Map<String, Value>) {
    let Some(Value::Object(state)) = context.get_mut("stateSnapshot") else { return };
    state.shift_remove("relevantSlice");
    if let Some(Value::Object(keys)) = state.get("keys") {
        let names: Vec<String> =
            keys.iter().map(|(name, shape)| components::with_keys(name, shape.get("keys"))).collect();
        state.insert("keys".to_owned(), Value::from(names.join(", ")));
    }
}

/// Milliseconds from one moment to another as a reader takes them in: `120 ms`, `3.2 s`.
pub(super) fn span(from: Timestamp, to: Timestamp) -> String {
    match to.as_milliseconds() - from.as_milliseconds() {
        short @ ..1_000 => format!("{short} ms"),
        long => format!("{}.{} s", long / 1_000, long % 1_000 / 100),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn condensed(value: Value) -> Value {
        let Value::Object(mut fields) = value else { panic!("not an object") };
        row(&mut fields);
        Value::Object(fields)
    }

    #[test]
    fn a_printed_error_is_not_told_twice() {
        let error = json!({ "name": "TypeError", "message": "x", "stack": "TypeError: x\n    at f (http://localhost/a.js:1:2)" });
        assert_eq!(
            condensed(
                json!({ "message": "TypeError: x", "url": "http://localhost/", "source": "a.js:1", "args": [error] })
            ),
            json!({ "message": "TypeError: x", "url": "http://localhost/", "stack": "f (/a.js:1:2)" })
        );
        let more = json!({ "name": "TypeError", "message": "x", "code": 7, "stack": "TypeError: x\n    at f (http://localhost/a.js:1:2)" });
        assert_eq!(
            condensed(json!({ "message": "failed TypeError: x", "args": ["failed", more, { "id": 1 }] })),
            json!({
                "message": "failed TypeError: x",
                "args": ["failed", { "name": "TypeError", "message": "x", "code": 7 }, { "id": 1 }],
                "stack": "f (http://localhost/a.js:1:2)",
            })
        );
        let plain = json!({ "message": "a", "args": [{ "stack": 7 }, "a"] });
        assert_eq!(condensed(plain.clone()), plain);
    }
}
