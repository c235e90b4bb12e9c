//! Makes a component near the error the throwing one, where the source says so.
//!
//! A page knows which element the user acted on, not which component threw, so it sends the components around that element with
//! `near` and a reason. The mapped file of the throwing frame decides: `LoginForm.tsx` is the source of the component
//! `LoginForm`. If the components around the element include it, it threw, and those above it are its ancestors.

use serde_json::{Map, Value};

use super::summary::throwing_snippet;

/// Drops `near` and the components below the one whose file threw; leaves everything as it is where none is named like it.
pub(super) fn settle(context: &mut Map<String, Value>) {
    let Some(name) = component_of_file(context) else { return };
    let Some(Value::Object(ancestry)) = context.get_mut("componentAncestry") else { return };
    if !ancestry.contains_key("near") {
        return;
    }
    let Some(Value::Array(components)) = ancestry.get_mut("components") else { return };
    let is_named = |component: &Value| component.get("name").and_then(Value::as_str) == Some(&name);
    let Some(at) = components.iter().rposition(is_named) else { return };
    components.truncate(at + 1);
    ancestry.shift_remove("near");
}

/// `LoginForm` where `src/LoginForm.tsx` threw. Components have capital letters; `index.tsx` names none.
fn component_of_file(context: &Map<String, Value>) -> Option<String> {
    let file = throwing_snippet(context.get("sourceSnippets"))?.get("file")?.as_str()?;
    let name = file.rsplit('/').next()?.split('.').next()?;
    name.starts_with(char::is_uppercase).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settled(file: &str, ancestry: Value) -> Value {
        let mut context = Map::new();
        context.insert("sourceSnippets".to_owned(), json!([{ "file": file, "line": 1 }]));
        context.insert("componentAncestry".to_owned(), ancestry);
        settle(&mut context);
        context.shift_remove("componentAncestry").unwrap_or_default()
    }

    fn near(names: &[&str]) -> Value {
        let components: Vec<_> = names.iter().map(|name| json!({ "name": name })).collect();
        json!({ "components": components, "near": "its click was being handled" })
    }

    #[test]
    fn the_file_that_threw_names_the_component() {
        let known = json!({ "components": [{ "name": "App" }, { "name": "LoginForm" }] });
        assert_eq!(settled("src/LoginForm.tsx", near(&["App", "LoginForm"])), known);
        assert_eq!(settled("src/LoginForm.svelte", near(&["App", "LoginForm", "Button"])), known);
    }

    #[test]
    fn a_file_of_another_name_leaves_the_guess_a_guess() {
        for file in ["src/Toolbar.tsx", "src/index.tsx", "src/login.ts", "shop.jsx"] {
            let guess = near(&["App", "LoginForm", "index", "login"]);
            assert_eq!(settled(file, guess.clone()), guess, "{file}");
        }
    }
}
