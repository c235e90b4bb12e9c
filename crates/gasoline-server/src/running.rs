//! Starting and stopping: addresses, the joined router, the end by signal or idleness.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::{App, SavedCapture};
use crate::clock::SystemClock;
use crate::http::{self, Guard, OriginError};
use crate::ids::SystemIds;
use crate::log_file::LogFile;
use crate::{ServerOptions, log_file, mcp};

/// Open connections get this long to finish when the server stops.
const SLOWEST_STOP: Duration = Duration::from_secs(3);
/// How often idleness is looked at.
const IDLE_CHECK: Duration = Duration::from_secs(15);

/// Why a server could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Something else listens there.
    #[error("port {port} is in use")]
    PortInUse {
        /// The port.
        port: u16,
    },
    /// The system refused the address.
    #[error("cannot listen on {address}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The system's reason.
        #[source]
        source: io::Error,
    },
    /// The `--log-file` cannot be written.
    #[error("cannot append to {}", path.display())]
    LogFile {
        /// Which.
        path: PathBuf,
        /// The system's reason.
        #[source]
        source: io::Error,
    },
    /// `--host` without `--token`.
    #[error("listening beyond this machine needs a token")]
    TokenRequired,
    /// An `--allow-origin` that is none.
    #[error(transparent)]
    Origin(#[from] OriginError),
}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was told to.
    Stopped,
    /// Nobody used it.
    Idle,
}

/// A server that listens and answers.
#[derive(Debug)]
pub struct RunningServer {
    app: Arc<App>,
    port: u16,
    idle_limit: Option<Duration>,
    stop: CancellationToken,
    tasks: TaskTracker,
    logging: Option<Logging>,
}

/// The task that writes the log file. It ends after the connections, so that it sees what they still take.
#[derive(Debug)]
struct Logging {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Logging {
    fn start(log_file: LogFile, app: &App) -> Self {
        let stop = CancellationToken::new();
        let task = tokio::spawn(log_file::write_entries(
            log_file,
            app.bus.subscribe(),
            Arc::clone(&app.notices),
            stop.clone(),
        ));
        Self { stop, task }
    }

    async fn end(self) {
        self.stop.cancel();
        if tokio::time::timeout(SLOWEST_STOP, self.task).await.is_err() {
            tracing::warn!("the log file was not complete after {} s", SLOWEST_STOP.as_secs());
        }
    }
}

/// Binds every address and starts answering.
pub async fn start(options: ServerOptions) -> Result<RunningServer, StartError> {
    let app = App::new(&options, Arc::new(SystemClock), &SystemIds);
    serve(options, app).await
}

/// The same for a saved capture, which only answers.
pub async fn open(options: ServerOptions, saved: SavedCapture) -> Result<RunningServer, StartError> {
    let app = App::saved(&options, saved, &SystemIds);
    serve(options, app).await
}

async fn serve(options: ServerOptions, mut app: App) -> Result<RunningServer, StartError> {
    if options.host.is_some_and(|host| !host.is_loopback()) && options.token.is_none() {
        return Err(StartError::TokenRequired);
    }
    let log_file = options.log_file.as_deref().map(open_log_file).transpose()?;
    let listeners = bind(&options).await?;
    let port =
        listeners.first().and_then(|listener| listener.local_addr().ok()).map_or(options.port, |a| a.port());
    app.run.port = port;
    let app = Arc::new(app);
    let stop = CancellationToken::new();
    let router = router(Arc::clone(&app), &options, port, stop.clone())?;
    let tasks = TaskTracker::new();
    let logging = log_file.map(|log_file| Logging::start(log_file, &app));
    for listener in listeners {
        tasks.spawn(http::serve_connections(listener, router.clone(), tasks.clone(), stop.clone()));
    }
    Ok(RunningServer { app, port, idle_limit: options.idle_limit, stop, tasks, logging })
}

/// All routes behind the guard, as a server on `port` would serve them.
pub fn router(
    app: Arc<App>,
    options: &ServerOptions,
    port: u16,
    stop: CancellationToken,
) -> Result<Router, OriginError> {
    let mcp = mcp::routes(Arc::clone(&app), options, stop.clone());
    guarded(app, mcp, options, port, stop)
}

/// The same routes, with the conformance suite's fixtures among what MCP clients see.
#[cfg(feature = "conformance-fixtures")]
pub fn conformance_router(
    app: Arc<App>,
    options: &ServerOptions,
    port: u16,
    stop: CancellationToken,
) -> Result<Router, OriginError> {
    let mcp = mcp::conformance::routes(Arc::clone(&app), options, stop.clone());
    guarded(app, mcp, options, port, stop)
}

fn guarded(
    app: Arc<App>,
    messages: Router,
    options: &ServerOptions,
    port: u16,
    stop: CancellationToken,
) -> Result<Router, OriginError> {
    let guard = Arc::new(Guard::new(options, port)?);
    let messages =
        messages.layer(axum::middleware::from_fn_with_state(Arc::clone(&app), http::bound_messages));
    Ok(http::routes(app, stop)
        .merge(messages)
        .layer(axum::middleware::from_fn_with_state(guard, http::guard::check)))
}

/// The loopback addresses, and the further one if there is one. IPv6 may be missing on a machine; IPv4 may not.
async fn bind(options: &ServerOptions) -> Result<Vec<TcpListener>, StartError> {
    let first = listen(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), options.port)).await?;
    let port = first.local_addr().map_or(options.port, |address| address.port());
    let mut listeners = vec![first];
    match listen(SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), port)).await {
        Ok(listener) => listeners.push(listener),
        // Common where IPv6 is switched off, and nothing a person could do about.
        Err(error) => tracing::debug!(%error, "not listening on [::1]"),
    }
    if let Some(host) = options.host.filter(|host| !host.is_loopback()) {
        listeners.push(listen(SocketAddr::new(host, port)).await?);
    }
    Ok(listeners)
}

