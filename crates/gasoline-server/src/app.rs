//! The state HTTP and MCP share: the store behind its lock, the redactor, the clock, the bus, who is connected.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gasoline_core::boundary::{Boundaries, BoundaryLimits};
use gasoline_core::intake::{self, Endpoint, IntakeError, IntakeLimits, Kind};
use gasoline_core::learned::Learned;
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::store::{Appended, Arrival, Entry, Losses, Removed, Scope, Store, StoreLimits, View};
use gasoline_wire::{Hello, Received, Timestamp, WireRange};
use tokio::sync::Semaphore;

use crate::ServerOptions;
use crate::bus::{Bus, Happening};
use crate::clock::Clock;
use crate::ids::Ids;

mod agents;
mod capture_clients;
mod generated_files;
mod ingest_load;
mod ingest_turns;
mod live;
mod live_answers;
mod pictures;
mod screenshots;
mod snapshots;
mod test_boundaries;
mod turnover;

pub use agents::{AgentActivity, OpenRequest};
pub use capture_clients::{CaptureClients, Notice};
pub use generated_files::GeneratedFile;
pub use ingest_load::{IngestLoad, Reservation};
pub use ingest_turns::IngestTurns;
pub(crate) use live::JoinedLink;
pub use live::{LiveError, LiveLinks, PageChoice};
pub(crate) use screenshots::ScreenshotError;
pub use snapshots::SnapshotPieces;

use self::generated_files::GeneratedFiles;
use self::live_answers::Audits;
use self::pictures::Pictures;
use self::snapshots::Snapshots;
use self::turnover::Turnover;

/// Everything one server run knows.
pub struct App {
    clock: Arc<dyn Clock>,
    redactor: Redactor,
    intake_limits: IntakeLimits,
    store: Mutex<Store>,
    boundaries: Mutex<Boundaries>,
    learned: Mutex<Learned>,
    pictures: Mutex<Pictures>,
    snapshots: Snapshots,
    generated_files: GeneratedFiles,
    turnover: Turnover,
    audits: Mutex<Audits>,
    /// Decoding takes tens of megabytes: one picture at a time.
    picture_work: Semaphore,
    /// Where records of ended tests are kept besides memory.
    spill: Option<PathBuf>,
    /// What happens, for everything that reacts to it.
    pub bus: Bus,
    /// Request bodies being read or worked on.
    pub ingest_load: IngestLoad,
    /// Batches take turns with everything else.
    pub ingest_turns: IngestTurns,
    /// Browsers that said hello.
    pub capture_clients: CaptureClients,
    /// Browsers that can be asked about their pages.
    pub live: LiveLinks,
    /// MCP clients.
    pub agents: AgentActivity,
    /// Changes with every start of a server.
    pub run: String,
    started_at: Timestamp,
}

impl App {
    /// A new, empty state.
    pub fn new(options: &ServerOptions, clock: Arc<dyn Clock>, ids: &dyn Ids) -> Self {
        let limits = StoreLimits { log_entries: options.max_entries, ..StoreLimits::default() };
        let key = FingerprintKey::new(ids.bytes());
        let started_at = clock.now();
        Self {
            redactor: Redactor::new(key),
            intake_limits: IntakeLimits::default(),
            store: Mutex::new(Store::new(limits, key)),
            boundaries: Mutex::new(Boundaries::new(BoundaryLimits::default())),
            learned: Mutex::default(),
            pictures: Mutex::default(),
            snapshots: Snapshots::default(),
            generated_files: GeneratedFiles::default(),
            turnover: Turnover::default(),
            audits: Mutex::default(),
            picture_work: Semaphore::new(1),
            spill: options.spill.clone(),
            bus: Bus::new(),
            ingest_load: IngestLoad::default(),
            ingest_turns: IngestTurns::default(),
            capture_clients: CaptureClients::default(),
            live: LiveLinks::default(),
            agents: AgentActivity::starting_at(started_at),
            run: ids.short(),
            started_at,
            clock,
        }
    }

    /// Server time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// When this run started.
    pub fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// Bounds on one POST.
    pub fn intake_limits(&self) -> &IntakeLimits {
        &self.intake_limits
    }

    /// Takes one POST body. Parsing and redaction happen before the store is locked.
    pub fn ingest(&self, endpoint: Endpoint, body: &[u8]) -> Result<Received, IntakeError> {
        self.ingest_and(endpoint, body, |_| ()).map(|ingested| ingested.received)
    }

    /// Takes one performance snapshot; says also whether it entered the baseline of its path.
    pub fn ingest_performance(&self, body: &[u8]) -> Result<(Received, bool), IntakeError> {
        let ingested = self.ingest_and(Endpoint::PerformanceSnapshot, body, |_| ())?;
        Ok((ingested.received, ingested.baseline_updated))
    }

    /// Takes one POST body and a short look at what became of it.
    fn ingest_and<T>(
        &self,
        endpoint: Endpoint,
        body: &[u8],
        look: impl FnOnce(&Appended) -> T,
    ) -> Result<Ingested<T>, IntakeError> {
        let intake = intake::take(&self.redactor, &self.intake_limits, endpoint, body)?;
        let received = intake.entries.len();
        let arrival = Arrival { received_at: self.now(), sole_test: self.boundaries().sole_running() };
        let mut store = self.lock();
        let appended = store.append(intake.entries, &arrival);
        let teaching: Vec<_> =
            appended.added.iter().filter(|entry| Learned::is_taught_by(entry.kind)).cloned().collect();
        let seen = look(&appended);
        self.bus.publish(Happening::Entries(appended));
        drop(store);
        let baseline_updated = self.learn(&teaching);
        self.turnover.note(body.len(), || self.with_store(Store::bytes) + self.ingest_load.in_flight());
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
        self.capture_clients.note(hello, now);
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

    /// Removes entries; returns how many.
    pub fn clear(&self, scope: &Scope, kinds: &[Kind]) -> usize {
        let mut store = self.lock();
        let removed = store.clear(scope, kinds);
        self.bus.publish(Happening::Cleared(scope.clone()));
        drop(store);
        self.snapshots.forget();
        self.generated_files.forget();
        if kinds.contains(&Kind::Screenshot) {
            unpoisoned(&self.pictures).clear(scope);
        }
        if kinds.contains(&Kind::WebSocket) {
            unpoisoned(&self.learned).connections.clear(scope);
        }
        let count = removed.count();
        free_aside(removed);
        count
    }

    /// Forgets what was learned from entries.
    pub fn forget_learned(&self) {
        *unpoisoned(&self.learned) = Learned::default();
    }

    /// Runs a short look at what was learned, under its lock.
    pub fn with_learned<T>(&self, look: impl FnOnce(&Learned) -> T) -> T {
        look(&unpoisoned(&self.learned))
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
        let last_entry = self.with_store(Store::last_entry_at).unwrap_or(self.started_at);
        let last = last_entry.max(self.agents.last_request_at());
        (self.now().as_milliseconds() - last.as_milliseconds()).max(0)
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        unpoisoned(&self.store)
    }

    fn boundaries(&self) -> MutexGuard<'_, Boundaries> {
        unpoisoned(&self.boundaries)
    }

    /// Takes new entries into account; says whether one entered a baseline. Most batches teach nothing and take no
    /// lock.
    fn learn(&self, entries: &[Arc<Entry>]) -> bool {
        if entries.is_empty() {
            return false;
        }
        let mut learned = unpoisoned(&self.learned);
        entries.iter().filter(|entry| learned.note(entry)).count() > 0
    }
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
        formatter.debug_struct("App").field("run", &self.run).finish_non_exhaustive()
    }
}
