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

/// Addresses of modules that webpack evaluates from a text.
const EVALUATED: &str = "webpack-internal:";

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
    // The path of an address may have brackets too, as in Next's route groups, but no space before them.
    let in_brackets = line.strip_suffix(')').and_then(|line| line.split_once(" (")).map(|(_, place)| place);
    let (rest, column) = in_brackets.unwrap_or(line).rsplit_once(':')?;
    let (rest, line) = rest.rsplit_once(':')?;
    let file = if in_brackets.is_some() { rest } else { after_name(rest) };
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
    /// File and line for a reader, without origin and query: `assets/app.js:42`. Of a module that webpack evaluates from a
    /// text the line is one of that text, not of the file.
    pub fn place(&self) -> String {
        if let Some(module) = self.file.strip_prefix(EVALUATED) {
            let module = module.trim_start_matches(['/', '.']);
            return format!("{module} (line {} of what webpack made of it)", self.line);
        }
        let Parts { origin, path, .. } = Parts::of(self.file);
        let path = if origin.is_empty() { path } else { path.strip_prefix('/').unwrap_or(path) };
        // As capture names the page at `/`.
        let path = if path.is_empty() { "(index)" } else { path };
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
        // source-07
        check("    at f (http://localhost/app/(shop)/page.js:10:3)", "http://localhost/app/(shop)/page.js");
        check("    at http://localhost/app/(shop)/page.js:10:3", "http://localhost/app/(shop)/page.js");
        check("f@http://localhost/app/(shop)/page.js:10:3", "http://localhost/app/(shop)/page.js");
        for none in
            ["TypeError: x", "    at Array.map (<anonymous>)", "map@[native code]", "    at a.js:10", ""]
        {
            assert_eq!(frames(none).count(), 0, "{none}");
        }
    }

    #[test]
    fn a_line_of_an_evaluated_module_is_not_one_of_its_file() {
        // source-03
        let stack = "Error\n    at f (webpack-internal:///./src/App.js:12:3)";
        assert_eq!(top_frame(stack).unwrap().place(), "src/App.js (line 12 of what webpack made of it)");
    }

    #[test]
    fn the_application_comes_before_libraries() {
        let library = "    at r (http://localhost/node_modules/.vite/deps/react.js:1:1)";
        let stack = format!("Error\n{library}\n    at a (http://localhost/src/a.js:2:2)");
        assert_eq!(top_frame(&stack).unwrap().place(), "src/a.js:2");
        assert_eq!(top_frame(library).unwrap().place(), "node_modules/.vite/deps/react.js:1");
        assert_eq!(top_frame("    at http://localhost:3000/:7:1").unwrap().place(), "(index):7");
        assert_eq!(top_frame("Error: x"), None);
    }
}
