//! What the runner's own error says: what was asserted, what was awaited, and for how long.
//!
//! Read from the text that Playwright prints, which people read too and which has kept its labels over many versions. What is not found is
//! not known.

use gasoline_wire::RunnerError;

use super::text::{one_line, shortened};

/// An error of a test, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RunnerFailure {
    /// The first line.
    pub(super) headline: String,
    /// The locator that was awaited, as the test wrote it.
    pub(super) locator: Option<String>,
    pub(super) expected: Option<String>,
    pub(super) received: Option<String>,
    /// How long it was waited.
    pub(super) timeout_ms: Option<u64>,
    /// No element matched the locator, for all of that time.
    pub(super) never_found: bool,
    /// `tests/pay.spec.ts:12`.
    pub(super) place: Option<String>,
}

/// The words before what was awaited.
const AWAITED: [&str; 3] = ["Locator: ", "- waiting for ", "locator: "];
const EXPECTED: [&str; 4] = ["Expected: ", "Expected string: ", "Expected substring: ", "Expected pattern: "];
const RECEIVED: [&str; 2] = ["Received: ", "Received string: "];

impl RunnerFailure {
    /// The errors of a test as one: a test that ran out of time says in a second error what it was waiting for.
    pub(super) fn of(errors: &[RunnerError]) -> Option<Self> {
        let first = errors.first()?;
        let mut failure = Self::read(first);
        for further in errors.iter().skip(1).map(Self::read) {
            failure.locator = failure.locator.or(further.locator);
            failure.never_found |= further.never_found;
            failure.place = failure.place.or(further.place);
        }
        Some(failure)
    }

    fn read(error: &RunnerError) -> Self {
        let lines = || error.message.lines().map(str::trim);
        let labelled = |labels: &[&str]| {
            lines().find_map(|line| labels.iter().find_map(|label| line.strip_prefix(label)))
        };
        let locator = labelled(&AWAITED).map(awaited);
        let received = labelled(&RECEIVED);
        let was_resolved = error.message.contains("locator resolved to");
        let is_wait = error.message.contains("- waiting for ") || error.message.contains("not found");
        Self {
            headline: lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned(),
            never_found: locator.is_some() && is_wait && !was_resolved,
            locator: locator.map(str::to_owned),
            expected: labelled(&EXPECTED).map(|text| text.trim().to_owned()),
            received: received.map(|text| text.trim().to_owned()),
            timeout_ms: timeout(&error.message),
            place: error.file.as_ref().map(|file| match error.line {
                Some(line) => format!("{file}:{line}"),
                None => file.clone(),
            }),
        }
    }

    /// One line for a reader.
    pub(super) fn line(&self, most: usize) -> String {
        let part = |label: &str, text: &Option<String>| {
            text.as_ref().map(|text| format!("; {label} {}", shortened(text, 80))).unwrap_or_default()
        };
        let place = self.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
        let details = [
            part("locator", &self.locator),
            part("expected", &self.expected),
            part("received", &self.received),
        ];
        let headline = one_line(&self.headline);
        let text = format!("{}{}", shortened(headline.trim_end_matches('.'), 120), details.concat());
        format!("{}{place}", shortened(&one_line(&text), most))
    }
}

/// `getByRole('button', { name: 'Pay' }) to be visible` without what it is to be.
fn awaited(text: &str) -> &str {
    let text = text.trim();
    text.find(") to be ").and_then(|end| text.get(..=end)).unwrap_or(text)
}

/// `Timeout: 300ms`, `Timeout 200ms exceeded`, `Timed out 5000ms waiting`, `Test timeout of 1000ms exceeded`.
fn timeout(message: &str) -> Option<u64> {
    const LABELS: [&str; 4] = ["Timeout:", "Timeout ", "Timed out ", "timeout of "];
    LABELS.iter().find_map(|label| {
        let rest = message.split_once(label)?.1.trim_start();
        let digits = rest.split_once("ms")?.0;
        digits.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(message: &str) -> RunnerFailure {
        let error =
            RunnerError { message: message.to_owned(), file: Some("a.spec.ts".to_owned()), line: Some(4) };
        RunnerFailure::of(&[error]).unwrap()
    }

    #[test]
    fn an_assertion_says_what_was_expected_and_what_was_there() {
        let failure = read(
            "Error: expect(locator).toHaveText(expected) failed\n\nLocator:  getByRole('heading')\nExpected: \"Thank you\"\nReceived: \"Shop\"\nTimeout:  300ms\n\nCall log:\n  - Expect \"toHaveText\" getByRole('heading') with timeout 300ms\n  - waiting for getByRole('heading')\n    3 × locator resolved to <h1>Shop</h1>",
        );
        assert_eq!(failure.locator.as_deref(), Some("getByRole('heading')"));
        assert_eq!((failure.timeout_ms, failure.never_found), (Some(300), false));
        insta::assert_snapshot!(failure.line(300), @r#"Error: expect(locator).toHaveText(expected) failed; locator getByRole('heading'); expected "Thank you"; received "Shop" (a.spec.ts:4)"#);
    }

    #[test]
    fn an_action_says_what_it_was_waiting_for() {
        let failure = read(
            "TimeoutError: locator.click: Timeout 200ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Pay!' })\n",
        );
        assert_eq!(failure.locator.as_deref(), Some("getByRole('button', { name: 'Pay!' })"));
        assert_eq!((failure.timeout_ms, failure.never_found), (Some(200), true));
        let waiting = read(
            "Error: page.waitForSelector: Timeout 50ms exceeded.\nCall log:\n  - waiting for locator('#pay') to be visible\n",
        );
        assert_eq!(waiting.locator.as_deref(), Some("locator('#pay')"));
    }

    #[test]
    fn a_test_that_ran_out_of_time_was_waiting_for_something() {
        let errors = [
            "Test timeout of 1000ms exceeded.",
            "Error: locator.click: Test timeout of 1000ms exceeded.\nCall log:\n  - waiting for getByText('Sold out')",
        ];
        let errors =
            errors.map(|message| RunnerError { message: message.to_owned(), ..RunnerError::default() });
        let failure = RunnerFailure::of(&errors).unwrap();
        assert_eq!(failure.locator.as_deref(), Some("getByText('Sold out')"));
        assert_eq!((failure.timeout_ms, failure.never_found), (Some(1_000), true));
    }
}
