//! What a removed value was, by its rule and its name.

use super::sighting::Sighting;
use crate::removed::{Marker, Removed, Trait};
use crate::rules::RuleSet;
use crate::rules::fields::words_of;

/// What a secret is for, as far as that decides how bad it is to see it somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// A person knows it.
    Password,
    /// Stands for somebody who logged in.
    Token,
    /// Opens a service.
    Key,
    /// A one-time or short code.
    Code,
    /// Signs one address or request; worth nothing elsewhere.
    Signature,
    /// A card or account number.
    Payment,
    /// A social security number.
    SocialSecurity,
    /// Called a token and is none: against forgery, for the next page of a list.
    Ordinary,
}

/// A removed value with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Secret<'s> {
    pub(super) nature: Nature,
    /// For people: `GitHub token`, `payment card number`.
    pub(super) noun: &'static str,
    /// The rule that found it, or `masked` for what the page itself removed.
    pub(super) pattern: &'s str,
    /// First six and last three characters.
    pub(super) preview: &'s str,
    /// By its format, not only by its name.
    pub(super) is_recognised: bool,
    /// Everyone may see it.
    pub(super) is_public: bool,
    /// For tests only.
    pub(super) is_test: bool,
    marker: Option<&'s Marker>,
}

/// Rules that know a secret by its name only.
const BY_NAME: [&str; 4] = ["encoded-secret", "sensitive-field", "storage-value", "url-parameter"];
/// Rules of tokens that stand for a person or a session.
const TOKENS: [&str; 2] = ["bearer-token", "jwt"];
/// Rules of passwords.
const PASSWORDS: [&str; 2] = ["command-line-password", "url-password"];

/// Words that make a token ordinary.
const ORDINARY: [&str; 16] = [
    "antiforgery",
    "captcha",
    "continuation",
    "csrf",
    "csrfmiddlewaretoken",
    "cursor",
    "csrftoken",
    "forgery",
    "hcaptcha",
    "next",
    "nonce",
    "page",
    "pagination",
    "recaptcha",
    "turnstile",
    "xsrf",
];
/// Words for what signs one request, and for codes that are exchanged once.
const SIGNATURES: [&str; 8] = ["amz", "goog", "hmac", "policy", "sig", "signature", "state", "ticket"];
const PASSWORD_WORDS: [&str; 7] =
    ["pass", "passcode", "passphrase", "passwd", "password", "pwd", "passwords"];
const CODES: [&str; 5] = ["code", "mfa", "otp", "pin", "totp"];
const PAYMENTS: [&str; 10] = ["account", "card", "cc", "csc", "cvc", "cvn", "cvv", "iban", "pan", "routing"];
const SOCIAL: [&str; 2] = ["social", "ssn"];
const KEYS: [&str; 4] = ["apikey", "connection", "key", "secret"];

impl<'s> Secret<'s> {
    pub(super) fn of(sighting: &'s Sighting) -> Self {
        let marker = match &sighting.removed {
            Removed::Marked(marker) => Some(marker),
            Removed::Masked => None,
        };
        let pattern = marker.map_or("masked", |marker| marker.rule.as_str());
        let is_recognised = marker.is_some() && !BY_NAME.contains(&pattern);
        let nature = if is_recognised { nature_of_rule(pattern) } else { nature_of_name(&sighting.name) };
        let rule = RuleSet::rule(pattern).filter(|_| is_recognised);
        let has = |known| marker.is_some_and(|marker| marker.is(known));
        Self {
            nature,
            noun: rule.map_or(named(nature), |rule| rule.why),
            pattern,
            preview: marker.and_then(|marker| marker.preview.as_deref()).unwrap_or("***"),
            is_recognised,
            is_public: rule.is_some_and(|rule| rule.publishable) || has(Trait::Public),
            is_test: has(Trait::Test),
            marker,
        }
    }

    /// As titles begin.
    pub(super) fn label(&self) -> String {
        let mut characters = self.noun.chars();
        characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
    }

    /// `a GitHub token`, `an API key or secret`.
    pub(super) fn article(&self) -> String {
        let is_vowel = self.noun.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
        format!("{} {}", if is_vowel { "an" } else { "a" }, self.noun)
    }

    /// Whether this is known of it.
    pub(super) fn is(&self, known: Trait) -> bool {
        self.marker.is_some_and(|marker| marker.is(known))
    }

    /// Whether it opens something, and not only for tests or for everyone.
    pub(super) fn is_live(&self) -> bool {
        !self.is_public && !self.is_test
    }

    /// Whether the checksum in it is right, for the formats that have one.
    pub(super) fn checksum(&self) -> Option<&'static str> {
        let confirmed = self.marker?.confirmed?;
        Some(if confirmed { "valid" } else { "invalid" })
    }
}

fn nature_of_rule(rule: &str) -> Nature {
    match rule {
        "card-number" => Nature::Payment,
        "social-security-number" => Nature::SocialSecurity,
        rule if TOKENS.contains(&rule) => Nature::Token,
        rule if PASSWORDS.contains(&rule) => Nature::Password,
        _ => Nature::Key,
    }
}

/// What a field or parameter of this name holds.
pub(super) fn nature_of_name(name: &str) -> Nature {
    let words = words_of(name.as_bytes());
    let has = |list: &[&str]| words.split(' ').any(|word| list.contains(&word));
    [
        (has(&ORDINARY), Nature::Ordinary),
        (has(&PASSWORD_WORDS), Nature::Password),
        (has(&SOCIAL), Nature::SocialSecurity),
        (has(&SIGNATURES), Nature::Signature),
        (has(&PAYMENTS) && !has(&KEYS) && !has(&["token"]), Nature::Payment),
        (has(&CODES), Nature::Code),
        (has(&KEYS), Nature::Key),
    ]
    .into_iter()
    .find(|(applies, _)| *applies)
    .map_or(Nature::Token, |(_, nature)| nature)
}

fn named(nature: Nature) -> &'static str {
    match nature {
        Nature::Password => "password",
        Nature::Token => "token",
        Nature::Key => "API key or secret",
        Nature::Code => "code",
        Nature::Signature => "signature",
        Nature::Payment => "card or account number",
        Nature::SocialSecurity => "social security number",
        Nature::Ordinary => "ordinary token",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_value_is_for() {
        for (name, nature) in [
            ("password", Nature::Password),
            ("newPassword", Nature::Password),
            ("api_key", Nature::Key),
            ("clientSecret", Nature::Key),
            ("x-api-key", Nature::Key),
            ("accessToken", Nature::Token),
            ("sid", Nature::Token),
            ("csrfToken", Nature::Ordinary),
            ("next_page_token", Nature::Ordinary),
            ("g-recaptcha-response", Nature::Ordinary),
            ("X-Amz-Signature", Nature::Signature),
            ("code", Nature::Code),
            ("cardNumber", Nature::Payment),
            ("cardToken", Nature::Token),
            ("ssn", Nature::SocialSecurity),
            ("", Nature::Token),
        ] {
            assert_eq!(nature_of_name(name), nature, "{name}");
        }
    }

    #[test]
    fn rules_named_here_exist() {
        for id in BY_NAME.iter().chain(&TOKENS).chain(&PASSWORDS).filter(|id| **id != "storage-value") {
            assert!(RuleSet::rule(id).is_some(), "{id}");
        }
    }
}
