//! How fast entries come in, beside servers that do less with them.

use super::rounds::{self, Measured};
use crate::batch::Shape;
use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::process::ServerProcess;
use crate::references::Reference;

/// Splitting does no redaction, identity, time or test ids; this much of its speed must remain with all of them.
const LEAST_VS_SPLITTING: Limit = Limit::AtLeast(0.6);
/// Entries of other senders name no message and no identity, which we then have to find.
const LEAST_OF_ARGUMENTS: Limit = Limit::AtLeast(0.5);

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let ours = bench.start_gasoline()?;
    let splitting = bench.start_reference(&Reference::Splitting)?;
    let mut figures = measure_main(bench, &ours, &splitting).await?;
    for (name, shape, limit) in [
        ("ingest_anonymous_vs_splitting", Shape::Anonymous, LEAST_VS_SPLITTING),
        ("ingest_arguments_vs_splitting", Shape::Arguments, LEAST_OF_ARGUMENTS),
        ("ingest_secrets_vs_splitting", Shape::WithSecrets, LEAST_VS_SPLITTING),
    ] {
        let [ours, theirs] = rounds::ingest(bench, shape, [&ours, &splitting]).await?;
        figures.push(versus_splitting(name, &ours, &theirs, limit));
    }
    Ok(figures)
}

/// The traffic of our own capture, also against HTTP alone.
async fn measure_main(
    bench: &Bench,
    ours: &ServerProcess,
    splitting: &ServerProcess,
) -> anyhow::Result<Vec<Figure>> {
    let counting = bench.start_reference(&Reference::Counting)?;
    let [ours, splitting, counting] =
        rounds::ingest(bench, Shape::Identified, [ours, splitting, &counting]).await?;
    let rate = ours.rates.median();
    let efficiency = ours.efficiencies.over(&splitting.efficiencies).median();
    let ratio_to_counting = ours.rates.over(&counting.rates).median();
    Ok(vec![
        Figure::reported("ingest_rate", rate, Unit::EntriesPerSecond)
            .with("p50_ms", ours.latencies.median())
            .with("p99_ms", ours.latencies.percentile(99)),
        versus_splitting("ingest_vs_splitting", &ours, &splitting, LEAST_VS_SPLITTING),
        Figure::reported("ingest_efficiency_vs_splitting", efficiency, Unit::Ratio)
            .with("nanoseconds_per_entry", 1.0 / ours.efficiencies.median())
            .with("splitting_nanoseconds_per_entry", 1.0 / splitting.efficiencies.median()),
        Figure::reported("ingest_vs_counting", ratio_to_counting, Unit::Ratio),
    ])
}

fn versus_splitting(name: &'static str, ours: &Measured, splitting: &Measured, limit: Limit) -> Figure {
    let ratio = ours.rates.over(&splitting.rates).median();
    Figure::limited(name, ratio, Unit::Ratio, limit)
        .with("processor_ratio", ours.efficiencies.over(&splitting.efficiencies).median())
        .with("entries_per_second", ours.rates.median())
        .with("splitting_entries_per_second", splitting.rates.median())
}
