//! Rows as a model reads them, and what is said of all of them together.

use super::*;

/// A plain React app whose handler throws, as captured of a development build.
fn react_error(id: usize, message: &str) -> [Value; 2] {
    let frames: String = (0..8)
        .map(|line| format!("\n    at dispatch{line} (http://localhost:3000/app.js:1093{line}:27)"))
        .collect();
    let lines = [
        "    const result = await login(form);",
        "    onSuccess(result.data.user);",
        "  };",
        "  const submitAtOnce = () => {",
        "    change({ ...form, loading: true });",
        "    onSuccess(login(form).data.user);",
        "  };",
        "  return (",
        "    <form ref={ref}>",
        "      <button id=\"wait\" type=\"button\" onClick={submit}>",
        "        Login",
    ];
    let snippet = |file: &str, function: &str| {
        let lines: Vec<_> = (38..)
            .zip(lines)
            .map(|(line, text)| json!({ "line": line, "text": text, "isError": line == 43 }))
            .collect();
        json!({ "file": file, "line": 43, "column": 27, "function": function, "snippet": lines })
    };
    let library = "node_modules/react-dom/cjs/react-dom-client.development.js";
    let error = json!({
        "ts": NOW - 60, "type": "exception", "level": "error", "mechanism": "error", "message": message, "eventId": id, "enrichment": "pending",
        "stack": format!("{message}\n    at submitAtOnce (http://localhost:3000/app.js:17127:29){frames}"),
        "source": "app.js:17127", "filename": "http://localhost:3000/app.js", "lineno": 17127, "colno": 29,
        "url": "http://localhost:3000/login", "session": "s", "tab": "1", "page": "p",
    });
    let context = json!({
        "sourceSnippets": [
            snippet("src/shop.jsx", "submitAtOnce"), snippet(library, "executeDispatch"), snippet(library, "runWithFiberInDEV"),
        ],
        "componentAncestry": { "framework": "react", "components": [
            { "name": "App", "propKeys": ["theme"], "hasState": true, "stateKeys": ["crashed"] }, { "name": "AuthProvider", "hasState": true },
            { "name": "LoginPage", "propKeys": ["onSuccess"], "hasState": true },
            { "name": "LoginForm", "propKeys": ["initialEmail", "onSuccess"], "hasState": true, "stateKeys": ["email", "password", "loading", "error"] },
        ] },
        "missing": { "stateSnapshot": "no store found; `window.__gasoline.registerStore(name, store)` names one" },
    });
    [error, json!({ "eventId": id, "enrichment": "done", "_aiContext": context })]
}

fn react_app(messages: &[&str]) -> Posted {
    let mut posted = Posted::new();
    let page = |mut entry: Value| {
        let place = json!({ "session": "s", "tab": "1", "page": "p", "url": "http://localhost:3000/login" });
        entry.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        entry
    };
    posted.post(
        Route::EnhancedActions,
        &[
            page(json!({ "ts": NOW - 900, "type": "navigate", "toUrl": "http://localhost:3000/login" })),
            page(json!({ "ts": NOW - 70, "type": "click", "target": "button#login", "text": "Login" })),
        ],
    );
    let entries: Vec<_> =
        messages.iter().enumerate().flat_map(|(id, message)| react_error(id, message)).collect();
    posted.logs(&entries);
    posted
}

/// The answer as it is rendered while everything fits.
fn answer_for_a_model(posted: &Posted) -> Value {
    let view = posted.0.view(&Scope::Everything, &KINDS);
    let found = errors(&view, &all(), at(NOW), Form::Condensed);
    let summary = found.summary();
    let rows: Vec<_> = found.rows.shown.into_iter().map(|row| row.value).collect();
    json!({ "summary": summary, "errors": rows })
}

/// Tokens as they are estimated for a budget.
fn tokens(text: &str) -> usize {
    text.len() * 2 / 7
}

/// `rows-01`: the whole row of a plain React app, in at most 450 tokens.
#[test]
fn a_react_error_says_everything_in_few_words() {
    let posted = react_app(&["TypeError: Cannot read properties of undefined (reading 'user')"]);
    let answer = answer_for_a_model(&posted);
    assert_eq!(
        answer,
        json!({
            "summary": "1 error on http://localhost:3000/login (tab 1), newest first.",
            "errors": [{
                "ts": "2024-01-22T10:29:59.940Z", "type": "exception",
                "message": "TypeError: Cannot read properties of undefined (reading 'user')",
                "location": "src/shop.jsx:43",
                "level": "error",
                "stack": "submitAtOnce (src/shop.jsx:43:27)\n+8 more",
                "_aiContext": {
                    "summary": "TypeError in src/shop.jsx:43 — `login(form).data` is undefined when calling `onSuccess(login(form).data.user)`. Component tree: App > AuthProvider > LoginPage > LoginForm.",
                    "sourceSnippets": ["src/shop.jsx:43:27 in submitAtOnce\n 38   const result = await login(form);\n 39   onSuccess(result.data.user);\n 40 };\n 41 const submitAtOnce = () => {\n 42   change({ ...form, loading: true });\n>43   onSuccess(login(form).data.user);\n 44 };\n 45 return ("],
                    "componentAncestry": { "framework": "react", "components": "App(theme; state: crashed) > AuthProvider > LoginPage(onSuccess) > LoginForm(initialEmail, onSuccess; state: email, password, loading, error)" },
                    "missing": { "stateSnapshot": "no store found; `window.__gasoline.registerStore(name, store)` names one" },
                },
                "_actions": ["10 ms before: click button#login 'Login'", "840 ms before: navigate /login"],
            }],
        })
    );
    let text = answer.to_string();
    assert!(tokens(&text) <= 450, "{} tokens: {text}", tokens(&text));
}

