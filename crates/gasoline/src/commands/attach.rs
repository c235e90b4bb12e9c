//! `gasoline attach`: captures a browser over its debugging port.

use gasoline_server::platform::stop_signal;

use super::CommandError;
use crate::attach::{self, AttachSettings};
use crate::printer::Printer;

/// Captures until the browser is gone or a signal comes.
pub(super) async fn run(settings: AttachSettings, printer: Printer) -> Result<(), CommandError> {
    let stop = stop_signal()?;
    Ok(attach::run(settings, printer, stop).await?)
}
