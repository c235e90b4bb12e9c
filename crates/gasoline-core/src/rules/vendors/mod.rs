//! Credentials by who issues them. To add one, add a line to the file of its field: its samples are its tests.

mod ai;
mod cloud;
mod code;
mod data;
mod messaging;
mod monitoring;
mod payment;

use super::{Check, Rule};

/// Every rule of a vendor's format.
pub(super) fn rules() -> impl Iterator<Item = Rule> {
    [ai::RULES, cloud::RULES, code::RULES, data::RULES, messaging::RULES, monitoring::RULES, payment::RULES]
        .into_iter()
        .flatten()
        .copied()
}

/// A format with the entropy that random text of its length exceeds.
const fn format(
    id: &'static str,
    why: &'static str,
    keywords: &'static [&'static str],
    pattern: &'static str,
    must_match: &'static [&'static str],
    must_not_match: &'static [&'static str],
) -> Rule {
    let check = Check::Pattern;
    Rule {
        id,
        why,
        keywords,
        pattern,
        minimum_entropy: 3.0,
        check,
        publishable: false,
        in_run: true,
        must_match,
        must_not_match,
    }
}

impl Rule {
    const fn with_entropy(mut self, bits_per_byte: f64) -> Self {
        self.minimum_entropy = bits_per_byte;
        self
    }

    /// Not only where a long run of letters and digits is.
    const fn anywhere(mut self) -> Self {
        self.in_run = false;
        self
    }

    const fn publishable(mut self) -> Self {
        self.publishable = true;
        self
    }
}
