//! Names of fields whose value is a secret whatever it looks like.
//!
//! A name is compared by its words, `cardNumberInput` as `card number input`. It is sensitive if it contains a word for a
//! secret, wherever that stands, unless the next or the last word makes it a measure of the secret, a kind of it or something
//! about it: `tokenCount`, `token_type`, `passwordResetRequired`. Several tokens are secrets only as `tokens` and
//! `accessTokens`: of text and language models they are a measure, too.
//!
//! Signatures and session ids are secrets only where the value is long; `code`, `sid` and their like only in addresses and forms
//! besides: a JSON `code` is an error's.
//!
//! The page has the same rule (`sensitive-names.ts` in capture); `fixtures/sensitive-names.json` holds both to it. It knows
//! `credentials` besides, which is also what entries call the mode of a request.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::Regex;

/// What a name says about its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sensitivity {
    /// A person enters it, so it may be any text: a password, a PIN, a card number.
    Password,
    /// A machine made it: a token, a key.
    Token,
    /// Only long values are secrets: signatures, session ids.
    Long,
}

/// What secrets are called, by lower-case words that may be run together with each other and with what pages call a field.
/// The space or the end makes it whole words.
const SECRETS: &str = concat!(
    "(?:pass ?(?:word|wd|phrase|code)|pwd|secret|token|jwt|authorization|auth ?code|",
    "(?:api|access|private|secret|encryption|subscription|account|signing|master|service|auth|shared) ?key|connection ?string|",
    "card ?(?:number|no)|credit ?card|cc ?(?:number|num)|cvc|cvv|cvn|csc|",
    "security ?(?:code|answer)|social ?security|ssn|otp|mfa ?code|one ?time ?(?:code|password)|",
    "verification ?code|iban|account ?number|routing ?number)",
    "(?:code|number|input|field|value|confirm[a-z]*)?s?(?: |$)"
);

/// Of those, what a machine makes.
const MADE: [&str; 7] = ["authorization", "connection", "cookie", "jwt", "key", "secret", "token"];

/// The last words of names in addresses and forms whose long values are secrets.
const LONG_IN_ADDRESSES: [&str; 7] = ["assertion", "auth", "code", "key", "session", "sid", "ticket"];

/// Whole names besides.
const NAMES: [&str; 5] = ["cookie", "document cookie", "set cookie", "setcookie", "tokens"];

/// Endings besides. Short words that mean other things as well (`pinColor`, `passThrough`) say it only where they stand
/// last.
const ENDINGS: [&str; 5] = ["access tokens", "auth tokens", "pass", "pin", "refresh tokens"];

/// Words after which it is not the secret itself that the field holds.
const ABOUT: [&str; 8] = ["age", "at", "id", "max", "min", "of", "url", "valid"];

/// Beginnings of such words.
const ABOUT_BEGINNINGS: [&str; 25] = [
    "addr", "amount", "balanc", "chang", "colo", "count", "enabl", "endpoint", "err", "expir", "hint",
    "index", "label", "len", "limit", "name", "polic", "requir", "reset", "size", "stat", "streng", "symbol",
    "type", "updat",
];

/// Lower-case texts, at least one of which occurs in any text that names a sensitive field, in any of its usual
/// spellings. Where one occurs, [`names_secret`] looks whether it does so in such a name: prose about tokens costs next to
/// nothing.
pub(super) const FIELD_KEYWORDS: &[&str] = &[
    "account-num",
    "account_num",
    "accountnum",
    "auth-code",
    "auth=",
    "auth_code",
    "authcode",
    "authorization",
    "card n",
    "card-n",
    "card_n",
    "cardn",
    "cc-num",
    "cc_num",
    "ccnum",
    "code=",
    "connection-str",
    "connection_str",
    "connectionstr",
    "cookie\"",
    "cookie'",
    "cookie =",
    "cookie:",
    "cookie=",
    "credit-card",
    "credit_card",
    "creditcard",
    "csc",
    "csrf",
    "cvc",
    "cvn",
    "cvv",
    "hmac",
    "iban",
    "jwt",
    "key",
    "mfa-code",
    "mfa_code",
    "mfacode",
    "one-time",
    "one_time",
    "onetime",
    "otp",
    "pass\"",
    "pass'",
    "pass:",
    "pass=",
    "passcode",
    "passphrase",
    "passw",
    "pin\"",
    "pin'",
    "pin:",
    "pin=",
    "pwd",
    "routing-num",
    "routing_num",
    "routingnum",
    "saml-re",
    "saml_",
    "samlas",
    "samlre",
    "secret",
    "security",
    "sessid",
    "session-id",
    "session=",
    "session_id",
    "sessionid",
    "sid=",
    "sig=",
    "signature",
    "ssn",
    "token",
    "verification-code",
    "verification_code",
    "verificationcode",
    "xsrf",
];

