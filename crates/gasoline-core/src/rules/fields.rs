//! Names of fields whose value is a secret whatever it looks like.

/// Names, lower-case without `_` and `-`, that are sensitive when they end a field name: `userPassword`,
/// `stripe_secret_key`, `x-auth-token`, `smsOtp`. Those of one-time codes and cards are the page's own (see
/// `sensitive-names.ts` in capture), except `credentials`: that is also what entries call the mode of a request.
const SENSITIVE_ENDINGS: [&str; 27] = [
    "accesskey",
    "accountnumber",
    "apikey",
    "authcode",
    "authorization",
    "cardnumber",
    "creditcard",
    "cvc",
    "cvv",
    "iban",
    "mfacode",
    "onetimecode",
    "otp",
    "otpcode",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "routingnumber",
    "secret",
    "secretkey",
    "securityanswer",
    "securitycode",
    "ssn",
    "token",
    "verificationcode",
];

/// Names that are sensitive only when they are the whole field name: too short or too ordinary otherwise.
const SENSITIVE_NAMES: [&str; 6] = ["cookie", "cvv2", "jwt", "pwd", "setcookie", "socialsecuritynumber"];

/// Lower-case texts, at least one of which occurs in any text that names a sensitive field, in any of its usual
/// spellings. Each carries the quote that ends the name, so that prose about tokens costs nothing.
pub(super) const FIELD_KEYWORDS: &[&str] = &[
    "accesskey\"",
    "access_key\"",
    "access-key\"",
    "apikey\"",
    "api_key\"",
    "api-key\"",
    "authorization\"",
    "passphrase\"",
    "passwd\"",
    "password\"",
    "privatekey\"",
    "private_key\"",
    "private-key\"",
    "secret\"",
    "secretkey\"",
    "secret_key\"",
    "secret-key\"",
    "token\"",
    "cardnumber\"",
    "card_number\"",
    "card-number\"",
    "cookie\"",
    "creditcard\"",
    "credit_card\"",
    "credit-card\"",
    "cvc\"",
    "cvv\"",
    "\"cvv2\"",
    "\"jwt\"",
    "otp\"",
    "passcode\"",
    "\"pwd\"",
    "securitycode\"",
    "security_code\"",
    "security-code\"",
    "securitynumber\"",
    "security_number\"",
    "security-number\"",
    "ssn\"",
    "accountnumber\"",
    "account_number\"",
    "account-number\"",
    "routingnumber\"",
    "routing_number\"",
    "routing-number\"",
    "authcode\"",
    "auth_code\"",
    "auth-code\"",
    "mfacode\"",
    "mfa_code\"",
    "mfa-code\"",
    "timecode\"",
    "time_code\"",
    "time-code\"",
    "otpcode\"",
    "otp_code\"",
    "otp-code\"",
    "verificationcode\"",
    "verification_code\"",
    "verification-code\"",
    "securityanswer\"",
    "security_answer\"",
    "security-answer\"",
    "iban\"",
    "pin\"",
];

/// Longest field name worth comparing; longer ones are data used as keys.
const LONGEST_NAME: usize = 64;

/// Whether a field of this name holds a secret.
pub fn is_sensitive(name: &str) -> bool {
    if name.len() > LONGEST_NAME {
        return false;
    }
    let mut buffer = [0; LONGEST_NAME];
    let folded = fold(name, &mut buffer);
    SENSITIVE_NAMES.iter().any(|name| name.as_bytes() == folded)
        || SENSITIVE_ENDINGS.iter().any(|ending| folded.ends_with(ending.as_bytes()))
        || ends_in_pin(name)
}

/// Whether the last word of a name is `pin`, which ends too many others: `pin`, `card-pin`, `userPin`, but not `spin`.
fn ends_in_pin(name: &str) -> bool {
    let before = |word| name.strip_suffix(word).map(|start| start.bytes().next_back());
    let stands_alone = |last: Option<u8>| last.is_none_or(|byte| !byte.is_ascii_alphabetic());
    let is_capital_of_word = |last: Option<u8>| last.is_none_or(|byte| !byte.is_ascii_uppercase());
    before("pin").or(before("PIN")).is_some_and(stands_alone) || before("Pin").is_some_and(is_capital_of_word)
}

/// Whether a bare number under this name is a secret. Numbers elsewhere (`"token": 5`) are counts.
pub fn is_sensitive_number(name: &str) -> bool {
    const NUMERIC: [&str; 18] = [
        "accountnumber",
        "authcode",
        "cardnumber",
        "creditcard",
        "creditcardnumber",
        "cvc",
        "cvv",
        "cvv2",
        "mfacode",
        "onetimecode",
        "otp",
        "otpcode",
        "passcode",
        "password",
        "routingnumber",
        "securitycode",
        "ssn",
        "verificationcode",
    ];
    let mut buffer = [0; LONGEST_NAME];
    name.len() <= LONGEST_NAME
        && (NUMERIC.iter().any(|numeric| numeric.as_bytes() == fold(name, &mut buffer)) || ends_in_pin(name))
}

/// `name`, at most as long as `buffer`, in lower case without `_` and `-`.
fn fold<'b>(name: &str, buffer: &'b mut [u8; LONGEST_NAME]) -> &'b [u8] {
    let mut length = 0;
    for byte in name.bytes().filter(|byte| !matches!(byte, b'_' | b'-')) {
        buffer[length] = byte.to_ascii_lowercase();
        length += 1;
    }
    &buffer[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(SENSITIVE_NAMES.is_sorted());
        assert!(SENSITIVE_ENDINGS.is_sorted());
    }

    #[test]
    fn spelling_of_a_name_does_not_matter_but_its_meaning_does() {
        for name in [
            "password",
            "userPassword",
            "X-Auth-Token",
            "STRIPE_SECRET_KEY",
            "accessToken",
            "cvv",
            "Set-Cookie",
            "verificationCode",
            "mfa_code",
            "one-time-code",
            "smsOtp",
            "cardCvc",
            "routingNumber",
            "iban",
            "pin",
            "PIN",
            "userPin",
            "card_pin",
        ] {
            assert!(is_sensitive(name), "{name}");
        }
        for name in [
            "key",
            "tokens",
            "passwordHint",
            "cookies",
            "adoption",
            "url",
            "message",
            "stateKeys",
            "credentials",
            "statusCode",
            "orderNumber",
            "pinned",
            "spin",
            "shipping",
            "SPIN",
            "PINPin",
        ] {
            assert!(!is_sensitive(name), "{name}");
        }
    }

    #[test]
    fn every_sensitive_name_contains_a_prefilter_keyword() {
        for name in SENSITIVE_NAMES.iter().chain(&SENSITIVE_ENDINGS) {
            let quoted = format!("\"{name}\"");
            assert!(FIELD_KEYWORDS.iter().any(|keyword| quoted.contains(keyword)), "{name}");
        }
    }

    #[test]
    fn every_sensitive_name_is_found_in_text_that_is_no_entry() {
        let rules = crate::rules::RuleSet::standard();
        for name in SENSITIVE_NAMES.iter().chain(&SENSITIVE_ENDINGS).chain(&["pin"]) {
            assert_eq!(rules.find(&format!("{{\"{name}\":\"abcdef\"}}")).len(), 1, "{name}");
        }
    }
}
