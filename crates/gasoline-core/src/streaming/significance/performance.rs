//! `performance`: loads twice as slow as usual, and tasks that blocked the page for long.

use gasoline_wire::PerformanceSnapshot;
use serde_json::{Value, json};

use super::fields::Fields;
use super::{Category, Known, Severity, StreamEvent, event};
use crate::address::Parts;
use crate::analysis::performance::doubled_load;
use crate::learned::Baseline;
use crate::store::Entry;

/// A task longer than this is an event.
const LONG_TASK_MILLISECONDS: f64 = 500.0;

/// The event of a load that is beyond doubt more than twice as slow as usual. A path that stays slow is known.
pub(super) fn slow_load(entry: &Entry, usual: &Baseline, slow: &mut Known<()>) -> Option<StreamEvent> {
    let Some(regression) = doubled_load(usual) else {
        slow.remove(&usual.path);
        return None;
    };
    let (before, after) = (seconds(regression.before), seconds(regression.after));
    let message = format!("Performance regression: {} loaded in {after} (baseline: {before})", usual.path);
    let context = vec![
        ("load_ms", json!(regression.after)),
        ("baseline_ms", json!(regression.before)),
        ("samples", json!(usual.samples)),
    ];
    let told = event(entry, (Category::Performance, Severity::Warning), message, context);
    let is_known = slow.insert(&usual.path, ()).is_some();
    Some(StreamEvent { key: format!("slow load\n{}", usual.path), is_known, ..told })
}

/// The event of a task that a page reports as it happens.
pub(super) fn long_task(entry: &Entry, fields: &Fields<'_>) -> Option<StreamEvent> {
    blocked(entry, fields.duration.as_ref()?.as_f64()?)
}

/// The same from the figures of a load, for pages that report no single tasks.
pub(super) fn longest_task(entry: &Entry) -> Option<StreamEvent> {
    let snapshot: PerformanceSnapshot = entry.typed(Value::Null)?;
    blocked(entry, snapshot.long_tasks.longest)
}

/// One page's tasks are one subject: the figure differs each time.
fn blocked(entry: &Entry, milliseconds: f64) -> Option<StreamEvent> {
    if milliseconds <= LONG_TASK_MILLISECONDS {
        return None;
    }
    let duration = milliseconds.round();
    let message = format!("Main thread blocked for {duration}ms");
    let told = event(
        entry,
        (Category::Performance, Severity::Warning),
        message,
        vec![("duration_ms", json!(duration))],
    );
    let url = entry.header().url.unwrap_or_default().into_owned();
    Some(StreamEvent { key: format!("long task\n{}", Parts::of(&url).path), ..told })
}

fn seconds(milliseconds: f64) -> String {
    format!("{:.1} s", milliseconds / 1_000.0)
}
