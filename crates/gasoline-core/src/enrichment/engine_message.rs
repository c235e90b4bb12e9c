//! Messages that the JavaScript engine itself wrote, told from those of the app by their whole wording and their type.
//!
//! An app may throw any text: `token is null or expired` is not the engine's statement about a variable `token`. Only
//! a message whose first line matches the engine's wording from its first to its last character, in an error of the
//! engine's type, is taken apart.

use std::sync::LazyLock;

use regex::Regex;

use super::error_text::{error_type, without_type};

/// What the engine said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineMessage<'m> {
    /// A member of something that is `undefined` or `null` was read.
    Reading { state: &'m str, property: &'m str },
    /// A member of something that is `undefined` or `null` was set.
    Setting { state: &'m str, property: &'m str },
    /// An expression whose last member could not be reached (Safari).
    Evaluating { state: &'m str, expression: &'m str },
    /// An expression, and what is wrong with it in the engine's words.
    Naming { expression: &'m str, description: &'m str },
    /// The engine's, but there is nothing in it to take apart.
    Plain,
}

/// How the groups of a pattern are read.
#[derive(Clone, Copy)]
enum Form {
    StateReadingProperty,
    StateSettingProperty,
    PropertyOfState,
    PropertySetOnState,
    StateEvaluating,
    Naming,
    /// The expression is named; what is wrong with it is always the same.
    NotDefined,
    Plain,
}

const TYPE_ERROR: &[&str] = &["TypeError"];
const REFERENCE_ERROR: &[&str] = &["ReferenceError"];

/// Whole messages of Chrome, Firefox and Safari with the types they come in.
const PATTERNS: &[(&[&str], &str, Form)] = &[
    (
        TYPE_ERROR,
        r"Cannot read properties of (undefined|null) \(reading '([^']{1,100})'\)",
        Form::StateReadingProperty,
    ),
    (
        TYPE_ERROR,
        r"Cannot set properties of (undefined|null) \(setting '([^']{1,100})'\)",
        Form::StateSettingProperty,
    ),
    (TYPE_ERROR, r"Cannot read property '([^']{1,100})' of (undefined|null)", Form::PropertyOfState),
    (TYPE_ERROR, r"Cannot set property '([^']{1,100})' of (undefined|null)", Form::PropertySetOnState),
    (
        TYPE_ERROR,
        r"Cannot destructure property '[^']{1,100}' of '([^']{1,100})' as it (is undefined|is null)\.",
        Form::Naming,
    ),
    (
        TYPE_ERROR,
        r#"can't access property (?:"[^"]{1,100}"|\d+), (\S{1,100}) (is undefined|is null)"#,
        Form::Naming,
    ),
    (TYPE_ERROR, r"(undefined|null) is not an object \(evaluating '([^']{1,200})'\)", Form::StateEvaluating),
    (
        TYPE_ERROR,
        r"(\S{1,100}) (is not a function or its return value is not (?:async )?iterable)",
        Form::Naming,
    ),
    (
        TYPE_ERROR,
        r"(\S{1,100}) (is not a function|is not a constructor|is not (?:async )?iterable)(?:\. \(In '.{1,300}', '.{1,300}' is [^)]{1,100}\))?",
        Form::Naming,
    ),
    (TYPE_ERROR, r"(\S{1,100}) (is undefined|is null)", Form::Naming),
    (REFERENCE_ERROR, r"(\S{1,100}) (is not defined)", Form::Naming),
    (REFERENCE_ERROR, r"Can't find variable: (\S{1,100})", Form::NotDefined),
    (REFERENCE_ERROR, r"Cannot access '[^']{1,100}' before initialization\.?", Form::Plain),
    (
        TYPE_ERROR,
        r"(?:undefined|null|object null|number \d{1,20}) is not iterable(?: \(cannot read property Symbol\(Symbol\.iterator\)\))?",
        Form::Plain,
    ),
    (TYPE_ERROR, r"Assignment to constant variable\.", Form::Plain),
    (TYPE_ERROR, r"Failed to fetch", Form::Plain),
    (&["RangeError"], r"Maximum call stack size exceeded", Form::Plain),
    (&["InternalError"], r"too much recursion", Form::Plain),
];

