//! The table of likely causes: heuristics, written as data.
//!
//! Each rule says which messages it is about, what else must be known, and what it then says. Its samples are its tests.
//! Texts are ours alone: what a page wrote is never mixed into them, it stands beside them as what the rule rests on. The
//! first rule that applies wins, so the more particular stand first.

/// One rule.
#[derive(Debug)]
#[cfg_attr(not(test), allow(dead_code, reason = "samples are read by the tests of the table"))]
pub(super) struct CauseRule {
    /// Stable name.
    pub(super) id: &'static str,
    /// Patterns of which one must be found in the message.
    pub(super) messages: &'static [&'static str],
    /// What must be known besides.
    pub(super) needs: Need,
    /// What is said; `{status}` stands for the outcome of the request the rule rests on.
    pub(super) text: &'static str,
    pub(super) must_match: &'static [Sample],
    pub(super) must_not_match: &'static [Sample],
}

/// What a rule needs besides the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing: the message says it all.
    Nothing,
    /// A request of the page that failed shortly before.
    FailedRequest,
    /// A request to another origin, shortly before, that the page got no answer to.
    UnansweredForeignRequest,
    /// A stack that shows rendering.
    RenderingInStack,
}

/// An error with its surroundings, as a test.
#[derive(Debug)]
#[cfg_attr(not(test), allow(dead_code, reason = "read by the tests of the table"))]
pub(super) struct Sample {
    pub(super) message: &'static str,
    pub(super) stack: &'static str,
    /// Address, status and how long before the error it ended; the page is `http://localhost:3000/`.
    pub(super) request: Option<(&'static str, u16, i64)>,
}

const fn says(message: &'static str) -> Sample {
    Sample { message, stack: "", request: None }
}

const fn after(message: &'static str, url: &'static str, status: u16, before: i64) -> Sample {
    Sample { message, stack: "", request: Some((url, status, before)) }
}

const fn within(message: &'static str, stack: &'static str) -> Sample {
    Sample { message, stack, request: None }
}

/// Every rule, the more particular first.
pub(super) const RULES: &[CauseRule] = &[
    CauseRule {
        id: "chunk-load-failure",
        messages: &[
            r"\bChunkLoadError\b",
            r"Loading (?:CSS )?chunk \S+ failed",
            r"(?i)(?:failed to fetch|error loading) dynamically imported module",
            r"Importing a module script failed",
            r"Unable to preload CSS",
        ],
        needs: Need::Nothing,
        text: "A part of the application could not be loaded. Usually the page is older than what the server has now (a new build, a restarted dev server), or the file is refused; loading the page again tells which.",
        must_match: &[
            says("ChunkLoadError: Loading chunk 17 failed.\n(missing: http://localhost:3000/17.js)"),
            says("Loading CSS chunk vendors-main failed."),
            says(
                "TypeError: Failed to fetch dynamically imported module: http://localhost:3000/src/Cart.tsx",
            ),
            says("TypeError: error loading dynamically imported module: http://localhost/a.js"),
            says("TypeError: Importing a module script failed."),
        ],
        must_not_match: &[
            says("Loading chunk 17"),
            says("TypeError: Failed to fetch"),
            says("chunk failed to parse"),
        ],
    },
    CauseRule {
        id: "hydration-mismatch",
        messages: &[
            r"(?i)\bhydration failed\b",
            r"(?i)error while hydrating",
            r"(?i)\bhydrat\w+ .{0,60}\bmismatch",
            r"(?i)hydrated but .{0,80}didn't match",
            r"\bhydration_mismatch\b",
            r"(?:Text content|Prop .{0,60}) did(?: not|n't) match",
            r"Text content does not match server-rendered HTML",
            r"Minified React error #(?:418|419|421|422|423|425)\b",
        ],
        needs: Need::Nothing,
        text: "The browser rendered something else than the server sent. Look for what differs between the two: time, random values, locale, storage, `window` checks during render, or invalid nesting of elements.",
        must_match: &[
            says("Error: Hydration failed because the server rendered HTML didn't match the client."),
            says(
                "Error: There was an error while hydrating. Because the error happened outside of a Suspense boundary",
            ),
            says("Hydration completed but contains mismatches."),
            says("Hydration text content mismatch on"),
            says(
                "A tree hydrated but some attributes of the server rendered HTML didn't match the client properties.",
            ),
            says("Warning: Text content did not match. Server: \"1\" Client: \"2\""),
            says("Minified React error #418; visit https://react.dev/errors/418"),
            says("https://svelte.dev/e/hydration_mismatch"),
        ],
        must_not_match: &[
            says("Password did not match"),
            says("Minified React error #185; visit https://react.dev/errors/185"),
            says("Rehydrate the store first"),
        ],
    },
    CauseRule {
        id: "endless-render",
        messages: &[
            r"Maximum update depth exceeded",
            r"Too many re-renders",
            r"Maximum recursive updates exceeded",
            r"\beffect_update_depth_exceeded\b",
            r"Minified React error #(?:185|301)\b",
        ],
        needs: Need::Nothing,
        text: "Rendering changes state, which renders again without end. Look for state set during render, or in an effect whose dependencies are new objects or functions each time.",
        must_match: &[
            says(
                "Error: Maximum update depth exceeded. This can happen when a component calls setState inside useEffect",
            ),
            says(
                "Error: Too many re-renders. React limits the number of renders to prevent an infinite loop.",
            ),
            says("Maximum recursive updates exceeded in component <Cart>."),
            says("Error: effect_update_depth_exceeded"),
            says("Minified React error #185; visit https://react.dev/errors/185"),
        ],
        must_not_match: &[says("Maximum depth of the tree is 3"), says("Too many requests")],
    },
    CauseRule {
        id: "render-loop-exhausts-memory",
        messages: &[
            r"(?i)\bout of memory\b",
            r"(?i)allocation failed",
            r"Maximum call stack size exceeded",
            r"too much recursion",
            r"Invalid (?:array|string) length",
        ],
        needs: Need::RenderingInStack,
        text: "Memory or stack ran out while rendering: probably components render each other, or themselves, without end, or a list grows with every render.",
        must_match: &[
            within(
                "RangeError: Maximum call stack size exceeded",
                "at Tree (a.js:1:1)\n    at renderWithHooks (react-dom.js:1:1)",
            ),
            within("InternalError: too much recursion", "renderComponentRoot@http://localhost/vue.js:1:1"),
            within(
                "RangeError: Array buffer allocation failed",
                "at List (a.js:1:1)\n    at beginWork (react-dom.js:2:2)",
            ),
            within("Error: out of memory", "at flushSync (svelte.js:2:2)"),
        ],
        must_not_match: &[
            within(
                "RangeError: Maximum call stack size exceeded",
                "at walk (a.js:1:1)\n    at walk (a.js:1:1)",
            ),
            within("TypeError: x is not a function", "at renderWithHooks (react-dom.js:1:1)"),
        ],
    },
    CauseRule {
        id: "csp-refusal",
        messages: &[
            r"(?i)content[- ]security[- ]policy",
            r"(?i)\bblocked by CSP\b",
            r"'unsafe-(?:eval|inline)'",
            r"Refused to (?:evaluate a string as JavaScript|execute inline|apply inline)",
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
        must_not_match: &[says("Your policy is not valid"), says("Refused to give up")],
    },
    CauseRule {
        id: "cors-refusal",
        messages: &[r"blocked by CORS policy", r"Cross-Origin Request Blocked", r"Access-Control-Allow-\w+"],
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
        must_not_match: &[says("CORS helper started"), says("TypeError: Failed to fetch")],
    },
    CauseRule {
        id: "cors-suspected",
        messages: &[
            r"Failed to fetch$",
            r"Failed to fetch \(",
            r"NetworkError when attempting to fetch resource",
            r"Load failed$",
            r"\bNetwork Error$",
        ],
        needs: Need::UnansweredForeignRequest,
        text: "A request to another origin brought no answer the page may read. Either that server does not allow this page's origin (CORS), or it cannot be reached; the two look alike from within a page.",
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
            after("TypeError: Failed to fetch", "http://api.example.com/users", 500, 12),
            after("TypeError: Failed to fetch", "http://api.example.com/users", 0, 60_000),
            after("TypeError: x is not a function", "http://api.example.com/users", 0, 12),
        ],
    },
    CauseRule {
        id: "undefined-after-failed-request",
        messages: &[
            r"Cannot (?:read|set) propert(?:y|ies) .{0,120}\b(?:undefined|null)\b",
            r"Cannot destructure property .{0,120} as it is (?:undefined|null)",
            r"can't access property .{0,120} is (?:undefined|null)",
            r"(?:undefined|null) is not an object \(evaluating",
            r"(?:undefined|null) is not iterable",
            r"\.(?:map|forEach|filter|reduce|find|some|every|slice|length) is not a function",
        ],
        needs: Need::FailedRequest,
        text: "A request ended with {status} shortly before, and the code then used a value that is not there: probably its answer was used without looking at its status.",
        must_match: &[
            after("TypeError: Cannot read properties of undefined (reading 'user')", "/api/login", 401, 120),
            after("Cannot read properties of null (reading 'id')", "http://api.example.com/x", 0, 1),
            after(
                "TypeError: can't access property \"user\", result.data is undefined",
                "/api/login",
                500,
                4_999,
            ),
            after(
                "TypeError: undefined is not an object (evaluating 'result.data.user')",
                "/api/login",
                404,
                0,
            ),
            after("TypeError: data.map is not a function", "/api/items", 500, 10),
            after(
                "TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))",
                "/a",
                500,
                10,
            ),
        ],
        must_not_match: &[
            says("TypeError: Cannot read properties of undefined (reading 'user')"),
            after("TypeError: Cannot read properties of undefined (reading 'user')", "/api/login", 200, 120),
            after(
                "TypeError: Cannot read properties of undefined (reading 'user')",
                "/api/login",
                401,
                60_000,
            ),
            after("TypeError: Cannot read properties of undefined (reading 'user')", "/api/login", 401, -5),
            after("ReferenceError: foo is not defined", "/api/login", 401, 120),
        ],
    },
];
