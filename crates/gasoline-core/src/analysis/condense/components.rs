//! Components and stores as texts.

use serde_json::{Map, Value};

use crate::enrichment::printable;

/// Puts the components into one text: `App(theme) > LoginForm(onSuccess; state: email, loading)`. Whether nothing is left
/// that the summary does not say: names alone stand there.
pub(super) fn condense(ancestry: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(components)) = ancestry.get("components") else { return false };
    let has_details = components
        .iter()
        .any(|component| ["propKeys", "stateKeys"].iter().any(|name| component.get(name).is_some()));
    let is_known = |name: &String| name == "components" || name == "framework";
    if !has_details && ancestry.keys().all(is_known) {
        return true;
    }
    let names: Vec<_> = components.iter().map(component).collect();
    ancestry.insert("components".to_owned(), Value::from(names.join(" > ")));
    false
}

fn component(component: &Value) -> String {
    let name = printable(component.get("name").and_then(Value::as_str).unwrap_or("?"));
    let (props, state) = (names(component.get("propKeys")), names(component.get("stateKeys")));
    let state = if state.is_empty() { state } else { format!("state: {state}") };
    let details: Vec<_> = [props, state].into_iter().filter(|text| !text.is_empty()).collect();
    if details.is_empty() { name } else { format!("{name}({})", details.join("; ")) }
}

/// A name with the names of what it holds.
pub(super) fn with_keys(name: &str, keys: Option<&Value>) -> String {
    match names(keys) {
        keys if keys.is_empty() => printable(name),
        keys => format!("{}({keys})", printable(name)),
    }
}

fn names(keys: Option<&Value>) -> String {
    let keys = keys.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    keys.map(printable).collect::<Vec<_>>().join(", ")
}
