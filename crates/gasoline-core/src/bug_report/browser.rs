//! Which browser a user agent string names.

/// Names in user agent strings, those that others carry along first tested last.
const NAMES: [(&str, &str); 8] = [
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox for iOS"),
    ("CriOS/", "Chrome for iOS"),
    ("HeadlessChrome/", "Chrome (headless)"),
    ("Chrome/", "Chrome"),
    ("Firefox/", "Firefox"),
];

/// `Chrome 120`, if the string has a known form.
pub(super) fn name(user_agent: &str) -> Option<String> {
    let version = |after: &str| -> Option<String> {
        let (_, rest) = user_agent.split_once(after)?;
        let major: String = rest.chars().take_while(char::is_ascii_digit).collect();
        (!major.is_empty()).then_some(major)
    };
    let known = NAMES.iter().find_map(|(mark, name)| Some(format!("{name} {}", version(mark)?)));
    known.or_else(|| {
        let is_safari = user_agent.contains("Safari/") && !user_agent.contains("Chrome");
        is_safari.then(|| version("Version/")).flatten().map(|version| format!("Safari {version}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_browsers_are_named_and_others_are_not() {
        let check =
            |user_agent: &str, expected: Option<&str>| assert_eq!(name(user_agent).as_deref(), expected);
        let webkit = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        check(&format!("{webkit} Chrome/120.0.0.0 Safari/537.36"), Some("Chrome 120"));
        check(&format!("{webkit} Chrome/120.0.0.0 Safari/537.36 Edg/121.0"), Some("Edge 121"));
        check(&format!("{webkit} HeadlessChrome/141.0.0.0 Safari/537.36"), Some("Chrome (headless) 141"));
        check(&format!("{webkit} Version/17.4 Safari/605.1.15"), Some("Safari 17"));
        check("Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/128.0", Some("Firefox 128"));
        check("curl/8.1", None);
        check("Chrome/", None);
    }
}
