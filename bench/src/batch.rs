//! Requests full of realistic log entries, made once and then renewed in place.
//!
//! A load generator that formats JSON would measure itself. So each batch is written once, and only the digits that
//! make its entries unique change from one request to the next.

use std::sync::atomic::{AtomicU32, Ordering};

/// First value of the counters. Their width never changes, so neither does the length of the request.
const FIRST_NUMBER: usize = 10_000_000;
/// Ordinary words for messages of any length. No rule of ours may find a secret in them.
const WORDS: &str = "rendered the cart in 34 ms with 12 items left from the cache while loading settings ";
/// Every twentieth entry of [`Shape::WithSecrets`] is special, in turn one of these.
const SPECIAL_MESSAGES: [&str; 2] = [
    "sent Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789",
    r#"TypeError: \"total\" is undefined\n    at render (app.js:10:3)"#,
];
const SPECIAL_INTERVAL: usize = 20;

/// Every batch is a page of its own, so no two send the same identity.
static NEXT_PAGE: AtomicU32 = AtomicU32::new(0);

/// What the entries of a batch carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// What our own capture sends: every entry with its identity.
    Identified,
    /// What curl and other senders send.
    Anonymous,
    /// What senders write that copy a console call: its arguments, and neither a message nor an identity.
    Arguments,
    /// As `Identified`, but one in twenty holds a secret or escapes, which must be looked at closely.
    WithSecrets,
}

/// What a sender sends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traffic<'a> {
    pub(crate) shape: Shape,
    /// Entries in one request.
    pub(crate) entries: usize,
    /// Bytes of one entry; special ones may be longer.
    pub(crate) entry_bytes: usize,
    /// The test all of them belong to.
    pub(crate) test_id: Option<&'a str>,
}

impl Traffic<'_> {
    /// Batches of 50 entries of 250 bytes, the load all throughput figures speak of.
    pub(crate) fn standard(shape: Shape) -> Self {
        Self { shape, entries: 50, entry_bytes: 250, test_id: None }
    }
}

/// A `POST /logs` request whose entries are new each time it is sent.
#[derive(Debug)]
pub(crate) struct Batch {
    request: Vec<u8>,
    /// Where each number that has to change ends.
    number_ends: Vec<usize>,
    entries: usize,
}

impl Batch {
    /// A batch for the server on `port`.
    pub(crate) fn new(traffic: &Traffic<'_>, port: u16) -> Self {
        let number = NEXT_PAGE.fetch_add(1, Ordering::Relaxed);
        let mut body = Body {
            text: "{\"entries\":[".to_owned(),
            number_ends: Vec::new(),
            // Ends in a letter: digits, a dash and more digits could pass for a card number.
            page: format!("p{number:06x}p"),
        };
        for index in 0..traffic.entries {
            if index > 0 {
                body.text.push(',');
            }
            body.push_entry(traffic, number as usize * traffic.entries + index, index);
        }
        body.text.push_str("]}");
        let head = format!(
            "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            body.text.len()
        );
        let shift = head.len();
        Self {
            request: (head + &body.text).into_bytes(),
            number_ends: body.number_ends.iter().map(|end| end + shift).collect(),
            entries: traffic.entries,
        }
    }

    /// Entries in one request.
    pub(crate) fn entries(&self) -> usize {
        self.entries
    }

    /// The next request: the same entries under new numbers.
    pub(crate) fn next_request(&mut self) -> &[u8] {
        for &end in &self.number_ends {
            add_to_digits(&mut self.request[..end], self.entries);
        }
        &self.request
    }
}

/// The body while it is written.
struct Body {
    text: String,
    number_ends: Vec<usize>,
    page: String,
}

