//! Which texts are secrets: a table of rules, a cheap prefilter over all of them, and the search itself.
//!
//! Works on decoded text; undoing JSON and URL escapes is [`crate::redact`]'s part.

mod addresses;
mod assigned;
mod base64;
mod checksum;
mod digits;
mod entropy;
pub mod fields;
mod further_names;
pub mod headers;
mod members;
mod numbers;
mod placeholders;
pub(crate) mod places;
mod plausible;
mod prefilter;
mod runs;
mod secrets;
mod traits;
mod vendors;
mod words;
pub(crate) mod work;

use std::fmt;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::Regex;

pub use further_names::MOST_FURTHER_NAMES;

use self::further_names::FurtherNames;
use crate::removed;

pub(crate) use traits::traits;

/// What a match must satisfy beyond its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Nothing more.
    Pattern,
    /// Known issuer and Luhn checksum.
    CardNumber,
    /// Ranges ever issued.
    SocialSecurityNumber,
    /// Stands below a sensitive name; found by that instead of a pattern.
    FieldName,
    /// Its keyword ends the user part of an address. Every email address has the keyword, and none has the rest.
    UserPart,
    /// Says so when it is decoded.
    EncodedPrivateKey,
    /// Holds a secret when it is decoded. Looked into once: what is encoded in it again stays.
    Encoded,
}

/// One kind of secret.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Stable name, kebab case; appears in markers.
    pub id: &'static str,
    /// What leaks, for people.
    pub why: &'static str,
    /// Lower-case texts, one of which occurs in every match. Empty for rules on digits, which have their own
    /// prefilter.
    pub keywords: &'static [&'static str],
    /// Regular expression, empty for the rule on the names of fields. Groups `secret`, `secret2`, … are what is replaced, or the whole match without them.
    pub pattern: &'static str,
    /// Matches below this many bits per byte are ordinary words.
    pub minimum_entropy: f64,
    /// What a match must satisfy beyond its pattern.
    pub check: Check,
    /// Whether its issuer means it to be seen by everyone, in pages among other places.
    pub publishable: bool,
    /// Whether every match has a run of at least 20 letters, digits, `_` and `-`, with the keyword in it or right before it.
    pub in_run: bool,
    /// Templates of texts that must match.
    pub must_match: &'static [&'static str],
    /// Templates of texts that must not.
    pub must_not_match: &'static [&'static str],
}

/// A secret found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Id of the rule.
    pub rule: &'static str,
    /// Bytes to replace.
    pub span: Range<usize>,
    /// Whether that is a JSON number, which stands without quotes.
    pub is_number: bool,
}

/// What stands in place of a rule's id where something was removed before.
const REMOVED: &str = "";

/// The compiled table.
///
/// Expressions are compiled when their keyword is first seen, so an idle server holds only the prefilter.
pub struct RuleSet {
    prefilter: prefilter::Prefilter,
    /// Of rules that match anywhere.
    keywords: Keywords,
    /// Of rules that match only where a long run is.
    keywords_in_runs: Keywords,
    compiled: Vec<OnceLock<Option<Regex>>>,
    /// Names that a project declares secret.
    further: FurtherNames,
}

impl RuleSet {
    /// The standard table.
    ///
    /// # Panics
    ///
    /// If a keyword of the built-in table cannot be compiled, which a test excludes.
    pub fn standard() -> Self {
        Self::with_names(&[])
    }

    /// The standard table, and fields of these names besides.
    ///
    /// # Panics
    ///
    /// As [`Self::standard`].
    pub fn with_names(names: &[String]) -> Self {
        Self {
            prefilter: prefilter::Prefilter::new(&keywords_of(|rule| !rule.in_run).1),
            keywords: Keywords::new(|rule| !rule.in_run),
            keywords_in_runs: Keywords::new(|rule| rule.in_run),
            compiled: Self::rules().iter().map(|_| OnceLock::new()).collect(),
            further: FurtherNames::new(names),
        }
    }