fn open_log_file(path: &Path) -> Result<LogFile, StartError> {
    LogFile::open(path).map_err(|source| StartError::LogFile { path: path.to_owned(), source })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => StartError::PortInUse { port: address.port() },
        _ => StartError::Bind { address, source },
    })
}

impl RunningServer {
    /// The port on every address.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The state behind it.
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Serves until `stop` resolves or nobody uses the server any more; then lets open requests finish.
    pub async fn run_until(self, stop: impl Future<Output = ()> + Send) -> Outcome {
        let outcome = tokio::select! {
            () = stop => Outcome::Stopped,
            () = idleness(&self.app, self.idle_limit) => Outcome::Idle,
        };
        self.stop.cancel();
        self.tasks.close();
        if tokio::time::timeout(SLOWEST_STOP, self.tasks.wait()).await.is_err() {
            tracing::warn!("connections still open after {} s were cut", SLOWEST_STOP.as_secs());
        }
        if let Some(logging) = self.logging {
            logging.end().await;
        }
        outcome
    }
}

/// Resolves when the server has been idle for `limit`; never without a limit.
async fn idleness(app: &App, limit: Option<Duration>) {
    let Some(limit) = limit else {
        return std::future::pending().await;
    };
    let limit_milliseconds = i64::try_from(limit.as_millis()).unwrap_or(i64::MAX);
    while app.idle_milliseconds() < limit_milliseconds {
        app.clock().sleep(IDLE_CHECK.min(limit)).await;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::clock::ManualClock;
    use crate::ids::FixedIds;

    #[tokio::test]
    async fn a_server_is_idle_after_its_limit_and_a_question_begins_it_anew() {
        let clock = Arc::new(ManualClock::at(0));
        let app = Arc::new(App::new(&ServerOptions::default(), clock.clone(), &FixedIds(7)));
        let mut idle = Box::pin(idleness(&app, Some(Duration::from_secs(60))));
        assert_eq!((&mut idle).now_or_never(), None);
        clock.advance(45_000);
        app.agents.note_request(app.now());
        assert_eq!((&mut idle).now_or_never(), None);
        for _ in 0..3 {
            clock.advance(15_000);
            assert_eq!((&mut idle).now_or_never(), None);
        }
        clock.advance(15_000);
        assert_eq!(idle.now_or_never(), Some(()));
    }
}
