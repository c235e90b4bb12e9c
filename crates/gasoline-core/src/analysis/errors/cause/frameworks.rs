//! Causes that lie in how an app and its framework are built.

use super::rules::{CauseRule, Need, says, within};

/// The more particular first.
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
        id: "invalid-hook-call",
        messages: &[r"\bInvalid hook call\b", r"Minified React error #321\b"],
        needs: Need::Nothing,
        text: "A hook was called where React does not render: outside of a component's body, or with a second copy of React on the page. Check that only one version of React is bundled, and that the hook is called at the top of a component.",
        must_match: &[
            says(
                "Error: Invalid hook call. Hooks can only be called inside of the body of a function component.",
            ),
            says("Minified React error #321; visit https://react.dev/errors/321"),
        ],
        must_not_match: &[says("Webhook call is invalid"), says("Minified React error #32; visit")],
    },
    CauseRule {
        id: "wrong-element-type",
        messages: &[r"Element type is invalid: expected a string", r"Minified React error #130\b"],
        needs: Need::Nothing,
        text: "Something that is no component was rendered, usually because of a mix-up of default and named import, a forgotten export, or an import cycle in which the module is not ready yet.",
        must_match: &[says(
            "Error: Element type is invalid: expected a string (for built-in components) or a class/function but got: undefined.",
        )],
        must_not_match: &[says("Element type is invalid")],
    },
    CauseRule {
        id: "object-as-child",
        messages: &[r"Objects are not valid as a React child", r"Minified React error #31\b"],
        needs: Need::Nothing,
        text: "An object was rendered as if it were text. Render one of its members, or turn a list into elements; a promise has to be awaited first.",
        must_match: &[says("Error: Objects are not valid as a React child (found: object with keys {id})")],
        must_not_match: &[says("Objects are not valid"), says("Minified React error #310; visit")],
    },
    CauseRule {
        id: "foreign-change-of-dom",
        messages: &[
            r"Failed to execute '(?:removeChild|insertBefore)' on 'Node': The node (?:to be removed|before which the new node is to be inserted) is not a child of this node",
            r"NotFoundError: (?:The object can not be found here|Node\.(?:removeChild|insertBefore))",
        ],
        needs: Need::Nothing,
        text: "Somebody else moved or removed an element that the framework manages: a translation by the browser, an extension, or code that sets `innerHTML` or moves nodes inside of a component.",
        must_match: &[says(
            "NotFoundError: Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
        )],
        must_not_match: &[
            says("NotFoundError: order 17 is not a child of this node"),
            says("removeChild failed"),
        ],
    },
    CauseRule {
        id: "use-before-initialization",
        messages: &[
            r"^(?:Uncaught )?ReferenceError: Cannot access '[^']{1,100}' before initialization",
            r"^(?:Uncaught )?ReferenceError: can't access lexical declaration '[^']{1,100}' before initialization",
        ],
        needs: Need::Nothing,
        text: "A `let`, `const` or class was used before the line that declares it had run: either it stands further down, or two modules import each other and this one is not done yet.",
        must_match: &[says("ReferenceError: Cannot access 'store' before initialization")],
        must_not_match: &[says("Error: Cannot access the store before initialization")],
    },
    CauseRule {
        id: "missing-export",
        messages: &[r"^(?:Uncaught )?SyntaxError: .{0,200}does not provide an export named"],
        needs: Need::Nothing,
        text: "A module was imported by a name that it does not export: a mix-up of default and named export, a type imported as a value, or a dependency whose pre-built copy is of another version.",
        must_match: &[says(
            "SyntaxError: The requested module '/src/a.js' does not provide an export named 'b'",
        )],
        must_not_match: &[says("Error: the form does not provide an export named 'CSV'")],
    },
    CauseRule {
        id: "unresolved-module",
        messages: &[
            r"^(?:Uncaught )?TypeError: Failed to resolve module specifier",
            r"^(?:Uncaught )?TypeError: The specifier .{1,200} was a bare specifier",
        ],
        needs: Need::Nothing,
        text: "A module was imported by a bare name, which browsers do not look up. It needs a bundler, an import map, or a path that begins with `/` or `./`.",
        must_match: &[says(
            "TypeError: Failed to resolve module specifier \"lodash\". Relative references must start with either \"/\", \"./\", or \"../\".",
        )],
        must_not_match: &[says("Error: Failed to resolve module specifier of plugin")],
    },
    CauseRule {
        id: "module-is-no-script",
        messages: &[
            r"Failed to load module script: Expected a JavaScript(?:-or-Wasm)? module script but the server responded with a MIME type",
            r"is not a valid JavaScript MIME type",
        ],
        needs: Need::Nothing,
        text: "The server answered the request for a module with something that is no script, usually its page for unknown addresses. The file is missing on the server, or the path or base address is wrong.",
        must_match: &[says(
            "Failed to load module script: Expected a JavaScript module script but the server responded with a MIME type of \"text/html\".",
        )],
        must_not_match: &[says("Expected a JavaScript developer")],
    },
    CauseRule {
        id: "endless-recursion",
        messages: &[r"^(?:Uncaught )?RangeError: Maximum call stack size exceeded", r"too much recursion"],
        needs: Need::RecursionInStack,
        text: "A function calls itself without end: the frame at the top of the stack repeats. Look at what should end the recursion, or at a value that refers to itself.",
        must_match: &[within(
            "RangeError: Maximum call stack size exceeded",
            "RangeError: Maximum call stack size exceeded\n    at walk (http://localhost:3000/a.js:1:1)\n    at walk (http://localhost:3000/a.js:1:9)\n    at walk (http://localhost:3000/a.js:1:9)",
        )],
        must_not_match: &[
            within("RangeError: Maximum call stack size exceeded", "at a (http://localhost/a.js:1:1)"),
            says("RangeError: Maximum call stack size exceeded"),
        ],
    },
];
