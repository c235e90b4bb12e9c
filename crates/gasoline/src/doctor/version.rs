//! The second link: whether the server on the port fits this program.

use gasoline_server::VERSION;
use gasoline_wire::WIRE_VERSION;

use super::finding::{Finding, Link};
use crate::failure::Hint;
use crate::server::{Health, Occupant, Relation, SupplyError, Vitals};

/// Compares the versions. A server whose vitals cannot be read does not fit, whatever its version says.
pub(super) fn examine(port: u16, occupant: &Occupant, vitals: Option<&Vitals>) -> Finding {
    let Occupant::Gasoline(health) = occupant else {
        return Link::Server.unknown("there is none");
    };
    let versions = versions(health);
    let restart = format!("stop process {} and start `gasoline` again", health.pid);
    match health.relation() {
        Relation::Newer => broken_by(&SupplyError::Newer { port, health: health.clone() }),
        Relation::Outdated => broken_by(&SupplyError::Outdated { port, health: health.clone() }),
        Relation::Replaceable => Link::Server.broken(format!("too old: {versions}"), restart),
        Relation::Equal | Relation::Older if vitals.is_none() => {
            Link::Server.broken(format!("does not say how it is doing: {versions}"), restart)
        }
        Relation::Older => Link::Server.warning(versions, restart),
        Relation::Equal => Link::Server.ok(versions),
    }
}

fn versions(health: &Health) -> String {
    let (version, wire) = (&health.version, health.wire);
    if version == VERSION && wire == WIRE_VERSION {
        format!("version {version}, wire version {wire}, as this program")
    } else {
        format!(
            "version {version}, wire version {wire} (this program: {VERSION}, wire version {WIRE_VERSION})"
        )
    }
}

fn broken_by(error: &SupplyError) -> Finding {
    Link::Server.broken(error.to_string(), error.hint().unwrap_or_default())
}
