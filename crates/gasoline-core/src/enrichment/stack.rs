//! Stack frames as Chrome, Firefox and Safari print them, and which of them are the application's own.

use crate::address::Parts;

/// One frame that names a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'s> {
    /// The script's address.
    pub file: &'s str,
    /// One-based line.
    pub line: u32,
    /// Column as the browser counts.
    pub column: u32,
}

/// Frames looked at; a stack that is deeper tells no more.
const MOST_FRAMES: usize = 50;

/// Parts of addresses under which libraries stand.
const LIBRARY_MARKS: [&str; 6] = [
    "node_modules/",
    "/.vite/deps/",
    "/.pnpm/",
    "/bower_components/",
    "webpack/bootstrap",
    "webpack/runtime",
];

/// Addresses of scripts that belong to no page.
const FOREIGN_SCHEMES: [&str; 5] =
    ["chrome-extension:", "moz-extension:", "safari-web-extension:", "node:", "native"];

/// Whether a file is not the application's own.
pub fn is_library(file: &str) -> bool {
    LIBRARY_MARKS.iter().any(|mark| file.contains(mark))
        || FOREIGN_SCHEMES.iter().any(|scheme| file.starts_with(scheme))
}

/// The frames of a stack that name a place, innermost first.
pub fn frames(stack: &str) -> impl Iterator<Item = Frame<'_>> {
    stack.lines().take(MOST_FRAMES).filter_map(frame)
}

/// `at name (file:1:2)`, `at file:1:2`, `name@file:1:2` or `file:1:2`.
fn frame(line: &str) -> Option<Frame<'_>> {
    let line = line.trim();
    let (rest, column) = line.strip_suffix(')').unwrap_or(line).rsplit_once(':')?;
    let (rest, line) = rest.rsplit_once(':')?;
    let file = match rest.rsplit_once('(') {
        Some((_, file)) => file,
        None => after_name(rest),
    };
    let is_address = !file.is_empty() && !file.contains(char::is_whitespace);
    is_address.then_some(Frame { file, line: line.parse().ok()?, column: column.parse().ok()? })
}

/// What follows the function's name. An address may contain `@` as well, but never before its first slash.
fn after_name(text: &str) -> &str {
    if let Some(rest) = text.strip_prefix("at ") {
        return rest.strip_prefix("async ").unwrap_or(rest);
    }
    match text.split_once('@') {
        Some((name, file)) if !name.contains('/') => file,
        _ => text,
    }
}

/// The innermost frame of the application, or of anything if all are libraries'.
pub fn top_frame(stack: &str) -> Option<Frame<'_>> {
    frames(stack).find(|frame| !is_library(frame.file)).or_else(|| frames(stack).next())
}

impl Frame<'_> {
    /// File and line for a reader, without origin and query: `assets/app.js:42`.
    pub fn place(&self) -> String {
        let Parts { origin, path, .. } = Parts::of(self.file);
        let path = if origin.is_empty() { path } else { path.strip_prefix('/').unwrap_or(path) };
        format!("{path}:{}", self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_browser_are_read() {
        let check = |line: &str, file: &str| {
            let found: Vec<_> = frames(line).collect();
            assert_eq!(found, [Frame { file, line: 10, column: 3 }], "{line}");
        };
        check("    at checkout (http://localhost:3000/a.js:10:3)", "http://localhost:3000/a.js");
        check("    at http://localhost:3000/a.js?v=1:10:3", "http://localhost:3000/a.js?v=1");
        check("    at async http://localhost:3000/a.js:10:3", "http://localhost:3000/a.js");
        check("    at async Promise.all (http://localhost/a.js:10:3)", "http://localhost/a.js");
        check("checkout@http://localhost/a.js:10:3", "http://localhost/a.js");
        check("@http://localhost/a.js:10:3", "http://localhost/a.js");
        check("http://localhost/a.js:10:3", "http://localhost/a.js");
        check(
            "    at f (http://localhost/node_modules/@vue/x.js:10:3)",
            "http://localhost/node_modules/@vue/x.js",
        );
        check("f@http://localhost/node_modules/@vue/x.js:10:3", "http://localhost/node_modules/@vue/x.js");
        for none in
            ["TypeError: x", "    at Array.map (<anonymous>)", "map@[native code]", "    at a.js:10", ""]
        {
            assert_eq!(frames(none).count(), 0, "{none}");
        }
    }

    #[test]
    fn the_application_comes_before_libraries() {
        let library = "    at r (http://localhost/node_modules/.vite/deps/react.js:1:1)";
        let stack = format!("Error\n{library}\n    at a (http://localhost/src/a.js:2:2)");
        assert_eq!(top_frame(&stack).unwrap().place(), "src/a.js:2");
        assert_eq!(top_frame(library).unwrap().place(), "node_modules/.vite/deps/react.js:1");
        assert_eq!(top_frame("Error: x"), None);
    }
}
