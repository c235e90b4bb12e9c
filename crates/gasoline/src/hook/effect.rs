//! What became of an edit: whether a page took it, and which errors came or stayed away.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gasoline_wire::Timestamp;
use serde_json::Value;

/// How a page took an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It was loaded anew.
    Reloaded,
    /// It exchanged the module.
    Updated,
    /// The dev server could not build it, or the page not load it.
    Failed,
}

/// What became of an edit.
#[derive(Debug)]
pub(crate) struct Effect {
    pub(crate) taken: Taken,
    /// Errors since the edit that were not there before: message and place.
    pub(crate) new: Vec<(String, String)>,
    /// Errors of the file from before the edit that were not seen since. Whether they would come back is not known.
    pub(crate) unseen: usize,
}

impl Effect {
    /// Compares errors before and after, both by message. Only those that name the file can be due to it.
    pub(crate) fn of(taken: Taken, before: &ErrorsBefore, after: &BTreeMap<String, String>) -> Self {
        let new = after.iter().filter(|(message, _)| !before.all.contains(*message));
        Self {
            taken,
            new: new.map(|(message, place)| (message.clone(), place.clone())).collect(),
            unseen: before.of_file.iter().filter(|message| !after.contains_key(*message)).count(),
        }
    }

    /// Whether there is anything to say.
    pub(crate) fn is_remarkable(&self) -> bool {
        !self.new.is_empty() || self.unseen > 0 || self.taken == Taken::Failed
    }
}

/// Errors by message with their places, of an answer of `get_browser_errors`.
pub(crate) fn errors_of(answer: &Value) -> BTreeMap<String, String> {
    let rows = answer.get("errors").and_then(Value::as_array).into_iter().flatten();
    let text = |row: &Value, name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
    rows.filter_map(|row| {
        let place = text(row, "location").or_else(|| text(row, "source")).unwrap_or_default();
        Some((text(row, "message")?, place))
    })
    .collect()
}

/// Messages of errors from before an edit.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorsBefore {
    all: BTreeSet<String>,
    /// Those that name the edited file.
    of_file: BTreeSet<String>,
}

/// The errors in a snapshot that arrived before a time, in milliseconds since the epoch.
pub(crate) fn errors_before(snapshot: &Value, milliseconds: u64, file: &Path) -> ErrorsBefore {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let names_file = |entry: &Value| !name.is_empty() && entry.to_string().contains(&format!("/{name}"));
    let text = |entry: &Value, name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    let has = |entry: &Value, name: &str, word: &str| entry.get(name).and_then(Value::as_str) == Some(word);
    let is_error = |entry: &Value| has(entry, "level", "error") || has(entry, "type", "exception");
    let is_before = |entry: &Value| {
        let arrived = text(entry, "received_at").and_then(|time| Timestamp::parse(&time).ok());
        let arrived = arrived.and_then(|time| u64::try_from(time.as_milliseconds()).ok());
        arrived.is_some_and(|time| time < milliseconds)
    };
    let logs = snapshot.get("logs").and_then(Value::as_array).into_iter().flatten();
    let mut errors = ErrorsBefore::default();
    for entry in logs.filter(|entry| is_error(entry) && is_before(entry)) {
        let Some(message) = text(entry, "message") else { continue };
        if names_file(entry) {
            errors.of_file.insert(message.clone());
        }
        errors.all.insert(message);
    }
    errors
}

/// What dev servers write into the console when they cannot build a file or a page cannot load it.
const FAILURES: [&str; 5] = [
    "[vite] Internal Server Error",
    "Failed to reload",
    "Failed to compile",
    "Module build failed",
    "[webpack-dev-server] ERROR",
];

