//! Origins and hosts as parsed values, compared exactly. No prefix or substring tests anywhere.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an origin or host given on the command line cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// For `--allow-origin`.
    #[error(
        "`{0}` is not an origin; write scheme and host, for example `https://app.test` or `http://10.0.0.2:8080`"
    )]
    Origin(String),
    /// For `--allow-host`.
    #[error(
        "`{0}` is not a host name; write a name without scheme, for example `devbox.test` or `devbox.test:8080`"
    )]
    Host(String),
}

/// Scheme, host and port of a web origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    scheme: String,
    host: Host,
    port: Option<u16>,
}

/// A host, with addresses in one canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Host {
    Name(String),
    Address(IpAddr),
}

impl Origin {
    /// Parses `scheme://host[:port]` and nothing more: no path, no user, no trailing slash.
    pub(super) fn parse(text: &str) -> Result<Self, OriginError> {
        let error = || OriginError::Origin(text.to_owned());
        let (scheme, authority) = text.split_once("://").ok_or_else(error)?;
        let known = scheme.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        let (host, port) = parse_authority(authority).ok_or_else(error)?;
        if scheme.is_empty() || !known {
            return Err(error());
        }
        Ok(Self { scheme: scheme.to_owned(), host, port })
    }

    /// Whether this is a page served from this machine: localhost, 127.0.0.1, [::1] or *.localhost, any port.
    pub(super) fn is_loopback_page(&self) -> bool {
        (self.scheme == "http" || self.scheme == "https") && self.host.is_loopback_page()
    }

    /// Whether this is a page this server itself serves.
    pub(super) fn is_served_by(&self, port: u16, is_own_host: impl Fn(&Host) -> bool) -> bool {
        self.scheme == "http" && self.port == Some(port) && is_own_host(&self.host)
    }
}

impl Host {
    /// The names and addresses a local server answers to.
    pub(super) fn is_local(&self) -> bool {
        match self {
            Self::Name(name) => name == "localhost",
            Self::Address(address) => {
                *address == IpAddr::V4(Ipv4Addr::LOCALHOST) || *address == IpAddr::V6(Ipv6Addr::LOCALHOST)
            }
        }
    }

    fn is_loopback_page(&self) -> bool {
        let below_localhost = matches!(self, Self::Name(name) if name.ends_with(".localhost"));
        self.is_local() || below_localhost
    }
}

/// Parses `host[:port]`; brackets around IPv6.
pub(super) fn parse_authority(text: &str) -> Option<(Host, Option<u16>)> {
    let (host, rest) = match text.strip_prefix('[') {
        Some(bracketed) => {
            let (address, rest) = bracketed.split_once(']')?;
            (Host::Address(IpAddr::V6(address.parse().ok()?)), rest)
        }
        None => {
            let end = text.find(':').unwrap_or(text.len());
            let (name, rest) = text.split_at(end);
            (parse_name(name)?, rest)
        }
    };
    let port = match rest.strip_prefix(':') {
        None if rest.is_empty() => None,
        None => return None,
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.parse().ok()?),
        Some(_) => return None,
    };
    Some((host, port))
}

fn parse_name(name: &str) -> Option<Host> {
    if let Ok(address) = name.parse::<Ipv4Addr>() {
        return Some(Host::Address(IpAddr::V4(address)));
    }
    let plain =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    plain.then(|| Host::Name(name.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_pages_are_recognised_exactly() {
        let loopback = |text: &str| Origin::parse(text).is_ok_and(|origin| origin.is_loopback_page());
        for text in [
            "http://localhost",
            "https://localhost:3000",
            "http://127.0.0.1:5173",
            "http://[::1]:80",
            "http://app.localhost:8080",
            "http://LOCALHOST:1",
        ] {
            assert!(loopback(text), "{text}");
        }
        for text in [
            "null",
            "http://127.0.0.1.evil.com",
            "http://localhost.evil.com",
            "http://evil.com",
            "file://localhost",
            "http://evillocalhost",
            "http://localhost@evil.com",
            "http://localhost/",
            "http://localhost:3000:1",
            "http://127.0.0.2",
            "http://[::ffff:127.0.0.1]",
            "http://localhost:99999",
            "http://localhost:+80",
            "",
            "chrome-extension://localhost",
            "http://0x7f.1",
        ] {
            assert!(!loopback(text), "{text}");
        }
    }
}
