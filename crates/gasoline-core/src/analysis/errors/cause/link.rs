//! What ties a missing value to a request: its name, the call that it came from, or the function that sent the request.
//!
//! A request that failed a moment ago is no cause by itself. Pages send many, and most failures have nothing to do with
//! the error that follows.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::super::requests::Request;
use crate::address::{Parts, is_data, without_query};
use crate::enrichment::{failed_expression, frames, printable};

/// Lines above the error that are searched for where a value came from.
const MOST_LINES: usize = 20;
/// Steps from a variable to the one it was made of.
const MOST_STEPS: usize = 3;
/// Lines between a request and the use of its answer in one function.
const NEAR_LINES: u64 = 20;
/// Characters of a line of source in an answer.
const LONGEST_LINE: usize = 100;

/// Words that say nothing about which value is meant.
const GENERIC: [&str; 46] = [
    "api", "rest", "rpc", "v", "get", "set", "post", "put", "patch", "delete", "fetch", "load", "read",
    "use", "make", "create", "update", "handle", "data", "result", "response", "res", "resp", "value",
    "item", "list", "row", "body", "json", "text", "id", "name", "key", "type", "length", "map", "filter",
    "each", "for", "this", "props", "state", "query", "await", "http", "graphql",
];

/// The source around an error.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    file: String,
    line: u64,
    column: Option<u64>,
    /// Up to and with the one that threw.
    lines: Vec<String>,
}

impl Source {
    /// Of the first snippet of an error's context.
    pub(super) fn of(context: Option<&Value>) -> Option<Self> {
        // One of a frame that only called what threw says nothing about the value.
        let snippet =
            context?.get("sourceSnippets")?.get(0).filter(|one| one.get("callerBecause").is_none())?;
        let line = snippet.get("line")?.as_u64()?;
        let of_line = |one: &Value| Some((one.get("line")?.as_u64()?, one.get("text")?.as_str()?.to_owned()));
        let lines = snippet.get("snippet")?.as_array()?.iter().filter_map(of_line);
        let lines: Vec<_> = lines.filter(|(number, _)| *number <= line).map(|(_, text)| text).collect();
        let file = snippet.get("file")?.as_str()?.to_owned();
        Some(Self { file, line, column: snippet.get("column").and_then(Value::as_u64), lines })
    }

    fn failing(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }
}

/// What ties the value that an error is about to a request, in words; `None` without a tie.
pub(super) fn link(message: &str, stack: &str, source: Option<&Source>, request: &Request) -> Option<String> {
    let endpoint = words_of_endpoint(request);
    let expression =
        failed_expression(message, stack, source.map(|source| (source.failing(), source.column)));
    let is_same = |words: &BTreeSet<String>| !words.is_disjoint(&endpoint);
    if expression.as_deref().is_some_and(|expression| is_same(&words(expression))) {
        return Some("the value has the name of the endpoint".to_owned());
    }
    if let (Some(source), Some(expression)) = (source, &expression)
        && let Some(line) = awaited(source, expression, &endpoint, request)
    {
        let line: String = printable(line.trim()).replace('`', "'").chars().take(LONGEST_LINE).collect();
        return Some(format!("source: `{line}`"));
    }
    sent_by_same_function(stack, source, request)
        .then(|| "the function that sent the request threw".to_owned())
}

/// The line from which the value comes, if it names the endpoint.
fn awaited<'s>(
    source: &'s Source,
    expression: &str,
    endpoint: &BTreeSet<String>,
    request: &Request,
) -> Option<&'s str> {
    let mut name = first_name(expression)?.to_owned();
    let mut above = source.lines.iter().rev().take(MOST_LINES);
    for _ in 0..MOST_STEPS {
        let (line, made_of) = above.find_map(|line| Some((line, assigned(line, &name)?)))?;
        if names_path(made_of, request) || !words(made_of).is_disjoint(endpoint) {
            return Some(line);
        }
        name = first_name(made_of.trim_start().trim_start_matches("await "))?.to_owned();
    }
    None
}

/// What a line assigns to a name, if it does.
fn assigned<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let position = line.match_indices('=').map(|(position, _)| position).find(|&position| {
        let around = (line.get(..position).unwrap_or(""), line.get(position + 1..).unwrap_or(""));
        !around.0.ends_with(['=', '!', '<', '>']) && !around.1.starts_with(['=', '>'])
    })?;
    let (target, made_of) = (line.get(..position)?, line.get(position + 1..)?);
    // `if (…) name = …`: what stands in parentheses is not assigned to.
    let target = target.rsplit([')', ';']).next().unwrap_or(target);
    let is_name = |one: char| one.is_alphanumeric() || matches!(one, '_' | '$');
    target.split(|one: char| !is_name(one)).any(|one| one == name).then_some(made_of)
}

