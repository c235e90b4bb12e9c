//! Elements, in Cypress' words. It knows CSS and text; roles and labels are put in those terms, containers become the first
//! links of a chain.

use gasoline_wire::{FrameStep, Locator, LocatorStrategy};

use crate::address::Parts;
use crate::codegen::js;
use crate::codegen::script::Target;
use crate::codegen::selectors::{self, Css};
use crate::codegen::syntax::{Chain, Expression, code, object, string};

/// Roles that get their names from what they contain.
const NAMED_BY_CONTENT: [&str; 9] =
    ["button", "link", "heading", "option", "listitem", "row", "cell", "tab", "menuitem"];

/// The element, from the start of a command.
pub(super) fn element(target: &Target) -> Chain<'_> {
    let inside = target.frames.iter().fold(None, |outer, frame| Some(body_of(outer, frame)));
    match (tried(inside.clone(), target), untried(target), target.ways.first()) {
        (Some(chain), _, _) => chain,
        (None, Some(css), _) => by_css(inside, css, target.in_shadow),
        (None, None, Some(way)) => beside_label(inside, way),
        (None, None, None) => start(inside, [string("body")]),
    }
}

/// By what an element is looked for, if none of the ways that were tried can be said. An id was seen to be the only one.
pub(super) fn guessed(target: &Target) -> Option<String> {
    let has_id = target.untried.iter().any(|way| way.by == LocatorStrategy::Id);
    match (tried(None, target), untried(target)) {
        (Some(_), _) => None,
        (None, Some(_)) if has_id => None,
        (None, Some(css)) => Some(format!("path {}", css.selector)),
        (None, None) => Some("field beside its label".to_owned()),
    }
}

fn tried<'t>(inside: Option<Chain<'t>>, target: &'t Target) -> Option<Chain<'t>> {
    let label = target.aria_label.as_deref();
    target.ways.iter().find_map(|way| find(inside.clone(), way, label, target.in_shadow))
}

fn untried(target: &Target) -> Option<Css> {
    target.untried.iter().find_map(selectors::css)
}

/// What a frame shows, once it shows something.
fn body_of<'t>(outer: Option<Chain<'t>>, frame: &'t FrameStep) -> Chain<'t> {
    let found = frame.locators.iter().find_map(|way| find(outer.clone(), way, None, false));
    let found = found.unwrap_or_else(|| {
        let selector = match &frame.name {
            Some(name) => format!("iframe[name={}]", js::attribute_value(name)),
            None => format!("iframe[src*={}]", js::attribute_value(Parts::of(&frame.url).path)),
        };
        start(outer, [string(selector)])
    });
    found
        .call("its", [string("0.contentDocument.body")])
        .call("should", [string("not.be.empty")])
        .call("then", [code("cy.wrap")])
}

/// One way, container first; none if there are no words for it. `label` is the `aria-label` of what is looked for.
fn find<'t>(
    inside: Option<Chain<'t>>,
    way: &'t Locator,
    label: Option<&'t str>,
    in_shadow: bool,
) -> Option<Chain<'t>> {
    if let Some(css) = selectors::css(way) {
        return Some(by_css(inside, css, in_shadow));
    }
    let inside = match &way.within {
        Some(container) => Some(find(inside, container, None, in_shadow)?),
        None => inside,
    };
    let is_said = |label: &&str| label.to_lowercase().contains(&way.value.to_lowercase());
    let is_name = matches!(way.by, LocatorStrategy::Role | LocatorStrategy::Label) && !way.value.is_empty();
    let own = match label.filter(|_| is_name).filter(is_said) {
        Some(label) => Some(format!("[aria-label={}]", js::attribute_value(label))),
        None => selectors::own_css(way).or_else(|| nameless(way)),
    };
    match own {
        Some(selector) => {
            let css = Css { selector, text: way.has_text.clone(), nth: way.nth };
            Some(by_css(inside, css, in_shadow))
        }
        None => by_words(inside, way, in_shadow),
    }
}

/// Everything of a role.
fn nameless(way: &Locator) -> Option<String> {
    let role = way.role.as_deref().filter(|_| way.by == LocatorStrategy::Role && way.value.is_empty())?;
    NAMED_BY_CONTENT.contains(&role).then(|| selectors::with_role(role))
}

/// `cy.get` at the top, `find` inside of something.
fn start<'t>(inside: Option<Chain<'t>>, arguments: impl IntoIterator<Item = Expression<'t>>) -> Chain<'t> {
    match inside {
        Some(outer) => outer.call("find", arguments),
        None => Chain::of("cy").call("get", arguments),
    }
}

/// The first that contains something.
fn contains<'t>(
    inside: Option<Chain<'t>>,
    arguments: impl IntoIterator<Item = Expression<'t>>,
    in_shadow: bool,
) -> Chain<'t> {
    let arguments = arguments.into_iter().chain(shadow(in_shadow));
    inside.unwrap_or_else(|| Chain::of("cy")).call("contains", arguments)
}

fn shadow<'t>(in_shadow: bool) -> Option<Expression<'t>> {
    in_shadow.then(|| object([("includeShadowDom", code("true"))]))
}

fn by_css<'t>(inside: Option<Chain<'t>>, css: Css, in_shadow: bool) -> Chain<'t> {
    let Css { selector, text, nth } = css;
    match (text, nth) {
        (Some(text), None | Some(0)) => contains(inside, [string(selector), string(text)], in_shadow),
        (text, nth) => {
            let all = start(inside, [string(selector)].into_iter().chain(shadow(in_shadow)));
            let with_text = match text {
                Some(text) => {
                    let pseudo = format!(":contains({})", js::attribute_value(&text));
                    all.call("filter", [string(pseudo)])
                }
                None => all,
            };
            match nth {
                Some(nth) => with_text.call("eq", [code(nth.to_string())]),
                None => with_text,
            }
        }
    }
}

/// By its own text. Of several that contain it only the first is found, and no further text can be asked for.
fn by_words<'t>(inside: Option<Chain<'t>>, way: &'t Locator, in_shadow: bool) -> Option<Chain<'t>> {
    if way.nth.is_some_and(|nth| nth > 0) || way.has_text.is_some() {
        return None;
    }
    let role = way.role.as_deref().unwrap_or_default();
    let elements = match way.by {
        LocatorStrategy::Text => None,
        LocatorStrategy::Role if NAMED_BY_CONTENT.contains(&role) && !way.value.is_empty() => {
            Some(string(selectors::with_role(role)))
        }
        _ => return None,
    };
    Some(contains(inside, elements.into_iter().chain([words(way)]), in_shadow))
}

/// A part of a text, or all of it. Cypress reads runs of whitespace as one space; the name of a row has spaces between its
/// cells, its text need not.
fn words(way: &Locator) -> Expression<'_> {
    let is_row = way.role.as_deref() == Some("row");
    let is_exact = way.exact == Some(true);
    if !is_exact && !is_row {
        return string(&way.value);
    }
    let words: Vec<String> = way.value.split_whitespace().map(js::pattern).collect();
    let text = words.join(if is_row { "\\s*" } else { " " });
    Expression::Pattern(if is_exact { format!("^\\s*{text}\\s*$") } else { text })
}

fn beside_label<'t>(inside: Option<Chain<'t>>, way: &'t Locator) -> Chain<'t> {
    contains(inside, [string("label"), string(&way.value)], false)
        .call("parent", [])
        .call("find", [string("input, textarea, select")])
        .call("first", [])
}
