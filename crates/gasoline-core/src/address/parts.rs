//! The parts of a URL, borrowed from it. Nothing is decoded, and any text is taken apart: pages request odd addresses.

/// The parts of an absolute address, or of a path alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'u> {
    /// Scheme and authority (`http://localhost:3000`); empty for a path alone.
    pub origin: &'u str,
    /// With its leading slash. An absolute address without a path has `/`.
    pub path: &'u str,
    /// Without the question mark.
    pub query: Option<&'u str>,
    /// Without the hash.
    pub fragment: Option<&'u str>,
}

impl<'u> Parts<'u> {
    /// Takes an address apart.
    pub fn of(url: &'u str) -> Self {
        let (before_fragment, fragment) = split_optional(url, '#');
        let (address, query) = split_optional(before_fragment, '?');
        let authority = address.find("://").map(|scheme| scheme + "://".len());
        let slash = authority.and_then(|start| address.get(start..)?.find('/').map(|slash| start + slash));
        let (origin, path) = match (authority, slash) {
            (Some(_), Some(slash)) => address.split_at(slash),
            (Some(_), None) => (address, "/"),
            (None, _) => ("", address),
        };
        Self { origin, path, query, fragment }
    }

    /// The host, without user and port; empty for a path alone.
    pub fn host(&self) -> &'u str {
        let authority = self.origin.split_once("://").map_or(self.origin, |(_, authority)| authority);
        let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        match authority.rsplit_once(':') {
            Some((host, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        }
    }

    /// The parameters of the query as they are written, `name=value` or a name alone.
    pub fn parameters(&self) -> impl Iterator<Item = &'u str> + use<'u> {
        self.query.into_iter().flat_map(|query| query.split('&'))
    }
}

/// The address up to its query or fragment.
pub fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

fn split_optional(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_found_where_it_stands() {
        let check = |url, origin, path, query, fragment| {
            assert_eq!(Parts::of(url), Parts { origin, path, query, fragment }, "{url}");
        };
        check("http://a:1/b/c?d=1#e", "http://a:1", "/b/c", Some("d=1"), Some("e"));
        check("http://a", "http://a", "/", None, None);
        check("http://a?next=/b", "http://a", "/", Some("next=/b"), None);
        check("/b?next=http://a/c", "", "/b", Some("next=http://a/c"), None);
        check("http://a/#/route?tab=2", "http://a", "/", None, Some("/route?tab=2"));
        check("webpack:///src/a.js", "webpack://", "/src/a.js", None, None);
        check("data:text/html,x", "", "data:text/html,x", None, None);
        check("?", "", "", Some(""), None);
        check("", "", "", None, None);
    }

    #[test]
    fn the_host_is_without_user_and_port() {
        for (url, host) in [
            ("http://localhost:3000/a", "localhost"),
            ("https://user:secret@shop.test", "shop.test"),
            ("http://[::1]:8080/", "[::1]"),
            ("http://[::1]", "[::1]"),
            ("/a", ""),
        ] {
            assert_eq!(Parts::of(url).host(), host, "{url}");
        }
    }

    #[test]
    fn parameters_stay_as_they_are_written() {
        let parameters = |url| Parts::of(url).parameters().collect::<Vec<_>>();
        assert_eq!(parameters("/a?b=1&c&d=%20#e?f=1"), ["b=1", "c", "d=%20"]);
        assert_eq!(parameters("/a"), Vec::<&str>::new());
        assert_eq!(without_query("/a.js?v=1#x"), "/a.js");
    }
}
