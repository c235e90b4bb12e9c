//! Personal data: validated values, and fields whose name and value agree.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;
use serde_json::Value;

use super::body::{self, Body, Leaf};
use super::secret::{Nature, Secret};
use super::sighting::Sighting;
use crate::removed::{self, Removed};
use crate::rules::fields::words_of;

/// Levels of JSON names that are looked at.
const DEEPEST: usize = 5;
/// Matches that one text is asked for.
const MOST: usize = 100;

/// Mailboxes of organisations.
const ROLES: [&str; 26] = [
    "admin",
    "billing",
    "careers",
    "contact",
    "hello",
    "help",
    "hi",
    "info",
    "jobs",
    "mail",
    "marketing",
    "news",
    "newsletter",
    "no-reply",
    "noreply",
    "notifications",
    "office",
    "postmaster",
    "press",
    "privacy",
    "sales",
    "security",
    "service",
    "support",
    "team",
    "webmaster",
];
/// What values for tests say of themselves.
const MOCK_WORDS: [&str; 8] = ["demo", "dummy", "example", "fake", "invalid", "mock", "sample", "test"];

/// The last words of names.
const PHONES: [&str; 6] = ["cell phone", "mobile", "mobile number", "phone", "phone number", "telephone"];
const BIRTH_DATES: [&str; 5] = ["birth date", "birthdate", "birthday", "date of birth", "dob"];
const ADDRESSES: [&str; 3] = ["address", "address line", "street"];

/// What of a person is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PersonalKind {
    Email,
    Phone,
    SocialSecurity,
    Payment,
    BirthDate,
    Address,
}

/// Personal data at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Personal {
    pub(super) kind: PersonalKind,
    /// Path of the field; empty in a text.
    pub(super) path: String,
    /// The value says that it is made up.
    pub(super) is_mock: bool,
}

impl PersonalKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
            Self::SocialSecurity => "ssn",
            Self::Payment => "credit_card",
            Self::BirthDate => "date_of_birth",
            Self::Address => "address",
        }
    }

    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Email => "Email address",
            Self::Phone => "Phone number",
            Self::SocialSecurity => "Social security number",
            Self::Payment => "Card or account number",
            Self::BirthDate => "Date of birth",
            Self::Address => "Postal address",
        }
    }

    pub(super) fn article(self) -> String {
        let label = self.label().to_lowercase();
        let article = if label.starts_with('e') { "an" } else { "a" };
        format!("{article} {label}")
    }

    /// Whether anybody's should be read by nobody else, published business data included.
    pub(super) fn is_grave(self) -> bool {
        matches!(self, Self::SocialSecurity | Self::Payment)
    }
}

/// In a body, if it is JSON.
pub(super) fn in_body(body: &Body) -> Vec<Personal> {
    if may_hold_any(&body.text) { body.json().map(in_json).unwrap_or_default() } else { Vec::new() }
}

/// Whether [`in_json`] could find anything. Far quicker than to parse: most bodies are about things.
fn may_hold_any(text: &str) -> bool {
    /// A sign that every email address or international number has, or a part of every name that makes other values
    /// personal. An escape may be such a sign.
    const SIGNS: [&str; 9] = ["@", "+", "\\u00", "phone", "mobile", "birth", "dob", "address", "street"];
    static FINDER: LazyLock<Option<AhoCorasick>> =
        LazyLock::new(|| AhoCorasick::builder().ascii_case_insensitive(true).build(SIGNS).ok());
    removed::occurs_in(text) || FINDER.as_ref().is_none_or(|finder| finder.is_match(text))
}

/// In a parsed body.
fn in_json(value: &Value) -> Vec<Personal> {
    let mut found: Vec<Personal> = Vec::new();
    body::leaves(value, DEEPEST, |leaf| {
        if found.len() >= MOST {
            return;
        }
        let Some((kind, is_mock)) = of_leaf(leaf) else { return };
        let each = Personal { kind, path: leaf.path(), is_mock };
        match found.iter_mut().find(|known| known.kind == kind && known.path == each.path) {
            // A list with one real person is a list of persons.
            Some(known) => known.is_mock &= is_mock,
            None => found.push(each),
        }
    });
    found
}

