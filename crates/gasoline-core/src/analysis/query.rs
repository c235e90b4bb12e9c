//! The filters every list shares: time, address, tab, position.

use gasoline_wire::Timestamp;

use crate::address::Site;
use crate::store::Entry;

/// Which entries a list is about, newest first, and from where on.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Most rows.
    pub limit: usize,
    /// Only entries at or after this corrected browser time.
    pub since: Option<Timestamp>,
    /// Only entries that arrived before this one: continues a list that was cut.
    pub before_seq: Option<u64>,
    /// The time of the entry of `before_seq`: continues a list in order of time, where arrival decides only between
    /// entries of one moment. Such lists apply the cursor themselves, after everything else.
    pub before_time: Option<Timestamp>,
    /// For lists whose rows depend on several entries: the newest arrival that the first page looked at.
    pub as_of: Option<u64>,
    /// The cursor stands among the rows that a filter was not meant for.
    pub in_rest: bool,
    /// Only entries whose request, socket or document address contains this.
    pub url_filter: Option<String>,
    /// Only entries of this tab.
    pub tab: Option<String>,
    /// Only entries of documents of this app.
    pub site: Option<Site>,
}

impl Query {
    /// Whether an entry passes every filter.
    pub fn matches(&self, entry: &Entry) -> bool {
        self.before_seq.is_none_or(|before| entry.seq < before) && self.admits(entry)
    }

    /// Whether an entry's own address contains the filter's text, not only that of its page: it is what was asked for.
    pub fn is_meant_for(&self, entry: &Entry) -> bool {
        let part = self.url_filter.as_deref();
        part.is_none_or(|part| entry.header().url.is_some_and(|url| url.contains(part)))
    }

    /// Whether an entry passes every filter but the cursor.
    pub fn admits(&self, entry: &Entry) -> bool {
        self.since.is_none_or(|since| entry.time >= since)
            && self.url_filter.as_deref().is_none_or(|part| entry.url_contains(part))
            && self.tab.as_deref().is_none_or(|tab| entry.header().tab.as_deref() == Some(tab))
            && self.site.as_ref().is_none_or(|site| is_of(entry, site))
    }
}

/// Whether an entry is of a document of `site`. An entry that names no document may be.
fn is_of(entry: &Entry, site: &Site) -> bool {
    let header = entry.header();
    header.page_url.or(header.url).is_none_or(|document| site.includes(&document))
}
