//! What became of the vitals after the load, and what they are due to. The page adds it to its snapshot as `_vitals`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::Entry;

/// The later figures, as far as the page reported them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Vitals {
    /// Of the slowest interaction, milliseconds.
    pub interaction_to_next_paint: Option<f64>,
    /// What painted last.
    pub largest_paint: Option<LargestPaint>,
    /// The slowest interaction.
    pub interaction: Option<Interaction>,
}

/// The largest contentful paint and the parts of its time, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all(deserialize = "camelCase"), default)]
pub struct LargestPaint {
    /// The element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Its picture or font, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Until the document began to arrive.
    pub time_to_first_byte: f64,
    /// From there until the resource was asked for.
    pub resource_load_delay: f64,
    /// Until the resource was here.
    pub resource_load_duration: f64,
    /// Until it was painted.
    pub element_render_delay: f64,
}

/// An interaction and the parts of its time, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all(deserialize = "camelCase"), default)]
pub struct Interaction {
    /// The element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// `pointer` or `keyboard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Until its listeners were called.
    pub input_delay: f64,
    /// What they took.
    pub processing_duration: f64,
    /// Until the next paint.
    pub presentation_delay: f64,
    /// The script that took longest of it, where the browser says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Its function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script_duration: Option<f64>,
}

impl Vitals {
    /// Those of a snapshot; none where there are none, or other than our capture writes them.
    pub(super) fn of(entry: &Entry) -> Self {
        #[derive(Deserialize)]
        struct Late {
            #[serde(rename = "_vitals", default)]
            vitals: Value,
        }
        let late: Option<Late> = serde_json::from_str(entry.text()).ok();
        late.and_then(|late| serde_json::from_value(late.vitals).ok()).unwrap_or_default()
    }
}