/// By the value first: most are none, and names cost more to read.
fn of_leaf(leaf: &Leaf<'_>) -> Option<(PersonalKind, bool)> {
    let number;
    let text = match leaf.value {
        Value::String(text) => text.as_str(),
        other => {
            number = other.to_string();
            &number
        }
    };
    if let Some(removed) = Removed::parse(text) {
        return of_removed(leaf.name(), removed).map(|kind| (kind, false));
    }
    let is_named = |last: &[&str]| is_name(leaf.name(), last);
    let kind = if leaf.value.is_string() && is_person_email(text) {
        PersonalKind::Email
    } else if is_international_phone(text) || has_phone_digits(text) && is_named(&PHONES) {
        PersonalKind::Phone
    } else if is_date(text) && is_named(&BIRTH_DATES) {
        PersonalKind::BirthDate
    } else if is_postal_address(text) && is_named(&ADDRESSES) {
        PersonalKind::Address
    } else {
        return None;
    };
    Some((kind, is_mock(text)))
}

/// Whether a name ends in one of these, as words.
fn is_name(name: &str, last: &[&str]) -> bool {
    let words = words_of(name.as_bytes());
    let begins_word = |before: &str| before.is_empty() || before.ends_with(' ');
    last.iter().any(|end| words.strip_suffix(end).is_some_and(begins_word))
}

/// What was removed at a name may be personal: a card, a social security number.
fn of_removed(name: &str, removed: Removed) -> Option<PersonalKind> {
    let sighting = Sighting { removed, path: String::new(), name: name.to_owned(), is_value: true };
    match Secret::of(&sighting).nature {
        Nature::Payment => Some(PersonalKind::Payment),
        Nature::SocialSecurity => Some(PersonalKind::SocialSecurity),
        _ => None,
    }
}

/// In any text: what can be recognised without a name. Cards and social security numbers were removed before.
pub(super) fn in_text(text: &str) -> Vec<Personal> {
    static PHONE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\+[1-9][\d ().-]{7,18}\d").ok());
    let text = body::beginning(text);
    let mut found = Vec::new();
    let tokens = |mark: char| {
        let is_end = |character: char| character.is_whitespace() || "\"'<>()[]{},;=:&?".contains(character);
        let parts = text.split(is_end).filter(move |part| part.contains(mark));
        parts.take(MOST)
    };
    if memchr::memchr(b'@', text.as_bytes()).is_some() {
        let emails: Vec<&str> =
            tokens('@').map(|part| part.trim_end_matches('.')).filter(|part| is_person_email(part)).collect();
        if !emails.is_empty() {
            let is_mock = emails.iter().all(|email| is_mock(email));
            found.push(Personal { kind: PersonalKind::Email, path: String::new(), is_mock });
        }
    }
    if memchr::memchr(b'+', text.as_bytes()).is_some() {
        let phones = PHONE.as_ref().into_iter().flat_map(|phone| phone.find_iter(text).take(MOST));
        let follows_word = |start: usize| {
            text.get(..start).and_then(|before| before.chars().next_back()).is_some_and(char::is_alphanumeric)
        };
        let is_phone =
            |phone: &regex::Match<'_>| is_international_phone(phone.as_str()) && !follows_word(phone.start());
        if phones.into_iter().any(|phone| is_phone(&phone)) {
            found.push(Personal { kind: PersonalKind::Phone, path: String::new(), is_mock: false });
        }
    }
    found
}

/// A whole email address that is not an organisation's, a file's or a package's.
fn is_person_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let is_local = |byte: u8| byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte);
    let is_domain = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
    let top = domain.rsplit_once('.').map(|(_, top)| top);
    let is_top = |top: &str| {
        // `icon@2x.png` is a picture.
        const FILES: [&str; 10] = ["css", "gif", "html", "jpeg", "jpg", "js", "json", "png", "svg", "webp"];
        top.len() >= 2 && top.bytes().all(|byte| byte.is_ascii_alphabetic()) && !FILES.contains(&top)
    };
    !local.is_empty()
        && text.len() <= 254
        && local.bytes().all(is_local)
        && domain.bytes().all(is_domain)
        && !domain.starts_with(['.', '-'])
        && top.is_some_and(|top| is_top(&top.to_ascii_lowercase()))
        && !ROLES.contains(&local.to_ascii_lowercase().as_str())
}

