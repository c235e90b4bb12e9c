//! Whether the value below a sensitive name is the secret, or a word about it: a label, a validation message, a status, code.
//!
//! What a person enters (a password) may be any text; what a machine makes (a token) looks random. The less the place says,
//! the more the value itself must say: `password: accepted` is a status, `"password":"accepted"` a password.

use super::entropy;
use super::fields::{self, Sensitivity};
use super::placeholders::{is_placeholder, is_type};
use super::words;

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A parameter of an address or a form.
    Address,
    /// The string of a JSON member.
    Member,
    /// Quoted, behind a name and a separator.
    Quoted,
    /// Without quotes, behind a name and `=` without a space, as in settings and on command lines.
    Setting,
    /// Without quotes, behind a name and a separator.
    Plain,
    /// Behind a name without a separator: `password 'x'`, `the token is x`.
    Loose,
}

/// Shortest signature, session id or code of a login.
const SHORTEST_LONG: usize = 16;
/// Shortest value without a separator before it, of something a machine makes.
const SHORTEST_LOOSE: usize = 16;

/// Whether `value`, which belongs to a name of this sensitivity, is a secret.
pub(super) fn is_secret(sensitivity: Sensitivity, value: &str, place: Place) -> bool {
    if value.is_empty() || is_placeholder(value) || is_type(value) {
        return false;
    }
    match (sensitivity, place) {
        (Sensitivity::Long, Place::Member | Place::Address) => {
            value.len() >= SHORTEST_LONG && looks_made(value)
        }
        (Sensitivity::Long, _) => value.len() >= SHORTEST_LONG && looks_random(value),
        (_, Place::Address) => !words::is_status(value),
        (Sensitivity::Password, Place::Member) => !is_about(value),
        (Sensitivity::Token, Place::Member) => {
            !is_about(value) && !is_dotted_words(value) && !is_address(value) && !is_decimal(value)
        }
        (Sensitivity::Password, Place::Quoted) => value.len() >= 4 && !is_about(value) && !is_code(value),
        (Sensitivity::Token, Place::Quoted) => looks_random(value) && !is_about(value),
        (Sensitivity::Password, Place::Setting | Place::Plain) => is_entered(value, place),
        (Sensitivity::Token, Place::Setting | Place::Plain) => looks_random(value) && !is_code(value),
        (Sensitivity::Password, Place::Loose) => value.len() >= 6 && looks_random(value) && !is_code(value),
        (Sensitivity::Token, Place::Loose) => {
            value.len() >= SHORTEST_LOOSE && looks_random(value) && !is_code(value)
        }
    }
}

/// Whether a string somewhere below a sensitive name is a secret; `name` is the member it belongs to, or empty.
pub(super) fn is_secret_below(name: &str, value: &str) -> bool {
    let is_word =
        || value.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b'.'));
    let is_told = fields::describes(name) && (value.contains(' ') || is_word());
    !is_told && is_secret(Sensitivity::Password, value, Place::Member)
}

/// Whether a bare word behind `password:` is the password.
fn is_entered(value: &str, place: Place) -> bool {
    const SHORTEST: usize = 4;
    let is_code = if place == Place::Setting { is_call(value) } else { is_code(value) };
    value.len() >= SHORTEST && !is_code && !words::is_status(value) && !is_sentence(value)
}

/// Whether a string says something about a secret: a label, a message, a status.
pub(super) fn is_about(value: &str) -> bool {
    is_sentence(value) || is_label(value) || words::is_status(value) || is_message_name(value)
}

/// `errors.password.required`, as translations are called.
fn is_message_name(value: &str) -> bool {
    is_dotted_words(value)
        && value.split(['.', '_', '-', '/']).any(|word| words::is_noun(word) || words::is_status(word))
}

/// Where tokens are asked for. Secrets within it are found as such.
fn is_address(value: &str) -> bool {
    value.starts_with("http://")
        || value.starts_with("https://")
        || value.starts_with('/') && value.len() < 64 && !value.contains('=')
}

