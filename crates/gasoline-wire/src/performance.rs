//! Performance figures, once per navigation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Identity;

/// Milliseconds after navigation start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the performance standards' own names")]
pub struct Timing {
    pub dom_content_loaded: f64,
    pub load: f64,
    pub first_contentful_paint: Option<f64>,
    pub largest_contentful_paint: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub interaction_to_next_paint: Option<f64>,
    pub time_to_first_byte: f64,
    pub dom_interactive: f64,
}

/// Count and bytes of one resource type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct ResourceTotal {
    pub count: u32,
    pub size: f64,
}

/// Totals by resource type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct ResourceTotals {
    pub script: ResourceTotal,
    pub style: ResourceTotal,
    pub image: ResourceTotal,
    pub font: ResourceTotal,
    pub fetch: ResourceTotal,
    pub other: ResourceTotal,
}

/// One of the three slowest requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SlowRequest {
    pub url: String,
    pub duration: f64,
    pub size: f64,
}

/// What the navigation loaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
pub struct NetworkTotals {
    pub request_count: u32,
    pub transfer_size: f64,
    pub decoded_size: f64,
    pub by_type: ResourceTotals,
    pub slowest_requests: Vec<SlowRequest>,
}

/// Main-thread blocking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LongTasks {
    /// Tasks over 50 ms.
    pub count: u32,
    /// Sum of what exceeds 50 ms in each.
    pub total_blocking_time: f64,
    /// Longest task.
    pub longest: f64,
}

/// Performance of one navigation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PerformanceSnapshot {
    /// Browser time, ISO 8601.
    pub ts: String,
    /// The document.
    pub url: String,
    /// Load timing.
    pub timing: Timing,
    /// Network totals.
    pub network: NetworkTotals,
    /// Main-thread blocking.
    pub long_tasks: LongTasks,
    /// Cumulative layout shift, when the browser reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cumulative_layout_shift: Option<f64>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
