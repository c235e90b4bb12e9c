//! How large a text is to a model.

/// What an answer may cost when the caller names no budget.
pub const DEFAULT_BUDGET: usize = 2_000;
/// What an answer may cost at most.
pub const LARGEST_BUDGET: usize = 20_000;

/// Estimated tokens of a text: UTF-8 bytes over 3.5, rounded up.
pub fn estimate(text: &str) -> usize {
    of_bytes(text.len())
}

/// Estimated tokens of a text of this many bytes.
pub fn of_bytes(bytes: usize) -> usize {
    (bytes * 2).div_ceil(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_bytes_are_two_tokens() {
        assert_eq!((estimate(""), estimate("1234567"), estimate("12345678")), (0, 2, 3));
    }
}
