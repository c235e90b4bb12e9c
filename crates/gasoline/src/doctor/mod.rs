//! Examines the chain from browser to agent, link by link.
//!
//! Looks only: asks the server on the port for its health, reads the editors' configuration files, starts and changes
//! nothing. Reading order: [`finding`] is what can be said about a link, then one file per link, then [`report`].

mod age;
mod agent;
mod editors;
mod events;
mod extension;
mod files;
mod finding;
mod losses;
mod port;
mod report;
mod version;

use std::time::Duration;

use gasoline_server::clock::{Clock, SystemClock};
use gasoline_wire::Timestamp;

use self::finding::{Finding, Link};
use self::report::Report;
use crate::server::{Occupant, Vitals, identify_within};
use crate::server_client::ServerClient;
use crate::settings::DoctorSettings;

/// A person waits for the answer, and a server that needs longer is not well.
const SLOWEST_ANSWER: Duration = Duration::from_millis(800);

/// The links that only a server can tell about.
const TOLD_BY_SERVER: [Link; 5] = [Link::Extension, Link::Events, Link::Losses, Link::Files, Link::Agent];

/// Examines every link.
pub(crate) async fn examine(settings: &DoctorSettings) -> Report {
    let port = settings.port;
    let endpoint = ServerClient::new(port);
    let occupant = identify_within(&endpoint, SLOWEST_ANSWER).await;
    let vitals = match &occupant {
        Occupant::Gasoline(_) => Vitals::of(&endpoint, SLOWEST_ANSWER).await,
        Occupant::Nobody | Occupant::Foreign(_) => None,
    };
    let mut findings =
        vec![port::examine(port, &occupant), version::examine(port, &occupant, vitals.as_ref())];
    match vitals {
        Some(vitals) => findings.extend(told_by_server(port, &vitals, SystemClock.now())),
        None => findings.extend(TOLD_BY_SERVER.map(|link| link.unknown("only a server that fits can tell"))),
    }
    let ports = editors::Ports { examined: port, usual: settings.usual_port };
    findings.push(editors::examine(ports, settings.user_folders.as_ref(), &settings.project));
    Report { port, findings }
}

fn told_by_server(port: u16, vitals: &Vitals, now: Timestamp) -> [Finding; TOLD_BY_SERVER.len()] {
    [
        extension::examine(port, vitals, now),
        events::examine(vitals, now),
        losses::examine(vitals),
        files::examine(vitals),
        agent::examine(vitals),
    ]
}
