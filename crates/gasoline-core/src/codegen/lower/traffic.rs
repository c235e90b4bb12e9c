//! Which requests a step caused, and which of them a test may wait for.
//!
//! A test that waits for a request the application makes only sometimes is worse than none. So what is polled, fetched
//! again for freshness, long lasting, static or of somebody else is not waited for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::super::script::{Awaited, Fetched, Input, Operation, Outcome, Preparation};
use super::address::entered_parameters;
use super::flow::Timed;
use super::request::Request;
use super::shapes;
use crate::address::Parts;

/// A request this long after its step was caused by something else.
const CAUSED_MILLISECONDS: i64 = 2_000;
/// A request this soon after another one's answer was made because of it.
const CHAINED_MILLISECONDS: i64 = 500;
/// Answers that take longer are streams, or wait for events.
const LONGEST_MILLISECONDS: i64 = 10_000;
/// Repetitions by which an endpoint shows that it is polled.
const REPETITIONS: usize = 2;
/// Answers that take as long waited for something to happen.
const LONG_POLL_MILLISECONDS: i64 = 2_000;
/// A request this soon after an answer is its consequence: the next page, the next of a list.
const AT_ONCE_MILLISECONDS: i64 = 100;
/// Nobody polls more often than this.
const SHORTEST_INTERVAL: i64 = 200;

/// A method and a general path.
type Called<'r> = (&'r str, &'r str);

/// Requests that a step caused and a test may rely on.
#[derive(Debug)]
pub(super) struct Caused<'r> {
    pub(super) step: usize,
    pub(super) requests: Vec<&'r Request<'r>>,
}

/// Gives each request to its step.
pub(super) fn caused<'r>(steps: &[Timed], requests: &'r [Request<'r>]) -> Vec<Caused<'r>> {
    let polled = polled(requests, steps);
    let mut caused: Vec<Caused<'r>> =
        (0..steps.len()).map(|step| Caused { step, requests: Vec::new() }).collect();
    let mut fresh = Freshness::default();
    for request in requests.iter().filter(|request| is_api(request)) {
        let is_first_look = fresh.is_needed(request, steps);
        let Some(step) = step_of(steps, request) else { continue };
        let Some(timed) = steps.get(step) else { continue };
        let Some(own) = caused.get_mut(step) else { continue };
        let is_reliable = request.status != 0
            && request.ended - request.started <= LONGEST_MILLISECONDS
            && is_first_look
            && is_prompt(timed, request, &own.requests)
            && !polled.contains(&endpoint(request));
        if is_reliable {
            own.requests.push(request);
        }
    }
    caused
}

/// The step after whose beginning a request was made, in the same tab.
fn step_of(steps: &[Timed], request: &Request<'_>) -> Option<usize> {
    let is_candidate = |timed: &Timed| {
        let is_before = timed.started <= request.started;
        is_before && !matches!(timed.step.operation, Operation::Remark) && !is_other_tab(timed, request)
    };
    let step = steps.iter().rposition(is_candidate);
    // While a field is typed in, only the last key is on record: what asks for part of the text belongs to it.
    let next =
        steps.iter().position(|timed| timed.started > request.started && !is_other_tab(timed, request));
    match next.and_then(|next| Some((next, steps.get(next)?))) {
        Some((next, timed)) if asks_for_typed(timed, request) => Some(next),
        _ => step,
    }
}

fn is_other_tab(timed: &Timed, request: &Request<'_>) -> bool {
    timed.tab.as_deref().zip(request.tab.as_deref()).is_some_and(|(one, other)| one != other)
}

fn asks_for_typed(timed: &Timed, request: &Request<'_>) -> bool {
    let Operation::Fill(_, Input::Plain(typed)) = &timed.step.operation else {
        return false;
    };
    let mut values = Parts::of(&request.url).parameters().filter_map(|part| part.split_once('='));
    values.any(|(_, value)| !value.is_empty() && typed.starts_with(value))
}

fn is_prompt(timed: &Timed, request: &Request<'_>, before: &[&Request<'_>]) -> bool {
    let since_step = request.started - timed.ended;
    let is_chained =
        before.iter().any(|earlier| (0..=CHAINED_MILLISECONDS).contains(&(request.started - earlier.ended)));
    since_step <= CAUSED_MILLISECONDS || is_chained
}

/// What a request asks, whatever its data.
fn endpoint<'r>(request: &'r Request<'_>) -> Called<'r> {
    (&request.method, &request.general_path)
}

/// Endpoints that the page asks again and again by itself.
fn polled<'r>(requests: &'r [Request<'_>], steps: &[Timed]) -> BTreeSet<Called<'r>> {
    let mut asked: BTreeMap<(&str, String), Vec<&Request<'_>>> = BTreeMap::new();
    for request in requests {
        asked.entry((&request.method, without_numbers(&request.url))).or_default().push(request);
    }
    let is_polled = |calls: &&Vec<&Request<'_>>| {
        let by_timer = pairs(calls).filter(|(before, call)| is_by_timer(before, call, steps)).count();
        by_timer >= REPETITIONS || (by_timer > 0 && are_even(calls))
    };
    asked.values().filter(is_polled).filter_map(|calls| calls.first()).map(|call| endpoint(call)).collect()
}

