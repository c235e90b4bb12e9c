//! Which pages an answer speaks of: all that match, not only the rows that fit.

use std::collections::BTreeSet;

use crate::enrichment::printable;
use crate::store::Entry;

/// Enough of an address to know the page by.
const LONGEST_URL: usize = 200;

/// Distinct documents with their tabs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(BTreeSet<(String, Option<String>)>);

impl Places {
    /// Adds the place of an entry.
    pub fn add(&mut self, entry: &Entry) {
        let header = entry.header();
        let url = header.page_url.or(header.url).map_or_else(|| "an unnamed page".to_owned(), String::from);
        self.0.insert((url, header.tab.map(String::from)));
    }

    /// Adds those of others.
    pub fn extend(&mut self, others: &Self) {
        self.0.extend(others.0.iter().cloned());
    }

    /// How many rows there are, and where: `3 errors on http://localhost/ (tab 7), newest first.`
    pub(super) fn sentence(&self, how_many: &str) -> String {
        let mut places = self.0.iter();
        match (places.next(), places.next()) {
            (None, _) => format!("{how_many} newest first."),
            (Some((url, None)), None) => format!("{how_many} on {}, newest first.", shown(url)),
            (Some((url, Some(tab))), None) => {
                format!("{how_many} on {} (tab {}), newest first.", shown(url), shown(tab))
            }
            _ => format!("{how_many} from {} pages, newest first.", self.0.len()),
        }
    }

    /// The only document and tab, where the sentence names them whole: rows need not.
    pub(super) fn only(&self) -> Option<(&str, Option<&str>)> {
        let (url, tab) = self.0.first().filter(|_| self.0.len() == 1)?;
        let is_whole = |text: &str| shown(text) == text;
        let tab = tab.as_deref();
        (is_whole(url) && tab.is_none_or(is_whole)).then_some((url.as_str(), tab))
    }
}

/// The start of a page's text, without what would break a sentence.
fn shown(text: &str) -> String {
    let start: String = text.chars().take(LONGEST_URL).collect();
    let mark = if start.len() < text.len() { "…" } else { "" };
    format!("{}{mark}", printable(&start).replace(' ', "%20"))
}
