//! Fills every buffer beyond its bounds, in different ways.

use crate::batch::{Batch, Shape, Traffic};
use crate::load;
use crate::process::ServerProcess;

/// More tests than a server keeps apart, each with entries of one size; together more bytes than it keeps in all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filling {
    pub(super) entries_per_test: usize,
    pub(super) entry_bytes: usize,
}

impl Filling {
    /// Much bookkeeping: as many entries as fit.
    pub(super) const SMALL: Self = Self { entries_per_test: 350, entry_bytes: 250 };
    /// Little bookkeeping, large pieces.
    pub(super) const LARGE: Self = Self { entries_per_test: 16, entry_bytes: 10_000 };

    const TESTS: usize = 300;

    /// Sends it all. `pass` makes the tests of one call different from those of another.
    pub(super) async fn send(&self, server: &ServerProcess, pass: usize) -> anyhow::Result<()> {
        let mut connection = server.connect().await?;
        for test in 0..Self::TESTS {
            let test_id = format!("pass {pass} test {test}");
            let traffic = Traffic {
                shape: Shape::Identified,
                entries: self.entries_per_test,
                entry_bytes: self.entry_bytes,
                test_id: Some(&test_id),
            };
            let batch = Batch::new(&traffic, server.port());
            load::deliver(&mut connection, batch, self.entries_per_test).await?;
        }
        Ok(())
    }
}
