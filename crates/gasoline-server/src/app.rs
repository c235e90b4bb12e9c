//! The state HTTP and MCP share: what was captured, what was made of it, who is connected, and the clock they go by.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gasoline_core::boundary::{Boundaries, BoundaryLimits};
use gasoline_core::capture_file::Maker;
use gasoline_core::intake::{self, IntakeError, IntakeLimits, Kind, Route};
use gasoline_core::learned::Learned;
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::store::{Appended, Arrival, Losses, Removed, Scope, Store, StoreLimits, View};
use gasoline_wire::{Hello, Received, Timestamp, WireRange};

use crate::ServerOptions;
use crate::bus::{Bus, Change};
use crate::clock::Clock;
use crate::ids::Ids;
use crate::options::ProjectRules;
use crate::server_state::ServerState;

mod agents;
mod arrivals;
mod browsers;
mod capture_clients;
mod captured;
mod captures;
mod clear_history;
mod clearing;
mod comparisons;
mod derived;
mod generated_files;
mod ingest_load;
mod ingest_turns;
mod ingestion;
mod live;
mod live_answers;
mod neighbours;
mod notices;
mod pictures;
mod saved;
mod screenshots;
mod snapshots;
mod streaming;
mod test_boundaries;
mod test_results;
mod turnover;

pub use agents::{AgentActivity, OpenRequest};
pub(crate) use arrivals::Awaited;
pub use browsers::Browsers;
pub use capture_clients::CaptureClients;
pub use clear_history::ClearedBy;
pub use generated_files::GeneratedFile;
pub use ingest_load::{IngestLoad, Reservation};
pub use ingest_turns::IngestTurns;
pub use ingestion::Ingestion;
pub(crate) use live::{JoinedLink, Newcomer};
pub use live::{LiveError, LiveLinks, PageChoice};
pub use notices::{Notices, Subject};
pub use saved::{SavedCapture, SavedCaptureError};
pub(crate) use screenshots::ScreenshotError;
pub use snapshots::SnapshotPieces;
pub use streaming::{Alerts, ClientStream, StreamStatus, Streaming};
pub(crate) use streaming::{Numbered, Reader, Waiting};

use self::captured::Captured;
use self::clear_history::ClearHistory;
use self::comparisons::Comparisons;
use self::derived::Derived;
use self::saved::Origin;
use self::streaming::Arrived;

/// Everything one server run knows.
pub struct App {
    /// Which run this is.
    pub run: Run,
    clock: Arc<dyn Clock>,
    redactor: Redactor,
    /// What the project says of itself.
    pub(crate) project: ProjectRules,
    captured: Captured,
    pub(crate) clears: ClearHistory,
    derived: Derived,
    comparisons: Comparisons,
    tests: Tests,
    /// How captured data comes in.
    pub ingestion: Ingestion,
    /// Browsers.
    pub browsers: Browsers,
    /// MCP clients.
    pub agents: AgentActivity,
    /// What agents should be told once.
    pub notices: Arc<Notices>,
    /// What happens, for everything that reacts to it.
    pub bus: Bus,
    /// What is significant, and who is told.
    pub streaming: Streaming,
}

/// Which run of a server this is.
#[derive(Debug)]
pub struct Run {
    /// Changes with every start of a server.
    pub id: String,
    /// When it started.
    pub started_at: Timestamp,
    /// The server that was on this port before.
    pub(crate) predecessor: Option<Box<ServerState>>,
    /// Its port.
    pub(crate) port: u16,
    state_folder: Option<PathBuf>,
    browser_wait: Option<Duration>,
    /// Who makes the capture files of this run.
    made_by: Maker,
    origin: Origin,
}

/// Tests that run and records of those that ended.
#[derive(Debug)]
struct Tests {
    boundaries: Mutex<Boundaries>,
    /// Where records of ended tests are kept besides memory.
    spill: Option<PathBuf>,
}

