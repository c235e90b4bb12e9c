//! The fields of an entry that rules read, as far as they are what they should be.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use crate::address::Parts;
use crate::enrichment::printable;
use crate::shape::Json;
use crate::store::Entry;

/// Characters of a text of the page that an event repeats, as documented.
pub(super) const MOST_PREVIEW: usize = 100;
/// Characters of an address.
pub(super) const MOST_ADDRESS: usize = 300;

/// Fields as their sender wrote them. Bodies are not decoded until a rule asks.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Fields<'e> {
    #[serde(borrow, rename = "type")]
    kind: Option<Json<'e>>,
    #[serde(borrow)]
    message: Option<Json<'e>>,
    #[serde(borrow)]
    mechanism: Option<Json<'e>>,
    #[serde(borrow)]
    source: Option<Json<'e>>,
    #[serde(borrow)]
    method: Option<Json<'e>>,
    #[serde(borrow)]
    url: Option<Json<'e>>,
    #[serde(borrow)]
    page_url: Option<Json<'e>>,
    #[serde(borrow)]
    request_body: Option<Json<'e>>,
    #[serde(borrow)]
    response_body: Option<Json<'e>>,
    #[serde(borrow)]
    response: Option<Json<'e>>,
    #[serde(borrow)]
    target: Option<Json<'e>>,
    #[serde(borrow)]
    form_action: Option<Json<'e>>,
    pub(super) duration: Option<Value>,
    pub(super) selectors: Option<Value>,
    #[serde(rename = "_outcome")]
    pub(super) outcome: Option<Value>,
}

impl<'e> Fields<'e> {
    pub(super) fn read(entry: &'e Entry) -> Option<Self> {
        serde_json::from_str(entry.text()).ok()
    }

    pub(super) fn kind(&self) -> Cow<'e, str> {
        text(self.kind)
    }

    pub(super) fn message(&self) -> Cow<'e, str> {
        text(self.message)
    }

    pub(super) fn mechanism(&self) -> Cow<'e, str> {
        text(self.mechanism)
    }

    pub(super) fn source(&self) -> Cow<'e, str> {
        text(self.source)
    }

    pub(super) fn method(&self) -> Cow<'e, str> {
        self.method.and_then(Json::text).unwrap_or(Cow::Borrowed("GET"))
    }

    pub(super) fn url(&self) -> Cow<'e, str> {
        text(self.url)
    }

    pub(super) fn request_body(&self) -> Cow<'e, str> {
        text(self.request_body)
    }

    pub(super) fn response_body(&self) -> Cow<'e, str> {
        self.response_body.or(self.response).and_then(Json::text).unwrap_or_default()
    }

    /// Where a form goes, without what its address carries.
    pub(super) fn form_action(&self) -> String {
        let (action, page) = (text(self.form_action), self.url());
        address_seen_from(&action, &page)
    }

    pub(super) fn target(&self) -> Cow<'e, str> {
        text(self.target)
    }

    /// The address of a request as a person says it: the path, with the origin only if it is not the page's.
    pub(super) fn request_address(&self) -> String {
        address_seen_from(&self.url(), &text(self.page_url))
    }
}

fn address_seen_from(url: &str, page: &str) -> String {
    let (parts, page) = (Parts::of(url), Parts::of(page));
    let origin = if page.origin.is_empty() || page.origin == parts.origin { "" } else { parts.origin };
    start(&format!("{origin}{}", parts.path), MOST_PREVIEW)
}

fn text(json: Option<Json<'_>>) -> Cow<'_, str> {
    json.and_then(Json::text).unwrap_or_default()
}

/// The first line of a text, as far as an event repeats it.
pub(super) fn preview(text: &str) -> String {
    start(text.lines().next().unwrap_or_default(), MOST_PREVIEW)
}

/// The start of a text, without what cannot be seen.
pub(super) fn start(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", printable(text.get(..end).unwrap_or_default())),
        None => printable(text),
    }
}
