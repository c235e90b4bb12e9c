//! Captured answers as a module that a test can run on.

use std::borrow::Cow;

use serde_json::Value;

use super::lines::Lines;
use super::lower::address::is_secret;
use super::lower::request::Request;
use super::lower::traffic;
use super::syntax::{Expression, Spread, code, spread, string};
use crate::address::{Endpoint, Parts};
use crate::removed;

/// Bodies in one module, as documented.
const MOST_BODIES: usize = 20;
/// Bytes of one module of captured answers, as documented.
pub const LARGEST: usize = 50 * 1024;

/// How soon a page tries again by itself.
const RETRY_MILLISECONDS: i64 = 10_000;

/// What a module starts with.
const OPENING: &str = r"// Answers of the captured session. The last answer of an endpoint stays; earlier
// ones come first, each in its turn. Secrets are replaced.
export interface Answer {
  status: number;
  contentType: string;
  /** A text is sent as it stands, anything else as JSON. */
  body: unknown;
}

export interface Fixture extends Answer {
  earlier?: Answer[];
  /** Parameters of the query that carried secrets. */
  secrets?: string[];
}

";

/// A module and what it lacks.
#[derive(Debug)]
pub(super) struct Fixtures {
    pub(super) module: String,
    pub(super) warnings: Vec<String>,
}

/// One endpoint, as `METHOD /path`, with its answers in their order: what a flow changes, it reads again.
#[derive(Debug)]
struct FixtureEndpoint<'r> {
    key: String,
    answers: Vec<&'r Request<'r>>,
    /// Names of parameters that are not in the key: what they said is not on record.
    secrets: Vec<&'r str>,
}

/// What is not in a module, by reason.
#[derive(Debug, Default)]
struct LeftOut {
    captured_in_part: Vec<String>,
    redacted: Vec<String>,
    earlier_answers: Vec<String>,
    endpoints: Vec<String>,
}

/// The module of these requests, made at moments between which the user did something at `acted`.
pub(super) fn emit<'r>(requests: impl IntoIterator<Item = &'r Request<'r>>, acted: &[i64]) -> Fixtures {
    let mut left_out = LeftOut::default();
    let mut endpoints = endpoints(requests, &mut left_out);
    endpoints.iter_mut().for_each(|endpoint| endpoint.drop_retried(acted));
    bound_count(&mut endpoints, &mut left_out);
    let mut module = module(&endpoints);
    while module.len() > LARGEST && drop_longest(&mut endpoints, &mut left_out) {
        module = self::module(&endpoints);
    }
    Fixtures { module, warnings: left_out.warnings() }
}

fn endpoints<'r>(
    requests: impl IntoIterator<Item = &'r Request<'r>>,
    left_out: &mut LeftOut,
) -> Vec<FixtureEndpoint<'r>> {
    let mut endpoints: Vec<FixtureEndpoint<'r>> = Vec::new();
    let is_answered = |request: &&Request<'_>| request.status != 0 && traffic::is_api(request);
    for request in requests.into_iter().filter(is_answered) {
        let asked = FixtureEndpoint::of(request);
        match endpoints.iter_mut().find(|known| known.key == asked.key) {
            _ if request.truncated => note(&mut left_out.captured_in_part, asked.key),
            _ if removed::occurs_in(&asked.key) => note(&mut left_out.redacted, asked.key),
            Some(known) => known.add(asked),
            None => endpoints.push(asked),
        }
    }
    endpoints
}

impl<'r> FixtureEndpoint<'r> {
    /// Method, path and query: with captured answers even ids are what they were. Only secrets are others the next time.
    fn of(request: &'r Request<'r>) -> Self {
        let parts = Parts::of(&request.url);
        let (secret, kept): (Vec<&str>, Vec<&str>) =
            parts.parameters().partition(|parameter| is_secret(parameter));
        let query = kept.join("&");
        let mark = if query.is_empty() { "" } else { "?" };
        let name = |parameter: &'r str| parameter.split('=').next().unwrap_or_default();
        let operation = operation_of(request).map(|name| format!(" {name}")).unwrap_or_default();
        Self {
            key: format!("{} {}{mark}{query}{operation}", request.method, parts.path),
            answers: vec![request],
            secrets: secret.into_iter().map(name).collect(),
        }
    }

