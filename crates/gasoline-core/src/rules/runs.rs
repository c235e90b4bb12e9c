//! Runs of letters and digits as long as tokens are. Text has few of them, so formats of tokens are looked for only there.

use std::ops::Range;

/// Shortest run that holds a token of a known format.
const SHORTEST: usize = 20;
/// A prefix with a dot, a colon or the like stands before the run it belongs to.
const BEFORE: usize = 16;

/// Bytes that tokens consist of.
const IS_PART: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let character = byte as u8;
        table[byte] = character.is_ascii_alphanumeric() || character == b'_' || character == b'-';
        byte += 1;
    }
    table
};

/// Long runs of `text` that are more than hexadecimal digits, with what stands right before them.
pub(super) fn long_runs(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut done = 0;
    std::iter::from_fn(move || {
        // Wherever a long run begins, one of these places lies within it.
        let mut place = done + SHORTEST - 1;
        while place < text.len() {
            let run = run_around(text, place, done);
            place = run.end.max(place) + SHORTEST;
            done = run.end.max(done);
            if run.len() >= SHORTEST && !is_hexadecimal(&text[run.clone()]) {
                return Some(run.start.saturating_sub(BEFORE)..run.end);
            }
        }
        None
    })
}

/// The run that `place` lies within, not before `done`; empty if it lies in none.
fn run_around(text: &[u8], place: usize, done: usize) -> Range<usize> {
    let is_part = |byte: &&u8| IS_PART[usize::from(**byte)];
    let before = text[done..place].iter().rev().take_while(is_part).count();
    let after = text[place..].iter().take_while(is_part).count();
    if after == 0 { place..place } else { place - before..place + after }
}

/// UUIDs and hashes, which no format of tokens looks like: each has a prefix with other letters.
fn is_hexadecimal(run: &[u8]) -> bool {
    run.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_is_found_wherever_it_stands() {
        for length in [20, 21, 39, 40, 100] {
            for before in 0..70 {
                let text = format!("{} {}.", "ab ".repeat(before), "z".repeat(length));
                let start = 3 * before + 1;
                let mut runs = long_runs(text.as_bytes());
                assert_eq!(runs.next(), Some(start.saturating_sub(BEFORE)..start + length), "{text}");
                assert_eq!(runs.next(), None);
            }
        }
    }

    #[test]
    fn short_runs_and_hexadecimal_ones_are_none() {
        for text in [
            "",
            "words of a sentence that has many",
            &"f".repeat(64),
            "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            &"z".repeat(19),
        ] {
            assert_eq!(long_runs(text.as_bytes()).count(), 0, "{text}");
        }
        let two = format!("{} {} x {}", "y".repeat(30), "f".repeat(40), "z".repeat(20));
        assert_eq!(long_runs(two.as_bytes()).count(), 2);
    }
}
