//! What a rule for likely causes is.
//!
//! Each rule says which messages it is about, what else must be known, and what it then says. Its samples are its tests.
//! Texts are ours alone: what a page wrote is never mixed into them, it stands beside them as what the rule rests on. The
//! first rule that applies wins, so the more particular stand first.

/// One rule.
#[derive(Debug)]
#[cfg_attr(not(test), allow(dead_code, reason = "samples are read by the tests of the table"))]
pub(super) struct CauseRule {
    /// Stable name.
    pub(super) id: &'static str,
    /// Patterns of which one must be found in the message.
    pub(super) messages: &'static [&'static str],
    /// What must be known besides.
    pub(super) needs: Need,
    /// What is said; `{status}` stands for the outcome of the request the rule rests on.
    pub(super) text: &'static str,
    pub(super) must_match: &'static [Sample],
    pub(super) must_not_match: &'static [Sample],
}

/// What a rule needs besides the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing: the message says it all.
    Nothing,
    /// A stack that shows rendering.
    RenderingInStack,
    /// A stack in which one function of the app calls itself.
    RecursionInStack,
    /// No stack and no place: the browser hides both.
    NoStack,
    /// A request that failed before the error, and something that ties the missing value to it.
    LinkedFailedRequest,
    /// A request to another origin that just failed with the same message.
    UnansweredForeignRequest,
    /// The same to the page's own origin.
    UnansweredOwnRequest,
    /// The same to an address that the page's policy refused at that moment.
    RefusedRequest,
    /// A request that was just answered with HTML.
    HtmlAnswer,
    /// A request that was just answered with nothing, or with JSON that breaks off.
    IncompleteAnswer,
    /// A failed request whose status the message names.
    StatusInMessage,
    /// A failed request whose answer contains the message.
    MessageInAnswer,
    /// State that holds what only the older of two answers brought, which came last.
    OlderAnswerInState,
}

/// An error with its surroundings, as a test.
#[derive(Debug)]
#[cfg_attr(not(test), allow(dead_code, reason = "read by the tests of the table"))]
pub(super) struct Sample {
    pub(super) message: &'static str,
    pub(super) stack: &'static str,
    /// Address, status and how long before the error it ended; the page is `http://localhost:3000/`.
    pub(super) request: Option<(&'static str, u16, i64)>,
}

pub(super) const fn says(message: &'static str) -> Sample {
    Sample { message, stack: "", request: None }
}

pub(super) const fn after(message: &'static str, url: &'static str, status: u16, before: i64) -> Sample {
    Sample { message, stack: "", request: Some((url, status, before)) }
}

pub(super) const fn within(message: &'static str, stack: &'static str) -> Sample {
    Sample { message, stack, request: None }
}
