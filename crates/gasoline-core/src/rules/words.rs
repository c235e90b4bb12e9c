//! Words that stand behind the name of a secret without being one.

/// What is said of a secret in one word. A password may be any of them; nobody is helped by one that is.
const STATUSES: [&str; 96] = [
    "absent",
    "accepted",
    "active",
    "added",
    "allowed",
    "available",
    "bad",
    "basic",
    "bearer",
    "blank",
    "cached",
    "cancelled",
    "changed",
    "checked",
    "cleared",
    "confirmed",
    "created",
    "default",
    "deleted",
    "denied",
    "different",
    "disabled",
    "enabled",
    "encrypted",
    "error",
    "exists",
    "expired",
    "expires",
    "failed",
    "failure",
    "forbidden",
    "forgotten",
    "found",
    "generated",
    "granted",
    "ignored",
    "inactive",
    "incorrect",
    "invalid",
    "invalidated",
    "issued",
    "loaded",
    "loading",
    "locked",
    "login",
    "long",
    "malformed",
    "mandatory",
    "match",
    "matched",
    "matches",
    "mismatch",
    "missing",
    "not",
    "off",
    "okay",
    "on",
    "optional",
    "passed",
    "pending",
    "present",
    "provided",
    "received",
    "refreshed",
    "refreshing",
    "refused",
    "rejected",
    "renewed",
    "required",
    "reset",
    "retrieved",
    "revoked",
    "rotated",
    "saved",
    "sent",
    "set",
    "short",
    "show",
    "shown",
    "status",
    "stored",
    "strength",
    "strong",
    "success",
    "too",
    "unauthorized",
    "unchanged",
    "unknown",
    "updated",
    "used",
    "valid",
    "validated",
    "verified",
    "was",
    "weak",
    "wrong",
];

/// Words of messages and instructions.
const MESSAGES: [&str; 62] = [
    "already",
    "another",
    "are",
    "aren't",
    "be",
    "been",
    "blank",
    "can't",
    "cannot",
    "changed",
    "characters",
    "choose",
    "confirm",
    "contain",
    "contains",
    "create",
    "did",
    "didn't",
    "differ",
    "different",
    "digits",
    "do",
    "does",
    "doesn't",
    "don't",
    "empty",
    "enter",
    "entered",
    "expired",
    "failed",
    "field",
    "forgot",
    "has",
    "have",
    "incomplete",
    "incorrect",
    "invalid",
    "is",
    "isn't",
    "least",
    "match",
    "matches",
    "minimum",
    "missing",
    "must",
    "not",
    "please",
    "provide",
    "provided",
    "required",
    "short",
    "should",
    "too",
    "type",
    "unknown",
    "valid",
    "was",
    "weak",
    "were",
    "wrong",
    "you",
    "your",
];

/// What secrets are called in labels and sentences.
const NOUNS: [&str; 12] = [
    "credentials",
    "passcode",
    "passcodes",
    "passphrase",
    "passwd",
    "password",
    "passwords",
    "secret",
    "secrets",
    "token",
    "tokens",
    "username",
];

/// What a password or code is called in the languages most interfaces are translated to.
const FOREIGN: [&str; 30] = [
    "adgangskode",
    "clave",
    "code d'accès",
    "code secret",
    "contrasenya",
    "contraseña",
    "geheimnis",
    "haslo",
    "hasło",
    "heslo",
    "jelszó",
    "jeton",
    "kennwort",
    "kode",
    "kodeord",
    "lozinka",
    "lösenord",
    "mot de passe",
    "palavra-passe",
    "parola",
    "passord",
    "passwort",
    "salasana",
    "senha",
    "wachtwoord",
    "zugangscode",
    "пароль",
    "パスワード",
    "密码",
    "비밀번호",
];

/// Words of programs that stand where a value would.
const PROGRAMS: [&str; 12] = [
    "async", "await", "const", "function", "let", "new", "require", "return", "self", "this", "typeof", "var",
];

/// Whether one word says what became of a secret.
pub(super) fn is_status(value: &str) -> bool {
    is_listed(&STATUSES, value)
}

/// Whether a word belongs to a message or an instruction.
pub(super) fn is_of_messages(word: &str) -> bool {
    is_listed(&MESSAGES, word)
}

/// Whether a word is what a secret is called.
pub(super) fn is_noun(word: &str) -> bool {
    is_listed(&NOUNS, word)
}

/// Whether a word belongs to a program.
pub(super) fn is_of_programs(word: &str) -> bool {
    PROGRAMS.binary_search(&word).is_ok()
}

/// Whether a whole text is what another language calls a secret.
pub(super) fn is_foreign_label(text: &str) -> bool {
    FOREIGN.binary_search(&text.to_lowercase().as_str()).is_ok()
}

fn is_listed(list: &[&str], word: &str) -> bool {
    let plain = word.trim_matches(|character: char| !character.is_alphanumeric());
    // No listed word is longer.
    plain.len() <= 16 && list.binary_search(&plain.to_ascii_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for list in [&STATUSES[..], &MESSAGES, &NOUNS, &FOREIGN, &PROGRAMS] {
            let misplaced = list.windows(2).find(|pair| pair[0] >= pair[1]);
            assert_eq!(misplaced, None);
        }
    }

    #[test]
    fn case_and_punctuation_do_not_matter() {
        assert!(
            is_status("Required.")
                && is_status("expired,")
                && is_of_messages("Must")
                && is_foreign_label("Mot de passe")
        );
        assert!(!is_status("hunter2") && !is_of_messages("horse") && !is_noun("horse"));
    }
}
