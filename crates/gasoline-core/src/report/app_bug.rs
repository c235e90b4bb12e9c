//! What was captured that shows a fault of the app: each a reason of its own.

use super::app_error::Facts;
use super::model::{Meaning, ReportedError, ReportedRequest, ReportedSocket};
use super::pages::Opened;
use super::runner_failure::RunnerFailure;
use super::text::shortened;

/// A request that has no answer for as long as the runner waits by default is not merely slow.
const NO_ANSWER_MS: i64 = 5_000;

/// What stands where a value is missing.
const NO_VALUE: [&str; 5] = ["undefined", "NaN", "[object Object]", "Invalid Date", "null"];

/// What an app says when it fails. Wrong input is answered in other words.
const SAYS_FAILED: [&str; 12] = [
    "something went wrong",
    "something has gone wrong",
    "unexpected error",
    "unexpected application error",
    "internal error",
    "internal server error",
    "an error occurred",
    "an error has occurred",
    "failed to load",
    "failed to fetch",
    "could not be loaded",
    "this page isn't working",
];

/// Every reason, the strongest first.
pub(super) fn reasons(facts: Facts<'_>) -> Vec<String> {
    let Facts { errors, requests, sockets, pages, failure, .. } = facts;
    let of_errors = |wanted: Meaning| {
        let counts = move |error: &&ReportedError| error.meaning == wanted && error.noise.is_none();
        errors.iter().filter(counts).filter(move |error| !follows_a_refusal(error, requests))
    };
    let mut reasons: Vec<String> = of_errors(Meaning::Uncaught).map(|error| at("uncaught ", error)).collect();
    reasons.extend(requests.iter().filter(|request| is_server_failure(request)).map(answered));
    reasons.extend(pages.opened.iter().filter(|opened| is_broken(opened)).map(led));
    reasons.extend([Meaning::CodeMissing, Meaning::Blocked].into_iter().flat_map(of_errors).map(message));
    reasons.extend(of_errors(Meaning::Unreadable).map(message));
    reasons.extend(of_errors(Meaning::CaughtAndPrinted).map(|error| at("caught and printed: ", error)));
    reasons.extend(requests.iter().filter(|request| is_unanswered(request)).map(unanswered));
    reasons.extend(requests.iter().filter(|request| is_sent_nowhere(request)).map(answered));
    reasons.extend(sockets.iter().filter(|socket| is_cut(socket)).map(cut));
    if let Some(failure) = failure {
        reasons.extend(shown_without_value(failure));
        reasons.extend(says_it_failed(facts, failure));
        reasons.extend(cannot_be_used(facts, failure));
    }
    reasons
}

/// What browsers throw where a request got no answer.
const NO_ANSWER: [&str; 3] = ["Failed to fetch", "NetworkError when attempting", "Load failed"];

/// Whether an error only says that a request got no answer. One that was printed adds nothing to the request itself; one that nobody caught counts, unless
/// the test refused requests.
fn follows_a_refusal(error: &ReportedError, requests: &[ReportedRequest]) -> bool {
    let is_about_it = NO_ANSWER.iter().any(|words| error.message.contains(words));
    let was_refused = || requests.iter().any(|request| request.status == 0 && request.mocked.is_some());
    is_about_it && (error.meaning == Meaning::CaughtAndPrinted || was_refused())
}

/// A status below 500 may be what the test asked for.
fn is_server_failure(request: &ReportedRequest) -> bool {
    request.is_apps_failure() && (request.status == 0 || request.status >= 500)
}

fn is_unanswered(request: &ReportedRequest) -> bool {
    let counts = request.noise.is_none() && request.mocked.is_none();
    counts && request.is_open && request.duration_ms.is_some_and(|waited| waited >= NO_ANSWER_MS)
}

/// Something was sent to an address that takes nothing. A `GET` may ask whether something is there.
fn is_sent_nowhere(request: &ReportedRequest) -> bool {
    let sends = ["POST", "PUT", "PATCH"].contains(&request.method.as_str());
    request.is_apps_failure() && sends && matches!(request.status, 404 | 405)
}

/// A page that fails, or a link of the app that leads nowhere. An address that the test opened may be the test's mistake.
fn is_broken(opened: &Opened) -> bool {
    let status = opened.status.unwrap_or(0);
    status >= 500 || (status >= 400 && opened.is_linked)
}

/// Closed by neither side. One that a later connection took the place of did no harm.
fn is_cut(socket: &ReportedSocket) -> bool {
    let is_abnormal = socket.code.is_some_and(|code| matches!(code, 1006 | 1011..=1015));
    is_abnormal && !socket.is_replaced && socket.noise.is_none() && socket.mocked.is_none()
}

fn at(what: &str, error: &ReportedError) -> String {
    let place = error.location.as_ref().or(error.frames.first());
    let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
    format!("{what}{}{place}", shortened(&error.message, 80))
}

fn message(error: &ReportedError) -> String {
    shortened(&error.message, 160)
}

pub(super) fn answered(request: &ReportedRequest) -> String {
    match request.status {
        0 => format!("{} got no answer{}", request.endpoint(), request.by_the_test()),
        status => format!("{} answered {status}{}", request.endpoint(), request.by_the_test()),
    }
}

fn unanswered(request: &ReportedRequest) -> String {
    let waited = request.duration_ms.unwrap_or_default() / 1_000;
    format!("{} had no answer after {waited} s, when the test ended", request.endpoint())
}

fn led(opened: &Opened) -> String {
    let how = if opened.is_linked { "the app led to" } else { "the page" };
    format!("{how} {}, which answered {}", shortened(&opened.url, 120), opened.status.unwrap_or(0))
}

