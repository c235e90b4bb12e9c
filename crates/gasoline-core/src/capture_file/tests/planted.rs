//! Forty planted faults, captured in a real browser: whether each is judged right.
//!
//! `e2e/suites/planted` is the app and its tests; `e2e/soak/verdicts.spec.ts` runs them and writes the capture.

use serde::Deserialize;

use super::super::{ReadLimits, ReportOptions, read};
use crate::redact::{FingerprintKey, Redactor};
use crate::report::{Report, Verdict};

const FAULTS: &str = include_str!("../../../../../fixtures/verdicts/faults.json");
const CAPTURE: &[u8] = include_bytes!("../../../../../fixtures/verdicts/planted.gasoline");

/// Right verdicts of forty.
const LEAST_RIGHT: usize = 36;

#[derive(Deserialize)]
struct Fault {
    id: String,
    at_fault: AtFault,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AtFault {
    App,
    Test,
}

// planted-01 (script-missing), planted-02 (button-renamed), planted-03 (data-of-its-own-is-missing), planted-04 (price-missing), planted-05 (swallows-bad-answer)
#[test]
fn planted_faults_are_judged_right_and_no_broken_app_is_called_a_broken_test() {
    let faults: Vec<Fault> = serde_json::from_str(FAULTS).unwrap();
    assert_eq!(faults.len(), 40);
    let redactor = Redactor::new(FingerprintKey::new([1; 16]));
    let capture = read(CAPTURE, &redactor, &ReadLimits::default()).unwrap();
    let mut report = Report::default();
    capture.report(&mut report, &ReportOptions::default(), &redactor);
    let mut right = 0;
    let mut lines = Vec::new();
    for Fault { id, at_fault } in &faults {
        let test = report.tests.iter().find(|test| test.title.as_ref() == Some(id)).unwrap();
        let app_error = test.app_error.as_ref().unwrap();
        let is_wrong_no = *at_fault == AtFault::App && app_error.verdict == Verdict::No;
        assert!(!is_wrong_no, "{id}: {:?}", app_error.reasons);
        let wanted = if *at_fault == AtFault::App { Verdict::Yes } else { Verdict::No };
        right += usize::from(app_error.verdict == wanted);
        lines.push(format!("{id}: {}: {}", app_error.verdict.as_str(), app_error.reasons.join("; ")));
    }
    assert!(right >= LEAST_RIGHT, "{right} of 40 are right:\n{}", lines.join("\n"));
    insta::assert_snapshot!("planted", lines.join("\n"));
}