/// The same question, whatever the time or the place in a list it names.
fn without_numbers(url: &str) -> String {
    let mut question = String::with_capacity(url.len());
    question.extend(url.split(|character: char| character.is_ascii_digit()));
    question
}

/// Whether an endpoint was asked again although nobody did anything, and not because its last answer led on to this.
fn is_by_timer(before: &Request<'_>, call: &Request<'_>, steps: &[Timed]) -> bool {
    let since_answer = call.started - before.ended;
    let waited_for_events = before.ended - before.started >= LONG_POLL_MILLISECONDS;
    let is_led_on = (0..AT_ONCE_MILLISECONDS).contains(&since_answer) && !waited_for_events;
    let between = before.started..=call.started;
    call.started - before.started >= SHORTEST_INTERVAL
        && !is_led_on
        && !steps.iter().any(|timed| between.contains(&timed.ended))
}

/// Whether calls come at even intervals, which people hardly keep.
fn are_even(calls: &[&Request<'_>]) -> bool {
    let gaps = || pairs(calls).map(|(before, call)| call.started - before.started);
    gaps().min().zip(gaps().max()).is_some_and(|(shortest, longest)| {
        gaps().count() >= REPETITIONS && longest <= shortest + shortest / 3
    })
}

fn pairs<'c, 'r>(
    calls: &'c [&'r Request<'r>],
) -> impl Iterator<Item = (&'r Request<'r>, &'r Request<'r>)> + use<'c, 'r> {
    calls.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
}

/// Remembers what was asked already: caches decide by the clock whether they ask again.
#[derive(Debug, Default)]
struct Freshness {
    asked: BTreeMap<String, i64>,
    last_change: i64,
}

impl Freshness {
    /// Whether a request must be made whatever the time: it changes something, or nobody asked since something changed.
    fn is_needed(&mut self, request: &Request<'_>, steps: &[Timed]) -> bool {
        if request.method != "GET" {
            self.last_change = request.ended;
            return true;
        }
        let before = self.asked.insert(request.url.clone().into_owned(), request.started);
        let opened = steps.iter().filter(|timed| {
            let loads = matches!(timed.step.operation, Operation::Open(_) | Operation::Reload(_))
                || timed.led_to.as_ref().is_some_and(|led_to| led_to.loaded);
            loads && timed.started <= request.started
        });
        let last_load = opened.map(|timed| timed.started).max().unwrap_or(i64::MIN);
        before.is_none_or(|before| self.last_change >= before || last_load > before)
    }
}

/// Ends of paths of static files.
const STATIC_ENDINGS: [&str; 25] = [
    ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".vue", ".svelte", ".css", ".scss", ".map", ".png", ".jpg",
    ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico", ".woff", ".woff2", ".ttf", ".mp4", ".wasm", ".html",
];

/// Parts of paths that belong to dev servers and to prefetching, which follows the mouse.
static TOOLING: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let parts = [
        "/@vite",
        "/@id/",
        "/@fs/",
        "/node_modules/",
        "/__",
        "hot-update",
        "/_next/",
        "/sockjs-node",
        "__data.json",
    ];
    AhoCorasick::builder().ascii_case_insensitive(true).build(parts).ok()
});

/// Kinds of content that no API answers with.
static STATIC_TYPES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::new(["text/css", "javascript", "image/", "font/", "video/", "audio/", "text/event-stream"])
        .ok()
});

/// Whether a request is the application's own talk with its server.
pub(crate) fn is_api(request: &Request<'_>) -> bool {
    let address = Parts::of(&request.url);
    let is_http = address.origin.is_empty() || address.origin.starts_with("http");
    let is_prefetch = address.query.is_some_and(|query| query.contains("_rsc="));
    let is_static = names_file(address.path) || contains_any(&request.content_type, &STATIC_TYPES);
    let is_tooling = contains_any(address.path, &TOOLING);
    is_http && !is_static && !is_prefetch && !is_tooling && is_same_site(request)
}

