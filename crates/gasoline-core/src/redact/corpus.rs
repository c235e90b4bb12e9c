//! Texts written before the rules: how many secrets stay readable, how many harmless texts are changed.
//!
//! Classes marked `held out` are counted apart, so that many easy texts cannot hide a class that fails.

use super::tests::redactor;
use crate::rules::samples;

/// A text of the corpus and its class.
struct Line {
    class: &'static str,
    text: String,
    secret: String,
}

fn lines(corpus: &'static str) -> Vec<Line> {
    let mut class = "";
    let mut lines = Vec::new();
    for line in corpus.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("== ") {
            class = name;
            continue;
        }
        let sample = samples::expand(&unescaped(line));
        let secret = sample.secret.map(|span| sample.text[span].to_owned()).unwrap_or_default();
        lines.push(Line { class, text: sample.text, secret });
    }
    lines
}

/// Undoes the escapes that the head of the files names.
fn unescaped(line: &str) -> String {
    let mut text = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => text.push('\n'),
                Some('r') => text.push('\r'),
                Some('t') => text.push('\t'),
                Some('e') => text.push('\u{1b}'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            (other, false) => text.push(other),
        }
    }
    text
}

/// Whether a part of the secret that somebody could use is still there.
fn is_readable(redacted: &str, secret: &str) -> bool {
    const USABLE: usize = 12;
    let characters: Vec<char> = secret.chars().collect();
    let pieces = characters.windows(USABLE.min(characters.len()));
    pieces.map(String::from_iter).any(|piece| redacted.contains(&piece))
}

/// Every way a text reaches the server: as it is, as a message, as a body within JSON within JSON.
fn redactions(text: &str) -> Vec<String> {
    let entry = serde_json::json!({ "message": text }).to_string();
    let body = serde_json::json!({ "responseBody": entry }).to_string();
    let inner = |entry: &str, member: &str| {
        let value: serde_json::Value = serde_json::from_str(&super::tests::redact(entry)).unwrap();
        value[member].as_str().unwrap().to_owned()
    };
    let nested = serde_json::from_str::<serde_json::Value>(&inner(&body, "responseBody")).unwrap();
    vec![
        redactor().text(text).into_inner(),
        inner(&entry, "message"),
        nested["message"].as_str().unwrap().to_owned(),
    ]
}

/// Fails when more than `limit` of `total` texts offend.
fn report(what: &str, offences: &[String], total: usize, limit: usize) {
    let list = offences.join("\n");
    assert!(offences.len() <= limit, "{} of {total} {what}, at most {limit} may be:\n{list}", offences.len());
}

/// Texts in which a part of the secret is still readable.
fn readable(lines: &[&Line]) -> Vec<String> {
    let is_offence =
        |line: &&&Line| redactions(&line.text).iter().any(|text| is_readable(text, &line.secret));
    lines.iter().filter(is_offence).map(|line| format!("{}: {}", line.class, line.text)).collect()
}

/// Harmless texts that were changed, and to what.
fn changed(lines: &[&Line]) -> Vec<String> {
    let other = |line: &Line| redactions(&line.text).into_iter().find(|text| *text != line.text);
    lines
        .iter()
        .filter_map(|line| other(line).map(|text| format!("{}: {}\n    {text}", line.class, line.text)))
        .collect()
}

/// The lines of the classes that are held out, or the others.
fn held_out(lines: &[Line], is_held_out: bool) -> Vec<&Line> {
    lines.iter().filter(|line| line.class.ends_with("held out") == is_held_out).collect()
}

/// secrets-in-text-01, secrets-in-text-02, secrets-in-text-03
#[test]
fn at_most_one_secret_in_twenty_stays_readable() {
    let lines = lines(include_str!("../../../../fixtures/redaction/secrets.txt"));
    for is_held_out in [false, true] {
        let class = held_out(&lines, is_held_out);
        report("values are readable", &readable(&class), class.len(), class.len() / 20);
    }
}

/// harmless-texts-01, harmless-texts-02, harmless-texts-03
#[test]
fn at_most_one_harmless_text_in_twenty_is_changed() {
    let lines = lines(include_str!("../../../../fixtures/redaction/harmless.txt"));
    for is_held_out in [false, true] {
        let class = held_out(&lines, is_held_out);
        report("harmless texts were changed", &changed(&class), class.len(), class.len() / 20);
    }
}

/// What redaction misses the audit misses too, and what it changes the audit would report: they share their rules.
#[test]
fn of_credentials_of_services_at_most_three_in_a_hundred_stay_readable() {
    let lines = lines(include_str!("../../../../fixtures/redaction/vendors.txt"));
    let all: Vec<&Line> = lines.iter().collect();
    report("credentials are readable", &readable(&all), all.len(), all.len() * 3 / 100);
}

#[test]
fn of_ordinary_traffic_at_most_three_texts_in_a_hundred_are_changed() {
    let lines = lines(include_str!("../../../../fixtures/redaction/traffic.txt"));
    let all: Vec<&Line> = lines.iter().collect();
    report("texts of ordinary traffic were changed", &changed(&all), all.len(), all.len() * 3 / 100);
}