    /// The rule with this id. Markers also name rules that are none of the table, such as that of storage writes.
    pub fn rule(id: &str) -> Option<&'static Rule> {
        Self::rules().iter().find(|rule| rule.id == id)
    }

    /// The rules themselves, in order of precedence.
    pub fn rules() -> &'static [Rule] {
        static TABLE: LazyLock<Vec<Rule>> = LazyLock::new(|| {
            let general = secrets::RULES.iter().copied();
            secrets::BLOCKS.iter().copied().chain(vendors::rules()).chain(general).collect()
        });
        &TABLE
    }

    /// Whether `text` could contain a secret. False means [`Self::find`] finds nothing.
    pub fn is_suspicious(&self, text: &[u8]) -> bool {
        /// Most single texts are short.
        const WINDOW: usize = 1024;
        let mut look = self.prefilter.look_through::<WINDOW>(text);
        self.holds_secret(look.may_occur_in(&(0..text.len())), text)
    }

    /// A look at the parts of `text`, in their order: cheaper than at each alone.
    pub fn glance<'t>(&'t self, text: &'t [u8]) -> Glance<'t> {
        Glance { rules: self, text, look: self.prefilter.look_through(text) }
    }

    fn holds_secret(&self, may_hold_keyword: bool, text: &[u8]) -> bool {
        self.holds_keyword(may_hold_keyword, text)
            || digits::may_hold_number(text)
            || self.further.may_occur_in(text)
            || runs::long_runs(text).any(|run| self.keywords_in_runs.automaton.is_match(&text[run]))
    }

    /// A keyword of a name counts only where a value may follow it: prose about tokens costs next to nothing.
    fn holds_keyword(&self, may_occur: bool, text: &[u8]) -> bool {
        may_occur
            && self.keywords.places(text).any(|(index, place)| match Self::rules()[index].check {
                Check::FieldName => {
                    assigned::may_name_value(text, &place) || fields::names_secret(text, place)
                }
                Check::UserPart => addresses::ends_user_part(text, place.start),
                _ => true,
            })
    }

    /// Secrets in `text`, in order of position, without overlaps.
    pub fn find(&self, text: &str) -> Vec<Hit> {
        // What was removed before is left alone, whatever its marker says.
        let markers = removed::markers(text).map(|span| Hit { rule: REMOVED, span, is_number: false });
        let merge = |hits, index| places::merge(hits, self.find_with(index, text));
        let mut hits = self.candidates(text).fold(markers.collect(), merge);
        hits = places::merge(hits, self.further.find(text));
        hits.retain(|hit: &Hit| hit.rule != REMOVED);
        hits
    }

    /// Whether everything in a field of this name is secret, as the table or the project has it.
    pub(crate) fn is_sensitive(&self, name: &str) -> bool {
        fields::is_sensitive(name) || self.further.contains(name)
    }

    /// Whether the project says so of a field of this name.
    pub(crate) fn is_declared(&self, name: &str) -> bool {
        self.further.contains(name)
    }

    /// Indices of rules whose prefilter fires, in order of precedence.
    fn candidates(&self, text: &str) -> impl Iterator<Item = usize> {
        let mut fires = vec![false; Self::rules().len()];
        for (index, place) in self.keywords.places(text.as_bytes()) {
            fires[index] |= Self::rules()[index].check != Check::UserPart
                || addresses::ends_user_part(text.as_bytes(), place.start);
        }
        for run in runs::long_runs(text.as_bytes()) {
            for (index, _) in self.keywords_in_runs.places(&text.as_bytes()[run]) {
                fires[index] = true;
            }
        }
        if digits::may_hold_number(text.as_bytes()) {
            for (index, rule) in Self::rules().iter().enumerate() {
                fires[index] |= rule.is_of_digits();
            }
        }
        fires.into_iter().enumerate().filter_map(|(index, fired)| fired.then_some(index))
    }

    /// What one rule finds, in order of position.
    fn find_with(&self, index: usize, text: &str) -> Vec<Hit> {
        work::note(text.len());
        let rule = &Self::rules()[index];
        if rule.check == Check::FieldName {
            let members = members::secret_values(text).into_iter();
            let members =
                members.map(|members::Value { span, is_number }| Hit { rule: rule.id, span, is_number });
            let assigned = assigned::secret_values(text).into_iter();
            let assigned =
                assigned.map(|assigned::Value { span, rule }| Hit { rule, span, is_number: false });
            return places::merge(members.collect(), assigned.collect());
        }
        let compiled = self.compiled[index].get_or_init(|| Regex::new(rule.pattern).ok());
        let Some(expression) = compiled else { return Vec::new() };
        let found = expression.captures_iter(text).filter_map(|captures| {
            let groups = ["secret", "secret2", "secret3"].iter().find_map(|name| captures.name(name));
            let span = groups.or_else(|| captures.get(0))?.range();
            let is_number = rule.is_of_digits() && numbers::is_json_number(text, &span);
            Some(Hit { rule: rule.id, span, is_number })
        });
        let is_secret = |hit: &Hit| {
            rule.check != Check::Encoded || self.holds_encoded(&text.as_bytes()[hit.span.clone()])
        };
        found.filter(|hit| rule.accepts(text, hit) && is_secret(hit)).collect()
    }

    /// Whether what base64 stands for holds a secret.
    fn holds_encoded(&self, encoded: &[u8]) -> bool {
        /// Longer ones are files: pictures, source maps.
        const LONGEST: usize = 16 * 1024;
        work::note(encoded.len());
        let decoded = if encoded.len() <= LONGEST { base64::decode(encoded) } else { Vec::new() };
        let Ok(text) = std::str::from_utf8(&decoded) else { return false };
        let is_plain = |index: &usize| Self::rules()[*index].check != Check::Encoded;
        self.candidates(text).filter(is_plain).any(|index| !self.find_with(index, text).is_empty())
    }
}

