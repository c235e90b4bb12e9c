//! Pages that a browser of our own is to show.
//!
//! A browser opens what its command line names as soon as it can, which may be before we are attached: their first lines
//! would be lost. So it starts with an empty page, and they are opened when capture is in place.

use std::ffi::{OsStr, OsString};
use std::fs;

/// What the browser starts with when pages are to follow.
pub(crate) const EMPTY_PAGE: &str = "about:blank";

/// The flags among a browser's arguments, and the addresses of the pages.
pub(super) fn split(arguments: &[OsString]) -> (Vec<&OsStr>, Vec<String>) {
    let is_flag = |argument: &&OsString| argument.as_encoded_bytes().starts_with(b"-");
    let (flags, pages): (Vec<_>, Vec<_>) = arguments.iter().partition(is_flag);
    (
        flags.into_iter().map(OsString::as_os_str).collect(),
        pages.into_iter().map(|page| address(page)).collect(),
    )
}

/// What browsers make of an argument: an address, a file, or a host without its scheme.
fn address(argument: &OsStr) -> String {
    let text = argument.to_string_lossy();
    if has_scheme(&text) {
        return text.into_owned();
    }
    match fs::canonicalize(argument) {
        Ok(path) => format!("file://{}", path.display()),
        Err(_) => format!("http://{text}"),
    }
}

/// Whether an address says how it is reached. `localhost:3000` names a port, `C:\` a disk.
fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.len() > 1
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
            && !rest.starts_with(|first: char| first.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_stay_and_pages_follow() {
        let arguments = ["--no-sandbox", "http://localhost:3000/a", "-x", "about:blank"].map(OsString::from);
        let (flags, pages) = split(&arguments);
        assert_eq!(flags, ["--no-sandbox", "-x"]);
        assert_eq!(pages, ["http://localhost:3000/a", "about:blank"]);
    }

    #[test]
    fn what_has_no_scheme_is_a_file_or_a_host() {
        let check = |argument: &str, expected: &str| assert_eq!(address(OsStr::new(argument)), expected);
        check("localhost:3000", "http://localhost:3000");
        check("example.test/path?a=b:c", "http://example.test/path?a=b:c");
        check("data:text/html,x", "data:text/html,x");
        check("https://[::1]:8443/", "https://[::1]:8443/");
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = fs::canonicalize(file.path()).unwrap();
        check(path.to_str().unwrap(), &format!("file://{}", path.display()));
    }
}
