//! A first, vectorised look: does a text contain a fragment of any keyword? Nearly every entry ends here.
//!
//! The automaton over whole keywords takes one dependent step a byte; this looks at 32 bytes at a time. It may cry wolf, never
//! the reverse: a test holds that every keyword contains a fragment.

use aho_corasick::packed;

/// Lower-case texts, at least one in every keyword. At most 64: beyond that there is no vectorised search.
const FRAGMENTS: [&str; 57] = [
    "key---", "eyj", "sk-", "k_test_", "k_live_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "hub_pat", "akia",
    "asia", "aws", "secret", "aiza", "xox", "slack.c", "sbp_", "npm_", "sg.", "twilio", "bearer", "key=",
    "token", "passw", "pwd=", "auth=", "key\"", "zation\"", "phrase", "number\"", "cookie\"", "card\"",
    "\"cvc\"", "\"cvv", "\"jwt\"", "\"otp\"", "code\"", "\"pwd\"", "\"ssn\"", "sk0", "sk1", "sk2", "sk3",
    "sk4", "sk5", "sk6", "sk7", "sk8", "sk9", "ska", "skb", "skc", "skd", "ske", "skf",
];
/// The keyword that is a single byte; in a table of fragments it would spoil the others' fingerprints.
const LONE: u8 = b'@';
/// Text folded at a time, on the stack.
const WINDOW: usize = 1024;
const LONGEST_FRAGMENT: usize = 7;

pub(super) struct Fragments(Option<packed::Searcher>);

impl Fragments {
    pub(super) fn new() -> Self {
        Self(packed::Config::new().builder().extend(FRAGMENTS).build())
    }

    /// False means that no keyword occurs in `text`.
    pub(super) fn may_occur_in(&self, text: &[u8]) -> bool {
        // Processors without the instructions go straight to the automaton.
        let Some(searcher) = &self.0 else { return true };
        if memchr::memchr(LONE, text).is_some() {
            return true;
        }
        let mut start = 0;
        let mut folded = [0; WINDOW];
        loop {
            let end = text.len().min(start + WINDOW);
            let window = &mut folded[..end - start];
            window.copy_from_slice(&text[start..end]);
            window.make_ascii_lowercase();
            if searcher.find(&*window).is_some() {
                return true;
            }
            if end == text.len() {
                return false;
            }
            start = end - (LONGEST_FRAGMENT - 1);
        }
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
}
