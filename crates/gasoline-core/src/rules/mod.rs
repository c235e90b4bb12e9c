//! Which texts are secrets: a table of rules, a cheap prefilter over all of them, and the search itself.
//!
//! Works on decoded text; undoing JSON and URL escapes is [`crate::redact`]'s part.

mod checksum;
mod digits;
mod entropy;
pub mod fields;
mod fragments;
mod members;
pub(crate) mod places;
mod secrets;
pub(crate) mod work;

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

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
}

/// One kind of secret.
#[derive(Debug)]
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

/// The compiled table.
///
/// Expressions are compiled when their keyword is first seen, so an idle server holds only the prefilter.
pub struct RuleSet {
    fragments: fragments::Fragments,
    prefilter: AhoCorasick,
    /// For each prefilter pattern, the rule it belongs to.
    owner: Vec<usize>,
    compiled: Vec<OnceLock<Option<Regex>>>,
}

impl RuleSet {
    /// The standard table.
    ///
    /// # Panics
    ///
    /// If a keyword of the built-in table cannot be compiled, which a test excludes.
    pub fn standard() -> Self {
        let keywords = secrets::RULES
            .iter()
            .enumerate()
            .flat_map(|(index, rule)| rule.keywords.iter().map(move |keyword| (index, *keyword)));
        let (owner, patterns): (Vec<_>, Vec<_>) = keywords.unzip();
        let prefilter = AhoCorasick::builder().ascii_case_insensitive(true).build(patterns);
        Self {
            fragments: fragments::Fragments::new(),
            prefilter: prefilter.expect("built-in keywords compile"),
            owner,
            compiled: secrets::RULES.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The rules themselves, in order of precedence.
    pub fn rules() -> &'static [Rule] {
        secrets::RULES
    }

    /// Whether `text` could contain a secret. False means [`Self::find`] finds nothing.
    pub fn is_suspicious(&self, text: &[u8]) -> bool {
        /// Most single texts are short.
        const WINDOW: usize = 1024;
        let mut look = self.fragments.look_through::<WINDOW>(text);
        self.holds_keyword(look.may_occur_in(&(0..text.len())), text) || digits::may_hold_number(text)
    }

    /// A look at the parts of `text`, in their order: cheaper than at each alone.
    pub fn glance<'t>(&'t self, text: &'t [u8]) -> Glance<'t> {
        Glance { rules: self, text, fragments: self.fragments.look_through(text) }
    }

    fn holds_keyword(&self, holds_fragment: bool, text: &[u8]) -> bool {
        holds_fragment
            && self.prefilter.find_overlapping_iter(text).any(|found| {
                secrets::RULES[self.owner[found.pattern().as_usize()]].check != Check::FieldName
                    || fields::names_secret(text, found.range())
            })
    }

    /// Secrets in `text`, in order of position, without overlaps.
    pub fn find(&self, text: &str) -> Vec<Hit> {
        self.candidates(text).fold(Vec::new(), |hits, index| places::merge(hits, self.find_with(index, text)))
    }

    /// Indices of rules whose prefilter fires, in order of precedence.
    fn candidates(&self, text: &str) -> impl Iterator<Item = usize> {
        let mut fires = vec![false; secrets::RULES.len()];
        for found in self.prefilter.find_overlapping_iter(text) {
            fires[self.owner[found.pattern().as_usize()]] = true;
        }
        if digits::may_hold_number(text.as_bytes()) {
            for (index, rule) in secrets::RULES.iter().enumerate() {
                fires[index] |= rule.keywords.is_empty();
            }
        }
        fires.into_iter().enumerate().filter_map(|(index, fired)| fired.then_some(index))
    }

    /// What one rule finds, in order of position.
    fn find_with(&self, index: usize, text: &str) -> Vec<Hit> {
        work::note(text.len());
        let rule = &secrets::RULES[index];
        if rule.check == Check::FieldName {
            let values = members::secret_values(text).into_iter();
            let hits =
                values.map(|members::Value { span, is_number }| Hit { rule: rule.id, span, is_number });
            return hits.filter(|hit| rule.accepts(text, hit)).collect();
        }
        let compiled = self.compiled[index].get_or_init(|| Regex::new(rule.pattern).ok());
        let Some(expression) = compiled else { return Vec::new() };
        let found = expression.captures_iter(text).filter_map(|captures| {
            let groups = ["secret", "secret2", "secret3"].iter().find_map(|name| captures.name(name));
            let secret = groups.or_else(|| captures.get(0))?;
            Some(Hit { rule: rule.id, span: secret.range(), is_number: false })
        });
        found.filter(|hit| rule.accepts(text, hit)).collect()
    }
}

/// A look at a text part by part; see [`RuleSet::glance`].
pub struct Glance<'t> {
    rules: &'t RuleSet,
    text: &'t [u8],
    fragments: fragments::Look<'t, 4096>,
}

impl Glance<'_> {
    /// Whether this part could contain a secret. Parts must be asked for in order.
    pub fn is_suspicious(&mut self, part: Range<usize>) -> bool {
        let text = &self.text[part.clone()];
        self.rules.holds_keyword(self.fragments.may_occur_in(&part), text) || digits::may_hold_number(text)
    }
}

impl Rule {
    /// Whether a match of the pattern is a secret.
    fn accepts(&self, text: &str, hit: &Hit) -> bool {
        let Some(secret) = text.get(hit.span.clone()) else { return false };
        let checked = match self.check {
            Check::Pattern | Check::FieldName => true,
            Check::CardNumber => checksum::is_card_number(secret),
            Check::SocialSecurityNumber => checksum::is_social_security_number(secret),
        };
        checked && entropy::bits_per_byte(secret) >= self.minimum_entropy && !is_placeholder(secret)
    }
}

impl places::Placed for Hit {
    fn place(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// Values that stand for a secret already taken out, by us or by the page side.
pub fn is_placeholder(value: &str) -> bool {
    const OPENINGS: [&str; 3] = ["[redacted", "[REDACTED", "[user-provided"];
    OPENINGS.iter().any(|opening| value.starts_with(opening))
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RuleSet").field("rules", &secrets::RULES.len()).finish_non_exhaustive()
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
    fn placeholders_are_left_alone() {
        let rules = RuleSet::standard();
        assert_eq!(rules.find(r#"{"password":"[redacted]"}"#), []);
        assert_eq!(rules.find("?token=[redacted:jwt:string:40:00ff00ff:eyJhbG...xyz]"), []);
    }
}