/// Keywords, and the rules they belong to.
struct Keywords {
    automaton: AhoCorasick,
    /// For each keyword, the rule.
    owner: Vec<usize>,
}

impl Keywords {
    fn new(of: impl Fn(&Rule) -> bool) -> Self {
        let (owner, keywords) = keywords_of(of);
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(AhoCorasickKind::DFA))
            .build(keywords);
        Self { automaton: automaton.expect("built-in keywords compile"), owner }
    }

    /// The rules whose keywords occur, and where.
    fn places<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = (usize, Range<usize>)> + 't {
        let found = self.automaton.find_overlapping_iter(text);
        found.map(|found| (self.owner[found.pattern().as_usize()], found.range()))
    }
}

/// Rules and keywords of the rules asked for, in the same order.
fn keywords_of(of: impl Fn(&Rule) -> bool) -> (Vec<usize>, Vec<&'static str>) {
    let rules = RuleSet::rules().iter().enumerate().filter(|(_, rule)| of(rule));
    rules.flat_map(|(index, rule)| rule.keywords.iter().map(move |keyword| (index, *keyword))).unzip()
}

/// A look at a text part by part; see [`RuleSet::glance`].
pub struct Glance<'t> {
    rules: &'t RuleSet,
    text: &'t [u8],
    look: prefilter::Look<'t, 4096>,
}

impl Glance<'_> {
    /// Whether this part could contain a secret. Parts must be asked for in order.
    pub fn is_suspicious(&mut self, part: Range<usize>) -> bool {
        let text = &self.text[part.clone()];
        self.rules.holds_secret(self.look.may_occur_in(&part), text)
    }
}

impl Rule {
    /// Whether it is found by its digits instead of a keyword.
    fn is_of_digits(&self) -> bool {
        matches!(self.check, Check::CardNumber | Check::SocialSecurityNumber)
    }

    /// Whether a match of the pattern is a secret.
    fn accepts(&self, text: &str, hit: &Hit) -> bool {
        let Some(secret) = text.get(hit.span.clone()) else { return false };
        let checked = match self.check {
            Check::Pattern | Check::FieldName | Check::UserPart => true,
            Check::CardNumber => numbers::is_card(text, &hit.span),
            Check::SocialSecurityNumber => numbers::is_social_security_number(text, &hit.span),
            // Needs the other rules; see [`RuleSet::holds_encoded`].
            Check::Encoded => true,
            Check::EncodedPrivateKey => base64::holds(secret, b"PRIVATE KEY"),
        };
        checked
            && entropy::bits_per_byte(secret) >= self.minimum_entropy
            && !placeholders::is_placeholder(secret)
    }
}

