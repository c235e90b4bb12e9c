//! Quoting: the only place where text of a page becomes part of code.
//!
//! Whatever the text, a literal made here evaluates to it, and a comment made here ends where its line ends. Characters
//! that cannot be seen, or that change the direction in which others are shown, are written as escapes: code must mean
//! what it looks like.

use std::borrow::Cow;

/// A string literal with the quotes Prettier chooses: single ones unless double ones need fewer escapes.
pub(super) fn string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    push_string(&mut literal, text);
    literal
}

/// Adds such a literal to a text.
pub(super) fn push_string(literal: &mut String, text: &str) {
    let count = |quote| text.bytes().filter(|&byte| byte == quote).count();
    let quote = if count(b'\'') > count(b'"') { '"' } else { '\'' };
    literal.push(quote);
    for character in text.chars() {
        match character {
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            _ if character == quote => literal.extend(['\\', quote]),
            _ if is_hidden(character) => push_escape(literal, character),
            _ => literal.push(character),
        }
    }
    literal.push(quote);
}

/// A name of an object's property, quoted only where it must be, as Prettier does.
pub(super) fn property(name: &str) -> Cow<'_, str> {
    let is_start = |character: char| character == '_' || character == '$' || is_letter(character);
    let is_identifier = name.chars().next().is_some_and(is_start)
        && name.chars().all(|character| is_start(character) || character.is_ascii_digit());
    // In either of the other forms it would set the prototype.
    if name == "__proto__" {
        return Cow::Borrowed("['__proto__']");
    }
    if is_identifier { Cow::Borrowed(name) } else { Cow::Owned(string(name)) }
}

fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || (character.is_alphabetic() && u32::from(character) <= 0xffff)
}

/// Text as part of a regular expression's source that matches exactly it.
pub(super) fn pattern(text: &str) -> String {
    let mut source = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\n' => source.push_str("\\n"),
            '\r' => source.push_str("\\r"),
            '\t' => source.push_str("\\t"),
            '\\' | '/' | '^' | '$' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' => {
                source.extend(['\\', character]);
            }
            // Without the `u` flag a character beyond the first plane is two units, each escaped by itself.
            _ if is_hidden(character) => push_units(&mut source, character),
            _ => source.push(character),
        }
    }
    source
}

/// A value inside an attribute selector, with its double quotes.
pub(super) fn attribute_value(value: &str) -> String {
    let mut quoted = String::with_capacity(value.len() + 2);
    quoted.push('"');
    for character in value.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' | '\r' | '\u{c}' => quoted.push_str(&format!("\\{:x} ", u32::from(character))),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// An id selector, or an attribute selector where an identifier would need escapes nobody can read.
pub(super) fn id_selector(id: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    let starts_well = id.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts_well && id.chars().all(is_plain) {
        format!("#{id}")
    } else {
        format!("[id={}]", attribute_value(id))
    }
}

/// Text in a comment of one line. Quoted text of a page cannot end it, and a secretly turned line shows as it is.
pub(super) fn comment(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') && !text.contains("*/") {
        return Cow::Borrowed(text.trim());
    }
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' | '\u{85}' => line.push(' '),
            _ if is_hidden(character) => push_escape(&mut line, character),
            _ => line.push(character),
        }
    }
    // A block comment around it later must not be ended either.
    Cow::Owned(line.replace("*/", "*\u{2009}/").trim().to_owned())
}

/// A template literal of texts and, between them, code of ours.
pub(super) fn template(parts: &[(&str, Option<&str>)]) -> String {
    let mut literal = String::from("`");
    for (text, code) in parts {
        for character in text.chars() {
            match character {
                '`' | '\\' | '$' => literal.extend(['\\', character]),
                '\n' => literal.push_str("\\n"),
                '\r' => literal.push_str("\\r"),
                _ if is_hidden(character) => push_escape(&mut literal, character),
                _ => literal.push(character),
            }
        }
        if let Some(code) = code {
            literal.push_str(&format!("${{{code}}}"));
        }
    }
    literal.push('`');
    literal
}

/// A JSON string, with what cannot be seen escaped as well.
pub(super) fn json_string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            _ if is_hidden(character) => push_units(&mut literal, character),
            _ => literal.push(character),
        }
    }
    literal.push('"');
    literal
}

/// Whether a character shows nothing, ends a line, or changes how others are shown. The joiner stays: emoji need it.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{61c}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{a0}' | '\u{ad}'
            | '\u{e0000}'..='\u{e007f}')
}

fn push_escape(literal: &mut String, character: char) {
    match u32::from(character) {
        code @ 0..=0xff => literal.push_str(&format!("\\x{code:02x}")),
        code @ 0..=0xffff => literal.push_str(&format!("\\u{code:04x}")),
        code => literal.push_str(&format!("\\u{{{code:x}}}")),
    }
}

