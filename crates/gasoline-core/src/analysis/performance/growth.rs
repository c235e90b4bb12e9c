//! Which requests a load has more than the one before, and which of them grew.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::address::{Parts, without_query};
use crate::intake::Kind;
use crate::store::{Entry, View};

/// Requests shown.
const MOST: usize = 5;
/// What a request must grow by to be named: bytes, and a share.
const LEAST_BYTES: f64 = 10.0 * 1_024.0;
const LEAST_SHARE: f64 = 0.2;
/// What it must slow down by: milliseconds, and a share.
const LEAST_MILLISECONDS: f64 = 100.0;
const LEAST_SLOWDOWN: f64 = 0.5;
/// Characters of an address.
const URL_CHARACTERS: usize = 120;

/// How a request differs from the load before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Change {
    New,
    Larger,
    Slower,
}

/// A request that a load has more, or that grew.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Growth {
    /// The address without query.
    pub url: String,
    /// How it differs.
    pub change: Change,
    /// Bytes after decoding.
    pub size: f64,
    /// Milliseconds it took.
    pub duration: f64,
    /// Another site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub third_party: bool,
    /// It came from the cache, or its size is hidden: no bytes over the network.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_cache: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Resource {
    url: String,
    #[serde(default)]
    transfer_size: f64,
    #[serde(default)]
    decoded_size: f64,
    #[serde(default)]
    duration: f64,
}

/// What one load has more than another, largest first. Both are named by their page.
pub(super) fn between(view: &View, earlier: &str, later: &str, document: &str) -> Vec<Growth> {
    let (before, now) = (resources(view, earlier), resources(view, later));
    // A load whose resources have left their buffer would make everything new.
    if before.is_empty() {
        return Vec::new();
    }
    let own = Parts::of(document).origin.to_owned();
    let mut grown: Vec<Growth> = now
        .iter()
        .filter_map(|(url, resource)| {
            let change = change(before.get(url), resource)?;
            Some(Growth {
                url: url.chars().take(URL_CHARACTERS).collect(),
                change,
                size: resource.decoded_size.max(resource.transfer_size).round(),
                duration: resource.duration.round(),
                third_party: !url.starts_with(&own),
                from_cache: resource.transfer_size <= 0.0,
            })
        })
        .collect();
    grown.sort_by(|one, other| other.size.total_cmp(&one.size).then_with(|| one.url.cmp(&other.url)));
    grown.truncate(MOST);
    grown
}

fn change(before: Option<&Resource>, now: &Resource) -> Option<Change> {
    let Some(before) = before else { return Some(Change::New) };
    let grew = |old: f64, new: f64, least: f64, share: f64| new - old > least && new - old > old * share;
    if grew(before.decoded_size, now.decoded_size, LEAST_BYTES, LEAST_SHARE) {
        return Some(Change::Larger);
    }
    grew(before.duration, now.duration, LEAST_MILLISECONDS, LEAST_SLOWDOWN).then_some(Change::Slower)
}

/// The resources of one load by address without query, which often differs each time.
fn resources(view: &View, page: &str) -> BTreeMap<String, Resource> {
    let is_of_page = |entry: &&Arc<Entry>| entry.header().page.as_deref() == Some(page);
    view.entries(Kind::Resource)
        .iter()
        .filter(is_of_page)
        .filter_map(|entry| serde_json::from_str::<Resource>(entry.text()).ok())
        .map(|resource| (without_query(&resource.url).to_owned(), resource))
        .collect()
}
