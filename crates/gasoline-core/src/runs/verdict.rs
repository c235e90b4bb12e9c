//! The verdict on a fix that was run many times before and after.

use super::fisher::{Failures, chance};
use crate::compare::Verdict;

/// Fewer failures than this likely are no chance.
const LEAST_LIKELY: f64 = 0.05;

/// What runs before and after came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The verdict.
    pub verdict: Verdict,
    /// Probability of so few failures after, if nothing had changed.
    pub p: f64,
    /// In a sentence.
    pub sentence: String,
}

/// Judges a fix by how often a command failed before and after it.
pub fn proof(before: Failures, after: Failures) -> Proof {
    let p = chance(before, after);
    let rates = format!(
        "failed {} of {} → {} of {}, p = {}",
        before.failed,
        before.of,
        after.failed,
        after.of,
        shown(p)
    );
    let got_worse = chance(after, before) < LEAST_LIKELY;
    let (verdict, why) = match (before.failed, after.failed) {
        (0, 0) => {
            (Verdict::Inconclusive, "; it never failed before, so there is nothing that can be called fixed")
        }
        (0, _) => (Verdict::Regressed, "; it never failed before"),
        (_, 0) if p < LEAST_LIKELY => (Verdict::Fixed, ""),
        (_, 0) => (Verdict::Inconclusive, "; that may be chance: use more --runs"),
        _ if got_worse => (Verdict::Regressed, ""),
        _ if p < LEAST_LIKELY => (Verdict::Improved, ""),
        _ => (Verdict::Unchanged, ""),
    };
    Proof { verdict, p, sentence: format!("{}: {rates}{why}", verdict.as_str()) }
}

/// The verdict of what browsers saw, with how the command ended taken into account: nothing is fixed while it still fails.
pub fn judged(
    seen: Verdict,
    failed_before: Option<bool>,
    fails_now: bool,
) -> (Verdict, Option<&'static str>) {
    match (seen, failed_before, fails_now) {
        (Verdict::Fixed | Verdict::NoIssuesDetected, Some(false), true) => {
            (Verdict::Regressed, Some("the command failed, which it did not before"))
        }
        (Verdict::Fixed, _, true) => {
            (Verdict::Improved, Some("no issue was seen in the browser, but the command still fails"))
        }
        (Verdict::NoIssuesDetected, _, true) => {
            (Verdict::Unchanged, Some("the command fails, and no issue was seen in the browser either time"))
        }
        (Verdict::NoIssuesDetected, Some(true), false) => (
            Verdict::Fixed,
            Some("the command failed before and passes now; what was wrong was not seen in the browser"),
        ),
        _ => (seen, None),
    }
}

fn shown(p: f64) -> String {
    if p < 0.001 {
        "under 0.001".to_owned()
    } else if p < 0.1 {
        format!("{p:.3}")
    } else {
        format!("{p:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_fixed_while_the_command_fails() {
        use Verdict::*;
        let verdict = |seen, before, now| judged(seen, before, now).0;
        assert_eq!(verdict(Fixed, Some(true), false), Fixed);
        assert_eq!(verdict(Fixed, Some(true), true), Improved);
        assert_eq!(verdict(Fixed, None, true), Improved);
        assert_eq!(verdict(Fixed, Some(false), true), Regressed);
        assert_eq!(verdict(NoIssuesDetected, Some(true), false), Fixed);
        assert_eq!(verdict(NoIssuesDetected, Some(true), true), Unchanged);
        assert_eq!(verdict(NoIssuesDetected, Some(false), false), NoIssuesDetected);
        assert_eq!(verdict(Inconclusive, Some(true), false), Inconclusive);
    }

    #[test]
    fn every_pair_has_its_verdict() {
        let of = |before: (u32, u32), after: (u32, u32)| {
            let failures = |(failed, of)| Failures { failed, of };
            proof(failures(before), failures(after)).sentence
        };
        let said = [
            of((4, 5), (0, 5)),
            of((10, 10), (0, 10)),
            of((1, 5), (0, 5)),
            of((0, 5), (0, 5)),
            of((0, 5), (1, 5)),
            of((9, 10), (2, 10)),
            of((3, 5), (3, 5)),
            of((1, 10), (9, 10)),
        ];
        insta::assert_snapshot!(said.join("\n"), @"
        fixed: failed 4 of 5 → 0 of 5, p = 0.024
        fixed: failed 10 of 10 → 0 of 10, p = under 0.001
        inconclusive: failed 1 of 5 → 0 of 5, p = 0.50; that may be chance: use more --runs
        inconclusive: failed 0 of 5 → 0 of 5, p = 1.00; it never failed before, so there is nothing that can be called fixed
        regressed: failed 0 of 5 → 1 of 5, p = 1.00; it never failed before
        improved: failed 9 of 10 → 2 of 10, p = 0.003
        unchanged: failed 3 of 5 → 3 of 5, p = 0.74
        regressed: failed 1 of 10 → 9 of 10, p = 1.00
        ");
    }
}
