//! Locators as CSS, for targets that know no other way.

use gasoline_wire::{Locator, LocatorStrategy};

use super::js;

/// A way to an element by CSS, and what narrows it further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Css {
    /// The selector, container included.
    pub(super) selector: String,
    /// Text the element contains.
    pub(super) text: Option<String>,
    /// Its place among those that match.
    pub(super) nth: Option<u32>,
}

/// A way by CSS; none for ways by what is spoken.
pub(super) fn css(way: &Locator) -> Option<Css> {
    let own = own_css(way)?;
    let selector = match &way.within {
        None => own,
        Some(container) => {
            let container = css(container).filter(|css| css.text.is_none() && css.nth.is_none())?;
            format!("{} {own}", container.selector)
        }
    };
    Some(Css { selector, text: way.has_text.clone(), nth: way.nth })
}

/// The element's own part of a way by CSS, wherever it is looked for.
pub(super) fn own_css(way: &Locator) -> Option<String> {
    Some(match way.by {
        LocatorStrategy::TestId => attribute(way.attribute.as_deref().unwrap_or("data-testid"), &way.value),
        LocatorStrategy::Placeholder if way.exact == Some(true) => attribute("placeholder", &way.value),
        LocatorStrategy::Placeholder => attribute_part("placeholder", &way.value),
        LocatorStrategy::AltText if way.exact == Some(true) => attribute("alt", &way.value),
        LocatorStrategy::AltText => attribute_part("alt", &way.value),
        LocatorStrategy::Title if way.exact == Some(true) => attribute("title", &way.value),
        LocatorStrategy::Title => attribute_part("title", &way.value),
        LocatorStrategy::Id => js::id_selector(&way.value),
        LocatorStrategy::Css => way.value.clone(),
        LocatorStrategy::Role | LocatorStrategy::Label | LocatorStrategy::Text => return None,
    })
}

fn attribute(name: &str, value: &str) -> String {
    format!("[{name}={}]", js::attribute_value(value))
}

/// A part of the value, in any case.
fn attribute_part(name: &str, value: &str) -> String {
    format!("[{name}*={} i]", js::attribute_value(value))
}

/// Elements that have a role, by what HTML gives it to.
pub(super) fn with_role(role: &str) -> String {
    let native = match role {
        "button" => "button, input[type=\"submit\"], input[type=\"button\"]",
        "link" => "a",
        "heading" => "h1, h2, h3, h4, h5, h6",
        "checkbox" => "input[type=\"checkbox\"]",
        "radio" => "input[type=\"radio\"]",
        "option" => "option",
        "listitem" => "li",
        "row" => "tr",
        "cell" => "td",
        _ => return format!("[role={}]", js::attribute_value(role)),
    };
    format!("{native}, [role={}]", js::attribute_value(role))
}
