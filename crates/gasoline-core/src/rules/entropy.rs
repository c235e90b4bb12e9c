//! Shannon entropy: how random a string looks, in bits per character.

/// Bits of entropy per byte of `text`; 0 for an empty string.
pub(super) fn bits_per_byte(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let length = text.len() as f64;
    counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| {
            let share = f64::from(count) / length;
            -share * share.log2()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetition_has_none_and_sixteen_distinct_bytes_have_four_bits() {
        assert_eq!(bits_per_byte(""), 0.0);
        assert_eq!(bits_per_byte("aaaaaaaa"), 0.0);
        assert!((bits_per_byte("0123456789abcdef") - 4.0).abs() < 1e-9);
    }
}
