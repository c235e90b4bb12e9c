//! Of a test that fails only sometimes: what differed in the runs that failed.

use std::collections::{BTreeMap, BTreeSet};

use super::digest::Digest;
use super::fisher::{Failures, chance};
use super::test_run::{TestRun, by_test};

/// Differences shown of one test.
const MOST_SHOWN: usize = 5;
/// Endpoints whose order is compared.
const MOST_ORDERED: usize = 30;
/// A difference that separates less than this says nothing.
const LEAST_SEPARATION: f64 = 0.75;
/// An answer counts as late from this much on.
const LATE_MILLISECONDS: u32 = 50;

/// Something that differed.
#[derive(Clone, Debug, PartialEq)]
pub struct Differing {
    /// What was so in failing runs.
    pub what: String,
    /// Failing runs in which it was.
    pub failing: Failures,
    /// Passing runs in which it was.
    pub passing: Failures,
    /// Probability that it is chance.
    pub p: f64,
}

impl Differing {
    /// How well it separates failing runs from passing ones: 1 is entirely.
    fn separation(&self) -> f64 {
        let share = |of: Failures| f64::from(of.failed) / f64::from(of.of.max(1));
        share(self.failing) - share(self.passing)
    }

    /// In a line.
    pub fn line(&self) -> String {
        let Self { what, failing, passing, p } = self;
        format!(
            "{what}: in {} of {} failing runs, {} of {} passing (p = {p:.3})",
            failing.failed, failing.of, passing.failed, passing.of
        )
    }
}

/// A test that fails only sometimes.
#[derive(Clone, Debug, PartialEq)]
pub struct Flake {
    /// Which.
    pub test: String,
    /// How often it failed.
    pub failures: Failures,
    /// Runs of which nothing but the outcome was kept.
    pub blind: usize,
    /// What differed, the best first; empty if nothing separates the runs.
    pub differing: Vec<Differing>,
}

/// Tests that failed in some of the runs and not in all.
pub fn flakes(runs: &[TestRun]) -> Vec<Flake> {
    let tests = by_test(runs);
    let flaky = tests.into_iter().filter(|(_, runs)| {
        let failed = runs.iter().filter(|run| run.failed).count();
        failed > 0 && failed < runs.len()
    });
    flaky.map(|(test, runs)| flake(test, &runs)).collect()
}

fn flake(test: &str, runs: &[&TestRun]) -> Flake {
    let known: Vec<(bool, &Digest)> =
        runs.iter().filter_map(|run| Some((run.failed, run.digest.as_ref()?))).collect();
    let failed = runs.iter().filter(|run| run.failed).count() as u32;
    let is_seen = |failed: bool| known.iter().any(|(of, _)| *of == failed);
    let mut differing = if is_seen(true) && is_seen(false) { differences(&known) } else { Vec::new() };
    differing.retain(|one| one.separation() >= LEAST_SEPARATION);
    differing.sort_by(|one, other| {
        let by_separation = other.separation().total_cmp(&one.separation());
        by_separation
            .then_with(|| rank(&one.what).cmp(&rank(&other.what)))
            .then_with(|| one.what.cmp(&other.what))
    });
    differing.truncate(MOST_SHOWN);
    Flake {
        test: test.to_owned(),
        failures: Failures { failed, of: runs.len() as u32 },
        blind: runs.len() - known.len(),
        differing,
    }
}

/// Of two that separate equally well, the one nearer to a cause comes first.
fn rank(what: &str) -> u8 {
    match what {
        _ if what.contains("answered before") => 0,
        _ if what.contains("took over") => 1,
        _ if what.contains('→') => 2,
        _ if what.starts_with("no ") => 3,
        _ => 4,
    }
}

/// Everything that can be so or not so in a run.
fn differences(runs: &[(bool, &Digest)]) -> Vec<Differing> {
    let mut features: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    for (index, (_, digest)) in runs.iter().enumerate() {
        for feature in present(digest) {
            features.entry(feature).or_insert_with(|| vec![false; runs.len()])[index] = true;
        }
    }
    orders(runs, &mut features);
    counts(runs, &mut features);
    let mut differing: Vec<Differing> = late_answers(runs);
    for (what, is_so) in &features {
        let with = judged(what.clone(), runs, is_so);
        let inverse: Vec<bool> = is_so.iter().map(|so| !so).collect();
        // The opposite of an order is the other order, which is a feature of its own.
        let without =
            (!what.contains(" answered before ")).then(|| judged(format!("no {what}"), runs, &inverse));
        differing.push(with);
        differing.extend(without);
    }
    differing
}

