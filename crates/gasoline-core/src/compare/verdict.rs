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
    /// What was wrong before was not tried again, so nothing can be said.
    Inconclusive,
}

#[cfg(test)]
mod tests {
    use super::Verdict::*;

    #[test]
    fn verdicts_are_written_in_the_documented_words() {
        let all =
            [Fixed, Improved, Unchanged, DifferentIssue, Mixed, Regressed, NoIssuesDetected, Inconclusive];
        insta::assert_snapshot!(
            serde_json::to_string(&all).unwrap(),
            @r#"["fixed","improved","unchanged","different_issue","mixed","regressed","no_issues_detected","inconclusive"]"#
        );
    }
}
