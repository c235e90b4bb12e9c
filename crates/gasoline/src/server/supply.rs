//! Provides the server a bridge talks to: the one of this process, or the one all bridges on a port share.

use std::io;
use std::time::{Duration, Instant};

use gasoline_core::address::Site;
use gasoline_server::platform::{PortOwner, port_owner, terminate};
use thiserror::Error;

use super::health::{Health, Relation};
use super::launch::{Launch, LaunchError};
use super::occupant::{Occupant, describe_owner, identify};
use crate::failure::Hint;
use crate::printer::Printer;
use crate::server_client::ServerClient;

/// Looks at the port before giving up: start one, replace one, and once more because others do the same.
const ATTEMPTS: usize = 4;

/// How long a replaced server may take to let go of the port. It gives open connections three seconds.
const SLOWEST_STOP: Duration = Duration::from_secs(5);

/// Pause between two looks at a port that is about to become free.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What to do when no server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    IfMissing,
    /// In place of one that this program has talked to: with the options of that one.
    InPlace,
    Never,
}

/// Where servers come from.
#[derive(Debug)]
pub(crate) enum Supply {
    /// The server runs in this process and lives as long.
    Own(ServerClient),
    /// Whichever server runs on the port; one is started if none does.
    Shared {
        launch: Launch,
        printer: Printer,
        /// The app the client is about.
        site: Option<Site>,
    },
}

/// Why there is no server to talk to.
#[derive(Debug, Error)]
pub(crate) enum SupplyError {
    #[error(
        "port `{port}` is held by {}, which does not answer like a Gasoline server",
        describe_owner(owner.as_ref())
    )]
    Foreign { port: u16, owner: Option<PortOwner> },
    #[error("{health} on port `{port}` is too old for this program and in use")]
    Outdated { port: u16, health: Health },
    #[error("{health} on port `{port}` is too new for this program")]
    Newer { port: u16, health: Health },
    #[error("cannot stop {health}, which is too old for this program")]
    Irreplaceable {
        health: Health,
        #[source]
        source: io::Error,
    },
    #[error("no server runs on port `{port}`")]
    NotRunning { port: u16 },
    #[error("servers on port `{port}` come and go")]
    Unsteady { port: u16 },
    #[error(transparent)]
    Launch(#[from] LaunchError),
}

impl Hint for SupplyError {
    fn hint(&self) -> Option<String> {
        match self {
            // A server of ours that hangs answers no better than a program of others.
            Self::Foreign { owner: Some(owner), .. } if owner.program.contains("gasoline") => Some(format!(
                "if it is a server that hangs, end process {} and try again; or choose another port with `--port`",
                owner.pid
            )),
            Self::Foreign { .. } => Some("choose another port with `--port`".to_owned()),
            Self::Outdated { health, .. } | Self::Irreplaceable { health, .. } => Some(format!(
                "stop process {} and try again, or choose another port with `--port`",
                health.pid
            )),
            Self::Newer { .. } => {
                Some("update this program, or choose another port with `--port`".to_owned())
            }
            Self::NotRunning { .. } | Self::Unsteady { .. } => {
                Some("start a server with `gasoline` and try again".to_owned())
            }
            Self::Launch(error) => error.log().map(|log| format!("the whole log is `{}`", log.display())),
        }
    }
}

impl Supply {
    /// A server that answers.
    pub(crate) async fn endpoint(&self, start: Start) -> Result<ServerClient, SupplyError> {
        match self {
            Self::Own(endpoint) => Ok(endpoint.clone()),
            Self::Shared { launch, printer, site } => {
                let endpoint = find(launch, *printer, start).await?;
                Ok(endpoint.for_site(site.as_ref()))
            }
        }
    }
}

async fn find(launch: &Launch, printer: Printer, start: Start) -> Result<ServerClient, SupplyError> {
    let endpoint = ServerClient::new(launch.options.port);
    let port = endpoint.port();
    for _ in 0..ATTEMPTS {
        match identify(&endpoint).await {
            Occupant::Nobody if start == Start::Never => {
                return Err(SupplyError::NotRunning { port });
            }
            Occupant::Nobody => launch.inheriting(start).run(&endpoint).await?,
            Occupant::Foreign(owner) => return Err(SupplyError::Foreign { port, owner }),
            Occupant::Gasoline(health) => match health.relation() {
                Relation::Equal => return Ok(endpoint),
                Relation::Older => {
                    printer.warning(&format!("using {health}, which is older than this program"));
                    return Ok(endpoint);
                }
                Relation::Replaceable => replace(&endpoint, health, printer).await?,
                Relation::Outdated => return Err(SupplyError::Outdated { port, health }),
                Relation::Newer => return Err(SupplyError::Newer { port, health }),
            },
        }
    }
    Err(SupplyError::Unsteady { port })
}

/// Makes an outdated server nobody uses give up the port.
async fn replace(endpoint: &ServerClient, health: Health, printer: Printer) -> Result<(), SupplyError> {
    printer.warning(&format!("replacing {health}, which is too old for this program"));
    let stopped = stop(endpoint, &health).await;
    stopped.map_err(|source| SupplyError::Irreplaceable { health, source })
}

async fn stop(endpoint: &ServerClient, health: &Health) -> io::Result<()> {
    // A process is named by the answer to an HTTP request; where the system can confirm it, it must.
    if port_owner(endpoint.port()).is_some_and(|owner| owner.pid != health.pid) {
        return Err(io::Error::other("its process id is not that of the port's owner"));
    }
    terminate(health.pid)?;
    let asked = Instant::now();
    while let Occupant::Gasoline(current) = identify(endpoint).await
        && current.pid == health.pid
    {
        if asked.elapsed() > SLOWEST_STOP {
            return Err(io::ErrorKind::TimedOut.into());
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}
