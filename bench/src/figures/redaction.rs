//! How fast text is redacted that consists of secrets: what a page can cost the server at worst.

use std::hint::black_box;
use std::time::Instant;

use gasoline_core::redact::{FingerprintKey, Redactor};

use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::samples::Samples;

/// Lines of secrets, as pages, consoles and bodies hold them.
const LINES: [&str; 8] = [
    "user=ann&password=hunter2hunter2&client_secret=0123456789abcdefABCDEF&",
    r#"{"user":"ann","password":"hunter2","accessToken":"0123456789abcdefABCDEF","cvv":123}"#,
    "Authorization: Bearer 0123456789abcdefABCDEF0123456789abcdefABCDEF\n",
    "https://app.example.com/cb#access_token=0123456789abcdefABCDEF&state=1 ",
    "api_key = 0123456789abcdefABCDEF, password: hunter2secret\n",
    "card 4111 1111 1111 1111, ssn 123-45-6789\n",
    r#"{\"password\":\"hunter2\",\"token\":\"0123456789abcdefABCDEF\"} "#,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.0123456789abcdefABCDEF0123456789abcdefABCDEF\n",
];
/// As large as one entry may be.
const TEXT_BYTES: usize = 1024 * 1024;
const LEAST: Limit = Limit::AtLeast(20.0);

pub(super) fn measure(bench: &Bench) -> Vec<Figure> {
    let redactor = Redactor::new(FingerprintKey::new([7; 16]));
    let mixed: String = LINES.concat();
    let all = speed(bench, &redactor, &mixed);
    let slowest = LINES.iter().map(|line| speed(bench, &redactor, line)).fold(f64::INFINITY, f64::min);
    let clean = speed(bench, &redactor, "the order was sent to the customer who had asked for it ");
    vec![
        Figure::limited("redact_secrets_only", all, Unit::MegabytesPerSecond, LEAST)
            .with("slowest_kind", slowest)
            .with("text_without_secrets", clean),
    ]
}

/// Megabytes a second.
fn speed(bench: &Bench, redactor: &Redactor, line: &str) -> f64 {
    let text = line.repeat(TEXT_BYTES / line.len());
    let mut times = Samples::default();
    let rounds = (bench.effort.tool_calls / 100).max(3);
    for _ in 0..rounds {
        let start = Instant::now();
        black_box(redactor.text(&text));
        times.push(start.elapsed().as_secs_f64());
    }
    text.len() as f64 / 1e6 / times.median()
}