/// How a page took the edit of a file, by what the server captured since. What dev servers write and load is known of Vite, webpack
/// and Next.js; a file that nothing names was not taken.
pub(crate) fn taken(snapshot: &Value, file: &Path) -> Option<Taken> {
    let entries = |name: &str| snapshot.get(name).and_then(Value::as_array).into_iter().flatten();
    let name = file.file_name()?.to_str()?;
    let says = |entry: &Value, word: &str| {
        entry.get("message").and_then(Value::as_str).is_some_and(|message| message.contains(word))
    };
    // Before anything else: the page asks for the file, and gets an error.
    if entries("logs").any(|entry| FAILURES.iter().any(|word| says(entry, word)) && says(entry, name)) {
        return Some(Taken::Failed);
    }
    if entries("documents").next().is_some() {
        return Some(Taken::Reloaded);
    }
    let is_told = entries("logs").any(|entry| {
        ["hot updated", "[HMR]", "[Fast Refresh]"].iter().any(|word| says(entry, word))
            && (says(entry, name) || !says(entry, "/"))
    });
    let is_of_file = |entry: &Value| {
        let url = entry.get("url").and_then(Value::as_str).unwrap_or_default();
        let path = url.split(['?', '#']).next().unwrap_or_default();
        path.ends_with(name) || (url.contains("hot-update") && path.ends_with(".js"))
    };
    let is_loaded = entries("resources").chain(entries("network_bodies")).any(is_of_file);
    (is_told || is_loaded).then_some(Taken::Updated)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_errors_that_arrived_before_the_edit_were_there_before() {
        let entry = |level: &str, message: &str, received_at: &str| json!({ "level": level, "message": message, "received_at": received_at });
        let logs = [
            entry("error", "early", "1970-01-01T00:00:00.999Z"),
            entry("log", "no error", "1970-01-01T00:00:00.999Z"),
            entry("error", "late", "1970-01-01T00:00:01.000Z"),
        ];
        let mut logs = logs.to_vec();
        logs.push(json!({
            "type": "exception", "message": "of the file", "received_at": "1970-01-01T00:00:00.500Z",
            "stack": "at Cart (http://localhost:5173/src/Cart.tsx?t=1:4:2)",
        }));
        let found = errors_before(&json!({ "logs": logs }), 1_000, Path::new("/home/me/src/Cart.tsx"));
        assert_eq!(found.all, BTreeSet::from(["early".to_owned(), "of the file".to_owned()]));
        assert_eq!(found.of_file, BTreeSet::from(["of the file".to_owned()]));
    }

    #[test]
    fn a_page_takes_an_edit_by_reloading_or_exchanging_the_module() {
        let file = Path::new("/home/me/shop/src/Cart.tsx");
        for (snapshot, expected) in [
            (json!({}), None),
            (json!({ "documents": [{ "url": "http://localhost:5173/" }] }), Some(Taken::Reloaded)),
            (json!({ "logs": [{ "message": "[vite] hot updated: /src/Cart.tsx" }] }), Some(Taken::Updated)),
            (json!({ "logs": [{ "message": "[vite] hot updated: /src/Other.tsx" }] }), None),
            (
                json!({
                    "logs": [{ "message": "[hmr] Failed to reload /src/Cart.tsx. This could be due to syntax errors" }],
                    "resources": [{ "url": "http://localhost:5173/src/Cart.tsx?t=17" }],
                }),
                Some(Taken::Failed),
            ),
            (json!({ "logs": [{ "message": "[hmr] Failed to reload /src/Other.tsx." }] }), None),
            (json!({ "logs": [{ "message": "[Fast Refresh] done in 34ms" }] }), Some(Taken::Updated)),
            (
                json!({ "resources": [{ "url": "http://localhost:5173/src/Cart.tsx?t=17" }] }),
                Some(Taken::Updated),
            ),
            (json!({ "resources": [{ "url": "http://localhost:5173/src/Other.tsx?t=17" }] }), None),
            (
                json!({ "network_bodies": [{ "url": "http://localhost:8080/main.4f.hot-update.js" }] }),
                Some(Taken::Updated),
            ),
        ] {
            assert_eq!(taken(&snapshot, file), expected, "{snapshot}");
        }
    }

    #[test]
    fn an_edit_without_consequences_is_not_remarkable() {
        let effect = |before: &[&str], after: &[&str]| {
            let all: BTreeSet<String> = before.iter().map(|name| (*name).to_owned()).collect();
            // The errors of `b.tsx` are those that are called so.
            let of_file = all.iter().filter(|name| name.as_str() == "b").cloned().collect();
            let before = ErrorsBefore { all, of_file };
            let after = after.iter().map(|name| ((*name).to_owned(), String::new())).collect();
            Effect::of(Taken::Updated, &before, &after)
        };
        assert!(!effect(&[], &[]).is_remarkable());
        assert!(!effect(&["a"], &["a"]).is_remarkable());
        assert!(!effect(&["a"], &[]).is_remarkable(), "an error of another file");
        assert!(effect(&[], &["a"]).is_remarkable());
        assert_eq!(effect(&["a", "b"], &["a"]).unseen, 1);
        let failed = Effect::of(Taken::Failed, &ErrorsBefore::default(), &BTreeMap::new());
        assert!(failed.is_remarkable());
    }
}
