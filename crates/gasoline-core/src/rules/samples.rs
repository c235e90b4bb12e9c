//! Expands sample templates of the rule table into text, deterministically.
#![allow(clippy::string_slice, reason = "the templates of the rule table are ASCII")]

use std::ops::Range;

/// A template made concrete.
pub(crate) struct Sample {
    pub(crate) text: String,
    /// The part marked `{secret:…}`.
    pub(crate) secret: Option<Range<usize>>,
}

/// Expands `{alnum:n}`, `{upper:n}`, `{hex:n}`, `{digit:n}` and `{secret:…}`.
pub(crate) fn expand(template: &str) -> Sample {
    let mut sample = Sample { text: String::new(), secret: None };
    let mut random = Sequence(0x9E37_79B9_7F4A_7C15);
    expand_into(template, &mut sample, &mut random);
    sample
}

fn expand_into(template: &str, sample: &mut Sample, random: &mut Sequence) {
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        sample.text.push_str(before);
        let known =
            ["alnum:", "upper:", "hex:", "digit:", "secret:"].iter().find(|name| after.starts_with(**name));
        let Some(name) = known else {
            sample.text.push('{');
            rest = after;
            continue;
        };
        let (inside, remainder) = split_at_closing(&after[name.len()..]);
        if *name == "secret:" {
            let start = sample.text.len();
            expand_into(inside, sample, random);
            sample.secret = Some(start..sample.text.len());
        } else {
            sample.text.extend((0..inside.parse::<usize>().unwrap()).map(|_| random.pick(alphabet(name))));
        }
        rest = remainder;
    }
    sample.text.push_str(rest);
}

fn split_at_closing(text: &str) -> (&str, &str) {
    let mut depth = 1;
    for (index, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[..index], &text[index + 1..]);
        }
    }
    panic!("unbalanced template: {text}");
}

fn alphabet(name: &str) -> &'static [u8] {
    match name {
        "upper:" => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "hex:" => b"0123456789abcdef",
        "digit:" => b"1789",
        _ => b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    }
}

/// A small fixed pseudo-random sequence.
struct Sequence(u64);

impl Sequence {
    fn pick(&mut self, alphabet: &[u8]) -> char {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(alphabet[(self.0 >> 33) as usize % alphabet.len()])
    }
}
