//! Ways to elements in the notation of Chrome's Recorder.
//!
//! A selector is a chain of parts, each of which looks inside what the part before it found. Parts are CSS, or say by
//! their prefix what else they are. A text that narrows becomes a part that asks for the found element itself.

use gasoline_wire::{Locator, LocatorStrategy};

use super::script::Target;
use super::{js, selectors};

/// The chains that lead to an element, best first; none if the notation has no words for it.
///
/// The runner takes whichever is found first, not the first of them: what was never tried must not compete.
pub(super) fn chains(target: &Target) -> Vec<Vec<String>> {
    let tried = all(&target.ways, target);
    // Of two that nobody tried the better one is not left to compete either.
    if tried.is_empty() { all(target.untried.get(..1).unwrap_or_default(), target) } else { tried }
}

/// Whether one of the ways that were tried when they were recorded can be said, or an id, which was the only one then.
pub(super) fn is_tried(target: &Target) -> bool {
    let has_id = target.untried.iter().any(|way| way.by == LocatorStrategy::Id);
    has_id || !all(&target.ways, target).is_empty()
}

fn all(ways: &[Locator], target: &Target) -> Vec<Vec<String>> {
    let mut chains = Vec::new();
    for way in ways {
        let chain =
            if target.in_shadow { through_shadow(way, target) } else { chain(way, target.spoken.as_deref()) };
        chains.extend(chain.filter(|chain| !chains.contains(chain)));
    }
    chains
}

/// Inside shadow roots only what needs no second part is found.
fn through_shadow(way: &Locator, target: &Target) -> Option<Vec<String>> {
    if let Some(css) = plain_css(way) {
        return Some(vec![format!("pierce/{css}")]);
    }
    // XPath does not look into shadow roots.
    let is_whole_text = way.by == LocatorStrategy::Text && way.exact == Some(true);
    let is_plain = way.within.is_none() && way.has_text.is_none() && way.nth.is_none() && !is_whole_text;
    is_plain.then(|| spoken(way, target.spoken.as_deref())).flatten().map(|part| vec![part])
}

/// Places among several cannot be said.
fn chain(way: &Locator, name: Option<&str>) -> Option<Vec<String>> {
    if let Some(css) = plain_css(way) {
        return Some(vec![css]);
    }
    if way.nth.is_some() {
        return None;
    }
    let mut parts = match &way.within {
        Some(container) => chain(container, None)?,
        None => Vec::new(),
    };
    let own = selectors::own_css(way).map(|css| if parts.is_empty() { css } else { inside(&css) });
    parts.push(own.or_else(|| spoken(way, name))?);
    parts.extend(way.has_text.as_deref().map(self_with));
    Some(parts)
}

/// One selector for the whole way, container included.
fn plain_css(way: &Locator) -> Option<String> {
    selectors::css(way).filter(|css| css.text.is_none() && css.nth.is_none()).map(|css| css.selector)
}

/// CSS after another part looks inside only if it begins with the name of an element; otherwise it asks for more of the
/// same element.
fn inside(css: &str) -> String {
    let names_an_element = css.starts_with(|first: char| first.is_alphanumeric() || first == '*');
    if names_an_element { css.to_owned() } else { format!("*{css}") }
}

/// By what is read out. Names must be whole here, texts need not.
fn spoken(way: &Locator, name: Option<&str>) -> Option<String> {
    let part_of_name = |name: &&str| name.to_lowercase().contains(&way.value.to_lowercase());
    let whole = name.filter(part_of_name).filter(|_| !way.value.is_empty()).unwrap_or(&way.value);
    match way.by {
        LocatorStrategy::Role => {
            let role = js::attribute_value(way.role.as_deref().unwrap_or_default());
            Some(format!("aria/{}[role={role}]", escaped(whole)))
        }
        LocatorStrategy::Label => Some(format!("aria/{}", escaped(whole))),
        LocatorStrategy::Text if way.exact == Some(true) => Some(with_whole_text(&way.value)),
        LocatorStrategy::Text => Some(by_text(&way.value)),
        _ => None,
    }
}

/// The innermost element with a text.
pub(super) fn by_text(text: &str) -> String {
    format!("text/{}", escaped(text))
}

/// The innermost element whose whole text this is. The title of the document is none.
fn with_whole_text(text: &str) -> String {
    let says = format!("normalize-space(.) = {}", xpath_text(text));
    escaped(&format!("xpath/.//*[{says}][not(*[{says}])][not(ancestor::head)]"))
}

/// What was found, if it contains a text.
fn self_with(text: &str) -> String {
    escaped(&format!("xpath/self::*[contains(normalize-space(.), {})]", xpath_text(text)))
}

/// XPath knows no escapes: a text with both kinds of quotes has to be put together.
fn xpath_text(text: &str) -> String {
    if !text.contains('"') {
        return format!("\"{text}\"");
    }
    if !text.contains('\'') {
        return format!("'{text}'");
    }
    let parts: Vec<_> = text.split('"').map(|part| format!("\"{part}\"")).collect();
    format!("concat({})", parts.join(", '\"', "))
}

/// The runner escapes quotes and parentheses itself, but not what it escapes them with.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_any_quotes_are_xpath() {
        let cases = [
            ("plain", "\"plain\""),
            ("say \"hi\"", "'say \"hi\"'"),
            ("it's", "\"it's\""),
            ("it's \"x\"", "concat(\"it's \", '\"', \"x\", '\"', \"\")"),
        ];
        for (text, expected) in cases {
            assert_eq!(xpath_text(text), expected);
        }
    }

    #[test]
    fn css_inside_of_something_begins_with_an_element() {
        for (css, expected) in
            [("[a]", "*[a]"), (".b", "*.b"), ("#c", "*#c"), ("td > a", "td > a"), ("*", "*")]
        {
            assert_eq!(inside(css), expected);
        }
    }
}
