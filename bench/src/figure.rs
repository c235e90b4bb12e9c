//! One measured figure and the limit it is held to.

use serde::{Serialize, Serializer};

/// Machines are noisy: only what is worse than its limit by this factor is certainly a regression.
const FAR_OFF: f64 = 3.0;

/// What a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    Ratio,
    Milliseconds,
    Megabytes,
    MegabytesPerSecond,
    EntriesPerSecond,
}

/// Which values are good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    AtLeast(f64),
    AtMost(f64),
}

impl Limit {
    fn is_met_by(self, value: f64) -> bool {
        match self {
            Self::AtLeast(limit) => value >= limit,
            Self::AtMost(limit) => value <= limit,
        }
    }

    fn widened(self) -> Self {
        match self {
            Self::AtLeast(limit) => Self::AtLeast(limit / FAR_OFF),
            Self::AtMost(limit) => Self::AtMost(limit * FAR_OFF),
        }
    }

    fn value(self) -> f64 {
        match self {
            Self::AtLeast(limit) | Self::AtMost(limit) => limit,
        }
    }
}

/// How a value stands to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is no limit; the value is there to be read.
    Reported,
    Met,
    Missed,
    /// Worse than three times the limit.
    FarOff,
}

/// A figure as it is reported.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figure {
    #[serde(rename = "figure")]
    pub(crate) name: &'static str,
    #[serde(serialize_with = "rounded")]
    pub(crate) value: f64,
    pub(crate) unit: Unit,
    #[serde(serialize_with = "limit_value")]
    pub(crate) limit: Option<Limit>,
    pub(crate) ok: bool,
    /// What the value was computed from, by name.
    #[serde(serialize_with = "as_object")]
    pub(crate) detail: Vec<(&'static str, f64)>,
}

impl Figure {
    /// A figure that is held to a limit.
    pub(crate) fn limited(name: &'static str, value: f64, unit: Unit, limit: Limit) -> Self {
        Self { name, value, unit, limit: Some(limit), ok: limit.is_met_by(value), detail: Vec::new() }
    }

    /// A figure that is only reported.
    pub(crate) fn reported(name: &'static str, value: f64, unit: Unit) -> Self {
        Self { name, value, unit, limit: None, ok: true, detail: Vec::new() }
    }

    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: f64) -> Self {
        self.detail.push((name, value));
        self
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self.limit {
            None => Verdict::Reported,
            Some(limit) if limit.is_met_by(self.value) => Verdict::Met,
            Some(limit) if limit.widened().is_met_by(self.value) => Verdict::Missed,
            Some(_) => Verdict::FarOff,
        }
    }
}

/// Three decimals: finer differences are noise.
pub(crate) fn round(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn rounded<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(round(*value))
}

fn limit_value<S: Serializer>(limit: &Option<Limit>, serializer: S) -> Result<S::Ok, S::Error> {
    limit.map(Limit::value).serialize(serializer)
}

fn as_object<S: Serializer>(detail: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(detail.iter().map(|(name, value)| (name, round(*value))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(value: f64, limit: Limit) -> Verdict {
        Figure::limited("f", value, Unit::Ratio, limit).verdict()
    }

    #[test]
    fn a_value_is_far_off_beyond_three_times_its_limit_in_either_direction() {
        let floor = Limit::AtLeast(0.6);
        assert_eq!(verdict(0.6, floor), Verdict::Met);
        assert_eq!(verdict(0.3, floor), Verdict::Missed);
        assert_eq!(verdict(0.19, floor), Verdict::FarOff);
        let ceiling = Limit::AtMost(2.0);
        assert_eq!(verdict(2.0, ceiling), Verdict::Met);
        assert_eq!(verdict(6.0, ceiling), Verdict::Missed);
        assert_eq!(verdict(6.1, ceiling), Verdict::FarOff);
        assert_eq!(verdict(f64::NAN, ceiling), Verdict::FarOff);
    }

    #[test]
    fn a_figure_is_one_flat_json_line() {
        let figure =
            Figure::limited("clear", 0.123_456, Unit::Milliseconds, Limit::AtMost(2.0)).with("entries", 7.0);
        assert_eq!(
            serde_json::to_string(&figure).unwrap(),
            r#"{"figure":"clear","value":0.123,"unit":"milliseconds","limit":2.0,"ok":true,"detail":{"entries":7.0}}"#
        );
    }
}
