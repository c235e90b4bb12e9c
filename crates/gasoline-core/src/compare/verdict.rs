//! What a comparison comes to.

use schemars::JsonSchema;
use serde::Serialize;

/// The verdict on a change. Verdicts count distinct issues, not how often each occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every issue is gone, and no new one is there.
    Fixed,
    /// Some issues are gone, and no new one is there.
    Improved,
    /// The same issues as before.
    Unchanged,
    /// Issues are gone and others are there instead.
    DifferentIssue,
    /// Some things are better and others worse: between two snapshots, neither of which is a fix.
    Mixed,
    /// More issues than before, or new ones and none gone.
    Regressed,
    /// Nothing was wrong before, and nothing is now.
    NoIssuesDetected,
    /// What was wrong before was not tried again, or not all that happened is known, so nothing can be said.
    Inconclusive,
}

impl Verdict {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Improved => "improved",
            Self::Unchanged => "unchanged",
            Self::DifferentIssue => "different_issue",
            Self::Mixed => "mixed",
            Self::Regressed => "regressed",
            Self::NoIssuesDetected => "no_issues_detected",
            Self::Inconclusive => "inconclusive",
        }
    }
}

/// Distinct issues, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// There before.
    pub before: usize,
    /// There after.
    pub after: usize,
    /// Gone, though tried again.
    pub resolved: usize,
    /// Not there before.
    pub new: usize,
    /// There before and not tried again.
    pub not_exercised: usize,
    /// Whether a page was at work at all.
    pub is_active: bool,
    /// Whether everything that happened is known.
    pub is_complete: bool,
}

impl Tally {
    /// The verdict on a fix, in the documented order.
    pub fn verdict_on_fix(self) -> Verdict {
        let Self { before, after, resolved, new, not_exercised, is_active, is_complete } = self;
        if !is_active {
            return Verdict::Inconclusive;
        }
        if before == 0 && after == 0 {
            return Verdict::NoIssuesDetected;
        }
        if before > 0 && resolved == before && new > 0 {
            return Verdict::DifferentIssue;
        }
        if after > before || (new > 0 && resolved == 0) {
            return Verdict::Regressed;
        }
        if resolved > 0 && new > 0 {
            return Verdict::DifferentIssue;
        }
        if resolved == before {
            return if is_complete { Verdict::Fixed } else { Verdict::Inconclusive };
        }
        match (resolved, not_exercised) {
            (1.., _) => Verdict::Improved,
            (0, untried) if untried == before => Verdict::Inconclusive,
            _ => Verdict::Unchanged,
        }
    }

    /// The verdict on two snapshots.
    pub fn verdict_on_difference(self, performance_regressions: usize) -> Verdict {
        let is_worse = self.new > 0 || performance_regressions > 0;
        match (self.resolved > 0, is_worse) {
            (true, true) => Verdict::Mixed,
            (false, true) => Verdict::Regressed,
            (true, false) => Verdict::Improved,
            (false, false) => Verdict::Unchanged,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::*;
    use super::*;

    #[test]
    fn verdicts_are_written_in_the_documented_words() {
        let all =
            [Fixed, Improved, Unchanged, DifferentIssue, Mixed, Regressed, NoIssuesDetected, Inconclusive];
        let words = all.map(Verdict::as_str);
        assert_eq!(serde_json::to_value(all).unwrap(), serde_json::to_value(words).unwrap());
    }

    /// Issues before, still there, resolved, not exercised and new.
    fn fix(before: usize, still: usize, resolved: usize, not_exercised: usize, new: usize) -> Verdict {
        assert_eq!(before, still + resolved + not_exercised);
        let after = still + new;
        Tally { before, after, resolved, new, not_exercised, is_active: true, is_complete: true }
            .verdict_on_fix()
    }

    #[test]
    fn verdicts_on_fixes_come_in_the_documented_order() {
        assert_eq!(Tally { before: 1, after: 9, new: 9, ..Tally::default() }.verdict_on_fix(), Inconclusive);
        assert_eq!(fix(0, 0, 0, 0, 0), NoIssuesDetected);
        assert_eq!(fix(1, 0, 1, 0, 3), DifferentIssue, "all gone and others there, however many");
        assert_eq!(fix(2, 1, 1, 0, 2), Regressed, "more than before");
        assert_eq!(fix(3, 3, 0, 0, 1), Regressed);
        assert_eq!(fix(0, 0, 0, 0, 1), Regressed);
        assert_eq!(fix(2, 0, 0, 2, 1), Regressed, "new ones, and nothing resolved");
        assert_eq!(fix(3, 2, 1, 0, 1), DifferentIssue);
        assert_eq!(fix(2, 0, 2, 0, 0), Fixed);
        assert_eq!(fix(2, 0, 1, 1, 0), Improved);
        assert_eq!(fix(2, 1, 1, 0, 0), Improved);
        assert_eq!(fix(2, 2, 0, 0, 0), Unchanged);
        assert_eq!(fix(2, 1, 0, 1, 0), Unchanged);
        assert_eq!(fix(2, 0, 0, 2, 0), Inconclusive, "nothing was tried again");
        let incomplete = Tally { before: 1, resolved: 1, is_active: true, ..Tally::default() };
        assert_eq!(incomplete.verdict_on_fix(), Inconclusive);
    }

    #[test]
    fn verdicts_on_differences() {
        let of =
            |resolved, new, slower| Tally { resolved, new, ..Tally::default() }.verdict_on_difference(slower);
        assert_eq!(
            [of(1, 1, 0), of(1, 0, 1), of(0, 1, 0), of(0, 0, 1)],
            [Mixed, Mixed, Regressed, Regressed]
        );
        assert_eq!([of(1, 0, 0), of(0, 0, 0)], [Improved, Unchanged]);
    }
}
