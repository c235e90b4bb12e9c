//! How fast a page loaded, against how fast it usually does.

mod growth;
mod regression;
mod statistics;
mod text;
mod vitals;

use gasoline_wire::PerformanceSnapshot;
use serde_json::{Value, json};

pub use self::growth::{Change, Growth};
pub use self::regression::{Certainty, Regression, Unit, regressions};
pub use self::statistics::{confirmed_slower, median};
pub use self::text::report;
pub use self::vitals::{Interaction, LargestPaint, Vitals};
use crate::intake::Kind;
use crate::learned::{Baseline, Baselines};
use crate::store::{Entry, View};

/// Loads shown as history.
const MOST_LOADS: usize = 20;

/// The newest load of a path and what it is compared with.
#[derive(Clone, Debug)]
pub struct PageLoad {
    /// Path without origin and query.
    pub path: String,
    /// The load.
    pub snapshot: PerformanceSnapshot,
    /// What became of it after the load.
    pub vitals: Vitals,
    /// What is usual, and the loads before.
    pub baseline: Option<Baseline>,
    /// What is worse than usual.
    pub regressions: Vec<Regression>,
    /// What this load has more than the one before, by request.
    pub grew: Vec<Growth>,
}

/// The newest load whose address contains `part`.
pub fn newest_load(view: &View, baselines: &Baselines, part: &str) -> Option<PageLoad> {
    let loads = view.entries(Kind::Performance);
    let mut matching = loads.iter().rev().filter(|entry| entry.url_contains(part));
    let (entry, snapshot) = matching.find_map(|entry| Some((entry, snapshot_of(entry)?)))?;
    Some(page_load(view, baselines, entry, snapshot))
}

fn page_load(
    view: &View,
    baselines: &Baselines,
    entry: &Entry,
    mut snapshot: PerformanceSnapshot,
) -> PageLoad {
    let path = entry.path();
    let vitals = Vitals::of(entry);
    let delay = vitals.interaction_to_next_paint.filter(|delay| delay.is_finite() && *delay >= 0.0);
    snapshot.timing.interaction_to_next_paint = delay.or(snapshot.timing.interaction_to_next_paint);
    let baseline = baselines.of(&path).cloned();
    let pages = baseline.as_ref().and_then(Baseline::last_pages);
    let grew = pages.map(|(earlier, later)| growth::between(view, earlier, later, &snapshot.url));
    PageLoad {
        path,
        regressions: baseline.as_ref().map(regression::regressions).unwrap_or_default(),
        grew: grew.unwrap_or_default(),
        snapshot,
        vitals,
        baseline,
    }
}

/// The load time of a path, if it is beyond doubt more than twice what is usual.
pub fn doubled_load(baseline: &Baseline) -> Option<Regression> {
    let load = regression::regressions(baseline).into_iter().find(|found| found.metric == "load")?;
    (load.certainty == Certainty::Confirmed && load.after > load.before * 2.0).then_some(load)
}

/// The newest load of a path that is still there.
pub fn load_of(view: &View, baselines: &Baselines, path: &str) -> Option<PageLoad> {
    let mut loads = view.entries(Kind::Performance).iter().rev().filter(|entry| entry.path() == path);
    let (entry, snapshot) = loads.find_map(|entry| Some((entry, snapshot_of(entry)?)))?;
    Some(page_load(view, baselines, entry, snapshot))
}

fn snapshot_of(entry: &Entry) -> Option<PerformanceSnapshot> {
    entry.typed(Value::Null)
}

impl PageLoad {
    /// Whether something is worse beyond doubt.
    pub fn is_confirmed(&self) -> bool {
        self.regressions.iter().any(|regression| regression.certainty == Certainty::Confirmed)
    }

    /// Loads before this one that it is compared with.
    pub fn samples(&self) -> u32 {
        let baseline = self.baseline.as_ref().filter(|baseline| baseline.before_latest.is_some());
        baseline.map_or(0, |baseline| baseline.samples.saturating_sub(1))
    }

    /// Load times, oldest first.
    fn history(&self) -> Vec<f64> {
        let loads = self.baseline.iter().flat_map(|baseline| &baseline.loads);
        let times: Vec<f64> = loads.map(|load| load.load.round()).collect();
        times.get(times.len().saturating_sub(MOST_LOADS)..).unwrap_or_default().to_vec()
    }

    /// The same as [`report`] in numbers.
    pub fn numbers(&self) -> Value {
        let PerformanceSnapshot { timing, network, long_tasks, cumulative_layout_shift, url, .. } =
            &self.snapshot;
        let mut numbers = json!({
            "url": url,
            "path": self.path,
            "timing": timing,
            "network": network,
            "longTasks": long_tasks,
            "cumulativeLayoutShift": cumulative_layout_shift,
            "baseline": self.baseline.as_ref().and_then(|baseline| baseline.before_latest),
            "baseline_samples": self.samples(),
            "regressions": self.regressions,
            "grew": self.grew,
            "history": self.history(),
        });
        if let (Some(paint), Some(members)) = (&self.vitals.largest_paint, numbers.as_object_mut()) {
            members.insert("largest_paint".to_owned(), json!(paint));
        }
        if let (Some(interaction), Some(members)) = (&self.vitals.interaction, numbers.as_object_mut()) {
            members.insert("slowest_interaction".to_owned(), json!(interaction));
        }
        numbers
    }
}

#[cfg(test)]
mod tests;
