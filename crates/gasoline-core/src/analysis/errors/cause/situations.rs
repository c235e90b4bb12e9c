//! Situations with the cause that may be given, or none. At least half of them have none: a failure nearby is no cause.
//!
//! They cover `causes-01` (nothing ties a failed request to the error), `causes-02` (own origin), `causes-03` (policy) and
//! `causes-04` (HTML as JSON).

use serde_json::{Value, json};

use super::super::super::requests::{Initiator, Mapped, Request};
use super::super::joined::NearRequest;
use super::tests::near;
use super::{Evidence, find};

/// One situation. The page is `http://localhost:3000/shop`.
struct Situation {
    name: &'static str,
    message: &'static str,
    stack: &'static str,
    requests: Vec<NearRequest>,
    refusals: Vec<String>,
    context: Value,
    expected: Option<&'static str>,
}

fn situation(name: &'static str, message: &'static str, expected: Option<&'static str>) -> Situation {
    Situation {
        name,
        message,
        stack: "",
        requests: Vec::new(),
        refusals: Vec::new(),
        context: Value::Null,
        expected,
    }
}

impl Situation {
    fn request(mut self, method: &str, url: &str, status: u16, before: i64) -> Self {
        self.requests.push(near(method, url, status, before));
        self
    }

    /// Changes the request named last.
    fn with(mut self, change: impl FnOnce(&mut Request)) -> Self {
        if let Some(last) = self.requests.last_mut() {
            change(&mut last.request);
        }
        self
    }

    fn body(self, content_type: &str, body: &str) -> Self {
        self.with(|request| {
            request.content_type = content_type.to_owned();
            request.response = Some(body.to_owned());
        })
    }

    fn stack(mut self, stack: &'static str) -> Self {
        self.stack = stack;
        self
    }

    fn refused(mut self, text: &str) -> Self {
        self.refusals.push(text.to_owned());
        self
    }

    /// Source up to the line that threw, which is line 10.
    fn source(mut self, lines: &[&str]) -> Self {
        let first = 11 - lines.len();
        let lines: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(index, text)| json!({ "line": first + index, "text": text, "isError": first + index == 10 }))
            .collect();
        self.context = json!({ "sourceSnippets": [{ "file": "src/shop.ts", "line": 10, "column": 0, "snippet": lines }] });
        self
    }

    fn state(mut self, slice: Value) -> Self {
        self.context = json!({ "stateSnapshot": { "relevantSlice": slice } });
        self
    }
}

const UNDEFINED: Option<&str> = Some("undefined-after-failed-request");
const READING_USER: &str = "TypeError: Cannot read properties of undefined (reading 'user')";
const READING_NAME: &str = "TypeError: Cannot read properties of undefined (reading 'name')";
const NO_JSON: &str = "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON";
const END_OF_JSON: &str = "SyntaxError: Unexpected end of JSON input";
const FAILED: &str = "TypeError: Failed to fetch";
const POLICY: &str = "Refused to connect to 'http://api.test/a' because it violates the following Content Security Policy directive: \"connect-src 'self'\"";

const LOGIN: [&str; 2] = ["const result = await loginApi(credentials)", "setUser(result.data.user)"];