fn judged(what: String, runs: &[(bool, &Digest)], is_so: &[bool]) -> Differing {
    let of = |failed: bool| {
        let matching = runs.iter().zip(is_so).filter(|((of, _), _)| *of == failed);
        let (mut all, mut so) = (0, 0);
        for (_, is_so) in matching {
            all += 1;
            so += u32::from(*is_so);
        }
        Failures { failed: so, of: all }
    };
    let (failing, passing) = (of(true), of(false));
    Differing { what, failing, passing, p: chance(failing, passing) }
}

/// What is there in a run: console lines, messages, endpoints with their status.
fn present(digest: &Digest) -> BTreeSet<String> {
    let lines = digest.console.keys().cloned();
    let messages = digest.messages.keys().map(|message| format!("message `{message}`"));
    let calls = digest.named_calls().map(|(name, call)| match call.status {
        0 => format!("{name} → no response"),
        status => format!("{name} → {status}"),
    });
    lines.chain(messages).chain(calls).collect()
}

/// The place at which each endpoint was first answered.
fn first_answers(digest: &Digest) -> BTreeMap<&str, usize> {
    let mut places = BTreeMap::new();
    for (place, (name, _)) in digest.named_calls().enumerate() {
        places.entry(name).or_insert(place);
    }
    places
}

/// Which of two endpoints that every run called was answered first.
fn orders(runs: &[(bool, &Digest)], features: &mut BTreeMap<String, Vec<bool>>) {
    let places: Vec<BTreeMap<&str, usize>> = runs.iter().map(|(_, digest)| first_answers(digest)).collect();
    let Some(first) = places.first() else { return };
    let everywhere: Vec<&str> = first
        .keys()
        .copied()
        .filter(|name| places.iter().all(|places| places.contains_key(name)))
        .take(MOST_ORDERED)
        .collect();
    for one in &everywhere {
        for other in everywhere.iter().filter(|other| *other != one) {
            let is_first: Vec<bool> =
                places.iter().map(|places| places.get(one) < places.get(other)).collect();
            features.insert(format!("{one} answered before {other}"), is_first);
        }
    }
}

/// Endpoints that were called more often than in some other run.
fn counts(runs: &[(bool, &Digest)], features: &mut BTreeMap<String, Vec<bool>>) {
    let count =
        |digest: &Digest, endpoint: &str| digest.named_calls().filter(|(name, _)| *name == endpoint).count();
    let endpoints: BTreeSet<&str> =
        runs.iter().flat_map(|(_, digest)| &digest.endpoints).map(String::as_str).collect();
    for endpoint in endpoints {
        let counts: Vec<usize> = runs.iter().map(|(_, digest)| count(digest, endpoint)).collect();
        let thresholds: BTreeSet<usize> = counts.iter().copied().filter(|count| *count > 0).collect();
        for threshold in
            thresholds.into_iter().filter(|threshold| counts.iter().any(|count| count > threshold))
        {
            let is_more: Vec<bool> = counts.iter().map(|count| *count > threshold).collect();
            features.insert(format!("{endpoint} requested more than {threshold} times"), is_more);
        }
    }
}

/// Answers that took longer in every failing run than in any passing one, by more than noise.
fn late_answers(runs: &[(bool, &Digest)]) -> Vec<Differing> {
    let endpoints: BTreeSet<&str> =
        runs.iter().flat_map(|(_, digest)| &digest.endpoints).map(String::as_str).collect();
    let slowest = |digest: &Digest, endpoint: &str| {
        digest.named_calls().filter(|(name, _)| *name == endpoint).filter_map(|(_, call)| call.ms).max()
    };
    let mut late = Vec::new();
    for endpoint in endpoints {
        let times: Option<Vec<(bool, u32)>> =
            runs.iter().map(|(failed, digest)| Some((*failed, slowest(digest, endpoint)?))).collect();
        let Some(times) = times else { continue };
        let of = |failed: bool| times.iter().filter(move |(of, _)| *of == failed).map(|(_, ms)| *ms);
        let (Some(fastest), Some(slowest)) = (of(true).min(), of(false).max()) else { continue };
        if fastest >= slowest + LATE_MILLISECONDS && fastest >= slowest.saturating_mul(3) / 2 {
            let is_so: Vec<bool> = times.iter().map(|(_, ms)| *ms > slowest).collect();
            late.push(judged(format!("{endpoint} took over {slowest} ms"), runs, &is_so));
        }
    }
    late
}
