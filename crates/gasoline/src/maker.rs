//! Who makes a capture, as the environment of a CI job tells.

use gasoline_server::Maker;

/// Variables that name the commit: our own first, then those of GitHub, GitLab, CircleCI, Buildkite, Azure and Jenkins.
const COMMIT: [&str; 7] = [
    "GASOLINE_COMMIT",
    "GITHUB_SHA",
    "CI_COMMIT_SHA",
    "CIRCLE_SHA1",
    "BUILDKITE_COMMIT",
    "BUILD_SOURCEVERSION",
    "GIT_COMMIT",
];
/// The branch. Of a pull request GitHub names its own branch apart.
const BRANCH: [&str; 8] = [
    "GASOLINE_BRANCH",
    "GITHUB_HEAD_REF",
    "GITHUB_REF_NAME",
    "CI_COMMIT_REF_NAME",
    "CIRCLE_BRANCH",
    "BUILDKITE_BRANCH",
    "BUILD_SOURCEBRANCHNAME",
    "BRANCH_NAME",
];
/// The run.
const RUN: [&str; 7] = [
    "GASOLINE_RUN",
    "GITHUB_RUN_ID",
    "CI_PIPELINE_ID",
    "CIRCLE_WORKFLOW_ID",
    "BUILDKITE_BUILD_ID",
    "BUILD_BUILDID",
    "BUILD_NUMBER",
];
/// The part of the suite. GitHub has no variable for it.
const SHARD: [&str; 5] = [
    "GASOLINE_SHARD",
    "CI_NODE_INDEX",
    "CIRCLE_NODE_INDEX",
    "BUILDKITE_PARALLEL_JOB",
    "SYSTEM_JOBPOSITIONINPHASE",
];
/// Which attempt.
const ATTEMPT: [&str; 4] =
    ["GASOLINE_ATTEMPT", "GITHUB_RUN_ATTEMPT", "BUILDKITE_RETRY_COUNT", "SYSTEM_JOBATTEMPT"];

/// Reads what is known; a variable that is set to nothing is as good as not set.
pub(crate) fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Maker {
    let first = |names: &[&str]| {
        names.iter().filter_map(|name| variable(name)).find(|value| !value.trim().is_empty())
    };
    Maker {
        gasoline: String::new(),
        commit: first(&COMMIT),
        branch: first(&BRANCH),
        run: first(&RUN),
        shard: first(&SHARD),
        attempt: first(&ATTEMPT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_variables_win_and_empty_ones_do_not_count() {
        let set = [
            ("GITHUB_SHA", "abc"),
            ("GITHUB_HEAD_REF", ""),
            ("GITHUB_REF_NAME", "main"),
            ("CI_NODE_INDEX", "1"),
            ("GASOLINE_SHARD", "2/4"),
        ];
        let variable =
            |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let maker = from_environment(variable);
        assert_eq!(
            maker,
            Maker {
                commit: Some("abc".to_owned()),
                branch: Some("main".to_owned()),
                shard: Some("2/4".to_owned()),
                ..Maker::default()
            }
        );
    }
}