    /// Leaves out refusals after which the page asked the same again by itself: with captured answers the first attempt
    /// succeeds.
    fn drop_retried(&mut self, acted: &[i64]) {
        let is_retried = |request: &Request<'_>, next: &Request<'_>| {
            let between = request.started..=next.started;
            is_temporary(request.status)
                && next.started - request.ended <= RETRY_MILLISECONDS
                && request.request_body() == next.request_body()
                && !acted.iter().any(|time| between.contains(time))
        };
        let mut kept: Vec<&'r Request<'r>> = Vec::with_capacity(self.answers.len());
        for request in std::mem::take(&mut self.answers) {
            while kept.last().is_some_and(|before| is_retried(before, request)) {
                kept.pop();
            }
            kept.push(request);
        }
        self.answers = kept;
    }

    /// Takes what the same endpoint answered later.
    fn add(&mut self, later: Self) {
        self.answers.extend(later.answers);
        for name in later.secrets {
            if !self.secrets.contains(&name) {
                self.secrets.push(name);
            }
        }
    }
}

/// Refusals that pages try again after.
fn is_temporary(status: u16) -> bool {
    matches!(status, 408 | 425 | 429) || status >= 500
}

/// The operation that a body names, where an address has many. A name has no spaces.
fn operation_of(request: &Request<'_>) -> Option<String> {
    let body = request.request_body()?;
    let endpoint = Endpoint::of(&request.method, &request.url, Some(&body));
    let name = endpoint.operation()?.name.clone().into_owned();
    let is_plain = name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_' || one == '.');
    is_plain.then_some(name)
}

fn note(left_out: &mut Vec<String>, key: String) {
    if !left_out.contains(&key) {
        left_out.push(key);
    }
}

/// Where an endpoint answers often, only its last answer stays; then whole endpoints go, the last first.
fn bound_count(endpoints: &mut Vec<FixtureEndpoint<'_>>, left_out: &mut LeftOut) {
    while endpoints.iter().map(|endpoint| endpoint.answers.len()).sum::<usize>() > MOST_BODIES {
        let busiest = endpoints.iter_mut().max_by_key(|endpoint| endpoint.answers.len());
        match busiest {
            Some(endpoint) if endpoint.answers.len() > 1 => {
                endpoint.answers.drain(..endpoint.answers.len() - 1);
                note(&mut left_out.earlier_answers, endpoint.key.clone());
            }
            _ => left_out.endpoints.extend(endpoints.pop().map(|endpoint| endpoint.key)),
        }
    }
}

/// Leaves out the longest answer, with its endpoint if it is the only one; false if there is none.
fn drop_longest(endpoints: &mut Vec<FixtureEndpoint<'_>>, left_out: &mut LeftOut) -> bool {
    let places = endpoints.iter().enumerate().flat_map(|(position, endpoint)| {
        endpoint.answers.iter().enumerate().map(move |(turn, answer)| (body_length(answer), position, turn))
    });
    let Some((_, position, turn)) = places.max() else { return false };
    let Some(endpoint) = endpoints.get_mut(position) else { return false };
    endpoint.answers.remove(turn);
    if endpoint.answers.is_empty() {
        left_out.endpoints.push(endpoints.remove(position).key);
    } else {
        note(&mut left_out.earlier_answers, endpoint.key.clone());
    }
    true
}

fn body_length(request: &Request<'_>) -> usize {
    request.body().map_or(0, |body| body.len())
}

impl LeftOut {
    fn warnings(self) -> Vec<String> {
        let Self { captured_in_part, redacted, mut earlier_answers, endpoints } = self;
        earlier_answers.retain(|key| !endpoints.contains(key));
        let reasons = [
            ("Answers too long for the fixtures", captured_in_part),
            ("Not in the fixtures, because part of the path was redacted", redacted),
            ("Fixtures hold 20 answers and 50 KB; the server itself answers", endpoints),
            ("Fixtures hold 20 answers and 50 KB; not every answer is there of", earlier_answers),
        ];
        let told = reasons.into_iter().filter(|(_, keys)| !keys.is_empty());
        told.map(|(reason, keys)| format!("{reason}: {}", keys.join(", "))).collect()
    }
}

