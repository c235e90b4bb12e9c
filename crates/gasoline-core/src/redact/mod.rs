//! Replaces secrets by markers before anything is stored.
//!
//! Rules match on decoded text, so neither JSON nor URL escaping hides a secret. A text or entry that no prefilter
//! fires on, in any decoding, is passed through untouched; everything else is rewritten string by string, with
//! numbers, spacing and unknown fields kept as the sender wrote them.
#![expect(
    clippy::string_slice,
    reason = "every offset comes from a match or an ASCII delimiter, so it lies between characters"
)]

mod decode;
mod json;
mod marker;
mod pair;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

pub use marker::FingerprintKey;

use crate::removed::{JsonType, Marker};

use crate::rules::places::{self, Placed};
use crate::rules::{Glance, Hit, RuleSet, work};
use decode::Decoded;

/// Proof that a value went through redaction. Only this module makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted<T>(T);

impl<T> Redacted<T> {
    /// The redacted value.
    pub fn get(&self) -> &T {
        &self.0
    }

    /// The redacted value, owned.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl Redacted<Box<str>> {
    /// The same text in another form, if there is one.
    pub(crate) fn refine(self, make: impl FnOnce(&str) -> Option<String>) -> Self {
        make(&self.0).map_or(self, |text| Self(text.into_boxed_str()))
    }

    /// A text made of two redacted ones, which is therefore redacted itself.
    pub(crate) fn combine(
        &self,
        other: &Self,
        make: impl FnOnce(&str, &str) -> Option<String>,
    ) -> Option<Self> {
        make(&self.0, &other.0).map(|text| Self(text.into_boxed_str()))
    }
}

/// Which fields of an entry need more than the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryPolicy {
    /// Rules and sensitive field names.
    Ordinary,
    /// A storage write: its top-level `value` becomes a marker whatever it holds.
    StorageWrite,
}

/// An entry after redaction, and whether that changed it.
#[derive(Debug)]
pub enum EntryRedaction {
    /// As it came.
    Untouched(Redacted<Box<str>>),
    /// With something replaced.
    Rewritten(Redacted<Box<str>>),
}

/// The rules with the key that makes fingerprints of this server run.
pub struct Redactor {
    rules: RuleSet,
    key: FingerprintKey,
}

impl Redactor {
    /// A redactor with the standard rules.
    pub fn new(key: FingerprintKey) -> Self {
        Self::with_names(key, &[])
    }

    /// A redactor with the standard rules, to which fields of these names are sensitive besides.
    pub fn with_names(key: FingerprintKey, names: &[String]) -> Self {
        Self { rules: RuleSet::with_names(names), key }
    }

    /// Redacts one entry given as valid JSON text of bounded depth (see [`crate::intake`]).
    pub fn entry(&self, entry: &str, policy: EntryPolicy) -> EntryRedaction {
        self.entry_if(|| self.is_suspicious(entry), entry, policy)
    }

    /// Redacts entries that stand in one text, in their order: cheaper than each alone.
    pub fn entries_of<'t>(&'t self, text: &'t str) -> EntriesRedactor<'t> {
        EntriesRedactor { redactor: self, text, glance: self.rules.glance(text.as_bytes()) }
    }

    fn entry_if(
        &self,
        is_suspicious: impl FnOnce() -> bool,
        entry: &str,
        policy: EntryPolicy,
    ) -> EntryRedaction {
        if policy == EntryPolicy::Ordinary && !is_suspicious() {
            return EntryRedaction::Untouched(Redacted(Box::from(entry)));
        }
        EntryRedaction::Rewritten(Redacted(json::rewrite(self, entry, policy, 0).into_boxed_str()))
    }

    /// Keyed hash of an identity.
    pub fn identity(&self, text: &str) -> u64 {
        self.key.fingerprint(text)
    }

    /// Redacts plain text: error messages, titles, our own log lines.
    pub fn text(&self, text: &str) -> Redacted<String> {
        Redacted(self.replace_in(text, 0).into_owned())
    }

    /// Whether any decoding of `text` could contain a secret.
    fn is_suspicious(&self, text: &str) -> bool {
        self.rules.is_suspicious(text.as_bytes()) || self.is_suspicious_decoded(text)
    }

    fn is_suspicious_decoded(&self, text: &str) -> bool {
        decode::any_decoding(text, |text| self.rules.is_suspicious(text.as_bytes()))
    }

    /// `text` with every secret replaced; it stands within `level` other texts.
    fn replace_in<'t>(&self, text: &'t str, level: usize) -> Cow<'t, str> {
        if !self.is_suspicious(text) {
            return Cow::Borrowed(text);
        }
        if let Some(rewritten) = json::rewrite_within(self, text, level) {
            return Cow::Owned(rewritten);
        }
        let hits = self.find_in(text);
        if hits.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut replaced = String::with_capacity(text.len());
        let mut copied = 0;
        for Found { rule, span, secret, quote } in hits {
            work::note(span.end - copied);
            replaced.push_str(&text[copied..span.start]);
            let json_type = if quote.is_empty() { JsonType::String } else { JsonType::Number };
            self.marker(rule, &secret, json_type).write(&mut replaced, quote);
            copied = span.end;
        }
        replaced.push_str(&text[copied..]);
        Cow::Owned(replaced)
    }

    /// Secrets in every decoding of `text`, as spans of `text` itself, in order and without overlaps.
    fn find_in<'t>(&self, text: &'t str) -> Vec<Found<'t>> {
        let plain = self.rules.find(text).into_iter().map(|Hit { rule, span, is_number }| Found {
            rule,
            secret: text[span.clone()].to_owned(),
            span: span.clone(),
            quote: if is_number { decode::quote_before(text, span.start) } else { "" },
        });
        let mut all: Vec<Found<'t>> = plain.collect();
        for level in Decoded::levels(text) {
            work::note(level.text.len());
            let decoded =
                self.rules.find(&level.text).into_iter().map(|Hit { rule, span, is_number }| Found {
                    rule,
                    secret: level.text[span.clone()].to_owned(),
                    quote: if is_number { level.quote_before(span.start, text) } else { "" },
                    span: level.span_in_source(span),
                });
            all = places::merge(all, decoded.collect());
        }
        all
    }

    fn marker(&self, rule: &'static str, secret: &str, json_type: JsonType) -> Marker {
        marker::marker_of(rule, secret, json_type, &self.key)
    }
}

/// Redacts the entries of one text; see [`Redactor::entries_of`].
#[derive(Debug)]
pub struct EntriesRedactor<'t> {
    redactor: &'t Redactor,
    text: &'t str,
    glance: Glance<'t>,
}

impl EntriesRedactor<'_> {
    /// Redacts the entry at `place`, valid JSON text of bounded depth. Must be asked in order.
    pub fn entry(&mut self, place: Range<usize>, policy: EntryPolicy) -> EntryRedaction {
        let entry = &self.text[place.clone()];
        let Self { redactor, glance, .. } = self;
        redactor.entry_if(
            || glance.is_suspicious(place) || redactor.is_suspicious_decoded(entry),
            entry,
            policy,
        )
    }
}

/// One secret, located in the text that will be rewritten.
struct Found<'t> {
    rule: &'static str,
    span: Range<usize>,
    secret: String,
    /// For a number of JSON, how the text around spells the quotes that its marker needs; else empty.
    quote: &'t str,
}

impl Placed for Found<'_> {
    fn place(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Redactor").field("rules", &self.rules).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod tests;
