//! Whether the captured error comes back, as Cypress can tell it.

use crate::codegen::script::ErrorWatch;
use crate::codegen::syntax::{Chain, Expression, code, string};

/// Cypress fails at any uncaught error unless a script says otherwise; others than the captured one are no part of this.
pub(super) const LISTEN: &str = r"  // Collect errors of the page
  const errors: string[] = [];
  cy.on('uncaught:exception', (error) => {
    errors.push(error.message);
    return false;
  });
  cy.on('window:before:load', (page) => {
    const print = page.console.error;
    page.console.error = (...parts: unknown[]) => {
      errors.push(parts.join(' '));
      print(...parts);
    };
  });
";

/// Handlers that wait for something fail a moment after the operation.
pub(super) const EXPECT_ERROR: &str = r"/** Expects that an error has come, or that it does not come within five seconds. */
function expectError(
  errors: string[],
  wanted: RegExp,
  outcome: 'absent' | 'present',
) {
  const isBack = () => errors.some((message) => wanted.test(message));
  if (outcome === 'present') {
    cy.wrap(errors).should(() => expect(isBack()).to.equal(true));
  } else {
    cy.wait(5_000).then(() => expect(isBack()).to.equal(false));
  }
}
";

/// What stands at the end of a script.
pub(super) struct Expectation {
    pub(super) words: &'static str,
    pub(super) call: Expression<'static>,
}

/// The expectation; none where nothing is expected of errors.
pub(super) fn expectation(errors: &ErrorWatch) -> Option<Expectation> {
    let (words, pattern, outcome) = match errors {
        ErrorWatch::Absent(pattern) => {
            ("Assert: the error does not come back (confidence: high)", pattern, "absent")
        }
        ErrorWatch::Present(pattern) => {
            ("Assert: the error comes back (confidence: high)", pattern, "present")
        }
        ErrorWatch::Off | ErrorWatch::None | ErrorWatch::Known(_) => return None,
    };
    let wanted = Expression::Pattern(pattern.clone());
    let call = Chain::calling("expectError", vec![code("errors"), wanted, string(outcome)]).end();
    Some(Expectation { words, call })
}
