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

/// How a page loads in one capture, against an earlier one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LoadChange {
    /// The page.
    pub path: String,
    /// Loads before.
    pub loads_before: usize,
    /// Loads after.
    pub loads_after: usize,
    /// Median of the loads before, in milliseconds.
    pub load_time_before: f64,
    /// Median of the loads after.
    pub load_time_after: f64,
    /// By how much, in percent.
    pub change: String,
    /// What is worse, with how sure that is.
    pub regressions: Vec<Value>,
}

/// Every page that both captures measured.
pub fn load_changes(before: &Baselines, after: &Baselines) -> Vec<LoadChange> {
    let load = |baseline: &learned::Baseline| {
        median(&baseline.loads.iter().map(|each| each.load).collect::<Vec<_>>()).round()
    };
    let change = |later: &learned::Baseline| {
        let earlier = before.of(&later.path)?;
        let (was, is) = (load(earlier), load(later));
        let loads: Vec<Measured> = later.loads.iter().copied().collect();
        Some(LoadChange {
            path: later.path.clone(),
            loads_before: earlier.loads.len(),
            loads_after: later.loads.len(),
            load_time_before: was,
            load_time_after: is,
            change: percent(was, is),
            regressions: judged(earlier, &loads).into_iter().map(|found| found.row).collect(),
        })
    };
    after.all().filter_map(change).collect()
}

impl LoadChange {
    /// Whether something is worse beyond doubt.
    pub fn is_confirmed(&self) -> bool {
        self.regressions.iter().any(|row| row.get("certainty") == Some(&json!(Certainty::Confirmed)))
    }

    /// What a person reads.
    pub fn text(&self) -> String {
        let mut lines = vec![format!(
            "{}: {} ms before ({} loads), {} ms now ({} loads), {}",
            self.path,
            self.load_time_before,
            self.loads_before,
            self.load_time_after,
            self.loads_after,
            self.change
        )];
        for row in &self.regressions {
            let field = |name: &str| match row.get(name) {
                Some(Value::String(text)) => text.clone(),
                Some(number) => number.as_f64().unwrap_or_default().to_string(),
                None => String::new(),
            };
            lines.push(format!(
                "  {}: {} from {} to {}",
                field("certainty"),
                field("metric"),
                field("before"),
                field("after")
            ));
        }
        if !self.is_confirmed() && (self.loads_before < ENOUGH_BEFORE || self.loads_after < ENOUGH_AFTER) {
            lines.push(format!(
                "  times are settled by at least {ENOUGH_BEFORE} loads before and {ENOUGH_AFTER} now"
            ));
        }
        lines.join("\n")
    }
}

/// Loads that the test for real changes needs.
const ENOUGH_BEFORE: usize = 8;
const ENOUGH_AFTER: usize = 3;

#[cfg(test)]
mod load_change_tests {
    use super::*;

    fn loads(times: &[f64]) -> Baselines {
        let mut all = Baselines::default();
        for time in times {
            let measured: Measured = serde_json::from_value(json!({
                "load": time, "domContentLoaded": 0.0, "domInteractive": 0.0, "timeToFirstByte": 0.0, "requestCount": 4.0,
                "transferSize": 1000.0, "decodedSize": 1000.0, "longTaskCount": 0.0, "totalBlockingTime": 0.0, "longestTask": 0.0,
            }))
            .unwrap();
            all.learn("/cart", &measured, None);
        }
        all
    }

    fn text(before: &[f64], after: &[f64]) -> String {
        let changes = load_changes(&loads(before), &loads(after));
        changes.iter().map(LoadChange::text).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_page_that_became_slower_is_confirmed_by_enough_loads() {
        insta::assert_snapshot!(text(&[800.0; 10], &[1_700.0; 3]), @r##"
        /cart: 800 ms before (10 loads), 1700 ms now (3 loads), +113%
          confirmed: load from 800 to 1700
        "##);
        insta::assert_snapshot!(text(&[800.0; 3], &[1_700.0]), @r##"
        /cart: 800 ms before (3 loads), 1700 ms now (1 loads), +113%
          possible: load from 800 to 1700
          times are settled by at least 8 loads before and 3 now
        "##);
        insta::assert_snapshot!(text(&[800.0; 10], &[820.0; 3]), @r##"
        /cart: 800 ms before (10 loads), 820 ms now (3 loads), +3%
        "##);
    }
}
