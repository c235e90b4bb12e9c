//! The setup as code: a `beforeAll` that makes the calls, and a login that the page shares.

use std::borrow::Cow;

use super::Setup;
use super::call::{Body, SetupCall};
use super::items::{Fillers, NeededItems, Reason};
use crate::codegen::js;
use crate::codegen::layout::width;
use crate::codegen::lines::Lines;
use crate::codegen::syntax::{Chain, Expression, Spread, code, object, spread, string};

/// What a file with a setup needs besides.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::codegen) struct Needed {
    /// Anything at all.
    pub(in crate::codegen) calls: bool,
    /// A function that logs in.
    pub(in crate::codegen) login: bool,
}

impl Needed {
    /// What a setup needs.
    pub(in crate::codegen) fn of(setup: Option<&Setup>) -> Self {
        let setup = setup.filter(|setup| !setup.is_empty());
        Self { calls: setup.is_some(), login: setup.is_some_and(|setup| setup.login.is_some()) }
    }
}

/// Refusals stop a test where they happen, not at the first thing that is missing because of them.
pub(in crate::codegen) const ANSWER_OF: &str = r"/** What a call was answered with; a refusal ends the test here. */
async function answerOf(response: APIResponse) {
  const outcome = `${response.url()} answered ${response.status()}`;
  expect(response.ok(), outcome).toBe(true);
  return response.json().catch(() => undefined);
}
";

/// Writes the hooks, before the tests.
pub(in crate::codegen) fn write(setup: &Setup, file: &mut Lines) {
    if setup.is_empty() {
        return;
    }
    file.blank();
    if setup.login.is_some() {
        file.note("The page is logged in as the setup is", 0);
        file.raw("test.beforeEach(async ({ page }) => {\n  await logIn(page.request);\n});\n");
        file.blank();
    }
    if setup.calls.is_empty() && setup.items.is_empty() {
        return;
    }
    file.note("What the session had changed before this flow; personal data is replaced", 0);
    file.line("test.beforeAll(async ({ request }) => {");
    authorise(setup, file);
    for call in &setup.calls {
        file.blank();
        file.note(&format!("{} answered {}", call.name, call.status), 1);
        let url = short_address(&call.url, &call.url_variable(), call.method, file);
        let sent = Chain::calling("answerOf", vec![sending(call, url).awaited()]).awaited();
        if call.is_referred_to {
            file.constant(&call.variable, &sent, 1);
        } else {
            file.statement(&sent, 1);
        }
    }
    for (index, items) in setup.items.iter().enumerate() {
        file.blank();
        write_items(items, &if index == 0 { String::new() } else { (index + 1).to_string() }, file);
    }
    file.line("});");
    file.blank();
}

/// The login, as a function that hook and page share.
pub(in crate::codegen) fn write_login(setup: &Setup, file: &mut Lines) {
    let Some(login) = &setup.login else { return };
    file.blank();
    file.raw("/** Logs in as the session did. */\nasync function logIn(request: APIRequestContext) {\n");
    let url = short_address(&login.url, "url", login.method, file);
    file.constant("response", &sending(login, url).awaited(), 1);
    file.raw("  return answerOf(response);\n}\n");
}

/// Logs in, and keeps what proves it where calls sent a header.
fn authorise(setup: &Setup, file: &mut Lines) {
    let needs_header = setup.calls.iter().any(|call| call.has_auth_header)
        || setup.items.iter().any(|items| items.has_auth_header);
    let token = setup.login.as_ref().and_then(|login| login.token.as_deref()).filter(|_| needs_header);
    match (&setup.login, token) {
        (Some(_), Some(token)) => {
            file.line("  const loginAnswer = await logIn(request);");
            file.note("The header was redacted; that it is a bearer token is a guess", 1);
            file.line(&format!("  const authorization = `Bearer ${{loginAnswer.{token}}}`;"));
        }
        (Some(_), None) => file.line("  await logIn(request);"),
        (None, _) => {}
    }
    if needs_header && token.is_none() {
        let value = Expression::Otherwise(
            Box::new(code("process.env.GASOLINE_AUTHORIZATION")),
            Box::new(string(crate::codegen::script::USER_PROVIDED)),
        );
        file.constant("authorization", &value, 1);
    }
}

