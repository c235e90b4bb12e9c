//! Objects that hold a name and its value apart: `{"name": "password", "value": "x"}`.
#![expect(clippy::string_slice, reason = "every offset comes from a match, so it lies between characters")]

use crate::rules::RuleSet;

/// Members that hold a name.
const NAMES: [&str; 6] = ["\"name\"", "\"key\"", "\"field\"", "\"header\"", "\"id\"", "\"param\""];
/// Members that hold its value.
const VALUES: [&str; 3] = ["value", "content", "val"];
/// Such objects are small.
const LARGEST: usize = 512;

/// The sensitive name that an object without objects in it says it holds the value of; `inside` begins behind its brace.
pub(super) fn sensitive_name(inside: &str, rules: &RuleSet) -> Option<String> {
    let bytes = &inside.as_bytes()[..inside.len().min(LARGEST)];
    let end = memchr::memchr2(b'}', b'{', bytes)?;
    if bytes[end] == b'{' {
        return None;
    }
    let members = &inside[..end];
    if !VALUES.iter().any(|label| members.contains(label)) {
        return None;
    }
    NAMES.iter().find_map(|label| {
        let rest = &members[members.find(label)? + label.len()..];
        let string = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        let name = &string[..string.find('"')?];
        rules.is_sensitive(name).then(|| name.to_owned())
    })
}

/// Whether a member of this name holds the value.
pub(super) fn holds_value(name: &str) -> bool {
    VALUES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_objects_with_a_value_are_pairs() {
        assert_eq!(
            sensitive_name(r#""value":"x", "name" : "password"}"#, &RuleSet::standard()).as_deref(),
            Some("password")
        );
        for other in [
            r#""name":"password"}"#,
            r#""name":"color","value":"x"}"#,
            r#""name":"password","value":{"x":1}}"#,
            "",
        ] {
            assert_eq!(sensitive_name(other, &RuleSet::standard()), None, "{other}");
        }
    }
}
