//! Where randomness comes from. Injected, so tests get the same ids every time.

/// A source of random bytes.
pub trait Ids: Send + Sync {
    /// Sixteen bytes nobody can guess.
    fn bytes(&self) -> [u8; 16];

    /// A short id for people and logs.
    fn short(&self) -> String {
        self.bytes().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The system's random numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemIds;

impl Ids for SystemIds {
    fn bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        // Without randomness markers would be guessable; a machine that cannot provide any must not start us.
        getrandom::fill(&mut bytes).expect("the system provides random numbers");
        bytes
    }
}

/// Always the same bytes.
#[derive(Clone, Copy, Debug)]
pub struct FixedIds(pub u8);

impl Ids for FixedIds {
    fn bytes(&self) -> [u8; 16] {
        [self.0; 16]
    }
}