static COMPILED: LazyLock<Vec<(&[&str], Regex, Form)>> = LazyLock::new(|| {
    let compile = |(types, pattern, form): &(&'static [&'static str], &str, Form)| {
        Some((*types, Regex::new(&format!("^(?:{pattern})$")).ok()?, *form))
    };
    PATTERNS.iter().filter_map(compile).collect()
});

/// What the engine said, if it was the engine that spoke.
pub(crate) fn read<'m>(message: &'m str, stack: Option<&'m str>) -> Option<EngineMessage<'m>> {
    let kind = error_type(message, stack)?;
    // Frameworks print what they know below the engine's line.
    let text = without_type(message.lines().next().unwrap_or_default()).trim_end();
    let (found, form) = COMPILED
        .iter()
        .filter(|(types, _, _)| types.contains(&kind))
        .find_map(|(_, pattern, form)| Some((pattern.captures(text)?, *form)))?;
    let group = |index: usize| found.get(index).map_or("", |group| group.as_str());
    Some(match form {
        Form::StateReadingProperty => EngineMessage::Reading { state: group(1), property: group(2) },
        Form::StateSettingProperty => EngineMessage::Setting { state: group(1), property: group(2) },
        Form::PropertyOfState => EngineMessage::Reading { state: group(2), property: group(1) },
        Form::PropertySetOnState => EngineMessage::Setting { state: group(2), property: group(1) },
        Form::StateEvaluating => EngineMessage::Evaluating { state: group(1), expression: group(2) },
        Form::Naming => EngineMessage::Naming { expression: group(1), description: group(2) },
        Form::NotDefined => EngineMessage::Naming { expression: group(1), description: "is not defined" },
        Form::Plain => EngineMessage::Plain,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(COMPILED.len(), PATTERNS.len());
    }

    #[test]
    fn the_engines_whole_wording_in_its_own_type_is_read() {
        let naming = |expression, description| Some(EngineMessage::Naming { expression, description });
        for (message, expected) in [
            ("TypeError: x.map is not a function", naming("x.map", "is not a function")),
            (
                "TypeError: a.b is not a function. (In 'a.b()', 'a.b' is undefined)",
                naming("a.b", "is not a function"),
            ),
            (
                "TypeError: useState is not a function or its return value is not iterable",
                naming("useState", "is not a function or its return value is not iterable"),
            ),
            ("ReferenceError: foo is not defined", naming("foo", "is not defined")),
            ("ReferenceError: Can't find variable: foo", naming("foo", "is not defined")),
            ("TypeError: a.b is undefined", naming("a.b", "is undefined")),
            (
                "Uncaught TypeError: Cannot destructure property 'c' of 'a.b' as it is null.",
                naming("a.b", "is null"),
            ),
            ("TypeError: can't access property \"c\", a.b is undefined", naming("a.b", "is undefined")),
            (
                "TypeError: undefined is not an object (evaluating 'a.b.c')",
                Some(EngineMessage::Evaluating { state: "undefined", expression: "a.b.c" }),
            ),
            (
                "TypeError: Cannot set property 'c' of null",
                Some(EngineMessage::Setting { state: "null", property: "c" }),
            ),
            (
                "TypeError: x is not a function\n\nThe above error occurred in the <App> component.",
                naming("x", "is not a function"),
            ),
            (
                "TypeError: object null is not iterable (cannot read property Symbol(Symbol.iterator))",
                Some(EngineMessage::Plain),
            ),
        ] {
            assert_eq!(read(message, None), expected, "{message}");
        }
        assert_eq!(
            read("Cannot read properties of undefined (reading 'user')", Some("TypeError: Cannot read\n")),
            Some(EngineMessage::Reading { state: "undefined", property: "user" })
        );
    }

    #[test]
    fn what_an_app_wrote_is_not_taken_for_the_engines() {
        for message in [
            "Error: token is null or expired",
            "TypeError: token is null or expired",
            "token is null",
            "Error: user is undefined",
            "Error: Cannot read properties of undefined (reading 'user')",
            "AuthError: session is not defined",
            "TypeError: handler is not a function, got a string",
            "ReferenceError: x is not a function",
            "RangeError: page is not iterable",
            "TypeError: Cannot read properties of undefined (reading 'user') while saving",
            "TypeError: the user is not defined",
            "TypeError: price is null. Please choose one",
        ] {
            assert_eq!(read(message, None), None, "{message}");
        }
    }
}
