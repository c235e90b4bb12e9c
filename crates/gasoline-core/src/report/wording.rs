//! Whether two texts of an interface say the same in other words.
//!
//! Only what leaves no room for a second meaning counts: other case, punctuation or order, filling words, and words that stand for each other
//! in interfaces. A word that turns a sentence round (`not`, `failed`) makes two texts different, and so does any number.

/// Words that say nothing of their own.
const FILLING: [&str; 12] =
    ["a", "an", "the", "your", "my", "our", "to", "of", "for", "please", "now", "and"];

/// Several words that are one.
const PHRASES: [(&str, &str); 16] = [
    ("e mail", "email"),
    ("log in", "signin"),
    ("sign in", "signin"),
    ("log on", "signin"),
    ("log out", "signout"),
    ("sign out", "signout"),
    ("log off", "signout"),
    ("sign up", "signup"),
    ("create account", "signup"),
    ("check out", "checkout"),
    ("postal code", "postcode"),
    ("zip code", "postcode"),
    ("last name", "surname"),
    ("family name", "surname"),
    ("given name", "firstname"),
    ("first name", "firstname"),
];

/// Words that stand for each other; the first is taken.
const SAME: [&[&str]; 17] = [
    &["signin", "login"],
    &["signout", "logout"],
    &["signup", "register"],
    &["basket", "cart", "bag", "trolley"],
    &["remove", "delete"],
    &["settings", "preferences"],
    &["search", "find"],
    &["send", "submit"],
    &["continue", "next", "proceed"],
    &["close", "dismiss"],
    &["buy", "purchase"],
    &["edit", "change", "modify"],
    &["picture", "photo", "image"],
    &["phone", "telephone"],
    &["postcode", "zip"],
    &["ok", "okay"],
    &["email", "mail"],
];

/// Words that turn a text round, or tell of another state.
const TURNING: [&str; 34] = [
    "not",
    "no",
    "never",
    "none",
    "non",
    "without",
    "cannot",
    "can't",
    "don't",
    "isn't",
    "failed",
    "fail",
    "failure",
    "error",
    "errors",
    "invalid",
    "denied",
    "unable",
    "wrong",
    "expired",
    "missing",
    "loading",
    "pending",
    "cancel",
    "cancelled",
    "declined",
    "rejected",
    "refused",
    "disabled",
    "offline",
    "sold",
    "later",
    "again",
    "empty",
];

/// Words of many controls: alone they name none.
const GENERAL: [&str; 22] = [
    "add", "remove", "edit", "save", "cancel", "close", "open", "show", "hide", "view", "send", "continue",
    "back", "more", "new", "ok", "search", "page", "item", "all", "name", "title",
];

/// Whether two names are the same but for filling words, order, case, punctuation and words that stand for each other.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (telling(one), telling(other));
    one.sort();
    other.sort();
    !one.is_empty() && one == other
}

/// Whether one name is the other with words left out, and what is left still names something.
pub(super) fn is_part(one: &str, other: &str) -> bool {
    let (one, other) = (telling(one), telling(other));
    let (short, long) = if one.len() < other.len() { (&one, &other) } else { (&other, &one) };
    short.len() < long.len() && says_enough(short) && contains(long, short) && !is_turned(long, short)
}

/// Whether `received` says what was expected, and more.
pub(super) fn says_more(expected: &str, received: &str) -> bool {
    let (short, long) = (words(expected), words(received));
    let is_long_enough = short.len() >= 2 && short.len() < long.len();
    is_long_enough && contains(&long, &short) && !is_turned(&long, &short)
}

/// In words, each in its usual form. `basketCount` and `basket-count` are two.
fn words(text: &str) -> Vec<String> {
    let mut spaced = String::new();
    let mut was_lower = false;
    for character in text.chars() {
        if character.is_uppercase() && was_lower {
            spaced.push(' ');
        }
        was_lower = character.is_lowercase();
        if character.is_alphanumeric() || matches!(character, '\'' | '.' | ',') {
            spaced.extend(character.to_lowercase());
        } else {
            spaced.push(' ');
        }
    }
    let mut joined = format!(" {} ", spaced.split_whitespace().map(bare).collect::<Vec<_>>().join(" "));
    for (phrase, word) in PHRASES {
        joined = joined.replace(&format!(" {phrase} "), &format!(" {word} "));
    }
    joined.split_whitespace().map(usual).collect()
}

/// Without the punctuation around it; that within a number stays.
fn bare(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_alphanumeric())
}

fn usual(word: &str) -> String {
    let same = SAME.iter().find(|same| same.contains(&word)).and_then(|same| same.first());
    same.map_or_else(|| word.to_owned(), |first| (*first).to_owned())
}

fn telling(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| !FILLING.contains(&word.as_str())).collect()
}

fn contains(long: &[String], short: &[String]) -> bool {
    short.iter().all(|word| long.contains(word))
}

fn says_enough(words: &[String]) -> bool {
    words.iter().any(|word| !GENERAL.contains(&word.as_str()))
}

/// Whether the words that only one has change the meaning.
fn is_turned(long: &[String], short: &[String]) -> bool {
    let added = long.iter().filter(|word| !short.contains(word));
    added.into_iter().any(|word| {
        TURNING.contains(&word.as_str())
            || word.chars().any(|character| character.is_ascii_digit())
            || word.strip_prefix("un").is_some_and(|rest| short.iter().any(|word| word == rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_say_the_same() {
        for (one, other) in [
            ("Place your order", "Place order"),
            ("Add Tea to cart", "Add Tea to basket"),
            ("Sign in", "Log in"),
            ("Login", "Sign-in"),
            ("basketCount", "basket-count"),
            ("Your e-mail address", "Email address"),
            ("PAY!", "Pay"),
        ] {
            assert!(is_same(one, other), "{one} / {other}");
        }
        for (one, other) in [
            ("Pay", "Pay later"),
            ("Delete account", "Delete draft"),
            ("Complete order", "Cancel order"),
            ("Page 2", "Page 3"),
            ("your", "my"),
        ] {
            assert!(!is_same(one, other), "{one} / {other}");
        }
    }

    #[test]
    fn a_part_of_a_name_must_still_name_something() {
        assert!(is_part("Express delivery", "Express"));
        assert!(is_part("Billing", "Billing address"));
        for (one, other) in [
            ("Delete account", "Delete"),
            ("Pay", "Pay later"),
            ("Order", "Order 7"),
            ("Accepted", "Not accepted"),
            ("Locked", "Unlocked account locked"),
        ] {
            assert!(!is_part(one, other), "{one} / {other}");
        }
    }

    #[test]
    fn a_text_that_says_more_and_not_the_opposite() {
        assert!(says_more("Thank you", "Thank you for your order"));
        for (expected, received) in [
            ("Order accepted", "Order not accepted"),
            ("Order placed", "Order"),
            ("Payment done", "Payment done with errors"),
            ("Items sold", "Items sold 3"),
            ("Verified account", "Unverified account verified"),
            ("Paid", "Paid in full"),
        ] {
            assert!(!says_more(expected, received), "{expected} / {received}");
        }
    }
}
