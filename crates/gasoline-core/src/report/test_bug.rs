//! Whether a failure is the test's own: a positive reason, or none.
//!
//! Each reason must hold for itself. What merely looks like a test bug (a control with another name that shares a word, a text that changed) may
//! be a broken app as well, and gives no reason.

use super::model::ReportedRequest;
use super::outline::Shown;
use super::runner_failure::RunnerFailure;

/// Waits of this length and longer are those of the runner's defaults: then the app is slow, or the element never comes.
const USUAL_WAIT_MS: u64 = 5_000;

/// Errors of the test's own code, by how their text begins.
const OWN_CODE: [&str; 2] = ["ReferenceError: ", "SyntaxError: "];

/// Mistakes in what the test asks the runner for.
const MISUSE: [&str; 5] = [
    "Cannot navigate to invalid URL",
    "while parsing css selector",
    "while parsing selector",
    "Unknown engine \"",
    "is not a valid selector",
];

/// Why the test's own code is at fault, whatever the page did.
pub(super) fn own_fault(failure: &RunnerFailure) -> Option<String> {
    let headline = failure.headline.as_str();
    if OWN_CODE.iter().any(|start| headline.starts_with(start)) {
        return Some(format!("the test's own code failed: {headline}"));
    }
    let is_misuse = MISUSE.iter().any(|part| headline.contains(part));
    is_misuse.then(|| format!("the runner refused what the test asked for: {headline}"))
}

/// Why the test looked in the wrong place or not long enough. Only for pages that show no fault.
pub(super) fn mistaken_wait(
    failure: &RunnerFailure,
    outline: &[Shown],
    requests: &[ReportedRequest],
) -> Option<String> {
    let locator = failure.locator.as_deref().filter(|_| failure.never_found)?;
    let wanted = Wanted::read(locator)?;
    if outline.iter().any(|shown| wanted.matches(shown)) {
        return too_short(failure, locator, requests);
    }
    let mut alike = outline.iter().filter(|shown| wanted.is_alike(shown));
    let (found, further) = (alike.next()?, alike.next());
    let is_only_one = further.is_none_or(|further| further == found);
    is_only_one.then(|| {
        format!("the test waits for {locator}, and the page shows {} \"{}\"", found.role, found.name)
    })
}

/// The element was there a moment after the wait was over.
fn too_short(failure: &RunnerFailure, locator: &str, requests: &[ReportedRequest]) -> Option<String> {
    let waited = failure.timeout_ms.filter(|waited| *waited < USUAL_WAIT_MS)?;
    // An answer that took as long as the wait: then it may be the app that is slow.
    let limit = i64::try_from(waited / 2).unwrap_or(i64::MAX);
    let is_app_slow = requests.iter().any(|request| request.duration_ms.is_some_and(|took| took >= limit));
    (!is_app_slow).then(|| {
        format!("{locator} is on the page when the test has failed: it was waited for only {waited} ms")
    })
}

/// What a locator asks for.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    role: Option<String>,
    name: String,
    exact: bool,
}

impl Wanted {
    /// `getByRole('button', { name: 'Pay', exact: true })`, `getByTestId('cart')` or `getByText('Pay')`; none for chains, patterns and others.
    fn read(locator: &str) -> Option<Self> {
        let exact = locator.contains("exact: true");
        if let Some(rest) = locator.strip_prefix("getByRole(") {
            let (role, rest) = quoted(rest)?;
            let (name, rest) = quoted(rest.split_once("name: ")?.1)?;
            return is_last(rest).then_some(Self { role: Some(role), name, exact });
        }
        let (role, rest) = if let Some(rest) = locator.strip_prefix("getByTestId(") {
            (Some("testid".to_owned()), rest)
        } else {
            (None, locator.strip_prefix("getByText(")?)
        };
        let exact = exact || role.is_some();
        let (name, rest) = quoted(rest)?;
        is_last(rest).then_some(Self { role, name, exact })
    }

    /// By the runner's own rules.
    fn matches(&self, shown: &Shown) -> bool {
        let is_role = self.role.as_ref().is_none_or(|role| *role == shown.role);
        let found = if self.exact {
            shown.name == self.name
        } else {
            shown.name.to_lowercase().contains(&self.name.to_lowercase())
        };
        is_role && found
    }