/// Columns that stand before an address and behind it, where it is longest.
const AROUND_ADDRESS: usize = "  const response = await request.(, {".len();

/// An address that fits on the line of its call; a longer one has a line of its own before it.
fn short_address<'u>(
    url: &'u Expression<'static>,
    variable: &str,
    method: &str,
    file: &mut Lines,
) -> Expression<'u> {
    let length = match url {
        Expression::Code(template) => width(template),
        Expression::Text(text) => width(&js::string(text)),
        _ => 0,
    };
    if length + AROUND_ADDRESS + method.len() <= 80 {
        return url.clone();
    }
    match url {
        // Prettier never breaks before a template.
        Expression::Code(template) => file.line(&format!("  const {variable} = {template};")),
        other => file.constant(variable, other, 1),
    }
    code(variable.to_owned())
}

fn sending<'c>(setup: &'c SetupCall, url: Expression<'c>) -> Chain<'c> {
    let mut options: Vec<(Cow<'c, str>, Expression<'c>)> = Vec::new();
    if setup.has_auth_header && !setup.is_login {
        options.push((Cow::Borrowed("headers"), object([("Authorization", code("authorization"))])));
    }
    match &setup.body {
        Body::None => {}
        Body::Json(value) => options.push((Cow::Borrowed("data"), value.clone())),
        Body::Form(fields) => {
            options.push((Cow::Borrowed("form"), Expression::Object(fields.clone(), Spread::Always)))
        }
        Body::Multipart(fields) => {
            options.push((Cow::Borrowed("multipart"), Expression::Object(fields.clone(), Spread::Always)));
        }
        Body::Text(text) => options.push((Cow::Borrowed("data"), string(text))),
    }
    let options = (!options.is_empty()).then_some(Expression::Object(options, Spread::Always));
    Chain::of("request").call(setup.method, [url].into_iter().chain(options))
}

/// Items of a list, written out or made of one. Further lists have numbers behind the names of their constants.
fn write_items(items: &NeededItems, number: &str, file: &mut Lines) {
    let Some(url) = &items.url else { return };
    let why = match items.reason {
        Reason::Used => "the flow uses the last of these",
        Reason::Counted => "the page showed their number",
        Reason::Guessed => "nothing captured says how many are needed: more, if the flow fails",
    };
    let cut = if items.is_cut { " at least" } else { "" };
    file.note(&format!("{} had{cut} {} items; {why}", items.name, items.captured), 1);
    let headers =
        items.has_auth_header.then(|| ("headers", object([("Authorization", code("authorization"))])));
    let options: Vec<_> = headers.into_iter().chain([("data", code("item"))]).collect();
    let url = string(url.clone());
    let url = short_address(&url, &format!("itemsUrl{number}"), "post", file);
    let options = if options.len() > 1 { spread(options) } else { object(options) };
    let send = Chain::of("request").call("post", [url, options]);
    let send = Chain::calling("answerOf", vec![send.awaited()]).awaited();
    if let Some(Fillers { count, sample, telling }) = &items.fillers {
        file.constant(&format!("sample{number}"), sample, 1);
        file.line(&format!("  for (let number = 1; number <= {count}; number += 1) {{"));
        file.line(&match telling {
            Some(field) => {
                let name = format!("`${{sample{number}.{field}}} ${{number}}`");
                format!("    const item = {{ ...sample{number}, {field}: {name} }};")
            }
            None => format!("    const item = {{ ...sample{number} }};"),
        });
        file.statement(&send, 2);
        file.line("  }");
    }
    if !items.items.is_empty() {
        file.constant(&format!("items{number}"), &Expression::List(items.items.clone()), 1);
        file.line(&format!("  for (const item of items{number}) {{"));
        file.statement(&send, 2);
        file.line("  }");
    }
}
