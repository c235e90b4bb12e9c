//! What the user did, in order, for readers rather than runners: the steps that a reproduction script of the same flow has.

use super::expected_error;
use super::lower::recorded_flow::RecordedFlow;
use super::lower::{self, plain};
use crate::analysis::query::Query;
use crate::store::View;

pub use super::lower::plain::PlainStep;

/// One flow.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainFlow {
    /// Its steps, up to the error.
    pub steps: Vec<PlainStep>,
    /// The error it is about.
    pub error: Option<FlowError>,
    /// The capture session it belongs to.
    pub session: Option<String>,
    /// When its first action happened, in milliseconds since 1970.
    pub began: i64,
    /// Actions after the error, left out.
    pub left_out: usize,
}

/// The error of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowError {
    /// What it says.
    pub message: String,
    /// Not caught, rather than logged.
    pub is_thrown: bool,
    /// Milliseconds since 1970.
    pub time: i64,
}

/// The flow that the latest action belongs to; none if nobody did anything.
pub fn plain_flow(view: &View, query: &Query, last_n_actions: Option<usize>) -> Option<PlainFlow> {
    let mut recorded = RecordedFlow::read(view, query, last_n_actions);
    let first = recorded.actions.first()?;
    let (began, session) = (first.time, first.event.identity.session.clone());
    let failure = lower::main_failure(&recorded.failures);
    let left_out = failure.as_ref().map_or(0, |failure| expected_error::end_with(failure, &mut recorded));
    let error = failure.map(|failure| FlowError {
        message: failure.message,
        is_thrown: failure.is_thrown,
        time: failure.time,
    });
    Some(PlainFlow { steps: plain::steps(&recorded), error, session, began, left_out })
}
