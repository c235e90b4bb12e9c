//! What is measured, a group a file. Each starts its own servers, so that any of them can run alone.

mod audit;
mod clear;
mod codegen;
mod contracts;
mod events;
mod filling;
mod in_process;
mod ingest;
mod memory;
mod pictures;
mod redaction;
mod references;
mod report;
mod rounds;
mod snapshot;
mod start;
mod surroundings;
mod tools;

use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;

use crate::arguments::Arguments;
use crate::bench::Bench;
use crate::figure::Figure;
use crate::report::Report;

/// Figures that are measured together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Group {
    /// The reference servers among themselves: what this machine can do
    References,
    /// Entries in, with redaction
    Ingest,
    /// Text that consists of secrets
    Redaction,
    /// Everything out, alone and beside writers
    Snapshot,
    /// Emptying a full store
    Clear,
    /// MCP tool calls over HTTP
    Tools,
    /// Scripts and tests from a full flow
    Codegen,
    /// A security audit of full buffers
    Audit,
    /// Contracts of APIs: what learning them costs, and their analysis
    Contracts,
    /// Significant events on their way to an agent
    Events,
    /// Reports of large runs
    Report,
    /// Pictures: their small copies and their memory
    Pictures,
    /// Resident memory: idle, full, overloaded
    Memory,
    /// From spawn to first answer
    Start,
}

impl Group {
    fn name(self) -> &'static str {
        match self {
            Self::References => "references",
            Self::Ingest => "ingest",
            Self::Redaction => "redaction",
            Self::Snapshot => "snapshot",
            Self::Clear => "clear",
            Self::Tools => "tools",
            Self::Codegen => "codegen",
            Self::Audit => "audit",
            Self::Contracts => "contracts",
            Self::Events => "events",
            Self::Report => "report",
            Self::Pictures => "pictures",
            Self::Memory => "memory",
            Self::Start => "start",
        }
    }

    async fn measure(self, bench: &Bench) -> anyhow::Result<Vec<Figure>> {
        match self {
            Self::References => references::measure(bench).await,
            Self::Ingest => ingest::measure(bench).await,
            Self::Redaction => Ok(redaction::measure(bench)),
            Self::Snapshot => snapshot::measure(bench).await,
            Self::Clear => clear::measure(bench).await,
            Self::Tools => tools::measure(bench).await,
            Self::Codegen => codegen::measure(bench),
            Self::Audit => audit::measure(bench),
            Self::Contracts => contracts::measure(bench),
            Self::Events => events::measure(bench).await,
            Self::Report => report::measure(bench).await,
            Self::Pictures => pictures::measure(bench).await,
            Self::Memory => memory::measure(bench).await,
            Self::Start => start::measure(bench).await,
        }
    }
}

/// Measures every group asked for. One that cannot be measured does not stop the others.
pub(crate) async fn measure_all(bench: &Bench, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut report = Report::new(arguments.json.as_deref())?;
    let asked_for = |group: &&Group| arguments.only.is_empty() || arguments.only.contains(group);
    for group in Group::value_variants().iter().filter(asked_for) {
        match group.measure(bench).await {
            Ok(figures) => figures.into_iter().try_for_each(|figure| report.figure(figure))?,
            Err(error) => report.failure(group.name(), &error)?,
        }
    }
    report.print_table()?;
    Ok(if report.is_acceptable() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn milliseconds_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