/// Whether code holds the path of the request, or its end, as a literal.
fn names_path(code: &str, request: &Request) -> bool {
    let path = Parts::of(&request.url).path;
    let end: Vec<_> = path.rsplitn(3, '/').take(2).collect();
    let end = end.into_iter().rev().collect::<Vec<_>>().join("/");
    (path.len() > 3 && code.contains(path)) || (end.len() > 5 && code.contains(&end))
}

/// The leading name of an expression.
fn first_name(expression: &str) -> Option<&str> {
    let is_name = |one: char| one.is_alphanumeric() || matches!(one, '_' | '$' | '#');
    let end = expression.find(|one| !is_name(one)).unwrap_or(expression.len());
    expression.get(..end).filter(|name| !name.is_empty() && *name != "this")
}

/// Whether the function that sent the request is on the error's stack, or its lines are those right above the error.
fn sent_by_same_function(stack: &str, source: Option<&Source>, request: &Request) -> bool {
    let Some(initiator) = &request.initiator else { return false };
    let is_above = |mapped: &super::super::super::requests::Mapped| {
        source.is_some_and(|source| {
            source.file == mapped.file
                && source.line.checked_sub(mapped.line).is_some_and(|lines| lines <= NEAR_LINES)
        })
    };
    let is_on_stack = |frame: &String| {
        let Some(place) = frames(frame).next() else { return false };
        let Some(name) = function_name(frame) else { return false };
        stack.lines().any(|line| {
            function_name(line) == Some(name)
                && frames(line)
                    .next()
                    .is_some_and(|other| without_query(other.file) == without_query(place.file))
        })
    };
    initiator.mapped.as_ref().is_some_and(is_above) || initiator.frame.as_ref().is_some_and(is_on_stack)
}

/// The function of a frame: `at async load (…)` → `load`.
fn function_name(frame: &str) -> Option<&str> {
    let frame = frame.trim();
    let frame = frame.strip_prefix("at ").unwrap_or(frame);
    let frame = frame.strip_prefix("async ").unwrap_or(frame);
    let name = frame
        .split_once(" (")
        .map(|(name, _)| name)
        .or_else(|| frame.split_once('@').map(|(name, _)| name))?;
    (!name.is_empty() && name != "<anonymous>").then_some(name)
}

/// The words of an endpoint that tell it from others.
fn words_of_endpoint(request: &Request) -> BTreeSet<String> {
    let endpoint = request.endpoint();
    let segments = Parts::of(&request.url).path.split('/').filter(|segment| !is_data(segment));
    let mut found: BTreeSet<String> = segments.flat_map(words).collect();
    found.extend(endpoint.operation().map(|operation| words(&operation.name)).unwrap_or_default());
    found
}

/// The telling words of code or of a path: `loginApi` → `login`.
fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut word = String::new();
    let mut was_lower = false;
    for character in text.chars().chain([' ']) {
        let is_start = character.is_uppercase() && was_lower;
        if (is_start || !character.is_alphabetic()) && !word.is_empty() {
            words.insert(singular(&std::mem::take(&mut word)));
        }
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
        }
        was_lower = character.is_lowercase();
    }
    words.retain(|word| word.chars().count() > 2 && !GENERIC.contains(&word.as_str()));
    words
}

fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) if stem.len() > 1 => format!("{stem}y"),
        _ => word
            .strip_suffix('s')
            .filter(|stem| stem.len() > 2 && !stem.ends_with('s'))
            .unwrap_or(word)
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_tell_one_value_from_another() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(words(text).into_iter().collect::<Vec<_>>(), expected, "{text}");
        };
        check("await loginApi(credentials)", &["credential", "login"]);
        check("result.data.items", &[]);
        check("/api/v2/categories", &["category"]);
        check("cartItems.total", &["cart", "total"]);
        check("getUSERAddress", &["useraddress"]);
    }

    #[test]
    fn an_assignment_is_told_from_a_comparison() {
        assert_eq!(assigned("const result = await load()", "result"), Some(" await load()"));
        assert_eq!(assigned("const { data, error } = useQuery()", "data"), Some(" useQuery()"));
        assert_eq!(assigned("if (result === other) x = 1", "result"), None);
        assert_eq!(assigned("list.map(result => result.id)", "result"), None);
        assert_eq!(assigned("total = result", "result"), None);
    }
}
