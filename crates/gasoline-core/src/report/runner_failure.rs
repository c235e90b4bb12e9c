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
    /// The text of the failed line.
    pub(super) source: Option<String>,
    /// Calls of the runner that the test had made.
    pub(super) calls: Option<u32>,
    /// A value was compared once, without waiting for another.
    pub(super) looked_once: bool,
    /// The element was there and could not be used, all the time.
    pub(super) is_disabled: bool,
    /// Markup of what lay over the element.
    pub(super) covered_by: Option<String>,
    /// Markup of the elements that one locator matched.
    pub(super) matched: Vec<String>,
    /// A choice was not offered.
    pub(super) lacks_option: bool,
    /// Address of an answer that was awaited.
    pub(super) awaited_answer: Option<String>,
    /// The address of the page was compared.
    pub(super) is_about_address: bool,
    /// The test slept until its time was over.
    pub(super) overslept: bool,
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
            failure.source = failure.source.or(further.source);
            failure.overslept |= further.overslept;
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
        let contains = |text: &str| error.message.contains(text);
        let is_wait = contains("- waiting for ") || contains("not found");
        let headline = lines().find(|line| !line.is_empty()).unwrap_or_default();
        Self {
            headline: headline.to_owned(),
            source: error.source.clone(),
            calls: error.calls,
            looked_once: headline.contains("expect(received)"),
            is_disabled: contains("element is not enabled"),
            covered_by: lines().find_map(covering).map(str::to_owned),
            matched: if contains("strict mode violation") {
                lines().filter_map(numbered).collect()
            } else {
                Vec::new()
            },
            lacks_option: contains("did not find some options"),
            awaited_answer: lines().find_map(awaited_answer).map(str::to_owned),
            is_about_address: headline.contains("toHaveURL"),
            overslept: headline.contains("waitForTimeout: Test timeout of "),
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

/// `- <div class="shade"></div> intercepts pointer events`.
fn covering(line: &str) -> Option<&str> {
    line.strip_prefix("- ")?.strip_suffix(" intercepts pointer events")
}

/// `1) <button>Pay</button> aka getByRole('button', { name: 'Pay' }).first()`: the markup.
fn numbered(line: &str) -> Option<String> {
    let (number, rest) = line.split_once(") ")?;
    number.parse::<u32>().ok()?;
    Some(rest.rsplit_once(" aka ")?.0.to_owned())
}

/// `waiting for response "**/api/orders"`.
fn awaited_answer(line: &str) -> Option<&str> {
    line.strip_prefix("waiting for response \"")?.strip_suffix('"')
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
        let error = RunnerError {
            message: message.to_owned(),
            file: Some("a.spec.ts".to_owned()),
            line: Some(4),
            ..RunnerError::default()
        };
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

    #[test]
    fn what_stood_in_the_way_is_read_from_the_call_log() {
        let covered = read(
            "TimeoutError: locator.click: Timeout 400ms exceeded.\nCall log:\n  - waiting for getByText('Pay')\n    - locator resolved to <b>Pay</b>\n      - <div class=\"shade\"></div> intercepts pointer events",
        );
        assert_eq!(covered.covered_by.as_deref(), Some("<div class=\"shade\"></div>"));
        let several = read(
            "Error: locator.click: Error: strict mode violation: getByText('Pay') resolved to 2 elements:\n    1) <b>Pay</b> aka getByText('Pay', { exact: true })\n    2) <b>Pay later</b> aka getByText('Pay later')\n\nCall log:\n  - waiting for getByText('Pay')",
        );
        assert_eq!(several.matched, ["<b>Pay</b>", "<b>Pay later</b>"]);
        let late = read(
            "TimeoutError: page.waitForResponse: Timeout 300ms exceeded while waiting for event \"response\"\n=== logs ===\nwaiting for response \"**/api/orders\"\n===",
        );
        assert_eq!(late.awaited_answer.as_deref(), Some("**/api/orders"));
    }
}
