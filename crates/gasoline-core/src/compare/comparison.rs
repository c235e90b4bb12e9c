//! A baseline against what happened since: what became of each issue, and the verdict.

use gasoline_wire::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::baseline::{Baseline, IssueCounts, IssueKey, KnownIssue};
use super::issue::{Issue, IssueChange, IssueFate};
use super::performance::{self, PerformanceDiff};
use super::verdict::{Tally, Verdict};
use super::watch::{Gaps, Watch, Where};

/// What was not seen again, in the documented words.
const NOT_SEEN: &str = "(not seen)";
const NOT_TRIED: &str = "(not tried again)";

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Comparison {
    /// The verdict.
    pub verdict: Verdict,
    /// Of `fixed`: why it may be chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weak: Option<String>,
    /// Of `inconclusive`: why nothing can be said, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Occurrences before.
    pub before: IssueCounts,
    /// Occurrences after.
    pub after: IssueCounts,
    /// What became of each issue of the baseline.
    pub changes: Vec<IssueChange>,
    /// What was not there before.
    pub new_issues: Vec<IssueChange>,
    /// How the page loads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance_diff: Option<PerformanceDiff>,
    /// What the user did, oldest first.
    pub user_actions: Vec<String>,
    /// How much they did.
    pub user_action_count: u64,
    /// What is missing from the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<String>,
}

/// Who does again what led to an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatedBy {
    /// A person or an agent, who can go to the same address.
    Person,
    /// A command, which may create its data anew, with other ids.
    Command,
}

/// Compares a baseline with what happened since.
pub fn compare(
    baseline: &Baseline,
    watch: &Watch,
    repeated: RepeatedBy,
    gaps: Gaps,
    now: Timestamp,
) -> Comparison {
    let now = now.as_milliseconds();
    let changes: Vec<IssueChange> =
        baseline.issues.iter().map(|known| change(known, watch, repeated, now)).collect();
    let after = issues_after(watch);
    let is_new = |key: &IssueKey| baseline.find(key).is_none();
    let new_issues: Vec<IssueChange> =
        after.iter().filter(|(key, _)| is_new(key)).map(|(_, issue)| new_issue(issue)).collect();
    let incomplete = incomplete(baseline, watch, gaps.since(watch.gaps_before));
    let count = |fate: IssueFate| changes.iter().filter(|change| change.fate == fate).count();
    let tally = Tally {
        before: changes.len(),
        after: after.len(),
        resolved: count(IssueFate::Resolved),
        new: new_issues.len() + usize::from(watch.not_kept > 0),
        not_exercised: count(IssueFate::NotExercised),
        is_active: watch.is_active(),
        is_complete: incomplete.is_none(),
    };
    let verdict = tally.verdict_on_fix();
    let weak = changes.iter().find_map(|change| change.weak.clone()).filter(|_| verdict == Verdict::Fixed);
    let why = (verdict == Verdict::Inconclusive).then(|| why(tally, &changes, incomplete.as_deref()));
    Comparison {
        verdict,
        weak,
        why,
        before: baseline.counts(),
        after: IssueCounts::of(after.iter().map(|(_, issue)| issue)),
        changes,
        new_issues,
        performance_diff: performance::diff(baseline, watch),
        user_actions: watch.user_actions.iter().cloned().collect(),
        user_action_count: watch.user_action_count,
        incomplete,
    }
}

/// What is wrong now.
fn issues_after(watch: &Watch) -> Vec<(IssueKey, Issue)> {
    let errors = watch.errors.iter().map(|((category, key), (shown, count))| {
        (IssueKey::Message(*category, key.clone()), Issue::message(*category, shown, *count))
    });
    let failing = watch.calls.failing().map(|(endpoint, outcomes)| {
        let issue = Issue::endpoint(endpoint, outcomes.failed_status, outcomes.failed);
        (IssueKey::Endpoint(endpoint.to_owned()), issue)
    });
    errors.chain(failing).collect()
}

fn new_issue(issue: &Issue) -> IssueChange {
    IssueChange {
        fate: IssueFate::New,
        category: issue.category(),
        before: NOT_SEEN.to_owned(),
        after: issue.line(),
        tried: None,
        weak: None,
        needs: None,
    }
}

/// What became of an issue of the baseline.
struct Became {
    fate: IssueFate,
    after: String,
    tried: Option<u64>,
    /// It was tried only at other addresses than before.
    elsewhere: bool,
}

impl Became {
    fn not_exercised(elsewhere: bool) -> Self {
        Self { fate: IssueFate::NotExercised, after: NOT_TRIED.to_owned(), tried: None, elsewhere }
    }
}

fn change(known: &KnownIssue, watch: &Watch, repeated: RepeatedBy, now: i64) -> IssueChange {
    let became = match &known.key {
        IssueKey::Message(category, key) => {
            let seen = watch.errors.get(&(*category, key.clone()));
            let after = seen.map(|(shown, count)| Issue::message(*category, shown, *count));
            message_change(known, after, watch, repeated, now)
        }
        IssueKey::Endpoint(endpoint) => endpoint_change(known, endpoint, watch, repeated),
    };
    let Became { fate, after, tried, elsewhere } = became;
    let may_miss = |tried| known.rate.filter(|rate| fate == IssueFate::Resolved && rate.may_miss(tried));
    let seldom =
        tried.and_then(may_miss).map(|rate| format!("seen {} of {} times before", rate.times, rate.of));
    let is_resolved = fate == IssueFate::Resolved;
    let weak = if elsewhere && is_resolved { Some(ELSEWHERE.to_owned()) } else { seldom };
    let hint = if elsewhere { " (only other addresses of it were used)" } else { "" };
    let needs = (fate == IssueFate::NotExercised).then(|| known.steps().join(", then ") + hint);
    let (category, before) = (known.issue.category(), known.issue.line());
    IssueChange { fate, category, before, after, tried, weak, needs }
}