/// Whether a path ends like that of a static file.
fn names_file(path: &str) -> bool {
    let ending = path.rsplit('/').next().and_then(|name| name.rfind('.').and_then(|dot| name.get(dot..)));
    ending.is_some_and(|ending| STATIC_ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

fn contains_any(text: &str, parts: &Option<AhoCorasick>) -> bool {
    parts.as_ref().is_some_and(|parts| parts.is_match(text))
}

/// Whether a request goes to the page's own host or a relative of it.
fn is_same_site(request: &Request<'_>) -> bool {
    let (own, other) = (Parts::of(&request.page_url).host(), Parts::of(&request.url).host());
    let site = |host: &str| -> String {
        let mut labels: Vec<&str> = host.rsplit('.').take(2).collect();
        labels.reverse();
        labels.join(".")
    };
    let is_local = |host: &str| matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    let is_number = own.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    own.is_empty()
        || other.is_empty()
        || own == other
        || (is_local(own) && is_local(other))
        || (!is_number && site(own) == site(other))
}

/// What a test asserts of answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerAssertions {
    pub(super) shape: bool,
}

/// Names requests so that each has its own constant.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

/// Adds waiting and assertions to the steps that caused requests.
pub(super) fn assert_answers(
    steps: &mut [Timed],
    caused: &[Caused<'_>],
    options: AnswerAssertions,
    names: &mut Names,
) {
    for Caused { step, requests } in caused {
        let Some(timed) = steps.get_mut(*step) else { continue };
        let is_typed = matches!(timed.step.operation, Operation::Fill(..));
        let leaves = timed.led_to.as_ref().is_some_and(|led_to| led_to.loaded);
        for (endpoint, calls) in by_endpoint(requests) {
            let Some(last) = calls.last() else { continue };
            // The body of an answer is gone when the document is.
            let shape = (options.shape && !leaves).then(|| shapes::of(&calls, last)).flatten();
            let count = if is_typed { 1 } else { needed_calls(&calls) };
            let request = names.awaited(endpoint, count);
            timed.step.before.push(Preparation::Answer(request.clone()));
            timed.step.after.push(Outcome::Answered { request, status: last.status, shape });
        }
    }
}

/// Notes what was asked for because the user entered it. A document that is loaded meanwhile asks by itself.
pub(super) fn note_fetched(steps: &mut [Timed], caused: &[Caused<'_>]) {
    let mut entered: Vec<&str> = Vec::new();
    for (Timed { step, led_to, .. }, caused) in steps.iter_mut().zip(caused) {
        entered.extend(step.operation.entered());
        if led_to.as_ref().is_some_and(|led_to| led_to.loaded) {
            continue;
        }
        step.fetched = caused.requests.iter().rev().find_map(|request| asked_for(request, &entered));
    }
}

fn asked_for(request: &Request<'_>, entered: &[&str]) -> Option<Fetched> {
    let query = entered_parameters(Parts::of(&request.url).query?, entered);
    let is_read = request.method == "GET" && !query.is_empty();
    is_read.then(|| Fetched { path: request.general_path.clone(), query })
}

/// How many calls are waited for. The same read twice may be one next time; changes and other reads are counted.
fn needed_calls(calls: &[&Request<'_>]) -> usize {
    let is_same_read = calls.windows(2).all(|pair| match pair {
        [one, two] => one.method == "GET" && one.url == two.url && one.status == two.status,
        _ => true,
    });
    if is_same_read { 1 } else { calls.len() }
}

/// Calls of each endpoint in the order in which they were answered; endpoints in the order of their first call.
fn by_endpoint<'r>(requests: &[&'r Request<'r>]) -> Vec<(Called<'r>, Vec<&'r Request<'r>>)> {
    let mut endpoints: Vec<(Called<'r>, Vec<&'r Request<'r>>)> = Vec::new();
    for request in requests {
        let key = endpoint(request);
        match endpoints.iter_mut().find(|(known, _)| *known == key) {
            Some((_, calls)) => calls.push(request),
            None => endpoints.push((key, vec![request])),
        }
    }
    for (_, calls) in &mut endpoints {
        calls.sort_by_key(|call| call.ended);
    }
    endpoints
}

impl Names {
    /// `POST /api/login` is `loginResponse`; the second of that name is `loginResponse2`.
    fn awaited(&mut self, (method, path): Called<'_>, count: usize) -> Awaited {
        let word = path.rsplit('/').map(identifier).find(|word| !word.is_empty());
        let word = word.unwrap_or_else(|| "root".to_owned());
        let mut name = word.clone();
        let mut number = 1_usize;
        // A path may end in what another one's number makes of it: `items2`.
        while !self.0.insert(name.clone()) {
            number += 1;
            name = format!("{word}{number}");
        }
        Awaited { name, method: method.to_owned(), path: path.to_owned(), count }
    }
}

/// Letters and digits of a segment as an identifier: `user-profile` is `userProfile`.
pub(crate) fn identifier(segment: &str) -> String {
    let mut word = String::with_capacity(segment.len());
    for part in segment.split(|character: char| !character.is_ascii_alphanumeric()) {
        let mut characters = part.chars();
        let Some(first) = characters.next() else { continue };
        word.push(if word.is_empty() { first.to_ascii_lowercase() } else { first.to_ascii_uppercase() });
        word.push_str(characters.as_str());
    }
    if word.starts_with(|first: char| first.is_ascii_digit()) { String::new() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_has_a_name_of_its_own_whatever_its_path_ends_in() {
        let mut names = Names::default();
        let paths = ["/a/items", "/items2", "/b/items", "/c/items2", "/17", "/"];
        let given = paths.map(|path| names.awaited(("GET", path), 1).name);
        assert_eq!(given, ["items", "items2", "items3", "items22", "root", "root2"]);
    }
}
