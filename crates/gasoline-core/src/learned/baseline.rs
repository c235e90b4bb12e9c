//! How fast each path usually is: a plain mean over the first samples, then a slowly moving one.

use std::collections::VecDeque;

use gasoline_wire::PerformanceSnapshot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Learner;
use crate::intake::Kind;
use crate::store::{Entry, Scope};

/// Samples that count equally; later ones move the baseline by a fifth.
const EQUAL_SAMPLES: u32 = 5;
/// Weight of a new sample after those.
const NEW_WEIGHT: f64 = 0.2;
/// Paths remembered, least recently measured dropped.
const MOST_PATHS: usize = 20;
/// Loads of a path that are kept as numbers: three new ones and twenty to compare them with.
const MOST_LOADS: usize = 23;

/// The figures a regression is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "named as in the snapshot they come from")]
pub struct Measured {
    pub load: f64,
    pub dom_content_loaded: f64,
    pub dom_interactive: f64,
    pub time_to_first_byte: f64,
    pub first_contentful_paint: Option<f64>,
    pub largest_contentful_paint: Option<f64>,
    pub request_count: f64,
    pub transfer_size: f64,
    pub decoded_size: f64,
    pub long_task_count: f64,
    pub total_blocking_time: f64,
    pub longest_task: f64,
    pub cumulative_layout_shift: Option<f64>,
}

impl Measured {
    /// The figures of one snapshot.
    pub fn of(snapshot: &PerformanceSnapshot) -> Self {
        let PerformanceSnapshot { timing, network, long_tasks, .. } = snapshot;
        Self {
            load: timing.load,
            dom_content_loaded: timing.dom_content_loaded,
            dom_interactive: timing.dom_interactive,
            time_to_first_byte: timing.time_to_first_byte,
            first_contentful_paint: timing.first_contentful_paint,
            largest_contentful_paint: timing.largest_contentful_paint,
            request_count: f64::from(network.request_count),
            transfer_size: network.transfer_size,
            decoded_size: network.decoded_size,
            long_task_count: f64::from(long_tasks.count),
            total_blocking_time: long_tasks.total_blocking_time,
            longest_task: long_tasks.longest,
            cumulative_layout_shift: snapshot.cumulative_layout_shift,
        }
    }

    /// This, moved towards `sample` by `weight`. A figure only one side has is taken as it is.
    fn moved_towards(&self, sample: &Self, weight: f64) -> Self {
        let mix = |old: f64, new: f64| old + (new - old) * weight;
        let mix_known = |old: Option<f64>, new: Option<f64>| match (old, new) {
            (Some(old), Some(new)) => Some(mix(old, new)),
            (known, None) | (None, known) => known,
        };
        Self {
            load: mix(self.load, sample.load),
            dom_content_loaded: mix(self.dom_content_loaded, sample.dom_content_loaded),
            dom_interactive: mix(self.dom_interactive, sample.dom_interactive),
            time_to_first_byte: mix(self.time_to_first_byte, sample.time_to_first_byte),
            first_contentful_paint: mix_known(self.first_contentful_paint, sample.first_contentful_paint),
            largest_contentful_paint: mix_known(
                self.largest_contentful_paint,
                sample.largest_contentful_paint,
            ),
            request_count: mix(self.request_count, sample.request_count),
            transfer_size: mix(self.transfer_size, sample.transfer_size),
            decoded_size: mix(self.decoded_size, sample.decoded_size),
            long_task_count: mix(self.long_task_count, sample.long_task_count),
            total_blocking_time: mix(self.total_blocking_time, sample.total_blocking_time),
            longest_task: mix(self.longest_task, sample.longest_task),
            cumulative_layout_shift: mix_known(self.cumulative_layout_shift, sample.cumulative_layout_shift),
        }
    }
}

/// What is usual for one path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Baseline {
    /// Path without origin and query.
    pub path: String,
    /// How many snapshots it is made of.
    pub samples: u32,
    /// The usual figures.
    pub usual: Measured,
    /// The figures before the newest snapshot entered: what that snapshot is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_latest: Option<Measured>,
    /// The last loads, oldest first: what a test for real changes needs.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub loads: VecDeque<Measured>,
    /// The pages of the last two loads, newest last: what they loaded is compared by them.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub pages: VecDeque<Box<str>>,
}

impl Baseline {
    /// The pages of the load before the newest, and of the newest.
    pub fn last_pages(&self) -> Option<(&str, &str)> {
        Some((self.pages.get(self.pages.len().checked_sub(2)?)?, self.pages.back()?))
    }

    fn note_page(&mut self, page: Option<&str>) {
        match page {
            Some(page) => self.pages.push_back(page.into()),
            // Which load came before the next one is not known then.
            None => self.pages.clear(),
        }
        if self.pages.len() > 2 {
            self.pages.pop_front();
        }
    }