/// Why an issue that is gone may still be there.
const ELSEWHERE: &str = "tried with other data in the address than before";

fn message_change(
    known: &KnownIssue,
    after: Option<Issue>,
    watch: &Watch,
    repeated: RepeatedBy,
    now: i64,
) -> Became {
    if let Some(after) = after {
        let is_same = after.count() == known.issue.count();
        let fate = if is_same { IssueFate::Unchanged } else { IssueFate::Changed };
        return Became { fate, after: after.line(), tried: None, elsewhere: false };
    }
    let tries = |place: Where| -> Option<u64> {
        let tries = known.occasions.iter().map(|occasion| watch.tried(occasion, place, now));
        // Each has to be tried.
        let tries: Vec<u64> = tries.collect();
        (!tries.is_empty() && !tries.contains(&0)).then(|| tries.iter().sum())
    };
    let (same, any) = (tries(Where::SameAddress), tries(Where::AnyAddress));
    let elsewhere = same.is_none() && any.is_some();
    match same.or(any.filter(|_| repeated == RepeatedBy::Command)) {
        None => Became::not_exercised(elsewhere),
        tried => Became { fate: IssueFate::Resolved, after: NOT_SEEN.to_owned(), tried, elsewhere },
    }
}

fn endpoint_change(known: &KnownIssue, endpoint: &str, watch: &Watch, repeated: RepeatedBy) -> Became {
    let outcomes = watch.calls.of(endpoint);
    let tried = Some(outcomes.failed + outcomes.answered);
    if outcomes.failed > 0 {
        let after = Issue::endpoint(endpoint, outcomes.failed_status, outcomes.failed);
        let fate = if after == known.issue { IssueFate::Unchanged } else { IssueFate::Changed };
        return Became { fate, after: after.line(), tried, elsewhere: false };
    }
    if outcomes.answered == 0 {
        return Became::not_exercised(false);
    }
    let elsewhere = known.at.as_ref().is_some_and(|address| !outcomes.answered_at.may_include(address));
    // What writes has another id for each thing that it writes.
    let only_reads = endpoint.starts_with("GET ") || endpoint.starts_with("HEAD ");
    if elsewhere && only_reads && repeated == RepeatedBy::Person {
        return Became::not_exercised(true);
    }
    let after = format!("{endpoint} → {}", outcomes.answered_status);
    Became { fate: IssueFate::Resolved, after, tried, elsewhere }
}

fn incomplete(baseline: &Baseline, watch: &Watch, gaps: Gaps) -> Option<String> {
    let parts = [
        (gaps.lost, "entries of the pages never arrived"),
        (gaps.rejected, "entries were refused as unreadable"),
        (watch.not_kept, "further issues were too many to tell apart"),
        (baseline.not_kept as u64, "issues of the baseline were too many to keep"),
    ];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    (!said.is_empty()).then(|| said.join("; "))
}

fn why(tally: Tally, changes: &[IssueChange], incomplete: Option<&str>) -> String {
    if !tally.is_active {
        return "No captured page did anything since `watch`: ask the user to reproduce the scenario, then compare again."
            .to_owned();
    }
    if tally.resolved == tally.before {
        let incomplete = incomplete.unwrap_or_default();
        return format!(
            "No issue was seen, but not everything is known ({incomplete}): call `watch` and reproduce once more."
        );
    }
    let mut steps: Vec<&str> = changes.iter().filter_map(|change| change.needs.as_deref()).collect();
    steps.dedup();
    let rest = steps.len().saturating_sub(3);
    let more = if rest > 0 { format!("; and {rest} more") } else { String::new() };
    steps.truncate(3);
    format!("What led to the issues was not done again. To do: {}{more}.", steps.join("; "))
}

impl Comparison {
    /// How many issues of the baseline met this fate.
    pub fn count(&self, fate: IssueFate) -> usize {
        self.changes.iter().filter(|change| change.fate == fate).count()
    }

    /// The verdict in a sentence.
    pub fn summary(&self) -> String {
        let Self { before, after, changes, new_issues, .. } = self;
        let verdict = self.verdict.as_str();
        if let Some(why) = &self.why {
            let new = match new_issues.len() {
                0 => String::new(),
                count => format!(" {count} new issues were seen."),
            };
            return format!("{verdict}: {why}{new}");
        }
        let mut said = vec![format!("{} of {} issues gone", self.count(IssueFate::Resolved), changes.len())];
        said.push(format!("{} new", new_issues.len()));
        let untried = self.count(IssueFate::NotExercised);
        if untried > 0 {
            said.push(format!("{untried} not tried again"));
        }
        let weak =
            self.weak.as_ref().map(|weak| format!(" Weak: {weak}, so it may be chance; {}.", retry(weak)));
        format!(
            "{verdict}: {}; occurrences {} before, {} after.{}",
            said.join(", "),
            before.total_issues,
            after.total_issues,
            weak.unwrap_or_default()
        )
    }
}

fn retry(weak: &str) -> &'static str {
    if weak == ELSEWHERE { "try the same address" } else { "try more often" }
}
