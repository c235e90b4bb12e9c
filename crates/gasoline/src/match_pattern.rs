//! Chrome's match patterns: which pages a content script runs in.
//!
//! Chrome refuses to load an extension with a single malformed pattern, and says so only in its own window. So they
//! are checked here, where the person who typed one sees the answer.

use std::str::FromStr;

use thiserror::Error;

/// A pattern Chrome accepts, such as `https://*.example.com/*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatchPattern(String);

/// What is wrong with a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum MatchPatternError {
    #[error("a pattern is SCHEME://HOST/PATH, for example https://*.example.com/*")]
    Form,
    #[error("the scheme is http, https, or * for both")]
    Scheme,
    #[error("the host is a name, *.name, or * for all")]
    Host,
    #[error("the port is a number, or * for all")]
    Port,
}

impl MatchPattern {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MatchPattern {
    type Err = MatchPatternError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text != "<all_urls>" {
            check(text)?;
        }
        Ok(Self(text.to_owned()))
    }
}

fn check(text: &str) -> Result<(), MatchPatternError> {
    let (scheme, rest) = text.split_once("://").ok_or(MatchPatternError::Form)?;
    let (authority, _path) = rest.split_once('/').ok_or(MatchPatternError::Form)?;
    if !["http", "https", "*"].contains(&scheme) {
        return Err(MatchPatternError::Scheme);
    }
    let (host, port) = split_port(authority);
    if !is_host(host) {
        return Err(MatchPatternError::Host);
    }
    if !port.is_none_or(is_port) {
        return Err(MatchPatternError::Port);
    }
    Ok(())
}

/// The colons of an IPv6 address stand in brackets.
fn split_port(authority: &str) -> (&str, Option<&str>) {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    }
}

fn is_host(host: &str) -> bool {
    let name = host.strip_prefix("*.").unwrap_or(host);
    let is_address = name.starts_with('[') && name.ends_with(']');
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    host == "*" || is_address || is_name
}

fn is_port(port: &str) -> bool {
    port == "*" || port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_every_form_are_accepted() {
        for pattern in [
            "<all_urls>",
            "*://*/*",
            "https://example.com/",
            "https://*.example.com/app/*",
            "http://192.168.1.5:8080/*",
            "http://localhost:*/*",
            "http://[::1]/*",
            "http://[::1]:3000/*",
        ] {
            assert!(pattern.parse::<MatchPattern>().is_ok(), "{pattern}");
        }
    }

    #[test]
    fn each_mistake_has_its_own_message() {
        for (pattern, mistake) in [
            ("example.com", MatchPatternError::Form),
            ("https://example.com", MatchPatternError::Form),
            ("chrome://settings/", MatchPatternError::Scheme),
            ("ws://example.com/", MatchPatternError::Scheme),
            ("https:///path", MatchPatternError::Host),
            ("https://exa*mple.com/*", MatchPatternError::Host),
            ("https://example.*/*", MatchPatternError::Host),
            ("https://example.com:http/*", MatchPatternError::Port),
        ] {
            assert_eq!(pattern.parse::<MatchPattern>(), Err(mistake), "{pattern}");
        }
    }
}