fn module(endpoints: &[FixtureEndpoint<'_>]) -> String {
    let fixtures = endpoints.iter().map(|endpoint| (Cow::from(&endpoint.key), fixture(endpoint)));
    let fixtures = Expression::Object(fixtures.collect(), Spread::Always);
    let mut file = Lines::default();
    file.raw(OPENING);
    file.exported("fixtures: Record<string, Fixture>", &fixtures);
    file.finish()
}

/// The last answer, and those before it.
fn fixture<'r>(endpoint: &FixtureEndpoint<'r>) -> Expression<'r> {
    let Some((last, earlier)) = endpoint.answers.split_last() else {
        return spread([]);
    };
    let earlier: Vec<_> = earlier.iter().map(|request| spread(answer(request))).collect();
    let earlier = (!earlier.is_empty()).then_some(("earlier", Expression::List(earlier)));
    let secrets = endpoint.secrets.iter().map(|name| string(*name)).collect::<Vec<_>>();
    let secrets = (!secrets.is_empty()).then_some(("secrets", Expression::List(secrets)));
    spread(answer(last).into_iter().chain(earlier).chain(secrets))
}

fn answer<'r>(request: &'r Request<'r>) -> [(&'static str, Expression<'r>); 3] {
    let body = request.body().unwrap_or_default();
    let is_json = request.content_type.contains("json");
    let value = is_json.then(|| serde_json::from_str::<Value>(&body).ok()).flatten();
    let body = match value.filter(|value| !value.is_string()) {
        Some(value) => literal(value),
        None => string(body),
    };
    let content_type = if request.content_type.is_empty() { "text/plain" } else { &*request.content_type };
    let status = code(request.status.to_string());
    [("status", status), ("contentType", string(content_type)), ("body", body)]
}

