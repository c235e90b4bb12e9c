//! Causes that lie in what browsers allow.

use super::rules::{CauseRule, Need, says, within};

/// The more particular first.
pub(super) const RULES: &[CauseRule] = &[
    CauseRule {
        id: "csp-refusal",
        messages: &[
            r"violates the following (?:Content[- ]Security[- ]Policy directive|directive of the document's Content Security Policy)",
            r"(?i)\bblocked by CSP\b",
            r"because 'unsafe-(?:eval|inline)' is not an allowed source",
            r"^(?:Uncaught )?EvalError: Refused to evaluate a string as JavaScript",
        ],
        needs: Need::Nothing,
        text: "The page's Content Security Policy forbids what the code tried. Allow the source in the directive named by the message, or do without `eval`, inline scripts and inline styles.",
        must_match: &[
            says(
                "EvalError: Refused to evaluate a string as JavaScript because 'unsafe-eval' is not an allowed source of script",
            ),
            says("EvalError: call to eval() blocked by CSP"),
            says(
                "Refused to connect to 'http://api/' because it violates the following Content Security Policy directive",
            ),
            says(
                "Evaluating a string as JavaScript violates the following Content-Security-Policy directive",
            ),
        ],
        must_not_match: &[
            says("Your policy is not valid"),
            says("Content Security Policy loaded"),
            says("Please read our content security policy"),
        ],
    },
    CauseRule {
        id: "cors-refusal",
        messages: &[
            r"has been blocked by CORS policy",
            r"^Cross-Origin Request Blocked: ",
            r"is not allowed by Access-Control-Allow-\w+",
        ],
        needs: Need::Nothing,
        text: "The server did not allow this page's origin to read its answer (CORS). The answering server must send `Access-Control-Allow-Origin` for this origin, on errors and preflights too, or the request must go through a proxy of the page's own origin.",
        must_match: &[
            says(
                "Access to fetch at 'http://api/' from origin 'http://localhost:3000' has been blocked by CORS policy",
            ),
            says(
                "Cross-Origin Request Blocked: The Same Origin Policy disallows reading the remote resource",
            ),
            says("Origin http://localhost is not allowed by Access-Control-Allow-Origin."),
        ],
        must_not_match: &[
            says("CORS helper started"),
            says("TypeError: Failed to fetch"),
            says("set Access-Control-Allow-Origin first"),
        ],
    },
    CauseRule {
        id: "hidden-script-error",
        messages: &[r"^Script error\.?$"],
        needs: Need::NoStack,
        text: "A script of another origin threw, and the browser hides what. Load that script with the attribute `crossorigin=\"anonymous\"` from a server that sends `Access-Control-Allow-Origin`, and message and stack are shown.",
        must_match: &[says("Script error."), says("Script error")],
        must_not_match: &[
            says("Error: Script error."),
            within("Script error.", "Error: Script error.\n    at f (http://localhost/a.js:1:1)"),
        ],
    },
    CauseRule {
        id: "storage-full",
        messages: &[
            r"\bQuotaExceededError\b",
            r"Failed to execute 'setItem' on 'Storage': Setting the value of .{1,200} exceeded the quota",
            r"NS_ERROR_DOM_QUOTA_REACHED",
        ],
        needs: Need::Nothing,
        text: "The storage of this origin is full (localStorage holds about 5 MB). Find what grows without end, remove old entries, or keep large data in IndexedDB; in a private window the limit may be lower.",
        must_match: &[
            says(
                "QuotaExceededError: Failed to execute 'setItem' on 'Storage': Setting the value of 'cart' exceeded the quota.",
            ),
            says("QuotaExceededError: The quota has been exceeded."),
        ],
        must_not_match: &[says("Error: Your quota is exceeded"), says("429 quota exceeded")],
    },
    CauseRule {
        id: "storage-denied",
        messages: &[
            r"^(?:Uncaught )?SecurityError: Failed to read the '(?:localStorage|sessionStorage|indexedDB|cookie)' property from '\w+'",
            r"^(?:Uncaught )?SecurityError: The operation is insecure",
        ],
        needs: Need::Nothing,
        text: "The browser gives this document no storage: it runs in a sandboxed or third-party frame, or its user blocks cookies. Read storage inside of `try`, or give the frame `allow-same-origin`.",
        must_match: &[says(
            "SecurityError: Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
        )],
        must_not_match: &[says("SecurityError: access denied"), says("Error: localStorage is not ready")],
    },
    CauseRule {
        id: "needs-user-gesture",
        messages: &[
            r"^(?:Uncaught )?(?:\(in promise\) )?NotAllowedError: play\(\) failed because the user didn't interact",
            r"^(?:Uncaught )?(?:\(in promise\) )?(?:NotAllowedError|TypeError): .{0,200}(?:can only be initiated by a user gesture|must be handling a user gesture|user activation is required|requires transient (?:user )?activation)",
        ],
        needs: Need::Nothing,
        text: "Browsers allow this only right after a click or key of the user: sound, fullscreen, clipboard, pop-ups. Call it in the handler of that event, before anything is awaited.",
        must_match: &[
            says(
                "NotAllowedError: play() failed because the user didn't interact with the document first. https://goo.gl/xX8pDD",
            ),
            says(
                "TypeError: Failed to execute 'requestFullscreen' on 'Element': API can only be initiated by a user gesture.",
            ),
        ],
        must_not_match: &[
            says("NotAllowedError: Permission denied"),
            says("Error: the user didn't interact"),
        ],
    },
    CauseRule {
        id: "request-given-up",
        messages: &[
            r"^(?:Uncaught )?(?:\(in promise\) )?AbortError: (?:The user aborted a request|signal is aborted without reason|The operation was aborted|Fetch is aborted|BodyStreamBuffer was aborted)",
        ],
        needs: Need::Nothing,
        text: "The page itself gave up a request: an `AbortController` was aborted, usually because a component was removed or a newer request replaced this one. Nothing is broken if that is expected; catch `AbortError` apart from other errors.",
        must_match: &[
            says("AbortError: The user aborted a request."),
            says("AbortError: signal is aborted without reason"),
            says("Uncaught (in promise) AbortError: The operation was aborted. "),
        ],
        must_not_match: &[says("Error: the user aborted a payment"), says("AbortError: import of 17 rows")],
    },
    CauseRule {
        id: "request-timed-out",
        messages: &[
            r"^(?:Uncaught )?(?:\(in promise\) )?TimeoutError: (?:signal timed out|The operation timed out)",
        ],
        needs: Need::Nothing,
        text: "A time limit that the page itself set (`AbortSignal.timeout`) was over before the answer came. Either the server was too slow, or the limit is too short.",
        must_match: &[says("TimeoutError: signal timed out"), says("TimeoutError: The operation timed out.")],
        must_not_match: &[
            says("TimeoutError: Waiting for selector timed out"),
            says("Error: timeout of 500ms exceeded"),
        ],
    },
    CauseRule {
        id: "body-read-twice",
        messages: &[
            r"Failed to execute '\w+' on 'Response': body stream (?:already read|is locked)",
            r"^(?:Uncaught )?TypeError: (?:body used already|Body has already been consumed|Body is disturbed or locked)",
        ],
        needs: Need::Nothing,
        text: "The body of one answer was read twice. Keep what the first `json()` or `text()` returned, or read from `response.clone()`.",
        must_match: &[says("TypeError: Failed to execute 'json' on 'Response': body stream already read")],
        must_not_match: &[says("Error: body stream already read by worker")],
    },
    CauseRule {
        id: "socket-not-open-yet",
        messages: &[
            r"Failed to execute 'send' on 'WebSocket': Still in CONNECTING state",
            r"^(?:Uncaught )?InvalidStateError: An attempt was made to use an object that is not, or is no longer, usable$",
        ],
        needs: Need::Nothing,
        text: "Something was sent over a WebSocket before it was open. Send in its `open` event, or keep messages until then.",
        must_match: &[says(
            "InvalidStateError: Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.",
        )],
        must_not_match: &[says("InvalidStateError: Still in CONNECTING state")],
    },
    CauseRule {
        id: "element-defined-twice",
        messages: &[
            r"Failed to execute 'define' on 'CustomElementRegistry': the name .{1,100} has already been used",
        ],
        needs: Need::Nothing,
        text: "A custom element was defined a second time: its script runs twice, from two bundles, two versions, or a hot reload. Look it up with `customElements.get` before defining it.",
        must_match: &[says(
            "NotSupportedError: Failed to execute 'define' on 'CustomElementRegistry': the name \"x-card\" has already been used with this registry",
        )],
        must_not_match: &[says("the name \"x-card\" has already been used")],
    },
    CauseRule {
        id: "value-cannot-be-cloned",
        messages: &[r"^(?:Uncaught )?(?:\(in promise\) )?DataCloneError: "],
        needs: Need::Nothing,
        text: "A value was handed to `postMessage`, `structuredClone`, `history.pushState` or IndexedDB that cannot be copied: a function, an element, or a reactive proxy of a framework. Hand over plain data.",
        must_match: &[says(
            "DataCloneError: Failed to execute 'postMessage' on 'Worker': () => {} could not be cloned.",
        )],
        must_not_match: &[says("Error: the repository could not be cloned")],
    },
];
