//! Values that stand for a secret instead of being one: templates, masks, names of types, literals.

use crate::removed;

/// What programs print where there is nothing, and what stands for a value that was hidden.
const LITERALS: [&str; 17] = [
    "empty",
    "false",
    "filtered",
    "hidden",
    "masked",
    "n/a",
    "nan",
    "nil",
    "none",
    "null",
    "omitted",
    "redacted",
    "removed",
    "true",
    "undefined",
    "unset",
    "void",
];

/// Names of types, in schemas, declarations and descriptions of state.
const TYPES: [&str; 22] = [
    "any",
    "array",
    "bigint",
    "bool",
    "boolean",
    "bytes",
    "date",
    "float",
    "function",
    "id",
    "int",
    "integer",
    "null",
    "number",
    "object",
    "optional",
    "str",
    "string",
    "symbol",
    "text",
    "undefined",
    "unknown",
];

/// Beginnings of a template that is filled in elsewhere: shells, format strings, template languages, environments.
const OPENINGS: [&str; 13] = [
    "${",
    "$(",
    "{{",
    "{%",
    "<%",
    "%{",
    "#{",
    "@{",
    "!vault",
    "process.env",
    "import.meta",
    "os.environ",
    "env.",
];

/// Whether `value` stands for a secret that is not there.
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    removed::begins(value)
        || OPENINGS.iter().any(|opening| value.starts_with(opening))
        || is_template(value)
        || is_mask(value)
        || is_literal(value)
        || asks_for_own(value)
}

/// Whether `value` names a type: `string`, `String!`, `Optional`.
pub(super) fn is_type(value: &str) -> bool {
    let name = value.trim_end_matches(['!', '?', ';', ',']);
    TYPES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn is_literal(value: &str) -> bool {
    let word = value.trim_end_matches([';', ',', '.', ')']);
    LITERALS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// `$password`, `:token`, `%s`, `<token>`, `{token}`, `[token]`, `__TOKEN__`.
fn is_template(value: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-. :".contains(&byte))
    };
    let is_word = |name: &str| is_name(name) && name.starts_with(|first: char| first.is_ascii_alphabetic());
    let between = |opening: &str, closing: &str| {
        value.strip_prefix(opening).and_then(|rest| rest.strip_suffix(closing)).is_some_and(is_name)
    };
    between("<", ">")
        || between("{", "}")
        || between("[", "]")
        || between("__", "__")
        || value.strip_prefix('$').is_some_and(is_word)
        || value.strip_prefix(':').is_some_and(|name| is_word(name) && !name.contains(' '))
        || matches!(value.as_bytes(), [b'%', letter, ..] if b"sdifoOc".contains(letter) && value.len() <= 3)
}

/// One character again and again, as a mask has it; digits are none, they may be a code.
fn is_mask(value: &str) -> bool {
    let mut characters = value.chars();
    let Some(first) = characters.next() else { return true };
    let masks = !first.is_alphanumeric() || matches!(first, 'x' | 'X');
    masks
        && (characters.all(|other| other == first)
            || value.trim_matches(['*', '•', '.', 'x', 'X']).is_empty())
}

/// `YOUR_API_KEY`, `your-token-here`, `my_api_key`, `changeme`.
fn asks_for_own(value: &str) -> bool {
    // Most values are secrets, and most of those have a digit: nothing is copied for them.
    if value.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let words = value.to_ascii_lowercase();
    let begins = [
        "your_", "your-", "your ", "yourapi", "my_", "my-", "insert_", "insert-", "replace_", "replace-",
        "some_", "some-",
    ];
    let ends = ["_here", "-here", " here"];
    begins.iter().any(|begin| words.starts_with(begin)) || ends.iter().any(|end| words.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_values() {
        for text in [
            "[redacted]",
            "[redacted:jwt:string:40:00ff:a...b]",
            "${password}",
            "$PASSWORD",
            "{{ token }}",
            "<your-key>",
            "%s",
            "%o",
            "********",
            "••••",
            "xxxxxxxx",
            "...",
            "null",
            "undefined,",
            "None",
            ":token",
            "[Object]",
            "{api_key}",
            "__TOKEN__",
            "YOUR_API_KEY",
            "your_api_key_here",
            "process.env.API_KEY",
            "$(cat file)",
            "!vault",
            "",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
        for text in [
            "hunter2",
            "$2b$10$abcdefghijklmnopqrstuv",
            "Pa$$w0rd",
            "1111",
            "x1y2z3",
            "nullable9",
            "%41bc",
            "s<e>t",
        ] {
            assert!(!is_placeholder(text), "{text}");
        }
    }
}
