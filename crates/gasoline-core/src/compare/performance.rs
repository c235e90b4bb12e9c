//! How fast pages load before and after. Only what is confirmed counts; the rest is named as possible.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::baseline::Baseline;
use super::watch::Watch;
use crate::analysis::performance::{Certainty, median, regressions};
use crate::learned::{self, Baselines, Measured};

/// How a page loads before and after.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PerformanceDiff {
    /// The page.
    pub path: String,
    /// Median of the loads before.
    pub load_time_before: String,
    /// Median of the last loads.
    pub load_time_after: String,
    /// By how much, in percent.
    pub change: String,
    /// What is worse, with how sure that is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regressions: Vec<Value>,
}

/// The page loaded most often since, among those that were measured before.
pub(super) fn diff(baseline: &Baseline, watch: &Watch) -> Option<PerformanceDiff> {
    let known = watch.loads.iter().filter(|(path, _)| baseline.performance.of(path).is_some());
    let (path, loads) = known.max_by_key(|(_, loads)| loads.len())?;
    let before = baseline.performance.of(path)?;
    let later: Vec<Measured> = loads.iter().copied().collect();
    let load =
        |loads: &mut dyn Iterator<Item = &Measured>| median(&loads.map(|each| each.load).collect::<Vec<_>>());
    let (was, is) = (load(&mut before.loads.iter()), load(&mut later.iter()));
    let found = judged(before, &later).into_iter().map(|found| found.row).collect();
    Some(PerformanceDiff {
        path: path.clone(),
        load_time_before: format!("{}ms", was.round()),
        load_time_after: format!("{}ms", is.round()),
        change: percent(was, is),
        regressions: found,
    })
}

/// A figure that is worse.
#[derive(Clone, Debug)]
pub(super) struct Worse {
    pub(super) metric: &'static str,
    pub(super) is_confirmed: bool,
    pub(super) row: Value,
}

/// What is worse in `later` loads than in those of a baseline.
pub(super) fn judged(before: &learned::Baseline, later: &[Measured]) -> Vec<Worse> {
    let mut all = Baselines::from_baseline(before.clone());
    for load in later {
        all.learn(&before.path, load, None);
    }
    let found = all.of(&before.path).map(regressions).unwrap_or_default();
    let worse = found.into_iter().map(|regression| Worse {
        metric: regression.metric,
        is_confirmed: regression.certainty == Certainty::Confirmed,
        row: json!(regression),
    });
    worse.collect()
}

/// `+191%`.
pub(super) fn percent(before: f64, after: f64) -> String {
    if before <= 0.0 {
        return if after > 0.0 { "from 0".to_owned() } else { "+0%".to_owned() };
    }
    let change = ((after - before) / before * 100.0).round();
    format!("{}{change}%", if change >= 0.0 { "+" } else { "" })
}
