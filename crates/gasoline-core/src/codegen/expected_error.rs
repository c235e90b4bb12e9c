//! What a reproduction expects of the error it is about: that it is gone, or that it is still there.
//!
//! A script that expects nothing passes on the broken and on the fixed app alike.

use gasoline_wire::ActionKind;

use super::js;
use super::lower::recorded_flow::{Failure, RecordedFlow};
use super::lower::words;
use super::script::{ErrorWatch, Outcome, Script};
use crate::address::is_data;

/// What is expected of the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectError {
    /// Red while it comes back.
    Absent,
    /// Red while it does not come back.
    Present,
    /// Neither: the script only does what the user did.
    Off,
}

/// Characters of a message that are looked for; browsers may cut the rest.
const LONGEST_PATTERN: usize = 160;
/// So much of a message must stand before an object, which browsers print in other ways than we do.
const SHORTEST_TEXT: usize = 8;

/// How the error of a flow is watched for; what was asked for explicitly and cannot be had is warned of.
pub(super) fn watch(
    asked: Option<ExpectError>,
    failure: Option<&Failure>,
    warnings: &mut Vec<String>,
) -> ErrorWatch {
    match (asked.unwrap_or(ExpectError::Absent), failure) {
        (ExpectError::Off, _) => ErrorWatch::Off,
        (ExpectError::Absent, Some(failure)) => ErrorWatch::Absent(pattern(&failure.message)),
        (ExpectError::Present, Some(failure)) => ErrorWatch::Present(pattern(&failure.message)),
        (_, None) => {
            if asked.is_some() {
                warnings.push(
                    "No error was captured in this flow: expect_error has nothing to expect".to_owned(),
                );
            }
            ErrorWatch::Off
        }
    }
}

/// Ends a flow with the error: what the user did afterwards belongs to the broken app. How many actions were left out.
///
/// Only a thrown error that followed something the user did ends a flow. Others may have nothing to do with it.
pub(super) fn end_with(failure: &Failure, recorded: &mut RecordedFlow<'_>) -> usize {
    let is_before = |time: i64| time <= failure.time;
    let is_of_user = |kind| !matches!(kind, ActionKind::Navigate | ActionKind::Scroll);
    let mut before = recorded.actions.iter().filter(|action| is_before(action.time));
    if !failure.is_thrown || !before.any(|action| is_of_user(action.event.kind)) {
        return 0;
    }
    let all = recorded.actions.len();
    recorded.actions.retain(|action| is_before(action.time));
    all - recorded.actions.len()
}

/// Leaves out what the broken app showed from the error on: the fixed one shows something else.
pub(super) fn expect_nothing_after(failure: &Failure, script: &mut Script) {
    let message = words::shortened_line(&failure.message);
    let is_failure =
        |outcome: &Outcome| matches!(outcome, Outcome::Error { message: other, .. } if *other == message);
    let failed = script.steps.iter().rposition(|step| step.after.iter().any(is_failure));
    for step in script.steps.iter_mut().skip(failed.unwrap_or(usize::MAX)) {
        step.after.retain(|outcome| !matches!(outcome, Outcome::Shows(_)));
    }
}

/// A pattern that finds the message of an error again: data in it may be other data, and browsers put other words before it.
fn pattern(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let text = before_object(without_name(line));
    let mut pattern = String::new();
    let mut length = 0_usize;
    for word in text.split(' ') {
        length += word.len() + 1;
        if length > LONGEST_PATTERN && !pattern.is_empty() {
            break;
        }
        if !pattern.is_empty() {
            pattern.push(' ');
        }
        push_word(&mut pattern, word);
    }
    // Of nothing but data nothing is known: any error will do.
    if pattern.contains(char::is_alphanumeric) { pattern } else { ".".to_owned() }
}

/// `Uncaught (in promise) TypeError: x` is `x`, as Playwright and Cypress tell it.
fn without_name(line: &str) -> &str {
    let line = line.strip_prefix("Uncaught ").unwrap_or(line);
    let line = line.strip_prefix("(in promise) ").unwrap_or(line);
    match line.split_once(": ") {
        Some((name, message)) if is_error_name(name) && !message.is_empty() => message,
        _ => line,
    }
}

fn is_error_name(name: &str) -> bool {
    let is_word = name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    is_word && (name.ends_with("Error") || name.ends_with("Exception"))
}

/// What stands before an object or a list.
fn before_object(text: &str) -> &str {
    match text.find(['{', '[']).and_then(|at| text.get(..at)) {
        Some(before) if before.trim().len() >= SHORTEST_TEXT => before.trim_end(),
        _ => text,
    }
}

/// One word: anything in place of data and addresses, any number in place of a number.
fn push_word(pattern: &mut String, word: &str) {
    let is_mark = |character: char| !character.is_alphanumeric();
    let inner = word.trim_matches(is_mark);
    if word.contains("://") || word.contains("[redacted") || is_data(inner) {
        pattern.push_str("\\S+");
        return;
    }
    let is_digit = |character: &char| character.is_ascii_digit();
    let mut rest = word.chars().peekable();
    while let Some(character) = rest.next() {
        if !is_digit(&character) {
            pattern.push_str(&js::pattern(character.encode_utf8(&mut [0; 4])));
            continue;
        }
        while rest.next_if(is_digit).is_some() {}
        pattern.push_str("\\d+");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_found_again_whatever_data_is_in_it_and_whoever_tells_it() {
        let check = |message: &str, expected: &str| assert_eq!(pattern(message), expected, "{message}");
        check("Uncaught TypeError: x is undefined", "x is undefined");
        check("Uncaught (in promise) Error: cart is locked", "cart is locked");
        check(
            "Cannot read properties of null (reading 'a')",
            "Cannot read properties of null \\(reading 'a'\\)",
        );
        check("no order 17 for 0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab", "no order \\S+ for \\S+");
        check("step2b of http://localhost:3000/a failed", "step\\d+b of \\S+ failed");
        check("Could not save {\"id\":7}", "Could not save");
        check("{\"id\":\"a\"}", "\\{\"id\":\"a\"\\}");
        check("first line\nsecond line", "first line");
        check("Note: this stays", "Note: this stays");
        check("", ".");
        check("…", ".");
        let long = "word ".repeat(100);
        assert!(pattern(&long).len() <= LONGEST_PATTERN, "{}", pattern(&long));
    }
}
