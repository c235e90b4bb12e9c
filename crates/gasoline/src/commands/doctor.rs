//! `gasoline doctor`: examines the chain from browser to agent and says where it is broken.

use std::process::ExitCode;

use crate::doctor;
use crate::printer::Printer;
use crate::settings::{DoctorSettings, Format};

/// Prints the report. A broken link is what was asked for, not an error: it only shows in the exit status.
pub(super) async fn run(settings: DoctorSettings, printer: Printer) -> ExitCode {
    let report = doctor::examine(&settings).await;
    match settings.format {
        Format::Text => printer.answer(&report.to_string()),
        Format::Json => printer.answer(&report.to_json()),
    }
    if report.first_broken().is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
