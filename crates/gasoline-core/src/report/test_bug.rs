//! Whether a failure is the test's own: a positive reason, or none.
//!
//! Each reason must hold for itself. What merely looks like a test bug (a control with another name that shares a word, a number that changed) may
//! be a broken app as well, and gives no reason.

use super::model::ReportedRequest;
use super::outline::Shown;
use super::pages::Pages;
use super::runner_failure::RunnerFailure;
use super::text::shortened;
use super::wanted::{Wanted, quoted};
use super::wording;
use crate::address::Parts;

/// Waits of this length and longer are those of the runner's defaults: then the app is slow, or the element never comes.
const USUAL_WAIT_MS: u64 = 5_000;

/// Errors of the test's own code, by how their text begins.
const OWN_CODE: [&str; 2] = ["ReferenceError: ", "SyntaxError: "];

/// Errors of the test's own code, unless the app gave it what it worked with.
const OWN_CODE_ALONE: [&str; 2] = ["TypeError: ", "RangeError: "];

/// Mistakes in what the test asks the runner for.
const MISUSE: [&str; 5] = [
    "Cannot navigate to invalid URL",
    "while parsing css selector",
    "while parsing selector",
    "Unknown engine \"",
    "is not a valid selector",
];

/// Words of messages about a field: a test that waits for one left the field empty on purpose.
const ABOUT_FIELDS: [&str; 12] = [
    "required", "missing", "empty", "enter", "fill", "must", "valid", "error", "please", "choose", "select",
    "alert",
];

/// Why the test's own code is at fault, whatever the page did.
pub(super) fn own_fault(failure: &RunnerFailure, pages: &Pages) -> Option<String> {
    let headline = failure.headline.as_str();
    let begins = |starts: &[&str]| starts.iter().any(|start| headline.starts_with(start));
    if begins(&OWN_CODE) {
        return Some(format!("the test's own code failed: {headline}"));
    }
    let is_alone = failure.calls == Some(0) && pages.opened.is_empty();
    if is_alone && begins(&OWN_CODE_ALONE) {
        return Some(format!("the test's own code failed before it asked the app for anything: {headline}"));
    }
    if failure.overslept {
        return Some("the test slept (waitForTimeout) until its own time was over".to_owned());
    }
    let is_misuse = MISUSE.iter().any(|part| headline.contains(part));
    is_misuse.then(|| format!("the runner refused what the test asked for: {headline}"))
}

/// Why the test looked in the wrong place, too early or not long enough. Only for pages that show no fault.
pub(super) fn mistake(
    failure: &RunnerFailure,
    pages: &Pages,
    requests: &[ReportedRequest],
) -> Option<String> {
    never_led(failure, pages)
        .or_else(|| not_sent(failure, pages))
        .or_else(|| several(failure))
        .or_else(|| mistaken_wait(failure, &pages.shown, requests))
        .or_else(|| another_option(failure, &pages.shown))
        .or_else(|| answered_before(failure, pages, requests))
        .or_else(|| longer_address(failure))
        .or_else(|| other_words(failure))
        .or_else(|| looked_too_early(failure, &pages.shown))
}

/// The test looks for something in a page that it opened nowhere.
fn never_led(failure: &RunnerFailure, pages: &Pages) -> Option<String> {
    let locator = failure.locator.as_deref().filter(|_| failure.never_found && pages.was_never_led)?;
    Some(format!("the test looks for {locator} in an empty page: it has not opened any"))
}

/// The browser did not send a form, because the test had left a required field empty.
fn not_sent(failure: &RunnerFailure, pages: &Pages) -> Option<String> {
    let last = pages.last_action.as_ref()?;
    let missing = pages.named("missing");
    let first = missing.first().filter(|_| ["click", "submit", "keypress"].contains(&last.kind.as_str()))?;
    let locator = failure.locator.as_deref().unwrap_or_default();
    let sought = Wanted::read(locator).map_or_else(|| locator.to_owned(), |wanted| wanted.name);
    let is_on_purpose =
        [sought.as_str(), failure.expected.as_deref().unwrap_or_default()].iter().any(|text| {
            let text = text.to_lowercase();
            ABOUT_FIELDS.iter().any(|word| text.contains(word)) || text.contains(&first.to_lowercase())
        });
    (!is_on_purpose).then(|| {
        format!("the browser did not send the form: \"{first}\" is required, and the test left it empty")
    })
}

/// One locator for several different elements. Equal ones may have been rendered twice.
fn several(failure: &RunnerFailure) -> Option<String> {
    let (first, others) = failure.matched.split_first()?;
    let is_different = !others.is_empty() && others.iter().all(|other| other != first);
    let locator = failure.locator.as_deref().unwrap_or("the locator");
    is_different.then(|| {
        format!(
            "{locator} matches {} different elements, among them {}",
            failure.matched.len(),
            shortened(first, 80)
        )
    })
}

