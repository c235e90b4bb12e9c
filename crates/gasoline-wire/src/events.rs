//! The events our own capture sends, each with its route, kind and sample.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use ts_rs::TS;

use crate::*;

/// What every event's type can do.
pub trait Event: DeserializeOwned + Serialize + TS + JsonSchema {}

impl<T: DeserializeOwned + Serialize + TS + JsonSchema> Event for T {}

/// What is known of an event besides its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventFacts {
    /// Where it is posted.
    pub route: Route,
    /// What kind of entry it is.
    pub kind: Kind,
    /// Its sample: a file in `fixtures/wire`, without its ending.
    pub sample: &'static str,
}

/// Does something with the type of every event.
pub trait EventVisitor {
    /// Called once for each event.
    fn visit<E: Event>(&mut self, facts: EventFacts);
}

macro_rules! events {
    ($($event:ident: $route:ident, $kind:ident, $sample:literal;)+) => {
        /// Shows every event to a visitor.
        pub fn visit_events(visitor: &mut impl EventVisitor) {
            $(visitor.visit::<$event>(EventFacts {
                route: Route::$route,
                kind: Kind::$kind,
                sample: $sample,
            });)+
        }
    };
}

events! {
    ConsoleEvent: Logs, Log, "console";
    ExceptionEvent: Logs, Log, "exception";
    ErrorAmendment: Logs, Log, "exception-enrichment";
    NetworkErrorEvent: Logs, Log, "network-error";
    ViolationEvent: Logs, Log, "violation";
    LongTaskEvent: Logs, Log, "long-task";
    ResourceEvent: Logs, Resource, "resource";
    DocumentEvent: Logs, Document, "document";
    StorageWriteEvent: Logs, Storage, "storage-write";
    WebSocketEvent: WebSocketEvents, WebSocket, "websocket-event";
    NetworkBodyEvent: NetworkBodies, NetworkBody, "network-body";
    InitiatorAmendment: NetworkBodies, NetworkBody, "network-body-initiator";
    ActionEvent: EnhancedActions, Action, "action";
    DomSnapshot: DomSnapshots, DomSnapshot, "dom-snapshot";
    PerformanceSnapshot: PerformanceSnapshot, Performance, "performance-snapshot";
    ScreenshotCapture: Screenshots, Screenshot, "screenshot";
}
