//! Compares servers in alternating rounds, so that whatever else the machine does hits all of them alike.

use crate::batch::{Shape, Traffic};
use crate::bench::Bench;
use crate::load::{self, SENDERS};
use crate::process::ServerProcess;
use crate::samples::Samples;

/// What one server did over all rounds.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// Entries taken per second, one sample a round.
    pub(super) rates: Samples,
    /// Entries taken per nanosecond of the server's processor time, one sample a round. Steadier than `rates` when
    /// others use the machine too.
    pub(super) efficiencies: Samples,
    /// Milliseconds from request to answer, over all rounds.
    pub(super) latencies: Samples,
}

/// Loads each of `servers` in turn, round after round.
pub(super) async fn ingest<const COUNT: usize>(
    bench: &Bench,
    shape: Shape,
    servers: [&ServerProcess; COUNT],
) -> anyhow::Result<[Measured; COUNT]> {
    let traffic = Traffic::standard(shape);
    let mut measured = std::array::from_fn(|_| Measured::default());
    for _ in 0..bench.effort.rounds {
        for (server, measured) in servers.iter().zip(&mut measured) {
            let window = bench.effort.window;
            let processor_before = server.processor_nanoseconds();
            let seen = load::press(server.port(), SENDERS, &traffic, window).await?;
            let processor = server.processor_nanoseconds() - processor_before;
            measured.efficiencies.push(seen.entries as f64 / processor);
            measured.rates.push(seen.entries_per_second());
            measured.latencies.append(seen.latencies);
        }
    }
    Ok(measured)
}
