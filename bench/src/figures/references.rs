//! The reference servers among themselves. Tells whether the machine is fit for the other figures: where splitting
//! reaches far more than a quarter of counting, the load generator is the bottleneck.

use super::rounds;
use crate::batch::Shape;
use crate::bench::Bench;
use crate::figure::{Figure, Unit};
use crate::references::Reference;

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let counting = bench.start_reference(&Reference::Counting)?;
    let splitting = bench.start_reference(&Reference::Splitting)?;
    let [counting, splitting] = rounds::ingest(bench, Shape::Identified, [&counting, &splitting]).await?;
    let ratio = splitting.rates.over(&counting.rates).median();
    let rate = |name, measured: &rounds::Measured| {
        Figure::reported(name, measured.rates.median(), Unit::EntriesPerSecond)
            .with("p50_ms", measured.latencies.median())
            .with("p99_ms", measured.latencies.percentile(99))
    };
    Ok(vec![
        rate("counting_rate", &counting),
        rate("splitting_rate", &splitting),
        Figure::reported("splitting_vs_counting", ratio, Unit::Ratio),
    ])
}
