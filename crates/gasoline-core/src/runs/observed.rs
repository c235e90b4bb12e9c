//! A run that is over, compared with another by what their browsers saw.

use gasoline_wire::Timestamp;

use crate::analysis::query::Query;
use crate::compare::{Baseline, Comparison, Gaps, KINDS, RepeatedBy, Watch, compare};
use crate::learned::Baselines;
use crate::store::{Entry, View};

/// Long after everything that happened: a run that is over had its time.
const LATER_MILLISECONDS: i64 = 24 * 60 * 60 * 1_000;

/// What the browsers of a run saw.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The entries.
    pub view: View,
    /// How fast pages were.
    pub performance: Baselines,
}

/// Compares a run with one before it.
pub fn compare_runs(before: &Observed, after: &Observed) -> Comparison {
    let everything = Query { limit: usize::MAX, ..Query::default() };
    let begun = Timestamp::default();
    let baseline = Baseline::of(&before.view, &everything, &before.performance, begun);
    let mut watch = Watch::begin(&baseline, &View::default(), Gaps::default(), begun);
    let mut entries: Vec<&Entry> =
        KINDS.into_iter().flat_map(|kind| after.view.entries(kind)).map(AsRef::as_ref).collect();
    entries.sort_by_key(|entry| entry.seq);
    entries.iter().for_each(|entry| watch.note(entry, &everything));
    let last = entries.iter().map(|entry| entry.received_at).max().unwrap_or_default();
    let losses = after.view.losses();
    let gaps = Gaps { lost: losses.lost + losses.evicted, rejected: 0 };
    compare(&baseline, &watch, RepeatedBy::Command, gaps, last.shifted(LATER_MILLISECONDS))
}