    /// The same without single loads.
    pub fn without_loads(&self) -> Self {
        let Self { path, samples, usual, before_latest, loads: _, pages: _ } = self;
        Self {
            path: path.clone(),
            samples: *samples,
            usual: *usual,
            before_latest: *before_latest,
            loads: VecDeque::new(),
            pages: VecDeque::new(),
        }
    }
}

/// Baselines of the paths measured last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "VecDeque<Baseline>")]
pub struct Baselines(VecDeque<Baseline>);

impl From<VecDeque<Baseline>> for Baselines {
    /// Never more than are kept of those that are met.
    fn from(mut saved: VecDeque<Baseline>) -> Self {
        saved.truncate(MOST_PATHS);
        Self(saved)
    }
}

impl Baselines {
    /// The baseline of a path.
    pub fn of(&self, path: &str) -> Option<&Baseline> {
        self.0.iter().find(|baseline| baseline.path == path)
    }

    /// Only what is usual for one path.
    pub fn from_baseline(baseline: Baseline) -> Self {
        Self(VecDeque::from([baseline]))
    }

    /// The paths measured last, at most so many.
    #[must_use]
    pub fn latest(&self, most: usize) -> Self {
        Self(self.0.iter().skip(self.0.len().saturating_sub(most)).cloned().collect())
    }

    /// Every path, the one measured last at the end.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Baseline> {
        self.0.iter()
    }

    /// Lets a snapshot enter the baseline of its path.
    pub fn learn(&mut self, path: &str, sample: &Measured, page: Option<&str>) {
        let known = self.0.iter().position(|baseline| baseline.path == path).and_then(|at| self.0.remove(at));
        let mut learned = match known {
            None => Baseline {
                path: path.to_owned(),
                samples: 1,
                usual: *sample,
                before_latest: None,
                loads: VecDeque::new(),
                pages: VecDeque::new(),
            },
            Some(known) => {
                let samples = known.samples + 1;
                let weight = if samples <= EQUAL_SAMPLES { 1.0 / f64::from(samples) } else { NEW_WEIGHT };
                let usual = known.usual.moved_towards(sample, weight);
                Baseline { samples, usual, before_latest: Some(known.usual), ..known }
            }
        };
        learned.note_page(page);
        learned.loads.push_back(*sample);
        if learned.loads.len() > MOST_LOADS {
            learned.loads.pop_front();
        }
        self.0.push_back(learned);
        if self.0.len() > MOST_PATHS {
            self.0.pop_front();
        }
    }
}

impl Learner for Baselines {
    const KINDS: &'static [Kind] = &[Kind::Performance];

    /// A snapshot that lacks figures is kept, but there is nothing to be learned from it.
    fn note(&mut self, entry: &Entry) -> bool {
        let measured = entry.typed::<PerformanceSnapshot>(Value::Null).as_ref().map(Measured::of);
        if let Some(measured) = &measured {
            self.learn(&entry.path(), measured, entry.header().page.as_deref());
        }
        measured.is_some()
    }

    /// What is usual stays known: only a full clear resets it.
    fn clear(&mut self, _: &Scope) {}

    /// What is usual belongs to all tests.
    fn within(&self, _: &Scope) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(load: f64, paint: Option<f64>) -> Measured {
        Measured {
            load,
            dom_content_loaded: 0.0,
            dom_interactive: 0.0,
            time_to_first_byte: 0.0,
            first_contentful_paint: paint,
            largest_contentful_paint: None,
            request_count: 0.0,
            transfer_size: 0.0,
            decoded_size: 0.0,
            long_task_count: 0.0,
            total_blocking_time: 0.0,
            longest_task: 0.0,
            cumulative_layout_shift: None,
        }
    }

    #[test]
    fn five_samples_count_equally_then_new_ones_a_fifth() {
        let mut baselines = Baselines::default();
        for load in [100.0, 200.0, 300.0, 400.0, 500.0] {
            baselines.learn("/", &sample(load, None), None);
        }
        assert!((baselines.of("/").unwrap().usual.load - 300.0).abs() < 1e-9);
        baselines.learn("/", &sample(800.0, Some(50.0)), None);
        let baseline = baselines.of("/").unwrap();
        assert!((baseline.usual.load - 400.0).abs() < 1e-9);
        assert!((baseline.before_latest.unwrap().load - 300.0).abs() < 1e-9);
        assert_eq!((baseline.samples, baseline.usual.first_contentful_paint), (6, Some(50.0)));
    }

    #[test]
    fn the_path_measured_longest_ago_is_forgotten_first() {
        let mut baselines = Baselines::default();
        for index in 0..MOST_PATHS {
            baselines.learn(&format!("/{index}"), &sample(1.0, None), None);
        }
        baselines.learn("/0", &sample(1.0, None), None);
        baselines.learn("/new", &sample(1.0, None), None);
        assert!(baselines.of("/0").is_some() && baselines.of("/1").is_none());
    }
}