/// `+` and a country code, 8 to 15 digits in all.
fn is_international_phone(text: &str) -> bool {
    text.starts_with('+') && has_phone_digits(text) && !text.starts_with("+0")
}

/// Digits as phone numbers have them, and what people put between them.
fn has_phone_digits(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (7..=15).contains(&digits) && text.bytes().all(|byte| byte.is_ascii_digit() || b"+ ().-/".contains(&byte))
}

/// `1990-01-31`, `31.01.1990`, `1/31/1990`.
fn is_date(text: &str) -> bool {
    /// Longer texts are no date, with or without a time.
    const LONGEST: usize = 40;
    if text.len() > LONGEST {
        return false;
    }
    let date = text.split(['T', ' ']).next().unwrap_or_default();
    let parts: Vec<&str> = date.split(['-', '.', '/']).collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(is_number) && parts.iter().any(|part| part.len() == 4)
}

/// A number and a street: no address of a machine, a wallet or a mailbox.
fn is_postal_address(text: &str) -> bool {
    let has = |test: fn(char) -> bool| text.chars().any(test);
    has(|character| character.is_ascii_digit())
        && text.contains(' ')
        && !text.contains("://")
        && !text.contains('@')
        && text.chars().filter(|character| character.is_alphabetic()).count() >= 4
}

/// Whether a value says that it is made up: `ann@example.com`.
fn is_mock(text: &str) -> bool {
    let words = words_of(text.as_bytes());
    words.split(' ').any(|word| MOCK_WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(value: &Value) -> Vec<String> {
        in_json(value).into_iter().map(|each| format!("{} {}", each.path, each.kind.name())).collect()
    }

    #[test]
    fn fields_are_found_in_every_spelling() {
        let value = json!({ "email": "ann@shop.io", "phoneNumber": "555 123 4567", "home-address": "12 High Street",
            "date_of_birth": "1990-01-31", "dateOfBirth": "31.01.1990", "ssn": "[redacted]",
            "card": { "cardNumber": "[redacted:card-number:string:16:00000000000000ff:411111...111]" },
            "list": [{ "contact-email": "bob@shop.io" }] });
        assert_eq!(
            found(&value),
            [
                "email email",
                "phoneNumber phone",
                "home-address address",
                "date_of_birth date_of_birth",
                "dateOfBirth date_of_birth",
                "ssn ssn",
                "card.cardNumber credit_card",
                "list[].contact-email email",
            ]
        );
    }

    #[test]
    fn what_is_nobodys_is_not_found() {
        for value in [
            json!({ "email": "support@shop.io", "emailVerified": true, "email_template": "welcome" }),
            json!({ "ipAddress": "10.0.0.7", "address": "0x52908400098527886E0F7030069857D2E4169EE7" }),
            json!({ "phone": "", "phoneCount": 5551234, "id": 15551234567_u64, "at": 1705919400123_u64 }),
            json!({ "icon": "logo@2x.png", "package": "left-pad@1.3.0", "handle": "@ann" }),
            json!({ "birthday": "soon", "address": "https://shop.io/1 a" }),
            json!({ "a": { "b": { "c": { "d": { "e": { "email": "ann@shop.io" } } } } } }),
        ] {
            assert_eq!(found(&value), Vec::<String>::new(), "{value}");
        }
    }

    #[test]
    fn texts_are_searched_for_what_needs_no_name() {
        let kinds = |text: &str| in_text(text).into_iter().map(|each| each.kind.name()).collect::<Vec<_>>();
        assert_eq!(kinds("user <ann@shop.io> called +49 170 1234567."), ["email", "phone"]);
        assert_eq!(kinds(r#"[{"email":"ann@shop.io"}]"#), ["email"]);
        for text in ["at 1705919400123", "x + 1 = 2", "support@shop.io", "+1", "a@b", "v1.2.3+20240101123456"]
        {
            assert_eq!(kinds(text), Vec::<&str>::new(), "{text}");
        }
        assert!(in_text("ann@example.com")[0].is_mock && !in_text("ann@example.com bob@shop.io")[0].is_mock);
    }
}
