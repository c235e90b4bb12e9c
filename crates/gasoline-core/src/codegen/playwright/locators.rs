//! Elements, in Playwright's words.

use gasoline_wire::{FrameStep, Locator, LocatorStrategy};

use crate::address::Parts;
use crate::codegen::js;
use crate::codegen::script::Target;
use crate::codegen::syntax::{Chain, code, object, string};

/// The element, from its page.
pub(super) fn locator<'t>(page: Chain<'t>, target: &'t Target) -> Chain<'t> {
    let inside = target.frames.iter().fold(page, frame_of);
    match target.ways.first() {
        Some(way) => find(inside, way),
        None => inside,
    }
}

fn frame_of<'t>(chain: Chain<'t>, frame: &'t FrameStep) -> Chain<'t> {
    match (frame.locators.first(), &frame.name) {
        (Some(way), _) => find(chain, way).call("contentFrame", []),
        (None, Some(name)) => {
            chain.call("frameLocator", [string(format!("iframe[name={}]", js::attribute_value(name)))])
        }
        (None, None) => {
            let path = Parts::of(&frame.url).path;
            chain.call("frameLocator", [string(format!("iframe[src*={}]", js::attribute_value(path)))])
        }
    }
}

fn find<'t>(chain: Chain<'t>, way: &'t Locator) -> Chain<'t> {
    let chain = match &way.within {
        Some(container) => find(chain, container),
        None => chain,
    };
    let chain = by_strategy(chain, way);
    let chain = match &way.has_text {
        Some(text) => chain.call("filter", [object([("hasText", string(text))])]),
        None => chain,
    };
    match way.nth {
        Some(0) => chain.call("first", []),
        Some(nth) => chain.call("nth", [code(nth.to_string())]),
        None => chain,
    }
}

fn by_strategy<'t>(chain: Chain<'t>, way: &'t Locator) -> Chain<'t> {
    let value = way.value.as_str();
    let exact = way.exact == Some(true);
    let by_text = |name: &'static str, chain: Chain<'t>| {
        let options = exact.then(|| object([("exact", code("true"))]));
        chain.call(name, [string(value)].into_iter().chain(options))
    };
    match way.by {
        LocatorStrategy::TestId => match &way.attribute {
            None => chain.call("getByTestId", [string(value)]),
            Some(attribute) if attribute == "data-testid" => chain.call("getByTestId", [string(value)]),
            Some(attribute) => {
                chain.call("locator", [string(format!("[{attribute}={}]", js::attribute_value(value)))])
            }
        },
        LocatorStrategy::Role => {
            let role = string(way.role.as_deref().unwrap_or("generic"));
            let mut options = Vec::new();
            if !value.is_empty() {
                options.push(("name", string(value)));
            }
            if exact {
                options.push(("exact", code("true")));
            }
            let options = (!options.is_empty()).then(|| object(options));
            chain.call("getByRole", [role].into_iter().chain(options))
        }
        LocatorStrategy::Label => by_text("getByLabel", chain),
        LocatorStrategy::Placeholder => by_text("getByPlaceholder", chain),
        LocatorStrategy::AltText => by_text("getByAltText", chain),
        LocatorStrategy::Title => by_text("getByTitle", chain),
        LocatorStrategy::Text => by_text("getByText", chain),
        LocatorStrategy::Id => chain.call("locator", [string(js::id_selector(value))]),
        LocatorStrategy::Css => chain.call("locator", [string(value)]),
    }
}
