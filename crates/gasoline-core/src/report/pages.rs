//! The pages of a failed test: what they were, what they showed at the end, and what the test did in them.

use gasoline_wire::Timestamp;
use serde_json::Value;

use super::outline::{Shown, outline};
use crate::address::Parts;
use crate::intake::Kind;
use crate::store::View;

/// A document that was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    pub(super) url: String,
    /// Of its response, if that was observed.
    pub(super) status: Option<u16>,
    /// A page of the app led to it; what the runner opens has no such address.
    pub(super) is_linked: bool,
}

/// What the test did last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LastAction {
    /// `click`, `submit`, `input`, ….
    pub(super) kind: String,
    /// After the start of the test.
    pub(super) at_ms: i64,
}

/// The pages of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pages {
    pub(super) opened: Vec<Opened>,
    /// What they showed when the test failed, and a moment later; the newest first.
    pub(super) shown: Vec<Shown>,
    pub(super) last_action: Option<LastAction>,
    /// There was a page, and it was empty: the test led it nowhere.
    pub(super) was_never_led: bool,
}

impl Pages {
    /// Whether a page of that origin was opened.
    pub(super) fn is_own(&self, origin: &str) -> bool {
        origin.is_empty() || self.opened.iter().any(|opened| Parts::of(&opened.url).origin == origin)
    }

    /// What the newest look found in this role: `missing`, `blocked`.
    pub(super) fn named(&self, role: &str) -> Vec<&str> {
        self.shown.iter().filter(|shown| shown.role == role).map(|shown| shown.name.as_str()).collect()
    }
}

/// The pages of a test that began at `start`.
pub(super) fn pages(view: &View, start: Timestamp) -> Pages {
    let opened: Vec<Opened> =
        view.entries(Kind::Document).iter().filter_map(|entry| opened(entry.text())).collect();
    let looks: Vec<String> =
        view.entries(Kind::DomSnapshot).iter().filter_map(|entry| place(entry.text())).collect();
    let shown = outline(view);
    let was_never_led = opened.iter().all(|opened| opened.url == BLANK)
        && !looks.is_empty()
        && looks.iter().all(|url| url == BLANK)
        && shown.is_empty();
    let mut actions = view.entries(Kind::Action).iter().rev();
    let last_action = actions.find_map(|entry| {
        let fields: Value = serde_json::from_str(entry.text()).ok()?;
        let kind = fields.get("type")?.as_str().filter(|kind| !["navigate", "scroll"].contains(kind))?;
        let at_ms = entry.time.as_milliseconds() - start.as_milliseconds();
        Some(LastAction { kind: kind.to_owned(), at_ms })
    });
    Pages { opened, shown, last_action, was_never_led }
}

const BLANK: &str = "about:blank";

fn opened(text: &str) -> Option<Opened> {
    let fields: Value = serde_json::from_str(text).ok()?;
    // A page that the test made up says nothing of the app.
    let status = fields.get("status").filter(|_| fields.get("mocked").is_none()).and_then(Value::as_u64);
    Some(Opened {
        url: fields.get("url")?.as_str()?.to_owned(),
        status: status.and_then(|status| u16::try_from(status).ok()),
        is_linked: fields.get("referrer").and_then(Value::as_str).is_some_and(|url| !url.is_empty()),
    })
}

/// Of a look at the end of a test; snapshots that pages send themselves have no outline.
fn place(text: &str) -> Option<String> {
    let fields: Value = serde_json::from_str(text).ok()?;
    fields.get("outline")?;
    Some(fields.get("url")?.as_str()?.to_owned())
}
