//! What the tests of this run came to, as a report says it.

use gasoline_core::intake::Kind;
use gasoline_core::report::{Depth, Report, Severity};
use gasoline_core::store::Scope;
use gasoline_core::test_record::{TestRecord, TestStatus};

use super::App;

impl App {
    /// The report on every test that ended. Reading evidence takes milliseconds a failure: not on the event loop.
    pub(crate) fn test_report(&self) -> Report {
        let tests = self.with_tests(|tests| tests.tests(&Scope::Everything));
        let mut report = Report::default();
        for record in tests.ended.iter().filter(|record| record.status != TestStatus::Skip) {
            self.add_to(&mut report, record);
        }
        if tests.records_dropped > 0 {
            report.notes.push(format!("{} tests are left out: there were too many", tests.records_dropped));
        }
        if !tests.running.is_empty() {
            report.notes.push(format!("{} tests still run", tests.running.len()));
        }
        report.finish();
        report
    }

    /// With what was frozen of it; of a test that passed with what is still there.
    fn add_to(&self, report: &mut Report, record: &TestRecord) {
        let test_id = record.description.test_id.as_ref();
        let frozen = record.evidence.as_ref().and_then(|_| self.evidence(test_id));
        let view = match frozen {
            Some(capture) => capture.view(),
            None => self.view(&Scope::Test(test_id.into()), &Kind::ALL),
        };
        let depth = Depth { severity: Severity::Error, labels: self.project.labels.clone() };
        report.add(record, &view, &depth);
    }
}
