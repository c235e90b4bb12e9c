//! The fifth link: whether anything was reported and is gone.

use super::finding::{Finding, Link};
use crate::server::Vitals;

/// Tells what made room for newer entries from what never arrived.
pub(super) fn examine(vitals: &Vitals) -> Finding {
    let (dropped, lost) = (vitals.dropped, vitals.lost);
    if dropped == 0 && lost == 0 {
        return Link::Losses.ok("none");
    }
    let evicted = dropped.saturating_sub(lost);
    let remedy = if evicted > 0 {
        "a larger `--max-entries` keeps more log entries, as far as 8 MB hold them"
    } else {
        "reload the page if what you look for is missing"
    };
    Link::Losses.warning(format!("{evicted} entries made room for newer ones, {lost} never arrived"), remedy)
}
