//! What is worse than usual, and how sure that is.

use serde::Serialize;

use super::statistics::{self, Comparison};
use crate::learned::{Baseline, Measured};

/// How sure a regression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Beyond the thresholds, but one load may be slow by chance.
    Possible,
    /// Beyond doubt: requests or bytes, or times that passed the test.
    Confirmed,
}

/// A figure that got worse.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Regression {
    /// Which figure.
    pub metric: &'static str,
    /// What is usual.
    pub before: f64,
    /// What it is now.
    pub after: f64,
    /// By how much, in percent; none from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<f64>,
    /// How sure it is.
    pub certainty: Certainty,
    /// What the figure is counted in.
    #[serde(skip)]
    pub unit: Unit,
}

/// What a figure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unit {
    Milliseconds,
    Bytes,
    Count,
    Score,
}

/// A figure and when it counts as worse.
struct Rule {
    metric: &'static str,
    unit: Unit,
    /// The same page gives the same figure, whatever else the machine does.
    is_exact: bool,
    of: fn(&Measured) -> Option<f64>,
    /// Whether `after` is worse than `before`.
    is_worse: fn(before: f64, after: f64) -> bool,
}

const fn time(metric: &'static str, of: fn(&Measured) -> Option<f64>) -> Rule {
    Rule {
        metric,
        unit: Unit::Milliseconds,
        is_exact: false,
        of,
        is_worse: |before, after| grew(before, after, 0.5, 200.0),
    }
}

/// Both thresholds must be passed.
fn grew(before: f64, after: f64, share: f64, least: f64) -> bool {
    let by = after - before;
    by > least && by > before * share
}

const RULES: [Rule; 8] = [
    time("load", |measured| Some(measured.load)),
    time("first_contentful_paint", |measured| measured.first_contentful_paint),
    time("largest_contentful_paint", |measured| measured.largest_contentful_paint),
    Rule {
        metric: "request_count",
        unit: Unit::Count,
        is_exact: true,
        of: |measured| Some(measured.request_count),
        is_worse: |before, after| grew(before, after, 0.5, 5.0),
    },
    Rule {
        metric: "transfer_size",
        unit: Unit::Bytes,
        is_exact: true,
        of: |measured| Some(measured.transfer_size),
        is_worse: |before, after| grew(before, after, 1.0, 100.0 * 1_024.0),
    },
    Rule {
        metric: "long_tasks",
        unit: Unit::Count,
        is_exact: false,
        of: |measured| Some(measured.long_task_count),
        is_worse: |before, after| (before < 0.5 && after >= 1.0) || after > before * 2.0,
    },
    Rule {
        metric: "total_blocking_time",
        unit: Unit::Milliseconds,
        is_exact: false,
        of: |measured| Some(measured.total_blocking_time),
        is_worse: |before, after| after - before > 100.0,
    },
    Rule {
        metric: "cumulative_layout_shift",
        unit: Unit::Score,
        is_exact: false,
        of: |measured| measured.cumulative_layout_shift,
        is_worse: |before, after| after - before > 0.05,
    },
];

/// Everything that is worse than usual. Times, long tasks and shifts of a single load may be chance; requests and bytes are not noisy.
pub fn regressions(baseline: &Baseline) -> Vec<Regression> {
    let (Some(usual), Some(latest)) = (&baseline.before_latest, baseline.loads.back()) else {
        return Vec::new();
    };
    RULES.iter().filter_map(|rule| rule.judge(usual, latest, baseline)).collect()
}

/// How many more loads would settle whether a possible regression is one.
pub(super) fn loads_to_settle(baseline: &Baseline) -> usize {
    let loads: Vec<f64> = baseline.loads.iter().map(|load| load.load).collect();
    match statistics::compare(&loads) {
        Comparison::TooFew(missing) => missing.max(statistics::NEW - 1),
        Comparison::Unclear | Comparison::Larger { .. } => statistics::NEW - 1,
    }
}

impl Rule {
    fn judge(&self, usual: &Measured, latest: &Measured, baseline: &Baseline) -> Option<Regression> {
        let figures: Vec<f64> = baseline.loads.iter().filter_map(self.of).collect();
        let is_time = self.unit == Unit::Milliseconds;
        let tested = if is_time { statistics::compare(&figures) } else { Comparison::Unclear };
        if let Comparison::Larger { before, now } = tested {
            return Some(self.regression(before, now, Certainty::Confirmed));
        }
        let (before, after) = ((self.of)(usual)?, (self.of)(latest)?);
        let certainty = if self.is_exact { Certainty::Confirmed } else { Certainty::Possible };
        (self.is_worse)(before, after).then(|| self.regression(before, after, certainty))
    }

    fn regression(&self, before: f64, after: f64, certainty: Certainty) -> Regression {
        let percent = (before > 0.0).then(|| ((after - before) / before * 100.0).round());
        let [before, after] = [before, after].map(|figure| match self.unit {
            Unit::Score => (figure * 1_000.0).round() / 1_000.0,
            _ => figure.round(),
        });
        Regression { metric: self.metric, before, after, percent, certainty, unit: self.unit }
    }
}
