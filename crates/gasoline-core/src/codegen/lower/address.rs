//! Addresses of a captured session as a script may use them: another origin, no tokens, no data in paths.

use std::net::Ipv6Addr;
use std::sync::LazyLock;

use regex::Regex;

use super::super::script::Address;
use super::identities::Identities;
use crate::address::{Parts, is_data, without_query};
use crate::removed;

/// An origin given by the caller, without a slash at its end. A path would have to stand in every address that is expected.
pub(crate) fn base(given: &str) -> Option<&str> {
    let trimmed = given.trim_end_matches('/');
    let (scheme, authority) = trimmed.split_once("://")?;
    let is_scheme = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    (is_scheme && is_host(host) && port.is_none_or(is_port)).then_some(trimmed)
}

fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.chars().all(|character| character.is_alphanumeric() || "-_".contains(character))
    };
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => host.strip_suffix('.').unwrap_or(host).split('.').all(is_label),
    }
}

fn is_port(port: &str) -> bool {
    port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

/// How addresses are rewritten in one script.
#[derive(Debug)]
pub(crate) struct Addresses {
    /// The origin of the flow, and what stands for it.
    origin: String,
    replacement: Option<String>,
    /// Whether something was removed from an address.
    pub(crate) stripped: bool,
    /// Addresses that cannot be opened as they are: part of their path was redacted.
    pub(crate) redacted: Vec<String>,
}

impl Addresses {
    pub(crate) fn new(first_url: &str, replacement: Option<&str>) -> Self {
        let origin = Parts::of(first_url).origin.to_owned();
        Self { origin, replacement: replacement.map(str::to_owned), stripped: false, redacted: Vec::new() }
    }

    /// An address to open.
    pub(crate) fn open(&mut self, url: &str) -> String {
        let Parts { origin, path, query, fragment } = Parts::of(url);
        let origin = self.origin_for(origin);
        let mut address = format!("{origin}{path}");
        if let Some(query) = query.and_then(|query| self.without_secrets(query)) {
            address.push('?');
            address.push_str(&query);
        }
        if let Some(fragment) = fragment.and_then(|fragment| self.fragment_without_secrets(fragment)) {
            address.push('#');
            address.push_str(&fragment);
        }
        if removed::occurs_in(&address) && !self.redacted.contains(&address) {
            self.redacted.push(address.clone());
        }
        address
    }

    /// A route may have a query of its own. After a login some providers put tokens behind the hash, written like a query.
    fn fragment_without_secrets(&mut self, fragment: &str) -> Option<String> {
        match fragment.split_once('?') {
            Some((route, query)) => Some(match self.without_secrets(query) {
                Some(query) => format!("{route}?{query}"),
                None => route.to_owned(),
            }),
            None if fragment.contains('=') => self.without_secrets(fragment),
            None => Some(fragment.to_owned()),
        }
    }

    /// An address that is expected: path, route and what the user `entered`, exactly where nothing in it can be data.
    pub(crate) fn expect(&mut self, url: &str, entered: &[&str], identities: &Identities) -> Address {
        let Parts { origin, path, query, fragment } = Parts::of(url);
        let general = identities.general_path(path);
        let route = fragment.filter(|fragment| fragment.starts_with('/') || fragment.starts_with("!/"));
        let is_plain = general == path && query.is_none() && fragment.is_none();
        // Playwright reads these as a glob where it waits for an address.
        if is_plain && !origin.is_empty() && !path.contains(['*', '{', '}', '[', ']', '?', '\\']) {
            return Address::Exact(format!("{}{path}", self.origin_for(origin)));
        }
        let route = route.map(|route| format!("#{}", identities.general_path(without_query(route))));
        let query = query.map(|query| entered_parameters(query, entered)).unwrap_or_default();
        Address::Path { path: general, query, route }
    }

    fn origin_for(&self, origin: &str) -> String {
        match &self.replacement {
            Some(replacement) if origin == self.origin || origin.is_empty() => replacement.clone(),
            _ if origin.is_empty() => self.origin.clone(),
            _ => origin.to_owned(),
        }
    }

    /// A query without the parameters that carry secrets; nothing if none remains.
    fn without_secrets(&mut self, query: &str) -> Option<String> {
        let kept: Vec<&str> = query.split('&').filter(|part| !is_secret(part)).collect();
        self.stripped |= kept.len() < query.split('&').count();
        (!kept.is_empty()).then(|| kept.join("&"))
    }
}

/// The parameters whose value is a text that the user entered: they are the same whatever the data.
pub(super) fn entered_parameters(query: &str, entered: &[&str]) -> Vec<String> {
    let is_entered = |parameter: &&str| {
        let decoded = form_urlencoded::parse(parameter.as_bytes()).next();
        decoded.is_some_and(|(_, value)| {
            !value.trim().is_empty() && !is_data(&value) && entered.contains(&&*value)
        })
    };
    query.split('&').filter(|part| !is_secret(part)).filter(is_entered).map(str::to_owned).collect()
}

/// Names of parameters that carry credentials.
static SECRET_NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let names = "token|secret|password|passwd|pwd|api_?-?key|auth|authorization|jwt|session_?-?id|sid|sig|signature|code|state|credential|otp";
    Regex::new(&format!(r"(?i)(?:^|[_.\[-])(?:{names})(?:$|[_.\]-])|token$|^access|apikey")).ok()
});

