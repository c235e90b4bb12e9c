//! How fast text is redacted that consists of secrets: what a page can cost the server at worst.

use std::hint::black_box;

use gasoline_core::redact::{FingerprintKey, Redactor};

use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::system;

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
/// Texts that begin like secrets and are none: each makes rules look closer for nothing.
const NEAR_MATCHES: [&str; 6] = [
    "ghp_short xoxb- sk- glpat- AKIA eyJ. pk_live_ npm_ hf_ ",
    "password passwords token tokens secret secretary api_key_name ",
    "4111 1111 1111 111 123-45-678 0.5407875184901059 ",
    "Authorization Bearer Basic Cookie X-Api-Key ",
    "-----BEGIN CERTIFICATE----- https://user@host/path?key=products#code= ",
    "eyJhbGciOi.eyJzdWIi AIzaSy SG.short ya29 GOCSPX shpat dop_v1 ",
];
/// As large as one entry may be.
const TEXT_BYTES: usize = 1024 * 1024;
const LEAST: Limit = Limit::AtLeast(20.0);
/// Ordinary text, which is nearly all there is.
const LEAST_WITHOUT_SECRETS: Limit = Limit::AtLeast(500.0);

pub(super) fn measure(bench: &Bench) -> Vec<Figure> {
    let redactor = Redactor::new(FingerprintKey::new([7; 16]));
    let mixed: String = LINES.concat();
    let all = speed(bench, &redactor, &mixed);
    let slowest = LINES.iter().map(|line| speed(bench, &redactor, line)).fold(f64::INFINITY, f64::min);
    let clean = speed(bench, &redactor, "the order was sent to the customer who had asked for it ");
    let near = NEAR_MATCHES.iter().map(|line| speed(bench, &redactor, line)).fold(f64::INFINITY, f64::min);
    let rate = |name, value, limit| Figure::limited(name, value, Unit::MegabytesPerSecond, limit);
    vec![
        rate("redact_secrets_only", all, LEAST).with("slowest_kind", slowest),
        rate("redact_near_matches", near, LEAST),
        rate("redact_without_secrets", clean, LEAST_WITHOUT_SECRETS),
    ]
}

/// Megabytes a second of processor time, which others on the machine do not change.
fn speed(bench: &Bench, redactor: &Redactor, line: &str) -> f64 {
    let text = line.repeat(TEXT_BYTES / line.len());
    let rounds = (bench.effort.tool_calls / 100).max(3);
    let before = processor_seconds();
    for _ in 0..rounds {
        black_box(redactor.text(&text));
    }
    (rounds * text.len()) as f64 / 1e6 / (processor_seconds() - before)
}

fn processor_seconds() -> f64 {
    system::processor_nanoseconds_of(std::process::id()).unwrap_or(f64::NAN) / 1e9
}