impl App {
    /// A new, empty state.
    pub fn new(options: &ServerOptions, clock: Arc<dyn Clock>, ids: &dyn Ids) -> Self {
        Self::with_key(options, clock, ids, FingerprintKey::new(ids.bytes()))
    }

    fn with_key(options: &ServerOptions, clock: Arc<dyn Clock>, ids: &dyn Ids, key: FingerprintKey) -> Self {
        let limits = StoreLimits { log_entries: options.max_entries, ..StoreLimits::default() };
        let started_at = clock.now();
        let redactor = Redactor::with_names(key, &options.project.sensitive_names);
        let maker = Maker { gasoline: crate::VERSION.to_owned(), ..Maker::clone(&options.made_by) };
        Self {
            run: Run {
                id: ids.short(),
                started_at,
                predecessor: options.predecessor.clone(),
                port: options.port,
                state_folder: options.state_folder.clone(),
                browser_wait: options.browser_wait,
                made_by: maker.map(|word| redactor.text(word).into_inner()),
                origin: Origin::Live,
            },
            clock,
            redactor,
            project: ProjectRules::clone(&options.project),
            captured: Captured {
                store: Mutex::new(Store::new(limits, key)),
                learned: Mutex::default(),
                pictures: Mutex::default(),
            },
            clears: ClearHistory::default(),
            derived: Derived::default(),
            comparisons: Comparisons::default(),
            tests: Tests {
                boundaries: Mutex::new(Boundaries::new(BoundaryLimits::default())),
                spill: options.spill.clone(),
            },
            ingestion: Ingestion::default(),
            browsers: Browsers::default(),
            agents: AgentActivity::starting_at(started_at),
            notices: Arc::new(first_notices(options)),
            bus: Bus::new(),
            streaming: Streaming::default(),
        }
    }

    /// Server time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// What timers go by.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Bounds on one POST.
    pub fn intake_limits(&self) -> &IntakeLimits {
        &self.ingestion.limits
    }

    /// Takes one POST body. Parsing and redaction happen before the store is locked.
    pub fn ingest(&self, route: Route, body: &[u8]) -> Result<Received, IntakeError> {
        self.ingest_and(route, body, |_| ()).map(|ingested| ingested.received)
    }

    /// Takes one performance snapshot; says also whether it entered the baseline of its path.
    pub fn ingest_performance(&self, body: &[u8]) -> Result<(Received, bool), IntakeError> {
        let ingested = self.ingest_and(Route::PerformanceSnapshot, body, |_| ())?;
        Ok((ingested.received, ingested.baseline_updated))
    }

    /// Takes one POST body and a short look at what became of it.
    fn ingest_and<T>(
        &self,
        route: Route,
        body: &[u8],
        look: impl FnOnce(&Appended) -> T,
    ) -> Result<Ingested<T>, IntakeError> {
        let intake = intake::take(&self.redactor, &self.ingestion.limits, route, body)?;
        let received = intake.entries.len();
        let arrival = Arrival { received_at: self.now(), sole_test: self.boundaries().sole_running() };
        let mut store = self.lock();
        let appended = store.append(intake.entries, &arrival);
        let teaching: Vec<_> =
            appended.added.iter().filter(|entry| Learned::is_taught_by(entry.kind)).cloned().collect();
        let arrived = Arrived::of(&appended.added, &appended.merged);
        let seen = look(&appended);
        self.comparisons.note(&appended, intake.rejected);
        self.bus.publish(Change::Entries(appended));
        drop(store);
        let baseline_updated = self.captured.learn(&teaching);
        self.streaming.note(&arrived, arrival.received_at, |path| {
            self.with_learned(|learned| learned.baselines.of(path).cloned())
        });
        self.ingestion
            .turnover
            .note(body.len(), || self.with_store(Store::bytes) + self.ingestion.load.in_flight());
        let (rejected, first_rejection) = (intake.rejected, intake.first_rejection);
        Ok(Ingested { received: Received { received, rejected, first_rejection }, seen, baseline_updated })
    }

