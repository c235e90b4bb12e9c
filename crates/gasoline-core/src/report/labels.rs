//! What a project knows to be noise, and which endpoints it ignores.
//!
//! Both are labels: what carries one is shown with it, and never counts as a reason that the app is at fault. Nothing is hidden.

use std::sync::Arc;

use super::noise::{host_of, is_below};
use crate::address::Parts;

/// What requests to endpoints that the project ignores are labelled with.
const IGNORED: &str = "ignored endpoint";

/// One kind of noise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoiseLabel {
    /// What it is called.
    pub label: String,
    /// Ends of host names.
    pub hosts: Vec<String>,
    /// Parts of addresses, also of the script that threw an error.
    pub addresses: Vec<String>,
    /// Parts of messages.
    pub messages: Vec<String>,
}

/// What a project says about its own noise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Kinds of noise; the first that fits counts.
    pub noise: Vec<NoiseLabel>,
    /// Parts of addresses whose requests do not matter.
    pub ignored_endpoints: Vec<String>,
}

impl Labels {
    pub(super) fn of_request(&self, url: &str) -> Option<Arc<str>> {
        if self.ignored_endpoints.iter().any(|part| url.contains(part.as_str())) {
            return Some(Arc::from(IGNORED));
        }
        let host = host_of(Parts::of(url).origin);
        self.first(|noise| noise.is_host(host) || noise.is_address(url))
    }

    pub(super) fn of_message(&self, message: &str, frame: &str) -> Option<Arc<str>> {
        self.first(|noise| {
            noise.messages.iter().any(|part| message.contains(part.as_str())) || noise.is_address(frame)
        })
    }

    fn first(&self, is: impl Fn(&NoiseLabel) -> bool) -> Option<Arc<str>> {
        self.noise.iter().find(|noise| is(noise)).map(|noise| Arc::from(noise.label.as_str()))
    }
}

impl NoiseLabel {
    fn is_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| is_below(host, known))
    }

    fn is_address(&self, address: &str) -> bool {
        self.addresses.iter().any(|part| address.contains(part.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels() -> Labels {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let noise = NoiseLabel {
            label: "chat".to_owned(),
            hosts: words(&["chat.test"]),
            addresses: words(&["/chat.js"]),
            messages: words(&["Chat is away"]),
        };
        Labels { noise: vec![noise], ignored_endpoints: words(&["/health"]) }
    }

    #[test]
    fn a_project_labels_hosts_addresses_messages_and_ignored_endpoints() {
        for (url, label) in [
            ("https://eu.chat.test:8443/poll", Some("chat")),
            ("https://notchat.test/poll", None),
            ("http://localhost/chat.js?v=1", Some("chat")),
            ("http://localhost/api/health?deep=1", Some("ignored endpoint")),
            ("http://localhost/api/orders", None),
        ] {
            assert_eq!(labels().of_request(url).as_deref(), label, "{url}");
        }
        for (message, frame, label) in [
            ("Warning: Chat is away", "", Some("chat")),
            ("x", "at f (http://localhost/chat.js:1:1)", Some("chat")),
            ("x", "at f (http://localhost/app.js:1:1)", None),
        ] {
            assert_eq!(labels().of_message(message, frame).as_deref(), label, "{message} {frame}");
        }
        assert_eq!(Labels::default().of_request("http://localhost/health"), None);
    }
}
