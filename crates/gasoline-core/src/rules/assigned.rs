//! Values behind a sensitive name, in any text that is no JSON: settings, command lines, headers, addresses, forms, XML, code.
//!
//! Starts from the keywords of sensitive names, so text without any costs nothing. What is looked at around a name is bounded, so
//! the work is linear in the text.
#![expect(
    clippy::string_slice,
    reason = "every offset is that of an ASCII delimiter, so it lies between characters"
)]

mod pairs;
mod value_end;

use std::cell::RefCell;
use std::ops::Range;

use super::fields::{self, Header, Meaning, Meanings, Sensitivity};
use super::plausible::{self, Place};
use super::work;
use crate::removed;
pub(super) use pairs::is_second_of_two;
use value_end::Ending;

/// A secret value and the rule it belongs to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Where it stands, without quotes.
    pub(super) span: Range<usize>,
    /// Id of the rule.
    pub(super) rule: &'static str,
}

const FIELD: &str = "sensitive-field";
const PARAMETER: &str = "url-parameter";
const BEARER: &str = "bearer-token";

/// Most blanks between a name, its separator and its value.
const MOST_BLANKS: usize = 16;

/// Secret values of `text`, in order.
pub(super) fn secret_values(text: &str) -> Vec<Value> {
    let scanner = Scanner { text, meanings: RefCell::default() };
    let mut found: Vec<Value> = Vec::new();
    let mut taken = 0;
    for place in fields::keyword_places(text) {
        if place.start < taken {
            continue;
        }
        let name = scanner.name_around(&place);
        if let Some(Value { span, rule }) = scanner.value_of(&name).filter(|value| value.span.start >= taken)
        {
            let span = scanner.whole(span);
            taken = span.end;
            found.push(Value { span, rule });
        }
    }
    found
}

/// Whether a value may follow the name that the keyword at `place` belongs to. False means [`secret_values`] takes none.
pub(super) fn may_name_value(text: &[u8], place: &Range<usize>) -> bool {
    let name = name_around(text, place);
    let is_sensitive = |name: &Range<usize>| {
        std::str::from_utf8(&text[name.clone()])
            .is_ok_and(|name| fields::meaning(name).as_parameter.is_some())
    };
    let phrases = phrases(text, &name);
    let mut names = [&name].into_iter().chain(phrases.iter().flatten());
    names.any(|name| may_be_followed(text, name) && is_sensitive(name))
}

/// Whether a value may stand behind this name. False for words in prose, which are most keywords of most texts.
fn may_be_followed(text: &[u8], name: &Range<usize>) -> bool {
    let (before, rest) = (text[..name.start].last(), &text[name.end..]);
    match rest.first() {
        Some(b':' | b'=' | b'>' | b']' | b'?') => true,
        Some(b'"' | b'\'' | b'`' | b'\\') => before.is_some_and(|byte| is_quote(*byte)),
        Some(b' ' | b'\t') => before == Some(&b'<') || begins_value(rest),
        _ => false,
    }
}

/// A name of two words, with the word before or the word behind: `API key`, `one-time code`.
fn phrases(text: &[u8], name: &Range<usize>) -> [Option<Range<usize>>; 2] {
    const LONGEST_WORD: usize = 16;
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic();
    let before = text[..name.start].strip_suffix(b" ").map(|text| {
        let length = text.iter().rev().take(LONGEST_WORD).take_while(is_letter).count();
        text.len() - length..name.end
    });
    let after = text[name.end..].strip_prefix(b" ").map(|text| {
        let length = text.iter().take(LONGEST_WORD).take_while(is_letter).count();
        name.start..name.end + 1 + length
    });
    let is_longer = |phrase: &Range<usize>| phrase.len() > name.len() + 1;
    [before.filter(is_longer), after.filter(is_longer)]
}

/// Whether a separator, a quote, a verb or something random follows the blanks that `rest` begins with.
fn begins_value(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    let is_part = |byte: &&u8| !byte.is_ascii_whitespace() && !is_quote(**byte);
    let has_digit = || rest.iter().take(64).take_while(is_part).any(u8::is_ascii_digit);
    matches!(rest.first(), Some(b':' | b'=' | b']' | b'"' | b'\'' | b'`' | b'\\'))
        || rest.starts_with(b"is")
        || rest.starts_with(b"was")
        || has_digit()
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$')
}