/// A missing value and a failed request that are tied.
fn tied_values() -> Vec<Situation> {
    vec![
        situation("the value was awaited from the call", READING_USER, UNDEFINED)
            .request("POST", "/api/login", 401, 150)
            .source(&LOGIN),
        situation("the call stands two assignments above", READING_USER, UNDEFINED)
            .request("GET", "/api/orders/17", 404, 150)
            .source(&[
                "const response = await fetch(`/api/orders/${id}`)",
                "const body = await response.json()",
                "show(body.customer.user)",
            ]),
        situation("the address stands in the code", READING_NAME, UNDEFINED)
            .request("GET", "/rest/x9/things", 500, 20)
            .source(&["const it = await ask('/rest/x9/things')", "draw(it.first.name)"]),
        situation("the call stands in the failing line", READING_USER, UNDEFINED)
            .request("POST", "/api/login", 401, 10)
            .source(&["onSuccess(login(form).data.user)"]),
        situation(
            "the property has the endpoint's name",
            "TypeError: Cannot read properties of undefined (reading 'cart')",
            UNDEFINED,
        )
        .request("GET", "/api/cart", 500, 30),
        situation(
            "a GraphQL operation has the value's name",
            "TypeError: Cannot read properties of null (reading 'basket')",
            UNDEFINED,
        )
        .request("POST", "/graphql", 500, 30)
        .with(|request| request.request_body = Some(r#"{"operationName":"GetBasket"}"#.to_owned())),
        situation("the request was sent by the function that threw", READING_NAME, UNDEFINED)
            .request("GET", "/x1/p", 503, 30)
            .with(|request| request.initiator = initiator("at load (http://localhost:3000/app.js:5:9)", None))
            .stack("TypeError: x\n    at async load (http://localhost:3000/app.js:7:3)"),
        situation("the request was sent a few lines above", READING_NAME, UNDEFINED)
            .request("GET", "/x1/p", 503, 30)
            .with(|request| request.initiator = initiator("", Some(("src/shop.ts", 8))))
            .source(&["const a = b", "draw(a.first.name)"]),
        situation("a list that is none", "TypeError: products.map is not a function", UNDEFINED).request(
            "GET",
            "/api/products",
            500,
            30,
        ),
        situation(
            "Firefox names the value",
            "TypeError: can't access property \"id\", order.lines is undefined",
            UNDEFINED,
        )
        .request("GET", "/api/orders/7", 404, 3),
    ]
}

/// The same without a tie: most failures nearby have nothing to do with the error.
fn untied_values() -> Vec<Situation> {
    vec![
        situation("another request failed", READING_USER, None)
            .request("POST", "/api/metrics", 500, 20)
            .source(&LOGIN),
        situation("nothing ties them", READING_NAME, None).request("GET", "/api/recommendations", 500, 5),
        situation("the request came from another function", READING_NAME, None)
            .request("GET", "/x1/p", 503, 30)
            .with(|request| request.initiator = initiator("at poll (http://localhost:3000/app.js:5:9)", None))
            .stack("TypeError: x\n    at async load (http://localhost:3000/app.js:7:3)"),
        situation("the request came from another file", READING_NAME, None)
            .request("GET", "/x1/p", 503, 30)
            .with(|request| request.initiator = initiator("", Some(("src/other.ts", 8))))
            .source(&["draw(a.first.name)"]),
        situation("the request was sent below", READING_NAME, None)
            .request("GET", "/x1/p", 503, 30)
            .with(|request| request.initiator = initiator("", Some(("src/shop.ts", 12))))
            .source(&["draw(a.first.name)"]),
        situation("the request succeeded", READING_USER, None)
            .request("POST", "/api/login", 200, 150)
            .source(&LOGIN),
        situation("the request failed too long ago", READING_USER, None)
            .request("POST", "/api/login", 401, 30_000)
            .source(&LOGIN),
        situation("the request ended after the error", READING_USER, None)
            .request("POST", "/api/login", 401, -40)
            .source(&LOGIN),
        situation("a second try succeeded", READING_USER, None)
            .request("POST", "/api/login", 200, 20)
            .request("POST", "/api/login", 401, 900)
            .source(&LOGIN),
        situation("the request was given up", READING_USER, None)
            .request("POST", "/api/login", 0, 20)
            .with(|request| request.error = Some("aborted".to_owned()))
            .source(&LOGIN),
        situation("only generic names agree", "TypeError: data.map is not a function", None).request(
            "GET",
            "/api/data",
            500,
            20,
        ),
        situation(
            "an app's text sounds like the engine",
            "Error: Cannot read properties of undefined (reading 'cart')",
            None,
        )
        .request("GET", "/api/cart", 500, 30),
        situation("a typo in a variable", "ReferenceError: cart is not defined", None).request(
            "GET",
            "/api/cart",
            500,
            30,
        ),
        situation("no request at all", READING_USER, None).source(&LOGIN),
    ]
}

/// Answers that could not be read.
fn answers() -> Vec<Situation> {
    vec![
        situation("HTML parsed as JSON", NO_JSON, Some("html-instead-of-json"))
            .request("GET", "/api/items", 200, 4)
            .body("text/html", "<!DOCTYPE html>"),
        situation(
            "an error page parsed as JSON",
            "SyntaxError: JSON Parse error: Unrecognized token '<'",
            Some("html-instead-of-json"),
        )
        .request("GET", "/api/items", 502, 4)
        .body("text/html", "\n<html>"),
        situation(
            "Firefox does not name the character",
            "SyntaxError: JSON.parse: unexpected character at line 1 column 1 of the JSON data",
            Some("html-instead-of-json"),
        )
        .request("GET", "/api/items", 404, 4)
        .body("text/html; charset=utf-8", "<html>"),
        situation("no answer was HTML", NO_JSON, None)
            .request("GET", "/api/items", 200, 4)
            .body("application/json", "[]"),
        situation("the HTML came long before", NO_JSON, None)
            .request("GET", "/fragment", 200, 3_000)
            .body("text/html", "<p>"),
        situation("broken code of the app itself", "SyntaxError: Unexpected identifier 'x'", None)
            .request("GET", "/api/items", 200, 4)
            .body("text/html", "<html>"),
        situation("JSON that breaks off", END_OF_JSON, Some("incomplete-json"))
            .request("GET", "/api/items", 200, 4)
            .body("application/json", "{\"items\":[1,2"),
        situation(
            "no content",
            "SyntaxError: Failed to execute 'json' on 'Response': Unexpected end of JSON input",
            Some("incomplete-json"),
        )
        .request("DELETE", "/api/items/1", 204, 4),
        situation("storage held half a text", END_OF_JSON, None)
            .request("GET", "/api/items", 200, 4)
            .body("application/json", "{\"items\":[]}"),
        situation("the body was not captured", END_OF_JSON, None).request("GET", "/api/items", 200, 4),
    ]
}

/// Answers that say what the error says, or that came in the wrong order.
fn telling_answers() -> Vec<Situation> {
    vec![
        situation(
            "the client names the status",
            "AxiosError: Request failed with status code 422",
            Some("status-in-message"),
        )
        .request("POST", "/api/orders", 422, 6),
        situation("a number that is no status", "Error: order 404 has no lines", None).request(
            "POST",
            "/api/orders",
            500,
            6,
        ),
        situation("the server's own words", "Error: stock service is down", Some("server-said-so"))
            .request("POST", "/api/orders", 500, 6)
            .body("application/json", "{\"error\":\"stock service is down\"}"),
        situation("a short word that any answer holds", "Error: failed", None)
            .request("POST", "/api/orders", 500, 6)
            .body("application/json", "{\"status\":\"failed\"}"),
        situation("the words stand in an answer that succeeded", "Error: stock service is down", None)
            .request("GET", "/api/messages", 200, 6)
            .body("application/json", "[\"stock service is down\"]"),
        situation(
            "state holds the older answer",
            "Error: no price for Granite",
            Some("older-answer-in-state"),
        )
        .request("GET", "/api/search?q=g", 200, 10)
        .body("application/json", "[\"Granite\"]")
        .with(|request| request.started = -500)
        .request("GET", "/api/search?q=gra", 200, 200)
        .body("application/json", "[\"Grapes\"]")
        .state(json!({ "search.first": "Granite" })),
        situation("state holds the newer answer", "Error: no price for Grapes", None)
            .request("GET", "/api/search?q=g", 200, 10)
            .body("application/json", "[\"Granite\"]")
            .with(|request| request.started = -500)
            .request("GET", "/api/search?q=gra", 200, 200)
            .body("application/json", "[\"Grapes\"]")
            .state(json!({ "search.first": "Grapes" })),
    ]
}

/// Requests without an answer.
fn unanswered() -> Vec<Situation> {
    vec![
        situation("another origin does not answer", FAILED, Some("cors-suspected")).request(
            "GET",
            "http://api.test/a",
            0,
            3,
        ),
        situation("the own server is gone", FAILED, Some("own-server-unreachable"))
            .request("GET", "/api/a", 0, 3),
        situation("the own server by its full address", FAILED, Some("own-server-unreachable")).request(
            "GET",
            "http://localhost:3000/api/a",
            0,
            3,
        ),
        situation("the policy refused it", FAILED, Some("policy-refused-request"))
            .request("GET", "http://api.test/a", 0, 3)
            .refused(POLICY),
        situation("the policy refused something else", FAILED, Some("cors-suspected"))
            .request("GET", "http://other.test/a", 0, 3)
            .refused(POLICY),
        situation("the page gave it up", FAILED, None)
            .request("GET", "http://api.test/a", 0, 3)
            .with(|request| request.error = Some("page left".to_owned())),
        situation("no request is known", FAILED, None),
        situation("all requests were answered", FAILED, None).request("GET", "http://api.test/a", 200, 3),
        situation("the failure is of long before", FAILED, None).request(
            "GET",
            "http://api.test/a",
            0,
            3_000,
        ),
        situation(
            "a given-up request is recognised by its name",
            "AbortError: signal is aborted without reason",
            Some("request-given-up"),
        ),
        situation("a limit of the page", "TimeoutError: signal timed out", Some("request-timed-out")),
    ]
}

/// Messages that say it themselves, and texts of apps that only sound like them.
fn messages() -> Vec<Situation> {
    vec![
        situation("a script of another origin", "Script error.", Some("hidden-script-error")),
        situation("the same words with a stack", "Script error.", None)
            .stack("Error\n    at f (http://localhost/a.js:1:1)"),
        situation(
            "storage is full",
            "QuotaExceededError: The quota has been exceeded.",
            Some("storage-full"),
        ),
        situation("a quota of the app", "Error: upload quota exceeded", None),
        situation(
            "a part was not loaded",
            "TypeError: Failed to fetch dynamically imported module: http://localhost:3000/a.js",
            Some("chunk-load-failure"),
        ),
        situation(
            "a module that is a page",
            "Failed to load module script: Expected a JavaScript module script but the server responded with a MIME type of \"text/html\".",
            Some("module-is-no-script"),
        ),
        situation(
            "an import cycle",
            "ReferenceError: Cannot access 'a' before initialization",
            Some("use-before-initialization"),
        ),
        situation("an app speaks of its policy", "Error: read our content security policy first", None),
        situation("an app speaks of CORS", "Error: enable CORS in the settings", None),
        situation("an app speaks of hydration", "Error: drink water, hydration matters", None),
        situation("a plain failure", "Error: boom", None).request("GET", "/api/a", 500, 3),
        situation("a thrown number", "7", None),
        situation("nothing at all", "", None),
    ]
}

fn initiator(frame: &str, mapped: Option<(&str, u64)>) -> Option<Initiator> {
    let mapped = mapped.map(|(file, line)| Mapped { file: file.to_owned(), line, column: None });
    Some(Initiator { frame: (!frame.is_empty()).then(|| frame.to_owned()), mapped })
}

fn all() -> Vec<Situation> {
    [tied_values(), untied_values(), answers(), telling_answers(), unanswered(), messages()]
        .into_iter()
        .flatten()
        .collect()
}

/// Whether some situation expects the rule.
pub(super) fn is_expected(id: &str) -> bool {
    all().iter().any(|situation| situation.expected == Some(id))
}

fn evidence(situation: &Situation) -> Evidence<'_> {
    Evidence {
        message: situation.message,
        stack: situation.stack,
        page_url: "http://localhost:3000/shop",
        requests: &situation.requests,
        refusals: &situation.refusals,
        context: Some(&situation.context),
    }
}

#[test]
fn each_situation_has_its_cause_or_none() {
    let wrong: Vec<_> = all()
        .iter()
        .map(|situation| {
            (situation.name, situation.expected, find(&evidence(situation)).map(|(rule, _)| rule.id))
        })
        .filter(|(_, expected, found)| expected != found)
        .collect();
    assert_eq!(wrong, []);
}

#[test]
fn there_are_enough_situations_with_and_without_a_cause() {
    let all = all();
    let without = all.iter().filter(|situation| situation.expected.is_none()).count();
    assert!(all.len() >= 40 && without >= 20, "{} situations, {without} without a cause", all.len());
}
