//! Whether fewer failures than before may be chance: Fisher's exact test, one-sided.

/// How often something failed of the times it was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    /// Tries that failed.
    pub failed: u32,
    /// All tries.
    pub of: u32,
}

/// The probability that `before` has at least as many of all failures as it has, if nothing had changed. 1 where nothing
/// failed at all.
pub fn chance(before: Failures, after: Failures) -> f64 {
    let (all, failed) = (before.of + after.of, before.failed + after.failed);
    let most = failed.min(before.of);
    let possible = ln_choose(all, failed);
    let probability = |failed_before: u32| {
        let ways = ln_choose(before.of, failed_before) + ln_choose(after.of, failed - failed_before);
        (ways - possible).exp()
    };
    let sum: f64 = (before.failed..=most).map(probability).sum();
    sum.min(1.0)
}

fn ln_choose(all: u32, chosen: u32) -> f64 {
    if chosen > all {
        return f64::NEG_INFINITY;
    }
    ln_factorial(all) - ln_factorial(chosen) - ln_factorial(all - chosen)
}

fn ln_factorial(number: u32) -> f64 {
    (2..=number).map(|factor| f64::from(factor).ln()).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn p(before: (u32, u32), after: (u32, u32)) -> String {
        let of = |(failed, of)| Failures { failed, of };
        format!("{:.4}", chance(of(before), of(after)))
    }

    #[test]
    fn known_tables_have_their_known_probability() {
        assert_eq!(p((4, 5), (0, 5)), "0.0238");
        assert_eq!(p((5, 5), (0, 5)), "0.0040");
        assert_eq!(p((1, 5), (0, 5)), "0.5000");
        assert_eq!(p((3, 3), (0, 3)), "0.0500");
        assert_eq!(p((2, 5), (2, 5)), "0.7381");
        assert_eq!(p((0, 5), (0, 5)), "1.0000");
        assert_eq!(p((0, 5), (3, 5)), "1.0000");
        assert_eq!(p((1, 1), (0, 0)), "1.0000");
    }

    proptest! {
        #[test]
        fn it_is_a_probability_that_falls_with_more_failures_before(
            of in 1_u32..40, after_of in 1_u32..40, failed in 0_u32..40, after in 0_u32..40,
        ) {
            let (failed, after) = (failed.min(of), after.min(after_of));
            let value = |failed| chance(Failures { failed, of }, Failures { failed: after, of: after_of });
            prop_assert!((0.0..=1.0).contains(&value(failed)));
            if failed > 0 {
                prop_assert!(value(failed) <= value(failed - 1) + 1e-9);
            }
        }
    }
}
