//! Writes to web storage and cookies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Identity, LogKind};

/// Where the page wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum StorageArea {
    LocalStorage,
    SessionStorage,
    Cookie,
}

/// Attributes of a cookie assignment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
#[allow(missing_docs, reason = "the cookie standard's own names")]
pub struct CookieAttributes {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_site: Option<String>,
    pub secure: bool,
}

/// One write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct StorageWriteEvent {
    /// Always `storage`.
    #[serde(rename = "type")]
    #[ts(type = "\"storage\"")]
    pub kind: LogKind,
    /// Browser time, ISO 8601.
    pub ts: String,
    /// The document.
    pub url: String,
    /// Where.
    pub area: StorageArea,
    /// Key or cookie name.
    pub key: String,
    /// Value, at most 1 KB; the server keeps only its redacted form. Of a longer one, its beginning and last three characters.
    pub value: String,
    /// Length of a longer value, in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_length: Option<u32>,
    /// For cookies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attributes: Option<CookieAttributes>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
