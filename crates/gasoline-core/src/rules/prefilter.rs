//! A first, vectorised look: does a text contain any keyword? Nearly every entry ends here.
//!
//! The automaton over all keywords takes one dependent step a byte; this looks at 32 bytes at a time. One vectorised search
//! knows at most 64 texts, and with fewer it is faster by more, so there are as many searches as the keywords need. It may cry
//! wolf, never the reverse.

use std::ops::Range;

use aho_corasick::packed;

/// Most keywords of one search. With 64, the most there may be, it stops at text without keywords too often.
const MOST_IN_SEARCH: usize = 32;
/// By as many bytes a search picks its candidates, or as many as its shortest text has.
const TELLING: usize = 4;

/// The vectorised searches; none where the processor lacks the instructions.
pub(super) struct Prefilter {
    searchers: Vec<packed::Searcher>,
    /// Keywords of one byte; among the others they would spoil the search.
    lone: Option<u8>,
    longest: usize,
}

impl Prefilter {
    /// The searches for lower-case `keywords`.
    pub(super) fn new(keywords: &[&str]) -> Self {
        let lone = keywords.iter().find(|keyword| keyword.len() == 1).map(|keyword| keyword.as_bytes()[0]);
        let needed = needed(keywords);
        let build = |group: &[&str]| packed::Config::new().builder().extend(group).build();
        let searchers: Option<Vec<_>> = groups(&needed).map(build).collect();
        let longest = needed.iter().map(|keyword| keyword.len()).max().unwrap_or(1);
        Self { searchers: searchers.unwrap_or_default(), lone, longest }
    }

    /// A look through `text`, of which `WINDOW` bytes are folded at a time, on the stack.
    pub(super) fn look_through<'t, const WINDOW: usize>(&'t self, text: &'t [u8]) -> Look<'t, WINDOW> {
        Look { prefilter: self, text, folded: [0; WINDOW], window: 0..0, next_keyword: None, next_lone: None }
    }
}

/// Keywords for one search each: the short ones apart, because a single one would make a search of longer ones less telling.
fn groups<'n, 'k>(needed: &'n [&'k str]) -> impl Iterator<Item = &'n [&'k str]> {
    let by_length = needed.chunk_by(|one, next| one.len().min(TELLING) == next.len().min(TELLING));
    by_length.flat_map(|alike| alike.chunks(MOST_IN_SEARCH))
}

/// Keywords of several bytes, without those that contain another one: where they occur, it does. Sorted, so that those
/// that begin alike are looked for together.
fn needed<'k>(keywords: &[&'k str]) -> Vec<&'k str> {
    let mut several: Vec<&str> = keywords.iter().copied().filter(|keyword| keyword.len() > 1).collect();
    // The shortest text decides by how many bytes a search picks candidates.
    several.sort_unstable_by_key(|keyword| (keyword.len().min(TELLING), *keyword));
    several.dedup();
    let contains_other =
        |keyword: &str| several.iter().any(|other| *other != keyword && keyword.contains(other));
    several.iter().copied().filter(|keyword| !contains_other(keyword)).collect()
}

/// Looks through a text part by part. To begin a search costs as much as to search a hundred bytes, so the search goes on
/// beyond a part, and what it found is remembered for the next ones.
pub(super) struct Look<'t, const WINDOW: usize> {
    prefilter: &'t Prefilter,
    text: &'t [u8],
    folded: [u8; WINDOW],
    /// What of the text is in `folded`.
    window: Range<usize>,
    /// Where the next keyword and the next lone one stand, seen from the part asked for last; the text's end if there is
    /// none.
    next_keyword: Option<usize>,
    next_lone: Option<usize>,
}

impl<const WINDOW: usize> Look<'_, WINDOW> {
    /// False means that no keyword occurs in this part of the text. Parts must be asked for in order.
    pub(super) fn may_occur_in(&mut self, part: &Range<usize>) -> bool {
        // Processors without the instructions go straight to the automaton.
        if self.prefilter.searchers.is_empty() {
            return true;
        }
        let lone = match self.next_lone {
            Some(known) if known >= part.start => known,
            _ => self.lone_from(part.start),
        };
        self.next_lone = Some(lone);
        if lone < part.end {
            return true;
        }
        let keyword = match self.next_keyword {
            Some(known) if known >= part.start => known,
            _ => self.keyword_from(part.start),
        };
        self.next_keyword = Some(keyword);
        keyword < part.end
    }

    fn lone_from(&self, start: usize) -> usize {
        let lone = self.prefilter.lone.and_then(|lone| memchr::memchr(lone, &self.text[start..]));
        lone.map_or(self.text.len(), |offset| start + offset)
    }

    fn keyword_from(&mut self, mut start: usize) -> usize {
        if !self.window.contains(&start) {
            self.fold(start);
        }
        loop {
            let rest = &self.folded[start - self.window.start..self.window.len()];
            let first = self
                .prefilter
                .searchers
                .iter()
                .filter_map(|searcher| searcher.find(rest))
                .map(|found| found.start())
                .min();
            if let Some(offset) = first {
                return start + offset;
            }
            if self.window.end == self.text.len() {
                return self.text.len();
            }
            start = start.max(self.window.end - (self.prefilter.longest - 1));
            self.fold(start);
        }
    }

    /// Moves the window to `start`.
    fn fold(&mut self, start: usize) {
        self.window = start..self.text.len().min(start + WINDOW);
        let folded = &mut self.folded[..self.window.len()];
        folded.copy_from_slice(&self.text[self.window.clone()]);
        folded.make_ascii_lowercase();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keywords() -> Vec<&'static str> {
        super::super::keywords_of(|rule| !rule.in_run).1
    }

    /// Without it every entry is read by the automaton, several times slower, and nothing else would tell.
    #[test]
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    fn the_vectorised_search_knows_every_keyword() {
        let keywords = keywords();
        let prefilter = Prefilter::new(&keywords);
        assert_eq!(prefilter.searchers.len(), groups(&needed(&keywords)).count());
        assert!(!prefilter.searchers.is_empty());
    }

    #[test]
    fn a_keyword_is_found_in_its_own_part_wherever_it_stands() {
        const WINDOW: usize = 32;
        const PART: usize = 9;
        let keywords = keywords();
        let prefilter = Prefilter::new(&keywords);
        assert!(prefilter.longest < WINDOW);
        for keyword in keywords {
            let keyword = keyword.to_uppercase();
            for position in 0..60 {
                let text = format!("{}{keyword}{}", ".".repeat(position), ".".repeat(60));
                let mut look = prefilter.look_through::<WINDOW>(text.as_bytes());
                let parts = (0..text.len() / PART).map(|index| index * PART..(index + 1) * PART);
                let found: Vec<_> =
                    parts.filter(|part| look.may_occur_in(part)).map(|part| part.start).collect();
                // A keyword within it may begin later.
                let last = (position + keyword.len() - 1) / PART * PART;
                assert!(found.iter().any(|start| (position / PART * PART..=last).contains(start)), "{text}");
            }
        }
    }
}
