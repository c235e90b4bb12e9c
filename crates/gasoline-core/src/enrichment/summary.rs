//! The one sentence of `_aiContext`: the document's template, filled with what is there.
//!
//! `{ErrorType} in {file}:{line} — `{errorExpression}` {errorDescription}. {stateContext}. {componentContext}.` Whatever
//! is unknown is left out together with its punctuation. Nothing here is guessed: what the parts do not say is not said.

use serde_json::{Map, Value};

use super::error_text::{error_type, without_type};
use super::expression::{self, ErrorLine};
use super::printable::bounded;
use super::stack::top_frame;

/// Characters of a message, of a place, of a name, of a value.
const LONGEST_MESSAGE: usize = 200;
const LONGEST_PLACE: usize = 150;
const LONGEST_NAME: usize = 60;
const LONGEST_VALUE: usize = 100;
/// Components and values named; the document's own limits.
const MOST_COMPONENTS: usize = 10;
const MOST_VALUES: usize = 10;

/// The error a summary is about.
#[derive(Debug)]
pub(super) struct Subject<'s> {
    pub(super) kind: Option<String>,
    pub(super) mechanism: Option<String>,
    pub(super) message: String,
    pub(super) stack: Option<String>,
    pub(super) source: Option<String>,
    pub(super) context: &'s Map<String, Value>,
}

/// The sentence.
pub(super) fn compose(subject: &Subject<'_>) -> String {
    let mut first = name_of(subject);
    if let Some(place) = place_of(subject) {
        first.push_str(&format!(" in {place}"));
    }
    let description = describe(subject);
    if !description.is_empty() {
        first.push_str(&format!(" — {description}"));
    }
    let contexts = [state_context(subject.context), component_context(subject.context)];
    let sentences: Vec<_> = std::iter::once(first).chain(contexts.into_iter().flatten()).map(ended).collect();
    sentences.join(" ")
}

/// A sentence with its full stop, unless the message brought one.
fn ended(mut sentence: String) -> String {
    if !sentence.ends_with(['.', '!', '?', '…']) {
        sentence.push('.');
    }
    sentence
}

/// The error's type, or how it came to us when it has none.
fn name_of(subject: &Subject<'_>) -> String {
    let typed = error_type(&subject.message, subject.stack.as_deref());
    let untyped = match (subject.kind.as_deref(), subject.mechanism.as_deref()) {
        (Some("console"), _) => "console.error",
        (_, Some("unhandledrejection")) => "Unhandled rejection",
        _ => "Error",
    };
    typed.unwrap_or(untyped).to_owned()
}

/// Where: in the original source, or else in the script the browser ran.
fn place_of(subject: &Subject<'_>) -> Option<String> {
    let mapped = first_snippet(subject.context).and_then(|snippet| {
        let (file, line) = (snippet.get("file")?.as_str()?, snippet.get("line")?.as_u64()?);
        Some(format!("{}:{line}", bounded(file, LONGEST_PLACE)))
    });
    let in_stack = || top_frame(subject.stack.as_deref()?).map(|frame| frame.place());
    let generated =
        || in_stack().or_else(|| subject.source.clone()).map(|place| bounded(&place, LONGEST_PLACE));
    mapped.or_else(generated)
}

fn first_snippet(context: &Map<String, Value>) -> Option<&Value> {
    context.get("sourceSnippets")?.get(0)
}

/// What went wrong: the expression where it can be named, otherwise the browser's words.
fn describe(subject: &Subject<'_>) -> String {
    let message = without_type(&subject.message);
    match expression::find(message, error_line(subject.context)) {
        Some(found) => format!("`{}` {}", found.expression, found.description),
        // Only the first line: React and others append whole component stacks.
        None => bounded(message.lines().next().unwrap_or_default().trim(), LONGEST_MESSAGE),
    }
}