fn cut(socket: &ReportedSocket) -> String {
    format!("the connection to {} broke ({})", shortened(&socket.url, 120), socket.code.unwrap_or(0))
}

/// `Total: NaN` where the test expects an amount.
fn shown_without_value(failure: &RunnerFailure) -> Option<String> {
    let (expected, received) = (failure.expected.as_deref()?, failure.received.as_deref()?);
    // Without quotes it is what the test's own code had in hand, not what a page shows.
    let text = received.strip_prefix('"')?;
    let words = |text: &str, value: &str| {
        text.match_indices(value).any(|(at, _)| {
            let is_edge = |character: Option<char>| !character.is_some_and(char::is_alphanumeric);
            let (before, rest) = text.split_at(at);
            let after = rest.strip_prefix(value).unwrap_or_default();
            is_edge(before.chars().next_back()) && is_edge(after.chars().next())
        })
    };
    let value = NO_VALUE.iter().find(|value| words(text, value) && !expected.contains(**value))?;
    Some(format!(
        "the page shows {} where the test expects {}: {value} is no value",
        shortened(received, 80),
        shortened(expected, 80)
    ))
}

fn says_it_failed(facts: Facts<'_>, failure: &RunnerFailure) -> Option<String> {
    let says = |text: &str| {
        let text = text.to_lowercase();
        SAYS_FAILED.iter().any(|words| text.contains(words))
    };
    // A test of failures expects such words.
    if [&failure.locator, &failure.expected].into_iter().flatten().any(|text| says(text)) {
        return None;
    }
    let shown = facts.pages.shown.iter().find(|shown| says(&shown.name))?;
    Some(format!("the page says \"{}\"", shortened(&shown.name, 100)))
}

/// What a person could not use either.
fn cannot_be_used(facts: Facts<'_>, failure: &RunnerFailure) -> Option<String> {
    if failure.is_disabled {
        let name = facts.pages.named("blocked").into_iter().next()?;
        return Some(format!("\"{name}\" is disabled although every required field of its form is filled"));
    }
    let cover = failure.covered_by.as_deref().filter(|cover| is_empty_element(cover))?;
    let has_dialog =
        facts.pages.shown.iter().any(|shown| ["dialog", "alertdialog"].contains(&shown.role.as_str()));
    let is_busy = facts.requests.iter().any(|request| request.is_open);
    (!has_dialog && !is_busy).then(|| {
        format!("{cover}, which is empty, covers what the test clicks: a person could not click it either")
    })
}

/// `<div class="shade"></div>`.
fn is_empty_element(markup: &str) -> bool {
    markup
        .split_once("></")
        .is_some_and(|(start, end)| start.starts_with('<') && !start.contains('>') && end.ends_with('>'))
}

#[cfg(test)]
mod tests {
    use super::super::outline::Shown;
    use super::super::pages::Pages;
    use super::*;

    fn judged(failure: &RunnerFailure, shown: &[(&str, &str)]) -> Vec<String> {
        let shown =
            shown.iter().map(|(role, name)| Shown { role: (*role).to_owned(), name: (*name).to_owned() });
        let pages = Pages { shown: shown.collect(), ..Pages::default() };
        let facts = Facts {
            errors: &[],
            requests: &[],
            sockets: &[],
            is_complete: true,
            failure: Some(failure),
            pages: &pages,
        };
        reasons(facts)
    }

    fn compared(expected: &str, received: &str) -> RunnerFailure {
        RunnerFailure {
            expected: Some(expected.to_owned()),
            received: Some(received.to_owned()),
            ..RunnerFailure::default()
        }
    }

    #[test]
    fn a_missing_value_on_the_page_is_a_reason_and_other_texts_are_none() {
        assert_eq!(judged(&compared(r#""Hi Ada""#, r#""Hi undefined""#), &[]).len(), 1);
        for (expected, received) in [
            (r#""Total: 3""#, r#""Total: 2""#),
            (r#""undefined""#, r#""undefined""#),
            (r#""Nancy""#, r#""NaNcy""#),
            (r#""Annulled""#, r#""Annullable""#),
            ("3", "undefined"),
        ] {
            assert_eq!(judged(&compared(expected, received), &[]), [""; 0], "{expected} {received}");
        }
    }

    #[test]
    fn a_page_that_says_it_failed_is_a_reason_unless_the_test_expects_it() {
        let page = [("alert", "Oh no! Something went wrong.")];
        assert_eq!(judged(&RunnerFailure::default(), &page).len(), 1);
        let expecting = RunnerFailure {
            locator: Some("getByText('Something went wrong')".to_owned()),
            ..RunnerFailure::default()
        };
        assert_eq!(judged(&expecting, &page), [""; 0]);
        assert_eq!(judged(&RunnerFailure::default(), &[("alert", "Wrong password")]), [""; 0]);
    }

    #[test]
    fn a_control_that_nobody_could_use_is_a_reason() {
        let covered =
            |markup: &str| RunnerFailure { covered_by: Some(markup.to_owned()), ..RunnerFailure::default() };
        assert_eq!(judged(&covered(r#"<div class="shade"></div>"#), &[]).len(), 1);
        // A dialog that is open, and a cover that shows something.
        assert_eq!(judged(&covered(r#"<div class="shade"></div>"#), &[("dialog", "Cookies")]), [""; 0]);
        assert_eq!(judged(&covered("<div>Loading</div>"), &[]), [""; 0]);
        let disabled = RunnerFailure { is_disabled: true, ..RunnerFailure::default() };
        assert_eq!(judged(&disabled, &[("blocked", "Pay")]).len(), 1);
        assert_eq!(judged(&disabled, &[("button", "Pay")]), [""; 0]);
    }
}
