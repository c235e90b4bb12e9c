//! What an address says about who can reach it.

use crate::address::Parts;

/// Domains that name the same machine or a test network, RFC 6761.
const RESERVED: [&str; 2] = [".test", ".localhost"];

/// Words in a host name that say what it is for.
const ENVIRONMENTS: [(&str, &str); 4] =
    [("dev", "development"), ("development", "development"), ("staging", "staging"), ("stage", "staging")];

/// Whether the host is this machine: nobody else can listen in.
pub(super) fn is_loopback(url: &str) -> bool {
    let host = Parts::of(url).host().to_ascii_lowercase();
    host == "localhost"
        || host.ends_with(".localhost")
        || host == "[::1]"
        || host
            .strip_prefix("127.")
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Whether the host is this machine, or has a name that only developers' machines know.
pub(super) fn is_development(url: &str) -> bool {
    let host = Parts::of(url).host().to_ascii_lowercase();
    is_loopback(url) || RESERVED.iter().any(|domain| host.ends_with(domain))
}

/// What the host says it is for, if it is not for users.
pub(super) fn environment(url: &str) -> Option<&'static str> {
    let host = Parts::of(url).host().to_ascii_lowercase();
    let mut labels = host.split(['.', '-']);
    // The last label is a domain of its own (`web.dev`).
    labels.next_back();
    labels.find_map(|label| ENVIRONMENTS.iter().find(|(word, _)| *word == label)).map(|(_, name)| *name)
}

/// The scheme, in lower case.
pub(super) fn scheme(url: &str) -> String {
    url.split_once("://").map_or_else(String::new, |(scheme, _)| scheme.to_ascii_lowercase())
}

/// Whether others on the network can read what is sent there. An address without scheme is the page's own.
pub(super) fn is_unencrypted(url: &str) -> bool {
    matches!(scheme(url).as_str(), "http" | "ws") && !is_loopback(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_has_many_names() {
        for url in [
            "http://localhost:3000/a",
            "http://LOCALHOST",
            "ws://127.0.0.1:1",
            "http://127.9.9.9/",
            "http://[::1]:80/",
            "http://shop.localhost/",
        ] {
            assert!(is_loopback(url) && !is_unencrypted(url), "{url}");
        }
        for url in ["http://localhost.evil.example/", "http://127.0.0.1.evil.example/", "http://192.168.0.7/"]
        {
            assert!(!is_loopback(url) && is_unencrypted(url), "{url}");
        }
        assert!(is_development("http://shop.test/") && !is_loopback("http://shop.test/"));
        assert!(!is_unencrypted("/api/a") && !is_unencrypted("https://shop.example/"));
    }

    #[test]
    fn hosts_for_developers_are_recognised_by_whole_words() {
        assert_eq!(environment("https://staging.shop.example/"), Some("staging"));
        assert_eq!(environment("https://api-dev.shop.example/x"), Some("development"));
        for url in ["https://devices.example/", "https://web.dev/", "/staging", ""] {
            assert_eq!(environment(url), None, "{url}");
        }
    }
}
