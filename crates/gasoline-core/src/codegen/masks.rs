//! What comparisons of pictures leave out, and what is said of it.

use std::collections::BTreeMap;

use super::lower::dynamic::{self, Dynamic};
use super::lower::looks::PageMasks;
use super::lower::recorded_flow::RecordedFlow;
use super::lower::words;
use super::{Masks, TestOptions, js};

/// What pictures leave out, and what the reader has to know of it.
pub(super) fn masks(recorded: &RecordedFlow<'_>, options: &TestOptions) -> (PageMasks, Option<String>) {
    match &options.mask_dynamic {
        _ if !options.assertions.visual => (PageMasks::NONE, None),
        Masks::Off => (PageMasks::NONE, None),
        Masks::Selectors(selectors) => (PageMasks::Everywhere(selectors.clone()), None),
        Masks::Changing => {
            let found = dynamic::dynamic(recorded, &options.elements);
            let warning = masked(&found);
            let mut pages: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for element in found.elements {
                pages.entry(element.path).or_default().push(element.selector);
            }
            (PageMasks::ByPath(pages), Some(warning))
        }
    }
}

/// Elements named in one warning.
const MOST_NAMED: usize = 5;

fn masked(found: &Dynamic) -> String {
    if !found.is_compared {
        return "No page was observed twice, so nothing is known to change by itself and nothing is masked: name it in mask_dynamic, as CSS selectors".to_owned();
    }
    if found.elements.is_empty() {
        return "Nothing was seen to change by itself, so nothing is masked; mask_dynamic also takes CSS selectors".to_owned();
    }
    let named = found.elements.iter().take(MOST_NAMED).map(|element| {
        let quoted = |text: &str| js::json_string(&words::shortened_line(text));
        format!("{} ({} to {})", element.selector, quoted(&element.before), quoted(&element.after))
    });
    let named: Vec<String> = named.collect();
    let more = match found.elements.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "Masked in pictures, because it changed by itself: {}{more}; mask_dynamic: false shows it",
        named.join(", ")
    )
}
