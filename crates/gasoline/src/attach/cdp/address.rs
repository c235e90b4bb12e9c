//! Where a browser can be debugged: what people type, and what to connect to.

use std::fmt;
use std::str::FromStr;

use http::Uri;

/// The port Chrome's own documentation uses.
const USUAL_PORT: u16 = 9222;

/// An address as typed: a debugging port, or the socket itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DebugAddress {
    /// `http://host:port`; the browser is asked for its socket.
    Port(Authority),
    /// `ws://host:port/devtools/browser/…`.
    Socket { authority: Authority, path: String },
}

/// Host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authority {
    /// Without brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// Why an address cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DebugAddressError {
    #[error("expected a port, `http://HOST:PORT` or `ws://HOST:PORT/devtools/browser/ID`")]
    Unreadable,
    #[error("port 0 lets the browser choose; name the port it chose, as it prints it when it starts")]
    NoPort,
    #[error("a debugging port speaks neither `https` nor `wss`; use `http` or `ws`")]
    Encrypted,
    #[error("`{0}` is the socket of one page; name the browser's port, or its socket `/devtools/browser/ID`")]
    PageSocket(String),
}

impl Authority {
    /// Nothing can be reached at port 0.
    fn reachable(self) -> Result<Self, DebugAddressError> {
        if self.port == 0 { Err(DebugAddressError::NoPort) } else { Ok(self) }
    }
}

impl FromStr for DebugAddress {
    type Err = DebugAddressError;

    fn from_str(text: &str) -> Result<Self, DebugAddressError> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let port = text.parse().map_err(|_| DebugAddressError::Unreadable)?;
            return Authority { host: "127.0.0.1".to_owned(), port }.reachable().map(Self::Port);
        }
        let text = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let uri: Uri = text.parse().map_err(|_| DebugAddressError::Unreadable)?;
        let host = uri.host().filter(|host| !host.is_empty()).ok_or(DebugAddressError::Unreadable)?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let authority = Authority { host, port: uri.port_u16().unwrap_or(USUAL_PORT) }.reachable()?;
        match uri.scheme_str() {
            Some("http") => Ok(Self::Port(authority)),
            Some("ws") if uri.path().starts_with("/devtools/page/") => {
                Err(DebugAddressError::PageSocket(uri.path().to_owned()))
            }
            // Grids hand out sockets under paths of their own.
            Some("ws") => {
                let path = uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str).to_owned();
                Ok(Self::Socket { authority, path })
            }
            Some("https" | "wss") => Err(DebugAddressError::Encrypted),
            _ => Err(DebugAddressError::Unreadable),
        }
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') {
            write!(formatter, "[{host}]:{port}")
        } else {
            write!(formatter, "{host}:{port}")
        }
    }
}

impl fmt::Display for DebugAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port(authority) => write!(formatter, "http://{authority}"),
            Self::Socket { authority, path } => write!(formatter, "ws://{authority}{path}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_spelling_is_understood() {
        let read = |text: &str| text.parse::<DebugAddress>().map(|address| address.to_string());
        for (typed, meant) in [
            ("9222", "http://127.0.0.1:9222"),
            ("localhost:9333", "http://localhost:9333"),
            ("http://127.0.0.1:9222/", "http://127.0.0.1:9222"),
            ("http://[::1]:9222", "http://[::1]:9222"),
            ("http://localhost", "http://localhost:9222"),
            ("ws://127.0.0.1:9222/devtools/browser/ab-1", "ws://127.0.0.1:9222/devtools/browser/ab-1"),
            ("ws://grid:4444/session/1/se/cdp", "ws://grid:4444/session/1/se/cdp"),
        ] {
            assert_eq!(read(typed).as_deref(), Ok(meant));
        }
    }

    #[test]
    fn what_cannot_work_is_refused_with_the_reason() {
        let refusal = |text: &str| text.parse::<DebugAddress>().unwrap_err();
        assert_eq!(refusal("https://localhost:9222"), DebugAddressError::Encrypted);
        assert_eq!(refusal("wss://localhost:9222/x"), DebugAddressError::Encrypted);
        assert_eq!(refusal("ftp://localhost"), DebugAddressError::Unreadable);
        assert_eq!(refusal(""), DebugAddressError::Unreadable);
        assert_eq!(refusal("70000"), DebugAddressError::Unreadable);
        assert_eq!(refusal("0"), DebugAddressError::NoPort);
        assert_eq!(refusal("http://localhost:0"), DebugAddressError::NoPort);
        let page = "/devtools/page/7".to_owned();
        assert_eq!(refusal("ws://localhost:1/devtools/page/7"), DebugAddressError::PageSocket(page));
    }
}