/// The line of the first snippet that threw.
fn error_line(context: &Map<String, Value>) -> Option<ErrorLine<'_>> {
    let snippet = first_snippet(context)?;
    let lines = snippet.get("snippet")?.as_array()?;
    let line = lines.iter().find(|line| line.get("isError") == Some(&Value::Bool(true)))?;
    let column = snippet.get("column").and_then(Value::as_u64);
    // Columns count from one.
    let column = column.and_then(|column| usize::try_from(column).ok()?.checked_sub(1));
    Some(ErrorLine { text: line.get("text")?.as_str()?, column })
}

/// `Auth state: loading=false, user=null; Cart state: total=3`.
fn state_context(context: &Map<String, Value>) -> Option<String> {
    let slice = context.get("stateSnapshot")?.get("relevantSlice")?.as_object()?;
    let mut stores: Vec<(&str, Vec<String>)> = Vec::new();
    for (path, value) in how_it_went_first(slice).into_iter().take(MOST_VALUES) {
        let (store, name) = path.split_once('.').unwrap_or(("", path));
        let shown = format!("{}={}", bounded(name, LONGEST_NAME), state_value(value));
        match stores.iter_mut().find(|(known, _)| *known == store) {
            Some((_, values)) => values.push(shown),
            None => stores.push((store, vec![shown])),
        }
    }
    let of_store = |(store, values): (&str, Vec<String>)| format!("{}: {}", title(store), values.join(", "));
    let all: Vec<_> = stores.into_iter().map(of_store).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Values that tell how something went before those that only were there, as in the document's example.
fn how_it_went_first(slice: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let is_telling = |path: &str| {
        let path = path.to_lowercase();
        ["error", "loading", "status", "fail"].iter().any(|word| path.contains(word))
    };
    let mut values: Vec<_> = slice.iter().collect();
    values.sort_by_key(|(path, _)| !is_telling(path));
    values
}

/// `Auth state`, or `State` where the store's keys are plain values.
fn title(store: &str) -> String {
    let store = bounded(store, LONGEST_NAME);
    let mut characters = store.chars();
    match characters.next() {
        Some(first) => format!("{}{} state", first.to_uppercase(), characters.as_str()),
        None => "State".to_owned(),
    }
}

fn state_value(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{}'", bounded(text, LONGEST_VALUE)),
        other => bounded(&other.to_string(), LONGEST_VALUE),
    }
}