/// The name that the keyword at `place` belongs to: `user[password]`, `--api-key`, `spring.datasource.password`.
fn name_around(text: &[u8], place: &Range<usize>) -> Range<usize> {
    let keyword_end =
        text[place.clone()].iter().rposition(|byte| is_name_byte(*byte)).map_or(0, |last| last + 1);
    let end = place.start + keyword_end;
    let before = &text[end.saturating_sub(fields::LONGEST_NAME)..place.start];
    let start =
        before.iter().rposition(|byte| !is_name_byte(*byte) && *byte != b'[').map_or(0, |other| other + 1);
    let start = place.start - (before.len() - start);
    let after = &text[end..text.len().min(start + fields::LONGEST_NAME)];
    let end = end + after.iter().position(|byte| !is_name_byte(*byte)).unwrap_or(after.len());
    // A bracket that was opened within the name is closed in it.
    let closes = text[start..end].contains(&b'[') && text.get(end) == Some(&b']');
    start..end + usize::from(closes)
}

/// How a name is joined to what follows.
struct Joint {
    /// Where the value begins, or its quote.
    start: usize,
    place: Place,
}

struct Scanner<'t> {
    text: &'t str,
    meanings: RefCell<Meanings<'t>>,
}

impl Scanner<'_> {
    fn byte(&self, position: usize) -> Option<u8> {
        self.text.as_bytes().get(position).copied()
    }

    fn before(&self, position: usize) -> Option<u8> {
        position.checked_sub(1).and_then(|before| self.byte(before))
    }

    fn name_around(&self, place: &Range<usize>) -> Range<usize> {
        name_around(self.text.as_bytes(), place)
    }

    fn after_blanks(&self, position: usize) -> usize {
        let rest = self.text.as_bytes().get(position..).unwrap_or_default();
        position + rest.iter().take(MOST_BLANKS).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// The secret that belongs to `name`, if one does.
    fn value_of(&self, name: &Range<usize>) -> Option<Value> {
        let (name, meaning) = self.sensitive_name(name)?;
        let name = &name;
        work::note(name.len());
        let quote = self.before(name.start).filter(|byte| is_quote(*byte));
        let is_quoted = quote.is_some() && self.byte(name.end) == quote;
        let end = name.end + usize::from(is_quoted);
        if let Some(named) = meaning.sensitivity {
            if is_quoted {
                let paired = self.paired_value(named, name);
                if paired.is_some() {
                    return paired.map(|span| Value { span, rule: FIELD });
                }
                // Members of JSON are found with all that is below them.
                if quote == Some(b'"') && self.byte(self.after_blanks(end)) == Some(b':') {
                    return None;
                }
            }
            if let Some(span) = self.element_value(named, name) {
                return Some(Value { span, rule: FIELD });
            }
        }
        let joint = self.joint(name, end)?;
        let enclosing = quote.filter(|_| !is_quoted);
        self.joined_value(&meaning, name, &joint, enclosing)
    }

    /// The name, with a word before or behind it if it is sensitive only then.
    fn sensitive_name(&self, name: &Range<usize>) -> Option<(Range<usize>, Meaning)> {
        let text = self.text.as_bytes();
        let phrases = phrases(text, name);
        let names = || [name].into_iter().chain(phrases.iter().flatten());
        if !names().any(|name| may_be_followed(text, name)) {
            return None;
        }
        let mut known = self.meanings.borrow_mut();
        let meanings = names().map(|name| (name.clone(), known.of(&self.text[name.clone()])));
        // A short word such as `key` means something in addresses only; with another word it may mean more.
        let mut sensitive = meanings.filter(|(_, meaning)| meaning.as_parameter.is_some());
        let first = sensitive.next()?;
        let better = if first.1.sensitivity.is_none() {
            sensitive.find(|(_, meaning)| meaning.sensitivity.is_some())
        } else {
            None
        };
        Some(better.unwrap_or(first))
    }

    /// The value behind a separator, or behind a name without one.
    fn joined_value(
        &self,
        meaning: &Meaning,
        name: &Range<usize>,
        joint: &Joint,
        enclosing: Option<u8>,
    ) -> Option<Value> {
        if let Some(header) = meaning.header.filter(|_| joint.place != Place::Loose) {
            return self.header_value(header, joint, enclosing);
        }
        if let Some(quote) = self.byte(joint.start).filter(|byte| is_quote(*byte)) {
            // A quote that opened before the name ends here: `"password: " + reason`.
            if enclosing == Some(quote) {
                return None;
            }
            let named = meaning.sensitivity?;
            let span = self.within_quotes(joint.start);
            let place = if joint.place == Place::Loose { Place::Loose } else { Place::Quoted };
            let is_secret = self.is_secret(named, &span, place)
                || place == Place::Loose && self.is_quoted_password(named, &span);
            return is_secret.then_some(Value { span, rule: FIELD });
        }
        let is_parameter = joint.place == Place::Setting && self.is_parameter(name.start);
        let ending = match joint.place {
            _ if is_parameter => Ending::Parameter,
            _ if self.text[name.clone()].to_ascii_lowercase().contains("passphrase") => Ending::Line,
            Place::Setting => Ending::Setting,
            _ => Ending::Word,
        };
        let mut span = self.unquoted(joint.start, ending);
        if let Some(query) =
            self.text[span.clone()].find('?').filter(|_| self.before(name.start) == Some(b';'))
        {
            span.end = span.start + query;
        }
        if is_parameter || joint.place == Place::Setting && self.byte(span.end) == Some(b'&') {
            let is_secret = self.is_secret(meaning.as_parameter?, &span, Place::Address);
            return is_secret.then_some(Value { span, rule: PARAMETER });
        }
        let named = meaning.sensitivity?;
        self.is_secret(named, &span, joint.place).then_some(Value { span, rule: FIELD })
    }

    fn is_secret(&self, sensitivity: Sensitivity, span: &Range<usize>, place: Place) -> bool {
        plausible::is_secret(sensitivity, &self.text[span.clone()], place)
    }

    /// `with password 'open-sesame'`: quoted and no words.
    fn is_quoted_password(&self, sensitivity: Sensitivity, span: &Range<usize>) -> bool {
        let value = &self.text[span.clone()];
        sensitivity == Sensitivity::Password
            && !value.contains(' ')
            && value.contains(|c: char| !c.is_ascii_alphabetic())
            && self.is_secret(sensitivity, span, Place::Quoted)
    }

    /// How the name is joined to a value; `None` where no value can follow.
    fn joint(&self, name: &Range<usize>, end: usize) -> Option<Joint> {
        let is_option = self.byte(name.start) == Some(b'-');
        let closed = end
            + usize::from(matches!(self.byte(end), Some(b']' | b'?')) && self.byte(end + 1) != Some(b'.'));
        let separator = self.after_blanks(closed);
        let is_tight = separator == closed;
        match self.byte(separator)? {
            b':' if !matches!(self.byte(separator + 1), Some(b':' | b'/')) => {
                let after = separator + 1 + usize::from(self.byte(separator + 1) == Some(b'='));
                Some(Joint { start: self.after_blanks(after), place: Place::Plain })
            }
            b'=' if self.byte(separator + 1) != Some(b'=') => {
                let after = separator + 1 + usize::from(self.byte(separator + 1) == Some(b'>'));
                let start = self.after_blanks(after);
                let is_setting = is_tight && start == separator + 1;
                Some(Joint { start, place: if is_setting { Place::Setting } else { Place::Plain } })
            }
            _ if is_tight => None,
            _ if is_option => Some(Joint { start: separator, place: Place::Setting }),
            _ => Some(self.loose_joint(separator)),
        }
    }

    /// `is`, `is:` and `was`, or nothing.
    fn loose_joint(&self, position: usize) -> Joint {
        let rest = &self.text[position..];
        let verb = ["is: ", "is ", "was: ", "was "].iter().find(|verb| rest.starts_with(**verb));
        let place = if verb.is_some_and(|verb| verb.contains(':')) { Place::Plain } else { Place::Loose };
        Joint { start: self.after_blanks(position + verb.map_or(0, |verb| verb.len())), place }
    }

    /// Whether a name that begins here is a parameter of an address or a form.
    fn is_parameter(&self, start: usize) -> bool {
        matches!(self.before(start), None | Some(b'?' | b'&' | b';' | b'#' | b'/'))
    }

    /// The credential of a header.
    fn header_value(&self, header: Header, joint: &Joint, enclosing: Option<u8>) -> Option<Value> {
        let line = match self.byte(joint.start).filter(|byte| is_quote(*byte)) {
            Some(quote) if enclosing != Some(quote) => self.within_quotes(joint.start),
            Some(_) => return None,
            None => self.line(joint.start, enclosing),
        };
        match header {
            Header::Cookie => self.is_cookie(&line).then_some(Value { span: line, rule: FIELD }),
            Header::Authorization => self.credential(line),
        }
    }

    fn is_cookie(&self, line: &Range<usize>) -> bool {
        let is_value = |pair: &str| {
            let value = pair.split_once('=').map_or("", |(_, value)| value);
            value.len() >= 6 && plausible::is_secret(Sensitivity::Password, value, Place::Quoted)
        };
        self.text[line.clone()].split(';').any(is_value)
    }

    /// What follows the scheme: a word, or for schemes with parameters all of them.
    fn credential(&self, line: Range<usize>) -> Option<Value> {
        let text = &self.text[line.clone()];
        let is_scheme = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let split = text.split_once(' ').filter(|(word, _)| is_scheme(word));
        let (scheme, start) =
            split.map_or(("", line.start), |(scheme, rest)| (scheme, line.end - rest.trim_start().len()));
        let rest = &self.text[start..line.end];
        if removed::begins(rest) {
            return None;
        }
        if rest.contains('=')
            && !scheme.eq_ignore_ascii_case("basic")
            && rest.split(['=', ',', ' ']).count() > 2
            && rest.contains([',', '"'])
        {
            return plausible::looks_random(&rest.replace(' ', ""))
                .then_some(Value { span: start..line.end, rule: FIELD });
        }
        let word = rest.find([' ', ',', ';']).unwrap_or(rest.len());
        let span = start..start + word;
        let rule = if scheme.eq_ignore_ascii_case("bearer") { BEARER } else { FIELD };
        let is_encoded = || {
            scheme.eq_ignore_ascii_case("basic")
                && word >= 8
                && rest[..word].bytes().any(|byte| byte.is_ascii_uppercase())
                && rest[..word].bytes().any(|byte| byte.is_ascii_lowercase())
        };
        (self.is_secret(Sensitivity::Token, &span, Place::Plain) || is_encoded())
            .then_some(Value { span, rule })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(text: &str) -> Vec<&str> {
        let found: Vec<&str> = secret_values(text).into_iter().map(|value| &text[value.span]).collect();
        let fires = fields::keyword_places(text).any(|place| may_name_value(text.as_bytes(), &place));
        assert!(found.is_empty() || fires, "the prefilter misses {text}");
        found
    }

    #[test]
    fn values_are_found_in_every_syntax() {
        for (text, secret) in [
            ("password: hunter2secret", "hunter2secret"),
            ("PASSWORD=Summer2026!", "Summer2026!"),
            ("--password hunter2 x", "hunter2"),
            ("{ password: 'hunter2', b: 1 }", "hunter2"),
            ("a?code=abcdefgh12345678&x=1", "abcdefgh12345678"),
            ("<o:Password a=\"b\">hunter2</o:Password>", "hunter2"),
            ("Authorization: Basic dXNlcjpw", "dXNlcjpw"),
            ("Cookie: a=abcdef1; b=2\r\nHost: x", "a=abcdef1; b=2"),
            ("name=\"password\"\r\n\r\nhunter2\r\n--x", "hunter2"),
            ("{\"name\":\"password\",\"value\":\"hunter2\"}", "hunter2"),
            ("[\"Authorization\",\"Token abc12345def\"]", "Token abc12345def"),
        ] {
            assert_eq!(secrets(text), [secret], "{text}");
        }
    }

    #[test]
    fn text_may_end_anywhere() {
        let text = "--password 'ß' <password>ß</password> name=\"token\"\r\n\r\nß1 Cookie: ß=ß Authorization: Digest a=\"ß\" [\"token\",\"ß\"] token is ß";
        for (end, _) in text.char_indices() {
            secrets(&text[..end]);
            secrets(&text[end..]);
        }
    }
}
