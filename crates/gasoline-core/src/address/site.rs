//! One app among several: the host, and perhaps the port, that its pages are served from.

use std::fmt;
use std::str::FromStr;

use super::Parts;

/// Longer than any host name.
const LONGEST: usize = 260;

/// A host, and perhaps a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    host: String,
    /// Any, if there is none.
    port: Option<u16>,
}

/// A text that names no site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a host and perhaps a port, such as localhost:3000")]
pub struct NoSite;

impl Site {
    /// Whether a page at this address belongs to it.
    pub fn includes(&self, url: &str) -> bool {
        let parts = Parts::of(url);
        parts.host().eq_ignore_ascii_case(&self.host)
            && self.port.is_none_or(|port| port_of(parts.origin) == Some(port))
    }
}

impl FromStr for Site {
    type Err = NoSite;

    /// Reads `localhost:3000`, `localhost` or an address such as `http://localhost:3000/cart`.
    fn from_str(text: &str) -> Result<Self, NoSite> {
        let address = if text.contains("://") { text.to_owned() } else { format!("any://{text}") };
        let parts = Parts::of(&address);
        let host = parts.host();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_[]:".contains(&byte);
        if host.is_empty() || host.len() > LONGEST || !host.bytes().all(is_plain) || host.ends_with(':') {
            return Err(NoSite);
        }
        let is_bracketed = host.starts_with('[') && host.ends_with(']');
        if host.contains([':', '[', ']']) && !is_bracketed {
            return Err(NoSite);
        }
        let has_port = parts.origin.len() > parts.origin.find(host).unwrap_or(0) + host.len();
        let port = has_port.then(|| explicit_port(parts.origin).ok_or(NoSite)).transpose()?;
        Ok(Self { host: host.to_ascii_lowercase(), port })
    }
}

impl fmt::Display for Site {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Some(port) => write!(formatter, "{}:{port}", self.host),
            None => formatter.write_str(&self.host),
        }
    }
}

/// The port of an origin, the usual one of its scheme included.
fn port_of(origin: &str) -> Option<u16> {
    explicit_port(origin).or_else(|| match origin.split_once("://")?.0 {
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    })
}

fn explicit_port(origin: &str) -> Option<u16> {
    origin.rsplit_once(':')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(text: &str) -> Site {
        text.parse().unwrap()
    }

    /// two-apps-03
    #[test]
    fn a_site_is_a_host_and_perhaps_a_port() {
        for (text, shown) in [
            ("localhost:3000", "localhost:3000"),
            ("LOCALHOST", "localhost"),
            ("http://app.test:8080/cart?x=1", "app.test:8080"),
            ("[::1]:3000", "[::1]:3000"),
            ("127.0.0.1", "127.0.0.1"),
        ] {
            assert_eq!(site(text).to_string(), shown);
        }
        for text in ["", ":3000", "localhost:", "localhost:99999", "localhost:x", "a b", "::1", "a&b"] {
            assert_eq!(text.parse::<Site>(), Err(NoSite), "{text}");
        }
    }

    #[test]
    fn pages_belong_to_the_site_they_are_served_from() {
        let check =
            |text: &str, url: &str, expected| assert_eq!(site(text).includes(url), expected, "{text} {url}");
        check("localhost:3000", "http://localhost:3000/cart", true);
        check("localhost:3000", "http://localhost:3001/cart", false);
        check("localhost:3000", "http://localhost:30000/", false);
        check("localhost", "http://localhost:3001/", true);
        check("localhost", "http://other.localhost/", false);
        check("localhost:80", "http://localhost/", true);
        check("localhost:443", "https://localhost/?next=http://localhost:3000", true);
        check("localhost:3000", "http://other.test/?next=http://localhost:3000/", false);
        check("[::1]:3000", "http://[::1]:3000/", true);
    }
}
