//! Where the scripts of a page run: its documents, and the worlds that are not its own.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Deserialize;

use super::cdp::Event;
use super::isolated_world;
use super::live::LivePages;

/// Documents of the browser itself and of its extensions.
const FOREIGN_SCHEMES: [&str; 5] =
    ["chrome:", "chrome-extension:", "chrome-untrusted:", "devtools:", "chrome-search:"];

/// The documents of a page or frame, as the browser numbers their scripts' surroundings.
#[derive(Debug, Default)]
pub(super) struct Contexts(HashMap<i64, Document>);

/// A document, as scripts see it.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) frame: Option<Arc<str>>,
}

impl Contexts {
    /// The user's document of that number. Other worlds, and documents that are not the user's, have none.
    pub(super) fn document(&self, number: i64) -> Option<&Document> {
        self.0.get(&number)
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = i64> {
        self.0.keys().copied()
    }

    /// Whether one of the documents has logged or thrown something, and no other world.
    pub(super) fn have_said(&self, event: &Event<'_>) -> bool {
        event
            .params::<Speaker>()
            .and_then(Speaker::context)
            .is_some_and(|number| self.0.contains_key(&number))
    }

    /// Follows documents that come and go.
    pub(super) fn note(&mut self, event: &Event<'_>) -> Option<()> {
        match event.method.as_ref() {
            "Runtime.executionContextCreated" => {
                let ContextCreated { context } = event.params()?;
                let place = context.aux_data?;
                if place.is_default == Some(true) && !is_foreign(&context.origin) {
                    self.0.insert(context.id, Document { frame: place.frame_id.map(Arc::from) });
                }
            }
            "Runtime.executionContextDestroyed" => {
                let destroyed: ContextDestroyed = event.params()?;
                self.0.remove(&destroyed.execution_context_id);
            }
            "Runtime.executionContextsCleared" => self.0.clear(),
            _ => {}
        }
        Some(())
    }
}

/// Follows our own worlds in a page.
pub(super) fn note_world(live: &LivePages, target: &str, event: &Event<'_>) -> Option<()> {
    match event.method.as_ref() {
        "Runtime.executionContextCreated" => {
            live.revived(target);
            let ContextCreated { context } = event.params()?;
            let place = context.aux_data?;
            if context.name == isolated_world::NAME && place.is_default == Some(false) {
                live.note_world(target, context.id, context.unique_id);
            }
        }
        "Runtime.executionContextsCleared" => live.forget_worlds(target),
        _ => {}
    }
    Some(())
}

/// Whether a document is the browser's or an extension's own.
pub(super) fn is_foreign(url: &str) -> bool {
    FOREIGN_SCHEMES.iter().any(|scheme| url.starts_with(scheme))
}

#[derive(Debug, Deserialize)]
struct ContextCreated {
    context: ContextDescription,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContextDescription {
    id: i64,
    origin: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    unique_id: String,
    aux_data: Option<ContextPlace>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContextPlace {
    /// False for the worlds of extensions and test runners.
    is_default: Option<bool>,
    frame_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContextDestroyed {
    execution_context_id: i64,
}

/// Which document said something.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Speaker {
    execution_context_id: Option<i64>,
    exception_details: Option<SpeakerOfError>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SpeakerOfError {
    execution_context_id: Option<i64>,
}

impl Speaker {
    fn context(self) -> Option<i64> {
        self.execution_context_id.or(self.exception_details.and_then(|details| details.execution_context_id))
    }
}