/// An amount of tokens.
fn is_decimal(value: &str) -> bool {
    let parts = value.split_once('.').filter(|(whole, part)| !whole.is_empty() && !part.is_empty());
    parts.is_some_and(|(whole, part)| whole.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit()))
}

/// Several words, one of which no secret would have. `correct horse battery staple` is none.
fn is_sentence(value: &str) -> bool {
    let value = value.trim();
    let is_prose =
        |word: &str| words::is_of_messages(word) || words::is_noun(word) || words::is_foreign_label(word);
    value.contains(' ') && (value.split(' ').any(is_prose) || words::is_foreign_label(value))
}

/// `Password`, `Passwort`, `API key`: a name in letters that begins with a capital. Words of another script are one as well.
fn is_label(value: &str) -> bool {
    let value = value.trim_end_matches(['*', ':', ' ']);
    let is_written_out = value.chars().all(|character| character.is_alphabetic() || character == ' ');
    let is_titled = value.chars().next().is_some_and(char::is_uppercase);
    let is_named = || fields::sensitivity(value).is_some() || words::is_noun(value);
    let is_other_script = || value.chars().all(|character| character == ' ' || character >= '\u{370}');
    is_written_out && (is_titled && is_named() || words::is_foreign_label(value) || is_other_script())
}

/// `color.primary`, `auth/invalid-token`: words with separators, as machines name things.
fn is_dotted_words(value: &str) -> bool {
    let is_word = |word: &str| word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    value.contains(['.', '/', ':', '_', '-']) && value.split(['.', '/', ':', '_', '-']).all(is_word)
}

/// Whether unquoted text is an expression of a program.
fn is_code(value: &str) -> bool {
    let value = value.trim_end_matches([';', ',']);
    let is_identifier = |name: &str| {
        let name = name.trim_end_matches(['?', '!']);
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_' || first == '$')
            && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$')
    };
    let is_path = value.contains('.') && value.split('.').all(is_identifier);
    let is_mixed = is_identifier(value)
        && value.bytes().skip(1).any(|byte| byte.is_ascii_uppercase())
        && value.bytes().any(|byte| byte.is_ascii_lowercase());
    is_call(value) || is_path || is_mixed || is_identifier(value) && fields::sensitivity(value).is_some()
}

/// Brackets and operators, which only programs have right behind a name.
fn is_call(value: &str) -> bool {
    words::is_of_programs(value)
        || value.starts_with(['(', '{', '[', '=', '+', ',', ')', '`', ' ', '/', '!', '&', '|'])
        || value.contains(['(', '{', '`'])
        || value.contains("[")
        || value.contains("=>")
}

/// Whether a value is made by a machine rather than written by a person: letters and digits mixed, or long and without words.
pub(super) fn looks_random(value: &str) -> bool {
    const SHORTEST: usize = 6;
    const LONG: usize = 20;
    const LONG_ENTROPY: f64 = 3.5;
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let has_letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    if value.contains(' ') || value.len() < SHORTEST || !has_letter {
        return false;
    }
    has_digit && !is_date_or_address(value)
        || value.len() >= LONG && looks_made(value) && entropy::bits_per_byte(value) >= LONG_ENTROPY
}

/// The same, without asking for a digit: base64 of a few characters may have none.
fn looks_made(value: &str) -> bool {
    !value.contains(' ')
        && !is_dotted_words(value)
        && !value.contains("://")
        && (value.bytes().any(|byte| byte.is_ascii_digit())
            || value.bytes().any(|byte| byte.is_ascii_uppercase())
                && value.bytes().any(|byte| byte.is_ascii_lowercase()))
}

/// Dates, addresses, positions in a file and versions have letters and digits as well.
fn is_date_or_address(value: &str) -> bool {
    let bytes = value.as_bytes();
    let is_date = bytes.len() >= 10
        && bytes[4] == b'-'
        && bytes[7] == b'-'
        && bytes[..4].iter().all(u8::is_ascii_digit);
    is_date || value.contains("://") || value.starts_with("./") || value.starts_with("localhost:")
}