/// A JSON value as code.
pub(super) fn literal(value: Value) -> Expression<'static> {
    match value {
        Value::Null => code("null"),
        Value::Bool(value) => code(value.to_string()),
        Value::Number(number) => code(number.to_string()),
        Value::String(text) => string(text),
        Value::Array(items) => Expression::List(items.into_iter().map(literal).collect()),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| (Cow::Owned(name), literal(value)));
            Expression::Object(fields.collect(), Spread::Always)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::shape::Json;

    /// A JSON answer of this path whose body has so many bytes. It is never freed: entries outlive what borrows them.
    fn request(path: &str, length: usize) -> Request<'static> {
        let body = json!("x".repeat(length.saturating_sub(2))).to_string();
        Request {
            method: "GET".into(),
            url: format!("http://localhost{path}").into(),
            general_path: path.to_owned(),
            page_url: "http://localhost/".into(),
            status: 200,
            started: 0,
            ended: 1,
            content_type: "application/json".into(),
            body: Some(Json(json!(body).to_string().leak())),
            ..Request::default()
        }
    }

    fn keys(module: &str) -> Vec<&str> {
        module
            .lines()
            .filter_map(|line| line.strip_prefix("  '")?.split_once('\'').map(|(key, _)| key))
            .collect()
    }

    #[test]
    fn the_last_answer_stands_under_its_endpoint_and_the_others_before_it() {
        let mut second = request("/a", 5);
        second.status = 201;
        let Fixtures { module, warnings } = emit(&[request("/a", 4), second], &[]);
        assert_eq!(
            module.strip_prefix(OPENING),
            Some(
                "export const fixtures: Record<string, Fixture> = {
  'GET /a': {
    status: 201,
    contentType: 'application/json',
    body: '\"xxx\"',
    earlier: [
      {
        status: 200,
        contentType: 'application/json',
        body: '\"xx\"',
      },
    ],
  },
};
"
            )
        );
        assert_eq!(warnings, Vec::<String>::new());
    }

    #[test]
    fn secrets_are_no_part_of_a_key_and_a_redacted_path_has_none() {
        let marker = "[redacted:jwt:string:9:00000000000000ff]";
        let requests = [
            request(&format!("/a?token={marker}&page=1"), 4),
            request("/a?page=1&access_token=x", 5),
            request("/a?key=[redacted]", 6),
            request("/a?", 7),
            request(&format!("/b/{marker}"), 4),
        ];
        let Fixtures { module, warnings } = emit(&requests, &[]);
        assert_eq!(keys(&module), ["GET /a?page=1", "GET /a"]);
        let secrets: Vec<&str> = module.lines().filter(|line| line.starts_with("    secrets:")).collect();
        assert_eq!(secrets, ["    secrets: ['token', 'access_token'],", "    secrets: ['key'],"]);
        assert_eq!(
            warnings,
            [format!("Not in the fixtures, because part of the path was redacted: GET /b/{marker}")]
        );
    }

    #[test]
    fn the_longest_answers_are_left_out_of_a_module_that_is_too_long() {
        let requests = [
            request("/small", 100),
            request("/large", 60_000),
            request("/list", 30_000),
            request("/list", 100),
        ];
        let Fixtures { module, warnings } = emit(&requests, &[]);
        assert_eq!(keys(&module), ["GET /small", "GET /list"]);
        assert_eq!(warnings, ["Fixtures hold 20 answers and 50 KB; the server itself answers: GET /large"]);
        let Fixtures { module, warnings } = emit(&[request("/list", 30_000), request("/list", 29_000)], &[]);
        assert!(module.len() < LARGEST && module.contains("'GET /list'") && !module.contains("earlier: ["));
        assert_eq!(warnings, ["Fixtures hold 20 answers and 50 KB; not every answer is there of: GET /list"]);
    }

    #[test]
    fn a_module_has_twenty_answers_and_prefers_to_keep_every_endpoint() {
        let mut requests: Vec<Request<'_>> = (0..19).map(|index| request(&format!("/{index}"), 10)).collect();
        requests.extend([request("/often", 10), request("/often", 10), request("/often", 10)]);
        let Fixtures { module, warnings } = emit(&requests, &[]);
        assert_eq!(keys(&module).len(), 20);
        assert_eq!(
            warnings,
            ["Fixtures hold 20 answers and 50 KB; not every answer is there of: GET /often"]
        );
        requests.push(request("/last", 10));
        let Fixtures { module, warnings } = emit(&requests, &[]);
        assert_eq!(keys(&module).len(), 20);
        assert_eq!(
            warnings,
            [
                "Fixtures hold 20 answers and 50 KB; the server itself answers: GET /last",
                "Fixtures hold 20 answers and 50 KB; not every answer is there of: GET /often",
            ]
        );
    }

    #[test]
    fn attempts_that_the_page_repeated_by_itself_are_left_out() {
        let at =
            |started: i64, status: u16| Request { started, ended: started + 10, status, ..request("/a", 4) };
        let statuses = |requests: &[Request<'_>], acted: &[i64]| -> Vec<String> {
            let module = emit(requests, acted).module;
            let lines =
                module.lines().filter_map(|line| line.trim().strip_prefix("status: ")?.strip_suffix(','));
            lines.map(str::to_owned).collect()
        };
        let retried = [at(0, 503), at(1_000, 500), at(3_000, 200)];
        assert_eq!(statuses(&retried, &[]), ["200"]);
        // The user tried again: that the first attempt failed belongs to the flow.
        assert_eq!(statuses(&retried, &[2_000]), ["200", "500"]);
        assert_eq!(statuses(&[at(0, 404), at(1_000, 200)], &[]), ["200", "404"]);
        assert_eq!(statuses(&[at(0, 500), at(60_000, 200)], &[]), ["200", "500"]);
        assert_eq!(statuses(&[at(0, 500)], &[]), ["500"]);
    }

    #[test]
    fn operations_of_one_address_have_answers_of_their_own() {
        let asking = |body: &Value| Request {
            method: "POST".into(),
            sent: Some(Json(json!(body.to_string()).to_string().leak())),
            ..request("/graphql", 4)
        };
        let requests = [
            asking(&json!({ "query": "query Cart { cart { id } }" })),
            asking(&json!({ "operationName": "AddItem", "query": "mutation AddItem { add { id } }" })),
            asking(&json!({ "query": "query Cart { cart { id } }" })),
            asking(&json!({ "query": "{ anonymous }" })),
        ];
        let Fixtures { module, warnings } = emit(&requests, &[]);
        assert_eq!(keys(&module), ["POST /graphql Cart", "POST /graphql AddItem", "POST /graphql"]);
        assert_eq!(module.matches("earlier: [").count(), 1);
        assert_eq!(warnings, Vec::<String>::new());
    }
}
