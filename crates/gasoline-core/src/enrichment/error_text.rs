//! An error's type and message, told apart in the text browsers print them in.

use std::sync::LazyLock;

use regex::Regex;

/// `Uncaught (in promise) TypeError: …`: the name of an error type at the start.
static TYPED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"(?:[A-Za-z_$][A-Za-z0-9_$.]{0,60})?(?:Error|Exception)";
    Regex::new(&format!(r"^(?:Uncaught )?(?:\(in promise\) )?({name})(?::\s*|$)")).ok()
});

/// The error's type, by its message or the first line of its stack.
pub fn error_type<'t>(message: &'t str, stack: Option<&'t str>) -> Option<&'t str> {
    let typed = TYPED.as_ref()?;
    let found = |text: &'t str| typed.captures(text)?.get(1).map(|name| name.as_str());
    found(message).or_else(|| found(stack?))
}

/// The message without its type.
pub fn without_type(message: &str) -> &str {
    let end = TYPED.as_ref().and_then(|typed| typed.find(message)).map_or(0, |found| found.end());
    message.get(end..).unwrap_or(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_stands_before_the_message_or_in_the_stack() {
        assert_eq!(error_type("TypeError: x", None), Some("TypeError"));
        assert_eq!(error_type("Uncaught (in promise) AxiosError: 401", None), Some("AxiosError"));
        assert_eq!(error_type("x", Some("RangeError: x\n    at a.js:1:1")), Some("RangeError"));
        assert_eq!(error_type("Warning: x", None), None);
        assert_eq!(without_type("Uncaught TypeError: x"), "x");
        assert_eq!(without_type("Errors: x"), "Errors: x");
        assert_eq!(without_type("Error"), "");
    }
}
