//! What a pull request changed, test by test. What differs between runs of one side anyway is no change.

use std::collections::{BTreeMap, BTreeSet};

use super::digest::{Call, Digest, Load};
use super::test_run::{Range, TestRun, by_test};
use crate::analysis::performance::{confirmed_slower, median};

/// A load that makes more requests than this factor and count, or more bytes, is a change: neither is noisy.
const MORE_REQUESTS: (f64, f64) = (1.5, 5.0);
const MORE_BYTES: (f64, f64) = (2.0, 100.0 * 1_024.0);

/// A figure of a load.
type Figure = fn(&Load) -> f64;

/// What changed in one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestChange {
    /// Which.
    pub test: String,
    /// What, a line each.
    pub lines: Vec<String>,
}

/// What changed from the runs `before` to those `after`, and what could not be compared.
pub fn changes(before: &[TestRun], after: &[TestRun]) -> (Vec<TestChange>, Vec<String>) {
    let (old, new) = (by_test(before), by_test(after));
    let tests: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let (mut changed, mut notes, mut blind) = (Vec::new(), Vec::new(), 0);
    for test in tests {
        let lines = match (old.get(test), new.get(test)) {
            (Some(old), Some(new)) => {
                let (old_digests, new_digests) = (digests(old), digests(new));
                let mut lines: Vec<String> = outcome(old, new).into_iter().collect();
                if old_digests.is_empty() || new_digests.is_empty() {
                    blind += 1;
                } else {
                    lines.extend(between(&old_digests, &new_digests));
                }
                lines
            }
            (None, _) => vec!["only in the second".to_owned()],
            (_, None) => vec!["only in the first".to_owned()],
        };
        if !lines.is_empty() {
            changed.push(TestChange { test: test.to_owned(), lines });
        }
    }
    if blind > 0 {
        notes.push(format!("of {blind} tests nothing but the outcome was kept"));
    }
    (changed, notes)
}

fn digests<'r>(runs: &[&'r TestRun]) -> Vec<&'r Digest> {
    runs.iter().filter_map(|run| run.digest.as_ref()).collect()
}

fn outcome(old: &[&TestRun], new: &[&TestRun]) -> Option<String> {
    let failed = |runs: &[&TestRun]| runs.iter().filter(|run| run.failed).count();
    let word = |failed: usize, of: usize| match failed {
        0 => "passed".to_owned(),
        all if all == of => "failed".to_owned(),
        some => format!("failed {some} of {of} times"),
    };
    let (before, after) = (word(failed(old), old.len()), word(failed(new), new.len()));
    (before != after).then(|| format!("{before} → {after}"))
}

fn between(old: &[&Digest], new: &[&Digest]) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(requests(old, new));
    lines.extend(counted(old, new, "console", |digest| &digest.console));
    lines.extend(counted(old, new, "WebSocket", |digest| &digest.messages));
    lines.extend(loads(old, new));
    lines
}

/// How often each line came, in each run.
fn counted(
    old: &[&Digest],
    new: &[&Digest],
    what: &str,
    counts: impl for<'d> Fn(&'d Digest) -> &'d BTreeMap<String, u32>,
) -> Vec<String> {
    let lines: BTreeSet<&String> = old.iter().chain(new).flat_map(|digest| counts(digest).keys()).collect();
    let range = |digests: &[&Digest], line: &String| {
        Range::of(digests.iter().map(|digest| counts(digest).get(line).copied().unwrap_or(0)))
    };
    let changed = lines.into_iter().filter_map(|line| {
        let (before, after) = (range(old, line), range(new, line));
        (!before.overlaps(after)).then(|| format!("{what} `{line}`: {before} → {after}"))
    });
    changed.collect()
}

fn requests(old: &[&Digest], new: &[&Digest]) -> Vec<String> {
    let names = |digests: &[&'_ Digest]| -> BTreeSet<String> {
        digests.iter().flat_map(|digest| digest.named_calls()).map(|(name, _)| name.to_owned()).collect()
    };
    let endpoints: BTreeSet<String> = names(old).into_iter().chain(names(new)).collect();
    let mut lines = Vec::new();
    for endpoint in &endpoints {
        let (before, after) = (count(old, endpoint), count(new, endpoint));
        if !before.overlaps(after) {
            lines.push(format!("{endpoint}: {before} → {after} requests"));
        }
        let statuses = |digests| set(digests, endpoint, |call| Some(u32::from(call.status)));
        lines.extend(disjoint(endpoint, "status", &statuses(old), &statuses(new)));
        // An answer that failed has another shape anyway.
        let shapes = |digests| set(digests, endpoint, |call| call.shape.filter(|_| call.status < 400));
        if disjoint(endpoint, "shape", &shapes(old), &shapes(new)).is_some() {
            lines.push(format!("{endpoint}: answers have another shape"));
        }
    }
    lines
}

fn count(digests: &[&Digest], endpoint: &str) -> Range {
    let of = |digest: &&Digest| digest.named_calls().filter(|(name, _)| *name == endpoint).count() as u32;
    Range::of(digests.iter().map(of))
}

fn set(digests: &[&Digest], endpoint: &str, of: impl Fn(&Call) -> Option<u32>) -> BTreeSet<u32> {
    let calls = digests.iter().flat_map(|digest| digest.named_calls());
    calls.filter(|(name, _)| *name == endpoint).filter_map(|(_, call)| of(call)).collect()
}

fn disjoint(endpoint: &str, what: &str, old: &BTreeSet<u32>, new: &BTreeSet<u32>) -> Option<String> {
    if old.is_empty() || new.is_empty() || !old.is_disjoint(new) {
        return None;
    }
    let list = |values: &BTreeSet<u32>| values.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    Some(format!("{endpoint}: {what} {} → {}", list(old), list(new)))
}

fn loads(old: &[&Digest], new: &[&Digest]) -> Vec<String> {
    let of = |digests: &[&'_ Digest], path: &str, figure: Figure| -> Vec<f64> {
        let loads = digests.iter().flat_map(|digest| &digest.loads);
        loads.filter(|load| load.path == path).map(figure).collect()
    };
    let paths: BTreeSet<&String> =
        old.iter().flat_map(|digest| &digest.loads).map(|load| &load.path).collect();
    let mut lines = Vec::new();
    for path in paths {
        let figures = |figure| (of(old, path, figure), of(new, path, figure));
        let (before, after) = figures(|load| load.ms);
        if let Some((was, is)) = confirmed_slower(&before, &after) {
            lines.push(format!("load of {path}: {} → {} ms, confirmed", was.round(), is.round()));
        }
        let counts: [(&str, (f64, f64), Figure); 2] = [
            ("requests", MORE_REQUESTS, |load| f64::from(load.requests)),
            ("bytes", MORE_BYTES, |load| load.bytes),
        ];
        for (what, (factor, least), figure) in counts {
            let (before, after) = figures(figure);
            let (was, is) = (median(&before), median(&after));
            if !after.is_empty() && is > was * factor && is - was >= least {
                lines.push(format!("load of {path}: {was} → {is} {what}"));
            }
        }
    }
    lines
}