/// The test looked for an element under another name, or not long enough.
fn mistaken_wait(failure: &RunnerFailure, shown: &[Shown], requests: &[ReportedRequest]) -> Option<String> {
    let locator = failure.locator.as_deref().filter(|_| failure.never_found)?;
    let wanted = Wanted::read(locator)?;
    if shown.iter().any(|shown| wanted.matches(shown)) {
        return too_short(failure, locator, requests);
    }
    let found = only(shown.iter().filter(|shown| wanted.is_alike(shown)))?;
    Some(format!("the test waits for {locator}, and the page shows {} \"{}\"", found.role, found.name))
}

/// The one element, which may have been seen twice.
fn only<'s>(mut found: impl Iterator<Item = &'s Shown>) -> Option<&'s Shown> {
    let first = found.next()?;
    found.all(|further| further == first).then_some(first)
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

/// `selectOption({ label: 'Express delivery' })` where the page offers `Express`.
fn another_option(failure: &RunnerFailure, shown: &[Shown]) -> Option<String> {
    let source = failure.source.as_deref().filter(|_| failure.lacks_option)?;
    let choice = source.split_once("selectOption(")?.1;
    let (wanted, _) = quoted(choice.get(choice.find(['\'', '"', '`'])?..)?)?;
    let is_alike = |shown: &&Shown| {
        shown.role == "option"
            && (wording::is_same(&wanted, &shown.name) || wording::is_part(&wanted, &shown.name))
    };
    let found = only(shown.iter().filter(is_alike))?;
    Some(format!("the test chooses \"{wanted}\", and the page offers \"{}\"", found.name))
}

/// The answer that the test waits for came after what the test did last, and before it began to wait.
fn answered_before(failure: &RunnerFailure, pages: &Pages, requests: &[ReportedRequest]) -> Option<String> {
    let pattern = failure.awaited_answer.as_deref()?;
    let last = pages.last_action.as_ref()?;
    let came = requests.iter().find(|request| {
        request.at_ms >= last.at_ms
            && request.status != 0
            && !request.failed
            && matches_glob(pattern, &request.url)
    })?;
    Some(format!("{} was answered before the test began to wait for it", came.endpoint()))
}

/// Whether an address has the parts of a pattern between `*`, in order.
fn matches_glob(pattern: &str, url: &str) -> bool {
    let mut parts = pattern.split('*').filter(|part| !part.is_empty()).peekable();
    let mut rest = url;
    parts.peek().is_some()
        && parts.all(|part| match rest.split_once(part) {
            Some((_, after)) => {
                rest = after;
                true
            }
            None => false,
        })
}

/// The page has the expected address, and a query or fragment behind it.
fn longer_address(failure: &RunnerFailure) -> Option<String> {
    let (expected, received) = expectation(failure).filter(|_| failure.is_about_address)?;
    let more = received.strip_prefix(expected)?;
    let is_bare = Parts::of(expected).query.is_none() && more.starts_with(['?', '#']);
    is_bare.then(|| format!("the page has the expected address, with {} behind it", shortened(more, 60)))
}

/// The page says what the test expects, and more.
fn other_words(failure: &RunnerFailure) -> Option<String> {
    let (expected, received) =
        expectation(failure).filter(|_| !failure.is_about_address && !failure.looked_once)?;
    failure.locator.as_ref()?;
    wording::says_more(expected, received).then(|| {
        format!(
            "the page says \"{}\", which says what the test expects (\"{}\") and more",
            shortened(received, 80),
            shortened(expected, 80)
        )
    })
}

/// The test compared a text once, and a moment later the expected one stood there in place of the other.
fn looked_too_early(failure: &RunnerFailure, shown: &[Shown]) -> Option<String> {
    let (expected, received) = expectation(failure).filter(|_| failure.looked_once)?;
    let has = |text: &str| shown.iter().any(|shown| shown.name == text);
    let is_there = expected.chars().count() >= 4 && has(expected);
    let is_gone = received.is_empty() || !has(received);
    (is_there && is_gone).then(|| {
        format!(
            "\"{}\" is on the page when the test has failed: the test looked once and did not wait",
            shortened(expected, 80)
        )
    })
}

/// What was expected and what was there, if both are texts.
fn expectation(failure: &RunnerFailure) -> Option<(&str, &str)> {
    Some((text(failure.expected.as_deref()?)?, text(failure.received.as_deref()?)?))
}

