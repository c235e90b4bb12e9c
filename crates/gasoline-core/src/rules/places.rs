//! Puts two lists of findings together in one pass.

use std::ops::Range;

use super::work;

/// Something that stands at a place of a text.
pub(crate) trait Placed {
    /// The bytes it takes.
    fn place(&self) -> Range<usize>;
}

/// Both lists, in order of position. What overlaps something in `first` is left out.
///
/// Each list is in order and free of overlaps, and so is the result. Takes as many steps as there are elements: a text may
/// consist of secrets.
pub(crate) fn merge<T: Placed>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
    work::note(first.len() + second.len());
    if first.is_empty() || second.is_empty() {
        return if first.is_empty() { second } else { first };
    }
    let mut merged: Vec<T> = Vec::with_capacity(first.len() + second.len());
    let mut first = first.into_iter().peekable();
    for candidate in second {
        let place = candidate.place();
        while let Some(before) = first.next_if(|taken| taken.place().end <= place.start) {
            merged.push(before);
        }
        // Whatever was taken before and is not done with overlaps it, if it begins before the end.
        let is_free = first.peek().is_none_or(|taken| place.end <= taken.place().start);
        if is_free && merged.last().is_none_or(|last| last.place().end <= place.start) {
            merged.push(candidate);
        }
    }
    merged.extend(first);
    merged
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Placed for (u8, Range<usize>) {
        fn place(&self) -> Range<usize> {
            self.1.clone()
        }
    }

    /// The plain way: every pair is compared.
    fn merge_pairwise(
        first: &[(u8, Range<usize>)],
        second: &[(u8, Range<usize>)],
    ) -> Vec<(u8, Range<usize>)> {
        let mut all = first.to_vec();
        for candidate in second {
            let overlaps = |taken: &(u8, Range<usize>)| {
                taken.1.start < candidate.1.end && candidate.1.start < taken.1.end
            };
            if !first.iter().any(overlaps) {
                all.push(candidate.clone());
            }
        }
        all.sort_by_key(|one| one.1.start);
        all
    }

    fn list(name: u8) -> impl Strategy<Value = Vec<(u8, Range<usize>)>> {
        proptest::collection::vec((0..4_usize, 1..5_usize), 0..12).prop_map(move |gaps| {
            let mut end = 0;
            gaps.into_iter()
                .map(|(gap, length)| {
                    let start = end + gap;
                    end = start + length;
                    (name, start..end)
                })
                .collect()
        })
    }

    proptest! {
        #[test]
        fn the_first_list_has_precedence(first in list(1), second in list(2)) {
            prop_assert_eq!(merge(first.clone(), second.clone()), merge_pairwise(&first, &second));
        }
    }
}
