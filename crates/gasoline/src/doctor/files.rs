//! A link of its own: whether the server can write what it was told to write, and has the options it should have.

use super::finding::{Finding, Link};
use crate::server::Vitals;

/// Repeats what the server says of its log file, its records of tests and its options.
pub(super) fn examine(vitals: &Vitals) -> Finding {
    let troubles = [&vitals.log_file, &vitals.test_records, &vitals.missing_options];
    let troubles: Vec<&str> = troubles.into_iter().flatten().map(|text| text.trim_end_matches('.')).collect();
    if troubles.is_empty() {
        return Link::Files.ok("nothing to complain of");
    }
    Link::Files.warning(troubles.join("; "), "restart the server once that is settled")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::extension::tests::quiet;

    /// server-bounds-07
    #[test]
    fn a_log_file_that_cannot_be_written_is_a_warning() {
        assert_eq!(examine(&quiet()), Link::Files.ok("nothing to complain of"));
        let vitals = Vitals { log_file: Some("The log file `x` cannot be written.".to_owned()), ..quiet() };
        assert_eq!(
            examine(&vitals),
            Link::Files
                .warning("The log file `x` cannot be written", "restart the server once that is settled")
        );
    }
}