fn text(quoted: &str) -> Option<&str> {
    quoted.strip_prefix('"')?.strip_suffix('"')
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
        insta::assert_snapshot!(judged("getByRole('button', { name: 'Pay now', exact: true })", 5_000), @r#"the test waits for getByRole('button', { name: 'Pay now', exact: true }), and the page shows button "Pay""#);
        insta::assert_snapshot!(judged("getByRole('link', { name: 'Pay later' })", 5_000), @r#"the test waits for getByRole('link', { name: 'Pay later' }), and the page shows button "Pay later""#);
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
            is_open: false,
            mocked: None,
            noise: None,
        };
        assert_eq!(mistaken_wait(&failure("getByText('Sold out')", 1_000), &page(), &[slow]), None);
    }

    #[test]
    fn what_a_broken_app_would_look_like_too_is_no_reason() {
        // A control that shares a word, a role that is missing, a text, a chain, a pattern, an element that was there.
        for locator in [
            "getByRole('button', { name: 'Pay cash' })",
            "getByRole('heading', { name: 'Pay' })",
            "getByRole('link', { name: 'pay' })",
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
            own_fault(
                &RunnerFailure { headline: headline.to_owned(), ..RunnerFailure::default() },
                &Pages::default(),
            )
        };
        assert!(of("ReferenceError: total is not defined").is_some());
        assert!(
            of("Error: page.goto: Protocol error (Page.navigate): Cannot navigate to invalid URL").is_some()
        );
        assert_eq!(of("Error: page.evaluate: ReferenceError: shop is not defined"), None);
        // What the app gave may be why.
        assert_eq!(of("TypeError: Cannot read properties of undefined (reading 'id')"), None);
        let alone = RunnerFailure {
            headline: "TypeError: Cannot read properties of undefined (reading 'id')".to_owned(),
            calls: Some(0),
            ..RunnerFailure::default()
        };
        assert!(own_fault(&alone, &Pages::default()).is_some());
        assert_eq!(own_fault(&RunnerFailure { calls: Some(1), ..alone }, &Pages::default()), None);
    }

    fn form(missing: &[&str], last: &str) -> Pages {
        let shown = missing.iter().map(|name| Shown { role: "missing".to_owned(), name: (*name).to_owned() });
        let last_action = Some(super::super::pages::LastAction { kind: last.to_owned(), at_ms: 100 });
        Pages { shown: shown.collect(), last_action, ..Pages::default() }
    }

    #[test]
    fn a_form_that_was_not_sent_is_a_reason_unless_the_test_is_about_that() {
        let thanks = failure("getByRole('heading', { name: 'Thank you' })", 500);
        assert!(mistake(&thanks, &form(&["Name"], "click"), &[]).is_some());
        assert_eq!(mistake(&thanks, &form(&["Name"], "input"), &[]), None);
        assert_eq!(mistake(&thanks, &form(&[], "click"), &[]), None);
        for about in ["getByText('Name is missing')", "getByText('Enter a name')", "getByText('Your name?')"]
        {
            assert_eq!(mistake(&failure(about, 500), &form(&["Name"], "click"), &[]), None, "{about}");
        }
    }

    #[test]
    fn an_answer_counts_as_too_early_only_after_the_last_action() {
        let late =
            RunnerFailure { awaited_answer: Some("**/api/orders".to_owned()), ..RunnerFailure::default() };
        let answer = |at_ms: i64, url: &str| ReportedRequest {
            method: "POST".to_owned(),
            url: url.to_owned(),
            status: 200,
            duration_ms: Some(5),
            at_ms,
            request: None,
            response: None,
            failed: false,
            is_open: false,
            mocked: None,
            noise: None,
        };
        let pages = form(&[], "click");
        assert!(mistake(&late, &pages, &[answer(110, "/api/orders")]).is_some());
        assert_eq!(mistake(&late, &pages, &[answer(90, "/api/orders")]), None);
        assert_eq!(mistake(&late, &pages, &[answer(110, "/api/cart")]), None);
    }

    #[test]
    fn a_longer_address_is_the_same_page_and_another_is_not() {
        let at = |expected: &str, received: &str| {
            let failure = RunnerFailure {
                expected: Some(format!("\"{expected}\"")),
                received: Some(format!("\"{received}\"")),
                is_about_address: true,
                ..RunnerFailure::default()
            };
            mistake(&failure, &Pages::default(), &[]).is_some()
        };
        assert!(at("http://a/thanks", "http://a/thanks?order=1"));
        assert!(!at("http://a/thanks", "http://a/thanks/1"));
        assert!(!at("http://a/thanks", "http://a/cart"));
        assert!(!at("http://a/thanks?order=1", "http://a/thanks?order=1#x"));
    }

    #[test]
    fn elements_that_are_equal_may_have_been_rendered_twice() {
        let matched = |markup: &[&str]| {
            let matched = markup.iter().map(|markup| (*markup).to_owned()).collect();
            mistake(&RunnerFailure { matched, ..RunnerFailure::default() }, &Pages::default(), &[])
        };
        assert!(matched(&["<b>Pay</b>", "<b>Pay later</b>"]).is_some());
        assert_eq!(matched(&["<b>Pay</b>", "<b>Pay</b>"]), None);
        assert_eq!(matched(&[]), None);
    }
}
