//! Repeated measurements of one thing, and their middle and tail.

/// Measurements, in the order taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    pub(crate) fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    pub(crate) fn append(&mut self, mut others: Self) {
        self.0.append(&mut others.0);
    }

    pub(crate) fn median(&self) -> f64 {
        self.percentile(50)
    }

    /// The smallest sample that at least `percent` of all samples do not exceed; not a number without samples.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let rank = (sorted.len() * percent).div_ceil(100).max(1);
        sorted.get(rank - 1).copied().unwrap_or(f64::NAN)
    }

    /// Each sample divided by the one of `others` taken at the same turn.
    pub(crate) fn over(&self, others: &Self) -> Self {
        let pairs = self.0.iter().zip(&others.0);
        pairs.map(|(own, other)| own / other).collect()
    }

    pub(crate) fn largest(&self) -> f64 {
        self.percentile(100)
    }
}

impl FromIterator<f64> for Samples {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_samples_and_an_empty_set_has_none() {
        let samples: Samples = [5.0, 1.0, 4.0, 2.0, 3.0].into_iter().collect();
        assert_eq!(samples.median(), 3.0);
        assert_eq!(samples.percentile(99), 5.0);
        assert_eq!(samples.largest(), 5.0);
        assert!(Samples::default().median().is_nan());
    }
}
