//! Addresses that are expected, as patterns and in words.

use crate::address::Parts;
use crate::codegen::js;
use crate::codegen::script::Address;

/// `^` origin, path, then what is known of the query and the route, or whatever follows a path.
pub(in crate::codegen) fn address_pattern(path: &str, query: &[String], route: Option<&str>) -> String {
    let general = |path: &str| -> String {
        let parts: Vec<String> = path
            .split('/')
            .map(|part| if part == "*" { "[^/?#]+".to_owned() } else { js::pattern(part) })
            .collect();
        parts.join("\\/")
    };
    let path = general(path);
    let query: String = query.iter().map(|part| parameter_pattern(part)).collect();
    let end = match (query.as_str(), route) {
        ("", None) => "(?:[?#]|$)".to_owned(),
        ("", Some(route)) => format!("(?:\\?[^#]*)?{}(?:\\?|$)", general(route)),
        (query, None) => format!("\\?{query}"),
        (query, Some(route)) => format!("\\?{query}[^#]*{}(?:\\?|$)", general(route)),
    };
    format!("^\\w+:\\/\\/[^/]+{path}{end}")
}

/// Looks ahead, because parameters come in any order.
fn parameter_pattern(parameter: &str) -> String {
    format!("(?=(?:[^#]*&)?{}(?:[&#]|$))", js::pattern(parameter))
}

pub(super) fn address_words(address: &Address) -> String {
    match address {
        Address::Exact(url) => Parts::of(url).path.to_owned(),
        Address::Path { path, query, route } => {
            let mark = if query.is_empty() { "" } else { "?" };
            format!("{path}{mark}{}{}", query.join("&"), route.as_deref().unwrap_or_default())
        }
    }
}