/// Whether a parameter of a query carries a secret, or did until it was redacted.
pub(crate) fn is_secret(parameter: &str) -> bool {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    // A short `code` or `state` is a filter of the application, a long one belongs to a login.
    let is_ambiguous = ["code", "state", "auth", "sid"].contains(&name.to_ascii_lowercase().as_str());
    let names_secret = SECRET_NAME.as_ref().is_some_and(|names| names.is_match(name));
    removed::occurs_in(value) || (names_secret && (!is_ambiguous || value.len() >= 16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_opened_without_its_tokens_and_elsewhere_if_asked() {
        let check = |url: &str, base: Option<&str>, opened: &str, stripped: bool| {
            let mut addresses = Addresses::new("http://localhost:3000/login", base);
            assert_eq!((addresses.open(url).as_str(), addresses.stripped), (opened, stripped), "{url}");
        };
        check("http://localhost:3000/a?b=1#c", None, "http://localhost:3000/a?b=1#c", false);
        check("http://localhost:3000/a?access_token=x&b=1", None, "http://localhost:3000/a?b=1", true);
        check("http://localhost:3000/a#id_token=x", None, "http://localhost:3000/a", true);
        check("http://localhost:3000/#/reset?token=abc", None, "http://localhost:3000/#/reset", true);
        check("http://localhost:3000/#/a?token=abc&b=1", None, "http://localhost:3000/#/a?b=1", true);
        check("http://localhost:3000/#/a?b=1", None, "http://localhost:3000/#/a?b=1", false);
        check(
            "http://localhost:3000/a?code=DE&state=open",
            None,
            "http://localhost:3000/a?code=DE&state=open",
            false,
        );
        check("http://localhost:3000/a?code=4f9a8b7c6d5e4f3a2b1c", None, "http://localhost:3000/a", true);
        check(
            "http://localhost:3000/a?k=[redacted:jwt:string:9:00000000000000ff]",
            None,
            "http://localhost:3000/a",
            true,
        );
        check("http://localhost:3000/a", Some("https://x.test:8"), "https://x.test:8/a", false);
        check("http://other:1/a", Some("https://x.test"), "http://other:1/a", false);
        check("/relative?x=1", None, "http://localhost:3000/relative?x=1", false);
        check("http://localhost:3000", None, "http://localhost:3000/", false);
    }

    #[test]
    fn an_address_with_a_redacted_path_is_remembered_once() {
        let mut addresses = Addresses::new("http://localhost:3000/", None);
        let invitation = "http://localhost:3000/join/[redacted:jwt:string:9:00000000000000ff]?a=1";
        for url in [invitation, "http://localhost:3000/a?k=[redacted]", invitation] {
            addresses.open(url);
        }
        assert_eq!(addresses.redacted, [invitation]);
    }

    #[test]
    fn a_base_that_is_no_origin_is_refused() {
        let good = [
            "http://localhost:3000",
            "https://x.test/",
            "http://[::1]:8080",
            "http://[::1]",
            "HTTP://X",
            "http://my_app.test.:65535",
            "https://bücher.example",
        ];
        for good in good {
            assert!(base(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "localhost:3000",
            "ftp://x",
            "http://",
            "http:///a",
            "http://a b",
            "http://a?b",
            "javascript://x'",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,x",
            "http://a\nb",
            "http://a'+b",
            "//localhost",
            "http://localhost:abc",
            "http://localhost:99999",
            "http://localhost:0",
            "http://localhost:+80",
            "http://localhost:",
            "http://x/app",
            "http://user:secret@x",
            "http://a..b",
            "http://[::1",
            "http://::1",
            "http://[localhost]",
        ] {
            assert!(base(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn an_expected_address_is_exact_only_without_data() {
        let expect = |url: &str| {
            Addresses::new("http://localhost:3000/", None).expect(url, &[], &Identities::default())
        };
        assert_eq!(
            expect("http://localhost:3000/a/b"),
            Address::Exact("http://localhost:3000/a/b".to_owned())
        );
        let path = |path: &str, route: Option<&str>| Address::Path {
            path: path.to_owned(),
            query: Vec::new(),
            route: route.map(str::to_owned),
        };
        assert_eq!(expect("http://localhost:3000/a/17?x=1"), path("/a/*", None));
        assert_eq!(expect("http://localhost:3000/#/users/7?x"), path("/", Some("#/users/*")));
        assert_eq!(expect("http://localhost:3000/a?b"), path("/a", None));
    }

    #[test]
    fn an_expected_address_has_what_the_user_entered_and_no_other_parameter() {
        let entered = ["salt & iron", "naïve", "7", "open sesame", ""];
        let expect = |query: &str| {
            let url = format!("http://localhost:3000/?{query}");
            match Addresses::new("http://localhost:3000/", None).expect(
                &url,
                &entered,
                &Identities::default(),
            ) {
                Address::Path { query, .. } => query.join(" "),
                Address::Exact(url) => url,
            }
        };
        assert_eq!(expect("q=salt+%26+iron&page=2"), "q=salt+%26+iron");
        assert_eq!(expect("seed=x1&q=na%C3%AFve&again=na%C3%AFve"), "q=na%C3%AFve again=na%C3%AFve");
        // Anything could be a 7, nothing tells nothing, and a secret stays out however it got there.
        assert_eq!(expect("count=7&empty=&password=open+sesame&q=salt"), "");
    }
}
