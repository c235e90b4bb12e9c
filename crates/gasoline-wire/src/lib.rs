//! The contract between the browser side and the server: data and nothing else.
//!
//! Two readings of the same bytes live here:
//!
//! * **Typed events** ([`ConsoleEvent`], [`ExceptionEvent`], …) state exactly what our own capture sends. The
//!   TypeScript types in `packages/gasoline-wire` are generated from them, and every file in `fixtures/wire` must parse
//!   into one of them and print back identical.
//! * **[`EntryHeader`]** reads any sender's entry tolerantly: other names for the same field, ISO or epoch
//!   times, missing identity. It is what ingest uses; unknown fields stay in the stored bytes untouched.
//!
//! # Versioning promise
//!
//! [`WIRE_VERSION`] changes only when an old reader would misunderstand a new sender. Adding an optional field or
//! an event kind does not change it. The server accepts [`OLDEST_SUPPORTED_WIRE_VERSION`] and everything up to
//! its own version.

mod action;
mod ai_context;
mod batch;
mod boundary;
mod console;
mod document;
mod dom_snapshot;
mod events;
mod exception;
mod header;
mod hello;
mod identity;
mod kind;
mod listed;
mod live;
mod live_answers;
mod locator;
mod long_task;
mod members;
mod network;
mod performance;
mod resource;
mod route;
mod scan;
mod screenshot;
mod storage;
mod timestamp;
mod violation;
mod websocket;

pub mod typescript;

pub use action::{
    ActionEvent, ActionKind, DialogKind, Modifier, NavigationKind, Position, RoleSelector, ScrollOffset,
    Selectors,
};
pub use ai_context::{
    AiContext, AncestorComponent, ComponentAncestry, ErrorAmendment, Framework, MissingContext, SnippetLine,
    SourceSnippet, StateKey, StateSnapshot,
};
pub use batch::{Batch, BatchError, Cleared, EntryRejection, ErrorBody, Received};
pub use boundary::{BoundaryAction, BoundaryNoted, RunnerError, RunnerStatus, TestBoundary};
pub use console::{ConsoleEvent, Level};
pub use document::{DocumentEvent, ResponseHeaders, Viewport};
pub use dom_snapshot::{DomLandmark, DomSnapshot, LandmarkKind};
pub use events::{Event, EventFacts, EventVisitor, visit_events};
pub use exception::{Enrichment, ExceptionEvent, Mechanism};
pub use header::{EntryHeader, HeaderError};
pub use hello::{CaptureSettings, ClientKind, Hello, Welcome, WireRange};
pub use identity::{Identity, LONGEST_TEST_ID};
pub use kind::{Kind, LogKind};
pub use live::{
    AuditQuery, AutoScreenshotChange, AutoScreenshotState, DomQuery, LiveClientMessage, LiveFailure,
    LiveFailureReason, LiveHello, LiveOutcome, LivePage, LiveQuery, LiveServerMessage, ScreenshotQuery,
    SurveyQuery,
};
pub use live_answers::{
    AuditAnswer, AuditFinding, AuditImpact, AuditNode, BoundingBox, DomAnswer, DomElement, DomMatch,
    Enclosure, PageField, PageForm, PageHeading, PageInfo, PageName, PagePoint, PageSize, SurveyAnswer,
};
pub use locator::{FrameStep, Locator, LocatorStrategy};
pub use long_task::LongTaskEvent;
pub use members::members;
pub use network::{
    CookiePresence, CredentialsMode, Handled, InitiatorAmendment, Mocked, NetworkBodyEvent,
    NetworkErrorEvent, ResourceKind, SourcePlace,
};
pub use performance::{
    LongTasks, NetworkTotals, PerformanceSnapshot, ResourceTotal, ResourceTotals, SlowRequest, Timing,
};
pub use resource::ResourceEvent;
pub use route::Route;
pub use scan::{ScannedEntry, scan_batch};
pub use screenshot::{
    AutoScreenshot, ImageType, MaskedArea, PictureElement, ScreenshotCapture, ScreenshotEntry,
    ScreenshotTrigger,
};
pub use storage::{CookieAttributes, StorageArea, StorageWriteEvent};
pub use timestamp::{Timestamp, TimestampError};
pub use violation::ViolationEvent;
pub use websocket::{Direction, SampledRate, WebSocketEvent, WebSocketEventKind};

/// The wire version this build speaks.
pub const WIRE_VERSION: u32 = 1;

/// The oldest wire version this build still reads: one back, once there is one.
pub const OLDEST_SUPPORTED_WIRE_VERSION: u32 = 1;
