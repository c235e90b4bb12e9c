//! Addresses that are expected, as patterns and in words.

use crate::codegen::js;
use crate::codegen::lower::address::parts;
use crate::codegen::script::Address;

/// `^` origin, path, then the end or whatever follows a path.
pub(in crate::codegen) fn address_pattern(path: &str, route: Option<&str>) -> String {
    let general = |path: &str| -> String {
        let parts: Vec<String> = path
            .split('/')
            .map(|part| if part == "*" { "[^/?#]+".to_owned() } else { js::pattern(part) })
            .collect();
        parts.join("\\/")
    };
    match route {
        None => format!("^\\w+:\\/\\/[^/]+{}(?:[?#]|$)", general(path)),
        Some(route) => format!("^\\w+:\\/\\/[^/]+{}(?:\\?[^#]*)?{}(?:\\?|$)", general(path), general(route)),
    }
}

pub(super) fn address_words(address: &Address) -> String {
    match address {
        Address::Exact(url) => parts(url).path.to_owned(),
        Address::Path { path, route } => format!("{path}{}", route.as_deref().unwrap_or_default()),
    }
}