/// Longest field name worth comparing; longer ones are data used as keys.
pub(super) const LONGEST_NAME: usize = 64;

/// Whether a field of this name holds a secret, whatever it looks like.
pub fn is_sensitive(name: &str) -> bool {
    matches!(sensitivity(name), Some(Sensitivity::Password | Sensitivity::Token))
}

/// What a name says about its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// As a field of anything; `None` for ordinary names.
    pub(super) sensitivity: Option<Sensitivity>,
    /// As a parameter of an address or a form.
    pub(super) as_parameter: Option<Sensitivity>,
    /// As a header with a syntax of its own.
    pub(super) header: Option<Header>,
}

/// Names remembered of one text.
const MOST_REMEMBERED: usize = 32;

/// What names say, remembered: the same few names come again and again in one text.
#[derive(Debug, Default)]
pub(super) struct Meanings<'t> {
    known: [Option<(&'t str, Meaning)>; MOST_REMEMBERED],
}

impl<'t> Meanings<'t> {
    /// All that a name says.
    pub(super) fn of(&mut self, name: &'t str) -> Meaning {
        let bytes = name.as_bytes();
        let (first, last) = (bytes.first().unwrap_or(&0), bytes.last().unwrap_or(&0));
        let slot = name.len() * 7 + usize::from(*first) * 3 + usize::from(*last);
        match &mut self.known[slot % MOST_REMEMBERED] {
            Some((known, meaning)) if *known == name => *meaning,
            other => {
                let meaning = meaning(name);
                *other = Some((name, meaning));
                meaning
            }
        }
    }
}

/// What the name says about its value; `None` for ordinary names.
pub(super) fn sensitivity(name: &str) -> Option<Sensitivity> {
    meaning(name).sensitivity
}

/// All that a name says.
pub(super) fn meaning(name: &str) -> Meaning {
    if name.len() > LONGEST_NAME {
        return Meaning { sensitivity: None, as_parameter: None, header: None };
    }
    let words = words_of(name.as_bytes());
    let (_, last) = words.rsplit_once(' ').unwrap_or(("", &words));
    let sensitivity =
        if NAMES.contains(&words.as_str()) || ends_in_secret(&words) || names_secret_itself(&words) {
            let is_made = MADE.iter().any(|made| words.contains(made)) && !words.contains("pass");
            Some(if is_made { Sensitivity::Token } else { Sensitivity::Password })
        } else {
            is_long(&words).then_some(Sensitivity::Long)
        };
    let is_parameter = LONG_IN_ADDRESSES.binary_search(&last).is_ok();
    let header = match words.as_str() {
        "authorization" | "proxy authorization" => Some(Header::Authorization),
        "cookie" | "document cookie" | "set cookie" => Some(Header::Cookie),
        _ => None,
    };
    Meaning { sensitivity, as_parameter: sensitivity.or(is_parameter.then_some(Sensitivity::Long)), header }
}

/// Whether long values of this name are secrets: signatures, session ids.
fn is_long(words: &str) -> bool {
    let (before, last) = words.rsplit_once(' ').unwrap_or(("", words));
    match last {
        "sig" | "signature" | "hmac" | "csrf" | "xsrf" => true,
        "response" | "request" | "assertion" => before.ends_with("saml"),
        "id" => before.ends_with("session") || before.ends_with("sess"),
        _ => last.ends_with("sessionid") || last.ends_with("sessid") || last.starts_with("samlre"),
    }
}

/// Where keywords of sensitive names stand in `text`, in order.
pub(super) fn keyword_places(text: &str) -> impl Iterator<Item = Range<usize>> {
    // Few and short keywords: the fastest automaton takes little memory, and is made when the first name is seen.
    static KEYWORDS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
        let mut builder = AhoCorasick::builder();
        builder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA)).build(FIELD_KEYWORDS).ok()
    });
    KEYWORDS
        .as_ref()
        .into_iter()
        .flat_map(move |keywords| keywords.find_iter(text))
        .map(|found| found.range())
}

