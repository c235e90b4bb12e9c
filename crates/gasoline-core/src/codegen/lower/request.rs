//! Requests of a session, borrowed from their entries.

use std::borrow::Cow;

use gasoline_wire::members;
use serde::Deserialize;

use super::identities::Identities;
use crate::address::Parts;
use crate::shape::Json;
use crate::store::Entry;

/// One request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request<'e> {
    pub(crate) method: Cow<'e, str>,
    pub(crate) url: Cow<'e, str>,
    /// The path of the address, `*` for what is data.
    pub(crate) general_path: String,
    pub(crate) page_url: Cow<'e, str>,
    pub(crate) status: u16,
    pub(crate) started: i64,
    pub(crate) ended: i64,
    pub(crate) content_type: Cow<'e, str>,
    pub(crate) body: Option<Json<'e>>,
    /// What was sent with it.
    pub(crate) sent: Option<Json<'e>>,
    /// It carried an `Authorization` header.
    pub(crate) has_auth_header: bool,
    /// Only the beginning of its body was captured.
    pub(crate) truncated: bool,
    pub(crate) tab: Option<Cow<'e, str>>,
}

impl<'e> Request<'e> {
    /// The request of an entry, unless it belongs to another session. One pass: the entry may be long.
    pub(super) fn read(entry: &'e Entry, session: Option<&str>) -> Option<Self> {
        let fields = Fields::of(entry.text())?;
        if fields.session.and_then(Json::identity).as_deref() != session {
            return None;
        }
        let started = entry.time.as_milliseconds();
        let lasted: Option<f64> = fields.duration.map_or(Some(None), Json::read)?;
        Some(Self {
            method: upper_case(text(fields.method)?.unwrap_or(Cow::Borrowed("GET"))),
            url: fields.url?.text()?,
            general_path: String::new(),
            page_url: text(fields.page_url)?.unwrap_or_default(),
            status: entry.status.unwrap_or(0),
            started,
            ended: started.saturating_add(lasted.unwrap_or(0.0).max(0.0) as i64),
            content_type: lower_case(text(fields.content_type)?.unwrap_or_default()),
            body: fields.response_body,
            sent: fields.request_body,
            has_auth_header: fields.has_auth_header.and_then(Json::read).unwrap_or(false),
            truncated: fields
                .response_truncated
                .or(fields.truncated)
                .map_or(Some(None), Json::read)?
                .unwrap_or(false),
            tab: fields.tab.and_then(Json::identity),
        })
    }

    /// Tells what in its address is data.
    pub(super) fn generalise(&mut self, identities: &Identities) {
        self.general_path = identities.general_path(Parts::of(&self.url).path);
    }

    /// What was sent with it, if that is a text.
    pub(crate) fn request_body(&self) -> Option<Cow<'e, str>> {
        self.sent.and_then(Json::text)
    }

    /// What it was answered with, if that is a text.
    pub(crate) fn body(&self) -> Option<Cow<'e, str>> {
        self.body.and_then(Json::text)
    }
}

/// The fields of an entry that matter here.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Fields<'e> {
    #[serde(borrow)]
    method: Option<Json<'e>>,
    #[serde(borrow)]
    url: Option<Json<'e>>,
    #[serde(borrow)]
    page_url: Option<Json<'e>>,
    #[serde(borrow)]
    duration: Option<Json<'e>>,
    #[serde(borrow)]
    content_type: Option<Json<'e>>,
    #[serde(borrow)]
    request_body: Option<Json<'e>>,
    #[serde(borrow)]
    has_auth_header: Option<Json<'e>>,
    #[serde(borrow)]
    response_body: Option<Json<'e>>,
    #[serde(borrow)]
    truncated: Option<Json<'e>>,
    #[serde(borrow)]
    response_truncated: Option<Json<'e>>,
    #[serde(borrow)]
    session: Option<Json<'e>>,
    #[serde(borrow, alias = "tabId")]
    tab: Option<Json<'e>>,
}

impl<'e> Fields<'e> {
    /// What is written in an unusual way is left to the parser.
    fn of(entry: &'e str) -> Option<Self> {
        let mut fields = Self::default();
        let mut is_usual = true;
        let found = members(entry, |name, value| {
            if let Some(field) = fields.named(name) {
                is_usual &= field.replace(Json(value)).is_none() && value != "null";
            }
        });
        match found {
            Some(()) if is_usual => Some(fields),
            _ => serde_json::from_str(entry).ok(),
        }
    }

    fn named(&mut self, name: &str) -> Option<&mut Option<Json<'e>>> {
        Some(match name {
            "method" => &mut self.method,
            "url" => &mut self.url,
            "pageUrl" => &mut self.page_url,
            "duration" => &mut self.duration,
            "contentType" => &mut self.content_type,
            "requestBody" => &mut self.request_body,
            "hasAuthHeader" => &mut self.has_auth_header,
            "responseBody" => &mut self.response_body,
            "truncated" => &mut self.truncated,
            "responseTruncated" => &mut self.response_truncated,
            "session" => &mut self.session,
            "tab" | "tabId" => &mut self.tab,
            _ => return None,
        })
    }
}

/// The text of a field that may be missing; none if it is something else.
fn text(field: Option<Json<'_>>) -> Option<Option<Cow<'_, str>>> {
    field.map_or(Some(None), |json| json.text().map(Some))
}

fn upper_case(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_lowercase()) { text.to_ascii_uppercase().into() } else { text }
}

fn lower_case(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) { text.to_ascii_lowercase().into() } else { text }
}
