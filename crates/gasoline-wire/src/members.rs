//! Finds the members of an entry that is already known to be valid JSON.
//!
//! Nothing is checked again, so long strings are passed over eight bytes at a time, however many escapes they have: bodies
//! are JSON within JSON, with an escape every few bytes.

/// Calls `take` with the name and the JSON of every member of a valid object; `None` if a name is written with escapes, or
/// the text is no object, perhaps after some calls.
pub fn members<'a>(object: &'a str, mut take: impl FnMut(&'a str, &'a str)) -> Option<()> {
    let bytes = object.as_bytes();
    let mut position = after_spaces(bytes, 0);
    (bytes.get(position) == Some(&b'{')).then_some(())?;
    loop {
        let start = after_spaces(bytes, position + 1);
        if bytes.get(start) == Some(&b'}') {
            return Some(());
        }
        let end = end_of_string(bytes, start + 1)?;
        let name = object.get(start + 1..end)?;
        let value = after_spaces(bytes, after_spaces(bytes, end + 1) + 1);
        position = end_of_value(bytes, value)?;
        (!name.contains('\\')).then_some(())?;
        take(name, object.get(value..position)?.trim_ascii_end());
        if bytes.get(position) == Some(&b'}') {
            return Some(());
        }
    }
}

fn after_spaces(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The place of the comma or brace after a value.
fn end_of_value(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut position, mut depth) = (start, 0_usize);
    loop {
        match bytes.get(position)? {
            b'"' => position = end_of_string(bytes, position + 1)?,
            b',' | b'}' if depth == 0 => return Some(position),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        position += 1;
    }
}

/// The place of the quote that ends the string whose content begins here.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut position = start;
    let mut is_escaped = false;
    loop {
        let rest = bytes.get(position..)?;
        let Some(chunk) = rest.first_chunk::<8>() else {
            return closing_quote(rest, &mut is_escaped).map(|index| position + index);
        };
        let word = u64::from_le_bytes(*chunk);
        let backslashes = places(word, b'\\');
        let escaped = (backslashes << 8) | if is_escaped { 0x80 } else { 0 };
        if backslashes & escaped != 0 {
            // A backslash may be escaped itself: one byte at a time.
            if let Some(index) = closing_quote(chunk, &mut is_escaped) {
                return Some(position + index);
            }
        } else {
            let closing = places(word, b'"') & !escaped;
            if closing != 0 {
                return Some(position + closing.trailing_zeros() as usize / 8);
            }
            is_escaped = backslashes >> 63 == 1;
        }
        position += 8;
    }
}

fn closing_quote(bytes: &[u8], is_escaped: &mut bool) -> Option<usize> {
    bytes.iter().position(|&byte| {
        let is_closing = byte == b'"' && !*is_escaped;
        *is_escaped = byte == b'\\' && !*is_escaped;
        is_closing
    })
}

/// The high bit of each byte of a word that is this ASCII character.
fn places(word: u64, character: u8) -> u64 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const LOWER_BITS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let difference = word ^ (LOW * u64::from(character));
    !(((difference & LOWER_BITS) + LOWER_BITS) | difference | LOWER_BITS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    use super::*;

    fn found(object: &str) -> Option<Vec<(&str, &str)>> {
        let mut found = Vec::new();
        members(object, |name, value| found.push((name, value))).map(|()| found)
    }

    #[test]
    fn each_member_is_found_with_its_json() {
        let object = r#" { "a" : "x\"\\\",}" , "b":{"c":[1,{"d":"}]"}]} ,"e": -1.5e3
        ,"f":null,"":"" } "#;
        let expected = vec![
            ("a", r#""x\"\\\",}""#),
            ("b", r#"{"c":[1,{"d":"}]"}]}"#),
            ("e", "-1.5e3"),
            ("f", "null"),
            ("", r#""""#),
        ];
        assert_eq!(found(object), Some(expected));
        assert_eq!(found("{}"), Some(Vec::new()));
        assert_eq!(found(" { } "), Some(Vec::new()));
    }

    #[test]
    fn escaped_names_and_other_values_are_left_to_the_parser() {
        for other in [r#"{"\u0061":1}"#, "[]", "", "7", r#""{""#] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn damaged_objects_do_no_harm() {
        let object = r#"{"a":"x\"\\\",}","b":{"c":[1,{"d":"}]"}]},"e":-1.5e3,"f":null,"é":"é"}"#;
        for (index, character) in object.char_indices() {
            let (before, from) = object.split_at(index);
            let (_, after) = from.split_at(character.len_utf8());
            found(before);
            found(from);
            found(&format!("{before}{after}"));
        }
    }

    proptest! {
        #[test]
        fn strings_end_where_the_parser_ends_them(text in r#"["\\a/é😀\n]{0,40}"#, before in "[a-z]{0,9}") {
            let value = serde_json::to_string(&text).unwrap();
            let object = format!(r#"{{"{before}":{value},"z":1}}"#);
            prop_assert_eq!(found(&object), Some(vec![(before.as_str(), value.as_str()), ("z", "1")]));
        }

        #[test]
        fn agrees_with_the_parser_on_any_entry(entry in crate::header::arbitrary::entry()) {
            let Some(found) = found(&entry) else { return Ok(()) };
            for (name, value) in found {
                prop_assert!(serde_json::from_str::<&RawValue>(value).is_ok(), "{entry}: {name} {value}");
            }
        }
    }
}