/// Headers whose value is a text of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// A scheme and a credential.
    Authorization,
    /// Pairs of names and values.
    Cookie,
}

/// Whether a bare number under this name is a secret. Of tokens it is their number; one or two digits are no token.
pub fn is_sensitive_number(name: &str, number: &str) -> bool {
    /// More digits than a count has that somebody would call a token.
    const SHORTEST_TOKEN: usize = 3;
    let words = words_of(name.as_bytes());
    let is_count = words.ends_with("tokens") || words.contains("token") && number.len() < SHORTEST_TOKEN;
    is_sensitive(name) && !is_count
}

/// Whether the keyword at `place` belongs to the name of a sensitive JSON member.
pub(super) fn names_secret(text: &[u8], place: Range<usize>) -> bool {
    let before = &text[place.start.saturating_sub(LONGEST_NAME)..place.start];
    let Some(quote) = memchr::memrchr(b'"', before) else { return false };
    let start = place.start - before.len() + quote + 1;
    let Some(length) = memchr::memchr(b'"', text[start..].get(..2 * LONGEST_NAME).unwrap_or(&text[start..]))
    else {
        return false;
    };
    let colon = text[start + length + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
    // Within a string, the quote that ends a name is escaped.
    let name = text[start..start + length].trim_ascii_end();
    let name = name.strip_suffix(b"\\").unwrap_or(name);
    colon == Some(&b':') && std::str::from_utf8(name).is_ok_and(|name| sensitivity(name).is_some())
}

/// Whether a member of this name, below a sensitive one, holds something about the secret: a message, a label, a length.
pub(crate) fn describes(name: &str) -> bool {
    const DESCRIBING: [&str; 18] = [
        "code",
        "constraint",
        "description",
        "error",
        "errors",
        "field",
        "format",
        "help",
        "kind",
        "message",
        "messages",
        "path",
        "pattern",
        "placeholder",
        "required",
        "rule",
        "title",
        "type",
    ];
    if name.is_empty() || name.len() > LONGEST_NAME {
        return false;
    }
    let words = words_of(name.as_bytes());
    is_about(&words) || words.rsplit(' ').next().is_some_and(|last| DESCRIBING.binary_search(&last).is_ok())
}

fn ends_in_secret(words: &str) -> bool {
    let begins_word = |start: &str| start.is_empty() || start.ends_with(' ');
    ENDINGS.iter().any(|ending| words.strip_suffix(ending).is_some_and(begins_word))
}

/// Whether there is a secret among the words, and what follows does not make it something else.
fn names_secret_itself(words: &str) -> bool {
    static SECRET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(SECRETS).ok());
    let Some(secret) = &*SECRET else { return false };
    let mut start = 0;
    while let Some(found) = secret.find_at(words, start) {
        let (_, rest) = words.split_at(found.end());
        if !found.as_str().trim_end().ends_with("tokens") && !is_about(rest) {
            return true;
        }
        start = found.start() + 1;
    }
    false
}

/// Whether the first or the last of the words that follow a secret says that the field holds something about it.
fn is_about(words: &str) -> bool {
    let says_so =
        |word: &str| ABOUT.contains(&word) || ABOUT_BEGINNINGS.iter().any(|start| word.starts_with(start));
    words.split(' ').next().is_some_and(says_so) || words.rsplit(' ').next().is_some_and(says_so)
}

