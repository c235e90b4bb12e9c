//! How much is read of a capture file, whatever it says about itself.

use crate::intake::IntakeLimits;

const MIB: usize = 1024 * 1024;

/// Bounds on reading.
#[derive(Clone, Copy, Debug)]
pub struct ReadLimits {
    /// Parts looked at. A store of 256 tests, each with every kind, has some 3,000.
    pub parts: usize,
    /// Bytes of one part, unpacked. Lists are split long before; a picture has at most half a megabyte.
    pub part_bytes: usize,
    /// Bytes of all parts, unpacked: three times what a server keeps.
    pub all_bytes: usize,
    /// Bounds on each entry.
    pub intake: IntakeLimits,
}

impl Default for ReadLimits {
    fn default() -> Self {
        let intake = IntakeLimits::default();
        // Markers are longer than some secrets, so what was taken within the bounds may have grown beyond them.
        let intake = IntakeLimits {
            entry_bytes: 3 * intake.entry_bytes,
            test_id_bytes: 4 * intake.test_id_bytes,
            ..intake
        };
        Self { parts: 20_000, part_bytes: 5 * MIB, all_bytes: 96 * MIB, intake }
    }
}
