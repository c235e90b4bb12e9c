//! A stack without its message, own frames only: `submit (src/form.tsx:43:7)`, `+8 in react-dom`.

use serde_json::Value;

use crate::analysis::requests::without_own_origin;
use crate::enrichment::{Frame, frames, is_library, printable};

/// Own frames shown, and causes.
const MOST_FRAMES: usize = 6;
const MOST_CAUSES: usize = 5;
/// Characters of a cause's message.
const LONGEST_CAUSE: usize = 300;

/// A stack for a reader.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Condensed {
    /// Own frames, innermost first.
    pub(super) frames: String,
    /// Further errors below it: its causes, and the members of an `AggregateError`.
    pub(super) causes: Vec<String>,
}

/// One frame as far as it is known.
#[derive(Clone, Debug)]
struct Known {
    text: String,
    /// The library it belongs to, if that is known.
    library: Option<String>,
}

/// Condenses a stack. `context` may hold the original places of its frames.
pub(super) fn condensed(stack: &str, context: Option<&Value>, page_url: &str) -> Condensed {
    let mut sections = sections(stack).into_iter();
    let own = sections.next().unwrap_or_default();
    let mapped = context.and_then(|context| context.get("frames")).and_then(Value::as_array);
    let known: Vec<Known> = own
        .lines()
        .filter_map(|line| frames(line).next().map(|frame| (line, frame)))
        .enumerate()
        .map(|(index, (line, frame))| {
            let original = mapped.and_then(|mapped| mapped.get(index)).and_then(of_original);
            original.unwrap_or_else(|| of_frame(line, &frame, page_url))
        })
        .collect();
    let shown = match original_places(context).filter(|_| mapped.is_none()) {
        // Only the first places are known in the original source; the rest of a bundle could be anybody's.
        Some(places) => with_count(&places, known.len().saturating_sub(places.len())),
        None => lines(&known),
    };
    let causes = sections.take(MOST_CAUSES).map(|section| cause(section, page_url)).collect();
    Condensed { frames: shown, causes }
}