/// The words of a name in lower case, a space between them. Digits and whatever else is no letter stand between words.
pub(crate) fn words_of(name: &[u8]) -> String {
    let mut words = String::with_capacity(2 * LONGEST_NAME);
    let is_lower = |index: usize| name.get(index).is_some_and(u8::is_ascii_lowercase);
    let mut follows_letter = false;
    for (index, byte) in name.iter().enumerate() {
        if !byte.is_ascii_alphabetic() {
            follows_letter = false;
            continue;
        }
        let begins =
            !follows_letter || byte.is_ascii_uppercase() && (is_lower(index - 1) || is_lower(index + 1));
        if begins && !words.is_empty() {
            words.push(' ');
        }
        words.push(char::from(byte.to_ascii_lowercase()));
        follows_letter = true;
    }
    words
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// Names that page and server judge alike, and those that only the server knows.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Names {
        sensitive: Vec<String>,
        ordinary: Vec<String>,
        server_only: Vec<String>,
        long: Vec<String>,
        long_in_addresses: Vec<String>,
    }

    fn names() -> Names {
        serde_json::from_str(include_str!("../../../../fixtures/sensitive-names.json")).unwrap()
    }

    #[test]
    fn tables_are_sorted() {
        assert!(
            NAMES.is_sorted()
                && ENDINGS.is_sorted()
                && ABOUT.is_sorted()
                && ABOUT_BEGINNINGS.is_sorted()
                && LONG_IN_ADDRESSES.is_sorted()
        );
    }

    #[test]
    fn spelling_of_a_name_does_not_matter_but_its_meaning_does() {
        let Names { sensitive, ordinary, server_only, .. } = names();
        let missed: Vec<_> =
            sensitive.iter().chain(&server_only).filter(|name| !is_sensitive(name)).collect();
        assert!(missed.is_empty(), "{missed:?}");
        let taken: Vec<_> = ordinary.iter().filter(|name| is_sensitive(name)).collect();
        assert!(taken.is_empty(), "{taken:?}");
        assert!(!is_sensitive("credentials") && !is_sensitive(&format!("{}token", "x".repeat(LONGEST_NAME))));
    }

    #[test]
    fn every_sensitive_name_is_found_in_text_that_is_no_entry_and_no_other() {
        let rules = crate::rules::RuleSet::standard();
        let Names { sensitive, ordinary, server_only, .. } = names();
        let found = |name: &str| {
            let text = format!("{{\"{name}\" : \"abcdef\"}}");
            let hits = rules.find(&text).len();
            assert!(hits == 0 || rules.is_suspicious(text.as_bytes()), "{name}");
            hits
        };
        for name in sensitive.iter().chain(&server_only) {
            assert_eq!(found(name), 1, "{name}");
        }
        for name in &ordinary {
            assert_eq!(found(name), 0, "{name}");
        }
    }

    #[test]
    fn some_names_make_secrets_of_long_values_only() {
        let Names { ordinary, long, long_in_addresses, .. } = names();
        for name in &long {
            assert_eq!(sensitivity(name), Some(Sensitivity::Long), "{name}");
        }
        for name in &long_in_addresses {
            let Meaning { sensitivity, as_parameter, .. } = meaning(name);
            assert_eq!((sensitivity, as_parameter), (None, Some(Sensitivity::Long)), "{name}");
        }
        assert!(ordinary.iter().all(|name| sensitivity(name).is_none()));
    }

    #[test]
    fn a_number_of_tokens_is_no_secret() {
        for (name, number) in [("otp", "1"), ("cvcCode", "123"), ("token", "123456"), ("password", "12")] {
            assert!(is_sensitive_number(name, number), "{name}");
        }
        for (name, number) in [("tokens", "512"), ("token", "5"), ("maxTokens", "4096"), ("count", "123456")]
        {
            assert!(!is_sensitive_number(name, number), "{name}");
        }
    }
}
