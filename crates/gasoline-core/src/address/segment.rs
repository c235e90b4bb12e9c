//! Which segments of a path are data: an id of today is another one tomorrow, the name of a resource stays.
//!
//! The page asks the same of element ids (`generated-id.ts` in capture); `fixtures/generated-values.json` holds both to
//! one set of cases.

use std::borrow::Cow;

use crate::removed;

/// Whether a segment of a path, or a key, looks like data: numbers, UUIDs, ULIDs, hex with a digit, long mixed tokens,
/// email addresses, and what was redacted.
pub fn is_data(segment: &str) -> bool {
    let bytes = segment.as_bytes();
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_version = segment.len() <= 4 && segment.starts_with(['v', 'V']);
    let is_token_of_digits = digits > 0 && !is_version && is_generated(bytes, digits);
    is_token_of_digits || removed::occurs_in(segment) || is_email(segment)
}

/// Whether bytes with so many digits among them look random or counted.
fn is_generated(bytes: &[u8], digits: usize) -> bool {
    let has_letters = bytes.iter().any(u8::is_ascii_alphabetic);
    let is_hex = bytes.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-');
    let is_token = bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte));
    !has_letters
        || (is_hex && bytes.len() >= 8)
        || (is_token && bytes.len() >= 16 && digits >= 3)
        || (is_token && bytes.len() >= 8 && digit_groups(bytes) >= 2)
        // `p3`: hardly more than a number.
        || (digits * 2 >= bytes.len())
}

/// Runs of digits between letters.
fn digit_groups(bytes: &[u8]) -> usize {
    bytes
        .chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit())
        .filter(|run| run.first().is_some_and(u8::is_ascii_digit))
        .count()
}

/// An `@` with a name before it and a domain behind it; a scope of packages begins with one (`@types`).
fn is_email(segment: &str) -> bool {
    let split = segment.split_once('@').or_else(|| segment.split_once("%40"));
    split.is_some_and(|(name, domain)| !name.is_empty() && domain.contains('.'))
}

/// A path with `placeholder` for every segment that is data; borrowed if none is.
pub fn template<'p>(path: &'p str, placeholder: &str, is_data: impl Fn(&str) -> bool) -> Cow<'p, str> {
    if !path.split('/').any(&is_data) {
        return Cow::Borrowed(path);
    }
    let mut template = String::with_capacity(path.len());
    for (index, segment) in path.split('/').enumerate() {
        if index > 0 {
            template.push('/');
        }
        template.push_str(if is_data(segment) { placeholder } else { segment });
    }
    Cow::Owned(template)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// Cases of page and server. The page also knows how component libraries write their ids; the server also takes
    /// short numbers and email addresses in paths for data.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cases {
        generated: Vec<String>,
        numbered: Vec<String>,
        written: Vec<String>,
        page_only: Vec<String>,
        server_only: Vec<String>,
    }

    #[test]
    fn data_is_told_from_names() {
        let cases: Cases =
            serde_json::from_str(include_str!("../../../../fixtures/generated-values.json")).unwrap();
        let missed: Vec<_> =
            cases.generated.iter().chain(&cases.server_only).filter(|case| !is_data(case)).collect();
        assert!(missed.is_empty(), "{missed:?}");
        let names = cases.numbered.iter().chain(&cases.written).chain(&cases.page_only);
        let taken: Vec<_> = names.filter(|case| is_data(case)).collect();
        assert!(taken.is_empty(), "{taken:?}");
    }

    #[test]
    fn redacted_segments_are_data() {
        assert!(is_data("[redacted:jwt:string:9:00000000000000ff]") && is_data("[REDACTED]"));
        assert!(!is_data("[slug]") && !is_data("redacted"));
    }

    #[test]
    fn a_template_is_borrowed_unless_it_differs() {
        let check = |path, expected| assert_eq!(template(path, "{id}", is_data), expected, "{path}");
        check("/users/17/posts/0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab", "/users/{id}/posts/{id}");
        check("/17/", "/{id}/");
        check("", "");
        assert!(matches!(template("/api/v2/users", "{id}", is_data), Cow::Borrowed("/api/v2/users")));
    }
}
