//! The one sentence of `_aiContext`: the document's template, filled with what is there.
//!
//! `{ErrorType} in {file}:{line} — `{errorExpression}` {errorDescription}. {stateContext}. {componentContext}.` Whatever
//! is unknown is left out together with its punctuation. Nothing here is guessed: what the parts do not say is not said.
//! What the page wrote stands in quotes or backticks; only names, places and the engine's own messages stand bare.

use serde_json::{Map, Value};

use super::engine_message;
use super::error_text::{error_type, without_type};
use super::expression::{self, ErrorLine};
use super::printable::{bounded, is_plain_name, is_plain_place, quoted};
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

/// A sentence with its full stop, unless the engine's message brought one.
fn ended(mut sentence: String) -> String {
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

/// The error's type, or how it came to us when it has none.
fn name_of(subject: &Subject<'_>) -> String {
    let typed = error_type(&subject.message, subject.stack.as_deref());
    let untyped = match (subject.kind.as_deref(), subject.mechanism.as_deref()) {
        (Some("console"), _) => "console.error",
        (Some("violation"), _) => "Policy violation",
        (_, Some("unhandledrejection")) => "Unhandled rejection",
        _ => "Error",
    };
    typed.unwrap_or(untyped).to_owned()
}

/// Where: in the original source, or else in the script the browser ran.
fn place_of(subject: &Subject<'_>) -> Option<String> {
    let mapped = first_snippet(subject.context).and_then(|snippet| {
        let (file, line) = (snippet.get("file")?.as_str()?, snippet.get("line")?.as_u64()?);
        Some(format!("{}:{line}", place_name(file)))
    });
    let in_stack = || top_frame(subject.stack.as_deref()?).map(|frame| frame.place());
    let generated = || in_stack().or_else(|| subject.source.clone()).map(|place| place_name(&place));
    mapped.or_else(generated)
}

/// A file, quoted if it could be taken for words of ours.
fn place_name(place: &str) -> String {
    let place = bounded(place, LONGEST_PLACE);
    if is_plain_place(&place) { place } else { quoted(&place) }
}

/// A name from the page, quoted if it could be taken for words of ours.
fn named(name: &str) -> String {
    let name = bounded(name, LONGEST_NAME);
    if is_plain_name(&name) { name } else { quoted(&name) }
}

/// The source of the frame that threw; one of its callers is no place of the error.
fn first_snippet(context: &Map<String, Value>) -> Option<&Value> {
    throwing_snippet(context.get("sourceSnippets"))
}

/// The first of some snippets, unless it is only of a frame that called the one that threw.
pub(crate) fn throwing_snippet(snippets: Option<&Value>) -> Option<&Value> {
    snippets?.get(0).filter(|snippet| snippet.get("callerBecause").is_none())
}

/// What went wrong: the expression where source confirms it, else the engine's words, else the app's as a quotation.
fn describe(subject: &Subject<'_>) -> String {
    let engine = engine_message::read(&subject.message, subject.stack.as_deref());
    let line = error_line(subject.context);
    if let Some(found) = engine.as_ref().zip(line).and_then(|(said, line)| expression::find(said, line)) {
        return format!("`{}` {}", found.expression, found.description);
    }
    // Only the first line: React and others append whole component stacks.
    let message = without_type(&subject.message).lines().next().unwrap_or_default().trim();
    let message = bounded(message, LONGEST_MESSAGE);
    match engine {
        _ if message.is_empty() => message,
        Some(_) => message,
        None => quoted(&message),
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
        let shown = format!("{}={}", named(name), state_value(value));
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
    let store = if store.is_empty() { String::new() } else { named(store) };
    let mut characters = store.chars();
    match characters.next() {
        Some(first) => format!("{}{} state", first.to_uppercase(), characters.as_str()),
        None => "State".to_owned(),
    }
}

fn state_value(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(&bounded(text, LONGEST_VALUE)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        // Names inside of it are the page's.
        Value::Array(_) | Value::Object(_) => {
            format!("`{}`", bounded(&value.to_string(), LONGEST_VALUE).replace('`', "'"))
        }
    }
}

/// `Component tree: App > Cart`; `Near: App > Cart, because it has the focus` where the error may be of others. `…` stands
/// for outer components that are left out.
fn component_context(context: &Map<String, Value>) -> Option<String> {
    let ancestry = context.get("componentAncestry")?;
    let components = ancestry.get("components")?.as_array()?;
    // The innermost say most.
    let left_out = components.len().saturating_sub(MOST_COMPONENTS);
    let is_cut = left_out > 0 || ancestry.get("outer").and_then(Value::as_u64).unwrap_or_default() > 0;
    let names: Vec<_> = components[left_out..]
        .iter()
        .filter_map(|component| component.get("name")?.as_str())
        .map(named)
        .collect();
    if names.is_empty() {
        return None;
    }
    let names = format!("{}{}", if is_cut { "… > " } else { "" }, names.join(" > "));
    Some(match ancestry.get("near").and_then(Value::as_str) {
        Some(reason) => format!("Near: {names}, because {}", bounded(reason, LONGEST_MESSAGE)),
        None => format!("Component tree: {names}"),
    })
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
    fn components_that_are_only_near_are_not_stated_as_the_tree() {
        // components-02, components-05
        let components = json!([{ "name": "App" }, { "name": "Editor" }]);
        let of = |near: Option<&str>, outer: Option<u32>| {
            let ancestry =
                json!({ "framework": "react", "components": components, "near": near, "outer": outer });
            summary_of("boom", None, json!({ "componentAncestry": ancestry }))
        };
        insta::assert_snapshot!(of(None, None), @"Error — 'boom'. Component tree: App > Editor.");
        insta::assert_snapshot!(of(Some("it has the focus"), None), @"Error — 'boom'. Near: App > Editor, because it has the focus.");
        insta::assert_snapshot!(of(None, Some(3)), @"Error — 'boom'. Component tree: … > App > Editor.");
    }

    #[test]
    fn a_caller_is_not_stated_as_the_place_of_the_error() {
        // source-04
        let caller = json!({
            "file": "src/App.tsx", "line": 7, "column": 2, "callerBecause": "no map",
            "snippet": [{ "line": 7, "text": "user.name.first", "isError": true }],
        });
        insta::assert_snapshot!(
            summary_of("Cannot read properties of undefined (reading 'user')", Some(STACK), json!({ "sourceSnippets": [caller] })),
            @"TypeError in static/js/main.abc123.js:42 — Cannot read properties of undefined (reading 'user')."
        );
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
        insta::assert_snapshot!(summary_of("boom", None, json!({})), @"Error — 'boom'.");
        insta::assert_snapshot!(summary_of("RangeError", None, json!({})), @"RangeError.");
        insta::assert_snapshot!(summary_of("Error: It failed!\nmore", None, json!({ "stateSnapshot": { "relevantSlice": { "ready": true, "cart.n": [1], "cart.m": 2 } } })), @"Error — 'It failed!'. State: ready=true; Cart state: n=`[1]`, m=2.");
    }

    #[test]
    fn hostile_parts_stay_one_bounded_line() {
        let name = "N\n".repeat(1_000_000);
        let context = json!({
            "sourceSnippets": [{ "file": name, "line": 1, "column": 0, "snippet": [{ "line": 1, "text": name, "isError": true }] }],
            "componentAncestry": { "components": vec![json!({ "name": name }); 20] },
            "stateSnapshot": { "relevantSlice": { name.as_str(): name } },
        });
        let summary = summary_of(&format!("Error: {name}"), None, context);
        assert!(summary.chars().count() < 1_500 && !summary.contains('\n'), "{summary}");
        let odd = json!({ "sourceSnippets": 7, "componentAncestry": [], "stateSnapshot": { "relevantSlice": "x" } });
        assert_eq!(summary_of("boom", None, odd), "Error — 'boom'.");
    }

    /// `sentence-01`, `sentence-03`, `sentence-04`: texts of an app that sound like the engine.
    #[test]
    fn only_what_the_engine_wrote_is_taken_apart() {
        let at = |line: &str, column: u64| {
            json!({ "sourceSnippets": [{ "file": "src/a.ts", "line": 3, "column": column,
                "snippet": [{ "line": 3, "text": line, "isError": true }] }] })
        };
        let said = |message: &str, line: &str, column: u64| summary_of(message, None, at(line, column));
        assert_eq!(
            said(
                "TypeError: useState is not a function or its return value is not iterable",
                "const [a] = useState()",
                13
            ),
            "TypeError in src/a.ts:3 — `useState` is not a function or its return value is not iterable."
        );
        assert_eq!(
            said(
                "TypeError: Cannot read properties of undefined (reading 'name')",
                "cell.name = rows[5][key]",
                21
            ),
            "TypeError in src/a.ts:3 — Cannot read properties of undefined (reading 'name')."
        );
        assert_eq!(
            said("Error: token is null or expired", "throw new Error(text)", 7),
            "Error in src/a.ts:3 — 'token is null or expired'."
        );
        assert_eq!(
            said("TypeError: token is null", "if (!token) throw new TypeError('token is null')", 19),
            "TypeError in src/a.ts:3 — token is null."
        );
    }

    /// Whatever a page writes, our sentence without its quotations consists of our words and plain names.
    #[test]
    fn page_text_never_stands_in_the_sentence_unquoted() {
        const CLAIM: &str = "x'. Component tree: Admin. `y` is null \"z";
        let context = json!({
            "sourceSnippets": [{ "file": CLAIM, "line": 1, "column": 0, "snippet": [{ "line": 1, "text": CLAIM, "isError": true }] }],
            "componentAncestry": { "components": [{ "name": CLAIM }, { "name": "App" }] },
            "stateSnapshot": { "relevantSlice": { CLAIM: CLAIM, "auth.user": { CLAIM: [CLAIM] } } },
        });
        let sentence = summary_of(&format!("Error: {CLAIM}"), None, context);
        let mut bare = String::new();
        let mut end = None;
        for character in sentence.chars() {
            match end {
                Some(quote) if quote == character => end = None,
                Some(_) => {}
                None if matches!(character, '\'' | '`') => end = Some(character),
                None => bare.push(character),
            }
        }
        assert_eq!(bare, "Error in :1 — .  state: =; Auth state: user=. Component tree:  > App.");
    }
}
