it("reproduction: Cannot read properties of undefined (reading 'user')", () => {
  // Collect errors of the page
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

  // Open the page
  cy.visit('http://localhost:3000/login');
  cy.contains('h1:visible', 'Welcome back').should('be.visible');

  // [2.5s pause]
  // Fill Email address
  cy.get('[data-testid="email-input"]').clear().type('ann@example.com');

  // Fill Password
  cy.get('#password')
    .clear()
    .type(Cypress.env('GASOLINE_PASSWORD') ?? '[user-provided]');

  // Click Log in
  cy.contains(
    'button, input[type="submit"], input[type="button"], [role="button"]',
    'Log in',
  ).click();
  cy.url().should('eq', 'http://localhost:3000/dashboard');
  // Error occurred here: Cannot read properties of undefined (reading 'user')

  // Assert: the error does not come back (confidence: high)
  expectError(
    errors,
    /Cannot read properties of undefined \(reading 'user'\)/,
    'absent',
  );
});

/** Expects that an error has come, or that it does not come within five seconds. */
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