impl Body {
    /// Writes the entry at `index`; `position` counts over all batches.
    fn push_entry(&mut self, traffic: &Traffic<'_>, position: usize, index: usize) {
        let start = self.text.len();
        self.text.push_str(&format!(
            "{{\"type\":\"console\",\"ts\":\"2026-01-22T10:30:{:02}.{:03}Z\",\"level\":\"{}\",\
             \"source\":\"app.js:42\",\"url\":\"http://localhost:3000/\"",
            index % 60,
            index * 7 % 1_000,
            level(index),
        ));
        if matches!(traffic.shape, Shape::Identified | Shape::WithSecrets) {
            self.push_identity(index);
        }
        if let Some(test_id) = traffic.test_id {
            self.text.push_str(&format!(",\"test_id\":\"{test_id}\""));
        }
        let (before, after) = match traffic.shape {
            Shape::Arguments => (",\"args\":[\"", "\"]}"),
            Shape::Identified | Shape::Anonymous | Shape::WithSecrets => (",\"message\":\"", "\"}"),
        };
        self.text.push_str(before);
        if traffic.shape == Shape::WithSecrets && position.is_multiple_of(SPECIAL_INTERVAL) {
            let turn = position / SPECIAL_INTERVAL;
            self.text.push_str(SPECIAL_MESSAGES[turn % SPECIAL_MESSAGES.len()]);
        }
        let missing = traffic.entry_bytes.saturating_sub(self.text.len() - start + after.len());
        self.text.extend(WORDS.chars().cycle().take(missing));
        self.text.push_str(after);
    }

    fn push_identity(&mut self, index: usize) {
        let page = &self.page;
        self.text.push_str(&format!(
            ",\"session\":\"5e551a\",\"tab\":\"7\",\"page\":\"{page}\",\"frame\":\"0\",\"n\":"
        ));
        self.push_number(index);
        self.text.push_str(&format!(",\"eventId\":\"{}-", self.page));
        self.push_number(index);
        self.text.push('"');
    }

    fn push_number(&mut self, index: usize) {
        self.text.push_str(&(FIRST_NUMBER + index).to_string());
        self.number_ends.push(self.text.len());
    }
}

/// A page mostly logs; one call in ten is an error.
fn level(index: usize) -> &'static str {
    match index % 10 {
        0 => "error",
        1 => "warn",
        2 | 3 => "info",
        4 => "debug",
        _ => "log",
    }
}

/// Adds `amount` to the decimal number whose last digit ends `text`.
fn add_to_digits(text: &mut [u8], mut amount: usize) {
    for digit in text.iter_mut().rev() {
        if amount == 0 {
            return;
        }
        let sum = usize::from(*digit - b'0') + amount;
        *digit = b'0' + (sum % 10) as u8;
        amount = sum / 10;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn entries(request: &[u8]) -> Vec<Value> {
        let text = std::str::from_utf8(request).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.ends_with(&format!("Content-Length: {}", body.len())));
        let mut body: Value = serde_json::from_str(body).unwrap();
        serde_json::from_value(body["entries"].take()).unwrap()
    }

    #[test]
    fn entries_have_the_asked_size_and_requests_the_asked_number() {
        for shape in [Shape::Identified, Shape::Anonymous, Shape::Arguments] {
            let mut batch = Batch::new(&Traffic::standard(shape), 1);
            let entries = entries(batch.next_request());
            assert_eq!(entries.len(), 50);
            assert!(entries.iter().all(|entry| entry.to_string().len() == 250), "{}", entries[0]);
        }
    }

    #[test]
    fn no_identity_is_ever_sent_twice() {
        let traffic = Traffic::standard(Shape::Identified);
        let mut batches = [Batch::new(&traffic, 1), Batch::new(&traffic, 1)];
        let mut identities = BTreeSet::new();
        for batch in &mut batches {
            for _ in 0..5 {
                identities
                    .extend(entries(batch.next_request()).iter().map(|entry| entry["eventId"].to_string()));
            }
        }
        assert_eq!(identities.len(), 500);
    }

    #[test]
    fn the_counter_of_a_page_has_no_gaps() {
        let mut batch = Batch::new(&Traffic::standard(Shape::Identified), 1);
        let mut numbers = Vec::new();
        for _ in 0..5 {
            numbers.extend(entries(batch.next_request()).iter().map(|entry| entry["n"].as_u64().unwrap()));
        }
        assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]));
    }

    #[test]
    fn one_entry_in_twenty_is_special() {
        let traffic = Traffic { entries: 1_000, ..Traffic::standard(Shape::WithSecrets) };
        let mut batch = Batch::new(&traffic, 1);
        let request = entries(batch.next_request());
        let count = |part: &str| {
            request.iter().filter(|entry| entry["message"].as_str().unwrap().starts_with(part)).count()
        };
        assert_eq!((count("sent Auth"), count("TypeError: \"")), (25, 25));
    }

    #[test]
    fn adding_carries() {
        let mut digits = *b"n:19999950";
        add_to_digits(&mut digits, 50);
        assert_eq!(&digits, b"n:20000000");
    }
}
