//! What is found out about a secret before it is removed, because a marker cannot be looked into.

use serde::Deserialize;
use serde_json::Value;

use super::base64;
use crate::removed::Trait;

/// Words that make a key one for tests.
const TEST_WORDS: [&str; 8] = ["demo", "dev", "dummy", "example", "mock", "sample", "sandbox", "test"];

/// Longer ones are no tokens.
const LONGEST_TOKEN: usize = 16 * 1024;

/// What is known of `secret`, which `rule` found.
pub(crate) fn traits(rule: &str, secret: &str) -> Vec<Trait> {
    let test = names_test(secret).then_some(Trait::Test);
    let token = (rule == "jwt" && secret.len() <= LONGEST_TOKEN).then(|| WebToken::read(secret)).flatten();
    let token = token.map(WebToken::traits).unwrap_or_default();
    test.into_iter().chain(token).collect()
}

/// Whether one of the words stands in it between other characters than letters.
fn names_test(secret: &str) -> bool {
    let mut words = secret.split(|character: char| !character.is_ascii_alphabetic());
    // Secrets full of digits and signs have many empty words: comparing lengths first costs them nothing.
    words.any(|word| TEST_WORDS.iter().any(|test_word| test_word.eq_ignore_ascii_case(word)))
}

/// The readable parts of a JSON web token.
struct WebToken {
    header: Header,
    claims: Claims,
}

#[derive(Deserialize)]
struct Header {
    alg: Option<String>,
}

#[derive(Deserialize)]
struct Claims {
    exp: Option<Value>,
    iss: Option<Value>,
    role: Option<Value>,
}

impl WebToken {
    /// `None` for what cannot be read: an encrypted token, a part of one, a text that only looks like one.
    fn read(secret: &str) -> Option<Self> {
        let mut parts = secret.split('.');
        let mut next = || Some(base64::decode(parts.next()?.as_bytes()));
        let header = serde_json::from_slice(&next()?).ok()?;
        let claims = serde_json::from_slice(&next()?).ok()?;
        Some(Self { header, claims })
    }

    fn traits(self) -> Vec<Trait> {
        let Self { header, claims } = self;
        let is_unsigned = header.alg.is_some_and(|alg| alg.eq_ignore_ascii_case("none"));
        // The anonymous key of a Supabase project is part of its pages; what it opens is decided by rules in the database.
        let is_text = |value: Option<&Value>, wanted: &str| value.and_then(Value::as_str) == Some(wanted);
        let is_public = is_text(claims.role.as_ref(), "anon")
            && claims.iss.as_ref().and_then(Value::as_str).is_some_and(|iss| iss.starts_with("supabase"));
        [
            (is_public, Trait::Public),
            (is_unsigned, Trait::Unsigned),
            (claims.exp.is_none() && !is_public, Trait::NoExpiry),
        ]
        .into_iter()
        .filter_map(|(applies, known)| applies.then_some(known))
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_for_tests_say_so_in_a_word() {
        for secret in ["sk_test_4eC39HqLyjW", "AKIAIOSFODNN7EXAMPLE", "my-dummy-key", "TEST", "pk.sandbox.1"]
        {
            assert_eq!(traits("stripe-key", secret), [Trait::Test], "{secret}");
        }
        for secret in ["sk_live_4eC39Hq", "latest", "contest-1", "devil", "Attestation"] {
            assert_eq!(traits("stripe-key", secret), [], "{secret}");
        }
    }

    #[test]
    fn tokens_are_looked_into() {
        // {"alg":"none"}, {"alg":"HS256"}; {"sub":"1"}, {"sub":"1","exp":2000000000}, {"iss":"supabase","role":"anon"}
        let (none, signed) = ("eyJhbGciOiJub25lIn0", "eyJhbGciOiJIUzI1NiJ9");
        let (endless, ending) = ("eyJzdWIiOiIxIn0", "eyJzdWIiOiIxIiwiZXhwIjoyMDAwMDAwMDAwfQ");
        let anonymous = "eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJhbm9uIn0";
        for (secret, expected) in [
            (format!("{none}.{ending}."), vec![Trait::Unsigned]),
            (format!("{signed}.{endless}.x"), vec![Trait::NoExpiry]),
            (format!("{none}.{endless}."), vec![Trait::Unsigned, Trait::NoExpiry]),
            (format!("{signed}.{ending}.x"), vec![]),
            (format!("{signed}.{anonymous}.x"), vec![Trait::Public]),
            (format!("{signed}.eyJhbGc.x"), vec![]),
            (signed.to_owned(), vec![]),
        ] {
            assert_eq!(traits("jwt", &secret), expected, "{secret}");
            assert_eq!(traits("stripe-key", &secret), []);
        }
    }
}
