//! Causes that lie in a request. Each needs something that ties the request to the error.

use super::rules::{CauseRule, Need, after, says};

/// The more particular first.
pub(super) const RULES: &[CauseRule] = &[
    CauseRule {
        id: "html-instead-of-json",
        messages: &[
            r"^(?:Uncaught )?(?:\(in promise\) )?SyntaxError: Unexpected token '?<'?,? ",
            r"^(?:Uncaught )?(?:\(in promise\) )?SyntaxError: JSON Parse error: Unrecognized token '<'",
            r"^(?:Uncaught )?(?:\(in promise\) )?SyntaxError: JSON\.parse: unexpected character at line 1 column 1",
        ],
        needs: Need::HtmlAnswer,
        text: "A request was answered with {status} and HTML, which was then parsed as JSON. Usually the address is wrong or the server is behind: an error page, a login page, or the start page that a development server sends for every unknown path. Look at `response.ok` and the content type before `json()`.",
        must_match: &[],
        must_not_match: &[
            says("SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON"),
            after(
                "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
                "/api/items",
                200,
                12,
            ),
        ],
    },
    CauseRule {
        id: "incomplete-json",
        messages: &[
            r"^(?:Uncaught )?(?:\(in promise\) )?SyntaxError: (?:Failed to execute 'json' on 'Response': )?(?:Unexpected end of JSON input|Unterminated string in JSON)",
            r"^(?:Uncaught )?(?:\(in promise\) )?SyntaxError: (?:JSON Parse error: Unexpected EOF|JSON\.parse: (?:unexpected end of data|unterminated))",
        ],
        needs: Need::IncompleteAnswer,
        text: "A request was answered with {status} and a body that is empty or breaks off, which was then parsed as JSON. Do not call `json()` on an answer without content (204, DELETE), and look in the server for what cut it.",
        must_match: &[],
        must_not_match: &[says("SyntaxError: Unexpected end of JSON input")],
    },
    CauseRule {
        id: "policy-refused-request",
        messages: NETWORK_FAILURE,
        needs: Need::RefusedRequest,
        text: "The page's Content Security Policy refused the request before it was sent. Add its origin to `connect-src`.",
        must_match: &[],
        must_not_match: &[
            says("TypeError: Failed to fetch"),
            after("TypeError: Failed to fetch", "http://api.test/", 0, 5),
        ],
    },
    CauseRule {
        id: "cors-suspected",
        messages: NETWORK_FAILURE,
        needs: Need::UnansweredForeignRequest,
        text: "A request to another origin brought no answer the page may read. Likely that server does not allow this page's origin (CORS), or it cannot be reached; the two look alike from within a page.",
        must_match: &[
            after("TypeError: Failed to fetch", "http://api.example.com/users", 0, 12),
            after(
                "TypeError: NetworkError when attempting to fetch resource.",
                "http://localhost:4000/users",
                0,
                0,
            ),
            after("TypeError: Load failed", "https://localhost:3000/users", 0, 5),
            after("AxiosError: Network Error", "http://127.0.0.1:3000/users", 0, 5),
        ],
        must_not_match: &[
            says("TypeError: Failed to fetch"),
            after("TypeError: Failed to fetch", "/users", 0, 12),
            after("TypeError: Failed to fetch", "http://localhost:3000/users", 0, 12),
            after("TypeError: Failed to fetch", "http://api.example.com/users", 0, 2_000),
            after("TypeError: Failed to fetch", "http://api.example.com/users", 500, 12),
        ],
    },
    CauseRule {
        id: "own-server-unreachable",
        messages: NETWORK_FAILURE,
        needs: Need::UnansweredOwnRequest,
        text: "A request to the page's own origin got no answer at all, so CORS is not the reason: the server was stopped, restarted or crashed while answering, the network was lost, or something in the browser blocked the request.",
        must_match: &[
            after("TypeError: Failed to fetch", "/users", 0, 12),
            after("AxiosError: Network Error", "http://localhost:3000/users", 0, 5),
        ],
        must_not_match: &[
            says("TypeError: Failed to fetch"),
            after("TypeError: Failed to fetch", "/users", 200, 12),
            after("TypeError: Failed to fetch", "/users", 0, 4_000),
        ],
    },
    CauseRule {
        id: "status-in-message",
        messages: &[r"\b[45]\d\d\b"],
        needs: Need::StatusInMessage,
        text: "The error is about a request that was answered with {status}: the message names the same status. Look at the answer's body for the reason.",
        must_match: &[
            after("AxiosError: Request failed with status code 404", "/api/items/9", 404, 4),
            after("Error: HTTP 503", "/api/items", 503, 900),
        ],
        must_not_match: &[
            says("AxiosError: Request failed with status code 404"),
            after("Error: HTTP 503", "/api/items", 404, 4),
            after("Error: HTTP 503", "/api/items", 503, 4_000),
        ],
    },
    CauseRule {
        id: "server-said-so",
        messages: &[r"\S"],
        needs: Need::MessageInAnswer,
        text: "The text of the error stands in the answer of a request that ended with {status}: the server wrote it. Look there for the reason.",
        must_match: &[],
        must_not_match: &[says("Error: stock service is down")],
    },
    CauseRule {
        id: "older-answer-in-state",
        messages: &[r"\S"],
        needs: Need::OlderAnswerInState,
        text: "Two requests of one endpoint were answered in reverse order, and the state holds what the older one brought. Give up the older request when a newer one is sent, or ignore its answer.",
        must_match: &[],
        must_not_match: &[says("Error: no result")],
    },
    CauseRule {
        id: "undefined-after-failed-request",
        messages: &[
            r"^(?:Uncaught )?(?:\(in promise\) )?(?:TypeError: )?Cannot (?:read|set) propert(?:y|ies) .{0,120}\b(?:undefined|null)\b",
            r"^(?:Uncaught )?(?:\(in promise\) )?(?:TypeError: )?Cannot destructure property .{0,120} as it is (?:undefined|null)",
            r"^(?:Uncaught )?(?:\(in promise\) )?(?:TypeError: )?can't access property .{0,120} is (?:undefined|null)",
            r"^(?:Uncaught )?(?:\(in promise\) )?(?:TypeError: )?(?:undefined|null) is not an object \(evaluating",
            r"^(?:Uncaught )?(?:\(in promise\) )?(?:TypeError: )?\S{1,100} is not iterable",
            r"^(?:Uncaught )?(?:\(in promise\) )?(?:TypeError: )?\S{1,100}\.(?:map|forEach|filter|reduce|find|some|every|slice) is not a function",
        ],
        needs: Need::LinkedFailedRequest,
        text: "A request ended with {status} before, and the code then used a value that is tied to it and is not there: probably its answer was used without looking at its status.",
        must_match: &[
            after("TypeError: Cannot read properties of undefined (reading 'login')", "/api/login", 401, 120),
            after(
                "TypeError: undefined is not an object (evaluating 'orders.first.id')",
                "/api/orders",
                404,
                0,
            ),
            after("TypeError: items.cart.map is not a function", "/api/cart", 500, 10),
        ],
        must_not_match: &[
            says("TypeError: Cannot read properties of undefined (reading 'login')"),
            after("TypeError: Cannot read properties of undefined (reading 'login')", "/api/login", 200, 120),
            after("TypeError: Cannot read properties of undefined (reading 'user')", "/api/metrics", 500, 20),
            after(
                "TypeError: Cannot read properties of undefined (reading 'login')",
                "/api/login",
                401,
                60_000,
            ),
            after("TypeError: Cannot read properties of undefined (reading 'login')", "/api/login", 401, -5),
            after("ReferenceError: login is not defined", "/api/login", 401, 120),
        ],
    },
];

/// How browsers and clients say that no answer came.
const NETWORK_FAILURE: &[&str] = &[
    r"Failed to fetch$",
    r"Failed to fetch \(",
    r"NetworkError when attempting to fetch resource",
    r"Load failed$",
    r"\bNetwork Error$",
];
