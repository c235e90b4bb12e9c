//! One answered request, borrowed from its entry.

use std::borrow::Cow;

use gasoline_wire::Timestamp;
use serde::Deserialize;

use crate::shape::Json;
use crate::store::Entry;

/// A request that was answered.
#[derive(Debug)]
pub(super) struct Call<'e> {
    pub(super) method: Cow<'e, str>,
    pub(super) url: Cow<'e, str>,
    pub(super) status: u16,
    pub(super) time: Timestamp,
    pub(super) seq: u64,
    content_type: Cow<'e, str>,
    request_body: Option<Json<'e>>,
    response_body: Option<Json<'e>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'e> {
    #[serde(borrow)]
    method: Option<Json<'e>>,
    #[serde(borrow)]
    url: Option<Json<'e>>,
    #[serde(borrow)]
    content_type: Option<Json<'e>>,
    #[serde(borrow)]
    request_body: Option<Json<'e>>,
    #[serde(borrow)]
    response_body: Option<Json<'e>>,
}

impl<'e> Call<'e> {
    /// The call of an entry; none if there was no answer.
    pub(super) fn read(entry: &'e Entry) -> Option<Self> {
        let status = entry.status.filter(|status| *status > 0)?;
        let fields: Fields<'e> = serde_json::from_str(entry.text()).ok()?;
        Some(Self {
            method: fields.method.and_then(Json::text).unwrap_or(Cow::Borrowed("GET")),
            url: fields.url?.text()?,
            status,
            time: entry.time,
            seq: entry.seq,
            content_type: fields.content_type.and_then(Json::text).unwrap_or_default(),
            request_body: fields.request_body,
            response_body: fields.response_body,
        })
    }

    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(super) fn is_failure(&self) -> bool {
        self.status >= 400
    }

    /// Whether it is a call of an API.
    pub(super) fn is_json(&self) -> bool {
        let begins_as_json = |json: &Json<'_>| {
            json.escaped().is_some_and(|text| matches!(text.as_bytes().first(), Some(b'{' | b'[')))
        };
        self.content_type.contains("json")
            || (self.content_type.is_empty() && self.response_body.as_ref().is_some_and(begins_as_json))
    }

    /// What was sent, if it is text.
    pub(super) fn request_body(&self) -> Option<Cow<'e, str>> {
        self.request_body.and_then(Json::text).filter(|text| !text.is_empty())
    }

    /// What came back, if it is text and not a remark of capture.
    pub(super) fn response_body(&self) -> Option<Cow<'e, str>> {
        let text = self.response_body.and_then(Json::text)?;
        let is_remark = text.starts_with("[Binary:") || text.starts_with("[Not ");
        (!text.is_empty() && !is_remark).then_some(text)
    }
}