/// `Component tree: App > Cart`.
fn component_context(context: &Map<String, Value>) -> Option<String> {
    let components = context.get("componentAncestry")?.get("components")?.as_array()?;
    // The innermost say most.
    let names: Vec<_> = components[components.len().saturating_sub(MOST_COMPONENTS)..]
        .iter()
        .filter_map(|component| component.get("name")?.as_str())
        .map(|name| bounded(name, LONGEST_NAME))
        .collect();
    (!names.is_empty()).then(|| format!("Component tree: {}", names.join(" > ")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The document's full example.
    fn login() -> Value {
        json!({
            "sourceSnippets": [{
                "file": "src/components/LoginForm.tsx", "line": 42, "column": 15,
                "snippet": [
                    { "line": 41, "text": "      const result = await loginApi(credentials)" },
                    { "line": 42, "text": "      setUser(result.data.user)", "isError": true },
                    { "line": 43, "text": "    } catch (err) {" },
                ],
            }],
            "componentAncestry": { "framework": "react", "components": [
                { "name": "App", "propKeys": ["theme"] }, { "name": "AuthProvider", "hasState": true },
                { "name": "LoginPage", "propKeys": ["onSuccess"] }, { "name": "LoginForm" },
            ] },
            "stateSnapshot": {
                "source": "redux",
                "keys": { "auth": { "type": "object", "keys": ["user", "token", "loading", "error"] } },
                "relevantSlice": {
                    "auth.user": null, "auth.loading": false, "auth.error": "Request failed with status 401",
                },
            },
        })
    }

    const STACK: &str = "TypeError: Cannot read properties of undefined (reading 'user')\n    at handleSubmit (http://localhost:3000/static/js/main.abc123.js:42:15)";

    fn summary_of(message: &str, stack: Option<&str>, context: Value) -> String {
        let Value::Object(context) = context else { panic!("not an object") };
        compose(&Subject {
            kind: Some("exception".to_owned()),
            mechanism: None,
            message: message.to_owned(),
            stack: stack.map(str::to_owned),
            source: None,
            context: &context,
        })
    }

    fn example(parts: &[&str]) -> String {
        let context: Map<String, Value> =
            parts.iter().map(|part| ((*part).to_owned(), login()[*part].clone())).collect();
        summary_of(
            "Cannot read properties of undefined (reading 'user')",
            Some(STACK),
            Value::Object(context),
        )
    }

    #[test]
    fn the_documents_example_reads_as_documented() {
        insta::assert_snapshot!(example(&["sourceSnippets", "componentAncestry", "stateSnapshot"]), @"TypeError in src/components/LoginForm.tsx:42 — `result.data` is undefined when calling `setUser(result.data.user)`. Auth state: loading=false, error='Request failed with status 401', user=null. Component tree: App > AuthProvider > LoginPage > LoginForm.");
    }

    #[test]
    fn each_part_may_be_missing() {
        insta::assert_snapshot!(example(&["sourceSnippets", "componentAncestry"]), @"TypeError in src/components/LoginForm.tsx:42 — `result.data` is undefined when calling `setUser(result.data.user)`. Component tree: App > AuthProvider > LoginPage > LoginForm.");
        insta::assert_snapshot!(example(&["sourceSnippets", "stateSnapshot"]), @"TypeError in src/components/LoginForm.tsx:42 — `result.data` is undefined when calling `setUser(result.data.user)`. Auth state: loading=false, error='Request failed with status 401', user=null.");
        insta::assert_snapshot!(example(&["componentAncestry", "stateSnapshot"]), @"TypeError in static/js/main.abc123.js:42 — Cannot read properties of undefined (reading 'user'). Auth state: loading=false, error='Request failed with status 401', user=null. Component tree: App > AuthProvider > LoginPage > LoginForm.");
        insta::assert_snapshot!(example(&["sourceSnippets"]), @"TypeError in src/components/LoginForm.tsx:42 — `result.data` is undefined when calling `setUser(result.data.user)`.");
        insta::assert_snapshot!(example(&["componentAncestry"]), @"TypeError in static/js/main.abc123.js:42 — Cannot read properties of undefined (reading 'user'). Component tree: App > AuthProvider > LoginPage > LoginForm.");
        insta::assert_snapshot!(example(&["stateSnapshot"]), @"TypeError in static/js/main.abc123.js:42 — Cannot read properties of undefined (reading 'user'). Auth state: loading=false, error='Request failed with status 401', user=null.");
        insta::assert_snapshot!(example(&[]), @"TypeError in static/js/main.abc123.js:42 — Cannot read properties of undefined (reading 'user').");
    }

    #[test]
    fn little_data_makes_a_short_sentence() {
        insta::assert_snapshot!(summary_of("", None, json!({})), @"Error.");
        insta::assert_snapshot!(summary_of("boom", None, json!({})), @"Error — boom.");
        insta::assert_snapshot!(summary_of("RangeError", None, json!({})), @"RangeError.");
        insta::assert_snapshot!(summary_of("Error: It failed!\nmore", None, json!({ "stateSnapshot": { "relevantSlice": { "ready": true, "cart.n": [1], "cart.m": 2 } } })), @"Error — It failed! State: ready=true; Cart state: n=[1], m=2.");
    }

    #[test]
    fn hostile_parts_stay_one_bounded_line() {
        let name = "N\n".repeat(1_000_000);
        let context = json!({
            "sourceSnippets": [{ "file": name, "line": 1, "column": 0, "snippet": [{ "line": 1, "text": name, "isError": true }] }],
            "componentAncestry": { "components": vec![json!({ "name": name }); 1_000] },
            "stateSnapshot": { "relevantSlice": { name.as_str(): name } },
        });
        let summary = summary_of(&format!("Error: {name}"), None, context);
        assert!(summary.chars().count() < 1_500 && !summary.contains('\n'), "{summary}");
        let odd = json!({ "sourceSnippets": 7, "componentAncestry": [], "stateSnapshot": { "relevantSlice": "x" } });
        assert_eq!(summary_of("boom", None, odd), "Error — boom.");
    }
}