    /// Notes a client's versions and clock.
    pub fn hello(&self, hello: &Hello) {
        let now = self.now();
        if WireRange::SUPPORTED.contains(hello.wire) {
            let offset = now.as_milliseconds() - hello.clock.as_milliseconds();
            self.lock().note_clock(&hello.session, offset);
        }
        self.browsers.clients.greeted(hello.client, &hello.version, now);
        match CaptureClients::mismatch(hello) {
            Some(text) => self.notices.give(Subject::CaptureClient, text),
            None => self.notices.withdraw(Subject::CaptureClient),
        }
    }

    /// What a reader who names a test may see. Ids of tests are kept redacted, so they are looked for that way too.
    pub fn scope_of(&self, test_id: Option<&str>) -> Scope {
        test_id.map_or(Scope::Everything, |id| Scope::Test(self.redactor.text(id).into_inner().into()))
    }

    /// Entries as they are now.
    pub fn view(&self, scope: &Scope, kinds: &[Kind]) -> View {
        self.lock().view(scope, kinds)
    }

    /// What was not kept, over all kinds.
    pub fn losses(&self, scope: &Scope) -> Losses {
        self.lock().losses(scope)
    }

    /// What was not kept of some kinds.
    pub fn losses_of(&self, scope: &Scope, kinds: &[Kind]) -> Losses {
        self.lock().losses_of(scope, kinds)
    }

    /// Runs a short look at what was learned, under its lock.
    pub fn with_learned<T>(&self, look: impl FnOnce(&Learned) -> T) -> T {
        look(&unpoisoned(&self.captured.learned))
    }

    /// Runs a short look at the store under its lock.
    pub fn with_store<T>(&self, look: impl FnOnce(&Store) -> T) -> T {
        look(&self.lock())
    }

    /// Milliseconds without MCP request and without new entries; 0 while an MCP client holds its stream open.
    pub fn idle_milliseconds(&self) -> i64 {
        if self.agents.connected() > 0 {
            return 0;
        }
        let last_entry = self.with_store(Store::last_entry_at).unwrap_or(self.run.started_at);
        let last = last_entry.max(self.agents.last_request_at());
        (self.now().as_milliseconds() - last.as_milliseconds()).max(0)
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        unpoisoned(&self.captured.store)
    }

    fn boundaries(&self) -> MutexGuard<'_, Boundaries> {
        unpoisoned(&self.tests.boundaries)
    }
}

/// What is known from the start.
fn first_notices(options: &ServerOptions) -> Notices {
    let notices = Notices::default();
    if !options.missing_options.is_empty() {
        let text = format!(
            "This server replaced one that ended, and lacks options of that one: {}. Restart it with them if you need them.",
            options.missing_options.join(", ")
        );
        notices.give(Subject::MissingOptions, text);
    }
    notices
}

/// What became of one POST body.
struct Ingested<T> {
    received: Received,
    /// What was seen at a look.
    seen: T,
    baseline_updated: bool,
}

/// Entries that are freed faster than a thread starts.
const FEW_ENTRIES: usize = 5_000;

/// What the answer is given to be on its way before freeing begins: where processors are few, both want the same one.
const ANSWER_FIRST: Duration = Duration::from_millis(5);

/// Frees cleared entries without making the caller wait for it.
fn free_aside(removed: Removed) {
    if removed.count() > FEW_ENTRIES {
        let free = move || {
            std::thread::sleep(ANSWER_FIRST);
            drop(removed);
        };
        // If no thread can be had, the closure is dropped here and the caller waits after all.
        drop(std::thread::Builder::new().name("free".to_owned()).spawn(free));
    }
}

/// A panic while a lock was held cannot leave its state changed in a way readers could not bear; serving on beats
/// refusing everything.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for App {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("App").field("run", &self.run.id).finish_non_exhaustive()
    }
}