/// `rows-02`: a default answer holds at least twice as many different errors as rows in the documented form.
#[test]
fn a_default_answer_holds_twice_as_many_errors() {
    let names: Vec<_> = ('a'..='z')
        .map(|letter| format!("TypeError: Cannot read properties of undefined (reading '{letter}')"))
        .collect();
    let posted = react_app(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let view = posted.0.view(&Scope::Everything, &KINDS);
    let fitting = |form| {
        let rows = errors(&view, &all(), at(NOW), form).rows.shown;
        let ends = rows.iter().scan(0, |end, row| {
            *end += tokens(&row.value.to_string()) + 1;
            Some(*end)
        });
        ends.take_while(|end| *end <= 2_000).count()
    };
    let (documented, condensed) = (fitting(Form::Documented), fitting(Form::Condensed));
    assert!(condensed >= 2 * documented && condensed >= 4, "{condensed} rows instead of {documented}");
    let shared = errors(&view, &all(), at(NOW), Form::Condensed).rows.about.shared;
    assert_eq!(Value::Object(shared), json!({ "type": "exception", "level": "error" }));
}

/// `rows-03`: causes and members of an `AggregateError` are named with their own places.
#[test]
fn causes_of_an_error_stand_in_its_row() {
    let mut posted = Posted::new();
    let stack = "Error: save failed\n    at save (http://localhost/app.js:10:3)\nCaused by: TypeError: no basket\n    at load (http://localhost/app.js:2:2)";
    posted.logs(&[thrown("a", NOW, &json!({ "message": "Error: save failed", "stack": stack }))]);
    let answer = answer_for_a_model(&posted);
    assert_eq!(
        [&answer["errors"][0]["stack"], &answer["errors"][0]["causes"]],
        [&json!("save (/app.js:10:3)"), &json!(["Caused by: TypeError: no basket at load (/app.js:2:2)"])]
    );
}

/// `summary-01`: one row of two pages does not make the other page go away.
#[test]
fn the_summary_speaks_of_all_errors_and_not_of_those_that_fit() {
    let mut posted = Posted::new();
    posted.logs(&[
        thrown("a", NOW, &json!({ "message": "a", "url": "http://localhost/one" })),
        thrown("b", NOW, &json!({ "message": "b", "url": "http://localhost/two" })),
    ]);
    let found = posted.errors(&Query { limit: 1, ..Query::default() });
    assert_eq!(found.summary(), "2 errors from 2 pages, newest first.");
    posted.logs(&[thrown("c", NOW, &json!({ "message": "a", "url": "http://localhost/three" }))]);
    let same = posted.errors(&Query { limit: 1, url_filter: Some("/t".to_owned()), ..Query::default() });
    assert_eq!(same.summary(), "2 errors from 2 pages, newest first.");
}

/// A violation of the policy right before, as capture tells of it, rules CORS out.
#[test]
fn a_request_that_the_policy_blocked_is_not_laid_to_cors() {
    let mut posted = Posted::new();
    let url = "http://api.test/users";
    posted.post(Route::NetworkBodies, &[json!({ "ts": NOW - 20, "method": "GET", "url": url, "pageUrl": "http://localhost/", "status": 0, "duration": 5, "error": "TypeError: Failed to fetch", "initiator": "load (http://localhost/app.js:3:1)" })]);
    posted.logs(&[thrown("a", NOW, &json!({ "message": "TypeError: Failed to fetch", "stack": "" }))]);
    assert_eq!(posted.rows()[0]["likely_cause"]["heuristic"], "cors-suspected");
    posted.logs(&[json!({ "type": "violation", "level": "error", "ts": NOW - 19, "message": "connect-src blocked http://api.test/users", "directive": "connect-src", "blocked": url, "url": "http://localhost/" })]);
    let row = posted.rows().into_iter().find(|row| row["type"] == "exception").unwrap();
    assert_eq!(row["likely_cause"]["heuristic"], "policy-refused-request");
}

/// A failed request among the errors says when it was sent and from where.
#[test]
fn a_failed_request_tells_when_it_was_sent_and_by_whom() {
    let mut posted = Posted::new();
    posted.logs(&[json!({ "type": "network", "level": "error", "ts": NOW, "duration": 250.4, "message": "GET /a → 500", "status": 500, "url": "http://localhost/a",
        "pageUrl": "http://localhost/", "initiator": "load (http://localhost/app.js:3:1)", "_initiator": { "file": "src/a.ts", "line": 3, "column": 1 } })]);
    let answer = answer_for_a_model(&posted);
    let row = &answer["errors"][0];
    assert_eq!(
        [&row["sent"], &row["ts"], &row["initiator"], &row["_initiator"]],
        [
            &json!("2024-01-22T10:29:59.750Z"),
            &json!("2024-01-22T10:30:00.000Z"),
            &json!("src/a.ts:3:1"),
            &Value::Null
        ]
    );
}