/// The stack itself, then each further error that capture wrote below it.
fn sections(stack: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let mut position = 0;
    for line in stack.split_inclusive('\n') {
        if position > 0 && label(line).is_some() {
            starts.push(position);
        }
        position += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([stack.len()]);
    starts.iter().zip(ends).filter_map(|(&start, end)| stack.get(start..end)).collect()
}

/// `Caused by` or `Error 1 of 2`, where a line begins with it.
fn label(line: &str) -> Option<&str> {
    let (label, _) = line.split_once(": ")?;
    let is_member = || {
        let (number, all) = label.strip_prefix("Error ")?.split_once(" of ")?;
        Some(number.parse::<u32>().is_ok() && all.parse::<u32>().is_ok())
    };
    (label == "Caused by" || is_member() == Some(true)).then_some(label)
}

/// One line of a further error: its message and its first own frame.
fn cause(section: &str, page_url: &str) -> String {
    let first = printable(section.lines().next().unwrap_or_default());
    let message: String = first.chars().take(LONGEST_CAUSE).collect();
    let frames = section.lines().filter_map(|line| frames(line).next().map(|frame| (line, frame)));
    let own =
        frames.map(|(line, frame)| of_frame(line, &frame, page_url)).find(|known| known.library.is_none());
    own.map_or_else(|| message.clone(), |own| format!("{message} at {}", own.text))
}

/// A frame whose original place is known.
fn of_original(place: &Value) -> Option<Known> {
    let (file, line) = (place.get("file")?.as_str()?, place.get("line")?.as_u64()?);
    let column =
        place.get("column").and_then(Value::as_u64).map(|column| format!(":{column}")).unwrap_or_default();
    let function = place.get("function").and_then(Value::as_str).unwrap_or_default();
    let text = named(function, &format!("{file}:{line}{column}"));
    Some(Known { text, library: is_library(file).then(|| package(file)) })
}

fn of_frame(line: &str, frame: &Frame<'_>, page_url: &str) -> Known {
    let place = format!("{}:{}:{}", without_own_origin(frame.file, page_url), frame.line, frame.column);
    let line = line.trim();
    let name = match line.strip_prefix("at ") {
        Some(rest) => rest.split_once(" (").map_or("", |(name, _)| name),
        None => line.split_once('@').map_or("", |(name, _)| name),
    };
    let is_name = !name.contains('/');
    let text = named(if is_name { name } else { "" }, &place);
    Known { text, library: is_library(frame.file).then(|| package(frame.file)) }
}

fn named(function: &str, place: &str) -> String {
    let function = function.strip_prefix("async ").unwrap_or(function);
    let text = if function.is_empty() { place.to_owned() } else { format!("{function} ({place})") };
    printable(&text)
}

/// The name of a library by its file: `react-dom`, `@vue/runtime-core`.
fn package(file: &str) -> String {
    let after = |mark: &str| file.rsplit_once(mark).map(|(_, rest)| rest);
    let path = after("node_modules/").filter(|rest| !rest.starts_with(".vite")).or_else(|| after("/deps/"));
    let Some(path) = path.or_else(|| after("node_modules/")) else {
        return file.split(':').next().unwrap_or_default().to_owned();
    };
    let mut segments = path.split(['/', '?']);
    let first = segments.next().unwrap_or_default();
    let name = match segments.next() {
        Some(second) if first.starts_with('@') => format!("{first}/{second}"),
        _ => first.to_owned(),
    };
    // Vite writes `react-dom_client.js` for `react-dom/client`.
    name.trim_end_matches(".mjs").trim_end_matches(".js").split('_').next().unwrap_or_default().to_owned()
}

/// Own frames, runs of a library's as a count.
fn lines(known: &[Known]) -> String {
    let has_own = known.iter().any(|frame| frame.library.is_none());
    let mut lines: Vec<String> = Vec::new();
    let mut own = 0;
    let mut run: Option<(String, usize)> = None;
    let end_run = |run: &mut Option<(String, usize)>, lines: &mut Vec<String>| {
        lines.extend(run.take().map(|(library, count)| format!("+{count} in {library}")));
    };
    for (index, frame) in known.iter().enumerate() {
        match &frame.library {
            // Where all are libraries', the innermost says where it was thrown.
            Some(library) if has_own || index > 0 => match &mut run {
                Some((name, count)) if name == library => *count += 1,
                _ => {
                    end_run(&mut run, &mut lines);
                    run = Some((library.clone(), 1));
                }
            },
            _ if own == MOST_FRAMES => {
                end_run(&mut run, &mut lines);
                lines.push(format!("+{} more", known.len() - index));
                return lines.join("\n");
            }
            _ => {
                end_run(&mut run, &mut lines);
                own += 1;
                lines.push(frame.text.clone());
            }
        }
    }
    end_run(&mut run, &mut lines);
    lines.join("\n")
}

/// Own places of the snippets, which stand in the order of the stack; `None` if no map led to them.
fn original_places(context: Option<&Value>) -> Option<Vec<String>> {
    let snippets = context?.get("sourceSnippets")?.as_array()?;
    let is_own = |snippet: &&Value| {
        ["note", "callerBecause"].iter().all(|name| snippet.get(name).is_none())
            && !snippet.get("file").and_then(Value::as_str).is_some_and(is_library)
    };
    let places: Vec<_> =
        snippets.iter().filter(is_own).filter_map(of_original).map(|known| known.text).collect();
    (!places.is_empty()).then_some(places)
}

fn with_count(places: &[String], others: usize) -> String {
    let mut lines = places.to_vec();
    lines.extend((others > 0).then(|| format!("+{others} more")));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PAGE: &str = "http://localhost:3000/";

    #[test]
    fn own_frames_stay_and_libraries_are_counted() {
        let stack = "TypeError: x\n    at save (http://localhost:3000/src/cart.ts?t=1:12:5)\n    at r (http://localhost:3000/node_modules/.vite/deps/react-dom_client.js?v=1:1:1)\n    at s (http://localhost:3000/node_modules/.vite/deps/react-dom_client.js?v=1:2:1)\n    at async submit (http://localhost:3000/src/form.ts:3:1)\n    at http://cdn.test/node_modules/@vue/runtime-core/dist/a.js:4:1";
        assert_eq!(
            condensed(stack, None, PAGE),
            Condensed {
                frames: "save (/src/cart.ts?t=1:12:5)\n+2 in react-dom\nsubmit (/src/form.ts:3:1)\n+1 in @vue/runtime-core".to_owned(),
                causes: Vec::new(),
            }
        );
    }

    #[test]
    fn original_places_replace_those_of_the_bundle() {
        let stack = "E\n    at ip (http://localhost:3000/app.js:8:58890)\n    at Lu (http://localhost:3000/app.js:6:1)\n    at vc (http://localhost:3000/app.js:8:2)";
        let library = json!({ "file": "node_modules/react-dom/cjs/a.js", "line": 1, "column": 1 });
        let own = json!({ "file": "src/details.jsx", "line": 58, "column": 19, "function": "Details" });
        let context = json!({ "frames": [own, library, library] });
        assert_eq!(
            condensed(stack, Some(&context), PAGE).frames,
            "Details (src/details.jsx:58:19)\n+2 in react-dom"
        );
        let only_snippets = json!({ "sourceSnippets": [own, library] });
        assert_eq!(
            condensed(stack, Some(&only_snippets), PAGE).frames,
            "Details (src/details.jsx:58:19)\n+2 more"
        );
        let partly = json!({ "frames": [own, null, library] });
        assert_eq!(
            condensed(stack, Some(&partly), PAGE).frames,
            "Details (src/details.jsx:58:19)\nLu (/app.js:6:1)\n+1 in react-dom"
        );
    }

    #[test]
    fn causes_and_members_are_told_apart_from_the_stack() {
        let stack = "Error: save failed\n    at save (http://localhost:3000/a.js:1:1)\nCaused by: TypeError: no basket\n    at r (http://localhost:3000/node_modules/x/i.js:1:1)\n    at load (http://localhost:3000/b.js:2:2)\nError 1 of 2: RangeError: a\nError 2 of 2: b";
        let condensed = condensed(stack, None, PAGE);
        assert_eq!(condensed.frames, "save (/a.js:1:1)");
        assert_eq!(
            condensed.causes,
            [
                "Caused by: TypeError: no basket at load (/b.js:2:2)",
                "Error 1 of 2: RangeError: a",
                "Error 2 of 2: b"
            ]
        );
    }

    #[test]
    fn deep_and_odd_stacks_stay_short() {
        let deep: String =
            (0..40).map(|line| format!("    at f{line} (http://localhost:3000/a.js:{line}:1)\n")).collect();
        let shown = condensed(&format!("E\n{deep}"), None, PAGE).frames;
        assert_eq!((shown.lines().count(), shown.lines().last()), (7, Some("+34 more")));
        for odd in ["", "Error: x", "no frames\nat all"] {
            assert_eq!(condensed(odd, None, PAGE), Condensed::default(), "{odd}");
        }
        let only_library = "E\n    at a (http://localhost:3000/node_modules/x/i.js:1:1)\n    at b (http://localhost:3000/node_modules/x/i.js:2:1)";
        assert_eq!(condensed(only_library, None, PAGE).frames, "a (/node_modules/x/i.js:1:1)\n+1 in x");
    }
}
