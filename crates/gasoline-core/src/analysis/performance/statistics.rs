//! Whether the last few of noisy figures are really larger than those before.
//!
//! Load times are skewed and have spikes, so means mislead. Ranks do not: with three new figures and at least eight old
//! ones the test below confirms less than one in a hundred unchanged pages, and finds most doublings.

/// Figures that must be new.
pub(super) const NEW: usize = 3;
/// Figures they are compared with, at least and at most.
const FEWEST_OLD: usize = 8;
const MOST_OLD: usize = 20;
/// How far the ranks must lie from chance.
const LEAST_Z: f64 = 2.2;
/// How far the medians must lie apart, as a share and in milliseconds.
const LEAST_SHARE: f64 = 0.1;
const LEAST_MILLISECONDS: f64 = 100.0;

/// What a comparison of figures came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Comparison {
    /// There are too few figures; so many more are needed.
    TooFew(usize),
    /// The last ones are not larger beyond doubt.
    Unclear,
    /// They are: the median before and now.
    Larger { before: f64, now: f64 },
}

/// Compares the last figures with those before them; oldest first.
pub(super) fn compare(figures: &[f64]) -> Comparison {
    let Some(split) = figures.len().checked_sub(NEW).filter(|split| *split >= FEWEST_OLD) else {
        return Comparison::TooFew(NEW + FEWEST_OLD - figures.len());
    };
    let (old, new) = figures.split_at(split);
    let old = old.get(old.len().saturating_sub(MOST_OLD)..).unwrap_or_default();
    let (before, now) = (median(old), median(new));
    let shift = now - before;
    let is_large = shift > LEAST_MILLISECONDS && shift > before * LEAST_SHARE;
    if is_large && z_score(old, new) > LEAST_Z {
        Comparison::Larger { before, now }
    } else {
        Comparison::Unclear
    }
}

/// The medians of times before and after, if the last of those after are larger beyond doubt.
pub fn confirmed_slower(before: &[f64], after: &[f64]) -> Option<(f64, f64)> {
    let latest = after.get(after.len().checked_sub(NEW)?..)?;
    match compare(&[before, latest].concat()) {
        Comparison::Larger { before, now } => Some((before, now)),
        Comparison::TooFew(_) | Comparison::Unclear => None,
    }
}

/// How unlikely it is that the new figures rank so high by chance, in standard deviations (Mann-Whitney).
fn z_score(old: &[f64], new: &[f64]) -> f64 {
    let larger: f64 = new.iter().flat_map(|one| old.iter().map(move |other| rank(*one, *other))).sum();
    let (many_new, many_old) = (new.len() as f64, old.len() as f64);
    let expected = many_new * many_old / 2.0;
    let deviation = (many_new * many_old * (many_new + many_old + 1.0) / 12.0).sqrt();
    (larger - expected) / deviation
}

fn rank(one: f64, other: f64) -> f64 {
    match one.total_cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

/// The figure in the middle.
pub fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let at = |place: usize| sorted.get(place).copied().unwrap_or_default();
    if sorted.len() % 2 == 1 { at(middle) } else { (at(middle.saturating_sub(1)) + at(middle)) / 2.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::{Config, RngSeed, TestRunner};

    use super::*;

    #[test]
    fn a_few_slow_loads_need_enough_to_compare_with() {
        let ten = [800.0; 10];
        assert_eq!(compare(&ten), Comparison::TooFew(1));
        let slower = [ten.as_slice(), &[1_600.0; 3]].concat();
        assert_eq!(compare(&slower), Comparison::Larger { before: 800.0, now: 1_600.0 });
        assert_eq!(compare(&[ten.as_slice(), &[1_600.0; 2]].concat()), Comparison::Unclear);
        assert_eq!(compare(&[ten.as_slice(), &[850.0; 3]].concat()), Comparison::Unclear);
    }

    #[test]
    fn only_the_last_twenty_are_compared_with() {
        let loads = [vec![5_000.0; 30], vec![800.0; 20], vec![1_600.0; 3]].concat();
        assert_eq!(compare(&loads), Comparison::Larger { before: 800.0, now: 1_600.0 });
    }

    #[test]
    fn the_median_is_the_middle() {
        assert!((median(&[3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!((median(&[4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-9);
        assert!(median(&[]).abs() < 1e-9);
    }

    /// A load as a multiple of what is usual: log-normal, one in twenty a spike of up to three times.
    fn noise() -> impl Strategy<Value = f64> {
        let normal =
            prop::collection::vec(0.0..1.0_f64, 12).prop_map(|parts| parts.iter().sum::<f64>() - 6.0);
        (normal, 0..20_u8, 1.0..3.0_f64).prop_map(|(deviation, chance, spike)| {
            let noise = (0.15 * deviation).exp();
            if chance == 0 { noise * spike } else { noise }
        })
    }

    fn share_confirmed(factor: f64) -> f64 {
        const PAGES: usize = 10_000;
        let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(7_890), ..Config::default() });
        // Pages take from 200 ms to 3 s.
        let pages = (2.3..3.5_f64, prop::collection::vec(noise(), 23));
        let is_confirmed = |(size, mut loads): (f64, Vec<f64>)| {
            loads.iter_mut().for_each(|load| *load *= 10_f64.powf(size));
            loads.iter_mut().skip(20).for_each(|load| *load *= factor);
            matches!(compare(&loads), Comparison::Larger { .. })
        };
        let confirmed =
            (0..PAGES).filter(|_| is_confirmed(pages.new_tree(&mut runner).unwrap().current())).count();
        confirmed as f64 / PAGES as f64
    }

    #[test]
    fn unchanged_pages_are_rarely_confirmed_and_doublings_mostly_found() {
        assert!(share_confirmed(1.0) <= 0.01, "{}", share_confirmed(1.0));
        assert!(share_confirmed(2.0) >= 0.85, "{}", share_confirmed(2.0));
    }
}