    /// The same letters and digits in other case or with other punctuation; of text alone nothing is said.
    fn is_alike(&self, shown: &Shown) -> bool {
        let Some(role) = &self.role else { return false };
        let (wanted, found) = (letters(&self.name), letters(&shown.name));
        *role == shown.role && !wanted.is_empty() && wanted == found
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Nothing follows but the end of the call: a chain asks for something else.
fn is_last(rest: &str) -> bool {
    let end = rest.trim_start();
    let end =
        end.strip_prefix(", exact: true").or_else(|| end.strip_prefix(", { exact: true }")).unwrap_or(end);
    matches!(end.trim(), ")" | "})" | "} )")
}

/// The text in the first quotes, and what follows them.
fn quoted(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"' | '`'))?;
    let mut name = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => name.extend(characters.next().map(|(_, escaped)| escaped)),
            character if character == quote => return Some((name, text.get(at + quote.len_utf8()..)?)),
            character => name.push(character),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(locator: &str, timeout_ms: u64) -> RunnerFailure {
        RunnerFailure {
            locator: Some(locator.to_owned()),
            timeout_ms: Some(timeout_ms),
            never_found: true,
            ..RunnerFailure::default()
        }
    }

    fn page() -> Vec<Shown> {
        let rows = [("button", "Pay"), ("button", "Pay later"), ("testid", "cart"), ("text", "Sold out")];
        rows.map(|(role, name)| Shown { role: role.to_owned(), name: name.to_owned() }).into()
    }

    fn judged(locator: &str, timeout_ms: u64) -> String {
        mistaken_wait(&failure(locator, timeout_ms), &page(), &[]).unwrap_or_else(|| "-".to_owned())
    }

    #[test]
    fn the_same_control_under_another_spelling_is_a_reason() {
        insta::assert_snapshot!(judged("getByRole('button', { name: 'Pay!' })", 5_000), @r#"the test waits for getByRole('button', { name: 'Pay!' }), and the page shows button "Pay""#);
        insta::assert_snapshot!(judged("getByTestId('Cart')", 5_000), @r#"the test waits for getByTestId('Cart'), and the page shows testid "cart""#);
    }

    #[test]
    fn an_element_that_came_a_moment_later_is_a_reason_if_the_wait_was_short() {
        insta::assert_snapshot!(judged("getByText('Sold out')", 200), @"getByText('Sold out') is on the page when the test has failed: it was waited for only 200 ms");
        assert_eq!(judged("getByText('Sold out')", 5_000), "-");
        let slow = ReportedRequest {
            method: "GET".to_owned(),
            url: "/stock".to_owned(),
            status: 200,
            duration_ms: Some(900),
            at_ms: 0,
            request: None,
            response: None,
            failed: false,
            noise: None,
        };
        assert_eq!(mistaken_wait(&failure("getByText('Sold out')", 1_000), &page(), &[slow]), None);
    }

    #[test]
    fn what_a_broken_app_would_look_like_too_is_no_reason() {
        // A control that shares a word, a role that is missing, a text, a chain, a pattern, an element that was there.
        for locator in [
            "getByRole('button', { name: 'Pay now' })",
            "getByRole('link', { name: 'Pay' })",
            "getByText('Thank you')",
            "getByRole('dialog').getByRole('button', { name: 'Pay!' })",
            "getByRole('button', { name: /Pay!/ })",
            "getByRole('button', { name: 'Pay!' }).first()",
            "locator('#pay')",
        ] {
            assert_eq!(judged(locator, 200), "-", "{locator}");
        }
        let there =
            RunnerFailure { never_found: false, ..failure("getByRole('button', { name: 'Pay!' })", 200) };
        assert_eq!(mistaken_wait(&there, &page(), &[]), None);
    }

    #[test]
    fn only_code_that_ran_in_the_test_accuses_the_test() {
        let of = |headline: &str| {
            own_fault(&RunnerFailure { headline: headline.to_owned(), ..RunnerFailure::default() })
        };
        assert!(of("ReferenceError: total is not defined").is_some());
        assert!(
            of("Error: page.goto: Protocol error (Page.navigate): Cannot navigate to invalid URL").is_some()
        );
        assert_eq!(of("Error: page.evaluate: ReferenceError: shop is not defined"), None);
        assert_eq!(of("TypeError: Cannot read properties of undefined (reading 'id')"), None);
    }
}