fn push_units(literal: &mut String, character: char) {
    let mut units = [0; 2];
    for unit in character.encode_utf16(&mut units) {
        literal.push_str(&format!("\\u{unit:04x}"));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Any text, with more of what breaks out of things than chance would bring.
    fn any_text() -> impl Strategy<Value = String> {
        let nasty = prop::sample::select(vec![
            "'",
            "\"",
            "`",
            "${",
            "*/",
            "/*",
            "//",
            "\\",
            "\n",
            "\r",
            "\u{2028}",
            "\u{2029}",
            "\u{202e}",
            "\0",
            "</script>",
            "😀",
            "שלום",
            "\u{e0041}",
            "\u{85}",
            "]",
            "/",
            "\t",
        ]);
        let piece = prop_oneof![nasty.prop_map(str::to_owned), any::<char>().prop_map(String::from)];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    /// What JavaScript reads from a literal, by the rules of its grammar.
    fn evaluate(literal: &str) -> Option<String> {
        let quote = literal.chars().next()?;
        let inside = literal.strip_prefix(quote)?.strip_suffix(quote)?;
        let mut units: Vec<u16> = Vec::new();
        let mut characters = inside.chars();
        while let Some(character) = characters.next() {
            if character == quote || character == '\n' || character == '\r' {
                return None;
            }
            if character != '\\' {
                units.extend(character.encode_utf16(&mut [0; 2]).iter());
                continue;
            }
            match characters.next()? {
                'n' => units.push(10),
                'r' => units.push(13),
                't' => units.push(9),
                'x' => units.push(hexadecimal(&mut characters, 2)? as u16),
                'u' => {
                    let rest = characters.as_str();
                    if let Some(braced) = rest.strip_prefix('{') {
                        let (digits, _) = braced.split_once('}')?;
                        let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                        units.extend(character.encode_utf16(&mut [0; 2]).iter());
                        characters.nth(digits.len() + 1);
                    } else {
                        units.push(hexadecimal(&mut characters, 4)? as u16);
                    }
                }
                other if other.is_ascii_alphanumeric() => return None,
                other => units.extend(other.encode_utf16(&mut [0; 2]).iter()),
            }
        }
        String::from_utf16(&units).ok()
    }

    fn hexadecimal(characters: &mut std::str::Chars<'_>, count: usize) -> Option<u32> {
        let digits: String = characters.take(count).collect();
        u32::from_str_radix(&digits, 16).ok()
    }

    proptest! {
        #[test]
        fn a_literal_evaluates_to_its_text(text in any_text()) {
            prop_assert_eq!(evaluate(&string(&text)), Some(text));
        }

        #[test]
        fn a_json_string_reads_back(text in any_text()) {
            prop_assert_eq!(serde_json::from_str::<String>(&json_string(&text)).ok(), Some(text));
        }

        #[test]
        fn a_comment_is_one_line_that_nothing_can_close(text in any_text()) {
            let line = comment(&text);
            let ends = |character: char| "\n\r\u{2028}\u{2029}\u{85}\u{b}\u{c}".contains(character);
            prop_assert!(!line.contains(ends) && !line.contains("*/"), "{line:?}");
            prop_assert!(!line.contains(is_hidden), "{line:?}");
        }

        #[test]
        fn a_pattern_matches_its_text_alone(text in "[ -~äß😀\u{202e}\n]{0,12}") {
            // Rust's regular expressions escape the same characters; only the slash and single units differ.
            let source = pattern(&text).replace("\\/", "/").replace("\\u202e", "\\x{202e}");
            let compiled = regex::Regex::new(&format!("^(?:{source})$")).unwrap();
            prop_assert!(compiled.is_match(&text), "{source}");
        }
    }

    #[test]
    fn quotes_are_chosen_as_prettier_chooses_them() {
        let check = |text: &str, literal: &str| assert_eq!(string(text), literal);
        check("plain", "'plain'");
        check("it's", "\"it's\"");
        check("say \"it's\"", "'say \"it\\'s\"'");
        check("a\u{202e}b\u{a0}c", "'a\\u202eb\\xa0c'");
        check("${x} `y`", "'${x} `y`'");
    }

    #[test]
    fn ids_that_are_no_identifiers_become_attributes() {
        let check = |id: &str, selector: &str| assert_eq!(id_selector(id), selector);
        check("news", "#news");
        check(":r1:", "[id=\":r1:\"]");
        check("1\"a", "[id=\"1\\\"a\"]");
    }

    #[test]
    fn names_of_properties_are_quoted_only_where_they_must_be() {
        let check = |name: &str, written: &str| assert_eq!(property(name), written);
        check("user_id", "user_id");
        check("naïve", "naïve");
        check("a-b", "'a-b'");
        check("__proto__", "['__proto__']");
        check("7781", "'7781'");
        check("", "''");
    }
}