impl places::Placed for Hit {
    fn place(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// Whether the checksum in a secret is right, for the formats that have one. It never decides what is removed.
pub(crate) fn confirmed(rule: &str, secret: &str) -> Option<bool> {
    const CHECKED: [&str; 2] = ["github-token", "npm-token"];
    CHECKED.contains(&rule).then(|| checksum::ends_in_crc32(secret))
}

/// Whether the string of a member of this name is a secret.
pub(crate) fn is_secret_member(name: &str, value: &str) -> bool {
    fields::sensitivity(name)
        .is_some_and(|named| plausible::is_secret(named, value, plausible::Place::Member))
}

/// Whether a string below a sensitive name is a secret; `name` is the member it belongs to, or empty.
pub(crate) fn is_secret_below(name: &str, value: &str) -> bool {
    plausible::is_secret_below(name, value)
}

/// Whether the second of two strings is a secret because the first is a sensitive name: `["Authorization", "Token x"]`.
pub(crate) fn is_secret_pair(name: &str, value: &str) -> bool {
    fields::is_sensitive(name) && assigned::is_second_of_two(value)
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RuleSet").field("rules", &Self::rules().len()).finish_non_exhaustive()
    }
}

impl fmt::Debug for Glance<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Glance").field("rules", &self.rules).finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod samples;

#[cfg(test)]
#[allow(clippy::string_slice, reason = "the templates of the rule table are ASCII")]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_patterns_compile() {
        let mut ids: Vec<_> = RuleSet::rules().iter().map(|rule| rule.id).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
        for rule in RuleSet::rules() {
            Regex::new(rule.pattern).expect(rule.id);
        }
    }

    #[test]
    fn every_rule_finds_its_samples_and_exactly_the_secret_part() {
        let rules = RuleSet::standard();
        for rule in RuleSet::rules() {
            for template in rule.must_match {
                let sample = samples::expand(template);
                assert!(
                    rules.is_suspicious(sample.text.as_bytes()),
                    "{}: prefilter misses {}",
                    rule.id,
                    sample.text
                );
                let hits = rules.find(&sample.text);
                let found: Vec<_> = hits.iter().map(|hit| &sample.text[hit.span.clone()]).collect();
                assert_eq!(
                    found,
                    [&sample.text[sample.secret.clone().unwrap()]],
                    "{}: {}",
                    rule.id,
                    sample.text
                );
            }
        }
    }

    #[test]
    fn no_rule_finds_its_counterexamples() {
        let rules = RuleSet::standard();
        for rule in RuleSet::rules() {
            for template in rule.must_not_match {
                let text = samples::expand(template).text;
                let own: Vec<_> = rules.find(&text).into_iter().filter(|hit| hit.rule == rule.id).collect();
                assert!(own.is_empty(), "{} matches {text}", rule.id);
            }
        }
    }

    #[test]
    fn there_are_rules_for_what_users_leak() {
        let rules = RuleSet::rules();
        assert!(rules.len() >= 120, "{}", rules.len());
        let publishable: Vec<_> = rules.iter().filter(|rule| rule.publishable).map(|rule| rule.id).collect();
        for id in [
            "stripe-publishable-key",
            "google-api-key",
            "mapbox-public-token",
            "sentry-dsn",
            "supabase-publishable-key",
        ] {
            assert!(publishable.contains(&id), "{id}");
        }
        for rule in rules {
            assert!(!rule.must_match.is_empty() && !rule.must_not_match.is_empty(), "{}", rule.id);
            let is_lower = rule.keywords.iter().all(|keyword| *keyword == keyword.to_ascii_lowercase());
            assert!(is_lower, "{}", rule.id);
        }
    }

    #[test]
    fn placeholders_are_left_alone() {
        let rules = RuleSet::standard();
        assert_eq!(rules.find(r#"{"password":"[redacted]"}"#), []);
        assert_eq!(rules.find("?token=[redacted:jwt:string:40:00ff00ff:eyJhbG...xyz]"), []);
    }
}
