//! A first, vectorised look: does a text contain a fragment of any keyword? Nearly every entry ends here.
//!
//! The automaton over whole keywords takes one dependent step a byte; this looks at 32 bytes at a time. It may cry wolf, never
//! the reverse: a test holds that every keyword contains a fragment.

use std::ops::Range;

use aho_corasick::packed;

/// Lower-case texts, at least one in every keyword. At most 64: beyond that there is no vectorised search.
const FRAGMENTS: [&str; 63] = [
    "key", "eyj", "sk-", "k_test_", "k_live_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "hub_pat", "akia",
    "asia", "aws", "secret", "aiza", "xox", "slack.c", "sbp_", "npm_", "sg.", "twilio", "bearer", "token",
    "pass", "pwd", "auth", "card", "num", "cookie\"", "cvc", "cvn", "cvv", "csc", "jwt", "otp", "code=",
    "pin\"", "pin=", "iban", "ssn", "mfa", "securi", "onetime", "one_tim", "one-tim", "verific", "sk0",
    "sk1", "sk2", "sk3", "sk4", "sk5", "sk6", "sk7", "sk8", "sk9", "ska", "skb", "skc", "skd", "ske", "skf",
];
/// The keyword that is a single byte; in a table of fragments it would spoil the others' fingerprints.
const LONE: u8 = b'@';
const LONGEST_FRAGMENT: usize = 7;

pub(super) struct Fragments(Option<packed::Searcher>);

impl Fragments {
    pub(super) fn new() -> Self {
        Self(packed::Config::new().builder().extend(FRAGMENTS).build())
    }

    /// A look through `text`, of which `WINDOW` bytes are folded at a time, on the stack.
    pub(super) fn look_through<'t, const WINDOW: usize>(&'t self, text: &'t [u8]) -> Look<'t, WINDOW> {
        Look {
            searcher: self.0.as_ref(),
            text,
            folded: [0; WINDOW],
            window: 0..0,
            next_fragment: None,
            next_lone: None,
        }
    }
}

/// Looks through a text part by part. To begin a search costs as much as to search a hundred bytes, so the search goes on
/// beyond a part, and what it found is remembered for the next ones.
pub(super) struct Look<'t, const WINDOW: usize> {
    searcher: Option<&'t packed::Searcher>,
    text: &'t [u8],
    folded: [u8; WINDOW],
    /// What of the text is in `folded`.
    window: Range<usize>,
    /// Where the next fragment and the next lone keyword stand, seen from the part asked for last; the text's end if
    /// there is none.
    next_fragment: Option<usize>,
    next_lone: Option<usize>,
}

impl<const WINDOW: usize> Look<'_, WINDOW> {
    /// False means that no keyword occurs in this part of the text. Parts must be asked for in order.
    pub(super) fn may_occur_in(&mut self, part: &Range<usize>) -> bool {
        // Processors without the instructions go straight to the automaton.
        let Some(searcher) = self.searcher else { return true };
        let lone = match self.next_lone {
            Some(known) if known >= part.start => known,
            _ => self.lone_from(part.start),
        };
        self.next_lone = Some(lone);
        if lone < part.end {
            return true;
        }
        let fragment = match self.next_fragment {
            Some(known) if known >= part.start => known,
            _ => self.fragment_from(searcher, part.start),
        };
        self.next_fragment = Some(fragment);
        fragment < part.end
    }

    fn lone_from(&self, start: usize) -> usize {
        memchr::memchr(LONE, &self.text[start..]).map_or(self.text.len(), |offset| start + offset)
    }

    fn fragment_from(&mut self, searcher: &packed::Searcher, mut start: usize) -> usize {
        if !self.window.contains(&start) {
            self.fold(start);
        }
        loop {
            let rest = &self.folded[start - self.window.start..self.window.len()];
            if let Some(found) = searcher.find(rest) {
                return start + found.start();
            }
            if self.window.end == self.text.len() {
                return self.text.len();
            }
            start = start.max(self.window.end - (LONGEST_FRAGMENT - 1));
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

    #[test]
    fn every_keyword_contains_a_fragment() {
        for rule in super::super::RuleSet::rules() {
            for keyword in rule.keywords {
                assert!(
                    *keyword == "@" || FRAGMENTS.iter().any(|fragment| keyword.contains(fragment)),
                    "{keyword}"
                );
            }
        }
        assert!(FRAGMENTS.iter().all(|fragment| fragment.len() <= LONGEST_FRAGMENT));
    }

    #[test]
    fn a_fragment_is_found_in_its_own_part_wherever_it_stands() {
        const WINDOW: usize = 16;
        const PART: usize = 9;
        let fragments = Fragments::new();
        for fragment in FRAGMENTS.into_iter().chain(["@"]) {
            let fragment = fragment.to_uppercase();
            for position in 0..60 {
                let text = format!("{}{fragment}{}", ".".repeat(position), ".".repeat(60));
                let mut look = fragments.look_through::<WINDOW>(text.as_bytes());
                let parts = (0..text.len() / PART).map(|index| index * PART..(index + 1) * PART);
                let found: Vec<_> =
                    parts.filter(|part| look.may_occur_in(part)).map(|part| part.start).collect();
                if look.searcher.is_some() {
                    assert_eq!(found, [position / PART * PART], "{text}");
                }
            }
        }
    }
}
