//! Names of headers whose value is a secret.
//!
//! The page has the same rule (`network/headers.ts` in capture); `fixtures/sensitive-headers.json` holds both to it.

/// Whether a header of this name, in lower case, holds a secret.
pub fn is_sensitive_header(name: &str) -> bool {
    matches!(name, "authorization" | "proxy-authorization" | "cookie" | "set-cookie")
        || ["token", "secret", "key", "password"].iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Names {
        sensitive: Vec<String>,
        ordinary: Vec<String>,
    }

    #[test]
    fn page_and_server_judge_headers_alike() {
        let table = include_str!("../../../../fixtures/sensitive-headers.json");
        let Names { sensitive, ordinary } = serde_json::from_str(table).unwrap();
        let missed: Vec<_> =
            sensitive.iter().filter(|name| !is_sensitive_header(&name.to_lowercase())).collect();
        assert!(missed.is_empty(), "{missed:?}");
        let taken: Vec<_> =
            ordinary.iter().filter(|name| is_sensitive_header(&name.to_lowercase())).collect();
        assert!(taken.is_empty(), "{taken:?}");
    }
}
